/** The HTTP application: walks the operations and holds no path of its own. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { failure, success } from './http/envelope.js';
import { HttpFailure, httpFailure } from './http/errors.js';
import { authenticate } from './http/middleware/authenticate.js';
import { correlate, stateOf } from './http/middleware/correlate.js';
import { entitle } from './http/middleware/entitle.js';
import { meter } from './http/middleware/meter.js';
import { rateLimit } from './http/middleware/rate-limit.js';
import { apiHeaders, securePages } from './http/middleware/secure.js';
import { readBody, validate } from './http/middleware/validate.js';
import { leaseRequests } from './http/request-lease.js';
import type { Dependencies, EnvelopeOperation, Operation, OperationCall, RenderedOperation, ResolveInput } from './operation.js';
import { keepReceipt } from './receipts.js';

export interface AppOptions {
  readonly operations: readonly Operation[];
  readonly dependencies: Dependencies;
  readonly registry: Registry;
  readonly log: Log;
  /** Pages that are documents, not operations; they need no key. */
  readonly pages: express.Router;
  /** Express's `trust proxy`: how many proxies stand before the gateway. */
  readonly trustedProxies: number;
  /** The clock. */
  readonly now: () => Date;
}

export function createApp({ operations, dependencies, registry, log, pages, trustedProxies, now }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', trustedProxies);

  app.use(correlate, meter(operations, registry, log));

  const known = authenticate(dependencies.reference);
  const limited = rateLimit(leaseRequests(dependencies.reference));
  for (const operation of operations) {
    const guards = operation.scope === 'none' ? [] : [known, limited, entitle(operation)];
    const run = operation.wire === 'envelope' ? answer(operation, dependencies, now) : render(operation, dependencies, now);
    const route = app.route(expressPath(operation.path));
    route[operation.method.toLowerCase() as 'get'](name(operation), ...guards, ...readBody(operation), validate(operation), run);
  }
  for (const [path, methods] of methodsByPath(operations)) {
    app.all(expressPath(path), (request) => {
      throw new HttpFailure('SVC-REQ-006', `${request.method} is not a method of ${path}`, [], { Allow: methods.join(', ') });
    });
  }

  app.use(securePages, pages);
  app.use((request) => {
    throw new HttpFailure('SVC-REQ-005', `no operation at ${request.method} ${request.path}`);
  });
  app.use(refuse(log));
  return app;
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** What a path answers to; a GET's route serves HEAD too. */
function methodsByPath(operations: readonly Operation[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of operations) {
    methods.set(path, [...(methods.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  return methods;
}

/** Which operation this is, so that whatever happens next is counted as its own. */
const name =
  ({ id }: Operation): RequestHandler =>
  (_request, response, next) => {
    stateOf(response).operationId = id;
    next();
  };

const answer =
  (operation: EnvelopeOperation, dependencies: Dependencies, now: () => Date): RequestHandler =>
  async (_request, response) => {
    const { rawBody, correlationId, headers } = stateOf(response);
    const call = operationCall(response, now);
    const { data, manifest, backend, status, headers: own = {} } = await operation.handle(inputOf(response, call), dependencies);
    const resultJson = JSON.stringify(data);
    const manifestJson = manifest && JSON.stringify(manifest);
    if (manifestJson !== undefined) {
      const run = { operationId: operation.id, requestJson: rawBody?.toString() || '{}', resultJson, manifestJson, backend };
      await keepReceipt(dependencies.reference, run, call);
    }
    Object.assign(headers, own);
    send(response, status ?? operation.status ?? 200, JSON_TYPE, success(correlationId, resultJson, manifestJson));
  };

const render =
  (operation: RenderedOperation, dependencies: Dependencies, now: () => Date): RequestHandler =>
  async (_request, response) => {
    const document = await operation.handle(inputOf(response, operationCall(response, now)), dependencies);
    Object.assign(stateOf(response).headers, document.headers);
    if (typeof document.body !== 'string') throw new Error('bytes and streams are not sent yet');
    send(response, operation.status ?? 200, document.contentType, document.body);
  };

function inputOf(response: Response, call: OperationCall): never {
  const { body, params, query, requestHeaders } = stateOf(response);
  const resolve: ResolveInput = (_name, lookUp) => lookUp();
  return { body, params, query, headers: requestHeaders, caller: call.caller, call, resolve } as never;
}

function operationCall(response: Response, now: () => Date): OperationCall {
  const { correlationId, principal } = stateOf(response);
  let controller: AbortController | undefined;
  return {
    caller: callerOf(principal ?? UNKNOWN_IDENTITY, correlationId),
    today: now().toISOString().slice(0, 10),
    // Made on demand: only a call that can take long asks for it.
    get signal() {
      if (controller === undefined) {
        const made = new AbortController();
        controller = made;
        const hungUp = () => {
          if (!response.writableFinished) made.abort();
        };
        // It may have closed before anybody asked: while the key was looked up, say.
        if (response.closed) hungUp();
        else response.once('close', hungUp);
      }
      return controller.signal;
    },
  };
}

const refuse =
  (log: Log): ErrorRequestHandler =>
  // Express tells an error handler by its four parameters.
  (error, _request, response, _next) => {
    const state = stateOf(response);
    // The caller hung up, and what was running for them was cancelled: nobody is left to be told.
    if (response.closed) return;
    const told = httpFailure(error);
    state.errorCode = told.code;
    if (told.code === 'SVC-SYS-001')
      log.error({ err: error, correlationId: state.correlationId, operation: state.operationId }, 'unforeseen');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    Object.assign(state.headers, told.headers);
    send(response, told.status, JSON_TYPE, failure(state.correlationId, told));
  };

const JSON_TYPE = 'application/json; charset=utf-8';

/** The one way out of every operation. */
function send(response: Response, status: number, contentType: string, body: string): void {
  const { correlationId, headers } = stateOf(response);
  // One list and a string body: Node then writes head and body at once, without a look-up a header.
  const list = [
    ...apiHeaders,
    'X-Correlation-Id',
    correlationId,
    'Content-Type',
    contentType,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ];
  for (const name in headers) list.push(name, headers[name]);
  response.writeHead(status, list);
  response.end(body);
}
