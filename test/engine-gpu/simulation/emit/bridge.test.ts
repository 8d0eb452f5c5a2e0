import { expect } from 'chai';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { brownianBridge, type Construction, stepByStep } from '#engine-gpu/simulation/emit/bridge';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { autocall, barrier, boundedOn, THREE_ASSETS } from '#test/support/every-structure';

const GRIDS = {
  'one step': [0.7],
  'two steps': [0.2, 1],
  'an event of today': [0, 0.5, 1, 1.5],
  'today alone': [0],
  'irregular dates': [0.01, 0.02, 0.3, 1, 1.1, 4, 4.5],
  'weeks of a year': Array.from({ length: 52 }, (_, i) => (i + 1) / 52),
  'one step more than a power of two': Array.from({ length: 65 }, (_, i) => (i + 1) / 65),
};

/** The coefficients of W at the end of each step on the normals. */
function loadings({ draws, recalled }: Construction): (readonly number[])[] {
  const zeros: readonly number[] = draws.map(() => 0);
  const remembered = new Map<number, readonly number[]>();
  let now = zeros;
  return Array.from(recalled, (level, step) => {
    let end = remembered.get(level) ?? zeros;
    draws.forEach((draw, normal) => {
      if (draw.step !== step) return;
      end = end.map((x, k) => now[k]! + draw.weight * (x - now[k]!) + (k === normal ? draw.deviation : 0));
      remembered.set(draw.level, end);
    });
    now = end;
    return end;
  });
}

describe('constructions of a Brownian path', () => {
  for (const [name, times] of Object.entries(GRIDS))
    it(`have the covariance of Brownian motion on ${name}`, () => {
      for (const construction of [brownianBridge(times), stepByStep(times)]) {
        const values = loadings(construction);
        times.forEach((s, i) => {
          times.forEach((t, j) => {
            const covariance = values[i]!.reduce((sum, x, k) => sum + x * values[j]![k]!, 0);
            // Rounding of at most 65 terms, each below the time.
            expect(covariance).to.be.closeTo(Math.min(s, t), 1e-13);
          });
        });
      }
    });

  it('halve the variance from each level of the bridge to the next', () => {
    const { draws, levels } = brownianBridge(Array.from({ length: 64 }, (_, i) => (i + 1) / 64));
    expect(levels).to.equal(6);
    expect(draws).to.have.length(64);
    for (const { level, deviation } of draws) expect(deviation ** 2).to.be.closeTo(level === 0 ? 1 : 2 ** -(level + 1), 1e-15);
  });

  it('are incremental for contracts on period returns alone, and a bridge for all others', () => {
    const returns = boundedOn({ type: 'returns', asset: 0, times: [0.5, 1], floor: 0 }, 1);
    const drawn = (contract: Contract) => planFor(contract, THREE_ASSETS).construction;
    expect(drawn(returns)).to.equal(stepByStep);
    expect(drawn(sum([2, returns], [-1, returns]))).to.equal(stepByStep);
    for (const contract of [sum([1, returns], [1, vanilla(100, 1)]), barrier(returns, 90, 'down', 'knock_out'), autocall])
      expect(drawn(contract)).to.equal(brownianBridge);
  });

  describe('by a bridge', () => {
    const dates = Array.from({ length: 52 }, (_, i) => (i + 1) / 52);
    const market = flatMarket(0.03, [{ spot: 100, volatility: 0.3, dividend: 0.02 }]);
    for (const [label, contract, under, gain] of [
      ['a barrier at 52 dates', barrier(vanilla(100, 1), 90, 'down', 'knock_out', dates), market, 2],
      ['an autocall on three assets', autocall, THREE_ASSETS, 1.3],
    ] as const)
      it(`give the same price of ${label} with less variance`, async () => {
        const plan = planFor(contract, under);
        const run = async (construction: typeof brownianBridge) => {
          const variances: number[] = [];
          const prices: number[] = [];
          for (let seed = 1; seed <= 8; seed++) {
            const { means } = await estimate(
              composeProgram({ ...plan, estimator: undefined, construction }),
              { numPaths: 2 ** 14, seed },
              backend,
            );
            variances.push(standardErrorOf(means) ** 2);
            prices.push(mean(means));
          }
          const average = (values: number[]) => mean(Float64Array.from(values));
          return { price: average(prices), variance: average(variances), error: Math.sqrt(average(variances) / 8) };
        };
        const [bridge, steps] = [await run(brownianBridge), await run(stepByStep)];
        // The difference of two independent means exceeds 4 standard errors once in 16 000.
        expect(Math.abs(bridge.price - steps.price)).to.be.below(4 * Math.hypot(bridge.error, steps.error));
        expect(steps.variance / bridge.variance).to.be.above(gain);
      });
  });
});
