/**
 * A one-factor Gaussian short rate fitted to co-terminal swaptions: options on the rest of one swap, one for each of its payment dates.
 *
 * The price of a swaption depends on the model only through v² = Var x_T, so that each expiry gives its v without a search over the others, and
 * the volatility between two expiries follows from
 *
 *   v_j² = e^(−2a(T_j − T_{j−1})) v_{j−1}² + σ_j² (1 − e^(−2a(T_j − T_{j−1})))/(2a)
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, 3.3 and 3.11
 */
import { EngineFailure } from '../base/failure.js';
import type { Rate, Years } from '../base/units.js';
import { bachelier } from '../formula/bachelier.js';
import { black } from '../formula/black-76.js';
import type { PiecewiseVolatility } from '../market/cross-asset.js';
import { type Curve, discount } from '../market/curve.js';
import { type QuotedVolatility, type SwaptionVolatilities, swaptionVolatility } from '../market/rate-volatilities.js';
import { decayIntegral } from '../math/decay.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { normalCdf } from '../math/normal.js';
import { bisectedRoot, monotoneRoot } from '../math/root.js';

/** The swap that all swaptions end with. */
export interface UnderlyingSwap {
  /** Start of the first period, then the end of each; increasing. */
  readonly dates: readonly Years[];
  /** Strike of the swaptions; that of the forward swap rate where undefined. */
  readonly fixedRate: Rate | undefined;
  /** Growth of the projection curve over that of the discount curve from one date to another; 1 by default. */
  readonly basis?: (start: Years, end: Years) => number;
  /** Expiries after it are not fitted; by default all are. */
  readonly lastExpiry?: Years;
}

interface VolatilityFit {
  readonly volatility: PiecewiseVolatility;
  /** Expiries whose price no volatility gives: the volatility up to them is 0 instead. */
  readonly unfitted: readonly Years[];
  /** Expiries whose options have no time value at the fixed rate, and are taken at the money instead. */
  readonly atTheMoney: readonly Years[];
}

/** Largest v, in units of the rate: far above any short rate's. */
const MAX_DEVIATION = 3;
/** Time value, per unit of the annuity, below which a price says nothing about volatility. */
const MIN_SWAPTION_TIME_VALUE = 1e-13;

/**
 * @param quote  volatilities of the swaptions; of a cube, at the strike of each
 * @throws EngineFailure `calibration` where a lognormal volatility is given for a rate that is not positive
 */
export function fitCoTerminal(
  curve: Curve,
  meanReversion: number,
  swap: UnderlyingSwap,
  quote: QuotedVolatility | SwaptionVolatilities,
): VolatilityFit {
  const times: Years[] = [];
  const values: number[] = [];
  const unfitted: Years[] = [];
  const atTheMoney: Years[] = [];
  const { lastExpiry = Number.POSITIVE_INFINITY } = swap;
  let [previous, variance] = [0, 0];
  swap.dates.slice(0, -1).forEach((expiry, i) => {
    if (expiry <= 0 || expiry > lastExpiry) return;
    const dates = swap.dates.slice(i);
    const stated = deviationAt(curve, meanReversion, dates, swap, quote);
    const deviation = stated ?? deviationAt(curve, meanReversion, dates, { ...swap, fixedRate: undefined }, quote);
    if (stated === undefined && deviation !== undefined) atTheMoney.push(expiry);
    const step = expiry - previous;
    const carried = exp(-2 * meanReversion * step) * variance;
    // The volatility before stays where there is no time value at the money either.
    const required =
      deviation === undefined ? squareOf(values.at(-1) ?? 0) : (deviation * deviation - carried) / decayIntegral(2 * meanReversion, step);
    if (required < 0) unfitted.push(expiry);
    const sigma = Math.sqrt(Math.max(required, 0));
    variance = carried + sigma * sigma * decayIntegral(2 * meanReversion, step);
    values.push(sigma);
    times.push(expiry);
    previous = expiry;
  });
  return { volatility: { times: times.slice(0, -1), values: values.length > 0 ? values : [0] }, unfitted, atTheMoney };
}

