/** What a stored volatility surface stands for in a request: a volatility at a strike and an expiry, a grid of volatilities, or quotes. */
import { z } from 'zod';
import { act365f, forwardPrice, impliedVolatilityAt } from '#engine/evaluate';
import type { Surface } from '#services/resources/surface';
import { type Position, unusable } from './position.js';
import { sliceOf } from './surface-slices.js';

export const KEY = 'surfaceId';

/** The surface in place of a number: by default at the strike and the expiry of the option to which the volatility belongs. */
export const surfaceVolatility = z
  .strictObject({
    surfaceId: z.string().max(200),
    strike: z.number().positive().optional().meta({ description: 'By default that of the option' }),
    time: z.number().nonnegative().max(100).optional().meta({ description: 'Years to expiry; by default that of the option' }),
  })
  .meta({ id: 'VolatilityOfSurface', description: 'The implied volatility of a stored surface at a strike and a time to expiry' });

/** F_t, price units. */
export const forwardOf = ({ forwardCurve, spot, dividend }: Pick<Surface, 'forwardCurve' | 'spot' | 'dividend'>, time: number): number =>
  forwardPrice(forwardCurve, { spot, dividend }, time);

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
  const positive = time > 0 ? time : slices[0].time;
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

/** Strikes of a grid at most: as many as a request may have. */
const MAX_STRIKES = 200;
/** Strikes at which SVI smiles are read: evenly spaced in log-moneyness within so many standard deviations of the first and the last expiry. */
const SVI_STRIKES = 41;
const SVI_DEVIATIONS = 3;

/** The surface on a grid of strikes and expiries: at all quoted strikes, or at strikes around the forward where it is given by SVI parameters. */
export function gridOf(stored: Surface): { strikes: number[]; expiries: number[]; volatilities: number[][] } {
  const slices = stored.slices.map(sliceOf);
  const expiries = slices.map(({ time }) => time);
  const quoted = [...new Set(stored.slices.flatMap(({ strikes = [] }) => strikes))].sort((one, other) => one - other);
  const strikes = quoted.length >= 3 ? thinned(quoted) : aroundForward(stored);
  const volatilities = slices.map(({ time }, i) =>
    strikes.map((strike) => {
      const exact = stored.slices[i].strikes?.indexOf(strike) ?? -1;
      // What was quoted is given back to the bit.
      if (exact >= 0) return stored.slices[i].volatilities?.[exact] ?? Number.NaN;
      return impliedVolatilityAt(slices, Math.log(strike / forwardOf(stored, time)), time);
    }),
  );
  return { strikes, expiries, volatilities };
}

/** Evenly spaced entries of a list that is too long, the first and the last among them. */
function thinned(list: readonly number[]): number[] {
  if (list.length <= MAX_STRIKES) return [...list];
  const step = (list.length - 1) / (MAX_STRIKES - 1);
  return Array.from({ length: MAX_STRIKES }, (_, i) => list[Math.round(i * step)]);
}

function aroundForward(stored: Surface): number[] {
  const slices = stored.slices.map(sliceOf);
  const last = slices[slices.length - 1];
  const reach = SVI_DEVIATIONS * Math.max(...slices.map((slice) => impliedVolatilityAt(slices, 0, slice.time) * Math.sqrt(slice.time)));
  const centre = 0.5 * (Math.log(stored.spot) + Math.log(last.forward));
  return Array.from({ length: SVI_STRIKES }, (_, i) => Math.exp(centre + reach * ((2 * i) / (SVI_STRIKES - 1) - 1)));
}

/** The surface as quotes, one per strike and expiry of its grid. */
export function quotesOf(stored: Surface) {
  const { strikes, expiries, volatilities } = gridOf(stored);
  return expiries.flatMap((time, i) => strikes.map((strike, j) => ({ strike, time, impliedVolatility: volatilities[i][j] })));
}
