/**
 * European options with one barrier that is monitored at n equally spaced dates, the last at expiry, on a lognormal asset.
 *
 * Distances are in standard deviations of one interval, σ√Δ, from the level H towards the side of the spot. The distance of the asset is a
 * random walk with steps N(m, 1) that starts at y₀ and is knocked out at the first date with y ≤ 0:
 *
 *   y₀ = η ln(S/H)/(σ√Δ),   m = η (r − q ∓ σ²/2) √Δ/σ,   Δ = T/n,   η = +1 down, −1 up
 *
 * with − for the risk-neutral measure Q and + for the measure A that has the asset as numeraire. With E the exercise region,
 *
 *   out = θ [S e^(−qT) A(y₁ … y_n > 0, E) − K e^(−rT) Q(y₁ … y_n > 0, E)],   in = vanilla − out
 *
 * The density of the walk on the paths that survive date j follows from that of date j − 1 by
 *
 *   f_j(y) = ∫₀^∞ f_{j−1}(u) φ(y − u − m) du,   y > 0
 *
 * and the integrals use the trapezoidal rule in t, u = ln(1 + e^τ), τ = t − e^(−t/2), which converges exponentially: the Gaussian is entire,
 * and the map moves the end u = 0 to t = −∞, where the integrand decays double-exponentially. The last interval is integrated in closed
 * form, so that neither the strike nor the level is a kink. The recursion starts at the first date at which the level can be reached, and
 * ends at the last one.
 *
 * For more dates than `MAX_RECURSION_DATES` the level is monitored continuously and shifted away by the β = 0.5826 standard deviations of
 * Broadie, Glasserman and Kou, with a correction for the layer next to the level (`boundaryLayer`). What is left of the error is a/n + b/n^(3/2)
 * + c/n² + …; a, b and c are found from three smaller numbers of dates, at which the recursion gives the error; they are larger where the drift to
 * expiry is many standard deviations. The expansion fails for a spot near the level, in standard deviations of one interval. There the recursion
 * covers dates up to one from which the shifted level serves, counted from the first at which the level can be reached.
 *
 * @see L. Feng, V. Linetsky (2008), Pricing discretely monitored barrier options and defaultable bonds in Lévy process models, Mathematical
 *      Finance 18(3), section 2, for the recursion; H. Takahasi, M. Mori (1974), Double exponential formulas, for the map
 * @see M. Broadie, P. Glasserman, S. G. Kou (1997), A continuity correction for discrete barrier options, theorem 1.1
 */

import type { Price } from '../base/units.js';
import { clamp } from '../math/clamp.js';
import { exp } from '../math/elementary/exp.js';
import { log1p } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { solveLinear } from '../math/linear-solve.js';
import { normalCdf, normalPdf } from '../math/normal.js';
import { type BarrierTerms, discountedHit, valueGivenHit, vanilla } from './barrier.js';
import { logForwardMoneyness } from './black-scholes.js';
import { MIN_STD_DEV, weightedCdf } from './reflection.js';

/** Largest number of dates that are always integrated: 252 dates take 13 ms of processor time, 512 take 40 ms. */
const MAX_RECURSION_DATES = 512;
/** Numbers of dates from which the error of continuous monitoring is extrapolated. */
const EXTRAPOLATION_DATES = [192, 320, MAX_RECURSION_DATES] as const;
/** Factor of these numbers under a strong drift. */
const STRONG_DRIFT_FACTOR = 3;
/** Largest drift of ln S to expiry, in standard deviations, that is not strong: at 12 errors of 9e-7 were found, at 17 of 3e-6. */
const MAX_MODERATE_DRIFT = 11;
/** Largest such drift at which two numbers of dates in place of three tell how far the extrapolation errs; beyond, all that it adds is in the error bound. */
const MAX_STRONG_DRIFT = 45;
/** Distance of the spot from the level up to which it is near, in standard deviations of one interval of the smallest of those numbers. */
const MAX_NEAR_DISTANCE = 3.5;
/** Largest number of dates that are all integrated where the spot is near the level: 768 take 70 ms. */
const MAX_NEAR_DATES = 768;
/** Largest numbers of dates that are integrated of more than that: the shifted level errs by 3e-7 by itself at a drift m of 0.03, and beyond it more. */
const NEAR_DATES = { flat: MAX_RECURSION_DATES, steep: 2048, maxFlatDrift: 0.03 } as const;
/** Probability of a later hit below which continuous monitoring, whose error is a small part of it, covers the dates that are left. */
const MIN_LATER_HIT = 1e-5;
/** Dates from one look at that probability to the next. */
const DATES_PER_LOOK = 16;

