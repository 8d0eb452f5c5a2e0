/** Dividends on dates, as requests state them. */
import { z } from 'zod';
import { date, MAX_HORIZON_YEARS } from '../base/terms.js';
import type { Price, Years } from '../base/units.js';
import { act365f } from '../time/date.js';
import type { Report } from './curve-input.js';
import type { Dividend } from './growth.js';

/** Limit against abuse: more than the dividends of a share over thirty years. */
const MAX_DIVIDENDS = 400;

const paid = {
  amount: z.number().positive().optional().meta({ description: 'Cash per share, price units: the spot falls by it on the ex-date' }),
  proportion: z
    .number()
    .positive()
    .lt(1)
    .optional()
    .meta({ description: 'Part of the price before it, in place of amount: 0.02 takes 2 % off the spot' }),
};
const time = z.number().positive().max(MAX_HORIZON_YEARS).optional().meta({ description: 'Ex-date as years from the valuation date' });

/** Requires exactly one of two fields. */
const oneOf =
  (one: string, other: string) =>
  (input: object, context: z.RefinementCtx): void => {
    const has = (name: string) => (input as Record<string, unknown>)[name] !== undefined;
    if (has(one) === has(other))
      context.addIssue({ code: 'custom', message: `must have exactly one of ${one} and ${other}`, input: input });
  };

const MEANING =
  'The spot falls by the dividend on its ex-date, and what is observed on that date is the price after it; between ex-dates it is lognormal with the stated volatility (the spot model, not the escrowed one). A path that is worth less than a dividend in cash pays what it is worth. Under a local volatility, of a volatilitySurface or the model local_vol, the value of the dividends in cash up to the last expiry does not move, and the rest of the spot moves as its quotes determine, which are of the forward (Buehler 2010)';

/** Dividends of a market with a valuation date: by date or by years. */
export const dividendsInput = z
  .array(
    z
      .strictObject({ date: date.optional().meta({ description: 'Ex-date, in place of time' }), time, ...paid })
      .superRefine(oneOf('date', 'time'))
      .superRefine(oneOf('amount', 'proportion'))
      .meta({ id: 'DividendInput', description: 'A dividend on a date, in cash or as a proportion of the price' }),
  )
  .max(MAX_DIVIDENDS)
  .meta({ description: `Dividends on dates, beside the dividend yield. ${MEANING}` });
export type DividendsInput = z.output<typeof dividendsInput>;

/** Dividends of an option that states years alone. */
export const timedDividends = z
  .array(
    z
      .strictObject({ time: time.unwrap(), ...paid })
      .superRefine(oneOf('amount', 'proportion'))
      .meta({ id: 'TimedDividend', description: 'A dividend after some years, in cash or as a proportion of the price' }),
  )
  .max(MAX_DIVIDENDS)
  .meta({ description: `Dividends on dates, beside the dividend yield. ${MEANING}` });

/** Declares the field in markets without dividends on dates, so that a refusal can say where it is accepted. */
export const noDividends = z
  .never({
    error:
      'is not taken here, where a dividend yield is: dividends on dates are taken for European options by price, greeks, batches and option books, for American ones by american/price, for any contract by contract/price and contract/greeks, and by the pricers equity_dividends_fd, equity_american_heston_fd, equity_american_local_vol_fd and equity_local_vol_dupire',
  })
  .optional()
  .meta({ description: 'Dividends on dates are not taken here' });

interface Stated {
  readonly date?: string | undefined;
  readonly time?: Years | undefined;
  readonly amount?: Price | undefined;
  readonly proportion?: number | undefined;
}

/**
 * The dividends in order of time.
 *
 * @param pointer  JSON pointer to the list in the request; a date that is not after the valuation date is reported there
 */
export function dividendsOf(list: readonly Stated[], valuationDate: string, report: Report, pointer: string): Dividend[] {
  return list
    .map(({ date: on, time: years = Number.NaN, amount = 0, proportion = 0 }, i) => {
      const time = on === undefined ? years : act365f(valuationDate, on);
      if (!(time > 0)) report(`${pointer}/${i}/date`, `must be after ${valuationDate}, the valuation date; got ${on}`);
      return { time, cash: amount, proportion };
    })
    .toSorted((one, other) => one.time - other.time);
}
