/** The calls of the risk service: each is answered from the cache of results or computed on worker threads. */
import { openMomentBatches, type ShiftSums } from '#engine';
import type { CallContext, Handlers } from '#proto/services';
import type { ComputeReply } from '#proto/types/svc/compute/v1/ComputeReply';
import type { ComputeRequest__Output } from '#proto/types/svc/compute/v1/ComputeRequest';
import { marked, unmarked } from '../compute/block-mark.js';
import { manifestOf } from '../compute/manifest.js';
import { openResultCache } from '../compute/result-cache.js';
import type { SimdFallback } from '../compute/simd-fallback.js';
import type { Computed } from '../compute/work-outcome.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import type { BlockPlan } from '../jobs/blocks.js';
import type { Registry } from '../runtime/metrics.js';
import { type RiskMethod, type risk, riskMethods } from './methods.js';
import type { RiskRequest, RiskTask } from './risk-worker.js';

interface RiskTools {
  readonly workers: WorkerPool<RiskTask>;
  /** Option prices that one call may compute. */
  readonly costLimit: number;
  /** Shortest time of a block of a job, milliseconds. */
  readonly blockMs: number;
  readonly simdFallback: SimdFallback;
  readonly registry: Registry;
  /** The clock. */
  readonly now: () => Date;
}

export function riskHandlers({ workers, costLimit, blockMs, simdFallback, registry, now }: RiskTools): Handlers<typeof risk> {
  const methods = Object.keys(riskMethods) as RiskMethod[];
  const cached = openResultCache<Computed>({
    minComputeMs: 1,
    registry,
  });

  const replyOf = ({ resultJson, pricerId }: Computed, today: string, call: CallContext): ComputeReply => {
    if (pricerId === undefined) return { resultJson };
    const manifest = manifestOf(pricerId, call, today || now().toISOString().slice(0, 10));
    simdFallback.count();
    return { resultJson, manifest: { ...manifest, warnings: [...manifest.warnings, ...simdFallback.warnings] } };
  };

  const handlerOf = (method: RiskMethod) => async (request: ComputeRequest__Output, call: CallContext) => {
    const { bodyJson, today, fresh } = request;
    const entry = riskMethods[method];
    const task = { method, bodyJson, costLimit };
    const compute = (shared: CallContext): Promise<Computed> =>
      'job' in entry && entry.threads ? computeOnThreads(workers, task, shared) : workers.run({ ...task, step: 'whole' }, shared);
    return replyOf(await cached({ method, content: [bodyJson], fresh }, call, compute), today, call);
  };

  const taskOf = ({ method, bodyJson }: { readonly method: string; readonly bodyJson: string }): RiskRequest => ({
    method,
    bodyJson,
    costLimit,
  });

  return {
    ...(Object.fromEntries(methods.map((method) => [method, handlerOf(method)])) as Record<RiskMethod, ReturnType<typeof handlerOf>>),
    planBlocks: async (request, call) => (await workers.runPart({ ...taskOf(request), step: 'plan', blockMs }, call)) as BlockPlan,
    runBlock: async (request, call) => {
      const { first, units } = request;
      const part = (await workers.runPart({ ...taskOf(request), step: 'units', first, units }, call)) as Uint8Array;
      return { part: marked(part), arithmetic: 'double' };
    },
    combineBlocks: async (request, call) => {
      const blocks = unmarked(request.blocks);
      return replyOf(await workers.run({ ...taskOf(request), step: 'combineUnits', blocks }, call), request.today, call);
    },
  };
}

/** Computes the blocks of a measure on as many threads as are free, and combines their parts in order. */
async function computeOnThreads(workers: WorkerPool<RiskTask>, request: RiskRequest, call: CallContext): Promise<Computed> {
  const blocks = (await workers.runPart({ ...request, step: 'count' }, call)) as number;
  const steps = Array.from({ length: blocks }, (_, block) => ({ ...request, step: 'block', block }) as const);
  // Large moments of a simulation are joined as they come.
  const joined = openMomentBatches();
  const parts = await workers.runParts(steps, call, (part, index) => (hasMoments(part) ? joined(part, index) : part));
  return workers.run({ ...request, step: 'combine', parts }, call, true);
}

const hasMoments = (part: unknown): part is ShiftSums =>
  typeof part === 'object' && part !== null && 'moments' in part && Array.isArray(part.moments) && part.moments.length > 0;
