/**
 * The server's side of the exchange: many calls in one message, answered as they finish, the answers of one
 * event-loop turn in one message. The handlers are those of the unary methods and cannot tell the difference.
 */
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { type Caller, callerOf, identityDecoder } from '#proto/caller';
import { CallFailure, toMessage } from '#proto/failure';
import type { CallContext } from '#proto/services';
import type { Call__Output } from '#proto/types/svc/common/v1/Call';
import type { CallBatch__Output } from '#proto/types/svc/common/v1/CallBatch';
import type { Reply } from '#proto/types/svc/common/v1/Reply';
import type { ReplyBatch } from '#proto/types/svc/common/v1/ReplyBatch';

/** A method as the exchange runs it: bytes in, bytes out. Rejects with a CallFailure. */
export type ByteHandler = (request: Buffer, call: CallContext) => Buffer | Promise<Buffer>;

/** A signal that costs nothing until somebody listens: most hot calls end before they could be cancelled. */
class LazyContext implements CallContext {
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(readonly caller: Caller) {}

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

/** Shared by all streams of the process. */
const decodeIdentity = identityDecoder();

export interface OpenExchange {
  /** Answers what is running, then ends the stream: the client sends what comes later over another one. */
  drain(): void;
}

export function serveExchange(
  stream: ServerDuplexStream<CallBatch__Output, ReplyBatch>,
  handlers: ReadonlyMap<string, ByteHandler>,
): OpenExchange {
  const running = new Map<number, LazyContext>();
  let replies: Reply[] = [];
  let draining = false;
  let full = false;

  const flush = () => {
    if (full) return;
    const batch = replies;
    replies = [];
    if (batch.length > 0 && stream.writable && !stream.write({ replies: batch })) {
      // A client that does not read its answers is asked for no more calls.
      full = true;
      stream.pause();
    }
    if (draining && running.size === 0) stream.end();
  };
  const answer = (reply: Reply) => {
    if (replies.length === 0) setImmediate(flush);
    replies.push(reply);
  };

  const run = async (call: Call__Output): Promise<void> => {
    const handler = handlers.get(call.method);
    if (handler === undefined) {
      const failure = new CallFailure(status.UNIMPLEMENTED, `no method ${call.method}`);
      answer({ id: call.id, failure: toMessage(failure) });
      return;
    }
    const context = new LazyContext(callerOf(decodeIdentity(call.caller), call.correlationId, call.traceId));
    const timer = call.timeoutMs > 0 ? setTimeout(() => context.abort(), call.timeoutMs) : undefined;
    running.set(call.id, context);
    const reply: Reply = { id: call.id };
    try {
      reply.response = await handler(call.request, context);
    } catch (failure) {
      reply.failure = toMessage(failure as CallFailure);
    }
    clearTimeout(timer);
    running.delete(call.id);
    answer(reply);
  };

  function drain(): void {
    draining = true;
    if (running.size === 0 && replies.length === 0) stream.end();
  }

  stream.on('data', ({ calls }: CallBatch__Output) => {
    // A call that arrives while draining is not answered: the end of the stream tells the client to send it elsewhere.
    for (const call of draining ? [] : calls) {
      if (call.cancel) running.get(call.id)?.abort();
      else void run(call);
    }
  });
  const abandon = () => {
    for (const context of running.values()) context.abort();
  };
  stream.on('drain', () => {
    full = false;
    stream.resume();
    flush();
  });
  stream.on('end', drain);
  stream.on('cancelled', abandon);
  stream.on('error', abandon);

  return { drain };
}
