import {
  contractDescribeRequest,
  contractDescribeResponse,
  contractGreeksRequest,
  contractGreeksResponse,
  contractPriceRequest,
  contractPriceResponse,
  strategyPriceRequest,
} from '#engine/schemas';
import { CONTRACT_PRICERS, documentRequest, pricedDocument } from '../http/document.js';
import { operation } from '../operation.js';

/** A market one year before the expiries below. */
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
const call105 = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' };
const knockOut = {
  type: 'conditional',
  contract: call105,
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
};

export const contractDsl = [
  operation({
    id: 'priceContract',
    method: 'POST',
    path: '/api/v1/contract/price',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    pricers: CONTRACT_PRICERS,
    summary: 'Price of any contract, by Monte Carlo',
    request: contractPriceRequest,
    example: { contract: knockOut, market },
    response: contractPriceResponse,
    handle: async ({ body, call }, { pricing }) => pricedDocument(await pricing.priceContract(documentRequest(body, call), call)),
  }),
  operation({
    id: 'describeContract',
    method: 'POST',
    path: '/api/v1/contract/describe',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'quick',
    summary: 'Description of a contract in plain English, without pricing',
    request: contractDescribeRequest,
    example: { contract: knockOut },
    response: contractDescribeResponse,
    handle: async ({ body, call }, { pricing }) => ({ data: await pricing.describeContract({ bodyJson: JSON.stringify(body) }, call) }),
  }),
  operation({
    id: 'greeksContract',
    method: 'POST',
    path: '/api/v1/contract/greeks',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    pricers: CONTRACT_PRICERS,
    summary: 'Price and bump-and-reprice Greeks of any contract',
    description:
      'Bumps: spot ±1 %, volatility +1 %, rate +1 basis point, time −1 day, all on the same paths; each price change is divided by its bump. ' +
      'Where the model carries the volatility, its other parameters stay; under local_vol the volatility remains a function of spot level and time.',
    request: contractGreeksRequest,
    example: { contract: knockOut, market },
    response: contractGreeksResponse,
    handle: async ({ body, call }, { pricing }) => pricedDocument(await pricing.greeksContract(documentRequest(body, call), call)),
  }),
  operation({
    id: 'priceStrategy',
    method: 'POST',
    path: '/api/v1/strategy/price',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    pricers: CONTRACT_PRICERS,
    summary: 'Price of a named option strategy',
    request: strategyPriceRequest,
    example: { strategy: { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2027-01-05' }, market },
    response: contractPriceResponse,
    handle: async ({ body, call }, { pricing }) => pricedDocument(await pricing.priceStrategy(documentRequest(body, call), call)),
  }),
];
