import { expect } from 'chai';
import { findRoot } from '#engine-gpu/math/root';

/** The root of f on an interval, and how many values it took beyond those of its ends. */
async function solve(f: (x: number) => number, from: number, to: number, width: number, enough = 0) {
  let evaluations = 0;
  const counted = async (x: number) => {
    evaluations += 1;
    return f(x);
  };
  const { x, y } = await findRoot(counted, { x: from, y: f(from) }, { x: to, y: f(to) }, width, enough);
  return { x, y, evaluations };
}

describe('a root', () => {
  const WIDTH = 1e-9;
  const bisections = (length: number) => Math.ceil(Math.log2(length / (2 * WIDTH)));

  for (const [name, f, from, to, root] of [
    ['a straight line, rising', (x: number) => 3 * x - 1, 0, 1, 1 / 3],
    ['a straight line, falling', (x: number) => 1 - 3 * x, 0, 1, 1 / 3],
    ['a flat start', (x: number) => (x - 0.1) ** 9, -1, 1, 0.1],
    ['an exponential', (x: number) => Math.exp(20 * x) - 2, -1, 1, Math.LN2 / 20],
    ['a jump', (x: number) => (x < 0.7 ? -1e-3 : 5), 0, 2, 0.7],
  ] as const)
    it(`of ${name} is found within one evaluation of bisection's number`, async () => {
      const { x, evaluations } = await solve(f, from, to, WIDTH);
      expect(x).to.be.closeTo(root, 2 * WIDTH);
      expect(evaluations).to.be.at.most(bisections(to - from) + 1);
    });

  it('of what is nearly straight takes a handful of evaluations', async () => {
    const { evaluations, y } = await solve((x) => 0.85 + 1.6 * x + 0.01 * x * x - 0.95, 0, 1, WIDTH, 1e-8);
    expect(Math.abs(y)).to.be.at.most(1e-8);
    expect(evaluations).to.be.at.most(6);
  });

  it('at an end of the interval is that end', async () => {
    expect(await solve((x) => x - 1, 0, 1, WIDTH)).to.include({ x: 1, y: 0, evaluations: 0 });
  });
});
