/** An operation is one object from which routing, validation, entitlement, limits, metrics and OpenAPI follow. */

import type { z } from 'zod';
import type { PricedKind } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import type { Client } from '#proto/services';
import type { AccessDefinition } from '#proto/types/svc/access/v1/Access';
import type { DocumentsDefinition } from '#proto/types/svc/documents/v1/Documents';
import type { EvidenceDefinition } from '#proto/types/svc/evidence/v1/Evidence';
import type { GovernanceDefinition } from '#proto/types/svc/governance/v1/Governance';
import type { JobsDefinition } from '#proto/types/svc/jobs/v1/Jobs';
import type { calibration } from '#services/calibration/methods';
import type { pricing } from '#services/pricing/methods';
import type { risk } from '#services/risk/methods';
import type { ReplicaReport } from '#services/rpc/client';
import type { ClientCall, CostClass, Deadlines } from '#services/rpc/method-table';
import type { RequiredScope } from './entitlement.js';
import type { ErrorCode } from './errors.js';
import type { LongText } from './long-text.js';
import type { KeptManifest, Manifest } from './manifest.js';
import type { StoredData } from './stored-data.js';

/** The context of one run, passed on with every call to a service. */
export interface OperationCall extends ClientCall {
  /**
   * UUID of the request: the same for each attempt under one Idempotency-Key or at one job, otherwise the correlation id. A handler that creates
   * something names it by this, so that an attempt whose outcome was lost is not repeated.
   */
  readonly requestId: string;
  /** ISO date used where the request leaves out its valuation date. A replay uses the date of the first run. */
  readonly today: string;
  /** Simulate on this backend and no other; set by a replay. */
  readonly backend?: string;
  /** Compute the result even where it is cached; set by a replay. */
  readonly fresh?: boolean;
  /** A part of the result that may be long, kept for the receipt while it grows; absent: the run has no receipt. */
  readonly newText?: () => LongText;
}

/**
 * Looks up a stored input by its name. The first run records the value in its receipt; a replay is given the recorded
 * value and never calls `lookUp`, so that its result does not change when the stored input does.
 *
 * @param name unique among the inputs of one run, such as `curve/USD-OIS`
 */
export type ResolveInput = <Value>(name: string, lookUp: () => Promise<Value>) => Promise<Value>;

/** The services and the clock that operations work with. */
export interface Dependencies {
  readonly pricing: Client<typeof pricing, ClientCall>;
  readonly calibration: Client<typeof calibration, ClientCall>;
  readonly risk: Client<typeof risk, ClientCall>;
  /** The five gRPC services of the reference service, called by one client. */
  readonly access: Client<AccessDefinition, ClientCall>;
  readonly documents: Client<DocumentsDefinition, ClientCall>;
  readonly evidence: Client<EvidenceDefinition, ClientCall>;
  readonly governance: Client<GovernanceDefinition, ClientCall>;
  readonly jobs: Client<JobsDefinition, ClientCall>;
  /** The operations of the interface, /api/v1, for those that describe or replay others. */
  readonly operations: readonly Operation[];
  /** The operations of /desk/v1, which jobs and replays run too. */
  readonly desk: readonly Operation[];
  /** The clock. */
  readonly now: () => Date;
  /** Milliseconds by cost class, for the operations that state no deadline of their own. */
  readonly deadlines: Deadlines;
  /** The replicas of each service, as this process sees them. */
  readonly replicas: (
    call: ClientCall,
  ) => Promise<
    readonly { readonly service: 'pricing' | 'calibration' | 'risk' | 'reference'; readonly replicas: readonly ReplicaReport[] }[]
  >;
  /** Counts a priced result in the metrics. */
  readonly countResult: (manifest: Manifest) => void;
  /** The gateway's metrics as Prometheus exposition text. */
  readonly metrics: () => Promise<{ contentType: string; body: string }>;
}

export interface Input<Body, Params, Query, Headers> {
  readonly body: Body;
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly caller: Caller;
  readonly call: OperationCall;
  readonly resolve: ResolveInput;
  /** Looks up stored market data for this run. */
  readonly stored: StoredData;
}

/** The part of the input that does not depend on the request: what other operations run inside this one share with it. */
export type RunContext = Pick<Input<unknown, undefined, undefined, undefined>, 'caller' | 'call' | 'resolve' | 'stored'>;

