/** Request and response of the American option operation. */
import { z } from 'zod';
import type { Years } from '../../base/units.js';
import { carriesVolatility, type ModelInput, modelInput, volatilityOrModel } from '../../market/equity-model-input.js';
import { hasDividendBy } from '../../market/growth.js';
import { pricerSettings, simulationResult } from '../simulation.js';
import { vanillaOptionRequest } from './vanilla.js';

/** Default number of exercise dates per year. */
export const EXERCISE_DATES_PER_YEAR = 50;
export const MAX_EXERCISE_DATES = 10_000;

/** How an American option may be exercised, where it is stated. */
export const americanExercise = z.enum(['dates', 'continuous']).optional();

const americanSettings = pricerSettings
  .extend({
    numSteps: z
      .int()
      .min(1)
      .max(MAX_EXERCISE_DATES)
      .optional()
      .meta({
        description: `Number of equally spaced exercise dates, the last at expiry. Default: ${EXERCISE_DATES_PER_YEAR} per year. Immediate exercise is also allowed`,
      }),
    exercise: americanExercise.meta({
      description:
        'dates: exercise today and on `numSteps` equally spaced dates; continuous: exercise at any time, right before ex-dates too, by the integral equation of the exercise boundary under Black-Scholes without dividends on dates, otherwise by finite differences. Default: dates; with dividends on dates or a volatilityTermStructure, which finite differences alone price, continuous',
    }),
    upperBound: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether to give an upper bound as well: by duality, from a martingale that follows the value of the option' }),
    numPaths: pricerSettings.shape.numPaths.meta({
      description:
        'Largest number of paths to simulate. Default: 65 536; under Heston, whose price is not simulated, 256 paths check it, or 1024 where an upper bound is asked for, and never more than 4096',
    }),
  })
  .meta({
    id: 'AmericanSettings',
    description: 'Settings of an American option, whose simulation is the price or, under Heston, its check',
  });

/**
 * True if an option has a term that finite differences alone price: dividends on dates, or a volatility by time. An empty list is no
 * dividend: generated clients send one where nothing was set.
 */
export const needsFiniteDifferences = ({
  dividends,
  volatilityTermStructure,
}: {
  readonly dividends?: readonly unknown[] | undefined;
  readonly volatilityTermStructure?: unknown;
}): boolean => (dividends !== undefined && dividends.length > 0) || volatilityTermStructure !== undefined;

/** The exercise of an option, where its request states none. */
export const exerciseOf = ({ pricer, ...request }: Pick<AmericanPriceRequest, 'pricer' | 'dividends' | 'volatilityTermStructure'>) =>
  pricer.exercise ?? (needsFiniteDifferences(request) ? 'continuous' : 'dates');

/** Under Heston, a dividend after expiry leaves the option as it is without one: on exercise dates, and checked by a simulation. */
function withDividendsByExpiry<Request extends { time: Years; model?: ModelInput | undefined; dividends?: { time: Years }[] | undefined }>(
  request: Request,
): Request {
  const { dividends, model, time } = request;
  if (dividends === undefined || model?.type !== 'heston') return request;
  return { ...request, dividends: dividends.filter((one) => hasDividendBy(one, time)) };
}

