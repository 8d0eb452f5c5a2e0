/** Prices a stored product by the operation of its type, in the market of the request or of a snapshot. */

import { z } from 'zod';
import { marketInput, oneAlternative, oneOfRequired } from '#engine/schemas';
import type { Dependencies, RunContext } from '../contract/operation.js';
import { beginPart, placing } from '../run/part.js';
import { marketInSnapshot } from '../stored/product-market.js';
import type { PartRequest, priceRequest } from './priced-terms.js';
import { type ResolvedProduct, typedTerms } from './stored-product.js';

export const productVersion = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'By default the published version, or the only one where none is' });

const market = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({
    description: 'The market that the operation of the type takes; of an option its spot, rate, volatility and dividend',
    anyOf: [{ $ref: '#/components/schemas/MarketInput' }, { type: 'object' }],
  });
const snapshotId = z
  .string()
  .max(200)
  .optional()
  .meta({
    description:
      'A snapshot in place of market: the quote and the surface (or the quote ACME.VOL) of each asset, the discount curve of their currency and a ' +
      'correlation matrix of them all. A European option takes the volatility at its strike and expiry, an American one and any other contract local volatility',
  });
const pricer = z.record(z.string(), z.unknown()).optional().meta({ description: 'Monte Carlo settings, where the type is simulated' });
const markets = [{ required: ['market'] }, { required: ['snapshotId'] }] as const;
const request = z
  .strictObject({ market, snapshotId, version: productVersion, pricer })
  .superRefine(oneAlternative(...markets))
  .meta({ id: 'ProductPricingRequest', ...oneOfRequired(...markets) });

/** The fields that operations which price a product share. */
export const pricesProduct = {
  method: 'POST',
  costClass: 'simulation',
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
  prices: ['contract', 'convertible', 'vanilla', 'american'],
  request,
  schemas: [marketInput],
  example: { market: { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' }, pricer: { numPaths: 4096 } },
} as const;

/** @param requestOf the request of the operation that prices the type, or gives its Greeks */
export async function pricedProduct(
  product: ResolvedProduct,
  { market: stated = {}, snapshotId: frozen, pricer: settings }: z.output<typeof request>,
  requestOf: typeof priceRequest,
  run: RunContext,
  dependencies: Dependencies,
) {
  const typed = typedTerms(product);
  const inForce = frozen === undefined ? stated : await marketInSnapshot(typed, frozen, run.stored);
  const { id, request: part, placeOf }: PartRequest = requestOf(typed, inForce, settings);
  const place = (pointer: string): string => {
    const placed = placeOf(pointer);
    return frozen !== undefined && placed.startsWith('/market') ? '/snapshotId' : placed;
  };
  const result = await placing(place, () => beginPart(id, part, run, dependencies));
  return 'compute' in result ? { ...result, compute: () => placing(place, result.compute) } : result;
}
