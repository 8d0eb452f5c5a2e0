/** Measures every request: one count, one duration and one log line. No key, body or id is ever a label. */
import client from 'prom-client';
import type { Log } from '#services/runtime/log';
import { LATENCY_BUCKETS, type Registry } from '#services/runtime/metrics';
import { ERROR_STATUS } from '../../contract/errors.js';
import type { Operation } from '../../contract/operation.js';
import { addressOf, type HttpCall } from '../call.js';

/** A refusal is logged with the address of the caller and the id of the key, never with the key. */
export function meter(operations: readonly Operation[], registry: Registry, log: Log, trustedProxies: number): (call: HttpCall) => void {
  const seconds = new client.Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response, by operation and status class.',
    labelNames: ['operation', 'status'] as const,
    buckets: LATENCY_BUCKETS,
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
  for (const { id } of operations) seconds.zero({ operation: id, status: '2xx' });
  for (const code of Object.keys(ERROR_STATUS)) failures.inc({ code }, 0);

  /** Looking a series up by its labels at each request would cost more than adding to it. */
  const series = new Map<string, client.Histogram.Internal<'operation' | 'status'>>();
  const seriesOf = (operation: string, status: string) => {
    const key = `${operation} ${status}`;
    let found = series.get(key);
    if (found === undefined) {
      found = seconds.labels({ operation, status });
      series.set(key, found);
    }
    return found;
  };

  return (call) => {
    inFlight.inc();
    const { request, response } = call;
    response.once('close', () => {
      const { correlationId, traceId, operationId, startedAt, principal, keyId, errorCode } = call;
      const elapsed = (performance.now() - startedAt) / 1000;
      const aborted = !response.writableFinished;
      inFlight.dec();
      seriesOf(operationId, aborted ? 'aborted' : `${Math.floor(response.statusCode / 100)}xx`).observe(elapsed);
      if (errorCode !== undefined) failures.inc({ code: errorCode });
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          correlationId,
          ...(traceId && { traceId }),
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