/** β = −ζ(½)/√(2π): the shift that continuous monitoring needs to stand for discrete dates. */
const CONTINUITY_CORRECTION = 0.5825971579390106;

/** Standard deviations beyond which the normal distribution is neglected: Φ(−8.6) is 4e-18. */
const NORMAL_CUTOFF = 8.6;
/** Step of the trapezoidal rule in t. The error for a product of two normal densities is under 1e-13, wherever their means are. */
const GRID_STEP = 0.4;
/** First t of the grid: the position there is 1e-21. */
const FIRST_T = -7.5;

/**
 * Price of an option with a barrier that is monitored at equally spaced dates. A spot at or beyond the level has hit it today.
 *
 * @param terms  the rebate of a knock-out is paid at the date of the hit or at expiry, that of a knock-in at expiry
 * @param dates  n ≥ 1, the last at expiry
 * @returns price units, ≥ 0, and where it is extrapolated an estimate of its error. The absolute error is under 1e-12 of the largest of S e^(−qT),
 *          K e^(−rT) and the rebate (times e^(−rT) where the rate is negative) up to 512 dates, and under 1e-6 of it beyond where the drift of ln S
 *          to expiry is at most 20 standard deviations; the largest found with 90 of them was 6e-5. 535 comparisons with backward induction found
 *          1e-13 up to 512 dates, and 350 random and 88 chosen ones with the recursion over all of 513 to 9000 dates, 5e-7 at most with such a drift.
 *          Where the level is within reach, the rounding of ln(S/H) and (r − q)T relative to σ√T comes on top. T = 0 and σ = 0 give the exact limits
 */
export function discreteBarrierOption(terms: BarrierTerms, dates: number): { readonly price: Price; readonly errorBound?: Price } {
  const { spot, level, rate, volatility, time, dividend, direction, style } = terms;
  const eta = direction === 'down' ? 1 : -1;
  if (eta * (spot - level) <= 0) return { price: valueGivenHit(terms, 0) };
  const distance = eta * logForwardMoneyness(spot, level, 0, 0, 0);
  if (volatility * Math.sqrt(time) < MIN_STD_DEV)
    return { price: deterministicOption(terms, dates, distance, (eta * (rate - dividend) * time) / dates) };
  const value: Value = dates > MAX_RECURSION_DATES ? manyDatesValue(terms, dates, distance) : knockOutValue(terms, dates, dates);
  const { option, rebate, errorBound } = value;
  const knockOut = Math.max(option, 0);
  const price = (style === 'knock_out' ? knockOut : Math.max(vanilla(terms) - knockOut, 0)) + Math.max(rebate, 0);
  return { price, ...(errorBound !== undefined && { errorBound }) };
}

/** Value of the knock-out option without its rebate, and of the rebate of either style. */
interface Parts {
  readonly option: Price;
  readonly rebate: Price;
}

interface Value extends Parts {
  /** Estimated error of both together, where they are extrapolated. */
  readonly errorBound?: Price;
}

/** An interval between dates in years, its standard deviation of ln S, and the drift that the walk has in both measures, η (r − q) √Δ/σ. */
function intervalOf({ rate, dividend, volatility, time, direction }: BarrierTerms, dates: number) {
  const interval = time / dates;
  const deviation = volatility * Math.sqrt(interval);
  const eta = direction === 'down' ? 1 : -1;
  return { interval, deviation, carry: (eta * (rate - dividend) * interval) / deviation };
}

