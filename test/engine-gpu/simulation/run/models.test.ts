/** Path-dependent contracts under models, compared with prices of other methods. */
import { expect } from 'chai';
import { parse } from '#engine-gpu/base/faults';
import type { AssetTerms, Market } from '#engine-gpu/market/market';
import { marketInput } from '#engine-gpu/market/market-input';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { contractSpec } from '#engine-gpu/product/contract/spec';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { type MonteCarloResult, priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { defined } from '#services/runtime/defined';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { autocall, barrier, choice, optionOn, smileOn, THREE_ASSETS, THREE_MODELS } from '#test/support/every-structure';

/** Part of the spot that 52 steps a year, 252 for continuous barriers, leave. Measured at 2^20 paths: under 6e-5. */
const DISCRETISATION = 1e-4;

const numPaths = 2 ** 15;

describe('contracts under models', () => {
  const price = (contract: Contract, market: Market, settings = {}): Promise<MonteCarloResult> =>
    priceContract(contract, market, { numPaths, ...settings }, backend);
  const within = (one: MonteCarloResult, other: MonteCarloResult, more = 0) =>
    expect(Math.abs(one.price - other.price)).to.be.at.most(STANDARD_ERRORS * Math.hypot(one.standardError, other.standardError) + more);

  table<{ contract: unknown; market: unknown }, { price: number }>('models', async ({ inputs, expected, tolerance }) => {
    const input = parse(marketInput, inputs.market);
    const { contract, market } = resolveContract(
      parse(contractSpec, inputs.contract),
      input,
      defined(input.valuationDate, 'the valuation date'),
    );
    const result = await price(contract, market);
    const { spot } = market.assets[0]!;
    closeTo(result.price, expected.price, {
      abs: defined(tolerance.abs, 'the tolerance') + STANDARD_ERRORS * result.standardError + DISCRETISATION * spot,
      why: `${tolerance.why}; ${STANDARD_ERRORS} standard errors`,
    });
    expect(result.standardError).to.be.below(1e-3 * spot);
  });

  const terms = { spot: 100, dividend: 0.01 };
  const curve = { times: [1], zeroRates: [0.03], interpolation: 'linear_zero' } as const;
  const smile = smileOn({ ...terms, curve });
  const flat = { ...smile, volatilities: smile.volatilities.map((row) => row.map(() => 0.3)) };
  const still = { type: 'heston', v0: 0.09, kappa: 1, theta: 0.09, sigma: 0, rho: -0.5 } as const;
  const correlation = [
    [1, 0.6],
    [0.6, 1],
  ];
  const pairOf = (first: AssetTerms, second: AssetTerms) => flatMarket(0.03, [first, second], correlation);
  const constant = { ...terms, volatility: 0.3 };

  it('correlate spots as constant volatilities do, where the models’ volatilities are constant', async () => {
    const exchange = optionOn({ type: 'basket', assets: [0, 1], weights: [1, -1] }, 0, 1);
    const expected = await price(exchange, pairOf(constant, constant));
    for (const first of [
      { ...terms, model: still },
      { ...terms, model: flat },
    ])
      for (const second of [constant, { ...terms, model: still }]) within(await price(exchange, pairOf(first, second)), expected);
  });

  it('price a choice before expiry between either side alone and a choice at expiry', async () => {
    const [call, put] = [vanilla(105, 1), vanilla(95, 1, -1)];
    const { name: _, ...first } = THREE_MODELS.assets[0]!;
    for (const asset of [first, { ...terms, model: smile }]) {
      const market = flatMarket(0.03, [asset]);
      const early = await price(choice(call, put, 0.5), market);
      expect(early.warnings.join()).to.include('least-squares regression');
      const choiceToday = await price(choice(call, put, 1), market);
      const [left, right] = [await price(call, market), await price(put, market)];
      expect(early.price).to.be.above(Math.max(left.price, right.price) + 4 * early.standardError);
      expect(early.price).to.be.below(choiceToday.price - 4 * early.standardError);
    }
  });

  it('agree with the closed-form choice where the model’s volatility is constant', async () => {
    const early = choice(vanilla(105, 1), vanilla(95, 1, -1), 0.5);
    const expected = await price(early, flatMarket(0.03, [constant]));
    for (const model of [flat, still]) within(await price(early, flatMarket(0.03, [{ ...terms, model }])), expected, 0.02);
  });

  it('warn that a continuous barrier takes the volatility as constant within a step, and not for dates', async () => {
    const continuous = await price(barrier(vanilla(100, 1), 90, 'down', 'knock_out'), THREE_MODELS);
    expect(continuous.warnings).to.deep.equal([
      'between the ends of each of 252 steps continuous barriers and extremes take the volatility as constant; numSteps makes the steps shorter',
    ]);
    const dates = await price(barrier(vanilla(100, 1), 90, 'down', 'knock_out', [0.5, 1]), THREE_MODELS);
    expect(dates.warnings).to.deep.equal([]);
    expect((await price(barrier(vanilla(100, 1), 90, 'down', 'knock_out'), THREE_ASSETS)).warnings).to.deep.equal([]);
  });

  it('have Greeks by asset, each asset under its own model', async () => {
    const each = sum([1, vanilla(100, 1)], [1, vanilla(40, 1, 1, 1)], [0.01, vanilla(1500, 1, 1, 2)]);
    const greeks = await greeksContract(each, THREE_MODELS, { numPaths }, backend);
    const alone = await greeksContract(
      vanilla(40, 1, 1, 0),
      { ...THREE_MODELS, assets: [THREE_MODELS.assets[1]!], correlation: [[1]] },
      { numPaths },
      backend,
    );
    for (const name of ['delta', 'vega'] as const) {
      expect(greeks.underlyings[1]![name]).to.be.above(0);
      expect(Math.abs(greeks.underlyings[1]![name] / alone[name] - 1)).to.be.below(0.03);
    }
    expect(greeks.vega).to.be.closeTo(
      greeks.underlyings.reduce((total, { vega }) => total + vega, 0),
      1e-9 * greeks.vega,
    );
  });

  it('price a note on three assets of three models', async () => {
    const note = await price(autocall, THREE_MODELS);
    const like = await price(autocall, THREE_ASSETS);
    // The models are of volatilities like the constants: near, and not the same.
    expect(Math.abs(note.price - like.price)).to.be.within(5e-3, 5e-2);
    expect(note.standardError).to.be.below(2e-3);
  });
});
