/** The model of an asset as requests state it: its name, and the parameters that the engine's pricers of that model take. */
import { z } from 'zod';
import { stored } from '../base/stored.js';
import { dupireParams, hestonParams, requireFullSurface, roughBergomiParams, roughHestonParams } from './model-parameters.js';

/** A local volatility surface needs at least this many intervals of the spot. */
const MIN_SPOT_INTERVALS = 10;
/** More intervals only cost memory: with 256 the interpolation error is below a usual standard error. */
const MAX_SPOT_INTERVALS = 1_000;

const blackScholes = z
  .strictObject({ type: z.literal('black_scholes') })
  .meta({ id: 'BlackScholesModel', description: 'Constant volatility, taken from the market; the default' });

const heston = z
  .strictObject({ type: z.literal('heston'), ...hestonParams.shape })
  .meta({ id: 'HestonModel', description: 'Heston (1993) stochastic volatility, simulated by quadratic-exponential steps' });

const { timeSteps, spotSteps: _, ...quotes } = dupireParams.shape;
const localVol = stored(
  'surface',
  z
    .strictObject({
      type: z.literal('local_vol'),
      ...quotes,
      timeSteps: timeSteps.optional().meta({
        description: 'Number of equal time steps of a path up to the last payment; by default 52 per year, and at least 26',
      }),
      spotSteps: z
        .int()
        .min(MIN_SPOT_INTERVALS)
        .max(MAX_SPOT_INTERVALS)
        .optional()
        .meta({ description: 'Number of intervals of the spot within which the local volatility is linear; 256 by default' }),
    })
    .superRefine(requireFullSurface)
    .meta({
      id: 'LocalVolModel',
      description: 'Local volatility (Dupire 1994) of a surface of quotes, simulated by steps of weak order 2',
    }),
);

const roughBergomi = z.strictObject({ type: z.literal('rough_bergomi'), ...roughBergomiParams.shape }).meta({
  id: 'RoughBergomiModel',
  description: 'Rough Bergomi (Bayer, Friz and Gatheral 2016), simulated by a hybrid scheme with factors',
});

const roughHeston = z.strictObject({ type: z.literal('rough_heston'), ...roughHestonParams.shape }).meta({
  id: 'RoughHestonModel',
  description: 'Rough Heston (El Euch and Rosenbaum 2019), simulated by hybrid quadratic-exponential steps',
});

export const modelInput = z.discriminatedUnion('type', [blackScholes, heston, localVol, roughBergomi, roughHeston]).meta({
  id: 'ContractModel',
  description:
    'The model of an asset, selected by `type`. Every model except black_scholes determines the volatility itself; `volatility` is then left out',
});
export type ModelInput = z.output<typeof modelInput>;

/** True if a model determines the volatility itself, so that the market states none. */
export const carriesVolatility = (model: ModelInput | undefined): model is Exclude<ModelInput, { type: 'black_scholes' }> =>
  model !== undefined && model.type !== 'black_scholes';

interface VolatilitySource {
  readonly volatility?: unknown;
  readonly volatilityTermStructure?: unknown;
  readonly volatilitySurface?: unknown;
  readonly model?: ModelInput | undefined;
}

/** The fields that state a volatility; exactly one of them is given where no model determines it. */
const VOLATILITIES = ['volatility', 'volatilityTermStructure', 'volatilitySurface'] as const;

/** Requires a volatility (a number, a term structure or a surface) or a model that determines it, and not both. */
export function volatilityOrModel({ model, ...source }: VolatilitySource, context: z.RefinementCtx): void {
  const fault = (path: string, message: string, input: unknown) => context.addIssue({ code: 'custom', path: [path], message, input });
  const volatilities = VOLATILITIES.filter((name) => source[name] !== undefined);
  if (carriesVolatility(model))
    for (const name of volatilities)
      fault(
        name,
        `must be left out: the model ${model.type} carries it${name === 'volatility' ? `; got ${source[name]}` : ''}`,
        source[name],
      );
  else if (volatilities.length === 0) fault('volatility', 'is required', undefined);
  else for (const name of volatilities.slice(1)) fault(name, `must be left out where ${volatilities[0]} is given`, source[name]);
}
