/** Means that have closed forms, under geometric Brownian motion, discounted to today. */

import type { Volatility } from '../../base/units.js';
import { blackScholes } from '../../formula/black-scholes.js';
import { cashOrNothing } from '../../formula/digital.js';
import { discount, zeroRate } from '../../market/curve.js';
import type { Asset, Market } from '../../market/market.js';
import type { Claim, European } from '../payoff/claims.js';

/** The constant volatility of an asset that has one; NaN, which is above nothing, where a model carries it. */
export const volatilityOf = ({ volatility = Number.NaN }: Asset): Volatility => volatility;

/** Of a payment that nothing conditions. @param european  its strike above 0, its asset of constant volatility */
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

/** Of cash that nothing conditions. Single precision, and a path, would only take digits from it. */
export const cashMean = (claim: Claim, market: Market): number | undefined =>
  claim.type === 'european' && claim.european.type === 'cash' && claim.conditions.length === 0
    ? claim.weight * europeanMean(market, claim.european)
    : undefined;
