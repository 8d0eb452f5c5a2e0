/**
 * SVI smiles and the SSVI surface of Gatheral and Jacquier, and the riskless profits that they allow.
 *
 *   w(k) = a + b (ρ (k − m) + √((k − m)² + σ²)),   k = ln(K/F),   w = σ_implied² T
 *
 * A smile is free of butterfly arbitrage if and only if its density is not negative and its wings are no steeper than 2 (Lee):
 *
 *   g(k) = (1 − k w′/2w)² − (w′²/4)(1/w + 1/4) + w″/2 ≥ 0,   b (1 + |ρ|) ≤ 2
 *
 * Two smiles are free of calendar arbitrage if and only if the later one is nowhere below the earlier one.
 *
 * @see J. Gatheral, A. Jacquier (2014), Arbitrage-free SVI volatility surfaces, Quantitative Finance 14(1); R. Lee (2004), The moment
 *      formula for implied volatility at extreme strikes
 */
import type { Years } from '../base/units.js';
import { sinh } from '../math/elementary/hyperbolic.js';
import { integerPower, pow, squareOf } from '../math/elementary/pow.js';
import { hypot } from '../math/elementary/roots.js';
import type { Jet } from '../math/spline.js';

export interface SviParameters {
  readonly a: number;
  readonly b: number;
  readonly rho: number;
  readonly m: number;
  readonly sigma: number;
}

/** w and its derivatives with respect to k. */
export function sviVariance({ a, b, rho, m, sigma }: SviParameters, k: number): Jet {
  const from = k - m;
  const root = hypot(from, sigma);
  return {
    value: a + b * (rho * from + root),
    slope: b * (rho + (root > 0 ? from / root : 0)),
    curvature: root > 0 ? (b * sigma * sigma) / integerPower(root, 3) : 0,
  };
}

/** g(k): the risk-neutral density of ln S_T at F e^k is g e^(−d₂²/2)/√(2πw). NaN where w is 0. */
export function densityFactor({ value: w, slope, curvature }: Jet, k: number): number {
  return squareOf(1 - (k * slope) / (2 * w)) - (slope * slope * (1 / w + 0.25)) / 4 + curvature / 2;
}

/** Largest slope of a wing, Lee's bound. */
export const MAX_WING_SLOPE = 2;

/** Slope of the steeper wing, b (1 + |ρ|). */
export const wingSlope = ({ b, rho }: SviParameters): number => b * (1 + Math.abs(rho));

/** Smallest total variance, a + bσ√(1 − ρ²). */
export const leastVariance = ({ a, b, rho, sigma }: SviParameters): number => a + b * sigma * Math.sqrt(Math.max(0, 1 - rho * rho));

/** A local minimum of a function of k. */
interface Low {
  readonly k: number;
  readonly value: number;
}

/** Points at which a smile is looked at: k = m + s sinh(u) reaches 10⁵ s, where the wings are straight. */
const SCAN = { reach: 12, points: 1_201 };
/** Floor of s for smiles with a kink. */
const MIN_SVI_SCALE = 1e-4;
/** Steps of golden section between neighbouring points: the bracket falls to 1e-8 of its width. */
const GOLDEN_STEPS = 40;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const SCANNED_OFFSETS = Float64Array.from({ length: SCAN.points }, (_, i) => sinh(SCAN.reach * ((2 * i) / (SCAN.points - 1) - 1)));

function scanOf(smiles: readonly SviParameters[]): Float64Array {
  const scales = smiles.flatMap(({ m, sigma, ...rest }) => {
    const deviation = Math.sqrt(Math.max(leastVariance({ m, sigma, ...rest }), 0));
    return [Math.max(sigma, MIN_SVI_SCALE), Math.max(deviation, MIN_SVI_SCALE)].map((scale) => ({ m, scale }));
  });
  const points = new Float64Array(scales.length * SCAN.points);
  scales.forEach(({ m, scale }, n) => {
    for (let i = 0; i < SCAN.points; i++) points[n * SCAN.points + i] = m + scale * SCANNED_OFFSETS[i]!;
  });
  return points.sort();
}

/** The local minima of a function below a bound. */
function lowsBelow(bound: number, candidates: Float64Array, valueAt: (k: number) => number): Low[] {
  const values = candidates.map(valueAt);
  const lows: Low[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const [previous, here, next] = [values[i - 1] ?? Number.POSITIVE_INFINITY, values[i], values[i + 1] ?? Number.POSITIVE_INFINITY];
    if (here! > previous || here! >= next) continue;
    const low =
      i === 0 || i + 1 === candidates.length
        ? { k: candidates[i]!, value: here! }
        : refined(valueAt, candidates[i - 1]!, candidates[i + 1]!);
    const best = low.value! < here! ? low : { k: candidates[i]!, value: here! };
    if (best.value! < bound) lows.push(best);
  }
  return lows;
}

function refined(valueAt: (k: number) => number, from: number, to: number): Low {
  let [low, high] = [from, to];
  for (let n = 0; n < GOLDEN_STEPS; n++) {
    const [one, two] = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
    if (valueAt(one) < valueAt(two)) high = two;
    else low = one;
  }
  const k = (low + high) / 2;
  return { k, value: valueAt(k) };
}

/** Rounding of g and of differences of total variance, relative to 1 and to the variance: parameters are given to six digits or more. */
const ROUNDING = { density: 1e-9, variance: 1e-9 };

/** The log-moneynesses at which the density is most negative: one per interval in which it is. The smile's variance must be above 0. */
export const negativeDensities = (smile: SviParameters): Low[] =>
  lowsBelow(-ROUNDING.density, scanOf([smile]), (k) => densityFactor(sviVariance(smile, k), k));

/** The log-moneynesses at which the later smile is farthest below the earlier one: one per interval in which it is, with its variance there. */
export const crossings = (earlier: SviParameters, later: SviParameters): Low[] =>
  lowsBelow(-ROUNDING.variance, scanOf([earlier, later]), (k) => {
    const earlierVariance = sviVariance(earlier, k).value;
    return (sviVariance(later, k).value - earlierVariance) / Math.max(earlierVariance, Number.MIN_VALUE);
  });

/** The SSVI surface w(k) = (θ/2)(1 + ρφk + √((φk + ρ)² + 1 − ρ²)) with φ(θ) = η/(θ^γ (1 + θ)^(1−γ)). */
interface SsviParameters {
  readonly times: readonly Years[];
  /** Implied volatilities σ at the money, one per time; θ = σ²t. */
  readonly volatilities: readonly number[];
  readonly rho: number;
  readonly eta: number;
  readonly gamma: number;
}

/** φ(θ), (4.5) of the paper. */
export const ssviSkew = ({ eta, gamma }: Pick<SsviParameters, 'eta' | 'gamma'>, theta: number): number =>
  eta / (pow(theta, gamma) * pow(1 + theta, 1 - gamma));

/** A slice of SSVI as the SVI smile that it is. */
export function ssviSlice({ rho, ...power }: Pick<SsviParameters, 'rho' | 'eta' | 'gamma'>, theta: number): SviParameters {
  const phi = ssviSkew(power, theta);
  const across = 1 - rho * rho;
  return { a: (theta * across) / 2, b: (theta * phi) / 2, rho, m: -rho / phi, sigma: Math.sqrt(across) / phi };
}
