/** Surfaces as they are stored: the smile of each expiry with its forward, and the interest rates behind the forwards. */
import type { Price, Rate, Volatility, Years } from '../base/units.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { squareOf } from '../math/elementary/pow.js';
import { type Curve, forwardPrice } from './curve.js';
import { MAX_QUOTED_STRIKES } from './model-parameters.js';
import { impliedVolatilityAt, quotedSlice, type Slice, totalVarianceAt } from './surface.js';
import type { SviParameters } from './svi.js';

/** The smile of one expiry: quotes in order of strike, or SVI parameters. */
export interface StoredSmile {
  /** ISO date nearest to the time. */
  readonly expiry: string;
  readonly time: Years;
  readonly forward: Price;
  readonly strikes?: readonly Price[] | undefined;
  readonly volatilities?: readonly Volatility[] | undefined;
  readonly svi?: SviParameters | undefined;
  /** Report of the fit, where the parameters were fitted to quotes. */
  readonly fit?: object | undefined;
}

interface StoredSurface {
  readonly spot: Price;
  readonly dividend: Rate;
  readonly forwardCurve: Curve;
  /** Smiles in order of expiry. */
  readonly slices: readonly StoredSmile[];
}

/** A stored smile as the engine evaluates it: one quote is a smile that is the same at every strike. */
export function sliceOf({ time, forward, strikes = [], volatilities = [], svi }: Omit<StoredSmile, 'expiry'>): Slice {
  if (svi !== undefined) return { time, forward, svi };
  if (strikes.length > 1) return quotedSlice(time, forward, strikes, volatilities);
  return { time, forward, svi: { a: squareOf(volatilities[0]!) * time, b: 0, rho: 0, m: 0, sigma: 0 } };
}

/** F_t, price units. */
const forwardOf = ({ forwardCurve, spot, dividend }: Omit<StoredSurface, 'slices'>, time: Years): Price =>
  forwardPrice(forwardCurve, { spot, dividend }, time);

/** k = ln(K/F_t) */
export const logMoneynessOf = (stored: Omit<StoredSurface, 'slices'>, strike: Price, time: Years): number =>
  log(strike / forwardOf(stored, time));

/** SVI smiles are read at this many strikes, evenly spaced in log-moneyness within this many of the largest standard deviations. */
const SVI_STRIKES = 41;
const SVI_DEVIATIONS = 3;

/**
 * The surface on a grid of strikes and expiries: at all quoted strikes, or at strikes around the forward where it is given by SVI parameters.
 *
 * @param age  since the day of the surface: expiries are nearer by as much, and those that have passed are left out
 */
export function gridOf(stored: StoredSurface, age: Years = 0): { strikes: number[]; expiries: number[]; volatilities: number[][] } {
  const slices = stored.slices.map(sliceOf);
  const remaining = slices.map(({ time }) => time - age);
  const quoted = [...new Set(stored.slices.flatMap(({ strikes = [] }) => strikes))].sort((one, other) => one - other);
  const strikes = quoted.length >= 3 ? thinned(quoted) : aroundForward(stored);
  const volatilities = slices.map(({ time }, i) =>
    strikes.map((strike) => {
      const exact = stored.slices[i]!.strikes?.indexOf(strike) ?? -1;
      // A quoted volatility is returned to the bit.
      if (exact >= 0) return stored.slices[i]!.volatilities?.[exact] ?? Number.NaN;
      return impliedVolatilityAt(slices, logMoneynessOf(stored, strike, time), time);
    }),
  );
  const isLive = (_: unknown, i: number): boolean => remaining[i]! > 0;
  return { strikes, expiries: remaining.filter(isLive), volatilities: volatilities.filter(isLive) };
}

/** Evenly spaced entries of a list that is too long, the first and the last among them. */
function thinned(list: readonly number[]): number[] {
  if (list.length <= MAX_QUOTED_STRIKES) return [...list];
  const step = (list.length - 1) / (MAX_QUOTED_STRIKES - 1);
  return Array.from({ length: MAX_QUOTED_STRIKES }, (_, i) => list[Math.round(i * step)]!);
}

function aroundForward(stored: StoredSurface): number[] {
  const slices = stored.slices.map(sliceOf);
  const last = slices[slices.length - 1]!;
  const reach = SVI_DEVIATIONS * Math.max(...slices.map((slice) => impliedVolatilityAt(slices, 0, slice.time) * Math.sqrt(slice.time)));
  const centre = 0.5 * (log(stored.spot) + log(last.forward));
  return spreadStrikes(centre, reach);
}

const spreadStrikes = (centre: number, reach: number): Price[] =>
  Array.from({ length: SVI_STRIKES }, (_, i) => exp(centre + reach * ((2 * i) / (SVI_STRIKES - 1) - 1)));

/** The smiles of the expiries after a date, as the market of a book takes them: at quoted strikes, or around the forward where there are SVI parameters. */
export const smilesAfter = ({ slices }: Pick<StoredSurface, 'slices'>, date: string) =>
  slices
    .filter(({ expiry }) => expiry > date)
    .map((stored) => {
      const { expiry, strikes: quotedStrikes, volatilities: quotedVolatilities } = stored;
      if (quotedStrikes !== undefined) {
        const places = thinned(quotedStrikes.map((_, i) => i));
        return { date: expiry, strikes: places.map((i) => quotedStrikes[i]!), volatilities: places.map((i) => quotedVolatilities?.[i]) };
      }
      const [slice, forward] = [sliceOf(stored), log(stored.forward)];
      const strikes = spreadStrikes(forward, SVI_DEVIATIONS * Math.sqrt(totalVarianceAt([slice], 0, stored.time)));
      const volatilities = strikes.map((strike) => impliedVolatilityAt([slice], log(strike) - forward, stored.time));
      return { date: expiry, strikes, volatilities };
    });

/** The surface as quotes, one per strike and expiry of its grid. */
export function gridQuotesOf(stored: StoredSurface) {
  const { strikes, expiries, volatilities } = gridOf(stored);
  return expiries.flatMap((time, i) => strikes.map((strike, j) => ({ strike, time, impliedVolatility: volatilities[i]![j] })));
}
