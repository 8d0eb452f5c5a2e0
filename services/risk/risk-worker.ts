/** The thread of a risk computation, which may take seconds, for which the event loop must not be blocked. */
import type { z } from 'zod';
import {
  backtestForecasts,
  expectedShortfall,
  explain,
  historicalVar,
  monteCarloVar,
  optimiseHedge,
  parametricVar,
  portfolioVar,
  type RiskLimits,
  sensitivities,
  stress,
  stressGrid,
} from '#engine';
import {
  backtestRequest,
  expectedShortfallRequest,
  explainRequest,
  hedgeRequest,
  historicalVarRequest,
  monteCarloVarRequest,
  parametricVarRequest,
  parse,
  portfolioVarRequest,
  sensitivitiesRequest,
  stressGridRequest,
  stressRequest,
} from '#engine/schemas';
import { parseBody } from '../compute/body.js';
import { outcomeOf, type WorkOutcome } from '../compute/work-outcome.js';
import { type JobTask, runStep } from './block-jobs.js';

type Measure = (body: unknown, limits: RiskLimits) => object | Promise<object>;

const measure =
  <Request extends z.ZodType>(
    request: Request,
    compute: (request: z.output<Request>, limits: RiskLimits) => object | Promise<object>,
  ): Measure =>
  (body, limits) =>
    compute(parse(request, body), limits);

/** One per method of the service. */
const MEASURES = {
  portfolioVar: measure(portfolioVarRequest, portfolioVar),
  stressGrid: measure(stressGridRequest, stressGrid),
  explain: measure(explainRequest, explain),
  varParametric: measure(parametricVarRequest, parametricVar),
  varHistorical: measure(historicalVarRequest, historicalVar),
  varMonteCarlo: measure(monteCarloVarRequest, monteCarloVar),
  expectedShortfall: measure(expectedShortfallRequest, expectedShortfall),
  stress: measure(stressRequest, stress),
  sensitivities: measure(sensitivitiesRequest, sensitivities),
  backtest: measure(backtestRequest, backtestForecasts),
  optimiseHedge: measure(hedgeRequest, optimiseHedge),
} satisfies Record<string, Measure>;

export type MeasureName = keyof typeof MEASURES;

export { ping } from '../compute/work-outcome.js';

interface MeasureTask {
  readonly measure: MeasureName;
  readonly bodyJson: string;
  /** Option prices that the task may compute. */
  readonly costLimit: number;
}

export type RiskTask = MeasureTask | JobTask;

export default (task: RiskTask): Promise<WorkOutcome> =>
  'step' in task ? runStep(task) : outcomeOf(() => MEASURES[task.measure](parseBody(task.bodyJson), { costLimit: task.costLimit }));
