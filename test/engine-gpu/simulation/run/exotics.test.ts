/** The contract forms on one payment: the reference table, as a caller states each, and what must hold whatever the numbers. */
import { expect } from 'chai';
import { openBackend } from '#engine-gpu/backend/backend';
import { parse } from '#engine-gpu/base/faults';
import { simpleChooser } from '#engine-gpu/formula/chooser';
import { discreteAveraging, geometricAsian } from '#engine-gpu/formula/geometric-asian';
import { lookbackFixed, lookbackFloating } from '#engine-gpu/formula/lookback';
import { rainbowOption, spreadOption } from '#engine-gpu/formula/two-assets';
import type { Market } from '#engine-gpu/market/market';
import { marketInput } from '#engine-gpu/market/market-input';
import { normalCdf, normalPdf } from '#engine-gpu/math/normal';
import { priceVanilla } from '#engine-gpu/method/vanilla-option';
import type { Contract, Observable } from '#engine-gpu/product/contract/contract';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { type MonteCarloResult, priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS, withinNoise } from '#test/support/estimates';
import { average, barrier, boundedOn, cash, choice, digital, extreme, optionOn, THREE_ASSETS } from '#test/support/every-structure';

/** Relative to the largest spot (or to 1, for returns and variances): what single precision leaves in a mean. */
const ROUNDING = 1e-8;
/** Largest sum that should vanish on every path: a discounted amount of up to 130, rounded to single precision. Measured: under 5e-6. */
const VANISHING = 1e-5;

const [rate, spot, volatility, dividend] = [0.03, 100, 0.3, 0.02];
const MARKET = flatMarket(rate, [{ spot, volatility, dividend }]);
const quarters = [0.25, 0.5, 0.75, 1];

const OBSERVABLES: Readonly<Record<string, readonly [of: Observable, strike: number]>> = {
  'a basket': [{ type: 'basket', assets: [0, 1, 2], weights: [0.5, 1, 0.03] }, 130],
  'a spread': [{ type: 'basket', assets: [0, 1], weights: [1, -1] }, 60],
  'the best of three': [{ type: 'ranked', rank: 'best', assets: [0, 1, 2] }, 1500],
  'the worst of two': [{ type: 'ranked', rank: 'worst', assets: [1, 0] }, 40],
  'an arithmetic average': [average(quarters), 100],
  'a geometric average': [average(quarters, 'geometric'), 100],
  'a highest spot': [extreme('high'), 110],
  'a lowest spot of a few dates': [extreme('low', quarters), 90],
  'a drawdown': [extreme('high', 'continuous', true), 10],
  returns: [{ type: 'returns', asset: 0, times: quarters, floor: -0.1, cap: 0.1 }, 0.02],
  'a variance': [{ type: 'variance', asset: 0, times: quarters, perYear: 4 }, 0.04],
};

