/** The HTTP application: one route per operation of the list, and nothing that the list does not say. */
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Log } from '#services/runtime/log';
import type { Registry } from '#services/runtime/metrics';
import { failureAnswer } from './answer.js';
import { HttpFailure } from './http/errors.js';
import { authenticate } from './http/middleware/authenticate.js';
import { correlate, stateOf } from './http/middleware/correlate.js';
import { entitle } from './http/middleware/entitle.js';
import { meter } from './http/middleware/meter.js';
import { rateLimit } from './http/middleware/rate-limit.js';
import { readBody } from './http/middleware/read-body.js';
import { securePages } from './http/middleware/secure.js';
import { leaseRequests } from './http/request-lease.js';
import { respond } from './http/respond.js';
import type { Dependencies, Operation } from './operation.js';
import { runOperation } from './run.js';

export interface AppOptions {
  readonly operations: readonly Operation[];
  readonly dependencies: Dependencies;
  readonly registry: Registry;
  readonly log: Log;
  /** Pages that are documents, not operations; they need no key. */
  readonly pages: express.Router;
  /** Express's `trust proxy`: how many proxies stand in front of the gateway. */
  readonly trustedProxies: number;
}

export function createApp({ operations, dependencies, registry, log, pages, trustedProxies }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('trust proxy', trustedProxies);

  app.use(correlate, meter(operations, registry, log));

  const authenticated = authenticate(dependencies.reference);
  const limited = rateLimit(leaseRequests(dependencies.reference));
  for (const operation of operations) {
    const guards = operation.scope === 'none' ? [] : [authenticated, limited, entitle(operation)];
    const route = app.route(expressPath(operation.path));
    route[operation.method.toLowerCase() as 'get'](name(operation), ...guards, ...readBody(operation), run(operation, dependencies, log));
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

/** The methods of each path; the route of a GET serves HEAD too. */
function methodsByPath(operations: readonly Operation[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { path, method } of operations) {
    methods.set(path, [...(methods.get(path) ?? []), method, ...(method === 'GET' ? ['HEAD'] : [])]);
  }
  return methods;
}

/** Names the operation before anything else, so that a refusal counts as its own. */
const name =
  ({ id }: Operation): RequestHandler =>
  (_request, response, next) => {
    stateOf(response).operationId = id;
    next();
  };

const NO_QUERY = Object.freeze({});

const run =
  (operation: Operation, dependencies: Dependencies, log: Log): RequestHandler =>
  async (request, response) => {
    const { correlationId, traceId, principal = UNKNOWN_IDENTITY } = stateOf(response);
    let controller: AbortController | undefined;
    const answer = await runOperation(
      operation,
      {
        caller: callerOf(principal, correlationId, traceId),
        params: request.params,
        // Express parses the query each time that it is asked for.
        query: request.url.includes('?') ? request.query : NO_QUERY,
        headers: request.headers,
        body: request.body as Buffer | undefined,
        // Made on demand: only a run that can take long asks for it.
        get signal() {
          if (controller === undefined) {
            const made = new AbortController();
            controller = made;
            const hungUp = () => {
              if (!response.writableFinished) made.abort();
            };
            // It may have closed before anybody asked: while the key was looked up, for example.
            if (response.closed) hungUp();
            else response.once('close', hungUp);
          }
          return controller.signal;
        },
      },
      dependencies,
    );
    await respond(response, answer, log);
  };

/** A refusal of the middleware, a body that broke off, or a page that is not there. */
const refuse =
  (log: Log): ErrorRequestHandler =>
  // Express recognises an error handler by its four parameters.
  (error, _request, response, _next) => {
    if (response.headersSent) response.destroy();
    else void respond(response, failureAnswer(error, stateOf(response).correlationId), log);
  };
