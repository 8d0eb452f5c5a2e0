/**
 * Rough Heston (El Euch and Rosenbaum 2019), by a hybrid quadratic-exponential scheme after Gatheral (2022):
 *
 *   V_t = v₀ + ∫₀ᵗ (t − s)^(α−1)/Γ(α) [κ(θ − V_s) ds + ν√V_s dW_s] = ξ(t) + ν ∫₀ᵗ K(t − s) √V_s dW_s,   α = H + ½,
 *   K(t) = t^(α−1) E_{α,α}(−κt^α),   ξ(t) = v₀ + (θ − v₀) κ∫₀ᵗ K
 *
 * The second form is linear in the increments √V dW. Their past contributions are a sum of factors (rough-factors.ts), so the variance
 * expected at any time of the step given its start is ξ plus a linear combination of the factors. So are its means over the step: with
 * equal weights (F), or with the weights of K² for the factors (G), which has less bias.
 * The step itself draws χ = ∫√V dW and ε = ∫(K − β)√V dW with β = ∫K/Δ. V at its end is
 *
 *   V′ = V̂ + ν(βχ + ε) = Q₁ + Q₂,   E[Q₁] = s V̂,   E[Q₂] = (1 − s) V̂,   s = 2H/(H + ½)²,
 *
 * where Q₁ and Q₂ are independent, non-negative draws by Andersen's scheme, whose variances ν²Gβ²Δ and ν²G∫(K − β)² are those of νβχ and
 * νε. s is the limit of the first part's share of the variance as Δ → 0. Dividing the mean V̂ in the same proportion as the variance treats
 * both parts alike and reduces to Andersen's own scheme at H = ½. Equal halves, as published, have two to six times the bias. The integral
 * ∫V over the step is F Δ + pχ, where p = ∫∫K/Δ is its regression coefficient on χ, and
 *
 *   Δ ln F = A χ + √(1 − ρ²) √∫V ζ − (1 − ρ²)∫V/2 − ln E[e^(Aχ)],   A = ρ − ρ²p/2,
 *
 * with the exact expectation, so that the forward is a martingale. The bias of a European price is of first order: at most 0.2 % of the
 * price with 64 steps per year and the parameters of the literature.
 *
 * @see Gatheral (2022), Efficient simulation of affine forward variance models, section 4; L. Andersen (2008)
 */

import type { RoughHestonParameters } from '../../market/model-parameters.js';
import { squareOf } from '../../math/elementary/pow.js';
import { type FractionalKernel, kernelIntegral } from '../../model/fractional-kernel.js';
import { expectedVariance, integratedVariance, kernelOf, meanVariance } from '../../model/rough-heston.js';
import type { Cell } from '../../model/volterra-cell.js';
import { exponentialVariate, logarithm, MIN_DENOMINATOR, twiceArtanh } from '../emit/arithmetic.js';
import type { Grid } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { gbm } from './gbm.js';
import { heston } from './heston.js';
import { type AssetModel, type ConditionalLaw, type ConditionalScene, carryIncrements, type Scene, type Written } from './process.js';
import { openRoughFactors } from './rough-factors.js';

/** Number of steps: 64 by default, two per week for long expiries, and at most 520. */
const STEPS = { usual: 64, perYear: 104, most: 520, least: 8 };
/** Smallest ν that is simulated. It changes a price by less than 1e-6 of itself, and its reciprocal is still safe in single precision. */
const MIN_NU = 1e-6;
/** Floor of V̂ as a share of the variance level, for rare paths and rounding that take it to zero or below. */
const VARIANCE_FLOOR = 1e-6;
/** h = ψ/2 at which Andersen's quadratic scheme gives way to the exponential one. */
const SCHEME_SWITCH = 0.75;
/** Upper bound of h. Above it a non-zero variance is rarer than the points drawn; the mean stays exact. */
const MAX_H = 1e4;
/** Floor of 1 − 2Aa, which must be positive for E[e^(Aχ)] to exist. Only long steps with a positive ρ come near it. */
const MIN_MOMENT_DENOMINATOR = 0.0625;
/** `highest` as a multiple of the root of the variance level: V rarely exceeds nine times that level. */
const ROUGH_HESTON_HIGH_VOLATILITY = 3;

