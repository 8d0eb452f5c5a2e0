import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** Runs of a book that are made again and again: when, what, and the job that makes the next. */
export const runSchedules = resource({
  collection: 'run_schedules',
  idPrefix: 'rsc_',
  schema: z.strictObject({
    name: z.string(),
    /** A cron expression of five fields. */
    cron: z.string(),
    /** An IANA name. */
    timeZone: z.string(),
    /** The request of the run. */
    run: z.record(z.string(), z.unknown()),
    compareWithPrevious: z.boolean(),
    next: z.strictObject({ at: z.iso.datetime(), jobId: z.string() }).optional(),
    last: z
      .strictObject({
        at: z.iso.datetime(),
        runId: z.string().optional(),
        error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
      })
      .optional(),
  }),
  filters: { name: 'prefix' },
  sorts: ['name'],
  searchable: ['name'],
  access: 'callers',
});

export type RunSchedule = DocumentOf<typeof runSchedules>;
