/** A gRPC server: the handlers of one service, the exchange over the same handlers, and the health service. */

import { setMaxListeners } from 'node:events';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  type ServerUnaryCall,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { HealthImplementation } from 'grpc-health-check';
import client from 'prom-client';
import { CALLER_ENTRY, callerOf, decodeCaller, UNKNOWN_IDENTITY } from '#proto/caller';
import { toStatus } from '#proto/failure';
import { type CallContext, exchange, type Handlers, MAX_MESSAGE_BYTES, methodsOf, processCalls } from '#proto/services';
import type { ProcessDefinition } from '#proto/types/svc/common/v1/Process';
import type { CertificateFiles } from '../runtime/certificates.js';
import { defined } from '../runtime/defined.js';
import type { Log } from '../runtime/log.js';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';
import { inSpan } from '../runtime/tracing.js';
import { packageVersion } from '../runtime/version.js';
import { type ComputeTime, openComputeTime } from './compute-time.js';
import { requireCredential } from './credential.js';
import { type ByteHandler, type OpenExchange, serveExchange } from './exchange.js';
import { callFailure, decode } from './status.js';
import { serverCredentials } from './tls.js';
import { TRACE_ENTRY } from './unary.js';

export interface GrpcServer {
  readonly port: number;
  /**
   * Sets the health of the service's name, which readiness probes ask for. The empty name, for liveness, stays serving.
   *
   * @param failing names of what the service needs and cannot use now
   */
  setFailing(failing: readonly string[]): void;
  /** Reports that the server does not serve, takes no new calls, and waits at most `graceMs` for the calls in flight. */
  drain(graceMs: number): Promise<void>;
}

interface GrpcServerOptions<D extends object> {
  readonly name: string;
  readonly definition: D;
  /** A method without a handler is answered UNIMPLEMENTED. */
  readonly handlers: Partial<Handlers<D>>;
  /** The service credential that every call must carry. */
  readonly secret: string;
  /** Callers must show the certificate of the gateway or of a job worker where these files are set. */
  readonly certificates?: CertificateFiles;
  readonly host: string;
  readonly port: number;
  readonly log: Log;
  readonly registry: Registry;
}

type AnyHandler = (request: object, call: CallContext) => object | Promise<object>;

/** @throws Error with code EADDRINUSE where the port is taken */
export async function serveGrpc<D extends object>({ definition, log, registry, ...options }: GrpcServerOptions<D>): Promise<GrpcServer> {
  let failing: readonly string[] = [];
  const handlers = { ...options.handlers, ...processHandlers(() => failing) } as unknown as Record<string, AnyHandler>;
  const methods = methodsOf(definition).filter(([name]) => name in handlers);
  const duration = new client.Histogram({
    name: 'svc_grpc_server_duration_seconds',
    help: 'Time from a call to its answer.',
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  const calls = new client.Counter({
    name: 'svc_grpc_server_calls_total',
    help: 'Answered calls, by method and gRPC status code.',
    labelNames: ['method', 'code'] as const,
    registers: [registry],
  });
  const methodSeconds = new client.Counter({
    name: 'svc_grpc_server_call_seconds_total',
    help: 'Sum of the times of the calls of a method; over svc_grpc_server_calls_total it is their mean.',
    labelNames: ['method'] as const,
    registers: [registry],
  });
  for (const [name] of methods) {
    calls.inc({ method: name, code: 'OK' }, 0);
    methodSeconds.inc({ method: name }, 0);
  }

  /** Runs a method on the bytes of its request, times it, and turns every error into a CallFailure. */
  const onBytes = (name: string, { path, requestDeserialize, responseSerialize }: MethodDefinition<object, object>): ByteHandler => {
    const handle = defined(handlers[name], name);
    const run = async (request: Buffer, call: CallContext): Promise<Buffer> => {
      const start = performance.now();
      let code = 'OK';
      try {
        return responseSerialize(await handle(decode(requestDeserialize, request), call));
      } catch (error) {
        const failure = callFailure(error);
        code = status[failure.code];
        const level = failure.code === status.UNKNOWN ? 'error' : failure.code === status.INTERNAL ? 'warn' : 'debug';
        log[level]({ err: error, method: name, correlationId: call.caller.correlationId }, 'call failed');
        throw failure;
      } finally {
        const elapsed = (performance.now() - start) / 1000;
        duration.observe(elapsed);
        calls.inc({ method: name, code });
        methodSeconds.inc({ method: name }, elapsed);
      }
    };
    const span = { name: path.slice(1), kind: 'server', attributes: { 'rpc.system': 'grpc' } } as const;
    return (request, call) =>
      call.traceparent ? inSpan({ ...span, parent: call.traceparent }, () => run(request, call)) : run(request, call);
  };

  const byPath = new Map([...methods, ...methodsOf(processCalls)].map(([name, method]) => [method.path, onBytes(name, method)]));
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    interceptors: [requireCredential(options.secret, options.certificates?.SVC_GRPC_TLS_CA_FILE !== undefined, log)],
  });
  // The library refuses a service without methods, as risk is until its first call.
  const computed = openComputeTime();
  const unary = unaryHandlers(byPath, computed);
  if (methods.length > 0) server.addService(onWire(definition), unary);
  server.addService(onWire(processCalls), unary);
  const exchanges = new Set<OpenExchange>();
  let draining = false;
  let exchangesEnded = () => {};
  server.addService(onWire(exchange), {
    [exchange.Open.path]: (stream: Parameters<typeof serveExchange>[0]) => {
      const open = serveExchange(stream, byPath, computed);
      exchanges.add(open);
      stream.on('close', () => {
        exchanges.delete(open);
        if (exchanges.size === 0) exchangesEnded();
      });
      if (draining) open.drain();
    },
  });
  const health = new HealthImplementation({ '': 'SERVING', [options.name]: 'SERVING' });
  health.addToServer(server);

  const channel = serverCredentials(options.certificates ?? {}, (error) => log.error({ err: error }, 'the certificates cannot be renewed'));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, channel, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  log.info({ port }, 'serving gRPC');

  return {
    port,
    setFailing: (names) => {
      failing = names;
      health.setStatus(options.name, names.length === 0 && !draining ? 'SERVING' : 'NOT_SERVING');
    },
    drain: async (graceMs) => {
      draining = true;
      health.setStatus('', 'NOT_SERVING');
      health.setStatus(options.name, 'NOT_SERVING');
      const forced = setTimeout(() => server.forceShutdown(), graceMs);
      // A client that has ended its exchange has sent all its calls: none arrives while the connections are closed.
      const ended = new Promise<void>((resolve) => {
        exchangesEnded = resolve;
      });
      for (const open of exchanges) open.drain();
      if (exchanges.size > 0) await ended;
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(forced);
    },
  };
}

