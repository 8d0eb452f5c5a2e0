/** Security headers, by helmet. Those of the operations are computed once: their responses are data, and the headers never change. */
import type { Request, Response } from 'express';
import helmet from 'helmet';

/** For data, which loads nothing and may be framed by nobody. Headers about documents, downloads and browser plug-ins are left out. */
const forData = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Names and values in turn. `no-store` keeps proxies from caching a response. */
export const apiHeaders: readonly string[] = ['Cache-Control', 'no-store', ...headersOf(forData)];

/** As `apiHeaders`, for a response that states its own Content-Security-Policy. */
export const headersWithoutPolicy: readonly string[] = apiHeaders.filter(
  (_, index) => apiHeaders[index - (index % 2)] !== 'Content-Security-Policy',
);

/** For the pages, which load only their own files. Requests are not upgraded to https, because a first installation has no TLS. */
export const securePages = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });

/** Calling helmet for each request would cost more than pricing an option does. */
function headersOf(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const response = { setHeader: (name: string, value: string) => headers.push(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
