/**
 * American options on a lognormal asset, from the exercise boundary B(τ), τ the time left (exercise-boundary.ts):
 *
 *   P(τ, S) = p(τ, S) + ∫₀^τ [r K e^(−rw) Φ(−d₋(w, S/B(τ − w))) − q S e^(−qw) Φ(−d₊(w, S/B(τ − w)))] dw
 *
 * A call is a put with asset and strike, and with rate and dividend, exchanged.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1)
 */
import { EngineFailure } from '../base/failure.js';
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { normalCdf } from '../math/normal.js';
import { blackScholes } from './black-scholes.js';
import { type Boundary, type BoundaryTerms, firstBoundary, refine, type Scheme, schemeOf, valueAt } from './exercise-boundary.js';

/** Each twice as fine as the one before it, and a hundred times as exact or more; made when first needed. */
const NODES = [8, 16, 32, 64];
const schemes: Scheme[] = [];
const schemeAt = (level: number): Scheme => (schemes[level] ??= schemeOf(NODES[level]));
/** Between two schemes, relative to the strike of the put: what the finer one leaves is a tenth of it at most. */
const AGREED = 3e-6;
/** All that exercise can earn is interest on the strike, under rT of it; where that is so little the boundary is far down, and no matter. */
const NOTHING_EARNED = 1e-8;

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
 * @returns price units; absolute error under 1e-6 of the strike, of a call 1e-6 of the spot
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
  if (dividend >= 0 && rate * time < NOTHING_EARNED) return Math.max(european, strike - spot);
  if (volatility * Math.sqrt(time) === 0) return certainPut(spot, strike, rate, time, dividend);
  const terms = { strike, rate, volatility, time, dividend };
  let boundary = firstBoundary(terms, schemeAt(0));
  let price = valueBy(boundary, terms, spot, european);
  for (let level = 1; level < NODES.length; level++) {
    const before = price;
    boundary = refine(terms, boundary, schemeAt(level));
    price = valueBy(boundary, terms, spot, european);
    if (Math.abs(price - before) <= AGREED * strike) return price;
  }
  throw new EngineFailure(
    'pricing',
    `the exercise boundary did not settle on ${NODES.at(-1)} points: rate, dividend, volatility and time are too extreme together`,
  );
}

/** European value and what early exercise adds. */
function valueBy(
  { scheme: { outer, atOuter }, limit, depths, squares }: Boundary,
  { strike, rate, volatility, time, dividend }: BoundaryTerms,
  spot: Price,
  european: Price,
): Price {
  const above = Math.log(spot / limit);
  if (above <= -depths[0]) return strike - spot;
  let premium = 0;
  for (let j = 0; j < outer.sine.length; j++) {
    const sine = outer.sine[j];
    const w = time * sine * sine;
    const deviation = volatility * Math.sqrt(time) * sine;
    const plus = (above + Math.sqrt(valueAt(squares, atOuter, j)) + (rate - dividend) * w) / deviation + 0.5 * deviation;
    const gained = rate * strike * Math.exp(-rate * w) * normalCdf(deviation - plus);
    const lost = dividend === 0 ? 0 : dividend * spot * Math.exp(-dividend * w) * normalCdf(-plus);
    premium += outer.weight[j] * (gained - lost);
  }
  return Math.max(european + premium * time, strike - spot, 0);
}

/** The best moment on the forward's path: now, at the end, or where interest on the strike and dividends balance. */
function certainPut(spot: Price, strike: Price, rate: Rate, time: Years, dividend: Rate): Price {
  const balance = Math.log((dividend * spot) / (rate * strike)) / (dividend - rate);
  const exercised = [0, time, ...(balance > 0 && balance < time ? [balance] : [])];
  return Math.max(0, ...exercised.map((t) => strike * Math.exp(-rate * t) - spot * Math.exp(-dividend * t)));
}
