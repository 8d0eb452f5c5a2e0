/** Fixings: the values of assets on dates that have passed, from which a contract that already lives is priced as of today. */
import { z } from 'zod';
import { pointerPart } from '../base/faults.js';
import { stored } from '../base/stored.js';
import { date, increasingBy, MAX_ASSETS, MAX_DATES, price, underlying } from '../base/terms.js';
import type { Price } from '../base/units.js';
import type { Report } from './curve-input.js';

const historyOf = (place: 'fixings' | 'bookFixings', value: z.ZodNumber) =>
  stored(place, z.array(z.strictObject({ date, value })).max(MAX_DATES).superRefine(increasingBy('date')));

/** Fixings by asset. */
export const fixings = z
  .record(underlying, historyOf('fixings', price.meta({ description: 'Level of the asset on that date, price units, above 0' })))
  .refine((byAsset) => Object.keys(byAsset).length <= MAX_ASSETS, {
    error: ({ input }) => `must have at most ${MAX_ASSETS} assets; got ${Object.keys(input as object).length}`,
  })
  .meta({
    id: 'Fixings',
    description:
      'Past values by asset, dates strictly increasing and none after the valuation date. An observation before the valuation date is the fixing of its date; ' +
      'one on the valuation date is the fixing where it is given; otherwise today’s spot counts, and Greeks move it with the spot. Fixings of other dates and assets are ignored',
  });

/** Most assets and indices of one market that have fixings. */
const MAX_HISTORIES = 400;

/** Fixings by asset or index. */
export const fixingsOfMarket = z
  .record(
    underlying,
    historyOf('bookFixings', z.number().meta({ description: 'Of an asset its level, above 0; of an index its rate, decimal' })),
  )
  .refine((byName) => Object.keys(byName).length <= MAX_HISTORIES, {
    error: ({ input }) => `must have at most ${MAX_HISTORIES} entries; got ${Object.keys(input as object).length}`,
  })
  .meta({
    id: 'MarketFixings',
    description:
      'Past values by asset or index, dates strictly increasing. Observations of contracts before the valuation date and the periods of swaps that have begun need those of their dates; others are ignored',
  });

type FixingsInput = z.output<typeof fixings>;

/** The fixing of an asset on a date; undefined where none is given. */
type Fixings = (asset: string, date: string) => Price | undefined;

/** @param report  receives fixings after the valuation date, with pointers that start at `/market/fixings` */
export function resolveFixings(input: FixingsInput | undefined, valuationDate: string, report: Report): Fixings {
  const fixings = new Map<string, ReadonlyMap<string, Price>>();
  for (const [name, list] of Object.entries(input ?? {})) {
    fixings.set(name, new Map(list.map(({ date: day, value }) => [day, value])));
    list.forEach(({ date: day, value }, i) => {
      if (value <= 0) report(`/market/fixings/${pointerPart(name)}/${i}/value`, `must be above 0: it is of an asset; got ${value}`);
      if (day > valuationDate)
        report(
          `/market/fixings/${pointerPart(name)}/${i}/date`,
          `must not be after ${valuationDate}, the valuation date; got ${day} for ${name}`,
        );
    });
  }
  return (asset, day) => fixings.get(asset)?.get(day);
}
