/** Roots of functions of one variable. */
import { ceilLog2, powerOfTwo } from './elementary/binary.js';
import { squareOf } from './elementary/pow.js';

/** A point and the function's value there. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * κ₁(b − a) of the ITP method: how far from the secant's root towards the middle of the bracket it evaluates, as a fraction of the first
 * bracket. It is small because prices are nearly straight in the terms that are solved for.
 */
const ITP_TRUNCATION = 0.02;
/** Factor on the width that keeps the last bracket below it although its ends are rounded. */
const WIDTH_ROUNDING = 0.999;

/**
 * A root within a bracket by the ITP method (interpolate, truncate, project), for functions that are expensive to evaluate, such as a
 * simulation. Convergence is superlinear where f is smooth and never takes more than one evaluation beyond bisection's number.
 *
 * @param from, to     ends of the bracket, from.x < to.x, with values of opposite signs or zero
 * @param halfWidth    half of the length of the bracket at which the search stops, absolute, > 0
 * @param valueTolerance  |f| at which the search stops, absolute, ≥ 0
 * @returns a point where |f| ≤ `valueTolerance`, or an end of a bracket no longer than 2 `halfWidth`, the one where |f| is smaller: f may
 *          jump
 * @see Oliveira and Takahashi (2020), An enhancement of the bisection method average performance preserving minmax optimality
 */
export async function itpRoot(
  f: (x: number) => Promise<number>,
  from: Point,
  to: Point,
  halfWidth: number,
  valueTolerance: number,
): Promise<Point> {
  const length = to.x - from.x;
  const maxEvaluations = ceilLog2(length / (2 * halfWidth)) + 1;
  let [a, b] = [from, to];
  for (let k = 0; Math.abs(nearestToZero(a, b).y) > valueTolerance && b.x - a.x > 2 * halfWidth; k++) {
    const middle = (a.x + b.x) / 2;
    const secant = (b.y * a.x - a.y * b.x) / (b.y - a.y);
    const side = Math.sign(middle - secant);
    const truncation = (ITP_TRUNCATION * squareOf(b.x - a.x)) / length;
    const truncated = truncation <= Math.abs(middle - secant) ? secant + side * truncation : middle;
    const radius = WIDTH_ROUNDING * halfWidth * powerOfTwo(maxEvaluations - k) - (b.x - a.x) / 2;
    const x = Math.abs(truncated - middle) <= radius ? truncated : middle - side * radius;
    const point = { x, y: await f(x) };
    if (Math.sign(point.y) === Math.sign(a.y)) a = point;
    else b = point;
  }
  return nearestToZero(a, b);
}

const nearestToZero = (a: Point, b: Point): Point => (Math.abs(a.y) <= Math.abs(b.y) ? a : b);

/**
 * The bracket of a root that is closest to `start`. There may be several roots.
 *
 * @param range           both ends
 * @param intervalCounts  numbers of equal intervals into which the range is divided, one after another, until f changes its sign within one
 * @param start           a point of interest, also evaluated; without it any bracket will do
 * @returns undefined where f changes its sign nowhere
 */