describe('contracts on one payment', () => {
  const price = (contract: Contract, market: Market = MARKET, settings = {}): Promise<MonteCarloResult> =>
    priceContract(contract, market, settings, backend);
  table<{ contract: unknown; market: unknown }, { price: number }>('exotics', async ({ inputs, expected, tolerance }) => {
    const market = parse(marketInput, inputs.market);
    const resolved = resolveContract(parse(contractSpec, inputs.contract), market, defined(market.valuationDate, 'the valuation date'));
    const { price, standardError } = await priceContract(resolved.contract, resolved.market, {}, backend);
    const unit = Math.max(1, ...resolved.market.assets.map(({ spot }) => spot));
    const abs = defined(tolerance.abs, 'the tolerance') + STANDARD_ERRORS * standardError + ROUNDING * unit;
    closeTo(price, expected.price, { abs, why: `${tolerance.why}, and ${STANDARD_ERRORS} standard errors of the result` });
  });

  for (const [label, [observable, strike]] of Object.entries(OBSERVABLES))
    it(`keep the parity of call and put on ${label}`, async () => {
      const nothing = sum(
        [1, optionOn(observable, strike, 1)],
        [-1, optionOn(observable, strike, 1, -1)],
        [-1, boundedOn(observable, 1)],
        [1, cash(strike, 1)],
      );
      expect((await price(nothing, THREE_ASSETS)).price).to.be.closeTo(0, VANISHING);
      expect((await price(optionOn(observable, strike, 1), THREE_ASSETS)).price).to.be.above(0);
    });

  it('on a basket of one asset, or the best or worst of one, are the vanilla option', async () => {
    const plain = await price(vanilla(105, 1));
    for (const observable of [
      { type: 'basket', assets: [0], weights: [1] },
      { type: 'ranked', rank: 'best', assets: [0] },
      { type: 'ranked', rank: 'worst', assets: [0] },
      average([1]),
      average([1], 'geometric'),
    ] as const)
      expect(await price(optionOn(observable, 105, 1))).to.include({ price: plain.price, standardError: 0 });
  });

  it('on the best and the worst of two add up to the options on each', async () => {
    const ranked = (rank: 'best' | 'worst') => optionOn({ type: 'ranked', rank, assets: [0, 1] }, 60, 1);
    const nothing = sum([1, ranked('best')], [1, ranked('worst')], [-1, vanilla(60, 1)], [-1, vanilla(60, 1, 1, 1)]);
    // The vanillas are exact, so the error of the ranked options remains.
    withinNoise(await price(nothing, THREE_ASSETS), 0);
    expect((await price(ranked('best'), THREE_ASSETS)).price).to.be.above((await price(vanilla(60, 1), THREE_ASSETS)).price);
  });

  it('on two assets agree with the closed forms', async () => {
    const [first, second] = THREE_ASSETS.assets;
    const two = { first: first!, second: second!, correlation: 0.6, rate: 0.03, time: 1 };
    const spread = { type: 'basket', assets: [0, 1], weights: [1, -1] } as const;
    withinNoise(await price(optionOn(spread, 55, 1), THREE_ASSETS), spreadOption(two, 55, 1));
    withinNoise(await price(optionOn(spread, 65, 1, -1), THREE_ASSETS), spreadOption(two, 65, -1));
    for (const rank of ['best', 'worst'] as const)
      withinNoise(await price(optionOn({ type: 'ranked', rank, assets: [0, 1] }, 50, 1), THREE_ASSETS), rainbowOption(two, 50, 1, rank));
  });

  it('on a digital are the limit of a spread of calls', async () => {
    const h = 0.5;
    const spread = await price(sum([1 / (2 * h), vanilla(105 - h, 1)], [-1 / (2 * h), vanilla(105 + h, 1)]));
    const exact = await price(digital(105, 1));
    // Symmetric about the strike: the second derivative of the density times h²/6, under 1e-5 here.
    withinNoise(exact, spread.price, STANDARD_ERRORS * spread.standardError + 1e-5);
    expect((await price(sum([1, digital(105, 1)], [1, digital(105, 1, -1)], [-1, cash(1, 1)]))).price).to.be.closeTo(0, ROUNDING * spot);
  });

  it('on a geometric average agree with the closed form, and are worth less than on an arithmetic one', async () => {
    for (const [times, paid] of [
      [quarters, 1],
      [[0.1, 0.4, 0.9], 1.5],
    ] as const) {
      const exact = geometricAsian(spot, 100, rate, volatility, paid, dividend, 1, discreteAveraging(times));
      const geometric = await price(optionOn(average(times, 'geometric'), 100, paid));
      withinNoise(geometric, exact);
      expect((await price(optionOn(average(times), 100, paid))).price).to.be.above(geometric.price);
    }
  });

  it('on an average are worth at most the average of options on each date, and on one date that option', async () => {
    const onEach = quarters.map((time) => [1 / quarters.length, optionOn(average([time]), 100, 1)] as const);
    const apart = await price(sum(...onEach));
    expect((await price(optionOn(average(quarters), 100, 1))).price).to.be.below(apart.price);
    // Paid at 1 on the spot of a quarter: Black-Scholes to then, discounted further.
    const early = Math.exp(-rate * 0.75) * priceVanilla({ spot, strike: 100, rate, volatility, time: 0.25, dividend, put: false });
    withinNoise(await price(optionOn(average([0.25]), 100, 1)), early);
  });

  it('have finite limits on the day on which they pay, and without volatility', async () => {
    const still = flatMarket(rate, [{ spot, volatility: 0, dividend }]);
    const today = { average: average([0]), extreme: extreme('high'), basket: { type: 'basket', assets: [0], weights: [1] } } as const;
    for (const observable of Object.values(today))
      expect((await price(optionOn(observable, 90, 0))).price).to.be.closeTo(10, ROUNDING * spot);
    const forward = (time: number) => spot * Math.exp((rate - dividend) * time);
    const mean = quarters.reduce((total, time) => total + forward(time) / 4, 0);
    const discount = Math.exp(-rate);
    // All paths are equal, so single-precision rounding does not average out.
    const onePath = 1e-6 * spot;
    expect((await price(optionOn(average(quarters), 90, 1), still)).price).to.be.closeTo((mean - 90) * discount, onePath);
    expect((await price(optionOn(extreme('high'), 90, 1), still)).price).to.be.closeTo((forward(1) - 90) * discount, onePath);
  });

  it('on a continuous extreme agree with the closed forms on any grid, and are worth more than on its dates', async () => {
    const terms = (sign: 1 | -1) => ({ spot, extreme: spot, rate, volatility, time: 1, dividend, sign });
    for (const settings of [{}, { numSteps: 50 }]) {
      withinNoise(await price(optionOn(extreme('high'), 110, 1), MARKET, settings), lookbackFixed(terms(1), 110));
      withinNoise(await price(optionOn(extreme('low'), 95, 1, -1), MARKET, settings), lookbackFixed(terms(-1), 95));
      withinNoise(await price(boundedOn(extreme('low', 'continuous', true), 1), MARKET, settings), lookbackFloating(terms(1)));
      withinNoise(await price(boundedOn(extreme('high', 'continuous', true), 1), MARKET, settings), lookbackFloating(terms(-1)));
    }
    const atDates = await price(optionOn(extreme('high', quarters), 110, 1));
    expect(atDates.price).to.be.below(lookbackFixed(terms(1), 110));
    expect(atDates.price).to.be.above((await price(vanilla(110, 1))).price);
  });

  it('on an extreme under a barrier on the same asset refine the grid and say so', async () => {
    const [knockOut, within] = await Promise.all(
      (['knock_out', 'knock_in'] as const).map((style) =>
        price(barrier(optionOn(extreme('high'), 100, 1), 130, 'up', style), MARKET, { numPaths: 16_384 }),
      ),
    );
    expect(knockOut!.warnings.join()).to.include('independent');
    expect(knockOut!.numSteps).to.be.above(200);
    const plain = lookbackFixed({ spot, extreme: spot, rate, volatility, time: 1, dividend, sign: 1 }, 100);
    const abs = STANDARD_ERRORS * (knockOut!.standardError + within!.standardError);
    closeTo(knockOut!.price + within!.price, plain, { abs, why: 'in and out make the whole' });
  });

  it('on the returns of periods stay within their bounds', async () => {
    const returns = (floor?: number, cap?: number) => ({ type: 'returns', asset: 0, times: quarters, floor, cap }) as const;
    const discount = Math.exp(-rate);
    const bounded = await price(boundedOn(returns(-0.05, 0.05), 1, 0.01, 0.15));
    expect(bounded.price).to.be.above(0.01 * discount);
    expect(bounded.price).to.be.below(0.15 * discount);
    expect((await price(boundedOn(returns(0.02, 0.02), 1))).price).to.be.closeTo(0.08 * discount, ROUNDING * spot);
    // Each unbounded return has the mean of the forward's.
    withinNoise(await price(boundedOn(returns(), 1)), 4 * Math.expm1((rate - dividend) / 4) * discount);
  });

  it('on a variance have its mean in closed form', async () => {
    const drift = rate - dividend - volatility ** 2 / 2;
    const times = [0.1, 0.4, 1];
    const lengths = [0.1, 0.3, 0.6];
    const mean = lengths.reduce((total, dt) => total + volatility ** 2 * dt + (drift * dt) ** 2, 0) * (252 / 3);
    withinNoise(await price(boundedOn({ type: 'variance', asset: 0, times, perYear: 252 }, 1)), mean * Math.exp(-rate));
  });

  it('are paid or not under a barrier like any other payment', async () => {
    const observable = average(quarters);
    for (const monitoring of ['continuous', quarters] as const) {
      const styles = (['knock_out', 'knock_in'] as const).map((style) =>
        barrier(optionOn(observable, 100, 1), 85, 'down', style, monitoring),
      );
      const nothing = sum([1, styles[0]!], [1, styles[1]!], [-1, optionOn(observable, 100, 1)]);
      expect((await price(nothing)).price).to.be.closeTo(0, VANISHING);
    }
    const noTouch = await price(barrier(cash(1, 1), 85, 'down', 'knock_out'));
    const nu = (rate - dividend - volatility ** 2 / 2) / volatility ** 2;
    const level = Math.log(85 / 100);
    const drift = nu * volatility ** 2;
    const clear = normalCdf((drift - level) / volatility) - Math.exp(2 * nu * level) * normalCdf((drift + level) / volatility);
    withinNoise(noTouch, Math.exp(-rate) * clear);
  });

  it('are chosen at expiry by what they come to', async () => {
    // max(max(x − K, 0), c) = c + max(x − K − c, 0).
    const observable = average(quarters);
    const nothing = sum([1, choice(optionOn(observable, 100, 1), cash(4, 1), 1)], [-1, cash(4, 1)], [-1, optionOn(observable, 104, 1)]);
    expect((await price(nothing)).price).to.be.closeTo(0, VANISHING);
  });

  it('are chosen before expiry by their closed form where they have one', async () => {
    const [decided, level] = [0.5, 0.4];
    // max(P(S_T > K | S_t), level), discounted, over the density of ln S_t.
    let exact = 0;
    const width = 0.001;
    for (let z = -8; z <= 8; z += width) {
      const x = Math.log(spot / 105) + (rate - dividend - volatility ** 2 / 2) + volatility * Math.sqrt(decided) * z;
      exact += width * normalPdf(z) * Math.max(normalCdf(x / (volatility * Math.sqrt(1 - decided))), level);
    }
    const result = await price(choice(digital(105, 1), cash(level, 1), decided));
    withinNoise(result, Math.exp(-rate) * exact, 1e-6);
    expect(result.warnings).to.deep.equal([]);
  });

  it('are chosen at their values on paths that go no further than the choice', async () => {
    const exact = simpleChooser(spot, 100, rate, volatility, 1, dividend, 0.5);
    const result = await price(choice(vanilla(100, 1), vanilla(100, 1, -1), 0.5));
    expect(result.numSteps).to.equal(1);
    withinNoise(result, exact);
    // Paths that continue to expiry give 3.9e-3, because the bridge then builds the choice date second; paths that end there, 1.4e-3.
    expect(result.standardError).to.be.below(2.5e-3);
    expect((await price(choice(vanilla(100, 1), optionOn(average(quarters), 100, 1), 0.5))).numSteps).to.be.above(1);
  });

  it('are chosen before expiry by regression where they have none, close to the best policy', async () => {
    const exact = simpleChooser(spot, 100, rate, volatility, 1, dividend, 0.5);
    const result = await price(choice(optionOn(average([1]), 100, 1), optionOn(average([1]), 100, 1, -1), 0.5));
    // A quartic in ln S errs only near the tie, where a wrong choice costs little.
    withinNoise(result, exact, 1e-3 * exact);
    expect(result.warnings.join()).to.include('regression');
    const [call, put] = [optionOn(average(quarters), 100, 1), optionOn(average(quarters), 100, 1, -1)];
    const chosen = await price(choice(call, put, 0.5));
    expect(chosen.price).to.be.above(Math.max((await price(call)).price, (await price(put)).price));
    expect(chosen.price).to.be.below((await price(sum([1, call], [1, put]))).price);
  });

  it('of cash alone are exact, on no asset at all', async () => {
    const nobody = flatMarket(rate, [], []);
    const result = await greeksContract(sum([3, cash(10, 2)]), nobody, {}, backend);
    expect(result.price).to.be.closeTo(30 * Math.exp(-2 * rate), 1e-12);
    expect(result.delta).to.equal(0);
    expect(result.rho).to.be.closeTo(-2 * 30 * Math.exp(-2 * rate), 0.01);
    expect(result.theta).to.be.closeTo(rate * 30 * Math.exp(-2 * rate), 0.001);
  });

  it('have Greeks by the same bumps', async () => {
    const value = (s: number) => geometricAsian(s, 100, rate, volatility, 1, dividend, 1, discreteAveraging(quarters));
    const { delta, theta, standardErrors } = await greeksContract(optionOn(average(quarters, 'geometric'), 100, 1), MARKET, {}, backend);
    const abs = STANDARD_ERRORS * standardErrors.delta;
    closeTo(delta, (value(101) - value(99)) / 2, { abs, why: `${STANDARD_ERRORS} standard errors` });
    expect(theta).to.be.below(0);
  });

  it('use one kernel for all dates, strikes and bounds of a form', async () => {
    const single = await openBackend('webasm', { workers: 1 });
    for (const n of [3, 12, 40]) {
      const times = Array.from({ length: n }, (_, i) => (i + 1) / n);
      await priceContract(optionOn(average(times), 90 + n, 1 + n / 100), MARKET, { numPaths: 256 }, single);
    }
    expect(single.kernelsHeld()).to.deep.equal({ webasm: 1 });
    await single.close();
  });
});
