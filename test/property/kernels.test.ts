import { expect } from 'chai';
import { openThreads, type Threads } from '#engine-gpu/backend/threads';
import { xoshiro256 } from '#engine-gpu/random/xoshiro';
import { needsVectors } from '#test/support/vectors';

const SEED = 20_261_121n;
const KERNELS = 100;
/** Width of a row, in points. It is not a multiple of the vector length. */
const ROW_WIDTH = 37;

/**
 * The source of a random kernel. It assigns integers of at most 64 in absolute value, and intermediate results stay below 2^24, so that
 * single and double precision agree to the last bit.
 */
function randomKernel(next: () => bigint): string {
  const upTo = (n: number): number => Number(next() % BigInt(n));
  const pick = <T>(all: readonly T[]): T => all[upTo(all.length)]!;
  const scopes: string[][] = [[]];
  let names = 0;

  const readable = () => ['n', 'm', 'this.thread.x', 'this.thread.y', ...scopes.flat()];
  const leaf = (): string =>
    pick([
      () => `${upTo(9)}.0`,
      () => pick(readable()),
      () => pick(readable()),
      () => `a[${upTo(16)}]`,
      () => `a[${wrapped(pick(readable()))}]`,
    ])();
  /** Clamped to the indices of the array, 0 to 15. */
  const wrapped = (x: string): string => `Math.max(Math.min(Math.floor(${x}), 15.0), 0.0)`;
  const test = (depth: number): string =>
    depth > 0 && upTo(4) === 0
      ? pick([
          () => `(${test(depth - 1)} && ${test(depth - 1)})`,
          () => `(${test(depth - 1)} || ${test(depth - 1)})`,
          () => `!(${test(depth - 1)})`,
        ])()
      : `${value(depth)} ${pick(['<', '<=', '>', '>=', '===', '!=='])} ${value(depth)}`;
  const value = (depth: number): string =>
    depth === 0
      ? leaf()
      : pick([
          leaf,
          () => `(${value(depth - 1)} ${pick(['+', '-'])} ${value(depth - 1)})`,
          () => `(${leaf()} * ${leaf()})`,
          () => `(-${leaf()})`,
          () => `(${leaf()} * 0.5)`,
          () => `Math.${pick(['min', 'max'])}(${value(depth - 1)}, ${value(depth - 1)})`,
          () => `Math.${pick(['floor', 'ceil', 'trunc', 'abs'])}(${value(depth - 1)})`,
          () => `(${test(depth - 1)} ? ${value(depth - 1)} : ${value(depth - 1)})`,
        ])();
  const whole = (): string => `Math.floor(Math.max(Math.min(${value(3)}, 64.0), -64.0))`;

  const settable: string[] = [];
  const block = (depth: number, length: number): string => {
    scopes.push([]);
    const text = Array.from({ length }, () => statement(depth)).join('\n');
    for (const name of scopes.pop() ?? []) if (settable.includes(name)) settable.splice(settable.indexOf(name), 1);
    return text;
  };
  const statement = (depth: number): string => {
    const kind = upTo(depth > 0 ? 6 : 3);
    if (kind === 0 || settable.length === 0) {
      const text = whole();
      const name = `t${names++}`;
      const declaration = pick(['let', 'const']);
      scopes.at(-1)?.push(name);
      if (declaration === 'let') settable.push(name);
      return `${declaration} ${name} = ${text};`;
    }
    if (kind <= 2) return `${pick(settable)} = ${whole()};`;
    if (kind === 3) return `if (${test(2)}) {\n${block(depth - 1, 1 + upTo(3))}\n}`;
    if (kind === 4) return `if (${test(2)}) {\n${block(depth - 1, 1 + upTo(2))}\n} else {\n${block(depth - 1, 1 + upTo(2))}\n}`;
    const [bound, counter] = [`Math.min(${leaf()}, 4.0)`, `t${names++}`];
    const limit = `t${names++}`;
    scopes.push([counter]);
    const body = block(depth - 1, 1 + upTo(3));
    scopes.pop();
    return `const ${limit} = ${bound};\nfor (let ${counter} = 0; ${counter} < ${limit}; ${counter}++) {\n${body}\n}`;
  };

  const text = Array.from({ length: 8 }, () => statement(3)).join('\n');
  return `function kernel(a, n, m) {\n${text}\nreturn [${[0, 1, 2].map(() => pick(readable())).join(', ')}];\n}`;
}

/** Turns −0 into 0, because WebAssembly may compute with integers. */
const oneZero = (value: number): number => value + 0;

describe('random kernels', () => {
  let threads = {} as Record<'webasm' | 'cpu', Threads>;
  before(function () {
    needsVectors.call(this);
    threads = { webasm: openThreads('webasm', 1), cpu: openThreads('cpu', 1) };
  });
  after(() => Promise.all(Object.values(threads).map((each) => each.close())));

  it(`give the same results in WebAssembly as in JavaScript (${KERNELS} kernels from seed ${SEED})`, async () => {
    const next = xoshiro256(SEED);
    for (let k = 0; k < KERNELS; k++) {
      const source = randomKernel(next);
      const arrays = [Float32Array.from({ length: 16 }, (_, i) => (i * 7) % 16)];
      const launch = { source, arrays, numbers: [3, k % 2 === 0 ? 2 : 2.5], width: ROW_WIDTH, rows: 2, outputs: 3 };
      const [ours, theirs] = await Promise.all([threads.webasm.run(launch), threads.cpu.run(launch)]);
      expect(ours.map(oneZero), source).to.deep.equal(theirs.map(oneZero));
    }
  });
});