/** @param integrated  largest number of dates of the recursion, see `Walk` */
function knockOutValue(terms: BarrierTerms, dates: number, integrated: number): Parts {
  const { spot, strike, level, rate, time, dividend, direction, sign, style, rebate, rebatePayment } = terms;
  const eta = direction === 'down' ? 1 : -1;
  const { interval, deviation, carry } = intervalOf(terms, dates);
  /** Distance of a price from the level. */
  const distanceOf = (price: Price) => (eta * logForwardMoneyness(price, level, 0, 0, 0)) / deviation;
  const start = distanceOf(spot);
  const walkUnder = (measure: 1 | -1): Walk => ({ start, drift: carry + 0.5 * measure * eta * deviation, dates, integrated });
  const [assetWalk, cashWalk] = [walkUnder(1), walkUnder(-1)];
  const discount = exp(-rate * time);
  if (!reachesLevel(assetWalk) && !reachesLevel(cashWalk))
    return { option: vanilla(terms), rebate: style === 'knock_in' ? rebate * discount : 0 };
  const [asset, cash] = [survivorsOf(assetWalk), survivorsOf(cashWalk)];

  const paysAwayFromLevel = sign === eta;
  const atStrike = Math.max(distanceOf(strike), 0);
  const [from, to] = paysAwayFromLevel ? [atStrike, Number.POSITIVE_INFINITY] : [0, atStrike];
  const assetLeg = spot * exp(-dividend * time) * probabilityOfEnd(asset, from, to);
  const option = sign * (assetLeg - strike * discount * probabilityOfEnd(cash, from, to));
  if (rebate === 0) return { option, rebate: 0 };
  if (style === 'knock_out' && rebatePayment === 'at_hit') return { option, rebate: rebate * discountedDiscreteHit(cash, rate * interval) };
  const survival = probabilityOfEnd(cash, 0, Number.POSITIVE_INFINITY);
  return { option, rebate: rebate * discount * (style === 'knock_in' ? survival : 1 - survival) };
}

/**
 * Value for more than `MAX_RECURSION_DATES` dates. For a spot near the level the recursion covers all dates, or those at which a hit is likely up to
 * a largest number of them; elsewhere the level is shifted and monitored continuously, and the error of that is extrapolated from smaller numbers of
 * dates.
 */
function manyDatesValue(terms: BarrierTerms, dates: number, logDistance: number): Value {
  const { deviation, carry } = intervalOf(terms, dates);
  const drift = Math.abs(carry) + 0.5 * deviation;
  const driftToExpiry = drift * Math.sqrt(dates);
  const factor = driftToExpiry > MAX_MODERATE_DRIFT ? STRONG_DRIFT_FACTOR : 1;
  const numbers = EXTRAPOLATION_DATES.map((n) => n * factor);
  if (dates <= numbers[2]!) return knockOutValue(terms, dates, dates);
  if (logDistance <= MAX_NEAR_DISTANCE * intervalOf(terms, numbers[0]!).deviation) {
    if (dates <= MAX_NEAR_DATES) return knockOutValue(terms, dates, dates);
    return knockOutValue(terms, dates, Math.min(drift > NEAR_DATES.maxFlatDrift ? NEAR_DATES.steep : NEAR_DATES.flat, dates - 1));
  }
  const shifted = knockOutValue(terms, dates, 0);
  const errors = numbers.map((n) => {
    const [exact, approximate] = [knockOutValue(terms, n, n), knockOutValue(terms, n, 0)];
    return { option: exact.option - approximate.option, rebate: exact.rebate - approximate.rebate };
  });
  /** The error at all dates, by as many terms as it is known at numbers of dates, the largest `count`. */
  const extrapolated = (part: keyof Parts, count: number) => {
    const powersOf = (n: number) => [1 / n, 1 / (n * Math.sqrt(n)), 1 / (n * n)].slice(0, count);
    const coefficients = Float64Array.from(errors.slice(-count), (error) => error[part]);
    solveLinear(Float64Array.from(numbers.slice(-count).flatMap(powersOf)), coefficients);
    return powersOf(dates).reduce((sum, power, i) => sum + power * coefficients[i]!, 0);
  };
  const [option, rebate] = [extrapolated('option', 3), extrapolated('rebate', 3)];
  const distrusted = driftToExpiry > MAX_STRONG_DRIFT ? Math.abs(option) + Math.abs(rebate) : 0;
  const errorBound = distrusted + Math.abs(option - extrapolated('option', 2)) + Math.abs(rebate - extrapolated('rebate', 2));
  return { option: shifted.option + option, rebate: shifted.rebate + rebate, errorBound };
}

