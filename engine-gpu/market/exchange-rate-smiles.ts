/** Smiles of an exchange rate by expiry, as the market of a book has them: by delta or by strike. */
import { z } from 'zod';
import { exactlyOneOf } from '../base/alternatives.js';
import { choice } from '../base/choice.js';
import { stored } from '../base/stored.js';
import { increasing, onePer } from '../base/terms.js';
import type { Volatility } from '../base/units.js';
import { deltaConvention, expiryDate, expiryTime, FLAT_WITHOUT_WINGS, smileFields, wholeWings, wingsOf } from './delta-quotes.js';
import { MAX_QUOTED_EXPIRIES, MAX_QUOTED_STRIKES, MAX_QUOTED_VOLATILITY } from './model-parameters.js';

const smileByDelta = z
  .strictObject({ date: expiryDate, ...smileFields })
  .superRefine(exactlyOneOf('date', 'time'))
  .superRefine(wholeWings)
  .meta({ id: 'SmileByDelta', description: `The smile of an exchange rate at one expiry; ${FLAT_WITHOUT_WINGS}` });

const smileByStrike = z
  .strictObject({
    ...{ date: expiryDate, time: expiryTime },
    strikes: z
      .array(z.number().positive())
      .min(1)
      .max(MAX_QUOTED_STRIKES)
      .superRefine(increasing('the strike before it'))
      .meta({ description: 'Strictly increasing' }),
    volatilities: z
      .array(z.number().positive().max(MAX_QUOTED_VOLATILITY))
      .min(1)
      .max(MAX_QUOTED_STRIKES)
      .meta({ description: 'One per strike' }),
  })
  .superRefine(exactlyOneOf('date', 'time'))
  .superRefine(onePer('strike', 'strikes', 'volatilities'))
  .meta({ id: 'SmileByStrike', description: 'The smile of an exchange rate at one expiry, by strikes of the pair' });

const smile = choice<typeof smileByDelta | typeof smileByStrike>(
  'ExchangeRateSmile',
  [smileByDelta, smileByStrike],
  ({ strikes, volatilities }) => (strikes === undefined && volatilities === undefined ? smileByDelta : smileByStrike),
);
export type ExchangeRateSmile = z.output<typeof smile>;

/** The smile after a change of all its volatilities: of quotes by delta, risk reversals and butterflies stay. */
export const changedSmile = (row: ExchangeRateSmile, change: (volatility: Volatility) => Volatility): ExchangeRateSmile =>
  'strikes' in row ? { ...row, volatilities: row.volatilities.map(change) } : { ...row, atm: change(row.atm) };

/** The least volatility of those that `changedSmile` changes. */
export const leastVolatility = (row: ExchangeRateSmile): Volatility => ('strikes' in row ? Math.min(...row.volatilities) : row.atm);

/** True of a smile that is not the same at every strike. */
export const isCurved = (row: ExchangeRateSmile): boolean => ('strikes' in row ? row.strikes.length > 1 : wingsOf(row).length > 0);

/** The smiles of a pair of currencies, in place of its one volatility. */
export const exchangeRateSmiles = z
  .strictObject({
    expiries: stored('smiles', z.array(smile).min(1).max(MAX_QUOTED_EXPIRIES).meta({ description: 'In order' })),
    deltaConvention: deltaConvention.optional(),
  })
  .meta({
    id: 'ExchangeRateSmiles',
    description:
      'Volatilities of the options on an exchange rate, lognormal, of its forward, by expiry and by delta or strike. Deltas are of the first currency of the pair, whose rate discounts those in spot. Total variance is linear between expiries at the same ln(K/F), and volatilities beyond the last stay',
  });
export type ExchangeRateSmiles = z.output<typeof exchangeRateSmiles>;
