/** Prices under models by formulas in their textbook shape, which share no code with the engine. */
import { black, integral } from './reference-formulas.js';

type Complex = readonly [re: number, im: number];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const scaled = (k: number, [a, b]: Complex): Complex => [k * a, k * b];
const minus = (a: Complex, b: Complex): Complex => plus(a, scaled(-1, b));
const over = (a: Complex, [c, d]: Complex): Complex => scaled(1 / (c * c + d * d), times(a, [c, -d]));
const exponential = ([a, b]: Complex): Complex => [Math.exp(a) * Math.cos(b), Math.exp(a) * Math.sin(b)];
const logarithm = ([a, b]: Complex): Complex => [Math.log(Math.hypot(a, b)), Math.atan2(b, a)];
const root = (z: Complex): Complex => exponential(scaled(0.5, logarithm(z)));
const ONE: Complex = [1, 0];

export interface HestonParameters {
  readonly v0: number;
  readonly kappa: number;
  readonly theta: number;
  readonly sigma: number;
  readonly rho: number;
}

/** E exp((iu + ½) ln(S_T/F)), whose logarithm does not leave its branch (Albrecher, Mayer, Schoutens and Tistaert 2007). */
function hestonTransform(u: number, time: number, { v0, kappa, theta, sigma, rho }: HestonParameters): Complex {
  const b: Complex = [kappa - (rho * sigma) / 2, -rho * sigma * u];
  const d = root(plus(times(b, b), [sigma * sigma * (u * u + 0.25), 0]));
  const g = over(minus(b, d), plus(b, d));
  const decay = exponential(scaled(-time, d));
  const rest = minus(ONE, times(g, decay));
  const ofVariance = scaled(1 / sigma ** 2, over(times(minus(b, d), minus(ONE, decay)), rest));
  const ofMean = scaled((kappa * theta) / sigma ** 2, minus(scaled(time, minus(b, d)), scaled(2, logarithm(over(rest, minus(ONE, g))))));
  return exponential(plus(ofMean, scaled(v0, ofVariance)));
}

/** Size of the transform from which the integral is left out. */
const NEGLIGIBLE = 1e-16;

/**
 * Undiscounted price under Heston's model: F − √(FK)/π ∫ Re(e^(iu ln(F/K)) φ)/(u² + ¼) du, with u = sinh(y)/2.
 *
 * @see A. Lewis (2000), Option Valuation under Stochastic Volatility, (2.10)
 */
export function heston(forward: number, strike: number, time: number, parameters: HestonParameters, sign: number): number {
  let end = 1;
  while (Math.hypot(...hestonTransform(Math.sinh(end) / 2, time, parameters)) > NEGLIGIBLE && end < 20) end += 0.5;
  const moneyness = Math.log(forward / strike);
  const whole = integral(
    (y) => {
      const u = Math.sinh(y) / 2;
      const [re, im] = hestonTransform(u, time, parameters);
      return (2 * (re * Math.cos(u * moneyness) - im * Math.sin(u * moneyness))) / Math.cosh(y);
    },
    0,
    end,
    144,
  );
  const call = forward - (Math.sqrt(forward * strike) / Math.PI) * whole;
  return sign > 0 ? call : call - forward + strike;
}

/** Hagan's lognormal volatility as it is printed: (2.17a) of Hagan, Kumar, Lesniewski and Woodward (2002). */
function haganVolatility(
  forward: number,
  strike: number,
  time: number,
  { alpha, beta, rho, nu }: { readonly alpha: number; readonly beta: number; readonly rho: number; readonly nu: number },
): number {
  const power = (forward * strike) ** ((1 - beta) / 2);
  const l = Math.log(forward / strike);
  const z = (nu / alpha) * power * l;
  const x = Math.log((Math.sqrt(1 - 2 * rho * z + z * z) + z - rho) / (1 - rho));
  const series = 1 + ((1 - beta) ** 2 * l ** 2) / 24 + ((1 - beta) ** 4 * l ** 4) / 1920;
  const correction =
    ((1 - beta) ** 2 * alpha ** 2) / (24 * power ** 2) + (rho * beta * nu * alpha) / (4 * power) + ((2 - 3 * rho ** 2) * nu ** 2) / 24;
  return (alpha / (power * series)) * (z / x) * (1 + correction * time);
}

export const hagan = (
  forward: number,
  strike: number,
  time: number,
  parameters: Parameters<typeof haganVolatility>[3],
  sign: number,
): number => black(forward, strike, haganVolatility(forward, strike, time, parameters) * Math.sqrt(time), sign);
