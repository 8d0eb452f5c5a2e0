/** A European option with its market, as requests and answers state it (interface specification, 2.4). */
import { z } from 'zod';
import type { Price, Rate, Volatility, Years } from '../../base/units.js';
import { amount, dividendYield, flatRate, spot, volatility } from '../../market/fields.js';

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

// Far outside any market, but inside what keeps a discount factor and a total variance meaningful.
const MAX_TIME = 1_000;
export const MAX_BATCH = 100_000;

export const strike = amount('Strike, price units, above 0');
export const time = z.number().nonnegative().max(MAX_TIME).meta({ description: 'Time to expiry, years; 0 gives the exact limit' });

/** `put` selects a put; any other value, of any type, is a call, as the specification has it. */
export const optionType = z
  .unknown()
  .optional()
  .meta({ description: '`put` selects a put; any other value, or none, is a call', default: 'call', examples: ['call', 'put'] })
  .transform((value): 'call' | 'put' => (value === 'put' ? 'put' : 'call'));

const payoff = { strike, time, optionType };

export const europeanOption = z
  .strictObject(payoff)
  .meta({ id: 'EuropeanOption', description: 'The right to buy (call) or sell (put) at the strike, at expiry' });
export const exercisableOption = z
  .strictObject({
    ...payoff,
    exerciseStyle: z.enum(['european', 'american']).default('european').meta({ description: 'At expiry alone, or at any time up to it' }),
  })
  .meta({ id: 'ExercisableOption', description: 'The right to buy (call) or sell (put) at the strike, at expiry or up to it' });

/** +1 call, −1 put: how formulas write the side. */
export const signOf = (side: 'call' | 'put'): 1 | -1 => (side === 'put' ? -1 : 1);

const terms = { spot, strike, rate: flatRate, time, dividend: dividendYield, optionType };

export const vanillaOption = z
  .strictObject({ ...terms, volatility })
  .meta({ id: 'VanillaOption', description: 'A European option and its market' });
export type VanillaOption = z.output<typeof vanillaOption>;

export const impliedVolatilityRequest = z
  .strictObject({
    marketPrice: z.number().meta({ description: 'Price to match, price units, within the no-arbitrage bounds' }),
    ...terms,
  })
  .meta({ id: 'ImpliedVolatilityRequest', description: 'A European option without its volatility, and its price' });
export type ImpliedVolatilityRequest = z.output<typeof impliedVolatilityRequest>;

/** The envelope of a batch. Its items are parsed one by one, so that a bad one is one outcome. */
export const vanillaBatchRequest = z
  .strictObject({
    options: z
      .array(z.unknown())
      .min(1)
      .max(MAX_BATCH)
      .meta({
        description: 'VanillaOption objects; one that is refused fails alone',
        items: { $ref: '#/components/schemas/VanillaOption' },
      }),
  })
  .meta({ id: 'VanillaBatchRequest', description: '1 to 100 000 options, priced in order' });

/** The numbers of an option, for the numerics. */
export const termsOf = ({ optionType, ...numbers }: VanillaOption): VanillaTerms => ({ ...numbers, put: optionType === 'put' });

const number = (description: string) => z.number().meta({ description });
const side = z.enum(['call', 'put']).meta({ description: 'What was priced' });
const echo = { spot: number('Spot as given'), strike: number('Strike as given'), optionType: side };

export const priceResponse = z
  .strictObject({ price: number('Value now, price units'), ...echo })
  .meta({ id: 'PriceResponse', description: 'Price of one option' });

export const greeksResponse = z
  .strictObject({
    price: number('Value now, price units'),
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
  })
  .meta({ id: 'GreeksResponse', description: 'Price and Greeks of one option' });

export const impliedVolatilityResponse = z
  .strictObject({
    impliedVolatility: number('Decimal (0.2 is 20 %)'),
    vega: number('∂V/∂σ at that volatility, per 1.00 of volatility'),
  })
  .meta({ id: 'ImpliedVolatilityResponse', description: 'The volatility at which the closed form gives the market price' });

export const batchItemFailure = z
  .strictObject({
    error: z.strictObject({
      code: z.string().meta({ description: 'Stable code' }),
      message: z.string().meta({ description: 'For people; may change' }),
    }),
  })
  .meta({ id: 'BatchItemFailure', description: 'Why this one option has no result' });

const summary = z
  .strictObject({ count: z.int().meta({ description: 'Options sent' }), succeeded: z.int(), failed: z.int() })
  .meta({ id: 'BatchSummary', description: 'How many options there were and how they ended' });

export const batchPriceResponse = z
  .strictObject({
    results: z.array(z.union([priceResponse, batchItemFailure])).meta({ description: 'An outcome an option, in order' }),
    summary,
  })
  .meta({ id: 'BatchPriceResponse', description: 'Prices in the order of the options' });
export const batchGreeksResponse = z
  .strictObject({
    results: z.array(z.union([greeksResponse, batchItemFailure])).meta({ description: 'An outcome an option, in order' }),
    summary,
  })
  .meta({ id: 'BatchGreeksResponse', description: 'Greeks in the order of the options' });
