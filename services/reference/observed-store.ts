/** The store, with every failure to serve counted and logged, and every call in the trace of its request. */
import client from 'prom-client';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import { inSpan } from '../runtime/tracing.js';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';

/** Milliseconds between two log lines, whatever fails in between. */
const LOG_INTERVAL_MS = 10_000;

/** Milliseconds for which a call that failed, and has not succeeded since, tells that the store cannot serve. */
const RECENT_FAILURE_MS = 10_000;

/** Milliseconds after a write for which no other is needed to show that the store can be written. */
const RECENT_WRITE_MS = 2_000;

const WRITES: readonly string[] = ['insert', 'append', 'replace', 'upsert', 'add', 'note', 'ping'];

/**
 * Callers of a call that needs the store get UNAVAILABLE (503) in any case; this tells the operator. What a caller did wrong, such as an
 * id that is taken, is no failure of the store. `ping` judges by what was asked of the store of late: it fails while a call fails, and
 * writes something itself only where nobody has.
 *
 * @param now monotonic milliseconds
 */
export function observedStore(store: Store, log: Log, registry: Registry, now: () => number = () => performance.now()): Store {
  const failures = new client.Counter({
    name: 'svc_store_failures_total',
    help: 'Calls of the store that it could not serve.',
    labelNames: ['call'],
    registers: [registry],
  });
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  let wroteAt = Number.NEGATIVE_INFINITY;
  /** The calls that failed when they were last made, and when and why they did. */
  const failing = new Map<string, { readonly since: number; readonly error: StoreFailure }>();

  function observe(call: string, error: unknown): void {
    if (error instanceof StoreFailure && error.kind !== 'unavailable' && error.kind !== 'unusable') return;
    failures.inc({ call });
    if (error instanceof StoreFailure) failing.set(call, { since: now(), error });
    if (now() - loggedAt < LOG_INTERVAL_MS) {
      unlogged += 1;
      return;
    }
    log.error({ err: error, call, failuresBefore: unlogged }, 'the store could not serve');
    [loggedAt, unlogged] = [now(), 0];
  }

  const observed = (name: string, member: (...all: never[]) => Promise<unknown>) => {
    failures.inc({ call: name }, 0);
    const span = { name: `store ${name}`, kind: 'client', attributes: { 'db.operation.name': name } } as const;
    return async (...all: never[]): Promise<unknown> => {
      try {
        const answer = await inSpan(span, () => member(...all));
        failing.delete(name);
        if (WRITES.includes(name)) wroteAt = now();
        return answer;
      } catch (error) {
        observe(name, error);
        throw error;
      }
    };
  };
  const { minute, ...calls } = store;
  const ping = observed('ping', store.ping) as Store['ping'];
  return {
    ...Object.fromEntries(Object.entries(calls).map(([name, member]) => [name, observed(name, member)])),
    ping: async () => {
      for (const [call, { since, error }] of failing) if (call !== 'ping' && now() - since < RECENT_FAILURE_MS) throw error;
      if (now() - wroteAt >= RECENT_WRITE_MS) await ping();
    },
    minute: Object.create(minute, { penalty: { value: observed('minute', (key, points) => minute.penalty(key, points)) } }),
  } as Store;
}
