/** Schemas of the fields that products share. A refusal states the bound. Dates are existing calendar dates. */
import { z } from 'zod';

/** Largest number of dates in a list: above ten years of daily monitoring. It is a limit against abuse, not a financial one. */
export const MAX_DATES = 4_096;
/** Longest name of an asset, characters. */
const MAX_NAME_LENGTH = 64;

/** Largest number of assets in a market: above that of any basket, and the check of their correlation matrix takes milliseconds. */
export const MAX_ASSETS = 64;

/** Longest time from the valuation date, years: markets do not quote beyond it. */
export const MAX_HORIZON_YEARS = 100;

export const underlying = z.string().min(1).max(MAX_NAME_LENGTH).meta({ description: 'Name of an asset of the market' });
export const price = z.number().positive();
/** An invalid date aborts the checks of its object, so that no later check compares it. */
export const date = z.iso.date({ abort: true }).meta({ description: 'ISO 8601 calendar date' });
export const expiry = date.meta({ description: 'ISO 8601 calendar date on which it pays' });

/**
 * A zod refinement: a list of numbers is strictly increasing.
 *
 * @param before  how the message names the preceding entry, e.g. `the time before it`
 */
export const increasing =
  (predecessor: string) =>
  (values: readonly number[], context: z.RefinementCtx): void =>
    values.forEach((value, i) => {
      if (i > 0 && value <= values[i - 1]!) refuse(context, [i], `must be above ${values[i - 1]}, ${predecessor}`, value);
    });

/**
 * A zod refinement: a list has as many entries as another.
 *
 * @param noun  an entry of the other, as messages name it
 */
export const onePer =
  <Other extends string, List extends string>(noun: string, other: Other, list: List) =>
  (fields: Readonly<Record<Other | List, readonly unknown[]>>, context: z.RefinementCtx): void => {
    const [count, entries] = [fields[other].length, fields[list].length];
    if (count === entries) return;
    const message = `must have one entry per ${noun}, ${count}; got ${entries}`;
    context.addIssue({ code: 'custom', path: [list], message, input: fields[list] });
  };

/** A zod refinement: the times or dates of the entries of a list are strictly increasing. */
export const increasingBy =
  <Field extends 'time' | 'date'>(field: Field) =>
  (entries: readonly Readonly<Record<Field, number | string>>[], context: z.RefinementCtx): void =>
    entries.forEach((entry, i) => {
      const [value, earlier] = [entry[field], entries[i - 1]?.[field]];
      if (earlier !== undefined && value <= earlier)
        refuse(context, [i, field], `must be ${field === 'date' ? 'after' : 'above'} ${earlier}, the ${field} before it`, value);
    });

const refuse = (context: z.RefinementCtx, path: (string | number)[], requirement: string, value: number | string): void =>
  context.addIssue({ code: 'custom', path, message: `${requirement}; got ${value}`, input: value });

/** A strictly increasing list of dates. */
export const dates = z
  .array(date)
  .min(1, { abort: true })
  .max(MAX_DATES)
  .superRefine((list, context) => {
    list.forEach((day, i) => {
      if (i > 0 && day <= list[i - 1]!) refuse(context, [i], `must be after ${list[i - 1]}, the date before it`, day);
    });
  })
  .meta({ description: 'Strictly increasing ISO 8601 calendar dates' });

/** Distinct names of assets. */
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
