import { americanPriceRequest, americanPriceResponse } from '#engine/schemas';
import { documentRequest, pricedDocument } from '../http/document.js';
import { operation } from '../operation.js';

export const american = [
  operation({
    id: 'priceAmerican',
    method: 'POST',
    path: '/api/v1/american/price',
    tag: 'American',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    pricers: ['equity_american_lsm', 'equity_american_model_lsm'],
    summary: 'Price of an American option, with its exercise boundary',
    description:
      'Under Black-Scholes, local volatility and rough models by least-squares Monte Carlo (Longstaff and Schwartz 2001): the exercise policy is fitted on one set of paths and valued on another, with European options or the gains of a hedge as control variates. Under Heston by finite differences in spot and variance, whose exercise policy the simulation then values as a check.',
    request: americanPriceRequest,
    example: { spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' },
    response: americanPriceResponse,
    handle: async ({ body, call }, { pricing }) => pricedDocument(await pricing.priceAmerican(documentRequest(body, call), call)),
  }),
];
