import {
  contractDescribeRequest,
  contractDescribeResponse,
  contractGreeksRequest,
  contractGreeksResponse,
  contractPriceRequest,
  contractPriceResponse,
  strategyPriceRequest,
} from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

/** A market one year before the expiries below. */
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
const { volatility: _, ...withoutVolatility } = market;
const call105 = { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' };
const knockOut = {
  type: 'conditional',
  contract: call105,
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
};

/** Contracts that already live, priced on a day after their first observations. */
const livingMarket = {
  ...{ spot: 104, rate: 0.03, volatility: 0.22, valuationDate: '2026-06-01' },
  fixings: {
    SPX: [
      { date: '2025-06-02', value: 100 },
      { date: '2025-09-01', value: 108 },
      { date: '2025-12-01', value: 97.5 },
      { date: '2026-03-02', value: 94 },
    ],
  },
};
const quarters = ['2025-09-01', '2025-12-01', '2026-03-02', '2026-09-01', '2026-12-01'];
const livingAverage = { type: 'asian_call', underlying: 'SPX', strike: 100, observationDates: quarters, expiry: '2026-12-01' };
const livingVariance = {
  ...{ type: 'variance_swap', underlying: 'SPX', strikeVolatility: 0.2, expiry: '2026-12-01' },
  ...{ startDate: '2025-06-02', observationDates: quarters, periodsPerYear: 4 },
};
const livingNote = {
  ...{ type: 'worst_of_autocall', productType: 'phoenix', underlyings: ['SPX'], startDate: '2025-06-02', observationDates: quarters },
  ...{ callBarriers: [1.1, 1.1, 1.05, 1, 0.95], couponBarrier: 0.8, couponRate: 0.02, memoryCoupon: true },
  ...{ protectionBarrier: 0.7, protectionMonitoring: 'daily', airbag: 0.8, participation: 0.5 },
};
const living = {
  'An average of which three of five fixings are known': { contract: livingAverage, market: livingMarket },
  'A variance swap that has realised a part': { contract: livingVariance, market: livingMarket },
  'A step-down autocall with daily protection, airbag and participation, two quarters before its end': {
    contract: livingNote,
    market: livingMarket,
  },
  'A barrier that was reached': {
    contract: { ...knockOut, condition: { ...knockOut.condition, style: 'knock_in', knocked: '2026-04-07' } },
    market: livingMarket,
  },
};

/** Examples of a market that has more than a spot, a rate and a volatility. */
const inMarkets = {
  'Dividends on dates: the spot falls by them, and may reach the barrier by it': {
    contract: knockOut,
    market: {
      ...market,
      dividends: [
        { date: '2026-04-15', amount: 1.5 },
        { date: '2026-10-15', proportion: 0.015 },
      ],
    },
  },
  'A volatility that depends on time': {
    contract: knockOut,
    market: { ...withoutVolatility, volatilityTermStructure: { times: [0.5, 1], volatilities: [0.24, 0.21] } },
  },
  'The local volatility of an SSVI surface': {
    contract: knockOut,
    market: {
      ...withoutVolatility,
      volatilitySurface: { ssvi: { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } },
    },
  },
  'Dividends in cash beside a surface, whose volatilities are of the forward': {
    contract: knockOut,
    market: {
      ...withoutVolatility,
      dividends: [{ date: '2026-07-15', amount: 2 }],
      volatilitySurface: { ssvi: { times: [0.5, 1], volatilities: [0.22, 0.21], rho: -0.4, eta: 0.8, gamma: 0.4 } },
    },
  },
  'A quanto asset under Heston: its variance moves with the exchange rate as far as both move with the asset': {
    contract: { type: 'vanilla_call', underlying: 'SX5E', strike: 100, expiry: '2027-01-05' },
    market: {
      currency: 'USD',
      rate: 0.04,
      valuationDate: '2026-01-05',
      assets: {
        SX5E: {
          spot: 100,
          model: { type: 'heston', v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.6, rho: -0.7 },
          ...{ currency: 'EUR', conversion: 'quanto' },
        },
      },
      curves: { EUR: { rate: 0.02 } },
      volatilities: { EURUSD: { type: 'lognormal', volatility: 0.08 } },
      correlations: [{ asset1: 'SX5E', asset2: 'EURUSD', correlation: -0.4 }],
    },
  },
  'A quanto and a composite asset, with correlations that are repaired': {
    contract: { type: 'best_of_call', underlyings: ['SX5E', 'NKY'], strike: 100, expiry: '2027-01-05' },
    market: {
      currency: 'USD',
      rate: 0.04,
      valuationDate: '2026-01-05',
      assets: {
        SX5E: { spot: 100, volatility: 0.2, currency: 'EUR', conversion: 'quanto' },
        NKY: { spot: 15_000, volatility: 0.22, currency: 'JPY', conversion: 'composite' },
      },
      curves: { EUR: { rate: 0.02 } },
      fx: { JPYUSD: 0.0067 },
      volatilities: { EURUSD: { type: 'lognormal', volatility: 0.08 }, JPYUSD: { type: 'lognormal', volatility: 0.1 } },
      correlations: [
        { asset1: 'SX5E', asset2: 'NKY', correlation: 0.9 },
        { asset1: 'SX5E', asset2: 'EURUSD', correlation: -0.5 },
        { asset1: 'NKY', asset2: 'EURUSD', correlation: 0.5 },
        { asset1: 'SX5E', asset2: 'JPYUSD', correlation: -0.3 },
        { asset1: 'NKY', asset2: 'JPYUSD', correlation: -0.4 },
        { asset1: 'EURUSD', asset2: 'JPYUSD', correlation: 0.4 },
      ],
      correlationRepair: 'nearest',
    },
  },
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
    prices: ['contract'],
    summary: 'Price of any contract, by Monte Carlo',
    description:
      'A contract that already lives is priced as of the valuation date: past observations are the fixings of the market, one of today without a fixing is today’s spot, payments before the date are no longer part of the price, ' +
      'and `lifecycle` says what has happened. A payment due on the valuation date still is part of it. A contract that was called, knocked out or has expired is worth what is still to be paid, with a warning where that is nothing.',
    request: contractPriceRequest,
    example: { contract: knockOut, market },
    furtherExamples: { ...living, ...inMarkets },
    response: contractPriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceContract', body, call, dependencies),
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
    furtherExamples: {
      'A contract with what has happened to it': { contract: livingNote, market: livingMarket },
      'A contract in a market with dividends': {
        contract: knockOut,
        market: { ...market, dividends: [{ date: '2026-04-15', amount: 1.5 }] },
      },
    },
    response: contractDescribeResponse,
    handle: async ({ body, call }, { pricing }) => ({
      data: await pricing.describeContract({ bodyJson: JSON.stringify(body), today: call.today }, call),
    }),
  }),
  operation({
    id: 'greeksContract',
    method: 'POST',
    path: '/api/v1/contract/greeks',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['contract'],
    summary: 'Price and bump-and-reprice Greeks of any contract',
    description:
      'Bumps: spot ±1 %, volatility +1 %, rate +1 basis point, time −1 day, all on the same paths; each price change is divided by its bump. ' +
      'Where the model carries the volatility, its other parameters stay; under local_vol the volatility remains a function of spot level and time.',
    request: contractGreeksRequest,
    example: { contract: knockOut, market },
    furtherExamples: { 'An average of which three of five fixings are known': { contract: livingAverage, market: livingMarket } },
    response: contractGreeksResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.greeksContract', body, call, dependencies),
  }),
  operation({
    id: 'priceStrategy',
    method: 'POST',
    path: '/api/v1/strategy/price',
    tag: 'Contract DSL',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['contract'],
    summary: 'Price of a named option strategy',
    request: strategyPriceRequest,
    example: { strategy: { strategy: 'straddle', underlying: 'SPX', strike: 100, expiry: '2027-01-05' }, market },
    response: contractPriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceStrategy', body, call, dependencies),
  }),
];
