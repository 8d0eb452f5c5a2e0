/** Events of a contract up to the valuation date, as results report them. */
import { z } from 'zod';
import { date } from '../base/terms.js';

const lifecycleEvent = z
  .strictObject({
    date,
    event: z
      .enum([
        'fixed',
        'paid',
        'coupon_paid',
        'coupon_missed',
        'called',
        'redeemed',
        'knocked_out',
        'knocked_in',
        'not_knocked_in',
        'chosen',
      ])
      .meta({
        description:
          'fixed: an observation is known; paid, coupon_paid, redeemed: a payment was made and is no longer part of the price; coupon_missed; called: the note was redeemed early; knocked_out, knocked_in, not_knocked_in: what a barrier decided; chosen: the side that the holder chose',
      }),
    description: z.string().meta({ description: 'The event in words' }),
  })
  .meta({ id: 'LifecycleEvent', description: 'One event of a contract up to the valuation date' });

export type LifecycleEvent = z.output<typeof lifecycleEvent>;

/** Field of results with the events, in the order of their dates; absent where nothing has happened. */
export const lifecycle = z.array(lifecycleEvent).optional().meta({
  description: 'What has happened to the contract up to the valuation date, by its fixings and known events; absent if nothing has',
});
