/** What the calibrations take and give back. */
import { z } from 'zod';

/** More strikes than any listed expiry has; a limit against abuse. */
const MAX_STRIKES = 1_000;
/** α, ρ and ν. */
const SABR_UNKNOWNS = 3;
/** No market quotes beyond it. */
const MAX_YEARS = 100;
const MAX_VOLATILITY = 10;

const volatility = z.number().positive().max(MAX_VOLATILITY);
const weight = z.number().nonnegative();

export const stopReason = z.enum(['residuals', 'gradient', 'cost', 'step', 'iterations']).meta({
  description:
    'residuals: the fit is exact to rounding; gradient: no direction improves it; cost, step: the next step would change nothing that counts; iterations: the limit was reached',
});

const report = {
  rmse: z.number().meta({ description: 'Root mean square error over `fitted`, volatility' }),
  maxError: z.number().meta({ description: 'Largest error over `fitted`, volatility' }),
  iterations: z.int().meta({ description: 'Steps of the optimiser' }),
  converged: z.boolean().meta({ description: 'Whether it stopped for another reason than the limit of iterations' }),
  stopReason,
};

export const sabrCalibrationRequest = z
  .strictObject({
    forward: z.number().positive().meta({ description: 'Forward of the underlying at expiry, above 0' }),
    expiry: z.number().positive().max(MAX_YEARS).meta({ description: 'Years' }),
    beta: z.number().min(0).max(1).meta({ description: 'Held fixed' }),
    strikes: z.array(z.number().positive()).min(SABR_UNKNOWNS).max(MAX_STRIKES).meta({ description: 'At least three different ones' }),
    volatilities: z.array(volatility).max(MAX_STRIKES).meta({ description: 'Lognormal implied volatilities, one a strike' }),
    weights: z.array(weight).max(MAX_STRIKES).optional().meta({ description: 'Of the squared errors, one a strike; 1 by default' }),
  })
  .superRefine(({ strikes, volatilities, weights }, context) => {
    const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
    for (const [name, list] of Object.entries({ volatilities, weights }))
      if (list !== undefined && list.length !== strikes.length)
        fault(name, `must have one entry a strike, ${strikes.length}; got ${list.length}`, list);
    const counted = new Set(strikes.filter((_, i) => (weights?.[i] ?? 1) > 0));
    if (counted.size < SABR_UNKNOWNS)
      fault(
        'strikes',
        `must have ${SABR_UNKNOWNS} different strikes of positive weight, for alpha, rho and nu; got ${counted.size}`,
        strikes,
      );
  })
  .meta({ id: 'SabrCalibrationRequest', description: 'A smile of one expiry, and the beta to fit it with' });
export type SabrCalibrationRequest = z.output<typeof sabrCalibrationRequest>;

const fittedQuote = {
  strike: z.number(),
  marketVolatility: z.number(),
  modelVolatility: z.number(),
};

export const sabrCalibrationResponse = z
  .strictObject({
    alpha: z.number(),
    beta: z.number(),
    rho: z.number(),
    nu: z.number(),
    ...report,
    fitted: z.array(z.strictObject(fittedQuote)),
  })
  .meta({ id: 'SabrCalibrationResponse', description: 'SABR parameters (Hagan 2002, 2.17) and how well they fit' });
export type SabrCalibrationResponse = z.output<typeof sabrCalibrationResponse>;
