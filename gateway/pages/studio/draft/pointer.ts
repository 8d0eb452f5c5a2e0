/** JSON pointers: the value at one, a copy with another value there, and the place in a text that one means. */

export type Path = readonly (string | number)[];

export const pointerOf = (path: Path): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A copy of the value in which another stands at the path; undefined removes what is there. */
export function replaced(value: unknown, [first, ...rest]: Path, next: unknown): unknown {
  if (first === undefined) return next;
  if (Array.isArray(value)) {
    const part = rest.length === 0 ? next : replaced(value[first as number], rest, next);
    return part === undefined ? value.filter((_, index) => index !== first) : value.map((each, index) => (index === first ? part : each));
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const part = rest.length === 0 ? next : replaced(fields[first], rest, next);
  const { [first]: _, ...others } = fields;
  return part === undefined ? others : { ...fields, [first]: part };
}

interface NumberAt {
  readonly path: Path;
  readonly value: number;
}

/** All numbers in a value, with their places. */
export function numbersIn(value: unknown, path: Path = []): NumberAt[] {
  if (typeof value === 'number') return [{ path, value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => numbersIn(part, [...path, Array.isArray(value) ? Number(name) : name]));
}

/** Tokens of JSON: a text in quotes, a mark, or anything else without white space. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * The line, from 0 on, on which a pointer's value begins in a text of JSON; that of the closest part around it where the text has no such
 * value.
 */
export function lineOf(text: string, pointer: string): number {
  const path: (string | number)[] = [];
  let place = 0;
  let longest = -1;
  const see = (offset: number): void => {
    const here = pointerOf(path);
    if (here.length > longest && (pointer === here || pointer.startsWith(`${here}/`))) {
      longest = here.length;
      place = offset;
    }
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isKey = /^\s*:/.test(text.slice(index + token.length)) && token.startsWith('"');
    if (isKey) {
      path[path.length - 1] = JSON.parse(token) as string;
      continue;
    }
    if (token === ':') continue;
    if (token === ',') {
      const last = path.at(-1);
      if (typeof last === 'number') path[path.length - 1] = last + 1;
      continue;
    }
    if (token === '}' || token === ']') {
      path.pop();
      continue;
    }
    see(index);
    if (token === '{') path.push('');
    else if (token === '[') path.push(0);
  }
  return text.slice(0, place).split('\n').length - 1;
}
