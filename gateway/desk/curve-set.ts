/** Curves of several currencies and indices from their quotes, all together. */
import { curveSetRequest, curveSetResponse } from '#engine/schemas';
import { computation } from '../contract/computation.js';
import { operation } from '../contract/operation.js';

const overnight = {
  ...{ type: 'interest_rate_swap', side: 'payer', startDate: '2026-01-07', calendar: 'TARGET', paymentLag: 1 },
  ...{ floatingType: 'overnight', floatingFrequency: 1, fixedDayCount: 'ACT/360' },
};
const termRate = {
  ...{ type: 'interest_rate_swap', side: 'payer', startDate: '2026-01-07', calendar: 'TARGET', currency: 'EUR' },
  ...{ fixedFrequency: 1, fixedDayCount: '30/360', floatingFrequency: 2 },
};

export const CURVE_SET_EXAMPLE = {
  valuationDate: '2026-01-05',
  curves: {
    EUR: {
      instruments: [
        { ...overnight, tenor: '1Y', fixedRate: 0.0195 },
        { ...overnight, tenor: '5Y', fixedRate: 0.0222 },
        { ...overnight, tenor: '10Y', fixedRate: 0.0251 },
      ],
    },
  },
  projections: {
    'EURIBOR-6M': {
      instruments: [
        { type: 'fra', currency: 'EUR', startDate: '2026-01-07', tenor: '6M', fixedRate: 0.0208 },
        { ...termRate, tenor: '5Y', fixedRate: 0.0236 },
        { ...termRate, tenor: '10Y', fixedRate: 0.0263 },
      ],
    },
  },
};

export const curveSets = [
  operation({
    id: 'calibrateCurves',
    method: 'POST',
    path: '/desk/v1/calibrate/curves',
    tag: 'Calibration',
    scope: 'calibrate',
    costClass: 'calibration',
    prices: ['curve'],
    failures: ['SVC-CALC-002'],
    summary: 'Curves by currency and by index that reproduce all quotes together',
    description:
      'Discounting by overnight swaps, forward rates by index on top, curves of other currencies by exchanges and swaps of two currencies: instruments may depend on several curves, and these on each other, since all nodes are found at once. Each instrument is a position by its dates, and is worth nothing in the market of the answer, which other operations take as it is. `derivatives` gives what each zero rate owes to each quote: sensitivities to zero rates become those to quotes.',
    request: curveSetRequest,
    example: CURVE_SET_EXAMPLE,
    response: curveSetResponse,
    handle: async ({ body, call }, dependencies) => computation('calibration.calibrateCurves', body, call, dependencies),
  }),
];
