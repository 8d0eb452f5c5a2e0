/**
 * How long receipts are kept, and their removal when that time is over.
 *
 * Receipts are removed with the blocks of their chain, from the oldest. First the tenant's checkpoint takes the number and hash of the
 * block: from then on its receipts may be missing, and a verification begins after it. Then the receipts and their parts are removed,
 * and last the block. A process that dies in between leaves a block that the next sweep finishes. A receipt to which another document
 * refers is kept, and its block with it, so that it can still be verified.
 */
import { CHECKPOINT, type ReceiptBlock, receiptBlocks, receiptCheckpoints, receiptParts, receipts } from '../../resources/receipt.js';
import type { Tier } from '../../resources/tier.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each, everyTenant } from '../base/each.js';
import { checkpointText, decodeLinks } from './receipt-chain.js';
import type { Link } from './receipts.js';
import type { Signer } from './signing.js';

/** Days by tier; 0: for ever. */
export type Retention = Readonly<Record<Tier, number>>;

const DAY_MS = 86_400_000;

/** Receipts that are removed at the same time. */
const CONCURRENT_REMOVALS = 50;

interface Swept {
  /** Receipts that were removed. */
  readonly removed: number;
  /** Receipts that are older than their retention, and kept because other documents refer to them. */
  readonly pinned: number;
}

/** @returns the sum over all tenants */
export async function sweepReceipts(store: Store, signer: Signer, retention: Retention, now: number): Promise<Swept> {
  let [removed, pinned] = [0, 0];
  for await (const { id, tier } of everyTenant(store)) {
    const days = retention[tier];
    if (days === 0) continue;
    const swept = await sweepTenant(store, signer, id, now - days * DAY_MS);
    removed += swept.removed;
    pinned += swept.pinned;
  }
  return { removed, pinned };
}

async function sweepTenant(store: Store, signer: Signer, tenantId: string, sealedBefore: number): Promise<Swept> {
  let [removed, pinned] = [0, 0];
  for await (const block of each(store, receiptBlocks, tenantId, { where: conditionsOf(receiptBlocks, { sealedBefore }), sort: 'id' })) {
    if (!(await advanceCheckpoint(store, signer, block))) break;
    const links = decodeLinks((await store.bytes(receiptBlocks, tenantId, block.id)) ?? Buffer.alloc(0));
    let pinnedInBlock = 0;
    for (let start = 0; start < links.length; start += CONCURRENT_REMOVALS) {
      const outcomes = await Promise.all(
        links.slice(start, start + CONCURRENT_REMOVALS).map((link) => removeReceipt(store, tenantId, link)),
      );
      removed += outcomes.filter((outcome) => outcome === 'removed').length;
      pinnedInBlock += outcomes.filter((outcome) => outcome === 'pinned').length;
    }
    pinned += pinnedInBlock;
    if (pinnedInBlock === 0) await store.remove(receiptBlocks, tenantId, block.id);
  }
  return { removed, pinned };
}

/** @returns whether the checkpoint is at the block or after it; false where another process sweeps at the same time */
async function advanceCheckpoint(store: Store, signer: Signer, { tenantId, id, hash, createdAt }: ReceiptBlock): Promise<boolean> {
  const current = await store.get(receiptCheckpoints, tenantId, CHECKPOINT);
  const block = Number(id);
  if (current !== undefined && current.block >= block) return true;
  const signed = signer.sign(checkpointText(tenantId, { block, hash, at: createdAt }));
  const fields = { block, hash, sealedAt: createdAt, ...signed };
  const document = { tenantId, id: CHECKPOINT, version: 1, createdAt, updatedAt: createdAt, ...fields };
  try {
    if (current === undefined) await store.insert(receiptCheckpoints, document);
    else await store.replace(receiptCheckpoints, document, current.version);
    return true;
  } catch (error) {
    if (error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'conflict')) return false;
    throw error;
  }
}

async function removeReceipt(store: Store, tenantId: string, { runId }: Link): Promise<'removed' | 'pinned' | 'gone'> {
  const receipt = await store.get(receipts, tenantId, runId);
  if (receipt === undefined) return 'gone';
  try {
    await store.remove(receipts, tenantId, runId);
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'conflict') return 'pinned';
    throw error;
  }
  // Parts that a process leaves when it dies here are removed as those of a receipt that was never written.
  for (const part of receipt.parts) await store.remove(receiptParts, tenantId, part);
  return 'removed';
}
