/** What the American option operation takes and gives back. */
import { z } from 'zod';
import { modelInput, volatilityOrModel } from '../../market/equity-model-input.js';
import { pricerSettings, simulationResult } from '../simulation.js';
import { vanillaOption } from './vanilla.js';

/** Exercise dates a year where none are asked for, and the most that may be. */
export const DATES_A_YEAR = 50;
export const MOST_DATES = 10_000;

const americanSettings = pricerSettings
  .extend({
    numSteps: z
      .int()
      .min(1)
      .max(MOST_DATES)
      .optional()
      .meta({
        description: `Exercise dates, equally spaced, the last at expiry; ${DATES_A_YEAR} a year by default. Exercise today is allowed besides`,
      }),
    upperBound: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a bound from above is computed as well, from the martingale that the regression finds' }),
  })
  .meta({ id: 'AmericanSettings', description: 'Monte Carlo settings of an American option' });

export const americanPriceRequest = z
  .strictObject({
    ...vanillaOption.shape,
    volatility: vanillaOption.shape.volatility.optional(),
    model: modelInput.optional(),
    pricer: americanSettings.prefault({}),
  })
  .superRefine(volatilityOrModel)
  .meta({
    id: 'AmericanPriceRequest',
    description: 'An option that may be exercised on any of its dates, its market, and Monte Carlo settings',
  });

const number = (description: string) => z.number().meta({ description });

export const americanPriceResponse = z
  .strictObject({
    price: number(
      'Price units; what the best policy found is worth, so a lower bound up to the standard error, and never under the European price or what exercise pays today',
    ),
    europeanPrice: number('Of the option exercised at expiry alone; in closed form, under a model simulated; price units'),
    earlyExercisePremium: number('price − europeanPrice'),
    delta: number(
      '∂V/∂S, per 1.00 of spot: from the same policy on the same paths with the spot 1% higher and lower; ±1 where exercise today is best',
    ),
    exerciseBoundary: z
      .array(
        z.strictObject({
          time: number('Years from today; 0 is today'),
          spot: number('A put is exercised at or under it, a call at or above it; under a model at the mean of its variance; price units'),
          farSpot: number('Where exercise ends again, as with some negative rates; absent where it does not').optional(),
        }),
      )
      .meta({ description: 'An entry an exercise date before expiry on which there is a spot to exercise at; empty where there never is' }),
    upperBound: z
      .strictObject({
        price: number('Price units; no less than the value, up to its standard error'),
        standardError: number('Of it, price units'),
      })
      .optional()
      .meta({ description: 'Where the request asks for it: the mean of the most by which exercise exceeds a martingale (Rogers 2002)' }),
    ...simulationResult,
  })
  .meta({ id: 'AmericanPriceResponse', description: 'A Monte Carlo price of an American option, with its exercise policy' });

export type AmericanPriceRequest = z.output<typeof americanPriceRequest>;
export type AmericanPriceResponse = z.output<typeof americanPriceResponse>;