/** Value without volatility: the asset follows its forward, which is at or beyond the level at one of the dates or at none. */
function deterministicOption(terms: BarrierTerms, dates: number, distance: number, step: number): Price {
  const date = step < 0 ? Math.ceil(distance / -step) : Number.POSITIVE_INFINITY;
  if (date <= dates) return valueGivenHit(terms, (terms.time * date) / dates);
  return terms.style === 'knock_in' ? terms.rebate * exp(-terms.rate * terms.time) : vanilla(terms);
}

/** A random walk with normal steps of variance 1, which is killed at the first date at which it is not above 0. */
interface Walk {
  readonly start: number;
  /** m */
  readonly drift: number;
  readonly dates: number;
  /**
   * Largest number of dates of the recursion, counted from the first at which the level can be reached; 0 for none. After them the level is shifted
   * and monitored continuously.
   */
  readonly integrated: number;
}

/** Smallest distance of the walk's range at a date, `NORMAL_CUTOFF` standard deviations below its mean. */
const rangeEnd = ({ start, drift }: Walk, date: number): number => start + date * drift - NORMAL_CUTOFF * Math.sqrt(date);

/** True if the range of the walk includes the level at any time from the first date to the last. */
function reachesLevel(walk: Walk): boolean {
  // In the root of time the end of the range is a parabola, with its minimum where the drift makes up for the spread.
  const lowest = walk.drift > 0 ? squareOf(NORMAL_CUTOFF / (2 * walk.drift)) : walk.dates;
  return rangeEnd(walk, clamp(lowest, 1, walk.dates)) < 0;
}

/** The walk at a date, on the paths that survive it. */
interface Survivors {
  readonly walk: Walk;
  readonly date: number;
  /** Nodes and masses of a quadrature rule over the surviving paths; before the first possible hit one node of mass 1, at the start. */
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  /** Probability of survival at each of the dates from 0 to `date`. */
  readonly survival: readonly number[];
  /** True if the level is shifted and monitored continuously after `date`. */
  readonly continuous: boolean;
}

/**
 * The survivors at the last date of the recursion: the last one, at most n − 1, at which the level can be reached, or, if not all dates are
 * integrated, the last of those that are or the first after which a hit is unlikely.
 */
function survivorsOf(walk: Walk): Survivors {
  const { start, drift, dates, integrated } = walk;
  let first = 1;
  while (first < dates && rangeEnd(walk, first) >= 0) first++;
  let last = integrated === 0 ? 0 : Math.min(first - 1 + integrated, dates - 1);
  while (last >= first && rangeEnd(walk, last) >= 0) last--;
  if (last < first)
    return { walk, date: 0, positions: Float64Array.of(start), masses: Float64Array.of(1), survival: [1], continuous: integrated < dates };

  const grid = gridUpTo(2 * NORMAL_CUTOFF * Math.sqrt(last));
  const transition = transitionOn(grid, drift);
  const root = Math.sqrt(first);
  let masses = grid.positions.map((y, i) => (grid.weights[i]! * normalPdf((y - start - first * drift) / root)) / root);
  const survival = new Array<number>(first).fill(1);
  survival.push(sumOf(masses));
  let next = new Float64Array(masses.length);
  /** Probability of a hit in continuous time after the present date, ever. */
  const laterHit = () => expectation({ positions: grid.positions, masses }, (u) => (drift > 0 ? exp(-2 * drift * u) : 1));
  for (let date = first + 1; date <= last; date++) {
    const reached = start + date * drift + NORMAL_CUTOFF * Math.sqrt(date);
    const rows = grid.positions.findIndex((y) => y > reached);
    advance(transition, masses, next, rows === -1 ? masses.length : rows);
    [masses, next] = [next, masses];
    survival.push(sumOf(masses));
    // Fewer dates than all may end early: what is left of the hits does not need the recursion.
    if (integrated < dates && date % DATES_PER_LOOK === 0 && laterHit() < MIN_LATER_HIT) last = date;
  }
  const continuous = integrated < dates && last < dates - 1;
  return { walk, date: last, positions: continuous ? positionsForShiftedLevel(grid) : grid.positions, masses, survival, continuous };
}

/** Distance from the level up to which discrete monitoring is corrected for; beyond, the correction is below rounding. */
const LAYER_WIDTH = 15;

