/** The receipts that a service still has after a fault. */
import { expectSuccess } from '../support/envelope.js';
import { get } from '../support/http.js';
import type { RunningService } from '../support/service.js';

/** Those of the acknowledged runs whose receipts are not listed any more. Read in pages: one by one they would take minutes. */
export async function missingReceipts(service: Pick<RunningService, 'url' | 'key'>, acknowledged: readonly string[]): Promise<string[]> {
  const runIds = new Set<string>();
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { items, nextCursor } = expectSuccess(await get(service, `/api/v1/governance/receipts?limit=500${cursor}`));
    for (const { runId } of items) runIds.add(runId);
    cursor = nextCursor && `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return acknowledged.filter((runId) => !runIds.has(runId));
}
