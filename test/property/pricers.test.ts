/** Over random terms and models, far wider than any market's: a price within its bounds, or a refusal that says why. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine';
import { TREE_TYPES } from '#engine-gpu/product/params';
import { resultOf } from '#test/support/price';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Even in the logarithm. */
const scale = (min: number, max: number) => between(Math.log(min), Math.log(max)).map(Math.exp);
const orZero = (value: fc.Arbitrary<number>) => fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(0) });
const optionType = fc.constantFrom('call', 'put');

const option = { strike: scale(1, 1e4), time: orZero(scale(1e-6, 50)), optionType };
const market = { spot: scale(1, 1e4), rate: between(-0.1, 0.3), dividend: between(-0.1, 0.3) };

interface Request {
  readonly instrument: Record<string, unknown> & { readonly strike: number; readonly time: number; readonly optionType: string };
  readonly market: { readonly spot: number; readonly rate: number; readonly dividend: number };
  readonly params?: object;
}

/** The price, or nothing where the engine refuses or says that it cannot: what it must not do is fail in another way. */
async function attempt(pricerId: string, request: { instrument: object; market: object; params?: object }): Promise<number | undefined> {
  try {
    return (await resultOf(pricerId, request)).price;
  } catch (error) {
    if (error instanceof EngineFailure && error.message.length > 10) return undefined;
    throw error;
  }
}

/** Between the discounted intrinsic value and what it may at most pay, to the rounding of the two legs. */
function requireBounds(price: number, { instrument, market }: Request): void {
  const { strike, time, optionType } = instrument;
  const [asset, cash] = [market.spot * Math.exp(-market.dividend * time), strike * Math.exp(-market.rate * time)];
  const rounding = 1e-11 * Math.max(asset, cash);
  expect(price).to.be.at.least(Math.max(optionType === 'put' ? cash - asset : asset - cash, 0) - rounding);
  expect(price).to.be.at.most((optionType === 'put' ? cash : asset) + rounding);
}

const holds = (pricerId: string, requests: fc.Arbitrary<Request>, refused: number) => async () => {
  let [priced, runs] = [0, 0];
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      runs++;
      const price = await attempt(pricerId, request);
      if (price === undefined) return;
      priced++;
      requireBounds(price, request);
    }),
    { numRuns: 300, seed: 20260102 },
  );
  expect(runs - priced, 'refusals').to.be.at.most(refused * runs);
};

