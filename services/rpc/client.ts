/**
 * A typed client of one service: deadlines, replicas, retries, credential and metrics. Methods that are called for nearly every request
 * share the exchange; the others are unary calls. The caller sees one function per method and cannot tell which is which.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import client from 'prom-client';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { type Client, type MethodName, methodsOf, processCalls } from '#proto/services';
import type { ProcessReport__Output } from '#proto/types/svc/common/v1/ProcessReport';
import type { CertificateFiles } from '../runtime/certificates.js';
import { defined } from '../runtime/defined.js';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';
import { inSpan } from '../runtime/tracing.js';
import { attempt, openRetryBudget, REPETITIONS, type Repetition } from './attempts.js';
import { credentialMetadata } from './credential.js';
import type { ClientCall, MethodPolicy } from './method-table.js';
import { type Fitness, openReplicas } from './replicas.js';
import { clientCredentials } from './tls.js';
import type { Computed } from './unary.js';

/** A policy for every method of a service, so that a new method does not compile without one. */
export type MethodPolicies<D> = Readonly<Record<MethodName<D>, MethodPolicy>>;

interface ClientOptions<D> {
  readonly service: string;
  /** host:port, or several separated by commas. A host may be a name with the addresses of several replicas. */
  readonly address: string;
  /** The service credential. */
  readonly secret: string;
  /** The service must show a certificate of its name where these files are set. */
  readonly certificates?: CertificateFiles;
  readonly policies: MethodPolicies<D>;
  readonly computed?: Computed;
}

/** A replica as this process sees it, with its own report where it answers. */
export interface ReplicaReport {
  /** host:port */
  readonly address: string;
  readonly fitness: Fitness;
  readonly process?: ProcessReport__Output;
}

/** Time in which a replica must answer with its report. */
const DESCRIBE_TIMEOUT_MS = 1_000;

/** Milliseconds after the start in which a call waits for a service that has not been connected yet, and that it keeps for itself. */
const FIRST_CONNECTION_MS = 10_000;
const MIN_CALL_MS = 1_000;
const FIRST_CONNECTION_POLL_MS = 20;

export interface ServiceClient<D> {
  readonly call: Client<D, ClientCall>;
  replicas(call: ClientCall): Promise<ReplicaReport[]>;
  /** Returns true while a replica is connected. */
  ready(): boolean;
  /** Resolves where a replica answers that it can serve. @throws CallFailure UNAVAILABLE where none does */
  serves(): Promise<void>;
  close(): void;
}

export function createClient<D extends object>(definition: D, options: ClientOptions<D>, metrics: ClientMetrics): ServiceClient<D> {
  const target = options.service;
  const replicas = openReplicas({
    address: options.address,
    // A file that cannot be read again is found and reported by the services, which read the same authority's files.
    channelCredentials: clientCredentials(options.certificates ?? {}, () => undefined),
    credential: credentialMetadata(options.secret),
    serverName: options.certificates?.SVC_GRPC_TLS_CA_FILE === undefined ? undefined : target,
    computed: options.computed ?? (() => undefined),
  });
  const budget = openRetryBudget();
  const policies: Readonly<Record<string, MethodPolicy>> = options.policies;
  metrics.calls.inc({ target, code: 'OK' }, 0);
  for (const why of REPETITIONS) metrics.repetitions.inc({ target, why }, 0);
  const repeated = (why: Repetition) => metrics.repetitions.inc({ target, why });

  const openedAt = performance.now();
  let connected = false;
  /** Waits until a replica is connected for the first time, so that no call is refused because it is the first. */
  async function firstConnection(endsAt: number): Promise<void> {
    const waitsUntil = Math.min(openedAt + FIRST_CONNECTION_MS, endsAt - MIN_CALL_MS);
    while (!replicas.ready() && performance.now() < waitsUntil) await pause(FIRST_CONNECTION_POLL_MS);
    connected = replicas.ready() || performance.now() > openedAt + FIRST_CONNECTION_MS;
  }

  const methods = Object.fromEntries(
    methodsOf(definition).map(([name, method]) => {
      const policy = defined(policies[name], `the policy of ${name}`);
      const options = { replicas, budget, method, policy, repeated };
      const span = { name: method.path.slice(1), kind: 'client', attributes: { 'rpc.system': 'grpc' } } as const;
      const observe = (code: string, start: number) => {
        metrics.duration.observe({ target }, (performance.now() - start) / 1000);
        metrics.calls.inc({ target, code });
      };
      return [
        name,
        async (request: object, call: ClientCall): Promise<object> => {
          const start = performance.now();
          budget.earn();
          try {
            const endsAt = start + Math.min(policy.deadlineMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
            if (!connected) await firstConnection(endsAt);
            const bytes = method.requestSerialize(request);
            const answer = await inSpan(span, () => attempt(options, bytes, call, endsAt));
            observe('OK', start);
            return answer;
          } catch (error) {
            observe(status[error instanceof CallFailure ? error.code : status.UNKNOWN], start);
            throw error;
          }
        },
      ];
    }),
  ) as unknown as Client<D, ClientCall>;

  const [, describe] = defined(methodsOf(processCalls)[0], 'a method of the process');
  const reports = (call: ClientCall): Promise<ReplicaReport[]> =>
    Promise.all(
      replicas.all().map(async ({ address, replica }) => {
        const isConnected = replica.fitness === 'fit' || replica.fitness === 'doubtful';
        const process = isConnected
          ? await replica.call(describe, 'unary', describe.requestSerialize({}), call, DESCRIBE_TIMEOUT_MS).catch(() => undefined)
          : undefined;
        return { address, fitness: replica.fitness, ...(process && { process: process as ProcessReport__Output }) };
      }),
    );

  const serves = async (): Promise<void> => {
    const answers = await reports({ caller: callerOf(UNKNOWN_IDENTITY, '') });
    if (!answers.some(({ process }) => process?.failing.length === 0))
      throw new CallFailure(status.UNAVAILABLE, `no replica of ${target} can serve`);
  };

  return { call: methods, replicas: reports, ready: replicas.ready, serves, close: replicas.close };
}

export interface ClientMetrics {
  readonly duration: client.Histogram<'target'>;
  readonly calls: client.Counter<'target' | 'code'>;
  readonly repetitions: client.Counter<'target' | 'why'>;
}

export const clientMetrics = (registry: Registry): ClientMetrics => ({
  duration: new client.Histogram({
    name: 'svc_grpc_client_duration_seconds',
    help: 'Time from a call of a service by the gateway to its answer, retries included.',
    labelNames: ['target'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  }),
  calls: new client.Counter({
    name: 'svc_grpc_client_calls_total',
    help: 'Calls of a service by the gateway, by the gRPC status code of the last attempt; the services count by method.',
    labelNames: ['target', 'code'] as const,
    registers: [registry],
  }),
  repetitions: new client.Counter({
    name: 'svc_grpc_client_repetitions_total',
    help: 'Calls made again or at another replica too, by reason; over_budget: not made, although there was a reason.',
    labelNames: ['target', 'why'] as const,
    registers: [registry],
  }),
});
