/** Who was authenticated, and how often they may call. */
import type { Caller } from '../operation.js';

/** The caller of a request without its correlation id, and the limits of the caller's tenant. */
export interface Principal extends Omit<Caller, 'correlationId'> {
  readonly keyId: string;
  readonly requestsPerMinute: number;
  /** Absent: unlimited. */
  readonly monthlyQuota?: number;
}
