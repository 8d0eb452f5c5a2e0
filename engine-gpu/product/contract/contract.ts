/**
 * A resolved contract, as the numerics see it: numbers only. Assets are indices into the market's assets, dates are year fractions from
 * the valuation date, and strategies are written out as sums of vanilla options.
 */
import type { Price, Years } from '../../base/units.js';

export type Contract = Vanilla | Digital | Cash | Payoff | Sum | Barrier | Choice | Autocall;

/** Pays max(sign·(S − strike), 0) at `time`. */
export interface Vanilla {
  readonly type: 'vanilla';
  readonly asset: number;
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
}

/** Pays 1 at `time` if sign·(S − strike) > 0. */
export interface Digital {
  readonly type: 'digital';
  readonly asset: number;
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
}

/** Pays 1 at `time`. */
export interface Cash {
  readonly type: 'cash';
  readonly time: Years;
}

/** A single payment at `time` that depends on an observable: a function of several spots or of several dates. */
export interface Payoff {
  readonly type: 'payoff';
  readonly of: Observable;
  readonly pays: Option | Clamped;
  readonly time: Years;
}

/** max(sign·(x − strike), 0) of the observable x. */
export interface Option {
  readonly type: 'option';
  readonly strike: number;
  readonly sign: 1 | -1;
}

/** max(floor, min(cap, x)) of the observable x; an absent bound does not apply. */
export interface Clamped {
  readonly type: 'clamped';
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}

export type Observable = Basket | Ranked | Average | Difference | Extreme | Returns | Variance;

/** Σ weight·S at the time of payment. */
export interface Basket {
  readonly type: 'basket';
  readonly assets: readonly number[];
  readonly weights: readonly number[];
}

/** The highest or the lowest of the spots at the time of payment. */
interface Ranked {
  readonly type: 'ranked';
  readonly rank: 'best' | 'worst';
  readonly assets: readonly number[];
}

/** The average of the spot over the times and the known fixings. */
export interface Average {
  readonly type: 'average';
  readonly mean: 'arithmetic' | 'geometric';
  readonly asset: number;
  readonly times: readonly Years[];
  /** Number of fixings that are known, above 0, and their sum; of a geometric mean the sum of their logarithms. */
  readonly known?: { readonly count: number; readonly sum: number } | undefined;
}

/** One average less another of the same asset. */
interface Difference {
  readonly type: 'difference';
  readonly of: Average;
  readonly less: Average;
}

/** The highest or lowest spot up to payment, today's spot included. If floating: the distance of the spot at payment from it, ≥ 0. */
export interface Extreme {
  readonly type: 'extreme';
  readonly side: 'high' | 'low';
  readonly floating: boolean;
  readonly asset: number;
  readonly monitoring: 'continuous' | readonly Years[];
  /** The extreme of the fixings so far, and whether today's spot is an observation too. */
  readonly known?: { readonly level: Price; readonly observesToday: boolean } | undefined;
}

/** Σ max(floor, min(cap, Sᵢ/Sᵢ₋₁ − 1)), where S₀ is the last fixing, or today's spot where there is none. */
interface Returns {
  readonly type: 'returns';
  readonly asset: number;
  readonly times: readonly Years[];
  readonly lastFixing?: Price | undefined;
  readonly floor?: number | undefined;
  readonly cap?: number | undefined;
}

/** Realised variance Σ ln²(Sᵢ/Sᵢ₋₁)·perYear/n over n times, where S₀ is the last fixing, or today's spot where there is none. */
interface Variance {
  readonly type: 'variance';
  readonly asset: number;
  readonly times: readonly Years[];
  readonly lastFixing?: Price | undefined;
  readonly perYear: number;
}

/** All terms together, each times its weight. Combined, negated and scaled contracts and strategies all resolve to this. */
export interface Sum {
  readonly type: 'sum';
  readonly terms: readonly { readonly weight: number; readonly contract: Contract }[];
}

/** Pays each cash flow of `contract` if by then the level has not been reached (knock-out) or has been reached (knock-in). */
export interface Barrier {
  readonly type: 'barrier';
  readonly contract: Contract;
  readonly asset: number;
  readonly level: Price;
  readonly direction: 'down' | 'up';
  readonly style: 'knock_out' | 'knock_in';
  readonly monitoring: 'continuous' | readonly Years[];
}

/** The holder chooses, at `time`, the side that is then worth more. */
interface Choice {
  readonly type: 'choice';
  readonly left: Contract;
  readonly right: Contract;
  readonly time: Years;
}

/** A barrier of a note: the same on every date, or one per date. */
export type Level = number | readonly number[];

/** Worst-of autocall on a notional of 1; barriers are relative to `initialFixings`. */
export interface Autocall {
  readonly type: 'autocall';
  readonly assets: readonly number[];
  readonly initialFixings: readonly Price[];
  readonly times: readonly Years[];
  readonly callBarrier: Level;
  readonly couponBarrier: Level;
  readonly protectionBarrier: number;
  /**
   * When the protection barrier is watched, asset by asset: it is lost once one of them has been at or below its level. Absent: the worst
   * performance counts on the last date alone.
   */
  readonly protectionMonitoring?: Barrier['monitoring'] | undefined;
  /** True if the protection has been lost already. */
  readonly protectionLost?: true | undefined;
  /** Level that scales the repayment without protection: the last date repays min(1, worst/airbag) in place of the worst performance. */
  readonly airbag?: number | undefined;
  /** Share of the worst performance above 1 that the last date pays besides. */
  readonly participation?: number | undefined;
  /** Coupon per observation, as a fraction of the notional. */
  readonly couponRate: number;
  readonly memory: boolean;
  /** Number of coupons missed before today since the last one paid; 0 by default. */
  readonly missed?: number | undefined;
  /** Weights that replace the discount factors of the payment times: 1 for undiscounted sums, other values for counting events. */
  readonly paymentWeights?: readonly number[];
}
