/**
 * The connection to one replica of a service, and whether calls should be sent over it: not while the replica is about to end, gives no
 * sign of life, or has failed several calls in a row.
 */
import { Client as Channel, type ChannelCredentials, connectivityState, type Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { Busy, CallFailure, ConnectionLost } from '#proto/failure';
import { MAX_MESSAGE_BYTES } from '#proto/services';
import type { ClientCall } from './client-call.js';
import { openExchange } from './exchange-client.js';
import { Slots } from './slots.js';
import { type Computed, callUnary } from './unary.js';

export type Transport = 'exchange' | 'unary';

/** How suitable a replica is for the next call, best first. */
export const FITNESS = ['fit', 'doubtful', 'connecting', 'down'] as const;
export type Fitness = (typeof FITNESS)[number];

export interface Replica {
  readonly fitness: Fitness;
  /** What a further call would probably wait for: lower is better. */
  readonly load: number;
  /** @throws CallFailure as the service answers; ConnectionLost where no answer came */
  call(
    method: MethodDefinition<object, object>,
    transport: Transport,
    request: Buffer,
    call: ClientCall,
    timeoutMs: number,
  ): Promise<object>;
  /** @param listener called when calls under way had better be made elsewhere too. @returns removes it */
  onDoubt(listener: () => void): () => void;
  /** To be called every TICK_MS. */
  tick(): void;
  /** Sends no more calls, and closes the connection when those under way have ended. */
  retire(): void;
}

/** A larger message is sent as a unary call: in the exchange it would delay the others, and be copied once more. */
const MAX_EXCHANGED_BYTES = 64 * 1024;
/** Interval of the checks on a replica. */
export const TICK_MS = 200;
/** A replica that is silent for one check is asked for a sign of life, and doubted when it has given none by the second check after that. */
const MAX_SILENT_TICKS = 3;
/** Failures in a row after which a replica is not called for a while. What a service refuses is no failure. */
const MAX_FAILURES = 5;
const EJECTION_MS = 5_000;
/** Weight of the newest call in the mean time of a replica's calls. */
const NEWEST_SHARE = 0.1;

/** A mean time is forgotten by half within about a second, so that a replica that was slow gets calls again. */
const TICK_DECAY = 0.9;

/** @param name  of the service, which its certificate must have */
export function openReplica(
  { host, port }: { readonly host: string; readonly port: number },
  channelCredentials: ChannelCredentials,
  credential: Metadata,
  name: string | undefined,
  computed: Computed,
): Replica {
  const target = host.includes(':') ? `ipv6:[${host}]:${port}` : `ipv4:${host}:${port}`;
  const channel = new Channel(target, channelCredentials, {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A restarted service is found again quickly; the library's own first back-off is 1 s, its longest 2 min.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    // Retries are made by the client; those of the library would multiply with them.
    'grpc.enable_retries': 0,
    // Replicas of two services may have one address in turn, and must not share a connection.
    'grpc.use_local_subchannel_pool': 1,
    ...(name !== undefined && { 'grpc.ssl_target_name_override': name, 'grpc.default_authority': name }),
  });
  const doubts = new Slots<() => void>();
  let draining = false;
  let retired = false;
  let silentTicks = 0;
  let failures = 0;
  let ejectedUntil = 0;
  let inFlight = 0;
  let exchangeMs = 0;

  const exchange = openExchange(channel, credential, {
    heard: () => {
      silentTicks = 0;
    },
    draining: () => {
      draining = true;
    },
  });
  const state = (): connectivityState => channel.getChannel().getConnectivityState(!retired);
  const silent = (): boolean => silentTicks >= MAX_SILENT_TICKS;

  function note(failure: unknown, transport: Transport, ms: number): void {
    if (transport === 'exchange') exchangeMs += NEWEST_SHARE * (ms - exchangeMs);
    if (!isFault(failure, transport)) failures = 0;
    else if (++failures >= MAX_FAILURES) {
      failures = 0;
      ejectedUntil = performance.now() + EJECTION_MS;
    }
  }

  /** Connects at once and again, not with the first call, and opens the stream over which the service says that it is about to end. */
  function follow(): void {
    if (retired) return;
    const current = state();
    if (current === connectivityState.READY) {
      draining = false;
      exchange.ping();
    }
    channel.getChannel().watchConnectivityState(current, Number.POSITIVE_INFINITY, (error) => {
      if (error === undefined) follow();
    });
  }
  follow();

  const closeIfDone = (): void => {
    if (!retired || inFlight > 0) return;
    exchange.close();
    channel.close();
  };

  return {
    get fitness() {
      const current = state();
      if (current === connectivityState.READY) return draining || silent() || performance.now() < ejectedUntil ? 'doubtful' : 'fit';
      return current === connectivityState.TRANSIENT_FAILURE || current === connectivityState.SHUTDOWN ? 'down' : 'connecting';
    },
    get load() {
      return (inFlight + 1) * (1 + exchangeMs);
    },
    call: async (method, transport, request, call, timeoutMs) => {
      const start = performance.now();
      inFlight++;
      let failure: unknown;
      try {
        if (transport === 'unary' || request.length > MAX_EXCHANGED_BYTES)
          return await callUnary(channel, credential, method, request, call, timeoutMs, computed);
        return method.responseDeserialize(await exchange.call(method.path, request, call, timeoutMs));
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        inFlight--;
        note(failure, transport, performance.now() - start);
        closeIfDone();
      }
    },
    onDoubt: (listener) => {
      const id = doubts.add(listener);
      return () => doubts.take(id);
    },
    tick: () => {
      exchangeMs *= TICK_DECAY;
      if (state() !== connectivityState.READY) {
        silentTicks = 0;
        return;
      }
      // The stream stays open while there are no calls, so that the service can say that it is about to end.
      if (!draining && !retired) exchange.ping();
      silentTicks++;
      if (silentTicks === MAX_SILENT_TICKS) for (const listener of doubts.values()) listener();
    },
    retire: () => {
      retired = true;
      closeIfDone();
    },
  };
}

/** Whether a failure says something about the replica, and not about the call. */
function isFault(failure: unknown, transport: Transport): boolean {
  if (!(failure instanceof CallFailure) || failure instanceof Busy) return false;
  if (failure instanceof ConnectionLost || failure.code === status.UNKNOWN) return true;
  // A simulation may take longer than its caller waits; a look-up does not.
  return failure.code === status.DEADLINE_EXCEEDED && transport === 'exchange';
}
