import { z } from 'zod';
import { currency } from './currency.js';
import { type DocumentOf, resource } from './resource.js';

const MAX_AMOUNT = 1e15;
const MAX_HORIZON_YEARS = 100;

const exposureMeasures = ['pfe95', 'pfe99', 'ee'] as const;

export const exposureLimitFields = z
  .strictObject({
    measure: z.enum(exposureMeasures).meta({
      description: 'What is limited: the 95 % or 99 % quantile of the exposure (potential future exposure), or its expectation',
    }),
    currency: currency.meta({ description: 'Currency of the amount, ISO 4217' }),
    amount: z.number().positive().max(MAX_AMOUNT).meta({ description: 'The most that the measure may be at any time' }),
    horizonYears: z
      .number()
      .positive()
      .max(MAX_HORIZON_YEARS)
      .optional()
      .meta({ description: 'Years within which the measure is limited; by default until the last payment' }),
    correlationId: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({
        description:
          'A stored correlation matrix of the shares (ACME), short rates (USD) and exchange rates with the currency of the limit (EURUSD or USDEUR) ' +
          'in which the exposure is simulated; by default, and for pairs that it lacks, uncorrelated',
      }),
    expiresAt: z.iso.datetime().optional().meta({ description: 'From then on the limit is not in force' }),
  })
  .meta({ id: 'ExposureLimitFields', description: 'A limit of the exposure to one counterparty' });

/** The exposure limit of a counterparty, under the id of the counterparty. */
export const exposureLimits = resource({
  collection: 'exposure_limits',
  idPrefix: '',
  schema: exposureLimitFields.extend({ counterpartyId: z.string() }),
  naturalId: ({ counterpartyId }) => counterpartyId,
  filters: { correlation: { field: 'correlationId', match: 'equals' } },
  access: 'callers',
});

export type ExposureLimit = DocumentOf<typeof exposureLimits>;
