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
const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;

/** 1 for each byte that says something of the structure: one look-up passes over the others. */
const STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, OPEN_ARRAY, CLOSE_OBJECT, CLOSE_ARRAY]) STRUCTURAL[byte] = 1;

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
    if (STRUCTURAL[byte] === 0) continue;
    if (byte === QUOTE) {
      // To the end of the string.
      for (at++; at < text.length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++;
    } else if (byte === COMMA) {
      if (++values > MAX_VALUES) return `must have at most ${MAX_VALUES} values`;
      if (fields[level] >= 0 && ++fields[level] > MAX_FIELDS) return `must have at most ${MAX_FIELDS} fields in one object`;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (level === MAX_LEVELS) return `must nest at most ${MAX_LEVELS} levels deep`;
      fields[++level] = byte === OPEN_OBJECT ? 1 : -1;
      if (++values > MAX_VALUES) return `must have at most ${MAX_VALUES} values`;
    } else if (level > 0) level--;
  }
  return undefined;
}
