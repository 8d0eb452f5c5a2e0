/** Options that have a closed form beside the vanilla one, as they arrive. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import type { Years } from '../../base/units.js';
import { optionType, strike, time } from './vanilla.js';

/** More fixings than ten years of daily ones; a limit against abuse. */
const MAX_FIXINGS = 4_096;
/** More looks at a barrier than a thousand years of daily ones. */
const MAX_LOOKS = 1_000_000;

const signedStrike = z.number().meta({ description: 'Strike, price units, of any sign' });

export const barrierOption = z
  .strictObject({
    strike,
    time,
    optionType,
    level: z.number().positive().meta({ description: 'Price at which it is knocked; a spot at it or beyond has hit it' }),
    direction: z.enum(['down', 'up']).meta({ description: 'Where the level lies from the spot' }),
    style: z.enum(['knock_out', 'knock_in']).meta({ description: 'Whether the hit ends it or begins it' }),
    rebate: z
      .number()
      .nonnegative()
      .default(0)
      .meta({ description: 'Paid by a knock-out that is hit, and at expiry by a knock-in that never was; price units' }),
    rebatePayment: z
      .enum(['at_hit', 'at_expiry'])
      .optional()
      .meta({ description: 'When a knock-out pays its rebate; at the hit where it is left out' }),
    monitoringDates: z.int().min(1).max(MAX_LOOKS).optional().meta({
      description: 'Equally spaced looks, the last at expiry, by the shift of Broadie, Glasserman and Kou; without it every moment',
    }),
  })
  .superRefine(({ style, rebatePayment }, context) => {
    if (style === 'knock_in' && rebatePayment === 'at_hit')
      context.addIssue({
        code: 'custom',
        path: ['rebatePayment'],
        message: 'must be "at_expiry" of a knock_in, which pays where there was no hit; got "at_hit"',
        input: rebatePayment,
      });
  })
  .meta({ id: 'BarrierOption', description: 'A European option that a level of the spot ends or begins' });

export const digitalOption = z
  .strictObject({
    strike,
    time,
    optionType: optionType.meta({ description: '`put` pays under the strike; any other value, or none, above it' }),
    pays: z.enum(['cash', 'asset']).meta({ description: 'A sum of money, or one share' }),
    payout: z.number().positive().default(1).meta({ description: 'The sum, or how many shares' }),
  })
  .meta({ id: 'DigitalOption', description: 'A fixed sum, or the share itself, if it ends above (put: under) the strike' });

const averages = [{ required: ['observationTimes'] }, { required: ['monitoring'] }] as const;

export const geometricAsianOption = z
  .strictObject({
    strike,
    time,
    optionType,
    observationTimes: z
      .array(z.number().nonnegative())
      .min(1)
      .max(MAX_FIXINGS)
      .optional()
      .meta({ description: 'Years of the fixings, strictly increasing, not after `time`, when it pays' }),
    monitoring: z.literal('continuous').optional().meta({ description: 'The average over all of the time to expiry' }),
  })
  .superRefine(oneAlternative(...averages))
  .superRefine(({ time, observationTimes = [] }, context) => {
    const fault = (i: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['observationTimes', i], message, input: observationTimes[i] });
    observationTimes.forEach((at: Years, i) => {
      if (i > 0 && at <= observationTimes[i - 1]) fault(i, `must be above ${observationTimes[i - 1]}, the time before it; got ${at}`);
      if (at > time) fault(i, `must be at most ${time}, the time to expiry; got ${at}`);
    });
  })
  .meta({
    id: 'GeometricAsianOption',
    description: 'A European option on the geometric average of the spot',
    ...oneOfRequired(...averages),
  });

export const lookbackOption = z
  .strictObject({
    strike: strike.optional().meta({ description: 'Fixed strike: pays max − K (put: K − min). Without it S − min (put: max − S)' }),
    time,
    optionType,
    extreme: z.number().positive().optional().meta({ description: 'The extreme so far, that it looks back to; without it the spot' }),
  })
  .meta({ id: 'LookbackOption', description: 'An option on the highest or lowest spot of its life, watched at every moment' });

export const chooserOption = z
  .strictObject({
    strike,
    time,
    choiceTime: z.number().nonnegative().meta({ description: 'Years until the holder says whether it is a call or a put, at most `time`' }),
  })
  .superRefine(({ time, choiceTime }, context) => {
    if (choiceTime > time)
      context.addIssue({
        code: 'custom',
        path: ['choiceTime'],
        message: `must be at most ${time}, the time to expiry; got ${choiceTime}`,
        input: choiceTime,
      });
  })
  .meta({ id: 'ChooserOption', description: 'An option of which the holder chooses later whether it is a call or a put' });

export const exchangeOption = z
  .strictObject({ time })
  .meta({ id: 'ExchangeOption', description: 'The right to receive asset1 and deliver asset2, at expiry' });

export const spreadOption = z
  .strictObject({ strike: signedStrike, time, optionType })
  .meta({ id: 'SpreadOption', description: 'A European option on asset1 − asset2' });

export const rainbowOption = z
  .strictObject({ strike, time, optionType, on: z.enum(['best', 'worst']).meta({ description: 'The higher or the lower of the two' }) })
  .meta({ id: 'RainbowOption', description: 'A European option on the higher or the lower of asset1 and asset2' });

export const normalOption = z
  .strictObject({ strike: signedStrike, time, optionType })
  .meta({ id: 'NormalOption', description: 'A European option on a forward or futures price, strike of any sign' });

/** All of them, for a document that names them. */
export const exoticInstruments = [
  barrierOption,
  digitalOption,
  geometricAsianOption,
  lookbackOption,
  chooserOption,
  exchangeOption,
  spreadOption,
  rainbowOption,
  normalOption,
] as const;
