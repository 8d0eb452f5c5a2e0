/** The book of the demonstration: counterparties with credit and collateral, 500 trades, and products. */
import { defined } from '#services/runtime/defined';
import { type Draws, draws } from './draws.js';
import { ASSETS, assetNames, type Currency, currencies, dollarsPer, overnightIndex } from './market.js';

const NAMES = [
  ['Northgate Bank plc', 'bank', 'GB', 'A'],
  ['Rheinische Handelsbank AG', 'bank', 'DE', 'A-'],
  ['Banque Lémanique SA', 'bank', 'CH', 'AA-'],
  ['Pacific Coast Trust', 'bank', 'US', 'A+'],
  ['Kansai Shinyo Ginko', 'bank', 'JP', 'A'],
  ['Harbour Airlines Ltd', 'corporate', 'IE', 'BB+'],
  ['Alpine Hydro SpA', 'corporate', 'IT', 'BBB'],
  ['Midwest Foods Inc', 'corporate', 'US', 'BBB+'],
  ['Castilla Renovables SA', 'corporate', 'ES', 'BBB-'],
  ['Kingdom Debt Agency', 'sovereign', 'SE', 'AAA'],
  ['Meridian Macro Fund', 'fund', 'LU', 'NR'],
  ['Global Clear CCP', 'ccp', 'GB', 'AA'],
] as const;

/** Five-year spread by rating. */
const SPREADS: Readonly<Record<string, number>> = {
  AAA: 0.0015,
  AA: 0.0025,
  'AA-': 0.003,
  'A+': 0.0042,
  A: 0.0052,
  'A-': 0.0065,
  'BBB+': 0.0085,
  BBB: 0.011,
  'BBB-': 0.0145,
  'BB+': 0.021,
  NR: 0.03,
};

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A legal entity identifier with valid check digits (ISO 7064, modulus 97), which belongs to nobody. */
function leiOf(index: number): string {
  const body = `5299DEMO${String(index).padStart(10, '0')}`;
  const digits = [...`${body}00`].map((character) => ALPHABET.indexOf(character)).join('');
  return `${body}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}`;
}

interface Counterparty {
  readonly fields: object;
  readonly creditCurve: object;
  readonly nettingSet: { readonly name: string; readonly agreement: string; readonly currency: Currency };
  /** Banks and the clearing house post collateral. */
  readonly collateral?: object;
  readonly limit: object;
}

export const counterparties = (today: string): Counterparty[] =>
  NAMES.map(([name, type, country, grade], index) => {
    const spread = defined(SPREADS[grade], `the spread of ${grade}`);
    const currency = defined(currencies[index % currencies.length], 'a currency');
    const million = 1e6 / dollarsPer[currency];
    return {
      fields: {
        name,
        lei: leiOf(index + 1),
        type,
        country,
        ratings: grade === 'NR' ? [] : [{ agency: 'Demonstration', grade, asOf: today }],
      },
      creditCurve: {
        ...{ valuationDate: today, recoveryRate: type === 'sovereign' ? 0.25 : 0.4, rate: 0.03 },
        spreads: [
          { tenor: '1Y', spread: Number((0.55 * spread).toFixed(6)) },
          { tenor: '3Y', spread: Number((0.8 * spread).toFixed(6)) },
          { tenor: '5Y', spread },
          { tenor: '10Y', spread: Number((1.2 * spread).toFixed(6)) },
        ],
      },
      nettingSet: { name: 'Master agreement', agreement: 'isda', currency },
      ...((type === 'bank' || type === 'ccp') && {
        collateral: {
          currency,
          threshold: type === 'ccp' ? 0 : Math.round(2 * million),
          minimumTransfer: Math.round(0.25 * million),
          marginPeriodDays: 10,
          ...(type === 'ccp' && { initialMargin: Math.round(0.5 * million) }),
        },
      }),
      limit: { measure: 'pfe95', currency, amount: Math.round((type === 'corporate' ? 20 : 100) * million), horizonYears: 5 },
    };
  });

const TRADES = 500;

interface Booking {
  /** Index of the counterparty. */
  readonly counterparty: number;
  readonly desk: Desk;
  readonly tradeDate: string;
  readonly terms: object;
  /** Terms to which it was amended; `cancelled` of a trade that was. */
  readonly change?: object | 'cancelled';
}
/** Ages of trades, days: some were made within the week, and none is older than the shortest lives. */
const SEASONING = [120, 90, 33, 150, 12, 3, 75] as const;
/** One trade of so many was amended, and one cancelled. */
const [AMENDED_OF, CANCELLED_OF] = [25, 50];
/** Forwards that have been delivered, days ago. */
const DELIVERED = [40, 9, 2] as const;

/** Portfolios of the booked trades. */
export const desks = {
  rates: { name: 'Rates desk', description: 'Swaps and swaptions in four currencies' },
  fx: { name: 'FX desk', description: 'Forwards and options on exchange rates' },
  equity: { name: 'Equity desk', description: 'Forwards and options on indices and shares' },
} as const;
type Desk = keyof typeof desks;

