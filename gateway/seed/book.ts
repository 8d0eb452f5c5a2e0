/** The book of the demonstration: counterparties with credit and collateral, 500 trades, and products. */
import { defined } from '#services/runtime/defined';
import { type Draws, draws } from './draws.js';
import { ASSETS, assetNames, type Currency, currencies, dollarsPer } from './market.js';

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
  readonly terms: object;
}

/** Portfolios of the booked trades. */
export const desks = {
  rates: { name: 'Rates desk', description: 'Swaps and swaptions in four currencies' },
  fx: { name: 'FX desk', description: 'Forwards and options on exchange rates' },
  equity: { name: 'Equity desk', description: 'Forwards and options on indices and shares' },
} as const;
type Desk = keyof typeof desks;

type Make = (random: Draws, currency: Currency) => object;

const maturity = ({ between }: Draws, longest = 10) => between(0.5, longest, 0.25);
/** Some millions of dollars, in a currency. */
const notional = ({ between }: Draws, currency: Currency) => Math.round(between(1, 40, 1) * (1e6 / dollarsPer[currency]));
const side = ({ pick }: Draws) => pick(['payer', 'receiver']);
const optionType = ({ pick }: Draws) => pick(['call', 'put']);
const swap: Make = (random, currency) => ({
  ...{ currency, notional: notional(random, currency), side: side(random), fixedRate: random.between(0.005, 0.045, 0.00125) },
  ...{ maturity: random.between(1, 15, 0.5), fixedFrequency: 1, floatingFrequency: currency === 'USD' ? 4 : 2 },
});
const exchange: Make = (random, currency) => {
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
const share: Make = (random) => {
  const underlying = random.pick(assetNames);
  const { spot } = defined(ASSETS[underlying], underlying);
  return {
    ...{ underlying, quantity: random.between(-2_000, 2_000, 100) || 100 },
    ...{ strike: Math.round(spot * random.between(0.8, 1.2, 0.01)), maturity: maturity(random, 4) },
  };
};

/** How often each type of trade is booked, and how one is made. */
const TYPES: readonly (readonly [weight: number, desk: Desk, make: Make])[] = [
  [40, 'rates', (random, currency) => ({ type: 'interest_rate_swap', ...swap(random, currency) })],
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
    8,
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

export function bookings(): Booking[] {
  const random = draws(20_260);
  return Array.from({ length: TRADES }, () => {
    const counterparty = Math.floor(random.uniform() * NAMES.length);
    const { desk, make } = random.pick(WHEEL);
    const home = defined(currencies[counterparty % currencies.length], 'a currency');
    return { counterparty, desk, terms: make(random, random.uniform() < 0.6 ? home : random.pick(currencies)) };
  });
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
