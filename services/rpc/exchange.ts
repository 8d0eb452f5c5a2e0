/**
 * The exchange: one long-lived stream to a replica carries the calls of each event-loop turn in one message, and another message all
 * answers of a turn, in the order in which the calls finish. The handlers are those of the unary methods and cannot tell the difference.
 * First the client's side, then the server's.
 *
 * Each call has its own deadline and failure, and is cancelled when its deadline passes. A caller that hangs up does not cancel its call,
 * because such a call ends sooner than its cancellation would arrive.
 *
 * grpc-js cannot share a stream between calls. With a unary call for each, a price of `npm run bench -- http` takes 1 018 µs of processor
 * time in the gateway, 202 in pricing and 272 in reference; with the exchange 255, 38 and 86.
 */
import {
  type Client as Channel,
  type ClientDuplexStream,
  type Metadata,
  type ServerDuplexStream,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { type Caller, callerOf, identityDecoder, identityEncoder } from '#proto/caller';
import { CallFailure, ConnectionLost, fromMessage, toMessage, toStatus } from '#proto/failure';
import { type CallContext, exchange } from '#proto/services';
import type { Call, Call__Output } from '#proto/types/svc/common/v1/Call';
import type { CallBatch } from '#proto/types/svc/common/v1/CallBatch';
import type { Reply } from '#proto/types/svc/common/v1/Reply';
import type { ReplyBatch__Output } from '#proto/types/svc/common/v1/ReplyBatch';
import { activeSpan } from '../runtime/tracing.js';
import type { ComputeTime } from './compute-time.js';
import type { ClientCall } from './method-table.js';
import { Slots } from './slots.js';
import { callFailure, decode } from './status.js';
import type { Computed } from './unary.js';

/** A service with more unanswered calls, or more bytes of them, is not keeping up: further calls would only wait for their deadlines. */
const MAX_CALLS_IN_FLIGHT = 20_000;
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024;
/** The name of the method that every service answers at once. */
const SIGN_OF_LIFE = '';
/** The client stops waiting for a sign of life after this time; every later message counts as one too. */
const SIGN_OF_LIFE_TIMEOUT_MS = 10_000;
/** Time after the notice of draining in which the calls that were begun on the same connection have been written. */
const BEGUN_CALLS_MS = 50;

interface Exchange {
  /** @param timeoutMs more than 0 */
  call(method: string, request: Buffer, call: ClientCall, timeoutMs: number): Promise<Buffer>;
  /** Opens the stream, where there is none, and asks the service for a sign of life. */
  ping(): void;
  close(): void;
}

interface ExchangeEvents {
  /** A message arrived: the service is alive. */
  readonly heard?: () => void;
  /** The service is about to end: it answers the calls that it has, and further ones must be sent elsewhere. */
  readonly draining?: () => void;
  readonly computed?: Computed;
}

interface Waiting {
  /** Ends the wait: stops the timer and the count as a call in flight. */
  readonly settle: () => void;
  readonly resolve: (response: Buffer) => void;
  readonly reject: (failure: CallFailure) => void;
  readonly tenantId: string;
}

/** @param credential  shown once, when a stream opens */
export function openExchange(channel: Channel, credential: Metadata, events: ExchangeEvents = {}): Exchange {
  const encodeIdentity = identityEncoder();
  let current: Link | undefined;
  let calls = 0;
  let bytes = 0;

  const send = (call: Omit<Call, 'id'>, size: number, timeoutMs: number, tenantId = ''): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      current ??= openLink(channel, credential, events, (link) => {
        if (current === link) current = undefined;
      });
      const link = current;
      calls++;
      bytes += size;
      const settle = () => {
        clearTimeout(timer);
        calls--;
        bytes -= size;
      };
      const timer = setTimeout(() => {
        link.cancel(id);
        settle();
        reject(new CallFailure(status.DEADLINE_EXCEEDED, `no answer within ${Math.round(timeoutMs)} ms`));
      }, timeoutMs);
      const id = link.send(call, { settle, resolve, reject, tenantId });
    });

  return {
    call: async (method, request, { caller }, timeoutMs) => {
      if (calls >= MAX_CALLS_IN_FLIGHT)
        throw new CallFailure(status.UNAVAILABLE, `${MAX_CALLS_IN_FLIGHT} calls wait for an answer already`);
      if (bytes >= MAX_BYTES_IN_FLIGHT)
        throw new CallFailure(status.UNAVAILABLE, `calls of ${MAX_BYTES_IN_FLIGHT} bytes wait for an answer already`);
      const { correlationId, traceId } = caller;
      const call = { method, request, caller: encodeIdentity(caller), correlationId, traceId, timeoutMs: Math.ceil(timeoutMs) };
      const span = activeSpan();
      return send(span === undefined ? call : { ...call, traceparent: span.traceparent }, request.length, timeoutMs, caller.tenantId);
    },
    ping: () => void send({ method: SIGN_OF_LIFE }, 0, SIGN_OF_LIFE_TIMEOUT_MS).catch(() => undefined),
    close: () => current?.close(),
  };
}

