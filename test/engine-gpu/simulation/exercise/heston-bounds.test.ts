import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { type HeldValues, type HestonOption, hestonFiniteDifferences } from '#engine-gpu/method/heston-finite-differences';
import { hestonBounds } from '#engine-gpu/simulation/exercise/heston-bounds';
import { type HestonStep, hestonSteps, lagrange, NODES, SPOT_RULE } from '#engine-gpu/simulation/exercise/heston-step';
import { mean, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { defined } from '#services/runtime/defined';
import { STANDARD_ERRORS } from '#test/support/estimates';

const put: HestonOption = {
  parameters: { v0: 0.04, kappa: 1.5, theta: 0.05, sigma: 0.8, rho: -0.7 },
  spot: 100,
  strike: 100,
  rate: 0.05,
  dividend: 0.02,
  time: 1,
  sign: -1,
  exercise: [0.25, 0.5, 0.75, 1],
};
const LAYOUT = { shifts: 16, log2Points: 5 };

describe('a step of Heston in double precision', () => {
  const dt = 1 / 64;
  const [step] = hestonSteps(put, [dt]);
  const { kappa, theta } = put.parameters;
  const weights = new Float64Array(NODES);
  /** The scheme is quadratic from the first variance, and exponential from the second. */
  const starts = [0.08, 0.001];
  const over = (figureOf: (step: HestonStep, weight: number, node: number) => number): number => {
    let sum = 0;
    for (let node = 0; node < NODES; node++) {
      step!.node(node);
      sum += figureOf(step!, weights[node]!, node);
    }
    return sum;
  };

  it('has the exact mean of the variance by its quadrature', () => {
    for (const start of starts) {
      step!.from(start, weights);
      expect(over((step, weight) => weight * step.next())).to.be.closeTo(theta + (start - theta) * Math.exp(-kappa * dt), 1e-15);
    }
  });

  it('keeps the forward a martingale, to the accuracy of the quadrature', () => {
    for (const start of starts) {
      step!.from(start, weights);
      const grown = over((step, weight) =>
        SPOT_RULE.nodes.reduce((sum, node, k) => sum + weight * SPOT_RULE.weights[k]! * Math.exp(step.change(node)), 0),
      );
      expect(grown).to.be.closeTo(Math.exp((put.rate - put.dividend) * dt), 1e-7);
    }
  });

  it('interpolates at its nodes, and constants everywhere', () => {
    const shares = new Float64Array(NODES);
    for (const start of starts)
      for (const z of [-3, -1, 0, 0.5, 2, 4]) {
        step!.from(start, weights);
        step!.draw(z, shares);
        expect(shares.reduce((sum, share) => sum + share)).to.be.closeTo(1, 1e-12);
        const drawn = step!.next();
        expect(over((step, _, node) => shares[node]! * step.next())).to.be.closeTo(drawn, 1e-12);
      }
    lagrange(SPOT_RULE.nodes, SPOT_RULE.nodes[1]!, shares, 0);
    expect([...shares].map(Math.abs)).to.deep.equal([0, 1, 0, 0, 0]);
  });
});

describe('simulated bounds of an American option under Heston', () => {
  let price = 0;
  let heldValues: HeldValues;
  before(async () => {
    const solved = await hestonFiniteDifferences(put, { keepValues: true });
    price = solved.price;
    heldValues = defined(solved.held, 'the values on the grid');
  });
  const bounds = (values: HeldValues, option = put) => hestonBounds(option, values, LAYOUT, 42);

  it('lie within 0.1 % of each other, on either side of the price', async () => {
    const { lower, upper } = await bounds(heldValues);
    expect(mean(lower)).to.be.at.most(price + STANDARD_ERRORS * standardErrorOf(lower));
    expect(mean(upper)).to.be.at.least(price - STANDARD_ERRORS * standardErrorOf(upper));
    expect(mean(upper) - mean(lower)).to.be.within(0, 1e-3 * price);
  });

  it('remain bounds where the values that they follow are wrong', async () => {
    const wrong: readonly ((value: number, k: number) => number)[] = [
      () => 0,
      (value) => 0.8 * value,
      (value, k) => value + 0.02 * Math.sin(k),
    ];
    for (const terms of wrong) {
      const { lower, upper } = await bounds({ ...heldValues, values: heldValues.values.map((row) => row.map(terms)) });
      expect(mean(lower)).to.be.at.most(price + STANDARD_ERRORS * standardErrorOf(lower));
      expect(mean(upper)).to.be.at.least(price - STANDARD_ERRORS * standardErrorOf(upper));
      expect(mean(upper) - mean(lower)).to.be.above(1e-3 * price);
    }
  });

  it('repeat for a seed, and stop when cancelled', async () => {
    expect(await bounds(heldValues)).to.deep.equal(await bounds(heldValues));
    const failure = await hestonBounds(put, heldValues, LAYOUT, 42, AbortSignal.abort()).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineFailure);
  });
});
