/** Random books of instruments of many types, in a market of three currencies. */
import type { Data } from '../service.js';
import type { Trial } from '../subject.js';
import { drawCapletTable, drawSwaptionTable } from './drawn-volatilities.js';

export const VALUATION_DATE = '2026-01-05';

export interface InstrumentBook {
  readonly positions: Data[];
  readonly market: Data;
  readonly reportingCurrency: string;
}

export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;
export const INDEX_BY_CURRENCY = { USD: 'SOFR', EUR: 'EURIBOR-6M', GBP: 'SONIA' } as const;
const PAIRS = ['EURUSD', 'GBPUSD'] as const;

export const dayAt = (time: number): string =>
  new Date(Date.parse(VALUATION_DATE) + Math.round(time * 365) * 86_400_000).toISOString().slice(0, 10);

/** A flat rate, or a curve by times or by dates. */
function drawCurve(trial: Trial): Data {
  const { draw } = trial;
  const level = trial.uniform(-0.01, 0.06);
  if (draw.chance(0.3)) return { rate: level };
  const times = [trial.uniform(0.1, 1), trial.uniform(1.5, 4), trial.uniform(5, 9), trial.uniform(10, 30)];
  const zeroRates = times.map(() => level + trial.uniform(-0.01, 0.01));
  if (draw.chance(0.7)) return { times, zeroRates, ...(draw.chance(0.3) && { interpolation: draw.pick('log_linear', 'monotone_convex') }) };
  const dates = times.map(dayAt);
  return { dates, discountFactors: times.map((time, i) => Math.exp(-zeroRates[i]! * time)) };
}

/** Up to four dividends, of a day that has passed too; together at most a twelfth of the spot. */
function drawDividends(trial: Trial, spot: number): Data[] {
  return Array.from({ length: trial.whole(1, 4) }, () => ({
    ...(trial.draw.chance(0.7) ? { date: dayAt(trial.uniform(-0.5, 4)) } : { time: trial.uniform(0.01, 4) }),
    ...(trial.draw.chance(0.7) ? { amount: spot * trial.uniform(0.001, 0.02) } : { proportion: trial.uniform(0.001, 0.02) }),
  }));
}

/** Spot, often dividends on dates, and one volatility or a surface with a skew that no shock brings to 0. */
function drawShare(trial: Trial): Data {
  const spot = trial.draw.between(10, 500);
  const level = trial.draw.between(0.15, 0.6);
  const dividends = trial.draw.chance(0.4) ? { dividends: drawDividends(trial, spot) } : {};
  if (trial.draw.chance(0.5)) return { spot, volatility: level, ...dividends };
  const [strikes, expiries] = [[0.5, 0.8, 1, 1.25, 2].map((each) => each * spot), [trial.uniform(0.1, 0.5), 1, trial.uniform(2, 4)]];
  const volatilities = expiries.map((time) => strikes.map((strike) => level * (1 - (0.1 * Math.log(strike / spot)) / (1 + time))));
  return { spot, surface: { strikes, expiries, volatilities }, ...dividends };
}

const raisedRows = (rows: number[][], step: number): number[][] => rows.map((row) => row.map((each) => Math.max(each + step, 0)));

export function drawBookMarket(trial: Trial): Data {
  const { draw } = trial;
  const fixings = Array.from({ length: 800 }, (_, back) => ({ date: dayAt(-(800 - back) / 365), value: trial.uniform(0.01, 0.04) }));
  const curves = Object.fromEntries(CURRENCIES.map((currency) => [currency, drawCurve(trial)]));
  const normal = () => ({ type: 'normal', volatility: draw.between(0.003, 0.015) });
  return {
    valuationDate: VALUATION_DATE,
    curves,
    projections: Object.fromEntries(
      Object.values(INDEX_BY_CURRENCY).flatMap((index) => (draw.chance(0.8) ? [[index, drawCurve(trial)]] : [])),
    ),
    fx: { EURUSD: draw.between(0.7, 1.6), GBPUSD: draw.between(0.9, 2) },
    assets: {
      ACME: { ...drawShare(trial), dividend: trial.uniform(0, 0.04), currency: 'USD' },
      BMW: { ...drawShare(trial), currency: 'EUR' },
    },
    volatilities: {
      ...Object.fromEntries(CURRENCIES.map((currency) => [currency, draw.chance(0.5) ? drawSwaptionTable(trial, 'normal') : normal()])),
      ...Object.fromEntries([...PAIRS, 'EURGBP'].map((pair) => [pair, { type: 'lognormal', volatility: draw.between(0.04, 0.25) }])),
      ...Object.fromEntries(
        Object.values(INDEX_BY_CURRENCY).map((index) => [index, draw.chance(0.5) ? drawCapletTable(trial, 'normal') : normal()]),
      ),
    },
    models: Object.fromEntries(CURRENCIES.map((currency) => [currency, { meanReversion: trial.uniform(0.01, 0.1) }])),
    credit: { ISSUER: { hazardRate: draw.between(0.002, 0.2), recoveryRate: trial.uniform(0, 0.8) } },
    fixings: Object.fromEntries(Object.values(INDEX_BY_CURRENCY).map((index) => [index, fixings])),
  };
}

