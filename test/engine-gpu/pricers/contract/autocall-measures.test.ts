import { expect } from 'chai';
import type { EngineFailure } from '#engine-gpu/base/failure';
import { normalCdf } from '#engine-gpu/math/normal';
import { priceStructured, solveStructured } from '#engine-gpu/pricers/contract/autocall-measures';
import type { PricerTools } from '#engine-gpu/pricers/definition/pricer';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { structuredPriceRequest, structuredSolveRequest } from '#engine-gpu/product/note/structured';
import { priceContract, type RunLimits } from '#engine-gpu/simulation/run/monte-carlo';
import { rowsOf } from '#test/reference/table';
import { backend } from '#test/support/backend';
import type { AutocallRow } from '#test/support/contract-rows';
import { structuredRow } from '#test/support/structured-rows';

const TODAY = '2026-01-05';
const numPaths = 2 ** 14;

const market = { spot: 100, volatility: 0.25, dividend: 0.02, rate: 0.03, valuationDate: TODAY };
const terms = {
  type: 'worst_of_autocall',
  productType: 'phoenix',
  underlyings: ['SPX'],
  callBarrier: 1,
  couponBarrier: 0.7,
  protectionBarrier: 0.6,
  couponRate: 0.06,
  memoryCoupon: false,
  observationDates: ['2027-01-05', '2028-01-05', '2029-01-05'],
};

