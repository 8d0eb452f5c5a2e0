/** Closed-form means under geometric Brownian motion, discounted to today. */

import type { Volatility, Years } from '../../base/units.js';
import { blackScholes } from '../../formula/black-scholes.js';
import { cashOrNothing } from '../../formula/digital.js';
import { discount, zeroRate } from '../../market/curve.js';
import { paysCashBetween, yieldUpTo } from '../../market/growth.js';
import { type Asset, forward, type Market } from '../../market/market.js';
import { log } from '../../math/elementary/log.js';
import { normalCdf } from '../../math/normal.js';
import type { Digital, Observable, Vanilla } from '../../product/contract/contract.js';
import { SAME_TIME, sameTime } from '../emit/grid.js';
import type { Claim, Condition, European, EuropeanClaim, PayoffClaim } from '../payoff/claims.js';
import { modelOf } from '../process/index.js';

/**
 * Constant volatility of an asset that is lognormal at every date; NaN, for which every comparison is false, where a model carries the
 * volatility or the asset pays dividends in cash.
 */
export const volatilityOf = (asset: Asset): Volatility =>
  asset.dividends?.some(({ cash }) => cash > 0) ? Number.NaN : (asset.volatility ?? Number.NaN);

/** Implied volatility up to a time of an asset that is lognormal then; NaN where it is not. */
function lognormalVolatility(asset: Asset, time: Years): Volatility {
  if (paysCashBetween(asset, 0, time)) return Number.NaN;
  if (asset.volatility !== undefined) return asset.volatility;
  const { gaussian, deviation } = modelOf(asset);
  return gaussian ? (time > 0 ? deviation(0, time) / Math.sqrt(time) : 0) : Number.NaN;
}

const payoffAt = ({ type, strike, sign }: Vanilla | Digital, spot: number): number => {
  const gain = sign * (spot - strike);
  return type === 'vanilla' ? Math.max(gain, 0) : gain > 0 ? 1 : 0;
};

/**
 * Value today of an unconditional payment.
 *
 * @param european  strike > 0, on an asset that is lognormal at its date
 * @returns price units
 */
export function europeanMean({ curve, assets }: Market, european: European): number {
  const { time } = european;
  if (european.type === 'cash') return discount(curve, time);
  const { asset, strike, sign } = european;
  const { spot } = assets[asset]!;
  if (time === 0) return payoffAt(european, spot);
  const volatility = lognormalVolatility(assets[asset]!, time);
  const dividend = yieldUpTo(curve, assets[asset]!, time);
  const rate = zeroRate(curve, time);
  return european.type === 'vanilla'
    ? blackScholes(spot, strike, rate, volatility, time, dividend, sign)
    : cashOrNothing({ spot, strike, rate, volatility, time, dividend, sign });
}

/** Interval of the spot at the payment date in which a conditional payment is made, price units. */
export interface Region {
  readonly lower: number;
  readonly upper: number;
}

/**
 * The region of a payment whose conditions depend on today's spot and the spot at the payment date alone.
 *
 * @returns 'never' where today's spot excludes the payment; undefined where a condition depends on other dates or assets
 */
function regionOf({ assets }: Market, { european, conditions }: EuropeanClaim): Region | 'never' | undefined {
  let [lower, upper] = [0, Number.POSITIVE_INFINITY];
  for (const {
    style,
    trigger: { asset, level, direction, monitoring },
  } of conditions) {
    const { spot } = assets[asset]!;
    const beyond = direction === 'down' ? spot <= level : spot >= level;
    if (monitoring === 'continuous' && beyond) {
      if (style === 'out') return 'never';
      continue;
    }
    if (monitoring === 'continuous' || asset !== assetOf(european, conditions)) return undefined;
    const dates = monitoring.filter((date) => date < european.time + SAME_TIME);
    const [today, atPayment] = [dates.some((date) => date < SAME_TIME), dates.some((date) => sameTime(date, european.time))];
    if (!dates.every((date) => date < SAME_TIME || sameTime(date, european.time))) return undefined;
    const reachedToday = today && beyond;
    if (reachedToday && style === 'in') continue;
    if (reachedToday || (!atPayment && style === 'in')) return 'never';
    if (!atPayment) continue;
    if ((direction === 'down') === (style === 'out')) lower = Math.max(lower, level);
    else upper = Math.min(upper, level);
  }
  return { lower, upper };
}

const assetOf = (european: European, [first]: readonly Condition[]): number | undefined =>
  european.type === 'cash' ? first?.trigger.asset : european.asset;

