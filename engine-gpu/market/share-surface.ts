/** Implied volatilities of options on a share, from the quotes of its surface. */
import { invalid } from '../base/failure.js';
import { threeDigits } from '../base/format.js';
import type { Price, Volatility, Years } from '../base/units.js';
import { log } from '../math/elementary/log.js';
import { nodesBeside } from '../math/hat-shares.js';
import type { ShareSurface } from './cross-asset-input.js';
import { impliedVolatilityAt, quotedSlice } from './surface.js';

/** The part of a surface on which the volatilities at a time depend. */
export function besideTime(surface: ShareSurface, time: Years): ShareSurface {
  const next = nodesBeside(time, surface.expiries);
  return {
    ...surface,
    expiries: next.map((node) => surface.expiries[node]!),
    volatilities: next.map((node) => surface.volatilities[node]!),
  };
}

/**
 * The volatility at a strike and a time, of the smiles of the expiries next to it (surface.ts). At time 0 it is that of the first expiry at the same ln(K/F).
 *
 * @param forwardAt  F_t, price units
 * @param strike     price units; absent: the forward
 * @param place      JSON pointer to the surface
 * @throws EngineFailure `invalid` where the smile falls below 0 between its quotes
 */
export function surfaceVolatility(
  surface: ShareSurface,
  forwardAt: (time: Years) => Price,
  { strike, time }: { readonly strike?: Price | undefined; readonly time: Years },
  place: string,
): Volatility {
  const { strikes, expiries, volatilities } = besideTime(surface, time);
  const slices = expiries.map((expiry, i) => quotedSlice(expiry, forwardAt(expiry), strikes, volatilities[i]!));
  const k = strike === undefined ? 0 : log(strike / forwardAt(time));
  const volatility = impliedVolatilityAt(slices, k, time > 0 ? time : expiries[0]!);
  if (volatility >= 0) return volatility;
  const point = strike === undefined ? 'forward' : `strike ${threeDigits(strike)}`;
  const expiry = surface.expiries.indexOf(expiries.at(-1)!);
  throw invalid(
    `${place}/volatilities/${expiry}`,
    `must leave a volatility at the ${point}; between its quotes the smile falls below 0 there`,
  );
}
