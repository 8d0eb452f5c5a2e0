/** No-arbitrage relations of prices under stochastic models with random parameters, and prices of random contracts under such models. */
import { expect } from 'chai';
import fc from 'fast-check';
import { EngineFailure } from '#engine-gpu/base/failure';
import type { EquityModel } from '#engine-gpu/market/market';
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveContract } from '#engine-gpu/product/contract/resolve';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { backend } from '#test/support/backend';
import { flatMarket, vanilla } from '#test/support/contract-rows';
import { anyContract, MARKET, VALUATION_DATE } from '#test/support/contracts';

const SEED = 20260105;
/** Allowed deviation in standard errors. They are estimated from 16 shifts: Student's t with 15 degrees of freedom exceeds 6 once in 40 000, if payoffs have no long tail. */
const STANDARD_ERRORS = 6;
/** Single-precision rounding of a sum of payments that are accurate to 1e-7 each, relative to the spot. */
const ROUNDING = 1e-5;

const [spot, rate, dividend, time] = [100, 0.03, 0.01, 0.75];
const curve = { times: [1], zeroRates: [rate], interpolation: 'linear_zero' } as const;

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/**
 * Includes zero and values beyond any market. Excluded are tiny variances and strongly positive correlations, under which the mean depends
 * on paths too rare for a sample of a thousand.
 */
const heston: fc.Arbitrary<EquityModel> = fc.record({
  type: fc.constant('heston' as const),
  v0: fc.oneof(fc.constant(0), number(0.01, 0.5)),
  kappa: fc.oneof(number(0.2, 5), number(5, 200)),
  theta: number(0.01, 0.5),
  sigma: fc.oneof(fc.constant(0), number(0.01, 1)),
  rho: fc.oneof(fc.constantFrom(-1, 0), number(-1, 0.3)),
});
const strikes = [40, 60, 80, 100, 120, 140, 180];
const expiries = [0.2, 1, 3.5];
/** Smiles that are slight enough to be free of arbitrage at any level. */
const localVol: fc.Arbitrary<EquityModel> = fc
  .record({ level: number(0.05, 1), tilt: number(-0.1, 0.1), bend: number(0, 0.05) })
  .map(({ level, tilt, bend }) => ({
    type: 'local_vol' as const,
    strikes,
    expiries,
    volatilities: expiries.map(() =>
      strikes.map((strike) => level * (1 + (tilt * Math.log(strike / spot) + bend * Math.log(strike / spot) ** 2) * 0.5)),
    ),
    quoted: { spot, dividend, curve },
  }));

describe('prices under Heston and local volatility', () => {
  it('lie within the no-arbitrage bounds and satisfy put-call parity', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(heston, localVol), fc.integer({ min: 50, max: 200 }), async (model, strike) => {
        const market = flatMarket(rate, [{ spot, dividend, model }]);
        const [call, put] = [
          await priceContract(vanilla(strike, time), market, { numPaths: 2 ** 10 }, backend),
          await priceContract(vanilla(strike, time, -1), market, { numPaths: 2 ** 10 }, backend),
        ];
        const [sharesValue, owed] = [spot * Math.exp(-dividend * time), strike * Math.exp(-rate * time)];
        const allowed = STANDARD_ERRORS * Math.hypot(call.standardError, put.standardError) + ROUNDING * spot;
        expect(Math.abs(call.price - put.price - (sharesValue - owed))).to.be.at.most(allowed);
        for (const [{ price, standardError }, lower, upper] of [
          [call, Math.max(sharesValue - owed, 0), sharesValue],
          [put, Math.max(owed - sharesValue, 0), owed],
        ] as const) {
          const error = STANDARD_ERRORS * standardError + ROUNDING * spot;
          expect(price).to.be.within(lower - error, upper + error);
        }
      }),
      { numRuns: 60, seed: SEED },
    )).timeout(60_000);

  it('are finite for any contract that does not exceed the cost limit', () => {
    const [SPX, NDX] = [MARKET.assets.SPX, MARKET.assets.NDX];
    const market = marketInput.parse({
      ...MARKET,
      assets: {
        ...MARKET.assets,
        SPX: { spot: SPX.spot, dividend: SPX.dividend, model: { type: 'heston', v0: 0.04, kappa: 1, theta: 0.05, sigma: 0.8, rho: -0.7 } },
        NDX: {
          spot: NDX.spot,
          model: {
            type: 'local_vol',
            strikes: [100, 200, 400],
            expiries: [0.5, 3.5],
            volatilities: [
              [0.34, 0.3, 0.28],
              [0.32, 0.3, 0.29],
            ],
          },
        },
      },
    });
    return fc.assert(
      fc.asyncProperty(anyContract, async (spec) => {
        const resolved = resolveContract(spec, market, VALUATION_DATE);
        try {
          const { price, standardError } = await priceContract(resolved.contract, resolved.market, { numPaths: 64 }, backend);
          expect(Number.isFinite(price) && Number.isFinite(standardError)).to.equal(true);
        } catch (error) {
          if (!(error instanceof EngineFailure && error.kind === 'cost')) throw error;
        }
      }),
      { numRuns: 15, seed: SEED },
    );
  }).timeout(60_000);
});
