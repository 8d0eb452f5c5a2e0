/** Sensitivity ladders of an option book: by underlying, rates by tenor, volatility by expiry and strike. */

import type { Price, Years } from '../base/units.js';
import { GREEKS } from '../formula/greeks.js';
import { hatShares } from '../math/hat-shares.js';
import { bookGreeks, GREEKS_PER_POSITION, type OptionBook } from './option-book.js';

type GreekName = (typeof GREEKS)[number];

/** Σ quantity · Greek over the positions of each underlying, in the order of `GREEKS`. */
export function greeksByUnderlying(book: OptionBook, greeks: Float64Array): Float64Array[] {
  const sums = book.underlyings.map(() => new Float64Array(GREEKS_PER_POSITION));
  for (let i = 0; i < book.quantity.length; i++)
    for (let g = 0; g < GREEKS_PER_POSITION; g++) sums[book.factor[i]!]![g]! += book.quantity[i]! * greeks[i * GREEKS_PER_POSITION + g]!;
  return sums;
}

interface Ladders {
  /** Greeks per underlying, in the order of `GREEKS`. */
  readonly byUnderlying: readonly Float64Array[];
  /** Rho per tenor node; the ladder adds up to the parallel rho. */
  readonly rhoByTenor: Float64Array;
  /** One entry per underlying, expiry and strike that the book holds, in that order. */
  readonly vega: readonly { readonly factor: number; readonly time: Years; readonly strike: Price; readonly vega: number }[];
  readonly crossGammas: () => CrossGammas;
}

/** Second derivatives of the value across risk factors. */
export interface CrossGammas {
  /** Per underlying. */
  readonly spotVolatility: Float64Array;
  /** Per underlying, one number per tenor. */
  readonly spotRate: readonly Float64Array[];
  readonly volatilityRate: readonly Float64Array[];
  /** Cross-gamma of each tenor with itself and with the next. */
  readonly rates: readonly { readonly first: number; readonly second: number; readonly value: number }[];
}

/** @param tenors increasing, years, at least one: the nodes of a zero curve that is linear between them and flat beyond */
export function sensitivityLadders(book: OptionBook, tenors: readonly Years[]): Ladders {
  const greeks = bookGreeks(book);
  const [rho, vega] = [GREEKS.indexOf('rho'), GREEKS.indexOf('vega')];
  const rhoByTenor = new Float64Array(tenors.length);
  const cells = new Map<string, { factor: number; time: Years; strike: Price; vega: number }>();
  for (let i = 0; i < book.quantity.length; i++) {
    const positionGreek = (g: number) => book.quantity[i]! * greeks[i * GREEKS_PER_POSITION + g]!;
    for (const { node, share } of hatShares(book.time[i]!, tenors)) rhoByTenor[node]! += share * positionGreek(rho);
    const [factor, time, strike] = [book.factor[i], book.time[i], book.strike[i]];
    const key = `${factor} ${time} ${strike}`;
    const cell = cells.get(key) ?? { factor: factor!, time: time!, strike: strike!, vega: 0 };
    cell.vega += positionGreek(vega);
    cells.set(key, cell);
  }
  const ordered = [...cells.values()].sort((a, b) => a.factor - b.factor || a.time - b.time || a.strike - b.strike);
  return {
    byUnderlying: greeksByUnderlying(book, greeks),
    rhoByTenor,
    vega: ordered,
    crossGammas: () => crossGammasOf(book, greeks, tenors),
  };
}

/**
 * A value V = e^(−rT) f(S e^(rT), σ), in which dividends are a yield or proportions, has
 *
 *   ∂V/∂r = T (S Δ − V),   ∂²V/∂S∂r = T S Γ,   ∂²V/∂σ∂r = T (S vanna − vega),   ∂²V/∂r² = T (T S² Γ − ρ)
 *
 * exactly, r the zero rate to T, which is shared among the nodes on its two sides.
 */
function crossGammasOf(book: OptionBook, greeks: Float64Array, tenors: readonly Years[]): CrossGammas {
  const indexOf = (name: GreekName) => GREEKS.indexOf(name);
  const [gamma, vega, rho, vanna] = [indexOf('gamma'), indexOf('vega'), indexOf('rho'), indexOf('vanna')];
  const spotVolatility = new Float64Array(book.underlyings.length);
  const byTenor = () => book.underlyings.map(() => new Float64Array(tenors.length));
  const [spotRate, volatilityRate] = [byTenor(), byTenor()];
  const rhoSums = new Float64Array(tenors.length);
  const withNext = new Float64Array(Math.max(tenors.length - 1, 0));
  for (let i = 0; i < book.quantity.length; i++) {
    const positionGreek = (g: number) => book.quantity[i]! * greeks[i * GREEKS_PER_POSITION + g]!;
    const [factor, spot, time] = [book.factor[i], book.spot[i], book.time[i]];
    spotVolatility[factor!]! += positionGreek(vanna);
    const shares = hatShares(time!, tenors);
    for (const { node, share } of shares) {
      spotRate[factor!]![node]! += share * time! * spot! * positionGreek(gamma);
      volatilityRate[factor!]![node]! += share * time! * (spot! * positionGreek(vanna) - positionGreek(vega));
    }
    const convexity = time! * (time! * spot! * spot! * positionGreek(gamma) - positionGreek(rho));
    for (const { node, share } of shares) rhoSums[node]! += share * share * convexity;
    if (shares.length === 2) withNext[shares[0]!.node]! += shares[0]!.share * shares[1]!.share * convexity;
  }
  const rates = Array.from(rhoSums, (value, first) => [
    { first, second: first, value },
    ...(first < withNext.length ? [{ first, second: first + 1, value: withNext[first]! }] : []),
  ]).flat();
  return { spotVolatility, spotRate, volatilityRate, rates };
}
