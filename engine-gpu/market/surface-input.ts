/** A surface of implied volatilities as requests state it: a grid of quotes, SVI smiles, or the parameters of SSVI. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { increasing, MAX_HORIZON_YEARS, onePer } from '../base/terms.js';
import { dupireParams, requireFullSurface } from './model-parameters.js';
import { MAX_WING_SLOPE } from './svi.js';

const MAX_SMILES = 100;
const years = z.number().positive().max(MAX_HORIZON_YEARS);

const smile = z
  .strictObject({
    time: years.meta({ description: 'Years to the expiry' }),
    a: z.number().min(-100).max(100).meta({ description: 'Level of total variance' }),
    b: z.number().nonnegative().max(MAX_WING_SLOPE).meta({ description: 'Slope; b (1 + |rho|) is at most 2 (Lee)' }),
    rho: z.number().min(-1).max(1).meta({ description: 'Skew' }),
    m: z.number().min(-10).max(10).meta({ description: 'Shift of log-moneyness' }),
    sigma: z.number().nonnegative().max(10).meta({ description: 'Curvature at the money' }),
  })
  .meta({
    id: 'SviSmile',
    description: 'Total variance a + b (rho (k − m) + √((k − m)² + sigma²)) at log-moneyness k = ln(K/F) (Gatheral and Jacquier 2014, 3.1)',
  });

/** The skew of SSVI, the same at every expiry. */
export const ssviSkewFields = {
  rho: z.number().gt(-1).lt(1).meta({ description: 'Skew, the same at every time' }),
  eta: z.number().positive().max(100).meta({ description: 'Level of the skew function eta/(θ^gamma (1 + θ)^(1 − gamma)), θ = σ²t' }),
  gamma: z.number().gt(0).lt(1).meta({ description: 'Its decay in θ' }),
};

const ssvi = z
  .strictObject({
    times: z
      .array(years)
      .min(1, { abort: true })
      .max(MAX_SMILES)
      .superRefine(increasing('the time before it'))
      .meta({ description: 'Years to the expiries, strictly increasing' }),
    volatilities: z
      .array(z.number().positive().max(10))
      .max(MAX_SMILES)
      .meta({ description: 'Implied volatility at the forward, one per time' }),
    ...ssviSkewFields,
  })
  .superRefine(onePer('time', 'times', 'volatilities'))
  .meta({ id: 'SsviParameters', description: 'The surface SSVI with a power-law skew (Gatheral and Jacquier 2014, 4.1 and 4.5)' });

const kinds = [{ required: ['strikes', 'expiries', 'volatilities'] }, { required: ['svi'] }, { required: ['ssvi'] }] as const;
const { strikes, expiries, volatilities } = dupireParams.shape;

export const surfaceInput = stored(
  'surface',
  z
    .strictObject({
      strikes: strikes.optional(),
      expiries: expiries.optional(),
      volatilities: volatilities.optional(),
      svi: z
        .array(smile)
        .min(1)
        .max(MAX_SMILES)
        .superRefine((list, context) =>
          increasing('the time before it')(
            list.map(({ time }) => time),
            context,
          ),
        )
        .optional()
        .meta({ description: 'SVI smiles in order of expiry' }),
      ssvi: ssvi.optional(),
    })
    .superRefine(oneAlternative(...kinds))
    .superRefine(({ strikes = [], expiries = [], volatilities = [] }, context) =>
      requireFullSurface({ strikes, expiries, volatilities }, context),
    )
    .meta({
      id: 'VolatilitySurface',
      description:
        'Implied volatilities by strike and expiry: quotes, SVI smiles or SSVI. It must be free of arbitrage: calls convex in the strike, SVI smiles with g(k) ≥ 0 and wings no steeper than 2, and total variance that does not fall with time at the same moneyness',
      ...oneOfRequired(...kinds),
    }),
);
export type SurfaceInput = z.output<typeof surfaceInput>;
