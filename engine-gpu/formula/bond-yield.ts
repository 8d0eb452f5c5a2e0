/**
 * Yield, duration and convexity of given payments, compounded m times a year:
 *
 *   P(y) = Σ cᵢ (1 + y/m)^(−m tᵢ),   D_mod = −P′/P,   D_Mac = (1 + y/m) D_mod,   C = P″/P
 *
 * @see F. Fabozzi (2012), The Handbook of Fixed Income Securities, chapters 5 and 8; QuantLib's BondFunctions computes the same
 */
import type { Price, Rate, Years } from '../base/units.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { log, log1p } from '../math/elementary/log.js';
import { pow } from '../math/elementary/pow.js';
import { bisectedRoot } from '../math/root.js';

interface TimedAmount {
  /** Years of the yield from settlement, > 0 */
  readonly time: Years;
  readonly amount: Price;
}

/** P(y) with its first and second derivative; 1 + y/m > 0. */
export function priceFromYield(payments: readonly TimedAmount[], rate: Rate, frequency: number) {
  const base = 1 + rate / frequency;
  let [price, slope, curvature] = [0, 0, 0];
  for (const { time, amount } of payments) {
    const n = frequency * time;
    const value = amount * pow(base, -n);
    price += value;
    slope -= (time * value) / base;
    curvature += ((time * (n + 1)) / frequency) * (value / (base * base));
  }
  return { price, slope, curvature };
}

/** Yield, durations and convexity of payments at a yield. */
export function yieldMeasures(payments: readonly TimedAmount[], yieldToMaturity: Rate, frequency: number) {
  const { price, slope, curvature } = priceFromYield(payments, yieldToMaturity, frequency);
  const modifiedDuration = -slope / price;
  return {
    yieldToMaturity,
    modifiedDuration,
    macaulayDuration: modifiedDuration * (1 + yieldToMaturity / frequency),
    convexity: curvature / price,
  };
}

/** Yields between which the root is sought: a bond at a hundred-thousandth of its payments, and at a multiple of them. */
const MIN_BASE = 1e-6;
const MAX_YIELD = 1e6;
/** Newton's last step relative to the base 1 + y/m. Convergence is quadratic. */
const YIELD_TOLERANCE = 1e-15;
const MAX_YIELD_STEPS = 50;

/**
 * The yield at which the payments are worth a price: bracketed on ln(1 + y/m), in which ln P is convex and decreasing, then by Newton's method.
 *
 * @param price  > 0
 * @returns undefined where no yield below 100 000 000 % and above −m (1 − 1e-6) gives the price
 */
export function yieldOf(payments: readonly TimedAmount[], price: Price, frequency: number): Rate | undefined {
  const logPrice = log(price);
  const errorAt = (logBase: number): number =>
    log(payments.reduce((sum, { time, amount }) => sum + amount * exp(-frequency * time * logBase), 0)) - logPrice;
  const [low, high] = [log(MIN_BASE), log1p(MAX_YIELD / frequency)];
  if (!(errorAt(low) >= 0 && errorAt(high) <= 0)) return undefined;
  const newtonRoot = newtonFrom(0);
  const logBase = Number.isFinite(newtonRoot) ? newtonRoot : bisectedRoot(errorAt, low, high);
  return logBase === undefined ? undefined : frequency * expm1(logBase);

  /** ln(1 + y/m), where the iteration converges. */
  function newtonFrom(start: number): number {
    let logBase = start;
    for (let step = 0; step < MAX_YIELD_STEPS; step++) {
      let [value, slope] = [0, 0];
      for (const { time, amount } of payments) {
        const paid = amount * exp(-frequency * time * logBase);
        value += paid;
        slope -= frequency * time * paid;
      }
      const move = -((log(value) - logPrice) * value) / slope;
      logBase += move;
      if (Math.abs(move) <= YIELD_TOLERANCE * Math.max(1, Math.abs(logBase))) return logBase;
    }
    return Number.NaN;
  }
}
