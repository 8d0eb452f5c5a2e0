/** Pieces of sentences about contracts. */
export interface Phrase {
  readonly text: string;
  /** How much the text holds together, so that brackets stand where a longer sentence would tear it, and only there. */
  readonly form: 'term' | 'clause' | 'list';
}

export const term = (text: string): Phrase => ({ text, form: 'term' });
export const clause = (text: string): Phrase => ({ text, form: 'clause' });
export const list = (text: string): Phrase => ({ text, form: 'list' });

/** As a part of a clause. */
export const within = ({ text, form }: Phrase): string => (form === 'term' ? text : `(${text})`);
/** As an item between semicolons. */
export const item = ({ text, form }: Phrase): string => (form === 'list' ? `(${text})` : text);

export const series = (items: readonly string[], last: 'and' | 'or'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** Few dates are all named; many would bury the rest of the sentence. */
const FEW_DATES = 3;
const span = (dates: readonly string[]): string => `${dates.length} dates from ${dates[0]} to ${dates.at(-1)}`;
export const onEach = (dates: readonly string[]): string => `on ${dates.length <= FEW_DATES ? series(dates, 'and') : span(dates)}`;
export const onAny = (dates: readonly string[]): string =>
  `on ${dates.length <= FEW_DATES ? series(dates, 'or') : `any of ${span(dates)}`}`;

/** A spot looked at now and then. */
export const CHECK = { daily: 'at a daily check', weekly: 'at a weekly check', monthly: 'at a monthly check' } as const;
