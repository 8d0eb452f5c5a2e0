/**
 * The client's side of the exchange: the calls of one event-loop turn go out in one message of a long-lived
 * stream. Each keeps its own deadline and failure; a call whose deadline passes is cancelled. A caller who hangs up
 * is not followed here: a hot call is over sooner than its cancellation would arrive.
 */
import { type Client as Channel, type Metadata, status } from '@grpc/grpc-js';
import { identityEncoder } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { ClientCall } from './client-call.js';
import { type Link, openLink } from './exchange-link.js';

/** Beyond this many unanswered calls, or bytes of them, a service is not keeping up; more would only wait for their deadlines. */
const MAX_IN_FLIGHT = 20_000;
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024;
/** Call ids are uint32 on the wire and wrap; those in flight are far fewer. */
const ID_LIMIT = 2 ** 32;
/** A stream stays with one replica for life; a new one now and then spreads the calls over those that have come since. */
const STREAM_LIFETIME_MS = 60_000;

export interface Exchange {
  /** @param timeoutMs more than 0 */
  call(method: string, request: Buffer, call: ClientCall, timeoutMs: number): Promise<Buffer>;
  close(): void;
}

export function openExchange(channel: Channel, credential: Metadata, lifetimeMs = STREAM_LIFETIME_MS): Exchange {
  const encodeIdentity = identityEncoder();
  let current: Link | undefined;
  let nextId = 0;
  let calls = 0;
  let bytes = 0;

  const overloaded = (): string | undefined => {
    if (calls >= MAX_IN_FLIGHT) return `${MAX_IN_FLIGHT} calls are waiting already`;
    return bytes >= MAX_BYTES_IN_FLIGHT ? `calls of ${MAX_BYTES_IN_FLIGHT} bytes are waiting already` : undefined;
  };
  const open = (): Link => {
    const link: Link = openLink(channel, credential, lifetimeMs, () => {
      if (current === link) current = undefined;
    });
    return link;
  };

  return {
    call: (method, request, { caller }, timeoutMs) =>
      new Promise((resolve, reject) => {
        const reason = overloaded();
        if (reason !== undefined) {
          reject(new CallFailure(status.UNAVAILABLE, reason));
          return;
        }
        current ??= open();
        const link = current;
        const id = nextId;
        nextId = (nextId + 1) % ID_LIMIT;
        calls++;
        bytes += request.length;
        const done = () => {
          calls--;
          bytes -= request.length;
        };
        const timer = setTimeout(() => {
          link.giveUp(id);
          done();
          reject(new CallFailure(status.DEADLINE_EXCEEDED, `no answer within ${Math.round(timeoutMs)} ms`));
        }, timeoutMs);
        link.send(
          {
            id,
            method,
            request,
            caller: encodeIdentity(caller),
            correlationId: caller.correlationId,
            traceId: caller.traceId,
            timeoutMs: Math.ceil(timeoutMs),
          },
          {
            timer,
            resolve: (response) => {
              done();
              resolve(response);
            },
            reject: (failure) => {
              done();
              reject(failure);
            },
          },
        );
      }),
    close: () => current?.close(),
  };
}
