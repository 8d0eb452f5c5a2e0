/**
 * The interface of an asset's model to the simulation: the random inputs it needs, how it advances x = ln(S/S₀) over a step, and what
 * payoffs and estimators may read. A model is one file that implements it and one line in index.ts.
 *
 * The market's correlation matrix is that of the Brownian motions B of the spots. A model that needs a further driver constructs it from
 * its asset's B and an own independent one: W = ρB + √(1 − ρ²) Z has correlation ρ with its own spot, ρC with a spot that has
 * correlation C with it, and ρρ′C with that asset's W′. Every correlation matrix of spots therefore remains admissible.
 */
import type { Price, Volatility, Years } from '../../base/units.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';

/** The dynamics of one asset. */
export interface AssetModel {
  /** Number of Brownian motions beside the spot's; the bridge constructs them after those of the spots. */
  readonly drivers: number;
  /** Number of further normals per step, which no bridge constructs. */
  readonly normals: number;
  /**
   * Number of equal steps of paths up to time `last`: `usual` where the caller gives none, and `least`, the minimum that the scheme
   * admits. Both are 0 where a step of any length is exact.
   */
  readonly steps: (last: Years) => { readonly usual: number; readonly least: number };
  /** Standard deviation of ln(S_to/S_from), approximated by the root of the variance expected today. */
  readonly deviation: (from: Years, to: Years) => number;
  /** The σ√T of a lognormal law with as heavy an upper tail at a time; the deviation by default. */
  readonly tailVolatility?: (last: Years) => number;
  /**
   * True if ln(S_to/S_from) is Gaussian with that deviation, independent of the past. Black's formula then values a vanilla at any spot.
   */
  readonly gaussian: boolean;
  /** Order in the step length of the bias of prices, given where it is low enough that results warn of it. */
  readonly biasOrder?: number;
  /** A volatility that few paths exceed, as a decimal per √year. */
  readonly highest: Volatility;
  /** True if the increments of x do not depend on S₀, so that one step serves a bumped spot too. */
  readonly relative: boolean;
  /**
   * Last time for which the model writes the fall of the spot on dividends in cash itself, because their value is a part of the spot that
   * does not move. In other models the whole spot moves, and it falls on top of their step.
   */
  readonly holdsCashUntil?: Years;
  /** Writes one step. */
  readonly write: (scene: Scene) => Written;
  /** Conditional law of a model whose variance is driven by W, where B = ρW + √(1 − ρ²) W⊥; absent for models without one. */
  readonly conditional?: ConditionalOnVariance;
}

/** Given the path of W, on which alone the variance depends, ln S is Gaussian (conditional Monte Carlo). */
interface ConditionalOnVariance {
  readonly rho: number;
  /** Approximation of d ln E[∫V | W(T)]/dz with z = W(T)/√T. It serves variance reduction only, so its accuracy does not bias prices. */
  readonly tilt: (last: Years) => number;
  /** Writes one step. */
  readonly write: (scene: ConditionalScene) => ConditionalLaw;
}

/** Scene from which a model writes the law of S given the driver of its variance. */
export interface ConditionalScene extends Pick<Scene, 'builder' | 'grid' | 'carry' | 'normals'> {
  /** Text of W at the end of the step; it starts at 0. */
  readonly driver: string;
}

/** Texts of ln E[S/S₀] and of the variance of ln S at the end of the step, given W up to it. */
export interface ConditionalLaw {
  readonly exponent: string;
  readonly variance: string;
}

/** Scene from which a model writes a step. */
export interface Scene {
  readonly builder: KernelBuilder;
  readonly grid: Grid;
  /** The variable x = ln(S/S₀), initially 0, which the step advances. */
  readonly x: string;
  /** S₀ */
  readonly spot: Price;
  /** ln(F_t/S₀), F_t the forward at time t. */
  readonly carry: (time: Years) => number;
  /** Value today of the dividends in cash after t, as a part of S₀; given where the model holds them (`holdsCashUntil`). */
  readonly cash?: ((time: Years) => number) | undefined;
  /** Text of `scale` times the spot's Brownian motion B at the end of the step; it starts at 0. */
  readonly spotDriver: (scale: number) => string;
  /** Texts of the model's own Brownian motions at the end of the step, and of its own normals in the step. */
  readonly drivers: readonly string[];
  readonly normals: readonly string[];
  /** True if `variance` and `inverse` of the result are used. */
  readonly bridged: boolean;
}

/** Texts that payoffs and estimators may read of a written step. */
export interface Written {
  /** Text of the variance v of the step; between its ends ln S is treated as a Brownian bridge of this variance. */
  readonly variance: () => string;
  /** Text of 2/v, bounded to what single precision represents. */
  readonly inverse: () => string;
  /** Texts of the model's state variables beside the spot at the end of the step, scaled to order 1; regressions use them. */
  readonly states: readonly string[];
  /** Texts of martingale increments of the step, which a hedge may hold beside the asset. */
  readonly martingales: () => MartingaleIncrements;
}

/**
 * Martingale increments of a step, each of mean 0 given its start: with L the random part of the change of ln S, and N the random part of the change
 * of the first state, up to a factor that depends on time alone.
 */
export interface MartingaleIncrements {
  /** N; absent where the model has no state. */
  readonly state?: string;
  /** L² less its mean, up to the part that N explains. */
  readonly spotSquared?: string;
  /** LN and N² less their means. */
  readonly cross?: string;
  readonly stateSquared?: string;
}

/** The increment of `carry` over each step, for models that advance x incrementally. */
export const carryIncrements = ({ times }: Grid, carry: Scene['carry']): number[] =>
  times.map((time, i) => carry(time) - (i === 0 ? 0 : carry(times[i - 1]!)));
