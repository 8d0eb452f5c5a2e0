/** A European option with its market: requests and responses of the vanilla operations (interface specification, 2.4). */

import { z } from 'zod';
import { parsedOneByOne } from '../../base/stored.js';
import type { Price, Rate, Volatility, Years } from '../../base/units.js';
import { noDividends, timedDividends } from '../../market/dividend-input.js';
import { volatilityOrModel } from '../../market/equity-model-input.js';
import { amount, dividendYield, flatRate, spot, volatility } from '../../market/fields.js';
import { optionVolatility } from '../../market/option-market-input.js';
import { termVolatilityInput } from '../../market/term-volatility.js';

/** The terms as the numerics see them. */
export interface VanillaTerms {
  readonly spot: Price;
  readonly strike: Price;
  readonly rate: Rate;
  readonly volatility: Volatility;
  readonly time: Years;
  readonly dividend: Rate;
  readonly put: boolean;
}

/** Years. Far beyond any market, and small enough that discount factors and total variances stay meaningful. */
const MAX_TIME = 1_000;
/** Options per batch. */
export const MAX_BATCH = 100_000;

export const strike = amount('Strike, price units, above 0');
export const time = z.number().nonnegative().max(MAX_TIME).meta({ description: 'Time to expiry, years; 0 gives the exact limit' });

/** `put` selects a put; the specification reads any other value, of any type, as a call. */
export const optionType = z
  .unknown()
  .optional()
  .meta({ description: '`put` selects a put; any other value, or none, is a call', default: 'call', examples: ['call', 'put'] })
  .transform((value): 'call' | 'put' => (value === 'put' ? 'put' : 'call'));

/** The `optionType` of terms that are stored: the stated value stays, so that each price that reads it as a call can say so. */
export const statedOptionType = z
  .unknown()
  .optional()
  .meta({ description: '`put` selects a put; any other value, or none, is a call', default: 'call', examples: ['call', 'put'] })
  .transform((value): unknown => value ?? 'call');

/** Like `optionType`, for instruments beside the interface: only `call` and `put` are accepted. */
export const strictOptionType = z.enum(['call', 'put']).default('call').meta({ description: 'Side of the option; call by default' });

/**
 * Warning about an `optionType` that is neither call nor put and is read as a call nevertheless.
 *
 * @param field  name of the field, as the message gives it
 * @returns undefined if it is left out or one of the two
 */
export const sideWarning = (value: unknown, field = 'optionType'): string | undefined =>
  value === undefined || value === 'call' || value === 'put'
    ? undefined
    : `${field} ${JSON.stringify(value)} was read as call: only "put" selects a put`;

const payoff = { strike, time, optionType };

export const europeanOption = z
  .strictObject(payoff)
  .meta({ id: 'EuropeanOption', description: 'The right to buy (call) or sell (put) at the strike, at expiry' });
export const strictEuropeanOption = z
  .strictObject({ ...payoff, optionType: strictOptionType })
  .meta({ id: 'StrictEuropeanOption', description: 'As EuropeanOption; optionType must be call or put' });
const exercisable = {
  ...payoff,
  exerciseStyle: z
    .enum(['european', 'american'])
    .default('european')
    .meta({ description: 'european: exercise at expiry only; american: at any time up to expiry' }),
};
export const exercisableOption = z
  .strictObject(exercisable)
  .meta({ id: 'ExercisableOption', description: 'The right to buy (call) or sell (put) at the strike, at expiry or at any time up to it' });
export const strictExercisableOption = z
  .strictObject({ ...exercisable, optionType: strictOptionType })
  .meta({ id: 'StrictExercisableOption', description: 'As ExercisableOption; optionType must be call or put' });

/** +1 for a call, −1 for a put, as formulas write the side. */
export const signOf = (side: 'call' | 'put'): 1 | -1 => (side === 'put' ? -1 : 1);

const terms = { spot, strike, rate: flatRate, time, dividend: dividendYield, optionType };

export const vanillaOption = z
  .strictObject({ ...terms, volatility })
  .meta({ id: 'VanillaOption', description: 'A European option and its market' });
export type VanillaOption = z.output<typeof vanillaOption>;

/** One option with all that its market may have. */
export const vanillaOptionRequest = z
  .strictObject({ ...terms, ...optionVolatility, dividends: timedDividends.optional() })
  .superRefine(volatilityOrModel)
  .meta({
    id: 'VanillaOptionRequest',
    description:
      'A European option and its market: a volatility (a number, by time, or a surface), a dividend yield and dividends on dates',
  });
export type VanillaOptionRequest = z.output<typeof vanillaOptionRequest>;

/** True if the option has nothing but a number as volatility and a dividend yield. */
export const isPlainOption = <Option extends Pick<VanillaOptionRequest, 'volatility' | 'dividends'>>(
  option: Option,
): option is Option & { readonly volatility: Volatility } => option.volatility !== undefined && !option.dividends?.length;

/** The fields of an option of a batch that are beside those of `VanillaOption`, or in place of one. */
const beyondPlain = { volatilityTermStructure: termVolatilityInput.optional(), dividends: timedDividends.optional() };

/** One option of a batch. A surface would be read once per option, which takes as long as thousands of prices. */
export const batchOption = z
  .strictObject({ ...terms, volatility: volatility.optional(), ...beyondPlain })
  .superRefine(volatilityOrModel)
  .meta({
    id: 'BatchOption',
    description:
      'A European option and its market: a volatility (a number, or by time), a dividend yield and dividends on dates, with the price that the operation on one option gives. A surface is taken there alone',
  });
export type BatchOption = z.output<typeof batchOption>;

const BEYOND_PLAIN = Object.keys(beyondPlain);

