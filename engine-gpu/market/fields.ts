/** Fields that the markets of a single asset share. Each is refused outside its bounds. */
import { z } from 'zod';
import { stored } from '../base/stored.js';

/** Far outside any market, and small enough that discount factors and total variances stay meaningful. */
const MAX_RATE = 10;
const MAX_VOLATILITY = 100;

export const amount = (description: string) => z.number().positive().meta({ description });
const rate = (description: string) => z.number().min(-MAX_RATE).max(MAX_RATE).meta({ description });

export const spot = stored('spot', amount('Spot of the underlying, price units, above 0'));
export const flatRate = stored('rate', rate('Interest rate, decimal, continuously compounded'));
export const dividendYield = stored('rate', rate('Dividend yield, decimal, continuously compounded')).default(0);
export const volatility = stored(
  'volatility',
  z.number().nonnegative().max(MAX_VOLATILITY).meta({ description: 'Volatility, decimal (0.2 is 20 %); 0 gives the exact limit' }),
);
