/** Request and response of the American option operation. */
import { z } from 'zod';
import { modelInput, volatilityOrModel } from '../../market/equity-model-input.js';
import { pricerSettings, simulationResult } from '../simulation.js';
import { vanillaOption } from './vanilla.js';

/** Default number of exercise dates per year. */
export const EXERCISE_DATES_PER_YEAR = 50;
export const MAX_EXERCISE_DATES = 10_000;

const americanSettings = pricerSettings
  .extend({
    numPaths: z
      .int()
      .min(16)
      .max(2 ** 28)
      .default(65_536)
      .meta({ description: 'Largest number of paths to simulate' }),
    numSteps: z
      .int()
      .min(1)
      .max(MAX_EXERCISE_DATES)
      .optional()
      .meta({
        description: `Number of equally spaced exercise dates, the last at expiry. Default: ${EXERCISE_DATES_PER_YEAR} per year. Immediate exercise is also allowed`,
      }),
    upperBound: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to compute an upper bound as well, from the martingale that the regression gives' }),
  })
  .meta({ id: 'AmericanSettings', description: 'Monte Carlo settings of an American option' });

export const americanPriceRequest = z
  .strictObject({
    ...vanillaOption.shape,
    volatility: vanillaOption.shape.volatility.optional(),
    model: modelInput.optional(),
    market: z
      .strictObject({ model: modelInput })
      .optional()
      .meta({ description: 'The model where contracts have it; give it here or as `model`, not both' }),
    pricer: americanSettings.prefault({}),
  })
  .superRefine(({ volatility, model, market }, context) => {
    if (model !== undefined && market !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['market', 'model'],
        message: 'must be left out where `model` is given',
        input: market.model,
      });
    else volatilityOrModel({ volatility, model: model ?? market?.model }, context);
  })
  .transform(({ market, ...request }) => (market === undefined ? request : { ...request, model: market.model }))
  .meta({
    id: 'AmericanPriceRequest',
    description: 'An option that may be exercised on any of its exercise dates, its market, and Monte Carlo settings',
  });

const number = (description: string) => z.number().meta({ description });

export const americanPriceResponse = z
  .strictObject({
    price: number(
      'Value of the best exercise policy found, price units: a lower bound up to the standard error, and never below the European price or the value of immediate exercise',
    ),
    europeanPrice: number('Price of the option if exercised at expiry only, price units: a closed form, or simulated under a model'),
    earlyExercisePremium: number('price − europeanPrice'),
    delta: number(
      '∂V/∂S, per 1.00 of spot, from the same policy on the same paths with the spot 1 % higher and lower; ±1 where immediate exercise is best',
    ),
    exerciseBoundary: z
      .array(
        z.strictObject({
          time: number('Years from today; 0 is today'),
          spot: number(
            'A put is exercised at or below this spot, a call at or above it, price units; under a stochastic volatility model, at the mean of its variance',
          ),
          farSpot: number(
            'Spot beyond which the option is not exercised again, as with some negative rates; absent if there is none',
          ).optional(),
        }),
      )
      .meta({
        description: 'One entry per exercise date before expiry on which the option may be exercised at some spot; empty if there is none',
      }),
    upperBound: z
      .strictObject({
        price: number('Upper bound of the price up to its standard error, price units'),
        standardError: number('Standard error of the upper bound, price units'),
      })
      .optional()
      .meta({
        description:
          'Only if the request asks for it: the mean of the largest excess of the exercise value over a martingale along each path (Rogers 2002)',
      }),
    ...simulationResult,
  })
  .meta({ id: 'AmericanPriceResponse', description: 'A Monte Carlo price of an American option, with its exercise policy' });

export type AmericanPriceRequest = z.output<typeof americanPriceRequest>;
export type AmericanPriceResponse = z.output<typeof americanPriceResponse>;
