/**
 * Nonlinear least squares with bounds: minimises F(x) = ½ Σ rᵢ(x)² over lower ≤ x ≤ upper.
 *
 * Levenberg-Marquardt with Marquardt's scaling, Nielsen's damping and steps projected onto the bounds. A parameter on a bound whose
 * gradient points outwards is held there.
 *
 * @see Madsen, Nielsen and Tingleff (2004), Methods for non-linear least squares problems, algorithm 3.16
 * @see Kanzow, Yamashita and Fukushima (2004), Levenberg-Marquardt methods with strong local convergence properties
 *      for solving nonlinear equations with convex constraints, algorithm 3.1
 */
import { clamp } from './clamp.js';
import { integerPower, squareOf } from './elementary/pow.js';

export interface LeastSquaresProblem {
  /** Number of residuals m. */
  readonly residualCount: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Writes r (m) and ∂rᵢ/∂xⱼ (m × n, row by row). A residual that is not finite says that the model has no value at x. */
  evaluate(x: Float64Array, residuals: Float64Array, jacobian: Float64Array): void;
  /** Present where derivatives repeat or are mostly 0: `evaluate` then writes this many numbers per residual, from which JᵀJ and Jᵀr are summed. */
  readonly compact?: {
    readonly width: number;
    /** Adds to JᵀJ (n × n), of which the lower triangle is read, and to Jᵀr (n), both 0 before. */
    sum(residuals: Float64Array, jacobian: Float64Array, normal: Float64Array, gradient: Float64Array): void;
  };
}

/**
 * Why the iteration stopped. `residuals`: they are zero to rounding. `gradient`: the residuals are orthogonal to every free direction.
 * `cost`, `step`: the last reduction of F, or the next step, is below the tolerance. `iterations`: the limit was reached.
 */
export type StopReason = 'residuals' | 'gradient' | 'cost' | 'step' | 'iterations';

export interface Minimum {
  readonly x: Float64Array;
  readonly residuals: Float64Array;
  /** F at x. */
  readonly cost: number;
  /** Number of steps tried, rejected ones included. */
  readonly iterations: number;
  readonly converged: boolean;
  readonly stopReason: StopReason;
}

export interface StopCriteria {
  readonly maxIterations: number;
  /** Root mean square residual at or below which the fit is exact. */
  readonly residual: number;
  /** Largest |cosine| between the residuals and a free column of the Jacobian at which x is a minimum. */
  readonly gradient: number;
  /** Smallest relative reduction of F by an accepted step with which the iteration goes on. */
  readonly cost: number;
  /** Smallest length of a step relative to x, both in Marquardt's scale, with which the iteration goes on. */
  readonly step: number;
}

/** Damping μ of the first step, in Marquardt's scale (Madsen, Nielsen and Tingleff's τ). */
const INITIAL_DAMPING = 1e-3;

/**
 * @param start  n starting values; clamped to the bounds
 * @returns undefined where a residual is not finite at the start
 */
export function levenbergMarquardt(problem: LeastSquaresProblem, start: readonly number[], stop: StopCriteria): Minimum | undefined {
  const { residualCount: m, lower, upper } = problem;
  const n = start.length;
  let x = Float64Array.from(start, (value, j) => clamp(value, lower[j]!, upper[j]!));
  let residuals = new Float64Array(m);
  const width = problem.compact?.width ?? n;
  let jacobian = new Float64Array(m * width);
  let trial = new Float64Array(n);
  let trialResiduals = new Float64Array(m);
  let trialJacobian = new Float64Array(m * width);
  const normal = new Float64Array(n * n);
  const gradient = new Float64Array(n);
  const scale = new Float64Array(n);
  const step = new Float64Array(n);

  problem.evaluate(x, residuals, jacobian);
  let cost = halfSquare(residuals);
  let damping = INITIAL_DAMPING;
  let growth = 2;
  let accepted = true;
  let free: number[] = [];
  const end = (stopReason: StopReason, iterations: number): Minimum => ({
    x,
    residuals,
    cost,
    iterations,
    converged: stopReason !== 'iterations',
    stopReason,
  });
  if (!Number.isFinite(cost)) return undefined;

  for (let iteration = 0; ; iteration++) {
    if (accepted) {
      if (Math.sqrt((2 * cost) / m) <= stop.residual) return end('residuals', iteration);
      normal.fill(0);
      gradient.fill(0);
      if (problem.compact === undefined) normalEquations(jacobian, residuals, n, normal, gradient);
      else problem.compact.sum(residuals, jacobian, normal, gradient);
      for (let j = 0; j < n; j++) for (let k = 0; k < j; k++) normal[k * n + j] = normal[j * n + k]!;
      // The largest norm that each column has had, so that a parameter that loses its effect on the way keeps a scale.
      for (let j = 0; j < n; j++) scale[j] = Math.max(scale[j]!, normal[j * n + j]!);
      free = [...x.keys()].filter(
        (j) => scale[j]! > 0 && !(x[j]! <= lower[j]! && gradient[j]! > 0) && !(x[j]! >= upper[j]! && gradient[j]! < 0),
      );
      const length = Math.sqrt(2 * cost);
      if (free.every((j) => Math.abs(gradient[j]!) <= stop.gradient * Math.sqrt(normal[j * n + j]!) * length))
        return end('gradient', iteration);
    }
    if (iteration === stop.maxIterations) return end('iterations', iteration);

    solveDamped(normal, gradient, scale, damping, free, n, step);
    let stepLength = 0;
    let xLength = 0;
    for (let j = 0; j < n; j++) {
      trial[j] = clamp(x[j]! + step[j]!, lower[j]!, upper[j]!);
      step[j] = trial[j]! - x[j]!;
      stepLength += scale[j]! * squareOf(step[j]!);
      xLength += scale[j]! * squareOf(x[j]!);
    }
    if (stepLength <= squareOf(stop.step) * xLength) return end('step', iteration);

    problem.evaluate(trial, trialResiduals, trialJacobian);
    const trialCost = halfSquare(trialResiduals);
    const predicted = predictedReduction(normal, gradient, step, n);
    const gain = (cost - trialCost) / predicted;
    accepted = trialCost < cost && predicted > 0;
    if (accepted) {
      const reduction = cost - trialCost;
      [x, trial] = [trial, x];
      [residuals, trialResiduals] = [trialResiduals, residuals];
      [jacobian, trialJacobian] = [trialJacobian, jacobian];
      const previousCost = cost;
      cost = trialCost;
      if (reduction <= stop.cost * previousCost && predicted <= stop.cost * previousCost) return end('cost', iteration + 1);
      damping *= Math.max(1 / 3, 1 - integerPower(2 * gain - 1, 3));
      growth = 2;
    } else {
      damping *= growth;
      growth *= 2;
    }
  }
}

