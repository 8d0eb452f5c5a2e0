import { EngineFailure, invalid } from '../../base/failure.js';
import type { Rate } from '../../base/units.js';
import type { RateVolatility } from '../../formula/rate-option.js';
import type { SwaptionVolatilities } from '../../market/rate-volatilities.js';

/** The field of a market that has its volatility. */
export const volatilityField = ({ volatilities }: { readonly volatilities?: unknown }): 'volatility' | 'volatilities' =>
  volatilities === undefined ? 'volatility' : 'volatilities';

interface QuotingMarket<Table> {
  readonly volatility?: number | undefined;
  readonly normalVolatility?: number | undefined;
  readonly shift?: number | undefined;
  readonly volatilities?: Table | undefined;
}

/** The volatility that a market quotes. @param volatilityIn  that of the option in a table */
export function rateVolatility<Table extends Pick<SwaptionVolatilities, 'type' | 'shift'>>(
  { volatility, normalVolatility, shift = 0, volatilities: table }: QuotingMarket<Table>,
  volatilityIn: (table: Table) => number,
): RateVolatility {
  if (table !== undefined)
    return { type: table.type === 'normal' ? 'normal' : 'lognormal', volatility: volatilityIn(table), shift: table.shift ?? 0 };
  return normalVolatility === undefined
    ? { type: 'lognormal', volatility: volatility ?? Number.NaN, shift }
    : { type: 'normal', volatility: normalVolatility, shift: 0 };
}

/**
 * Refuses a forward rate that is no number, and one that a lognormal volatility does not admit.
 *
 * @param subject  names the forward rate
 * @param field    of the market that has the volatility
 */
export function requireForward(
  { type, shift }: RateVolatility,
  forward: Rate,
  strike: Rate,
  subject: () => string,
  field: 'volatility' | 'volatilities',
): void {
  if (!Number.isFinite(forward))
    throw new EngineFailure('pricing', `${subject()} is not a finite number (${forward}): the curves are too extreme for double precision`);
  if (type === 'normal') return;
  if (!(strike + shift > 0))
    throw invalid('/instrument/strike', `must be above ${-shift}, minus the shift of the lognormal volatility; got ${strike}`);
  if (!(forward + shift > 0))
    throw invalid(
      `/market/${field}`,
      `must be ${field === 'volatility' ? 'a normalVolatility' : 'normal'}, or have a shift above ${-forward}: ${subject()} is ${forward}, and a lognormal rate is above minus its shift`,
    );
}
