import { z } from 'zod';
import { resource } from './resource.js';
import { TERMS, termsTypes } from './terms.js';
import { text } from './text.js';

const named = { name: text(200), description: text(2_000).optional() };
const fieldsOf = <Type extends keyof typeof TERMS>(type: Type, id: string) =>
  z.strictObject({ ...named, type: z.literal(type), terms: TERMS[type] }).meta({ id, description: `A product of type ${type}` });

/** The fields that a caller writes: the terms by their type, as the pricing operation of the type takes them. */
export const productFields = z
  .discriminatedUnion('type', [
    fieldsOf('contract', 'ContractProduct'),
    fieldsOf('structured', 'StructuredProductFields'),
    fieldsOf('convertible', 'ConvertibleProduct'),
    fieldsOf('vanilla', 'VanillaProduct'),
    fieldsOf('american', 'AmericanProduct'),
    fieldsOf('strategy', 'StrategyProduct'),
  ])
  .meta({ id: 'ProductFields', description: 'A product: name, type, and the terms that the type has' });

export const productStatuses = ['draft', 'published', 'retired'] as const;

/** A version of each product is what one write made of it; the former ones are kept. */
export const products = resource({
  collection: 'products',
  idPrefix: 'prd_',
  schema: z.strictObject({
    ...named,
    type: z.enum(termsTypes),
    // Parsed by the schema of the type before they are written.
    terms: z.record(z.string(), z.unknown()),
    status: z.enum(productStatuses),
    /** The version that is in force; absent where none has been published. */
    publishedVersion: z.int().min(1).optional(),
  }),
  filters: { name: 'prefix', type: 'equals', status: 'equals' },
  sorts: ['name'],
  searchable: ['name', 'description'],
  history: true,
  access: 'callers',
});
