/**
 * Traces: what a request costs in each process, step by step. They are off, and every function here then only runs its work, until the
 * standard variables of OpenTelemetry name a collector.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  /** server: a call that arrives; client: one that is made; internal: a step within the process. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: Attributes;
  /** W3C Trace Context of the span that this one is part of, as the header traceparent has it. Default: the active span's. */
  readonly parent?: string;
  /** performance.now(); default: now. */
  readonly startedAt?: number;
}

/** One step of a trace. */
export interface Span {
  /** W3C Trace Context, for the calls that the step makes. */
  readonly traceparent: string;
  /** The fields of its log lines, by the names that OpenTelemetry gives them. */
  readonly logFields: { readonly trace_id: string; readonly span_id: string };
  set(attributes: Attributes): void;
  /** @param failure why the step failed; absent: it did not */
  end(failure?: string): void;
}

let tracer: ((start: SpanStart) => Span) | undefined;
const active = new AsyncLocalStorage<Span>();

/** @param begin begins the spans of this process, or of this thread, from now on; undefined: none */
export const useTracer = (begin: typeof tracer): void => {
  tracer = begin;
};

/** True where the standard variables name a collector. Other spans would have nobody to read them. */
export const isTraced = ({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces,
  OTEL_EXPORTER_OTLP_ENDPOINT: all,
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_SDK_DISABLED: disabled,
}: NodeJS.ProcessEnv): boolean => Boolean(traces || all) && exporter !== 'none' && disabled !== 'true';

/** The step in which the caller of this function runs; undefined where it is not traced. */
export const activeSpan = (): Span | undefined => (tracer === undefined ? undefined : active.getStore());

/** @returns undefined where traces are off */
export const beginSpan = (start: () => SpanStart): Span | undefined => tracer?.(start());

/** Runs work as part of a span, which the caller ends. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined ? work() : active.run(span, work);

/** Runs work as a step of a trace. Where it is part of none, as what a process does by itself, there is no span. */
export function inSpan<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  if (tracer === undefined) return work();
  const parent = start.parent || active.getStore()?.traceparent;
  return parent === undefined ? work() : ended(tracer({ ...start, parent }), work);
}

/** Runs work that nobody called as a trace of its own. */
export const inTrace = <Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> =>
  tracer === undefined ? work() : ended(tracer(start), work);

async function ended<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await active.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads W3C Trace Context: version, trace id, parent id, flags. @returns undefined where the text is something else */
export function readTraceparent(text: unknown): { traceId: string; spanId: string; flags: number } | undefined {
  const [, traceId, spanId, flags] = (typeof text === 'string' && TRACEPARENT.exec(text)) || [];
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