type Terms = (random: Draws, currency: Currency) => object;
type Make = (random: Draws, currency: Currency, tradeDate: string) => object;

const maturity = ({ between }: Draws, longest = 10) => between(0.5, longest, 0.25);
/** Some millions of dollars, in a currency. */
const notional = ({ between }: Draws, currency: Currency) => Math.round(between(1, 40, 1) * (1e6 / dollarsPer[currency]));
const side = ({ pick }: Draws) => pick(['payer', 'receiver']);
const optionType = ({ pick }: Draws) => pick(['call', 'put']);
const swap: Terms = (random, currency) => ({
  ...{ currency, notional: notional(random, currency), side: side(random), fixedRate: random.between(0.005, 0.045, 0.00125) },
  ...{ maturity: random.between(1, 15, 0.5), fixedFrequency: 1, floatingFrequency: currency === 'USD' ? 4 : 2 },
});
const exchange: Terms = (random, currency) => {
  const other = random.pick(currencies.filter((each) => each !== currency));
  const amount = notional(random, currency);
  const rate = (dollarsPer[currency] / dollarsPer[other]) * random.between(0.95, 1.05, 0.001);
  return {
    buyCurrency: currency,
    buyAmount: amount,
    sellCurrency: other,
    sellAmount: Math.round(amount * rate),
    maturity: maturity(random, 5),
  };
};
const share: Terms = (random) => {
  const underlying = random.pick(assetNames);
  const { spot } = defined(ASSETS[underlying], underlying);
  return {
    ...{ underlying, quantity: random.between(-2_000, 2_000, 100) || 100 },
    ...{ strike: Math.round(spot * random.between(0.8, 1.2, 0.01)), maturity: maturity(random, 4) },
  };
};

const CALENDAR_OF: Readonly<Record<Currency, string>> = { USD: 'USGS', EUR: 'TARGET', GBP: 'GBLO', JPY: 'JPTO' };
/** Conventions of swaps on the overnight rate of a currency. */
const overnight = (currency: Currency) => {
  const dayCount = currency === 'GBP' || currency === 'JPY' ? 'ACT/365F' : 'ACT/360';
  return { index: overnightIndex(currency), floatingType: 'overnight', dayCount, calendar: CALENDAR_OF[currency], paymentLag: 2 };
};
/** A swap on the overnight rate from the trade date. */
const datedSwap: Terms = (random, currency) => {
  const { dayCount, ...conventions } = overnight(currency);
  return {
    ...{ type: 'interest_rate_swap', currency, side: side(random), fixedRate: random.between(0.005, 0.045, 0.00125) },
    ...{ tenor: `${random.between(2, 12, 1)}Y`, ...conventions },
    ...{ fixedFrequency: 1, fixedDayCount: dayCount, floatingFrequency: 1, floatingDayCount: dayCount },
    notional: notional(random, currency),
  };
};
/** The date some years after another. */
const yearsAfter = (date: string, years: number): string =>
  `${Number(date.slice(0, 4)) + years}${date.slice(4)}`.replace('-02-29', '-02-28');

/** How often each type of trade is booked, and how one is made. */
const TYPES: readonly (readonly [weight: number, desk: Desk, make: Make])[] = [
  [16, 'rates', (random, currency) => ({ type: 'interest_rate_swap', ...swap(random, currency) })],
  [18, 'rates', datedSwap],
  [
    4,
    'rates',
    (random, currency, tradeDate) => {
      const { notional: first, ...terms } = datedSwap(random, currency) as { readonly notional: number };
      // It falls by a quarter each year.
      const notionalSchedule = [0, 1, 2, 3].map((year) => ({
        date: yearsAfter(tradeDate, year),
        notional: Math.round(first * (1 - 0.25 * year)),
      }));
      return { ...terms, tenor: '4Y', notionalSchedule };
    },
  ],
  [
    2,
    'rates',
    (random, currency) => {
      const { dayCount, floatingType: _, ...conventions } = overnight(currency);
      const compounded = { floatingType: 'overnight', floatingFrequency: 1, floatingDayCount: dayCount };
      return {
        ...{ type: 'zero_coupon_swap', currency, side: side(random), fixedRate: random.between(0.01, 0.04, 0.00125) },
        ...{ tenor: `${random.between(2, 8, 1)}Y`, notional: notional(random, currency), ...conventions, ...compounded },
      };
    },
  ],
  [
    10,
    'rates',
    (random, currency) => {
      const underlying = swap(random, currency) as { maturity: number };
      const expiry = random.between(0.5, 3, 0.5);
      return { type: 'swaption', ...underlying, expiry, maturity: expiry + underlying.maturity };
    },
  ],
  [
    4,
    'rates',
    (random, currency) => {
      const other = random.pick(currencies.filter((each) => each !== currency));
      const received = notional(random, currency);
      const leg = (paid: Currency, amount: number, spread: number) => ({
        currency: paid,
        notional: amount,
        frequency: 4,
        spread,
        ...overnight(paid),
      });
      return {
        ...{ type: 'cross_currency_swap', tenor: `${random.between(2, 10, 1)}Y` },
        receive: leg(currency, received, random.between(-0.002, 0.002, 0.0001)),
        pay: leg(other, Math.round((received * dollarsPer[currency]) / dollarsPer[other]), 0),
      };
    },
  ],
  [
    4,
    'rates',
    (random, currency) => {
      const other = random.pick(currencies.filter((each) => each !== currency));
      const received = notional(random, currency);
      return {
        type: 'cross_currency_swap',
        receive: { currency, notional: received, spread: random.between(-0.002, 0.002, 0.0001) },
        pay: { currency: other, notional: Math.round((received * dollarsPer[currency]) / dollarsPer[other]), spread: 0 },
        ...{ maturity: random.between(1, 10, 1), frequency: 4 },
      };
    },
  ],
  [18, 'fx', (random, currency) => ({ type: 'fx_forward', ...exchange(random, currency) })],
  [8, 'fx', (random, currency) => ({ type: 'fx_option', ...exchange(random, currency), optionType: optionType(random) })],
  [6, 'equity', (random, currency) => ({ type: 'equity_forward', ...share(random, currency) })],
  [10, 'equity', (random, currency) => ({ type: 'equity_option', ...share(random, currency), optionType: optionType(random) })],
];
const WHEEL = TYPES.flatMap(([weight, desk, make]) => Array.from({ length: weight }, () => ({ desk, make })));

