/** The answer of an operation, and how to ask for one. */
import type { CallOptions } from './transport.js';
import type { Data, Input, OperationId, RunManifest } from './types.js';

/** The receipt of a priced result, by which the service computes it again. */
export interface Receipt {
  readonly runId: string;
  /** Computes the result again and compares it to the last bit. */
  replay(options?: CallOptions): Promise<Data<'replayReceipt'>>;
  /** The request, the result and where they came from. */
  read(options?: CallOptions): Promise<Data<'getReceipt'>>;
}

export interface Result<Payload> {
  readonly data: Payload;
  /** Identifies the call in the logs of the service. */
  readonly correlationId: string;
  /** The pricer, its version and validation status; absent where nothing was priced. */
  readonly manifest: RunManifest | undefined;
  /** Absent where nothing was priced. */
  readonly receipt: Receipt | undefined;
  /** The answer: status and headers. Its body was read and is `text`. */
  readonly response: Response;
  readonly text: string;
}

/** Calls any operation by its operationId. */
export interface Calls {
  call<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Result<Data<Id>>>;
  raw<Id extends OperationId>(id: Id, input: Input<Id>, options?: CallOptions): Promise<Response>;
}
