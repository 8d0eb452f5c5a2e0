/**
 * Large computations of a job, shared among workers in blocks.
 *
 * The operation of a job runs with clients that answer a shared computation from its finished blocks. If the blocks have not been computed
 * yet, the run ends at that call and its job is split. Once all blocks are done, the operation runs again from its start.
 */

import { createHash } from 'node:crypto';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import type { JobClaim__Output } from '#proto/types/svc/jobs/v1/JobClaim';
import type { ClientCall } from '#services/rpc/client-call';
import type { BlockArithmetic } from '../contract/envelope.js';
import type { Dependencies, PriceInstruments } from '../contract/operation.js';
import { combineInstruments, planInstruments, priceInstruments, runInstrumentBlock } from '../portfolio/instrument-prices.js';

/** The services whose calls can be computed in blocks, and those calls. */
const SHARED = {
  risk: [
    ...(['exposure', 'calculateXva', 'incrementalXva', 'xvaSensitivities'] as const),
    ...(['varHistorical', 'varMonteCarlo', 'expectedShortfall', 'stressGrid', 'stress'] as const),
  ],
  pricing: ['priceContract', 'priceStrategy'],
} as const;
type Sharing = keyof typeof SHARED;

/** How a job is split. */
export interface Split {
  readonly call: string;
  /** Service and method, such as risk.calculateXva. */
  readonly method: string;
  /** The request of the method, as JSON. */
  readonly body: Buffer;
  readonly units: number;
  readonly unitsPerBlock: number;
}

/** A request of a call that can be shared. */
interface SharedRequest {
  readonly bodyJson: string;
  readonly today: string;
  /** Set by a replay. */
  readonly backend?: string;
  readonly fresh?: boolean;
}

/** What a block is computed from, as JSON. */
type BlockBody = Pick<SharedRequest, 'bodyJson' | 'today'> & { readonly backend: string };

interface SharedReply {
  readonly manifest?: object | null;
}
type Plain = (request: SharedRequest, call: ClientCall) => Promise<SharedReply>;

/** The run of the job ends here: the blocks come first. */
class BlocksMissing extends Error {
  constructor() {
    super('the blocks of the computation are computed first');
  }
}

/** Calls about the blocks of a computation. */
interface Blocks<Reply> {
  readonly plan: (
    request: Omit<BlockBody, 'backend'>,
    call: ClientCall,
  ) => Promise<{ readonly units: number; readonly unitsPerBlock: number; readonly backend: string }>;
  readonly combine: (request: Omit<BlockBody, 'backend'>, blocks: ComputedBlock__Output[], call: ClientCall) => Promise<Reply>;
  /** The computation as a whole. */
  readonly plain: () => Promise<Reply>;
}

/** One run of a job. */
export interface SharingRun {
  readonly jobId: string;
  /** Milliseconds that a block is to take at least. */
  readonly blockMs: number;
  /** Told how the job is to be split; what the run gives after that does not count. */
  readonly split: (split: Split) => void;
}

/** What an operation of a job works with. */
export function sharingBlocks(dependencies: Dependencies, { jobId, blockMs, split }: SharingRun): Dependencies {
  const { jobs } = dependencies;

  /** What all blocks of a call gave; undefined where the job was not split for it. */
  async function blocksOf(id: string, call: ClientCall): Promise<ComputedBlock__Output[] | undefined> {
    const blocks: ComputedBlock__Output[] = [];
    for (;;) {
      const page = await jobs.readJobBlocks({ jobId, call: id, from: blocks.length }, call);
      blocks.push(...page.blocks);
      if (page.count === 0 || page.blocks.length === 0) return undefined;
      if (blocks.length === page.count) return blocks;
    }
  }

  /** @param method with its service */
  async function inBlocks<Reply extends object>(
    method: string,
    { bodyJson, today, backend: given, fresh }: SharedRequest,
    call: ClientCall,
    { plan, combine, plain }: Blocks<Reply>,
  ): Promise<Reply & { readonly blocks?: BlockArithmetic[] }> {
    // A replay computes on the backend of the first run, as a whole.
    if (given || fresh) return plain();
    const id = createHash('sha256').update(`${method}\n${today}\n${bodyJson}`).digest('hex').slice(0, CALL_CHARACTERS);
    const blocks = await blocksOf(id, call);
    if (blocks !== undefined) return { ...(await combine({ bodyJson, today }, blocks, call)), blocks: arithmeticOf(blocks) };
    const { units, unitsPerBlock, backend } = await plan({ bodyJson, today }, call);
    if (units === 0) return plain();
    const body: BlockBody = { bodyJson, today, backend };
    split({ call: id, method, body: Buffer.from(JSON.stringify(body)), units, unitsPerBlock });
    throw new BlocksMissing();
  }

  function shared<Service extends Sharing>(service: Service): Dependencies[Service] {
    const client = dependencies[service];
    const answer = (method: string) => async (request: SharedRequest, call: ClientCall) => {
      const { blocks, ...reply } = await inBlocks(`${service}.${method}`, request, call, {
        plan: (of) => client.planBlocks({ method, ...of }, call),
        combine: (of, all) => client.combineBlocks({ method, ...of, blocks: all }, call),
        plain: () => (client as unknown as Readonly<Record<string, Plain>>)[method](request, call),
      });
      return blocks === undefined ? reply : { ...reply, manifest: reply.manifest && { ...reply.manifest, blocks } };
    };
    return { ...client, ...Object.fromEntries(SHARED[service].map((method) => [method, answer(method)])) };
  }

  const ofInstruments: PriceInstruments = (instruments, context) => {
    const { today, backend = '', fresh = false } = context.call;
    return inBlocks(INSTRUMENTS, { bodyJson: JSON.stringify(instruments), today, backend, fresh }, context.call, {
      plan: (of) => planInstruments(of, blockMs, context.call, dependencies),
      combine: async (_, blocks) => combineInstruments(blocks),
      plain: () => priceInstruments(instruments, context, dependencies),
    });
  };

  return { ...dependencies, risk: shared('risk'), pricing: shared('pricing'), priceInstruments: ofInstruments };
}

/** Instruments of a portfolio: workers themselves call the services for each. */
const INSTRUMENTS = 'instruments.price';

/** Of the hash of a call: 128 bits, by which the calls of one job differ. */
const CALL_CHARACTERS = 32;

/** Consecutive blocks of one arithmetic together. */
function arithmeticOf(blocks: readonly ComputedBlock__Output[]): BlockArithmetic[] {
  const runs: { count: number; arithmetic: string }[] = [];
  for (const { arithmetic } of blocks) {
    const last = runs.at(-1);
    if (last?.arithmetic === arithmetic) last.count++;
    else runs.push({ count: 1, arithmetic });
  }
  return runs;
}

/** Computes a block. @returns what it gave */
export async function runBlock(
  { body, block }: JobClaim__Output,
  call: ClientCall,
  dependencies: Dependencies,
): Promise<ComputedBlock__Output> {
  const { method = '', first = 0, units = 0 } = block ?? {};
  const of = JSON.parse(body.toString()) as BlockBody;
  if (method === INSTRUMENTS) return runInstrumentBlock(of, { first, units }, call, dependencies);
  const [service, name] = method.split('.');
  if (!isSharing(service)) throw new Error(`no service computes blocks of ${method}`);
  return dependencies[service].runBlock({ ...of, method: name, first, units }, call);
}

const isSharing = (service: string): service is Sharing => Object.hasOwn(SHARED, service);
