/**
 * Minimum of a convex quadratic with costs of sizes, by coordinate descent: each quantity in turn goes to the minimum along itself.
 *
 *   minimise  ½ yᵀHy + g·y + μ Σ κ_i |y_i|   over min ≤ y ≤ max,   with the least μ ≥ 1 at which Σ κ_i |y_i| ≤ budget
 *
 * The part that is not smooth is a sum of functions of one quantity each, so that no other point is stationary.
 *
 * @see P. Tseng (2001), Convergence of a block coordinate descent method for nondifferentiable minimization
 */

export interface BoxedCost {
  /** Cost per unit, ≥ 0. */
  readonly cost: number;
  readonly min: number;
  readonly max: number;
}

/** Sweeps over all quantities together, and for one multiplier. */
const MAX_SWEEPS = 20_000;
const MAX_SWEEPS_PER_MULTIPLIER = 2_000;
/** Largest step of a sweep, relative to the largest quantity, at which it has converged. */
const CONVERGED = 1e-12;
/** Largest multiplier sought: scaled slopes are of the order of 1, costs that are smaller than its inverse are no matter. */
const MAX_MULTIPLIER = 2 ** 60;
const BISECTIONS = 60;

/** @param budget in the units of the costs; absent: none */
export function descend(
  hessian: readonly (readonly number[])[],
  gradient: readonly number[],
  terms: readonly BoxedCost[],
  budget = Number.POSITIVE_INFINITY,
): number[] {
  let sweeps = 0;
  const costOf = (y: readonly number[]) => y.reduce((total, value, i) => total + terms[i].cost * Math.abs(value), 0);
  const minimum = (start: readonly number[], multiplier: number): number[] => {
    const y = [...start];
    const slopes = gradient.map((g, i) => hessian[i].reduce((total, h, j) => total + h * y[j], g));
    for (let sweep = 0; sweep < MAX_SWEEPS_PER_MULTIPLIER && sweeps < MAX_SWEEPS; sweep++, sweeps++) {
      let [largestStep, largest] = [0, 1];
      for (const [i, { cost, min, max }] of terms.entries()) {
        const curvature = hessian[i][i];
        // Where the slope of the smooth part is 0, pulled towards 0 by the cost.
        const pulled = curvature * y[i] - slopes[i];
        const free = (Math.sign(pulled) * Math.max(Math.abs(pulled) - multiplier * cost, 0)) / curvature;
        const next = Math.min(Math.max(free, min), max);
        const step = next - y[i];
        if (step === 0) continue;
        for (let j = 0; j < y.length; j++) slopes[j] += hessian[j][i] * step;
        y[i] = next;
        largestStep = Math.max(largestStep, Math.abs(step));
        largest = Math.max(largest, Math.abs(next));
      }
      if (largestStep <= CONVERGED * largest) break;
    }
    return y;
  };
  const idle = terms.map(({ min, max }) => Math.min(Math.max(0, min), max));
  const found = minimum(idle, 1);
  if (costOf(found) <= budget) return found;
  let [low, high] = [0, Math.log2(MAX_MULTIPLIER)];
  let within = idle;
  for (let k = 0; k < BISECTIONS; k++) {
    const middle = (low + high) / 2;
    const y = minimum(within, 2 ** middle);
    if (costOf(y) <= budget) [high, within] = [middle, y];
    else low = middle;
  }
  return within;
}