/** One stream. A call that was sent over it is answered on it, or fails with it. */
interface Link {
  /** Sends the calls of one event-loop turn together, once the service has read the earlier ones. @returns the call's id on this stream */
  send(call: Omit<Call, 'id'>, waiting: Waiting): number;
  cancel(id: number): void;
  close(): void;
}

/** @param retired  called when the stream takes no more calls */
function openLink(
  channel: Channel,
  credential: Metadata,
  { heard, draining, computed }: ExchangeEvents,
  retired: (link: Link) => void,
): Link {
  const { path, requestSerialize, responseDeserialize } = exchange.Open;
  const stream: ClientDuplexStream<CallBatch, ReplyBatch__Output> = channel.makeBidiStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    credential.clone(),
  );
  const waiting = new Slots<Waiting>();
  let outgoing: Call[] = [];
  let full = false;
  let noticed = false;
  let ending = false;

  const flush = (): void => {
    if (full || outgoing.length === 0) return;
    const calls = outgoing;
    outgoing = [];
    full = !stream.write({ calls });
    endIfDone();
  };
  /** Ends the client's side, which tells the service that all calls of the connection have arrived; it still answers them. */
  const endIfDone = (): void => {
    if (ending && outgoing.length === 0) stream.end();
  };
  const queue = (call: Call): void => {
    if (outgoing.length === 0) setImmediate(flush);
    outgoing.push(call);
  };
  const fail = (failure: CallFailure): void => {
    retired(link);
    for (const { settle, reject } of waiting.takeAll()) {
      settle();
      reject(failure);
    }
  };
  const link: Link = {
    send: (call, caller) => {
      const id = waiting.add(caller);
      queue({ ...call, id });
      return id;
    },
    cancel: (id) => {
      waiting.take(id);
      // The service abandons the calls of an ended stream by itself, once their own deadlines have passed.
      if (!ending) queue({ id, cancel: true });
    },
    close: () => stream.end(),
  };

  stream.on('data', ({ replies, draining: isDraining }: ReplyBatch__Output) => {
    heard?.();
    for (const { id, response, failure, computeMs } of replies) {
      const caller = waiting.take(id);
      // The deadline of a call without a caller has passed.
      if (caller === undefined) continue;
      caller.settle();
      if (computeMs > 0) computed?.(caller.tenantId, computeMs);
      if (failure === null) caller.resolve(response);
      else caller.reject(fromMessage(failure));
    }
    if (isDraining && !noticed) {
      noticed = true;
      retired(link);
      draining?.();
      setTimeout(() => {
        ending = true;
        endIfDone();
      }, BEGUN_CALLS_MS);
    }
  });
  stream.on('drain', () => {
    full = false;
    flush();
  });
  stream.on('error', ({ code, message }: ServiceError) =>
    // A credential that was refused is refused again; after everything else, another stream may be accepted.
    fail(code === status.UNAUTHENTICATED ? new CallFailure(code, message) : new ConnectionLost(message)),
  );
  stream.on('end', () => {
    stream.end();
    fail(new ConnectionLost('the service is shutting down'));
  });
  return link;
}

/** A method from bytes to bytes. It rejects with a CallFailure. */
export type ByteHandler = (request: Buffer, call: CallContext) => Promise<Buffer>;

/**
 * The context of one call. Its signal is created only when a handler asks for it, because most calls end before they could be cancelled.
 */
class LazyContext implements CallContext {
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(
    /** The call's id on its stream. */
    readonly id: number,
    readonly caller: Caller,
    readonly endsAt: number,
    readonly traceparent: string,
    private readonly computed: ComputeTime,
  ) {}

