/** The wire body of every answer but the documented exceptions (interface specification, 2.2). */
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
}

/** What every envelope carries. */
const call = (correlationId: string) => ({ correlationId, correlation_id: correlationId, timestamp: new Date().toISOString() });

export const success = (correlationId: string, data: object, manifest?: Manifest) => ({
  success: true,
  data,
  ...(manifest && { meta: { manifest } }),
  ...call(correlationId),
});

export const failure = (correlationId: string, { code, message, faults }: HttpFailure) => ({
  success: false,
  error: { code, message, ...(faults.length > 0 && { details: faults }) },
  ...call(correlationId),
});
