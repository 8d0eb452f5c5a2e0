import { z } from 'zod';
import { isCountry } from './country.js';
import { isLei } from './lei.js';
import { resource } from './resource.js';
import { text } from './text.js';

const rating = z
  .strictObject({
    agency: text(100),
    grade: text(20).meta({ description: 'In the agency’s own scale, such as AA-' }),
    asOf: z.iso.date(),
  })
  .meta({ id: 'Rating', description: 'Credit rating of a counterparty by one agency' });

const counterparty = z
  .strictObject({
    name: text(200),
    lei: z
      .string()
      .length(20)
      .refine(isLei, 'must be a legal entity identifier with valid check digits (ISO 17442)')
      .optional()
      .meta({ description: 'Legal entity identifier (ISO 17442)' }),
    type: z.enum(['bank', 'corporate', 'sovereign', 'fund', 'ccp']),
    country: z
      .string()
      .length(2)
      .refine(isCountry, 'must be the two-letter code of a country (ISO 3166-1), such as DE')
      .optional()
      .meta({ description: 'Two-letter country code (ISO 3166-1)' }),
    sector: text(100).optional(),
    ratings: z.array(rating).max(50).optional(),
    status: z.enum(['active', 'suspended']).default('active'),
  })
  .meta({ id: 'CounterpartyFields', description: 'A legal entity with which trades are made' });

export const counterparties = resource({
  collection: 'counterparties',
  idPrefix: 'cpt_',
  schema: counterparty,
  filters: { name: 'prefix', type: 'equals', status: 'equals', country: 'equals', lei: 'equals' },
  sorts: ['name', 'type'],
  searchable: ['name', 'lei', 'sector'],
  access: 'callers',
  api: {
    tag: 'Counterparties',
    path: '/api/v1/counterparties',
    scope: 'xva',
    singles: ['credit_curves', 'exposure_limits'],
    singular: 'Counterparty',
    plural: 'Counterparties',
    example: {
      name: 'Example Bank AG',
      lei: '529900T8BM49AURSDO55',
      type: 'bank',
      country: 'DE',
      sector: 'Banking',
      ratings: [{ agency: 'Example Ratings', grade: 'A+', asOf: '2026-03-31' }],
    },
  },
});
