/** Pages that are documents, not operations: what the build has bundled, the OpenAPI documents among it, and the page that renders these. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { packageRoot } from '#services/runtime/version';
import { serveBuiltPages } from './built-pages.js';
import { isEncrypted } from './call.js';

/** Headers of the pages, which load only their own files. Requests are not upgraded to https, because a first installation has no TLS. */
const forPages = (encrypted: boolean) =>
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, strictTransportSecurity: encrypted });
const pagesPlain = forPages(false);
const pagesEncrypted = forPages(true);
const securePages: RequestHandler = (request, response, next) =>
  (isEncrypted(request.socket) ? pagesEncrypted : pagesPlain)(request, response, next);

/** No ranges: the files are small, and a range beyond the end would be one more kind of failure. */
const AS_FILE = { maxAge: '1h', acceptRanges: false } as const;

/** Serves a page, or calls `next` where there is none, or with the reason why it is refused. */
export type Pages = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export function createPages(): Pages {
  const pages = express();
  pages.disable('x-powered-by').disable('etag').set('case sensitive routing', true).set('strict routing', true);
  pages.use(securePages);
  const serveBuilt = serveBuiltPages();
  pages.use((request, response, next) => {
    if (!serveBuilt(request, response)) next();
  });
  const swagger = path.join(packageRoot, 'openapi/swagger.html');
  pages.get('/swagger', (_request, response) => {
    response.sendFile(swagger, AS_FILE);
  });
  return pages as unknown as Pages;
}