/** A swap of whole years from the middle of a month, which may be entered after notice before each of its first years, or some of them. */
function annualExercise(trial: Trial): Data {
  const [month, years, notice] = [trial.whole(1, 12), trial.whole(1, 8), trial.whole(0, 20)];
  const startOf = (year: number) => Date.parse(`${2027 + year}-${String(month).padStart(2, '0')}-15`);
  const isoOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const starts = Array.from({ length: years }, (_, year) => year).filter((year) => year === 0 || trial.draw.chance(0.7));
  return {
    ...{ startDate: isoOf(startOf(0)), tenor: `${years}Y`, fixedFrequency: 1 },
    exerciseDates: starts.map((year) => isoOf(startOf(year) - notice * 86_400_000)),
  };
}

/** A position of a random type, by its dates where the type has them: years end with a short period where time passes. */
export function drawPosition(trial: Trial, id: string, types?: readonly string[]): Data {
  const { draw } = trial;
  const currency = draw.pick(...CURRENCIES);
  const other = draw.pick(...CURRENCIES.filter((each) => each !== currency));
  const index = INDEX_BY_CURRENCY[currency];
  const notional = Math.round(draw.between(1e3, 1e7));
  const life = { startDate: dayAt(trial.uniform(-1.8, 1)), tenor: `${trial.whole(3, 15)}Y` };
  const rate = () => trial.uniform(-0.01, 0.06);
  const frequency = () => draw.pick(1, 2, 4);
  const fixed = { fixedFrequency: draw.pick(1, 2), fixedDayCount: draw.pick('30E/360', 'ACT/365F', 'ACT/360') };
  const compounding = () =>
    draw.chance(0.4) ? { floatingType: 'overnight', paymentLag: trial.whole(0, 3), calendar: draw.pick('none', 'TARGET') } : {};
  const exchange = { buyCurrency: currency, buyAmount: notional, sellCurrency: other, sellAmount: notional * draw.between(0.5, 2) };
  const quantity = Math.round(trial.uniform(-5, 5)) || 1;
  const underlying = draw.pick('ACME', 'BMW');
  const positions = {
    interest_rate_swap: {
      currency,
      notional,
      side: draw.pick('payer', 'receiver'),
      fixedRate: rate(),
      ...life,
      ...fixed,
      floatingFrequency: frequency(),
      index,
      ...compounding(),
    },
    basis_swap: {
      ...{ currency, notional, ...life },
      receive: { index, frequency: 2, spread: rate() / 10, ...compounding() },
      pay: { index, frequency: 4 },
    },
    zero_coupon_swap: {
      currency,
      notional,
      side: draw.pick('payer', 'receiver'),
      fixedRate: rate(),
      ...life,
      floatingFrequency: frequency(),
      index,
    },
    cross_currency_swap: {
      ...life,
      receive: { currency, notional, rate: rate(), frequency: frequency() },
      pay: { currency: other, notional: notional * draw.between(0.5, 2), index: INDEX_BY_CURRENCY[other], frequency: frequency() },
    },
    floating_rate_bond: { currency, faceValue: notional, spread: rate() / 5, ...life, frequency: frequency(), index },
    fixed_rate_bond: { currency, couponRate: Math.abs(rate()), couponFrequency: draw.pick(1, 2), ...life, faceValue: notional },
    deposit: { currency, notional, fixedRate: rate(), startDate: dayAt(trial.uniform(0, 1)), tenor: `${trial.whole(1, 11)}M` },
    fx_forward: { ...exchange, maturity: dayAt(trial.uniform(0.1, 5)) },
    fx_option: { ...exchange, expiry: dayAt(trial.uniform(0.1, 3)), optionType: draw.pick('call', 'put') },
    equity_forward: { underlying, strike: draw.between(10, 500), maturity: dayAt(trial.uniform(0.1, 5)) },
    equity_option: {
      underlying,
      strike: draw.between(10, 500),
      maturity: dayAt(trial.uniform(0.1, 5)),
      optionType: draw.pick('call', 'put'),
    },
    vanilla: { underlying, strike: draw.between(10, 500), expiry: dayAt(trial.uniform(0.1, 5)), optionType: draw.pick('call', 'put') },
    american: {
      ...{ underlying, strike: draw.between(10, 500), expiry: dayAt(trial.uniform(0.1, 5)), optionType: draw.pick('call', 'put') },
      pricer: { exercise: 'continuous' },
    },
    cap: {
      currency,
      strike: rate(),
      notional,
      startDate: dayAt(trial.uniform(-1, 1)),
      tenor: `${trial.whole(2, 8)}Y`,
      frequency: frequency(),
      index,
    },
    swaption: {
      ...{ currency, notional, side: draw.pick('payer', 'receiver'), fixedRate: Math.abs(rate()) },
      ...{ expiry: trial.whole(1, 4), maturity: trial.whole(5, 12), fixedFrequency: 1, floatingFrequency: 2 },
    },
    bermudan_swaption: {
      ...{ currency, notional, index, side: draw.pick('payer', 'receiver'), fixedRate: rate(), floatingFrequency: frequency() },
      ...annualExercise(trial),
    },
    credit_default_swap: {
      ...{ issuer: 'ISSUER', side: draw.pick('buyer', 'seller'), spread: draw.between(0.001, 0.05), currency },
      ...{ maturity: trial.whole(1, 8), paymentsPerYear: draw.pick(1, 2, 4), notional },
    },
    fra: {
      ...{ currency, notional, index, side: draw.pick('payer', 'receiver'), fixedRate: rate() },
      ...{ startDate: dayAt(trial.uniform(0.02, 3)), tenor: `${trial.whole(1, 12)}M` },
    },
  };
  const all = Object.keys(positions) as (keyof typeof positions)[];
  const type = draw.pick(...all.filter((each) => types === undefined || types.includes(each)));
  return { id, type, quantity, ...positions[type] };
}

