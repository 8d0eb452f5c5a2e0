import { convertibleMarket } from '../../market/credit.js';
import { convertibleBond } from '../../product/note/convertible.js';
import { pricer } from '../pricer.js';
import { priceConvertible } from './price-convertible.js';

/** What the interface gives a request without steps. */
const STEPS = 800;

/** Convertible bond on a binomial tree with credit: Tsiveriotis and Fernandes (1998), or an intensity of default. */
export const convertibleTree = pricer({
  id: 'convertible_tree',
  version: 1,
  status: 'production-candidate',
  summary: 'Convertible bond, Black-Scholes with a credit spread or an intensity of default, binomial tree',
  needs: [],
  evidence: ['convertible'],
  instrument: convertibleBond,
  market: convertibleMarket,
  price: ({ instrument, market, valuationDate }) => ({
    price: priceConvertible({ bond: instrument, market, steps: STEPS }, valuationDate).price,
  }),
});
