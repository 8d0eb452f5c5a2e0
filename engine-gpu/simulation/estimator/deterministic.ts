/** Closed-form means under geometric Brownian motion, discounted to today. */

import type { Volatility } from '../../base/units.js';
import { blackScholes } from '../../formula/black-scholes.js';
import { cashOrNothing } from '../../formula/digital.js';
import { discount, zeroRate } from '../../market/curve.js';
import type { Asset, Market } from '../../market/market.js';
import type { Claim, European } from '../payoff/claims.js';

/** Constant volatility of an asset; NaN, for which every comparison is false, where a model carries the volatility. */
export const volatilityOf = ({ volatility = Number.NaN }: Asset): Volatility => volatility;

/**
 * Value today of an unconditional payment.
 *
 * @param european  strike > 0, on an asset of constant volatility
 * @returns price units
 */
export function europeanMean({ curve, assets }: Market, european: European): number {
  const { time } = european;
  if (european.type === 'cash') return discount(curve, time);
  const { asset, strike, sign } = european;
  const { spot, dividend } = assets[asset];
  const volatility = volatilityOf(assets[asset]);
  const rate = zeroRate(curve, time);
  return european.type === 'vanilla'
    ? blackScholes(spot, strike, rate, volatility, time, dividend, sign)
    : cashOrNothing({ spot, strike, rate, volatility, time, dividend, sign });
}

/**
 * Value today of unconditional cash; undefined for any other claim. It is left out of the simulation, where single precision would only
 * take digits from it.
 */
export const cashMean = (claim: Claim, market: Market): number | undefined =>
  claim.type === 'european' && claim.european.type === 'cash' && claim.conditions.length === 0
    ? claim.weight * europeanMean(market, claim.european)
    : undefined;
