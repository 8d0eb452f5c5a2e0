/**
 * Fits the surface SSVI with a power-law skew to the quotes of several expiries at once, free of arbitrage by its parameters.
 *
 *   w(k, θ) = (θ/2) (1 + ρφk + R),   R = √((φk + ρ)² + 1 − ρ²),   φ(θ) = η/(θ^γ (1 + θ)^(1−γ))
 *
 * The unknowns are the variance at the forward of each expiry, θ₁ and its non-negative increments, ρ, γ in (0, ½] and e = η(1 + |ρ|)/2 in
 * (0, 1]. Within these bounds the surface is free of static arbitrage: θφ(1 + |ρ|) < 4, θφ²(1 + |ρ|) ≤ 4 and
 * 0 ≤ ∂(θφ)/∂θ ≤ φ(1 + √(1 − ρ²))/ρ², as ∂(θφ)/∂θ = φ(1 − γ)/(1 + θ). The squared errors of the implied volatilities are minimised from
 * several starting points.
 *
 * Surfaces of that form are recovered to 1e-6 of each parameter from exact quotes of three expiries or more.
 *
 * @see J. Gatheral, A. Jacquier (2014), Arbitrage-free SVI volatility surfaces, theorems 4.1 and 4.2, (4.5)
 */
import { ssviSkew, ssviSlice, sviVariance } from '../market/svi.js';
import { log, log1p } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import type { LeastSquaresProblem, StopCriteria } from '../math/levenberg-marquardt.js';
import { bestFit, fitReport } from './fit.js';
import type { SmileQuotes, SsviFit } from './svi-fit.js';

type Smiles = readonly SmileQuotes[];

const STOP: StopCriteria = { maxIterations: 200, residual: 1e-14, gradient: 1e-13, cost: 1e-15, step: 1e-13 };
/** Root mean square error at which a fit is accepted as exact, in volatility. */
const EXACT_FIT = 1e-10;
const MAX_RHO = 0.9999;
/** Bounds of the skew: e = η(1 + |ρ|)/2 and γ. */
const [MIN_LEVEL, MAX_LEVEL] = [1e-6, 1];
const [MIN_DECAY, MAX_DECAY] = [1e-6, 0.5];
/** Bounds of θ and of its increments, as parts of the largest quoted variance. */
const [MIN_VARIANCE, MAX_VARIANCE] = [1e-6, 4];
const STARTS = [-0.6, 0, 0.5].flatMap((rho) => [0.4, 0.1].map((gamma) => ({ rho, level: 0.5, gamma })));

/** Place of ρ, e and γ among the unknowns, behind θ₁ and the increments of `count` expiries. */
const placesOf = (count: number) => ({ rho: count, level: count + 1, gamma: count + 2 });

const etaOf = (level: number, rho: number): number => (2 * level) / (1 + Math.abs(rho));

function surfaceOf(x: ArrayLike<number>, count: number) {
  const places = placesOf(count);
  const [rho, gamma] = [x[places.rho]!, x[places.gamma]!];
  const thetas: number[] = [];
  for (let i = 0; i < count; i++) thetas.push((thetas[i - 1] ?? 0) + x[i]!);
  return { rho, gamma, eta: etaOf(x[places.level]!, rho), thetas };
}

/**
 * @param smiles  in order of expiry, with at least `minSsviQuotes` quotes in all
 * @throws EngineFailure `calibration` where no starting point leads to a surface
 */
export function fitSsvi(smiles: Smiles): SsviFit {
  const count = smiles.length;
  const quotes = smiles.reduce((sum, { ks }) => sum + ks.length, 0);
  const problem = problemOf(smiles, quotes);
  const variances = variancesAtForward(smiles, problem.lower[0]!);
  const increments = variances.map((theta, i) => theta - (variances[i - 1] ?? 0));
  const starts = STARTS.map(({ rho, level, gamma }) => ({ x: [...increments, rho, level, gamma], acceptedError: EXACT_FIT }));
  const best = bestFit('SSVI', problem, starts, STOP);
  const { thetas, ...skew } = surfaceOf(best.x, count);
  const places = placesOf(count);
  const isHeld = best.x[places.level] === MAX_LEVEL || best.x[places.gamma] === MAX_DECAY || best.x.subarray(1, count).includes(0);
  const fits = smiles.map(({ time, ks, volatilities }, i) => {
    const svi = ssviSlice(skew, thetas[i]!);
    const modelVolatilities = ks.map((k) => Math.sqrt(sviVariance(svi, k).value / time));
    const fitted = volatilities.map((marketVolatility, k) => ({ marketVolatility, modelVolatility: modelVolatilities[k]! }));
    return { svi, constrained: isHeld, modelVolatilities, ...fitReport(best, fitted) };
  });
  return { fits, ssvi: { ...skew, thetas } };
}

