/**
 * European and American options on an asset with dividends on dates, by finite differences: piecewise lognormal, with rates and variance that
 * depend on time.
 *
 * With z = ln S − G(t), G the log growth without dividends in cash (market/growth.ts), and U the value discounted to today, the option
 * follows a heat equation with drift in the variance to come, w:
 *
 *   ∂U/∂w = ½ (∂²U/∂z² − ∂U/∂z),   U(z, T) = P(T) max(θ(e^(z + G(T)) − K), 0)
 *
 * and falls with the spot on each ex-date: U(z, t−) = U(ln(e^(z + G) − D) − G, t). An American option is worth at least P(t) θ(S − K) at each
 * time step, and right before each ex-date.
 *
 * The grid is uniform in z and follows the range of the spot, so it is another one after each ex-date. Central differences; Crank-Nicolson,
 * with two implicit steps at expiry and after each ex-date (Rannacher); the payoff is averaged over each cell, with the strike on a node;
 * cubic interpolation on ex-dates; the complementarity problem of each step by Newton's method on the set of exercised nodes. The error is of
 * second order and its leading term is removed by extrapolation from two grids, which also estimates what is left.
 *
 * @see Haug, Haug and Lewis (2003), Back to basics; Reisinger and Witte (2012), On the use of policy iteration as an easy way of pricing
 *      American options
 */
import type { Price, Years } from '../base/units.js';
import { type Curve, discount } from '../market/curve.js';
import { type GrowthTerms, logGrowth, MIN_SHARE_KEPT } from '../market/growth.js';
import { exp } from '../math/elementary/exp.js';
import { log, log1p } from '../math/elementary/log.js';
import { cellAverage, stepBack, workOf } from './pde.js';
import { type ExtrapolatedValues, edgeOf, type Fineness, fromTwoGrids, type GridValues } from './two-grids.js';

export interface DividendOption {
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
  readonly american: boolean;
  readonly curve: Curve;
  readonly terms: GrowthTerms;
  /** Total variance of ln S up to `t`, non-decreasing. */
  readonly variance: (t: Years) => number;
}

const FINENESS = { european: { nodes: 400, steps: 200 }, american: { nodes: 800, steps: 400 } } as const;
/** Half-width of the grid in standard deviations: 1e-12 of the probability lies beyond. */
const DIVIDEND_GRID_DEVIATIONS = 7;
/** Widest grid after a dividend that takes nearly all of the spot, in standard deviations. */
const MAX_WIDTH = 4 * DIVIDEND_GRID_DEVIATIONS;
/** Most nodes of a grid, in units of `Fineness.nodes`: of a strike far below a spot that nearly falls to zero. */
const MAX_GRID_NODES = 40;
/** Implicit half-steps at expiry and after each ex-date. */
const DAMPING_STEPS = 2;
/** Smallest total standard deviation that is solved on a grid; below it the spot does not move. */
const MIN_DEVIATION = 1e-6;

/** Price, delta and gamma, for `time` > 0. */
export function dividendOption(
  option: DividendOption,
  fineness: Fineness = FINENESS[option.american ? 'american' : 'european'],
): ExtrapolatedValues {
  const certain = option.american ? undefined : certainValues(option)(option.terms.spot);
  if (certain !== undefined) return certain;
  if (!(Math.sqrt(option.variance(option.time)) > MIN_DEVIATION)) return withoutVariance(option, fineness.steps);
  return fromTwoGrids((one) => solve(option, one), fineness, { ...option, spot: option.terms.spot });
}

/**
 * Values of a European option by today's spot, where it is certain whether it is exercised and the asset outlives its dividends: the discounted
 * forward less the strike, or nothing. The forward is F = S e^(G(T)) − Σ D e^(G(T) − G(t)). Certain means to HALF_WIDTH standard deviations, in the
 * asset's measure too, as at the ends of the grids; undefined elsewhere.
 */
function certainValues({ strike, time, sign, curve, terms, variance }: DividendOption): (spot: Price) => ExtrapolatedValues | undefined {
  const paid = discount(curve, time);
  const growth = exp(logGrowth(curve, terms, time));
  const cash = (terms.dividends ?? [])
    .filter((one) => one.time <= time)
    .reduce((sum, one) => sum + (one.cash * growth) / exp(logGrowth(curve, terms, one.time)), 0);
  // A move takes the spot furthest, down or up, where it comes before all dividends.
  const furthest = exp(DIVIDEND_GRID_DEVIATIONS * Math.sqrt(variance(time)) + variance(time) / 2);
  return (spot) => {
    const grown = spot * growth;
    const [lowest, highest] = [grown / furthest - cash, grown * furthest - cash];
    const outlives = lowest > MIN_SHARE_KEPT * grown;
    const worthless = sign > 0 ? Math.max(highest, MIN_SHARE_KEPT * grown * furthest) < strike : lowest > strike;
    const exercised = outlives && (sign > 0 ? lowest > strike : highest < strike);
    if (!worthless && !exercised) return undefined;
    const price = exercised ? paid * sign * (grown - cash - strike) : 0;
    return { price, delta: exercised ? paid * sign * growth : 0, gamma: 0, errorBound: 0, boundary: [] };
  };
}

