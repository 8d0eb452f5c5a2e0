/** Exotic options with a closed form, as requests state them. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../../base/alternatives.js';
import type { Years } from '../../base/units.js';
import { optionType as lenientOptionType, strictOptionType as optionType, strike, time } from './vanilla.js';

/** Limit against abuse: more fixings than ten years of daily ones. */
const MAX_OPTION_FIXINGS = 4_096;
/** Limit against abuse: more monitoring dates than a thousand years of daily ones. */
const MAX_MONITORING_DATES = 1_000_000;

const signedStrike = z.number().meta({ description: 'Strike, price units, positive or negative' });

export const barrierOption = z
  .strictObject({
    strike,
    time,
    optionType,
    level: z.number().positive().meta({ description: 'Barrier level, price units; a spot at the level or beyond it has hit the barrier' }),
    direction: z.enum(['down', 'up']).meta({ description: 'Whether the barrier lies below or above the spot' }),
    style: z.enum(['knock_out', 'knock_in']).meta({ description: 'Whether hitting the barrier ends the option or begins it' }),
    rebate: z.number().nonnegative().default(0).meta({
      description: 'Rebate, price units: paid by a knock-out option that is hit, or at expiry by a knock-in option that is never hit',
    }),
    rebatePayment: z
      .enum(['at_hit', 'at_expiry'])
      .optional()
      .meta({ description: 'When a knock-out option pays its rebate; at_hit by default' }),
    monitoringDates: z.int().min(1).max(MAX_MONITORING_DATES).optional().meta({
      description:
        'Number of equally spaced monitoring dates, the last at expiry; if left out, monitoring is continuous. The error of the price is below 1e-12 of the largest of spot, strike and rebate up to 512 dates, and below 1e-6 of it beyond where the drift of ln S to expiry is at most 20 standard deviations; where it is extrapolated, errorBound estimates it',
    }),
  })
  .superRefine(({ style, rebatePayment }, context) => {
    if (style === 'knock_in' && rebatePayment === 'at_hit')
      context.addIssue({
        code: 'custom',
        path: ['rebatePayment'],
        message: 'must be "at_expiry" for a knock_in, which pays its rebate only if the barrier is never hit; got "at_hit"',
        input: rebatePayment,
      });
  })
  .meta({ id: 'BarrierOption', description: 'A European option with one barrier that ends it or begins it' });

export const digitalOption = z
  .strictObject({
    strike,
    time,
    optionType: optionType.meta({ description: 'put pays below the strike; call, the default, above it' }),
    pays: z.enum(['cash', 'asset']).meta({ description: 'Whether the payment is an amount of cash or of shares' }),
    payout: z.number().positive().default(1).meta({ description: 'Amount of cash, or number of shares, that is paid' }),
  })
  .meta({ id: 'DigitalOption', description: 'Pays a fixed amount, or shares, if the spot ends above (put: below) the strike' });

const averages = [{ required: ['observationTimes'] }, { required: ['monitoring'] }] as const;

export const geometricAsianOption = z
  .strictObject({
    strike,
    time,
    optionType,
    observationTimes: z
      .array(z.number().nonnegative())
      .min(1)
      .max(MAX_OPTION_FIXINGS)
      .optional()
      .meta({ description: 'Years to each fixing, strictly increasing, not after `time`, when the option pays' }),
    monitoring: z.literal('continuous').optional().meta({ description: 'continuous: the average over the whole time to expiry' }),
  })
  .superRefine(oneAlternative(...averages))
  .superRefine(({ time, observationTimes = [] }, context) => {
    const fault = (i: number, message: string) =>
      context.addIssue({ code: 'custom', path: ['observationTimes', i], message, input: observationTimes[i] });
    observationTimes.forEach((observed: Years, i) => {
      if (i > 0 && observed <= observationTimes[i - 1]!)
        fault(i, `must be above ${observationTimes[i - 1]}, the time before it; got ${observed}`);
      if (observed > time) fault(i, `must be at most ${time}, the time to expiry; got ${observed}`);
    });
  })
  .meta({
    id: 'GeometricAsianOption',
    description: 'A European option on the geometric average of the spot',
    ...oneOfRequired(...averages),
  });

export const lookbackOption = z
  .strictObject({
    strike: strike
      .optional()
      .meta({ description: 'Fixed strike: pays max − K (put: K − min). If left out, the strike floats: pays S − min (put: max − S)' }),
    time,
    optionType,
    extreme: z
      .number()
      .positive()
      .optional()
      .meta({ description: "Highest or lowest spot so far, to which the option looks back; today's spot by default" }),
  })
  .meta({ id: 'LookbackOption', description: 'An option on the highest or lowest spot of its life, monitored continuously' });

export const chooserOption = z
  .strictObject({
    strike,
    time,
    choiceTime: z
      .number()
      .nonnegative()
      .meta({ description: 'Years until the holder decides whether it becomes a call or a put, at most `time`' }),
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
  .meta({ id: 'ChooserOption', description: 'Chooser option: at a future date the holder decides whether it becomes a call or a put' });

export const exchangeOption = z
  .strictObject({ time })
  .meta({ id: 'ExchangeOption', description: 'The right to receive asset1 and deliver asset2, at expiry' });

export const spreadOption = z
  .strictObject({ strike: signedStrike, time, optionType })
  .meta({ id: 'SpreadOption', description: 'A European option on asset1 − asset2' });

export const rainbowOption = z
  .strictObject({
    strike,
    time,
    optionType,
    on: z.enum(['best', 'worst']).meta({ description: 'Whether the option is on the higher or the lower of the two' }),
  })
  .meta({ id: 'RainbowOption', description: 'A European option on the higher or the lower of asset1 and asset2' });

export const normalOption = z
  .strictObject({ strike: signedStrike, time, optionType: lenientOptionType })
  .meta({ id: 'NormalOption', description: 'A European option on a forward or futures price, with a positive or negative strike' });

export const strictNormalOption = z
  .strictObject({ strike: signedStrike, time, optionType })
  .meta({ id: 'StrictNormalOption', description: 'As NormalOption; optionType must be call or put' });

/** All of them, for the OpenAPI document. */
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
  strictNormalOption,
] as const;