export const americanPriceRequest = z
  .strictObject({
    ...vanillaOptionRequest.shape,
    volatilitySurface: vanillaOptionRequest.shape.volatilitySurface.meta({
      description:
        'Implied volatilities by strike and expiry, in place of volatility: the spot follows the local volatility of the surface, as under the model local_vol',
    }),
    model: modelInput.optional(),
    market: z
      .strictObject({ model: modelInput })
      .optional()
      .meta({ description: 'The model where contracts have it; give it here or as `model`, not both' }),
    pricer: americanSettings.prefault({}),
  })
  .superRefine(({ volatility, volatilityTermStructure, volatilitySurface, dividends, model, market, pricer }, context) => {
    const refuse = (path: string[], message: string, input: unknown) => context.addIssue({ code: 'custom', path, message, input });
    const stated = model ?? market?.model;
    const hasDividends = needsFiniteDifferences({ dividends });
    const solved = needsFiniteDifferences({ dividends, volatilityTermStructure });
    if (hasDividends && carriesVolatility(stated) && stated.type !== 'local_vol' && stated.type !== 'heston')
      refuse(
        ['dividends'],
        `must be left out under the model ${stated.type}, whose variance depends on its whole path, so that no finite differences are possible: American options with dividends on dates follow Black-Scholes, heston or local_vol`,
        dividends,
      );
    if (solved && pricer.exercise === 'dates')
      refuse(
        ['pricer', 'exercise'],
        'must be continuous with dividends on dates or a volatilityTermStructure: finite differences give the price, with exercise at any time',
        pricer.exercise,
      );
    const isRough = stated?.type === 'rough_bergomi' || stated?.type === 'rough_heston';
    if (pricer.exercise === 'continuous' && isRough)
      refuse(
        ['pricer', 'exercise'],
        `must be dates under the model ${stated.type}, whose variance depends on its whole path, so that no finite differences are possible`,
        pricer.exercise,
      );
    if (pricer.exercise === 'continuous' && pricer.numSteps !== undefined)
      refuse(['pricer', 'numSteps'], 'must be left out with continuous exercise, which has no exercise dates', pricer.numSteps);
    if ((solved || pricer.exercise === 'continuous') && pricer.upperBound)
      refuse(
        ['pricer', 'upperBound'],
        'must be false with continuous exercise, dividends or a volatilityTermStructure: finite differences give the price, and no path',
        true,
      );
    if (model !== undefined && market !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['market', 'model'],
        message: 'must be left out where `model` is given',
        input: market.model,
      });
    else volatilityOrModel({ volatility, volatilityTermStructure, volatilitySurface, model: stated }, context);
  })
  .transform(({ market, ...request }) => withDividendsByExpiry(market === undefined ? request : { ...request, model: market.model }))
  .meta({
    id: 'AmericanPriceRequest',
    description: 'An option that may be exercised on any of its exercise dates, its market, and Monte Carlo settings',
  });

const number = (description: string) => z.number().meta({ description });

export const americanPriceResponse = z
  .strictObject({
    price: number(
      'Price units, never below the European price or the value of immediate exercise. By least-squares Monte Carlo it is the value of the best exercise policy found: a lower bound up to the standard error. By the integral equation or finite differences it is the value of the best policy, up to `errorBound`',
    ),
    method: z
      .enum(['least_squares_monte_carlo', 'integral_equation', 'finite_differences', 'primal_dual_monte_carlo', 'closed_form'])
      .meta({
        description:
          'How `price` was computed: by simulation of a regressed exercise policy; by the integral equation of the exercise boundary; by finite differences, which under Heston on exercise dates a simulation of their policy checks (`lowerBound`); as the middle of the simulated lower and upper bounds, where those refute the finite differences; or in closed form, without volatility or time',
      }),
    exercise: z.enum(['dates', 'continuous']).meta({
      description: 'dates: the price is for exercise today and on `numSteps` equally spaced dates; continuous: for exercise at any time',
    }),
    errorBound: number(
      'Bound on the absolute error of the integral equation, or estimate of that which the grid of finite differences, or the gap between the bounds, leaves in the price, price units; absent where the price is simulated',
    )
      .nonnegative()
      .optional(),
    europeanPrice: number(
      'Price of the option if exercised at expiry only, price units: a closed form or transform, or simulated under local volatility and rough Bergomi',
    ),
    earlyExercisePremium: number('price − europeanPrice'),
    delta: number(
      '∂V/∂S, per 1.00 of spot, by the formula of the integral equation, by finite differences, or from the same policy on the same paths with the spot 1 % higher and lower; ±1 where immediate exercise is best',
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
        description:
          'One entry per exercise date before expiry on which the option may be exercised at some spot, or, with continuous exercise, per node of the method; empty if there is none. By the integral equation it is accurate to a hundredth',
      }),
    lowerBound: z
      .strictObject({
        price: number('Value of the exercise policy, simulated, price units: a lower bound up to its standard error'),
        standardError: number('Standard error of the lower bound, price units'),
      })
      .optional()
      .meta({
        description: 'Only under Heston on exercise dates: the simulation that checks the price, on `numPaths` paths in double precision',
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
    dualityGap: number(
      'upperBound.price − price, with an upper bound: the price may be too low by at most this, up to the standard errors',
    ).optional(),
    ...simulationResult,
    standardError: simulationResult.standardError.meta({
      description: 'Standard error of the price, price units; 0 where no path gives the price, whose error is then `errorBound`',
    }),
  })
  .meta({ id: 'AmericanPriceResponse', description: 'The price of an American option, with its exercise policy' });

export type AmericanPriceRequest = z.output<typeof americanPriceRequest>;
export type AmericanPriceResponse = z.output<typeof americanPriceResponse>;
