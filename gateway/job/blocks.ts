/** Computations that the workers of a job share: a worker plans the blocks, each block is computed by any worker, and one combines their parts. */
import { status } from '@grpc/grpc-js';
import { CallFailure } from '#proto/failure';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import type { BlockPlan__Output } from '#proto/types/svc/compute/v1/BlockPlan';
import type { ClientCall } from '#services/rpc/method-table';
import { computation, documentOutcome, notedOutcome, type ServiceMethod } from '../contract/computation.js';
import type { BlockArithmetic } from '../contract/manifest.js';
import type { Dependencies, OperationCall, Outcome, SharedComputation } from '../contract/operation.js';
import { outcomesOfBlocks, planInstruments, runInstrumentBlock } from '../portfolio/instrument-prices.js';
import { INSTRUMENTS, sharedPortfolio } from '../portfolio/mixed-portfolio.js';

/** @param blockMs shortest time of a block, milliseconds */
export function planBlocks(
  { method, bodyJson, today }: SharedComputation,
  blockMs: number,
  call: ClientCall,
  dependencies: Dependencies,
): Promise<BlockPlan__Output> {
  if (method === INSTRUMENTS) return planInstruments({ bodyJson, today }, blockMs, call, dependencies);
  const [service, name] = serviceOf(method);
  return dependencies[service].planBlocks({ method: name, bodyJson, today }, call);
}

/** The request of each block, as JSON. */
export type BlockRequest = Pick<SharedComputation, 'bodyJson' | 'today'> & {
  /** The backend of the plan, on which all blocks are computed. */
  readonly backend: string;
};

export function runBlock(
  method: string,
  request: BlockRequest,
  range: { readonly first: number; readonly units: number },
  call: ClientCall,
  dependencies: Dependencies,
): Promise<ComputedBlock__Output> {
  if (method === INSTRUMENTS) return runInstrumentBlock(request, range, call, dependencies);
  const [service, name] = serviceOf(method);
  return dependencies[service].runBlock({ ...request, ...range, method: name }, call);
}

/**
 * The outcome of the operation, with the bits of a computation at once. Where a service was upgraded meanwhile, it is computed at once.
 *
 * @param blocks all of them, in order
 */
export async function combineBlocks(
  { method, bodyJson, today, notes }: SharedComputation,
  blocks: ComputedBlock__Output[],
  call: OperationCall,
  dependencies: Dependencies,
): Promise<Outcome<object>> {
  const withBlocks = (outcome: Outcome<object>): Outcome<object> =>
    outcome.manifest ? { ...outcome, manifest: { ...outcome.manifest, blocks: arithmeticOf(blocks) } } : outcome;
  if (method === INSTRUMENTS) return withBlocks(notedOutcome(await sharedPortfolio(bodyJson, outcomesOfBlocks(blocks), call), notes));
  const [service, name] = serviceOf(method);
  try {
    const reply = await dependencies[service].combineBlocks({ method: name, bodyJson, today, blocks }, call);
    return withBlocks(notedOutcome(documentOutcome(reply), notes));
  } catch (error) {
    if (!(error instanceof CallFailure && error.code === status.ABORTED)) throw error;
    const { compute } = computation<object>(method as ServiceMethod, JSON.parse(bodyJson) as object, { ...call, today }, dependencies);
    return notedOutcome(await compute(), { ...notes, warnings: [...notes.warnings, OTHER_VERSION] });
  }
}

const OTHER_VERSION =
  'The service was upgraded while the blocks of this job were computed: the result was computed at once, by one version.';

/** The service of a method, and its name there. */
function serviceOf(method: string): ['risk' | 'pricing', string] {
  const [service, name] = method.split('.');
  if (name === undefined || (service !== 'risk' && service !== 'pricing')) throw new Error(`no service computes blocks of ${method}`);
  return [service, name];
}

/** Consecutive blocks of one arithmetic, counted. */
function arithmeticOf(blocks: readonly ComputedBlock__Output[]): BlockArithmetic[] {
  const runs: { count: number; arithmetic: string }[] = [];
  for (const { arithmetic } of blocks) {
    const last = runs.at(-1);
    if (last?.arithmetic === arithmetic) last.count++;
    else runs.push({ count: 1, arithmetic });
  }
  return runs;
}
