/** Trades by their dates in a market of two currencies, and their exposures. */
import { exposureJob, runJob } from '#engine';
import { bookMarket, exposureRequest, parse, pricingPlan } from '#engine/schemas';
import { closedFormPrice } from '#engine-gpu/valuation/instrument-prices';
import type { InstrumentTypeName } from '#engine-gpu/valuation/instrument-types';

export const limits = { costLimit: 4e9 };
export const valuationDate = '2026-11-20';
export const VOLATILITY = 0.01;
export const MEAN_REVERSION = 0.05;

/** Fixings of every day of two years, of rates that move. */
const history = (level: number) =>
  Array.from({ length: 730 }, (_, i) => ({
    date: new Date(Date.UTC(2024, 10, 22 + i)).toISOString().slice(0, 10),
    value: level + 0.004 * Math.sin(i / 40),
  }));

export const market = {
  valuationDate,
  curves: { USD: { times: [1, 5, 10], zeroRates: [0.036, 0.033, 0.035] }, EUR: { rate: 0.021 } },
  projections: { 'EURIBOR-3M': { rate: 0.0235 }, 'TERM-SOFR-6M': { times: [1, 10], zeroRates: [0.038, 0.036] } },
  fx: { EURUSD: 1.1 },
  volatilities: { EURUSD: { type: 'lognormal', volatility: 0.1 } },
  models: {
    USD: { meanReversion: MEAN_REVERSION, volatility: VOLATILITY },
    EUR: { meanReversion: 0.02, volatility: 0.008 },
  },
  correlations: [
    { asset1: 'USD', asset2: 'EUR', correlation: 0.5 },
    { asset1: 'EURUSD', asset2: 'USD', correlation: -0.2 },
    { asset1: 'EURUSD', asset2: 'EUR', correlation: 0.1 },
  ],
  fixings: Object.fromEntries(
    ['SOFR', 'ESTR', 'EURIBOR-3M', 'TERM-SOFR-6M'].map((name) => [
      name,
      history(name === 'SOFR' || name === 'TERM-SOFR-6M' ? 0.037 : 0.022),
    ]),
  ),
};

const overnight = { floatingType: 'overnight', floatingFrequency: 1, paymentLag: 2, calendar: 'TARGET' };
export const trades: Readonly<Record<string, { readonly type: InstrumentTypeName } & Readonly<Record<string, unknown>>>> = {
  'a swap on an overnight rate in its second year': {
    ...{ type: 'interest_rate_swap', currency: 'USD', index: 'SOFR', side: 'payer', fixedRate: 0.034, notional: 1e6 },
    ...{ startDate: '2025-06-18', tenor: '5Y', ...overnight },
  },
  'a foreign swap on an overnight rate': {
    ...{ type: 'interest_rate_swap', currency: 'EUR', index: 'ESTR', side: 'receiver', fixedRate: 0.024, notional: 2e6 },
    ...{ startDate: '2026-03-18', tenor: '4Y', ...overnight },
  },
  'a swap on a term rate with its own curve, paid two days late': {
    ...{ type: 'interest_rate_swap', currency: 'EUR', index: 'EURIBOR-3M', side: 'payer', fixedRate: 0.02, notional: 1e6 },
    ...{ startDate: '2025-02-10', tenor: '4Y', floatingFrequency: 4, fixingDays: 2, calendar: 'TARGET', paymentLag: 2 },
  },
  'a swap that starts later, its notional falling': {
    ...{ type: 'interest_rate_swap', currency: 'USD', index: 'TERM-SOFR-6M', side: 'receiver', fixedRate: 0.035 },
    ...{ startDate: '2027-03-01', tenor: '4Y', floatingFrequency: 2 },
    notionalSchedule: [
      { date: '2027-03-01', notional: 2e6 },
      { date: '2029-03-01', notional: 1e6 },
    ],
  },
  'a basis swap': {
    ...{ type: 'basis_swap', currency: 'USD', startDate: '2026-08-03', tenor: '3Y', notional: 1e6 },
    receive: { index: 'SOFR', floatingType: 'overnight', frequency: 4 },
    pay: { index: 'TERM-SOFR-6M', frequency: 2, spread: 0.001 },
  },
  'a zero-coupon swap on a term rate that has been compounded for a year': {
    ...{ type: 'zero_coupon_swap', currency: 'EUR', index: 'EURIBOR-3M', side: 'payer', fixedRate: 0.022, notional: 1e6 },
    ...{ startDate: '2025-10-01', tenor: '4Y', floatingFrequency: 4, calendar: 'TARGET' },
  },
  'a swap of two currencies with its notionals': {
    ...{ type: 'cross_currency_swap', startDate: '2026-05-15', tenor: '3Y' },
    receive: { currency: 'EUR', notional: 1e6, index: 'ESTR', floatingType: 'overnight', frequency: 4, spread: 0.001 },
    pay: { currency: 'USD', notional: 1.1e6, rate: 0.036, frequency: 2 },
  },
  'two exchanges of currencies, the first of which lies ahead': {
    type: 'fx_swap',
    near: { buyCurrency: 'EUR', buyAmount: 1e6, sellCurrency: 'USD', sellAmount: 1.1e6, maturity: '2027-01-15' },
    far: { buyCurrency: 'USD', buyAmount: 1.12e6, sellCurrency: 'EUR', sellAmount: 1e6, maturity: '2028-01-14' },
  },
};

