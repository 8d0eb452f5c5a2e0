/**
 * The kernels of rough volatility models, and their approximation by sums of exponentials.
 *
 *   K(t) = t^(α−1) E_{α,α}(−λt^α),   ½ < α ≤ 1, λ ≥ 0
 *
 * With λ = 0 it is t^(α−1)/Γ(α), the kernel of rough Bergomi. With λ the speed of mean reversion it is the kernel of rough Heston after the
 * mean reversion has been solved for. With α = 1 it is e^(−λt), the kernel of a diffusion.
 *
 * @see Mainardi (2010), Fractional Calculus and Waves in Linear Viscoelasticity, appendix E, for E_{α,β} and its spectral function
 */

import type { Years } from '../base/units.js';
import { decayIntegral } from '../math/decay.js';
import { exp } from '../math/elementary/exp.js';
import { atan2 } from '../math/elementary/inverse-trigonometric.js';
import { log } from '../math/elementary/log.js';
import { pow } from '../math/elementary/pow.js';
import { cos, sin } from '../math/elementary/trigonometric.js';
import { gamma } from '../math/gamma.js';
import { leastSquares } from '../math/least-squares.js';
import { gaussLegendre } from '../math/quadrature.js';

export interface FractionalKernel {
  readonly alpha: number;
  readonly lambda: number;
}

/**
 * Largest z = λt^α for the power series: its largest term is then below 200, so that at most two digits cancel. Beyond, the integrand of the
 * spectral integral is smooth.
 */
const MAX_Z_FOR_POWER_SERIES = 2;
const POWER_SERIES_TERMS = 60;

/** Cache by kernel of the coefficients 1/Γ(αk + β) of Σ (−z)^k / Γ(αk + β), for β = α (the kernel) and β = α + 1 (its integral). */
const coefficientsOf = new WeakMap<FractionalKernel, readonly [own: Float64Array, integral: Float64Array]>();

function coefficients(kernel: FractionalKernel): readonly [own: Float64Array, integral: Float64Array] {
  const { alpha } = kernel;
  const from = (beta: number) => Float64Array.from({ length: POWER_SERIES_TERMS }, (_, k) => inverseGamma(alpha * k + beta));
  const coefficients = coefficientsOf.get(kernel) ?? [from(alpha), from(alpha + 1)];
  coefficientsOf.set(kernel, coefficients);
  return coefficients;
}

function powerSeries(z: number, terms: Float64Array): number {
  let sum = 0;
  let power = 1;
  for (const term of terms) {
    sum += power * term;
    power *= -z;
    if (Math.abs(power) * term < Number.EPSILON * Math.abs(sum)) break;
  }
  return sum;
}

/** 1/Γ(x) for x ≥ ½, by the recurrence of Γ beyond the range of `gamma`, 5. */
const inverseGamma = (x: number): number => (x <= 5 ? 1 / gamma(x) : inverseGamma(x - 1) / (x - 1));

const SPECTRAL_RULE = gaussLegendre(96);
/** Largest xτ of the spectral integral: e^(−40) is below the last digit of the integral. */
const MAX_SPECTRAL_EXPONENT = 40;

/**
 * The spectral integral ∫ f(x) e^(−xτ) dφ / (πα), x = (sin φ / sin(πα − φ))^(1/α), over the angle φ from 0 to πα, in which its density is
 * constant. It is cut off where e^(−xτ) is negligible. The nodes are dense at both ends, where the integrand varies as α tends to 1.
 * Relative error 1e-8, more where α is between 0.9999 and 1.
 */
function spectral(f: (x: number) => number, tau: number, alpha: number): number {
  const [c, s] = [cos(Math.PI * alpha), sin(Math.PI * alpha)];
  const y = pow(MAX_SPECTRAL_EXPONENT / tau, alpha);
  const end = atan2(y * s, 1 + y * c);
  let sum = 0;
  SPECTRAL_RULE.points.forEach((point, i) => {
    const q = (1 + point) / 2;
    const angle = end * q * q * (3 - 2 * q);
    const x = pow(sin(angle) / sin(Math.PI * alpha - angle), 1 / alpha);
    sum += SPECTRAL_RULE.weights[i]! * 6 * q * (1 - q) * f(x) * exp(-x * tau);
  });
  return (sum * end) / (2 * Math.PI * alpha);
}