export const roughHeston = (parameters: RoughHestonParameters): AssetModel => {
  const { v0, theta, kappa, hurst } = parameters;
  const level = kappa > 0 ? Math.max(v0, theta) : v0;
  // The asset is deterministic without variance.
  if (level === 0) return gbm(0);
  if (hurst === 0.5) return heston({ v0, kappa, theta, sigma: parameters.nu, rho: parameters.rho });
  const kernel = kernelOf(parameters);
  return {
    drivers: 1,
    normals: 1,
    steps: (last) => ({ usual: Math.min(STEPS.most, Math.max(STEPS.usual, Math.ceil(STEPS.perYear * last))), least: STEPS.least }),
    deviation: (from, to) => Math.sqrt(Math.max(integratedVariance(parameters, to) - integratedVariance(parameters, from), 0)),
    gaussian: false,
    biasOrder: 1,
    relative: true,
    highest: ROUGH_HESTON_HIGH_VOLATILITY * Math.sqrt(level),
    write: (scene) => write(parameters, scene, kernel, level),
    conditional: {
      rho: parameters.rho,
      // Approximates √V by the root of its mean over time, and K by its value at half that time.
      tilt: (last) => (parameters.nu * kernelIntegral(kernel, last / 2)) / Math.sqrt(integratedVariance(parameters, last)),
      write: (scene) => writeConditional(parameters, scene, kernel, level),
    },
  };
};

/** The result of a step of the variance: texts of Aχ − ln E[e^(Aχ)], of ∫V over the step, and of V at its end. */
interface VarianceStep {
  readonly along: string;
  readonly v: string;
  /** Text of the mean variance from the end of the step to that of the grid, expected at the former. */
  readonly ahead: string;
  /** Name of νβχ, the part of V at the end less its mean that moves ln S, and text of its variance. */
  readonly drawn: string;
  readonly drawnVariance: string;
  /** Text of A/νβ, by which it moves ln S. */
  readonly loading: string;
}

/** Writes the step of V. @param z  name of the standardised increment of W */
function writeVariance(
  parameters: RoughHestonParameters,
  { builder, grid, normals }: Pick<Scene, 'builder' | 'grid' | 'normals'>,
  kernel: FractionalKernel,
  level: number,
  z: string,
): VarianceStep {
  const { rho } = parameters;
  const { fresh, scalar, column, step } = builder;
  const names = (count: number) => Array.from({ length: count }, fresh) as [string, ...string[]];
  const nu = Math.max(parameters.nu, MIN_NU);
  const { cells, total, ahead, advance } = openRoughFactors(builder, grid, kernel, nu);
  const share = (cell: Cell) => shareOf(parameters.hurst, cell);
  const per = (evaluate: (cell: Cell) => number) => column(cells.map(evaluate));
  const floor = scalar(VARIANCE_FLOOR * level);

  const mean = column(meanVariances(parameters, grid));
  const [end, even, near, ratio] = names(4);
  step(`const ${end} = Math.max(${column(grid.times.map((time) => expectedVariance(parameters, time)))} + ${total(({ decay }) => decay)}, ${floor});
const ${even} = ${mean} + ${total(({ evenly }) => evenly)};
const ${near} = Math.max(${mean} + ${total(({ near }) => near)}, ${floor});
const ${ratio} = ${near} / (${end} * ${end});`);

  // χ and ε are obtained from their contributions νβχ and νε to V′.
  const [part, h, drawn] = names(3);
  step(`const ${part} = ${end} * ${per(share)};
const ${h} = Math.min(${ratio} * ${per((cell) => (nu * nu * (cell.square - cell.rest)) / (2 * squareOf(share(cell))))}, ${MAX_H}.0);`);
  const a = per(({ beta, integral }) => (beta === 0 ? 0 : (rho - (rho * rho * nu * integral) / 2) / (nu * beta)));
  const f = fresh();
  draw(builder, drawn!, { mean: part, h: h!, z }, { a, f });
  const [chi, v, epsilon] = names(3);
  step(`const ${chi} = ${drawn} * ${per(({ beta }) => (beta === 0 ? 0 : 1 / (nu * beta)))};
const ${v} = Math.max(${even} * ${column(grid.lengths)} + ${per(({ integral }) => nu * integral)} * ${chi}, 0.0);`);
  const [rest, spread, other] = names(3);
  step(`const ${rest} = ${end} - ${part};
const ${spread} = Math.min(${ratio} * ${per((cell) => (nu * nu * cell.rest) / (2 * squareOf(1 - share(cell))))}, ${MAX_H}.0);`);
  draw(builder, other!, { mean: rest, h: spread!, z: normals[0]! });
  step(`const ${epsilon} = ${other} * ${scalar(1 / nu)};`);
  advance(chi, epsilon);
  const last = grid.times[grid.times.length - 1]!;
  const meanAhead = grid.times.map((time) => (time < last ? meanVariance(parameters, time, last) : expectedVariance(parameters, time)));
  return {
    along: `${a} * ${drawn} - ${f}`,
    v: v!,
    ahead: `${column(meanAhead)} + ${ahead((i) => last - grid.times[i]!)}`,
    drawn: drawn!,
    drawnVariance: `2.0 * ${h} * ${part} * ${part}`,
    loading: a,
  };
}

