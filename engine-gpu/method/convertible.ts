/**
 * A convertible bond by finite differences. Its value is the sum of two parts: U, what will be received in shares, and B, what will be
 * received in cash. While the bond is held both follow
 *
 *   ∂u/∂t + ½ v (∂²u/∂x² − ∂u/∂x) + (f − q + λ) ∂u/∂x − ρ u + c = 0,   x = ln S,   f the forward rate, q the dividend yield
 *
 *   credit spread s   v = σ²,      λ = 0,  ρ = f for U and f + s for B                        (Tsiveriotis and Fernandes)
 *   intensity λ       v = σ² − λ,  ρ = f + λ for both; default pays R · face in cash, so c = λ R · face for B, and the share falls to zero
 *
 * At maturity the holder takes the shares, or redemption and last coupon. Before, the bond is worth max(conversion, put, min(continuation,
 * call)), and besides that the coupon of the day.
 *
 * Where the bond is called or converted is found within each time step, by iterating on the set of such nodes (policy iteration), so that
 * the boundary is monitored continuously. The grid has nodes at today's spot, at the conversion price of maturity, at every spot from which
 * a call forces conversion and at every trigger, so that no such boundary lies between nodes. Time steps by TR-BDF2, which is of second
 * order and damps the jumps that payments and rights leave. A node whose cell a right divides takes the average over its cell. The drift
 * is fitted exponentially, so that there is no oscillation however small the volatility.
 *
 * A call for cash saves the issuer nothing between dates, because waiting saves interest: it is looked at on dates alone, and a call
 * between them forces conversion, for shares. A tree instead calls at the node next to that boundary, and counts as cash what is shares.
 *
 * With 800 steps the error is below 1e-4 of the price: at most 2.3e-5 on 60 random bonds with two to four call triggers, against 1600 intervals
 * and sixteen times the time steps, and 2.4e-5 on 40 with other rights, against 4800 intervals. Trees agree where they converge (test/engine-gpu/method/convertible.test.ts).
 *
 * @see K. Tsiveriotis, C. Fernandes (1998), Valuing convertible bonds with credit risk, Journal of Fixed Income 8(2)
 * @see E. Ayache, P. A. Forsyth, K. R. Vetzal (2003), Valuation of convertible bonds with credit risk, Journal of Derivatives 11(1)
 * @see R. E. Bank et al. (1985), Transient simulation of silicon devices and circuits, for TR-BDF2
 * @see D. N. de G. Allen, R. V. Southwell (1955), Relaxation methods applied to determine the motion, for the exponential fitting
 */
