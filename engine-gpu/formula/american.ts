/**
 * American options on a lognormal asset, from the exercise boundary B(τ), τ the time to expiry (exercise-boundary.ts):
 *
 *   P(τ, S) = p(τ, S) + ∫₀^τ [r K e^(−rw) Φ(−d₋(w, S/B(τ − w))) − q S e^(−qw) Φ(−d₊(w, S/B(τ − w)))] dw
 *
 * A call is priced as the put with spot and strike, and rate and dividend, exchanged.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1)
 */
import { EngineFailure } from '../base/failure.js';
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { normalCdf } from '../math/normal.js';
import { blackScholes } from './black-scholes.js';
import {
  type Boundary,
  type BoundaryTerms,
  firstBoundary,
  refinedBoundary,
  type Scheme,
  schemeOf,
  squaredDepthAt,
} from './exercise-boundary.js';

/** Collocation nodes by level. Each level has at most a hundredth of the error of the one before. Schemes are built when first needed. */
const NODES_BY_LEVEL = [8, 16, 32, 64];
const schemes: Scheme[] = [];
const schemeAt = (level: number): Scheme => (schemes[level] ??= schemeOf(NODES_BY_LEVEL[level]!));
/**
 * Largest difference between the prices of two successive levels, relative to the strike of the put, at which the finer one is accepted.
 * The error that is left is at most a tenth of it.
 */
const MAX_LEVEL_DIFFERENCE = 3e-6;
/** Below this rT, the interest that exercise can earn relative to the strike, early exercise adds nothing that a price shows. */
const MIN_INTEREST = 1e-8;

interface AmericanTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
}

/**
 * Price of an American option.
 *
 * @param terms  σ ≥ 0, T ≥ 0, and `hasOneBoundary` holds
 * @returns price units; absolute error under 1e-6 of the strike for a put and of the spot for a call
 * @throws EngineFailure `pricing` where the two finest schemes do not agree
 */
export function americanOption({ spot, strike, rate, volatility, time, dividend, sign }: AmericanTerms): Price {
  return sign > 0
    ? americanPut(strike, spot, dividend, volatility, time, rate)
    : americanPut(spot, strike, rate, volatility, time, dividend);
}

/**
 * True if there is at most one exercise boundary. Exercise earns the rate of a put's strike or a call's dividend and gives up the other of
 * the two; there is one boundary if the rate earned is positive, or not above the rate given up. Otherwise the option is exercised between
 * two boundaries and held on either side.
 */
export function hasOneBoundary({ rate, dividend, sign }: Pick<AmericanTerms, 'rate' | 'dividend' | 'sign'>): boolean {
  const [earned, givenUp] = sign > 0 ? [dividend, rate] : [rate, dividend];
  return earned > 0 || givenUp >= earned;
}

function americanPut(spot: Price, strike: Price, rate: Rate, volatility: Volatility, time: Years, dividend: Rate): Price {
  const european = blackScholes(spot, strike, rate, volatility, time, dividend, -1);
  if (rate <= 0) return european;
  if (dividend >= 0 && rate * time < MIN_INTEREST) return Math.max(european, strike - spot);
  if (volatility * Math.sqrt(time) === 0) return deterministicPut(spot, strike, rate, time, dividend);
  const terms = { strike, rate, volatility, time, dividend };
  let boundary = firstBoundary(terms, schemeAt(0));
  let price = valueFrom(boundary, terms, spot, european);
  for (let level = 1; level < NODES_BY_LEVEL.length; level++) {
    const coarser = price;
    boundary = refinedBoundary(terms, boundary, schemeAt(level));
    price = valueFrom(boundary, terms, spot, european);
    if (Math.abs(price - coarser) <= MAX_LEVEL_DIFFERENCE * strike) return price;
  }
  throw new EngineFailure(
    'pricing',
    `the exercise boundary did not converge with ${NODES_BY_LEVEL.at(-1)} nodes: the combination of rate, dividend, volatility and time is too extreme`,
  );
}

/** The European value plus the early exercise premium. */
function valueFrom(
  { scheme: { outer, atOuter }, limit, depths, squares }: Boundary,
  { strike, rate, volatility, time, dividend }: BoundaryTerms,
  spot: Price,
  european: Price,
): Price {
  const fromLimit = log(spot / limit);
  if (fromLimit <= -depths[0]!) return strike - spot;
  let premium = 0;
  for (let j = 0; j < outer.sine.length; j++) {
    const sine = outer.sine[j]!;
    const w = time * sine * sine;
    const deviation = volatility * Math.sqrt(time) * sine;
    const plus = (fromLimit + Math.sqrt(squaredDepthAt(squares, atOuter, j)) + (rate - dividend) * w) / deviation + 0.5 * deviation;
    const interest = rate * strike * exp(-rate * w) * normalCdf(deviation - plus);
    const dividends = dividend === 0 ? 0 : dividend * spot * exp(-dividend * w) * normalCdf(-plus);
    premium += outer.weight[j]! * (interest - dividends);
  }
  return Math.max(european + premium * time, strike - spot, 0);
}

/**
 * Value without volatility: exercise at the best time on the forward's path, which is now, expiry, or where interest and dividends balance.
 */
function deterministicPut(spot: Price, strike: Price, rate: Rate, time: Years, dividend: Rate): Price {
  const balance = log((dividend * spot) / (rate * strike)) / (dividend - rate);
  const candidates = [0, time, ...(balance > 0 && balance < time ? [balance] : [])];
  return Math.max(0, ...candidates.map((t) => strike * exp(-rate * t) - spot * exp(-dividend * t)));
}