export async function nearestBracket(
  f: (x: number) => Promise<number>,
  [lower, upper]: readonly [number, number],
  intervalCounts: readonly number[],
  start: number | undefined,
): Promise<readonly [Point, Point] | undefined> {
  const xs = new Set<number>();
  if (start !== undefined && start > lower && start < upper) xs.add(start);
  for (const count of intervalCounts) {
    for (let i = 0; i <= count; i++) xs.add(lower + ((upper - lower) * i) / count);
    const points: Point[] = [];
    for (const x of [...xs].sort((a, b) => a - b)) points.push({ x, y: await f(x) });
    const brackets = points.flatMap((a, i) => {
      const b = points[i + 1];
      return b !== undefined && a.y * b.y <= 0 ? [[a, b] as const] : [];
    });
    const distance = ([a, b]: readonly [Point, Point]) => (start === undefined ? 0 : Math.max(a.x - start, start - b.x, 0));
    const [nearest] = brackets.sort((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/** Bounds the work where a function is not finite; a method that converges quadratically from a fair start needs under ten steps. */
const MAX_NEWTON_STEPS = 100;

/**
 * A root by Newton's method, for functions that are convex and monotone, or nearly straight, so that it converges from any start.
 *
 * @param step       x ↦ −f(x)/f′(x)
 * @param tolerance  length of the last step, as a function of x. Convergence is quadratic: the error left is about its square
 */
export function newtonRoot(step: (x: number) => number, start: number, tolerance: (x: number) => number): number {
  let x = start;
  for (let i = 0; i < MAX_NEWTON_STEPS; i++) {
    const move = step(x);
    x += move;
    if (!(Math.abs(move) > tolerance(x))) break;
  }
  return x;
}

/**
 * The sign change of f between `from` and `to` by bisection down to neighbouring doubles.
 *
 * @returns the lower of the two doubles between which f > 0 changes; undefined where it is the same at both ends
 */
export function bisectedRoot(f: (x: number) => number, from: number, to: number): number | undefined {
  let [low, high] = [from, to];
  const positiveAtEnd = f(high) > 0;
  if (positiveAtEnd === f(low) > 0) return undefined;
  for (let middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high)) {
    if (f(middle) > 0 === positiveAtEnd) high = middle;
    else low = middle;
  }
  return low;
}

/** Multiple of the distance by which rounding moves a root, outside of which the sign of a function is taken for certain. */
const CERTAIN_SIGN = 64;
/** The same distance at least, relative to the root. */
const LEAST_DISTANCE = powerOfTwo(-48);
/** Steps of the secant method from a fair start; where they do not suffice, bisection goes on by itself. */
const MAX_SECANT_STEPS = 12;

/** A start, and how far rounding takes the values of a function from what they should be. */
interface RootHint {
  readonly near: number;
  readonly rounding: number;
}

/**
 * The same number as `bisectedRoot` for functions that are monotone but for the rounding of their values, with fewer evaluations: a narrow bracket
 * is found by the secant method, and bisection evaluates nothing outside of it.
 */
export function monotoneRoot(f: (x: number) => number, from: number, to: number, hint: RootHint): number | undefined {
  const positiveAtEnd = f(to) > 0;
  const isEndSide = (x: number): boolean => f(x) > 0 === positiveAtEnd;
  if (isEndSide(from)) return undefined;
  const [below, above] = narrowBracket(f, from, to, isEndSide, hint);
  let [low, high] = [from, to];
  for (let middle = 0.5 * (low + high); middle > low && middle < high; middle = 0.5 * (low + high)) {
    if (middle >= above || (middle > below && isEndSide(middle))) high = middle;
    else low = middle;
  }
  return low;
}

/** The whole range where the secant method finds no sign change near its end. */
function narrowBracket(
  f: (x: number) => number,
  from: number,
  to: number,
  isEndSide: (x: number) => boolean,
  { near, rounding }: RootHint,
): readonly [below: number, above: number] {
  let [x, previous] = [near * (1 + SECANT_START), near];
  let [y, last] = [f(x), f(previous)];
  for (let i = 0; i < MAX_SECANT_STEPS; i++) {
    const slope = (y - last) / (x - previous);
    const next = x - y / slope;
    if (!(next > from && next < to)) break;
    const distance = Math.max(CERTAIN_SIGN * (rounding / Math.abs(slope)), LEAST_DISTANCE * Math.abs(next));
    if (Math.abs(next - x) <= distance) {
      const [below, above] = [next - 2 * distance, next + 2 * distance];
      return below > from && above < to && !isEndSide(below) && isEndSide(above) ? [below, above] : [from, to];
    }
    [previous, last] = [x, y];
    [x, y] = [next, f(next)];
  }
  return [from, to];
}

/** Distance of the second point of the secant method from the first, relative to it. */
const SECANT_START = powerOfTwo(-8);
