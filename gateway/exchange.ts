/**
 * The client's side of the exchange: the calls of one event-loop turn go out in one message of a long-lived
 * stream. Each keeps its own deadline and failure; a call whose deadline passes is cancelled. A caller who hangs up
 * is not followed here: a hot call is over sooner than its cancellation would arrive.
 */
import { type Client as Channel, type ClientDuplexStream, Metadata, status } from '@grpc/grpc-js';
import { CallFailure, fromMessage } from '#proto/failure';
import { exchange } from '#proto/services';
import type { Call } from '#proto/types/svc/common/v1/Call';
import type { CallBatch } from '#proto/types/svc/common/v1/CallBatch';
import type { ReplyBatch__Output } from '#proto/types/svc/common/v1/ReplyBatch';
import type { ClientCall } from './client-call.js';

/** Beyond this many unanswered calls a service is not keeping up; more would only wait for their deadlines. */
const MAX_IN_FLIGHT = 20_000;
/** Call ids are uint32 on the wire and wrap; those in flight are far fewer. */
const ID_LIMIT = 2 ** 32;
/** A stream stays with one replica for life; a new one now and then spreads the calls over those that have come since. */
const STREAM_LIFETIME_MS = 60_000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(response: Buffer): void;
  reject(failure: CallFailure): void;
}

type Stream = ClientDuplexStream<CallBatch, ReplyBatch__Output>;

export interface Exchange {
  /** @param timeoutMs more than 0 */
  call(method: string, request: Buffer, call: ClientCall, timeoutMs: number): Promise<Buffer>;
  close(): void;
}

export function openExchange(channel: Channel, lifetimeMs = STREAM_LIFETIME_MS): Exchange {
  const { path, requestSerialize, responseDeserialize } = exchange.Open;
  let stream: Stream | undefined;
  let waiting = new Map<number, Waiting>();
  let outgoing: Call[] = [];
  let nextId = 0;
  let openedAt = 0;

  function open(): Stream {
    const opened: Stream = channel.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata());
    openedAt = performance.now();
    // What was sent over a stream is answered on it or fails with it; a later stream starts afresh.
    const mine = waiting;
    const lost = (reason: string) => {
      if (stream === opened) {
        stream = undefined;
        waiting = new Map();
      }
      for (const { timer, reject } of mine.values()) {
        clearTimeout(timer);
        reject(new CallFailure(status.UNAVAILABLE, reason));
      }
      mine.clear();
    };
    opened.on('data', ({ replies }: ReplyBatch__Output) => {
      for (const { id, response, failure } of replies) {
        const caller = mine.get(id);
        // Its deadline came first.
        if (caller === undefined) continue;
        mine.delete(id);
        clearTimeout(caller.timer);
        if (failure === null) caller.resolve(response);
        else caller.reject(fromMessage(failure));
      }
    });
    opened.on('error', (error: Error) => lost(error.message));
    opened.on('end', () => {
      opened.end();
      lost('the service is shutting down');
    });
    return opened;
  }

  const flush = () => {
    const calls = outgoing;
    outgoing = [];
    stream ??= open();
    stream.write({ calls });
    if (performance.now() - openedAt > lifetimeMs) retire(stream);
  };
  /** It answers what it was sent; whatever comes now goes over another. */
  const retire = (aged: Stream) => {
    stream = undefined;
    waiting = new Map();
    aged.end();
  };
  const send = (call: Call) => {
    if (outgoing.length === 0) setImmediate(flush);
    outgoing.push(call);
  };

  return {
    call: (method, request, call, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= MAX_IN_FLIGHT) {
          reject(new CallFailure(status.UNAVAILABLE, `${MAX_IN_FLIGHT} calls are waiting already`));
          return;
        }
        const id = nextId;
        nextId = (nextId + 1) % ID_LIMIT;
        const mine = waiting;
        const timer = setTimeout(() => {
          mine.delete(id);
          send({ id, cancel: true });
          reject(new CallFailure(status.DEADLINE_EXCEEDED, `no answer within ${Math.round(timeoutMs)} ms`));
        }, timeoutMs);
        mine.set(id, { timer, resolve, reject });
        send({ id, method, request, correlationId: call.correlationId, tenantId: call.tenantId, timeoutMs: Math.ceil(timeoutMs) });
      }),
    close: () => stream?.end(),
  };
}
