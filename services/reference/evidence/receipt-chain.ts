/**
 * The chain that makes a tenant's receipts tamper-evident.
 *
 * Recording a receipt only computes its hash, over everything that is stored of it. Every few seconds each process links the receipts that
 * it has recorded since into a block of the tenant's hash chain (hash-chain.ts). A block is one document: its bytes hold an entry per
 * receipt, the run's UUID and the receipt's hash, and the content that the block's hash covers is the BLAKE3 of these bytes. A receipt that
 * is changed, removed or inserted later no longer agrees with its block.
 *
 * - Group commit stays as it is: the chain adds no write to a request, and one small one per tenant and interval.
 * - A process that is killed leaves receipts of its last seconds without a block. `adopt` finds these, at the start and every hour,
 *   and links them. A receipt may therefore stand in two blocks, with the same hash.
 * - Retention removes receipts block by block from the oldest. The checkpoint, written before, holds the hash of the last block
 *   removed, so that the rest still verifies (retention.ts).
 */

import { parse as uuidBytes, stringify as uuidOf } from 'uuid';
import { CHECKPOINT, type ReceiptBlock, receiptBlocks, receiptCheckpoints, receipts } from '../../resources/receipt.js';
import { defined } from '../../runtime/defined.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each } from '../base/each.js';
import { noHeads } from './chain-heads.js';
import { blake3, chainWriter, linkHash } from './hash-chain.js';
import { type Link, storedHash } from './receipts.js';
import type { Signer } from './signing.js';

/** Milliseconds between the blocks of a process: for this long a receipt's hash is in memory only. */
export const BLOCK_INTERVAL_MS = 5_000;

/** Receipts of one block: 48 kB of entries. */
const MAX_BLOCK_RECEIPTS = 1_000;

const UUID_BYTES = 16;
const HASH_BYTES = 32;
const ENTRY_BYTES = UUID_BYTES + HASH_BYTES;

