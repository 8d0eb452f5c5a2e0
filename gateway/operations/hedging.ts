import { z } from 'zod';
import { hedgeRequest, hedgeResponse, SOLUTIONS } from '#engine/schemas';
import { operation } from '../contract/operation.js';
import { BOOK_BODY_LIMIT, bookComputation } from '../portfolio/book-computation.js';
import { takesBookOr } from '../portfolio/takes-portfolio.js';

const { objective, exposure: _, positions: _positions, covariance, scenarios, ridge, confidence, ...ofGreeks } = hedgeRequest.shape;
/** Positions are hedged in their Greeks, so that is the one objective of a portfolio. */
const hedged = takesBookOr(hedgeRequest, { objective: z.literal('greeks').default('greeks'), ...ofGreeks }, 'HedgePortfolioRequest');

/** Both paths of the interface are one operation. */
export const hedgeOptimisation = {
  method: 'POST',
  scope: 'portfolio',
  costClass: 'simulation',
  prices: ['hedge'],
  failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001', 'SVC-CALC-003'],
  bodyLimit: BOOK_BODY_LIMIT,
  summary: 'Hedge quantities that leave the least risk',
  description:
    'Objectives: greeks (½Σresidual² + Σcost·|quantity|), variance, least_squares over scenarios, and cvar; with bounds, a budget and whole lots. An infeasible problem is a status, not a failure; one whose objective falls without end is a 400 that names the bounds that are missing. At most 200 instruments and 5 000 scenarios, for the solver’s sake; `positions` may be 100 000.',
  request: hedged.request,
  example: {
    exposure: { delta: 0, gamma: -3000 },
    instruments: [
      { id: 'option', delta: 0.62, gamma: 1.5, cost: 0.02, max: 5000 },
      { id: 'share', delta: 1, cost: 0.01 },
    ],
  },
  response: hedgeResponse,
  handle: hedged.handle(async ({ body, call }, dependencies) =>
    bookComputation<z.input<typeof hedgeResponse>>('risk.optimiseHedge', body, call, dependencies, SOLUTIONS.greeks),
  ),
} as const;

export const hedging = [operation({ ...hedgeOptimisation, id: 'optimizeHedge', path: '/api/v1/hedge/optimize', tag: 'Hedging' })];
