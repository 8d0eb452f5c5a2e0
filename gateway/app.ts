/** The HTTP application: one route per operation of the list, and nothing that the list does not say. */
import { setMaxListeners } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { type Request, type Response, Router } from 'express';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { beginSpan, type SpanStart, within } from '#services/runtime/tracing';
import { failureAnswer } from './contract/answer.js';
import { HttpFailure } from './contract/errors.js';
import type { Dependencies, Operation } from './contract/operation.js';
import { addressOf, beginCall, type HttpCall, principalOf, respond } from './http/call.js';
import { authenticate, authenticateSession, entitle } from './http/middleware/authenticate.js';
import { meter, type UsageLedger } from './http/middleware/meter.js';
import { leaseRequests, rateLimit } from './http/middleware/rate-limit.js';
import { bodyBudget, readBody } from './http/middleware/read-body.js';
import type { Pages } from './http/pages.js';
import { inTurn, MAX_WAITING_REQUESTS } from './http/server.js';
import { runOperation } from './run/run.js';
import type { RunThreads } from './threads/pool.js';

interface AppOptions {
  readonly operations: readonly Operation[];
  readonly dependencies: Dependencies;
  /** Run what is large; absent: it runs on the thread of the application. */
  readonly threads?: Pick<RunThreads, 'run'>;
  /** Counts requests by tenant, key and operation; absent: nothing is counted. */
  readonly usage?: Pick<UsageLedger, 'count'>;
  readonly registry: Registry;
  readonly log: Log;
  /** Pages that are documents, not operations; they need no key. */
  readonly pages: Pages;
  /** How many proxies stand in front of the gateway. */
  readonly trustedProxies: number;
  /** True where browsers reach the gateway by TLS: cookies of sessions are then sent by TLS alone. False by default. */
  readonly secureCookies?: boolean;
  /** Bytes of the bodies of all requests that are being served. */
  readonly bodyBytes: number;
}

export function createApp({
  operations,
  dependencies,
  threads,
  usage,
  registry,
  log,
  pages,
  trustedProxies,
  secureCookies = false,
  bodyBytes,
}: AppOptions): RequestListener {
  const measure = meter(operations, registry, log, trustedProxies);
  const { access } = dependencies;
  const authenticated = authenticateSession(access, { trustedProxies, secureCookies }, authenticate(access, trustedProxies));
  const limited = rateLimit(leaseRequests(access));
  const budget = bodyBudget(bodyBytes, registry);

  async function serve(call: HttpCall, operation: Operation, params: Readonly<Record<string, string>>): Promise<void> {
    const { request, response } = call;
    if (operation.scope !== 'none') {
      await authenticated(call);
      await limited(call, operation);
      entitle(call, operation);
      usage?.count(principalOf(call), operation.id);
    }
    const account = budget.open(call.principal?.tenantId ?? '');
    try {
      if (operation.largeAnswers) account.take(MIN_LARGE_ANSWER_BYTES);
      const segments = await readBody(call, operation, account);
      const { correlationId, traceId, principal = UNKNOWN_IDENTITY } = call;
      let controller: AbortController | undefined;
      const run = {
        caller: callerOf(principal, correlationId, traceId, audited(operation) ? addressOf(request, trustedProxies) : ''),
        params,
        query: queryOf(request),
        headers: request.headers,
      };
      // Made on demand: only a run that can take long asks for it.
      const signal = () => {
        controller ??= abortedWithout(response);
        return controller.signal;
      };
      const isLarge = segments !== undefined && bytesIn(segments) > MAX_BYTES_ON_MAIN_THREAD;
      const answer =
        (isLarge || operation.largeAnswers) && threads !== undefined
          ? await threads.run({
              ...run,
              body: segments,
              signal: signal(),
              operationId: operation.id,
              ...(call.span && { traceparent: call.span.traceparent }),
            })
          : await runOperation(
              operation,
              {
                ...run,
                body: segments && joined(segments),
                get signal() {
                  return signal();
                },
              },
              dependencies,
            );
      if (answer.kind === 'document' && answer.body instanceof Uint8Array) account.add(answer.body.length);
      await respond(call, answer, log);
    } finally {
      account.release();
    }
  }

  /** A refusal of the middleware, a body that broke off, or a page that is not there. */
  const refuse = (call: HttpCall, error: unknown): void => {
    if (call.response.headersSent) call.response.destroy();
    else void respond(call, failureAnswer(error, call.correlationId), log);
  };

  const route = routes<HttpCall>(operations, (operation, call, params) => {
    call.operationId = operation.id;
    const span = beginSpan(() => spanStart(call, operation));
    if (span !== undefined) call.span = span;
    within(span, () => serve(call, operation, params)).catch((error: unknown) => refuse(call, error));
  });

  const begun = (request: IncomingMessage, response: ServerResponse): HttpCall => {
    const call = beginCall(request, response);
    measure(call);
    return call;
  };
  return inTurn(
    (request, response) => {
      const call = begun(request, response);
      if (request.headers.host === undefined && request.httpVersion !== '1.0')
        return refuse(call, new HttpFailure('SVC-REQ-001', 'the Host header is missing'));
      route(request, response, call, (error) => {
        if (error !== undefined) return refuse(call, error);
        const { method = '', url = '' } = request;
        pages(request, response, (refused = new HttpFailure('SVC-REQ-005', `no operation at ${method} ${pathOf(url)}`)) => {
          refuse(call, refused);
        });
      });
    },
    (request, response) => refuse(begun(request, response), tooManyWaiting()),
  );
}