/** The last block of a chain, or the last that retention has removed. */
export interface ChainPoint {
  /** 1 for the first block. */
  readonly block: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** The text that the signature of a checkpoint signs. */
export const checkpointText = (tenantId: string, { block, hash, at: timeMs }: ChainPoint): string =>
  JSON.stringify(['checkpoint:v1', tenantId, block, hash, timeMs]);

function encodeLinks(links: readonly Link[]): Buffer {
  const bytes = Buffer.alloc(links.length * ENTRY_BYTES);
  links.forEach(({ runId, hash }, index) => {
    bytes.set(uuidBytes(runId), index * ENTRY_BYTES);
    bytes.set(hash, index * ENTRY_BYTES + UUID_BYTES);
  });
  return bytes;
}

export const decodeLinks = (bytes: Buffer): Link[] =>
  Array.from({ length: Math.floor(bytes.length / ENTRY_BYTES) }, (_, index) => {
    const entry = bytes.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    return { runId: uuidOf(entry.subarray(0, UUID_BYTES)), hash: entry.subarray(UUID_BYTES) };
  });

/** @returns hexadecimal */
export const blockHash = (block: Omit<ReceiptBlock, 'hash' | 'keyId' | 'signature'>, entries: Buffer): string =>
  linkHash('receipts:v1', block, blake3(entries).toString('hex'));

/** The newest block of the tenant's chain; where retention has removed all, the checkpoint. */
async function headOf(store: Store, tenantId: string): Promise<ChainPoint | undefined> {
  const [newest] = (await store.page(receiptBlocks, tenantId, { limit: 1, sort: '-id' })).items;
  return newest === undefined ? checkpointOf(store, tenantId) : pointOf(newest);
}

async function checkpointOf(store: Store, tenantId: string): Promise<ChainPoint | undefined> {
  const checkpoint = await store.get(receiptCheckpoints, tenantId, CHECKPOINT);
  return checkpoint && { block: checkpoint.block, hash: checkpoint.hash, at: checkpoint.sealedAt };
}

export const pointOf = ({ id, hash, createdAt }: ReceiptBlock): ChainPoint => ({ block: Number(id), hash, at: createdAt });

export interface ReceiptChain {
  /** Keeps a receipt that has just been stored for the next block. */
  add(tenantId: string, link: Link): void;
  /**
   * Writes the blocks of the receipts that were added. Those of a tenant whose block could not be written stay for the next call.
   *
   * @throws StoreFailure of the first tenant that failed, after all were tried
   */
  seal(): Promise<void>;
}

export function receiptChain(store: Store, signer: Signer, now: () => number, heads = noHeads): ReceiptChain {
  const waiting = new Map<string, Link[]>();
  const append = chainWriter<ReceiptBlock & { readonly entries: Buffer }>({
    signer,
    hashOf: (block) => blockHash(block, block.entries),
    endOf: async (tenantId) => {
      const head = await headOf(store, tenantId);
      return head && { number: head.block, hash: head.hash };
    },
    advanced: (tenantId, end) => heads.note('receipts', tenantId, end),
  });

  async function sealTenant(tenantId: string, links: Link[]): Promise<void> {
    while (links.length > 0) {
      const linked = links.slice(0, MAX_BLOCK_RECEIPTS);
      const timeMs = now();
      const content = { tenantId, version: 1, createdAt: timeMs, updatedAt: timeMs, entries: encodeLinks(linked) };
      await append(tenantId, [content], async ([link]) => {
        const { entries, ...block } = defined(link, 'a block');
        await store.insert(receiptBlocks, block, entries);
        return { inserted: 1, settled: 1 };
      });
      links.splice(0, linked.length);
    }
    waiting.delete(tenantId);
  }

  let sealing: Promise<void> = Promise.resolve();
  const sealAll = async (): Promise<void> => {
    const outcomes = await Promise.allSettled([...waiting].map(([tenantId, links]) => sealTenant(tenantId, links)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  };

  return {
    add: (tenantId, link) => {
      const links = waiting.get(tenantId);
      if (links === undefined) waiting.set(tenantId, [link]);
      else links.push(link);
    },
    seal: () => {
      sealing = sealing.then(sealAll, sealAll);
      return sealing;
    },
  };
}

/** A receipt this old is in a block, unless the process that recorded it has died. */
const MIN_ADOPTION_AGE_MS = 60_000;

/** How far back receipts without a block are looked for, from now or from the newest block, whichever is earlier. */
const ADOPTION_WINDOW_MS = 65 * 60_000;

/** Receipts of this length of time are compared with the blocks at once, which bounds the memory. */
const SLICE_MS = 5 * 60_000;

/** Clocks of gateway and reference service differ by less. */
export const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Links receipts that no block holds: those of a process that was killed.
 *
 * @returns how many
 */
export async function adopt(store: Store, chain: ReceiptChain, tenantId: string, now: number): Promise<number> {
  const head = await headOf(store, tenantId);
  const until = now - MIN_ADOPTION_AGE_MS;
  let from = head === undefined ? 0 : Math.min(head.at, now) - ADOPTION_WINDOW_MS;
  let adopted = 0;
  for (;;) {
    // Nothing is looked for where there are no receipts.
    const conditions = conditionsOf(receipts, { createdFrom: from, createdBefore: until });
    const [oldest] = (await store.page(receipts, tenantId, { limit: 1, sort: 'createdAt', where: conditions })).items;
    if (oldest === undefined) return adopted;
    const end = Math.min(oldest.createdAt + SLICE_MS, until);
    adopted += await adoptSlice(store, chain, tenantId, { from: oldest.createdAt, end, now });
    from = end;
  }
}

async function adoptSlice(
  store: Store,
  chain: ReceiptChain,
  tenantId: string,
  { from, end, now }: { readonly from: number; readonly end: number; readonly now: number },
): Promise<number> {
  const missing = new Set<string>();
  for await (const { id } of each(store, receipts, tenantId, { where: conditionsOf(receipts, { createdFrom: from, createdBefore: end }) }))
    missing.add(id);
  await removeLinked(store, tenantId, missing, from - CLOCK_TOLERANCE_MS, end + CLOCK_TOLERANCE_MS);
  // A receipt that was adopted before is in a later block.
  if (missing.size > 0) await removeLinked(store, tenantId, missing, end + CLOCK_TOLERANCE_MS, now + CLOCK_TOLERANCE_MS);
  for (const runId of missing) {
    const stored = await storedHash(store, tenantId, runId);
    if (stored !== undefined) chain.add(tenantId, { runId, hash: stored.hash });
  }
  if (missing.size > 0) await chain.seal();
  return missing.size;
}

/** Takes the receipts of the blocks sealed in [from, before) out of the set. */
async function removeLinked(store: Store, tenantId: string, missing: Set<string>, from: number, until: number): Promise<void> {
  const conditions = conditionsOf(receiptBlocks, { sealedFrom: from, sealedBefore: until });
  for await (const { id } of each(store, receiptBlocks, tenantId, { where: conditions })) {
    const bytes = await store.bytes(receiptBlocks, tenantId, id);
    for (const { runId } of decodeLinks(bytes ?? Buffer.alloc(0))) missing.delete(runId);
  }
}
