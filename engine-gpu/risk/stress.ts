/** Profit and loss of an option book under given moves, by full revaluation. */
import { bookValue, type OptionBook, unmoved } from './option-book.js';

/** Moves of one stress: the spot's relative, the others absolute (time in years that pass). */
export interface Shock {
  readonly spotShock: number;
  readonly volatilityShock: number;
  readonly rateShock: number;
  readonly timeShock: number;
}

interface StressedValue {
  readonly value: number;
  /** `value` less the unshocked value. */
  readonly pnl: number;
}

export interface StressResult {
  readonly baseValue: number;
  /** One per shock, in order. */
  readonly results: readonly StressedValue[];
  /** Index of the lowest profit and loss; the first of equals. */
  readonly worst: number;
}

/** Values of the book under some shocks, one per shock. */
export function stressedValues(book: OptionBook, shocks: readonly Shock[]): Float64Array {
  const values = new Float64Array(shocks.length);
  // Positions with dividends on dates keep their grids for one move of all but the spot, so shocks of the same move follow each other.
  const order = shocks
    .map((shock, k) => ({ ...shock, k }))
    .sort(
      (a, b) =>
        a.volatilityShock - b.volatilityShock || a.rateShock - b.rateShock || a.timeShock - b.timeShock || a.spotShock - b.spotShock,
    );
  for (const { spotShock, volatilityShock, rateShock, timeShock, k } of order)
    values[k] = bookValue(book, unmoved(book).fill(spotShock), { volatility: volatilityShock, rate: rateShock, time: timeShock });
  return values;
}

/** @param values under the shocks, at least one */
export function stressResult(book: OptionBook, values: ArrayLike<number>): StressResult {
  const baseValue = bookValue(book, unmoved(book));
  const results = Array.from(values, (value) => ({ value, pnl: value - baseValue }));
  const worst = results.reduce((lowest, { pnl }, k) => (pnl < results[lowest]!.pnl ? k : lowest), 0);
  return { baseValue, results, worst };
}

/** Every combination of the given moves, the last list varying fastest. */
export const shockGrid = (
  spotShocks: readonly number[],
  volatilityShocks: readonly number[],
  rateShocks: readonly number[],
  timeShocks: readonly number[],
): Shock[] =>
  spotShocks.flatMap((spotShock) =>
    volatilityShocks.flatMap((volatilityShock) =>
      rateShocks.flatMap((rateShock) => timeShocks.map((timeShock) => ({ spotShock, volatilityShock, rateShock, timeShock }))),
    ),
  );
