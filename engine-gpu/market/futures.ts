/** Markets of an option on a forward or futures price, as requests state them. */
import { z } from 'zod';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { volatility } from './fields.js';

/** Market of Black's model. */
export const forwardMarket = z
  .strictObject({
    forward: z.number().positive().meta({ description: 'Forward or futures price, above 0' }),
    ...rateFields,
    volatility,
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'ForwardMarket', description: 'Forward or futures price, rate or curve, and volatility', ...rateOrCurveRule });

/** Market of Bachelier's model. */
export const normalForwardMarket = z
  .strictObject({
    forward: z.number().meta({ description: 'Forward or futures price, positive or negative' }),
    ...rateFields,
    normalVolatility: z
      .number()
      .nonnegative()
      .meta({ description: 'Normal volatility, price units per square root of a year; 0 gives the exact limit' }),
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'NormalForwardMarket', description: 'Forward or futures price, rate or curve, and normal volatility', ...rateOrCurveRule });
