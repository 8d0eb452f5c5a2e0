import { z } from 'zod';
import { contractSpec } from '#engine/schemas';
import { resource } from './resource.js';
import { text } from './text.js';

/** Longest notes, characters: a page or two. */
const MAX_NOTES = 10_000;

const shared = {
  name: text(200),
  market: z.record(z.string(), z.unknown()).optional().meta({
    description: 'The market in which the draft is priced by default, as contract/price takes it. Names of stored data in it stay names',
  }),
  notes: text(MAX_NOTES).optional(),
};

export const draftFields = z
  .strictObject({ ...shared, contract: contractSpec })
  .meta({ id: 'DraftFields', description: 'A contract that is being designed, with the market to look at it in' });

/** Drafts of the studio. */
export const drafts = resource({
  collection: 'drafts',
  idPrefix: 'drf_',
  // The contract has been parsed before it is written.
  schema: z.strictObject({ ...shared, contract: z.record(z.string(), z.unknown()).meta({ description: 'As ContractSpec' }) }),
  filters: { name: 'prefix' },
  sorts: ['name'],
  searchable: ['name', 'notes'],
  audited: false,
  access: 'callers',
  api: {
    tag: 'Studio',
    path: '/api/v1/studio/drafts',
    scope: 'price',
    singular: 'Draft',
    plural: 'Drafts',
    example: {
      name: 'Down-and-out call',
      contract: {
        type: 'conditional',
        contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2031-01-06' },
        condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out' },
      },
      market: { spot: 100, rate: 0.03, volatility: 0.2 },
    },
  },
});
