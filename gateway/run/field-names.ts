/** The names of the fields of the objects that a scan of JSON text is within. */

import { pointerPart } from '#engine/schemas';

/** Fields of an object up to which a name is compared with each of the others. Beyond, a set finds it. */
const MAX_COMPARED_FIELDS = 24;
/** A small odd factor, as of the hash of strings in Java. Hashes only save comparisons. */
const HASH_FACTOR = 31;

const BACKSLASH = 0x5c;

/** @param start position after the opening quote @param end position of the closing quote */
function nameAt(text: Buffer, start: number, end: number): string {
  const raw = text.toString('utf8', start, end);
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`);
  } catch {
    // The text is no JSON, as its parser will say.
    return raw;
  }
}

/** @param maxLevels greatest depth of nesting */
export function fieldNames(maxLevels: number) {
  /** The position of the first name of the object at each level. Objects further out have theirs before it. */
  const first = new Int32Array(maxLevels + 2);
  const [hashes, starts, ends]: [number[], number[], number[]] = [[], [], []];
  /** The names of large objects, by level. */
  const sets: (Set<string> | undefined)[] = [];

  return {
    /** Begins an object or an array at a level. @param outerNames number of names of the object around it; 0 for an array */
    open(level: number, outerNames: number): void {
      first[level] = (first[level - 1] ?? 0) + Math.max(outerNames, 0);
      sets[level] = undefined;
    },

    /** True where the object has a field of this name already. @param count number of its fields, this one included */
    hasTwice(text: Buffer, level: number, count: number, start: number, end: number): boolean {
      const begin = first[level] ?? 0;
      const position = begin + count - 1;
      let hash = 0;
      for (let i = start; i < end; i++) {
        const byte = text[i] ?? 0;
        if (byte === BACKSLASH) {
          // The same name can be written with and without an escape.
          hash = 0;
          for (const unit of Buffer.from(nameAt(text, start, end))) hash = (Math.imul(hash, HASH_FACTOR) + unit) | 0;
          break;
        }
        hash = (Math.imul(hash, HASH_FACTOR) + byte) | 0;
      }
      hashes[position] = hash;
      starts[position] = start;
      ends[position] = end;
      const storedName = (index: number) => nameAt(text, starts[index] ?? 0, ends[index] ?? 0);
      if (count <= MAX_COMPARED_FIELDS) {
        for (let other = begin; other < position; other++)
          if (hashes[other] === hash && storedName(other) === storedName(position)) return true;
        return false;
      }
      let set = sets[level];
      if (set === undefined) {
        set = new Set();
        for (let other = begin; other < position; other++) set.add(storedName(other));
        sets[level] = set;
      }
      const size = set.size;
      return set.add(storedName(position)).size === size;
    },
  };
}

const [QUOTE, COMMA] = [0x22, 0x2c];
const [OPEN, CLOSE] = [
  [0x7b, 0x5b],
  [0x7d, 0x5d],
];

/**
 * The JSON pointer of a field. Only a text that is refused is scanned this second time, so that the scan of others keeps no path.
 *
 * @param nameStart position after the opening quote of the name
 */
export function pointerOfName(text: Buffer, nameStart: number): string {
  /** The name or the index at each level. */
  const path: (string | number)[] = [];
  let isName = false;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i] ?? 0;
    const last = path.length - 1;
    if (byte === QUOTE) {
      const start = i + 1;
      for (i++; i < text.length && text[i] !== QUOTE; i++) if (text[i] === BACKSLASH) i++;
      if (isName) path[last] = nameAt(text, start, i);
      isName = false;
      if (start === nameStart) break;
    } else if (byte === COMMA) {
      const key = path[last];
      isName = typeof key === 'string';
      if (typeof key === 'number') path[last] = key + 1;
    } else if (OPEN.includes(byte)) {
      isName = byte === OPEN[0];
      path.push(isName ? '' : 0);
    } else if (CLOSE.includes(byte)) path.pop();
  }
  return path.map((part) => `/${pointerPart(part)}`).join('');
}
