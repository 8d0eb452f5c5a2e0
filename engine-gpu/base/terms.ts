/** The fields that products share. Each refuses with the bound; dates are real days of the calendar. */
import { z } from 'zod';

/** More dates than ten years of daily monitoring has; a limit against abuse, not a financial one. */
const MAX_DATES = 4_096;
const MAX_NAME = 64;

/** Assets of one market: more than any basket, few enough that checking their correlations takes milliseconds. */
export const MAX_ASSETS = 64;

/** The furthest date or time from the valuation date, in years: no market quotes beyond it. */
export const MAX_HORIZON_YEARS = 100;

export const underlying = z.string().min(1).max(MAX_NAME).meta({ description: 'Name of an asset of the market' });
export const price = z.number().positive();
/** Nothing that compares dates runs on one that is not a date: a bad one ends the checks of its object. */
export const date = z.iso.date({ abort: true }).meta({ description: 'ISO 8601 calendar date' });
export const expiry = date.meta({ description: 'ISO 8601 calendar date on which it pays' });

/** @param before  what an entry's predecessor is called, as `the time before it` */
export const increasing =
  (before: string) =>
  (values: readonly number[], context: z.RefinementCtx): void =>
    values.forEach((value, i) => {
      if (i > 0 && value <= values[i - 1])
        context.addIssue({
          code: 'custom',
          path: [i],
          message: `must be above ${values[i - 1]}, ${before}; got ${value}`,
          input: value,
        });
    });

/** A strictly increasing list of dates. */
export const dates = z
  .array(date)
  .min(1)
  .max(MAX_DATES)
  .superRefine((list, context) => {
    list.forEach((day, i) => {
      if (i > 0 && day <= list[i - 1])
        context.addIssue({
          code: 'custom',
          path: [i],
          message: `must be after ${list[i - 1]}, the date before it; got ${day}`,
          input: day,
        });
    });
  })
  .meta({ description: 'Strictly increasing ISO 8601 calendar dates' });

/** Names of assets, each once. */
export const assetNames = z
  .array(underlying)
  .min(1, { abort: true })
  .max(MAX_ASSETS)
  .superRefine((names, context) => {
    names.forEach((name, i) => {
      if (names.indexOf(name) < i)
        context.addIssue({ code: 'custom', path: [i], message: `must not name an asset twice; got ${name}`, input: name });
    });
  });