export function drawInstrumentBook(trial: Trial): InstrumentBook {
  const positions = Array.from({ length: trial.whole(1, 8) }, (_, i) => drawPosition(trial, `position ${i}`));
  return { positions, market: drawBookMarket(trial), reportingCurrency: trial.draw.pick(...CURRENCIES) };
}

const mapValues = (record: Data, change: (value: Data, name: string) => Data): Data =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** A curve with something added to its zero rates: to each node, or to each discount factor on its date. */
export function raised(curve: Data, step: number): Data {
  if ('rate' in curve) return { rate: curve.rate + step };
  if ('zeroRates' in curve) return { ...curve, zeroRates: curve.zeroRates.map((rate: number) => rate + step) };
  const time = (date: string): number => (Date.parse(date) - Date.parse(VALUATION_DATE)) / 86_400_000 / 365;
  return {
    ...curve,
    discountFactors: curve.discountFactors.map((factor: number, i: number) => factor * Math.exp(-step * time(curve.dates[i]))),
  };
}

interface Shock {
  readonly spotShock: number;
  readonly volatilityShock: number;
  readonly rateShock: number;
}

/** The market after a shock of all spots, lognormal volatilities and rates, by another way than that of the service. */
export const shocked = (
  { curves, projections, assets, volatilities, ...rest }: Data,
  { spotShock, volatilityShock, rateShock }: Shock,
): Data => ({
  ...rest,
  curves: mapValues(curves, (curve) => raised(curve, rateShock)),
  projections: mapValues(projections, (curve) => raised(curve, rateShock)),
  assets: mapValues(assets, (asset) => ({
    ...asset,
    spot: asset.spot * (1 + spotShock),
    ...(asset.surface === undefined
      ? { volatility: Math.max(asset.volatility + volatilityShock, 0) }
      : { surface: { ...asset.surface, volatilities: raisedRows(asset.surface.volatilities, volatilityShock) } }),
  })),
  volatilities: mapValues(volatilities, (quote) =>
    quote.type === 'lognormal' ? { ...quote, volatility: Math.max(quote.volatility + volatilityShock, 0) } : quote,
  ),
});
