import { expect } from 'chai';
import { runJob, xvaJob, xvaSensitivitiesJob } from '#engine';
import { parse, tradeExamples, xvaRequest, xvaSensitivitiesRequest } from '#engine/schemas';

const limits = { costLimit: 1e9 };
const tenors = [0.5, 1, 2, 5, 10];
const NAMES = ['cva', 'dva', 'fca', 'fba', 'kva', 'total'] as const;

interface Moved {
  /** Bump of the USD and EUR zero rates at a tenor. */
  readonly rates?: { readonly currency: 'USD' | 'EUR'; readonly tenor: number; readonly by: number };
  readonly eurusd?: number;
  readonly spot?: number;
  readonly hazard?: number;
  readonly fxVolatility?: number;
  /** Flat rate of a projection curve of USD; none by default. */
  readonly projection?: number;
}

/** Both curves have their nodes at the tenors, so that a bump of a node is the bump of the sensitivity. */
const requestFor = ({ rates, eurusd = 1.1, spot = 100, hazard = 0.02, fxVolatility = 0.1, projection }: Moved, more: object = {}) => {
  const curve = (currency: string, zeroRates: number[]) => ({
    times: tenors,
    zeroRates: zeroRates.map((rate, i) => (rates?.currency === currency && rates.tenor === tenors[i] ? rate + rates.by : rate)),
  });
  return {
    trades: tradeExamples,
    market: {
      valuationDate: '2026-11-20',
      curves: { USD: curve('USD', [0.02, 0.021, 0.024, 0.03, 0.032]), EUR: curve('EUR', [0.01, 0.012, 0.014, 0.018, 0.02]) },
      ...(projection !== undefined && { projectionCurves: { USD: { rate: projection } } }),
      fx: { EURUSD: eurusd },
      assets: { ACME: { spot, volatility: 0.25, dividend: 0.02 } },
      volatilities: { EURUSD: { type: 'lognormal', volatility: fxVolatility } },
      models: { USD: { meanReversion: 0.03, volatility: 0.009 }, EUR: { meanReversion: 0.05, volatility: 0.007 } },
      correlations: [
        { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
        { asset1: 'EURUSD', asset2: 'USD', correlation: -0.2 },
        { asset1: 'EURUSD', asset2: 'EUR', correlation: 0.1 },
        { asset1: 'ACME', asset2: 'USD', correlation: -0.1 },
        { asset1: 'ACME', asset2: 'EUR', correlation: -0.1 },
        { asset1: 'ACME', asset2: 'EURUSD', correlation: 0.3 },
      ],
    },
    counterparty: { hazardRate: hazard, recoveryRate: 0.4 },
    own: { hazardRate: 0.012, recoveryRate: 0.35 },
    funding: { borrowSpread: 0.006, lendSpread: 0.004 },
    capital: { costOfCapital: 0.1, capitalFactor: 0.08 },
    exposureTimes: [0.4, 0.9, 1.3, 2.2, 3.1, 4.2, 6],
    pricer: { numPaths: 1024 },
    ...more,
  };
};
const calculate = (moved: Moved, more?: object) => runJob(xvaJob(parse(xvaRequest, requestFor(moved, more)), limits));
const sensitivities = (more?: object) =>
  runJob(xvaSensitivitiesJob(parse(xvaSensitivitiesRequest, { ...requestFor({}, more), tenors }), limits));

/** A derivative that is the limit of differences on the same paths: they differ by what happens on the paths whose exposure changes its sign. */
const isDerivative = (
  found: Record<(typeof NAMES)[number], number>,
  up: Record<(typeof NAMES)[number], number>,
  down: Record<(typeof NAMES)[number], number>,
  step: number,
  what: string,
  relative = 2e-3,
): void => {
  for (const name of NAMES) {
    const difference = (up[name] - down[name]) / (2 * step);
    expect(found[name], `${name} to ${what}`).to.be.closeTo(difference, relative * (Math.abs(difference) + Math.abs(up[name])));
  }
};

describe('XVA sensitivities', function () {
  this.timeout(120_000);

  for (const [what, more] of [
    ['without collateral', {}],
    ['with collateral, flows of the margin period unpaid', { collateral: { threshold: 40_000 } }],
    ['with collateral, flows of the margin period paid', { collateral: { threshold: 40_000, flowsInMarginPeriod: 'paid' } }],
  ] as const)
    it(`to rates by tenor, exchange rates and shares are the limits of differences on the same paths, ${what}`, () => {
      const found = sensitivities(more);
      for (const currency of ['USD', 'EUR'] as const)
        for (const tenor of tenors) {
          // So small that no path of these changes what is exercised, which the derivatives leave out.
          const by = 1e-7;
          const own = found.rates.find((each) => each.currency === currency && each.tenor === tenor);
          if (own === undefined) throw new Error(`no sensitivity to ${currency} at ${tenor}`);
          isDerivative(
            own,
            calculate({ rates: { currency, tenor, by } }, more),
            calculate({ rates: { currency, tenor, by: -by } }, more),
            by,
            `${currency} at ${tenor}`,
          );
        }
      isDerivative(
        found.exchangeRates[0],
        calculate({ eurusd: 1.1 + 1e-5 }, more),
        calculate({ eurusd: 1.1 - 1e-5 }, more),
        1e-5,
        'EURUSD',
      );
      isDerivative(found.shares[0], calculate({ spot: 100.001 }, more), calculate({ spot: 99.999 }, more), 1e-3, 'ACME');
    });

  it('to the exchange rate’s volatility are differences on the same random numbers', () => {
    const found = sensitivities().volatilities;
    expect(found.map(({ factor, name }) => `${factor} ${name}`)).to.deep.equal([
      'rates USD',
      'rates EUR',
      'exchange_rate EURUSD',
      'share ACME',
    ]);
    const step = 1e-3;
    isDerivative(
      found[2],
      calculate({ fxVolatility: 0.1 + step }),
      calculate({ fxVolatility: 0.1 - step }),
      step,
      'volatility of EURUSD',
      1e-9,
    );
  });

  it('to a projection curve by itself are differences on the same random numbers, and opposite for the two sides of a swap', () => {
    const rate = 0.027;
    const sensitivitiesOf = (trades: readonly object[]) =>
      runJob(
        xvaSensitivitiesJob(
          parse(xvaSensitivitiesRequest, { ...requestFor({ projection: rate }, { trades }), tenors, projectionBumps: true }),
          limits,
        ),
      );
    const all = sensitivitiesOf(tradeExamples);
    const [found, ...others] = all.projectionRates ?? [];
    expect(found.currency).to.equal('USD');
    expect(others).to.deep.equal([]);
    const step = 1e-4;
    isDerivative(found, calculate({ projection: rate + step }), calculate({ projection: rate - step }), step, 'projection of USD', 1e-9);
    // A payer gains and a receiver loses when floating rates rise and discounting stays.
    const [swap] = tradeExamples;
    const [payer, receiver] = (['payer', 'receiver'] as const).map((side) => sensitivitiesOf([{ ...swap, side }]).projectionRates?.[0]);
    expect(payer?.cva).to.be.above(0);
    expect(receiver?.cva).to.be.below(0);
    expect(payer?.fva).to.be.closeTo((payer?.fca ?? 0) - (payer?.fba ?? 0), 1e-9);
    expect(sensitivities()).to.not.have.property('projectionRates');
  });

  it('to the intensity add up over tenors to that of a parallel bump', () => {
    const found = sensitivities().credit.filter(({ party }) => party === 'counterparty');
    const step = 1e-5;
    const [up, down] = [step, -step].map((by) => calculate({ hazard: 0.02 + by }).cva);
    const total = found.reduce((sum, { cva }) => sum + cva, 0);
    expect(total).to.be.closeTo((up - down) / (2 * step), 1e-6 * total);
    expect(found.every(({ dva }) => dva === 0)).to.equal(true);
  });

  it('to par spreads of either party are given spread by spread', () => {
    const cdsCurve = ['1Y', '3Y', '5Y'].map((tenor, i) => ({ tenor, spread: 0.01 + 0.002 * i }));
    const found = sensitivities({ counterparty: { cdsCurve, recoveryRate: 0.4 } }).credit;
    expect(found.filter(({ quote }) => quote === 'spread').map(({ tenor }) => tenor)).to.deep.equal(['1Y', '3Y', '5Y']);
    const total = found.filter(({ party }) => party === 'counterparty').reduce((sum, { cva }) => sum + cva, 0);
    const step = 1e-5;
    const at = (by: number) =>
      calculate(
        {},
        { counterparty: { cdsCurve: cdsCurve.map(({ tenor, spread }) => ({ tenor, spread: spread + by })), recoveryRate: 0.4 } },
      ).cva;
    expect(total).to.be.closeTo((at(step) - at(-step)) / (2 * step), 1e-4 * total);
  });

  it('say that capital by the regulatory exposure is left out, and with a Bermudan swaption what moved boundaries do', () => {
    const trades = tradeExamples.filter(({ type }) => type !== 'bermudan_swaption');
    const [found, bermudan] = [trades, tradeExamples].map((each) => sensitivities({ trades: each, capital: { costOfCapital: 0.1 } }));
    expect(found.base.kva).to.equal(0);
    expect(found.warnings).to.deep.equal(['the sensitivities of kva are left out: it is that of the regulatory exposure']);
    expect(bermudan.warnings).to.have.length(2);
  });
});