type BodyHandler<Body, Data> = (
  input: Input<Body, undefined, undefined, undefined>,
  dependencies: Dependencies,
) => Promise<Outcome<Data> | Computation<Data>>;

/** An operation's request that may name stored data in place of some fields, and the handler that fills these fields in. */
export interface TakesStored<Body> {
  readonly request: z.ZodType<Body>;
  /** @param operationHandler takes the fields whole, whichever form the request has */
  handle<Data>(operationHandler: BodyHandler<Body, Data>): BodyHandler<Body, Data>;
}

/** Every status with which an operation may succeed. */
type SuccessStatus = 200 | 201 | 202 | 206 | 303 | 304 | 416;

/** JSON text in place of the value that it stands for: of what is text already, or too large to be held as a value too. */
export class JsonText<Value> {
  /** The value for which the text stands is known to the compiler alone. */
  declare readonly value: Value;
  readonly pieces: readonly (string | LongText)[];
  constructor(...pieces: (string | LongText)[]) {
    this.pieces = pieces;
  }

  /** The texts that it is made of, in order. */
  get texts(): readonly string[] {
    return this.pieces.flatMap((piece) => (typeof piece === 'string' ? piece : piece.texts));
  }

  toString(): string {
    return this.texts.join('');
  }
}

/** Values by name; several where the header is sent more than once, as Set-Cookie is. */
export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface Outcome<Data> {
  readonly data: Data | JsonText<Data>;
  /** Replaces the operation's own status, where that depends on the outcome. */
  readonly status?: SuccessStatus;
  /** Response headers, each declared in `responseHeaders`. */
  readonly headers?: ResponseHeaders;
  /** Present for a priced result; its receipt is then durable before the response leaves. */
  readonly manifest?: KeptManifest;
  /** Set where a run inside this one has kept the receipt of the manifest already, as in a replay. */
  readonly receiptKept?: true;
  /** The backend that simulated the paths; absent for closed forms. */
  readonly backend?: string;
}

/**
 * A computation in which a handler ends, in place of an outcome. The run computes it at once; or the workers of a job share it in blocks, and any of
 * them makes the outcome from the parts of all blocks, so that the handler does not run again.
 */
export interface Computation<Data> {
  readonly compute: () => Promise<Outcome<Data>>;
  /** The computation as plain data; absent where workers cannot share it. */
  readonly shared?: () => SharedComputation;
}

export interface SharedComputation {
  /** Service and method, such as risk.varHistorical. */
  readonly method: string;
  /** Request of the method. */
  readonly bodyJson: string;
  /** ISO date, the valuation date where the request gives none */
  readonly today: string;
  /** Notes of the handler for the manifest of the outcome. */
  readonly notes: ManifestNotes;
}

export interface ManifestNotes {
  readonly warnings: readonly string[];
  /** ISO date; it replaces that of the manifest where it is older */
  readonly marketDataAsOf?: string;
}

/** A response that is not an envelope: text, bytes or a stream. */
export interface RenderedDocument {
  readonly contentType: string;
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Replaces the operation's own status, where that depends on the outcome. */
  readonly status?: SuccessStatus;
  readonly headers?: ResponseHeaders;
}

