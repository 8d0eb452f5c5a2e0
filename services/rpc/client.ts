/**
 * A typed client of one service, with deadlines, retries and metadata in one place. Methods that are called for nearly every request
 * share the exchange; the others are unary calls. A handler sees one function per method and cannot tell which is which.
 */
import { Client as Channel, connectivityState, credentials, type Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import client from 'prom-client';
import { CALLER_ENTRY, encodeCaller } from '#proto/caller';
import { CallFailure, ConnectionLost, fromServiceError } from '#proto/failure';
import { type Client, MAX_MESSAGE_BYTES, type MethodName, methodsOf } from '#proto/services';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';
import type { ClientCall } from './client-call.js';
import { credentialMetadata } from './credential.js';
import { type Exchange, openExchange } from './exchange-client.js';

/** How a client calls one method. */
export interface MethodPolicy {
  /** Milliseconds in which the method must answer; less where less is left of the caller's own deadline. */
  readonly deadlineMs: number;
  readonly transport: 'exchange' | 'unary';
  /**
   * - connection-lost: a call whose connection failed is made again
   * - never: it is not, because it may have had an effect that must not be repeated
   */
  readonly retry: 'connection-lost' | 'never';
}

/** A policy for every method of a service, so that a new method does not compile without one. */
export type MethodPolicies<D> = Readonly<Record<MethodName<D>, MethodPolicy>>;

export interface ClientOptions<D> {
  readonly service: string;
  /** host:port, or any name that gRPC resolves. */
  readonly address: string;
  /** The service credential. */
  readonly secret: string;
  readonly policies: MethodPolicies<D>;
}

/** A larger message is sent as a unary call: in the exchange it would delay the others, and be copied once more. */
const MAX_EXCHANGED_BYTES = 64 * 1024;
/** Delays between the attempts of a call. A service that restarts is back within a second or two. */
const RETRY_DELAYS_MS = [25, 100];

export interface ServiceClient<D> {
  readonly call: Client<D, ClientCall>;
  /** Whether the channel is connected; an idle channel begins to connect. */
  ready(): boolean;
  close(): void;
}

export function createClient<D extends object>(definition: D, options: ClientOptions<D>, duration: ClientDuration): ServiceClient<D> {
  const channel = new Channel(options.address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A restarted service is found again quickly; the library's own first back-off is 1 s, its longest 2 min.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Retries are made here; those of the library would multiply with them.
    'grpc.enable_retries': 0,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  const credential = credentialMetadata(options.secret);
  const exchange = openExchange(channel, credential);
  const policies: Readonly<Record<string, MethodPolicy>> = options.policies;

  const call = Object.fromEntries(
    methodsOf(definition).map(([name, method]) => {
      const policy = policies[name];
      const send =
        policy.transport === 'exchange' ? overExchange(exchange, channel, credential, method) : unary(channel, credential, method);
      duration.zero({ target: options.service, method: name, code: 'OK' });
      const observe = (code: string, seconds: number) => duration.observe({ target: options.service, method: name, code }, seconds);
      return [name, retrying(send, policy, observe)];
    }),
  ) as unknown as Client<D, ClientCall>;

  return {
    call,
    ready: () => channel.getChannel().getConnectivityState(true) === connectivityState.READY,
    close: () => {
      exchange.close();
      channel.close();
    },
  };
}

export type ClientDuration = client.Histogram<'target' | 'method' | 'code'>;

export const clientDuration = (registry: Registry): ClientDuration =>
  new client.Histogram({
    name: 'svc_grpc_client_duration_seconds',
    help: 'Time from a call of a service by the gateway to its answer, retries included.',
    labelNames: ['target', 'method', 'code'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });

type Send = (request: object, call: ClientCall, timeoutMs: number) => Promise<object>;

const overExchange = (exchange: Exchange, channel: Channel, credential: Metadata, method: MethodDefinition<object, object>): Send => {
  const alone = unary(channel, credential, { ...method, requestSerialize: (bytes) => bytes as Buffer });
  return async (request, call, timeoutMs) => {
    const bytes = method.requestSerialize(request);
    if (bytes.length > MAX_EXCHANGED_BYTES) return alone(bytes, call, timeoutMs);
    return method.responseDeserialize(await exchange.call(method.path, bytes, call, timeoutMs));
  };
};

const unary =
  (channel: Channel, credential: Metadata, method: MethodDefinition<object, object>): Send =>
  (request, call, timeoutMs) =>
    new Promise((resolve, reject) => {
      const metadata = credential.clone();
      metadata.set(CALLER_ENTRY, encodeCaller(call.caller));
      const running = channel.makeUnaryRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        request,
        metadata,
        { deadline: Date.now() + timeoutMs },
        (error, answer) => {
          call.signal?.removeEventListener('abort', cancel);
          if (error !== null) reject(fromServiceError(error));
          else if (answer === undefined) reject(new CallFailure(status.UNKNOWN, 'the service ended the call without an answer'));
          else resolve(answer);
        },
      );
      const cancel = () => running.cancel();
      if (call.signal?.aborted) cancel();
      else call.signal?.addEventListener('abort', cancel, { once: true });
    });

/**
 * Retries a call whose connection was lost, before the deadline, where the policy allows it. What the service itself answers is never
 * retried, UNAVAILABLE included: it says that the service is busy, and retries would make it busier.
 */
const retrying =
  (send: Send, { deadlineMs, retry }: MethodPolicy, observe: (code: string, seconds: number) => void) =>
  async (request: object, call: ClientCall): Promise<object> => {
    const start = performance.now();
    const endsAt = start + Math.min(deadlineMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
    const delays = retry === 'never' ? [] : RETRY_DELAYS_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send(request, call, endsAt - performance.now());
        observe('OK', (performance.now() - start) / 1000);
        return answer;
      } catch (error) {
        const code = error instanceof CallFailure ? error.code : status.UNKNOWN;
        const delay = error instanceof ConnectionLost ? delays[attempt] : undefined;
        if (delay === undefined || performance.now() + delay >= endsAt) {
          observe(status[code], (performance.now() - start) / 1000);
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  };
