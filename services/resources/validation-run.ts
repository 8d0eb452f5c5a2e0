import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** How a pricer did against its reference cases. */
export const validationResult = z.strictObject({
  pricerId: z.string(),
  pricerVersion: z.int(),
  fingerprint: z.string(),
  cases: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** The case that came nearest to its tolerance, or went furthest beyond it; absent where there was none. */
  worst: z.strictObject({ case: z.string(), error: z.number(), tolerance: z.number() }).optional(),
});

export const validationStates = ['queued', 'running', 'succeeded', 'failed'] as const;

/** Runs of pricers against the reference tables. The bytes hold the outcome of every case. */
export const validationRuns = resource({
  collection: 'validation_runs',
  idPrefix: 'val_',
  schema: z.strictObject({
    pricers: z.array(z.string()),
    depth: z.enum(['quick', 'full']),
    state: z.enum(validationStates),
    /** 0 to 1. */
    progress: z.number(),
    results: z.array(validationResult),
  }),
  filters: { state: 'equals' },
  access: 'services',
});

export type ValidationRun = DocumentOf<typeof validationRuns>;
