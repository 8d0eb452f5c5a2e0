/** The calls of the risk service: each is answered from the cache of results or computed on a worker thread. */
import { EngineFailure, joinMoments, manifestFor, type ShiftSums } from '#engine';
import type { CallContext, Handlers } from '#proto/services';
import type { RiskDefinition } from '#proto/types/svc/risk/v1/Risk';
import type { RiskRequest__Output } from '#proto/types/svc/risk/v1/RiskRequest';
import { statusInForce } from '../compute/capability-status.js';
import type { Loops } from '../compute/loops.js';
import { openResultCache } from '../compute/result-cache.js';
import type { WorkerPool } from '../compute/worker-pool.js';
import type { BlockPlan } from '../jobs/blocks.js';
import type { Registry } from '../runtime/metrics.js';
import { type JobName, type JobPlan, SHARED_JOBS } from './block-jobs.js';
import type { MeasureName, RiskTask } from './risk-worker.js';

/** The pricers that revalue option books, without dividends in cash and with them, and the one that revalues the trades of netting sets. */
const BOOK_PRICER = 'equity_vanilla_bs';
const DATED_BOOK_PRICER = 'equity_dividends_fd';
const TRADE_PRICER = 'cross_asset_trade';

/** Measures that are computed from prices and therefore have the manifest of the pricer. */
const PRICED = [
  'portfolioVar',
  'stressGrid',
  'explain',
  'varParametric',
  'varHistorical',
  'varMonteCarlo',
  'expectedShortfall',
  'stress',
  'sensitivities',
] as const satisfies readonly MeasureName[];
/** Measures that are computed from numbers of the request alone. */
const UNPRICED = ['backtest', 'optimiseHedge'] as const satisfies readonly MeasureName[];
/** Simulations of netting sets, whose blocks the worker threads share. */
const IN_BLOCKS = ['exposure', 'calculateXva', 'incrementalXva', 'xvaSensitivities'] as const satisfies readonly JobName[];

/** Room for some thousands of results. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/** A list of dividends with one in cash, in JSON without spaces: no string can hold the characters, whose quotes it would escape. */
const CASH_DIVIDENDS = /"dividends":\[\{[^\]]*"amount":/;
/** What gives the figures of a book: where several pricers do, the one of the weaker status. */
const bookPricerOf = (bodyJson: string): string => (CASH_DIVIDENDS.test(bodyJson) ? DATED_BOOK_PRICER : BOOK_PRICER);

export interface RiskTools {
  readonly workers: WorkerPool<RiskTask>;
  /** Option prices that one call may compute. */
  readonly costLimit: number;
  /** Milliseconds that a block of a job is to take at least. */
  readonly blockMs: number;
  readonly loops: Loops;
  readonly registry: Registry;
  /** The clock. */
  readonly now: () => Date;
}

export function riskHandlers({ workers, costLimit, blockMs, loops, registry, now }: RiskTools): Handlers<RiskDefinition> {
  const cached = openResultCache<string>({
    methods: [...PRICED, ...UNPRICED, ...IN_BLOCKS],
    maxCharacters: MAX_CACHED_CHARACTERS,
    charactersOf: (resultJson) => resultJson.length,
    minComputeMs: 1,
    registry,
  });
  const compute = (measure: MeasureName, { bodyJson, fresh }: RiskRequest__Output, call: CallContext): Promise<string> =>
    cached({ method: measure, content: [bodyJson], fresh }, call, (shared) => workers.run({ measure, bodyJson, costLimit }, shared));

  const manifestOf = (pricerId: string, { today }: Pick<RiskRequest__Output, 'today'>, { caller }: CallContext) => {
    const marketDataAsOf = today || now().toISOString().slice(0, 10);
    const status = statusInForce(caller, pricerId);
    const manifest = manifestFor({ pricerId, runId: caller.correlationId, marketDataAsOf, ...(status && { status }) });
    loops.count();
    return { ...manifest, warnings: [...(manifest.warnings ?? []), ...loops.warnings] };
  };
  const priced = (measure: MeasureName) => async (request: RiskRequest__Output, call: CallContext) => {
    const manifest = manifestOf(bookPricerOf(request.bodyJson), request, call);
    return { resultJson: await compute(measure, request, call), manifest };
  };
  const unpriced = (measure: MeasureName) => async (request: RiskRequest__Output, call: CallContext) => ({
    resultJson: await compute(measure, request, call),
  });
  const inBlocks = (job: JobName) => async (request: RiskRequest__Output, call: CallContext) => {
    const { bodyJson, fresh } = request;
    const manifest = manifestOf(TRADE_PRICER, request, call);
    const resultJson = await cached({ method: job, content: [bodyJson], fresh }, call, (shared) =>
      runInBlocks(workers, { job, bodyJson, costLimit }, shared),
    );
    return { resultJson, manifest };
  };
  /** What a call about blocks is for. @throws EngineFailure where the method is not computed in blocks */
  const shared = ({ method, bodyJson }: { readonly method: string; readonly bodyJson: string }) => {
    const job = SHARED_JOBS.find((name) => name === method);
    if (job === undefined) throw new EngineFailure('invalid', `${method} is not computed in blocks`);
    return { job, bodyJson, costLimit };
  };

  return {
    planBlocks: async (request, call) => (await workers.runPart({ ...shared(request), step: 'measure', blockMs }, call)) as BlockPlan,
    runBlock: async (request, call) => {
      const { first, units } = request;
      const part = (await workers.runPart({ ...shared(request), step: 'units', first, units }, call)) as Uint8Array;
      return { part: Buffer.from(part.buffer, part.byteOffset, part.length), arithmetic: 'double' };
    },
    combineBlocks: async (request, call) => ({
      resultJson: await workers.run({ ...shared(request), step: 'combineUnits', blocks: request.blocks.map(({ part }) => part) }, call),
      manifest: manifestOf(
        IN_BLOCKS.some((name) => name === request.method) ? TRADE_PRICER : bookPricerOf(request.bodyJson),
        request,
        call,
      ),
    }),
    ...handlersOf(PRICED, priced),
    ...handlersOf(UNPRICED, unpriced),
    ...handlersOf(IN_BLOCKS, inBlocks),
  };
}

/** Plans a job, computes its blocks on as many threads as are free, and combines them in order. */
async function runInBlocks(
  workers: WorkerPool<RiskTask>,
  request: { readonly job: JobName; readonly bodyJson: string; readonly costLimit: number },
  call: CallContext,
): Promise<string> {
  const { blocks } = (await workers.runPart({ ...request, step: 'plan' }, call)) as JobPlan;
  const steps = Array.from({ length: blocks }, (_, block) => ({ ...request, step: 'block', block }) as const);
  // Moments of a simulation are only summed: the first part holds those of all before it.
  let first: ShiftSums | undefined;
  const parts = await workers.runParts(steps, call, (part) => {
    if (!isWithMoments(part)) return part;
    if (first !== undefined) return joinMoments(first, part);
    first = part;
    return part;
  });
  return workers.run({ ...request, step: 'combine', parts }, call, true);
}

const isWithMoments = (part: unknown): part is ShiftSums =>
  typeof part === 'object' && part !== null && 'moments' in part && Array.isArray(part.moments) && part.moments.length > 0;

const handlersOf = <Name extends MeasureName | JobName, Handler>(
  names: readonly Name[],
  handler: (name: Name) => Handler,
): Record<Name, Handler> => Object.fromEntries(names.map((name) => [name, handler(name)])) as Record<Name, Handler>;
