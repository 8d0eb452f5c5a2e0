import { expect } from 'chai';
import type { Market } from '#engine-gpu/market/market';
import { bumpVolatility } from '#engine-gpu/market/volatility-bump';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { afterTime } from '#engine-gpu/product/contract/shift';
import { composeProgram } from '#engine-gpu/simulation/run/compose';
import { estimate, mean, priceContract, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { planFor } from '#engine-gpu/simulation/run/plan';
import { changesOf, type Scenario } from '#engine-gpu/simulation/run/scenarios';
import { backend } from '#test/support/backend';
import { sum } from '#test/support/contract-rows';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { average, barrier, EVERY_STRUCTURE, optionOn, THREE_ASSETS } from '#test/support/every-structure';

/** Single precision leaves the mean of a price off by 2e-9 of the spot, and this is the difference of two. */
const ROUNDING = 1e-8;
const LARGEST_SPOT = 1500;

const numPaths = 2 ** 12;
const HESTON = { type: 'heston', v0: 0.04, kappa: 2, theta: 0.06, sigma: 0.4, rho: -0.7 } as const;
const DAY = 1 / 365;

const atSpot = (spot: number): Scenario => ({
  market: { ...THREE_ASSETS, assets: THREE_ASSETS.assets.map((asset, i) => (i === 0 ? { ...asset, spot } : asset)) },
});
const atRate = (rate: number): Scenario => ({ market: { ...THREE_ASSETS, curve: { ...THREE_ASSETS.curve, zeroRates: [rate] } } });
const higherVolatility: Scenario = { market: { ...THREE_ASSETS, assets: THREE_ASSETS.assets.map((asset) => bumpVolatility(asset, 0.01)) } };
const oneDayLater: Scenario = { market: THREE_ASSETS, passed: DAY };

describe('scenarios of a contract', () => {
  const changes = (contract: Contract, scenarios: readonly Scenario[], paths = numPaths) =>
    changesOf(planFor(contract, THREE_ASSETS), contract, scenarios, { numPaths: paths }, backend);
  const spread = (values: Float64Array) => Math.max(...values.map(Math.abs));

  for (const label of ['a call', 'a discrete knock-out', 'a continuous knock-out', 'an autocall', 'an arithmetic average', 'a cliquet'])
    it(`equal the differences of separate prices on the same lattice points, for ${label}`, async () => {
      const contract = EVERY_STRUCTURE[label]!;
      const scenarios = [atSpot(101), atSpot(99), atRate(0.0301), higherVolatility, oneDayLater];
      const actual = await changes(contract, scenarios);
      for (const [k, { market, passed = 0 }] of scenarios.entries()) {
        const { means } = await estimate(composeProgram(planFor(afterTime(contract, passed), market)), { numPaths }, backend);
        const apart = means.map((value, r) => value - actual.centre.means[r]! - actual.changes[k]![r]!);
        expect(spread(apart), `scenario ${k}`).to.be.at.most(ROUNDING * LARGEST_SPOT);
      }
    });

  it('add up over the parts of a contract that is too large to share a kernel', async () => {
    const parts = Array.from({ length: 10 }, (_, i) => barrier(EVERY_STRUCTURE['a call']!, 80 + i, 'down', 'knock_out'));
    const scenarios = [atSpot(101), higherVolatility, oneDayLater];
    const whole = await changes(sum(...parts.map((part): [number, Contract] => [1, part])), scenarios);
    const each = await Promise.all(parts.map((part) => changes(part, scenarios)));
    scenarios.forEach((_, k) => {
      const apart = whole.changes[k]!.map((change, r) => change - each.reduce((total, one) => total + one.changes[k]![r]!, 0));
      expect(spread(apart)).to.be.at.most(parts.length * ROUNDING * 100);
    });
  });

  it('keep each choice where the spot is unchanged, and decide anew by the same policy where it moves', async () => {
    const contract = EVERY_STRUCTURE['a choice between paths yet to come']!;
    const paths = 2 ** 15;
    const actual = await changes(contract, [atSpot(103), atSpot(97), higherVolatility], paths);
    const price = async ({ market }: Scenario) => priceContract(contract, market, { numPaths: paths }, backend);
    const [up, down, centre, higher] = [
      await price(atSpot(103)),
      await price(atSpot(97)),
      await price({ market: THREE_ASSETS }),
      await price(higherVolatility),
    ];
    const refitted = [up.price - centre.price, down.price - centre.price, higher.price - centre.price];
    refitted.forEach((change, k) => {
      // Separately fitted policies differ from the optimum, each in its own way: to second order, by 1e-3 of the spot here.
      const allowed = STANDARD_ERRORS * (standardErrorOf(actual.changes[k]!) + 0.01) + 0.1;
      expect(Math.abs(mean(actual.changes[k]!) - change), `scenario ${k}`).to.be.at.most(allowed);
    });
    // Decided anew, a tenth of a percent of the paths would change sides at a cost of several units each.
    expect(standardErrorOf(actual.changes[2]!)).to.be.below(0.02);
  });

  it('compute theta on the same random inputs under a model with discretisation error, with dates between its steps', async () => {
    const market: Market = {
      ...THREE_ASSETS,
      assets: THREE_ASSETS.assets.map(({ name, spot, dividend }) => ({ name, spot, dividend, model: HESTON })),
    };
    const contract = optionOn(average([1 / 4, 1 / 3, 1 / 2, 1]), 100, 1);
    const { centre, changes: actual } = await changesOf(
      planFor(contract, market),
      contract,
      [{ market, passed: DAY }],
      { numPaths },
      backend,
    );
    expect(standardErrorOf(actual[0]!)).to.be.below(0.03 * standardErrorOf(centre.means));
    const paths = 2 ** 16;
    const [now, then] = [
      await priceContract(contract, market, { numPaths: paths }, backend),
      await priceContract(afterTime(contract, DAY), market, { numPaths: paths }, backend),
    ];
    const allowed = STANDARD_ERRORS * (standardErrorOf(actual[0]!) + now.standardError + then.standardError);
    expect(Math.abs(mean(actual[0]!) - (then.price - now.price))).to.be.at.most(allowed);
    expect(mean(actual[0]!)).to.be.within(-0.05, 0);
  });

  it('compute theta by the plain estimator on both sides where the other estimator does not serve one day later', async () => {
    const note: Contract = {
      type: 'autocall',
      assets: [0],
      initialFixings: [100],
      times: [DAY, 0.5, 1],
      callBarrier: 1,
      couponBarrier: 0.8,
      protectionBarrier: 0.6,
      couponRate: 0.05,
      memory: false,
    };
    const plan = planFor(note, THREE_ASSETS);
    expect(plan.estimator?.name).to.equal('terminal integration');
    expect(planFor(afterTime(note, DAY), THREE_ASSETS).estimator).to.equal(undefined);
    const { changes: actual } = await changesOf(plan, note, [oneDayLater], { numPaths }, backend);
    const paths = 2 ** 16;
    const [now, then] = [
      await priceContract(note, THREE_ASSETS, { numPaths: paths }, backend),
      await priceContract(afterTime(note, DAY), THREE_ASSETS, { numPaths: paths }, backend),
    ];
    const allowed = STANDARD_ERRORS * (standardErrorOf(actual[0]!) + now.standardError + then.standardError);
    expect(Math.abs(mean(actual[0]!) - (then.price - now.price))).to.be.at.most(allowed);
    // At the money on its first date today, the note is always called; one day earlier, in half of all cases.
    expect(Math.abs(mean(actual[0]!))).to.be.above(10 * standardErrorOf(actual[0]!));
  });

  it('report the price of the best estimator, and use a continuous estimator for the changes', async () => {
    const weeks = Array.from({ length: 52 }, (_, i) => (i + 1) / 52);
    const contract = barrier(EVERY_STRUCTURE['a call']!, 90, 'down', 'knock_out', weeks);
    expect(planFor(contract, THREE_ASSETS).estimator?.name).to.equal('barrier control variate');
    const { centre, changes: actual } = await changes(contract, [atRate(0.0301)]);
    const { price } = await priceContract(contract, THREE_ASSETS, { numPaths }, backend);
    expect(mean(centre.means)).to.equal(price);
    // The barrier control variate, which jumps with the date of the first crossing, gives 2.6.
    expect(standardErrorOf(actual[0]!) / 1e-4).to.be.below(0.3);
  });
});
