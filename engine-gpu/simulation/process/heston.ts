/**
 * Heston's stochastic volatility by Andersen's quadratic-exponential scheme with martingale correction.
 *
 * Over a step of length Δ the variance V becomes V′, whose first two moments are exact:
 *
 *   m = V e + θ(1 − e),   s² = σ² g (V e + θ(1 − e)/2),   e = e^(−κΔ),   g = (1 − e)/κ,
 *
 * With h = s²/(2m²), V′ is the square of a normal where h ≤ ¾, V′ = m(√q + √(1 − q) Z)², q = √(1 − h); elsewhere it is zero or an
 * exponential, V′ = m(h + ½) max(0, −ln Φ(−Z) − ln(h + ½)). The variance integrated over the step is approximated by its mean given both
 * ends for constant noise, I = w(V + V′) + θ(Δ − 2w), w = g/(1 + e). With D = (V′ − m)/σ and the share λ = 2w/Δ of ρ²,
 *
 *   Δ ln(S/F) = [B D + f(V)] + [√(1 − r²) √I Y − (1 − r²) I/2],   B = ρ(1 + κw) − σr²w/2,   r² = λρ²,
 *
 * f such that the exponential of each bracket has mean 1: with u = Bσs₁²/(m(1 + q)), s₁ = s/σ,
 *
 *   f = [u/2 − B²s₁²/(1 + q)]/(1 − u) + ½ ln(1 − u)              where h ≤ ¾,
 *   f = Bm/σ − ln(1 + (Bm/σ)/(1 − (Bm/σ)(h + ½)))                elsewhere.
 *
 * This is Andersen's scheme in variables that do not cancel as σ → 0, where the variance becomes deterministic. His γ₁ = γ₂ = ½ is
 * w = Δ/2, the limit of w as κΔ → 0. Under fast reversion I and the share 1 − λ of the noise that V′ does not explain matter: with them
 * the price is also right as κΔ → ∞. Z and Y are rotations of the normals of the spot's driver B, which leads the bridge, and of another
 * driver: Z = rB + √(1 − r²) Z′, Y = √(1 − r²) B − rZ′. The discretisation error of a European price is nearly of second order in Δ: with
 * 52 steps per year it is at most 1e-4 of the spot at usual parameters.
 *
 * @see L. Andersen (2008), Simple and efficient simulation of the Heston stochastic volatility model, sections 3.2 and 4
 */

import type { Years } from '../../base/units.js';
import type { HestonParameters } from '../../market/model-parameters.js';
import { decayIntegral } from '../../math/decay.js';
import { exp, expm1 } from '../../math/elementary/exp.js';
import { integratedVariance } from '../../model/heston.js';
import { exponentialVariate, logarithm, logarithmNearOne, MIN_DENOMINATOR, twiceArtanh } from '../emit/arithmetic.js';
import type { Grid } from '../emit/grid.js';
import type { AssetModel, ConditionalLaw, ConditionalScene, Scene, Written } from './process.js';

const STEPS_PER_YEAR = 52;
/** Minimum number of steps, for short expiries. */
const MIN_STEPS = 12;
/** Number of steps per reversion time 1/κ, up to MAX_STEPS_FOR_REVERSION in total: where more would be needed, v₀ hardly matters. */
const STEPS_PER_REVERSION_TIME = 4;
const MAX_STEPS_FOR_REVERSION = 1024;
/** Largest |B|σg for which the series of the logarithms converge and the corrected moments exist. */
const MAX_SERIES_EXPONENT = 0.5;
/** h at which the quadratic scheme gives way to the exponential one: ψ = 2h = 1.5, which both cover. */
export const SCHEME_SWITCH = 0.75;
/** Upper bound of h. Above it a non-zero variance is rarer than the points drawn; the mean stays exact. */
export const MAX_H = 1e4;
/** `highest` as a multiple of the root of the variance level: V rarely exceeds four times that level. */
const HESTON_HIGH_VOLATILITY = 2;

export const heston = (parameters: HestonParameters): AssetModel => {
  const { v0, theta } = parameters;
  const level = Math.max(v0, theta);
  return {
    drivers: 1,
    normals: 0,
    steps: (last) => ({ usual: usualSteps(parameters, last), least: leastSteps(parameters, last) }),
    deviation: (from, to) => Math.sqrt(Math.max(integratedVariance(parameters, to) - integratedVariance(parameters, from), 0)),
    gaussian: false,
    relative: true,
    highest: HESTON_HIGH_VOLATILITY * Math.sqrt(level),
    write: (scene) => write(parameters, scene, level),
    conditional: {
      rho: parameters.rho,
      // Approximates √V by the root of its mean over time, and lets an increment revert for half of that time.
      tilt: (last) => (parameters.sigma * decayIntegral(parameters.kappa, last / 2)) / Math.sqrt(integratedVariance(parameters, last)),
      write: (scene) => writeConditional(parameters, scene),
    },
  };
};

