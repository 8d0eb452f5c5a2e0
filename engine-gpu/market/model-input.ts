/** The model of an asset as it arrives: its name, and the parameters that the engine's pricers of that name take (params.ts). */
import { z } from 'zod';

import { dupireParams, hestonParams, oneQuoteEach, roughBergomiParams, roughHestonParams } from './model-params.js';

/** Coarser tables are no surface. */
const MIN_INTERVALS = 10;
/** Finer tables only cost memory: with 256 intervals what they leave is under a usual standard error. */
const MAX_INTERVALS = 1_000;

const blackScholes = z
  .strictObject({ type: z.literal('black_scholes') })
  .meta({ id: 'BlackScholesModel', description: 'Constant volatility, the market’s; the default' });

const heston = z
  .strictObject({ type: z.literal('heston'), ...hestonParams.shape })
  .meta({ id: 'HestonModel', description: 'Heston (1993) stochastic volatility, by quadratic-exponential steps' });

const { timeSteps, spotSteps: _, ...quotes } = dupireParams.shape;
const localVol = z
  .strictObject({
    type: z.literal('local_vol'),
    ...quotes,
    timeSteps: timeSteps
      .optional()
      .meta({ description: 'Equal steps of paths to the last payment; 52 a year, and 12 at least, by default' }),
    spotSteps: z
      .int()
      .min(MIN_INTERVALS)
      .max(MAX_INTERVALS)
      .optional()
      .meta({ description: 'Intervals of the spot in which paths take the volatility as linear; 256 by default' }),
  })
  .superRefine(oneQuoteEach)
  .meta({ id: 'LocalVolModel', description: 'Local volatility (Dupire 1994) of a surface of quotes, by steps of weak order 2' });

const roughBergomi = z
  .strictObject({ type: z.literal('rough_bergomi'), ...roughBergomiParams.shape })
  .meta({ id: 'RoughBergomiModel', description: 'Rough Bergomi (Bayer, Friz and Gatheral 2016), by a hybrid scheme with factors' });

const roughHeston = z
  .strictObject({ type: z.literal('rough_heston'), ...roughHestonParams.shape })
  .meta({ id: 'RoughHestonModel', description: 'Rough Heston (El Euch and Rosenbaum 2019), by hybrid quadratic-exponential steps' });

export const modelInput = z.discriminatedUnion('type', [blackScholes, heston, localVol, roughBergomi, roughHeston]).meta({
  id: 'ContractModel',
  description: 'How an asset moves, told apart by type; every model but black_scholes carries the volatility, which is then left out',
});
export type ModelInput = z.output<typeof modelInput>;

/** Whether a model leaves the market's volatility nothing to say. */
export const carriesVolatility = (model: ModelInput | undefined): model is Exclude<ModelInput, { type: 'black_scholes' }> =>
  model !== undefined && model.type !== 'black_scholes';

interface Volatile {
  readonly volatility?: number | undefined;
  readonly model?: ModelInput | undefined;
}

/** A volatility, or a model that carries it: not both, and not neither. */
export function volatilityOrModel({ volatility, model }: Volatile, context: z.RefinementCtx): void {
  const fault = (message: string, input: unknown) => context.addIssue({ code: 'custom', path: ['volatility'], message, input });
  if (carriesVolatility(model)) {
    if (volatility !== undefined) fault(`must be left out: the model ${model.type} carries it; got ${volatility}`, volatility);
  } else if (volatility === undefined) fault('is required', undefined);
}
