/** Fields of the report on the quality of a fit, which the responses of the calibrations share. */
import { z } from 'zod';

const stopReason = z.enum(['residuals', 'gradient', 'cost', 'step', 'iterations']).meta({
  description:
    'Why the optimiser stopped. residuals: the fit is exact up to rounding; gradient: no direction improves it; cost or step: the next step would change the cost or the parameters by less than the tolerance; iterations: the limit was reached',
});

export const report = {
  rmse: z.number().meta({ description: 'Root mean square error over `fitted`, in volatility' }),
  maxError: z.number().meta({ description: 'Largest error over `fitted`, in volatility' }),
  iterations: z.int().meta({ description: 'Number of steps of the optimiser' }),
  converged: z.boolean().meta({ description: 'Whether the optimiser stopped for another reason than the limit of iterations' }),
  stopReason,
};
