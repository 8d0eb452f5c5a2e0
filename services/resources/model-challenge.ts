import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';

/** How a pricer did against a challenger. */
const challengeResult = z
  .strictObject({
    pricerId: z.string().meta({ description: 'The pricer whose prices were challenged' }),
    fingerprint: z.string().meta({ description: 'Of its version' }),
    challengerId: z.string().meta({ description: 'The pricer of another method' }),
    compared: z.int().meta({ description: 'Prices that were compared' }),
    drifted: z.int().meta({ description: 'Those whose difference is above the errors of both methods' }),
    worst: z
      .strictObject({
        runId: z.string(),
        price: z.number(),
        challengerPrice: z.number(),
        allowed: z.number().meta({
          description: 'Four standard errors of the difference, and the error bounds of both methods, price units',
        }),
      })
      .meta({ description: 'The largest difference in terms of what is allowed' }),
    findingId: z.string().optional().meta({ description: 'The open finding about the drift' }),
  })
  .meta({ id: 'ChallengeResult', description: 'A pricer against another of another method' });

/** Challenges of real requests by pricers of another method: what was compared, and what drifted. */
export const modelChallenges = resource({
  collection: 'model_challenges',
  idPrefix: 'chl_',
  schema: z
    .strictObject({
      receipts: z.int().meta({ description: 'Receipts that were read' }),
      unchallenged: z.int().meta({ description: 'Their prices that no pair of pricers compares' }),
      results: z.array(challengeResult).max(200),
    })
    .meta({ id: 'ModelChallengeFields' }),
  access: 'callers',
  api: {
    tag: 'Model Risk',
    path: '/desk/v1/validation/challenges',
    scope: 'validate',
    operations: ['list', 'get'],
    singular: 'ModelChallenge',
    plural: 'ModelChallenges',
    example: { receipts: 0, unchallenged: 0, results: [] },
  },
});

export type ModelChallenge = DocumentOf<typeof modelChallenges>;