/** Correction for discrete dates next to the level, beside the shift of the level. */
interface BoundaryLayer {
  /** δ at the first nodes of every grid; 0 at the others. */
  readonly corrections: Float64Array;
  /** ∫₀^∞ δ */
  readonly integral: number;
}

/**
 * For many dates, the probability to survive them from u, and the density of the survivors at u, are proportional to the distance from the
 * shifted level, u + β, where the level is monitored continuously, and to the positive harmonic function of the walk, u + β + δ(u), where it
 * is monitored at dates:
 *
 *   δ(u) = ∫₀^∞ δ(v) φ(u − v) dv + φ(u) − (u + β) Φ(−u)
 */
function boundaryLayer(): BoundaryLayer {
  const { positions, weights } = gridUpTo(LAYER_WIDTH);
  const count = positions.length;
  const matrix = new Float64Array(count * count);
  const corrections = positions.map((u) => normalPdf(u) - (u + CONTINUITY_CORRECTION) * normalCdf(-u));
  for (let i = 0; i < count; i++)
    for (let k = 0; k < count; k++) matrix[i * count + k] = (i === k ? 1 : 0) - weights[k]! * normalPdf(positions[i]! - positions[k]!);
  solveLinear(matrix, corrections);
  return { corrections, integral: corrections.reduce((sum, value, i) => sum + weights[i]! * value, 0) };
}

let layer: BoundaryLayer | undefined;
/** The layer is the same for every option; it is computed when first needed. */
const layerOf = (): BoundaryLayer => {
  layer ??= boundaryLayer();
  return layer;
};

/** The positions from which the walk survives continuous monitoring, with the shifted level, as it does at dates from those of the grid. */
const positionsForShiftedLevel = ({ positions }: Grid): Float64Array => {
  const { corrections } = layerOf();
  return positions.map((u, i) => (i < corrections.length ? u + corrections[i]! : u));
};

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Quadrature rule on (0, ∞) up to a position: the trapezoidal rule in t, y = ln(1 + e^τ), τ = t − e^(−t/2). */
interface Grid {
  readonly positions: Float64Array;
  readonly weights: Float64Array;
}

function gridUpTo(end: number): Grid {
  const count = Math.ceil((end - FIRST_T) / GRID_STEP) + 1;
  const positions = new Float64Array(count);
  const weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const t = FIRST_T + i * GRID_STEP;
    const decay = exp(-0.5 * t);
    const tau = t - decay;
    positions[i] = Math.max(tau, 0) + log1p(exp(-Math.abs(tau)));
    weights[i] = (GRID_STEP * (1 + 0.5 * decay)) / (1 + exp(-tau));
  }
  return { positions, weights };
}

/** The transition matrix over one interval, by rows of the node that is reached; of each row the columns within the normal's range. */
interface Transition {
  readonly firstColumn: Int32Array;
  /** Start of each row in `values`, and the end of the last one. */
  readonly rowStart: Int32Array;
  readonly values: Float64Array;
}

function transitionOn({ positions, weights }: Grid, drift: number): Transition {
  const count = positions.length;
  const firstColumn = new Int32Array(count);
  const rowStart = new Int32Array(count + 1);
  const values: number[] = [];
  let low = 0;
  for (let i = 0; i < count; i++) {
    const centre = positions[i]! - drift;
    while (low < count && positions[low]! < centre - NORMAL_CUTOFF) low++;
    firstColumn[i] = low;
    for (let k = low; k < count && positions[k]! <= centre + NORMAL_CUTOFF; k++)
      values.push(weights[i]! * normalPdf(centre - positions[k]!));
    rowStart[i + 1] = values.length;
  }
  return { firstColumn, rowStart, values: Float64Array.from(values) };
}

/** Writes the masses one date later, of the paths that survive it, to the first `rows` nodes; beyond them there are none. */
function advance({ firstColumn, rowStart, values }: Transition, masses: Float64Array, next: Float64Array, rows: number): void {
  next.fill(0, rows);
  for (let i = 0; i < rows; i++) {
    let [even, odd] = [0, 0];
    let k = firstColumn[i]!;
    let entry = rowStart[i]!;
    // Two independent sums, which the processor overlaps.
    for (; entry + 1 < rowStart[i + 1]!; entry += 2, k += 2) {
      even += values[entry]! * masses[k]!;
      odd += values[entry + 1]! * masses[k + 1]!;
    }
    if (entry < rowStart[i + 1]!) even += values[entry]! * masses[k]!;
    next[i] = even + odd;
  }
}

