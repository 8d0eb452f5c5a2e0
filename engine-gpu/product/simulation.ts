/** A simulation as requests and results state it: the settings that a request gives, and what every simulated result reports. */
import { z } from 'zod';
import { resultWarnings } from '../base/result-warnings.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { lifecycle } from './lifecycle.js';

/** A seed: the same one repeats the same figures. */
const seed = z
  .int()
  .min(0)
  .max(powerOfTwo(32) - 1)
  .default(42);

/**
 * Settings of a simulation with a fixed number of paths.
 *
 * @param subject what the paths are, in the plural
 * @param reason  why their default is not that of prices
 */
export const pathSettings = (subject: string, usual: number, most: number, reason: string) =>
  z.strictObject({
    numPaths: z
      .int()
      .min(256)
      .max(most)
      .default(usual)
      .meta({ description: `${subject}. ${reason}` }),
    seed: seed.meta({ description: 'The same seed repeats the same figures' }),
  });

export const pricerSettings = z
  .strictObject({
    numPaths: z.int().min(16).max(powerOfTwo(28)).optional().meta({
      description:
        'Largest number of paths to simulate. Default: 65 536; with targetStandardError, or where hardly any path contributes to the price or differs from the others, as many as it takes within the cost limit',
    }),
    numSteps: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: 'Number of time steps per path; by default it follows from the dates of the contract' }),
    seed: seed.meta({ description: 'Seed of the random shifts; the same seed gives the same price' }),
    targetStandardError: z.number().positive().optional().meta({
      description:
        'Standard error to reach, price units: paths are added until it is met, or numPaths or the cost limit is reached. A warning says where it was not met',
    }),
  })
  .meta({ id: 'PricerSettings', description: 'Monte Carlo settings' });

export type PricerSettings = z.output<typeof pricerSettings>;

const backend = z.enum(['webgpu', 'webasm', 'cpu']);

/** Fields that stand beside every simulated number; the manifest names the runtime. */
export const simulationOfNumber = {
  numPaths: z.int().min(1).meta({ description: 'Number of paths simulated' }),
  numSteps: z.int().nonnegative().meta({ description: 'Number of time steps per path' }),
  seed: z.int().nonnegative().meta({ description: 'Seed; with the same settings on the same backend it gives the same price' }),
  backend: backend.meta({ description: 'Backend on which the paths were simulated' }),
};
export type SimulationOfNumber = z.output<z.ZodObject<typeof simulationOfNumber>>;

/** The fields that every simulated result has. */
export const simulationResult = {
  standardError: z.number().nonnegative().meta({ description: 'Standard error of the price, price units' }),
  ...simulationOfNumber,
  fallbacks: z
    .array(
      z.object({
        from: backend.meta({ description: 'Backend that failed' }),
        to: backend.meta({ description: 'Backend that was used instead' }),
        reason: z.string().meta({ description: 'Error message of the backend that failed' }),
      }),
    )
    .meta({ description: 'Backends that failed during the simulation, and why; empty if none did' }),
  varianceReduction: z.enum(['none', 'conditional_expectation', 'control_variate']).meta({
    description:
      'Variance reduction method used: none; conditional_expectation (part of the path is integrated analytically); control_variate (a correlated payoff with a known mean)',
  }),
  repricing: z
    .array(
      z.strictObject({
        asset: z.string().optional().meta({ description: 'Name of the asset, where the market names it' }),
        quotes: z.int().meta({ description: 'Number of quotes of the surface' }),
        maxVolatilityError: z.number().nonnegative().meta({
          description:
            'Largest error of an implied volatility, decimal: of the local volatility itself, before paths or grids are discretised. Quotes worth less than 1e-9 of the forward do not count',
        }),
        expiry: z.number().nonnegative().meta({ description: 'Expiry of the quote with that error, years' }),
        strike: z.number().nonnegative().meta({ description: 'Strike of the quote with that error' }),
        maxPriceError: z
          .number()
          .nonnegative()
          .meta({ description: 'Largest error of an undiscounted price over the quotes, price units' }),
      }),
    )
    .optional()
    .meta({ description: 'How well a local volatility reprices the quotes of its surface; absent where no asset has one' }),
  lifecycle,
  correlationRepair: z
    .strictObject({
      smallestEigenvalue: z.number().meta({ description: 'Smallest eigenvalue of the stated matrix, below 0' }),
      distance: z.number().nonnegative().meta({ description: 'Frobenius norm of the difference between the stated and the used matrix' }),
      correlations: z
        .array(
          z.strictObject({
            asset1: z.string().meta({ description: 'Name of an asset, or pair of an exchange rate' }),
            asset2: z.string().meta({ description: 'Name of the other' }),
            correlation: z.number().meta({ description: 'Of the nearest matrix' }),
          }),
        )
        .meta({ description: 'The correlations that were used, one per pair' }),
    })
    .optional()
    .meta({
      description: 'The nearest correlation matrix, where market.correlationRepair asks for it and the stated correlations form none',
    }),
  warnings: resultWarnings,
};
