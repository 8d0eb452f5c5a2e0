/** The condition of a barrier, as requests state it. */
import { z } from 'zod';
import { date, dates, price, underlying } from '../../base/terms.js';

const MONITORING = ['continuous', 'daily', 'weekly', 'monthly'] as const;

export const barrierCondition = z
  .strictObject({
    type: z.literal('barrier_condition'),
    level: price.meta({ description: 'Barrier level of the spot, above 0' }),
    direction: z.enum(['down', 'up']).meta({ description: 'down: the barrier is reached at or below the level; up: at or above it' }),
    style: z
      .enum(['knock_out', 'knock_in'])
      .meta({ description: 'knock_out: the contract ends when the barrier is reached; knock_in: it begins then' }),
    monitoring: z.enum(MONITORING).optional().meta({
      description:
        'Monitoring schedule: continuous (the default), or max(1, round(252 T, 52 T, 12 T)) equally spaced dates up to the last payment at T years',
    }),
    monitoringDates: dates.optional().meta({ description: 'Dates on which the barrier is monitored, in place of monitoring' }),
    underlying: underlying.optional().meta({ description: 'Asset that is monitored; by default the single underlying of the contract' }),
    knocked: date.optional().meta({
      description:
        'Date, not after the valuation date, on which the barrier was reached. Otherwise past monitoringDates are decided by their fixings, and a barrier of another monitoring counts as not reached before the valuation date',
    }),
  })
  .superRefine(({ monitoringDates, knocked }, context) => {
    if (knocked !== undefined && monitoringDates !== undefined && !monitoringDates.includes(knocked))
      context.addIssue({ code: 'custom', path: ['knocked'], message: `must be one of monitoringDates; got ${knocked}`, input: knocked });
  })
  .superRefine(({ monitoring, monitoringDates }, context) => {
    if (monitoring !== undefined && monitoringDates !== undefined)
      context.addIssue({
        code: 'custom',
        path: ['monitoring'],
        message: `must be left out if monitoringDates is given; got ${monitoring}`,
        input: monitoring,
      });
  })
  .meta({
    id: 'BarrierCondition',
    description: 'A barrier: the condition that the spot has, or has not, reached a level by the time of each payment',
  });
