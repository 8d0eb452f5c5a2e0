import { enginePriceParts, enginePriceRequest, enginePriceResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

export const pricing = [
  operation({
    id: 'priceWithEngine',
    method: 'POST',
    path: '/api/v1/engine/price',
    tag: 'Pricing',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: 'all',
    summary: 'Price with the pricer that pricerId names',
    description:
      'The shapes of instrument, market and params depend on pricerId, and unknown fields are refused. params have no defaults, except for binomial_tree: without params it uses 200 Cox-Ross-Rubinstein steps.',
    request: enginePriceRequest,
    schemas: enginePriceParts,
    example: {
      pricerId: 'binomial_tree',
      instrument: { strike: 105, time: 1, optionType: 'put', exerciseStyle: 'american' },
      market: { spot: 100, rate: 0.05, volatility: 0.2, dividend: 0.01 },
      params: { steps: 500, treeType: 'leisen_reimer' },
    },
    response: enginePriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceWithEngine', body, call, dependencies),
  }),
];
