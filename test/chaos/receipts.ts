/** Which receipts a service still has after a fault. */
import { expectSuccess } from '../support/envelope.js';
import { get } from '../support/http.js';
import type { RunningService } from '../support/service.js';

/** Those of the acknowledged runs whose receipts are not listed any more. Read in pages: one by one they would take minutes. */
export async function missingReceipts(service: Pick<RunningService, 'url' | 'key'>, acknowledged: readonly string[]): Promise<string[]> {
  const kept = new Set<string>();
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { items, nextCursor } = expectSuccess(await get(service, `/api/v1/governance/receipts?limit=500${after}`));
    for (const { runId } of items) kept.add(runId);
    after = nextCursor && `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return acknowledged.filter((runId) => !kept.has(runId));
}
