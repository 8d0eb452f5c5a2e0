/**
 * Local volatility of an asset that pays dividends in cash. Those up to the last quoted expiry are certain, so their value is a part of the
 * spot that does not move; what is left of it moves as a martingale X that starts at 1 and has no jump:
 *
 *   S_t = (F_t − D_t) X_t + D_t,   D_t the value at t of the dividends in cash after t
 *
 * On an ex-date D falls by the dividend, and so does S, which never falls under D. An option on S is one on X,
 *
 *   E[(S_T − K)⁺] = (F_T − D_T) E[(X_T − κ)⁺],   κ = (K − D_T)/(F_T − D_T),
 *
 * so quotes of S, stated as Black volatilities of the forward F_T, are quotes of X, whose local volatility follows by Dupire's formula.
 * Every local volatility of a spot that jumps by known amounts and stays above the value of those to come is one of X.
 *
 * @see H. Buehler (2010), Volatility and dividends: volatility modelling with cash dividends and simple credit risk, sections 2 and 3
 */
import { EngineFailure } from '../base/failure.js';
import { formatNumber } from '../base/format.js';
import type { Price, Years } from '../base/units.js';
import { timeValue } from '../formula/black.js';
import { impliedStdDev } from '../formula/implied-volatility.js';
import { exp } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import type { Report } from './curve-input.js';
import { cashAfter, type GrowthTerms, logGrowth } from './growth.js';
import { forwardOf, type LocalVolModel } from './market.js';
import type { Quotes } from './model-parameters.js';
import { quotedSlice, type Surface, surface } from './surface.js';
import { arbitrageReport } from './surface-arbitrage.js';

type Quoted = LocalVolModel['quoted'];

/** True if dividends in cash are paid up to a time, so that a part of the spot does not move. */
export const holdsCash = ({ dividends = [] }: Pick<GrowthTerms, 'dividends'>): boolean => dividends.some(({ cash }) => cash > 0);

/** Largest part of the spot that dividends in cash up to the last expiry may be worth. */
const MAX_CASH_SHARE = 0.9;
/** Time value of a quote, as a fraction of the forward, up to which it is rounding. */
const QUOTE_ROUNDING = 1e-7;
/** Fewest quotes of a smile. */
const MIN_QUOTES = 2;

/** The part of an asset that moves up to a last time: forwards of the spot without its dividends in cash, and the floor of the spot. */
interface MovingPart {
  /** F_t − D_t, price units. */
  readonly forwardAt: (t: Years) => Price;
  /** D_t, price units. */
  readonly floorAt: (t: Years) => Price;
}

/** @param last  dividends in cash after it count as if they were not paid */
export function movingPart({ curve, ...terms }: Quoted, last: Years): MovingPart {
  const moving = terms.spot - cashAfter(curve, terms, 0, last);
  return {
    forwardAt: (t) => moving * exp(logGrowth(curve, terms, t)),
    floorAt: (t) => cashAfter(curve, terms, t, last) * exp(logGrowth(curve, terms, t)),
  };
}

/** A quote that contradicts the dividends: indices of its expiry and strike. */
interface Contradiction {
  readonly slice: number;
  readonly quote: number;
  readonly reason: string;
}

/** The smiles of X of quotes of S, without the quotes that say nothing of X. */
function smilesOfRest({ strikes, expiries, volatilities }: Quotes, quoted: Quoted) {
  const contradictions: Contradiction[] = [];
  const { forwardAt, floorAt } = movingPart(quoted, expiries[expiries.length - 1]!);
  const slices: Surface = expiries.map((time, slice) => {
    const [rest, floor] = [forwardAt(time), floorAt(time)];
    const forward = forwardOf(quoted.curve, quoted, time);
    const usable: { readonly strike: Price; readonly volatility: number }[] = [];
    let below = 0;
    strikes.forEach((strike, quote) => {
      const k = log(strike / forward);
      // Undiscounted price out of the money, which is the same of S and of X in its units.
      const value = Math.min(strike, forward) * timeValue(-Math.abs(k), volatilities[slice]![quote]! * Math.sqrt(time));
      const most = Math.min(strike - floor, rest);
      if (value > 0 && value < most) {
        const logMoneyness = log((strike - floor) / rest);
        usable.push({
          strike: strike - floor,
          volatility: impliedStdDev(-Math.abs(logMoneyness), value / most, 1 - value / most) / Math.sqrt(time),
        });
        return;
      }
      if (usable.length === 0) below++;
      if (value > QUOTE_ROUNDING * forward)
        contradictions.push({
          slice,
          quote,
          reason: `makes a put at strike ${strike} and expiry ${time} worth ${formatNumber(value)} before discounting, which must be at most ${formatNumber(Math.max(0, most))}: the spot does not fall under ${formatNumber(floor)}, the value of the dividends in cash that follow`,
        });
    });
    const bounds = { floor, below };
    if (usable.length < MIN_QUOTES) {
      contradictions.push({
        slice,
        quote: 0,
        reason: `must have at least ${MIN_QUOTES} strikes above ${formatNumber(floor)}, the value of the dividends in cash after expiry ${time}, whose options are worth anything; got ${usable.length}`,
      });
      return { ...quotedSlice(time, rest, [rest / 2, rest], [0, 0]), held: bounds };
    }
    const smile = quotedSlice(
      time,
      rest,
      usable.map((one) => one.strike),
      usable.map((one) => one.volatility),
    );
    return { ...smile, held: bounds };
  });
  return { slices, contradictions };
}

/** The surface from which the local volatility of a model is fitted: of the asset, or of the part of it that moves. */
export function movingSurface(model: LocalVolModel): Surface {
  const { quoted } = model;
  if (!holdsCash(quoted)) return surface(model, (time) => forwardOf(quoted.curve, quoted, time));
  const { slices } = smilesOfRest(model, quoted);
  const empty = slices.find(({ spline }) => spline !== undefined && !(spline.ys[1]! > 0));
  if (empty !== undefined)
    throw new EngineFailure('pricing', `the quotes at ${empty.time} years leave no smile of the spot less its dividends in cash`);
  return slices;
}

/**
 * Reports quotes that contradict the dividends in cash, or allow a riskless profit together with them.
 *
 * @param pointer         JSON pointer to the asset
 * @param pointerTo  JSON pointer to the quote of an expiry and strike, by index
 */
export function reportCashFaults(
  quotes: Quotes,
  quoted: Quoted,
  report: Report,
  pointer: string,
  pointerTo: (slice: number, quote: number) => string,
): void {
  const last = quotes.expiries[quotes.expiries.length - 1]!;
  const worth = cashAfter(quoted.curve, quoted, 0, last);
  if (worth > MAX_CASH_SHARE * quoted.spot) {
    report(
      `${pointer}/dividends`,
      `must be worth at most ${MAX_CASH_SHARE * quoted.spot} in cash up to the last quoted expiry, ${MAX_CASH_SHARE} of the spot; got ${formatNumber(worth)}`,
    );
    return;
  }
  const { slices, contradictions } = smilesOfRest(quotes, quoted);
  for (const { slice, quote, reason } of contradictions) report(pointerTo(slice, quote), reason);
  if (contradictions.length > 0) return;
  const { butterfly, calendar } = arbitrageReport(slices);
  for (const { slice, quote, reason } of [...butterfly, ...calendar])
    report(
      pointerTo(slice, quote + (slices[slice]!.held?.below ?? 0)),
      `of the spot less the value of its dividends in cash, in their volatilities: ${reason}`,
    );
}
