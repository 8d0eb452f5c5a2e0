/** Implied volatilities of many quotes under Heston, with their derivatives with respect to the parameters. */

import type { Years } from '../base/units.js';
import { impliedStdDev } from '../formula/implied-volatility.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { complexExp } from '../math/elementary/complex.js';
import { exp } from '../math/elementary/exp.js';
import { normalPdf } from '../math/normal.js';
import { type Contour, contour } from '../method/fourier.js';
import { heston } from '../model/heston.js';
import { HESTON_DIMENSION, hestonGradient } from '../model/heston-gradient.js';

/**
 * Error of a price, relative to the forward. For the cheapest option that is accepted, worth 1e-10, this is a hundredth of its value and,
 * since volatility is d₁² times less sensitive, about 3e-4 of its volatility; for an option worth 1e-6 it is 1e-7 of its volatility.
 */
const MODEL_PRICE_TOLERANCE = 1e-12;
/** Lower bound of a price relative to its upper bound: smaller values, zero and negative ones included, are rounding. */
const MIN_PRICE_SHARE = 1e-15;

/** The quotes of one expiry. */
export interface Expiry {
  readonly time: Years;
  /** ln(K/F) of each quote. */
  readonly moneyness: Float64Array;
  /** Row of each quote in the results. */
  readonly rows: readonly number[];
}

const JACOBIAN_COLUMNS = HESTON_DIMENSION + 1;

/**
 * Implied volatilities of all quotes and their gradients.
 *
 * @param volatilities  receives one volatility per row
 * @param gradient      receives ∂σ/∂(v₀, κ, θ, σ, ρ), five values per row
 */
export function hestonVolatilities(
  expiries: readonly Expiry[],
  parameters: HestonParameters,
  volatilities: Float64Array,
  gradient: Float64Array,
): void {
  const integrals = new Float64Array(JACOBIAN_COLUMNS);
  for (const { time, moneyness, rows } of expiries) {
    const model = heston(parameters, time);
    const slope = hestonGradient(parameters, time);
    for (const side of [1, -1] as const) {
      const onThisSide = (k: number) => k + model.shift >= 0 === side > 0;
      const ks = moneyness.filter(onThisSide);
      if (ks.length === 0) continue;
      const nodes = contour(model, side, Math.min(...ks), Math.max(...ks), MODEL_PRICE_TOLERANCE);
      const weights = weightsOf(nodes, slope);
      for (let i = 0; i < moneyness.length; i++) {
        const k = moneyness[i]!;
        if (!onThisSide(k)) continue;
        integrate(nodes, weights, k, integrals);
        record(nodes.value, k, time, integrals, rows[i]!, volatilities, gradient);
      }
    }
  }
}

/** Real and imaginary weights of I and of its five derivatives, node by node. */
function weightsOf({ count, re, im, weightRe, weightIm }: Contour, slope: ReturnType<typeof hestonGradient>): Float64Array {
  const weights = new Float64Array(2 * JACOBIAN_COLUMNS * count);
  const values = new Float64Array(2 * HESTON_DIMENSION);
  for (let j = 0, to = 0; j < count; j++) {
    const a = weightRe[j]!;
    const b = weightIm[j]!;
    weights[to++] = a;
    weights[to++] = b;
    slope(re[j]!, im[j]!, values);
    for (let p = 0; p < 2 * HESTON_DIMENSION; p += 2) {
      weights[to++] = a * values[p]! - b * values[p + 1]!;
      weights[to++] = a * values[p + 1]! + b * values[p]!;
    }
  }
  return weights;
}

/** The last results of `complexExp`. */
const power = new Float64Array(3);

/** I(k) and its derivatives: e^k Σ Re(weight · e^(−iξk)). */
function integrate({ count, re, im, tolerance }: Contour, weights: Float64Array, k: number, target: Float64Array): void {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  for (let j = 0, w = 0; j < count; j++, w += 2 * JACOBIAN_COLUMNS) {
    complexExp(im[j]! * k, re[j]! * k, power);
    const [cosine, sine, size] = [power[0]!, power[1]!, power[2]!];
    s0 += weights[w]! * cosine + weights[w + 1]! * sine;
    s1 += weights[w + 2]! * cosine + weights[w + 3]! * sine;
    s2 += weights[w + 4]! * cosine + weights[w + 5]! * sine;
    s3 += weights[w + 6]! * cosine + weights[w + 7]! * sine;
    s4 += weights[w + 8]! * cosine + weights[w + 9]! * sine;
    s5 += weights[w + 10]! * cosine + weights[w + 11]! * sine;
    if (size * (Math.abs(weights[w]!) + Math.abs(weights[w + 1]!)) < tolerance) break;
  }
  const scale = exp(k);
  target[0] = scale * s0;
  target[1] = scale * s1;
  target[2] = scale * s2;
  target[3] = scale * s3;
  target[4] = scale * s4;
  target[5] = scale * s5;
}

/** Converts I to the price of the out-of-the-money option, and that to its implied volatility and gradient. */
function record(
  side: Contour['value'],
  k: number,
  time: Years,
  integrals: Float64Array,
  row: number,
  volatilities: Float64Array,
  gradient: Float64Array,
): void {
  const strike = exp(k);
  const otm = k >= 0 ? 'call' : 'put';
  const bound = Math.min(strike, 1);
  const direct = side === 'capped' ? bound - integrals[0]! : -integrals[0]!;
  // Put-call parity: the in-the-money option is worth |1 − K/F| more.
  const value = side === 'capped' || side === otm ? direct : direct - Math.abs(1 - strike);
  const relative = Math.min(Math.max(value / bound, MIN_PRICE_SHARE), 1 - MIN_PRICE_SHARE);
  const stdDev = impliedStdDev(-Math.abs(k), relative, 1 - relative);
  volatilities[row] = stdDev / Math.sqrt(time);
  const vega = normalPdf(-k / stdDev + stdDev / 2) * Math.sqrt(time);
  for (let p = 0; p < HESTON_DIMENSION; p++) gradient[row * HESTON_DIMENSION + p] = -integrals[p + 1]! / vega;
}
