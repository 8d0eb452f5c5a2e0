/** Random books of options, and their values by the textbook formula. */
import { blackScholes } from '../reference-formulas.js';
import type { Data } from '../service.js';
import type { Trial } from '../subject.js';

export interface Position {
  readonly id: string;
  readonly underlying: string;
  readonly quantity: number;
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly dividend: number;
  readonly volatility: number;
  readonly time: number;
  readonly optionType: 'call' | 'put';
}

/** Positions of one to three underlyings, of all sizes; positions of an underlying agree on its spot and its volatility. */
export function drawBook(trial: Trial, underlyings = trial.whole(1, 3)): Position[] {
  const { draw } = trial;
  const size = draw.pick(1, 100, 1e6);
  const shares = Array.from({ length: underlyings }, (_, i) => ({
    underlying: `U${i}`,
    spot: draw.between(1, 1e3),
    volatility: draw.between(0.08, 0.9),
    dividend: trial.uniform(-0.02, 0.06),
  }));
  return Array.from({ length: underlyings + trial.whole(0, 3) }, (_, i) => {
    const share = shares[i % underlyings]!;
    const time = draw.between(0.1, 5);
    return {
      ...share,
      id: `p${i}`,
      quantity: size * trial.uniform(-10, 10),
      strike: share.spot * Math.exp(trial.uniform(-1.2, 1.2) * share.volatility * Math.sqrt(time)),
      rate: trial.uniform(-0.02, 0.08),
      time,
      optionType: trial.optionType(),
    };
  });
}

export interface Shock {
  readonly spot?: number;
  readonly volatility?: number;
  readonly rate?: number;
  readonly time?: number;
}

export const worthOf = (
  { quantity, strike, time, optionType, ...world }: Position,
  { spot = 0, volatility = 0, rate = 0, time: passed = 0 }: Shock = {},
): number => {
  const remaining = Math.max(time - passed, 0);
  const moved = {
    ...world,
    spot: world.spot * (1 + spot),
    volatility: Math.max(0, world.volatility + volatility),
    rate: world.rate + rate,
  };
  if (moved.spot <= 0) return quantity * (optionType === 'call' ? 0 : strike * Math.exp(-moved.rate * remaining));
  return quantity * blackScholes(moved, strike, remaining, optionType === 'call' ? 1 : -1);
};

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const valueUnder = (book: readonly Position[], shock?: Shock): number => sum(book.map((each) => worthOf(each, shock)));

export const sizeOf = (book: readonly Position[]): number =>
  sum(book.map(({ quantity, spot, strike }) => Math.abs(quantity) * Math.max(spot, strike)));

/** Rounding of the textbook formula, relative to the size of a book. */
export const FORMULA = 1e-11;

export const namesOf = (book: readonly Position[]): string[] => [...new Set(book.map(({ underlying }) => underlying))];

export const GREEKS = ['delta', 'gamma', 'vega', 'theta', 'rho', 'vanna', 'volga'] as const;

/** The Greeks of each position by the operation on one option, which is held to differences of the textbook price elsewhere. */
export async function greeksOf(trial: Trial, book: readonly Position[]): Promise<Data[]> {
  const { results } = await trial.ask('batchGreeks', {
    options: book.map(({ id: _, underlying: __, quantity: ___, ...option }) => option),
  });
  return results;
}
