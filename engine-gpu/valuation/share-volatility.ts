/** The volatility of one asset of the market of a book, for what is priced with one. */
import { pointerPart } from '../base/faults.js';
import type { Price, Volatility, Years } from '../base/units.js';
import type { BookMarket } from '../market/book-market.js';
import type { Curve } from '../market/curve.js';
import { forwardOf } from '../market/market.js';
import { growthOfShare } from '../market/share-growth.js';
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
  valuationDate: string,
  { strike, time }: { readonly strike: unknown; readonly time: Years },
): Volatility {
  const asset = assets[name]!;
  const { volatility, surface } = asset;
  if (surface === undefined) return volatility!;
  const growth = growthOfShare(asset, valuationDate);
  const forwardAt = (each: Years): Price => forwardOf(curve, growth, each);
  const point = { time, ...(typeof strike === 'number' && strike > 0 && { strike }) };
  return surfaceVolatility(surface, forwardAt, point, `/market/assets/${pointerPart(name)}/surface`);
}
