import { EngineFailure, invalid } from '../../base/failure.js';
import type { Rate } from '../../base/units.js';
import type { RateVolatility } from '../../formula/rate-option.js';
import type { RateOptionMarket } from '../../market/multi-curve.js';

/** The volatility that a market quotes. */
export const rateVolatility = ({ volatility, normalVolatility, shift = 0 }: RateOptionMarket): RateVolatility =>
  normalVolatility === undefined
    ? { type: 'lognormal', volatility: volatility ?? Number.NaN, shift }
    : { type: 'normal', volatility: normalVolatility, shift: 0 };

/** Refuses a forward rate that is no number, and one that a lognormal volatility does not admit. @param subject  names the forward rate */
export function requireForward({ type, shift }: RateVolatility, forward: Rate, strike: Rate, subject: () => string): void {
  if (!Number.isFinite(forward))
    throw new EngineFailure('pricing', `${subject()} is not a finite number (${forward}): the curves are too extreme for double precision`);
  if (type === 'normal') return;
  if (!(strike + shift > 0))
    throw invalid('/instrument/strike', `must be above ${-shift}, minus the shift of the lognormal volatility; got ${strike}`);
  if (!(forward + shift > 0))
    throw invalid(
      '/market/volatility',
      `must be a normalVolatility, or have a shift above ${-forward}: ${subject()} is ${forward}, and a lognormal rate is above minus its shift`,
    );
}
