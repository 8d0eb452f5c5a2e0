import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** Job workers, as they have said of themselves: documents of the platform with the id of the process. */
export const jobWorkers = resource({
  collection: 'job_workers',
  idPrefix: '',
  schema: z.strictObject({
    /** Version of the package. */
    release: z.string(),
    node: z.string(),
    queue: z.string(),
    lanes: z.int(),
    /** Unix milliseconds. */
    startedAt: z.int(),
    /** Unix milliseconds of its last report. */
    seenAt: z.int(),
  }),
  filters: { seenFrom: { field: 'seenAt', match: 'atLeast' }, seenBefore: { field: 'seenAt', match: 'below' } },
  access: 'services',
});
export type JobWorker = DocumentOf<typeof jobWorkers>;
