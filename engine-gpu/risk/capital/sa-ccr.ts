/**
 * The exposure at default of a netting set by the standardised approach to counterparty credit risk (SA-CCR), for interest rate, foreign
 * exchange and equity trades.
 *
 *   EAD        = 1.4 (RC + multiplier · AddOn)
 *   RC         = max(V − C, 0), with a margin agreement max(V − C, TH + MTA − NICA, 0)
 *   multiplier = min(1, 0.05 + 0.95 e^((V − C)/(2 · 0.95 · AddOn)))
 *   AddOn      = Σ over the three classes, of effective notionals D = Σ δ d MF
 *
 * V is the netting set's value, C the collateral held less what is posted, δ the supervisory delta, d the adjusted notional and MF the maturity
 * factor. A netting set with a margin agreement has no larger exposure than it would have without one.
 *
 * All amounts are in one currency; times are in years from today, ten business days are 10/250 of one.
 *
 * @see Basel Committee on Banking Supervision, CRE52 (version effective as of 1 January 2023); worked examples in CRE99
 */
import type { Years } from '../../base/units.js';
import { exp } from '../../math/elementary/exp.js';
import { log } from '../../math/elementary/log.js';
import { squareOf } from '../../math/elementary/pow.js';
import { normalCdf, normalPdf } from '../../math/normal.js';

/** CRE52.1. */
const ALPHA = 1.4;
/** CRE52.23: the least that excess collateral or a negative value leaves of the add-on. */
const MULTIPLIER_FLOOR = 0.05;
/** CRE52.34 and CRE52.48: ten business days. */
const TEN_BUSINESS_DAYS: Years = 10 / 250;
/** CRE52.34: the rate by which the supervisory duration discounts. */
const DURATION_RATE = 0.05;
/** CRE52.57: ends of the maturity buckets of a currency. */
const FIRST_BUCKET_END: Years = 1;
const SECOND_BUCKET_END: Years = 5;
/** CRE52.57: correlations between neighbouring buckets and between the first and the third. */
const NEIGHBOUR_CORRELATION = 0.7;
const DISTANT_CORRELATION = 0.3;
/** CRE52.40: interest rates and strikes are shifted together so that neither is below it. */
const LOWEST_RATE = 0.001;

/** CRE52.72: supervisory factors, correlations and option volatilities. */
const SUPERVISORY = {
  interestRate: { factor: 0.005, optionVolatility: 0.5 },
  foreignExchange: { factor: 0.04, optionVolatility: 0.15 },
  equity: { factor: 0.32, correlation: 0.5, optionVolatility: 1.2 },
} as const;

type AssetClass = keyof typeof SUPERVISORY;

/** The option in a trade. */
interface RegulatoryOption {
  readonly call: boolean;
  /** Forward price or rate of what the option is on, and its strike. */
  readonly forward: number;
  readonly strike: number;
  readonly expiry: Years;
  /** Both rates over those that the trade states, which counts days otherwise; 1 where it is absent. */
  readonly perStatedRate?: number;
}

interface RegulatoryTradeOf<Class extends AssetClass> {
  readonly assetClass: Class;
  /**
   * The trades that offset one another: of interest rates the currency, of foreign exchange the pair, of equity the issuer, whose trades
   * offset fully among themselves and by half of their risk with other issuers.
   */
  readonly hedgingSet: string;
  /** > 0. Of interest rates the notional; of foreign exchange the foreign leg; of equity the price today times shares. */
  readonly notional: number;
  /** 1 if the trade gains when the rate or price rises, −1 if it loses. For an option: 1 if it is held, −1 if it is sold. */
  readonly direction: 1 | -1;
  /** When what the trade is on ends. */
  readonly maturity: Years;
  /** When the trade ends, where that is before. */
  readonly ends?: Years;
  readonly option?: RegulatoryOption;
}

/** A trade as the regulation sees it. */
export type RegulatoryTrade =
  | (RegulatoryTradeOf<'interestRate'> & {
      /** When the interest rate period starts, now or in the future; it ends at the maturity. */
      readonly start: Years;
    })
  | RegulatoryTradeOf<'foreignExchange'>
  | RegulatoryTradeOf<'equity'>;

/** A margin agreement. */
export interface RegulatoryMargin {
  /** TH, MTA and NICA of the agreement. */
  readonly threshold: number;
  readonly minimumTransfer: number;
  readonly independentAmount: number;
  /** Margin period of risk. */
  readonly marginPeriod: Years;
}

/**
 * δ, the supervisory delta (CRE52.38 to 42): ±1, and of an option ±Φ(±d₁) with the supervisory volatility. An option at its expiry counts as
 * exercised or not. A strike or a forward that is not positive is taken at its limit, and rates are shifted to at least 0.1 % first.
 */
