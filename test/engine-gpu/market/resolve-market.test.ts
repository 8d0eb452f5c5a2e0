import { expect } from 'chai';
import { parse } from '#engine-gpu/base/faults';
import { blackScholes } from '#engine-gpu/formula/black-scholes';
import type { Market } from '#engine-gpu/market/market';
import { marketInput } from '#engine-gpu/market/market-input';
import { resolveMarket } from '#engine-gpu/market/resolve-market';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { greeksContract } from '#engine-gpu/simulation/run/bumped-greeks';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { closeTo, table } from '#test/reference/table';
import { backend } from '#test/support/backend';
import { vanilla } from '#test/support/contract-rows';
import { STANDARD_ERRORS } from '#test/support/estimates';
import { average, barrier, optionOn } from '#test/support/every-structure';
import { faultsIn } from '#test/support/faults';

const numPaths = 2 ** 14;
const TODAY = '2026-01-05';

/** The market of a request and what was reported of it. */
function resolved(input: object, names: readonly string[] = ['A']): { readonly market: Market; readonly reports: readonly string[] } {
  const reports: string[] = [];
  const market = resolveMarket(parse(marketInput, input, '/market'), names, TODAY, (pointer, reason) =>
    reports.push(`${pointer}: ${reason}`),
  );
  return { market, reports };
}
const refusals = (input: object): string[] =>
  faultsIn(() => parse(marketInput, input, '/market')).map(({ pointer, reason }) => `${pointer}: ${reason}`);

