import { expect } from 'chai';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import type { AssetTerms } from '#engine-gpu/market/market';
import { compositeVolatility } from '#engine-gpu/market/resolve-currencies';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { flatMarket, sum, vanilla } from '#test/support/contract-rows';
import { derivativeError } from '#test/support/derivative-error';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { barrier, smileOn } from '#test/support/every-structure';

const numPaths = 2 ** 15;
const flat = (rate: number) => ({ times: [1], zeroRates: [rate], interpolation: 'linear_zero' }) as const;
const [RATE, FOREIGN] = [0.03, 0.01];
const exchange = { correlation: -0.5, volatility: 0.12 };
const asset = (model: unknown, more: object): AssetTerms => ({ spot: 100, dividend: 0.02, model, ...more }) as AssetTerms;
const asQuanto = (model: unknown) => asset(model, { quanto: { curve: flat(FOREIGN), ...exchange } });
const asComposite = (model: unknown) => asset(model, { composite: exchange });

/** Models whose variance hardly moves, at a volatility of 0.25. */
const CALM = {
  heston: { type: 'heston', v0: 0.0625, kappa: 1, theta: 0.0625, sigma: 1e-3, rho: -0.5 },
  'rough Heston': { type: 'rough_heston', hurst: 0.2, v0: 0.0625, kappa: 1, theta: 0.0625, nu: 1e-3, rho: -0.5 },
  'rough Bergomi': { type: 'rough_bergomi', hurst: 0.2, eta: 1e-3, rho: -0.5, xi0: 0.0625 },
};
/** Models whose variance does. */
const WILD = {
  heston: { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.6, rho: -0.7 },
  'rough Heston': { type: 'rough_heston', hurst: 0.15, v0: 0.04, kappa: 1, theta: 0.06, nu: 0.3, rho: -0.7 },
  'rough Bergomi': { type: 'rough_bergomi', hurst: 0.15, eta: 1.5, rho: -0.7, xi0: 0.05 },
};