/** v of the swaption that expires at the first of the dates; undefined where its price has no time value. */
function deviationAt(
  curve: Curve,
  meanReversion: number,
  [expiry, ...ends]: readonly Years[],
  { fixedRate, basis = () => 1 }: UnderlyingSwap,
  quote: QuotedVolatility | SwaptionVolatilities,
): number | undefined {
  const now = discount(curve, expiry!);
  const forwards = ends.map((end) => discount(curve, end) / now);
  const accruals = ends.map((end, i) => end - (i === 0 ? expiry! : ends[i - 1]!));
  const annuity = forwards.reduce((sum, forward, i) => sum + accruals[i]! * forward, 0);
  const bases = ends.map((end, i) => basis(i === 0 ? expiry! : ends[i - 1]!, end));
  // Each floating rate is worth its basis at the start of its period less 1 at the end.
  const floating = bases.reduce((sum, each, i) => sum + (each - 1) * (i === 0 ? 1 : forwards[i - 1]!), 1 - forwards[forwards.length - 1]!);
  const rate = floating / annuity;
  const strike = fixedRate ?? rate;
  const { type, shift = 0 } = quote;
  const isNormal = type === 'normal';
  if (!isNormal && !(rate + shift > 0 && strike + shift > 0))
    throw new EngineFailure(
      'calibration',
      `a ${type} volatility has no meaning for a swap rate of ${rate} and a fixed rate of ${strike}: give a normal one, or models a volatility`,
    );
  const volatility = swaptionVolatility(quote, expiry!, ends.at(-1)! - expiry!, strike - rate);
  // Out of the money, where a price is its time value.
  const sign = strike >= rate ? 1 : -1;
  const total = volatility * Math.sqrt(expiry!);
  const quoted = isNormal ? bachelier(rate, strike, total, sign) : black(rate + shift, strike + shift, total, sign);
  if (!(quoted > MIN_SWAPTION_TIME_VALUE)) return volatility === 0 ? 0 : undefined;
  const loads = ends.map((end) => decayIntegral(meanReversion, end - expiry!));
  const payments = ends.map((_, i) => strike * accruals[i]! + (i === ends.length - 1 ? 1 : 1 - bases[i + 1]!));
  const priceAt = (deviation: number): number => swaption(bases[0]!, payments, forwards, loads, deviation, sign) / annuity;
  // Small deviations move the swap's value as many times as its payments' durations say.
  const slope = forwards.reduce((sum, forward, i) => sum + payments[i]! * forward * loads[i]!, 0);
  const normal = isNormal ? total : total * Math.sqrt((rate + shift) * (strike + shift));
  const hint = { near: Math.min((normal * annuity) / Math.abs(slope), MAX_DEVIATION), rounding: ROUNDING / annuity };
  return monotoneRoot((deviation) => priceAt(deviation) - quoted, 0, MAX_DEVIATION, hint);
}

/** Rounding of a sum of some payments of a unit. */
const ROUNDING = powerOfTwo(-50);

/** Standard deviations in which the exercise boundary is sought. */
const MAX_BOUNDARY_DEVIATIONS = 40;

/**
 * Price, forward to expiry, of the right to pay (sign 1) or receive (−1) the payments for an amount at expiry, with
 * P(T, T_i) = F_i e^(−B_i v Z − ½ B_i² v²) under the forward measure of the expiry.
 */
function swaption(
  received: number,
  payments: readonly number[],
  forwards: readonly number[],
  loads: readonly number[],
  deviation: number,
  sign: 1 | -1,
): number {
  const swap = (z: number): number =>
    payments.reduce(
      (sum, amount, i) => sum - amount * forwards[i]! * exp(-loads[i]! * deviation * (z + 0.5 * loads[i]! * deviation)),
      received,
    );
  const boundary = exerciseBoundary(swap, received, payments, forwards, loads, deviation);
  if (boundary === undefined) return Math.max(sign * swap(0), 0);
  return payments.reduce(
    (sum, amount, i) => sum - sign * amount * forwards[i]! * normalCdf(-sign * (boundary + loads[i]! * deviation)),
    sign * received * normalCdf(-sign * boundary),
  );
}

/** Steps by which the exercise boundary is come near to. */
const BOUNDARY_NEWTON_STEPS = 4;

/** The state in which the swap is worth 0. The logarithm of a sum of positive payments is nearly straight, so Newton's method on it starts the search. */
function exerciseBoundary(
  swap: (z: number) => number,
  received: number,
  payments: readonly number[],
  forwards: readonly number[],
  loads: readonly number[],
  deviation: number,
): number | undefined {
  if (payments.some((amount) => amount < 0)) return bisectedRoot(swap, -MAX_BOUNDARY_DEVIATIONS, MAX_BOUNDARY_DEVIATIONS);
  let near = 0;
  for (let i = 0; i < BOUNDARY_NEWTON_STEPS; i++) {
    let [paid, slope] = [0, 0];
    for (let k = 0; k < payments.length; k++) {
      const load = loads[k]! * deviation;
      const payment = payments[k]! * forwards[k]! * exp(-load * (near + 0.5 * load));
      paid += payment;
      slope -= load * payment;
    }
    near -= (log(paid / received) * paid) / slope;
  }
  return monotoneRoot(swap, -MAX_BOUNDARY_DEVIATIONS, MAX_BOUNDARY_DEVIATIONS, { near, rounding: ROUNDING * received });
}
