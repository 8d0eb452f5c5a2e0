/**
 * The thread of a risk computation, which may take seconds, for which the event loop must not be blocked. It computes a measure as a whole, or a
 * step of one in blocks: it plans a request once and keeps the plan for further blocks.
 */
import * as engine from '#engine';
import { type BlockJob, EngineFailure } from '#engine';
import { parse } from '#engine/schemas';
import type { Measured } from '../compute/method.js';
import { outcomeOf, parseBody, partOf, type WorkOutcome } from '../compute/work-outcome.js';
import { type BlockPlan, decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '../jobs/blocks.js';
import { type Compute, type PlanJob, type RiskMethod, riskMethods } from './methods.js';

export { ping } from '../compute/work-outcome.js';

export interface RiskRequest {
  /** The name that a call gives. A method that the service does not have is refused here. */
  readonly method: string;
  readonly bodyJson: string;
  /** Option prices, or random numbers, that the request may cost. */
  readonly costLimit: number;
}

/**
 * One step of a request.
 *
 * - whole: the result
 * - count, block, combine: for the threads of one process, the number of blocks, one part, and the result from all parts
 * - plan, units, combineUnits: for the workers of a job, whose blocks are several units each: the plan, the encoded parts of some units, and
 *   the result from the parts of all
 */
export type RiskTask = RiskRequest &
  (
    | { readonly step: 'whole' }
    | { readonly step: 'count' }
    | { readonly step: 'block'; readonly block: number }
    | { readonly step: 'combine'; readonly parts: readonly unknown[] }
    | { readonly step: 'plan'; readonly blockMs: number }
    | { readonly step: 'units'; readonly first: number; readonly units: number }
    | { readonly step: 'combineUnits'; readonly blocks: readonly Uint8Array[] }
  );

/** Plans that a thread keeps: those of the requests that its pool works on together, and fewer of large ones. */
const MAX_PLANS = 4;
/** Numbers that the kept plans may hold together, unless one alone holds more: 128 MiB. */
const MAX_KEPT_NUMBERS = 2 ** 24;
const plans = new Map<string, BlockJob<unknown, object>>();

function entryOf(method: string): (typeof riskMethods)[RiskMethod] {
  if (!Object.hasOwn(riskMethods, method)) throw new EngineFailure('invalid', `the risk service has no method "${method}"`);
  return riskMethods[method as RiskMethod];
}

function newPlan({ method, bodyJson, costLimit }: RiskRequest): BlockJob<unknown, object> {
  const entry = entryOf(method);
  if (!('job' in entry)) throw new EngineFailure('invalid', `${method} is not computed in blocks`);
  return (entry.job as PlanJob)(engine)(parse(entry.request, parseBody(bodyJson)), { costLimit });
}

function planOf(request: RiskRequest): BlockJob<unknown, object> {
  const key = `${request.method} ${request.bodyJson}`;
  const plan = plans.get(key) ?? newPlan(request);
  // Deleted and set again, it is the last to be dropped.
  plans.delete(key);
  plans.set(key, plan);
  const keptNumbers = (): number => [...plans.values()].reduce((sum, { numbers = 0 }) => sum + numbers, 0);
  for (const oldest of plans.keys())
    if (plans.size > MAX_PLANS || (plans.size > 1 && keptNumbers() > MAX_KEPT_NUMBERS)) plans.delete(oldest);
  return plan;
}

async function computeWhole(request: RiskRequest): Promise<Measured> {
  const entry = entryOf(request.method);
  if ('compute' in entry) return (entry.compute as Compute)(engine)(parse(entry.request, parseBody(request.bodyJson)));
  const plan = newPlan(request);
  return combined(plan, await partsOf(plan, 0, plan.blocks));
}

/** The parts of some blocks, one after the other. */
async function partsOf({ run }: BlockJob<unknown, object>, first: number, count: number): Promise<unknown[]> {
  const parts: unknown[] = [];
  for (let block = first; block < first + count; block++) parts.push(await run(block));
  return parts;
}

const combined = ({ pricerId, combine }: BlockJob<unknown, object>, parts: readonly unknown[]): Measured => ({
  ...(pricerId !== undefined && { pricerId }),
  result: combine(parts),
});

export default function runTask(task: RiskTask): Promise<WorkOutcome> {
  switch (task.step) {
    case 'whole':
      return outcomeOf(() => computeWhole(task));
    case 'count':
      return partOf(() => planOf(task).blocks);
    case 'block':
      return partOf(() => planOf(task).run(task.block));
    case 'combine':
      return outcomeOf(() => combined(planOf(task), task.parts));
    case 'plan':
      return partOf(async (): Promise<BlockPlan> => {
        const { blocks, run } = planOf(task);
        return blocks < 2 ? NOT_SHARED : planBlocks(blocks, await timeUnit(blocks, run), task.blockMs);
      });
    case 'units':
      return partOf(async () => {
        const plan = planOf(task);
        const { blocks } = plan;
        const end = task.first + task.units;
        if (end > blocks)
          throw new EngineFailure('invalid', `units ${task.first} to ${end - 1} are not among the ${blocks} of this request`);
        return encodeParts(await partsOf(plan, task.first, task.units));
      });
    case 'combineUnits':
      return outcomeOf(() => combined(planOf(task), decodeParts(task.blocks)));
  }
}
