/** Texts of callers in documents: whatever they hold is shown, and nothing of it is markup. */

const XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as content or attribute value of HTML and SVG. */
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => XML[character] ?? character);

/**
 * Text within a line or a table cell of Markdown: every character that could begin markup there, HTML and links included, is written as
 * itself. What is markup at the start of a line alone is escaped there alone, so that dates and numbers stay readable in the source.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()|~^$]/g, '\\$&')
    .replaceAll(/[&<>]/g, (character) => XML[character] ?? character)
    .replaceAll(/:(?=\/\/)|@|(?<=\bwww)\./gi, '\\$&')
    .replace(/^( ?)([#+\-=:!])/, '$1\\$2')
    .replace(/^( ?\d+)([.)])/, '$1\\$2');

const DIGITS = 8;

/** A number with at most eight digits, as people write it. */
const numberText = (value: number): string => String(Number(value.toPrecision(DIGITS)));

/** The same with its thousands apart. */
export const amountText = (value: number): string => {
  const [whole = '', ...rest] = numberText(value).split(/(?=[.e])/);
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, '\u202F'), ...rest].join('');
};

/** A share in per cent. */
export const percentText = (value: number): string => `${Number((value * 100).toPrecision(DIGITS))} %`;

/** A relative move in per cent, with its sign. */
export const moveText = (value: number): string => `${value > 0 ? '+' : ''}${percentText(value)}`;
