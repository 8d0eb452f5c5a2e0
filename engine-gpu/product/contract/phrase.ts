/** Building blocks of the sentences that describe contracts. */
export interface Phrase {
  readonly text: string;
  /** Grammatical form, which decides whether the text needs brackets inside a longer sentence. */
  readonly form: 'term' | 'clause' | 'list';
}

export const term = (text: string): Phrase => ({ text, form: 'term' });
export const clause = (text: string): Phrase => ({ text, form: 'clause' });
export const list = (text: string): Phrase => ({ text, form: 'list' });

/** The phrase as part of a clause: in brackets unless it is a simple term. */
export const within = ({ text, form }: Phrase): string => (form === 'term' ? text : `(${text})`);
/** The phrase as an item of a list separated by semicolons: in brackets if it is a list itself. */
export const item = ({ text, form }: Phrase): string => (form === 'list' ? `(${text})` : text);

export const series = (items: readonly string[], last: 'and' | 'or'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

/** Up to this many dates are listed one by one; more are given as a range. */
const MAX_LISTED_DATES = 3;
const span = (dates: readonly string[]): string => `${dates.length} dates from ${dates[0]} to ${dates.at(-1)}`;
export const onEach = (dates: readonly string[]): string => `on ${dates.length <= MAX_LISTED_DATES ? series(dates, 'and') : span(dates)}`;
export const onAny = (dates: readonly string[]): string =>
  `on ${dates.length <= MAX_LISTED_DATES ? series(dates, 'or') : `any of ${span(dates)}`}`;

/** Words for discrete monitoring. */
export const CHECK = { daily: 'at a daily check', weekly: 'at a weekly check', monthly: 'at a monthly check' } as const;
