/** Single paths of a contract, to be shown. */
import { contractPathsRequest, contractPathsResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

export const contractPaths = [
  operation({
    id: 'contractPaths',
    method: 'POST',
    path: '/desk/v1/contract/paths',
    tag: 'Contracts',
    scope: 'price',
    costClass: 'simulation',
    failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
    prices: ['contract'],
    summary: 'The worst path of a contract, the median, the best, and one on which it is called',
    description:
      'Paths are drawn under the models of the market. Each is shown with the levels of its underlyings, what the contract observes on it, and its payments.',
    request: contractPathsRequest,
    example: {
      contract: {
        type: 'worst_of_autocall',
        productType: 'phoenix',
        ...{ underlyings: ['SPX', 'NDX'], observationDates: ['2027-01-05', '2028-01-05', '2029-01-05'] },
        ...{ callBarrier: 1, couponBarrier: 0.7, protectionBarrier: 0.6, couponRate: 0.07, memoryCoupon: true },
      },
      market: {
        assets: { SPX: { spot: 5000, volatility: 0.18, dividend: 0.015 }, NDX: { spot: 17_500, volatility: 0.24, dividend: 0.008 } },
        correlations: [{ asset1: 'SPX', asset2: 'NDX', correlation: 0.8 }],
        ...{ rate: 0.03, valuationDate: '2026-01-05' },
      },
      pricer: { numPaths: 256, numSteps: 12 },
    },
    response: contractPathsResponse,
    handle: async ({ body, call }, dependencies) => computation('pricing.pathsContract', body, call, dependencies),
  }),
];
