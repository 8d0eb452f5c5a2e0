/**
 * Threads for requests whose bodies or answers are large, so that reading, validating and writing them never holds up the event loop on
 * which every other request is served. A thread has a limited heap: what needs more ends the thread, and not the process.
 */
import { Worker } from 'node:worker_threads';
import client, { AggregatorRegistry } from 'prom-client';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { type DocumentAnswer, type FailureAnswer, failureAnswer } from '../contract/answer.js';
import { HttpFailure } from '../contract/errors.js';
import { type FromThread, fromWire, type RunMessage, type ThreadMetrics, type ToThread } from './messages.js';

interface ThreadRequest extends Omit<RunMessage, 'id'> {
  readonly signal: AbortSignal;
}

export interface RunThreads {
  /** Starts the first thread, so that no request waits for it. */
  warm(): void;
  /** @returns an answer in any case: a failure is one too */
  run(request: ThreadRequest): Promise<DocumentAnswer | FailureAnswer>;
  /** The metrics of this process and of its threads as exposition text. */
  metrics(): Promise<string>;
  close(): Promise<void>;
}

interface RunThreadsOptions {
  /** The module that each thread runs. */
  readonly module: URL;
  readonly threads: number;
  /** Given to each thread. */
  readonly workerData: unknown;
  readonly registry: Registry;
  readonly log: Log;
  /** MiB of heap of a thread. */
  readonly heapMib?: number;
}

/** Larger bodies run one at a time in each thread: a parsed body and its result may take ten times its bytes. */
const LARGE_BYTES = 4 * 2 ** 20;
/** Milliseconds that a large body waits for its turn. */
const MAX_BODY_WAIT_MS = 20_000;
const BODY_THREAD_HEAP_MIB = 400;
/** Milliseconds in which a thread tells its metrics. */
const METRICS_LIMIT_MS = 1_000;

interface Running {
  readonly request: ThreadRequest;
  readonly bytes: number;
  readonly done: (answer: DocumentAnswer | FailureAnswer) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly running: Map<number, Running>;
  readonly metricsRequests: Map<number, (metrics: ThreadMetrics) => void>;
  bytes: number;
  /** The tenant whose large body it runs. */
  largeOf?: string;
}