export function supervisoryDelta({ assetClass, direction, option }: RegulatoryTrade, date: Years): number {
  if (option === undefined) return direction;
  const { d1 } = supervisoryMoneyness(assetClass, option, date);
  return direction * (option.call ? normalCdf(d1) : -normalCdf(-d1));
}

/** The derivative of δ with respect to the forward; 0 at expiry. */
function deltaSlope({ assetClass, direction, option }: RegulatoryTrade, date: Years): number {
  if (option === undefined) return 0;
  const { d1, deviation, forward, strike, shift } = supervisoryMoneyness(assetClass, option, date);
  // A forward that is shifted to the lowest rate stays there, and the strike moves the other way.
  const ofMoneyness = shift > 0 && option.forward < option.strike ? 1 / strike : 1 / forward;
  return deviation > 0 ? (direction * normalPdf(d1) * ofMoneyness) / deviation : 0;
}

function supervisoryMoneyness(assetClass: AssetClass, option: RegulatoryOption, date: Years) {
  const shift = assetClass === 'interestRate' ? Math.max(LOWEST_RATE - Math.min(option.forward, option.strike), 0) : 0;
  const [forward, strike] = [option.forward + shift, option.strike + shift];
  const deviation = SUPERVISORY[assetClass].optionVolatility * Math.sqrt(Math.max(option.expiry - date, 0));
  const moneyness = log(forward / strike);
  const d1 = deviation > 0 ? moneyness / deviation + 0.5 * deviation : Math.sign(moneyness) * Number.POSITIVE_INFINITY || 0;
  return { d1, deviation, forward, strike, shift };
}

/** The adjusted notional of a trade (CRE52.34 to 37): of interest rates the notional times the supervisory duration. */
export function adjustedNotional(trade: RegulatoryTrade, date: Years): number {
  if (trade.assetClass !== 'interestRate') return trade.notional;
  const start = Math.max(trade.start - date, 0);
  const end = Math.max(trade.maturity - date, start + TEN_BUSINESS_DAYS);
  return (trade.notional * (exp(-DURATION_RATE * start) - exp(-DURATION_RATE * end))) / DURATION_RATE;
}

const endOf = ({ maturity, ends = maturity }: RegulatoryTrade): Years => ends;

/** MF (CRE52.48 to 52): √(M/1 year) up to one year without margin, 3/2 √(margin period/1 year) with it. */
const maturityFactor = (remaining: Years, margin: RegulatoryMargin | undefined): number =>
  margin === undefined
    ? Math.sqrt(Math.min(Math.max(remaining, TEN_BUSINESS_DAYS), 1))
    : 1.5 * Math.sqrt(Math.max(margin.marginPeriod, TEN_BUSINESS_DAYS));

/** The effective notional D of a trade at a time. */
const effectiveNotional = (trade: RegulatoryTrade, margin: RegulatoryMargin | undefined, date: Years): number =>
  supervisoryDelta(trade, date) * adjustedNotional(trade, date) * maturityFactor(endOf(trade) - date, margin);

/**
 * Allocates the total add-on to trades by Euler's principle: the effective notional of each times the derivative of the add-on. The shares
 * add up to the add-on, which is of degree one in the notionals.
 *
 * @param trades  absent entries have no size
 */
export const addOnShares = (
  trades: readonly (RegulatoryTrade | undefined)[],
  margin: RegulatoryMargin | undefined,
  date: Years = 0,
): number[] => addOnDerivatives(trades, margin, date, (notional) => notional);

/** The derivatives of the total add-on with respect to the notional and to the forward of a trade. */
interface AddOnByTrade {
  readonly notional: number;
  /** 0 where there is no option. */
  readonly forward: number;
}

/** @param trades  absent entries have no size */
export function addOnByTrade(
  trades: readonly (RegulatoryTrade | undefined)[],
  margin: RegulatoryMargin | undefined,
  date: Years,
): AddOnByTrade[] {
  const byEffective = addOnDerivatives(trades, margin, date, () => 1);
  return trades.map((trade, i) => {
    if (trade === undefined || byEffective[i] === 0) return { notional: 0, forward: 0 };
    const perDelta = byEffective[i]! * adjustedNotional(trade, date) * maturityFactor(endOf(trade) - date, margin);
    return { notional: (perDelta * supervisoryDelta(trade, date)) / trade.notional, forward: perDelta * deltaSlope(trade, date) };
  });
}