/** The constants of a step of length Δ. */
interface StepConstants {
  /** e, and 1 − e. */
  readonly kept: number;
  readonly lost: number;
  readonly g: number;
  readonly w: number;
  /** θ(Δ − 2w) */
  readonly settled: number;
  /** r, and √(1 − r²). */
  readonly along: number;
  readonly across: number;
  readonly b: number;
}

export function stepConstants({ kappa, sigma, theta, rho }: HestonParameters, dt: Years): StepConstants {
  const carried = exp(-kappa * dt);
  const g = decayIntegral(kappa, dt);
  const w = g / (1 + carried);
  const along = dt > 0 ? rho * Math.sqrt((2 * w) / dt) : rho;
  return {
    kept: carried,
    lost: -expm1(-kappa * dt),
    g,
    w,
    settled: theta * Math.max(0, dt - 2 * w),
    along,
    across: Math.sqrt(Math.max(0, 1 - along * along)),
    b: rho * (1 + kappa * w) - (sigma * along * along * w) / 2,
  };
}

const constantsOf = (parameters: HestonParameters, { lengths }: Grid): readonly StepConstants[] =>
  lengths.map((dt) => stepConstants(parameters, dt));

const usualSteps = ({ kappa }: HestonParameters, last: Years): number =>
  Math.ceil(Math.max(MIN_STEPS, STEPS_PER_YEAR * last, Math.min(STEPS_PER_REVERSION_TIME * kappa * last, MAX_STEPS_FOR_REVERSION)));

function leastSteps(parameters: HestonParameters, last: Years): number {
  const isTaken = (steps: number) => {
    const { b, g } = stepConstants(parameters, last / steps);
    return Math.abs(b) * parameters.sigma * g <= MAX_SERIES_EXPONENT;
  };
  let steps = 1;
  while (!isTaken(steps)) steps *= 2;
  return steps;
}

/** The result of a step of the variance. */
interface VarianceStep {
  /** Text of BD + f: the contribution of W to ln S, whose exponential has mean 1. */
  readonly along: string;
  /** Names of I, and of √(1 − r²). */
  readonly spent: string;
  readonly across: string;
  /** The variable V at the end of the step. */
  readonly variance: string;
  /** Names of D = (V′ − m)/σ, its variance, and B. */
  readonly innovation: string;
  readonly innovationVariance: string;
  readonly loading: string;
}

/** Writes the step of V. @param z  name of the standardised increment of W */
function writeVariance(parameters: HestonParameters, { builder, grid }: Pick<Scene, 'builder' | 'grid'>, z: string): VarianceStep {
  const { v0, theta, sigma } = parameters;
  const { fresh, scalar, column, local, step } = builder;
  const each = constantsOf(parameters, grid);
  const per = (evaluate: (one: StepConstants) => number): string => column(each.map(evaluate));
  const variance = local(scalar(v0));
  const [half, m, middle, between, inverseM, r, h, q, share, b, u, d, next, inverseU, w, f] = Array.from({ length: 16 }, fresh);
  const vol = scalar(sigma);
  step(`const ${half} = ${per(({ lost }) => (theta * lost) / 2)};
const ${middle} = ${variance} * ${per(({ kept: carried }) => carried)} + ${half};
const ${m} = ${middle} + ${half};
const ${between} = ${middle} * ${per(({ g }) => g)};
const ${inverseM} = 1.0 / Math.max(${m}, ${MIN_DENOMINATOR});
const ${r} = ${vol} * ${between} * ${inverseM};
const ${h} = Math.min(0.5 * ${vol} * ${r} * ${inverseM}, ${MAX_H}.0);
const ${q} = Math.sqrt(Math.max(1.0 - ${h}, ${1 - SCHEME_SWITCH}));
const ${share} = 1.0 / (1.0 + ${q});
const ${b} = ${per((one) => one.b)};
const ${u} = ${b} * ${r} * ${share};
let ${d} = Math.sqrt(2.0 * ${between} * ${q} * ${share}) * ${z} + 0.5 * ${r} * ${share} * (${z} * ${z} - 1.0);
let ${next} = Math.max(${m} + ${vol} * ${d}, 0.0);
const ${inverseU} = 1.0 / ((1.0 - ${u}) * (2.0 - ${u}));
const ${w} = -${u} * (1.0 - ${u}) * ${inverseU};
let ${f} = (0.5 * ${u} - ${b} * ${b} * ${between} * ${share}) * (2.0 - ${u}) * ${inverseU} + 0.5 * ${twiceArtanh(w!)};`);

  const [few, k, chance, excess, least, drift, ratio] = Array.from({ length: 7 }, fresh);
  const inverseVol = scalar(sigma > 0 ? 1 / sigma : 0);
  step(`const ${few} = ${h} > ${SCHEME_SWITCH} ? 1.0 : 0.0;
for (let ${k} = 0; ${k} < ${few}; ${k}++) {
  const ${chance} = ${h} + 0.5;${exponentialVariate(excess!, z, fresh)}${logarithm(least!, chance!, fresh)}
  ${next} = ${m} * ${chance} * Math.max(${excess} - ${least}, 0.0);
  ${d} = (${next} - ${m}) * ${inverseVol};
  const ${drift} = ${b} * ${m} * ${inverseVol};
  const ${ratio} = 1.0 + ${drift} / (1.0 - ${drift} * ${chance});${logarithmNearOne(`${ratio}n`, ratio!, fresh)}
  ${f} = ${drift} - ${ratio}n;
}`);

  const [spent, along, across] = [fresh(), fresh(), fresh()];
  step(`const ${spent} = ${per((one) => one.w)} * (${variance} + ${next}) + ${per(({ settled }) => settled)};
const ${along} = ${b} * ${d} + ${f};
const ${across} = ${per((one) => one.across)};
${variance} = ${next};`);
  return { along, spent, across, variance, innovation: d!, innovationVariance: between!, loading: b! };
}

