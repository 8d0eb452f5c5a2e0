/** A convertible bond's world and rights by time: what its finite differences and its deterministic limit share. */

import type { Price, Rate, Volatility, Years } from '../base/units.js';
import type { ConvertibleTerms } from '../product/note/convertible.js';
import { SAME_DATE_YEARS } from '../product/note/convertible.js';

export type Credit =
  | { readonly spread: Rate }
  /** Default intensity per year, and recovery as a fraction of the face value. */
  | { readonly intensity: number; readonly recovery: number };

export interface ConvertibleWorld {
  readonly spot: Price;
  /** σ ≥ 0; above √λ under an intensity λ > 0. */
  readonly volatility: Volatility;
  readonly dividend: Rate;
  readonly credit: Credit;
  /** −ln P(0, t) */
  readonly accumulatedRate: (t: Years) => number;
}

export const spreadOf = (credit: Credit): Rate => ('spread' in credit ? credit.spread : 0);
export const intensityOf = (credit: Credit): number => ('intensity' in credit ? credit.intensity : 0);
/** Variance of ln S per year, between defaults. */
export const varianceOf = ({ volatility, credit }: ConvertibleWorld): number => volatility * volatility - intensityOf(credit);

/** A node at a trigger may miss it by rounding: relative difference of spots that are the same. */
export const SAME_SPOT = 1e-12;

/** The rights that may be exercised at one time. */
export interface Rights {
  readonly call: { readonly price: Price; readonly trigger: Price } | undefined;
  readonly put: Price;
  readonly convertible: boolean;
}

/** A time at which something is paid or rights change. */
interface Event {
  readonly time: Years;
  readonly coupon: Price;
  /** Rights on the day, exercised for the value without its coupon. */
  readonly rights: Rights;
  /** Rights just before the day, when the coupon is still part of the value. */
  readonly before: Rights;
}

/** Redemption and the last coupon. */
export const dueAtMaturity = ({ redemption, coupons, maturity }: ConvertibleTerms): Price =>
  coupons.reduce((due, { time, amount }) => (Math.abs(time - maturity) <= SAME_DATE_YEARS ? due + amount : due), redemption);

/** Dates in [0, T) on which something is paid or rights change, today among them, in order. */
export function eventsOf(terms: ConvertibleTerms): Event[] {
  const { maturity, coupons, calls, puts } = terms;
  const times: Years[] = [0];
  const dates = [...coupons, ...calls, ...puts].map(({ time }) => time).filter((time) => time < maturity - SAME_DATE_YEARS);
  for (const time of dates.sort((a, b) => a - b)) if (time > times[times.length - 1]! + SAME_DATE_YEARS) times.push(time);
  return times.map((time) => {
    const on = <Dated extends { readonly time: Years }>(list: readonly Dated[]) =>
      list.find((each) => Math.abs(each.time - time) <= SAME_DATE_YEARS);
    return {
      time,
      coupon: on(coupons)?.amount ?? 0,
      rights: { ...rightsBefore(terms, time + 2 * SAME_DATE_YEARS), put: on(puts)?.price ?? 0 },
      before: rightsBefore(terms, time),
    };
  });
}

/** The rights in force just before a time. */
export function rightsBefore({ calls, american }: ConvertibleTerms, time: Years): Rights {
  const inForce = calls.findLast((call) => call.time < time - SAME_DATE_YEARS);
  return { call: inForce && { price: inForce.price, trigger: (inForce.trigger ?? 0) * (1 - SAME_SPOT) }, put: 0, convertible: american };
}

/** The two parts of the value of one node, replaced by what the best exercise of the rights gives. */
export function exercised(
  shares: number,
  cash: number,
  conversion: Price,
  spot: Price,
  { call, put, convertible }: Rights,
): readonly [number, number] {
  let value: readonly [number, number] = [shares, cash];
  if (call !== undefined && spot >= call.trigger && shares + cash > call.price) value = [0, call.price];
  if (value[0] + value[1] < put) value = [0, put];
  // Both are worth the same at the spot from which a call forces conversion: the holder then takes the shares.
  if (convertible && value[0] + value[1] < conversion * (1 + SAME_SPOT)) value = [conversion, 0];
  return value;
}
