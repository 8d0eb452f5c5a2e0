/** Days and months in UTC, as the ids of what is counted in them. */

/** Such as 2026-03-04. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);

/** Such as 2026-03. */
export const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 'yyyy-mm'.length);
