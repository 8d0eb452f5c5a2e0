/** The market of one option with dividends on dates, and a volatility that is a number, depends on time, or is read from a surface. */
import type { Price, Volatility, Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { holdsCash } from './cash-dividends.js';
import type { Curve } from './curve.js';
import { type Report, resolveCurve } from './curve-input.js';
import { dividendsOf } from './dividend-input.js';
import type { GrowthTerms } from './growth.js';
import { forwardOf, type LocalVolModel } from './market.js';
import type { OptionMarketInput } from './option-market-input.js';
import { localVolOf } from './quoted-local-volatility.js';
import { surfaceOf } from './resolve-surface.js';
import { impliedVolatilityAt } from './surface.js';
import { type TermVolatility, varianceUpTo, volatilityUpTo } from './term-volatility.js';

/** Numbers of the market up to the expiry of an option. */
export interface OptionMarket {
  readonly curve: Curve;
  readonly terms: GrowthTerms;
  /** Implied volatility by time: of one entry where it is constant. */
  readonly volatility: TermVolatility;
  /**
   * The surface from which the volatility was read, where one number does not stand for it: with dividends in cash the volatility is of the
   * forward, not of the spot between ex-dates, and an American option follows the local volatility.
   */
  readonly surface?: LocalVolModel;
}

/**
 * The market of an option of that strike and expiry.
 *
 * @param pointer  JSON pointer to the market in the request
 */
export function optionMarketOf(
  input: OptionMarketInput,
  { strike, time, american = false }: { readonly strike: Price; readonly time: Years; readonly american?: boolean },
  valuationDate: string,
  report: Report,
  pointer: string,
): OptionMarket {
  const curve = resolveCurve(input, valuationDate, report, `${pointer}/curve`);
  const dividends = input.dividends?.length ? dividendsOf(input.dividends, valuationDate, report, `${pointer}/dividends`) : undefined;
  const terms = { spot: input.spot, dividend: input.dividend, ...(dividends && { dividends }) };
  const constant = (value: Volatility): OptionMarket => ({ curve, terms, volatility: { times: [1], volatilities: [value] } });
  const { volatility = Number.NaN, volatilityTermStructure, volatilitySurface } = input;
  if (volatilityTermStructure !== undefined) return { curve, terms, volatility: volatilityTermStructure };
  if (volatilitySurface === undefined) return constant(volatility);
  const slicesFor = (to: Report) => surfaceOf(volatilitySurface, (t) => forwardOf(curve, terms, t), to, `${pointer}/volatilitySurface`);
  const quoted = { ...terms, curve };
  const local = american || holdsCash(terms) ? localVolOf(volatilitySurface, quoted, report, pointer) : undefined;
  // The smiles of a local volatility are checked with it.
  const slices = slicesFor(local === undefined ? report : () => {});
  // The volatility has no influence at expiry; its limit is that of the first smile.
  const moneyness = log(strike / forwardOf(curve, terms, time));
  const read = constant(impliedVolatilityAt(slices, moneyness, time > 0 ? time : slices[0]!.time));
  return local === undefined ? read : { ...read, surface: local };
}

/** w(t), σ(t) and σ′(t) of the option's volatility at its expiry. */
export const impliedAt = ({ volatility }: OptionMarket, t: Years): Volatility => volatilityUpTo(volatility, t);
export const varianceOf =
  ({ volatility }: Pick<OptionMarket, 'volatility'>) =>
  (t: Years): number =>
    varianceUpTo(volatility, t);
