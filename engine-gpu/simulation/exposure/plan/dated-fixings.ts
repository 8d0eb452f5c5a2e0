/** The fixings of a plan by the dates of its paths. */
import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, type LinearForm, logarithmsAt } from '../../../model/cross-asset.js';
import { SAME_TIME } from '../../emit/grid.js';
import { datesBefore } from '../paths/valued-dates.js';
import { fixingForm } from '../trade/flows.js';
import type { FixingList } from '../trade/value-terms.js';
import { fixingTimes } from '../trade/valuer.js';

/** A quantity that paths fix on a date: the exponential of a form, times the fixing of another index, or of its own as it was. */
export interface DatedFixing {
  readonly index: number;
  readonly form: LinearForm;
  readonly factor?: number;
}

/** The dates after today on which something is fixed. */
export const datesOfFixings = ({ list }: FixingList): Years[] => list.flatMap(fixingTimes).filter((time) => time >= SAME_TIME);

/** Number of periods, after the first of each fixing, whose growth paths compound. */
export const compoundedStarts = ({ list }: FixingList): number => list.reduce((sum, { compounded = [] }) => sum + compounded.length, 0);

/** @param dates  all dates of the paths, those of the fixings among them */
export function fixingsByDate(model: CrossAssetModel, fixings: FixingList, dates: readonly Years[]): DatedFixing[][] {
  const byDate = dates.map((): DatedFixing[] => []);
  fixings.list.forEach((fixing, index) => {
    const { accrual, compounded } = fixing;
    fixingTimes(fixing).forEach((time, i) => {
      if (time < SAME_TIME) return;
      const date = datesBefore(dates, time);
      const form = fixingForm(logarithmsAt(model, dates[date]!), fixing, i);
      const factor = typeof accrual === 'object' ? fixings.indexOf(accrual.opened) : compounded && i > 0 ? index : undefined;
      byDate[date]!.push({ index, form, ...(factor !== undefined && { factor }) });
    });
  });
  return byDate;
}

/** The values of fixings that are known today, by index; absent are those of paths alone. */
export function fixingsOfToday(model: CrossAssetModel, { list }: FixingList): Map<number, number> {
  const logs = logarithmsAt(model, 0);
  return new Map(
    list.flatMap((fixing, index) =>
      fixingTimes(fixing)[0]! < SAME_TIME ? [[index, exp(fixingForm(logs, fixing, 0).constant)] as const] : [],
    ),
  );
}