/** The derivatives of the total add-on with respect to the effective notional of each trade, times an amount of it; 0 of those that have ended. */
function addOnDerivatives(
  trades: readonly (RegulatoryTrade | undefined)[],
  margin: RegulatoryMargin | undefined,
  date: Years,
  amountOf: (effectiveNotional: number) => number,
): number[] {
  const living = trades.flatMap((trade, i) =>
    trade !== undefined && endOf(trade) > date ? [{ trade, i, notional: effectiveNotional(trade, margin, date) }] : [],
  );
  const shares = trades.map(() => 0);
  const ofClass = (assetClass: AssetClass) => living.filter(({ trade }) => trade.assetClass === assetClass);
  const netOf = (list: typeof living) => list.reduce((sum, { notional }) => sum + notional, 0);
  const hedgingSets = (list: typeof living) =>
    [...new Set(list.map(({ trade }) => trade.hedgingSet))].map((name) => list.filter(({ trade }) => trade.hedgingSet === name));
  for (const set of hedgingSets(ofClass('interestRate'))) {
    const bucket = ({ trade }: (typeof living)[number]) => bucketOf(trade.maturity - date) - 1;
    const nets = [0, 1, 2].map((k) => netOf(set.filter((each) => bucket(each) === k)));
    const whole = currencyNotional(nets[0]!, nets[1]!, nets[2]!);
    const bucketSlopes = [
      nets[0]! + NEIGHBOUR_CORRELATION * nets[1]! + DISTANT_CORRELATION * nets[2]!,
      nets[1]! + NEIGHBOUR_CORRELATION * (nets[0]! + nets[2]!),
      nets[2]! + NEIGHBOUR_CORRELATION * nets[1]! + DISTANT_CORRELATION * nets[0]!,
    ];
    for (const each of set)
      shares[each.i] = whole > 0 ? (SUPERVISORY.interestRate.factor * amountOf(each.notional) * bucketSlopes[bucket(each)]!) / whole : 0;
  }
  for (const set of hedgingSets(ofClass('foreignExchange'))) {
    const sign = Math.sign(netOf(set));
    for (const { i, notional } of set) shares[i] = SUPERVISORY.foreignExchange.factor * sign * amountOf(notional);
  }
  const { factor, correlation } = SUPERVISORY.equity;
  const issuers = hedgingSets(ofClass('equity')).map((set) => ({ set, addOn: factor * netOf(set) }));
  const systematic = issuers.reduce((sum, { addOn }) => sum + correlation * addOn, 0);
  const whole = oneFactorAddOn(issuers.map(({ addOn }) => ({ addOn, correlation })));
  for (const { set, addOn } of issuers)
    for (const { i, notional } of set)
      shares[i] =
        whole > 0 ? (factor * amountOf(notional) * (correlation * systematic + (1 - correlation * correlation) * addOn)) / whole : 0;
  return shares;
}

/** The add-on of each class, and their sum. */
interface AddOn {
  readonly interestRate: number;
  readonly foreignExchange: number;
  readonly equity: number;
  readonly total: number;
}

/**
 * The add-on of the trades that live at a time (CRE52.53 to 72).
 *
 * @param date  years from today; trades that have ended by then do not count
 */
export function addOnOf(trades: readonly RegulatoryTrade[], margin: RegulatoryMargin | undefined, date: Years = 0): AddOn {
  const living = trades.filter((trade) => endOf(trade) > date);
  const effective = (trade: RegulatoryTrade) => effectiveNotional(trade, margin, date);
  const effectiveBy = (assetClass: AssetClass) =>
    sumsBy(
      living.filter((trade) => trade.assetClass === assetClass),
      ({ hedgingSet }) => hedgingSet,
      effective,
    );

  let interestRate = 0;
  const rates = living.filter(({ assetClass }) => assetClass === 'interestRate');
  for (const currency of new Set(rates.map(({ hedgingSet }) => hedgingSet))) {
    const buckets = sumsBy(
      rates.filter(({ hedgingSet }) => hedgingSet === currency),
      ({ maturity }) => bucketOf(maturity - date),
      effective,
    );
    interestRate += SUPERVISORY.interestRate.factor * currencyNotional(buckets.get(1) ?? 0, buckets.get(2) ?? 0, buckets.get(3) ?? 0);
  }

  const foreignExchange = [...effectiveBy('foreignExchange').values()].reduce(
    (sum, notional) => sum + SUPERVISORY.foreignExchange.factor * Math.abs(notional),
    0,
  );

  const equity = oneFactorAddOn(
    [...effectiveBy('equity').values()].map((notional) => ({
      addOn: SUPERVISORY.equity.factor * notional,
      correlation: SUPERVISORY.equity.correlation,
    })),
  );
  return { interestRate, foreignExchange, equity, total: interestRate + foreignExchange + equity };
}

function sumsBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key, amountOf: (item: Item) => number): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + amountOf(item));
  return sums;
}

