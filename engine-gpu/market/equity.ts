/** Markets of one or two equities, as the equity pricers of the engine entry point read them. */
import { z } from 'zod';
import type { Years } from '../base/units.js';
import type { TwoAssets } from '../formula/two-assets.js';
import { type Curve, zeroRate } from './curve.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { dividendsInput, noDividends } from './dividend-input.js';
import { dividendYield, flatRate, spot, volatility } from './fields.js';

const fields = { spot, ...rateFields, dividend: dividendYield, dividends: noDividends, valuationDate };

/** Market of pricers whose model determines the volatility. */
export const equityMarket = z
  .strictObject(fields)
  .superRefine(rateOrCurve)
  .meta({
    id: 'EquityMarket',
    description: 'Spot, rate or curve, and dividend yield; the model determines the volatility',
    ...rateOrCurveRule,
  });

/** Market like `equityMarket`, for pricers that take dividends on dates. */
export const equityMarketWithDividends = z
  .strictObject({ ...fields, dividends: dividendsInput.optional() })
  .superRefine(rateOrCurve)
  .meta({
    id: 'EquityMarketWithDividends',
    description: 'Spot, rate or curve, dividend yield and dividends on dates; the model determines the volatility',
    ...rateOrCurveRule,
  });

/** For models whose underlying, such as an interest rate, may be below 0. */
export const signedEquityMarket = z
  .strictObject({ ...fields, spot: z.number().meta({ description: 'Spot of the underlying; negative only where the model allows it' }) })
  .superRefine(rateOrCurve)
  .meta({ id: 'SignedEquityMarket', description: 'As EquityMarket, with a spot that may be below 0', ...rateOrCurveRule });

/** Market of models with one constant volatility. */
export const blackScholesMarket = z
  .strictObject({ ...fields, volatility })
  .superRefine(rateOrCurve)
  .meta({ id: 'BlackScholesMarket', description: 'Spot, rate or curve, dividend yield and volatility', ...rateOrCurveRule });

/** Market of options on the whole path, whose closed forms hold for a constant rate only. */
export const flatBlackScholesMarket = z
  .strictObject({ spot, rate: flatRate, dividend: dividendYield, dividends: noDividends, volatility, valuationDate })
  .meta({ id: 'FlatBlackScholesMarket', description: 'Spot, a rate that is constant in time, dividend yield and volatility' });

const asset = z.strictObject({ spot, volatility, dividend: dividendYield, dividends: noDividends });

export const twoAssetMarket = z
  .strictObject({
    asset1: asset,
    asset2: asset,
    correlation: z.number().min(-1).max(1).meta({ description: 'Correlation of the two Brownian motions, within [-1, 1]' }),
    ...rateFields,
    valuationDate,
  })
  .superRefine(rateOrCurve)
  .meta({ id: 'TwoAssetMarket', description: 'Two assets, their correlation, and a rate or curve', ...rateOrCurveRule });

/** A market of two assets up to one time, as the closed forms take it. */
export const twoAssetsAt = (
  { asset1, asset2, correlation }: Pick<z.output<typeof twoAssetMarket>, 'asset1' | 'asset2' | 'correlation'>,
  curve: Curve,
  time: Years,
): TwoAssets => ({ first: asset1, second: asset2, correlation, rate: zeroRate(curve, time), time });
