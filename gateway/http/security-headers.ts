/** Security headers, by helmet. Those of the operations are computed once: their responses are data, and the headers never change. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';

/**
 * For data, which loads nothing and may be framed by nobody. Headers about documents, downloads and browser plug-ins are left out. A caller
 * is told to use nothing but HTTPS only where HTTPS is served.
 */
const forData = (encrypted: boolean) =>
  helmet({
    strictTransportSecurity: encrypted,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });

/** Names and values in turn. `no-store` keeps proxies from caching a response. */
const headerLists = (encrypted: boolean) => {
  const whole = ['Cache-Control', 'no-store', ...headersOf(forData(encrypted))];
  return { whole, withoutPolicy: whole.filter((_, index) => whole[index - (index % 2)] !== 'Content-Security-Policy') };
};
const plain = headerLists(false);
const encrypted = headerLists(true);

const isEncrypted = (socket: Socket): boolean => (socket as Partial<TLSSocket>).encrypted === true;

/**
 * The headers of every response of an operation, names and values in turn.
 *
 * @param ownPolicy whether the response states its own Content-Security-Policy
 */
export function apiHeadersOn(socket: Socket, ownPolicy = false): readonly string[] {
  const { whole, withoutPolicy } = isEncrypted(socket) ? encrypted : plain;
  return ownPolicy ? withoutPolicy : whole;
}

/** For the pages, which load only their own files. Requests are not upgraded to https, because a first installation has no TLS. */
const forPages = (encrypted: boolean) =>
  helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, strictTransportSecurity: encrypted });
const pagesPlain = forPages(false);
const pagesEncrypted = forPages(true);
export const securePages: RequestHandler = (request, response, next) =>
  (isEncrypted(request.socket) ? pagesEncrypted : pagesPlain)(request, response, next);

/** Calling helmet for each request would cost more than pricing an option does. */
function headersOf(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const response = { setHeader: (name: string, value: string) => headers.push(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
