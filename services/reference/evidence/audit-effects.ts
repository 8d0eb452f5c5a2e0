/**
 * Finds out for an audit entry whether the change that it tells of was made. Where the two are no transaction, the entry is written first, so
 * that no change is without one: where the process ends in between, or the change is refused, the entry has no effect.
 *
 * Nothing more is stored for this. Each entry states the version that it found; what became of the version after it follows from the
 * document as it is and from what other entries of the same document found. Where that does not decide, nothing is said.
 */
import { type AuditEntry, auditEntries } from '../../resources/audit-entry.js';
import type { AnyResource } from '../../resources/resource.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { type AnyDocument, onlyFields } from '../base/document.js';
import { each } from '../base/each.js';
import { contentHash } from './audit.js';

type Effect = 'made' | 'not_made';

/** A change may still be being made for as long as its call lasts. */
export const UNDER_WAY_MS = 60_000;
/** Entries of one document that are read; of one with more, nothing is said. */
const MAX_ENTRIES = 2_000;

type Kind = 'create' | 'replace' | 'remove';

/** The change of one document that an entry tells of. */
interface Change {
  readonly number: number;
  readonly kind: Kind;
  /** That it found; 0 where it creates the document. */
  readonly version: number;
  readonly before: string;
  readonly after: string;
}

/** A document with the changes that entries tell of, in their order. */
interface History {
  readonly current: AnyDocument | undefined;
  readonly changes: readonly Change[];
}

const CHANGE = /^(\w+)\.(create|replace|remove)$/;

function changeOf({ id, action, detailsJson, before: hashBefore, after: hashAfter }: AuditEntry): Change {
  const kind = CHANGE.exec(action)?.[2] as Kind;
  const { version = 0 } = JSON.parse(detailsJson) as { version?: number };
  return { number: Number(id), kind, version: kind === 'create' ? 0 : version, before: hashBefore, after: hashAfter };
}

/**
 * @returns a function that says what became of the change of an entry; undefined: that cannot be told, or it is no change of one document
 */
export function effects(store: Store, list: readonly AnyResource[], now: number): (entry: AuditEntry) => Promise<Effect | undefined> {
  const histories = new Map<string, Promise<History | undefined>>();

  async function read(resource: AnyResource, tenantId: string, subject: string): Promise<History | undefined> {
    const changes: Change[] = [];
    for await (const entry of each(store, auditEntries, tenantId, { sort: 'id', where: conditionsOf(auditEntries, { subject }) })) {
      if (changes.length === MAX_ENTRIES) return undefined;
      if (CHANGE.exec(entry.action)?.[1] === resource.collection) changes.push(changeOf(entry));
    }
    // The versions of a document whose id is used again begin again, and could be taken for others.
    if (changes.filter(({ kind }) => kind === 'create').length > 1) return undefined;
    // Last, so that every entry whose change it shows, but those of the last moment, has been read.
    return { current: await store.get(resource, tenantId, subject), changes };
  }

  return async (entry) => {
    const [, collection] = CHANGE.exec(entry.action) ?? [];
    const resource = list.find((each) => each.collection === collection && each.access === 'callers');
    // One entry stands for all documents of a bulk write.
    if (resource === undefined || entry.subject === collection) return undefined;
    const document = `${collection} ${entry.subject}`;
    const reading = histories.get(document) ?? read(resource, entry.tenantId, entry.subject);
    histories.set(document, reading);
    const history = await reading;
    const effect = history && EFFECT_OF[changeOf(entry).kind](changeOf(entry), history);
    return effect === 'not_made' && entry.createdAt > now - UNDER_WAY_MS ? undefined : effect;
  };
}

const EFFECT_OF: Readonly<Record<Kind, (change: Change, history: History) => Effect | undefined>> = {
  create: (_, { current, changes }) => (current !== undefined || changes.some(({ version }) => version > 0) ? 'made' : 'not_made'),

  replace: ({ number, version, after: hashAfter }, { current, changes }) => {
    const isThere = (current !== undefined && current.version > version) || changes.some((each) => each.version > version);
    // A document that was removed in this version was never replaced in it; one that is gone without an entry went with its owner.
    if (!isThere) return current !== undefined || changes.some(({ kind }) => kind === 'remove') ? 'not_made' : undefined;
    const rivals = changes.filter((each) => each.kind === 'replace' && each.version === version && each.number !== number);
    if (rivals.length === 0) return 'made';
    const isCurrent = current?.version === version + 1;
    const content = isCurrent ? contentHash(onlyFields(current)) : changes.find((each) => each.version === version + 1)?.before;
    if (content === hashAfter) return 'made';
    return rivals.some((rival) => rival.after === content) ? 'not_made' : undefined;
  },

  remove: ({ number, version }, { current, changes }) => {
    if (current !== undefined) return 'not_made';
    const otherRemovals = changes.filter((each) => each.kind === 'remove' && each.number !== number);
    // Of several that found the same version, one was made.
    if (otherRemovals.some((other) => other.version === version)) return undefined;
    return otherRemovals.some((other) => other.version > version) ? 'not_made' : 'made';
  },
};
