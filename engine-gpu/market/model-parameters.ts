/** Parameters of the equity models, as numbers: what a market carries for an asset and what the models compute with. */
import type { Price, Volatility, Years } from '../base/units.js';

export interface HestonParameters {
  /** Variance now, ≥ 0 */
  readonly v0: number;
  /** κ ≥ 0, per year */
  readonly kappa: number;
  /** Long-run variance, ≥ 0 */
  readonly theta: number;
  /** Volatility of variance, ≥ 0 */
  readonly sigma: number;
  /** Correlation of asset and variance, in [−1, 1] */
  readonly rho: number;
}

export interface RoughHestonParameters {
  /** H in (0, ½] */
  readonly hurst: number;
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  /** ν ≥ 0; its law from the characteristic function asks for more */
  readonly nu: number;
  readonly rho: number;
}

/** V_t = ξ₀ exp(ηY_t − η²t^(2H)/2), Y_t = √(2H) ∫₀ᵗ (t − s)^(H−½) dW_s: a model without a transform, which only paths tell of. */
export interface RoughBergomiParameters {
  /** H in (0, ½] */
  readonly hurst: number;
  /** η ≥ 0 */
  readonly eta: number;
  /** Correlation of asset and variance */
  readonly rho: number;
  /** ξ₀ ≥ 0, the variance expected at every time */
  readonly xi0: number;
}

export interface Quotes {
  /** Strictly increasing, price units. */
  readonly strikes: readonly Price[];
  /** Strictly increasing, > 0. */
  readonly expiries: readonly Years[];
  /** A row an expiry, decimal. */
  readonly volatilities: readonly (readonly Volatility[])[];
}
