/** Simulations of contracts in blocks that the workers of a job share: each is computed from the request itself, on one backend. */
import * as engine from '#engine';
import { type ContractJob, EngineFailure, type SimulatedBlock } from '#engine';
import { marketDate, parse } from '#engine/schemas';
import type { Run, Simulations } from '../compute/simulations.js';
import { parseBody } from '../compute/work-outcome.js';
import { decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '../jobs/blocks.js';
import { type PricingMethod, pricingMethods } from './methods.js';

/** The fields of every call about blocks. */
interface BlocksRequest {
  readonly method: string;
  readonly bodyJson: string;
  /** ISO date */
  readonly today: string;
}

interface Planned {
  readonly job: ContractJob;
  /** ISO date */
  readonly marketDataAsOf: string;
}

/** Plans that are kept: those of the requests whose blocks are computed now. */
const MAX_PLANS = 4;

/** @param blockMs shortest time of a block, milliseconds */
export function priceBlocks(simulations: Simulations, { costLimit, blockMs }: { readonly costLimit: number; readonly blockMs: number }) {
  const plans = new Map<string, Planned>();

  function newPlan({ method, bodyJson, today }: BlocksRequest): Planned {
    const entry = Object.hasOwn(pricingMethods, method) ? pricingMethods[method as PricingMethod] : undefined;
    if (entry === undefined || !('job' in entry)) throw new EngineFailure('invalid', `${method} is not computed in blocks`);
    const request = parse(entry.request, parseBody(bodyJson));
    return { job: entry.job(engine)(request, today, costLimit), marketDataAsOf: marketDate(request as object, today) };
  }

  function planOf(request: BlocksRequest): Planned {
    const key = `${request.method} ${request.today} ${request.bodyJson}`;
    const plan = plans.get(key) ?? newPlan(request);
    // Deleted and set again, it is the last to be dropped.
    plans.delete(key);
    plans.set(key, plan);
    for (const oldest of plans.keys()) if (plans.size > MAX_PLANS) plans.delete(oldest);
    return plan;
  }

  const runUnits = (request: BlocksRequest, first: number, units: number, run: Run): Promise<SimulatedBlock> => {
    const { job } = planOf(request);
    if (first + units > job.units)
      throw new EngineFailure('invalid', `units ${first} to ${first + units - 1} are not among the ${job.units} of this request`);
    return simulations.run((limits, backend) => job.run(first, units, limits, backend), run);
  };

  return {
    plan: async (request: BlocksRequest, run: Run) => {
      const { units } = planOf(request).job;
      if (units < 2) return NOT_SHARED;
      let backend = '';
      const ms = await timeUnit(units, async (unit) => {
        ({ backend } = await runUnits(request, unit, 1, run));
      });
      return { ...planBlocks(units, ms, blockMs), backend };
    },
    run: async (request: BlocksRequest, first: number, units: number, run: Run) => {
      const block = await runUnits(request, first, units, run);
      return { part: encodeParts([block]), arithmetic: block.backend };
    },
    combine: (request: BlocksRequest, blocks: readonly Uint8Array[]) => {
      const { job, marketDataAsOf } = planOf(request);
      return { combined: job.combine(decodeParts(blocks) as SimulatedBlock[]), marketDataAsOf };
    },
  };
}
