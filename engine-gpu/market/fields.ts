/** Fields that the markets of a single asset share. Each is refused outside its bounds. */
import { z } from 'zod';
import { stored } from '../base/stored.js';

/** Largest absolute rate: far outside any market, and small enough that discount factors stay meaningful. */
export const MAX_ABS_RATE = 10;
/** Largest volatility, for the same reason and total variances. */
const MAX_VOLATILITY = 100;

export const amount = (description: string) => z.number().positive().meta({ description });
const rate = (description: string) => z.number().min(-MAX_ABS_RATE).max(MAX_ABS_RATE).meta({ description });

export const spot = stored('spot', amount('Spot of the underlying, price units, above 0'));
export const flatRate = stored('rate', rate('Interest rate, decimal, continuously compounded'));
export const dividendYield = stored('rate', rate('Dividend yield, decimal, continuously compounded')).default(0);
export const volatility = stored(
  'volatility',
  z.number().nonnegative().max(MAX_VOLATILITY).meta({ description: 'Volatility, decimal (0.2 is 20 %); 0 gives the exact limit' }),
);
