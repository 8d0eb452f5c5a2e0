/**
 * Hagan's expansion of the lognormal implied volatility of the SABR model dF = α F^β dW, dα = ν α dZ, dW dZ = ρ dt:
 *
 *   σ(K) = α/(y D) · z/x(z) · (1 + [(1−β)²α²/(24 y²) + ρβνα/(4y) + (2−3ρ²)ν²/24] T)
 *   y = (F K)^((1−β)/2),  L = ln(F/K),  z = (ν/α) y L,  D = 1 + (1−β)²L²/24 + (1−β)⁴L⁴/1920
 *   x(z) = ln[(√(1 − 2ρz + z²) + z − ρ)/(1 − ρ)] = ∫₀ᶻ du/√(1 − 2ρu + u²)
 *
 * It is an expansion in time: its error grows with ν²T, and far from the money at long expiries its implied density is negative.
 *
 * @see Hagan, Kumar, Lesniewski and Woodward (2002), Managing smile risk, (2.17)
 */
import type { Price, Volatility, Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { pow, squareOf } from '../math/elementary/pow.js';

export interface SabrParameters {
  /** α > 0, in units of forward^(1−β) per √year */
  readonly alpha: number;
  /** 0 ≤ β ≤ 1 */
  readonly beta: number;
  /** −1 < ρ < 1 */
  readonly rho: number;
  /** ν ≥ 0 */
  readonly nu: number;
}

/** The implied volatility σ and its derivatives with respect to α, ρ and ν. */
interface SabrSensitivities {
  readonly volatility: Volatility;
  readonly alpha: number;
  readonly rho: number;
  readonly nu: number;
}

/**
 * Lognormal implied volatility.
 *
 * @param forward F > 0
 * @param strike  K > 0
 * @param time    T ≥ 0, years
 * @returns the expansion to a few ulp; it may be negative where ρ²ν²T is large
 */
export const sabrVolatility = (forward: Price, strike: Price, time: Years, parameters: SabrParameters): Volatility =>
  sabrSensitivities(forward, strike, time, parameters).volatility;

/** Lognormal implied volatility with its derivatives, which are exact at the money and at ν = 0 too. */
export const sabrSensitivities = (forward: Price, strike: Price, time: Years, parameters: SabrParameters): SabrSensitivities =>
  sensitivitiesAt(sabrStrike(forward, strike, parameters.beta), time, parameters.alpha, parameters.rho, parameters.nu);

/** The terms of the expansion that depend on strike, forward and β alone; a calibration computes them once. */
interface SabrStrike {
  readonly beta: number;
  readonly y: number;
  /** L */
  readonly moneyness: number;
  /** D */
  readonly denominator: number;
}

export function sabrStrike(forward: Price, strike: Price, beta: number): SabrStrike {
  const c = 1 - beta;
  const moneyness = log(forward / strike);
  const cL = squareOf(c * moneyness);
  return { beta, y: pow(forward * strike, c / 2), moneyness, denominator: 1 + (cL / 24) * (1 + cL / 80) };
}

export function sensitivitiesAt(
  { beta, y, moneyness, denominator }: SabrStrike,
  time: Years,
  alpha: number,
  rho: number,
  nu: number,
): SabrSensitivities {
  const c = 1 - beta;
  const level = alpha / (y * denominator);
  const slope = (y * moneyness) / alpha;
  const { q, qz, qRho } = meanReciprocalRoot(nu * slope, rho);
  const smile = 1 / q;
  const smileZ = -qz * smile * smile;
  const smileRho = -qRho * smile * smile;
  const a = alpha / y;
  const correction = 1 + time * ((c * c * a * a) / 24 + (rho * beta * nu * a) / 4 + ((2 - 3 * rho * rho) * nu * nu) / 24);
  const volatility = level * smile * correction;
  const scale = level * smile * time;
  return {
    volatility,
    alpha:
      volatility / alpha - (level * correction * smileZ * nu * slope) / alpha + (scale * ((c * c * a) / 12 + (rho * beta * nu) / 4)) / y,
    rho: level * correction * smileRho + scale * ((beta * nu * a) / 4 - (rho * nu * nu) / 4),
    nu: level * correction * smileZ * slope + scale * ((rho * beta * a) / 4 + ((2 - 3 * rho * rho) * nu) / 12),
  };
}

/** Largest |z| for the series of twelve terms, which is then accurate to rounding; the closed form has lost two digits there. */
const MAX_Z_FOR_LEGENDRE_SERIES = 0.03;
const LEGENDRE_SERIES_TERMS = 12;

/**
 * q(z, ρ) = x(z)/z with its derivatives with respect to z and ρ.
 *
 * Near zero by the series q = Σ Pₙ(ρ) zⁿ/(n+1), since (1 − 2ρu + u²)^(−1/2) generates the Legendre polynomials.
 */
function meanReciprocalRoot(z: number, rho: number): { q: number; qz: number; qRho: number } {
  if (Math.abs(z) < MAX_Z_FOR_LEGENDRE_SERIES) return legendreSeries(z, rho);
  const root = Math.sqrt(1 - 2 * rho * z + z * z);
  // J is the root, and (J + z − ρ)(J − z + ρ) = 1 − ρ²: the factor that does not cancel is used.
  const positive = z > rho;
  const sum = positive ? root + z - rho : root - z + rho;
  const x = positive ? log(sum / (1 - rho)) : log((1 + rho) / sum);
  const xRho = positive ? 1 / (1 - rho) - (z / root + 1) / sum : 1 / (1 + rho) - (1 - z / root) / sum;
  return { q: x / z, qz: (1 / root - x / z) / z, qRho: xRho / z };
}

function legendreSeries(z: number, rho: number): { q: number; qz: number; qRho: number } {
  let [previous, current] = [0, 1];
  let slope = 0;
  let q = 1;
  let qz = 0;
  let qRho = 0;
  let power = 1;
  for (let n = 1; n <= LEGENDRE_SERIES_TERMS; n++) {
    [previous, current] = [current, ((2 * n - 1) * rho * current - (n - 1) * previous) / n];
    // Pₙ′ = ρ Pₙ₋₁′ + n Pₙ₋₁
    slope = rho * slope + n * previous;
    qz += (n * current * power) / (n + 1);
    power *= z;
    q += (current * power) / (n + 1);
    qRho += (slope * power) / (n + 1);
  }
  return { q, qz, qRho };
}
