/**
 * American options on a lognormal asset, from the exercise boundary B(τ), τ the time to expiry (exercise-boundary.ts):
 *
 *   P(τ, S) = p(τ, S) + ∫₀^τ [r K e^(−rw) Φ(−d₋(w, S/B(τ − w))) − q S e^(−qw) Φ(−d₊(w, S/B(τ − w)))] dw
 *
 * and ∂P/∂S is the derivative of both terms, as B does not depend on S. A call is priced as the put with spot and strike, and rate and
 * dividend, exchanged; prices are homogeneous in spot and strike, which gives the derivative by the spot of a call.
 *
 * @see L. Andersen, M. Lake, D. Offengenden (2016), High-performance American option pricing, J. Comp. Finance 20(1)
 */
import { EngineFailure } from '../base/failure.js';
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { normalCdf, normalPdf } from '../math/normal.js';
import { blackScholes, logForwardMoneyness } from './black-scholes.js';
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

export interface AmericanTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly sign: 1 | -1;
}

/** Absolute error of a price relative to the strike of a put and the spot of a call. */
const PRICE_ACCURACY = 1e-6;

interface AmericanValue {
  /** Price units, never below the European price. */
  readonly price: Price;
  readonly europeanPrice: Price;
  /** ∂V/∂S; ±1 where immediate exercise is best. */
  readonly delta: number;
  /** Bound on the absolute error of the price, price units. */
  readonly errorBound: Price;
  /** Years from today and the spot at which exercise begins, to a hundredth, from today on; empty where early exercise adds nothing that a price shows. */
  readonly boundary: readonly { readonly time: Years; readonly spot: Price }[];
}

/**
 * Price, delta and exercise boundary of an American option.
 *
 * @param terms  S > 0, K > 0, σ ≥ 0, T ≥ 0, and `hasOneBoundary` holds
 * @returns price units; absolute error of the price under 1e-6 of the strike for a put and of the spot for a call
 * @throws EngineFailure `pricing` where the two finest schemes do not agree
 */
export function americanOption({ spot, strike, rate, volatility, time, dividend, sign }: AmericanTerms): AmericanValue {
  if (sign < 0) {
    const { boundary, ...values } = americanPut(spot, strike, rate, volatility, time, dividend);
    return { ...values, errorBound: PRICE_ACCURACY * strike, boundary: boundaryInTime(boundary, time, (below) => below) };
  }
  const mirrored = americanPut(strike, spot, dividend, volatility, time, rate);
  // V = S ∂V/∂S + K ∂V/∂K, and the derivative of the put by its spot is ∂V/∂K.
  const delta = (mirrored.price - strike * mirrored.delta) / spot;
  return {
    ...{ price: mirrored.price, europeanPrice: mirrored.europeanPrice, delta, errorBound: PRICE_ACCURACY * spot },
    boundary: boundaryInTime(mirrored.boundary, time, (below) => (strike * spot) / below),
  };
}

const boundaryInTime = (boundary: Boundary | undefined, time: Years, spotOf: (boundary: Price) => Price): AmericanValue['boundary'] =>
  boundary === undefined
    ? []
    : Array.from(boundary.scheme.roots, (root, i) => ({
        time: time * (1 - root * root),
        spot: spotOf(boundary.limit * exp(-boundary.depths[i]!)),
      }));

/**
 * True if there is at most one exercise boundary. Exercise earns the rate of a put's strike or a call's dividend and gives up the other of
 * the two; there is one boundary if the rate earned is positive, or not above the rate given up. Otherwise the option is exercised between
 * two boundaries and held on either side.
 */
export function hasOneBoundary({ rate, dividend, sign }: Pick<AmericanTerms, 'rate' | 'dividend' | 'sign'>): boolean {
  const [earned, givenUp] = sign > 0 ? [dividend, rate] : [rate, dividend];
  return earned > 0 || givenUp >= earned;
}

/** A put with its exercise boundary, where early exercise adds to its price. */
interface AmericanPut extends PutValue, Pick<AmericanValue, 'europeanPrice'> {
  readonly boundary?: Boundary;
}

type PutValue = Pick<AmericanValue, 'price' | 'delta'>;