export function openRunThreads({
  module,
  threads: count,
  workerData,
  registry,
  log,
  heapMib = BODY_THREAD_HEAP_MIB,
}: RunThreadsOptions): RunThreads {
  const threads: Thread[] = [];
  /** Large bodies that wait, in order. */
  const waiting = new Set<{ readonly tenantId: string; readonly begin: (thread: Thread) => void }>();
  let nextId = 0;
  let closing = false;
  const lost = new client.Counter({
    name: 'svc_gateway_threads_lost_total',
    help: 'Threads for large requests that ended, mostly because a request needed more memory than a thread has.',
    registers: [registry],
  });

  function start(): Thread {
    const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMib, maxYoungGenerationSizeMb: 64 } });
    const thread: Thread = { worker, running: new Map(), metricsRequests: new Map(), bytes: 0 };
    worker.unref();
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'answer') thread.running.get(message.id)?.done(fromWire(message.answer));
      else thread.metricsRequests.get(message.id)?.(message.metrics);
    });
    let reason: unknown;
    worker.on('error', (error) => {
      reason = error;
    });
    worker.on('exit', () => {
      threads.splice(threads.indexOf(thread), 1);
      if (closing) return;
      lost.inc();
      log.error({ err: reason, requests: thread.running.size }, 'a thread for large requests ended');
      abandon(thread);
    });
    threads.push(thread);
    return thread;
  }

  /** The largest body is taken to have used up the memory; the other requests may be sent again. */
  function abandon({ running }: Thread): void {
    const largest = [...running.values()].reduce<Running | undefined>(
      (most, each) => (most && most.bytes >= each.bytes ? most : each),
      undefined,
    );
    for (const each of running.values()) {
      const failure =
        each === largest
          ? new HttpFailure('SVC-REQ-003', 'the body needs more memory than the service gives to one request')
          : new HttpFailure('SVC-SYS-002', 'the thread of this request ended', [], { 'Retry-After': '1' });
      each.done(failureAnswer(failure, each.request.caller.correlationId));
    }
  }

  /** A further thread is started only where all have something to do. */
  function leastLoaded(): Thread {
    const least = threads.reduce<Thread | undefined>((least, each) => (least && least.bytes <= each.bytes ? least : each), undefined);
    return least === undefined || (least.running.size > 0 && threads.length < count) ? start() : least;
  }

  /** One tenant never has all of several threads. */
  function threadForLarge(tenantId: string): Thread | undefined {
    const tenantThreads = threads.filter(({ largeOf }) => largeOf === tenantId).length;
    if (tenantThreads > 0 && tenantThreads >= count - 1) return undefined;
    return threads.find(({ largeOf }) => largeOf === undefined) ?? (threads.length < count ? start() : undefined);
  }

  function beginWaiting(): void {
    for (const each of waiting) {
      const thread = threadForLarge(each.tenantId);
      if (thread === undefined) continue;
      waiting.delete(each);
      each.begin(thread);
    }
  }

  /** @throws HttpFailure SVC-SYS-002 where it waits too long */
  async function turnOfLarge(tenantId: string, signal: AbortSignal): Promise<Thread> {
    const thread = threadForLarge(tenantId);
    if (thread !== undefined) {
      thread.largeOf = tenantId;
      return thread;
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(entry);
        signal.removeEventListener('abort', refuse);
      };
      const refuse = () => {
        leave();
        reject(new HttpFailure('SVC-SYS-002', 'too many large bodies are being served', [], { 'Retry-After': '5' }));
      };
      const entry = {
        tenantId,
        begin: (free: Thread) => {
          leave();
          free.largeOf = tenantId;
          resolve(free);
        },
      };
      const timer = setTimeout(refuse, MAX_BODY_WAIT_MS);
      signal.addEventListener('abort', refuse, { once: true });
      waiting.add(entry);
    });
  }

  function runIn(thread: Thread, request: ThreadRequest, bytes: number): Promise<DocumentAnswer | FailureAnswer> {
    const id = nextId++;
    const { signal, body, ...rest } = request;
    const tell = (message: ToThread, transferred: ArrayBuffer[] = []) => thread.worker.postMessage(message, transferred);
    return new Promise((resolve) => {
      const abort = () => tell({ kind: 'abort', id });
      const finish = (answer: DocumentAnswer | FailureAnswer) => {
        thread.running.delete(id);
        thread.bytes -= bytes;
        signal.removeEventListener('abort', abort);
        resolve(answer);
      };
      thread.running.set(id, { request, bytes, done: finish });
      thread.bytes += bytes;
      const segments = body?.map(ownBytes);
      tell(
        { kind: 'run', id, ...rest, body: segments },
        segments?.map(({ buffer }) => buffer),
      );
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
    });
  }

  async function metricsOf({ worker, metricsRequests }: Thread): Promise<ThreadMetrics> {
    const id = nextId++;
    const told = new Promise<ThreadMetrics>((resolve) => metricsRequests.set(id, resolve));
    worker.postMessage({ kind: 'metrics', id } satisfies ToThread);
    const limit = new Promise<ThreadMetrics>((resolve) => setTimeout(resolve, METRICS_LIMIT_MS, []).unref());
    const metrics = await Promise.race([told, limit]);
    metricsRequests.delete(id);
    return metrics;
  }

  return {
    warm: () => {
      if (threads.length === 0) start();
    },
    run: async (request) => {
      const bytes = (request.body ?? []).reduce((sum, { length }) => sum + length, 0);
      if (bytes <= LARGE_BYTES) return runIn(leastLoaded(), request, bytes);
      const { tenantId, correlationId } = request.caller;
      let thread: Thread;
      try {
        thread = await turnOfLarge(tenantId, request.signal);
      } catch (error) {
        return failureAnswer(error, correlationId);
      }
      const answer = await runIn(thread, request, bytes);
      delete thread.largeOf;
      beginWaiting();
      return answer;
    },
    metrics: async () => {
      if (threads.length === 0) return registry.metrics();
      const all = await Promise.all([registry.getMetricsAsJSON(), ...threads.map(metricsOf)]);
      return AggregatorRegistry.aggregate(all as Parameters<typeof AggregatorRegistry.aggregate>[0]).metrics();
    },
    close: async () => {
      closing = true;
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** The bytes alone in their memory, so that nothing else goes with them to the other thread: those of a small body share theirs. */
function ownBytes(segment: Uint8Array): Uint8Array<ArrayBuffer> {
  const alone = segment.byteOffset === 0 && segment.buffer instanceof ArrayBuffer && segment.length > MAX_SHARED_BYTES;
  return alone ? (segment as Uint8Array<ArrayBuffer>) : new Uint8Array(segment);
}

/** The network hands over at most so many bytes at once; a segment of more was made by the reader of the body. */
const MAX_SHARED_BYTES = 64 * 1024;
