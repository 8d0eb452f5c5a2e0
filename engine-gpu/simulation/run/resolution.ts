/**
 * Detects features that so many paths cannot resolve, whatever the shifts say of the standard error: barriers that hardly any path reaches,
 * and the rounding of amounts that nearly cancel.
 */
import type { Price, Years } from '../../base/units.js';
import { black } from '../../formula/black-76.js';
import { discount } from '../../market/curve.js';
import { forward, type Market } from '../../market/market.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { log } from '../../math/elementary/log.js';
import { euclideanNorm } from '../../math/elementary/roots.js';
import { normalCdf } from '../../math/normal.js';
import { SAME_TIME } from '../emit/grid.js';
import type { Crossing, Rounded } from '../emit/program.js';
import { paysNothing } from '../estimator/deterministic.js';
import type { Plan } from '../estimator/estimator.js';
import { type Claim, type EuropeanClaim, type PayoffClaim, paymentTime, type Trigger } from '../payoff/claims.js';
import { modelOf } from '../process/index.js';

/** Number of paths across a barrier below which the shifts do not show what the barrier adds to the error. */
const FEW_CROSSINGS = 16;

/** The dates on which barriers may be reached: one entry per payment, barrier and date. */
export const crossingsOf = ({ claims, market, estimator }: Pick<Plan, 'claims' | 'market' | 'estimator'>): readonly Crossing[] =>
  claims.flatMap((claim) => crossingsOfClaim(claim, market, estimator?.name === 'terminal integration'));

function crossingsOfClaim(claim: Claim, market: Market, endIsIntegrated: boolean): Crossing[] {
  if (claim.type === 'choice') return [...claim.left, ...claim.right].flatMap((side) => crossingsOfClaim(side, market, endIsIntegrated));
  if (claim.type === 'autocall' || (claim.type === 'european' && paysNothing(claim))) return [];
  return claim.conditions.flatMap(({ trigger }) =>
    datesOf(trigger, paymentTime(claim), endIsIntegrated).map((date) => ({
      probability: reachOf(trigger, date, market),
      jump: claim.type === 'european' ? Math.abs(claim.weight) * valueAt(claim, trigger, date, market) : ('value' as const),
    })),
  );
}

/** The dates of a barrier that are simulated; a continuous barrier is judged at the payment date. */
function datesOf({ monitoring }: Trigger, last: Years, endIsIntegrated: boolean): readonly Years[] {
  if (monitoring === 'continuous') return [last];
  const end = last + (endIsIntegrated ? -SAME_TIME : SAME_TIME);
  return monitoring.filter((date) => date < end);
}

/** The probability that a barrier is reached on a date; a path that is watched continuously reaches it twice as often. */
function reachOf({ asset, level, direction, monitoring }: Trigger, date: Years, market: Market): number {
  const deviation = date > 0 ? modelOf(market.assets[asset]!).deviation(0, date) : 0;
  if (!(deviation > 0)) return 0;
  const distance = log(level / forward(market, asset, date)) / deviation + deviation / 2;
  return (monitoring === 'continuous' ? 2 : 1) * normalCdf(direction === 'up' ? -distance : distance);
}

/** Value of a payment on a date at a barrier, discounted to today. */
function valueAt({ european }: EuropeanClaim, trigger: Trigger, date: Years, market: Market): Price {
  const paid = discount(market.curve, european.time);
  if (european.type !== 'vanilla') return paid;
  const { asset, strike, sign, time } = european;
  const growth = forward(market, asset, time) / forward(market, asset, date);
  const spot = trigger.asset === asset ? trigger.level : forward(market, asset, date);
  return paid * black(spot * growth, strike, modelOf(market.assets[asset]!).deviation(date, time), sign);
}

/**
 * Error of the barriers that a run hardly reaches: what is missed where no path is expected across or none of those across pays, and the
 * standard error of so many rare paths otherwise.
 *
 * @param nothing  whether no path contributes to the simulated part of the price
 */
export function unresolvedCrossings(crossings: readonly Crossing[], numPaths: number, price: Price, nothing: boolean): Price {
  const errors = crossings
    .filter(({ probability }) => nothing || probability * numPaths < FEW_CROSSINGS)
    .map(({ probability, jump }) => {
      const missed = nothing ? probability : Math.min(probability, Math.sqrt(probability / numPaths));
      return missed * (jump === 'value' ? Math.abs(price) : jump);
    });
  return euclideanNorm(errors);
}

/** Relative error of sums in single precision: of 1481 random contracts, those whose error is rounding alone were off by up to this. */
const SINGLE_PRECISION_ERROR = powerOfTwo(-23);

/** An option of standard deviation s is a difference of amounts that are up to this over s times as large: 2.5/s at the money. */
const AMOUNTS_PER_DEVIATION = 2;

/** Terms that a kernel rounds: differences of amounts that nearly cancel. */
export function roundedOf({ claims, market, last }: Pick<Plan, 'claims' | 'market' | 'last'>): Rounded {
  return {
    amounts: claims.reduce((sum, claim) => sum + amountOf(claim, market), 0),
    perValue: market.assets.reduce((most, asset) => {
      const deviation = last > 0 ? modelOf(asset).deviation(0, last) : 0;
      return deviation > 0 ? Math.max(most, AMOUNTS_PER_DEVIATION / deviation) : most;
    }, 1),
  };
}

/** The discounted amount that the rounding of a claim is relative to; 0 for payments that are no differences of amounts. */
function amountOf(claim: Claim, market: Market): Price {
  if (claim.type === 'choice') return [...claim.left, ...claim.right].reduce((sum, side) => sum + amountOf(side, market), 0);
  if (claim.type === 'autocall') return 0;
  return Math.abs(claim.weight * unitAmountOf(claim, market)) * discount(market.curve, paymentTime(claim));
}

/** The strike of an option, or the average that is its strike. */
function unitAmountOf(claim: EuropeanClaim | PayoffClaim, { assets }: Market): Price {
  if (claim.type === 'european') return claim.european.type === 'vanilla' ? claim.european.strike : 0;
  const { of: observable } = claim.payoff;
  if (observable.type === 'difference') return assets[observable.of.asset]!.spot;
  return claim.payoff.pays.type === 'option' ? claim.payoff.pays.strike : 0;
}

/** Standard error that single precision leaves in the simulated part of a price, price units. */
export const roundingError = ({ amounts, perValue }: Rounded, simulated: Price): Price =>
  SINGLE_PRECISION_ERROR * Math.max(Math.abs(simulated), Math.min(perValue * Math.abs(simulated), amounts));
