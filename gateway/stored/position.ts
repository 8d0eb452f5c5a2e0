import { type HttpFailure, invalidRequest } from '../contract/errors.js';

/** Where in a request a name stands. */
export interface Position {
  /** JSON pointer to the name's own object. */
  readonly pointer: string;
  /** The objects around it, the nearest first, with the member under which it stands in each. */
  readonly around: readonly { readonly value: Readonly<Record<string, unknown>>; readonly member: string }[];
  /** Whether the object may name the snapshot in which the names in it are looked up. */
  readonly holdsSnapshot?: boolean;
  /** The valuation date that the request states for the market around the name. */
  readonly valuationDate?: string;
}

/** The request itself. */
export const ROOT: Position = { pointer: '', around: [] };

/** A refusal of the name itself. */
export const unusable = ({ pointer }: Position, key: string, reason: string): HttpFailure => invalidRequest(`${pointer}/${key}`, reason);
