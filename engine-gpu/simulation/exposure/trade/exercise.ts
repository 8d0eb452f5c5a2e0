/**
 * Exercise on paths. An option counts as an option before its expiry. After it, its flows count on the paths on which it was exercised, as long as they
 * are unpaid: those of a swap until its maturity, a settlement in cash until it is paid.
 */
import type { Years } from '../../../base/units.js';
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { BermudanTerms, EuropeanTerms } from '../../../product/trade/terms.js';
import { SAME_TIME, sameTime } from '../../emit/grid.js';
import type { Mask } from '../paths/dated-terms.js';
import { visitFlows } from './flows.js';
import type { Contribution, ContributionVisitor, ExerciseCondition, OptionValuer, ValuationDate } from './valuer.js';

/** The mask of an exercise date of an option, of which the first mask is given. */
const exercisedMask = (first: Mask, exercise: number): Mask => (first === undefined ? undefined : first + exercise);
/** The mask of the paths that hold a Bermudan option: it follows those of its exercise dates. */
const holdingMask = (first: Mask, { exercises }: BermudanTerms): Mask => exercisedMask(first, exercises.length);

/** Visits a European option before its expiry, and what it gives after it. */
export function visitEuropean(
  option: EuropeanTerms,
  market: CrossAssetModel['market'],
  contribution: () => Contribution,
  date: ValuationDate,
  mask: Mask,
  visitor: ContributionVisitor,
): void {
  if (option.expiry - date.time >= SAME_TIME) {
    visitor.other(contribution());
    return;
  }
  const isPaidAtOnce = option.cash || option.kind !== 'swap';
  if (isPaidAtOnce && option.expiry - date.unpaidSince < SAME_TIME) return;
  visitFlows(option.exercised, option.quantity, market, mask, date, visitor);
}

/**
 * Visits a Bermudan option where it is still held, and the flows of each exercise where it took place; settled in cash, while the settlement is unpaid.
 *
 * @param contribution  of the option whose next exercise date is `next`, on the paths of a mask
 */
export function visitBermudan(
  option: BermudanTerms,
  market: CrossAssetModel['market'],
  contribution: (next: number, mask: Mask) => Contribution,
  date: ValuationDate,
  first: Mask,
  visitor: ContributionVisitor,
): void {
  const { exercises, quantity, cash } = option;
  const past = exercises.filter((exercise) => exercise.time - date.time < SAME_TIME).length;
  const settled = cash ? exercises.filter((exercise) => exercise.time - date.unpaidSince < SAME_TIME).length : 0;
  if (past < exercises.length) visitor.other(contribution(past, past === 0 ? undefined : holdingMask(first, option)));
  if (past <= settled) return;
  exercises.slice(settled).forEach(({ flows }, i) => {
    // An exercise gives its own flows and all later ones.
    const last = Math.min(settled + i, past - 1);
    visitFlows(flows, quantity, market, exercisedMask(first, last), date, visitor);
    if (settled > 0) visitFlows(flows, -quantity, market, exercisedMask(first, settled - 1), date, visitor);
  });
}

/** The decision of an option at a date of the paths. */
export interface PlannedExercise {
  /** The mask of the paths on which the option is exercised at this date or before. */
  readonly mask: number;
  /** A Bermudan option has a mask of the paths that hold it, and a flag for its first exercise date. */
  readonly holding?: { readonly mask: number; readonly first: boolean };
  readonly condition: ExerciseCondition;
}

/** The decision of an option at a date, if the date is one of its exercise dates and its masks are used. */
export function exercisesAt(
  model: CrossAssetModel,
  { exerciseTimes, numMasks, condition }: OptionValuer,
  first: Mask,
  used: ReadonlySet<number>,
  date: Years,
): readonly PlannedExercise[] {
  if (first === undefined) return [];
  const exercise = exerciseTimes.findIndex((time) => sameTime(time, date));
  const isUsed = Array.from({ length: numMasks }, (_, i) => used.has(first + i)).includes(true);
  if (exercise < 0 || !isUsed) return [];
  const holding = numMasks > 1 ? { holding: { mask: first + numMasks - 1, first: exercise === 0 } } : undefined;
  return [{ mask: first + exercise, ...holding, condition: condition(model, exercise) }];
}
