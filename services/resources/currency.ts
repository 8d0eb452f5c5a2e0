import { z } from 'zod';

export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be the three-letter code of a currency (ISO 4217)')
  .meta({ description: 'Three-letter currency code (ISO 4217)' });
