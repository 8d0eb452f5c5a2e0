/** Why the store did not do what was asked: a closed list, so that one table maps it to a status. */
export type StoreFailureKind =
  /** No such document of this tenant. */
  | 'not_found'
  /** Something else is there already under this id or unique field. */
  | 'conflict'
  /** The document has another version than the one expected. */
  | 'stale'
  /** What was asked makes no sense: a cursor, a limit, an id. */
  | 'invalid'
  /** The store cannot be reached or cannot write; nothing is known of the outcome, and trying again is safe. */
  | 'unavailable';

export class StoreFailure extends Error {
  constructor(
    readonly kind: StoreFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'StoreFailure';
  }
}