describe('a market with what a desk expects', () => {
  const run = (contract: Contract, input: object, names?: readonly string[]) => {
    const { market, reports } = resolved(input, names);
    expect(reports).to.deep.equal([]);
    return priceContract(contract, market, { numPaths }, backend);
  };

  describe('of several currencies', () => {
    interface Inputs {
      readonly kind: 'quanto' | 'composite' | 'exchange';
      readonly optionType?: 'call' | 'put';
      readonly [name: string]: number | string | undefined;
    }
    const marketOf = (i: Record<string, number>, conversion: 'quanto' | 'composite', more: object = {}) => ({
      currency: 'USD',
      rate: i.rate,
      assets: { A: { spot: i.spot, volatility: i.volatility, dividend: i.dividend, currency: 'EUR', conversion }, ...more },
      curves: { EUR: { rate: i.foreignRate ?? 0 } },
      volatilities: { EURUSD: { type: 'lognormal', volatility: i.fxVolatility } },
      ...(i.fx !== undefined && { fx: { EURUSD: i.fx } }),
      correlations: [{ asset1: 'A', asset2: 'EURUSD', correlation: i.correlation }],
    });
    const numbers = (inputs: Inputs) => inputs as unknown as Record<string, number>;

    table<Inputs, { readonly price: number }>(
      'currencies',
      async ({ inputs, expected, tolerance }) => {
        const i = numbers(inputs);
        const sign = inputs.optionType === 'put' ? -1 : 1;
        const market = marketOf(i, inputs.kind as 'quanto' | 'composite');
        closeTo((await run(vanilla(i.strike!, i.time!, sign), market)).price, expected.price, tolerance, 'closed form');
        // A continuous barrier beyond reach, so that paths are simulated.
        const simulated = await run(barrier(vanilla(i.strike!, i.time!, sign), 1e-9, 'down', 'knock_out'), market);
        closeTo(
          simulated.price,
          expected.price,
          { abs: STANDARD_ERRORS * simulated.standardError + 1e-5, why: 'standard errors' },
          'simulation',
        );
        expect(simulated.standardError).to.be.below(0.05);
      },
      ({ inputs }) => inputs.kind !== 'exchange',
    );
    table<Inputs, { readonly price: number }>(
      'currencies',
      async ({ inputs, expected, tolerance }) => {
        const i = numbers(inputs);
        const market = marketOf(i, 'composite', { B: { spot: i.otherSpot, volatility: i.otherVolatility, dividend: i.otherDividend } });
        const correlations = [
          ...market.correlations,
          { asset1: 'A', asset2: 'B', correlation: i.correlation12 },
          { asset1: 'USDEUR', asset2: 'B', correlation: -i.correlation2! },
        ];
        const spread = optionOn({ type: 'basket', assets: [0, 1], weights: [1, -1] }, 1e-9, i.time!);
        const { price, standardError } = await run(spread, { ...market, correlations, fx: { USDEUR: 1 / i.fx! } }, ['A', 'B']);
        closeTo(price, expected.price, tolerance);
        expect(Math.abs(price - expected.price)).to.be.below(STANDARD_ERRORS * standardError + 1e-4);
      },
      ({ inputs }) => inputs.kind === 'exchange',
    );

    const usual = { spot: 100, rate: 0.03, volatility: 0.2, dividend: 0, foreignRate: 0.01, fxVolatility: 0.1, correlation: 0.4 };

    it('takes the volatility of a quanto asset by time into its drift', async () => {
      const market = marketOf(usual, 'quanto');
      const { volatility: _, ...asset } = market.assets.A;
      const byTime = { ...market, assets: { A: { ...asset, volatilityTermStructure: { times: [0.5, 1], volatilities: [0.2, 0.3] } } } };
      // Instantaneous volatilities 0.2 and √(2·0.09 − 0.04).
      const covariance = 0.4 * 0.1 * (0.5 * 0.2 + 0.5 * Math.sqrt(0.14));
      const q = 0.03 - (0.01 - covariance);
      closeTo((await run(vanilla(100, 1), byTime)).price, blackScholes(100, 100, 0.03, 0.3, 1, q, 1), {
        abs: 1e-10,
        why: 'double precision',
      });
    });

    it('gives the vega of a quanto asset with its effect on the drift', async () => {
      const { market } = resolved(marketOf(usual, 'quanto'));
      const priceAt = (sigma: number) => blackScholes(100, 100, 0.03, sigma, 1, 0.03 - (0.01 - 0.4 * 0.1 * sigma), 1);
      const { derivatives, vega } = await greeksContract(vanilla(100, 1), market, {}, backend);
      expect(vega).to.be.closeTo((priceAt(0.21) - priceAt(0.2)) / 0.01, 1e-8);
      expect(derivatives.vega).to.be.closeTo((priceAt(0.2 + 1e-5) - priceAt(0.2 - 1e-5)) / 2e-5, 1e-4);
    });

    it('refuses what has no meaning, and names it', () => {
      const market = marketOf(usual, 'quanto');
      const withAsset = (more: object) => ({ ...market, assets: { A: { ...market.assets.A, ...more } } });
      expect(refusals({ ...withAsset({}), currency: undefined })).to.deep.include(
        '/market/currency: is required with curves, fx or volatilities',
      );
      expect(refusals(withAsset({ conversion: undefined }))).to.deep.equal([
        '/market/assets/A/conversion: must be "quanto" or "composite" for an asset in EUR in a market in USD',
      ]);
      expect(refusals(withAsset({ currency: 'USD' }))).to.deep.equal([
        '/market/assets/A/conversion: must be left out for an asset in the currency of the market; got quanto',
      ]);
      const heston = { volatility: undefined, model: { type: 'heston', v0: 0.04, kappa: 1, theta: 0.04, sigma: 0.5, rho: -0.5 } };
      expect(resolved(withAsset(heston)).reports).to.deep.equal([]);
      const ssvi = { times: [1], volatilities: [0.2], rho: -0.4, eta: 0.8, gamma: 0.4 };
      const smile = { volatility: undefined, volatilitySurface: { ssvi }, conversion: 'composite' };
      expect(resolved({ ...withAsset(smile), fx: { EURUSD: 1.1 } }).reports.join()).to.match(
        /A\/conversion: must be "quanto" for an asset with a surface/,
      );
      const { fx: _, ...noRate } = withAsset({ conversion: 'composite' }) as ReturnType<typeof marketOf>;
      expect(resolved(noRate).reports).to.deep.equal(['/market/fx: must have an entry for EURUSD']);
      expect(resolved({ ...market, curves: { GBP: { rate: 0.01 } } }).reports.join()).to.match(/curves: must have an entry for EUR/);
      expect(resolved({ ...market, correlations: [] }).reports).to.deep.equal([
        '/market/correlations: must have an entry for A and EURUSD',
      ]);
      const cash = { conversion: 'composite', dividends: [{ time: 0.5, amount: 1 }] };
      expect(resolved({ ...withAsset(cash), fx: { EURUSD: 1.1 } }).reports.join()).to.match(
        /A\/dividends: must be proportions for a composite/,
      );
    });
  });

  describe('whose correlations are repaired', () => {
    const asset = { spot: 100, volatility: 0.2 };
    // Higham (2002), section 5: A and B, B and C are perfectly correlated, and A and C not at all.
    const market = {
      rate: 0,
      assets: { A: asset, B: asset, C: asset },
      correlations: [
        { asset1: 'A', asset2: 'B', correlation: 1 },
        { asset1: 'B', asset2: 'C', correlation: 1 },
        { asset1: 'A', asset2: 'C', correlation: 0 },
      ],
    };
    const names = ['A', 'B', 'C'];

    it('names the smallest eigenvalue where no repair is asked for', () => {
      expect(resolved(market, names).reports).to.deep.equal([
        '/market/correlations: must form a positive semi-definite matrix; its smallest eigenvalue is -0.414214',
      ]);
    });

    it('takes the nearest matrix, and reports it beside the price', async () => {
      const basket = optionOn({ type: 'basket', assets: [0, 1, 2], weights: [1, 1, 1] }, 300, 1);
      const { correlationRepair } = await run(basket, { ...market, correlationRepair: 'nearest' }, names);
      expect(correlationRepair?.smallestEigenvalue).to.be.closeTo(1 - Math.SQRT2, 1e-12);
      expect(correlationRepair?.distance).to.be.closeTo(0.5278, 1e-4);
      expect(
        correlationRepair?.correlations.map(({ asset1, asset2, correlation }) => [asset1, asset2, correlation.toFixed(4)]),
      ).to.deep.equal([
        ['A', 'B', '0.7607'],
        ['A', 'C', '0.1573'],
        ['B', 'C', '0.7607'],
      ]);
    });

    it('leaves a matrix that needs none as it is, to the bit, without a report', async () => {
      const fine = { ...market, correlations: market.correlations.map((pair) => ({ ...pair, correlation: 0.3 })) };
      const basket = optionOn({ type: 'basket', assets: [0, 1, 2], weights: [1, 1, 1] }, 300, 1);
      const [with_, unrepaired] = [await run(basket, { ...fine, correlationRepair: 'nearest' }, names), await run(basket, fine, names)];
      expect(with_).to.deep.equal(unrepaired);
      expect(with_.correlationRepair).to.equal(undefined);
    });
  });

  describe('with a volatility by time', () => {
    const flat = { spot: 100, rate: 0.03, dividend: 0.01 };
    const byTime = { ...flat, volatilityTermStructure: { times: [0.5, 1, 2], volatilities: [0.3, 0.25, 0.22] } };

    it('gives the closed form of the volatility up to expiry, linear in total variance between the times', async () => {
      const between = Math.sqrt((0.0625 + 0.5 * (0.22 ** 2 * 2 - 0.0625)) / 1.5);
      for (const [time, sigma] of [
        [0.2, 0.3],
        [0.5, 0.3],
        [1, 0.25],
        [1.5, between],
        [3, 0.22],
      ])
        closeTo((await run(vanilla(105, time!), byTime)).price, blackScholes(100, 105, 0.03, sigma!, time!, 0.01, 1), {
          abs: 1e-10,
          why: 'double precision',
        });
    });

    it('gives the price of a constant volatility where it is the same at every time, on paths with barriers and averages', async () => {
      const same = { ...flat, volatilityTermStructure: { times: [0.3, 1], volatilities: [0.25, 0.25] } };
      for (const contract of [barrier(vanilla(100, 1), 85, 'down', 'knock_out'), optionOn(average([0.25, 0.5, 1]), 100, 1)]) {
        const [one, other] = [await run(contract, same), await run(contract, { ...flat, volatility: 0.25 })];
        closeTo(one.price, other.price, {
          abs: STANDARD_ERRORS * Math.hypot(one.standardError, other.standardError),
          why: 'standard errors',
        });
      }
    });

    it('puts its variance where it is: a barrier that ends before it rises is not touched by it', async () => {
      const late = { ...flat, volatilityTermStructure: { times: [0.5, 1], volatilities: [0.01, 0.3] } };
      const early = barrier(vanilla(100, 1), 95, 'down', 'knock_out', [0.1, 0.2, 0.3, 0.4, 0.5]);
      const { price, standardError } = await run(early, late);
      closeTo(price, blackScholes(100, 100, 0.03, 0.3, 1, 0.01, 1), {
        abs: STANDARD_ERRORS * standardError + 1e-4,
        why: 'standard errors',
      });
    });

    it('correlates assets whose variances change at different times by the volatilities of each moment', async () => {
      const asset = (volatilities: readonly number[]) => ({ spot: 100, volatilityTermStructure: { times: [0.5, 1], volatilities } });
      const market = {
        rate: 0,
        assets: { A: asset([0.4, 0.4 * Math.SQRT1_2]), B: asset([1e-6, 0.3]) },
        correlations: [{ asset1: 'A', asset2: 'B', correlation: 1 }],
      };
      // A moves in the first half only and B in the second, so the two are independent although their drivers are one.
      const exchange = optionOn({ type: 'basket', assets: [0, 1], weights: [1, -1] }, 1e-9, 1);
      const { price, standardError } = await run(exchange, market, ['A', 'B']);
      closeTo(price, blackScholes(100, 100, 0, Math.hypot(0.4 * Math.SQRT1_2, 0.3), 1, 0, 1), {
        abs: STANDARD_ERRORS * standardError + 1e-3,
        why: 'Margrabe, and standard errors',
      });
    });

    it('refuses a variance that falls, naming the bound, and a second volatility', () => {
      const falling = { ...flat, volatilityTermStructure: { times: [1, 2], volatilities: [0.3, 0.2] } };
      expect(refusals(falling)[0]).to.match(/volatilities\/1: must be at least 0\.2121.*; got 0\.2$/);
      expect(refusals({ ...byTime, volatility: 0.2 })).to.deep.equal([
        '/market/volatilityTermStructure: must be left out where volatility is given',
      ]);
    });
  });

  describe('with a surface', () => {
    const flat = { spot: 100, rate: 0.03, dividend: 0.01 };
    const ssvi = { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.5, eta: 1, gamma: 0.4 };

    it('prices vanillas on paths at the volatility of the surface', async () => {
      const forward = 100 * Math.exp(0.02);
      const theta = 0.21 ** 2;
      const phi = 1 / (theta ** 0.4 * (1 + theta) ** 0.6);
      for (const strike of [85, 100, 115]) {
        const k = Math.log(strike / forward);
        const w = (theta / 2) * (1 - 0.5 * phi * k + Math.sqrt((phi * k - 0.5) ** 2 + 0.75));
        const { price, standardError, repricing } = await run(vanilla(strike, 1), { ...flat, volatilitySurface: { ssvi } });
        closeTo(price, blackScholes(100, strike, 0.03, Math.sqrt(w), 1, 0.01, 1), {
          abs: STANDARD_ERRORS * standardError + 0.02,
          why: 'standard errors, and 5e-4 of volatility that local volatility leaves',
        });
        expect(repricing?.[0]?.maxVolatilityError).to.be.below(5e-4);
      }
    });

    it('is the model local_vol of the same quotes', async () => {
      const quotes = {
        strikes: [80, 100, 120],
        expiries: [0.5, 1],
        volatilities: [
          [0.25, 0.21, 0.2],
          [0.24, 0.21, 0.2],
        ],
      };
      const contract = barrier(vanilla(100, 1), 85, 'down', 'knock_out');
      const [one, other] = [
        await run(contract, { ...flat, volatilitySurface: quotes }),
        await run(contract, { ...flat, model: { type: 'local_vol', ...quotes } }),
      ];
      expect(one).to.deep.equal(other);
    });

    it('is refused with arbitrage, at the smile that has it, and taken beside dividends in cash that are worth less than the spot', () => {
      const vogt = { time: 1, a: -0.041, b: 0.1331, m: 0.3586, rho: 0.306, sigma: 0.4153 };
      const { reports } = resolved({ ...flat, volatilitySurface: { svi: [{ ...vogt, time: 0.5, a: 0.1 }, vogt] } });
      expect(reports.some((one) => /svi\/1: makes a butterfly at log-moneyness 0\.87926.*g\(k\) is -0\.0328/.test(one))).to.equal(true);
      expect(reports.some((one) => /svi\/1: must be at least .*calendar/.test(one))).to.equal(true);
      const paying = (amount: number) =>
        resolved({ ...flat, volatilitySurface: { ssvi }, dividends: [{ time: 0.4, amount }] }).reports.join();
      expect(paying(1)).to.equal('');
      expect(paying(95)).to.match(/\/market\/dividends: must be worth at most 90 in cash up to the last quoted expiry/);
      expect(refusals({ ...flat, volatilitySurface: { ssvi, svi: [vogt] } }).join()).to.match(/must have only one of .* svi or ssvi/);
    });
  });

  it('refuses a dividend that is not after the valuation date, and one of two kinds', () => {
    const market = { spot: 100, rate: 0.03, volatility: 0.2 };
    expect(resolved({ ...market, dividends: [{ date: TODAY, amount: 1 }] }).reports).to.deep.equal([
      `/market/dividends/0/date: must be after ${TODAY}, the valuation date; got ${TODAY}`,
    ]);
    expect(refusals({ ...market, dividends: [{ date: '2026-06-01', amount: 1, proportion: 0.1 }] })).to.deep.equal([
      '/market/dividends/0: must have exactly one of amount and proportion',
    ]);
  });
});
