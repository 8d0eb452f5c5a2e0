/**
 * The interface that each kind of trade implements. A trade is worth the sum of its contributions at a date, each of which is one of four functions of
 * the state: known payments, multiples of one exponential, tables of options, and contracts that a regression values. The terms of a date, their
 * coefficients, the moments and the decisions on paths are computed from these alone.
 */
import type { Years } from '../../../base/units.js';
import type { CrossAssetModel, LinearForm, stateLaw } from '../../../model/cross-asset.js';
import type { ContractTerms, Flows } from '../../../product/trade/terms.js';
import type { DatedTerms, Mask, TableGrid } from '../paths/dated-terms.js';
import type { ExerciseBoundary } from '../swaption/boundary-slopes.js';
import type { DatedModel } from '../swaption/swaption-legs.js';
import type { SwapExercise } from '../swaption/two-factor-swaptions.js';

/**
 * A quantity that paths fix at a start, for the dates after it: 1/P(start, end), the notional of a reset period per unit of the other currency, or both
 * multiplied; of a rate that accrues 1/B(start), and at its end B(end) times that. Growth that is compounded is the product over the periods begun.
 */
export interface Fixing {
  readonly currency: number;
  readonly start: Years;
  readonly end: Years;
  /** The currency of a constant notional; absent where there is none. */
  readonly constant?: number;
  /** True of P(start, end) itself, and not its inverse. */
  readonly isDiscount?: boolean;
  /** True where a reset notional is multiplied by the growth of its period. */
  readonly grown?: boolean;
  /** `open` gives 1/B(start); B(end)/B(start) is made of that. */
  readonly accrual?: 'open' | { readonly opened: Fixing };
  /** Starts of the later periods whose growth is compounded with that of the first. */
  readonly compounded?: readonly Years[];
}

/** The times at which paths fix it: of growth that is compounded the starts of all periods. */
export function fixingTimes({ start, end, accrual, compounded = [] }: Fixing): readonly Years[] {
  return [accrual === undefined || accrual === 'open' ? start : end, ...compounded];
}

const numbersOfStarts = new WeakMap<readonly Years[], number>();
let numStarts = 0;

/** A number for a list of starts, which may be long, in keys. Equal lists of one plan are one list (`withCommonTimes`). */
export function numberOfStarts(starts: readonly Years[]): number {
  const number = numbersOfStarts.get(starts) ?? ++numStarts;
  numbersOfStarts.set(starts, number);
  return number;
}

/** A contribution falls into the term of its key at a date: contributions with the same key are netted. */
interface Keyed {
  readonly key: string;
  readonly mask: Mask;
}

/** A multiple `size` of a unit, whose value on a path is an exponential of the state, times what paths fixed before where there is a fixing. */
export interface ExponentialContribution extends Keyed {
  readonly kind: 'exponential';
  readonly size: number;
  /** The time at which it is paid; contributions with the same key and time have the same unit. */
  readonly time: Years;
  readonly fixing?: Fixing;
  /** Loads of the exponent in the state. */
  readonly amplitude: (dated: DatedModel) => readonly number[];
  /** Value of the unit in the state 0. */
  readonly unit: (dated: DatedModel) => number;
  /** Gives the receiver the discount factors and spots to which the contribution is proportional. @param means  its mean values */
  readonly legs: (dated: DatedModel, means: readonly number[], receive: LegReceiver) => void;
}

/** An option before its exercise, as a table in the state. */
export interface OptionContribution extends Keyed {
  readonly kind: 'option';
  readonly table: (dated: DatedModel, law: StateLaw) => { readonly amplitude: readonly number[]; readonly grid: TableGrid };
  /** Adds the value at the nodes of the table. */
  readonly addValues: (dated: DatedModel, grid: TableGrid, into: Float64Array) => void;
  /** The legs of the option at the nodes of its table, each proportional to one discount factor; the array is reused. */
  readonly legs: (dated: DatedModel, grid: TableGrid, receive: TableLegReceiver) => void;
}

/** A contract, with the payments that it has made since the time from which payments count as unpaid. */
interface ContractContribution {
  readonly kind: 'contract';
  readonly key: string;
  readonly terms: ContractTerms;
}

