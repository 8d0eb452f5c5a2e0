/** The volatility of one asset of the market of a book, for what is priced with one. */
import { pointerPart } from '../base/faults.js';
import type { Price, Volatility, Years } from '../base/units.js';
import type { BookMarket } from '../market/book-market.js';
import { type Curve, forwardPrice } from '../market/curve.js';
import { surfaceVolatility } from '../market/share-surface.js';

/**
 * The volatility at a strike and a time; at the forward where the strike is none, which whoever prices refuses.
 *
 * @param curve  of the asset's currency
 */
export function volatilityOfAsset(
  { assets }: Pick<BookMarket, 'assets'>,
  name: string,
  curve: Curve,
  { strike, time }: { readonly strike: unknown; readonly time: Years },
): Volatility {
  const { volatility, surface, ...asset } = assets[name]!;
  if (surface === undefined) return volatility!;
  const forwardAt = (each: Years): Price => forwardPrice(curve, asset, each);
  const point = { time, ...(typeof strike === 'number' && strike > 0 && { strike }) };
  return surfaceVolatility(surface, forwardAt, point, `/market/assets/${pointerPart(name)}/surface`);
}
