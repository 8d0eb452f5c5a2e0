import { z } from 'zod';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

const overlayKinds = ['adjustment', 'limitation'] as const;

/**
 * Stated adjustments to the numbers of a pricer, and stated limits of its use, each with an owner, a reason and the day on which it expires (PRA
 * SS1/23, principle 5: post-model adjustments).
 */
export const modelOverlays = resource({
  collection: 'model_overlays',
  idPrefix: 'ovl_',
  schema: z
    .strictObject({
      pricerId: text(100).meta({ description: 'Id of the pricer, as its manifest has it' }),
      kind: z.enum(overlayKinds).meta({
        description: 'adjustment: an amount by which the owner corrects numbers of the pricer; limitation: a use that the owner rules out',
      }),
      statement: text(2_000).meta({ description: 'The adjustment or the limitation, in words' }),
      adjustment: z
        .strictObject({
          amount: z.number().meta({ description: 'Money that the owner adds to the values of the pricer' }),
          currency: z
            .string()
            .regex(/^[A-Z]{3}$/, 'must be the three-letter code of a currency (ISO 4217)')
            .meta({ description: 'Three-letter code (ISO 4217)' }),
        })
        .optional()
        .meta({ description: 'Absent where the overlay states no amount. The service adds it to no number: whoever books it does' }),
      owner: text(200).meta({ description: 'The person or team that answers for it' }),
      reason: text(2_000).meta({ description: 'Why it is needed, and what would make it unnecessary' }),
      expiresOn: z.iso
        .date()
        .meta({ description: 'From this day on the overlay is no longer in force, and the validation report says so' }),
    })
    .meta({ id: 'ModelOverlayFields', description: 'A stated adjustment to a pricer, or a stated limit of its use' }),
  filters: {
    pricerId: 'equals',
    kind: 'equals',
    owner: 'equals',
    expiresFrom: { field: 'expiresOn', match: 'atLeast' },
    expiresBefore: { field: 'expiresOn', match: 'below' },
  },
  sorts: ['expiresOn'],
  history: true,
  access: 'callers',
  api: {
    tag: 'Model Risk',
    path: '/desk/v1/validation/overlays',
    scope: 'validate',
    singular: 'ModelOverlay',
    plural: 'ModelOverlays',
    example: {
      pricerId: 'equity_local_vol_dupire',
      kind: 'limitation',
      statement: 'Forward-starting options beyond two years are not booked with this pricer.',
      owner: 'Equity exotics, model owner',
      reason: 'Forward smiles flatten under local volatility. It ends when stochastic local volatility is approved.',
      expiresOn: '2027-06-30',
    },
  },
});

export type ModelOverlay = DocumentOf<typeof modelOverlays>;
