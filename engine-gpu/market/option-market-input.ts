/** The market of one option as requests state it: dividends on dates, and a volatility that is a number, depends on time, or is of a surface. */
import { z } from 'zod';
import type { Price, Rate, Volatility } from '../base/units.js';
import { rateFields, rateOrCurve, rateOrCurveRule, valuationDate } from './curve-input.js';
import { type DividendsInput, dividendsInput, type timedDividends } from './dividend-input.js';
import { volatilityOrModel } from './equity-model-input.js';
import { dividendYield, spot, volatility } from './fields.js';
import { type SurfaceInput, surfaceInput } from './surface-input.js';
import { type TermVolatility, termVolatilityInput } from './term-volatility.js';

/** The fields of which one states the volatility of an option. */
export const optionVolatility = {
  volatility: volatility.optional(),
  volatilityTermStructure: termVolatilityInput.optional(),
  volatilitySurface: surfaceInput.optional().meta({
    description:
      'Implied volatilities by strike and expiry, in place of volatility: read at the strike and the expiry of the option, and then a constant. Beside dividends in cash it is the volatility of the forward. An American option follows the local volatility of the surface',
  }),
};

export const dividendMarket = z
  .strictObject({ spot, ...rateFields, dividend: dividendYield, dividends: dividendsInput.optional(), ...optionVolatility, valuationDate })
  .superRefine(rateOrCurve)
  .superRefine(volatilityOrModel)
  .meta({
    id: 'DividendMarket',
    description: 'Spot, rate or curve, dividend yield and dividends on dates, and a volatility: a number, by time, or a surface',
    ...rateOrCurveRule,
  });

/** The parsed input. An option that states years alone has a flat rate. */
export interface OptionMarketInput {
  readonly spot: Price;
  readonly rate?: Rate | undefined;
  readonly curve?: z.output<typeof dividendMarket>['curve'];
  readonly dividend: Rate;
  readonly dividends?: DividendsInput | z.output<typeof timedDividends> | undefined;
  readonly volatility?: Volatility | undefined;
  readonly volatilityTermStructure?: TermVolatility | undefined;
  readonly volatilitySurface?: SurfaceInput | undefined;
}
