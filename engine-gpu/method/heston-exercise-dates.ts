/** A Bermudan option under Heston by finite differences, on as many of its exercise dates as a grid resolves, with its exercise boundary. */
import type { Price, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import {
  type ExerciseSlice,
  type HestonFiniteDifferences,
  type HestonOption,
  hestonFiniteDifferences,
} from './heston-finite-differences.js';

/** Maximum number of exercise dates of the finite differences. More dates change a price by less than 1e-4 of itself. */
const MAX_GRID_DATES = 512;

/** The spots at which exercise begins and ends on one date; `farSpot` is absent where exercise does not end. */
interface ExerciseBoundary {
  readonly time: Years;
  readonly spot: Price;
  readonly farSpot?: Price;
}

interface HestonOnDates {
  /** The option with the exercise dates of the grid. */
  readonly option: HestonOption;
  readonly solved: HestonFiniteDifferences;
  /** One entry per exercise date at which the option may be exercised, at the mean of the variance on that date. */
  readonly exerciseBoundary: readonly ExerciseBoundary[];
}

/**
 * Prices an option that is exercisable today and on given dates, and keeps its values on the grid.
 *
 * @param times exercise dates after today, increasing, the last the expiry
 * @throws EngineFailure as `hestonFiniteDifferences` does
 */
export async function hestonOnDates(
  terms: Omit<HestonOption, 'exercise'>,
  times: readonly Years[],
  signal: AbortSignal | undefined,
): Promise<HestonOnDates> {
  const interval = Math.ceil(times.length / MAX_GRID_DATES);
  const exercise = times.filter((_, date) => (times.length - 1 - date) % interval === 0);
  const option = { ...terms, exercise };
  const solved = await hestonFiniteDifferences(option, { signal, keepValues: true });
  return { option, solved, exerciseBoundary: boundaryAtMeanVariance(option, solved.slices, times) };
}

/** The exercise boundary at the mean of the variance on each date; a date between two of the grid takes the region of the later one. */
export function boundaryAtMeanVariance(
  { parameters: { v0, kappa, theta }, strike, sign, exercise }: HestonOption & { readonly exercise: readonly Years[] },
  slices: readonly ExerciseSlice[],
  times: readonly Years[],
): ExerciseBoundary[] {
  let next = 0;
  return times.slice(0, -1).flatMap((time) => {
    while (exercise[next]! < time) next++;
    const slice = slices[Math.min(next, slices.length - 1)];
    if (slice === undefined) return [];
    const [near, far] = depthsAt(slice, theta + (v0 - theta) * exp(-kappa * time));
    if (!Number.isFinite(near)) return [];
    const spotAt = (depth: number) => strike * exp(sign * Math.max(depth, 0));
    return [{ time, spot: spotAt(near), ...(Number.isFinite(far) && { farSpot: spotAt(far) }) }];
  });
}

/** The two depths of an exercise region at a variance. */
function depthsAt({ variances, near, far }: ExerciseSlice, variance: number): [number, number] {
  const upper = variances.findIndex((v) => v >= variance);
  const next = upper === -1 ? variances.length - 1 : Math.max(upper, 1);
  const share = Math.min(1, (variance - variances[next - 1]!) / (variances[next]! - variances[next - 1]!));
  const between = (depths: Float64Array) => {
    const [a, b] = [depths[next - 1], depths[next]];
    if (Number.isFinite(a) && Number.isFinite(b)) return a! + share * (b! - a!);
    return share < 0.5 ? a! : b!;
  };
  return [between(near), between(far)];
}
