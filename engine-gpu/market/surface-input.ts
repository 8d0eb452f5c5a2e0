/** A surface of implied volatilities as requests state it: a grid of quotes, SVI smiles, or the parameters of SSVI. */
import { z } from 'zod';
import { oneAlternative, oneOfRequired } from '../base/alternatives.js';
import { stored } from '../base/stored.js';
import { increasing, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Price, Years } from '../base/units.js';
import type { Report } from './curve-input.js';
import { dupireParams, type Quotes, requireFullSurface } from './model-parameters.js';
import { impliedVolatilityAt, type Surface, surface, totalVariance } from './surface.js';
import { arbitrageFaults, arbitrageReport } from './surface-arbitrage.js';
import { MAX_WING_SLOPE, ssviSlice } from './svi.js';

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
  .superRefine(({ times, volatilities }, context) => {
    if (times.length !== volatilities.length)
      context.addIssue({
        code: 'custom',
        path: ['volatilities'],
        message: `must have one entry per time, ${times.length}; got ${volatilities.length}`,
        input: volatilities,
      });
  })
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

/**
 * The smiles that a request states.
 *
 * @param forwardAt  F_t, price units
 * @param pointer         JSON pointer to the surface; points that allow arbitrage are reported below it
 */
export function surfaceOf(input: SurfaceInput, forwardAt: (time: Years) => Price, report: Report, pointer: string): Surface {
  const { svi, ssvi: whole } = input;
  if (input.strikes && input.expiries && input.volatilities) {
    const slices = surface({ strikes: input.strikes, expiries: input.expiries, volatilities: input.volatilities }, forwardAt);
    for (const fault of arbitrageFaults(slices, pointer)) report(fault.pointer, fault.reason);
    return slices;
  }
  const slices: Surface = whole
    ? whole.times.map((time, i) => ({ time, forward: forwardAt(time), svi: ssviSlice(whole, whole.volatilities[i] ** 2 * time) }))
    : (svi ?? []).map(({ time, ...parameters }) => ({ time, forward: forwardAt(time), svi: parameters }));
  const { butterfly, calendar } = arbitrageReport(slices);
  for (const { slice, quote, reason } of [...butterfly, ...calendar]) report(placeOf(input, pointer, slice, quote), reason);
  return slices;
}

/** JSON pointer to what states a point of a surface: the quote, the SVI smile, or the volatility of SSVI. */
export function placeOf({ svi, ssvi: whole }: SurfaceInput, pointer: string, slice: number, quote: number): string {
  if (whole) return `${pointer}/ssvi/volatilities/${slice}`;
  return svi ? `${pointer}/svi/${slice}` : `${pointer}/volatilities/${slice}/${quote}`;
}

/** Number of strikes at which SVI smiles become quotes, from so many standard deviations of the last expiry below the forward to as many above. */
const SVI_STRIKES = 41;
const SVI_DEVIATIONS = 3;
/** Within this many standard deviations of the first expiry the strikes are about evenly spaced in log-moneyness; beyond, they thin out. */
const EVEN_DEVIATIONS = 1.5;

/** The surface as a grid of quotes, from which a local volatility is fitted. */
export function quotesOf(input: SurfaceInput, slices: Surface): Quotes {
  const { strikes, expiries, volatilities } = input;
  if (strikes && expiries && volatilities) return { strikes, expiries, volatilities };
  const deviation = (i: number) => Math.sqrt(totalVariance(slices[i], 0).value);
  const [even, reach] = [EVEN_DEVIATIONS * deviation(0), SVI_DEVIATIONS * deviation(slices.length - 1)];
  const widest = Math.asinh(reach / even);
  const ks = Array.from({ length: SVI_STRIKES }, (_, i) => even * Math.sinh(widest * ((2 * i) / (SVI_STRIKES - 1) - 1)));
  const grid = ks.map((k) => slices[0].forward * Math.exp(k));
  return {
    strikes: grid,
    expiries: slices.map(({ time }) => time),
    volatilities: slices.map(({ time, forward }) => grid.map((strike) => impliedVolatilityAt(slices, Math.log(strike / forward), time))),
  };
}
