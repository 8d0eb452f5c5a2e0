/** Receipts: a priced number leaves only after what was asked, what was answered and why is durable. */
import type { Caller } from '#proto/caller';
import type { Dependencies } from './operation.js';

/** The texts are those that the caller sent and gets. */
export interface PricedRun {
  readonly operationId: string;
  readonly tag: string;
  readonly requestJson: string;
  readonly resultJson: string;
  readonly manifestJson: string;
  /** Empty for closed forms. */
  readonly backend: string;
  readonly inputsJson: string;
}

/** Durable when it returns. */
export async function keepReceipt(reference: Dependencies['reference'], run: PricedRun, caller: Caller): Promise<void> {
  const { correlationId: runId, traceId } = caller;
  await reference.recordReceipt({ ...run, runId, traceId, createdAtMs: Date.now() }, { caller });
}
