/** European swaptions of a one-factor short rate: payments that are received on one side of an exercise boundary, in closed form. */
import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { bisectedRoot } from '../../../math/root.js';
import { type CrossAssetModel, logarithmsAt, rateGathered } from '../../../model/cross-asset.js';
import type { EuropeanTerms, Flows, OptionTerms } from '../../../product/trade/terms.js';
import type { TableGrid } from '../paths/dated-terms.js';
import { formBeyond, rateBoundary, rateBoundarySlopes } from '../swaption/boundary-slopes.js';
import { type DatedModel, type ExerciseSide, exercisedLegs, swapPayments } from '../swaption/swaption-legs.js';
import { contributionsOfEuropean, isOnOneRate } from './exercise.js';
import { rateTable } from './table-grid.js';
import type { OptionContribution, TradeValuer } from './valuer.js';

export const swaptionValuer = (option: EuropeanTerms, { market }: CrossAssetModel): TradeValuer => ({
  contributions: (date, mask) => contributionsOfEuropean(option, market, () => contributionOf(option), date, mask),
  sizes: () => swaptionSizes(option),
  option: {
    exerciseTimes: [option.expiry],
    numMasks: 1,
    condition: (model) => ({ form: formBeyond(model, exerciseSide(model, option)) }),
    boundaries: (model, last) => (option.cash || isOnOneRate(option) ? [] : rateBoundary(model, exerciseSide(model, option), 0, last)),
    boundarySlopes: (model, boundary) => rateBoundarySlopes(model, boundary, swapPayments([option.exercised], option.expiry)),
  },
});

/** Dates of payment of a swap, each of which is a leg. */
export const numLegs = ({ periods, payments }: Flows): number => Math.max(periods.length, payments.length);

export function swaptionSizes(option: EuropeanTerms) {
  const { exercised, expiry, cash } = option;
  return {
    flows: cash ? [] : [{ flows: exercised, from: expiry }],
    fixed: cash ? [] : [exercised],
    option: { kind: 'swaption', isBermudan: false, exercises: [{ time: expiry, legs: numLegs(exercised) }] },
  } as const;
}

const contributionOf = (option: EuropeanTerms): OptionContribution => {
  const { currency } = option.exercised.periods[0]!;
  const visitLegs = (dated: DatedModel, grid: TableGrid, receive: (time: Years, values: Float64Array) => void): void => {
    const payments = swapPayments([option.exercised], option.expiry);
    exercisedLegs(dated, exerciseSide(dated.model, option), payments, grid, scaleOf(dated, currency, option), receive);
  };
  return {
    kind: 'option',
    key: `rates ${currency}`,
    mask: undefined,
    table: (dated, law) => rateTable(dated, law, currency),
    addValues: (dated, grid, into) => visitLegs(dated, grid, (_, values) => addTo(into, values)),
    legs: (dated, grid, receive) => visitLegs(dated, grid, (time, values) => receive(currency, time, values)),
  };
};

/** Value of a unit of a currency in the state 0, times the number of options held. */
export const scaleOf = ({ logs }: DatedModel, currency: number, { quantity }: OptionTerms): number =>
  quantity * exp(logs.exchangeRate(currency).constant);

export function addTo(into: Float64Array, values: Float64Array): void {
  for (let j = 0; j < into.length; j++) into[j] = into[j]! + values[j]!;
}

/** Standard deviations of the short rate at expiry in which the exercise boundary is sought. */
const RATE_BOUNDARY_DEVIATIONS = 12;

const sides = new WeakMap<CrossAssetModel, Map<EuropeanTerms, ExerciseSide>>();

/** The exercise boundary of a swaption, remembered as long as the model is used: every date asks for it. */
function exerciseSide(model: CrossAssetModel, option: EuropeanTerms): ExerciseSide {
  const sidesOfModel = sides.get(model) ?? new Map<EuropeanTerms, ExerciseSide>();
  sides.set(model, sidesOfModel);
  const side = sidesOfModel.get(option) ?? findExerciseSide(model, option);
  sidesOfModel.set(option, side);
  return side;
}

/** Finds the boundary. The value of the swap changes its sign once in the short rate, unless it has one sign throughout. */
function findExerciseSide(model: CrossAssetModel, option: EuropeanTerms): ExerciseSide {
  const { expiry, exercised } = option;
  const { currency, notional } = exercised.periods[0]!;
  const sign = notional > 0 ? 1 : -1;
  const logs = logarithmsAt(model, expiry);
  const bonds = swapPayments([exercised], expiry).map(({ time, amount }) => {
    const { constant, loads } = logs.bond(currency, time);
    return { amount: sign * amount, constant, load: loads.reduce((total, each) => total + each, 0) };
  });
  /** The value of the payer's swap, which gains as the rate rises. */
  const value = (x: number): number => bonds.reduce((sum, { amount, constant, load }) => sum + amount * exp(constant + load * x), 0);
  const { variance } = rateGathered(model, currency, 0, expiry);
  const half = RATE_BOUNDARY_DEVIATIONS * Math.sqrt(variance);
  const root = bisectedRoot(value, -half, half);
  return { currency, expiry, sign, boundary: root ?? (value(0) > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY) };
}
