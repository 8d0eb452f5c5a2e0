import { expect } from 'chai';
import type { Launch } from '#engine-gpu/backend/launch';
import { openThreads, type Threads } from '#engine-gpu/backend/threads';
import { compileKernel } from '#engine-gpu/backend/webasm/compile';
import { needsVectors } from '#test/support/vectors';

const launch = (body: string, { outputs = 1, width = 37, rows = 3 }: Partial<Launch> = {}): Launch => ({
  source: `function kernel(a, b, n, m) { ${body} }`,
  arrays: [Float32Array.from({ length: 128 }, (_, i) => i), Float32Array.of(2, 3, 5)],
  numbers: [3, 0.5],
  width,
  rows,
  outputs,
});

/** Kernels on whole numbers, halves and quarters, on which single and double precision agree to the last bit. */
const KERNELS: Readonly<Record<string, string>> = {
  'the indices of a thread': 'return this.thread.x + 1000.0 * this.thread.y;',
  'numbers and elements': 'return a[7] * n + m - b[this.thread.y];',
  'elements at an index that varies by path': 'return a[this.thread.x * 2.0 + 1.0];',
  'every function': `const x = this.thread.x * 0.75 - 9.5;
return Math.floor(x) + 64.0 * Math.ceil(x) + 4096.0 * Math.trunc(x) + Math.abs(x) + Math.sqrt(x * x) + Math.min(x, 2.5) - Math.max(-1.5, x) + Math.min(n, x) * Math.max(x, -x);`,
  'powers of two': `const k = Math.floor(this.thread.x * 1.5 - 7.25); const j = Math.floor(n);
return Math.pow(2.0, k) + Math.pow(2.0, j) * 65536.0 * 65536.0;`,
  'powers of two beyond single precision': `const k = Math.floor(this.thread.x * 20.0 - 360.0);
return Math.min(Math.pow(2.0, k), 2.0) + Math.max(Math.pow(2.0, k), 1.0);`,
  'a choice by a varying and by a uniform test':
    'const x = this.thread.x - 9.0; return (x < 0.0 ? x : n) + (n > 2.0 ? x : 7.0) * (x === 3.0 ? 0.0 : x) + (x >= 5.0 ? 1.0 : 0.0) * (n < 2.0 ? 1.0 : 4.0);',
  'combined tests': `const x = this.thread.x;
return (x > 3.0 && x < 9.0 ? 1.0 : 0.0) + (x < 5.0 || !(x !== 20.0) ? 2.0 : 0.0) + (x > 7.0 && n > 2.0 ? 4.0 : 0.0) + (x <= 7.0 || n > 3.0 ? 8.0 : 0.0);`,
  'an if that some paths take, with a nested if and an else': `let x = this.thread.x; let y = 1.0;
if (x > 4.0) { const twice = x * 2.0; x = twice; if (twice < 20.0) { y = twice; x = x + 1.0; } else { y = -1.0; } } else { y = x; }
return x + 256.0 * y;`,
  'an if whose body changes its test': 'let x = this.thread.x; if (x > 4.0) { x = 0.0; } else { x = 9.0; } return x;',
  'an if that all paths take or none':
    'let y = 0.0; if (n > 2.0) { y = this.thread.x; } else { y = 5.0; } if (m > 2.0) { y = 100.0; } return y;',
  'a loop with a number of iterations that varies by path': `let y = 0.0; const most = this.thread.x * 0.25;
for (let k = 0; k < most; k++) { y = y + k; for (let j = 0; j < k; j++) { y = y + 0.5; } }
return y;`,
  'a loop with the same number of iterations for all paths': `let y = 0.0; let steps = 1.0; const q = this.thread.x;
for (let k = 0; k < n; k++) { for (let j = 1; j <= 2; j++) { y = y + q * a[k * 2 + j]; } steps = steps * 2.0; }
return y + steps;`,
  'a factorial, which exceeds the range of integers':
    'let f = 1.0; for (let k = 1; k <= 20; k++) { f = f * k; } return f * 0.0 + this.thread.x;',
  'names that are declared in several scopes':
    'let y = 0.0; for (let k = 0; k < 2; k++) { const t = k; y = y + t; } for (let k = 5; k < 7; k++) { const t = k * n; y = y + t; } return y;',
};

describe('kernels compiled to WebAssembly', () => {
  let threads = {} as Record<'webasm' | 'cpu', Threads>;
  before(function () {
    needsVectors.call(this);
    threads = { webasm: openThreads('webasm', 1), cpu: openThreads('cpu', 1) };
  });
  after(() => Promise.all(Object.values(threads).map((each) => each.close())));

  for (const [label, body] of Object.entries(KERNELS))
    it(`agree with their JavaScript source on ${label}`, async () => {
      // Rows that end within a vector, and rows of a single thread.
      for (const width of [37, 64, 1]) {
        const one = launch(body, { width });
        expect([...(await threads.webasm.run(one))]).to.deep.equal([...(await threads.cpu.run(one))]);
      }
    });

  it('return several outputs per thread for rows of any width', async () => {
    const one = launch('return [this.thread.x, n, 2.0 * this.thread.x - this.thread.y];', { outputs: 3 });
    expect([...(await threads.webasm.run(one))]).to.deep.equal([...(await threads.cpu.run(one))]);
  });

  it('propagate NaN through minimum and maximum', async () => {
    const root = 'Math.sqrt(this.thread.x - 4.0)';
    for (const text of [
      `Math.max(${root}, 0.0)`,
      `Math.max(0.0, ${root})`,
      `Math.min(${root}, n)`,
      `Math.min(1.0, ${root})`,
      `Math.max(this.thread.x, ${root})`,
    ]) {
      const values = await threads.webasm.run(launch(`return ${text};`));
      expect([...values.subarray(0, 6)].map(Number.isNaN), text).to.deep.equal([true, true, true, true, false, false]);
    }
  });

  it('read an end of an array for an index beyond it', async () => {
    const values = await threads.webasm.run(launch('return a[100.0 * this.thread.x - 100.0] + a[Math.sqrt(this.thread.x - 1.0)];'));
    expect([...values.subarray(0, 3)]).to.deep.equal([127, 0, 101]);
  });

  it('are refused with the construct that is not compiled', () => {
    for (const [body, word] of [
      ['let x = 0.0; x = (x, 1.0); return x;', 'SequenceExpression'],
      ['return Math.exp(a[0]);', 'CallExpression'],
      ['return nothing;', 'called nothing'],
      ['while (n > 2.0) { } return 1.0;', 'WhileStatement'],
      ['for (let k = 0; k < 9; k = k + 2) { } return 1.0;', 'but by ++'],
      ['return n % 2.0;', 'with %'],
      ['return Math.pow(2.0, n);', 'of Math.pow but'],
      ['let x = Math.floor(n); x = x + 0.5; return Math.pow(2.0, x);', 'of Math.pow but'],
      ['if (n > 2.0) { return 1.0; } return 2.0;', 'ReturnStatement'],
      ['let x = n; x = m;', 'ends with no return'],
      ['let x = 0.0; if (n) { x = 1.0; } return x;', 'no test but of a comparison'],
      ['return [n, m];', 'returns 2'],
    ] as const)
      expect(() => compileKernel(`function kernel(a, b, n, m) { ${body} }`, 2, [true, false], 1), body)
        .to.throw(SyntaxError)
        .with.property('message')
        .that.includes(word);
  });
});
