/** Trades as what they pay: known amounts, floating rates, deliveries of shares, and options on these. */
import type { Price, Years } from '../../base/units.js';
import { type CrossAssetMarket, floatingBasis } from '../../market/cross-asset.js';
import type { Contract } from '../contract/contract.js';
import { PERIOD_ROUNDING, type Trade } from './trade.js';

/** A known amount of a currency; positive if received. */
export interface Payment {
  /** Index of the currency. */
  readonly currency: number;
  readonly time: Years;
  readonly amount: Price;
  /** The time at which its value is paid in its place, and after which it counts no more; by default it is paid itself. */
  readonly settled?: Years;
}

/** Pays notional · (basis/P(start, end) − 1) at its end, or later: the floating rate of a period, fixed at its start. */
export interface FloatingPeriod {
  readonly currency: number;
  readonly start: Years;
  readonly end: Years;
  /** Positive if received. */
  readonly notional: Price;
  /** Basis of the projection curve over the discount curve; 1 if there is one curve. */
  readonly basis: number;
  /** When it is paid; at the end by default. */
  readonly paid?: Years;
  /** Overnight rates that accrue, or the starts of further rates that are compounded; absent where the rate of the start is that of the whole period. */
  readonly compounded?: 'overnight' | readonly Years[];
}

/**
 * A period whose notional is set at its start to an amount of another currency at the exchange rate of that date: N = amount · X. Pays
 * N · (basis/P(start, end) + rest) at `end`, basis being 0 where the rate is fixed, and −N at `start` where notionals are exchanged.
 */
export interface ResetPeriod {
  /** Index of the currency in which it pays. */
  readonly currency: number;
  /** Index of the currency in which the notional is constant, and the notional; positive if received. */
  readonly constant: number;
  readonly amount: Price;
  readonly start: Years;
  readonly end: Years;
  readonly basis: number;
  readonly rest: number;
  readonly exchanged: boolean;
}

/** A number of shares delivered at a time; positive if received. */
export interface Delivery {
  readonly share: number;
  readonly time: Years;
  readonly quantity: number;
}

/** Payments that no choice affects. */
export interface Flows {
  readonly payments: readonly Payment[];
  readonly periods: readonly FloatingPeriod[];
  readonly deliveries: readonly Delivery[];
  /** Absent where no notional is reset. */
  readonly resets?: readonly ResetPeriod[];
}

/** The right to take the flows at expiry, of which `quantity` are held. */
export interface EuropeanTerms {
  readonly kind: 'exchange' | 'share' | 'swap';
  readonly expiry: Years;
  readonly quantity: number;
  /** Flows of one option when it is exercised. In an exchange, the received payment comes first. */
  readonly exercised: Flows;
  /** True if exercise is settled by a payment at expiry instead of by the flows. */
  readonly cash: boolean;
}

/** The right, of which `quantity` are held, to enter what is left of a swap on one of several dates, which the holder chooses. */
export interface BermudanTerms {
  readonly kind: 'bermudan';
  /** Index of the currency. */
  readonly currency: number;
  /** Increasing in time. An exercise gives its own flows, which are those of the periods that start before the next date, and all later ones. */
  readonly exercises: readonly { readonly time: Years; readonly flows: Flows }[];
  readonly quantity: number;
  /** True if exercise is settled by a payment of the swap's value instead of by the swap. */
  readonly cash: boolean;
}

/** Asset that a contract observes: a share, or the price of a unit of one currency in another. */
export type ContractAsset =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'exchange_rate'; readonly one: number; readonly other: number };

/** A contract of which `quantity` are held. */
export interface ContractTerms {
  /** Its place among the trades of the netting set. */
  readonly index: number;
  /** Assets are indices into `assets`. */
  readonly contract: Contract;
  readonly assets: readonly ContractAsset[];
  /** Index of the currency in which it pays. */
  readonly currency: number;
  readonly quantity: number;
}

export type OptionTerms = EuropeanTerms | BermudanTerms;

export interface TradeTerms {
  readonly flows: Flows;
  readonly option?: OptionTerms;
  /** Terms of a contract, in place of flows and an option. */
  readonly contract?: ContractTerms;
  /** Time of the last payment. */
  readonly maturity: Years;
}

/** A first period shorter than this, in periods, is the rounding of counting back from the maturity, and is dropped. */
const MIN_FIRST_PERIOD = 1e-9;