import type { Price, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { pow } from '../math/elementary/pow.js';
import type { ConvertibleTerms } from '../product/note/convertible.js';
import {
  type ConvertibleWorld,
  dueAtMaturity,
  eventsOf,
  exercised,
  intensityOf,
  type Rights,
  rightsBefore,
  spreadOf,
  varianceOf,
} from './convertible-rights.js';
import { backwardSolver, type SpotGrid } from './convertible-steps.js';

interface ConvertibleValue {
  readonly price: Price;
  /** ∂V/∂S and ∂²V/∂S² */
  readonly delta: number;
  readonly gamma: number;
}

/** Half-width of the grid, in standard deviations of ln S at maturity. */
const GRID_HALF_WIDTH = 6;
/** Largest distance of the grid's ends from the spot, in ln S: beyond it prices overflow. */
const MAX_HALF_WIDTH = 300;
/** Intervals of the spot per time step. */
const INTERVALS_PER_TIME_STEP = 8;
/** Factor on the number of time steps while a call has a trigger, and their least number between two dates, as a share of all. */
const TRIGGERED_STEPS = 2;
const MIN_TRIGGERED_SHARE = 0.24;
/** A coarser grid has no meaning. */
const MIN_INTERVALS = 40;
/** Nodes closer than this fraction of an interval are one. */
const SAME_NODE = 1e-3;
/** Time steps in which rights are looked at without volatility, where one costs no more than an addition. */
const DETERMINISTIC_STEPS = 10_000;
/** Bump of the spot, as a fraction of it, for delta and gamma without volatility. */
const DETERMINISTIC_BUMP = 1e-4;

/**
 * The grid of the spot.
 *
 * @param steps  intervals of the grid, 40 at least; nodes at fixed levels may add a few
 */
export function convertibleGrid(terms: ConvertibleTerms, world: ConvertibleWorld, steps: number): SpotGrid {
  const { maturity, ratio, calls } = terms;
  const { spot, dividend, credit, accumulatedRate } = world;
  const centre = log(spot);
  const variance = varianceOf(world);
  const drift = accumulatedRate(maturity) + (intensityOf(credit) - dividend - 0.5 * variance) * maturity;
  const width = GRID_HALF_WIDTH * Math.sqrt(variance * maturity);
  const low = centre + Math.max(Math.min(drift, 0) - width, -MAX_HALF_WIDTH);
  const high = centre + Math.min(Math.max(drift, 0) + width, MAX_HALF_WIDTH);
  const interval = (high - low) / Math.max(steps, MIN_INTERVALS);
  const levels = [
    ...(ratio > 0 ? [dueAtMaturity(terms) / ratio, ...calls.map(({ price }) => price / ratio)] : []),
    ...calls.flatMap(({ trigger }) => (trigger === undefined ? [] : [trigger])),
  ].map(log);
  const fixed = [centre];
  for (const level of [low, high, ...levels])
    if (level >= low && level <= high && fixed.every((other) => Math.abs(other - level) > SAME_NODE * interval)) fixed.push(level);
  fixed.sort((a, b) => a - b);
  const logs = [fixed[0]!];
  for (let i = 1; i < fixed.length; i++) {
    const [from, to] = [fixed[i - 1], fixed[i]];
    const count = Math.max(1, Math.round((to! - from!) / interval));
    for (let k = 1; k < count; k++) logs.push(from! + ((to! - from!) * k) / count);
    logs.push(to!);
  }
  return { logs: Float64Array.from(logs), spots: Float64Array.from(logs, exp), today: logs.indexOf(centre) };
}

/**
 * Price, delta and gamma.
 *
 * @param grid   from `convertibleGrid`, of this world or of one that is more volatile
 * @param steps  as for the grid; there are an eighth as many time steps
 */
export function convertibleValue(terms: ConvertibleTerms, world: ConvertibleWorld, grid: SpotGrid, steps: number): ConvertibleValue {
  if (varianceOf(world) === 0) return deterministicValue(terms, world);
  const timeSteps = Math.max(steps, MIN_INTERVALS) / INTERVALS_PER_TIME_STEP;
  const solver = backwardSolver(terms, world, grid);
  const events = eventsOf(terms);
  solver.mature();
  for (let i = events.length - 1; i >= 0; i--) {
    const { time, coupon, rights, before: priorRights } = events[i]!;
    const until = events[i + 1]?.time ?? terms.maturity;
    const rightsBetween = events[i + 1]?.before ?? rightsBefore(terms, terms.maturity);
    const power = isTriggered(rightsBetween) ? 2 : 1;
    const timeAfter = (part: number): Years => until - (until - time) * pow(part, power);
    const count = stepsBetween(timeSteps, (until - time) / terms.maturity, rightsBetween);
    for (let n = 0; n < count; n++) {
      const from = n + 1 === count ? time : timeAfter((n + 1) / count);
      solver.step(from, timeAfter(n / count), rightsBetween);
    }
    solver.exercise(rights);
    solver.pay(coupon);
    if (time > 0) solver.exercise(priorRights);
  }
  const value = (i: number): Price => solver.shares[i]! + solver.cash[i]!;
  const { spots, today } = grid;
  return parabolaAt(spots.subarray(today - 1, today + 2), [value(today - 1), value(today), value(today + 1)]);
}

/** True if a call has a trigger. It leaves a jump there on each date, which takes more steps to resolve, and shorter ones next to the date. */
const isTriggered = ({ call }: Rights): boolean => call !== undefined && call.trigger > 0;

/** Number of time steps between two dates, `share` of the time to maturity apart. */
function stepsBetween(timeSteps: number, share: number, rights: Rights): number {
  const triggered = isTriggered(rights);
  const least = triggered ? timeSteps * MIN_TRIGGERED_SHARE : 1;
  return Math.ceil(Math.max(least, timeSteps * share * (triggered ? TRIGGERED_STEPS : 1)));
}

/** Without volatility the share follows its forward, and rights are exercised along one path. */
function deterministicValue(terms: ConvertibleTerms, world: ConvertibleWorld): ConvertibleValue {
  const { spot } = world;
  const spots = [1 - DETERMINISTIC_BUMP, 1, 1 + DETERMINISTIC_BUMP].map((factor) => factor * spot);
  return parabolaAt(
    spots,
    spots.map((each) => deterministicPrice(terms, { ...world, spot: each })),
  );
}

function deterministicPrice(terms: ConvertibleTerms, { spot, dividend, credit, accumulatedRate }: ConvertibleWorld): Price {
  const { ratio, maturity } = terms;
  const spotAt = (t: Years) => spot * exp(accumulatedRate(t) - dividend * t);
  const spread = spreadOf(credit);
  const exercise = (value: readonly [number, number], t: Years, rights: Rights) =>
    exercised(value[0], value[1], ratio * spotAt(t), spotAt(t), rights);
  const events = eventsOf(terms);
  let value = exercise([0, dueAtMaturity(terms)], maturity, { call: undefined, put: 0, convertible: true });
  value = exercise(value, maturity, rightsBefore(terms, maturity));
  for (let i = events.length - 1; i >= 0; i--) {
    const { time, coupon, rights, before: priorRights } = events[i]!;
    const until = events[i + 1]?.time ?? maturity;
    const rightsBetween = events[i + 1]?.before ?? rightsBefore(terms, maturity);
    const count = Math.ceil((DETERMINISTIC_STEPS * (until - time)) / maturity);
    for (let n = 0; n < count; n++) {
      const [from, to] = [until - ((n + 1) * (until - time)) / count, until - (n * (until - time)) / count];
      const discount = exp(accumulatedRate(from) - accumulatedRate(to));
      value = exercise([value[0] * discount, value[1] * discount * exp(-spread * (to - from))], from, rightsBetween);
    }
    value = exercise(value, time, rights);
    value = [value[0], value[1] + coupon];
    if (time > 0) value = exercise(value, time, priorRights);
  }
  return value[0] + value[1];
}

/** Value, slope and curvature at the middle of three points, from the parabola through them. */
function parabolaAt(spots: ArrayLike<number>, values: ArrayLike<number>): ConvertibleValue {
  const [below, above] = [spots[1]! - spots[0]!, spots[2]! - spots[1]!];
  const slopeDown = (values[1]! - values[0]!) / below;
  const slopeUp = (values[2]! - values[1]!) / above;
  const gamma = (2 * (slopeUp - slopeDown)) / (below + above);
  return { price: values[1]!, delta: slopeDown + (gamma * below) / 2, gamma };
}
