/**
 * European and Bermudan swaptions of a currency whose short rate has two factors (G2++), as functions of both, by backward induction over their exercise
 * dates as with one factor (bermudan.ts):
 *
 *   U_n(s) = max(S_n(s), C_n(s)),   C_n(s) = P(T_n, T_n+1) E[U_n+1(s_n+1) | s_n = s] under the T_n+1-forward measure, C_last = 0
 *
 * S_n is what is left of the swap. The boundary between both is a curve in the two factors, which is found in each of the lines on which expectations are
 * taken (two-factor-expectations.ts). No path is drawn: the only error is that of interpolation.
 *
 * @see D. Brigo, F. Mercurio (2006), Interest Rate Models, section 4.2, for the model
 */

import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, type DatedLogarithms, type LinearForm, logarithmsAt } from '../../../model/cross-asset.js';
import type { OptionTerms } from '../../../product/trade/terms.js';
import type { Coefficients, DatedTerms, TableGrid } from '../paths/dated-terms.js';
import { type DatedModel, type LegPayment, swapPayments } from './swaption-legs.js';
import { expectationsOf, gridOfStage, type Resolution, type Surface, type TwoFactorStage } from './two-factor-expectations.js';

/** Resolution of the tables that paths read, and of the value of holding on at an exercise date, which later tables are made of. */
const TABLE: Resolution = { range: 6, along: 8, across: 0.75 };
const CONTINUATION: Resolution = { range: 8, along: 10, across: 1 };

/** True for an option that is a swaption in a currency of two factors. */
export function isOfTwoFactors(option: OptionTerms, { market }: CrossAssetModel): boolean {
  if (option.kind !== 'bermudan' && option.kind !== 'swap') return false;
  return market.currencies[currencyOf(option)]!.second !== undefined;
}

/** Index of the currency of a swaption. */
export const currencyOf = (option: OptionTerms): number =>
  option.kind === 'bermudan' ? option.currency : option.exercised.periods[0]!.currency;

const policies = new WeakMap<CrossAssetModel, Map<OptionTerms, readonly TwoFactorStage[]>>();

/** The stages of an option, in the order of its dates; remembered as long as the model is used. */
export function twoFactorStages(model: CrossAssetModel, option: OptionTerms): readonly TwoFactorStage[] {
  const policiesOfModel = policies.get(model) ?? new Map<OptionTerms, readonly TwoFactorStage[]>();
  policies.set(model, policiesOfModel);
  const stages = policiesOfModel.get(option) ?? stagesOf(model, option);
  policiesOfModel.set(option, stages);
  return stages;
}

function stagesOf(model: CrossAssetModel, option: OptionTerms): readonly TwoFactorStage[] {
  const currency = currencyOf(option);
  const dates = exercisesOf(option);
  const stages: TwoFactorStage[] = [];
  for (const { time: expiry, payments } of dates.toReversed()) {
    const [next] = stages;
    const continuation = next && surfaceOf({ model, logs: logarithmsAt(model, expiry), time: expiry }, next);
    stages.unshift({ currency, expiry, payments, ...(continuation && { continuation }) });
  }
  return stages;
}

interface DatedSwap {
  readonly time: Years;
  readonly payments: readonly LegPayment[];
}

/** The swap that each exercise of one option gives. */
const exercisesOf = (option: OptionTerms): readonly DatedSwap[] =>
  option.kind === 'bermudan'
    ? option.exercises.map(({ time }, n) => ({
        time,
        payments: swapPayments(
          option.exercises.slice(n).map(({ flows }) => flows),
          time,
        ),
      }))
    : [{ time: option.expiry, payments: swapPayments([option.exercised], option.expiry) }];

/** The sizes of the tables of a swaption, before any is built: nodes across of those that paths read and of those of its stages, exercise dates and legs. */
export function twoFactorSizes(model: CrossAssetModel, option: OptionTerms) {
  const dates = exercisesOf(option);
  const { time: expiry, payments } = dates[dates.length - 1]!;
  const time = 0.5 * expiry;
  const stage: TwoFactorStage = { currency: currencyOf(option), expiry, payments };
  const [table, continuation] = [TABLE, CONTINUATION].map((resolution) =>
    gridOfStage({ model, logs: logarithmsAt(model, time), time }, stage, resolution),
  );
  return {
    across: table!.across?.nodes ?? 1,
    stageNodes: continuation!.nodes,
    stageAcross: continuation!.across?.nodes ?? 1,
    legs: dates.map((each) => each.payments.length),
  };
}

/** The value at an earlier date of what is left to be exercised from a stage on. */
function surfaceOf(dated: DatedModel, stage: TwoFactorStage): Surface {
  const grid = gridOfStage(dated, stage, CONTINUATION);
  return { amplitude: dated.logs.bond(stage.currency, stage.expiry), grid, values: expectationsOf(dated, stage, grid).value() };
}

const keys = new WeakMap<OptionTerms, readonly string[]>();