/** The quoted variance nearest to the forward of each expiry, made non-decreasing. */
function variancesAtForward(smiles: Smiles, least: number): number[] {
  let previous = 0;
  return smiles.map(({ time, ks, volatilities }) => {
    const nearest = ks.reduce((best, k, i) => (Math.abs(k) < Math.abs(ks[best]!) ? i : best), 0);
    previous = Math.max(previous, squareOf(volatilities[nearest]!) * time, least);
    return previous;
  });
}

function problemOf(smiles: Smiles, residualCount: number): LeastSquaresProblem {
  const count = smiles.length;
  const most = Math.max(...smiles.map(({ time, volatilities }) => squareOf(Math.max(...volatilities)) * time));
  const places = placesOf(count);
  const increments = (first: number, other: number) => smiles.map((_, i) => (i === 0 ? first : other));
  return {
    residualCount,
    lower: [...increments(MIN_VARIANCE * most, 0), -MAX_RHO, MIN_LEVEL, MIN_DECAY],
    upper: [...increments(MAX_VARIANCE * most, MAX_VARIANCE * most), MAX_RHO, MAX_LEVEL, MAX_DECAY],
    compact: {
      width: DERIVATIVES,
      sum: (residuals, jacobian, normal, gradient) => addNormal(smiles, residuals, jacobian, normal, gradient),
    },
    evaluate: (x, residuals, jacobian) => {
      const { thetas, rho, gamma, eta } = surfaceOf(x, count);
      const across = 1 - rho! * rho!;
      let row = 0;
      smiles.forEach(({ time, ks, volatilities }, i) => {
        const theta = thetas[i]!;
        const phi = ssviSkew({ eta, gamma: gamma! }, theta);
        // Derivatives of ln φ.
        const byTheta = -gamma! / theta - (1 - gamma!) / (1 + theta);
        const byGamma = log1p(theta) - log(theta);
        const byRho = -Math.sign(rho!) / (1 + Math.abs(rho!));
        ks.forEach((k, j) => {
          const along = phi * k + rho!;
          const root = Math.sqrt(along * along + across);
          const w = (theta / 2) * (1 + rho! * phi * k + root);
          const volatility = Math.sqrt(w / time);
          const scale = 1 / (2 * volatility * time);
          residuals[row] = volatility - volatilities[j]!;
          // φ ∂w/∂φ, and ∂w/∂ρ at the same φ.
          const byLogPhi = (theta / 2) * phi * k * (rho! + along / root);
          const ofRho = (theta / 2) * phi * k * (1 + 1 / root);
          const to = row * DERIVATIVES;
          jacobian[to] = scale * (w / theta + byLogPhi * byTheta);
          jacobian[to + 1] = scale * (ofRho + byLogPhi * byRho);
          jacobian[to + 2] = (scale * byLogPhi) / x[places.level]!;
          jacobian[to + 3] = scale * byLogPhi * byGamma;
          row++;
        });
      });
    },
  };
}

/** Derivatives of a residual that are stored: by θ of its expiry, ρ, e and γ. */
const DERIVATIVES = 4;

/**
 * Adds the sums over all quotes of the products of their derivatives. As θ of an expiry is the sum of the increments up to it, a derivative
 * by an increment is that by θ for the expiries from its own on: the sums by increments are sums over later expiries.
 */
function addNormal(smiles: Smiles, residuals: Float64Array, jacobian: Float64Array, normal: Float64Array, gradient: Float64Array): void {
  const count = smiles.length;
  const unknowns = count + 3;
  const sums = new Float64Array(DERIVATIVES);
  let slope = 0;
  let end = residuals.length;
  for (let i = count - 1; i >= 0; i--) {
    const start = end - smiles[i]!.ks.length;
    for (let row = start; row < end; row++) {
      const from = row * DERIVATIVES;
      const [byTheta, residual] = [jacobian[from]!, residuals[row]!];
      slope += byTheta * residual;
      for (let j = 0; j < DERIVATIVES; j++) sums[j]! += byTheta * jacobian[from + j]!;
      for (let j = 1; j < DERIVATIVES; j++) {
        gradient[count + j - 1]! += jacobian[from + j]! * residual;
        for (let k = 1; k <= j; k++) normal[(count + j - 1) * unknowns + count + k - 1]! += jacobian[from + j]! * jacobian[from + k]!;
      }
    }
    gradient[i] = slope;
    for (let k = 0; k <= i; k++) normal[i * unknowns + k] = sums[0]!;
    for (let j = 1; j < DERIVATIVES; j++) normal[(count + j - 1) * unknowns + i] = sums[j]!;
    end = start;
  }
}
