import { explainRequest, explainResponse, portfolioVarRequest, stressGridRequest, stressGridResponse, varResponse } from '#engine/schemas';
import { operation } from '../operation.js';
import { BOOK_BODY_LIMIT, BOOK_PRICERS, riskOutcome, riskRequest } from '../risk-document.js';
import { hedgeOptimisation } from './hedging.js';

const positions = [
  { id: 'calls', underlying: 'ACME', quantity: 100, spot: 100, strike: 105, rate: 0.03, volatility: 0.25, time: 0.5, optionType: 'call' },
  { id: 'puts', underlying: 'ACME', quantity: -50, spot: 100, strike: 90, rate: 0.03, volatility: 0.25, time: 0.5, optionType: 'put' },
];

const ofBook = {
  tag: 'Portfolio',
  scope: 'portfolio',
  method: 'POST',
  costClass: 'batch',
  failures: ['SVC-LIMIT-003', 'SVC-CALC-001'],
  pricers: BOOK_PRICERS,
  bodyLimit: BOOK_BODY_LIMIT,
} as const;

const grid = { ...ofBook, evidence: ['var'], request: stressGridRequest, response: stressGridResponse } as const;

export const portfolio = [
  operation({
    ...ofBook,
    id: 'portfolioVar',
    path: '/api/v1/portfolio/var',
    evidence: ['var'],
    summary: 'Delta-normal value at risk of an option portfolio',
    description: 'Zero mean, 252 trading days per year. `components` are by underlying and their contributions add up to the figure.',
    request: portfolioVarRequest,
    example: { positions, confidence: 0.99, horizonDays: 10 },
    response: varResponse,
    handle: async ({ body, call }, { risk }) => riskOutcome(await risk.portfolioVar(riskRequest(body, call), call)),
  }),
  operation({
    ...grid,
    id: 'portfolioStress',
    path: '/api/v1/portfolio/stress',
    summary: 'Spot and volatility stress of an option portfolio',
    description: 'Full revaluation under every combination of the shocks.',
    example: { positions, spotShocks: [-0.2, 0, 0.2], volatilityShocks: [-0.05, 0, 0.1] },
    handle: async ({ body, call }, { risk }) => riskOutcome(await risk.stressGrid(riskRequest(body, call), call)),
  }),
  operation({
    ...grid,
    id: 'portfolioScenarios',
    path: '/api/v1/portfolio/scenarios',
    summary: 'Profit and loss over a grid of spot, volatility and time',
    description: 'Full revaluation; an option that expires within a time shock is worth its payoff.',
    example: { positions, spotShocks: [-0.1, 0, 0.1], volatilityShocks: [0], timeShocks: [0, 0.25, 0.5] },
    handle: async ({ body, call }, { risk }) => riskOutcome(await risk.stressGrid(riskRequest(body, call), call)),
  }),
  operation({
    ...ofBook,
    id: 'portfolioExplain',
    path: '/api/v1/portfolio/explain',
    evidence: ['black_scholes'],
    summary: 'Profit and loss between two markets, by Greek and by risk factor',
    request: explainRequest,
    example: {
      positions: [{ underlying: 'ACME', quantity: 100, strike: 105, time: 0.5, optionType: 'call' }],
      marketStart: { assets: { ACME: { spot: 100, volatility: 0.25 } }, rate: 0.03, valuationDate: '2026-03-02' },
      marketEnd: { assets: { ACME: { spot: 102, volatility: 0.24 } }, rate: 0.031, valuationDate: '2026-03-03' },
    },
    response: explainResponse,
    handle: async ({ body, call }, { risk }) => riskOutcome(await risk.explain(riskRequest(body, call), call)),
  }),
  operation({ ...hedgeOptimisation, id: 'portfolioHedgeOptimize', path: '/api/v1/portfolio/hedgeopt', tag: 'Portfolio' }),
];
