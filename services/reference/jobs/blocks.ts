/**
 * Blocks of jobs. A run that ends in a large computation splits its job into blocks; workers compute the blocks, each from the request itself; when
 * all are done another run combines their parts and finishes the job from the state that the first run left.
 *
 * The part of a block is written once: a block that was computed twice, because its worker was thought dead, counts once.
 */
import { v7 as uuid } from 'uuid';
import { MAX_BLOCKS } from '../../jobs/blocks.js';
import { retryDelay } from '../../jobs/retry-delay.js';
import { type Job, type JobError, jobBlocks, jobParts, jobProgress, jobs, type Split } from '../../resources/job.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { decode, encode, MAX_DOCUMENT_BYTES, readParts, writeParts } from '../base/content.js';
import { each } from '../base/each.js';
import { noteBeginning, noteEnd } from './attempts.js';
import { nextAttempt } from './retries.js';
import { rightsOrEnd } from './rights.js';
import { changeJob, endJob, hasEnded, type JobTools } from './state.js';

/** Largest reply with what blocks gave; a single block may have more. */
const MAX_REPLY_BYTES = 32 * 2 ** 20;

export interface NewSplit {
  readonly method: string;
  /** The request of each block. */
  readonly body: Buffer;
  /** The state of the run, for the run that finishes the job. */
  readonly state: Buffer;
  readonly units: number;
  readonly unitsPerBlock: number;
}

export const blocksOf = ({ units, unitsPerBlock }: Pick<Split, 'units' | 'unitsPerBlock'>): number => Math.ceil(units / unitsPerBlock);

const blockId = (jobId: string, block: number): string => `${jobId}.${block}`;

/** @returns whether the run held the job: otherwise nothing has changed */
export async function splitJob(
  tools: JobTools,
  tenantId: string,
  id: string,
  claimId: string,
  { method, body, state, units, unitsPerBlock }: NewSplit,
): Promise<boolean> {
  if (unitsPerBlock < 1 || blocksOf({ units, unitsPerBlock }) > MAX_BLOCKS)
    throw new StoreFailure('invalid', `a job is split into 1 to ${MAX_BLOCKS} blocks; got ${units} units, ${unitsPerBlock} per block`);
  const { store, engine, now } = tools;
  const write = async (content: Buffer): Promise<Split['body']> => {
    const { bytes, encoding } = await encode(content);
    return { encoding, parts: await writeParts(store, jobParts, { tenantId, ownerId: id, now: now() }, bytes) };
  };
  const split: Split = { method, body: await write(body), state: await write(state), units, unitsPerBlock };
  const job = await changeJob(tools, tenantId, id, (current) =>
    current.claimId === claimId && !hasEnded(current) ? { ...current, claimId: undefined, split, resumes: true } : undefined,
  );
  if (job === undefined) return false;
  engine.split(id, await undone(store, job, split));
  await noteEnd(store, job, claimId, { outcome: 'split' }, now());
  return true;
}

const readContent = async (store: Store, tenantId: string, { encoding, parts }: Split['body']): Promise<Buffer> =>
  decode(await readParts(store, jobParts, tenantId, parts), encoding);

/** The computation that a run of the job is to finish; undefined where the run begins. */
export async function readSplit(store: Store, { tenantId, split }: Job): Promise<NewSplit | undefined> {
  if (split === undefined) return undefined;
  const [body, state] = [await readContent(store, tenantId, split.body), await readContent(store, tenantId, split.state)];
  return { ...split, body, state };
}

/** The computation that is under way in blocks; undefined where none is. */
export const splitUnderWay = ({ split, resumes }: Job): Split | undefined => (resumes ? split : undefined);

/** The blocks of a split job that are not done. */
export async function undone(store: Store, { tenantId, id: jobId }: Job, split: Split): Promise<number[]> {
  const doneBlocks = new Set<number>();
  const conditions = conditionsOf(jobBlocks, { jobId });
  for await (const { block } of each(store, jobBlocks, tenantId, { where: conditions })) doneBlocks.add(block);
  return Array.from({ length: blocksOf(split) }, (_, block) => block).filter((block) => !doneBlocks.has(block));
}

/** A block that a worker is to compute. */
export interface ClaimedBlock {
  readonly job: Job;
  readonly claimId: string;
  readonly split: Split;
  readonly block: number;
  readonly attempt: number;
  /** The request of the method. */
  readonly body: Buffer;
}

/** @returns undefined where there is nothing to compute */
export async function beginBlock(
  tools: JobTools,
  tenantId: string,
  id: string,
  { block, attempt, worker, claimId = uuid() }: { block: number; attempt: number; worker: string; claimId?: string },
): Promise<ClaimedBlock | undefined> {
  const { store, engine, now } = tools;
  try {
    const job = await store.get(jobs, tenantId, id);
    if (job === undefined || hasEnded(job)) {
      await engine.remove({ tenantId, id });
      return undefined;
    }
    const split = splitUnderWay(job);
    if (split === undefined || block >= blocksOf(split)) return undefined;
    // An engine may give out blocks that an earlier run has had computed.
    if ((await store.get(jobBlocks, tenantId, blockId(id, block))) !== undefined) {
      engine.blockDone(id, block);
      return undefined;
    }
    const counted = attempt - (job.blockRetries?.[block] ?? 0);
    if (counted > job.maxAttempts) {
      const message = `the worker of each of ${counted - 1} attempts at block ${block} stopped answering`;
      await endJob(tools, tenantId, id, { state: 'failed', error: { code: 'SVC-SYS-002', message } });
      return undefined;
    }
    if ((await rightsOrEnd(tools, job)) === undefined) return undefined;
    if (attempt > (job.blockAttempts ?? 1))
      await changeJob(tools, tenantId, id, (current) =>
        hasEnded(current) || attempt <= (current.blockAttempts ?? 1) ? undefined : { ...current, blockAttempts: attempt },
      );
    const body = await readContent(store, tenantId, split.body);
    await noteBeginning(store, job, { claimId, work: 'block', block, attempt, worker }, now());
    return { job, claimId, split, block, attempt, body };
  } catch (error) {
    engine.putBack(id, claimId, retryDelay(attempt, 0));
    throw error;
  }
}

