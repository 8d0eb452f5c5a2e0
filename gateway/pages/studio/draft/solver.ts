/** Root finding on simulated prices: bracketed, by the Illinois variant of regula falsi. */
import type { Priced } from './parts.js';

interface Tried extends Priced {
  readonly value: number;
}

export interface Solution {
  readonly value: number;
  /** Standard error of the value: that of the price over its slope. */
  readonly error: number;
  /** All prices that were computed, in order; the last is that of the solution. */
  readonly tried: readonly Tried[];
}

const MAX_PRICES_PER_SOLUTION = 24;
/** Share of the bracket below which it counts as closed: double precision leaves nothing to refine. */
const CLOSED_SHARE = 1e-10;
/** Share of a price's standard error within which the target counts as met. */
const MET_SHARE = 0.01;

/**
 * @param priceOf  price at a value of the term, on the same paths each time
 * @throws Error where the target does not lie between the prices at the ends of the range
 * @see M. Dowell and P. Jarratt (1971), A modified regula falsi method for computing the root of an equation
 */
export async function solved(
  priceOf: (value: number) => Promise<Priced>,
  target: number,
  [from, to]: readonly [low: number, high: number],
): Promise<Solution> {
  if (![target, from, to].every(Number.isFinite) || from >= to)
    throw new Error('The target and the range must be numbers, the range from low to high.');
  const tried: Tried[] = [];
  const evaluate = async (value: number): Promise<number> => {
    const priced = await priceOf(value);
    tried.push({ ...priced, value });
    return priced.price - target;
  };
  let [a, b] = [from, to];
  const ends = [await evaluate(a), await evaluate(b)];
  let [fa, fb] = ends as [number, number];
  const slopeOver = (Math.abs(b - a) || 1) / (Math.abs(fb - fa) || 1);
  if (fa * fb > 0)
    throw new Error(
      `The price runs from ${(fa + target).toPrecision(6)} to ${(fb + target).toPrecision(6)} over the range: ${target} is not between them. Widen the range.`,
    );
  let side = 0;
  while (tried.length < MAX_PRICES_PER_SOLUTION && fa !== 0 && fb !== 0) {
    const value = (a * fb - b * fa) / (fb - fa);
    const f = await evaluate(value);
    const tolerance = Math.max(MET_SHARE * (tried.at(-1)?.standardError ?? 0), Math.abs(target) * Number.EPSILON * 8);
    if (Math.abs(f) <= tolerance || Math.abs(b - a) < CLOSED_SHARE * (to - from)) break;
    if (f * fb > 0) {
      [b, fb] = [value, f];
      if (side === -1) fa /= 2;
      side = -1;
    } else {
      [a, fa] = [value, f];
      if (side === 1) fb /= 2;
      side = 1;
    }
  }
  // An end of the range that meets the target exactly is the solution itself.
  const exact = tried.find(({ price }) => price === target);
  if (exact !== undefined && exact !== tried.at(-1)) tried.push(exact);
  const last = tried.at(-1) as Tried;
  return { value: last.value, error: last.standardError * slopeOver, tried };
}
