import { z } from 'zod';
import { resource, stored } from './resource.js';

/** What a tenant used in a month; its id is the month in UTC, as 2026-03. */
const usage = z.object({ ...stored, requests: z.int().min(0).default(0) });

export type Usage = z.infer<typeof usage>;

export const usages = resource<Usage>({ collection: 'usage', idPrefix: '', schema: usage, indexes: [] });
