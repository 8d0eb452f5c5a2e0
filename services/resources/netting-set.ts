import { z } from 'zod';
import { currency } from './currency.js';
import { resource } from './resource.js';
import { text } from './text.js';

const nettingSet = z
  .strictObject({
    counterpartyId: z.string(),
    name: text(200),
    agreement: z
      .enum(['isda', 'cma', 'none'])
      .meta({ description: 'The master agreement under which trades are netted; none: they are not' }),
    currency: currency.meta({ description: 'Currency in which the set is closed out, ISO 4217' }),
  })
  .describe('Trades with one counterparty that are settled as one when it defaults');

export const nettingSets = resource({
  collection: 'netting_sets',
  idPrefix: 'net_',
  schema: nettingSet,
  filters: { counterpartyId: 'equals', name: 'prefix', agreement: 'equals', currency: 'equals' },
  sorts: ['name'],
  searchable: ['name'],
  references: [{ field: 'counterpartyId', to: 'counterparties' }],
  access: 'callers',
  api: {
    tag: 'Counterparties',
    path: '/api/v1/counterparties/{counterpartyId}/netting-sets',
    owner: 'counterpartyId',
    scope: 'xva',
    singles: ['collateral_agreements'],
    singular: 'NettingSet',
    plural: 'NettingSets',
    example: { name: 'Rates and FX', agreement: 'isda', currency: 'EUR' },
  },
});
