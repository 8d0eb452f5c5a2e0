import { z } from 'zod';
import { currency } from './currency.js';
import { resource } from './resource.js';
import { text } from './text.js';

/**
 * Names of market data: letters, digits, single spaces and . _ - + = : / ^ & # $ ! * ( ), with a letter or digit before the first
 * space. `@` is not admitted: it separates symbol and time in the id. In a path every character but letters, digits, `-`, `.` and `_`
 * is percent-encoded, a slash as %2F.
 */
const SYMBOL = /^[._\-+=:/^&#$!*()]*[0-9A-Za-z](?: ?[0-9A-Za-z._\-+=:/^&#$!*()])*$/;
const MAX_SYMBOL = 64;

export const quoteSymbol = z
  .string()
  .max(MAX_SYMBOL)
  .regex(SYMBOL, 'must be letters, digits, single spaces and . _ - + = : / ^ & # $ ! * ( ), with a letter or digit before the first space')
  .meta({ description: 'Name of what is quoted, such as EUR/USD. Letters, digits, single spaces and . _ - + = : / ^ & # $ ! * ( )' });

/** A time to the millisecond, always written alike, so that times compare as texts do. */
export const quoteTime = z.iso
  .datetime()
  // A text that is no time has failed already and stays as it is.
  .overwrite((text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()))
  .meta({ description: 'Time in UTC, to the millisecond' });

export const quoteKinds = ['spot', 'rate', 'volatility', 'spread', 'fx'] as const;

export const quoteFields = z
  .strictObject({
    symbol: quoteSymbol,
    value: z.number().meta({ description: 'Rates, volatilities and spreads as decimals' }),
    asOf: quoteTime,
    kind: z.enum(quoteKinds),
    currency: currency.optional(),
    source: text(100).optional().meta({ description: 'Where the quote comes from' }),
  })
  .meta({ id: 'QuoteFields', description: 'One observed value of the market' });

/** Ids of one symbol are in the order of time, and stand together: a series of quotes is a range of ids. */
const SEPARATOR = '@';

export const quoteSeries = (symbol: string): string => `${symbol}${SEPARATOR}`;
export const quoteId = (symbol: string, asOf: string): string => `${symbol}${SEPARATOR}${asOf}`;

/** Market-data quotes: one document per symbol and time. */
export const quotes = resource({
  collection: 'quotes',
  idPrefix: '',
  schema: quoteFields,
  naturalId: ({ symbol, asOf }) => quoteId(symbol, asOf),
  filters: {
    symbol: { field: 'id', match: 'prefix' },
    kind: 'equals',
    source: 'equals',
    series: { field: 'id', match: 'prefix' },
    fromId: { field: 'id', match: 'atLeast' },
    untilId: { field: 'id', match: 'atMost' },
    beforeId: { field: 'id', match: 'below' },
  },
  sorts: ['asOf'],
  access: 'callers',
});
