/** Requests and responses of the valuation of a book of instruments. */
import { z } from 'zod';
import { date, increasing } from '../base/terms.js';
import { bookMarket } from '../market/book-market.js';
import { currency } from '../market/cross-asset-input.js';
import { enginePriceRequest } from '../pricers/engine-request.js';
import { contractPriceRequest } from '../product/contract/requests.js';
import { convertiblePriceRequest } from '../product/note/convertible.js';
import { structuredPriceRequest } from '../product/note/structured.js';
import { americanPriceRequest } from '../product/option/american.js';
import { MAX_BATCH } from '../product/option/vanilla.js';
import { instrumentTypeNames } from './instrument-types.js';
import { FACTOR_KINDS } from './market-factors.js';

/** Largest quantity of one position. */
const MAX_QUANTITY = 1e15;
export const positionId = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .meta({ description: 'The caller’s own name of the position, returned with its result' });
export const positionQuantity = z
  .number()
  .min(-MAX_QUANTITY)
  .max(MAX_QUANTITY)
  .default(1)
  .meta({ description: 'Number held; negative if sold. It multiplies the price of one' });

/** A position in any instrument: what remains of its fields is parsed by the pricer of its type. */
export const instrumentPosition = z
  .looseObject({
    id: positionId,
    quantity: positionQuantity,
    type: z.enum(instrumentTypeNames).meta({
      description:
        'vanilla, american, convertible, contract, structured and engine have the fields of that operation’s own request; the others those of a trade of xva/calculate, or of the dated product of engine/price, with currency, and with index where a rate floats; fx_swap has near and far, each the exchange of an fx_forward with its maturity as a date. fra has a fixedRate with the floating leg’s fields, and settles at its start. kind is another name of this field',
    }),
  })
  .meta({
    id: 'InstrumentPosition',
    description:
      'A position in an instrument of any type. Times may be dates: expiry in place of time, maturity as a date, startDate and tenor of a swap, swaption, cap, floor or bond, which may have started. Without a market of its own it is valued in that of the request',
  });

/** The schemas that parse the terms of positions, for the names of stored data in them. */
export const positionSchemas = [
  americanPriceRequest,
  convertiblePriceRequest,
  contractPriceRequest,
  structuredPriceRequest,
  enginePriceRequest,
];

export const cashFlow = z
  .strictObject({
    date: date.meta({ description: 'Of a time in years, the nearest day' }),
    amount: z.number().meta({ description: 'Paid to the holder; negative if the holder pays' }),
    currency: z.string(),
    kind: z.enum(['fixed', 'floating', 'delivery']).meta({ description: 'delivery: the forward value of shares that change hands' }),
    known: z.boolean().meta({ description: 'Whether the market of today no longer moves it' }),
  })
  .meta({ id: 'CashFlow', description: 'A payment of a position in its own currency' });
export type CashFlow = z.output<typeof cashFlow>;

/** Instruments of one pricer, as the risk service values them. */
export const instrumentPricesRequest = z.strictObject({
  pricerId: z.string(),
  market: bookMarket,
  reportingCurrency: currency.optional(),
  valuationDate: date,
  instruments: z
    .array(z.strictObject({ type: z.enum(instrumentTypeNames), terms: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(MAX_BATCH),
  cashflows: z.boolean().optional(),
});
export type InstrumentPricesRequest = z.output<typeof instrumentPricesRequest>;

/** A position of a book in which its closed forms are valued, with its place in the caller's list. */
export const bookPosition = z.strictObject({
  index: z.int().nonnegative(),
  id: z.string().optional(),
  quantity: z.number(),
  type: z.enum(instrumentTypeNames),
  terms: z.record(z.string(), z.unknown()),
});
export type BookPosition = z.output<typeof bookPosition>;

/** Tenors of the ladders of rates where a request states none, years. */
const DEFAULT_TENORS = [0.25, 0.5, 1, 2, 3, 5, 7, 10, 15, 20, 30];
export const ladderTenors = z
  .array(z.number().positive().max(100))
  .min(1)
  .max(100)
  .superRefine(increasing('the tenor before it'))
  .default(DEFAULT_TENORS)
  .meta({ description: 'Years, strictly increasing: zero rates move at each, with straight lines between them and flat beyond' });

export const sensitivity = z
  .strictObject({
    factor: z.strictObject({
      kind: z.enum(FACTOR_KINDS),
      name: z.string().meta({ description: 'Asset, pair, currency, index or issuer' }),
      tenor: z
        .number()
        .optional()
        .meta({ description: 'Years, of a zero rate, or of a volatility by expiry that the market states in years' }),
      expiry: z.iso.date().optional().meta({ description: 'Of a volatility by expiry, the date that the market states' }),
    }),
    value: z.number().meta({ description: 'Derivative of the value in the reporting currency' }),
    bump: z.number().optional().meta({ description: 'Where it is a difference, the step of the factor; absent for closed forms' }),
  })
  .meta({ id: 'Sensitivity', description: 'The sensitivity of a value to one factor of the market' });
export type Sensitivity = z.output<typeof sensitivity>;

/** The same text for sensitivities to the same factor. */
export const factorKey = ({ kind, name, tenor, expiry }: Sensitivity['factor']): string => `${kind} ${name} ${expiry ?? tenor}`;

/** Instruments of one pricer whose sensitivities the risk service computes. */
export const instrumentSensitivitiesRequest = instrumentPricesRequest.extend({ reportingCurrency: currency, tenors: ladderTenors });
export type InstrumentSensitivitiesRequest = z.output<typeof instrumentSensitivitiesRequest>;
