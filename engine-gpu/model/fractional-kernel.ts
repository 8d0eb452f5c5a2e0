/**
 * The kernels of rough volatility, and sums of exponentials that stand for them.
 *
 *   K(t) = t^(α−1) E_{α,α}(−λt^α),   ½ < α ≤ 1, λ ≥ 0
 *
 * With λ = 0 it is t^(α−1)/Γ(α), the kernel of rough Bergomi; with λ a speed of mean reversion it is what the kernel of rough Heston
 * comes to once the reversion is solved for. α = 1 is e^(−λt), a diffusion's.
 *
 * @see Mainardi (2010), Fractional Calculus and Waves in Linear Viscoelasticity, appendix E, for E_{α,β} and its spectral function
 */

import type { Years } from '../base/units.js';
import { gamma } from '../math/gamma.js';
import { leastSquares } from '../math/least-squares.js';
import { gaussLegendre } from '../math/quadrature.js';

export interface FractionalKernel {
  readonly alpha: number;
  readonly lambda: number;
}

/** Up to here the series' largest term is under 200, so that it cancels no more than two digits; beyond, the integral is smooth. */
const SERIES_END = 2;
const SERIES_TERMS = 60;

/** 1/Γ(αk + β) of the series Σ (−z)^k / Γ(αk + β), for β = α and α + 1: the kernel's and its integral's. */
const seriesOf = new WeakMap<FractionalKernel, readonly [own: Float64Array, integral: Float64Array]>();

function coefficients(kernel: FractionalKernel): readonly [own: Float64Array, integral: Float64Array] {
  const { alpha } = kernel;
  const from = (beta: number) => Float64Array.from({ length: SERIES_TERMS }, (_, k) => inverseGamma(alpha * k + beta));
  const found = seriesOf.get(kernel) ?? [from(alpha), from(alpha + 1)];
  seriesOf.set(kernel, found);
  return found;
}

function series(z: number, terms: Float64Array): number {
  let sum = 0;
  let power = 1;
  for (const term of terms) {
    sum += power * term;
    power *= -z;
    if (Math.abs(power) * term < Number.EPSILON * Math.abs(sum)) break;
  }
  return sum;
}

/** 1/Γ(x) for x ≥ ½: Γ's own range is up to 5. */
const inverseGamma = (x: number): number => (x <= 5 ? 1 / gamma(x) : inverseGamma(x - 1) / (x - 1));

const SPECTRAL = gaussLegendre(96);
/** e^(−xτ) beyond: under the last digit of the integral. */
const SPECTRAL_END = 40;

/**
 * ∫ f(x) e^(−xτ) dφ / (πα), x = (sin φ / sin(πα − φ))^(1/α), over φ from 0 to πα: the spectral integral in the angle in which its density
 * is even, up to where the exponential has left nothing. Nodes are
 * dense at both ends, where all happens as α goes to 1. Relative error 1e-8.
 */
function spectral(f: (x: number) => number, tau: number, alpha: number): number {
  const [c, s] = [Math.cos(Math.PI * alpha), Math.sin(Math.PI * alpha)];
  const y = (SPECTRAL_END / tau) ** alpha;
  const end = Math.atan2(y * s, 1 + y * c);
  let sum = 0;
  SPECTRAL.points.forEach((point, i) => {
    const q = (1 + point) / 2;
    const angle = end * q * q * (3 - 2 * q);
    const x = (Math.sin(angle) / Math.sin(Math.PI * alpha - angle)) ** (1 / alpha);
    sum += SPECTRAL.weights[i] * 6 * q * (1 - q) * f(x) * Math.exp(-x * tau);
  });
  return (sum * end) / (2 * Math.PI * alpha);
}

/** K(t), t > 0: relative error 1e-8. */
export function kernelAt(kernel: FractionalKernel, t: Years): number {
  const { alpha, lambda } = kernel;
  const z = lambda * t ** alpha;
  if (alpha === 1) return Math.exp(-z);
  if (z <= SERIES_END) return t ** (alpha - 1) * series(z, coefficients(kernel)[0]);
  const rate = lambda ** (1 / alpha);
  return (rate / lambda) * spectral((x) => x, rate * t, alpha);
}

/** ∫₀ᵗ K */
export function kernelIntegral(kernel: FractionalKernel, t: Years): number {
  const { alpha, lambda } = kernel;
  const z = lambda * t ** alpha;
  if (alpha === 1) return lambda === 0 ? t : -Math.expm1(-z) / lambda;
  if (z <= SERIES_END) return t ** alpha * series(z, coefficients(kernel)[1]);
  return (1 - spectral(() => 1, lambda ** (1 / alpha) * t, alpha)) / lambda;
}

/** Σ weight e^(−rate t) */
export interface Exponential {
  readonly rate: number;
  readonly weight: number;
}

/** Geometric rates this far apart leave 1e-4 of the kernel, and weights of which the sizes add up to three times their sum. */
const SPACING = 0.9;
/** The slowest rate times the longest time, and the fastest times the shortest. */
const SLOWEST = 0.2;
const FASTEST = 4;
/** More tell single precision nothing. */
const MOST = 16;
const FITTED_TIMES = 200;

/**
 * Exponentials whose sum is K on [shortest, longest]: relative error under 2e-4 where the longest is up to 10⁴ times the shortest.
 * Rates are geometric, weights those of least relative squares. An even number of them, so that few numbers serve all grids.
 *
 * @see Abi Jaber and El Euch (2019), Multifactor approximation of rough volatility models; Rømer (2022), Empirical analysis of rough and
 *      classical stochastic volatility models to the SPX and VIX markets, section 5, for the weights
 */
export function exponentialsFor(kernel: FractionalKernel, shortest: Years, longest: Years): Exponential[] {
  if (kernel.alpha === 1) return [{ rate: kernel.lambda, weight: 1 }];
  const [first, last] = [Math.log(SLOWEST / longest), Math.log(FASTEST / shortest)];
  const count = Math.min(MOST, 2 * Math.ceil((1 + (last - first) / SPACING) / 2));
  const rates = Array.from({ length: count }, (_, j) => Math.exp(first + ((last - first) * j) / (count - 1)));
  const times = Array.from({ length: FITTED_TIMES }, (_, i) => shortest * (longest / shortest) ** (i / (FITTED_TIMES - 1)));
  const values = times.map((t) => kernelAt(kernel, t));
  const columns = rates.map((rate) => Float64Array.from(times, (t, i) => Math.exp(-rate * t) / values[i]));
  const weights = leastSquares(columns, new Float64Array(FITTED_TIMES).fill(1), 1e-9);
  return rates.map((rate, j) => ({ rate, weight: weights[j] }));
}
