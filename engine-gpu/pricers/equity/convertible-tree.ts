import type { Priced } from '../../base/priced.js';
import { convertibleMarket } from '../../market/credit.js';
import {
  type ConvertiblePriceRequest,
  type ConvertiblePriceResponse,
  convertibleBond,
  DEFAULT_CONVERTIBLE_STEPS,
} from '../../product/note/convertible.js';
import { pricer } from '../definition/pricer.js';
import { convertibleMeasures } from './convertible-measures.js';

/**
 * Convertible bond with a credit spread (Tsiveriotis and Fernandes 1998) or an intensity of default, by finite differences
 * (method/convertible.ts). Version 1 was a binomial tree, as the id of the interface says.
 */
export const convertibleTree = pricer({
  id: 'convertible_tree',
  version: 4,
  status: 'production-candidate',
  summary: 'Convertible bond, Black-Scholes with a credit spread or an intensity of default, finite differences',
  needs: [],
  prices: ['convertible'],
  instrument: convertibleBond,
  market: convertibleMarket,
  price: ({ instrument, market, valuationDate }) => ({
    price: convertibleMeasures({ bond: instrument, market, steps: DEFAULT_CONVERTIBLE_STEPS }, valuationDate).price,
  }),
});

/** The price of a bond with its floor, parity and sensitivities. `today` is the valuation date if the market gives none. */
export const priceConvertible = (request: ConvertiblePriceRequest, today: string): Priced<ConvertiblePriceResponse> => ({
  pricerId: convertibleTree.id,
  result: convertibleMeasures(request, today),
});
