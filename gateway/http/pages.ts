/** Pages that are documents, not operations: the OpenAPI documents and their rendering, and the pages for browsers, from local files alone. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
// The package's main loads the whole bundle; only its folder is wanted here.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
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

/** The files of Swagger UI that the page uses; the rest of the package is not served. */
const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png'];
/** The documents of the payloads, as the interface has it; of the whole bodies, for tools and generated clients; of administration; and of the desk. */
const DOCUMENTS = ['openapi.yaml', 'openapi-wire.yaml', 'admin.yaml', 'desk.yaml'];
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
  const folder = path.join(packageRoot, 'openapi');
  for (const document of DOCUMENTS) {
    pages.get(`/api/${document}`, (_request, response) => {
      response.type('application/yaml').sendFile(path.join(folder, document), AS_FILE);
    });
  }
  pages.get('/swagger', (_request, response) => {
    response.sendFile(path.join(folder, 'swagger.html'), AS_FILE);
  });
  pages.get('/swagger/swagger.js', (_request, response) => {
    response.sendFile(path.join(folder, 'swagger.js'), AS_FILE);
  });
  for (const asset of ASSETS) {
    pages.get(`/swagger/${asset}`, (_request, response) => {
      response.sendFile(path.join(absolutePath(), asset), AS_FILE);
    });
  }
  return pages as unknown as Pages;
}
