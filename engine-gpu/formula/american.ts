/**
 * American options on a lognormal asset, by the integral equation of the exercise boundary B(τ), τ the time left:
 *
 *   P(τ, S) = p(τ, S) + ∫₀^τ [r K e^(−rw) Φ(−d₋(w, S/B(τ − w))) − q S e^(−qw) Φ(−d₊(w, S/B(τ − w)))] dw
 *   B(τ) = K e^(−(r−q)τ) N/D,   d±(w, z) = [ln z + (r − q ± σ²/2) w]/(σ√w)
 *   N = Φ(d₋(τ, B/K)) + r ∫₀^τ e^(ru) Φ(d₋(τ − u, B(τ)/B(u))) du,   D likewise with d₊ and q
 *
 * The second is a fixed point, of which each iteration gains a digit or more. ln²(B/X), X = K min(1, r/q), is smooth in √τ and is a
 * Chebyshev polynomial there. w = τ sin²ψ, u = τ cos²ψ takes the roots out of both ends of the integrals; the paper's w = τ(1 + y)²/4
 * leaves that of B at u = 0, and with it an error of 1e-5. A call is a put with asset and strike, and with rate and dividend, exchanged.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1): FP-B
 */
import { EngineFailure } from '../failure.js';
import { normalCdf } from '../math/normal.js';
import { gaussLegendre } from '../method/quadrature.js';
import type { Price, Rate, Volatility, Years } from '../units.js';
import { blackScholes } from './black-scholes.js';

/** Collocation points, quadrature points of the boundary and of the price. Twice as many are a hundred times as exact, or more. */
const SCHEMES = [12, 24, 48, 96].map((nodes) => ({ nodes, inner: overAngle(nodes), outer: overAngle(2 * nodes) }));
type Scheme = (typeof SCHEMES)[number];
/** Between two schemes, relative to the strike of the put: what the finer one leaves is far less. */
const AGREED = 1e-6;
/** Where neither |r|T, |q|T nor σ²T is above the first, nor |r|T or |q|T above so many σ√T, the first scheme alone is good to 2e-6. */
const ORDINARY = 1;
const ORDINARY_DEVIATIONS = 2;
const MAX_ITERATIONS = 24;
/** Between two iterations, relative. */
const CONVERGED = 3e-7;

/** ∫ f dw/τ over [0, τ] as a sum over ψ in [0, π/2], w = τ sin²ψ. */
function overAngle(count: number): { readonly sine: number; readonly cosine: number; readonly weight: number }[] {
  const { points, weights } = gaussLegendre(count);
  return points.map((point, i) => {
    const angle = (Math.PI / 4) * (1 + point);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    return { sine, cosine, weight: (Math.PI / 2) * weights[i]! * sine * cosine };
  });
}

export interface AmericanTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
}

/**
 * @param terms  σ ≥ 0, T ≥ 0, and `hasOneBoundary`
 * @returns price units; absolute error under 2e-6 of the strike, of a call 2e-6 of the spot
 * @throws EngineFailure `pricing` where the finest scheme does not come to that
 */
export function americanOption({ spot, strike, rate, volatility, time, dividend, sign }: AmericanTerms): Price {
  return sign > 0
    ? americanPut(strike, spot, dividend, volatility, time, rate)
    : americanPut(spot, strike, rate, volatility, time, dividend);
}

/**
 * Whether there is at most one boundary: what exercise earns, r of a put and q of a call, is above 0, or not above the other of
 * the two. Otherwise holding pays both far in the money and out of it.
 */
export function hasOneBoundary({ rate, dividend, sign }: Pick<AmericanTerms, 'rate' | 'dividend' | 'sign'>): boolean {
  const [earned, given] = sign > 0 ? [dividend, rate] : [rate, dividend];
  return earned > 0 || given >= earned;
}

function americanPut(spot: Price, strike: Price, rate: Rate, volatility: Volatility, time: Years, dividend: Rate): Price {
  const european = blackScholes(spot, strike, rate, volatility, time, dividend, -1);
  if (rate <= 0) return european;
  if (volatility * Math.sqrt(time) === 0) return certainPut(spot, strike, rate, time, dividend);
  const drift = Math.max(rate, Math.abs(dividend)) * time;
  const isOrdinary =
    Math.max(drift, volatility * volatility * time) <= ORDINARY && drift <= ORDINARY_DEVIATIONS * volatility * Math.sqrt(time);
  let price = Number.NaN;
  for (const scheme of SCHEMES) {
    const before = price;
    price = valueBy(scheme, european, spot, strike, rate, volatility, time, dividend);
    if (isOrdinary || Math.abs(price - before) <= AGREED * strike) return price;
  }
  throw new EngineFailure(
    'pricing',
    `the exercise boundary did not settle on ${SCHEMES.at(-1)!.nodes} points: rate, dividend, volatility and time are too extreme together`,
  );
}