/** An agreement that is settled at the start of its period. */
export const agreement: (typeof trades)[string] = {
  ...{ type: 'fra', currency: 'USD', side: 'payer', fixedRate: 0.036, notional: 1e6 },
  ...{ startDate: '2027-06-01', tenor: '6M' },
};

const setting = { market: parse(bookMarket, market), reportingCurrency: 'USD', valuationDate };
export const inReporting = (currency: string | undefined): number => (currency === 'EUR' ? market.fx.EURUSD : 1);
export const planOf = ({ type, ...terms }: (typeof trades)[string]) => {
  const plan = pricingPlan(type, terms, setting);
  if (!('pricerId' in plan)) throw new Error('no pricer');
  return plan;
};
export const pricers = async (trade: (typeof trades)[string]): Promise<number> => {
  const plan = planOf(trade);
  return inReporting(plan.currency) * (await closedFormPrice(plan, valuationDate));
};
export const exposureOf = (trade: object, more: object = {}) =>
  runJob(
    exposureJob(parse(exposureRequest, { trades: [trade], market, exposureTimes: times, pricer: { numPaths: 32_768 }, ...more }), limits),
  );

export const days = (count: number): number => count / 365;
/** Times lie inside periods, on their ends, on payments of the trades above, and a day before and after. */
export const times = [days(61), days(210), days(212), 1, days(467), 1.5, days(577), days(580), 2, days(1000), 3.2];

export const curveOf = (currency: string, index?: string) => {
  const discounting = (each: (typeof market)['curves'][keyof (typeof market)['curves']]) => (time: number) => {
    if ('rate' in each) return Math.exp(-each.rate * time);
    const [first, last] = [each.zeroRates[0]!, each.zeroRates[each.zeroRates.length - 1]!];
    const upper = each.times.findIndex((knot) => knot >= time);
    if (upper <= 0) return Math.exp(-(upper === 0 ? first : last) * time);
    const weight = (time - each.times[upper - 1]!) / (each.times[upper]! - each.times[upper - 1]!);
    return Math.exp(-time * ((1 - weight) * each.zeroRates[upper - 1]! + weight * each.zeroRates[upper]!));
  };
  const { projections } = market;
  return discounting(
    (index !== undefined && index in projections
      ? projections[index as keyof typeof projections]
      : market.curves[currency as 'USD' | 'EUR'])!,
  );
};

/** Of the mean value, in which the errors of both sides do not help each other. */
export const errorOf = (errors: { readonly ee: number; readonly nee: number } | undefined): number =>
  (errors?.ee ?? 0) + (errors?.nee ?? 0);