const inverseRoots = ({ lengths }: Grid): number[] => lengths.map((dt) => (dt > 0 ? 1 / Math.sqrt(dt) : 0));

function write(parameters: HestonParameters, { builder, grid, x, carry, spotDriver, drivers, bridged }: Scene, level: number): Written {
  const { fresh, scalar, column, local, step } = builder;
  const varianceDriver = drivers[0];
  const [grown, spotBefore, ownBefore] = [local('0.0'), local('0.0'), local('0.0')];
  const [spot, root, turned, rest, ofSpot, ofOwn, z, y] = Array.from({ length: 8 }, fresh);
  const each = constantsOf(parameters, grid);
  step(`const ${spot} = ${spotDriver(1)};
const ${root} = ${column(inverseRoots(grid))};
const ${turned} = ${column(each.map(({ along }) => along))};
const ${rest} = ${column(each.map((one) => one.across))};
const ${ofSpot} = (${spot} - ${spotBefore}) * ${root};
const ${ofOwn} = (${varianceDriver} - ${ownBefore}) * ${root};
${spotBefore} = ${spot};
${ownBefore} = ${varianceDriver};
const ${z} = ${turned} * ${ofSpot} + ${rest} * ${ofOwn};
const ${y} = ${rest} * ${ofSpot} - ${turned} * ${ofOwn};`);
  const {
    along,
    spent,
    across,
    variance,
    innovation: d,
    innovationVariance,
    loading: b,
  } = writeVariance(parameters, { builder, grid }, z!);
  const unit = scalar(level > 0 ? 1 / level : 0);
  step(`${grown} = ${grown} + ${along} + ${across} * (Math.sqrt(${spent}) * ${y} - 0.5 * ${across} * ${spent});
${x} = ${column(grid.times.map(carry))} + ${grown};`);
  const inverse = fresh();
  if (bridged) step(`const ${inverse} = 2.0 / Math.max(${spent}, ${MIN_DENOMINATOR});`);
  return {
    variance: () => spent,
    inverse: () => inverse,
    states: [`(${variance} * ${unit})`],
    martingales: () => {
      const toState = scalar(level > 0 ? parameters.sigma / level : 0);
      const independent = `${across} * Math.sqrt(${spent}) * ${y}`;
      const squared = `(${d} * ${d} - ${innovationVariance})`;
      return {
        state: `${d} * ${toState}`,
        spotSquared: `${b} * (${b} * ${squared} + 2.0 * ${d} * ${independent}) + ${across} * ${across} * ${spent} * (${y} * ${y} - 1.0)`,
        cross: `(${b} * ${squared} + ${d} * ${independent}) * ${toState}`,
        stateSquared: `${squared} * ${toState} * ${toState}`,
      };
    },
  };
}

function writeConditional(parameters: HestonParameters, { builder, grid, carry, driver }: ConditionalScene): ConditionalLaw {
  const { fresh, column, local, step } = builder;
  const [grown, exponent, total, previous, z] = [local('0.0'), local('0.0'), local('0.0'), local('0.0'), fresh()];
  step(`const ${z} = (${driver} - ${previous}) * ${column(inverseRoots(grid))};
${previous} = ${driver};`);
  const { along, spent, across } = writeVariance(parameters, { builder, grid }, z);
  step(`${grown} = ${grown} + ${along};
${exponent} = ${column(grid.times.map(carry))} + ${grown};
${total} = ${total} + ${across} * ${across} * ${spent};`);
  return { exponent, variance: total };
}
