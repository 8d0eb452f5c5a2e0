/** Simulations of contracts in blocks that workers share, for jobs: each from the request itself, on one backend. */
import {
  describeContract,
  EngineFailure,
  type MarketInput,
  type MonteCarloResult,
  type PriceJob,
  priceJob,
  resolveContract,
  type SimulatedBlock,
  strategyAsContract,
} from '#engine';
import { contractPriceRequest, parse, strategyPriceRequest } from '#engine/schemas';
import { parseBody } from '../compute/body.js';
import type { Run, Simulations } from '../compute/simulations.js';
import { decodeParts, encodeParts, NOT_SHARED, planBlocks, timeUnit } from '../jobs/blocks.js';

/** What a call about blocks names. */
interface Named {
  readonly method: string;
  readonly bodyJson: string;
  readonly today: string;
}

interface Planned {
  readonly job: PriceJob;
  readonly market: MarketInput;
  readonly description: string;
}

const REQUESTS: Readonly<Record<string, (body: unknown) => Parameters<typeof plan>[0]>> = {
  priceContract: (body) => {
    const { contract, ...request } = parse(contractPriceRequest, body);
    return { ...request, spec: contract };
  },
  priceStrategy: (body) => {
    const { strategy, ...request } = parse(strategyPriceRequest, body);
    return { ...request, spec: strategyAsContract(strategy), place: '/strategy' };
  },
};

function plan(
  {
    spec,
    market: input,
    pricer,
    place,
  }: Omit<ReturnType<typeof parse<typeof contractPriceRequest>>, 'contract'> & {
    readonly spec: Parameters<typeof resolveContract>[0];
    readonly place?: string;
  },
  today: string,
  costLimit: number,
): Planned {
  const { contract, market } = resolveContract(spec, input, today, place);
  return { job: priceJob(contract, market, { ...pricer, costLimit }), market: input, description: describeContract(spec) };
}

/** Plans kept: those of the requests whose blocks are computed now. */
const MAX_PLANS = 4;

/** @param blockMs milliseconds that a block is to take at least */
export function priceBlocks(simulations: Simulations, { costLimit, blockMs }: { readonly costLimit: number; readonly blockMs: number }) {
  const plans = new Map<string, Planned>();

  function planOf({ method, bodyJson, today }: Named): Planned {
    const read = REQUESTS[method];
    if (read === undefined) throw new EngineFailure('invalid', `${method} is not computed in blocks`);
    const key = `${method} ${today} ${bodyJson}`;
    const found = plans.get(key) ?? plan(read(parseBody(bodyJson)), today, costLimit);
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
    combine: (named: Named, blocks: readonly Uint8Array[]): { readonly result: MonteCarloResult; readonly market: MarketInput } => {
      const { job, market, description } = planOf(named);
      return { result: { description, ...job.combine(decodeParts(blocks) as SimulatedBlock[]) } as MonteCarloResult, market };
    },
  };
}
