/** European and Bermudan swaptions of a currency whose short rate has two factors, each a table of its own in both (swaption/two-factor-swaptions.ts). */
import type { CrossAssetModel } from '../../../model/cross-asset.js';
import type { OptionTerms } from '../../../product/trade/terms.js';
import { SAME_TIME } from '../../emit/grid.js';
import type { Mask } from '../paths/dated-terms.js';
import { BOUNDARY_REACH, type ExerciseBoundary } from '../swaption/boundary-slopes.js';
import { curveSlopes, twoFactorBoundaries } from '../swaption/two-factor-boundary.js';
import {
  currencyOf,
  keyOfSwaption,
  swapExercise,
  twoFactorLegs,
  twoFactorSizes,
  twoFactorStages,
  twoFactorTable,
  twoFactorValues,
} from '../swaption/two-factor-swaptions.js';
import { contributionsOfBermudan, contributionsOfEuropean } from './exercise.js';
import { suffixOf, sumOfLoads } from './flows.js';
import { addTo, scaleOf, swaptionSizes } from './swaption.js';
import type { OptionContribution, TradeSizes, TradeValuer } from './valuer.js';

export const twoFactorSwaptionValuer = (option: OptionTerms, { market }: CrossAssetModel): TradeValuer => ({
  contributions: (date, mask) =>
    option.kind === 'bermudan'
      ? contributionsOfBermudan(option, market, (next, holding) => contributionOf(option, next, holding), date, mask)
      : contributionsOfEuropean(option, market, () => contributionOf(option, 0, undefined), date, mask),
  sizes: (model) => sizesOf(model, option),
  option: {
    exerciseTimes: option.kind === 'bermudan' ? option.exercises.map(({ time }) => time) : [option.expiry],
    numMasks: option.kind === 'bermudan' ? option.exercises.length + 1 : 1,
    condition: (model, exercise) => swapExercise(model, option, exercise),
    boundaries: (model, last) => boundariesOf(model, option, last),
    boundarySlopes: (model, { exercise, curve, ...boundary }) =>
      curve === undefined ? new Map() : curveSlopes(model, option, exercise, { ...boundary, ...curve }),
  },
});

function sizesOf(model: CrossAssetModel, option: OptionTerms): TradeSizes {
  const { across, stageAcross, stageNodes, legs } = twoFactorSizes(model, option);
  const surface = { across, stageAcross, stageNodes };
  if (option.kind !== 'bermudan') {
    const sizes = swaptionSizes(option);
    return { ...sizes, option: { ...sizes.option, exercises: [{ time: option.expiry, legs: legs[0]! }], surface } };
  }
  const { exercises, cash } = option;
  const { time: from } = exercises[0]!;
  return {
    flows: cash ? [] : exercises.map(({ flows }) => ({ flows, from })),
    fixed: cash ? [] : exercises.map(({ flows }) => flows),
    option: { kind: 'swaption', isBermudan: true, exercises: exercises.map(({ time }, n) => ({ time, legs: legs[n]! })), surface },
  };
}

function contributionOf(option: OptionTerms, next: number, mask: Mask): OptionContribution {
  const currency = currencyOf(option);
  return {
    kind: 'option',
    key: `${keyOfSwaption(option, next)}${suffixOf(mask)}`,
    mask,
    table: (dated) => {
      const { bond, grid } = twoFactorTable(dated, option, next);
      return { amplitude: sumOfLoads(dated.logs.exchangeRate(currency).loads, bond.loads), grid };
    },
    addValues: (dated, grid, into) => addTo(into, twoFactorValues(dated, option, next, grid, scaleOf(dated, currency, option))),
    legs: (dated, grid, receive) =>
      twoFactorLegs(dated, option, next, grid, scaleOf(dated, currency, option), (time, values) => receive(currency, time, values)),
  };
}

/** The boundaries after which the netting set is valued. A European swaption that is settled in cash changes no exposure after its expiry. */
function boundariesOf(model: CrossAssetModel, option: OptionTerms, last: number): (ExerciseBoundary | 'several')[] {
  const hasNoJump = option.kind !== 'bermudan' && option.cash;
  const stages = twoFactorStages(model, option);
  return twoFactorBoundaries(model, option).flatMap((boundary, exercise): (ExerciseBoundary | 'several')[] => {
    if (boundary === 'several') return [boundary];
    const { currency, expiry } = stages[exercise]!;
    if (hasNoJump || last - expiry < SAME_TIME || boundary === 'none') return [];
    const { along, across, mean, deviation, sign, boundaries } = boundary;
    if (boundaries.every((each) => Math.abs(each - mean) > BOUNDARY_REACH * deviation)) return [];
    return [{ exercise, currency, expiry, sign, mean, deviation, boundaries, curve: { along, across } }];
  });
}
