/** The services by name, and the types of a client and of a server, derived from a service's definition. */
import type { MethodDefinition } from '@grpc/proto-loader';
import type { Caller } from './caller.js';
import { protos } from './loader.js';
import type { AccessDefinition } from './types/svc/access/v1/Access.js';
import type { ExchangeDefinition } from './types/svc/common/v1/Exchange.js';
import type { ProcessDefinition } from './types/svc/common/v1/Process.js';
import type { BlocksDefinition } from './types/svc/compute/v1/Blocks.js';
import type { MethodsDefinition } from './types/svc/compute/v1/Methods.js';
import type { DocumentsDefinition } from './types/svc/documents/v1/Documents.js';
import type { EvidenceDefinition } from './types/svc/evidence/v1/Evidence.js';
import type { GovernanceDefinition } from './types/svc/governance/v1/Governance.js';
import type { JobsDefinition } from './types/svc/jobs/v1/Jobs.js';
import type { PricingDefinition } from './types/svc/pricing/v1/Pricing.js';

const definition = <D>(name: string): D => protos[name] as unknown as D;

const methods = definition<MethodsDefinition>('svc.compute.v1.Methods');
/** Served beside the methods of a table by a service whose computations workers can share. */
export const blocks = definition<BlocksDefinition>('svc.compute.v1.Blocks');
export const pricing: PricingDefinition & BlocksDefinition = { ...definition<PricingDefinition>('svc.pricing.v1.Pricing'), ...blocks };

/** The methods of the reference service: those of its five gRPC services, which one process serves and one client calls. */
export type ReferenceDefinition = AccessDefinition & DocumentsDefinition & EvidenceDefinition & JobsDefinition & GovernanceDefinition;
export const reference: ReferenceDefinition = {
  ...definition<AccessDefinition>('svc.access.v1.Access'),
  ...definition<DocumentsDefinition>('svc.documents.v1.Documents'),
  ...definition<EvidenceDefinition>('svc.evidence.v1.Evidence'),
  ...definition<JobsDefinition>('svc.jobs.v1.Jobs'),
  ...definition<GovernanceDefinition>('svc.governance.v1.Governance'),
};

export const exchange = definition<ExchangeDefinition>('svc.common.v1.Exchange');
/** Served by every service beside its own. */
export const processCalls = definition<ProcessDefinition>('svc.common.v1.Process');

type TableMethods<Name extends string> = { readonly [N in Name as Capitalize<N>]: MethodsDefinition['Compute'] };

/**
 * The gRPC methods of a table: each takes and gives documents, as Methods.Compute, and is called by its own name.
 *
 * @param service full name, such as svc.risk.v1.Risk
 */
export const tableMethods = <Name extends string>(service: string, table: Readonly<Record<Name, unknown>>): TableMethods<Name> =>
  Object.fromEntries(
    Object.keys(table).map((method) => {
      const name = `${method.charAt(0).toUpperCase()}${method.slice(1)}`;
      return [name, { ...methods.Compute, path: `/${service}/${name}` }];
    }),
  ) as TableMethods<Name>;

/** Large enough for a batch of 100 000 options, its Greeks, and the receipt of both; the gateway admits far smaller bodies. */
export const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** The context that a handler receives beside the request: the caller, and the time until which the answer is of use. */
export interface CallContext {
  readonly caller: Caller;
  /** Aborted when the caller has gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** The deadline, by performance.now(); absent where there is none. */
  readonly endsAt?: number;
  /** Counts thread time against the caller's tenant, milliseconds. Absent where nobody counts it. */
  readonly charge?: (ms: number) => void;
  /** W3C Trace Context of the calling span; absent or empty where the call is not traced. */
  readonly traceparent?: string | undefined;
}

// The generated definitions have an index signature, which is not a method.
type MethodNames<D> = keyof { [M in keyof D as string extends M ? never : M]: true } & string;
// biome-ignore lint/suspicious/noExplicitAny: the other type parameters of a method do not matter here.
type Sent<D, M extends keyof D> = D[M] extends MethodDefinition<infer R, any, any, any> ? R : never;
// biome-ignore lint/suspicious/noExplicitAny: as above
type Received<D, M extends keyof D> = D[M] extends MethodDefinition<any, any, infer R, any> ? R : never;
// biome-ignore lint/suspicious/noExplicitAny: as above
type Answered<D, M extends keyof D> = D[M] extends MethodDefinition<any, infer R, any, any> ? R : never;
// biome-ignore lint/suspicious/noExplicitAny: as above
type Answer<D, M extends keyof D> = D[M] extends MethodDefinition<any, any, any, infer R> ? R : never;

/** The methods of a service as its client and its handlers name them: `PriceVanilla` is `priceVanilla`. */
export type MethodName<D> = Uncapitalize<MethodNames<D>>;

/** The functions that a server implements: one per method. */
export type Handlers<D, Context = CallContext> = {
  readonly [M in MethodNames<D> as Uncapitalize<M>]: (request: Received<D, M>, call: Context) => Answered<D, M> | Promise<Answered<D, M>>;
};

/** The functions that a client offers: one per method. */
export type Client<D, Context> = {
  readonly [M in MethodNames<D> as Uncapitalize<M>]: (request: Sent<D, M>, call: Context) => Promise<Answer<D, M>>;
};

/** The methods of a definition, with their wire functions. */
export function methodsOf<D extends object>(service: D): [name: string, method: MethodDefinition<object, object>][] {
  return Object.entries(service as Record<string, MethodDefinition<object, object>>).map(([name, method]) => [
    `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    method,
  ]);
}
