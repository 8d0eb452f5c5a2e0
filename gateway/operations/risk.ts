import { z } from 'zod';
import {
  anyBookExpectedShortfallRequest,
  anyBookHistoricalVarRequest,
  anyBookMonteCarloVarRequest,
  anyBookParametricVarRequest,
  anyBookSensitivitiesRequest,
  anyBookStressRequest,
  backtestRequest,
  backtestResponse,
  expectedShortfallRequest,
  expectedShortfallResponse,
  historicalVarRequest,
  instrumentPosition,
  ladderSettings,
  monteCarloVarRequest,
  optionPosition,
  parametricVarRequest,
  portfolioGreeksResponse,
  SOLUTIONS,
  sensitivitiesRequest,
  sensitivitiesResponse,
  stressRequest,
  stressResponse,
  varResponse,
} from '#engine/schemas';
import { computation, noted } from '../contract/computation.js';
import { invalidRequest } from '../contract/errors.js';
import { operation } from '../contract/operation.js';
import { BOOK_BODY_LIMIT, bookComputation, revaluations } from '../portfolio/book-computation.js';
import { sensitivitiesOfInstruments } from '../portfolio/instrument-sensitivities.js';
import { withQuotedHistory } from '../portfolio/quoted-history.js';
import {
  IN_A_MARKET,
  isInstrumentBook,
  optionBook,
  PARAMETRIC_IN_A_MARKET,
  parametricComputation,
  scenarioComputation,
  shortfallInMarket,
} from '../portfolio/scenario-book.js';
import { takesPositions } from '../portfolio/takes-portfolio.js';
import { ANY_TYPE, bookExample, parametricBook } from './book-example.js';

/** Two underlyings, an option on each. */
const positions = [
  { id: 'calls', underlying: 'ACME', quantity: -100, spot: 100, strike: 105, rate: 0.03, volatility: 0.25, time: 0.5, optionType: 'call' },
  { id: 'puts', underlying: 'BETA', quantity: 200, spot: 50, strike: 45, rate: 0.03, volatility: 0.35, time: 0.25, optionType: 'put' },
];
const [calls] = positions;
const correlations = [{ asset1: 'ACME', asset2: 'BETA', correlation: 0.4 }];
const returns = {
  ACME: [0.01, -0.02, 0.005, 0.013, -0.031, 0.002, 0.018, -0.007, 0.004, -0.012],
  BETA: [0.004, -0.015, 0.011, 0.007, -0.024, -0.003, 0.021, -0.002, 0.001, -0.02],
};

const parametricVar = takesPositions(anyBookParametricVarRequest, { othersInOneCurrency: false });
const historicalVar = takesPositions(anyBookHistoricalVarRequest, { othersInOneCurrency: false });
const monteCarloVar = takesPositions(anyBookMonteCarloVarRequest, { othersInOneCurrency: false });
const shortfall = takesPositions(anyBookExpectedShortfallRequest, { othersInOneCurrency: false });
const stressed = takesPositions(anyBookStressRequest, { othersInOneCurrency: false });
const laddered = takesPositions(anyBookSensitivitiesRequest, { othersInOneCurrency: false });

const ofBook = { tag: 'Risk', scope: 'portfolio', method: 'POST', prices: ['vanilla'], bodyLimit: BOOK_BODY_LIMIT } as const;