/** Known payments of one currency. They are many, so that a leg has plain numbers: the time and the amount of each, positive if received. */
export interface PaymentLeg {
  readonly kind: 'payments';
  readonly currency: number;
  readonly mask: Mask;
  readonly times: Years[];
  readonly amounts: number[];
  /** Those of the amounts that stand for later payments: the discount factor from one time to another is part of them. */
  delayed?: DelayedPayment[];
}

export interface DelayedPayment {
  readonly time: Years;
  readonly amount: number;
  readonly from: Years;
  readonly to: Years;
}

export type Contribution = PaymentLeg | ExponentialContribution | OptionContribution | ContractContribution;

export type StateLaw = ReturnType<typeof stateLaw>;

/** @param share  whose spot the leg is proportional to besides that of its currency */
export type TableLegReceiver = (currency: number, time: Years, values: Float64Array, share?: number) => void;

/** Receives the mean value of a leg with each of the moments: ∂/∂ln P_i(0, time), and ∂/∂ln of the spots of its currency and share. */
export interface LegReceiver {
  readonly leg: (currency: number, time: Years, means: readonly number[], share?: number) => void;
  /** Receives a part of a fixed rate that is proportional to a discount factor alone, and not to the spot of its currency. */
  readonly discountFactor: (currency: number, time: Years, means: readonly number[]) => void;
}

/** A date of valuation. Flows after `unpaidSince` count; those up to `time` at their face amount. */
export interface ValuationDate extends Pick<DatedTerms, 'time' | 'unpaidSince'> {
  /** True where the flows up to `time` count alone: those that are paid on the date. */
  readonly onlyDue?: boolean;
}

/** The condition under which an option is exercised: a linear form is positive, or the swap is worth more than its continuation. */
export type ExerciseCondition = { readonly form: LinearForm } | SwapExercise;

/** An exercise date, and the payments that the swap still makes then, each of which is a leg. */
export interface ExerciseSize {
  readonly time: Years;
  readonly legs: number;
}

/** Counts from which the cost of a trade is estimated. */
export interface TradeSizes {
  /** Flows that are valued at the dates from a time on. */
  readonly flows: readonly { readonly flows: Flows; readonly from: Years }[];
  /** Flows whose rates and notionals paths fix. */
  readonly fixed: readonly Flows[];
  readonly option?: OptionSizes;
}

/** A closed form in one forward until its expiry; or a swaption, on the nodes across of its tables where its currency has two factors. */
export type OptionSizes =
  | { readonly kind: 'forward'; readonly expiry: Years }
  | {
      readonly kind: 'swaption';
      readonly isBermudan: boolean;
      readonly exercises: readonly ExerciseSize[];
      readonly surface?: { readonly across: number; readonly stageAcross: number; readonly stageNodes: number };
    };

/** The valuation of one trade. */
export interface TradeValuer {
  /** @param mask  the first mask of the trade's option, if it has one */
  readonly contributions: (date: ValuationDate, mask: Mask) => readonly Contribution[];
  readonly sizes: (model: CrossAssetModel) => TradeSizes;
  /** Absent where the holder has no choice. */
  readonly option?: OptionValuer;
}

/** The exercise of an option on paths. */
export interface OptionValuer {
  readonly exerciseTimes: readonly Years[];
  /** One mask per exercise date for whether the option is exercised by it; a Bermudan option has one more for whether it is held. */
  readonly numMasks: number;
  /** @param exercise  index of the exercise date */
  readonly condition: (model: CrossAssetModel, exercise: number) => ExerciseCondition;
  /** The boundaries at which exposures after an exercise up to the last date jump, or `several` where one is more than one curve. */
  readonly boundaries: (model: CrossAssetModel, last: Years) => readonly (ExerciseBoundary | 'several')[];
  /** Slopes of a boundary with respect to ln P(0, τ) for each payment time τ of the swap, one number per node of the boundary. */
  readonly boundarySlopes: (model: CrossAssetModel, boundary: ExerciseBoundary) => ReadonlyMap<Years, Float64Array>;
}
