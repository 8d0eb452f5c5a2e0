import { enginePriceParts, enginePriceRequest, enginePriceResponse } from '#engine/schemas';
import { documentRequest, pricedDocument } from '../http/document.js';
import { operation } from '../operation.js';

export const pricing = [
  operation({
    id: 'priceWithEngine',
    method: 'POST',
    path: '/api/v1/engine/price',
    tag: 'Pricing',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    pricers: 'all',
    summary: 'Price with the pricer named by pricerId and its params',
    description:
      'instrument, market and params are strict and follow from pricerId. params have no defaults: only binomial_tree may go without, and then takes 200 Cox-Ross-Rubinstein steps.',
    request: enginePriceRequest,
    schemas: enginePriceParts,
    example: {
      pricerId: 'binomial_tree',
      instrument: { strike: 105, time: 1, optionType: 'put', exerciseStyle: 'american' },
      market: { spot: 100, rate: 0.05, volatility: 0.2, dividend: 0.01 },
      params: { steps: 500, treeType: 'leisen_reimer' },
    },
    response: enginePriceResponse,
    handle: async ({ body, call }, { pricing }) => pricedDocument(await pricing.priceWithEngine(documentRequest(body, call), call)),
  }),
];
