/** What an operation is: one object from which routing, validation, entitlement, limits, metrics and OpenAPI follow. */
import type { z } from 'zod';
import type { Client } from '#proto/services';
import type { CalibrationDefinition } from '#proto/types/svc/calibration/v1/Calibration';
import type { PricingDefinition } from '#proto/types/svc/pricing/v1/Pricing';
import type { ReferenceDefinition } from '#proto/types/svc/reference/v1/Reference';
import type { RiskDefinition } from '#proto/types/svc/risk/v1/Risk';
import type { ClientCall } from '#services/rpc/client-call';
import type { RequiredScope, Tier } from './entitlement.js';
import type { Manifest } from './http/envelope.js';

/** Who calls and on what terms. */
export interface Principal {
  readonly keyId: string;
  readonly tenantId: string;
  readonly scopes: readonly string[];
  readonly tier: Tier;
  readonly requestsPerMinute: number;
  readonly monthlyQuota?: number;
}

export interface OperationCall extends ClientCall {
  /** ISO date that stands where a request leaves its valuation date out; a replay's is that of the first run. */
  readonly today: string;
  /** Simulate paths here and nowhere else; set by a replay. */
  readonly backend?: string;
  /** Compute it even where the answer is kept; set by a replay. */
  readonly fresh?: boolean;
}

/** What an operation works with. */
export interface Dependencies {
  readonly pricing: Client<PricingDefinition, ClientCall>;
  readonly calibration: Client<CalibrationDefinition, ClientCall>;
  readonly risk: Client<RiskDefinition, ClientCall>;
  readonly reference: Client<ReferenceDefinition, ClientCall>;
  /** The list itself, for the operations that speak about operations. */
  readonly operations: readonly Operation[];
  /** Prometheus exposition text. */
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export interface Input<Body, Params, Query> {
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly call: OperationCall;
}

/** `manifest` is there for a priced result, and then a receipt is kept before the answer leaves. */
export interface Outcome<Data> {
  readonly data: Data;
  readonly manifest?: Manifest;
  /** What paths were simulated on; absent for closed forms. */
  readonly backend?: string;
}

/** A rendered answer, for the operations whose wire is not the envelope. */
export interface RenderedDocument {
  readonly contentType: string;
  readonly body: string;
}

interface Described {
  /** As in the table of operations. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With {name} for a parameter. */
  readonly path: string;
  readonly tag: string;
  readonly scope: RequiredScope;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly request?: z.ZodType;
  /** Schemas that the others refer to by name alone. */
  readonly schemas?: readonly z.ZodType[];
  /** An example body for the documentation. */
  readonly example?: object;
  /** Success status; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202;
  /** Ids of the pricers whose numbers it may give; `all` where its caller names one. */
  readonly pricers?: readonly string[] | 'all';
  /** The reference tables that hold what it computes without a pricer. */
  readonly evidence?: readonly string[];
  /** Largest body, bytes. */
  readonly bodyLimit?: number;
}

export interface EnvelopeOperation extends Described {
  readonly wire: 'envelope';
  readonly response: z.ZodType;
  readonly handle: (input: Input<never, never, never>, dependencies: Dependencies) => Promise<Outcome<object>>;
}

export interface RenderedOperation extends Described {
  /** `document`: rendered, with errors still as envelopes. `bare`: plain, outside the envelope altogether. */
  readonly wire: 'document' | 'bare';
  /** Media types that it may answer with. */
  readonly produces: readonly string[];
  readonly handle: (input: Input<never, never, never>, dependencies: Dependencies) => Promise<RenderedDocument>;
}

export type Operation = EnvelopeOperation | RenderedOperation;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Checks that an operation's handler takes what its schemas give and returns what its response says. */
export const operation = <
  const Response extends z.ZodType,
  const Request extends z.ZodType | undefined = undefined,
  const Params extends z.ZodType | undefined = undefined,
  const Query extends z.ZodType | undefined = undefined,
>(
  declared: Omit<EnvelopeOperation, 'handle' | 'wire' | 'request' | 'params' | 'query' | 'response'> & {
    readonly request?: Request;
    readonly params?: Params;
    readonly query?: Query;
    readonly response: Response;
    readonly handle: (
      input: Input<Output<Request>, Output<Params>, Output<Query>>,
      dependencies: Dependencies,
    ) => Promise<Outcome<z.input<Response> & object>>;
  },
): EnvelopeOperation => ({ ...declared, wire: 'envelope' }) as unknown as EnvelopeOperation;

export const renderedOperation = (declared: RenderedOperation): RenderedOperation => declared;
