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
