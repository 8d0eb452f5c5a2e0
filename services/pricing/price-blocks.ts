/** Simulations of contracts in blocks that workers share, for jobs: each from the request itself, on one backend. */
import { type ContractJob, contractPriceJob, EngineFailure, type Priced, type SimulatedBlock, strategyAsContract } from '#engine';
import { contractPriceRequest, parse, strategyPriceRequest } from '#engine/schemas';
import type { Run, Simulations } from '../compute/simulations.js';
import { parseBody } from '../compute/work-outcome.js';
import { decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '../jobs/blocks.js';

/** What a call about blocks names. */
interface Named {
  readonly method: string;
  readonly bodyJson: string;
  readonly today: string;
}

interface Planned {
  readonly job: ContractJob;
  /** ISO date */
  readonly marketDataAsOf: string;
}

type Request = Parameters<typeof contractPriceJob>[0];

const REQUESTS: Readonly<Record<string, (body: unknown) => { readonly request: Request; readonly place?: string }>> = {
  priceContract: (body) => ({ request: parse(contractPriceRequest, body) }),
  priceStrategy: (body) => {
    const { strategy, ...request } = parse(strategyPriceRequest, body);
    return { request: { ...request, contract: strategyAsContract(strategy) }, place: '/strategy' };
  },
};

/** Plans kept: those of the requests whose blocks are computed now. */
const MAX_PLANS = 4;

/** @param blockMs milliseconds that a block is to take at least */
export function priceBlocks(simulations: Simulations, { costLimit, blockMs }: { readonly costLimit: number; readonly blockMs: number }) {
  const plans = new Map<string, Planned>();

  const plan = ({ request, place }: ReturnType<(typeof REQUESTS)[string]>, today: string): Planned => ({
    job: contractPriceJob(request, today, costLimit, place),
    marketDataAsOf: request.market.valuationDate ?? today,
  });

  function planOf({ method, bodyJson, today }: Named): Planned {
    const read = REQUESTS[method];
    if (read === undefined) throw new EngineFailure('invalid', `${method} is not computed in blocks`);
    const key = `${method} ${today} ${bodyJson}`;
    const found = plans.get(key) ?? plan(read(parseBody(bodyJson)), today);
    // Deleted and set again, it is the last to be dropped.
    plans.delete(key);
    plans.set(key, found);
    for (const oldest of plans.keys()) if (plans.size > MAX_PLANS) plans.delete(oldest);
    return found;
  }

  const runUnits = (named: Named, first: number, units: number, run: Run): Promise<SimulatedBlock> => {
    const { job } = planOf(named);
    if (first + units > job.units)
      throw new EngineFailure('invalid', `units ${first} to ${first + units - 1} are not among the ${job.units} of this request`);
    return simulations.run((limits, backend) => job.run(first, units, limits, backend), run);
  };

  return {
    plan: async (named: Named, run: Run) => {
      const { units } = planOf(named).job;
      if (units < 2) return NOT_SHARED;
      let backend = '';
      const ms = await timeUnit(units, async (unit) => {
        ({ backend } = await runUnits(named, unit, 1, run));
      });
      return { ...planBlocks(units, ms, blockMs), backend };
    },
    run: async (named: Named, first: number, units: number, run: Run) => {
      const block = await runUnits(named, first, units, run);
      return { part: encodeParts([block]), arithmetic: block.backend };
    },
    combine: (named: Named, blocks: readonly Uint8Array[]): { readonly combined: Priced<object>; readonly marketDataAsOf: string } => {
      const { job, marketDataAsOf } = planOf(named);
      return { combined: job.combine(decodeParts(blocks) as SimulatedBlock[]), marketDataAsOf };
    },
  };
}
