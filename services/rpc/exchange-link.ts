/** One stream of the exchange. A call that was sent over it is answered on it, or fails with it. */
import { type Client as Channel, type ClientDuplexStream, type Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { CallFailure, ConnectionLost, fromMessage } from '#proto/failure';
import { exchange } from '#proto/services';
import type { Call } from '#proto/types/svc/common/v1/Call';
import type { CallBatch } from '#proto/types/svc/common/v1/CallBatch';
import type { ReplyBatch__Output } from '#proto/types/svc/common/v1/ReplyBatch';
import { Slots } from './slots.js';

export interface Waiting {
  readonly timer: NodeJS.Timeout;
  resolve(response: Buffer): void;
  reject(failure: CallFailure): void;
}

export interface Link {
  /**
   * The calls of one event-loop turn are sent together. All wait while the service reads more slowly than they are sent.
   *
   * @returns the call's id on this stream
   */
  send(call: Omit<Call, 'id'>, waiting: Waiting): number;
  /** Cancels a call that nobody waits for any more. */
  cancel(id: number): void;
  close(): void;
}

/** Calls of the same connection that were begun before the service said that it is about to end have been written by then. */
const BEGUN_CALLS_MS = 50;

export interface LinkEvents {
  /** A message arrived: the service is alive. */
  heard(): void;
  /** The service is about to end and takes no more calls over this connection. */
  draining(): void;
  /** The stream takes no more calls. */
  retired(): void;
}

/** @param credential  shown once, when the stream opens */
export function openLink(channel: Channel, credential: Metadata, { heard, draining, retired }: LinkEvents): Link {
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
  let told = false;
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
    retired();
    for (const { timer, reject } of waiting.takeAll()) {
      clearTimeout(timer);
      reject(failure);
    }
  };

  stream.on('data', ({ replies, draining: lastCalls }: ReplyBatch__Output) => {
    heard();
    for (const { id, response, failure } of replies) {
      const caller = waiting.take(id);
      // Its deadline has passed.
      if (caller === undefined) continue;
      clearTimeout(caller.timer);
      if (failure === null) caller.resolve(response);
      else caller.reject(fromMessage(failure));
    }
    if (lastCalls && !told) {
      told = true;
      retired();
      draining();
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

  return {
    send: (call, caller) => {
      const id = waiting.add(caller);
      queue({ ...call, id });
      return id;
    },
    cancel: (id) => {
      waiting.take(id);
      // The service abandons the calls of a stream that has no more to say anyway, once their own deadlines have passed.
      if (!ending) queue({ id, cancel: true });
    },
    close: () => stream.end(),
  };
}
