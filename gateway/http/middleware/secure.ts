/** Security headers: helmet's, asked for once for the operations, whose answers are data and never change them. */
import type { Request, Response } from 'express';
import helmet from 'helmet';

/** Data loads nothing and is framed by nobody. What speaks of documents, downloads and old browsers' plug-ins says nothing here. */
const forData = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Names and values in turn; nobody on the way keeps an answer. */
export const apiHeaders: readonly string[] = ['Cache-Control', 'no-store', ...headersOf(forData)];

/** The pages load their own files alone; without TLS, as on a first machine, their addresses must not be turned into https. */
export const securePages = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });

/** Asked one by one, the headers would cost a request more than its price does. */
function headersOf(middleware: ReturnType<typeof helmet>): string[] {
  const headers: string[] = [];
  const response = { setHeader: (name: string, value: string) => headers.push(name, value), removeHeader: () => undefined };
  middleware({} as Request, response as unknown as Response, () => undefined);
  return headers;
}
