/** The request and response of a calibration of several curves together. */
import { z } from 'zod';
import { choice } from '../../base/choice.js';
import { date } from '../../base/terms.js';
import { bookMarket } from '../../market/book-market.js';
import {
  crossAssetMarket,
  currency,
  currencyCurve,
  limited,
  MAX_CURRENCIES,
  MAX_MARKET_NAMES,
  marketName,
  projectionsByIndex,
} from '../../market/cross-asset-input.js';
import { INTERPOLATIONS } from '../../market/curve.js';
import { valuationDate } from '../../market/curve-input.js';
import { QUOTED_TYPES } from './quoted-types.js';

/** Instruments of one request: ten full curves. */
const MAX_QUOTED_INSTRUMENTS = 300;

const quotedInstrument = z
  .looseObject({
    type: z.enum(QUOTED_TYPES).meta({
      description:
        'future: price, convexity (the rate of the future above the forward rate), and the dates and floating leg of a fra; the others as in a position',
    }),
  })
  .meta({
    id: 'QuotedInstrument',
    description:
      'An instrument by its dates with the fields of an InstrumentPosition, worth nothing at its quote with what changes hands on the valuation date: fixedRate of a deposit, fra, interest_rate_swap or zero_coupon_swap; price of a future; of a basis_swap or cross_currency_swap the spread of the leg that states one, or else the rate of its fixed leg; sellAmount of an fx_forward, and that of far of an fx_swap. The index of an instrument of a projection curve is that of the curve where it states none',
  });
export type QuotedInstrumentInput = z.output<typeof quotedInstrument>;

const fittedCurve = z
  .strictObject({
    interpolation: z.enum(INTERPOLATIONS).default('log_linear').meta({ description: 'As in calibrate/curve' }),
    instruments: z
      .array(quotedInstrument)
      .min(1)
      .max(MAX_QUOTED_INSTRUMENTS)
      .meta({ description: 'In any order; the curve has a node where each depends on it last, and no two may be on the same day' }),
  })
  .meta({ id: 'FittedCurve', description: 'A curve by the instruments that it reproduces' });

const setCurve = choice('CalibratedCurve', [fittedCurve, currencyCurve], (curve) => ('instruments' in curve ? fittedCurve : currencyCurve));

export const curveSetRequest = z
  .strictObject({
    valuationDate,
    curves: limited(currency, setCurve, MAX_CURRENCIES)
      .refine((curves) => Object.keys(curves).length > 0, { error: 'must have at least 1 curve' })
      .meta({ description: 'By currency: the curve that discounts, by instruments or as it is known' }),
    projections: limited(marketName, setCurve, MAX_MARKET_NAMES)
      .default({})
      .meta({ description: 'By index: the curve of its forward rates. An index without one is projected by the curve of its currency' }),
    fx: crossAssetMarket.shape.fx,
    fixings: bookMarket.shape.fixings,
    derivatives: z
      .boolean()
      .default(false)
      .meta({ description: 'True for the derivatives of the zero rates of all nodes with respect to all quotes' }),
  })
  .superRefine(({ curves, projections }, context) => {
    const numInstruments = [...Object.values(curves), ...Object.values(projections)].reduce(
      (sum, each) => sum + ('instruments' in each ? each.instruments.length : 0),
      0,
    );
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['curves'], message, input: curves });
    if (numInstruments === 0) fault('must have a curve with instruments, or projections one');
    if (numInstruments > MAX_QUOTED_INSTRUMENTS)
      fault(`must have at most ${MAX_QUOTED_INSTRUMENTS} instruments, those of projections among them; got ${numInstruments}`);
  })
  .meta({
    id: 'CurveSetRequest',
    description:
      'Curves by the instruments that they reproduce: of discounting by currency and of forward rates by index, which may all depend on each other',
  });
export type CurveSetRequest = z.output<typeof curveSetRequest>;

const curveNode = z
  .strictObject({
    field: z.enum(['curves', 'projections']),
    name: z.string().meta({ description: 'The currency or index of its curve' }),
    instrument: z.string().meta({ description: 'Type and end of the instrument whose node it is' }),
    quote: z.number(),
    error: z.number().meta({ description: 'The quote minus that which the curves imply' }),
    date,
    time: z.number().meta({ description: 'Years from the valuation date, ACT/365F' }),
    discountFactor: z.number(),
    zeroRate: z.number().meta({ description: 'Continuously compounded' }),
  })
  .meta({ id: 'CurveSetNode', description: 'The node of a curve that an instrument determines' });

export const curveSetResponse = z
  .strictObject({
    market: z
      .strictObject({
        valuationDate: date,
        curves: crossAssetMarket.shape.curves,
        projections: projectionsByIndex,
        fx: crossAssetMarket.shape.fx.unwrap(),
      })
      .meta({
        id: 'CurveSetMarket',
        description: 'All curves of the request as fields of a market, in which the instruments are worth nothing',
      }),
    nodes: z.array(curveNode).meta({ description: 'One per instrument, in the order of the request: curves, then projections' }),
    derivatives: z.array(z.array(z.number())).optional().meta({
      description:
        'Of the zero rate of each node (rows) with respect to each quote (columns), both in the order of nodes. Sensitivities to zero rates at nodes times this matrix are sensitivities to quotes',
    }),
  })
  .meta({ id: 'CurveSetResponse', description: 'Curves that reproduce all quotes, and how exactly' });
export type CurveSetResponse = z.output<typeof curveSetResponse>;
