/** Verifies a receipt file: its content address, its signature, and its result, computed again to the last bit. The command and pages call this. */
import { contentAddress, type ReceiptFile } from '#gateway/run/receipt-file';
import { RECEIPT_FORMAT } from '#services/resources/receipt';
import type { LocalEngine, Recomputed } from './local-engine.js';
import { checkSignature } from './signature.js';

/** A place at which the result or its pricer differs. */
export interface BitDifference {
  /** JSON pointer: `/result/…` or `/pricer/…`. */
  readonly pointer: string;
  readonly original: unknown;
  readonly recomputed: unknown;
  /** The bits of both as 16 hexadecimal digits (IEEE 754), where both are numbers. */
  readonly bits?: { readonly original: string; readonly recomputed: string };
}

export interface Outcome {
  /** True where everything that could be checked agrees, and the result was computed again. */
  readonly green: boolean;
  readonly runId: string;
  readonly operationId: string;
  readonly address: { readonly stated: string; readonly computed: string };
  /**
   * - `not_checked`: no public key was given
   * - `unknown_key`: another key than those given signed
   * - `unsupported`: this runtime has no Ed25519
   */
  readonly signature: 'valid' | 'invalid' | 'unsigned' | 'unknown_key' | 'not_checked' | 'unsupported';
  readonly result: 'identical' | 'different' | 'not_computed';
  /** Why the result was not computed. */
  readonly reason?: string;
  /** The first places that differ, in the order of the result. */
  readonly differences: readonly BitDifference[];
  /** The runtime that the manifest names; absent from receipts made before it was recorded. */
  readonly madeBy?: string;
}

/**
 * @param file       a receipt file, as text or parsed
 * @param engine     what `openEngine` gives
 * @param publicKeys text with the public keys of the installation in PEM form; absent: the signature is not checked
 * @throws Error where the file is not a receipt file
 */
export async function verify(file: unknown, engine: Pick<LocalEngine, 'recompute'>, publicKeys?: string): Promise<Outcome> {
  const { contentAddress: stated, signature, receipt } = readReceiptFile(file);
  const { runId, operationId } = receipt;
  const { runtime } = receipt.manifest;
  const computed = contentAddress(receipt);
  const signatureState = await signatureOf(stated, signature, publicKeys);
  const { result, reason, differences } = await resultOf(receipt, engine);
  const signatureHolds =
    signatureState === 'valid' || signatureState === 'not_checked' || (signature === undefined && publicKeys === undefined);
  return {
    green: stated === computed && signatureHolds && result === 'identical',
    runId,
    operationId,
    address: { stated, computed },
    signature: signatureState,
    result,
    ...(reason !== undefined && { reason }),
    differences,
    ...(runtime !== undefined && { madeBy: runtime }),
  };
}

/** @throws Error that says what is missing */
function readReceiptFile(file: unknown): ReceiptFile {
  const parsed = (typeof file === 'string' ? JSON.parse(file) : file) as Partial<ReceiptFile> | null;
  if (parsed?.format !== RECEIPT_FORMAT) throw new Error(`the file must be a receipt with "format": "${RECEIPT_FORMAT}"`);
  const { contentAddress: address, receipt } = parsed;
  if (typeof address !== 'string' || typeof receipt !== 'object' || receipt === null || typeof receipt.manifest !== 'object')
    throw new Error('the file must have a contentAddress, and a receipt with its manifest');
  return parsed as ReceiptFile;
}

async function signatureOf(
  address: string,
  signature: ReceiptFile['signature'],
  publicKeys: string | undefined,
): Promise<Outcome['signature']> {
  if (signature === undefined) return 'unsigned';
  if (publicKeys === undefined) return 'not_checked';
  try {
    return await checkSignature(address, signature, publicKeys);
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError') return 'unsupported';
    throw error;
  }
}

async function resultOf(
  receipt: ReceiptFile['receipt'],
  engine: Pick<LocalEngine, 'recompute'>,
): Promise<Pick<Outcome, 'result' | 'reason' | 'differences'>> {
  const { backend } = receipt;
  if (backend === 'webgpu')
    return { result: 'not_computed', reason: 'WebGPU simulated its paths, and their last bits belong to the adapter', differences: [] };
  try {
    const { differences } = await engine.recompute(receipt);
    return { result: differences.length === 0 ? 'identical' : 'different', differences: differences.map(withBits) };
  } catch (error) {
    return { result: 'not_computed', reason: error instanceof Error ? error.message : String(error), differences: [] };
  }
}

function withBits({ pointer, original, replayed: recomputed }: Recomputed['differences'][number]): BitDifference {
  const areNumbers = typeof original === 'number' && typeof recomputed === 'number';
  return { pointer, original, recomputed, ...(areNumbers && { bits: { original: bitsOf(original), recomputed: bitsOf(recomputed) } }) };
}

/** The bits of a double, the sign first, as 16 hexadecimal digits. */
function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}
