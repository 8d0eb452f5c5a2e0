/** Artifacts for tests of the operations that read and delete them: only jobs with large results make any. */

import { FIRST_TENANT } from '#services/reference/access/bootstrap';
import { createArtifact } from '#services/reference/documents/artifacts';
import type { Store } from '#services/store/port';

/** More than the tests delete. */
const COUNT = 40;

/** Artifacts of the first tenant, and of the tenant of most keys. */
export async function makeArtifacts(store: Store): Promise<void> {
  for (const tenantId of [FIRST_TENANT, 'ten_one'])
    for (let number = 0; number < COUNT; number++) {
      const head = { tenantId, name: `result ${number}.json`, contentType: 'application/json', jobId: 'job_none', now: Date.now() };
      await createArtifact(store, head, Buffer.from(JSON.stringify({ data: { number } })));
    }
}
