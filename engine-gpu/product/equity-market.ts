/** The market of one share or index, as the equity pricers take it. */
import { z } from 'zod';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './rates-input.js';
import { dividendYield, spot, volatility } from './vanilla.js';

const fields = { spot, ...rateFields, dividend: dividendYield, valuationDate };

/** For models that bring their own volatility. */
export const equityMarket = z
  .strictObject(fields)
  .superRefine(rateOrCurve)
  .meta({ id: 'EquityMarket', description: 'Spot, rate or curve, dividend yield; the model brings the volatility', ...rateOrCurveRule });

/** For models of one constant volatility. */
export const blackScholesMarket = z
  .strictObject({ ...fields, volatility })
  .superRefine(rateOrCurve)
  .meta({ id: 'BlackScholesMarket', description: 'Spot, rate or curve, dividend yield and volatility', ...rateOrCurveRule });
