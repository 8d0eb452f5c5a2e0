/** The other replicas of this service, as this one finds and calls them. */
import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import { Client as Channel, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import client from 'prom-client';
import type { Launch } from '#engine';
import { fromServiceError } from '#proto/failure';
import { MAX_MESSAGE_BYTES, replicas as service } from '#proto/services';
import { parseAddress } from '../common/config.js';
import type { Log } from '../common/log.js';
import type { Registry } from '../common/metrics.js';
import { launchRequest, valuesOf } from './launch-message.js';
import type { Replica } from './spread.js';

export interface Replicas {
  /** Of this process: a replica that finds its own is itself. */
  readonly self: string;
  /** Those that would take a launch now. */
  readonly available: () => readonly Replica[];
  close(): void;
}

/** Names are looked up as often: a replica that is started joins, one that is gone leaves. */
const LOOK_UP_MS = 5_000;
/** One that failed is asked again after so long; one that computes otherwise, after longer. */
const ASIDE_MS = 2_000;
const UNFIT_MS = 60_000;
/** A launch takes a second or two where it is long; without an answer by then the connection is as good as lost. */
const DEADLINE_MS = 30_000;

const OUTCOMES = ['done', 'failed', 'refused', 'late'] as const;
type Outcome = (typeof OUTCOMES)[number];

interface Known extends Replica {
  readonly free: () => boolean;
  readonly close: () => void;
}

/** @param addresses of the replicas; a name stands for each address that it has */
export function openReplicas(addresses: readonly string[], log: Log, registry: Registry): Replicas {
  const self = randomUUID();
  const known = new Map<string, Known>();
  const launches = new client.Counter({
    name: 'svc_replica_launches_total',
    help: 'Kernel calls that other replicas ran for this one: done; failed or late ones were computed again; refused ones were computed here.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of OUTCOMES) launches.inc({ outcome }, 0);
  const count = (outcome: Outcome): void => launches.inc({ outcome });

  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  /** Addresses whose look-up has failed since it last succeeded: that is said once. */
  const unfound = new Set<string>();

  async function targets(): Promise<Set<string> | undefined> {
    const found = new Set<string>();
    for (const address of addresses) {
      const { host, port } = parseAddress(address)!;
      try {
        for (const { address: ip } of await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true }))
          found.add(isIPv6(ip) ? `[${ip}]:${port}` : `${ip}:${port}`);
        unfound.delete(address);
      } catch (error) {
        // It may be the name service that is away, and not they: those that are known stay.
        if (!unfound.has(address)) log.warn({ err: error, address }, 'the replicas of an address could not be looked up');
        unfound.add(address);
        return undefined;
      }
    }
    return found;
  }
  async function lookUp(): Promise<void> {
    const found = await targets();
    if (closed) return;
    timer = setTimeout(lookUp, LOOK_UP_MS);
    if (found === undefined) return;
    for (const [target, replica] of known) {
      if (found.has(target)) continue;
      known.delete(target);
      replica.close();
    }
    for (const target of found) if (!known.has(target)) known.set(target, openReplica(target, self, log, count));
  }
  void lookUp();

  return {
    self,
    available: () => [...known.values()].filter((replica) => replica.free()),
    close: () => {
      closed = true;
      clearTimeout(timer);
      for (const replica of known.values()) replica.close();
      known.clear();
    },
  };
}

function openReplica(target: string, self: string, log: Log, count: (outcome: Outcome) => void): Known {
  const { path, requestSerialize, responseDeserialize } = service.RunLaunch;
  const channel = new Channel(target, credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1000,
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.enable_retries': 0,
  });
  let busy = 0;
  let asideUntil = 0;
  /** Why it was put aside last; one that computes again has no reason any more. */
  let said = '';

  const putAside = (forMs: number, reason: string): void => {
    if (reason !== said) log.warn({ replica: target, reason, forMs }, 'a replica is given no launches');
    said = reason;
    asideUntil = performance.now() + forMs;
  };
  const failed = (error: ServiceError): void => {
    const { code, message } = fromServiceError(error);
    if (code === status.RESOURCE_EXHAUSTED) {
      asideUntil = performance.now() + ASIDE_MS / 10;
      count('refused');
    } else if (code === status.FAILED_PRECONDITION) {
      putAside(UNFIT_MS, message);
      count('refused');
    } else {
      putAside(ASIDE_MS, message);
      count('failed');
    }
  };

  return {
    busy: () => busy,
    free: () => performance.now() >= asideUntil,
    run: (launch: Launch, arithmetic: string) =>
      new Promise((resolve, reject) => {
        busy++;
        channel.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          launchRequest(launch, arithmetic, self),
          new Metadata(),
          { deadline: Date.now() + DEADLINE_MS },
          (error, reply) => {
            busy--;
            if (error) {
              failed(error);
              reject(error);
            } else if (reply!.own) {
              asideUntil = Number.POSITIVE_INFINITY;
              log.info({ replica: target }, 'a replica is this process itself');
              count('refused');
              reject(new Error('it is this process itself'));
            } else {
              said = '';
              count('done');
              resolve(valuesOf(reply!.values));
            }
          },
        );
      }),
    late: () => {
      putAside(ASIDE_MS, 'it is slower than the rest of the run');
      count('late');
    },
    close: () => channel.close(),
  };
}
