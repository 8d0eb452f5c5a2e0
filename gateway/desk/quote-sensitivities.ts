/** The sensitivities of a book to the quotes of which its curves are made. */
import { z } from 'zod';
import {
  bookMarket,
  curveSetRequest,
  type curveSetResponse,
  instrumentPosition,
  MAX_BATCH,
  parsedOneByOne,
  positionSchemas,
  positionsInMarket,
  quoteSensitivitiesResponse,
} from '#engine/schemas';
import { resultOf } from '../contract/computation.js';
import { operation } from '../contract/operation.js';
import { BOOK_BODY_LIMIT } from '../portfolio/book-computation.js';
import { scenarioComputation } from '../portfolio/scenario-book.js';
import { takesCalibrated } from '../portfolio/takes-portfolio.js';
import { placing } from '../run/part.js';
import { CURVE_SET_EXAMPLE } from './curve-set.js';

const positions = parsedOneByOne(
  positionSchemas,
  z
    .array(z.unknown())
    .min(1)
    .max(MAX_BATCH)
    .meta({ description: 'One that is refused fails alone', items: { $ref: '#/components/schemas/InstrumentPosition' } }),
);
const { assets, volatilities, models, correlations, credit } = bookMarket.shape;

const request = z
  .strictObject({
    positions,
    reportingCurrency: positionsInMarket.reportingCurrency,
    calibration: curveSetRequest.meta({ description: 'The quotes, exchange rates and fixings; `derivatives` is of no effect' }),
    market: z
      .strictObject({ assets, volatilities, models, correlations, credit })
      .prefault({})
      .meta({ id: 'MarketBesideCurves', description: 'The rest of the market' }),
    perPosition: z.boolean().optional().meta({ description: 'Whether each sensitivity has the part of each position too' }),
  })
  .meta({ id: 'QuoteSensitivitiesRequest', description: 'A book, and the quotes by which the curves of its market are calibrated' });
const calibrated = takesCalibrated(request);

/** Parts of a market that the calibration gives. */
const CALIBRATED = /^\/market\/(curves|projections|fx|fixings|valuationDate)/;

export const quoteSensitivities = [
  operation({
    id: 'quoteSensitivities',
    method: 'POST',
    path: '/desk/v1/risk/quotes',
    tag: 'Risk',
    scope: 'portfolio',
    costClass: 'simulation',
    bodyLimit: BOOK_BODY_LIMIT,
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-002'],
    prices: 'all',
    summary: 'What a book of any instruments owes to each market quote',
    description:
      'The curves are calibrated to the quotes as calibrate/curves does it, and every position is revalued as each quote moves: the hedge of a book by the quoted instruments. A book of one of them has a sensitivity to its own quote alone. What simulates is in `failures` with its reason.',
    request: calibrated.request,
    schemas: [instrumentPosition],
    example: {
      positions: [
        {
          ...{ id: 'payer', type: 'interest_rate_swap', currency: 'EUR', index: 'EURIBOR-6M', side: 'payer', notional: 10_000_000 },
          ...{ fixedRate: 0.025, startDate: '2026-01-07', tenor: '7Y', floatingFrequency: 2, calendar: 'TARGET' },
        },
      ],
      calibration: CURVE_SET_EXAMPLE,
    },
    response: quoteSensitivitiesResponse,
    handle: calibrated.handle<z.output<typeof quoteSensitivitiesResponse>>(async ({ body, ...context }, dependencies) => {
      const { calibration, market: besideCurves, ...measure } = body;
      const quotes = { ...calibration, valuationDate: calibration.valuationDate ?? context.call.today, derivatives: true };
      const { market: fitted, ...fit } = await placing(
        (pointer) => `/calibration${pointer}`,
        () => resultOf<z.output<typeof curveSetResponse>>(dependencies.calibration.calibrateCurves, quotes, context.call),
      );
      const book = { ...measure, ...fit, market: { ...besideCurves, ...fitted, fixings: calibration.fixings } };
      return placing(
        (pointer) => (CALIBRATED.test(pointer) ? pointer.replace('/market', '/calibration') : pointer),
        () => scenarioComputation('risk.bookQuoteSensitivities', book, context, dependencies),
      );
    }),
  }),
];
