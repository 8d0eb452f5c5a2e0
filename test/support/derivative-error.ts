/** The whole error of a derivative of contract/greeks: of its paths, and of the bias that its bumps leave. */
import type { Derivatives } from '#engine-gpu/simulation/run/derivatives';

export const derivativeError = ({ standardErrors, errorBounds }: Derivatives, greek: keyof Derivatives['errorBounds']): number =>
  Math.hypot(standardErrors[greek], errorBounds[greek]);
