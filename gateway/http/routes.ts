/**
 * Express's router with one route per operation. The rest of an Express application is left out: it gives each request and response another
 * prototype, which costs more processor time than the gateway needs for the request itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { HttpFailure } from '../contract/errors.js';
import type { Operation } from '../contract/operation.js';

/** Serves a call to an operation, with the path parameters decoded. */
type Serve<Call> = (operation: Operation, call: Call, params: Readonly<Record<string, string>>) => void;

/** Calls `serve` of the operation that a request means, or `next`: with an error where it is refused, without where no operation has its path. */
type Route<Call> = (request: IncomingMessage, response: ServerResponse, call: Call, next: (error?: unknown) => void) => void;

/**
 * Where a request carries its call through the router. A WeakMap from requests to calls would do the same, but all that its values reach survives
 * each collection of young objects, the requests themselves included: a server that did nothing else served half as many requests.
 */
const CALL = Symbol('call');

type Carrier<Call> = Request & { [CALL]: Call };

/** Paths are compared as they came: case and a slash at the end count. Of two paths that fit, the first in the list is taken. */
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
