import { type AnyNode, parseExpressionAt, tokenizer } from 'acorn';
import { expect } from 'chai';
import fc from 'fast-check';
import { compileKernel } from '#engine-gpu/backend/webasm/compile';

const SEED = 20_261_122;
const MUTANTS = 4_000;

declare const WebAssembly: {
  readonly validate: (bytes: Uint8Array) => boolean;
  readonly Module: { new (bytes: Uint8Array): object; imports(module: object): object[]; exports(module: object): object[] };
};

/** Kernels as the engine writes them, from which the mutants are made. */
const KERNELS = [
  'function kernel(a, n, m) { let s = 0.0; for (let i = 0; i < n; i++) { s = s + a[i] * m; } return s; }',
  'function kernel(a, n, m) { const k = Math.floor(m); let x = a[this.thread.x]; if (x > 0.5 && !(n < 2.0)) { x = -x; } else { x = Math.sqrt(x); } return [x, Math.pow(2, k), k]; }',
  'function kernel(a, n, m) { let y = n === m ? a[0] : Math.max(Math.min(a[1], 3.0), this.thread.y); for (let j = 0; j < 4; j++) { const t = j * y; if (t >= 7.0) { y = t - 1.0; } } return y; }',
];

/** Code that somebody would write who wanted out of a kernel, and whatever else JavaScript has. */
const HOSTILE = [
  ...['constructor', 'kernel.constructor', '{constructor}', '__proto__', 'this', 'this.constructor', 'arguments', 'globalThis', 'process'],
  ...[
    'Function',
    'eval',
    'require',
    'import("fs")',
    'new',
    'Date',
    'a.length',
    'a["x"]',
    'Math["floor"]',
    'Math.constructor',
    'Math.random()',
  ],
  ...['false', '"text"', '`text`', '/x/', '1n', 'null', 'undefined', '0x10', '[]', '{}', '()=>1', 'function(){}', 'class{}'],
  ...[
    'while(1){}',
    'do{}while(1)',
    'for(;;){}',
    'for(const k in a){}',
    'for(const k of a){}',
    'break',
    'continue',
    'label:',
    'switch(n){}',
  ],
  ...['try{}catch{}', 'throw 1', 'with(a){}', 'debugger', 'delete', 'typeof', 'void', 'await', 'yield', 'async', '...a', 'a?.b', 'n??m'],
  ...[
    '+=',
    '**',
    '%',
    '>>>',
    '|',
    '^',
    '~',
    '==',
    ',',
    ';',
    '=',
    '--',
    '++',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '//',
    '/*',
    '\\u0061',
    '\u2028',
  ],
];

const tokens = (source: string): string[] =>
  [...tokenizer(source, { ecmaVersion: 2022 })].map(({ start, end }) => source.slice(start, end));

