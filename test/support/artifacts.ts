/** Artifacts for tests of the operations that read and delete them: only jobs with large results make any. */
import { createArtifact } from '#services/reference/artifacts';
import type { Store } from '#services/store/port';

/** More than the tests delete. */
const COUNT = 40;

/** Artifacts of the tenant of most keys. */
export async function makeArtifacts(store: Store): Promise<void> {
  for (let number = 0; number < COUNT; number++) {
    const head = {
      tenantId: 'ten_one',
      name: `result ${number}.json`,
      contentType: 'application/json',
      jobId: 'job_none',
      now: Date.now(),
    };
    await createArtifact(store, head, Buffer.from(JSON.stringify({ data: { number } })));
  }
}