/** Bytes. A request without lists is far smaller; an operation that takes more says so. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024;

/** A call that the service makes to an address of the request. */
export interface Callback {
  /** The address, as a runtime expression of OpenAPI. */
  readonly url: string;
  readonly summary: string;
  /** The headers of the call by name, each with its description. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodType;
}

interface Described {
  /** The operationId, as in the table of operations. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, with {name} for each parameter. */
  readonly path: string;
  readonly tag: string;
  readonly scope: RequiredScope;
  readonly costClass: CostClass;
  /** Milliseconds after which the caller gets SVC-SYS-003; by default that of the cost class. */
  readonly deadlineMs?: number;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The request headers that the operation reads, by lower-case name. */
  readonly headers?: z.ZodObject;
  readonly request?: z.ZodType;
  /** Media types of a body that is text, such as a file; its schema is then of a text. Absent: the body is JSON. */
  readonly consumes?: readonly string[];
  /** The response headers that it may set beside those of every response, each with its description. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The error codes that it may give beside those that every operation can give. */
  readonly failures?: readonly ErrorCode[];
  /** The calls that follow from a request, by name. */
  readonly callbacks?: Readonly<Record<string, Callback>>;
  /** Named schemas that the others refer to by name alone. */
  readonly schemas?: readonly z.ZodType[];
  /** An example body for the documentation. */
  readonly example?: object;
  /** An example of a body that is text. */
  readonly exampleText?: string;
  /** Further example bodies for the documentation, each by its title; every one is accepted as it stands. */
  readonly furtherExamples?: Readonly<Record<string, object>>;
  /**
   * True where request or answer hold a secret, such as a password or a new key. Nothing of them is stored: a request with an
   * Idempotency-Key, under which answers are stored, is refused.
   */
  readonly holdsSecret?: true;
  /** Default 200. */
  readonly status?: SuccessStatus;
  /** The statuses with which it may succeed besides. */
  readonly otherStatuses?: readonly SuccessStatus[];
  /**
   * States when a success has a manifest: `always`, or `when_priced` where nothing at all may be priced. By default `always` for an
   * operation that prices, and never for others.
   */
  readonly manifest?: 'always' | 'when_priced';
  /** The kinds of requests that it prices, by which pricers are its own; `all` where the request names a pricer. */
  readonly prices?: readonly PricedKind[] | 'all';
  /** True where an answer may be as large as the largest request: the operation then always runs in a thread of its own. */
  readonly largeAnswers?: true;
  /** Largest body, bytes; DEFAULT_BODY_LIMIT by default. */
  readonly bodyLimit?: number;
}

export interface EnvelopeOperation extends Described {
  readonly wire: 'envelope';
  readonly response: z.ZodType;
  readonly handle: (input: Input<never, never, never, never>, dependencies: Dependencies) => Promise<Outcome<object> | Computation<object>>;
}

interface RenderedOperation extends Described {
  /** `document`: rendered, with failures in envelopes. `bare`: outside the envelope altogether. */
  readonly wire: 'document' | 'bare';
  /** Media types that it may answer with. */
  readonly produces: readonly string[];
  readonly handle: (input: Input<never, never, never, never>, dependencies: Dependencies) => Promise<RenderedDocument>;
}

export type Operation = EnvelopeOperation | RenderedOperation;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Schemas<Request, Params, Query, Headers> {
  readonly request?: Request;
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: Headers;
}

type SchemaNames = keyof Schemas<never, never, never, never>;
type Optional = z.ZodType | undefined;

/** Checks that the handler of an operation takes what its schemas give and returns what its response says. */
export const operation = <
  const Response extends z.ZodType,
  const Request extends Optional = undefined,
  const Params extends Optional = undefined,
  const Query extends Optional = undefined,
  const Headers extends z.ZodObject | undefined = undefined,
>(
  declared: Omit<EnvelopeOperation, 'handle' | 'wire' | 'response' | SchemaNames> &
    Schemas<Request, Params, Query, Headers> & {
      readonly response: Response;
      readonly handle: (
        input: Input<Output<Request>, Output<Params>, Output<Query>, Output<Headers>>,
        dependencies: Dependencies,
      ) => Promise<Outcome<z.input<Response> & object> | Computation<z.input<Response> & object>>;
    },
): EnvelopeOperation => ({ ...declared, wire: 'envelope' }) as unknown as EnvelopeOperation;

/** Checks that the handler of a rendered operation takes what its schemas give. */
export const renderedOperation = <
  const Request extends Optional = undefined,
  const Params extends Optional = undefined,
  const Query extends Optional = undefined,
  const Headers extends z.ZodObject | undefined = undefined,
>(
  declared: Omit<RenderedOperation, 'handle' | SchemaNames> &
    Schemas<Request, Params, Query, Headers> & {
      readonly handle: (
        input: Input<Output<Request>, Output<Params>, Output<Query>, Output<Headers>>,
        dependencies: Dependencies,
      ) => Promise<RenderedDocument>;
    },
): RenderedOperation => declared as unknown as RenderedOperation;

/** The operations that jobs, threads and replays may run: those of the interface and those of the desk. */
export const allOperations = ({ operations, desk }: Pick<Dependencies, 'operations' | 'desk'>): readonly Operation[] => [
  ...operations,
  ...desk,
];

/** @throws Error where two operations have one id, or one method and path */
export function distinctOperations(list: readonly Operation[]): readonly Operation[] {
  const names = new Set<string>();
  for (const { id, method, path } of list) {
    for (const name of [id, `${method} ${path}`]) {
      if (names.has(name)) throw new Error(`two operations are called ${name}`);
      names.add(name);
    }
  }
  return list;
}