function americanPut(spot: Price, strike: Price, rate: Rate, volatility: Volatility, time: Years, dividend: Rate): AmericanPut {
  const europeanPrice = blackScholes(spot, strike, rate, volatility, time, dividend, -1);
  const european = { price: europeanPrice, delta: europeanPutDelta(spot, strike, rate, volatility, time, dividend) };
  if (rate <= 0) return { ...european, europeanPrice };
  if (dividend >= 0 && rate * time < MIN_INTEREST) return { ...atLeastExercise(european, strike - spot), europeanPrice };
  if (volatility * Math.sqrt(time) === 0) return { ...deterministicPut(spot, strike, rate, time, dividend), europeanPrice };
  const terms = { strike, rate, volatility, time, dividend };
  let boundary = firstBoundary(terms, schemeAt(0));
  let value = valueFrom(boundary, terms, spot, european);
  for (let level = 1; level < NODES_BY_LEVEL.length; level++) {
    const coarser = value;
    boundary = refinedBoundary(terms, boundary, schemeAt(level));
    value = valueFrom(boundary, terms, spot, european);
    if (Math.abs(value.price - coarser.price) <= MAX_LEVEL_DIFFERENCE * strike) return { ...value, europeanPrice, boundary };
  }
  throw new EngineFailure(
    'pricing',
    `the exercise boundary did not converge with ${NODES_BY_LEVEL.at(-1)} nodes: the combination of rate, dividend, volatility and time is too extreme`,
  );
}

function europeanPutDelta(spot: Price, strike: Price, rate: Rate, volatility: Volatility, time: Years, dividend: Rate): number {
  const x = logForwardMoneyness(spot, strike, rate, time, dividend);
  const deviation = volatility * Math.sqrt(time);
  // On the kink of the payoff half of its jump, as the Greeks of European options have it.
  const plus = deviation === 0 && x === 0 ? 0 : x / deviation + 0.5 * deviation;
  return -exp(-dividend * time) * normalCdf(-plus);
}

/** The European value plus the early exercise premium. */
function valueFrom(
  { scheme: { outer, atOuter }, limit, depths, squares }: Boundary,
  { strike, rate, volatility, time, dividend }: BoundaryTerms,
  spot: Price,
  european: PutValue,
): PutValue {
  const fromLimit = log(spot / limit);
  if (fromLimit <= -depths[0]!) return atLeastExercise(european, strike - spot);
  let premium = 0;
  let slope = 0;
  for (let j = 0; j < outer.sine.length; j++) {
    const sine = outer.sine[j]!;
    const w = time * sine * sine;
    const deviation = volatility * Math.sqrt(time) * sine;
    const plus = (fromLimit + Math.sqrt(squaredDepthAt(squares, atOuter, j)) + (rate - dividend) * w) / deviation + 0.5 * deviation;
    const interest = rate * strike * exp(-rate * w) * normalCdf(deviation - plus);
    const dividends = dividend === 0 ? 0 : dividend * spot * exp(-dividend * w) * normalCdf(-plus);
    premium += outer.weight[j]! * (interest - dividends);
    // The derivatives of both normal distributions, by ∂plus/∂S = 1/(S deviation).
    const byInterest = (rate * strike * exp(-rate * w) * normalPdf(deviation - plus)) / (spot * deviation);
    const byDividends = dividend === 0 ? 0 : dividend * exp(-dividend * w) * (normalPdf(plus) / deviation - normalCdf(-plus));
    slope += outer.weight[j]! * (byDividends - byInterest);
  }
  // The error of the boundary may exceed what exercise earns, and the premium is then negative.
  const unexercised = premium < 0 ? european : { price: european.price + premium * time, delta: european.delta + slope * time };
  return atLeastExercise(unexercised, strike - spot);
}

function atLeastExercise(unexercised: PutValue, exercised: Price): PutValue {
  if (exercised > 0 && exercised >= unexercised.price) return { price: exercised, delta: -1 };
  return unexercised.price < 0 ? { price: 0, delta: 0 } : unexercised;
}

/**
 * Value without volatility: exercise at the best time on the forward's path, which is now, expiry, or where interest and dividends balance.
 */
function deterministicPut(spot: Price, strike: Price, rate: Rate, time: Years, dividend: Rate): PutValue {
  const balance = log((dividend * spot) / (rate * strike)) / (dividend - rate);
  const candidates = [0, time, ...(balance > 0 && balance < time ? [balance] : [])];
  const values = candidates.map((t) => ({ price: strike * exp(-rate * t) - spot * exp(-dividend * t), delta: -exp(-dividend * t) }));
  return values.reduce((best, each) => (each.price > best.price ? each : best), { price: 0, delta: 0 });
}
