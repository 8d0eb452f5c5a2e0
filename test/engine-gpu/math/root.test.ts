import { expect } from 'chai';
import { bisectedRoot, itpRoot, monotoneRoot, newtonRoot } from '#engine-gpu/math/root';
import { uniforms } from '#test/support/random';

/** The root of f on an interval, and the number of evaluations besides those at its ends. */
async function solve(f: (x: number) => number, from: number, to: number, width: number, enough = 0) {
  let evaluations = 0;
  const counted = async (x: number) => {
    evaluations += 1;
    return f(x);
  };
  const { x, y } = await itpRoot(counted, { x: from, y: f(from) }, { x: to, y: f(to) }, width, enough);
  return { x, y, evaluations };
}

describe('the ITP root finder', () => {
  const WIDTH = 1e-9;
  const bisections = (length: number) => Math.ceil(Math.log2(length / (2 * WIDTH)));

  for (const [name, f, from, to, root] of [
    ['a straight line, rising', (x: number) => 3 * x - 1, 0, 1, 1 / 3],
    ['a straight line, falling', (x: number) => 1 - 3 * x, 0, 1, 1 / 3],
    ['a flat start', (x: number) => (x - 0.1) ** 9, -1, 1, 0.1],
    ['an exponential', (x: number) => Math.exp(20 * x) - 2, -1, 1, Math.LN2 / 20],
    ['a jump', (x: number) => (x < 0.7 ? -1e-3 : 5), 0, 2, 0.7],
  ] as const)
    it(`finds the root of ${name} in at most one evaluation more than bisection`, async () => {
      const { x, evaluations } = await solve(f, from, to, WIDTH);
      expect(x).to.be.closeTo(root, 2 * WIDTH);
      expect(evaluations).to.be.at.most(bisections(to - from) + 1);
    });

  it('needs at most six evaluations where the function is nearly straight', async () => {
    const { evaluations, y } = await solve((x) => 0.85 + 1.6 * x + 0.01 * x * x - 0.95, 0, 1, WIDTH, 1e-8);
    expect(Math.abs(y)).to.be.at.most(1e-8);
    expect(evaluations).to.be.at.most(6);
  });

  it('returns an end of the interval that is a root', async () => {
    expect(await solve((x) => x - 1, 0, 1, WIDTH)).to.include({ x: 1, y: 0, evaluations: 0 });
  });
});

describe("Newton's method", () => {
  it('converges on a convex decreasing function from either side of the root', () => {
    // f = e^(−x) − 2, whose root is −ln 2; in ln f the function is straight and one step would do.
    const step = (x: number) => (Math.exp(-x) - 2) / Math.exp(-x);
    for (const start of [-3, -0.5, 0, 2]) expect(newtonRoot(step, start, () => 1e-9)).to.be.closeTo(-Math.LN2, 1e-15);
  });

  it('stops on a function that is not finite', () => {
    expect(
      newtonRoot(
        () => Number.NaN,
        1,
        () => 1e-9,
      ),
    ).to.be.NaN;
  });
});

describe('bisection', () => {
  it('brackets a sign change by neighbouring doubles, whichever way the function goes', () => {
    for (const sign of [1, -1]) {
      const root = bisectedRoot((x) => sign * (x * x - 2), 0, 2);
      expect(root).to.be.closeTo(Math.SQRT2, Number.EPSILON);
      expect(bisectedRoot((x) => sign * (x * x + 2), 0, 2)).to.equal(undefined);
    }
  });
});

describe('the root of a monotone function', () => {
  const random = uniforms(20261126);
  /** 1 − Σ a e^(−bx), which rises from far below 0, with the number of its evaluations. */
  function drawn() {
    const terms = Array.from({ length: 1 + Math.floor(12 * random()) }, (_, i) => [0.03 + 0.3 * random(), (i + 1) * random()] as const);
    const counted = { evaluations: 0 };
    const f = (x: number): number => {
      counted.evaluations++;
      return terms.reduce((sum, [amount, slope]) => sum - amount * Math.exp(-0.05 * slope * x), 1);
    };
    return { f, counted };
  }

  it('is to the last bit that of bisection, near the hint and far from it, in half of the evaluations', () => {
    let [whole, hinted] = [0, 0];
    for (let i = 0; i < 2_000; i++) {
      const { f, counted } = drawn();
      const root = bisectedRoot(f, -40, 40);
      whole += counted.evaluations;
      counted.evaluations = 0;
      const near = (root ?? 0) + 0.01 * (random() - 0.5);
      expect(monotoneRoot(f, -40, 40, { near, rounding: 1e-15 }), String(i)).to.equal(root);
      hinted += counted.evaluations;
      for (const wrong of [-39, 0, 25, Number.NaN])
        expect(monotoneRoot(f, -40, 40, { near: wrong, rounding: 1e-15 }), String(i)).to.equal(root);
    }
    expect(hinted).to.be.below(0.5 * whole);
  });

  it('is none where the function has the same sign at both ends, as of bisection', () => {
    const f = (x: number): number => 2 + x;
    expect(monotoneRoot(f, -1, 1, { near: 0, rounding: 0 })).to.equal(bisectedRoot(f, -1, 1));
  });
});
