/** Sends the spans of a process to a collector by OTLP over HTTP, as JSON. The packages of OpenTelemetry are loaded only where traces are on. */
import { setTimeout } from 'node:timers/promises';
import { EXIT_MISCONFIGURED } from './config.js';
import type { Log } from './log.js';
import { isTraced, readTraceparent, useTracer } from './tracing.js';
import { packageVersion } from './version.js';

/** Time to send the last spans of a process that ends. */
const LAST_SPANS_MS = 1_000;
/** Milliseconds between two log lines about a collector that does not take spans. */
const FAILURE_INTERVAL_MS = 60_000;

const load = async () => ({
  api: await import('@opentelemetry/api'),
  exporter: await import('@opentelemetry/exporter-trace-otlp-http'),
  resources: await import('@opentelemetry/resources'),
  sdk: await import('@opentelemetry/sdk-trace-base'),
});

/**
 * Begins to trace where the variables ask for it; the packages read the other variables of the standard themselves: headers, sampler, limits,
 * attributes. A process whose packages are missing ends.
 *
 * @param log told of a collector that does not take spans; absent in threads, whose process tells of it
 * @returns sends what is left
 */
export async function startTracing(service: string, log?: Pick<Log, 'warn'>): Promise<() => Promise<void>> {
  if (!isTraced(process.env)) return async () => {};
  const { api, exporter, resources, sdk } = await load().catch((error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      'configuration: OTEL_EXPORTER_OTLP_ENDPOINT asks for traces, but the packages of OpenTelemetry are not installed: npm ci --include=optional\n',
    );
    process.exit(EXIT_MISCONFIGURED);
  });
  if (log !== undefined) reportFailures(api.diag, log);
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({
        'service.name': service,
        'service.namespace': 'derivatives-service',
        'service.version': packageVersion,
      })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('derivatives-service', packageVersion);
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL };
  useTracer(({ name, kind, attributes = {}, parent, startedAt }) => {
    const from = readTraceparent(parent);
    const context =
      from === undefined
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, {
            traceId: from.traceId,
            spanId: from.spanId,
            traceFlags: from.flags,
            isRemote: true,
          });
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes: { ...attributes }, ...(startedAt !== undefined && { startTime: startedAt }) },
      context,
    );
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      logFields: { trace_id: traceId, span_id: spanId },
      set: (more) => void span.setAttributes({ ...more }),
      end: (failure) => {
        if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure });
        span.end();
      },
    };
  });
  return async () => {
    useTracer(undefined);
    await Promise.race([provider.shutdown().catch(() => undefined), setTimeout(LAST_SPANS_MS, undefined, { ref: false })]);
  };
}

/** The packages report each batch that is lost; one line a minute says so, however many they are. */
function reportFailures(diag: typeof import('@opentelemetry/api').diag, log: Pick<Log, 'warn'>): void {
  const nothing = () => undefined;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let unlogged = 0;
  const error = (message: string) => {
    if (performance.now() - loggedAt < FAILURE_INTERVAL_MS) {
      unlogged += 1;
      return;
    }
    log.warn({ reason: message, failuresBefore: unlogged }, 'spans could not be sent to the collector');
    [loggedAt, unlogged] = [performance.now(), 0];
  };
  diag.setLogger({ error, warn: nothing, info: nothing, debug: nothing, verbose: nothing });
}
