import { z } from 'zod';
import { contractSpec, marketInput } from '#engine/schemas';
import { resource } from './resource.js';
import { text } from './text.js';

/** Longest notes, characters: a page or two. */
const MAX_NOTES = 10_000;

export const draftFields = z
  .strictObject({
    name: text(200),
    contract: contractSpec,
    market: marketInput.optional().meta({ description: 'The market in which the draft is priced by default' }),
    notes: text(MAX_NOTES).optional(),
  })
  .meta({ id: 'DraftFields', description: 'A contract that is being designed, with the market to look at it in' });

/** Drafts of the studio. */
export const drafts = resource({
  collection: 'drafts',
  idPrefix: 'drf_',
  schema: z.strictObject({
    name: text(200),
    // Parsed by draftFields before they are written.
    contract: z.record(z.string(), z.unknown()),
    market: z.record(z.string(), z.unknown()).optional(),
    notes: text(MAX_NOTES).optional(),
  }),
  filters: { name: 'prefix' },
  sorts: ['name'],
  searchable: ['name', 'notes'],
  access: 'callers',
});
