/**
 * The replicas of a service: the connection to each, and the choice of one for the next call. Calls avoid a replica while it is about to
 * end, gives no sign of life, or has failed several calls in a row.
 *
 * Each replica has a channel, because each stream of the exchange belongs to one replica, and a load balancer of grpc-js would choose it
 * by itself. The round_robin of grpc-js knows neither load nor signs of life; see attempts.ts for its measurement. Its outlier_detection
 * ejects a replica at the end of an interval: with one of 1 s, further calls failed after five failures in a row, where replicas.test.ts
 * expects none.
 */
import { Client as Channel, type ChannelCredentials, connectivityState, type Metadata, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { Busy, CallFailure, ConnectionLost } from '#proto/failure';
import { MAX_MESSAGE_BYTES } from '#proto/services';
import type { Address } from '../runtime/config.js';
import { openExchange } from './exchange.js';
import type { ClientCall, Transport } from './method-table.js';
import { resolveAddresses } from './resolve.js';
import { Slots } from './slots.js';
import { type Computed, callUnary } from './unary.js';

/** Suitability of a replica for the next call, best first. */
const FITNESS = ['fit', 'doubtful', 'connecting', 'down'] as const;
export type Fitness = (typeof FITNESS)[number];

export interface Replica {
  readonly fitness: Fitness;
  /** Expected waiting time of a further call, up to a factor: lower is better. */
  readonly load: number;
  /** @throws CallFailure as the service answers; ConnectionLost where no answer came */
  call(
    method: MethodDefinition<object, object>,
    transport: Transport,
    request: Buffer,
    call: ClientCall,
    timeoutMs: number,
  ): Promise<object>;
  /** @param listener called when calls under way should also be made elsewhere. @returns removes the listener */
  onDoubt(listener: () => void): () => void;
  /** Checks the replica. The caller calls it every TICK_MS. */
  tick(): void;
  /** Sends no more calls, and closes the connection when those under way have ended. */
  retire(): void;
}

/** A larger message is sent as a unary call: in the exchange it would delay other calls, and be copied once more. */
const MAX_EXCHANGED_BYTES = 64 * 1024;
/** Interval of the checks on a replica. */
const TICK_MS = 200;
/**
 * A replica that is silent for one check is asked for a sign of life, and doubted when it has given none by the second check after that.
 */
const MAX_SILENT_TICKS = 3;
/** Failures in a row after which a replica gets no calls for a while. A refusal by the service is no failure. */
const MAX_FAILURES = 5;
const EJECTION_MS = 5_000;
/** Weight of the newest call in the moving average of a replica's times. */
const NEWEST_CALL_WEIGHT = 0.1;
/** The average decays by half within about a second, so that a replica that was slow gets calls again. */
const TICK_DECAY = 0.9;

/** @param name  the name of the service, which its certificate must have */
function openReplica(
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
    // Replicas of two services may have the same address, one after the other, and must not share a connection.
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
    computed,
  });
  const state = (): connectivityState => channel.getChannel().getConnectivityState(!retired);
  const silent = (): boolean => silentTicks >= MAX_SILENT_TICKS;

  function note(failure: unknown, transport: Transport, ms: number): void {
    if (transport === 'exchange') exchangeMs += NEWEST_CALL_WEIGHT * (ms - exchangeMs);
    if (!isFault(failure, transport)) failures = 0;
    else if (++failures >= MAX_FAILURES) {
      failures = 0;
      ejectedUntil = performance.now() + EJECTION_MS;
    }
  }

  /** Connects at once and again, not with the first call, and opens the stream that carries the notice of draining. */
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
      // The stream stays open while there are no calls, so that it can carry the notice of draining.
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

/** Returns true where a failure tells something about the replica, and not about the call. */
function isFault(failure: unknown, transport: Transport): boolean {
  if (!(failure instanceof CallFailure) || failure instanceof Busy) return false;
  if (failure instanceof ConnectionLost || failure.code === status.UNKNOWN) return true;
  // A simulation may take longer than its caller waits; a look-up does not.
  return failure.code === status.DEADLINE_EXCEEDED && transport === 'exchange';
}

export interface Replicas {
  /**
   * The better of two of the fittest replicas, by load. Two drawn at random and not all are compared, so that several gateways do not
   * all choose the same one.
   *
   * @param except  replicas that have the call already
   * @returns undefined where there is no other
   */
  pick(except?: readonly Replica[]): Replica | undefined;
  /** Returns true while some replica is connected. */
  ready(): boolean;
  /** All replicas of the last resolution. */
  all(): readonly { readonly address: string; readonly replica: Replica }[];
  close(): void;
}

interface ReplicasOptions {
  /** host:port, or several separated by commas. A host may be a name with the addresses of several replicas. */
  readonly address: string;
  readonly channelCredentials: ChannelCredentials;
  readonly credential: Metadata;
  /** The name that the certificates of the replicas must have; undefined without TLS. */
  readonly serverName: string | undefined;
  readonly computed: Computed;
}

export function openReplicas({ address, channelCredentials, credential, serverName, computed }: ReplicasOptions): Replicas {
  const replicas = new Map<string, Replica>();

  const resolution = resolveAddresses(address, (addresses: readonly Address[]) => {
    const keyed = new Map(addresses.map((each) => [`${each.host} ${each.port}`, each]));
    for (const [key, each] of keyed)
      if (!replicas.has(key)) replicas.set(key, openReplica(each, channelCredentials, credential, serverName, computed));
    for (const [key, replica] of replicas) {
      if (keyed.has(key)) continue;
      replicas.delete(key);
      replica.retire();
    }
  });
  const ticks = setInterval(() => {
    for (const replica of replicas.values()) replica.tick();
  }, TICK_MS).unref();

  return {
    pick: (except = []) => {
      const [only] = replicas.values();
      if (replicas.size === 1 && except.length === 0) return only;
      for (const fitness of FITNESS) {
        const candidates = [...replicas.values()].filter((replica) => !except.includes(replica) && replica.fitness === fitness);
        if (candidates.length === 0) {
          // None is fit: there may be others by now.
          if (fitness === 'fit') resolution.refresh();
          continue;
        }
        const first = Math.floor(Math.random() * candidates.length);
        const other = (first + 1 + Math.floor(Math.random() * (candidates.length - 1))) % candidates.length;
        const [one, another] = [candidates[first], candidates[other]];
        return one === undefined || (another !== undefined && another.load < one.load) ? another : one;
      }
      return undefined;
    },
    all: () => [...replicas].map(([key, replica]) => ({ address: key.replace(' ', ':'), replica })),
    ready: () => [...replicas.values()].some(({ fitness }) => fitness === 'fit' || fitness === 'doubtful'),
    close: () => {
      clearInterval(ticks);
      resolution.stop();
      for (const replica of replicas.values()) replica.retire();
      replicas.clear();
    },
  };
}
