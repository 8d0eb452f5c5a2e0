/** The arithmetic of the engine has the same bits wherever it runs: nothing in it has a result that ECMAScript leaves to the implementation. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type AnyNode, parse } from 'acorn';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { sources } from '../support/sources.js';

/** Members of Math with one right result: constants, and functions that are exact or correctly rounded. */
const EXACT = new Set('abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' '));
/** Methods whose result depends on the language of the machine, or on the data that the runtime has of languages. */
const LOCAL = new Set([
  'localeCompare',
  'toLocaleString',
  'toLocaleDateString',
  'toLocaleTimeString',
  'toLocaleUpperCase',
  'toLocaleLowerCase',
]);
/** Objects of functions that the runtime implements as it likes. */
const RUNTIME = new Set(['Math', 'Intl']);
/** A power of two in the text of a kernel, which every backend computes from the bits of its whole exponent. */
const KERNEL_POWER_OF_TWO = 'Math.pow(2.0, ';

/** The functions of Math that the text of a kernel calls and that are not exact. */
const inexactIn = (text: string): string[] =>
  [...text.replaceAll(KERNEL_POWER_OF_TWO, '').matchAll(/\bMath\.(\w+)\(|(?<=[\w)\]] ?)\*\*/g)]
    .filter(([, name]) => name === undefined || !EXACT.has(name))
    .map(([call]) => `${call} in the text of a kernel`);

/** Whatever a compiled file has that may compute other bits on another runtime. */
function inexact(node: AnyNode): string[] {
  if (node.type === 'Identifier') return RUNTIME.has(node.name) ? [node.name] : [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? inexactIn(node.value) : [];
  if (node.type === 'TemplateElement') return inexactIn(node.value.cooked ?? '');
  if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
    const { name } = node.property;
    if (node.object.type === 'Identifier' && node.object.name === 'Math') return EXACT.has(name) ? [] : [`Math.${name}`];
    return [...(LOCAL.has(name) || RUNTIME.has(name) ? [name] : []), ...inexact(node.object)];
  }
  const faults: string[] = 'operator' in node && node.operator.startsWith('**') ? [node.operator] : [];
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const entry of child) if (entry?.type) faults.push(...inexact(entry));
    if (child?.type) faults.push(...inexact(child));
  }
  return faults;
}

const faultsOf = (program: string): string[] => inexact(parse(program, { ecmaVersion: 'latest', sourceType: 'module' }));

describe('arithmetic', () => {
  it('of the engine has the same bits on every machine: its own elementary functions, and no others', () => {
    const files = sources.filter(({ file }) => file.startsWith('engine-gpu/')).map(({ file }) => file.replace(/\.ts$/, '.js'));
    const faults = files.flatMap((file) =>
      faultsOf(readFileSync(path.join(packageRoot, 'dist', file), 'utf8')).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).to.deep.equal([]);
  });

  it('is searched wherever a function of the runtime can stand', () => {
    const faulty = {
      'const y = Math.exp(x);': 'Math.exp',
      'const y = x ** 2;': '**',
      'y **= 2;': '**=',
      'const { log } = Math;': 'Math',
      'xs.map(Math.sin);': 'Math.sin',
      "const y = Math['cos'](x);": 'Math',
      'const f = () => [globalThis.Math.tan(x)];': 'Math',
      'const kernel = `y = Math.log(x);`;': 'Math.log( in the text of a kernel',
      "const kernel = 'y = Math.pow(3.0, n);';": 'Math.pow( in the text of a kernel',
      'names.sort((a, b) => a.localeCompare(b));': 'localeCompare',
    };
    for (const [program, fault] of Object.entries(faulty)) expect(faultsOf(program), program).to.include(fault);
    expect(faultsOf("const y = Math.sqrt(x) * Math.PI; const kernel = 'Math.pow(2.0, n) + Math.floor(x)';")).to.deep.equal([]);
  });
});
