import { z } from 'zod';
import { rateVolatilityTable } from '#engine/schemas';
import { type DocumentOf, resource } from './resource.js';
import { surfaceTerms } from './surface.js';
import { text } from './text.js';

/** Tables of the volatilities of swaptions and of caplets. */
export const rateVolatilities = resource({
  collection: 'rate_volatilities',
  idPrefix: 'rvl_',
  schema: z.strictObject({
    name: surfaceTerms.name,
    underlying: text(64).meta({ description: 'Currency of swaptions, or index of caplets' }),
    valuationDate: surfaceTerms.valuationDate,
    table: rateVolatilityTable,
  }),
  filters: { underlying: 'equals', name: 'prefix', asOf: { field: 'valuationDate', match: 'equals' } },
  sorts: ['name', 'valuationDate'],
  searchable: ['name', 'underlying'],
  history: true,
  access: 'callers',
  api: {
    tag: 'Market Data',
    path: '/desk/v1/market-data/rate-volatilities',
    scope: 'price',
    singular: 'RateVolatilities',
    plural: 'RateVolatilityTables',
    example: {
      ...{ name: 'EUR swaptions', underlying: 'EUR', valuationDate: '2026-03-02' },
      table: {
        ...{ type: 'normal', expiries: [1, 5, 10], tenors: [2, 10] },
        volatilities: [
          [0.0095, 0.0088],
          [0.0086, 0.0081],
          [0.0078, 0.0073],
        ],
      },
    },
  },
});

export type RateVolatilities = DocumentOf<typeof rateVolatilities>;
