/**
 * What a model says of one asset, so that any contract can be composed with it: what it draws, how it takes x = ln(S/S₀) over a step,
 * and what others may ask of it. A model is one file that says this, and one line in models.ts.
 *
 * The market's correlation is that of the Brownian motions B that move the spots. A model that needs another driver makes it from its
 * asset's B and drivers of its own, independent of everything else: W = ρB + √(1 − ρ²) Z is correlated ρ with its own spot, ρ C with a
 * spot that is correlated C with it, and ρρ′C with that asset's W′. So every correlation matrix of spots remains possible.
 */
import type { Price, Volatility, Years } from '../../base/units.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';

/** How one asset moves. */
export interface AssetModel {
  /** Brownian motions of its own, beside its spot's: drawn by the bridge, after the spots'. */
  readonly drivers: number;
  /** Normals a step of its own that no bridge orders. */
  readonly normals: number;
  /**
   * Equal steps of paths up to `last`: `usual`, where the caller names no number, and `least`, fewer than which the scheme does not
   * take. Both 0 where a step of any length is exact.
   */
  readonly steps: (last: Years) => { readonly usual: number; readonly least: number };
  /** Standard deviation of ln(S_to/S_from), as far as today tells. */
  readonly deviation: (from: Years, to: Years) => number;
  /** Whether ln(S_to/S_from) is Gaussian with that deviation whatever came before: what a vanilla is worth at a spot is then known. */
  readonly gaussian: boolean;
  /** The order in the step of the bias that prices have, where it is too low to go without saying. */
  readonly biasOrder?: number;
  /** A volatility that few paths go beyond. */
  readonly highest: Volatility;
  /** Whether x moves the same from whatever S₀: one step then serves a bumped spot too. */
  readonly relative: boolean;
  /** Writes a step. */
  readonly write: (scene: Scene) => Written;
  /** Of a model whose variance moves with W, where B = ρW + √(1 − ρ²) W⊥. Absent where it is not written. */
  readonly given?: ConditionalOnVariance;
}

/** Given W, on which alone the variance depends, ln S is Gaussian at the path's end. */
export interface ConditionalOnVariance {
  readonly rho: number;
  /** About d ln E[∫V | W(T)]/dz, z = W(T)/√T: what takes variance off, and need not be right. */
  readonly tilt: (last: Years) => number;
  /** Writes a step. */
  readonly write: (scene: GivenScene) => Given;
}

/** Where a model writes what is known of S given what moves its variance. */
export interface GivenScene extends Pick<Scene, 'builder' | 'grid' | 'carry' | 'normals'> {
  /** Text of W at the step's end; it starts at 0. */
  readonly driver: string;
}

/** Texts of ln E[S/S₀] and of the variance of ln S at the step's end, given W up to it. */
export interface Given {
  readonly exponent: string;
  readonly variance: string;
}

/** Where a model writes, and what it may use. */
export interface Scene {
  readonly builder: KernelBuilder;
  readonly grid: Grid;
  /** The variable x = ln(S/S₀), 0 at first: the step takes it to its end. */
  readonly x: string;
  /** S₀ */
  readonly spot: Price;
  /** ln(F_t/S₀), F the forward. */
  readonly carry: (time: Years) => number;
  /** Text of `scale` times the spot's Brownian motion B at the step's end; it starts at 0. */
  readonly spotDriver: (scale: number) => string;
  /** Texts of its own Brownian motions at the step's end, and of its own normals in the step. */
  readonly drivers: readonly string[];
  readonly normals: readonly string[];
  /** Whether `variance` and `inverse` of what it writes are asked for. */
  readonly bridged: boolean;
}

/** What others read of a step once it is written. */
export interface Written {
  /** Text of the variance v of the step: between its ends ln S is taken as a Brownian bridge of this variance. */
  readonly variance: () => string;
  /** Text of 2/v, or of a number of its size that f32 holds. */
  readonly inverse: () => string;
  /** Texts of what moves on beside the spot, at the step's end, in units of their size: a choice is regressed on them too. */
  readonly states: readonly string[];
}

/** What `carry` comes to in each step, for models that take x from where it is. */
export const moves = ({ times }: Grid, carry: Scene['carry']): number[] =>
  times.map((time, i) => carry(time) - (i === 0 ? 0 : carry(times[i - 1])));
