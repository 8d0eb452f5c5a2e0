/** Live structured notes of several ages and kinds, and the market of a day with the history that they share: the same but for the day. */
import { dateOfDay, dayNumber } from '#engine-gpu/time/date';

/** Days between two observations. */
const QUARTER = 91;
const COUNT = 50;

type DateAfter = (days: number) => string;
/** A level that swings by some 15 % around a slow rise. */
const levelOf = (start: number, swing: number, days: number): number =>
  Math.round(100 * start * Math.exp(0.0001 * days + 0.15 * Math.sin(days / swing))) / 100;

const ASSETS = { SPX: { start: 5000, swing: 70 }, NDX: { start: 17_000, swing: 55 } } as const;
type Name = keyof typeof ASSETS;
const NAMES = Object.keys(ASSETS) as Name[];

/** Fixings of every day of the last two years. */
const historyOf = (name: Name, dateAfter: DateAfter) =>
  Array.from({ length: 730 }, (_, i) => i - 730).map((days) => ({
    date: dateAfter(days),
    value: levelOf(ASSETS[name].start, ASSETS[name].swing, days),
  }));

const market = {
  assets: {
    SPX: { spot: 5050, volatility: 0.19, dividend: 0.013 },
    NDX: { spot: 17_300, volatility: 0.25, dividend: 0.007 },
  },
  correlations: [{ asset1: 'SPX', asset2: 'NDX', correlation: 0.85 }],
  rate: 0.035,
};

/** The note numbered i: it began so many days ago and observes quarterly, two to four dates of which are to come. */
function noteOf(i: number, dateAfter: DateAfter): { readonly id: string; readonly contract: Readonly<Record<string, unknown>> } {
  const age = 100 + 11 * i;
  const name = NAMES[i % 2]!;
  const past = Math.floor(age / QUARTER);
  const observationDates = Array.from({ length: past + 2 + (i % 3) }, (_, k) => dateAfter(QUARTER * (k + 1) - age));
  const startDate = dateAfter(-age);
  const expiry = observationDates[observationDates.length - 1];
  const initial = levelOf(ASSETS[name].start, ASSETS[name].swing, -age);
  const note = {
    ...{ type: 'worst_of_autocall', productType: 'phoenix', startDate, observationDates, couponRate: 0.02, memoryCoupon: true },
    ...{ couponBarrier: 0.85, protectionBarrier: 0.65 },
  };
  const steps = observationDates.map((_, k) => 1.6 - 0.02 * k);
  const kinds: readonly [name: string, contract: Readonly<Record<string, unknown>>][] = [
    ['step-down', { ...note, underlyings: NAMES, callBarriers: steps }],
    ['average', { type: 'asian_call', underlying: name, strike: initial, observationDates, expiry }],
    ['daily', { ...note, underlyings: [name], callBarrier: 1.5, protectionMonitoring: 'daily', airbag: 0.8 }],
    ['cliquet', { type: 'cliquet', underlying: name, startDate, observationDates, localFloor: -0.04, localCap: 0.05, globalFloor: 0 }],
    ['participation', { ...note, underlyings: NAMES, callBarrier: 1.6, participation: 0.6 }],
    [
      'variance',
      { type: 'variance_swap', underlying: name, startDate, observationDates, strikeVolatility: 0.2, periodsPerYear: 4, expiry },
    ],
    ['geometric', { type: 'asian_put', underlying: name, averaging: 'geometric', strike: initial, observationDates, expiry }],
    ['lookback', { type: 'lookback_call', underlying: name, strike: initial, startDate, observationDates, expiry }],
    [
      'average-strike',
      {
        type: 'asian_call',
        underlying: name,
        strikeDates: observationDates.slice(0, 2),
        observationDates: observationDates.slice(2),
        expiry,
      },
    ],
    ['knocked', { ...note, underlyings: NAMES, callBarrier: 1.6, protectionMonitoring: 'continuous', knocked: dateAfter(-30) }],
  ];
  const [kind, contract] = kinds[i % kinds.length]!;
  return { id: `${kind}-${i}`, contract };
}

export function seasonedBook(today: string) {
  const dateAfter = (days: number): string => dateOfDay(dayNumber(today) + days);
  const fixings = Object.fromEntries(NAMES.map((name) => [name, historyOf(name, dateAfter)]));
  return {
    market: { ...market, valuationDate: today, fixings },
    notes: Array.from({ length: COUNT }, (_, i) => noteOf(i, dateAfter)),
  };
}
