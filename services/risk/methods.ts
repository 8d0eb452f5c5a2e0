/** The methods of the risk service, each named once: the gateway's client, the handlers, the worker threads and jobs walk this table. */
import type { z } from 'zod';
import type { BlockJob, RiskLimits } from '#engine';
import {
  backtestRequest,
  bookExplainRequest,
  bookMonteCarloVarRequest,
  bookParametricVarRequest,
  bookQuoteSensitivitiesRequest,
  bookStressGridRequest,
  bookStressRequest,
  bookVarRequest,
  contractRefusalsRequest,
  expectedShortfallRequest,
  explainRequest,
  exposureRequest,
  hedgeRequest,
  historicalVarRequest,
  incrementalXvaRequest,
  instrumentPricesRequest,
  instrumentSensitivitiesRequest,
  monteCarloVarRequest,
  parametricVarRequest,
  portfolioVarRequest,
  profitFiguresRequest,
  sensitivitiesRequest,
  stressGridRequest,
  stressRequest,
  xvaRequest,
  xvaSensitivitiesRequest,
} from '#engine/schemas';
import { blocks, tableMethods } from '#proto/services';
import type { Engine, Measured, MethodCost } from '../compute/method.js';

/** A function of any entry, which takes what the entry's schema has parsed. */
export type Compute = (engine: Engine) => (request: unknown) => Measured | Promise<Measured>;
export type PlanJob = (engine: Engine) => (request: unknown, limits: RiskLimits) => BlockJob<unknown, object>;

/** A measure that one thread computes. */
const measure = <Request extends z.ZodType, Result extends Measured | Promise<Measured>>(
  request: Request,
  compute: (engine: Engine) => (request: z.output<Request>) => Result,
  cost: MethodCost = 'simulation',
) => ({ request, cost, compute });

/**
 * A measure in blocks, which the workers of a job share.
 *
 * @param options.threads whether the threads of this process share the blocks of one call too. An option book is revalued in one thread, because
 *                        every further thread would read all its positions again
 */
const inBlocks = <Request extends z.ZodType, Part, Result extends object>(
  request: Request,
  job: (engine: Engine) => (request: z.output<Request>, limits: RiskLimits) => BlockJob<Part, Result, unknown>,
  { threads = false } = {},
) => ({ request, cost: 'simulation' as MethodCost, job, threads });

export const riskMethods = {
  portfolioVar: measure(portfolioVarRequest, (engine) => engine.portfolioVar),
  varParametric: measure(parametricVarRequest, (engine) => engine.parametricVar),
  varHistorical: inBlocks(historicalVarRequest, (engine) => engine.historicalVarJob),
  varMonteCarlo: inBlocks(monteCarloVarRequest, (engine) => engine.monteCarloVarJob),
  expectedShortfall: inBlocks(expectedShortfallRequest, (engine) => engine.expectedShortfallJob),
  stress: inBlocks(stressRequest, (engine) => engine.stressScenariosJob),
  stressGrid: inBlocks(stressGridRequest, (engine) => engine.stressGridJob),
  explain: measure(explainRequest, (engine) => engine.explain),
  sensitivities: measure(sensitivitiesRequest, (engine) => engine.sensitivities),
  backtest: measure(backtestRequest, (engine) => engine.backtestForecasts, 'quick'),
  profitFigures: measure(profitFiguresRequest, (engine) => engine.profitFigures, 'quick'),
  optimiseHedge: measure(hedgeRequest, (engine) => engine.optimiseHedge),
  contractRefusals: measure(contractRefusalsRequest, (engine) => engine.contractRefusals),
  instrumentPrices: measure(instrumentPricesRequest, (engine) => engine.instrumentPrices, 'batch'),
  instrumentSensitivities: measure(instrumentSensitivitiesRequest, (engine) => engine.instrumentSensitivities),
  bookQuoteSensitivities: inBlocks(bookQuoteSensitivitiesRequest, (engine) => engine.bookQuoteSensitivitiesJob, { threads: true }),
  bookStress: inBlocks(bookStressRequest, (engine) => engine.bookStressJob, { threads: true }),
  bookStressGrid: inBlocks(bookStressGridRequest, (engine) => engine.bookStressGridJob, { threads: true }),
  explainBook: measure(bookExplainRequest, (engine) => engine.explainBook),
  bookMonteCarloVar: inBlocks(bookMonteCarloVarRequest, (engine) => engine.bookMonteCarloVarJob, { threads: true }),
  bookParametricVar: inBlocks(bookParametricVarRequest, (engine) => engine.bookParametricVarJob, { threads: true }),
  bookVar: inBlocks(bookVarRequest, (engine) => engine.bookVarJob, { threads: true }),
  exposure: inBlocks(exposureRequest, (engine) => engine.exposureJob, { threads: true }),
  calculateXva: inBlocks(xvaRequest, (engine) => engine.xvaJob, { threads: true }),
  incrementalXva: inBlocks(incrementalXvaRequest, (engine) => engine.incrementalXvaJob, { threads: true }),
  xvaSensitivities: inBlocks(xvaSensitivitiesRequest, (engine) => engine.xvaSensitivitiesJob, { threads: true }),
};

export type RiskMethod = keyof typeof riskMethods;

/** The service as clients and servers know it. */
export const risk = { ...tableMethods<RiskMethod>('svc.risk.v1.Risk', riskMethods), ...blocks };
