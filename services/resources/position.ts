import { z } from 'zod';
import { mixedInstrument } from '#engine/schemas';
import { resource } from './resource.js';

const id = z.string().min(1).max(200);

/** The operation that prices the instrument, and the request of that operation, which its schema checks when the position is added. */
const instrument = mixedInstrument.omit({ id: true, quantity: true }).meta({
  id: 'PositionInstrument',
  description:
    'An instrument with its market, as an item of portfolio/mixed: kind, and the fields of that operation’s own request. One of kind vanilla may also name its underlying',
});

/** The fields that a caller writes: exactly one of tradeId, productId and instrument. */
export const positionFields = z.strictObject({
  quantity: mixedInstrument.shape.quantity.meta({
    description: 'Units held; negative for a short position. It multiplies a trade’s own quantity',
  }),
  tradeId: id.optional().meta({ description: 'A stored trade' }),
  productId: id.optional().meta({ description: 'A stored product, in its published version' }),
  instrument: instrument.optional(),
});

/** Parts of a portfolio. */
export const positions = resource({
  collection: 'positions',
  idPrefix: 'pos_',
  schema: positionFields.extend({ portfolioId: id }),
  filters: { portfolioId: 'equals' },
  references: [
    { field: 'portfolioId', to: 'portfolios', owned: true },
    { field: 'tradeId', to: 'trades' },
    { field: 'productId', to: 'products' },
  ],
  access: 'callers',
});

export type StoredPosition = z.output<typeof positionFields>;
