/** Requests and responses of the contract operations. */
import { z } from 'zod';
import { marketInput } from '../../market/market-input.js';
import { pricerSettings, simulationResult } from '../simulation.js';
import { contractSpec } from './spec.js';
import type { ContractSpec } from './spec-type.js';
import { type StrategyTerms, strategyTerms } from './strategy.js';

// Settings that are left out take their defaults.
const pricer = pricerSettings.prefault({});

export const contractPriceRequest = z
  .strictObject({ contract: contractSpec, market: marketInput, pricer })
  .meta({ id: 'ContractPriceRequest', description: 'A contract, the market to price it in, and Monte Carlo settings' });

export const contractDescribeRequest = z
  .strictObject({
    contract: contractSpec,
    market: marketInput.optional().meta({
      description:
        'A market: its valuation date and fixings say what has happened so far, and its dividends, currencies, models, surfaces and repaired correlations what the prices of the contract rest on; the description then names them',
    }),
  })
  .meta({ id: 'ContractDescribeRequest', description: 'A contract to describe in words' });

export const contractGreeksRequest = z
  .strictObject({ contract: contractSpec, market: marketInput, pricer })
  .meta({ id: 'ContractGreeksRequest', description: 'A contract, the market that is bumped, and Monte Carlo settings' });

export const strategyPriceRequest = z
  .strictObject({ strategy: strategyTerms, market: marketInput, pricer })
  .meta({ id: 'StrategyPriceRequest', description: 'A named strategy, the market to price it in, and Monte Carlo settings' });

/** A contract that is checked, and not priced. */
export const contractFaultsRequest = z.strictObject({ contract: contractSpec });

const MAX_PAYOFF_POINTS = 1_001;
const level = z.number().positive().optional();
/** The spots at which the payoff of a contract is shown. */
export const payoffProfileFields = {
  underlying: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'The asset whose end moves; by default all move in proportion, and the spots are those of the first' }),
  spots: z
    .record(z.string(), z.number().positive())
    .optional()
    .meta({ description: 'Spots from which paths start; by default the mean of the levels that the terms name, or 100' }),
  from: level.meta({ description: 'Lowest end; by default half the start, or below every level of the terms' }),
  to: level.meta({ description: 'Highest end' }),
  points: z.int().min(2).max(MAX_PAYOFF_POINTS),
};
export const payoffProfileRequest = z.strictObject({ contract: contractSpec, ...payoffProfileFields });
export const payoffProfileResponse = z
  .object({
    underlying: z.string().optional().meta({ description: 'The asset of which `spot` is' }),
    start: z.record(z.string(), z.number()).meta({ description: 'Where each path starts' }),
    points: z.array(z.object({ spot: z.number(), payoff: z.number().meta({ description: 'Sum of all payments, undiscounted' }) })),
  })
  .meta({
    id: 'PayoffResponse',
    description: 'Payoff where each spot moves in a straight line from its start to its end at the last payment',
  });

export type PayoffProfileRequest = Omit<z.output<typeof payoffProfileRequest>, 'contract'>;
export type PayoffProfile = z.output<typeof payoffProfileResponse>;
export type ContractPriceRequest = z.output<typeof contractPriceRequest>;
export type ContractDescribeRequest = z.output<typeof contractDescribeRequest>;
export type ContractGreeksRequest = z.output<typeof contractGreeksRequest>;
export type StrategyPriceRequest = z.output<typeof strategyPriceRequest>;

/** The contract that a named strategy stands for. */
export const strategyAsContract = (terms: StrategyTerms): ContractSpec => ({ type: 'strategy', ...terms });

const price = z.number().meta({ description: 'Present value, price units' });
const description = z.string().meta({ description: 'Description of the contract in words' });
export const contractPriceResponse = z
  .strictObject({ price, description, ...simulationResult })
  .meta({ id: 'ContractPriceResponse', description: 'A Monte Carlo price' });

export const contractDescribeResponse = z
  .strictObject({ description })
  .meta({ id: 'ContractDescribeResponse', description: 'A contract in words' });

const spotGreeks = {
  delta: z.number().meta({
    description: 'Per 1.00 of spot; from spot bumped by 1% both ways, or by 1% and 2% away from a barrier that a bump would reach',
  }),
  gamma: z.number().meta({ description: 'Per 1.00 of spot squared; from the same bumps' }),
  vega: z.number().meta({
    description:
      'Per 1.00 of volatility, from a bump of +1%: of √v0 and √theta under heston and rough_heston, of √xi0 under rough_bergomi, of every quote under local_vol',
  }),
};
const greeks = {
  ...spotGreeks,
  theta: z.number().meta({ description: 'Per year of time passing; from one day' }),
  rho: z.number().meta({ description: 'Per 1.00 of rate; from a bump of +1 basis point' }),
};

const derivatives = {
  delta: z.number().meta({ description: 'Derivative of the price by the spot, summed over the assets' }),
  gamma: z.number().meta({ description: 'Second derivative of the price by the spot, summed over the assets without cross terms' }),
  vega: z.number().meta({ description: 'Derivative of the price by the volatility, per 1.00, summed over the assets' }),
  theta: z.number().meta({ description: 'Derivative of the price by the passing of time, per year' }),
  rho: z.number().meta({ description: 'Derivative of the price by a parallel shift of the zero rates, per 1.00' }),
};

export const contractGreeksResponse = z
  .strictObject({
    price,
    ...greeks,
    standardErrors: z.strictObject(greeks).meta({ description: 'Of each Greek, in its units' }),
    derivatives: z
      .strictObject({
        ...derivatives,
        standardErrors: z.strictObject(derivatives).meta({ description: 'Standard error of each derivative over the paths' }),
        errorBounds: z
          .strictObject(derivatives)
          .meta({ description: 'Estimated absolute error that the bumps leave in each derivative, and single precision in gamma' }),
      })
      .meta({
        description:
          'The derivatives themselves: of the closed form where there is one, otherwise by central differences scaled to the volatility and the first date, extrapolated. A warning names each Greek above whose fixed bump is off its derivative by more than the stated errors',
      }),
    underlyings: z
      .array(z.strictObject({ name: z.string().meta({ description: 'Of the asset' }), ...spotGreeks }))
      .meta({ description: 'The part of each asset; delta, gamma and vega above are their sums, without cross terms' }),
    description,
    ...simulationResult,
  })
  .meta({ id: 'ContractGreeksResponse', description: 'A Monte Carlo price and its bump-and-reprice Greeks' });

export type ContractPriceResponse = z.output<typeof contractPriceResponse>;
export type ContractDescribeResponse = z.output<typeof contractDescribeResponse>;
export type ContractGreeksResponse = z.output<typeof contractGreeksResponse>;
