/** Why the store did not do what was asked: a closed list, so that one table maps it to a gRPC status. */
export type StoreFailureKind =
  /** The tenant has no such document. */
  | 'not_found'
  /** The id or a unique field is taken, or other documents refer to the one to be removed. */
  | 'conflict'
  /** The document has another version than the expected one. */
  | 'stale'
  /** A malformed request: a cursor, a limit, an id. */
  | 'invalid'
  /** The tenant has as many of them as it may. */
  | 'full'
  /** The tenant stores as many bytes as it may. */
  | 'over_quota'
  /** This installation has no such thing. */
  | 'unsupported'
  /** The store cannot be reached or cannot write. Nothing is known of the outcome; trying again is safe. */
  | 'unavailable'
  /** The stored files are damaged, or a later version has written them. Trying again does not help. */
  | 'unusable';

interface StoreFault {
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly reason: string;
}

export class StoreFailure extends Error {
  readonly faults: readonly StoreFault[];

  constructor(
    readonly kind: StoreFailureKind,
    message: string,
    { faults = [], ...options }: ErrorOptions & { readonly faults?: readonly StoreFault[] } = {},
  ) {
    super(message, options);
    this.name = 'StoreFailure';
    this.faults = faults;
  }
}

/** Waits for a write. @returns whether it was made: false where the id or a unique field is taken */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof StoreFailure && error.kind === 'conflict') return false;
    throw error;
  }
}
