import { expect } from 'chai';
import { EngineFailure } from '#engine-gpu/base/failure';
import { americanOption } from '#engine-gpu/formula/american';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import { americanPriceRequest } from '#engine-gpu/product/option/american';
import type { AmericanPrice } from '#engine-gpu/simulation/exercise/american';
import { defined } from '#services/runtime/defined';
import { table } from '#test/reference/table';
import { priceAmerican } from '#test/support/american-price';
import { type AmericanExpected, type AmericanInputs, americanRow } from '#test/support/american-rows';
import { backend } from '#test/support/backend';
import { numCases } from '#test/support/effort';

const TODAY = '2026-01-05';
const put = { spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' };
/** Value of the put on 50 dates, by convolution on two grids that agree to 2e-8. */
const BERMUDAN = 4.4778111;

describe('an American option by simulation', () => {
  const price = (changes: object = {}, pricer: object = { numPaths: 4096 }, limits: object = {}) =>
    priceAmerican(americanPriceRequest.parse({ ...put, ...changes, pricer }), TODAY, limits, backend);

  table<AmericanInputs, AmericanExpected>('american', async (row) => {
    const { request, check } = americanRow(row);
    check(await priceAmerican(americanPriceRequest.parse(request), TODAY, {}, backend));
  });

  it('has a mean over seeds within 1e-5 of the strike of the optimal value, and an honest standard error', async () => {
    const seeds = Array.from({ length: 8 }, (_, seed) => seed);
    const results: AmericanPrice[] = [];
    for (const seed of seeds) results.push(await price({}, { numPaths: 4096, seed }));
    const errors = results.map((result) => result.price - BERMUDAN);
    const mean = errors.reduce((sum, error) => sum + error, 0) / seeds.length;
    const stated = Math.sqrt(results.reduce((sum, { standardError }) => sum + standardError ** 2, 0) / seeds.length);
    // Measured over 64 seeds: −1e-4. Four standard errors of the mean are added.
    expect(Math.abs(mean)).to.be.below(4e-4 + (4 * stated) / Math.sqrt(seeds.length));
    expect(Math.max(...errors.map(Math.abs))).to.be.below(4 * stated + 4e-4);
    expect(stated).to.be.below(1e-3);
  });

  it('states an error that contains what the fitted policy costs, on many paths', async () => {
    const seeds = Array.from({ length: numCases(20, 5) }, (_, seed) => seed);
    let squares = 0;
    for (const seed of seeds) {
      const { price: actual, standardError } = await price({}, { numPaths: 2 ** 18, seed });
      squares += ((actual - BERMUDAN) / standardError) ** 2;
    }
    // 1.07 is expected of Student's t with 15 degrees of freedom; without the policy's part it is 1.57.
    expect(Math.sqrt(squares / seeds.length)).to.be.at.most(1.4);
  });

  for (const [changes, gap] of [
    [{}, 0.002],
    [{ spot: 44, volatility: 0.4 }, 0.002],
    [{ spot: 40, time: 2 }, 0.003],
    [{ spot: 110, strike: 100, rate: 0.03, dividend: 0.08, optionType: 'call' }, 0.002],
  ] as const)
    it(`lies between its bounds, ${gap * 100} % apart at most, with ${JSON.stringify(changes)}`, async () => {
      const { price: lower, standardError, dualityGap, ...bounds } = await price(changes, { numPaths: 8192, upperBound: true });
      const upperBound = defined(bounds.upperBound, 'the upper bound');
      const noise = 4 * Math.hypot(standardError, upperBound.standardError);
      expect(upperBound.price).to.be.above(lower - noise);
      expect(upperBound.price / lower - 1).to.be.below(gap);
      expect(dualityGap).to.equal(upperBound.price - lower);
      if (Object.keys(changes).length === 0) {
        expect(lower).to.be.below(BERMUDAN + 4 * standardError);
        expect(upperBound.price).to.be.above(BERMUDAN - 4 * upperBound.standardError);
      }
    });

  it('has the derivative of its price in the spot as its delta', async () => {
    const pricer = { numPaths: 16_384 };
    for (const changes of [{}, { spot: 44, volatility: 0.4 }, { spot: 110, strike: 100, rate: 0.03, dividend: 0.08, optionType: 'call' }]) {
      const { delta } = await price(changes, pricer);
      const spot = (changes as { spot?: number }).spot ?? put.spot;
      const priceAt = async (share: number) => (await price({ ...changes, spot: spot * share }, pricer)).price;
      const difference = ((await priceAt(1.01)) - (await priceAt(0.99))) / (0.02 * spot);
      // Each price has its own policy, within 1e-4 of the optimum, which the bump of 2 % of the spot divides.
      expect(delta).to.be.closeTo(difference, 2e-3);
    }
  });

  it('satisfies put-call symmetry: asset and strike, rate and dividend exchanged', async () => {
    const terms = { spot: 90, strike: 100, rate: 0.05, dividend: 0.03, volatility: 0.25, time: 1.5 };
    const mirrored = { ...terms, spot: 100, strike: 90, rate: 0.03, dividend: 0.05 };
    const [one, other] = [await price({ ...terms, optionType: 'put' }), await price({ ...mirrored, optionType: 'call' })];
    const noise = 4 * Math.hypot(one.standardError, other.standardError);
    expect(one.price).to.be.closeTo(other.price, noise + 1e-4 * one.price);
  });

  it('has a boundary that rises to the strike for a put and falls to it for a call', async () => {
    for (const changes of [{}, { optionType: 'call', dividend: 0.06, rate: 0.03 }]) {
      const { exerciseBoundary } = await price(changes);
      const side = 'optionType' in changes ? 1 : -1;
      const distances = exerciseBoundary.map(({ spot }) => side * (spot - put.strike));
      expect(exerciseBoundary[exerciseBoundary.length - 1]!.time).to.be.closeTo(0.98, 1e-12);
      for (const distance of distances) expect(distance).to.be.above(0);
      // The regression leaves one percent of noise from date to date.
      distances.slice(0, -1).forEach((distance, i) => {
        expect(distances[i + 1]).to.be.below(distance + 0.01 * put.strike);
      });
    }
  });

  it('is never exercised early where that earns nothing, and then equals the European option', async () => {
    for (const changes of [
      { optionType: 'call' },
      { rate: 0 },
      { rate: -0.02, dividend: 0.01 },
      { optionType: 'call', dividend: -0.01, rate: 0 },
    ]) {
      const { spot, strike, rate, volatility, time, dividend, optionType } = { ...put, dividend: 0, ...changes };
      const result = await price(changes);
      expect(result.exerciseBoundary).to.deep.equal([]);
      expect(result.price).to.equal(blackScholes(spot, strike, rate, volatility, time, dividend, optionType === 'put' ? -1 : 1));
    }
  });

  it('has two exercise boundaries where the dividend is further below zero than the rate', async () => {
    const terms = { spot: 100, strike: 100, rate: -0.01, dividend: -0.015, volatility: 0.1, time: 5 };
    const { price: value, exerciseBoundary, europeanPrice } = await price(terms);
    expect(value).to.be.above(europeanPrice);
    // Close to expiry the region extends from K r/q, where interest on the strike balances the dividend, to the strike.
    const late = exerciseBoundary[exerciseBoundary.length - 1]!;
    expect(late.spot).to.be.within(95, 100);
    expect(late.farSpot).to.be.within(64, 70);
  });

  it('is exact at expiry and without volatility', async () => {
    const { price: now, numSteps, delta } = await price({ time: 0 });
    expect([now, numSteps, delta]).to.deep.equal([4, 1, -1]);
    expect(await price({ volatility: 0 })).to.include({ price: 4, delta: -1, standardError: 0 });
    // The dividend carries the asset down until interest on the strike balances it.
    const { price: later } = await price({ volatility: 0, spot: 44, dividend: 0.2 }, { numSteps: 1000 });
    const best = Math.log((0.2 * 44) / (0.06 * 40)) / 0.14;
    expect(best).to.be.above(1);
    expect(later).to.be.closeTo(40 * Math.exp(-0.06) - 44 * Math.exp(-0.2), 1e-12);
  });

  it('tends to those limits', async () => {
    expect((await price({ time: 1e-6 })).price).to.be.closeTo(4, 1e-5);
    expect((await price({ volatility: 1e-6 })).price).to.equal(4);
    expect((await price({ spot: 44, time: 1e-6 })).price).to.be.closeTo(0, 1e-9);
  });

  it('equals the value of immediate exercise deep in the money, and is nearly zero far out of it', async () => {
    expect(await price({ spot: 15 })).to.include({ price: 25, delta: -1 });
    const { price: far, delta } = await price({ spot: 120 });
    expect(far).to.be.within(0, 1e-4);
    expect(delta).to.be.within(-1e-4, 0);
  });

  it('increases with the number of exercise dates', async () => {
    const values: AmericanPrice[] = [];
    for (const numSteps of [1, 4, 12, 50, 200]) values.push(await price({}, { numPaths: 8192, numSteps }));
    expect(values[0]!.price).to.be.closeTo(Math.max(values[0]!.europeanPrice, 4), 1e-9);
    values.slice(1).forEach((one, i) => {
      expect(one.price).to.be.above(values[i]!.price - 4 * one.standardError);
    });
    // The upper end is the price under continuous exercise, by an integral equation.
    expect(values[values.length - 1]!.price).to.be.within(4.4835, 4.4866744);
  });

  it('is near the optimal value on more dates than the policy is fitted on', async () => {
    const long = { spot: 100, strike: 120, rate: 0.1, dividend: 0.03, volatility: 0.25, time: 10 };
    const { price: value, standardError, numSteps, exerciseBoundary } = await price(long, { numPaths: 8192 });
    expect([numSteps, exerciseBoundary.length]).to.deep.equal([500, 500]);
    // Reference: convolution on 500 dates, with a grid of a twelfth of a step's standard deviation.
    expect(value).to.be.closeTo(22.96791, 4 * standardError + 3e-4 * 22.96791);
    // Over 200 years interest carries paths far out of the money, so only immediate exercise has value.
    expect((await price({ time: 200, volatility: 0.05 }, { numPaths: 1024, numSteps: 1000 })).price).to.equal(4);
  });

  it('holds for irregular dates, and where fitting paths are hardly ever in the money', async () => {
    const odd = { spot: 99, strike: 100, rate: 0.0586, dividend: -0.006, volatility: 0.3576, time: 0.824851430207491 };
    const terms = { ...odd, sign: -1 } as const;
    const { price: value, standardError } = await price(odd, { numPaths: 4096, numSteps: 41 });
    expect(value).to.be.within(0.99 * americanOption(terms).price, americanOption(terms).price + 4 * standardError);
    const rare = { spot: 260, strike: 100, rate: 0.65, dividend: -0.1, volatility: 0.56, time: 3.3 };
    const seldom = await price(rare, { numPaths: 16_384 });
    // Without regularisation the controls grew to millions and the price lost all its digits.
    expect(seldom.standardError).to.be.below(0.02);
    expect(seldom.price).to.be.below(americanOption({ ...rare, sign: -1 }).price + 5 * seldom.standardError);
  });

  it('stops at the target standard error', async () => {
    const { standardError, numPaths } = await price({}, { numPaths: 2 ** 18, targetStandardError: 0.001 });
    expect(standardError).to.be.below(0.001);
    expect(numPaths).to.be.below(2 ** 16);
  });

  it('adds paths to reach the target where numPaths is left out, and says where the cost limit comes first', async () => {
    // The policy alone leaves 5.6e-5.
    const target = { targetStandardError: 6e-5 };
    const { standardError, numPaths, warnings } = await price({}, target);
    expect(standardError).to.be.at.most(6e-5);
    expect(numPaths).to.be.above(65_536);
    expect(warnings.some((warning) => warning.includes('was not reached'))).to.equal(false);
    const beyond = await price({}, { targetStandardError: 2e-5 });
    expect(beyond.standardError).to.be.above(5e-5);
    expect(beyond.warnings.some((warning) => warning.includes('was not reached'))).to.equal(true);
    const limited = await price({}, { targetStandardError: 1e-7 }, { costLimit: 50 * 2 ** 18 });
    expect(limited.numPaths).to.be.at.most(2 ** 18);
    expect(limited.warnings.some((warning) => warning.includes('was not reached'))).to.equal(true);
  });

  it('repeats bit for bit with the same seed, and differs with another', async () => {
    const [one, again, other] = [await price(), await price(), await price({}, { numPaths: 4096, seed: 7 })];
    expect(again).to.deep.equal(one);
    expect(other.price).not.to.equal(one.price);
  });

  it('is refused above the cost limit, and stops when it is cancelled', async () => {
    const dear = await price({}, { numPaths: 4096 }, { costLimit: 1000 }).catch((error: unknown) => error);
    expect(dear).to.be.instanceOf(EngineFailure).with.property('kind', 'cost');
    const gone = await price({}, {}, { signal: AbortSignal.abort() }).catch((error: unknown) => error);
    expect(gone).to.be.instanceOf(EngineFailure).with.property('kind', 'cancelled');
  });
});