/** A name of what a swaption gives from one of its dates on: swaptions with the same name are the same but for their number. */
export function keyOfSwaption(option: OptionTerms, next: number): string {
  const names =
    keys.get(option) ??
    exercisesOf(option).map(({ time, payments }) => `${time} of ${payments.map((each) => `${each.amount} at ${each.time}`).join(', ')}`);
  keys.set(option, names);
  return `swaption in ${currencyOf(option)} from ${names.slice(next).join(' or ')}`;
}

/** The factor and the grid of a swaption's table at a date. */
export function twoFactorTable(
  dated: DatedModel,
  option: OptionTerms,
  next: number,
): { readonly bond: LinearForm; readonly grid: TableGrid } {
  const stage = twoFactorStages(dated.model, option)[next]!;
  return { bond: dated.logs.bond(stage.currency, stage.expiry), grid: gridOfStage(dated, stage, TABLE) };
}

/** The value of a swaption at the nodes of its table. @param scale  of the currency, and of the quantity held */
export function twoFactorValues(dated: DatedModel, option: OptionTerms, next: number, grid: TableGrid, scale: number): Float64Array {
  const stage = twoFactorStages(dated.model, option)[next]!;
  const values = expectationsOf(dated, stage, grid).value();
  return scaled(values, scale * presentOf(dated, stage));
}

const scaled = (values: Float64Array, factor: number): Float64Array => values.map((value) => factor * value);

/** The part of P(t, T) that the factors do not determine. */
const presentOf = ({ logs }: DatedModel, { currency, expiry }: TwoFactorStage): number => exp(logs.bond(currency, expiry).constant);

const legsOfStages = new WeakMap<TwoFactorStage, ReadonlyMap<Years, Surface>>();

/** C_n divided by payment times: what each payment of the swap contributes. */
export function continuationLegs(model: CrossAssetModel, stages: readonly TwoFactorStage[], n: number): ReadonlyMap<Years, Surface> {
  const { continuation, expiry: time } = stages[n]!;
  if (continuation === undefined) return new Map();
  const remembered = legsOfStages.get(stages[n]!);
  if (remembered !== undefined) return remembered;
  const { amplitude, grid } = continuation;
  const legsByTime = new Map<Years, Surface>();
  const dated: DatedModel = { model, logs: logarithmsAt(model, time), time };
  visitLegs(dated, stages, n + 1, grid, (paid, values) => void legsByTime.set(paid, { amplitude, grid, values }));
  legsOfStages.set(stages[n]!, legsByTime);
  return legsByTime;
}

function visitLegs(
  dated: DatedModel,
  stages: readonly TwoFactorStage[],
  next: number,
  grid: TableGrid,
  receive: (time: Years, values: Float64Array) => void,
): void {
  const { legs, held: continuation } = expectationsOf(dated, stages[next]!, grid);
  const continued = continuationLegs(dated.model, stages, next);
  const ofContinued = continuation([...continued.values()]);
  const byTime = new Map([...continued.keys()].map((time, i) => [time, ofContinued[i]]));
  legs((time, values) => {
    const later = byTime.get(time);
    byTime.set(time, later === undefined ? values : values.map((value, i) => value + later[i]!));
  });
  for (const [time, values] of byTime) receive(time, values!);
}

/** The legs of a swaption: what each payment of its swap is worth, at the nodes of its table. */
export function twoFactorLegs(
  dated: DatedModel,
  option: OptionTerms,
  next: number,
  grid: TableGrid,
  scale: number,
  receive: (time: Years, values: Float64Array) => void,
): void {
  const stages = twoFactorStages(dated.model, option);
  const present = scale * presentOf(dated, stages[next]!);
  visitLegs(dated, stages, next, grid, (time, values) => receive(time, scaled(values, present)));
}

/** A decision to exercise: the swap is worth more than its continuation value. */
export interface SwapExercise {
  /** The payments of the swap, as amounts and the logarithms of their values. */
  readonly payments: readonly { readonly amount: number; readonly form: LinearForm }[];
  /** The value of holding on, as the one table of a date; absent on the last date. */
  readonly continuation?: { readonly terms: DatedTerms; readonly coefficients: Coefficients };
}

/** The decision at an exercise date of a swaption. */
export function swapExercise(model: CrossAssetModel, option: OptionTerms, n: number): SwapExercise {
  const { currency, expiry, payments, continuation } = twoFactorStages(model, option)[n]!;
  const logs: DatedLogarithms = logarithmsAt(model, expiry);
  return {
    payments: payments.map(({ time, amount }) => ({ amount, form: logs.bond(currency, time) })),
    ...(continuation && { continuation: asTable(continuation, expiry) }),
  };
}

function asTable({ amplitude, grid, values }: Surface, time: Years): SwapExercise['continuation'] {
  const table = { key: 'continuation', amplitude: amplitude.loads, grid, mask: undefined };
  return {
    terms: { time, unpaidSince: time, tables: [table], fixings: [], contracts: [] },
    coefficients: {
      tables: [scaled(values, exp(amplitude.constant))],
      fixings: new Float64Array(),
      contracts: new Float64Array(),
    },
  };
}
