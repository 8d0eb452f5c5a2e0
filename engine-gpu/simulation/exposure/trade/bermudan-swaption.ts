/** Bermudan swaptions of a one-factor short rate, by backward induction over their exercise dates (swaption/bermudan.ts). */
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { BermudanTerms } from '../../../product/trade/terms.js';
import type { Mask } from '../paths/dated-terms.js';
import { bermudanLegs, bermudanValues, continuationLegs, exerciseStages } from '../swaption/bermudan.js';
import { formBeyond, rateBoundary, rateBoundarySlopes } from '../swaption/boundary-slopes.js';
import { contributionsOfBermudan } from './exercise.js';
import { suffixOf } from './flows.js';
import { addTo, numLegs, scaleOf } from './swaption.js';
import { rateTable } from './table-grid.js';
import type { ExerciseSize, OptionContribution, TradeValuer } from './valuer.js';

export const bermudanValuer = (option: BermudanTerms, { market }: CrossAssetModel): TradeValuer => ({
  contributions: (date, first) => contributionsOfBermudan(option, market, (next, mask) => contributionOf(option, next, mask), date, first),
  sizes: () => ({
    // The payments of each exercise are counted from the first exercise date on, also of one that is settled in cash.
    flows: option.exercises.map(({ flows }) => ({ flows, from: option.exercises[0]!.time })),
    fixed: option.cash ? [] : option.exercises.map(({ flows }) => flows),
    option: { kind: 'swaption', isBermudan: true, exercises: exerciseSizes(option) },
  }),
  option: {
    exerciseTimes: option.exercises.map(({ time }) => time),
    numMasks: option.exercises.length + 1,
    condition: (model, exercise) => ({ form: formBeyond(model, exerciseStages(model, option)[exercise]!) }),
    boundaries: (model, last) => exerciseStages(model, option).flatMap((stage, exercise) => rateBoundary(model, stage, exercise, last)),
    boundarySlopes: (model, boundary) => {
      const stages = exerciseStages(model, option);
      const stage = stages[boundary.exercise]!;
      const isLast = boundary.exercise + 1 === stages.length;
      const continuation = isLast ? undefined : { stage, legs: continuationLegs(model, stages, boundary.exercise) };
      return rateBoundarySlopes(model, boundary, stage.payments, continuation);
    },
  },
});

/** The payments that the swap still makes at each exercise date: those of this exercise and of all later ones. */
function exerciseSizes({ exercises }: BermudanTerms): ExerciseSize[] {
  let legs = 0;
  return exercises
    .toReversed()
    .map(({ time, flows }) => {
      legs += numLegs(flows);
      return { time, legs };
    })
    .reverse();
}

const contributionOf = (option: BermudanTerms, next: number, mask: Mask): OptionContribution => ({
  kind: 'option',
  key: `rates ${option.currency}${suffixOf(mask)}`,
  mask,
  table: (dated, law) => rateTable(dated, law, option.currency),
  addValues: (dated, grid, into) => addTo(into, bermudanValues(dated, option, next, grid, scaleOf(dated, option.currency, option))),
  legs: (dated, grid, receive) =>
    bermudanLegs(dated, option, next, grid, scaleOf(dated, option.currency, option), (time, values) =>
      receive(option.currency, time, values),
    ),
});
