/** What every simulated result says of its simulation. */
import { z } from 'zod';

const backend = z.enum(['webgpu', 'webasm', 'cpu']);

export const simulationResult = {
  standardError: z.number().nonnegative().meta({ description: 'Of the price, price units' }),
  numPaths: z.int().min(1).meta({ description: 'Paths simulated' }),
  numSteps: z.int().nonnegative().meta({ description: 'Time steps a path' }),
  seed: z.int().nonnegative().meta({ description: 'Repeats the price, with the same settings on the same backend' }),
  backend: backend.meta({ description: 'What the paths were simulated on' }),
  fallbacks: z
    .array(
      z.object({
        from: backend.meta({ description: 'That gave it up' }),
        to: backend.meta({ description: 'That took it over' }),
        reason: z.string().meta({ description: 'In the words of the one that gave up' }),
      }),
    )
    .meta({ description: 'Backends that gave the simulation up, and why; empty where none did' }),
  varianceReduction: z.enum(['none', 'conditional_expectation', 'control_variate']).meta({
    description:
      'What took variance off the price, chosen by the contract and the market: nothing; part of what moves a path integrated out in closed form, given the rest; or the known mean of something that moves with the payment',
  }),
  warnings: z.array(z.string()).meta({ description: 'What the method could not do exactly; empty where nothing' }),
};