/** K(t), t > 0: relative error 1e-8, and 2e-7 between α = 0.9999 and 1. */
export function kernelAt(kernel: FractionalKernel, t: Years): number {
  const { alpha, lambda } = kernel;
  const z = lambda * pow(t, alpha);
  if (alpha === 1) return exp(-z);
  if (z <= MAX_Z_FOR_POWER_SERIES) return pow(t, alpha - 1) * powerSeries(z, coefficients(kernel)[0]);
  const rate = pow(lambda, 1 / alpha);
  return (rate / lambda) * spectral((x) => x, rate * t, alpha);
}

/** ∫₀ᵗ K, t ≥ 0: relative error 1e-8, and 5e-8 between α = 0.9999 and 1. */
export function kernelIntegral(kernel: FractionalKernel, t: Years): number {
  const { alpha, lambda } = kernel;
  const z = lambda * pow(t, alpha);
  if (alpha === 1) return decayIntegral(lambda, t);
  if (z <= MAX_Z_FOR_POWER_SERIES) return pow(t, alpha) * powerSeries(z, coefficients(kernel)[1]);
  return (1 - spectral(() => 1, pow(lambda, 1 / alpha) * t, alpha)) / lambda;
}

/** One term weight · e^(−rate · t) of a sum. */
export interface Exponential {
  readonly rate: number;
  readonly weight: number;
}

/**
 * Largest difference of the logarithms of neighbouring rates. It leaves a relative error of 1e-4 of the kernel, with weights whose absolute
 * values add up to three times their sum.
 */
const MAX_LOG_RATE_SPACING = 0.9;
/** The smallest rate times the longest time, and the largest rate times the shortest. */
const MIN_RATE_TIMES_LONGEST = 0.2;
const MAX_RATE_TIMES_SHORTEST = 4;
/** Further terms are below single-precision rounding. */
const MAX_EXPONENTIALS = 16;
const FITTED_TIMES = 200;
/** Shortest orthogonal component of a column, relative to its length, with which its exponential still improves the fit. */
const FIT_RANK_TOLERANCE = 1e-9;

/**
 * Exponentials whose sum approximates K on [shortest, longest]: relative error under 2e-4 where the longest time is up to 10⁴ times the
 * shortest. The rates are geometric, and the weights minimise the sum of squared relative errors. Their number is even, so that fewer
 * different kernels are compiled for all grids.
 *
 * @see Abi Jaber and El Euch (2019), Multifactor approximation of rough volatility models; Rømer (2022), Empirical analysis of rough and
 *      classical stochastic volatility models to the SPX and VIX markets, section 5, for the weights
 */
export function exponentialsFor(kernel: FractionalKernel, shortest: Years, longest: Years): Exponential[] {
  if (kernel.alpha === 1) return [{ rate: kernel.lambda, weight: 1 }];
  const [first, last] = [log(MIN_RATE_TIMES_LONGEST / longest), log(MAX_RATE_TIMES_SHORTEST / shortest)];
  const count = Math.min(MAX_EXPONENTIALS, 2 * Math.ceil((1 + (last - first) / MAX_LOG_RATE_SPACING) / 2));
  const rates = Array.from({ length: count }, (_, j) => exp(first + ((last - first) * j) / (count - 1)));
  const times = Array.from({ length: FITTED_TIMES }, (_, i) => shortest * pow(longest / shortest, i / (FITTED_TIMES - 1)));
  const values = times.map((t) => kernelAt(kernel, t));
  const columns = rates.map((rate) => Float64Array.from(times, (t, i) => exp(-rate * t) / values[i]!));
  const weights = leastSquares(columns, new Float64Array(FITTED_TIMES).fill(1), FIT_RANK_TOLERANCE);
  return rates.map((rate, j) => ({ rate, weight: weights[j]! }));
}
