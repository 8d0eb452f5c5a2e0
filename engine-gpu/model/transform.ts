/** Model as seen by the transform methods, which price its options from the characteristic function. */

/** Writes the real and imaginary parts of ln E[e^(iξX)], ξ = x + iy, to `out`. */
export type Exponent = (x: number, y: number, out: Float64Array) => void;

export interface TransformModel {
  /** ln φ of X = ln(S_T/F_T), with φ(0) = φ(−i) = 1; analytic off the imaginary axis. */
  readonly exponent: Exponent;
  /** True if E[e^(pX)] is known to be finite, for p outside [0, 1]; inside it always is. */
  readonly hasMoment: (p: number) => boolean;
  /** Limit of −arg φ(ξ)/ξ for large ξ: e^(−iξk) φ(ξ) oscillates with the frequency k + `shift`, k = ln(K/F). */
  readonly shift: number;
}