/** Number of the periods from `start` to `maturity`. */
const numPeriods = (start: Years, maturity: Years, perYear: number): number =>
  Math.max(1, Math.ceil((maturity - start) * perYear - MIN_FIRST_PERIOD));

/** Ends of the periods from `start` to `maturity`, counted back from the maturity; the first period may be short. */
export function periodEnds(start: Years, maturity: Years, perYear: number): Years[] {
  const count = numPeriods(start, maturity, perYear);
  return Array.from({ length: count }, (_, i) => maturity - (count - 1 - i) / perYear);
}

/** Most payments of all trades together, which stand in memory: 10 000 swaps of 20 years with quarterly payments have 2.4 million. */
export const MAX_NETTED_PAYMENTS = 3_000_000;

/** Number of payments that the terms of a trade have, at most. */
export function maxPayments(trade: Trade): number {
  switch (trade.type) {
    case 'interest_rate_swap':
    case 'swaption':
    case 'bermudan_swaption':
      return (trade.fixedFrequency + 2 * trade.floatingFrequency) * trade.maturity + 3;
    case 'cross_currency_swap':
      return 4 * trade.frequency * trade.maturity + 4;
    default:
      return 2;
  }
}

export const NOTHING: Flows = { payments: [], periods: [], deliveries: [] };

/**
 * The terms of a trade.
 *
 * @param market  has every currency and share of the trade
 */
export function termsOfTrade(trade: Trade, market: CrossAssetMarket): TradeTerms {
  const { maturity } = trade;
  const currencyIndex = (code: string): number => market.currencies.findIndex(({ currency }) => currency === code);
  switch (trade.type) {
    case 'interest_rate_swap':
      return { flows: swapFlows(trade, market, 0), maturity };
    case 'swaption': {
      const { expiry, quantity, settlement } = trade;
      const exercised = swapFlows(trade, market, expiry);
      return { flows: NOTHING, option: { kind: 'swap', expiry, quantity, exercised, cash: settlement === 'cash' }, maturity };
    }
    case 'bermudan_swaption': {
      const { exerciseDates, quantity, settlement } = trade;
      const currency = currencyIndex(trade.currency);
      const whole = swapFlows(trade, market, exerciseDates[0]!);
      const exercises = exerciseDates.map((time, i) => ({ time, flows: startingIn(whole, exerciseDates[0]!, time, exerciseDates[i + 1]) }));
      return { flows: NOTHING, option: { kind: 'bermudan', currency, exercises, quantity, cash: settlement === 'cash' }, maturity };
    }
    case 'cross_currency_swap': {
      const ends = periodEnds(0, maturity, trade.frequency);
      const legOf = ({ currency, notional, rate, spread }: (typeof trade)['pay'], sign: 1 | -1): Flows => {
        const index = currencyIndex(currency);
        const coupon = rate ?? spread ?? 0;
        const interest = ends.map((time, i) => ({
          currency: index,
          time,
          amount: sign * notional * coupon * (time - (i === 0 ? 0 : ends[i - 1]!)),
        }));
        return {
          payments: trade.notionalExchange ? [...interest, { currency: index, time: maturity, amount: sign * notional }] : interest,
          periods: rate === undefined ? floatingPeriods(market, index, sign * notional, 0, ends) : [],
          deliveries: [],
        };
      };
      const [receive, pay] = [legOf(trade.receive, 1), legOf(trade.pay, -1)];
      const { resetting } = trade;
      if (resetting === undefined) return { flows: together(receive, pay), maturity };
      const [constantLeg, reset] =
        resetting === 'receive' ? [pay, resetLeg(trade, market, ends, 1)] : [receive, resetLeg(trade, market, ends, -1)];
      return { flows: together(constantLeg, reset), maturity };
    }
    case 'fx_forward':
    case 'fx_option': {
      const bought = { currency: currencyIndex(trade.buyCurrency), time: maturity, amount: trade.buyAmount };
      const sold = { currency: currencyIndex(trade.sellCurrency), time: maturity, amount: -trade.sellAmount };
      if (trade.type === 'fx_forward') return { flows: { ...NOTHING, payments: [bought, sold] }, maturity };
      const payments = trade.optionType === 'call' ? [bought, sold] : [sold, bought].map((each) => ({ ...each, amount: -each.amount }));
      const option = {
        kind: 'exchange',
        expiry: maturity,
        quantity: trade.quantity,
        exercised: { ...NOTHING, payments },
        cash: false,
      } as const;
      return { flows: NOTHING, option, maturity };
    }
    case 'equity_forward':
    case 'equity_option': {
      const share = market.shares.findIndex(({ name }) => name === trade.underlying);
      const { currency } = market.shares[share]!;
      const shares = (quantity: number): Flows => ({
        payments: [{ currency, time: maturity, amount: -quantity * trade.strike }],
        periods: [],
        deliveries: [{ share, time: maturity, quantity }],
      });
      if (trade.type === 'equity_forward') return { flows: shares(trade.quantity), maturity };
      const exercised = shares(trade.optionType === 'call' ? 1 : -1);
      return { flows: NOTHING, option: { kind: 'share', expiry: maturity, quantity: trade.quantity, exercised, cash: false }, maturity };
    }
  }
}