/** True if an option of a batch, as it was sent, states a field that `VanillaOption` lacks. */
export function isBeyondPlain(option: unknown): boolean {
  if (typeof option !== 'object' || option === null) return false;
  for (const name of BEYOND_PLAIN) if (Object.hasOwn(option, name)) return true;
  return false;
}

export const impliedVolatilityRequest = z
  .strictObject({
    marketPrice: z.number().meta({ description: 'Price to match, price units, within the no-arbitrage bounds' }),
    ...terms,
    dividends: noDividends,
  })
  .meta({ id: 'ImpliedVolatilityRequest', description: 'A European option without its volatility, and its market price' });
export type ImpliedVolatilityRequest = z.output<typeof impliedVolatilityRequest>;

/** A batch. Its options are parsed one by one, so that an invalid one fails alone. */
export const vanillaBatchRequest = z
  .strictObject({
    options: parsedOneByOne(
      [batchOption],
      z
        .array(z.unknown())
        .min(1)
        .max(MAX_BATCH)
        .meta({
          description: 'BatchOption objects; an invalid one fails alone',
          items: { $ref: '#/components/schemas/BatchOption' },
        }),
    ),
  })
  .meta({ id: 'VanillaBatchRequest', description: '1 to 100 000 options, priced in the given order' });

/** The terms of an option as the numerics see them. */
export const termsOf = ({ optionType, ...numbers }: VanillaOption): VanillaTerms => ({ ...numbers, put: optionType === 'put' });

const number = (description: string) => z.number().meta({ description });
const side = z.enum(['call', 'put']).meta({ description: 'Side that was priced' });
const method = {
  volatility: number('Implied volatility up to expiry; only where the request has a term structure or a surface, or dividends').optional(),
  method: z
    .enum(['closed_form', 'finite_differences'])
    .optional()
    .meta({ description: 'How the price was computed; only where the request has a term structure, a surface or dividends' }),
  errorBound: number('Estimated absolute error that the grid leaves in the price, price units; only by finite differences').optional(),
};
const echo = {
  spot: number('Spot as given'),
  strike: number('Strike as given'),
  optionType: side,
};
/** An item of a batch warns by itself; one option alone warns in the manifest. */
const itemWarnings = {
  warnings: z.array(z.string()).optional().meta({
    description: 'Only if there are any: how a value of this option was read that may have meant something else',
  }),
};

export const priceResponse = z
  .strictObject({ price: number('Present value, price units'), ...echo, ...method })
  .meta({ id: 'PriceResponse', description: 'Price of one option' });

export const greeksResponse = z
  .strictObject({
    price: number('Present value, price units'),
    delta: number('∂V/∂S, per 1.00 of spot'),
    gamma: number('∂²V/∂S², per 1.00 of spot squared'),
    vega: number('∂V/∂σ, per 1.00 of volatility'),
    theta: number('−∂V/∂T, per year of time passing'),
    rho: number('∂V/∂r, per 1.00 of rate'),
    dividendRho: number('∂V/∂q, per 1.00 of dividend yield'),
    vanna: number('∂²V/∂S∂σ'),
    volga: number('∂²V/∂σ²'),
    charm: number('−∂²V/∂S∂T, per year of time passing'),
    veta: number('−∂²V/∂σ∂T, per year of time passing'),
    speed: number('∂³V/∂S³'),
    zomma: number('∂³V/∂S²∂σ'),
    color: number('−∂³V/∂S²∂T, per year of time passing'),
    ...echo,
    ...method,
  })
  .meta({ id: 'GreeksResponse', description: 'Price and Greeks of one option' });

const batchPrice = priceResponse.extend(itemWarnings).meta({ id: 'BatchPrice', description: 'Price of one option of a batch' });
const batchGreeks = greeksResponse
  .extend(itemWarnings)
  .meta({ id: 'BatchGreeks', description: 'Price and Greeks of one option of a batch' });

export const impliedVolatilityResponse = z
  .strictObject({
    impliedVolatility: number('Decimal (0.2 is 20 %)'),
    vega: number('∂V/∂σ at that volatility, per 1.00 of volatility'),
  })
  .meta({ id: 'ImpliedVolatilityResponse', description: 'The volatility at which the Black-Scholes price equals the market price' });

export const failedItem = z
  .strictObject({
    index: z.int().meta({ description: 'Place in the list, from 0' }),
    id: z.string().optional().meta({ description: 'That the item states' }),
    error: z.strictObject({
      code: z.string().meta({ description: 'Stable error code' }),
      message: z.string().meta({ description: 'Explanation for people; may change' }),
      details: z
        .array(
          z.strictObject({
            pointer: z.string().meta({ description: 'JSON pointer of the field in the request' }),
            reason: z.string().meta({ description: 'What is wrong with it' }),
          }),
        )
        .optional()
        .meta({ description: 'The faults of single fields' }),
    }),
  })
  .meta({ id: 'FailedItem', description: 'Why an item of a list has no result' });

const summary = z
  .strictObject({ count: z.int().meta({ description: 'Number of options sent' }), succeeded: z.int(), failed: z.int() })
  .meta({ id: 'BatchSummary', description: 'Number of options, and how many succeeded and failed' });

export const batchPriceResponse = z
  .strictObject({
    results: z.array(z.union([batchPrice, failedItem])).meta({ description: 'One result or failure per option, in order' }),
    summary,
  })
  .meta({ id: 'BatchPriceResponse', description: 'Prices in the order of the options' });
export const batchGreeksResponse = z
  .strictObject({
    results: z.array(z.union([batchGreeks, failedItem])).meta({ description: 'One result or failure per option, in order' }),
    summary,
  })
  .meta({ id: 'BatchGreeksResponse', description: 'Greeks in the order of the options' });
