/** Sensitivities of instruments against differences of their prices in markets of which one factor is moved. */
import { expect } from 'chai';
import { instrumentPrices, instrumentSensitivities } from '#engine';
import {
  type InstrumentTypeName,
  instrumentPricesRequest,
  instrumentSensitivitiesRequest,
  parse,
  type Sensitivity,
  spotOf,
} from '#engine/schemas';

const tenors = [1, 2, 5, 10];
const times = [0.5, 3, 7];
const market = {
  valuationDate: '2026-03-02',
  curves: {
    EUR: { times, zeroRates: [0.021, 0.024, 0.027] },
    USD: { dates: ['2027-03-02', '2031-03-02', '2037-03-02'], discountFactors: [0.96, 0.82, 0.63] },
    GBP: { times, zeroRates: [0.038, 0.04, 0.041], interpolation: 'monotone_convex' },
  },
  projections: { INDEX: { times, zeroRates: [0.023, 0.026, 0.03] } },
  projectionCurves: { GBP: { rate: 0.045 } },
  fx: { EURUSD: 1.1, GBPUSD: 1.29 },
  assets: { BMW: { spot: 80, volatility: 0.22, dividend: 0.02, currency: 'EUR' } },
  volatilities: {
    EUR: { type: 'normal', volatility: 0.008 },
    EURUSD: { type: 'lognormal', volatility: 0.09 },
    GBPUSD: { type: 'lognormal', volatility: 0.1 },
  },
  models: { EUR: { meanReversion: 0.02 } },
  fixings: { INDEX: [{ date: '2025-09-04', value: 0.0207 }] },
  credit: { ISSUER: { hazardRate: 0.02, recoveryRate: 0.4 } },
} as const;
const swap = { currency: 'EUR', notional: 1e6, side: 'payer', fixedRate: 0.025 };
const schedule = { startDate: '2024-03-04', tenor: '7Y', fixedFrequency: 1, floatingFrequency: 2, index: 'INDEX' };
const exchange = { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'GBP', sellAmount: 8.6e5, maturity: 1.5 };

/** Instruments with their pricers, and whether they have closed forms. */
const instruments: readonly (readonly [type: InstrumentTypeName, pricerId: string, isClosed: boolean, terms: object])[] = [
  ['interest_rate_swap', 'cross_asset_trade', true, { ...swap, currency: 'GBP', maturity: 6, fixedFrequency: 1, floatingFrequency: 2 }],
  ['interest_rate_swap', 'rates_swap_multi_curve', true, { ...swap, ...schedule, spread: 0.002 }],
  [
    'interest_rate_swap',
    'rates_dated_legs',
    true,
    {
      currency: 'EUR',
      side: 'receiver',
      fixedRate: 0.02,
      ...schedule,
      notionalSchedule: [
        { date: '2024-03-04', notional: 1e6 },
        { date: '2027-03-04', notional: 4e5 },
      ],
    },
  ],
  ['zero_coupon_swap', 'rates_dated_legs', true, { ...swap, tenor: '4Y', floatingFrequency: 2, index: 'INDEX' }],
  [
    'cross_currency_swap',
    'cross_asset_trade',
    true,
    {
      receive: { currency: 'GBP', notional: 1e6, spread: 0.001 },
      pay: { currency: 'EUR', notional: 1.17e6, rate: 0.03 },
      maturity: 4,
      frequency: 2,
    },
  ],
  [
    'fra',
    'rates_dated_legs',
    false,
    { currency: 'EUR', notional: 1e6, fixedRate: 0.02, startDate: '2027-06-02', tenor: '1Y', index: 'INDEX' },
  ],
  [
    'fx_swap',
    'rates_dated_legs',
    true,
    { near: { ...exchange, maturity: '2026-04-01' }, far: { ...exchange, buyAmount: 9e5, maturity: '2031-09-01' } },
  ],
  ['fx_forward', 'cross_asset_trade', true, exchange],
  ['equity_forward', 'cross_asset_trade', true, { underlying: 'BMW', strike: 82, maturity: 3, quantity: 100 }],
  ['fx_option', 'cross_asset_trade', false, { ...exchange, optionType: 'call' }],
  ['equity_option', 'cross_asset_trade', false, { underlying: 'BMW', strike: 82, maturity: 3, optionType: 'put' }],
  ['swaption', 'cross_asset_trade', false, { ...swap, maturity: 6, expiry: 1, fixedFrequency: 1, floatingFrequency: 2 }],
  ['cap', 'rates_cap_floor', false, { currency: 'EUR', strike: 0.03, notional: 1e6, tenor: '3Y', frequency: 2, index: 'INDEX' }],
  [
    'credit_default_swap',
    'credit_default_swap',
    false,
    { currency: 'EUR', issuer: 'ISSUER', side: 'buyer', spread: 0.01, maturity: 5, paymentsPerYear: 4 },
  ],
  ['vanilla', 'equity_vanilla_bs', true, { underlying: 'BMW', strike: 82, time: 1.7, optionType: 'call' }],
];

