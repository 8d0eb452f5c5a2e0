/** A receipt as one file that proves itself: its content, the hash of the content, and the installation's signature of the hash. */
import { hash } from 'blake3-wasm';
import { RECEIPT_FORMAT } from '#services/resources/receipt';
import type { Manifest } from '../contract/manifest.js';
import type { RunInputs } from './inputs.js';

/** A receipt as callers see it. */
export interface ReceiptContent {
  readonly runId: string;
  readonly operationId: string;
  readonly createdAt: string;
  /** The backend that simulated the paths; absent for closed forms. */
  readonly backend?: string;
  readonly traceId?: string;
  readonly request: unknown;
  /** Absent from receipts made before it was recorded. */
  readonly inputs?: RunInputs;
  readonly result: unknown;
  readonly manifest: Manifest;
}

export interface ReceiptSignature {
  readonly algorithm: 'Ed25519';
  /** First 16 hexadecimal digits of the SHA-256 of the public key (SPKI, DER). */
  readonly keyId: string;
  /** The signature of `signedText`, base64. */
  readonly value: string;
}

export interface ReceiptFile {
  readonly format: typeof RECEIPT_FORMAT;
  /** `blake3:` and 64 hexadecimal digits. */
  readonly contentAddress: string;
  /** Absent where the installation has no key. */
  readonly signature?: ReceiptSignature;
  readonly receipt: ReceiptContent;
}

/** BLAKE3 of the content as canonical JSON, so that any process in any language computes the same, however the file is laid out. */
export const contentAddress = (content: unknown): string => `blake3:${hash(canonicalJson(content)).toString('hex')}`;

/** The text that a signature signs. */
export const signedText = (address: string): string => `${RECEIPT_FORMAT}\n${address}`;

/** JSON without spaces, the fields of each object in the order of their names by UTF-16 (RFC 8785). */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