/** European value and what early exercise adds, by one scheme. */
function valueBy(
  { nodes, inner, outer }: Scheme,
  european: Price,
  spot: Price,
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
): Price {
  const boundary = exerciseBoundary(nodes, inner, strike, rate, volatility, time, dividend);
  if (spot <= boundary(1)) return strike - spot;
  let premium = 0;
  for (let i = 0; i < outer.length; i++) {
    const { sine, cosine, weight } = outer[i]!;
    const w = time * sine * sine;
    const deviation = volatility * Math.sqrt(time) * sine;
    const plus = (Math.log(spot / boundary(cosine)) + (rate - dividend) * w) / deviation + 0.5 * deviation;
    const gained = rate * strike * Math.exp(-rate * w) * normalCdf(deviation - plus);
    const lost = dividend * spot * Math.exp(-dividend * w) * normalCdf(-plus);
    premium += weight * (gained - lost);
  }
  return Math.max(european + premium * time, strike - spot, 0);
}

/** The best moment on the forward's path: now, at the end, or where interest on the strike and dividends balance. */
function certainPut(spot: Price, strike: Price, rate: Rate, time: Years, dividend: Rate): Price {
  const balance = Math.log((dividend * spot) / (rate * strike)) / (dividend - rate);
  const exercised = [0, time, ...(balance > 0 && balance < time ? [balance] : [])];
  return Math.max(0, ...exercised.map((t) => strike * Math.exp(-rate * t) - spot * Math.exp(-dividend * t)));
}

/** B of a put, r > 0, at √(τ/T) in [0, 1]; price units. */
function exerciseBoundary(
  nodes: number,
  inner: Scheme['inner'],
  strike: Price,
  rate: Rate,
  volatility: Volatility,
  time: Years,
  dividend: Rate,
): (root: number) => Price {
  const limit = dividend > rate ? (strike * rate) / dividend : strike;
  // √(τ/T) at Chebyshev's points, from 1 down to 0.
  const roots = Array.from({ length: nodes + 1 }, (_, i) => 0.5 * (1 + Math.cos((Math.PI * i) / nodes)));
  const boundary = roots.map((root) => firstGuess(strike, limit, rate, volatility, time * root * root, dividend));
  let coefficients = chebyshev(boundary.map((level) => Math.log(level / limit) ** 2));
  const at = (root: number) => limit * Math.exp(-Math.sqrt(Math.max(clenshaw(coefficients, 2 * root - 1), 0)));

  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let moved = 0;
    for (let i = 0; i < nodes; i++) {
      const left = time * roots[i]! * roots[i]!;
      const level = boundary[i]!;
      const deviation = volatility * Math.sqrt(left);
      const centre = (Math.log(level / strike) + (rate - dividend) * left) / deviation;
      let numerator = normalCdf(centre - 0.5 * deviation);
      let denominator = normalCdf(centre + 0.5 * deviation);
      for (const { sine, cosine, weight } of inner) {
        const w = left * sine * sine;
        const u = left * cosine * cosine;
        const spread = deviation * sine;
        const middle = (Math.log(level / at(roots[i]! * cosine)) + (rate - dividend) * w) / spread;
        numerator += rate * left * weight * Math.exp(rate * u) * normalCdf(middle - 0.5 * spread);
        if (dividend !== 0) denominator += dividend * left * weight * Math.exp(dividend * u) * normalCdf(middle + 0.5 * spread);
      }
      const next = Math.min((strike * Math.exp((dividend - rate) * left) * numerator) / denominator, limit);
      moved = Math.max(moved, Math.abs(next / level - 1));
      boundary[i] = next;
    }
    coefficients = chebyshev(boundary.map((level) => Math.log(level / limit) ** 2));
    if (moved < CONVERGED) break;
  }
  return at;
}

/** Barone-Adesi and Whaley's (1987) seed: from the limit at expiry to the perpetual boundary. */
function firstGuess(strike: Price, limit: Price, rate: Rate, volatility: Volatility, left: Years, dividend: Rate): Price {
  const drift = (2 * (rate - dividend)) / (volatility * volatility);
  const slope = 0.5 * (1 - drift - Math.sqrt((drift - 1) ** 2 + (8 * rate) / (volatility * volatility)));
  const perpetual = Math.min((strike * slope) / (slope - 1), limit);
  if (perpetual >= limit) return limit;
  const fallen = ((rate - dividend) * left - 2 * volatility * Math.sqrt(left)) * (strike / (strike - perpetual));
  return perpetual + (limit - perpetual) * Math.exp(Math.min(fallen, 0));
}

/** Coefficients of the polynomial through values at cos(πi/n). */
function chebyshev(values: readonly number[]): Float64Array {
  const n = values.length - 1;
  return Float64Array.from({ length: n + 1 }, (_, k) => {
    let sum = 0;
    for (let i = 0; i <= n; i++) sum += (i === 0 || i === n ? 0.5 : 1) * values[i]! * Math.cos((Math.PI * i * k) / n);
    return ((k === 0 || k === n ? 1 : 2) * sum) / n;
  });
}

function clenshaw(coefficients: Float64Array, x: number): number {
  let [later, current] = [0, 0];
  for (let k = coefficients.length - 1; k > 0; k--) [later, current] = [current, coefficients[k]! + 2 * x * current - later];
  return coefficients[0]! + x * current - later;
}