/** The handlers that every service has for its process. */
const processHandlers = (failing: () => readonly string[]): Handlers<ProcessDefinition> => ({
  describe: () => ({
    ...{ version: packageVersion, node: process.version, uptimeS: Math.round(process.uptime()) },
    failing: [...failing()],
  }),
});

const sameBytes = (bytes: Buffer): Buffer => bytes;

/**
 * A service as the library serves it: bytes in, bytes out. The library answers bytes that it cannot decode in its own way, and decodes
 * those of a stream where no handler could catch the error, so decoding is left to the handlers.
 */
const onWire = (definition: object): ServiceDefinition =>
  Object.fromEntries(
    methodsOf(definition).map(([, method]) => [method.path, { ...method, requestDeserialize: sameBytes, responseSerialize: sameBytes }]),
  ) as unknown as ServiceDefinition;

const unaryHandlers = (byPath: ReadonlyMap<string, ByteHandler>, computed: ComputeTime): UntypedServiceImplementation =>
  Object.fromEntries(
    [...byPath].map(([path, handle]) => [
      path,
      ((call: ServerUnaryCall<Buffer, Buffer>, callback) => {
        const answerWith = async (): Promise<Buffer> => {
          const context = unaryContext(call, computed);
          try {
            return await handle(call.request, context);
          } finally {
            if (!call.cancelled) computed.tell(context.caller.tenantId, trailer);
          }
        };
        const trailer = new Metadata();
        // Async, so that a caller that cannot be decoded fails the call like everything else.
        answerWith().then(
          (answer) => callback(null, answer, trailer),
          (error) => {
            const { metadata, ...failed } = toStatus(callFailure(error));
            if (metadata !== undefined) trailer.merge(metadata);
            callback({ ...failed, metadata: trailer });
          },
        );
      }) satisfies handleUnaryCall<Buffer, Buffer>,
    ]),
  );

function unaryContext(call: ServerUnaryCall<Buffer, Buffer>, computed: ComputeTime): CallContext {
  const controller = new AbortController();
  // The parts of one computation wait at the same time, as many as there are threads, and each stops listening when it ends.
  setMaxListeners(0, controller.signal);
  call.on('cancelled', () => controller.abort());
  const [entry] = call.metadata.get(CALLER_ENTRY);
  const caller = Buffer.isBuffer(entry) ? decode(decodeCaller, entry) : callerOf(UNKNOWN_IDENTITY, '');
  // A call without a deadline has one at infinity.
  const endsAt = performance.now() + (Number(call.getDeadline()) - Date.now());
  const [traceparent] = call.metadata.get(TRACE_ENTRY);
  return {
    caller,
    signal: controller.signal,
    endsAt,
    charge: (ms) => computed.add(caller.tenantId, ms),
    traceparent: traceparent?.toString(),
  };
}
