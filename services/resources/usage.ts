import { z } from 'zod';
import { resource } from './resource.js';

/** What a tenant uses in one month. The id is the month in UTC, such as 2026-03. */
export const usages = resource({
  collection: 'usage',
  idPrefix: '',
  schema: z.strictObject({
    requests: z.int().min(0).default(0),
    /** Thread time of its runs, milliseconds. */
    computeMs: z.int().min(0).optional(),
  }),
  access: 'services',
});
