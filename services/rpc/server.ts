/** A gRPC server: the handlers of one service, the exchange over the same handlers, and the health service. */
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import client from 'prom-client';
import { CALLER_ENTRY, callerOf, decodeCaller, UNKNOWN_IDENTITY } from '#proto/caller';
import { type CallFailure, toStatus } from '#proto/failure';
import { type CallContext, exchange, type Handlers, MAX_MESSAGE_BYTES, methodsOf } from '#proto/services';
import type { Log } from '../runtime/log.js';
import { LATENCY_BUCKETS, type Registry } from '../runtime/metrics.js';
import { type ByteHandler, type OpenExchange, serveExchange } from './exchange-server.js';
import { callFailure } from './status.js';

const CONNECTION_AGE_MS = 300_000;
/** Longer than the longest call and than the life of a gateway's exchange. */
const CONNECTION_GRACE_MS = 3_700_000;

export interface GrpcServer {
  readonly port: number;
  /** Not serving, then no new calls, then those in flight, at most `graceMs`. */
  drain(graceMs: number): Promise<void>;
}

type AnyHandler = (request: object, call: CallContext) => Promise<object>;

export async function serveGrpc<D extends object>(options: {
  name: string;
  definition: D;
  /** A method without one is answered UNIMPLEMENTED. */
  handlers: Partial<Handlers<D>>;
  host: string;
  port: number;
  log: Log;
  registry: Registry;
}): Promise<GrpcServer> {
  const { definition, log } = options;
  const handlers = options.handlers as unknown as Record<string, AnyHandler>;
  const methods = methodsOf(definition).filter(([name]) => name in handlers);
  const seconds = new client.Histogram({
    name: 'svc_grpc_server_duration_seconds',
    help: 'Time from a call to its answer, by method and gRPC status code.',
    labelNames: ['method', 'code'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [options.registry],
  });
  for (const [name] of methods) seconds.zero({ method: name, code: 'OK' });

  /** The one boundary: every call is timed, and whatever it throws becomes a CallFailure. */
  const guarded =
    (name: string): AnyHandler =>
    async (request, call) => {
      const start = performance.now();
      let code = 'OK';
      try {
        return await handlers[name](request, call);
      } catch (error) {
        const failure: CallFailure = callFailure(error);
        code = status[failure.code];
        const level = failure.code === status.UNKNOWN ? 'error' : failure.code === status.INTERNAL ? 'warn' : 'debug';
        log[level]({ err: error, method: name, correlationId: call.caller.correlationId }, 'call failed');
        throw failure;
      } finally {
        seconds.observe({ method: name, code }, (performance.now() - start) / 1000);
      }
    };

  const unary: UntypedServiceImplementation = {};
  const bytes = new Map<string, ByteHandler>();
  for (const [name, method] of methods) {
    const handle = guarded(name);
    unary[method.originalName ?? name] = ((call: ServerUnaryCall<object, object>, callback) => {
      handle(call.request, unaryContext(call)).then(
        (answer) => callback(null, answer),
        (failure: CallFailure) => callback(toStatus(failure)),
      );
    }) satisfies handleUnaryCall<object, object>;
    bytes.set(method.path, async (request, call) => method.responseSerialize(await handle(method.requestDeserialize(request), call)));
  }

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Clients look for replicas when a connection ends, and only then.
    'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
    'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
  });
  // The library refuses a service without methods, which risk is until its first call.
  if (methods.length > 0) server.addService(definition as unknown as ServiceDefinition, unary);
  const exchanges = new Set<OpenExchange>();
  server.addService(exchange as unknown as ServiceDefinition, {
    Open: (stream: Parameters<typeof serveExchange>[0]) => {
      const open = serveExchange(stream, bytes);
      exchanges.add(open);
      stream.on('close', () => exchanges.delete(open));
    },
  });
  const health = new HealthImplementation({ '': 'SERVING', [options.name]: 'SERVING' });
  health.addToServer(server);

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${options.host}:${options.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  log.info({ port }, 'serving gRPC');

  return {
    port,
    drain: async (graceMs) => {
      health.setStatus('', 'NOT_SERVING');
      health.setStatus(options.name, 'NOT_SERVING');
      for (const open of exchanges) open.drain();
      const forced = setTimeout(() => server.forceShutdown(), graceMs);
      await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
      clearTimeout(forced);
    },
  };
}

function unaryContext(call: ServerUnaryCall<object, object>): CallContext {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  const [entry] = call.metadata.get(CALLER_ENTRY);
  const caller = Buffer.isBuffer(entry) ? decodeCaller(entry) : callerOf(UNKNOWN_IDENTITY, '');
  return { caller, signal: controller.signal };
}
