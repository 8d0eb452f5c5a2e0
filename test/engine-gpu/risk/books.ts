/** Option books for tests. */
import type { OptionBook } from '#engine-gpu/risk/option-book';
import type { Revaluation } from '#engine-gpu/risk/revaluation';

export interface Held {
  readonly underlying?: string;
  readonly quantity: number;
  readonly spot: number;
  readonly strike: number;
  readonly rate?: number;
  readonly volatility: number;
  readonly time: number;
  readonly dividend?: number;
  readonly optionType?: 'call' | 'put';
}

export function bookOf(positions: readonly Held[]): OptionBook {
  const underlyings = [...new Set(positions.map(({ underlying = 'X' }) => underlying))];
  const column = (figureOf: (held: Held) => number) => Float64Array.from(positions, figureOf);
  return {
    pricerId: 'equity_vanilla_bs',
    spot: column(({ spot }) => spot),
    strike: column(({ strike }) => strike),
    rate: column(({ rate = 0 }) => rate),
    volatility: column(({ volatility }) => volatility),
    time: column(({ time }) => time),
    dividend: column(({ dividend = 0 }) => dividend),
    sign: Int8Array.from(positions, ({ optionType }) => (optionType === 'put' ? -1 : 1)),
    quantity: column(({ quantity }) => quantity),
    factor: Int32Array.from(positions, ({ underlying = 'X' }) => underlyings.indexOf(underlying)),
    underlyings,
  };
}

/** A share: a call of strike next to nothing. */
export const share = (underlying: string, value: number, volatility: number): Held => ({
  underlying,
  quantity: value / 100,
  spot: 100,
  strike: 1e-9,
  volatility,
  time: 1e-9,
});

/** The figures of all scenarios in one range. */
export const figuresOf = <Figures>({ scenarios, run, combine }: Revaluation<Figures>): Figures => combine([run(0, scenarios)]);
