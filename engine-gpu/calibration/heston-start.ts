/** The starting point of a Heston calibration, estimated from the quotes in closed form. */

import type { Volatility } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { clamp } from '../math/clamp.js';
import { expm1 } from '../math/elementary/exp.js';
import { integerPower, squareOf } from '../math/elementary/pow.js';
import { fitParabola } from '../math/parabola.js';
import type { Expiry } from './heston-surface.js';

interface Quote {
  readonly impliedVolatility: Volatility;
  readonly weight: number;
}

/** Speeds of mean reversion tried on the term structure, per year: half-lives from two weeks to three years. */
const KAPPA_CANDIDATES = [0.25, 0.5, 1, 2, 4, 8, 16];
/** Speed of mean reversion used if the term structure is too flat to estimate one, per year. */
const DEFAULT_KAPPA = 2;
/** The term structure determines a speed if the variance varies along it by more than this fraction. */
const MIN_VARIANCE_RANGE = 0.05;

/**
 * Estimates level, slope and curvature of each smile at the money, and from them
 *
 *   v₀, θ, κ  such that the average variances θ + (v₀ − θ)(1 − e^(−κT))/(κT) are closest to the squared levels
 *   ρσ, σ     from the shortest smile, σ_BS(k) ≈ √v₀ (1 + ρz/4 + (1/24 − 5ρ²/48) z²), z = σk/v₀
 *
 * with ρσ and σ increased by the factor by which mean reversion flattens the smile up to that expiry.
 *
 * @see M. Forde, A. Jacquier (2009), Small-time asymptotics for implied volatility under the Heston model, theorem 3.2
 */
export function hestonStart(expiries: readonly Expiry[], quotes: readonly Quote[]): HestonParameters {
  const smiles = expiries.flatMap(({ time, moneyness, rows }) => {
    const counted = [...rows.keys()].filter((i) => quotes[rows[i]!]!.weight > 0);
    if (counted.length === 0) return [];
    const quoted = counted.map((i) => quotes[rows[i]!]!.impliedVolatility);
    const [level, slope, curvature] = fitParabola(
      counted.map((i) => moneyness[i]!),
      quoted,
    );
    return [{ time, level: clamp(level, Math.min(...quoted), Math.max(...quoted)), slope, curvature, strikes: counted.length }];
  });
  const { v0, theta, kappa } = termStructure(smiles);
  const smile = smiles.find(({ strikes }) => strikes >= 3) ?? smiles[0];
  const root = Math.sqrt(Math.max(squareOf(smile!.level), 1e-6));
  const decay = kappa * smile!.time;
  // Mean reversion leaves the fraction (2/κT)(1 − (1 − e^(−κT))/κT) of the slope.
  const remaining = (2 / decay) * (1 + expm1(-decay) / decay);
  const rhoSigma = (4 * root * smile!.slope) / remaining;
  const sigmaSquared = (24 * smile!.curvature * integerPower(root, 3)) / squareOf(remaining) + 2.5 * squareOf(rhoSigma);
  const sigma = clamp(Math.sqrt(Math.max(sigmaSquared, 0)), Math.max(0.1, Math.abs(rhoSigma) / 0.9), 5);
  return { v0: v0!, kappa, theta: theta!, sigma, rho: clamp(rhoSigma / sigma, -0.9, 0.9) };
}

function termStructure(smiles: readonly { readonly time: number; readonly level: Volatility }[]) {
  const variances = smiles.map(({ level }) => level * level);
  const [lowest, highest] = [Math.min(...variances), Math.max(...variances)];
  const within = (variance: number) => clamp(variance, lowest / 4, highest * 4);
  const flat = { v0: variances[0], theta: variances[variances.length - 1], kappa: DEFAULT_KAPPA };
  if (smiles.length < 3 || highest - lowest < MIN_VARIANCE_RANGE * highest) return flat;
  let best = { ...flat, error: Number.POSITIVE_INFINITY };
  for (const kappa of KAPPA_CANDIDATES) {
    // variance ≈ θ + (v₀ − θ) x
    const xs = smiles.map(({ time }) => -expm1(-kappa * time) / (kappa * time));
    const meanX = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    const meanV = variances.reduce((sum, v) => sum + v, 0) / xs.length;
    const square = xs.reduce((sum, x) => sum + squareOf(x - meanX), 0);
    const slope = xs.reduce((sum, x, i) => sum + (x - meanX) * (variances[i]! - meanV), 0) / square;
    const theta = within(meanV - slope * meanX);
    const v0 = within(theta + slope);
    const error = xs.reduce((sum, x, i) => sum + squareOf(theta + (v0 - theta) * x - variances[i]!), 0);
    if (error < best.error) best = { v0, theta, kappa, error };
  }
  return best;
}
