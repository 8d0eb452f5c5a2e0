import { z } from 'zod';
import { type DocumentOf, type Resource, resource } from './resource.js';

/** How a pricer did against its reference cases. */
export const validationResult = z.strictObject({
  pricerId: z.string(),
  pricerVersion: z.int(),
  fingerprint: z.string(),
  cases: z.int(),
  passed: z.int(),
  failed: z.int(),
  /** The case whose error is the largest multiple of its tolerance; absent where no case gave a number. */
  worst: z.strictObject({ case: z.string(), error: z.number(), tolerance: z.number() }).optional(),
});

export type ValidationResult = z.output<typeof validationResult>;

export const validationDepths = ['quick', 'full'] as const;
export const validationStates = ['queued', 'running', 'succeeded', 'failed'] as const;

/**
 * Runs of pricers against the reference cases that ship with the service. A run that succeeded has compared every case; whether the pricers
 * passed is in its results.
 */
export const validationRuns = resource({
  collection: 'validation_runs',
  idPrefix: 'val_',
  schema: z.strictObject({
    /** The pricers that were asked for; empty: all that have cases. */
    pricers: z.array(z.string()),
    depth: z.enum(validationDepths),
    state: z.enum(validationStates),
    /** 0 to 1. */
    progress: z.number(),
    results: z.array(validationResult),
    error: z.string().optional(),
    /** Unix milliseconds. */
    endedAt: z.int().optional(),
    /** The submitter of the run, with whose rights its calls are made. */
    submitter: z.strictObject({ keyId: z.string(), userId: z.string(), scopes: z.array(z.string()), tier: z.string() }),
    /** The process that runs it, and until when nobody else takes it over. */
    claim: z.strictObject({ id: z.string(), until: z.int() }).optional(),
  }),
  filters: { state: 'equals' },
  access: 'services',
});

export type ValidationRun = DocumentOf<typeof validationRuns>;

/** The outcomes of the cases of a run: JSON, deflated, as the bytes. The id is the run's, a dot and the id of the claim that ended it. */
export const validationOutcomes: Resource = resource({
  collection: 'validation_outcomes',
  idPrefix: '',
  schema: z.strictObject({}),
  access: 'services',
});

/** The runs that have not ended, of all tenants: documents of the platform with the id of the run. */
export const unfinishedValidationRuns = resource({
  collection: 'unfinished_validation_runs',
  idPrefix: '',
  schema: z.strictObject({ tenant: z.string() }),
  access: 'services',
});
