/** The store, with every failure to serve counted and logged, and every call in the trace of its request. */
import client from 'prom-client';
import type { Log } from '../runtime/log.js';
import type { Registry } from '../runtime/metrics.js';
import { inSpan } from '../runtime/tracing.js';
import { StoreFailure } from '../store/failure.js';
import type { Store } from '../store/port.js';

/** Milliseconds between two log lines, whatever fails in between. */
const LOG_INTERVAL_MS = 10_000;

/**
 * Callers of a call that needs the store get UNAVAILABLE (503) in any case; this tells the operator. What a caller did wrong, such as an
 * id that is taken, is no failure of the store.
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

  function observe(call: string, error: unknown): void {
    if (error instanceof StoreFailure && error.kind !== 'unavailable' && error.kind !== 'unusable') return;
    failures.inc({ call });
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
        return await inSpan(span, () => member(...all));
      } catch (error) {
        observe(name, error);
        throw error;
      }
    };
  };
  const { minute, ...calls } = store;
  return {
    ...Object.fromEntries(Object.entries(calls).map(([name, member]) => [name, observed(name, member)])),
    minute: Object.create(minute, { penalty: { value: observed('minute', (key, points) => minute.penalty(key, points)) } }),
  } as Store;
}
