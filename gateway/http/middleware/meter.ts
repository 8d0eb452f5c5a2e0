/** Measures every request: one count, one duration and one log line. No key, body or id is ever a label. */
import type { RequestHandler } from 'express';
import client from 'prom-client';
import type { Log } from '#services/runtime/log';
import { LATENCY_BUCKETS, type Registry } from '#services/runtime/metrics';
import type { Operation } from '../../operation.js';
import { ERROR_STATUS } from '../errors.js';
import { stateOf } from './correlate.js';

export function meter(operations: readonly Operation[], registry: Registry, log: Log): RequestHandler {
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

  return (request, response, next) => {
    inFlight.inc();
    response.once('close', () => {
      const { correlationId, traceId, operationId, startedAt, principal, errorCode } = stateOf(response);
      const elapsed = (performance.now() - startedAt) / 1000;
      inFlight.dec();
      seconds.observe(
        { operation: operationId, status: response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'aborted' },
        elapsed,
      );
      if (errorCode !== undefined) failures.inc({ code: errorCode });
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      log[level](
        {
          correlationId,
          ...(traceId && { traceId }),
          operation: operationId,
          method: request.method,
          status: response.statusCode,
          seconds: Math.round(elapsed * 1e6) / 1e6,
          ...(principal && { tenantId: principal.tenantId }),
          ...(errorCode && { errorCode }),
          ...(!response.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
