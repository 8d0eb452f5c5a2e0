/**
 * A contract as the numerics see it: resolved, numbers only. Names of assets are indices into the market's
 * assets, dates are year fractions from the valuation date, strategies are written out in the algebra.
 */
import type { Price, Years } from '../units.js';

export type Contract = Vanilla | Sum | Barrier | Choice | Autocall;

/** max(sign·(S − strike), 0) at `time`. */
export interface Vanilla {
  readonly type: 'vanilla';
  readonly asset: number;
  readonly strike: Price;
  readonly time: Years;
  readonly sign: 1 | -1;
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
}
