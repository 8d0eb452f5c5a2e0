import { convertibleMarket } from '../../market/credit.js';
import { convertibleBond, DEFAULT_CONVERTIBLE_STEPS } from '../../product/note/convertible.js';
import { pricer } from '../definition/pricer.js';
import { priceConvertible } from './convertible-measures.js';

/**
 * Convertible bond with a credit spread (Tsiveriotis and Fernandes 1998) or an intensity of default, by finite differences
 * (method/convertible.ts). Version 1 was a binomial tree, as the id of the interface says.
 */
export const convertibleTree = pricer({
  id: 'convertible_tree',
  version: 3,
  status: 'production-candidate',
  summary: 'Convertible bond, Black-Scholes with a credit spread or an intensity of default, finite differences',
  needs: [],
  evidence: ['convertible'],
  instrument: convertibleBond,
  market: convertibleMarket,
  price: ({ instrument, market, valuationDate }) => ({
    price: priceConvertible({ bond: instrument, market, steps: DEFAULT_CONVERTIBLE_STEPS }, valuationDate).price,
  }),
});
