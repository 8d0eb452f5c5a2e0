/** The market of the demonstration: curves of four currencies, a year of quotes, volatility surfaces and correlations. */
import { exp, log, squareOf } from '#engine/schemas';
import { draws } from './draws.js';

/** Levels of the day, near those of 2026. */
const CURRENCIES = {
  USD: { index: 'SOFR', rates: [0.0405, 0.0385, 0.0362, 0.0358, 0.0372, 0.0395] },
  EUR: { index: 'ESTR', rates: [0.0195, 0.0198, 0.0215, 0.0238, 0.0262, 0.0278] },
  GBP: { index: 'SONIA', rates: [0.0395, 0.0372, 0.0358, 0.0365, 0.0392, 0.0421] },
  JPY: { index: 'TONA', rates: [0.0062, 0.0085, 0.0108, 0.0131, 0.0162, 0.0215] },
} as const;
export type Currency = keyof typeof CURRENCIES;
export const currencies = Object.keys(CURRENCIES) as Currency[];

/** The overnight rate of a currency, whose quotes are the fixings of swaps. */
export const overnightIndex = (currency: Currency): string => CURRENCIES[currency].index;

const FX = { EURUSD: 1.155, GBPUSD: 1.31, USDJPY: 155 } as const;

/** Units of dollars per unit of a currency. */
export const dollarsPer: Readonly<Record<Currency, number>> = { USD: 1, EUR: FX.EURUSD, GBP: FX.GBPUSD, JPY: 1 / FX.USDJPY };

interface Asset {
  readonly currency: Currency;
  readonly spot: number;
  readonly volatility: number;
  readonly dividend: number;
}
export const ASSETS: Readonly<Record<string, Asset>> = {
  SPX: { currency: 'USD', spot: 6_600, volatility: 0.17, dividend: 0.013 },
  SX5E: { currency: 'EUR', spot: 5_550, volatility: 0.18, dividend: 0.027 },
  UKX: { currency: 'GBP', spot: 9_550, volatility: 0.14, dividend: 0.034 },
  NKY: { currency: 'JPY', spot: 49_500, volatility: 0.22, dividend: 0.016 },
};
export const assetNames = Object.keys(ASSETS);

const TENORS = ['1Y', '2Y', '5Y', '10Y', '30Y'] as const;

/** By how much rates have risen each week. */
const WEEKLY_RISE = 0.0002;

/** The curves of a day so many weeks ago. */
export const curveRequests = (day: string, weeks: number) =>
  currencies.map((currency) => {
    const { index, rates } = CURRENCIES[currency];
    const name = `${currency}-${index}`;
    const [deposit, ...swaps] = rates.map((rate) => Number((rate - weeks * WEEKLY_RISE).toFixed(5)));
    return {
      ...{ name, currency, kind: 'discount', valuationDate: day },
      instruments: [
        { type: 'deposit', tenor: '3M', rate: deposit },
        ...TENORS.map((tenor, position) => ({ type: 'ois', tenor, rate: swaps[position] })),
      ],
    };
  });

const DAY_MS = 86_400_000;
const HISTORY_DAYS = 365;
const BUSINESS_DAYS_PER_YEAR = 261;
/** The close in New York, as ISO 8601 time of day. */
const CLOSE = 'T21:00:00Z';

const FX_VOLATILITY = 0.08;

interface Series {
  readonly symbol: string;
  readonly kind: 'spot' | 'fx' | 'rate';
  readonly currency: string;
  readonly last: number;
  readonly volatility: number;
}

const series: readonly Series[] = [
  ...Object.entries(ASSETS).map(([symbol, { currency, spot, volatility }]) => ({
    symbol,
    kind: 'spot' as const,
    currency,
    last: spot,
    volatility,
  })),
  ...Object.entries(FX).map(([symbol, last]) => ({
    symbol,
    kind: 'fx' as const,
    currency: symbol.slice(3),
    last,
    volatility: FX_VOLATILITY,
  })),
  ...currencies.map((currency) => {
    const { index, rates } = CURRENCIES[currency];
    return { symbol: index, kind: 'rate' as const, currency, last: rates[0], volatility: 0.12 };
  }),
];

/** Volatilities of the day, by the names under which exposures find them: of shares, of exchange rates and, normal, of swaptions. */
const volatilities: readonly (readonly [of: string, volatility: number])[] = [
  ...Object.entries(ASSETS).map(([name, { volatility }]) => [name, volatility] as const),
  ...Object.keys(FX).map((pair) => [pair, FX_VOLATILITY] as const),
  ...currencies.map((currency) => [currency, currency === 'JPY' ? 0.005 : 0.009] as const),
];

/** Mean reversion of the short rate of each currency, per year. */
const MEAN_REVERSION = 0.03;

/** A year of closes, back from the levels of today by a lognormal walk; volatilities and mean reversions are of the days of snapshots. */
export function quoteRequests(today: string, snapshotDays: readonly string[]): object[] {
  const last = Date.parse(today);
  const days = Array.from({ length: HISTORY_DAYS }, (_, back) => new Date(last - back * DAY_MS)).filter((day) => day.getUTCDay() % 6 !== 0);
  const closes = series.flatMap(({ symbol, kind, currency, last: level, volatility }, index) => {
    const { normal } = draws(1_000 + index);
    let value = level;
    return days.map((day) => {
      const quote = {
        symbol,
        kind,
        currency,
        value: Number(value.toPrecision(8)),
        asOf: `${day.toISOString().slice(0, 10)}${CLOSE}`,
        source: 'demonstration',
      };
      value *= exp((volatility / Math.sqrt(BUSINESS_DAYS_PER_YEAR)) * normal());
      return quote;
    });
  });
  const quoted = snapshotDays.flatMap((day) => {
    const ofDay = { asOf: `${day}${CLOSE}`, source: 'demonstration' };
    return [
      ...volatilities.map(([name, value]) => ({ symbol: `${name}.VOL`, kind: 'volatility', value, ...ofDay })),
      ...currencies.map((currency) => ({ symbol: `${currency}.MEANREVERSION`, kind: 'rate', value: MEAN_REVERSION, ...ofDay })),
    ];
  });
  return [...closes, ...quoted];
}

const EXPIRIES = [0.25, 0.5, 1, 2, 3] as const;
const MONEYNESS = [0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3] as const;

/** Surfaces with a skew that flattens with the expiry. */
export const surfaceRequests = (today: string, curveIds: Readonly<Record<string, string>>) =>
  Object.entries(ASSETS).map(([underlying, { currency, spot, volatility, dividend }]) => ({
    name: `${underlying} listed`,
    underlying,
    valuationDate: today,
    spot,
    forwardCurveId: curveIds[currency],
    dividend,
    expiries: [...EXPIRIES],
    strikes: MONEYNESS.map((moneyness) => Math.round(moneyness * spot)),
    volatilities: EXPIRIES.map((expiry) =>
      MONEYNESS.map((moneyness) => {
        const logMoneyness = log(moneyness) / Math.sqrt(expiry + 0.25);
        return Number((volatility * (1 - 0.35 * logMoneyness + 0.3 * squareOf(logMoneyness))).toFixed(5));
      }),
    ),
  }));

export const correlationRequest = {
  name: 'Equity indices',
  assets: assetNames,
  matrix: [
    [1, 0.75, 0.7, 0.45],
    [0.75, 1, 0.85, 0.5],
    [0.7, 0.85, 1, 0.45],
    [0.45, 0.5, 0.45, 1],
  ],
};
