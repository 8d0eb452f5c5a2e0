/** Exchange of two currencies at a later date, as requests state it. */
import { z } from 'zod';
import { date } from '../../base/terms.js';
import { calendar } from '../../time/convention-fields.js';
import { lagField, notionalField } from './conventions.js';

export const fxForward = z
  .strictObject({
    side: z.enum(['buy', 'sell']).meta({ description: 'Whether the base currency is bought or sold' }),
    notional: notionalField.unwrap().default(1).meta({ description: 'Amount of the base currency' }),
    strike: z.number().positive().meta({ description: 'Agreed rate: units of the quote currency for one unit of the base currency' }),
    maturity: date.meta({ description: 'Delivery date, not before that of the spot' }),
    spotDays: lagField('Business days from the valuation date to the delivery of the spot'),
    calendar: calendar.default('none'),
  })
  .meta({
    id: 'FxForwardTerms',
    description: 'Purchase or sale of the base currency against the quote currency at a later date',
    examples: [{ side: 'buy', notional: 1_000_000, strike: 1.18, maturity: '2026-07-07', spotDays: 2, calendar: ['TARGET', 'USNY'] }],
  });