const bucketOf = (remaining: Years): 1 | 2 | 3 => (remaining < FIRST_BUCKET_END ? 1 : remaining <= SECOND_BUCKET_END ? 2 : 3);

/** The effective notional of a currency from those of its buckets (CRE52.57). */
const currencyNotional = (first: number, second: number, third: number): number =>
  Math.sqrt(
    Math.max(
      first * first +
        second * second +
        third * third +
        2 * NEIGHBOUR_CORRELATION * (first * second + second * third) +
        2 * DISTANT_CORRELATION * first * third,
      0,
    ),
  );

/** Add-ons of issuers that share one factor (CRE52.62 and 66): √((Σ ρA)² + Σ (1 − ρ²) A²). */
export function oneFactorAddOn(issuers: readonly { readonly addOn: number; readonly correlation: number }[]): number {
  const systematic = issuers.reduce((sum, { addOn, correlation }) => sum + correlation * addOn, 0);
  return Math.sqrt(
    issuers.reduce((sum, { addOn, correlation }) => sum + (1 - correlation * correlation) * squareOf(addOn), systematic * systematic),
  );
}

/** The multiplier of an add-on (CRE52.23) for a value net of collateral. */
export const multiplierOf = (netValue: number, addOn: number): number =>
  netValue >= 0
    ? 1
    : addOn === 0
      ? MULTIPLIER_FLOOR
      : Math.min(1, MULTIPLIER_FLOOR + (1 - MULTIPLIER_FLOOR) * exp(netValue / (2 * (1 - MULTIPLIER_FLOOR) * addOn)));

/** Components of the exposure at default of a netting set at one time. */
interface RegulatoryExposure {
  readonly unmargined: AddOn;
  /** Add-on with the maturity factors of the margin agreement, if there is one. */
  readonly margined: AddOn | undefined;
  readonly margin: RegulatoryMargin | undefined;
}

/** The add-ons of a netting set at a time, from which its exposure at default follows for any value. */
export const regulatoryExposure = (
  trades: readonly RegulatoryTrade[],
  margin: RegulatoryMargin | undefined,
  date: Years = 0,
): RegulatoryExposure => ({
  unmargined: addOnOf(trades, undefined, date),
  margined: margin && addOnOf(trades, margin, date),
  margin,
});

/**
 * EAD.
 *
 * @param value       V of the netting set
 * @param collateral  C, held less posted
 */
export function exposureAtDefault({ unmargined, margined, margin }: RegulatoryExposure, value: number, collateral: number): number {
  const netValue = value - collateral;
  const unmarginedExposure = ALPHA * (Math.max(netValue, 0) + multiplierOf(netValue, unmargined.total) * unmargined.total);
  if (margin === undefined || margined === undefined) return unmarginedExposure;
  const largestWithoutCall = margin.threshold + margin.minimumTransfer - margin.independentAmount;
  const replacementCost = Math.max(netValue, largestWithoutCall, 0);
  return Math.min(unmarginedExposure, ALPHA * (replacementCost + multiplierOf(netValue, margined.total) * margined.total));
}

/**
 * The derivatives of EAD with respect to the value of the netting set and to the add-ons without and with the margin agreement; that with respect
 * to the collateral is minus the first.
 */
export function exposureDerivatives(
  exposure: RegulatoryExposure,
  value: number,
  collateral: number,
): { readonly value: number; readonly unmargined: number; readonly margined: number } {
  const { unmargined, margined, margin } = exposure;
  const netValue = value - collateral;
  /** Derivatives of multiplier · AddOn. */
  const ofFuture = ({ total }: AddOn) => {
    if (netValue >= 0 || total === 0) return { value: 0, addOn: netValue >= 0 ? 1 : MULTIPLIER_FLOOR };
    const decay = exp(netValue / (2 * (1 - MULTIPLIER_FLOOR) * total));
    return { value: 0.5 * decay, addOn: multiplierOf(netValue, total) - (0.5 * decay * netValue) / total };
  };
  const capped = exposureAtDefault({ ...exposure, margined: undefined, margin: undefined }, value, collateral);
  if (margin === undefined || margined === undefined || exposureAtDefault(exposure, value, collateral) === capped) {
    const future = ofFuture(unmargined);
    return { value: ALPHA * ((netValue > 0 ? 1 : 0) + future.value), unmargined: ALPHA * future.addOn, margined: 0 };
  }
  const future = ofFuture(margined);
  const isReplaced = netValue > Math.max(margin.threshold + margin.minimumTransfer - margin.independentAmount, 0);
  return { value: ALPHA * ((isReplaced ? 1 : 0) + future.value), unmargined: 0, margined: ALPHA * future.addOn };
}