const mutant = fc
  .record({
    kernel: fc.constantFrom(...KERNELS.map(tokens)),
    edits: fc.array(
      fc.record({
        at: fc.nat(200),
        kind: fc.constantFrom('replace', 'insert', 'delete', 'repeat'),
        token: fc.oneof(fc.constantFrom(...HOSTILE), fc.constantFrom(...KERNELS.flatMap(tokens))),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ kernel, edits }) => {
    const words = [...kernel];
    for (const { at: position, kind, token } of edits) {
      const place = position % words.length;
      if (kind === 'replace') words[place] = token;
      else if (kind === 'insert') words.splice(place, 0, token);
      else if (kind === 'repeat') words.splice(place, 0, words[place]!);
      else if (words.length > 1) words.splice(place, 1);
    }
    return words.join(' ').replaceAll(' . ', '.');
  });

/** Everything that a kernel may consist of, read off its syntax tree and not with the reader that is tested. */
function foreign(node: AnyNode, source: string): string[] {
  const names: string[] = [];
  const declared = new Set<string>();
  const visit = (node: AnyNode): void => {
    const text = source.slice(node.start, node.end).replaceAll(' ', '');
    if (!ALLOWED.has(node.type)) names.push(`${node.type}: ${text}`);
    if (node.type === 'CallExpression') {
      const callee = source.slice(node.callee.start, node.callee.end).replaceAll(' ', '');
      if (!/^Math\.(floor|ceil|trunc|abs|sqrt|min|max|pow)$/.test(callee)) names.push(`calls ${callee}`);
      node.arguments.forEach(visit);
      return;
    }
    if (node.type === 'MemberExpression') {
      if (/^this\.thread\.[xy]$/.test(text)) return;
      if (node.object.type !== 'Identifier' || node.object.name !== 'a' || !node.computed) names.push(`reads ${text}`);
      visit(node.property as AnyNode);
      return;
    }
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') declared.add(node.id.name);
    if (node.type === 'Identifier' && !declared.has(node.name) && !['n', 'm', 'a'].includes(node.name)) names.push(`names ${node.name}`);
    if (node.type === 'Literal' && typeof node.value !== 'number') names.push(`has ${text}`);
    for (const [key, value] of Object.entries(node)) {
      if (key === 'id' && node.type === 'FunctionExpression') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && typeof (child as AnyNode).type === 'string') visit(child as AnyNode);
    }
  };
  if (node.type !== 'FunctionExpression') return [`${node.type}`];
  for (const parameter of node.params) if (parameter.type === 'Identifier') declared.add(parameter.name);
  visit(node);
  return names;
}

const ALLOWED: ReadonlySet<string> = new Set([
  ...['FunctionExpression', 'Identifier', 'BlockStatement', 'VariableDeclaration', 'VariableDeclarator', 'ExpressionStatement'],
  ...['AssignmentExpression', 'IfStatement', 'ForStatement', 'UpdateExpression', 'ReturnStatement', 'ArrayExpression', 'Literal'],
  ...['UnaryExpression', 'BinaryExpression', 'LogicalExpression', 'ConditionalExpression', 'CallExpression', 'MemberExpression'],
]);

describe('the reader of kernels', () => {
  it(`accepts nothing beyond its grammar, and fails as a syntax error (${MUTANTS} mutants from seed ${SEED})`, () => {
    let accepted = 0;
    fc.assert(
      fc.property(mutant, (source) => {
        let bytes: Uint8Array;
        try {
          ({ bytes } = compileKernel(source, 1, [false, false], source.includes('Math.pow') ? 3 : 1));
        } catch (error) {
          expect(error, source).to.be.instanceOf(SyntaxError);
          return;
        }
        // A truth value in the place of a number: the runtime refuses the module, and the next backend is asked.
        if (!WebAssembly.validate(bytes)) return;
        accepted++;
        expect(foreign(parseExpressionAt(source, 0, { ecmaVersion: 2022 }) as AnyNode, source), source).to.deep.equal([]);
        const module = new WebAssembly.Module(bytes);
        // It can reach the memory of its numbers, and nothing else.
        expect(WebAssembly.Module.imports(module)).to.deep.equal([{ module: 'env', name: 'memory', kind: 'memory' }]);
        expect(WebAssembly.Module.exports(module)).to.deep.equal([{ name: 'run', kind: 'function' }]);
      }),
      { numRuns: MUTANTS, seed: SEED },
    );
    // Enough mutants are kernels still, so that what is accepted is tested too.
    expect(accepted).to.be.greaterThan(MUTANTS / 200);
  });

  for (const hostile of [
    'function kernel(a, n, m) { const { constructor } = kernel; return constructor; }',
    'function kernel(a, n, m) { return kernel.constructor("return process")(); }',
    'function kernel(a, n, m) { return [this.thread.x][0]; }',
    'function kernel(a, n, m) { while (n < m) { n = n; } return 1.0; }',
    'function kernel(a, n, m) { for (let i = 0; i < n; i--) { } return 1.0; }',
    'function kernel(a, n, m) { return a[(() => 1)()]; }',
    '(function kernel(a, n, m) { return 1.0; }, process.exit())',
  ])
    it(`refuses ${hostile}`, () => {
      expect(() => compileKernel(hostile, 1, [false, false], 1)).to.throw(SyntaxError);
    });
});