/** F; infinite where a residual is not finite. */
function halfSquare(residuals: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < residuals.length; i++) sum += residuals[i]! * residuals[i]!;
  return Number.isFinite(sum) ? sum / 2 : Number.POSITIVE_INFINITY;
}

/** Adds to the lower triangle of JᵀJ (n × n) and to Jᵀr (n). */
function normalEquations(jacobian: Float64Array, residuals: Float64Array, n: number, normal: Float64Array, gradient: Float64Array): void {
  for (let i = 0; i < residuals.length; i++) {
    const row = i * n;
    const residual = residuals[i]!;
    for (let j = 0; j < n; j++) {
      const entry = jacobian[row + j]!;
      gradient[j]! += entry * residual;
      for (let k = 0; k <= j; k++) normal[j * n + k]! += entry * jacobian[row + k]!;
    }
  }
}

/** Reduction of F by the step h in the linearised model: −gᵀh − ½hᵀJᵀJh. */
function predictedReduction(normal: Float64Array, gradient: Float64Array, step: Float64Array, n: number): number {
  let reduction = 0;
  for (let j = 0; j < n; j++) {
    let product = 0;
    for (let k = 0; k < n; k++) product += normal[j * n + k]! * step[k]!;
    reduction -= step[j]! * (gradient[j]! + 0.5 * product);
  }
  return reduction;
}

/** Solves (JᵀJ + μD) h = −g for the free parameters, scaled by D, by Cholesky factorisation; h is 0 for the others. */
function solveDamped(
  normal: Float64Array,
  gradient: Float64Array,
  scale: Float64Array,
  damping: number,
  free: readonly number[],
  n: number,
  step: Float64Array,
): void {
  const size = free.length;
  const factor = new Float64Array(size * size);
  const solution = new Float64Array(size);
  for (let a = 0; a < size; a++) {
    const j = free[a]!;
    const rootJ = Math.sqrt(scale[j]!);
    for (let b = 0; b <= a; b++) {
      const k = free[b]!;
      let entry = normal[j * n + k]! / (rootJ * Math.sqrt(scale[k]!)) + (a === b ? damping : 0);
      for (let c = 0; c < b; c++) entry -= factor[a * size + c]! * factor[b * size + c]!;
      // Positive in exact arithmetic; where the damping is tiny, rounding can make it negative.
      factor[a * size + b] = a === b ? Math.sqrt(Math.max(entry, Number.EPSILON)) : entry / factor[b * size + b]!;
    }
    let right = -gradient[j]! / rootJ;
    for (let b = 0; b < a; b++) right -= factor[a * size + b]! * solution[b]!;
    solution[a] = right / factor[a * size + a]!;
  }
  step.fill(0);
  for (let a = size - 1; a >= 0; a--) {
    let value = solution[a]!;
    for (let b = a + 1; b < size; b++) value -= factor[b * size + a]! * solution[b]!;
    solution[a] = value / factor[a * size + a]!;
    step[free[a]!] = solution[a]! / Math.sqrt(scale[free[a]!]!);
  }
}
