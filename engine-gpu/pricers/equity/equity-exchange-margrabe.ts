import { exchangeOption } from '../../formula/two-assets.js';
import { curveOf } from '../../market/curve-input.js';
import { twoAssetMarket, twoAssetsAt } from '../../market/equity.js';
import { exchangeOption as instrument } from '../../product/option/exotic.js';
import { pricer } from '../definition/pricer.js';

/** Option to exchange one asset for another, Margrabe (1978). */
export const equityExchangeMargrabe = pricer({
  id: 'equity_exchange_margrabe',
  version: 1,
  status: 'production-candidate',
  summary: 'Exchange option on two lognormal assets, closed form',
  needs: [],
  instrument,
  market: twoAssetMarket,
  price: ({ instrument: { time }, market, valuationDate }) => ({
    price: exchangeOption(twoAssetsAt(market, curveOf(market, valuationDate), time)),
  }),
});