/** Value today of a payment that is made for lower < S < upper, S the spot at its date: a difference of two values of Φ per term. */
export function meanWithin(market: Market, european: European, asset: number, region: Region): number {
  const { time } = european;
  const [strike, sign] = european.type === 'cash' ? [0, 1] : [european.strike, european.sign];
  const lower = sign > 0 ? Math.max(region.lower, strike) : region.lower;
  const upper = sign > 0 ? region.upper : Math.min(region.upper, strike);
  if (lower >= upper) return 0;
  const mean = forward(market, asset, time);
  const deviation = lognormalVolatility(market.assets[asset]!, time) * Math.sqrt(time);
  const probability = (shift: number) => {
    const [low, high] = [lower, upper].map((level) => log(level / mean) / deviation + shift * deviation);
    return low! > 0 ? normalCdf(-low!) - normalCdf(-high!) : normalCdf(high!) - normalCdf(low!);
  };
  const cash = probability(0.5);
  return discount(market.curve, time) * (european.type === 'vanilla' ? sign * (mean * probability(-0.5) - strike * cash) : cash);
}

/** An option on a basket, an average, or the best or worst, of a single spot at its payment date as the vanilla option that it is. */
function asVanilla({ weight, conditions, payoff: { of: observable, pays, time } }: PayoffClaim): EuropeanClaim | undefined {
  const single = singleSpot(observable, time);
  if (pays.type !== 'option' || single === undefined) return undefined;
  const { asset, units } = single;
  const european = { type: 'vanilla', asset, strike: pays.strike / units, time, sign: pays.sign } as const;
  return { type: 'european', weight: weight * units, european, conditions };
}

function singleSpot(observable: Observable, time: Years): { readonly asset: number; readonly units: number } | undefined {
  if (observable.type === 'average')
    return observable.known === undefined && observable.times.length === 1 && sameTime(observable.times[0]!, time)
      ? { asset: observable.asset, units: 1 }
      : undefined;
  if ((observable.type !== 'basket' && observable.type !== 'ranked') || observable.assets.length !== 1) return undefined;
  const units = observable.type === 'basket' ? observable.weights[0]! : 1;
  return units > 0 ? { asset: observable.assets[0]!, units } : undefined;
}

/** True if a knock-out that is still judged at the payment leaves the option or digital out of the money wherever it survives. */
export function paysNothing({ european, conditions }: EuropeanClaim): boolean {
  if (european.type === 'cash') return false;
  const { asset, strike, sign, time } = european;
  return conditions.some(({ style, trigger: { asset: watched, level, direction, monitoring } }) => {
    const atPayment = monitoring === 'continuous' || monitoring.some((date) => sameTime(date, time));
    const survivesBeyond = direction === 'down' ? sign < 0 && strike <= level : sign > 0 && strike >= level;
    return style === 'out' && watched === asset && atPayment && survivesBeyond;
  });
}

/**
 * Value today of a claim that has a closed form: cash, and vanillas and digitals on assets that are lognormal at their date, unconditional or under
 * barriers monitored only today and at the payment date, or already reached, or that leave nothing to be paid. Such claims are left out of the simulation.
 *
 * @returns price units; undefined where the claim has to be simulated
 */
export function closedFormMean(payment: Claim, market: Market): number | undefined {
  const claim = payment.type === 'payoff' ? asVanilla(payment) : payment;
  if (claim?.type !== 'european') return undefined;
  if (paysNothing(claim)) return 0;
  const { european, conditions, weight } = claim;
  if (european.type !== 'cash' && !(european.strike > 0 && lognormalVolatility(market.assets[european.asset]!, european.time) >= 0))
    return undefined;
  const region = regionOf(market, claim);
  if (region === undefined) return undefined;
  if (region === 'never') return 0;
  if (region.lower === 0 && region.upper === Number.POSITIVE_INFINITY) return weight * europeanMean(market, european);
  const asset = assetOf(european, conditions);
  if (asset === undefined || !(lognormalVolatility(market.assets[asset]!, european.time) > 0 && european.time > SAME_TIME))
    return undefined;
  return weight * meanWithin(market, european, asset, region);
}

/** Relative distance of forward and strike below which they count as equal. */
const AT_STRIKE = 1e-12;

/** Warnings of payments whose forward is at the strike and that have no time or volatility left, where the value is a limit from one side. */
export const limitWarnings = (claims: readonly Claim[], market: Market): string[] => [
  ...new Set(
    claims.flatMap((claim) => {
      if (claim.type !== 'european' || claim.european.type === 'cash') return [];
      const { asset, strike, time, type } = claim.european;
      const { name, volatility } = market.assets[asset]!;
      if (volatility === undefined || volatility * Math.sqrt(time) > 0) return [];
      return Math.abs(forward(market, asset, time) / strike - 1) < AT_STRIKE
        ? [
            `the ${type} on ${name} with strike ${strike} has no ${time > 0 ? 'volatility' : 'time'} left and its forward is at the strike: ` +
              'price and Greeks are limits, and jump or diverge there',
          ]
        : [];
    }),
  ),
];
