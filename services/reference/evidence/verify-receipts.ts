/** Walks the chain of a tenant's receipts (receipt-chain.ts) and compares each receipt with the hash that its block holds. */

import { setImmediate } from 'node:timers/promises';
import { CHECKPOINT, receiptBlocks, receiptCheckpoints, receipts } from '../../resources/receipt.js';
import { defined } from '../../runtime/defined.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each } from '../base/each.js';
import { type ChainHeads, noHeads, requireHead } from './chain-heads.js';
import { BrokenLink, type ChainEnd, linkId, requireIntact, requireSignature, requireSuccessor } from './hash-chain.js';
import { blockHash, type ChainPoint, CLOCK_TOLERANCE_MS, checkpointText, decodeLinks, pointOf } from './receipt-chain.js';
import { type Link, partsIntact, storedHash } from './receipts.js';
import type { Signer } from './signing.js';

export interface ChainReport {
  readonly blocks: number;
  /** Receipts that were compared with the hash in their block. */
  readonly receipts: number;
  /** Blocks whose signature is that of a configured key. */
  readonly signed: number;
  /** The last block whose receipts retention has removed. */
  readonly checkpoint?: ChainPoint | undefined;
  /** The newest block that was walked. */
  readonly head?: ChainPoint | undefined;
  /** Number of the block whose hash is kept outside the store; absent: none is. */
  readonly anchored?: number;
  /** The first place where something does not agree. */
  readonly broken?: { readonly block: number; readonly runId?: string; readonly reason: string } | undefined;
  /** Unix milliseconds: the walk ran out of time, and goes on from there. */
  readonly continueFrom?: number | undefined;
  /** Receipts that no block holds although they are old enough, ten at most. Looked for where the walk is complete. */
  readonly unlinked: readonly string[];
}

interface WalkOptions {
  /** Blocks sealed at or after this time; 0: from the beginning. Unix milliseconds. */
  readonly from: number;
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Milliseconds for the walk; the deadline of the call is 5 s. */
  readonly budgetMs?: number;
  readonly heads?: ChainHeads;
}

const BUDGET_MS = 3_000;

/** Receipts read at the same time. */
const CONCURRENT_READS = 50;

/** A receipt this old without a block is reported: a process that starts, and every process each hour, links what others left. */
const MAX_UNLINKED_AGE_MS = 2 * 3_600_000;
const MAX_UNLINKED = 10;

export async function verifyReceipts(
  store: Store,
  signer: Signer,
  tenantId: string,
  { from, now, signal, budgetMs = BUDGET_MS, heads = noHeads }: WalkOptions,
): Promise<ChainReport> {
  const endsAt = performance.now() + budgetMs;
  const counts = { blocks: 0, receipts: 0, signed: 0 };
  const linkedIds = new Set<string>();
  let checkpoint: ChainPoint | undefined;
  let head: ChainPoint | undefined;
  let keptHead: ChainEnd | undefined;
  const report = () => ({ ...counts, checkpoint, head, ...(keptHead && { anchored: keptHead.number }) });
  const requireKept = (isEnd: boolean) => {
    const end = head ?? checkpoint;
    requireHead('block', keptHead, end && { number: end.block, hash: end.hash }, isEnd);
  };
  try {
    keptHead = heads.keptHead('receipts', tenantId);
    checkpoint = await verifiedCheckpoint(store, signer, tenantId);
    const conditions = from > 0 ? conditionsOf(receiptBlocks, { sealedFrom: from }) : [];
    for await (const block of each(store, receiptBlocks, tenantId, { where: conditions, sort: 'id' })) {
      const number = Number(block.id);
      if (performance.now() > endsAt || signal?.aborted) return { ...report(), continueFrom: block.createdAt, unlinked: [] };
      const swept = checkpoint !== undefined && number <= checkpoint.block;
      if (!swept) {
        const end: ChainPoint | undefined = head ?? (await pointBefore(store, tenantId, number, checkpoint));
        requireSuccessor('block', block, end && { number: end.block, hash: end.hash });
      }
      const entries = (await store.bytes(receiptBlocks, tenantId, block.id)) ?? Buffer.alloc(0);
      if (requireIntact(signer, 'block', block, blockHash(block, entries))) counts.signed += 1;
      const links = decodeLinks(entries);
      for (let start = 0; start < links.length; start += CONCURRENT_READS) {
        counts.receipts += await compare(store, tenantId, number, links.slice(start, start + CONCURRENT_READS), swept);
        // SQLite answers at once: other calls are answered in between.
        await setImmediate();
      }
      for (const { runId } of links) linkedIds.add(runId);
      counts.blocks += 1;
      if (!swept) {
        head = pointOf(block);
        requireKept(false);
      }
    }
    // A walk that began after the newest block has not seen the end.
    if (from === 0 || head !== undefined) requireKept(true);
    return { ...report(), unlinked: await unlinkedReceipts(store, tenantId, { from, now, linkedIds }) };
  } catch (error) {
    if (!(error instanceof BrokenLink)) throw error;
    const { number: block, runId, message: reason } = error;
    return { ...report(), broken: { block, reason, ...(runId !== undefined && { runId }) }, unlinked: [] };
  }
}

async function verifiedCheckpoint(store: Store, signer: Signer, tenantId: string): Promise<ChainPoint | undefined> {
  const checkpoint = await store.get(receiptCheckpoints, tenantId, CHECKPOINT);
  if (checkpoint === undefined) return undefined;
  const point = { block: checkpoint.block, hash: checkpoint.hash, at: checkpoint.sealedAt };
  requireSignature(signer, 'block', point.block, checkpointText(tenantId, point), checkpoint);
  return point;
}

/** The end of the chain before a block with which a walk begins. */
async function pointBefore(
  store: Store,
  tenantId: string,
  number: number,
  checkpoint: ChainPoint | undefined,
): Promise<ChainPoint | undefined> {
  if (checkpoint?.block === number - 1) return checkpoint;
  const predecessor = await store.get(receiptBlocks, tenantId, linkId(number - 1));
  return predecessor === undefined ? checkpoint : pointOf(predecessor);
}

/** @param swept whether receipts may have been removed by retention @returns how many were there and agree */
async function compare(store: Store, tenantId: string, block: number, links: readonly Link[], swept: boolean): Promise<number> {
  const comparisons = await Promise.all(
    links.map(async ({ runId, hash: expected }) => {
      const stored = await storedHash(store, tenantId, runId);
      return stored?.hash.equals(expected) && (await partsIntact(store, tenantId, runId, stored.parts));
    }),
  );
  comparisons.forEach((agrees, index) => {
    const { runId } = defined(links[index], 'a link');
    if (agrees === undefined && !swept) throw new BrokenLink(block, 'the receipt is missing', runId);
    if (agrees === false) throw new BrokenLink(block, 'the receipt has been changed', runId);
  });
  return comparisons.filter(Boolean).length;
}

async function unlinkedReceipts(
  store: Store,
  tenantId: string,
  { from, now, linkedIds }: { readonly from: number; readonly now: number; readonly linkedIds: ReadonlySet<string> },
): Promise<string[]> {
  const unlinked: string[] = [];
  const conditions = conditionsOf(receipts, {
    createdFrom: from === 0 ? undefined : from + CLOCK_TOLERANCE_MS,
    createdBefore: now - MAX_UNLINKED_AGE_MS,
  });
  for await (const { id } of each(store, receipts, tenantId, { where: conditions })) {
    if (!linkedIds.has(id)) unlinked.push(id);
    if (unlinked.length === MAX_UNLINKED) break;
  }
  return unlinked;
}
