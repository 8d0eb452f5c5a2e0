/**
 * Express's router with one route per operation. The rest of an Express application is left out: it gives each request and response another
 * prototype, which costs more processor time than the gateway needs for the request itself.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { Operation } from '../operation.js';
import { HttpFailure } from './errors.js';

/** Serves a request to an operation, with the path parameters decoded. */
export type Serve = (
  operation: Operation,
  request: IncomingMessage,
  response: ServerResponse,
  params: Readonly<Record<string, string>>,
) => void;

/** Calls `serve` of the operation that a request means, or `next`: with an error where it is refused, without where no operation has its path. */
export type Route = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** Paths are compared as they came: case and a slash at the end count. Of two paths that fit, the first in the list is taken. */
export function routes(operations: readonly Operation[], serve: Serve): Route {
  const router = Router({ caseSensitive: true, strict: true });
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const here = operations.filter((operation) => operation.path === path);
    const route = router.route(expressPath(path));
    for (const operation of here)
      route[methodName(operation)]((request: Request, response: Response) => serve(operation, request, response, request.params as never));
    const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
    route.all(({ method }) => {
      throw new HttpFailure('SVC-REQ-006', `${method} is not a method of ${path}`, [], { Allow: methods });
    });
  }
  return (request, response, next) => router(request as Request, response as Response, next);
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const methodName = ({ method }: Operation) => method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
