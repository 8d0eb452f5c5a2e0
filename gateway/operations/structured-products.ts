import { structuredPriceRequest, structuredPriceResponse, structuredSolveRequest, structuredSolveResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

const market = {
  assets: { SPX: { spot: 5000, volatility: 0.18, dividend: 0.015 }, NDX: { spot: 17_500, volatility: 0.24, dividend: 0.008 } },
  correlations: [{ asset1: 'SPX', asset2: 'NDX', correlation: 0.8 }],
  rate: 0.03,
  valuationDate: '2026-01-05',
};
const phoenix = {
  type: 'worst_of_autocall',
  productType: 'phoenix',
  underlyings: ['SPX', 'NDX'],
  observationDates: ['2027-01-05', '2028-01-05', '2029-01-05'],
  callBarrier: 1,
  couponBarrier: 0.7,
  protectionBarrier: 0.6,
  memoryCoupon: true,
  notional: 1000,
};

const { callBarrier: _, ...stepless } = phoenix;
/** A note in its second year, with a call barrier that falls, protection that is lost for good, and an airbag. */
const stepDown = {
  ...stepless,
  ...{
    startDate: '2025-01-06',
    observationDates: ['2025-07-07', '2026-01-05', '2026-07-06', '2027-01-05'],
    callBarriers: [1.1, 1.1, 1, 0.9],
  },
  ...{ couponRate: 0.04, protectionMonitoring: 'continuous', airbag: 0.8, participation: 0.5 },
};
const fixings = {
  SPX: [
    { date: '2025-01-06', value: 4800 },
    { date: '2025-07-07', value: 4600 },
  ],
  NDX: [
    { date: '2025-01-06', value: 17_000 },
    { date: '2025-07-07', value: 11_500 },
  ],
};

export const structuredProducts = [
  operation({
    id: 'priceStructuredProduct',
    method: 'POST',
    path: '/api/v1/structured/price',
    tag: 'Structured Products',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['contract'],
    summary: 'Price of an autocallable note, with its call probabilities',
    description:
      'The price is that of contract/price, times the notional. Call probabilities, expected life, coupons and losses are estimated on the same paths.',
    request: structuredPriceRequest,
    example: { product: { ...phoenix, couponRate: 0.07 }, market },
    furtherExamples: { 'A step-down note that lives and has missed a coupon': { product: stepDown, market: { ...market, fixings } } },
    response: structuredPriceResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.priceStructured', body, call, dependencies),
  }),
  operation({
    id: 'solveStructuredProduct',
    method: 'POST',
    path: '/api/v1/structured/solve',
    tag: 'Structured Products',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['contract'],
    summary: 'Coupon or barrier at which an autocallable note has a given price',
    description:
      'Uses the paths of structured/price with the same pricer settings. On a finite set of paths the price is a step function of a barrier, so that a solved barrier is the level of the step that contains the target price.',
    request: structuredSolveRequest,
    example: { product: phoenix, market, solveFor: 'couponRate', targetPrice: 985 },
    response: structuredSolveResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.solveStructured', body, call, dependencies),
  }),
];
