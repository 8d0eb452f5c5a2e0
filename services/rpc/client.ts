/**
 * A typed client of one service: deadlines, retries and metadata in this one layer. Hot calls share the
 * exchange; the others are unary. A handler sees one function a method and cannot tell which is which.
 */
import { Client as Channel, connectivityState, credentials, type Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import client from 'prom-client';
import { CALLER_ENTRY, encodeCaller } from '#proto/caller';
import { CallFailure, fromServiceError } from '#proto/failure';
import { type Client, MAX_MESSAGE_BYTES, methodsOf } from '#proto/services';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';
import type { ClientCall } from './client-call.js';
import { credentialMetadata } from './credential.js';
import { type Exchange, openExchange } from './exchange-client.js';

export interface ClientOptions {
  readonly service: string;
  /** host:port, or any name that gRPC resolves. */
  readonly address: string;
  /** The service credential. */
  readonly secret: string;
  readonly timeoutMs: number;
  /** Milliseconds; for the methods that take longer. */
  readonly timeouts: Readonly<Record<string, number>>;
  /** Methods that go through the exchange. */
  readonly hot: ReadonlySet<string>;
  /** Methods that must not be sent twice. */
  readonly once: ReadonlySet<string>;
}

/** A larger message goes alone, so that it holds up no others; in the exchange it would be copied once more, too. */
const LARGEST_EXCHANGED_BYTES = 64 * 1024;
/** A service that restarts is back within a second or two; until then a call waits this long between tries. */
const RETRY_DELAYS_MS = [25, 100];

export interface ServiceClient<D> {
  readonly call: Client<D, ClientCall>;
  /** Whether the channel has a connection; an idle one is asked to make it. */
  ready(): boolean;
  close(): void;
}

export function createClient<D extends object>(definition: D, options: ClientOptions, duration: ClientDuration): ServiceClient<D> {
  const channel = new Channel(options.address, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A restarted service is found again at once; the library's own first wait is a second, its longest two minutes.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Retries are this layer's; two layers would multiply.
    'grpc.enable_retries': 0,
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  });
  const credential = credentialMetadata(options.secret);
  const exchange = openExchange(channel, credential);

  const call = Object.fromEntries(
    methodsOf(definition).map(([name, method]) => {
      const send = options.hot.has(name) ? overExchange(exchange, channel, credential, method) : unary(channel, credential, method);
      const tries = options.once.has(name) ? [] : RETRY_DELAYS_MS;
      duration.zero({ target: options.service, method: name, code: 'OK' });
      const observe = (code: string, seconds: number) => duration.observe({ target: options.service, method: name, code }, seconds);
      return [name, retrying(send, tries, options.timeouts[name] ?? options.timeoutMs, observe)];
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
    help: 'Time from the gateway’s call of a service to its answer, retries included.',
    labelNames: ['target', 'method', 'code'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });

type Send = (request: object, call: ClientCall, timeoutMs: number) => Promise<object>;

const overExchange = (exchange: Exchange, channel: Channel, credential: Metadata, method: MethodDefinition<object, object>): Send => {
  const alone = unary(channel, credential, { ...method, requestSerialize: (bytes) => bytes as Buffer });
  return async (request, call, timeoutMs) => {
    const bytes = method.requestSerialize(request);
    if (bytes.length > LARGEST_EXCHANGED_BYTES) return alone(bytes, call, timeoutMs);
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
          if (error) reject(fromServiceError(error));
          else resolve(answer!);
        },
      );
      const cancel = () => running.cancel();
      if (call.signal?.aborted) cancel();
      else call.signal?.addEventListener('abort', cancel, { once: true });
    });

/**
 * Only UNAVAILABLE is tried again, inside the deadline, and never for a method that must run once: a lost stream
 * does not say whether it ran.
 */
const retrying =
  (send: Send, delays: readonly number[], defaultTimeoutMs: number, observe: (code: string, seconds: number) => void) =>
  async (request: object, call: ClientCall): Promise<object> => {
    const start = performance.now();
    const deadline = start + (call.timeoutMs ?? defaultTimeoutMs);
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await send(request, call, deadline - performance.now());
        observe('OK', (performance.now() - start) / 1000);
        return answer;
      } catch (error) {
        const code = error instanceof CallFailure ? error.code : status.UNKNOWN;
        const delay = delays[attempt];
        const worthATry = delay !== undefined && code === status.UNAVAILABLE && performance.now() + delay < deadline;
        if (!worthATry) {
          observe(status[code], (performance.now() - start) / 1000);
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  };
