/**
 * Backward induction over the exercise dates of an option, on simulated paths (Longstaff and Schwartz 2001), for any state space.
 *
 * On each date the value of the option at the next date is regressed on functions of the state and on hedges: instruments whose gains from
 * date to date have mean 0. The gains are subtracted from each path's value (Potters, Bouchaud and Sestovic 2001, Hedged Monte-Carlo), which
 * leaves its mean as it is and removes most of its variance. What remains decides the exercise rule of the date.
 */
import { setImmediate } from 'node:timers/promises';
import { EngineFailure } from '../../base/failure.js';
import { regress } from '../../math/least-squares.js';

/**
 * Smallest distance of a regressor from the span of those before it, relative to its norm. A closer one has no coefficient, because
 * coefficients would exceed the digits of single precision.
 */
export const REGRESSION_RANK_TOLERANCE = 1e-5;

/** Minimum number of paths for the regression of an exercise rule. A date with fewer reuses the rule of the next date. */
export const MIN_RULE_PATHS = 24;

/** The functions of the state by which a regression explains the value at the next date. */
export interface Regressors {
  /** Functions of the state and hedges, one value per path each; the first is the constant. */
  readonly columns: readonly Float64Array[];
  /** Gains of the hedges until the next date. Their columns are the last of `columns`. */
  readonly gains: readonly Float64Array[];
}

/** A model's state on the exercise dates: today first, the expiry last. */
interface StateSpace<Date, Rule> {
  readonly dates: number;
  /** Number of paths. */
  readonly paths: number;
  /** The paths as they stand on a date. */
  readonly at: (date: number) => Date;
  /** Value of exercise on a path, discounted and in units of the spot; negative out of the money. */
  readonly paid: (now: Date, path: number) => number;
  readonly regressors: (now: Date, later: Date) => Regressors;
  /** Tikhonov regularisation of the hedges, in units of the spot. */
  readonly ridge: number;
  /** The exercise rule of a date: undefined where the option is held on all paths, `unknown` where too few paths tell. */
  readonly rule: (now: Date, date: number, worth: Float64Array) => Rule | undefined | 'unknown';
  readonly exercises: (rule: Rule, now: Date, path: number) => boolean;
}

export interface FittedPolicy<Rule> {
  /** One per date but the last; undefined where the option is held. */
  readonly rules: readonly (Rule | undefined)[];
  /** Coefficients of the hedges held from each date but the last to the next. */
  readonly hedges: readonly (readonly number[])[];
}

/** Number of dates after which other work of the thread is let in: a millisecond or two. */
const DATES_PER_TURN = 4;

/**
 * Finds the exercise rules and the hedges, the last date first.
 *
 * @throws EngineFailure `cancelled` where the signal is aborted, `pricing` where a value is not finite
 */
export async function backwardInduction<Date, Rule>(space: StateSpace<Date, Rule>, signal?: AbortSignal): Promise<FittedPolicy<Rule>> {
  const last = space.dates - 1;
  const rules: (Rule | undefined)[] = [];
  const hedges: (readonly number[])[] = [];
  let later = space.at(last);
  const worth = new Float64Array(space.paths);
  for (let path = 0; path < worth.length; path++) worth[path] = Math.max(space.paid(later, path), 0);
  for (let date = last - 1; date >= 0; date--) {
    const now = space.at(date);
    const { columns, gains } = space.regressors(now, later);
    const coefficients = regress(columns, worth, REGRESSION_RANK_TOLERANCE, space.ridge).slice(columns.length - gains.length);
    coefficients.forEach((coefficient, k) => {
      const gain = gains[k]!;
      for (let path = 0; path < worth.length; path++) worth[path] = worth[path]! - coefficient * gain[path]!;
    });
    hedges[date] = coefficients;
    const fitted = space.rule(now, date, worth);
    const rule = fitted === 'unknown' ? rules[date + 1] : fitted;
    rules[date] = rule;
    if (rule !== undefined) {
      for (let path = 0; path < worth.length; path++) if (space.exercises(rule, now, path)) worth[path] = space.paid(now, path);
    }
    later = now;
    if (date % DATES_PER_TURN === 0) {
      await setImmediate();
      if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
    }
  }
  if (!worth.every(Number.isFinite))
    throw new EngineFailure('pricing', 'the exercise policy is not finite: the terms are too extreme for double precision');
  return { rules, hedges };
}
