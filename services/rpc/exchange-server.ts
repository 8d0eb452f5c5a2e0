/**
 * The server's side of the exchange: many calls arrive in one message and are answered as they finish, all answers of one event-loop
 * turn in one message. The handlers are those of the unary methods and cannot tell the difference.
 */
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { type Caller, callerOf, identityDecoder } from '#proto/caller';
import { CallFailure, toMessage, toStatus } from '#proto/failure';
import { type CallContext, exchange } from '#proto/services';
import type { Call__Output } from '#proto/types/svc/common/v1/Call';
import type { Reply } from '#proto/types/svc/common/v1/Reply';
import { Slots } from './slots.js';
import { callFailure, decode } from './status.js';

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
  ) {}

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
export function serveExchange(stream: ServerDuplexStream<Buffer, Buffer>, handlers: ReadonlyMap<string, ByteHandler>): OpenExchange {
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
      const context = new LazyContext(id, callerOf(decode(decodeIdentity, call.caller), call.correlationId, call.traceId), endsAt);
      slot = running.add(context);
      if (call.timeoutMs > 0) timer = setTimeout(() => context.abort(), Math.min(call.timeoutMs, MAX_TIMER_MS));
      answer({ id, response: await handle(call.request, context) });
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
