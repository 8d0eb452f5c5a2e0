/**
 * The ends of the hash chains, signed and kept in a file outside the store: a chain whose newest links were cut off then no longer
 * verifies, although what is left of it agrees.
 *
 * An end only ever moves on from the one in the file. Where the chain in the store does not go through that, the file stays as it is, as
 * the evidence. Processes on one store have a file each.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { auditEntries } from '../../resources/audit-entry.js';
import { CHECKPOINT, receiptBlocks, receiptCheckpoints } from '../../resources/receipt.js';
import type { Store } from '../../store/port.js';
import { moveInto } from '../../store/sqlite-file.js';
import { BrokenLink, type ChainEnd, linkId, requireSignature } from './hash-chain.js';
import type { Signer } from './signing.js';

type ChainKind = 'audit' | 'receipts';

const keptHead = z.strictObject({
  chain: z.enum(['audit', 'receipts']),
  tenantId: z.string(),
  number: z.int().min(1),
  hash: z.string(),
  /** Unix milliseconds. */
  at: z.int(),
  keyId: z.string(),
  signature: z.string(),
});
type KeptHead = z.infer<typeof keptHead>;

/** The text that the signature of a head signs. */
const headText = ({ chain, tenantId, number, hash, at: timeMs }: Omit<KeptHead, 'keyId' | 'signature'>): string =>
  JSON.stringify(['chain-head:v1', chain, tenantId, number, hash, timeMs]);

export interface ChainHeads {
  /** Notes the end of a chain after this process has written it; `write` keeps it. */
  note(chain: ChainKind, tenantId: string, end: ChainEnd): void;
  /** @throws Error where the chain in the store does not go through the head that the file has */
  write(): Promise<void>;
  /** @returns the head that the file has, if any @throws BrokenLink where a known key has not signed what it is said to have signed */
  keptHead(chain: ChainKind, tenantId: string): ChainEnd | undefined;
}

/** Keeps no head: of tests, and of a shared store whose operator has named no file. */
export const noHeads: ChainHeads = { note: () => undefined, write: async () => undefined, keptHead: () => undefined };

interface HeadsConfig {
  readonly SVC_CHAIN_HEADS_FILE?: string | undefined;
  readonly MONGODB_URI?: string | undefined;
  readonly SVC_DATA_DIR: string;
}

/** The heads of a process. Where no file is named, they are beside the embedded store. */
export function headsOf({ SVC_CHAIN_HEADS_FILE, MONGODB_URI, SVC_DATA_DIR }: HeadsConfig, store: Store, signer: Signer): ChainHeads {
  const file = SVC_CHAIN_HEADS_FILE ?? (MONGODB_URI === undefined ? path.join(SVC_DATA_DIR, 'chain-heads.json') : undefined);
  return file === undefined ? noHeads : chainHeads(file, store, signer, Date.now);
}

const keyOf = (chain: ChainKind, tenantId: string): string => `${chain} ${tenantId}`;

export function chainHeads(file: string, store: Store, signer: Signer, now: () => number): ChainHeads {
  const noted = new Map<string, { readonly chain: ChainKind; readonly tenantId: string; readonly end: ChainEnd }>();
  /** Hashes of the heads through which the chains in the store are known to go. */
  const confirmed = new Set<string>();

  const read = (): Map<string, KeptHead> => {
    let heads: KeptHead[];
    try {
      heads = existsSync(file) ? z.array(keptHead).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
    } catch {
      throw new BrokenLink(1, `${file}, which keeps the heads of the chains outside the store, is damaged`);
    }
    return new Map(heads.map((head) => [keyOf(head.chain, head.tenantId), head]));
  };

  function requireSigned(head: KeptHead): void {
    const isSigned = requireSignature(signer, 'head that is kept outside the store', head.number, headText(head), head);
    if (!isSigned && signer.publicKeys().length > 0)
      throw new BrokenLink(head.number, 'no configured key has signed the head that is kept outside the store');
  }

  async function isInStore({ chain, tenantId, number, hash }: KeptHead): Promise<boolean> {
    if (chain === 'audit') return (await store.get(auditEntries, tenantId, linkId(number)))?.hash === hash;
    const block = await store.get(receiptBlocks, tenantId, linkId(number));
    // Retention has removed the blocks up to the checkpoint.
    return block === undefined ? ((await store.get(receiptCheckpoints, tenantId, CHECKPOINT))?.block ?? 0) >= number : block.hash === hash;
  }

  return {
    note: (chain, tenantId, end) => {
      noted.set(keyOf(chain, tenantId), { chain, tenantId, end });
    },

    keptHead: (chain, tenantId) => {
      const head = read().get(keyOf(chain, tenantId));
      if (head !== undefined) requireSigned(head);
      return head;
    },

    write: async () => {
      if (noted.size === 0) return;
      const heads = read();
      const apart: string[] = [];
      for (const [key, { chain, tenantId, end }] of [...noted]) {
        const former = heads.get(key);
        if (former !== undefined && !confirmed.has(former.hash)) {
          requireSigned(former);
          if (!(await isInStore(former))) {
            apart.push(`${key} at ${former.number}`);
            continue;
          }
        }
        if (noted.get(key)?.end === end) noted.delete(key);
        if (former !== undefined && former.number >= end.number) continue;
        const head = { chain, tenantId, number: end.number, hash: end.hash, at: now() };
        heads.set(key, { ...head, ...signer.sign(headText(head)) });
        confirmed.add(end.hash);
        if (former !== undefined) confirmed.delete(former.hash);
      }
      const whole = `${file}.new`;
      writeFileSync(whole, `${JSON.stringify([...heads.values()])}\n`, { mode: 0o600 });
      moveInto(whole, file);
      if (apart.length > 0) throw new Error(`chains do not go through the heads that ${file} has: ${apart.join(', ')}`);
    },
  };
}

/** @throws BrokenLink where a walk that has come to the end, or to the number of the head, is not at the head */
export function requireHead(noun: string, head: ChainEnd | undefined, end: ChainEnd | undefined, isEnd: boolean): void {
  if (head === undefined) return;
  const number = end?.number ?? 0;
  if (number === head.number && end?.hash !== head.hash)
    throw new BrokenLink(number, `the ${noun} is not the one whose hash is kept outside the store`);
  if (isEnd && number < head.number)
    throw new BrokenLink(number + 1, `the ${noun} is missing: the head that is kept outside the store has number ${head.number}`);
}
