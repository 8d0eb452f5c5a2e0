import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

const findingSeverities = ['low', 'medium', 'high'] as const;
const findingStates = ['open', 'closed'] as const;

/** Findings about pricers: what a challenger, a validation run or a person found, and how it was resolved. */
export const validationFindings = resource({
  collection: 'validation_findings',
  idPrefix: 'fnd_',
  schema: z
    .strictObject({
      pricerId: text(100).meta({ description: 'Id of the pricer, as its manifest has it' }),
      fingerprint: text(200)
        .optional()
        .meta({ description: 'Of the version of the pricer about which it is; absent where it is about any' }),
      severity: z.enum(findingSeverities),
      statement: text(2_000).meta({ description: 'What was found' }),
      source: z
        .enum(['challenger', 'validation_run', 'person'])
        .default('person')
        .meta({ description: 'challenger: a second method gave another price for requests of receipts' }),
      runIds: z.array(z.uuid()).max(50).default([]).meta({ description: 'Runs whose receipts show it, the largest difference first' }),
      approvalId: text(100).optional().meta({ description: 'The request for a change of status that follows from it' }),
      owner: text(200).optional().meta({ description: 'The person or team that resolves it' }),
      state: z.enum(findingStates).default('open'),
      resolution: text(2_000).optional().meta({ description: 'How it was resolved. A closed finding has one' }),
    })
    .refine(({ state, resolution }) => state === 'open' || resolution !== undefined, {
      path: ['resolution'],
      message: 'must say how the finding was resolved, because it is closed',
    })
    .meta({ id: 'ValidationFindingFields', description: 'A finding about a pricer' }),
  filters: { pricerId: 'equals', severity: 'equals', source: 'equals', state: 'equals' },
  history: true,
  access: 'callers',
  api: {
    tag: 'Model Risk',
    path: '/desk/v1/validation/findings',
    scope: 'validate',
    singular: 'ValidationFinding',
    plural: 'ValidationFindings',
    example: {
      pricerId: 'equity_vanilla_sabr_hagan',
      severity: 'medium',
      statement: 'The density is negative below a strike of 40 % of the forward at ten years.',
      owner: 'Rates quants',
    },
  },
});

export type ValidationFinding = DocumentOf<typeof validationFindings>;
