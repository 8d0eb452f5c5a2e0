/**
 * Counts every request: in metrics, with a line in the log, and by tenant and key in the store for administrators. No key, body or id is ever a
 * label.
 */
import client from 'prom-client';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Log } from '#services/runtime/log';
import { LATENCY_BUCKETS, type Registry } from '#services/runtime/metrics';
import type { Principal } from '../../contract/entitlement.js';
import { ERROR_STATUS } from '../../contract/errors.js';
import type { Dependencies, Operation } from '../../contract/operation.js';
import { addressOf, type HttpCall } from '../call.js';

/** A refusal is logged with the address of the caller and the id of the key, never with the key. */
export function meter(operations: readonly Operation[], registry: Registry, log: Log, trustedProxies: number): (call: HttpCall) => void {
  const seconds = new client.Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by the cost class of the operation and status class.',
    labelNames: ['cost_class', 'status'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  const requests = new client.Counter({
    name: 'svc_http_requests_total',
    help: 'Requests that have ended, by operation and status class; aborted: the caller left before the end of the response.',
    labelNames: ['operation', 'status'] as const,
    registers: [registry],
  });
  const operationSeconds = new client.Counter({
    name: 'svc_http_operation_seconds_total',
    help: 'Sum of the times of the requests of an operation; over svc_http_requests_total it is their mean.',
    labelNames: ['operation'] as const,
    registers: [registry],
  });
  const failures = new client.Counter({
    name: 'svc_http_errors_total',
    help: 'Responses that were failures, by error code.',
    labelNames: ['code'] as const,
    registers: [registry],
  });
  const inFlight = new client.Gauge({
    name: 'svc_http_requests_in_flight',
    help: 'Requests that are being served now.',
    registers: [registry],
  });
  // Waits for jobs, downloads and reports have deadlines of their own, and no objective of a cost class.
  const costClasses = new Map(
    operations.map(({ id, costClass, deadlineMs }) => [id, deadlineMs === undefined ? costClass : 'own_deadline']),
  );
  for (const id of costClasses.keys()) {
    requests.inc({ operation: id, status: '2xx' }, 0);
    operationSeconds.inc({ operation: id }, 0);
  }
  for (const costClass of new Set(costClasses.values())) seconds.zero({ cost_class: costClass, status: '2xx' });
  for (const code of Object.keys(ERROR_STATUS)) failures.inc({ code }, 0);

  /** Looking a series up by its labels at each request would cost more than adding to it. */
  const series = new Map<string, (elapsed: number) => void>();
  const seriesOf = (operation: string, status: string): ((elapsed: number) => void) => {
    const key = `${operation} ${status}`;
    const present = series.get(key);
    if (present !== undefined) return present;
    const duration = seconds.labels({ cost_class: costClasses.get(operation) ?? 'none', status });
    const [count, sum] = [requests.labels({ operation, status }), operationSeconds.labels({ operation })];
    const observe = (elapsed: number): void => {
      duration.observe(elapsed);
      count.inc();
      sum.inc(elapsed);
    };
    series.set(key, observe);
    return observe;
  };

  return (call) => {
    inFlight.inc();
    const { request, response } = call;
    response.once('close', () => {
      const { correlationId, traceId, operationId, startedAt, principal, keyId, errorCode, span } = call;
      const elapsed = (performance.now() - startedAt) / 1000;
      const aborted = !response.writableFinished;
      inFlight.dec();
      seriesOf(operationId, aborted ? 'aborted' : `${Math.floor(response.statusCode / 100)}xx`)(elapsed);
      if (errorCode !== undefined) failures.inc({ code: errorCode });
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      span?.set({ 'http.response.status_code': response.statusCode, ...(principal && { 'svc.tenant_id': principal.tenantId }) });
      span?.end(aborted ? 'the caller left before the end of the response' : response.statusCode >= 500 ? errorCode : undefined);
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          correlationId,
          ...(traceId && { traceId }),
          ...span?.logFields,
          operation: operationId,
          method: request.method,
          status: response.statusCode,
          seconds: Math.round(elapsed * 1e6) / 1e6,
          ...(principal && { tenantId: principal.tenantId }),
          ...(errorCode && { errorCode, address: addressOf(request, trustedProxies), ...(keyId && { keyId }) }),
          ...(aborted && { aborted }),
        },
        'request',
      );
    });
  };
}

/** Counts are in the store after this interval at the latest; only a process that is killed loses them. */
const USAGE_WRITE_INTERVAL_MS = 5_000;
/** Keys of one tenant that are told apart between two writes: the rest counts as `others`. */
const MAX_ACTORS = 1_000;

export interface UsageLedger {
  count(principal: Pick<Principal, 'tenantId' | 'keyId' | 'userId'>, operationId: string): void;
  /** Writes what is left. */
  close(): Promise<void>;
}

type Counts = Map<string, Map<string, number>>;

/** Counts requests by tenant, key or user, and operation, and writes them to the store now and then, for administrators to read. */
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
  const inner = maps.get(key);
  if (inner !== undefined) return inner;
  const created = new Map<Inner, Value>();
  maps.set(key, created);
  return created;
}