/**
 * The share s = 2H/(H + ½)², the limit of β²Δ/∫K² as the step goes to 0. Where reversion makes that ratio less than half of the limit, s
 * decreases with its square root, so that neither part is more skewed than the other.
 */
function shareOf(hurst: number, { square, rest }: Cell): number {
  const limit = (2 * hurst) / squareOf(hurst + 0.5);
  const evenly = (part: number) => Math.sqrt(part) / (Math.sqrt(part) + Math.sqrt(1 - part));
  const part = square === 0 ? limit : 1 - rest / square;
  return limit * Math.min(1, evenly(Math.min(2 * part, limit)) / evenly(limit));
}

/** Mean of E[V] over each step. */
const meanVariances = (parameters: RoughHestonParameters, { times, lengths }: Grid): number[] =>
  times.map((time, i) => (lengths[i]! > 0 ? meanVariance(parameters, time - lengths[i]!, time) : expectedVariance(parameters, time)));

const inverseRoots = ({ lengths }: Grid): number[] => lengths.map((dt) => (dt > 0 ? 1 / Math.sqrt(dt) : 0));

function write(parameters: RoughHestonParameters, scene: Scene, kernel: FractionalKernel, level: number): Written {
  const { rho } = parameters;
  const { builder, grid, x, carry, spotDriver, drivers, bridged } = scene;
  const { fresh, scalar, column, local, step } = builder;
  const across = Math.sqrt(Math.max(0, 1 - rho * rho));
  const inverseRoot = column(inverseRoots(grid));
  const [alongBefore, besideBefore, alongNow, besideNow, z, zeta] = [local('0.0'), local('0.0'), fresh(), fresh(), fresh(), fresh()];
  step(`const ${alongNow} = ${spotDriver(rho)} + ${scalar(across)} * ${drivers[0]};
const ${besideNow} = ${spotDriver(across)} + ${scalar(-rho)} * ${drivers[0]};
const ${z} = (${alongNow} - ${alongBefore}) * ${inverseRoot};
const ${zeta} = (${besideNow} - ${besideBefore}) * ${inverseRoot};
${alongBefore} = ${alongNow};
${besideBefore} = ${besideNow};`);
  const { along, v, ahead, drawn, drawnVariance, loading } = writeVariance(parameters, scene, kernel, level, z);
  step(
    `${x} = ${x} + ${column(carryIncrements(grid, carry))} + ${along} + ${scalar(across)} * Math.sqrt(${v}) * ${zeta} - ${scalar(squareOf(across) / 2)} * ${v};`,
  );
  const inverse = fresh();
  if (bridged) step(`const ${inverse} = 2.0 / Math.max(${v}, ${MIN_DENOMINATOR});`);
  const unit = scalar(1 / level);
  // χ moves the variance ahead. The other part of V at the end, which ε draws, has decayed by the next date.
  const martingales = () => {
    const independent = `${scalar(across)} * Math.sqrt(${v}) * ${zeta}`;
    const squared = `(${drawn} * ${drawn} - ${drawnVariance})`;
    return {
      state: `${drawn} * ${unit}`,
      spotSquared: `${loading} * (${loading} * ${squared} + 2.0 * ${drawn} * ${independent}) + ${scalar(across * across)} * ${v} * (${zeta} * ${zeta} - 1.0)`,
      cross: `(${loading} * ${squared} + ${drawn} * ${independent}) * ${unit}`,
      stateSquared: `${squared} * ${unit} * ${unit}`,
    };
  };
  return { variance: () => v, inverse: () => inverse, states: [`((${ahead}) * ${unit})`], martingales };
}

