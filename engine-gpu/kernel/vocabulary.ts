/**
 * What a kernel's text may say. A text that came from elsewhere is compiled only if it says no more: it computes with its parameters
 * and its own variables, calls nothing but functions of Math, and can reach nothing else of the process.
 */

const WORDS = new Set(['function', 'kernel', 'const', 'let', 'for', 'if', 'else', 'return', 'this', 'Math']);
/** The words that a bracket may follow: all other calls are of Math. */
const BEFORE_BRACKETS = new Set(['kernel', 'for', 'if', 'return', 'else']);
const MEMBERS = /^(Math\.(abs|floor|max|min|pow|sqrt)|this\.thread\.[xy])$/;

/** A number, a chain of names, or a sign; no quotes, comments, regular expressions or templates. */
const TOKEN =
  /\s+|(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?(?![\w.]))|(?<name>[A-Za-z_]\w*(?:\.\w+)*)|(?<sign>[-+*%<>=?:;,(){}[\]!&|]|\/(?![/*]))/y;

/** @returns the first thing in a text that no kernel says; undefined where there is none */
export function strangeToKernels(source: string): string | undefined {
  const declared = new Set(parametersOf(source));
  for (const [, name] of source.matchAll(/\b(?:const|let)\s+(\w+)\s*=/g)) declared.add(name!);
  let before = '';
  for (let at = 0; at < source.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(source);
    if (match === null) return source.slice(at, at + 20);
    const { number, name, sign } = match.groups!;
    const token = number ?? name ?? sign;
    if (token === undefined) continue;
    if (name !== undefined && !MEMBERS.test(name) && !WORDS.has(name) && !declared.has(name)) return name;
    if (name === 'function' && before !== '') return name;
    if (token === '(' && isCallee(before)) return `${before}(`;
    before = token;
  }
  return undefined;
}

const parametersOf = (source: string): string[] =>
  (/^function kernel\(([\w\s,]*)\)/.exec(source)?.[1] ?? '').split(',').map((name) => name.trim());

/** What stands before a bracket that opens a call, of anything but a function of Math. */
const isCallee = (before: string): boolean =>
  before === ')' || before === ']' || (/^[A-Za-z_]/.test(before) && !BEFORE_BRACKETS.has(before) && !/^Math\./.test(before));
