/**
 * The replicas of a service, and the choice of one for the next call. The round_robin of grpc-js knows neither load nor signs of life; see
 * attempts.ts for its measurement.
 */
import type { ChannelCredentials, Metadata } from '@grpc/grpc-js';
import type { Address } from '../runtime/config.js';
import { FITNESS, openReplica, type Replica, TICK_MS } from './replica.js';
import { resolveAddresses } from './resolve.js';
import type { Computed } from './unary.js';

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