/** @param daysAgo  the date so many days before today */
export function bookings(daysAgo: (days: number) => string): Booking[] {
  const random = draws(20_260);
  const booked = Array.from({ length: TRADES - DELIVERED.length }, (_, i): Booking => {
    const counterparty = Math.floor(random.uniform() * NAMES.length);
    const { desk, make } = random.pick(WHEEL);
    const home = defined(currencies[counterparty % currencies.length], 'a currency');
    const tradeDate = daysAgo(SEASONING[i % SEASONING.length] ?? 0);
    const terms = make(random, random.uniform() < 0.6 ? home : random.pick(currencies), tradeDate);
    if (i % CANCELLED_OF === 1) return { counterparty, desk, tradeDate, terms, change: 'cancelled' };
    const { notional: amount } = terms as { readonly notional?: number };
    const isAmended = i % AMENDED_OF === 2 && amount !== undefined;
    return { counterparty, desk, tradeDate, terms, ...(isAmended && { change: { ...terms, notional: Math.round(1.5 * amount) } }) };
  });
  const delivered = DELIVERED.map((days, i): Booking => {
    const { maturity: _, ...terms } = exchange(random, 'EUR') as { readonly maturity: number };
    const tradeDate = daysAgo(Math.max(...SEASONING));
    return { counterparty: i, desk: 'fx', tradeDate, terms: { type: 'fx_forward', ...terms, deliveryDate: daysAgo(days) } };
  });
  return [...booked, ...delivered];
}

/** Products of every type, with barriers and averages that live for some years from today. */
export function productRequests(today: string): { readonly fields: object; readonly publish: boolean }[] {
  const year = Number(today.slice(0, 4));
  const in1 = `${year + 1}${today.slice(4)}`.replace('-02-29', '-02-28');
  const in5 = `${year + 5}${today.slice(4)}`.replace('-02-29', '-02-28');
  const [SPX, SX5E] = [defined(ASSETS.SPX, 'SPX'), defined(ASSETS.SX5E, 'SX5E')];
  const call = (underlying: string, strike: number, expiry: string) => ({ type: 'vanilla_call', underlying, strike, expiry });
  return [
    { publish: true, fields: { name: 'One-year call on SPX', type: 'contract', terms: call('SPX', Math.round(1.05 * SPX.spot), in1) } },
    {
      publish: true,
      fields: {
        name: 'Down-and-out call on SPX',
        description: 'Ends when the index falls to 80 % of its level',
        type: 'contract',
        terms: {
          type: 'conditional',
          contract: call('SPX', SPX.spot, in5),
          condition: { type: 'barrier_condition', level: Math.round(0.8 * SPX.spot), direction: 'down', style: 'knock_out' },
        },
      },
    },
    {
      publish: false,
      fields: {
        name: 'Monthly average call on SX5E',
        type: 'contract',
        terms: { type: 'asian_call', underlying: 'SX5E', strike: SX5E.spot, expiry: in1, monitoring: 'monthly' },
      },
    },
  ];
}

export const portfolioRequests = [
  { name: 'Index options', description: 'Listed options of the equity desk' },
  { name: 'Structured book', description: 'Products that clients hold' },
];

/** Option positions of the first portfolio. */
export function positionRequests(): object[] {
  const random = draws(7);
  return Array.from({ length: 40 }, () => {
    const underlying = random.pick(assetNames);
    const { spot, volatility, dividend } = defined(ASSETS[underlying], underlying);
    return {
      quantity: random.between(-200, 200, 10) || 10,
      instrument: {
        ...{ kind: 'vanilla', underlying, spot, volatility, dividend, rate: 0.03 },
        ...{ strike: Math.round(spot * random.between(0.8, 1.2, 0.01)), time: random.between(0.1, 2, 0.1), optionType: optionType(random) },
      },
    };
  });
}