/** Σ mass · f(position). */
function expectation({ positions, masses }: Pick<Survivors, 'positions' | 'masses'>, f: (position: number) => number): number {
  let sum = 0;
  for (let i = 0; i < positions.length; i++) if (masses[i]! > 0) sum += masses[i]! * f(positions[i]!);
  return sum;
}

/** Probability that the walk survives all dates and ends in (from, to), 0 ≤ from ≤ to. */
function probabilityOfEnd(survivors: Survivors, from: number, to: number): number {
  const { walk, date, continuous } = survivors;
  const remainingDates = walk.dates - date;
  const root = Math.sqrt(remainingDates);
  const mean = remainingDates * walk.drift;
  const above = (position: number, end: number) => normalCdf((position + mean - end) / root);
  const free = (position: number) => above(position, from) - above(position, to);
  // Here the level is either monitored only once more, at expiry, or can no longer be reached before.
  if (!continuous) return expectation(survivors, free);
  const reflected = (position: number, end: number) => reflectedAbove(walk.drift, remainingDates, position, end);
  const shifted = expectation(survivors, (position) => free(position) - reflected(position, from) + reflected(position, to));
  if (from > 0 || to === 0) return shifted;
  // The density of the survivors is its slope at the shifted level times u + β + δ(u); the integral above has u + β.
  const slope = (position: number) => {
    const distance = position + CONTINUITY_CORRECTION;
    return (2 * distance * normalPdf((distance + mean) / root)) / (remainingDates * root);
  };
  return shifted + layerOf().integral * expectation(survivors, slope);
}

/**
 * P(the walk in continuous time crosses −β within `left` intervals and ends above `end`), `end` ≥ −β, by the reflection principle:
 * e^(−2m(u + β)) Φ((m·left − u − end − 2β)/√left).
 */
function reflectedAbove(drift: number, remainingDates: number, position: number, end: number): number {
  if (end === Number.POSITIVE_INFINITY) return 0;
  const distance = position + CONTINUITY_CORRECTION;
  const root = Math.sqrt(remainingDates);
  const exponent =
    -0.5 * squareOf((end - position - remainingDates * drift) / root) - (2 * distance * (end + CONTINUITY_CORRECTION)) / remainingDates;
  return weightedCdf(-2 * drift * distance, (remainingDates * drift - end - position - 2 * CONTINUITY_CORRECTION) / root, exponent);
}

/**
 * Intervals from the time at which the walk crosses the shifted level in continuous time to the date at which it hits the level, on average. E[τ] − u²
 * is the second moment of the distance R by which the walk ends beyond the level, β² + ¼ far from the level, and in continuous time β².
 *
 * @see D. Siegmund (1985), Sequential Analysis, chapter X, for the moments of R
 */
const MEAN_DELAY = 0.25;

/** E[e^(−r t)] of the date t of the hit, over the paths that are hit. */
function discountedDiscreteHit(survivors: Survivors, rateInterval: number): number {
  const { walk, date, survival, continuous } = survivors;
  const atExpiry = exp(-rateInterval * walk.dates);
  const survivalAtExpiry = probabilityOfEnd(survivors, 0, Number.POSITIVE_INFINITY);
  let sum = 0;
  for (let j = 1; j <= date; j++) sum += exp(-rateInterval * j) * (survival[j - 1]! - survival[j]!);
  if (!continuous) return sum + atExpiry * (survival[date]! - survivalAtExpiry);
  const remainingDates = walk.dates - date;
  const root = Math.sqrt(remainingDates);
  const mean = remainingDates * walk.drift;
  const uncrossed = expectation(
    survivors,
    (position) =>
      normalCdf((position + mean + CONTINUITY_CORRECTION) / root) -
      reflectedAbove(walk.drift, remainingDates, position, -CONTINUITY_CORRECTION),
  );
  const crossed = expectation(survivors, (position) =>
    discountedHit(-(position + CONTINUITY_CORRECTION), 1, mean, rateInterval * remainingDates, root),
  );
  return sum + exp(-rateInterval * (date + MEAN_DELAY)) * crossed + atExpiry * (uncrossed - survivalAtExpiry);
}
