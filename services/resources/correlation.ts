import { z } from 'zod';
import { correlationMatrixFields, correlationMatrixResponse } from '#engine/schemas';
import { type DocumentOf, resource } from './resource.js';
import { text } from './text.js';

/** Correlation matrices, one for each name: written again, it is replaced. */
export const correlations = resource({
  collection: 'correlations',
  idPrefix: 'cor_',
  schema: z.strictObject({
    name: text(200),
    assets: correlationMatrixFields.assets,
    ...correlationMatrixResponse.shape,
  }),
  unique: [{ fields: ['name'], within: 'tenant' }],
  filters: {
    name: 'prefix',
    exactName: { field: 'name', match: 'equals' },
    asset: { field: 'assets', match: 'contains' },
  },
  sorts: ['name'],
  searchable: ['name'],
  history: true,
  namedBy: [{ collection: 'exposure_limits', filter: 'correlation' }],
  access: 'callers',
  api: {
    tag: 'Market Data',
    path: '/api/v1/market-data/correlations',
    operations: ['list', 'get', 'delete'],
    hiddenFilters: ['exactName'],
    scope: 'price',
    singular: 'Correlation',
    plural: 'Correlations',
    example: {
      name: 'Equity indices',
      assets: ['SX5E', 'SPX', 'NKY'],
      matrix: [
        [1, 0.75, 0.4],
        [0.75, 1, 0.45],
        [0.4, 0.45, 1],
      ],
    },
  },
});

export type Correlation = DocumentOf<typeof correlations>;