const request = (params: fc.Arbitrary<object>, more: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<Request> =>
  fc.record({ instrument: fc.record(option), market: fc.record({ ...market, ...more }), params }) as fc.Arbitrary<Request>;

const heston = {
  v0: orZero(scale(1e-4, 2)),
  kappa: orZero(scale(1e-2, 20)),
  theta: orZero(scale(1e-4, 2)),
  rho: fc.oneof(between(-1, 1), fc.constantFrom(-1, 0, 1)),
};

describe('over random terms and models', () => {
  it(
    'a Heston price keeps its bounds',
    holds('equity_vanilla_heston_fft', request(fc.record({ ...heston, sigma: orZero(scale(1e-6, 5)) })), 0),
  );

  it(
    'a SABR price keeps its bounds, or the volatility is refused',
    holds(
      'equity_vanilla_sabr_hagan',
      request(fc.record({ alpha: scale(1e-3, 1), beta: between(0, 1), rho: between(-0.99, 0.99), nu: orZero(scale(1e-3, 2)) })),
      0.1,
    ),
  );

  it(
    'a European price on a tree keeps its bounds, or more steps are asked for',
    holds(
      'binomial_tree',
      // The trees of Jarrow and Rudd and of Trigeorgis miss the forward by their step.
      request(fc.record({ steps: fc.integer({ min: 1, max: 300 }), treeType: fc.constantFrom('crr', 'tian', 'leisen_reimer') }), {
        volatility: scale(0.01, 2),
      }),
      0.2,
    ),
  );

  it('an American price is not under the European one or the exercise value', async () => {
    const terms = request(fc.record({ steps: fc.integer({ min: 1, max: 300 }), treeType: fc.constantFrom(...TREE_TYPES) }), {
      volatility: scale(0.01, 2),
    });
    await fc.assert(
      fc.asyncProperty(terms, async ({ instrument, market, params }) => {
        const on = (exerciseStyle: string) =>
          attempt('binomial_tree', { instrument: { ...instrument, exerciseStyle }, market, ...(params && { params }) });
        const [american, european] = await Promise.all([on('american'), on('european')]);
        if (american === undefined || european === undefined) return;
        const sign = instrument.optionType === 'put' ? -1 : 1;
        const rounding = 1e-10 * Math.max(market.spot, instrument.strike, european);
        expect(american).to.be.at.least(european - rounding);
        expect(american).to.be.at.least(sign * (market.spot - instrument.strike) - rounding);
      }),
      { numRuns: 200, seed: 20260102 },
    );
  });

  it('a local volatility price on a flat surface keeps its bounds and is Black-Scholes', async () => {
    const flat = fc.record({ volatility: scale(0.05, 1), strike: between(70, 140), time: scale(0.02, 2), optionType });
    await fc.assert(
      fc.asyncProperty(flat, async ({ volatility, strike, time, optionType }) => {
        const strikes = [50, 80, 100, 120, 200];
        const row = strikes.map(() => volatility);
        const params = { strikes, expiries: [0.5, 2], volatilities: [row, row], timeSteps: 60, spotSteps: 200 };
        const market = { spot: 100, rate: 0.02, dividend: 0.01 };
        const instrument = { strike, time, optionType };
        const { price } = await resultOf('equity_local_vol_dupire', { instrument, market, params });
        const exact = await resultOf('equity_vanilla_bs', { instrument, market: { ...market, volatility } });
        // Second order on 200 cells over twelve deviations: the kink errs by the deviation, the exponential by its square.
        const deviation = volatility * Math.sqrt(time);
        expect(price).to.be.closeTo(exact.price, 0.02 * (deviation + deviation ** 2) + 5e-4);
      }),
      { numRuns: 40, seed: 20260102 },
    );
  });

  it('payer and receiver, call and put, caplet and floorlet differ by the forward', async () => {
    const rates = fc.record({
      rate: between(-0.02, 0.15),
      strike: between(-0.01, 0.2),
      expiry: orZero(scale(0.01, 30)),
      tenor: fc.integer({ min: 1, max: 20 }),
      meanReversion1: between(-0.1, 3),
      volatility1: orZero(scale(1e-5, 0.1)),
      meanReversion2: between(-0.1, 3),
      volatility2: orZero(scale(1e-5, 0.1)),
      correlation: between(-1, 1),
    });
    let [swaptions, unsettled] = [0, 0];
    await fc.assert(
      fc.asyncProperty(rates, async ({ rate, strike, expiry, tenor, ...params }) => {
        const swaption = (optionType: string) =>
          attempt('rates_swaption_lg2f', {
            instrument: { optionType, strike, expiry, tenor, paymentsPerYear: 1 },
            market: { rate },
            params,
          });
        const [payer, receiver] = await Promise.all([swaption('payer'), swaption('receiver')]);
        const fixed = Array.from({ length: tenor }, (_, i) => strike * Math.exp(-rate * (expiry + i + 1))).reduce((a, b) => a + b);
        const [start, end] = [Math.exp(-rate * expiry), Math.exp(-rate * (expiry + tenor))];
        swaptions++;
        // Bonds of a hundred deviations have no integral that settles.
        if (payer === undefined || receiver === undefined) unsettled++;
        else {
          // Both sides are integrated to 1e-10 of the notional, or at worst to a hundred times that.
          expect(payer - receiver).to.be.closeTo(start - end - fixed, 2e-8 * Math.max(1, payer, receiver));
          expect(Math.min(payer, receiver)).to.be.at.least(-1e-9);
        }

        const bond = (optionType: string) =>
          attempt('rates_bond_option_hull_white', {
            instrument: { optionType, strike: 0.8, optionExpiry: expiry, bondMaturity: expiry + tenor },
            market: { rate },
            params: { meanReversion: params.meanReversion1, volatility: params.volatility1 },
          });
        const [call, put] = await Promise.all([bond('call'), bond('put')]);
        expect(call! - put!).to.be.closeTo(end - 0.8 * start, 1e-12 * Math.max(1, start, end));

        const inflation = (type: string) =>
          attempt('inflation_yoy_jy', {
            instrument: { type, startTime: expiry, endTime: expiry + tenor, strike },
            market: { nominalRate: rate, realRate: 0.01 },
            params: {
              ...{ nominalMeanReversion: params.meanReversion1, nominalVolatility: params.volatility1 },
              ...{ realMeanReversion: params.meanReversion2, realVolatility: params.volatility2, indexVolatility: 0.03 },
              ...{ nominalRealCorrelation: params.correlation, nominalIndexCorrelation: 0, realIndexCorrelation: 0 },
            },
          });
        const [swaplet, caplet, floorlet] = await Promise.all(['yoy_swaplet', 'yoy_caplet', 'yoy_floorlet'].map(inflation));
        if (swaplet !== undefined) expect(caplet! - floorlet!).to.be.closeTo(swaplet, 1e-12 * Math.max(1, caplet!, floorlet!));
      }),
      { numRuns: 300, seed: 20260102 },
    );
    expect(unsettled).to.be.at.most(0.1 * swaptions);
  });
});
