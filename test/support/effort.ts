/** The effort of a run: a full one, as in CI (`TESTS=all`), draws every random case and runs on every store, `npm test` draws fewer. */
export const isFullRun = process.env.TESTS === 'all';

/** Random cases of a full run, or of any other. */
export const numCases = (full: number, quick: number): number => (isFullRun ? full : quick);
