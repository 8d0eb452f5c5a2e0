/** What a stored volatility surface stands for in a request: a volatility at a strike and an expiry, a grid of volatilities, or quotes. */

import { z } from 'zod';
import { act365f, forwardOf, impliedVolatilityAt, sliceOf } from '#engine/schemas';
import type { Surface } from '#services/resources/surface';
import { defined } from '#services/runtime/defined';
import { type Position, unusable } from './position.js';

const KEY = 'surfaceId';

/** The surface in place of a number: by default at the strike and the expiry of the option to which the volatility belongs. */
export const surfaceVolatility = z
  .strictObject({
    surfaceId: z.string().max(200),
    strike: z.number().positive().optional().meta({ description: 'By default that of the option' }),
    time: z.number().nonnegative().max(100).optional().meta({ description: 'Years to expiry; by default that of the option' }),
  })
  .meta({ id: 'VolatilityOfSurface', description: 'The implied volatility of a stored surface at a strike and a time to expiry' });

/** The implied volatility at the strike and the time that the name states, or that the option beside it has. */
export function volatilityOf(
  stored: Surface,
  given: { readonly strike?: number | undefined; readonly time?: number | undefined },
  at: Position,
): number {
  const option = optionBeside(at, stored.valuationDate);
  const { strike = option.strike, time = option.time } = given;
  if (strike === undefined || time === undefined)
    throw unusable(
      at,
      KEY,
      'gives a volatility only at a strike and a time: give `strike` and `time` beside it, or name the surface in a model of type local_vol',
    );
  const slices = stored.slices.map(sliceOf);
  // At time 0 the limit is the volatility of the first expiry at the same moneyness.
  const positive = time > 0 ? time : defined(slices[0], 'a slice').time;
  return impliedVolatilityAt(slices, Math.log(strike / forwardOf(stored, time)), positive);
}

/** Members beside a market that hold the option which is priced in it. */
const INSTRUMENTS = ['instrument', 'contract', 'strategy'];

/** Strike and time to expiry of the option to which a volatility belongs: in its own object, or beside the market that it is of. */
function optionBeside({ around, valuationDate }: Position, ofSurface: string): { readonly strike?: number; readonly time?: number } {
  const [own, outer] = around;
  const beside = own?.value ?? {};
  const candidates = [beside, ...INSTRUMENTS.map((name) => (outer?.member === 'market' ? outer.value[name] : undefined))];
  for (const candidate of candidates) {
    if (typeof candidate !== 'object' || candidate === null) continue;
    const { strike, time, expiry } = candidate as Readonly<Record<string, unknown>>;
    const years = typeof time === 'number' ? time : yearsTo(expiry, valuationDate ?? ofSurface);
    if (typeof strike === 'number' && strike > 0 && years !== undefined && years >= 0) return { strike, time: years };
  }
  return {};
}

function yearsTo(expiry: unknown, from: string): number | undefined {
  const years = typeof expiry === 'string' ? act365f(from, expiry) : Number.NaN;
  return Number.isFinite(years) ? years : undefined;
}