  get charge(): (ms: number) => void {
    return (ms) => this.computed.add(this.caller.tenantId, ms);
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

const NOTHING = Buffer.alloc(0);
/** A timer of Node.js with a longer delay would fire at once. Some 25 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** All streams of the process share the decoder and its cache. */
const decodeIdentity = identityDecoder();

const { requestDeserialize: decodeBatch, responseSerialize: encodeBatch } = exchange.Open;

export interface OpenExchange {
  /**
   * Tells the client to send further calls elsewhere, answers the calls that arrive until it has ended its side, then ends the stream.
   * After NOTICE_MS the server takes no more calls even where the client has not ended its side; the client then sends them elsewhere.
   */
  drain(): void;
}

/** Time for the notice to reach the client, and for the calls that it had already sent to arrive. */
const NOTICE_MS = 1_000;

/** @param stream  a stream of the bytes of CallBatch and ReplyBatch */
export function serveExchange(
  stream: ServerDuplexStream<Buffer, Buffer>,
  handlers: ReadonlyMap<string, ByteHandler>,
  computed: ComputeTime,
): OpenExchange {
  const running = new Slots<LazyContext>();
  let replies: Reply[] = [];
  let noticed = false;
  let draining = false;
  let full = false;

  const flush = () => {
    if (full) return;
    const batch = replies;
    replies = [];
    if (batch.length > 0 && stream.writable && !stream.write(encodeBatch({ replies: batch }))) {
      // A client that does not read its answers sends no further calls meanwhile.
      full = true;
      stream.pause();
    }
    if (draining && running.size === 0) stream.end();
  };
  const answer = (reply: Reply) => {
    if (replies.length === 0) setImmediate(flush);
    replies.push(reply);
  };

  /** Never rejects: every failure of a call, down to bytes that cannot be decoded, becomes its answer. */
  const run = async (call: Call__Output): Promise<void> => {
    const { id } = call;
    let timer: NodeJS.Timeout | undefined;
    let slot: number | undefined;
    try {
      if (call.method === '') {
        answer({ id, response: NOTHING });
        return;
      }
      const handle = handlers.get(call.method);
      if (handle === undefined) throw new CallFailure(status.UNIMPLEMENTED, `no method ${call.method}`);
      const endsAt = call.timeoutMs > 0 ? performance.now() + call.timeoutMs : Number.POSITIVE_INFINITY;
      const caller = callerOf(decode(decodeIdentity, call.caller), call.correlationId, call.traceId);
      const context = new LazyContext(id, caller, endsAt, call.traceparent, computed);
      slot = running.add(context);
      if (call.timeoutMs > 0) timer = setTimeout(() => context.abort(), Math.min(call.timeoutMs, MAX_TIMER_MS));
      answer({ id, response: await handle(call.request, context), computeMs: computed.take(caller.tenantId) });
    } catch (error) {
      answer({ id, failure: toMessage(callFailure(error)) });
    } finally {
      clearTimeout(timer);
      if (slot !== undefined) running.take(slot);
    }
  };

  function finish(): void {
    draining = true;
    if (running.size === 0 && replies.length === 0) stream.end();
  }
  function drain(): void {
    if (noticed || draining) return;
    noticed = true;
    stream.write(encodeBatch({ draining: true }));
    const timer = setTimeout(finish, NOTICE_MS);
    stream.on('close', () => clearTimeout(timer));
  }
  /** Searches all calls for the id: cancellations are rare. */
  const cancel = (id: number): void => {
    for (const context of running.values()) if (context.id === id) context.abort();
  };
  const abandon = () => {
    for (const context of running.values()) context.abort();
  };

  stream.on('data', (bytes: Buffer) => {
    let calls: readonly Call__Output[];
    try {
      ({ calls } = decode(decodeBatch, bytes));
    } catch (error) {
      // The calls of the message cannot be told apart, so the whole stream fails with every call that it carries.
      abandon();
      stream.emit('error', toStatus(callFailure(error)));
      return;
    }
    // A call that arrives after the end of draining is not answered: the end of the stream makes the client send it elsewhere.
    for (const call of draining ? [] : calls) {
      if (call.cancel) cancel(call.id);
      else void run(call);
    }
  });
  stream.on('drain', () => {
    full = false;
    stream.resume();
    flush();
  });
  stream.on('end', finish);
  stream.on('cancelled', abandon);
  stream.on('error', abandon);

  return { drain };
}
