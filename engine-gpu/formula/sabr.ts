/**
 * Hagan's lognormal expansion of the SABR model dF = α F^β dW, dα = ν α dZ, dW dZ = ρ dt:
 *
 *   σ(K) = α/(y D) · z/x(z) · (1 + [(1−β)²α²/(24 y²) + ρβνα/(4y) + (2−3ρ²)ν²/24] T)
 *   y = (F K)^((1−β)/2),  L = ln(F/K),  z = (ν/α) y L,  D = 1 + (1−β)²L²/24 + (1−β)⁴L⁴/1920
 *   x(z) = ln[(√(1 − 2ρz + z²) + z − ρ)/(1 − ρ)] = ∫₀ᶻ du/√(1 − 2ρu + u²)
 *
 * An expansion in time: its error grows with ν²T, and far from the money at long expiries its density goes negative.
 *
 * @see Hagan, Kumar, Lesniewski and Woodward (2002), Managing smile risk, (2.17)
 */
import type { Price, Volatility, Years } from '../base/units.js';

export interface SabrParameters {
  /** α > 0, forward^(1−β) a square root of a year. */
  readonly alpha: number;
  /** 0 ≤ β ≤ 1 */
  readonly beta: number;
  /** −1 < ρ < 1 */
  readonly rho: number;
  /** ν ≥ 0 */
  readonly nu: number;
}

/** σ and its derivatives with respect to α, ρ and ν. */
export interface SabrSensitivities {
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
 * @param time    T ≥ 0
 * @returns relative error a few ulp of the expansion; the expansion itself may be negative where ρ²ν²T is large
 */
export const sabrVolatility = (forward: Price, strike: Price, time: Years, parameters: SabrParameters): Volatility =>
  sabrSensitivities(forward, strike, time, parameters).volatility;

/** The same with its derivatives, exact at the money and at ν = 0 as well. */
export const sabrSensitivities = (forward: Price, strike: Price, time: Years, parameters: SabrParameters): SabrSensitivities =>
  sensitivitiesAt(sabrStrike(forward, strike, parameters.beta), time, parameters.alpha, parameters.rho, parameters.nu);

/** What a strike is under a forward and a β, whatever the other parameters: a fit computes it once. */
export interface SabrStrike {
  readonly beta: number;
  readonly y: number;
  /** L */
  readonly moneyness: number;
  /** D */
  readonly widening: number;
}

export function sabrStrike(forward: Price, strike: Price, beta: number): SabrStrike {
  const c = 1 - beta;
  const moneyness = Math.log(forward / strike);
  const cL = (c * moneyness) ** 2;
  return { beta, y: (forward * strike) ** (c / 2), moneyness, widening: 1 + (cL / 24) * (1 + cL / 80) };
}

export function sensitivitiesAt(
  { beta, y, moneyness, widening }: SabrStrike,
  time: Years,
  alpha: number,
  rho: number,
  nu: number,
): SabrSensitivities {
  const c = 1 - beta;
  const level = alpha / (y * widening);
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

/** |z| below which the closed form, divided by z, has lost two digits, and the series of twelve terms none. */
const SMALL_Z = 0.03;
const SERIES_TERMS = 12;

/**
 * q(z, ρ) = x(z)/z with its derivatives.
 *
 * Near zero by q = Σ Pₙ(ρ) zⁿ/(n+1): (1 − 2ρu + u²)^(−1/2) generates the Legendre polynomials.
 */
function meanReciprocalRoot(z: number, rho: number): { q: number; qz: number; qRho: number } {
  if (Math.abs(z) < SMALL_Z) return series(z, rho);
  const root = Math.sqrt(1 - 2 * rho * z + z * z);
  // (J + z − ρ)(J − z + ρ) = 1 − ρ²: of the two forms, the one that adds.
  const positive = z > rho;
  const sum = positive ? root + z - rho : root - z + rho;
  const x = positive ? Math.log(sum / (1 - rho)) : Math.log((1 + rho) / sum);
  const xRho = positive ? 1 / (1 - rho) - (z / root + 1) / sum : 1 / (1 + rho) - (1 - z / root) / sum;
  return { q: x / z, qz: (1 / root - x / z) / z, qRho: xRho / z };
}

function series(z: number, rho: number): { q: number; qz: number; qRho: number } {
  let [previous, current] = [0, 1];
  let slope = 0;
  let q = 1;
  let qz = 0;
  let qRho = 0;
  let power = 1;
  for (let n = 1; n <= SERIES_TERMS; n++) {
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