type Swap = Extract<Trade, { type: 'interest_rate_swap' | 'swaption' | 'bermudan_swaption' }>;

function swapFlows(
  { currency: code, notional, side, fixedRate, maturity, fixedFrequency, floatingFrequency }: Swap,
  market: CrossAssetMarket,
  start: Years,
): Flows {
  const currency = market.currencies.findIndex((each) => each.currency === code);
  const received = (side === 'payer' ? 1 : -1) * notional;
  const fixed = periodEnds(start, maturity, fixedFrequency);
  return {
    payments: fixed.map((time, i) => ({ currency, time, amount: -received * fixedRate * (time - (i === 0 ? start : fixed[i - 1]!)) })),
    periods: floatingPeriods(market, currency, received, start, periodEnds(start, maturity, floatingFrequency)),
    deliveries: [],
  };
}

/** The flows of a swap whose periods start from one time to before another: each payment is after the start of its period. */
function startingIn({ payments, periods }: Flows, start: Years, from: Years, end = Number.POSITIVE_INFINITY): Flows {
  const isIn = (time: Years): boolean => time > from - PERIOD_ROUNDING && time < end - PERIOD_ROUNDING;
  return {
    // A payment of the fixed rate is for the period that ends with it.
    payments: payments.filter((_, i) => isIn(i === 0 ? start : payments[i - 1]!.time)),
    periods: periods.filter(({ start }) => isIn(start)),
    deliveries: [],
  };
}

const floatingPeriods = (
  { currencies }: CrossAssetMarket,
  currency: number,
  notional: Price,
  first: Years,
  ends: readonly Years[],
): FloatingPeriod[] =>
  ends.map((end, i) => {
    const start = i === 0 ? first : ends[i - 1]!;
    return { currency, start, end, notional, basis: floatingBasis(currencies[currency]!, start, end) };
  });

/** The leg of a cross-currency swap whose notional is reset: known in the running period, afterwards that of the other leg at each date's rate. */
function resetLeg(
  { resetting, receive, pay, notionalExchange }: Extract<Trade, { type: 'cross_currency_swap' }>,
  market: CrossAssetMarket,
  ends: readonly Years[],
  sign: 1 | -1,
): Flows {
  const [resettingLeg, other] = resetting === 'receive' ? [receive, pay] : [pay, receive];
  const indexOf = (code: string): number => market.currencies.findIndex(({ currency }) => currency === code);
  const [currency, constant] = [indexOf(resettingLeg.currency), indexOf(other.currency)];
  const floats = resettingLeg.rate === undefined;
  const coupon = resettingLeg.rate ?? resettingLeg.spread ?? 0;
  const returned = notionalExchange ? 1 : 0;
  const constantNotional = sign * resettingLeg.notional;
  const [first] = ends;
  return {
    payments: [{ currency, time: first!, amount: constantNotional * (coupon * first! + returned) }],
    periods: floats ? floatingPeriods(market, currency, constantNotional, 0, [first!]) : [],
    deliveries: [],
    resets: ends.slice(1).map((end, i) => {
      const start = ends[i]!;
      const basis = floats ? floatingBasis(market.currencies[currency]!, start, end) : 0;
      const rest = coupon * (end - start) + returned - (floats ? 1 : 0);
      return { currency, constant, amount: sign * other.notional, start, end, basis, rest, exchanged: notionalExchange };
    }),
  };
}

const together = (one: Flows, other: Flows): Flows => ({
  payments: [...one.payments, ...other.payments],
  periods: [...one.periods, ...other.periods],
  deliveries: [...one.deliveries, ...other.deliveries],
  ...(other.resets && { resets: other.resets }),
});
