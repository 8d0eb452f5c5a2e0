/** The envelope around every response but the documented exceptions (interface specification, 2.2), as JSON text. */
import type { HttpFailure } from './errors.js';

/** The run manifest as callers see it (interface specification, 2.3). */
export interface Manifest {
  readonly engineVersion: string;
  readonly runId: string;
  readonly pricerId: string;
  readonly pricerVersion: number;
  readonly pricerFingerprint: string;
  readonly capabilityStatus: string;
  readonly marketDataAsOf: string;
  readonly warnings?: readonly string[];
  /** Of a job that workers shared in blocks: the blocks in their order, and the arithmetic that computed them. */
  readonly blocks?: readonly BlockArithmetic[];
}

/** Consecutive blocks that one arithmetic computed. */
export interface BlockArithmetic {
  readonly count: number;
  /** A backend (webgpu, webasm or cpu), or double. */
  readonly arithmetic: string;
}

/** A manifest as the services give it: with what receipts keep and callers do not see. */
export interface KeptManifest extends Manifest {
  /** SHA-256 of the code that the pricer reaches, hexadecimal; absent where it is not registered. */
  readonly pricerSources?: string;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** The end of every envelope. */
const call = (correlationId: string): string =>
  `"correlationId":"${correlationId}","correlation_id":"${correlationId}","timestamp":"${new Date().toISOString()}"}`;

/** @param dataJson the payload as text, because the receipt holds the same characters */
export const success = (correlationId: string, dataJson: string, manifestJson?: string): string =>
  `{"success":true,"data":${dataJson},${manifestJson === undefined ? '' : `"meta":{"manifest":${manifestJson}},`}${call(correlationId)}`;

/** As `success`, in UTF-8 at once: joined as text first, a large payload would be held twice. @param dataTexts the payload in pieces */
export function successBytes(correlationId: string, dataTexts: readonly string[], manifestJson?: string): Buffer {
  const [before = '', after = ''] = success(correlationId, '\0', manifestJson).split('\0');
  const texts = [before, ...dataTexts, after];
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const text of texts) end += bytes.write(text, end);
  return bytes;
}

export const failure = (correlationId: string, { code, message, faults }: HttpFailure): string => {
  const error = { code, message, ...(faults.length > 0 && { details: faults }) };
  return `{"success":false,"error":${JSON.stringify(error)},${call(correlationId)}`;
};
