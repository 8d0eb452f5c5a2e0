/** Computations of netting sets and of option books in blocks, as a worker thread sees them: it plans a request once and keeps the plan for its further blocks. */
import type { z } from 'zod';
import {
  type BlockJob,
  EngineFailure,
  expectedShortfallJob,
  exposureJob,
  historicalVarJob,
  incrementalXvaJob,
  monteCarloVarJob,
  type RiskLimits,
  stressGridJob,
  stressScenariosJob,
  xvaJob,
  xvaSensitivitiesJob,
} from '#engine';
import {
  expectedShortfallRequest,
  exposureRequest,
  historicalVarRequest,
  incrementalXvaRequest,
  monteCarloVarRequest,
  parse,
  stressGridRequest,
  stressRequest,
  xvaRequest,
  xvaSensitivitiesRequest,
} from '#engine/schemas';
import { parseBody } from '../compute/body.js';
import { outcomeOf, partOf, type WorkOutcome } from '../compute/work-outcome.js';
import { type BlockPlan, decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '../jobs/blocks.js';

const planned =
  <Request extends z.ZodType, Part>(request: Request, job: (request: z.output<Request>, limits: RiskLimits) => BlockJob<Part, object>) =>
  (bodyJson: string, limits: RiskLimits): BlockJob<unknown, object> =>
    job(parse(request, parseBody(bodyJson)), limits) as BlockJob<unknown, object>;

/** One per method of the service. */
const JOBS = {
  exposure: planned(exposureRequest, exposureJob),
  calculateXva: planned(xvaRequest, xvaJob),
  incrementalXva: planned(incrementalXvaRequest, incrementalXvaJob),
  xvaSensitivities: planned(xvaSensitivitiesRequest, xvaSensitivitiesJob),
  varHistorical: planned(historicalVarRequest, historicalVarJob),
  varMonteCarlo: planned(monteCarloVarRequest, monteCarloVarJob),
  expectedShortfall: planned(expectedShortfallRequest, expectedShortfallJob),
  stressGrid: planned(stressGridRequest, stressGridJob),
  stress: planned(stressRequest, stressScenariosJob),
};
export type JobName = keyof typeof JOBS;

/** The jobs that workers can share, by method. */
export const SHARED_JOBS = Object.keys(JOBS) as readonly JobName[];

interface JobRequest {
  readonly job: JobName;
  readonly bodyJson: string;
  readonly costLimit: number;
}

/**
 * A step of a job. `plan` gives the number of blocks, `block` one part, `combine` the result from all parts.
 *
 * Where workers share the job, its blocks are the units that they share: `measure` plans blocks of them for the workers, `units` gives what
 * some of them give, and `combineUnits` the result.
 */
export type JobTask = JobRequest &
  (
    | { readonly step: 'plan' }
    | { readonly step: 'measure'; readonly blockMs: number }
    | { readonly step: 'block'; readonly block: number }
    | { readonly step: 'combine'; readonly parts: readonly unknown[] }
    | { readonly step: 'units'; readonly first: number; readonly units: number }
    | { readonly step: 'combineUnits'; readonly blocks: readonly Uint8Array[] }
  );

/** Plans kept by a thread: those of the requests that its pool works on together, and of large ones fewer. */
const MAX_PLANS = 4;
/** Numbers that the kept plans may hold together, unless one alone holds more: 128 MiB. */
const MAX_KEPT_NUMBERS = 2 ** 24;
const plans = new Map<string, BlockJob<unknown, object>>();

function planOf({ job, bodyJson, costLimit }: JobRequest): BlockJob<unknown, object> {
  const key = `${job} ${bodyJson}`;
  const found = plans.get(key) ?? JOBS[job](bodyJson, { costLimit });
  // Deleted and set again, it is the last to be dropped.
  plans.delete(key);
  plans.set(key, found);
  const held = (): number => [...plans.values()].reduce((sum, { numbers = 0 }) => sum + numbers, 0);
  for (const oldest of plans.keys()) if (plans.size > MAX_PLANS || (plans.size > 1 && held() > MAX_KEPT_NUMBERS)) plans.delete(oldest);
  return found;
}

export type JobPlan = { readonly blocks: number };

export function runStep(task: JobTask): Promise<WorkOutcome> {
  switch (task.step) {
    case 'plan':
      return partOf((): JobPlan => ({ blocks: planOf(task).blocks }));
    case 'block':
      return partOf(() => planOf(task).run(task.block));
    case 'combine':
      return outcomeOf(() => planOf(task).combine(task.parts));
    case 'measure':
      return partOf(async (): Promise<BlockPlan> => {
        const { blocks, run } = planOf(task);
        return blocks < 2 ? NOT_SHARED : planBlocks(blocks, await timeUnit(blocks, run), task.blockMs);
      });
    case 'units':
      return partOf(() => {
        const { blocks, run } = planOf(task);
        const end = task.first + task.units;
        if (end > blocks)
          throw new EngineFailure('invalid', `units ${task.first} to ${end - 1} are not among the ${blocks} of this request`);
        return encodeParts(Array.from({ length: task.units }, (_, i) => run(task.first + i)));
      });
    case 'combineUnits':
      return outcomeOf(() => planOf(task).combine(decodeParts(task.blocks)));
  }
}
