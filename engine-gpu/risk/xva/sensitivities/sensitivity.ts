/** A derivative of every valuation adjustment. */
import type { Measure } from '../adjustments.js';

const SENSITIVITY_NAMES = ['cva', 'dva', 'fca', 'fba', 'fva', 'kva', 'mva', 'total'] as const satisfies readonly Measure[];
export type Sensitivity = Record<(typeof SENSITIVITY_NAMES)[number], number>;

export const sensitivityOf = (figureOf: (name: (typeof SENSITIVITY_NAMES)[number]) => number): Sensitivity =>
  Object.fromEntries(SENSITIVITY_NAMES.map((name) => [name, figureOf(name)])) as Sensitivity;

/** (up − down)/by for every adjustment. */
export const differences = (up: Sensitivity, down: Sensitivity, width: number): Sensitivity =>
  sensitivityOf((name) => (up[name] - down[name]) / width);

/** Adds fva and the total, from the others. */
export function completed(each: Sensitivity): Sensitivity {
  const fva = each.fca - each.fba;
  return { ...each, fva, total: each.cva - each.dva + fva + each.kva + each.mva };
}

export const shownWith =
  (margin: boolean) =>
  <Entry extends Sensitivity>(entry: Entry): Omit<Entry, 'mva'> & { readonly mva?: number } => {
    if (margin) return entry;
    const { mva: _, ...shown } = entry;
    return shown;
  };
