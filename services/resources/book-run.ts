import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** Measures of portfolios. */
export const PORTFOLIO_MEASURES = ['value', 'sensitivities', 'var', 'stress'] as const;
/** Measures of netting sets. */
export const NETTING_SET_MEASURES = ['exposure', 'xva'] as const;
/** `explain` is of portfolios too, where a run is compared with another. */
export const RUN_MEASURES = [...PORTFOLIO_MEASURES, ...NETTING_SET_MEASURES, 'explain'] as const;
export type RunMeasure = (typeof RUN_MEASURES)[number];

const ids = z.array(z.string());

/** Runs of many measures over portfolios and netting sets: what was asked for, and the jobs that compute it. */
export const bookRuns = resource({
  collection: 'book_runs',
  idPrefix: 'run_',
  schema: z.strictObject({
    name: z.string().optional(),
    portfolioIds: ids,
    nettingSetIds: ids,
    snapshotId: z.string(),
    reportingCurrency: z.string(),
    measures: z.array(z.enum(RUN_MEASURES)),
    /** Further fields of the request of each measure. */
    settings: z.record(z.string(), z.record(z.string(), z.unknown())),
    /** The run with which this one is compared. */
    compareWith: z.string().optional(),
    parts: z.array(
      z.strictObject({
        measure: z.enum(RUN_MEASURES),
        /** Id of the portfolio or netting set. */
        subjectId: z.string(),
        jobId: z.string(),
      }),
    ),
    /** Totals and warnings, kept when the last job had ended: results of jobs expire. */
    outcome: z
      .strictObject({
        status: z.enum(['succeeded', 'failed', 'cancelled']),
        stages: z.array(z.strictObject({ measure: z.enum(RUN_MEASURES), done: z.int(), failed: z.int(), of: z.int() })),
        totals: z.record(z.string(), z.unknown()),
        warnings: z.array(z.strictObject({ pricerId: z.string(), warning: z.string() })),
        failures: z.array(z.strictObject({ measure: z.enum(RUN_MEASURES), subjectId: z.string(), code: z.string(), message: z.string() })),
      })
      .optional(),
  }),
  filters: { snapshotId: 'equals' },
  searchable: ['name'],
  // Each of its jobs stands in the audit log.
  audited: false,
  access: 'callers',
});

export type BookRun = DocumentOf<typeof bookRuns>;
