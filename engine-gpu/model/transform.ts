/** What a model must know of itself for options to be priced from its characteristic function. */

/** Writes the real and imaginary part of ln E[e^(iξX)], ξ = x + iy, to `out`. */
export type Exponent = (x: number, y: number, out: Float64Array) => void;

export interface TransformModel {
  /** Of X = ln(S_T/F_T): φ(0) = φ(−i) = 1. Analytic off the imaginary axis. */
  readonly exponent: Exponent;
  /** Whether E[e^(pX)] is finite; what is not known is answered with no. Of p in [0, 1] it is not asked. */
  readonly hasMoment: (p: number) => boolean;
  /** Where −arg φ(ξ)/ξ goes as ξ grows: e^(−iξk) φ(ξ) oscillates with k + `shift`, k = ln(K/F). */
  readonly shift: number;
}
