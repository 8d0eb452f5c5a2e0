import type { z } from 'zod';
import { hedgeRequest, hedgeResponse } from '#engine/schemas';
import { type Dependencies, type Input, operation } from '../operation.js';
import { BOOK_BODY_LIMIT, riskOutcome, riskRequest } from '../risk-document.js';

/** Both paths of the interface are one operation. */
export const hedgeOptimisation = {
  method: 'POST',
  scope: 'portfolio',
  costClass: 'simulation',
  failures: ['SVC-CALC-001', 'SVC-CALC-003'],
  bodyLimit: BOOK_BODY_LIMIT,
  evidence: ['hedge'],
  summary: 'Hedge quantities that leave the least risk',
  description:
    'Objectives: greeks (½Σresidual² + Σcost·|quantity|), variance, least_squares over scenarios, and cvar; with bounds, a budget and whole lots. An infeasible problem is a status, not a failure.',
  request: hedgeRequest,
  example: {
    exposure: { delta: 0, gamma: -3000 },
    instruments: [
      { id: 'option', delta: 0.62, gamma: 1.5, cost: 0.02, max: 5000 },
      { id: 'share', delta: 1, cost: 0.01 },
    ],
  },
  response: hedgeResponse,
  handle: async ({ body, call }: Input<z.output<typeof hedgeRequest>, undefined, undefined, undefined>, { risk }: Dependencies) =>
    riskOutcome<z.input<typeof hedgeResponse>>(await risk.optimiseHedge(riskRequest(body, call), call)),
} as const;

export const hedging = [operation({ ...hedgeOptimisation, id: 'optimizeHedge', path: '/api/v1/hedge/optimize', tag: 'Hedging' })];
