/**
 * The client's side of the exchange: the calls of one event-loop turn are sent in one message of a long-lived stream. Each call has its
 * own deadline and failure, and is cancelled when its deadline passes. A caller who hangs up is not followed here: such a call ends
 * sooner than its cancellation would arrive.
 */
import { type Client as Channel, type Metadata, status } from '@grpc/grpc-js';
import { identityEncoder } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import type { ClientCall } from './client-call.js';
import { type Link, openLink } from './exchange-link.js';

/** With more unanswered calls, or more bytes of them, a service is not keeping up: further calls would only wait for their deadlines. */
const MAX_IN_FLIGHT = 20_000;
const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024;
/** The method of a call that every service answers at once. */
const SIGN_OF_LIFE = '';
/** After this, the answer is not waited for any more; whatever arrives meanwhile is a sign of life too. */
const SIGN_OF_LIFE_TIMEOUT_MS = 10_000;

export interface Exchange {
  /** @param timeoutMs more than 0 */
  call(method: string, request: Buffer, call: ClientCall, timeoutMs: number): Promise<Buffer>;
  /** Opens the stream, where there is none, and asks the service for a sign of life. */
  ping(): void;
  close(): void;
}

export interface ExchangeEvents {
  /** A message arrived: the service is alive. */
  readonly heard?: () => void;
  /** The service is about to end: it answers the calls that it has, and further ones must be sent elsewhere. */
  readonly draining?: () => void;
}

export function openExchange(channel: Channel, credential: Metadata, events: ExchangeEvents = {}): Exchange {
  const encodeIdentity = identityEncoder();
  let current: Link | undefined;
  let calls = 0;
  let bytes = 0;

  const overloaded = (): string | undefined => {
    if (calls >= MAX_IN_FLIGHT) return `${MAX_IN_FLIGHT} calls wait for an answer already`;
    return bytes >= MAX_BYTES_IN_FLIGHT ? `calls of ${MAX_BYTES_IN_FLIGHT} bytes wait for an answer already` : undefined;
  };
  const open = (): Link => {
    const link: Link = openLink(channel, credential, {
      heard: () => events.heard?.(),
      draining: () => events.draining?.(),
      retired: () => {
        if (current === link) current = undefined;
      },
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
        calls++;
        bytes += request.length;
        const done = () => {
          calls--;
          bytes -= request.length;
        };
        const timer = setTimeout(() => {
          link.cancel(id);
          done();
          reject(new CallFailure(status.DEADLINE_EXCEEDED, `no answer within ${Math.round(timeoutMs)} ms`));
        }, timeoutMs);
        const id = link.send(
          {
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
    ping: () => {
      current ??= open();
      const link = current;
      const timer = setTimeout(() => link.cancel(id), SIGN_OF_LIFE_TIMEOUT_MS);
      const id = link.send({ method: SIGN_OF_LIFE }, { timer, resolve: () => undefined, reject: () => undefined });
    },
    close: () => current?.close(),
  };
}