/** Market with one factor moved by a step. */
function moved({ factor: { kind, name, tenor } }: Pick<Sensitivity, 'factor'>, step: number): object {
  const { curves, projections, projectionCurves, fx, assets, volatilities, credit } = market as unknown as Record<
    string,
    Record<string, object & { rate?: number }>
  >;
  const tented = (curve: (object & { rate?: number }) | undefined) => ({
    ...(curve?.rate === undefined ? curve : { times: [1], zeroRates: [curve.rate] }),
    shift: { times: tenors, zeroRates: tenors.map((each) => (each === tenor ? step : 0)) },
  });
  const asset = assets?.[name] as Record<string, number> | undefined;
  switch (kind) {
    case 'rate':
      return { ...market, curves: { ...curves, [name]: tented(curves?.[name]) } };
    case 'projection':
      return projections?.[name] === undefined
        ? { ...market, projectionCurves: { [name]: tented(projectionCurves?.[name]) } }
        : { ...market, projections: { [name]: tented(projections[name]) } };
    case 'fx':
      return { ...market, fx: { ...fx, [name]: (market.fx as Record<string, number>)[name]! + step } };
    case 'credit':
      return { ...market, credit: { [name]: { ...credit?.[name], hazardRate: 0.02 + step } } };
    default:
      if (asset !== undefined) return { ...market, assets: { [name]: { ...asset, [kind]: asset[kind]! + step } } };
      return {
        ...market,
        volatilities: {
          ...volatilities,
          [name]: {
            ...volatilities?.[name],
            volatility: (market.volatilities as Record<string, { volatility: number }>)[name]!.volatility + step,
          },
        },
      };
  }
}

describe('the sensitivities of an instrument', () => {
  const reportingCurrency = 'USD';
  const setting = { reportingCurrency, valuationDate: market.valuationDate };
  const sensitivitiesOf = async (type: InstrumentTypeName, pricerId: string, terms: object): Promise<readonly Sensitivity[]> => {
    const request = parse(instrumentSensitivitiesRequest, { pricerId, market, tenors, ...setting, instruments: [{ type, terms }] });
    const [value] = (await instrumentSensitivities(request)).result.values;
    if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
    return value.sensitivities;
  };
  /** The currency of the value is told by the price in it and in dollars. */
  const valueIn = async (
    pricerId: string,
    type: InstrumentTypeName,
    terms: object,
    inMarket: object,
    currency: string,
  ): Promise<number> => {
    const request = parse(instrumentPricesRequest, { pricerId, market: inMarket, ...setting, instruments: [{ type, terms }] });
    const [value] = (await instrumentPrices(request)).result.values;
    if (value === undefined || 'failure' in value) throw new Error(value?.failure.message);
    return value.price * spotOf((inMarket as typeof market).fx, currency, reportingCurrency)!;
  };
  const currencyOf = (type: InstrumentTypeName, terms: object): string =>
    ['fx_forward', 'fx_swap', 'fx_option', 'cross_currency_swap'].includes(type)
      ? 'USD'
      : ((terms as { currency?: string }).currency ?? 'EUR');

  for (const [type, pricerId, isClosed, terms] of instruments.filter(([type]) => type !== 'vanilla'))
    it(`of type ${type} by ${pricerId} are the derivatives of its value by each factor, ${isClosed ? 'in closed form' : 'with their step'}`, async () => {
      const sensitivities = await sensitivitiesOf(type, pricerId, terms);
      expect(sensitivities.every(({ bump }) => (bump === undefined) === isClosed)).to.equal(true);
      const currency = currencyOf(type, terms);
      const kinds = new Set(sensitivities.map(({ factor }) => factor.kind));
      expect(kinds.has('rate')).to.equal(true);
      expect(kinds.has('fx')).to.equal(true);
      for (const each of sensitivities) {
        const { kind, name, tenor } = each.factor;
        const step = (kind === 'spot' ? 80 : 1) * 1e-5;
        const up = await valueIn(pricerId, type, terms, moved(each, step), currency);
        const down = await valueIn(pricerId, type, terms, moved(each, -step), currency);
        const slope = (up - down) / (2 * step);
        // Differences of values of a million err by 1e-16 of it over the step. Steps of options err by their squares times the third derivative, and tables of Bermudan options by their rounding.
        expect(each.value, `${kind} ${name} ${tenor}`).to.be.closeTo(
          slope,
          1e-4 + (isClosed ? 2e-6 : 2e-5) * Math.abs(slope) + (isClosed ? 0 : 1e-6 * Math.abs(up)),
        );
      }
    });

  it('add up over tenors to that of a parallel shift of the curve', async () => {
    const [type, pricerId, , terms] = instruments[1]!;
    const sensitivities = await sensitivitiesOf(type, pricerId, terms);
    for (const [kind, name, parallel] of [
      [
        'rate',
        'EUR',
        (step: number) => ({
          ...market,
          curves: { ...market.curves, EUR: { ...market.curves.EUR, shift: { times: [1], zeroRates: [step] } } },
        }),
      ],
      [
        'projection',
        'INDEX',
        (step: number) => ({ ...market, projections: { INDEX: { times, zeroRates: [0.023, 0.026, 0.03].map((rate) => rate + step) } } }),
      ],
    ] as const) {
      const sum = sensitivities
        .filter(({ factor }) => factor.kind === kind && factor.name === name)
        .reduce((total, { value }) => total + value, 0);
      const up = await valueIn(pricerId, type, terms, parallel(1e-5), 'EUR');
      const down = await valueIn(pricerId, type, terms, parallel(-1e-5), 'EUR');
      expect(sum, kind).to.be.closeTo((up - down) / 2e-5, 1e-2);
    }
  });
});