/** Width of the range of spots that one pair of grids prices, in standard deviations. */
const RANGE_WIDTH = DIVIDEND_GRID_DEVIATIONS;
/** Ranges whose grids are kept, 15 kB each: that of the spot and those on both sides of it. */
const MAX_CACHED_RANGES = 3;

/**
 * Prices of a European option by today's spot: a grid holds the value at every spot, so that two grids price all spots of a range. A range and
 * its grids depend on the spot that is asked for alone, and not on those before it. The prices are those of `dividendOption` to 1e-9 of the
 * larger of spot and strike up to a total standard deviation of 4; beyond, the ends of the grids show in both. A spot from which the strike is out
 * of reach needs no grid: those that need one fit in three ranges, however far the spots lie apart.
 */
export function dividendPricesBySpot(option: DividendOption, fineness: Fineness = FINENESS.european): (spot: Price) => Price {
  const deviation = Math.sqrt(option.variance(option.time));
  const optionAt = (spot: Price): DividendOption => ({ ...option, terms: { ...option.terms, spot } });
  if (!(deviation > MIN_DEVIATION)) return (spot) => dividendOption(optionAt(spot), fineness).price;
  const width = RANGE_WIDTH * deviation;
  const certain = certainValues(option);
  const gridsByRange = new Map<number, readonly Grid[]>();
  const gridsOf = (range: number): readonly Grid[] => {
    const centre = log(option.terms.spot) + range * width;
    const coarse = { nodes: fineness.nodes / 2, steps: fineness.steps / 2 };
    return [fineness, coarse].map((one) => gridFor(option, one, centre - width / 2, centre + width / 2));
  };
  return (spot) => {
    const certainValues = certain(spot);
    if (certainValues !== undefined) return certainValues.price;
    const range = Math.round((log(spot) - log(option.terms.spot)) / width);
    const grids = gridsByRange.get(range) ?? gridsOf(range);
    // Deleted and set again, it is the last to be dropped.
    gridsByRange.delete(range);
    gridsByRange.set(range, grids);
    for (const oldest of gridsByRange.keys()) if (gridsByRange.size > MAX_CACHED_RANGES) gridsByRange.delete(oldest);
    return fromTwoGrids(({ nodes }) => atSpot(grids[nodes === fineness.nodes ? 0 : 1]!, spot), fineness, { ...option, spot }).price;
  };
}

/** An interval between ex-dates, and the range of z on which it is solved. */
interface Stretch {
  readonly from: Years;
  readonly to: Years;
  readonly low: number;
  readonly high: number;
  /** Dividend in cash at `from`, price units; 0 at the first stretch. */
  readonly cash: Price;
}

/**
 * The first range is HALF_WIDTH standard deviations on both sides of the logarithms of today's spots, and a later one the image of that before
 * it. A dividend of a large part of the spot takes its lower end far down; there the option is linear in the spot, below the strike,
 * MAX_WIDTH, and the spots of which a later dividend takes all.
 */
function stretchesOf({ terms, curve, time, variance }: DividendOption, kink: number, lowest: number, highest: number): Stretch[] {
  const paid = (terms.dividends ?? []).filter((one) => one.time <= time);
  const dates = [...new Set(paid.map((one) => one.time))];
  const deviation = Math.sqrt(variance(time));
  const reach = DIVIDEND_GRID_DEVIATIONS * deviation;
  const stretches: Stretch[] = [];
  let [low, high] = [lowest - reach, highest + reach];
  let from = 0;
  let cash = 0;
  for (const date of dates) {
    stretches.push({ from, to: date, low, high, cash });
    cash = paid.filter((one) => one.time === date).reduce((sum, one) => sum + one.cash, 0);
    const growth = logGrowth(curve, terms, date);
    high = afterCash(high, cash, growth);
    const spotsOfCash = paid
      .filter((one) => one.time > date && one.cash > 0)
      .map((one) => log(one.cash) - logGrowth(curve, terms, one.time));
    low = Math.max(afterCash(low, cash, growth), Math.min(high - MAX_WIDTH * deviation, Math.min(kink, ...spotsOfCash) - reach));
    from = date;
  }
  stretches.push({ from, to: time, low, high, cash });
  return stretches;
}