describe('assets of other currencies whose volatility is random or local', () => {
  const run = (contract: Parameters<typeof priceContract>[0], terms: AssetTerms, rate = RATE) =>
    priceContract(contract, flatMarket(rate, [terms]), { numPaths }, backend);

  interface Inputs {
    readonly kind: 'quanto' | 'composite';
    readonly spot: number;
    readonly dividend: number;
    readonly rate: number;
    readonly foreignRate: number;
    readonly fxVolatility: number;
    readonly fx: number;
    readonly correlation: number;
    readonly time: number;
    readonly strike: number;
    readonly optionType: 'call' | 'put';
    readonly heston: object;
  }
  table<Inputs, { readonly price: number }>('stochastic_currencies', async ({ inputs, expected, tolerance }) => {
    const { kind, spot, dividend, rate, foreignRate, fxVolatility, fx, correlation, time, strike, optionType, heston } = inputs;
    const exchange = { correlation, volatility: fxVolatility };
    const model = { type: 'heston', ...heston };
    const terms = (
      kind === 'quanto'
        ? { spot, dividend, model, quanto: { curve: flat(foreignRate), ...exchange } }
        : { spot: spot * fx, dividend, model, composite: exchange }
    ) as AssetTerms;
    const { price, standardError } = await run(vanilla(strike, time, optionType === 'put' ? -1 : 1), terms, rate);
    closeTo(price, expected.price, {
      abs: STANDARD_ERRORS * standardError + (tolerance.abs ?? 0) + 2e-3,
      why: 'standard errors, the row’s own, and the error of 52 steps a year',
    });
    expect(standardError).to.be.below(4e-4 * terms.spot);
  });

  for (const [name, model] of Object.entries(CALM))
    it(`tend to the closed forms of a known volatility under ${name}`, async () => {
      const quanto = await run(vanilla(100, 1), asQuanto(model));
      const { correlation, volatility } = exchange;
      const yieldOf = RATE - (FOREIGN - 0.02 - correlation * volatility * 0.25);
      closeTo(quanto.price, blackScholes(100, 100, RATE, 0.25, 1, yieldOf, 1), {
        abs: STANDARD_ERRORS * quanto.standardError + 2e-3,
        why: 'standard errors, and the variance’s own',
      });
      const composite = await run(vanilla(100, 1), asComposite(model));
      closeTo(composite.price, blackScholes(100, 100, RATE, compositeVolatility(0.25, volatility, correlation), 1, 0.02, 1), {
        abs: STANDARD_ERRORS * composite.standardError + 2e-3,
        why: 'standard errors, and the variance’s own',
      });
      // A continuous barrier takes the joint variance of a step.
      const knockOut = await run(barrier(vanilla(100, 1), 85, 'down', 'knock_out'), asComposite(model));
      const compositeAsset = { spot: 100, dividend: 0.02, volatility: compositeVolatility(0.25, volatility, correlation) };
      const plain = await run(barrier(vanilla(100, 1), 85, 'down', 'knock_out'), compositeAsset);
      closeTo(knockOut.price, plain.price, {
        abs: STANDARD_ERRORS * (knockOut.standardError + plain.standardError) + 2e-3,
        why: 'standard errors, and the variance’s own',
      });
    });

  for (const [name, model] of Object.entries(WILD))
    it(`keep the forward of a composite price under ${name}, whatever the correlation`, async () => {
      for (const correlation of [-1, -0.5, 0.8]) {
        const terms = asset(model, { composite: { correlation, volatility: 0.2 } });
        const { price, standardError } = await run(sum([1, vanilla(100, 1)], [-1, vanilla(100, 1, -1)]), terms);
        closeTo(price, 100 * Math.exp(-0.02) - 100 * Math.exp(-RATE), {
          abs: STANDARD_ERRORS * standardError + 1e-4,
          why: 'parity, up to the standard error',
        });
        expect(standardError).to.be.below(0.1);
      }
    });

  it('follow the local volatility of quotes in their own currency', async () => {
    const smile = smileOn({ spot: 100, dividend: 0.02, curve: flat(FOREIGN) });
    const calm = { ...smile, volatilities: smile.volatilities.map((row) => row.map(() => 0.25)) };
    const { price, standardError } = await run(vanilla(100, 1), asQuanto(calm));
    const yieldOf = RATE - (FOREIGN - 0.02 - exchange.correlation * exchange.volatility * 0.25);
    closeTo(price, blackScholes(100, 100, RATE, 0.25, 1, yieldOf, 1), {
      abs: STANDARD_ERRORS * standardError + 1e-3,
      why: 'standard errors and steps',
    });
    // Without a correlation a quanto price is that of the own currency, discounted at the other rate.
    const alone = await run(vanilla(110, 1), asset(smile, { quanto: { curve: flat(FOREIGN), correlation: 0, volatility: 0.12 } }));
    const ownSmile = await run(vanilla(110, 1), asset(smile, {}), FOREIGN);
    expect(alone.price).to.be.closeTo(ownSmile.price * Math.exp(FOREIGN - RATE), 1e-5);
  });

  it('have the delta and gamma of bumped prices', async () => {
    for (const terms of [asQuanto(WILD.heston), asComposite(WILD.heston)]) {
      const { derivatives } = await greeksContract(vanilla(100, 1), flatMarket(RATE, [terms]), { numPaths }, backend);
      const priceAt = async (spot: number) => (await run(vanilla(100, 1), { ...terms, spot })).price;
      const delta = ((await priceAt(101)) - (await priceAt(99))) / 2;
      closeTo(derivatives.delta, delta, {
        abs: STANDARD_ERRORS * derivativeError(derivatives, 'delta') + 2e-3,
        why: 'standard errors, and a bump of a hundredth',
      });
    }
  });
});