/** How the computation of a block ended; as the end of a run. */
export type BlockEnd =
  | { readonly outcome: 'succeeded'; readonly part: Buffer; readonly arithmetic: string }
  | { readonly outcome: 'failed'; readonly error: JobError }
  | { readonly outcome: 'again'; readonly error: JobError; readonly retryAfterMs: number; readonly attempt: number }
  | { readonly outcome: 'released' };

/** @returns whether the blocks of the job are still under way: otherwise nothing has changed */
export async function finishBlock(
  tools: JobTools,
  tenantId: string,
  id: string,
  { block, claimId }: { readonly block: number; readonly claimId: string },
  end: BlockEnd,
): Promise<boolean> {
  const { store, engine } = tools;
  const job = await store.get(jobs, tenantId, id);
  if (job === undefined || hasEnded(job) || splitUnderWay(job) === undefined) return false;
  await noteEnd(store, job, claimId, { outcome: end.outcome, ...('error' in end && { code: end.error.code }) }, tools.now());
  const fail = async (error: JobError) => (await endJob(tools, tenantId, id, { state: 'failed', error })) !== undefined;
  switch (end.outcome) {
    case 'succeeded':
      await keepBlock(tools, job, block, end);
      engine.blockDone(id, block);
      return true;
    case 'failed':
      return fail(end.error);
    case 'again': {
      const next = nextAttempt(job, end.attempt, end.retryAfterMs, tools.now());
      if (next === undefined) return fail(end.error);
      if (!next.counts) await excuse(tools, job, block);
      engine.putBack(id, claimId, next.delayMs);
      return true;
    }
    case 'released':
      await excuse(tools, job, block);
      engine.putBack(id, claimId, 0);
      return true;
  }
}

/** Takes an attempt at a block off those that count: engines number them all. */
async function excuse(tools: JobTools, { tenantId, id }: Job, block: number): Promise<void> {
  await changeJob(tools, tenantId, id, ({ blockRetries = {}, ...current }) =>
    hasEnded(current) ? undefined : { ...current, blockRetries: { ...blockRetries, [block]: (blockRetries[block] ?? 0) + 1 } },
  );
}

async function keepBlock(
  { store, now }: JobTools,
  { tenantId, id: jobId }: Job,
  block: number,
  { part, arithmetic }: Extract<BlockEnd, { readonly outcome: 'succeeded' }>,
): Promise<void> {
  const timeMs = now();
  const { bytes, encoding } = await encode(part);
  const whole = bytes.length <= MAX_DOCUMENT_BYTES;
  const parts = whole ? [] : await writeParts(store, jobParts, { tenantId, ownerId: jobId, now: timeMs }, bytes);
  const document = {
    ...{ tenantId, id: blockId(jobId, block), version: 1, createdAt: timeMs, updatedAt: timeMs },
    ...{ jobId, block, arithmetic, encoding, parts },
  };
  if (await unlessTaken(store.insert(jobBlocks, document, whole ? bytes : undefined)))
    await store.add(jobProgress, tenantId, jobId, 'done', 1);
}

/** The result of one block. */
interface BlockPart {
  readonly part: Buffer;
  readonly arithmetic: string;
}

/** The results of the blocks of a job, from one block on: as many as fit a reply, up to the first that is not done. */
export async function readBlocks(
  { store }: JobTools,
  tenantId: string,
  id: string,
  from: number,
): Promise<{ readonly count: number; readonly blocks: readonly BlockPart[] }> {
  const split = (await store.get(jobs, tenantId, id))?.split;
  const count = split === undefined ? 0 : blocksOf(split);
  const blocks: BlockPart[] = [];
  for (let bytes = 0; from + blocks.length < count && bytes < MAX_REPLY_BYTES; ) {
    const block = await readBlock(store, tenantId, blockId(id, from + blocks.length));
    if (block === undefined) break;
    blocks.push(block);
    bytes += block.part.length;
  }
  return { count, blocks };
}

async function readBlock(store: Store, tenantId: string, id: string): Promise<BlockPart | undefined> {
  const document = await store.get(jobBlocks, tenantId, id);
  if (document === undefined) return undefined;
  const { arithmetic, encoding, parts } = document;
  const bytes = parts.length === 0 ? await store.bytes(jobBlocks, tenantId, id) : await readParts(store, jobParts, tenantId, parts);
  if (bytes === undefined) throw new Error(`what ${id} gave is missing`);
  return { part: await decode(bytes, encoding), arithmetic };
}