/** Nodes z = kink + jh that cover a stretch, so that the strike is on a node of every grid. */
function nodesOf({ low, high }: Stretch, kink: number, h: number, most: number): Float64Array {
  const last = Math.ceil((high - kink) / h);
  const first = Math.max(Math.floor((low - kink) / h), last - most);
  return Float64Array.from({ length: last - first + 1 }, (_, i) => kink + (first + i) * h);
}

/** z after a dividend in cash. @param growth  G at the ex-date, proportions of that date included */
function afterCash(z: number, cash: Price, growth: number): number {
  if (cash === 0) return z;
  return z + log(Math.max(1 - cash * exp(-(z + growth)), MIN_SHARE_KEPT));
}

function solve(option: DividendOption, fineness: Fineness): GridValues {
  const logSpot = log(option.terms.spot);
  const grid = gridFor(option, fineness, logSpot, logSpot);
  return atSpot(grid, option.terms.spot);
}

/** Values today at the nodes z = kink + (first + i)h, and the exercise boundary. */
interface Grid {
  readonly kink: number;
  readonly first: number;
  readonly h: number;
  readonly values: Float64Array;
  readonly boundary: GridValues['boundary'];
}

/** @param lowest,highest  logarithms of today's spots */
function gridFor(option: DividendOption, { nodes, steps }: Fineness, lowest: number, highest: number): Grid {
  const { strike, time, sign, american, curve, terms, variance } = option;
  const h = (DIVIDEND_GRID_DEVIATIONS * Math.sqrt(variance(time))) / nodes;
  const growthAt = (t: Years) => logGrowth(curve, terms, t);
  const kink = log(strike) - growthAt(time);
  const stretches = stretchesOf(option, kink, lowest, highest);
  const gridOf = (stretch: Stretch) => nodesOf(stretch, kink, h, MAX_GRID_NODES * nodes);
  let zs = gridOf(stretches[stretches.length - 1]!);
  let values = zs.map((z) => discount(curve, time) * cellAverage(z, h, exp(growthAt(time)), strike, sign));
  for (const end of [0, zs.length - 1]) values[end] = discount(curve, time) * Math.max(sign * (exp(zs[end]! + growthAt(time)) - strike), 0);
  const boundary: { time: Years; spot: Price }[] = [];
  // Largest discount factor at which a put on an asset without value may still be exercised.
  let exercisedAtZero = discount(curve, time);
  stretches.toReversed().forEach(({ from, to, cash }, k) => {
    const count = zs.length;
    const spots = zs.map(exp);
    const obstacle = american ? new Float64Array(count) : undefined;
    const work = workOf(count);
    // The steps are in the variance to come, of which each node has one unit.
    const ones = new Float64Array(count).fill(1);
    const stepCount = Math.max(4, Math.round((steps * (to - from)) / time));
    for (let n = 0; n < stepCount; n++) {
      const start = to - ((n + 1) * (to - from)) / stepCount;
      const end = to - (n * (to - from)) / stepCount;
      const stepTime = n + 1 === stepCount ? from : start;
      const parts = n < DAMPING_STEPS ? [stepTime + (end - stepTime) / 2, stepTime] : [stepTime];
      let previous = end;
      for (const t of parts) {
        if (obstacle !== undefined) {
          writeExercise(option, spots, t, false, obstacle);
          exercisedAtZero = Math.max(exercisedAtZero, discount(curve, t));
        }
        stepBack(values, ones, variance(previous) - variance(t), n < DAMPING_STEPS ? 1 : 0.5, h, work, obstacle);
        previous = t;
      }
      if (obstacle !== undefined && stepTime > from) {
        const edge = edgeOf(values, obstacle, sign);
        if (edge !== undefined) boundary.push({ time: stepTime, spot: spots[edge]! * exp(growthAt(stepTime)) });
      }
    }
    if (from === 0) return;
    const growth = growthAt(from);
    const laterValues = { zs, values };
    zs = gridOf(stretches[stretches.length - 2 - k]!);
    // z excludes dividends in cash; proportions are within G, which differs on both sides of the date and leaves z as it is.
    values = zs.map((z) => interpolated(laterValues, h, afterCash(z, cash, growth), sign > 0 ? 0 : exercisedAtZero * strike));
    if (!american) return;
    const beforeFall = zs.map(exp);
    const exercise = new Float64Array(zs.length);
    writeExercise(option, beforeFall, from, true, exercise);
    values = values.map((value, i) => Math.max(value, exercise[i]!));
    const edge = edgeOf(values, exercise, sign);
    if (edge !== undefined) boundary.push({ time: from, spot: beforeFall[edge]! * exp(growth - proportionsOn(option, from)) });
  });
  return { kink, first: Math.round((zs[0]! - kink) / h), h, values, boundary: boundary.toReversed() };
}

/** ln of what the proportional dividends of a date leave of the spot. */
const proportionsOn = ({ terms }: DividendOption, t: Years): number =>
  (terms.dividends ?? []).filter((one) => one.time === t).reduce((sum, one) => sum + log1p(-one.proportion), 0);

