/** The request of a challenge, apart from the pricers, which the gateway does not load. */
import { z } from 'zod';

export const challengeRequest = z
  .strictObject({ pricerId: z.string(), request: z.record(z.string(), z.unknown()) })
  .meta({ description: 'The pricer of a receipt, and the request that it priced, with values in place of names' });
