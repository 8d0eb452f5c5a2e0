/**
 * Large computations of a job, shared among workers in blocks.
 *
 * The operation of a job runs as it always does, with clients that know one thing more: a call that can be computed in blocks is answered from
 * what its blocks gave. Where they have not been computed yet, the run ends there, its job is split, and once all blocks are done the operation
 * runs again from its start, comes to the same call, and goes on.
 */
import { createHash } from 'node:crypto';
import type { ComputedBlock__Output } from '#proto/types/svc/common/v1/ComputedBlock';
import type { JobClaim__Output } from '#proto/types/svc/reference/v1/JobClaim';
import type { ClientCall } from '#services/rpc/client-call';
import type { BlockArithmetic } from './http/envelope.js';
import type { Dependencies } from './operation.js';

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

type Plain = (request: SharedRequest, call: ClientCall) => Promise<object>;

/** The run of the job ends here: the blocks come first. */
class BlocksMissing extends Error {
  constructor() {
    super('the blocks of the computation are computed first');
  }
}

/**
 * Clients for one run of a job.
 *
 * @param split is told how the job is to be split; what the run gives after that does not count
 */
export function sharingBlocks(jobId: string, dependencies: Dependencies, split: (split: Split) => void): Dependencies {
  const { reference } = dependencies;

  /** What all blocks of a call gave; undefined where the job was not split for it. */
  async function blocksOf(id: string, call: ClientCall): Promise<ComputedBlock__Output[] | undefined> {
    const blocks: ComputedBlock__Output[] = [];
    for (;;) {
      const page = await reference.readJobBlocks({ jobId, call: id, from: blocks.length }, call);
      blocks.push(...page.blocks);
      if (page.count === 0 || page.blocks.length === 0) return undefined;
      if (blocks.length === page.count) return blocks;
    }
  }

  function shared<Service extends Sharing>(service: Service): Dependencies[Service] {
    const client = dependencies[service];
    const answer = (method: string) => async (request: SharedRequest, call: ClientCall) => {
      const { bodyJson, today } = request;
      const plain = () => (client as unknown as Readonly<Record<string, Plain>>)[method](request, call);
      // A replay computes on the backend of the first run, as a whole.
      if (request.backend || request.fresh) return plain();
      const id = createHash('sha256').update(`${service}.${method}\n${today}\n${bodyJson}`).digest('hex').slice(0, CALL_CHARACTERS);
      const blocks = await blocksOf(id, call);
      if (blocks !== undefined) {
        const reply = await client.combineBlocks({ method, bodyJson, today, blocks }, call);
        return { ...reply, manifest: reply.manifest && { ...reply.manifest, blocks: arithmeticOf(blocks) } };
      }
      const { units, unitsPerBlock, backend } = await client.planBlocks({ method, bodyJson, today }, call);
      if (units === 0) return plain();
      const body: BlockBody = { bodyJson, today, backend };
      split({ call: id, method: `${service}.${method}`, body: Buffer.from(JSON.stringify(body)), units, unitsPerBlock });
      throw new BlocksMissing();
    };
    return { ...client, ...Object.fromEntries(SHARED[service].map((method) => [method, answer(method)])) };
  }

  return { ...dependencies, risk: shared('risk'), pricing: shared('pricing') };
}

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
  const [service, name] = method.split('.');
  if (!isSharing(service)) throw new Error(`no service computes blocks of ${method}`);
  return dependencies[service].runBlock({ ...(JSON.parse(body.toString()) as BlockBody), method: name, first, units }, call);
}

const isSharing = (service: string): service is Sharing => Object.hasOwn(SHARED, service);