describe('an autocall priced as a structured product', () => {
  const tools = (limits: RunLimits = {}): PricerTools => ({ run: (compute) => compute(limits, backend) });
  const priced = async (request: object) => (await priceStructured(structuredPriceRequest.parse(request), TODAY, tools())).result;
  const price = (product: object, pricer: object = { numPaths }, world: object = market) =>
    priced({ product: { ...terms, ...product }, market: world, pricer });
  const solve = async (solveFor: string, targetPrice: number, product: object = {}, pricer: object = { numPaths }) => {
    const request = structuredSolveRequest.parse({ product: { ...terms, ...product }, market, pricer, solveFor, targetPrice });
    return (await solveStructured(request, TODAY, tools())).result;
  };

  for (const row of rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall'))
    it(`has the price and the probabilities of reference row ${row.id}`, async () => {
      const { request, check } = structuredRow(row);
      check(await priced(request));
    });

  for (const pricer of [{ numPaths }, { numPaths, targetStandardError: 0.005 }, { numPaths: 100, numSteps: 20, seed: 7 }])
    it(`has exactly the price of the same contract, with ${JSON.stringify(pricer)}`, async () => {
      const { notional: _, ...spec } = structuredPriceRequest.parse({ product: terms, market }).product;
      const { contract, market: resolved } = resolveContract(spec, market, TODAY);
      expect(await price({}, pricer)).to.include(
        (({ price, standardError, numPaths }) => ({ price, standardError, numPaths }))(
          await priceContract(contract, resolved, pricer, backend),
        ),
      );
    });

  it('has a price proportional to its notional and probabilities that do not depend on it', async () => {
    const [one, many] = [await price({}), await price({ notional: 1e6 })];
    for (const amount of ['price', 'standardError', 'expectedCoupons'] as const) expect(many[amount]).to.equal(1e6 * one[amount]);
    for (const statistic of ['callProbabilities', 'expectedLife', 'protectionBreachProbability'] as const)
      expect(many[statistic]).to.deep.equal(one[statistic]);
  });

  it('reads a target standard error in units of its notional', async () => {
    const unit = await price({}, { numPaths, targetStandardError: 0.005 });
    expect((await price({ notional: 1000 }, { numPaths, targetStandardError: 5 })).numPaths).to.equal(unit.numPaths);
    expect(unit.numPaths).to.be.below(numPaths);
  });

  it('with one date has call and breach probabilities given by the normal distribution', async () => {
    const [time, protection] = [2, 0.8];
    const { callProbabilities, protectionBreachProbability, expectedLife } = await price({
      observationDates: ['2028-01-05'],
      protectionBarrier: protection,
    });
    const below = (level: number) =>
      normalCdf(
        (Math.log(level) - (market.rate - market.dividend - market.volatility ** 2 / 2) * time) / (market.volatility * Math.sqrt(time)),
      );
    // A lattice of 1024 points counts the points of an interval within one or two; 16 shifts average this error.
    const latticeError = 2 / 1024;
    expect(callProbabilities[0]!.probability).to.be.closeTo(1 - below(1), latticeError);
    expect(protectionBreachProbability).to.be.closeTo(below(protection), latticeError);
    expect(expectedLife).to.be.closeTo(time, 1e-12);
  });

  it('pays one coupon per date until it is called when its coupon barrier is 0', async () => {
    const { callProbabilities, expectedCoupons } = await price({ couponBarrier: 0 });
    const called = callProbabilities.map(({ probability }) => probability);
    const never = 1 - called.reduce((sum, probability) => sum + probability, 0);
    const dates = called.reduce((sum, probability, i) => sum + (i + 1) * probability, 3 * never);
    // Coupons are integrated over the last increment of each path, whereas the dates are counted. The difference has a standard
    // deviation below one coupon per path; four standard errors are allowed.
    expect(expectedCoupons).to.be.closeTo(0.06 * dates, (0.06 * 4) / Math.sqrt(numPaths));
  });

  it('without discounting exceeds the price of the same note without coupons by its expected coupons', async () => {
    const world = { ...market, rate: 0 };
    for (const memoryCoupon of [false, true]) {
      const [paying, bare] = [
        await price({ memoryCoupon }, { numPaths }, world),
        await price({ memoryCoupon, couponRate: 0 }, { numPaths }, world),
      ];
      expect(paying.expectedCoupons).to.be.closeTo(paying.price - bare.price, 1e-7);
      expect(paying.expectedCoupons).to.be.above(0.05);
      expect(bare.expectedCoupons).to.equal(0);
    }
  });

  it('has probabilities that do not change when the rate and the dividend yield rise together', async () => {
    // An equal change of rate and dividend yield changes the discount factors and leaves the paths as they are.
    const [low, high] = [await price({}), await price({}, { numPaths }, { ...market, rate: 0.08, dividend: 0.07 })];
    expect(high.price).to.be.below(low.price - 0.05);
    expect(high.callProbabilities).to.deep.equal(low.callProbabilities);
    expect(high.expectedLife).to.equal(low.expectedLife);
    expect(high.expectedCoupons).to.be.closeTo(low.expectedCoupons, 1e-7);
    expect(high.protectionBreachProbability).to.equal(low.protectionBreachProbability);
  });

  it('is always called on its first date if the call barrier is 0, and never if the barrier is out of reach', async () => {
    const first = await price({ callBarrier: 0 });
    expect(first.callProbabilities.map(({ probability }) => probability)).to.deep.equal([1, 0, 0]);
    expect(first).to.include({ expectedLife: 1, protectionBreachProbability: 0 });
    const never = await price({ callBarrier: 1000, protectionBarrier: 1000 });
    expect(never.callProbabilities.map(({ probability }) => probability)).to.deep.equal([0, 0, 0]);
    expect(never.protectionBreachProbability).to.equal(1);
  });

  describe('solved for a term', () => {
    for (const [term, value] of [
      ['couponRate', 0.06],
      ['callBarrier', 1.1],
      ['couponBarrier', 0.7],
      ['protectionBarrier', 0.6],
    ] as const)
      it(`finds a ${term} that reproduces the target price`, async () => {
        const { price: target } = await price({ [term]: value, notional: 1000 });
        const { [term]: _, ...rest } = { ...terms, notional: 1000 };
        const solution = await solve(term, target, { ...rest, [term]: undefined });
        expect(solution.solveFor).to.equal(term);
        // The price is a step function of a barrier: each of the 16 384 paths that it crosses changes the price by at most 1/16 384.
        expect(solution.price).to.be.closeTo(target, 1000 / numPaths);
        if (term === 'couponRate') expect(solution.solvedValue).to.be.closeTo(value, 1e-7);
        const again = await price({ [term]: solution.solvedValue, notional: 1000 });
        expect(again).to.include({ price: solution.price, standardError: solution.standardError, numPaths: solution.numPaths });
      });

    it('starts from the value of the term in the request', async () => {
      const { price: target } = await price({ couponRate: 0.0625 });
      expect(await solve('couponRate', target, { couponRate: 0.0625 })).to.include({ solvedValue: 0.0625, price: target, iterations: 3 });
    });

    it('finds a coupon with fewer than half of the evaluations that bisection needs', async () => {
      // The average over eight seeds: single precision leaves steps in the price, and a search that meets them needs 6 to 13 evaluations.
      let iterations = 0;
      for (let seed = 1; seed <= 8; seed++) iterations += (await solve('couponRate', 0.95, {}, { numPaths, seed })).iterations;
      // Bisection to a width of 1e-9 in [0, 1] needs 29 evaluations besides those at the two bounds.
      expect(iterations / 8).to.be.below(29 / 2);
    });

    it('refuses a target price out of reach and states the price at both bounds of the term', async () => {
      const bounds = [await price({ couponRate: 0 }), await price({ couponRate: 1 })];
      const failure: EngineFailure = await solve('couponRate', 0.1).then(
        () => expect.fail('a solution'),
        (error: EngineFailure) => error,
      );
      expect(failure.kind).to.equal('invalid');
      expect(failure.faults).to.deep.equal([
        {
          pointer: '/targetPrice',
          reason: `must be a price that some couponRate gives; got 0.1, but the price is ${bounds[0]!.price} at couponRate = 0 and ${bounds[1]!.price} at couponRate = 1`,
        },
      ]);
    });

    it('is refused before the simulation when all its evaluations together exceed the cost limit', async () => {
      const request = structuredSolveRequest.parse({ product: terms, market, solveFor: 'couponRate', targetPrice: 1 });
      const failure = await solveStructured(request, TODAY, tools({ costLimit: 65_536 * 3 * 49 })).catch((error: EngineFailure) => error);
      expect(failure).to.include({ kind: 'cost' });
    });
  });
});
