/** The markets of the options of exotic.ts. */
import { z } from 'zod';
import { dividendYield, flatRate, spot, volatility } from './fields.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './rates-input.js';

/** For options on the whole path, whose closed forms hold for rates that do not change. */
export const flatBlackScholesMarket = z
  .strictObject({ spot, rate: flatRate, dividend: dividendYield, volatility, valuationDate })
  .meta({ id: 'FlatBlackScholesMarket', description: 'Spot, one rate for all times, dividend yield and volatility' });

const asset = z.strictObject({ spot, volatility, dividend: dividendYield });

export const twoAssetMarket = z
  .strictObject({
    asset1: asset,
    asset2: asset,
    correlation: z.number().min(-1).max(1).meta({ description: 'Of the two Brownian motions, within [-1, 1]' }),
    ...rateFields,
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'TwoAssetMarket', description: 'Two assets, their correlation, rate or curve', ...rateOrCurveRule });

export const forwardMarket = z
  .strictObject({
    forward: z.number().positive().meta({ description: 'Forward or futures price, above 0' }),
    ...rateFields,
    volatility,
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'ForwardMarket', description: 'Forward or futures price, rate or curve, volatility', ...rateOrCurveRule });

export const normalForwardMarket = z
  .strictObject({
    forward: z.number().meta({ description: 'Forward or futures price, of any sign' }),
    ...rateFields,
    normalVolatility: z.number().nonnegative().meta({ description: 'Price units per square root of a year; 0 gives the exact limit' }),
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'NormalForwardMarket', description: 'Forward or futures price, rate or curve, normal volatility', ...rateOrCurveRule });

/** All of them, for a document that names them. */
export const exoticMarkets = [flatBlackScholesMarket, twoAssetMarket, forwardMarket, normalForwardMarket] as const;
