/** Counts requests by tenant, key or user, and operation, and writes them to the store now and then, for administrators to read. */

import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Principal } from '../contract/entitlement.js';
import type { Dependencies } from '../contract/operation.js';

/** What was counted is in the store after this at the latest, and lost only where the process is killed before. */
const USAGE_WRITE_INTERVAL_MS = 5_000;
/** Keys of one tenant that are told apart between two writes: the rest counts as `others`. */
const MAX_ACTORS = 1_000;

export interface UsageLedger {
  count(principal: Pick<Principal, 'tenantId' | 'keyId' | 'userId'>, operationId: string): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

type Counts = Map<string, Map<string, number>>;

export function openUsageLedger(access: Pick<Dependencies['access'], 'addUsage'>): UsageLedger {
  let byTenant = new Map<string, Counts>();

  const add = (tenantId: string, actor: string, operationId: string, requests: number): void => {
    const actors = valueAt(byTenant, tenantId);
    const counts = valueAt(actors, actors.has(actor) || actors.size < MAX_ACTORS ? actor : 'others');
    counts.set(operationId, (counts.get(operationId) ?? 0) + requests);
  };

  async function write(): Promise<void> {
    const all = [...byTenant];
    byTenant = new Map();
    await Promise.all(
      all.map(async ([tenantId, actors]) => {
        const parts = [...actors].flatMap(([actor, counts]) =>
          [...counts].map(([operationId, requests]) => ({ operationId, actor, requests })),
        );
        await access.addUsage({ parts }, { caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId }, '') }).catch(() => {
          for (const { actor, operationId, requests } of parts) add(tenantId, actor, operationId, requests);
        });
      }),
    );
  }

  const timer = setInterval(write, USAGE_WRITE_INTERVAL_MS).unref();
  return {
    count: ({ tenantId, keyId, userId }, operationId) => add(tenantId, keyId || userId, operationId, 1),
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

function valueAt<Key, Inner, Value>(maps: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const found = maps.get(key);
  if (found !== undefined) return found;
  const made = new Map<Inner, Value>();
  maps.set(key, made);
  return made;
}
