/** Default intensities that move with the market, as requests state them. */
import { z } from 'zod';
import { MAX_ASSETS, underlying } from '../base/terms.js';

/** Largest absolute volatility of a default intensity, per √year. */
const MAX_INTENSITY_VOLATILITY = 1;
const MAX_MEAN_REVERSION = 10;

const hazardModel = z
  .strictObject({
    volatility: z
      .number()
      .nonnegative()
      .max(MAX_INTENSITY_VOLATILITY)
      .meta({ description: 'Absolute volatility of the default intensity, per √year' }),
    meanReversion: z.number().min(0).max(MAX_MEAN_REVERSION).default(0).meta({ description: 'Of the intensity, per year' }),
    correlations: z
      .array(
        z.strictObject({
          asset: underlying.meta({ description: 'An asset, an exchange rate (EURUSD) or a short rate (USD)' }),
          correlation: z.number().min(-1).max(1).meta({ description: 'Within [-1, 1]; positive: the intensity rises with the asset' }),
        }),
      )
      .max(4 * MAX_ASSETS)
      .default([])
      .meta({ description: 'With the drivers of exposure; none by default' }),
  })
  .meta({ id: 'HazardModel', description: 'Gaussian factor of a default intensity, which keeps the survival curve' });
export type HazardModelInput = z.output<typeof hazardModel>;

export const wrongWayRisk = z
  .strictObject({
    counterparty: hazardModel.optional(),
    own: hazardModel.optional(),
    correlation: z
      .number()
      .min(-1)
      .max(1)
      .default(0)
      .meta({ description: 'Of the two intensities, which counts with firstToDefault and with funding.survivalWeighted' }),
  })
  .meta({
    id: 'WrongWayRisk',
    description:
      'Default intensities that move with the market. The intensity is a function of time and a Gaussian factor (Hull-White), so that it may fall below zero; a payment on survival keeps the value that the survival curve and the discount curve give it',
  });
export type WrongWayRiskInput = z.output<typeof wrongWayRisk>;
