/**
 * Append-only chains of signed hashes, one per tenant: the audit log is one of entries, the receipts have one of blocks. The hash of a link
 * covers its content and the hash of the link before it:
 *
 *   hashᵢ = BLAKE3(JSON of [kind, tenant, number, time, hashᵢ₋₁, content])
 *
 * A link that is changed, removed or inserted later no longer agrees with its hash or with the link after it. That the newest links were
 * cut off shows in the head that is kept outside the store (chain-heads.ts).
 *
 * The id of a link is its number. Of several processes that write the link with one number, one succeeds, and the others write theirs after
 * it.
 */

import { hash } from 'blake3-wasm';
import type { Stored } from '../../resources/resource.js';
import { defined } from '../../runtime/defined.js';
import { StoreFailure } from '../../store/failure.js';
import type { Signature, Signer } from './signing.js';

/** BLAKE3, 32 bytes. */
export const blake3 = (input: string | Buffer): Buffer => hash(input) as Buffer;

/** The last link of a chain, or the one with which a part of it ends. */
export interface ChainEnd {
  /** 1 for the first link. */
  readonly number: number;
  /** Hexadecimal. */
  readonly hash: string;
}

/** The fields that place a document in a chain; a chain adds them, and the id, to what it is given. */
interface Placed extends Signature {
  readonly id: string;
  /** Hash of the link before; empty for the first. */
  readonly previous: string;
  readonly hash: string;
}

type Unplaced<Link extends Placed> = Omit<Link, keyof Placed>;

export const linkId = (number: number): string => String(number).padStart(12, '0');

/** @param kind name and version of the format @returns hexadecimal */
export const linkHash = (
  kind: string,
  { tenantId, id, createdAt, previous }: Pick<Stored, 'tenantId' | 'id' | 'createdAt'> & { readonly previous: string },
  content: unknown,
): string => blake3(JSON.stringify([kind, tenantId, Number(id), createdAt, previous, content])).toString('hex');

interface ChainOptions<Link extends Placed> {
  readonly signer: Signer;
  readonly hashOf: (link: Omit<Link, 'hash' | keyof Signature>) => string;
  /** Looks up the end of a tenant's chain; undefined where the chain is empty. */
  readonly endOf: (tenantId: string) => Promise<ChainEnd | undefined>;
  /** Is told of the end of a chain after each write. */
  readonly advanced: (tenantId: string, end: ChainEnd) => void;
}

/**
 * Stores links in order, up to the first whose number is taken or that is refused.
 *
 * @param first the index of the first link's content
 * @returns how many were stored, and of how many it is settled whether they are
 * @throws StoreFailure conflict, where the number of the first is taken
 */
type WriteLinks<Link> = (links: readonly Link[], first: number) => Promise<{ readonly inserted: number; readonly settled: number }>;

/**
 * The end of each tenant's chain is remembered as this process last wrote it, and looked up again where another process has written
 * meanwhile.
 *
 * @returns appends links to a tenant's chain, durably. Calls for one tenant must be made in turn
 */
export function chainWriter<Link extends Placed>({ signer, hashOf, endOf, advanced }: ChainOptions<Link>) {
  const ends = new Map<string, ChainEnd>();

  function placed(end: ChainEnd | undefined, content: Unplaced<Link>): Link {
    const link = { ...content, id: linkId((end?.number ?? 0) + 1), previous: end?.hash ?? '' } as unknown as Link;
    const linkedHash = hashOf(link);
    return { ...link, hash: linkedHash, ...signer.sign(linkedHash) };
  }

  return async (tenantId: string, contents: readonly Unplaced<Link>[], write: WriteLinks<Link>): Promise<void> => {
    for (let settledCount = 0; settledCount < contents.length; ) {
      let end = ends.get(tenantId) ?? (await endOf(tenantId));
      const links: Link[] = [];
      for (const content of contents.slice(settledCount)) {
        const link = placed(end, content);
        links.push(link);
        end = chainEnd(link);
      }
      try {
        const { inserted, settled } = await write(links, settledCount);
        settledCount += settled;
        if (inserted === 0) continue;
        const newEnd = chainEnd(defined(links[inserted - 1], 'a stored link'));
        ends.set(tenantId, newEnd);
        advanced(tenantId, newEnd);
      } catch (error) {
        ends.delete(tenantId);
        // Another process has written the link with this number.
        if (!(error instanceof StoreFailure && error.kind === 'conflict')) throw error;
      }
    }
  };
}

export const chainEnd = ({ id, hash: linkedHash }: Pick<Placed, 'id' | 'hash'>): ChainEnd => ({ number: Number(id), hash: linkedHash });

/** A link at which a chain does not agree. */
export class BrokenLink extends Error {
  constructor(
    readonly number: number,
    reason: string,
    /** The receipt of a block that does not agree; absent: the link itself. */
    readonly runId?: string,
  ) {
    super(reason);
  }
}

/** @param noun the name of a link in the reason of a failure @throws BrokenLink where the link is not the one that follows the end */
export function requireSuccessor(noun: string, link: Placed, end: ChainEnd | undefined): void {
  const number = (end?.number ?? 0) + 1;
  if (Number(link.id) !== number) throw new BrokenLink(number, `the ${noun} is missing`);
  if (link.previous !== (end?.hash ?? '')) throw new BrokenLink(number, `the ${noun} does not name the hash of the one before`);
}

/**
 * @param expected the hash of the link's content
 * @returns whether a configured key has signed the link
 * @throws BrokenLink where the link has another hash, or is signed and not by the key that it names
 */
export function requireIntact(signer: Signer, noun: string, link: Placed, expected: string): boolean {
  if (link.hash !== expected) throw new BrokenLink(Number(link.id), `the ${noun} has been changed`);
  return requireSignature(signer, noun, Number(link.id), link.hash, link);
}

/** @returns whether a configured key has signed the text @throws BrokenLink where it is signed, and not by the key that it names */
export function requireSignature(signer: Signer, noun: string, number: number, text: string, signed: Signature): boolean {
  const outcome = signer.check(text, signed);
  if (outcome === 'invalid') throw new BrokenLink(number, `the signature is not that of the ${noun}`);
  return outcome === 'valid';
}
