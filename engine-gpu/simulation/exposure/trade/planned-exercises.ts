/** The decisions to exercise on the paths of a simulation, by date. */

import type { Years } from '../../../base/units.js';
import { type CrossAssetModel, type LinearForm, logarithmsAt } from '../../../model/cross-asset.js';
import type { EuropeanTerms, OptionTerms, TradeTerms } from '../../../product/trade/terms.js';
import { sameTime } from '../../emit/grid.js';
import type { Mask } from '../paths/dated-terms.js';
import { exerciseStages } from '../swaption/bermudan.js';
import type { ExerciseSide } from '../swaption/swaption-legs.js';
import { isOfTwoFactors, type SwapExercise, swapExercise } from '../swaption/two-factor-swaptions.js';
import { exchangeTerms, swaptionExercise } from './coefficients.js';
import { exercisedMask, heldMask, numMasksOf } from './contributions.js';
import { forwardOf } from './value-terms.js';

/** A linear condition on the state under which an option is exercised. */
export interface Exercise {
  /** Whether the option is exercised at this date or before. */
  readonly mask: number;
  /** Of an option with several dates: the mask of those that hold it, and whether this is its first date. */
  readonly held?: { readonly mask: number; readonly first: boolean };
  readonly form: LinearForm;
}

/** The decision of a swaption of two factors, and the masks that it sets as those of an `Exercise`. */
export type PlannedSwapExercise = SwapExercise & Pick<Exercise, 'mask' | 'held'>;

/** The exercise decisions of a trade's option at a date, if its masks are used. */
export function exercisesAt(
  model: CrossAssetModel,
  { option }: TradeTerms,
  first: Mask,
  used: ReadonlySet<number>,
  date: Years,
): readonly Exercise[] {
  if (option === undefined || isOfTwoFactors(option, model)) return [];
  return decisionsAt(option, first, used, date).map(({ n, ...decision }) => ({
    ...decision,
    form: option.kind === 'bermudan' ? formBeyond(model, exerciseStages(model, option)[n]) : exerciseForm(model, option),
  }));
}

/** The same of a swaption of two factors. */
export function swapExercisesAt(
  model: CrossAssetModel,
  { option }: TradeTerms,
  first: Mask,
  used: ReadonlySet<number>,
  date: Years,
): readonly PlannedSwapExercise[] {
  if (option === undefined || !isOfTwoFactors(option, model)) return [];
  return decisionsAt(option, first, used, date).map(({ n, ...decision }) => ({ ...decision, ...swapExercise(model, option, n) }));
}

/** The exercise date of an option that a date is, if there is one and its masks are used. */
function decisionsAt(
  option: OptionTerms,
  first: Mask,
  used: ReadonlySet<number>,
  date: Years,
): readonly (Pick<Exercise, 'mask' | 'held'> & { readonly n: number })[] {
  if (first === undefined) return [];
  if (option.kind !== 'bermudan') return used.has(first) && sameTime(option.expiry, date) ? [{ mask: first, n: 0 }] : [];
  const n = option.exercises.findIndex(({ time }) => sameTime(time, date));
  const [mask, held] = [exercisedMask(first, n), heldMask(first, option)];
  const isUsed = Array.from({ length: numMasksOf(option) }, (_, i) => used.has(first + i)).includes(true);
  if (n < 0 || mask === undefined || held === undefined || !isUsed) return [];
  return [{ mask, held: { mask: held, first: n === 0 }, n }];
}

const formBeyond = (model: CrossAssetModel, { currency, boundary, sign }: ExerciseSide): LinearForm => ({
  constant: -sign * boundary,
  loads: model.coordinates.map((each) => (each.kind === 'rate' && each.currency === currency ? sign : 0)),
});

/** A form that is positive where the option is exercised. */
function exerciseForm(model: CrossAssetModel, option: EuropeanTerms): LinearForm {
  if (option.kind === 'swap') return formBeyond(model, swaptionExercise(model, option));
  const { forward } = forwardOf(option, model.market, logarithmsAt(model, option.expiry), option.expiry);
  const { perForward, strike, sign } = exchangeTerms(option);
  return { constant: sign * (forward.constant + Math.log(perForward / strike)), loads: forward.loads.map((load) => sign * load) };
}
