/**
 * Exercise on paths. An option counts as an option before its expiry. After it, its flows count on the paths on which it was exercised, as long as they
 * are unpaid: those of a swap until its maturity, a settlement in cash until it is paid.
 */
import type { Years } from '../../../base/units.js';
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { BermudanTerms, EuropeanTerms } from '../../../product/trade/terms.js';
import { SAME_TIME, sameTime } from '../../emit/grid.js';
import type { Mask } from '../paths/dated-terms.js';
import { contributionsOfFlows } from './flows.js';
import type { Contribution, ExerciseCondition, OptionValuer, ValuationDate } from './valuer.js';

/** The mask of an exercise date of an option, of which the first mask is given. */
const exercisedMask = (first: Mask, exercise: number): Mask => (first === undefined ? undefined : first + exercise);
/** The mask of the paths that hold a Bermudan option: it follows those of its exercise dates. */
const holdingMask = (first: Mask, { exercises }: BermudanTerms): Mask => exercisedMask(first, exercises.length);

/** The date on which a settlement in cash is due: what it is worth is that of all flows. */
const settlement = ({ time, unpaidSince }: ValuationDate): ValuationDate => ({ time, unpaidSince });

/** The contributions of a European option: the option before its expiry, its flows after it. */
export function contributionsOfEuropean(
  option: EuropeanTerms,
  market: CrossAssetModel['market'],
  contribution: () => Contribution,
  date: ValuationDate,
  mask: Mask,
): Contribution[] {
  if (option.expiry - date.time >= SAME_TIME) return date.onlyDue ? [] : [contribution()];
  const isPaidAtOnce = option.cash || option.kind !== 'swap';
  if (isPaidAtOnce && option.expiry - date.unpaidSince < SAME_TIME) return [];
  return contributionsOfFlows(option.exercised, option.quantity, market, mask, isPaidAtOnce ? settlement(date) : date);
}

/** Longest time from the fixing of a rate to the start of its period: some business days. */
const MAX_FIXING_LAG: Years = 0.05;

/** True of an option on the rate of one period. At its boundary what it gives is worth nothing from then on: no exposure jumps there. */
export const isOnOneRate = ({ expiry, exercised: { payments, periods } }: EuropeanTerms): boolean =>
  periods.length === 1 &&
  periods[0]!.start - expiry < MAX_FIXING_LAG &&
  payments.every(({ time }) => sameTime(time, periods[0]!.paid ?? periods[0]!.end));

/**
 * The contributions of a Bermudan option: the option where it is held, and the flows of each exercise where it took place; settled in cash, while the
 * settlement is unpaid.
 *
 * @param contribution  of the option whose next exercise date is `next`, on the paths of a mask
 */
export function contributionsOfBermudan(
  option: BermudanTerms,
  market: CrossAssetModel['market'],
  contribution: (next: number, mask: Mask) => Contribution,
  date: ValuationDate,
  first: Mask,
): Contribution[] {
  const { exercises, quantity, cash } = option;
  const past = exercises.filter((exercise) => exercise.time - date.time < SAME_TIME).length;
  const settled = cash ? exercises.filter((exercise) => exercise.time - date.unpaidSince < SAME_TIME).length : 0;
  const isHeld = past < exercises.length && !date.onlyDue;
  const heldOption = isHeld ? [contribution(past, past === 0 ? undefined : holdingMask(first, option))] : [];
  const flowsOn = cash ? settlement(date) : date;
  if (past <= settled) return heldOption;
  const exercised = exercises.slice(settled).flatMap(({ flows }, i) => {
    // An exercise gives its own flows and all later ones.
    const last = Math.min(settled + i, past - 1);
    const gained = contributionsOfFlows(flows, quantity, market, exercisedMask(first, last), flowsOn);
    const paid = settled > 0 ? contributionsOfFlows(flows, -quantity, market, exercisedMask(first, settled - 1), flowsOn) : [];
    return [...gained, ...paid];
  });
  return [...heldOption, ...exercised];
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
