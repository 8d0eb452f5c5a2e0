/** The joint distribution function of two correlated standard normals. */
import { clamp } from './clamp.js';
import { exp } from './elementary/exp.js';
import { asin } from './elementary/inverse-trigonometric.js';
import { squareOf } from './elementary/pow.js';
import { sin } from './elementary/trigonometric.js';
import { normalCdf, PDF_UNDERFLOW } from './normal.js';

const TWO_PI = 2 * Math.PI;
const SQRT_TWO_PI = Math.sqrt(TWO_PI);

/**
 * Gauss-Legendre weights and positive nodes of 6, 12 and 20 points, correctly rounded: `gaussLegendre` is an ulp or two off, which is as
 * much as the whole error of this function.
 */
const RULES = [
  {
    weights: [0.17132449237917036, 0.3607615730481386, 0.46791393457269104],
    nodes: [0.932469514203152, 0.6612093864662645, 0.23861918608319693],
  },
  {
    weights: [0.04717533638651183, 0.10693932599531843, 0.16007832854334622, 0.20316742672306592, 0.2334925365383548, 0.24914704581340277],
    nodes: [0.9815606342467192, 0.9041172563704749, 0.7699026741943047, 0.5873179542866175, 0.3678314989981802, 0.1252334085114689],
  },
  {
    weights: [
      0.017614007139152118, 0.04060142980038694, 0.06267204833410907, 0.08327674157670475, 0.10193011981724044, 0.11819453196151841,
      0.13168863844917664, 0.14209610931838204, 0.14917298647260374, 0.15275338713072584,
    ],
    nodes: [
      0.9931285991850949, 0.9639719272779138, 0.912234428251326, 0.8391169718222188, 0.7463319064601508, 0.636053680726515,
      0.5108670019508271, 0.37370608871541955, 0.2277858511416451, 0.07652652113349734,
    ],
  },
] as const;

/** Largest |ρ| for which 6 and 12 points give 15 digits (Genz 2004, section 2.4). */
const MAX_RHO_FOR_6_POINTS = 0.3;
const MAX_RHO_FOR_12_POINTS = 0.75;
/** Smallest |ρ| at which the integral starts at |ρ| = 1 instead of 0. */
const MIN_RHO_FROM_DEPENDENCE = 0.925;
/** An exponential of less than this is below an ulp of any probability that it is added to. */
const NEGLIGIBLE_EXPONENT = -100;

const ruleFor = (absRho: number) => RULES[absRho < MAX_RHO_FOR_6_POINTS ? 0 : absRho < MAX_RHO_FOR_12_POINTS ? 1 : 2];

/**
 * P(X ≤ a, Y ≤ b) of standard normals with correlation ρ, absolute error about 1e-15.
 *
 * @param a    any number, ±∞ included
 * @param b    any number, ±∞ included
 * @param rho  in [−1, 1]
 * @see Z. Drezner and G. O. Wesolowsky (1990); A. Genz (2004), Numerical computation of rectangular bivariate and
 *      trivariate normal and t probabilities, Statistics and Computing 14, section 2
 */
export function bivariateNormalCdf(a: number, b: number, rho: number): number {
  if (a < -PDF_UNDERFLOW || b < -PDF_UNDERFLOW) return 0;
  if (a > PDF_UNDERFLOW) return normalCdf(b);
  if (b > PDF_UNDERFLOW) return normalCdf(a);
  const value = Math.abs(rho) < MIN_RHO_FROM_DEPENDENCE ? fromIndependence(-a, -b, rho) : fromDependence(-a, -b, rho);
  return clamp(value, 0, 1);
}

/** P(X > h, Y > k) = Φ(−h)Φ(−k) + (1/2π) ∫ exp(−(h² + k² − 2hk sin θ)/(2cos²θ)) dθ over θ from 0 to arcsin ρ (Genz's (2)). */
function fromIndependence(h: number, k: number, rho: number): number {
  const squares = 0.5 * (h * h + k * k);
  const half = 0.5 * asin(rho);
  const { weights, nodes } = ruleFor(Math.abs(rho));
  let sum = 0;
  for (let i = 0; i < nodes.length; i++)
    for (const side of [1 - nodes[i]!, 1 + nodes[i]!]) {
      const sine = sin(half * side);
      sum += weights[i]! * exp((sine * h * k - squares) / (1 - sine * sine));
    }
  return (sum * half) / TWO_PI + normalCdf(-h) * normalCdf(-k);
}

/** The same probability from ρ = ±1: the leading terms of the integrand's series are integrated exactly (Genz's (4) to (6)). */
function fromDependence(h: number, givenK: number, rho: number): number {
  const k = rho < 0 ? -givenK : givenK;
  const correction = Math.abs(rho) < 1 ? nearDependence(h, k, (1 - rho) * (1 + rho)) : 0;
  if (rho > 0) return normalCdf(-Math.max(h, k)) + correction;
  if (h >= k) return -correction;
  return (h < 0 ? normalCdf(k) - normalCdf(h) : normalCdf(-h) - normalCdf(-k)) - correction;
}

/** P(X > h, Y > k) at 1 − ρ² = `gap`, less its limit at ρ = 1. */
function nearDependence(h: number, k: number, gap: number): number {
  const hk = h * k;
  const width = Math.sqrt(gap);
  const squared = squareOf(h - k);
  const c = (4 - hk) / 8;
  const d = (12 - hk) / 80;
  let analytic = 0;
  const exponent = -0.5 * (squared / gap + hk);
  if (exponent > NEGLIGIBLE_EXPONENT)
    analytic = width * exp(exponent) * (1 - (c * (squared - gap) * (1 - d * squared)) / 3 + c * d * gap * gap);
  if (hk > NEGLIGIBLE_EXPONENT) {
    const distance = Math.abs(h - k);
    analytic -= exp(-0.5 * hk) * SQRT_TWO_PI * normalCdf(-distance / width) * distance * (1 - (c * squared * (1 - d * squared)) / 3);
  }
  const half = 0.5 * width;
  const { weights, nodes } = RULES[2];
  let sum = 0;
  for (let i = 0; i < nodes.length; i++)
    for (const side of [1 - nodes[i]!, 1 + nodes[i]!]) {
      const x = squareOf(half * side);
      const power = -0.5 * (squared / x + hk);
      if (power <= NEGLIGIBLE_EXPONENT) continue;
      const root = Math.sqrt(1 - x);
      const series = 1 + c * x * (1 + 5 * d * x);
      const exact = exp((-0.5 * hk * x) / squareOf(1 + root)) / root;
      sum += weights[i]! * exp(power) * (series - exact);
    }
  return (half * sum - analytic) / TWO_PI;
}