export const risk = [
  operation({
    ...ofBook,
    id: 'riskVarParametric',
    prices: 'all',
    path: '/api/v1/risk/var/parametric',
    costClass: 'batch',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Delta-normal or delta-gamma value at risk of an option book, delta-normal of a book of any instruments',
    description: `Delta-gamma takes the first four moments of the quadratic form and a Cornish-Fisher expansion, and warns where that is outside its domain. Zero mean, 252 trading days per year. ${PARAMETRIC_IN_A_MARKET}`,
    request: parametricVar.request,
    example: { positions, correlations, method: 'delta_gamma' },
    furtherExamples: { [ANY_TYPE]: parametricBook },
    response: varResponse,
    schemas: [optionPosition, instrumentPosition],
    handle: parametricVar.handle<z.output<typeof varResponse>>(async ({ body, ...context }, dependencies) => {
      if (isInstrumentBook(body)) {
        const { method, ...inMarket } = body;
        if (method === 'delta_gamma') throw invalidRequest('/method', 'must be delta_normal in a market');
        return parametricComputation(inMarket, context, dependencies);
      }
      const options = optionBook(parametricVarRequest, body);
      return bookComputation('risk.varParametric', options, context.call, dependencies, SOLUTIONS.greeks);
    }),
  }),
  operation({
    ...ofBook,
    id: 'riskVarHistorical',
    prices: 'all',
    path: '/api/v1/risk/var/historical',
    costClass: 'simulation',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Historical simulation value at risk of a book of any instruments, with full revaluation',
    description:
      'Every position is revalued under each historical move of its underlying. A horizon of several days compounds overlapping runs of days. Scenarios may be weighted by age and scaled to today’s volatility. ' +
      IN_A_MARKET,
    request: historicalVar.request,
    example: { positions, returns, confidence: 0.9 },
    furtherExamples: {
      'By age, with standard errors and what each underlying adds': {
        positions,
        returns,
        confidence: 0.8,
        ageDecay: 0.97,
        incremental: true,
        withStandardErrors: true,
      },
      [ANY_TYPE]: {
        ...bookExample,
        returns: {
          'rate:EUR:5Y': [0.0004, -0.0002, 0.0007, -0.0005],
          'rate:USD': [0.0002, 0.0001, -0.0006, 0.0003],
          'fx:EURUSD': [0.004, -0.006, 0.001, 0.003],
          'spot:ACME': [0.01, -0.02, 0.005, 0.013],
        },
        dates: ['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27'],
        confidence: 0.75,
        withScenarios: true,
        byFactorKind: true,
      },
      'Dividends on dates, in cash': {
        positions: [{ ...calls, dividends: [{ time: 0.25, amount: 0.8 }] }],
        returns: { ACME: returns.ACME },
        confidence: 0.9,
      },
    },
    response: varResponse,
    schemas: [optionPosition, instrumentPosition],
    handle: historicalVar.handle<z.output<typeof varResponse>>(async (input, dependencies) => {
      const { body, warnings } = await withQuotedHistory(input.body, input);
      if (isInstrumentBook(body)) return noted(await scenarioComputation('risk.bookVar', body, input, dependencies), { warnings });
      const options = optionBook(historicalVarRequest, body);
      return noted(bookComputation('risk.varHistorical', options, input.call, dependencies, revaluations(0)), { warnings });
    }),
  }),
  operation({
    ...ofBook,
    id: 'riskVarMonteCarlo',
    prices: 'all',
    path: '/api/v1/risk/var/monte-carlo',
    costClass: 'simulation',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Monte Carlo value at risk, with full revaluation',
    description: `Spots move to S(1 + σ√(horizonDays/252) u) with correlated normal u, no time passing; in a market every factor with a volatility moves by σ√(horizonDays/252) u, as its kind does. Both figures have a standard error. ${IN_A_MARKET}`,
    request: monteCarloVar.request,
    example: { positions, correlations, pricer: { numPaths: 4096 } },
    furtherExamples: {
      [ANY_TYPE]: {
        ...parametricBook,
        pricer: { numPaths: 1024 },
      },
    },
    response: varResponse,
    schemas: [optionPosition, instrumentPosition],
    handle: monteCarloVar.handle<z.output<typeof varResponse>>(async ({ body, ...context }, dependencies) => {
      if (!isInstrumentBook(body)) {
        const options = optionBook(monteCarloVarRequest, body);
        return bookComputation('risk.varMonteCarlo', options, context.call, dependencies, revaluations(0));
      }
      if (body.volatilities === undefined) throw invalidRequest('/volatilities', 'is required in a market: its factors move by them');
      return scenarioComputation('risk.bookMonteCarloVar', body, context, dependencies);
    }),
  }),
  operation({
    ...ofBook,
    id: 'riskExpectedShortfall',
    prices: 'all',
    path: '/api/v1/risk/expected-shortfall',
    costClass: 'simulation',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Expected shortfall by any of the three methods, with contributions',
    description: `Contributions are Euler’s and add up to the figure. With incremental, each component also has how much the figure falls without the underlying’s positions. In a market the answer is that of the method’s value at risk, its components those of the shortfall. ${IN_A_MARKET}`,
    request: shortfall.request,
    example: { method: 'monte_carlo', positions, correlations, pricer: { numPaths: 4096 } },
    furtherExamples: { [ANY_TYPE]: { method: 'monte_carlo', ...parametricBook, pricer: { numPaths: 1024 } } },
    response: z.union([expectedShortfallResponse, varResponse]),
    schemas: [optionPosition, instrumentPosition],
    handle: shortfall.handle<z.output<typeof expectedShortfallResponse> | z.output<typeof varResponse>>(async (input, dependencies) => {
      const { history, ...stated } = { history: undefined, ...input.body };
      const { body, warnings } =
        stated.method === 'historical' ? await withQuotedHistory({ ...stated, history }, input) : { body: stated, warnings: [] };
      if (isInstrumentBook(body)) {
        const { method, ...measure } = body;
        return noted(await shortfallInMarket(method, measure, input, dependencies), { warnings });
      }
      const options = optionBook(expectedShortfallRequest, body);
      const solutions = options.method === 'parametric' ? SOLUTIONS.greeks + revaluations(0) : revaluations(0);
      return noted(bookComputation('risk.expectedShortfall', options, input.call, dependencies, solutions), { warnings });
    }),
  }),
  operation({
    ...ofBook,
    id: 'riskStress',
    prices: 'all',
    path: '/api/v1/risk/stress',
    costClass: 'batch',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Named and custom stress scenarios, with full revaluation',
    description: IN_A_MARKET,
    request: stressed.request,
    example: { positions, scenarios: [{ name: '2008' }, { name: 'mine', spotShock: -0.1, volatilityShock: 0.05 }] },
    furtherExamples: {
      [ANY_TYPE]: { ...bookExample, scenarios: [{ name: '2008' }, { name: 'euro', moves: { 'fx:EURUSD': -0.1, 'rate:EUR:10Y': 0.01 } }] },
    },
    response: stressResponse,
    schemas: [optionPosition, instrumentPosition],
    handle: stressed.handle<z.output<typeof stressResponse>>(async ({ body, ...context }, dependencies) => {
      if (isInstrumentBook(body)) return scenarioComputation('risk.bookStress', body, context, dependencies);
      const options = optionBook(stressRequest, body);
      return bookComputation('risk.stress', options, context.call, dependencies, revaluations(options.scenarios.length));
    }),
  }),
  operation({
    ...ofBook,
    id: 'riskSensitivities',
    prices: 'all',
    path: '/api/v1/risk/sensitivities',
    costClass: 'batch',
    failures: ['SVC-RES-001', 'SVC-LIMIT-003', 'SVC-CALC-001'],
    summary: 'Sensitivity ladders: by underlying, rates by tenor, volatility by expiry and strike, cross-gammas on request',
    description: 'With a market, positions may be instruments of any type, and the answer is that of portfolio/greeks.',
    request: laddered.request,
    example: { positions },
    furtherExamples: {
      'With second derivatives across risk factors': { positions, tenors: [0.25, 0.5, 1], crossGammas: true },
      [ANY_TYPE]: { ...bookExample, tenors: [1, 5], units: 'basis_point' },
    },
    response: z.union([sensitivitiesResponse, portfolioGreeksResponse]),
    schemas: [optionPosition, instrumentPosition],
    handle: laddered.handle<z.output<typeof sensitivitiesResponse> | z.output<typeof portfolioGreeksResponse>>(
      async ({ body, ...context }, dependencies) => {
        const { positions: list, market, reportingCurrency, crossGammas, ...settings } = body;
        if (!isInstrumentBook(body))
          return bookComputation(
            'risk.sensitivities',
            optionBook(sensitivitiesRequest, body),
            context.call,
            dependencies,
            SOLUTIONS.greeks,
          );
        if (crossGammas) throw invalidRequest('/crossGammas', 'must be left out with a market');
        const setting = { market, reportingCurrency, valuationDate: market?.valuationDate ?? context.call.today };
        return sensitivitiesOfInstruments(list, setting, ladderSettings.parse(settings), context, dependencies);
      },
    ),
  }),
  operation({
    id: 'riskBacktest',
    method: 'POST',
    path: '/api/v1/risk/backtest',
    tag: 'Risk',
    scope: 'portfolio',
    costClass: 'quick',
    bodyLimit: BOOK_BODY_LIMIT,
    summary: 'Backtest of value at risk: Kupiec, Christoffersen and the Basel traffic light',
    request: backtestRequest,
    example: { profitAndLoss: [1, -2, 0.5, -0.7, 1.2], valueAtRisk: [1.5, 1.5, 1.4, 1.4, 1.4], confidence: 0.95 },
    response: backtestResponse,
    handle: async ({ body, call }, dependencies) => computation('risk.backtest', body, call, dependencies),
  }),
];