function writeConditional(
  parameters: RoughHestonParameters,
  scene: ConditionalScene,
  kernel: FractionalKernel,
  level: number,
): ConditionalLaw {
  const { rho } = parameters;
  const { builder, grid, carry, driver } = scene;
  const { fresh, scalar, column, local, step } = builder;
  const [exponent, variance, previous, z] = [local('0.0'), local('0.0'), local('0.0'), fresh()];
  step(`const ${z} = (${driver} - ${previous}) * ${column(inverseRoots(grid))};
${previous} = ${driver};`);
  const { along, v } = writeVariance(parameters, scene, kernel, level, z);
  step(`${exponent} = ${exponent} + ${column(carryIncrements(grid, carry))} + ${along};
${variance} = ${variance} + ${scalar(1 - rho * rho)} * ${v};`);
  return { exponent, variance };
}

/**
 * Writes `target` = Q − m for a variate Q ≥ 0 of mean m and variance 2hm² (Andersen 2008) from a normal z: Q is the square of a normal
 * where h ≤ ¾, and zero or an exponential elsewhere. If `exponent` is given, also writes f = ln E[e^(a(Q − m))].
 */
function draw(
  { fresh, step }: KernelBuilder,
  target: string,
  { mean, h, z }: { readonly mean: string; readonly h: string; readonly z: string },
  exponent?: { readonly a: string; readonly f: string },
): void {
  const [q, below, few, k, chance, excess, least] = Array.from({ length: 7 }, fresh) as [string, ...string[]];
  let inQuadratic = '';
  let inExponential = '';
  if (exponent !== undefined) {
    const { a, f } = exponent;
    const [am, share, gone, denominator, w, growth, w2] = Array.from({ length: 7 }, fresh) as [string, ...string[]];
    inQuadratic = `
const ${am} = ${a} * ${mean};
const ${share} = ${am} * ${below};
const ${gone} = Math.max(-2.0 * ${share}, ${MIN_MOMENT_DENOMINATOR - 1});
const ${denominator} = 1.0 + ${gone};${quarterLogarithm(w!, gone!, fresh)}
let ${f} = ${share} * (2.0 * ${am} * ${q} / ${denominator} - 1.0) - 2.0 * ${twiceArtanh(w!)};`;
    inExponential = `
  const ${growth} = Math.max(${am} / Math.max(1.0 - ${am} * ${chance}, ${MIN_MOMENT_DENOMINATOR}), ${MIN_MOMENT_DENOMINATOR - 1});${quarterLogarithm(w2!, growth!, fresh)}
  ${f} = 4.0 * ${twiceArtanh(w2!)} - ${am};`;
  }
  step(`const ${q} = Math.sqrt(Math.max(1.0 - ${h}, ${1 - SCHEME_SWITCH}));
const ${below} = Math.min(${h}, ${SCHEME_SWITCH}) / (1.0 + ${q});
let ${target} = ${mean} * (2.0 * Math.sqrt(${q} * ${below}) * ${z} + ${below} * (${z} * ${z} - 1.0));${inQuadratic}
const ${few} = ${h} > ${SCHEME_SWITCH} ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${few}; ${k}++) {
  const ${chance} = ${h} + 0.5;${exponentialVariate(excess!, z, fresh)}${logarithm(least!, chance!, fresh)}
  ${target} = ${mean} * (${chance} * Math.max(${excess} - ${least}, 0.0) - 1.0);${inExponential}
}`);
}

/**
 * Writes `w` with 2 artanh w = ¼ ln(1 + e), where e is a name. It is computed from e because 1 + e would round off the small e of a short
 * step, which over many steps would bias the forward.
 */
function quarterLogarithm(w: string, e: string, fresh: () => string): string {
  const root = fresh();
  return `
const ${root} = Math.sqrt(Math.sqrt(1.0 + ${e}));
const ${w} = ${e} / ((${root} + 1.0) * (${root} + 1.0) * (${root} * ${root} + 1.0));`;
}