const tooManyWaiting = () =>
  new HttpFailure('SVC-SYS-002', `more than ${MAX_WAITING_REQUESTS} requests of this connection wait for their answers`, [], {
    'Retry-After': '1',
    Connection: 'close',
  });

/** The trace goes on where the caller has begun it. */
const spanStart = ({ request, startedAt }: HttpCall, { id, method, path }: Operation): SpanStart => ({
  ...{ name: `${method} ${path}`, kind: 'server', startedAt },
  attributes: { 'http.request.method': method, 'http.route': path, 'svc.operation': id },
  parent: `${request.headers.traceparent}`,
});

/** True if the operation may leave an entry in the audit log, which records the address of the caller: a browser also signs in by a GET. */
const audited = ({ costClass, tag, method, scope }: Operation): boolean =>
  (method !== 'GET' || scope === 'none') && (costClass === 'store' || costClass === 'calibration' || tag === 'Jobs');

const pathOf = (url: string): string => url.replace(/\?.*$/s, '');

function queryOf({ url = '' }: IncomingMessage): Readonly<Record<string, unknown>> {
  const end = url.indexOf('?');
  return end < 0 || end === url.length - 1 ? NO_QUERY : parseQuery(url.slice(end + 1));
}

const bytesIn = (segments: readonly Buffer[]): number => segments.reduce((sum, { length }) => sum + length, 0);
const joined = (segments: readonly Buffer[]): Buffer =>
  segments.length === 1 && segments[0] !== undefined ? segments[0] : Buffer.concat(segments);

/** Bytes reserved for an answer whose size is not yet known. While the budget is used up, such requests are refused. */
const MIN_LARGE_ANSWER_BYTES = 128 * 1024;

/** Reading and validating a larger body would hold up the other requests by more than a millisecond or two. */
const MAX_BYTES_ON_MAIN_THREAD = 32 * 1024;

const NO_QUERY = Object.freeze({});

/** Aborted when the connection closes before the response is written. */
function abortedWithout(response: HttpCall['response']): AbortController {
  const controller = new AbortController();
  // The calls of one request listen at the same time, such as the blocks of a batch, and each stops listening when it ends.
  setMaxListeners(0, controller.signal);
  const hungUp = () => {
    if (!response.writableFinished) controller.abort();
  };
  // It may have closed before anybody asked: while the key was looked up, for example.
  if (response.closed) hungUp();
  else response.once('close', hungUp);
  return controller;
}

/** Serves a call to an operation, with the path parameters decoded. */
type Serve<Call> = (operation: Operation, call: Call, params: Readonly<Record<string, string>>) => void;

/** Calls `serve` of the operation that a request means, or `next`: with an error where it is refused, without where no operation has its path. */
type Route<Call> = (request: IncomingMessage, response: ServerResponse, call: Call, next: (error?: unknown) => void) => void;

/**
 * The property in which a request carries its call through the router. A WeakMap from requests to calls would do the same, but all that its
 * values reach survives each collection of young objects, the requests themselves included: a server that did nothing else served half as
 * many requests.
 */
const CALL = Symbol('call');

type Carrier<Call> = Request & { [CALL]: Call };

/**
 * Express's router with one route per operation. The rest of an Express application is left out: it gives each request and response another
 * prototype, which costs more processor time than the gateway needs for the request itself.
 *
 * Paths are compared as they came: case and a slash at the end count. Of two paths that fit, the first in the list is taken.
 */
export function routes<Call>(operations: readonly Operation[], serve: Serve<Call>): Route<Call> {
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const here = operations.filter((operation) => operation.path === path);
    const route = router.route(expressPath(path));
    for (const operation of here)
      route[methodName(operation)]((request: Request) => serve(operation, (request as Carrier<Call>)[CALL], request.params as never));
    const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    route.all(({ method }) => {
      throw new HttpFailure('SVC-REQ-006', `${method} is not a method of ${path}`, [], { Allow: methods });
    });
  }
  return (request, response, call, next) => {
    const carrier = request as Carrier<Call>;
    carrier[CALL] = call;
    router(carrier, response as Response, next);
  };
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const methodName = ({ method }: Operation) => method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
