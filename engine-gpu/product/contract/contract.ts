/**
 * A contract as the numerics see it: resolved, numbers only. Names of assets are indices into the market's
 * assets, dates are year fractions from the valuation date, strategies are written out in the algebra.
 */
import type { Price, Years } from '../../base/units.js';

export type Contract = Vanilla | Digital | Cash | Payoff | Sum | Barrier | Choice | Autocall;

/** max(sign·(S − strike), 0) at `time`. */
export interface Vanilla {
  readonly type: 'vanilla';
  readonly asset: number;
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
}

/** 1 at `time` if sign·(S − strike) > 0. */
export interface Digital {
  readonly type: 'digital';
  readonly asset: number;
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
}

/** 1 at `time`. */
export interface Cash {
  readonly type: 'cash';
  readonly time: Years;
}

/** One payment, at `time`, on what several spots or several dates have come to by then. */
export interface Payoff {
  readonly type: 'payoff';
  readonly of: Observable;
  readonly pays: Option | Clamped;
  readonly time: Years;
}

/** max(sign·(x − strike), 0). */
export interface Option {
  readonly type: 'option';
  readonly strike: number;
  readonly sign: 1 | -1;
}

/** max(floor, min(cap, x)); what is absent does not bind. */
export interface Clamped {
  readonly type: 'clamped';
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}

export type Observable = Basket | Ranked | Average | Extreme | Returns | Variance;

/** Σ weight·S. */
export interface Basket {
  readonly type: 'basket';
  readonly assets: readonly number[];
  readonly weights: readonly number[];
}

/** The greatest or the least of the spots. */
export interface Ranked {
  readonly type: 'ranked';
  readonly rank: 'best' | 'worst';
  readonly assets: readonly number[];
}

/** Over the times alone. */
export interface Average {
  readonly type: 'average';
  readonly mean: 'arithmetic' | 'geometric';
  readonly asset: number;
  readonly times: readonly Years[];
}

/** The highest or lowest spot, today's among them; floating: how far the spot at payment is from it, never negative. */
export interface Extreme {
  readonly type: 'extreme';
  readonly side: 'high' | 'low';
  readonly floating: boolean;
  readonly asset: number;
  readonly monitoring: 'continuous' | readonly Years[];
}

/** Σ max(floor, min(cap, Sᵢ/Sᵢ₋₁ − 1)), S₀ today's spot. */
export interface Returns {
  readonly type: 'returns';
  readonly asset: number;
  readonly times: readonly Years[];
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}

/** Σ ln²(Sᵢ/Sᵢ₋₁)·perYear/n over n times, S₀ today's spot. */
export interface Variance {
  readonly type: 'variance';
  readonly asset: number;
  readonly times: readonly Years[];
  readonly perYear: number;
}

/** All terms execute; combined, negated, scaled and the strategies all come to this. */
export interface Sum {
  readonly type: 'sum';
  readonly terms: readonly { readonly weight: number; readonly contract: Contract }[];
}

/** Each cash flow of `contract` counts if the level has not (out), or has (in), been reached by the time it is paid. */
export interface Barrier {
  readonly type: 'barrier';
  readonly contract: Contract;
  readonly asset: number;
  readonly level: Price;
  readonly direction: 'down' | 'up';
  readonly style: 'knock_out' | 'knock_in';
  readonly monitoring: 'continuous' | readonly Years[];
}

/** At `time` the holder takes the side that is then worth more. */
export interface Choice {
  readonly type: 'choice';
  readonly left: Contract;
  readonly right: Contract;
  readonly time: Years;
}

/** Worst-of autocall, notional 1; barriers relative to `initialFixings`. */
export interface Autocall {
  readonly type: 'autocall';
  readonly assets: readonly number[];
  readonly initialFixings: readonly Price[];
  readonly times: readonly Years[];
  readonly callBarrier: number;
  readonly couponBarrier: number;
  readonly protectionBarrier: number;
  /** Paid per observation. */
  readonly couponRate: number;
  readonly memory: boolean;
  /** What 1 paid at each time counts for, in place of its discount factor: for sums of amounts as they fall, and for counting events. */
  readonly worth?: readonly number[];
}
