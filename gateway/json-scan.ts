/**
 * The structure of a JSON text, in one pass over its bytes and without allocating: a hostile body is refused before `JSON.parse` makes
 * of each two bytes an object of fifty.
 */

/** Deeper than any contract that means something; whatever reads a body can then safely call itself once per level. */
const MAX_LEVELS = 64;
/** Numbers, texts, objects and so on of one body. A batch of 100 000 options with every field has 800 000. */
const MAX_VALUES = 4_000_000;
/** Fields of one object: more than any map by name needs. */
const MAX_FIELDS = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Per level: the fields begun so far, or −1 in an array. */
const fields = new Int32Array(MAX_LEVELS + 1);

/**
 * Does not tell whether the text is JSON, which `JSON.parse` does.
 *
 * @param text in UTF-8
 * @returns why the structure is refused, as the rest of a sentence about the body; undefined: it may be parsed
 */
export function structuralFault(text: Buffer): string | undefined {
  let level = 0;
  fields[0] = -1;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) return `must have at most ${MAX_VALUES} values`;
      if (fields[level] >= 0 && ++fields[level] > MAX_FIELDS) return `must have at most ${MAX_FIELDS} fields in one object`;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (level === MAX_LEVELS) return `must nest at most ${MAX_LEVELS} levels deep`;
      fields[++level] = byte === OPEN_OBJECT ? 1 : -1;
      if (++values > MAX_VALUES) return `must have at most ${MAX_VALUES} values`;
    } else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && level > 0) level--;
  }
  return undefined;
}

/** The index of the quote that ends the string that begins at `start`, or that of the last byte. */
function endOfString(text: Buffer, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf(QUOTE, at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
