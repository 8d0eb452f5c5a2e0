/** The market of one share or index, as the equity pricers take it. */
import { z } from 'zod';
import { dividendYield, spot, volatility } from './fields.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './rates-input.js';

const fields = { spot, ...rateFields, dividend: dividendYield, valuationDate };

/** For models that bring their own volatility. */
export const equityMarket = z
  .strictObject(fields)
  .superRefine(rateOrCurve)
  .meta({ id: 'EquityMarket', description: 'Spot, rate or curve, dividend yield; the model brings the volatility', ...rateOrCurveRule });

/** For models whose underlying may lie under 0, as a rate does. */
export const signedEquityMarket = z
  .strictObject({ ...fields, spot: z.number().meta({ description: 'Spot of the underlying, of the sign that the model allows' }) })
  .superRefine(rateOrCurve)
  .meta({ id: 'SignedEquityMarket', description: 'As EquityMarket, with a spot that may lie under 0', ...rateOrCurveRule });

/** For models of one constant volatility. */
export const blackScholesMarket = z
  .strictObject({ ...fields, volatility })
  .superRefine(rateOrCurve)
  .meta({ id: 'BlackScholesMarket', description: 'Spot, rate or curve, dividend yield and volatility', ...rateOrCurveRule });