/**
 * Writes P(t) max(θ(S − K), 0) of each node.
 *
 * @param spots       e^z of each node
 * @param beforeFall  at an ex-date, with the spot before its dividends
 */
function writeExercise(option: DividendOption, spots: Float64Array, t: Years, beforeFall: boolean, into: Float64Array): void {
  const { curve, terms, strike, sign } = option;
  const proportions = beforeFall ? proportionsOn(option, t) : 0;
  const paid = discount(curve, t);
  const [perSpot, perStrike] = [sign * paid * exp(logGrowth(curve, terms, t) - proportions), sign * paid * strike];
  for (let i = 0; i < spots.length; i++) into[i] = Math.max(perSpot * spots[i]! - perStrike, 0);
}

/** Value at z by a cubic through four nodes; below the grid linear in the spot from its value at spot 0, above it as the spot. */
function interpolated(
  { zs, values }: { readonly zs: Float64Array; readonly values: Float64Array },
  h: number,
  z: number,
  atZero: number,
): number {
  const last = zs.length - 1;
  if (z < zs[0]!) return atZero + (values[0]! - atZero) * exp(z - zs[0]!);
  if (z > zs[last]!) {
    const slope = (values[last]! - values[last - 1]!) / (exp(zs[last]!) - exp(zs[last - 1]!));
    return values[last]! + slope * (exp(z) - exp(zs[last]!));
  }
  const i = Math.max(1, Math.min(last - 2, Math.floor((z - zs[0]!) / h)));
  return cubic(values, i, (z - zs[i]!) / h);
}

/** The cubic through the values at −1, 0, 1 and 2 from node i, at x. */
function cubic(values: Float64Array, i: number, x: number): number {
  const [a, b, c, d] = [values[i - 1], values[i], values[i + 1], values[i + 2]];
  return (
    (-x * (x - 1) * (x - 2) * a!) / 6 +
    ((x + 1) * (x - 1) * (x - 2) * b!) / 2 -
    ((x + 1) * x * (x - 2) * c!) / 2 +
    ((x + 1) * x * (x - 1) * d!) / 6
  );
}

/** Price, delta and gamma at a spot of today: of the polynomial of degree 5 in z through the nearest six nodes. */
function atSpot({ kink, first, h, values, boundary }: Grid, spot: Price): GridValues {
  const nodeAt = (i: number) => kink + (first + i) * h;
  const z = log(spot);
  const firstNode = Math.floor((z - nodeAt(0)) / h);
  const x = (z - nodeAt(firstNode)) / h;
  let [value, slope, curvature] = [0, 0, 0];
  for (let j = -2; j <= 3; j++) {
    // The Lagrange polynomial of node j and its derivatives, by the product rule.
    let [l, l1, l2] = [1, 0, 0];
    for (let k = -2; k <= 3; k++) {
      if (k === j) continue;
      const [factor, per] = [(x - k) / (j - k), 1 / (j - k)];
      l2 = l2 * factor + 2 * l1 * per;
      l1 = l1 * factor + l * per;
      l *= factor;
    }
    const node = values[firstNode + j]!;
    value += node * l;
    slope += node * l1;
    curvature += node * l2;
  }
  const [uz, uzz] = [slope / h, curvature / (h * h)];
  return { price: value, delta: uz / spot, gamma: (uzz - uz) / (spot * spot), boundary };
}

/** Without variance the spot is known: the best date of exercise, among expiry, evenly spaced dates and the moments before ex-dates. */
function withoutVariance(option: DividendOption, steps: number): ExtrapolatedValues {
  const { strike, time, sign, american, curve, terms } = option;
  let z = log(terms.spot);
  const dividends = (terms.dividends ?? []).filter((one) => one.time <= time);
  const worth = (t: Years, beforeFall: boolean) => {
    const growth = logGrowth(curve, terms, t) - (beforeFall ? proportionsOn(option, t) : 0);
    return { value: discount(curve, t) * sign * (exp(z + growth) - strike), delta: discount(curve, t) * sign * exp(growth) };
  };
  const dates = american ? Array.from({ length: steps }, (_, i) => (i * time) / steps) : [];
  let best = { value: 0, delta: 0 };
  const take = (one: typeof best) => {
    if (one.value > best.value) best = one;
  };
  let next = 0;
  for (const one of dividends) {
    for (; next < dates.length && dates[next]! < one.time; next++) take(worth(dates[next]!, false));
    if (american) take(worth(one.time, true));
    z = afterCash(z, one.cash, logGrowth(curve, terms, one.time));
  }
  for (; next < dates.length; next++) take(worth(dates[next]!, false));
  take(worth(time, false));
  return { price: best.value, delta: best.delta, gamma: 0, errorBound: 0, boundary: [] };
}
