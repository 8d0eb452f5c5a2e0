/** Requests and responses of the contract operations. */
import { z } from 'zod';
import { date } from '../../base/terms.js';
import { marketInput } from '../../market/market-input.js';
import { pricerSettings, simulationOfNumber, simulationResult } from '../simulation.js';
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

/** Paths that are drawn where none are asked for, and at most: each is kept with all its levels. */
const USUAL_SAMPLED_PATHS = 1_024;
const MAX_SAMPLED_PATHS = 16_384;
const MAX_SAMPLED_STEPS = 1_000;
export const contractPathsRequest = z
  .strictObject({
    contract: contractSpec,
    market: marketInput,
    pricer: z
      .strictObject({
        numPaths: z.int().min(16).max(MAX_SAMPLED_PATHS).default(USUAL_SAMPLED_PATHS).meta({ description: 'Number of paths to draw' }),
        numSteps: z
          .int()
          .min(1)
          .max(MAX_SAMPLED_STEPS)
          .optional()
          .meta({ description: 'Number of equal time steps besides the dates of the contract; by default 52 per year, at most 250' }),
        seed: pricerSettings.shape.seed,
      })
      .prefault({}),
  })
  .meta({ id: 'ContractPathsRequest', description: 'A contract, and the market under whose models paths are drawn' });

const sampledPath = z.strictObject({
  kind: z.enum(['worst', 'median', 'best', 'called']).meta({
    description:
      'worst, median, best: by the present value of what the path pays; called: of the paths on which a note is called before its last date, the one in the middle',
  }),
  presentValue: z.number().meta({ description: 'Sum of the discounted payments, price units' }),
  underlyings: z.array(
    z.strictObject({
      name: z.string(),
      levels: z.array(z.number()).meta({ description: 'Level of the spot at each of `times`' }),
    }),
  ),
  cashflows: z
    .array(z.strictObject({ date, amount: z.number().meta({ description: 'Undiscounted; negative where the holder pays' }) }))
    .meta({ description: 'Payments in the order of their dates, without those of 0' }),
});
export const contractPathsResponse = z
  .strictObject({
    times: z.array(z.number().nonnegative()).meta({ description: 'Years from the valuation date, the first 0' }),
    dates: z.array(date).meta({ description: 'The day of each of `times`' }),
    observed: z.array(date).meta({ description: 'Days on which the contract observes a level, decides or pays' }),
    paths: z.array(sampledPath).meta({ description: 'The path called is absent where none is' }),
    presentValues: z
      .array(z.strictObject({ probability: z.number(), value: z.number() }))
      .meta({ description: 'Quantiles of the present values of all paths' }),
    mean: z.number().meta({ description: 'Mean of the present values: the price without variance reduction' }),
    standardError: simulationResult.standardError.meta({ description: 'Standard error of the mean, as if the paths were independent' }),
    ...simulationOfNumber,
    fallbacks: simulationResult.fallbacks,
    lifecycle: simulationResult.lifecycle,
    warnings: simulationResult.warnings,
  })
  .meta({ id: 'ContractPathsResponse', description: 'Single paths of a contract with what it observes and pays on them' });

export type ContractPathsRequest = z.output<typeof contractPathsRequest>;
export type ContractPathsResponse = z.output<typeof contractPathsResponse>;
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
