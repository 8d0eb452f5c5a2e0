/** Contracts of a plan on the paths of a batch, with what each had paid when a margin period started. */

import { sameTime } from '../../emit/grid.js';
import { type ContractFits, openContractValues } from '../contract/contract-fits.js';
import type { View } from '../paths/dated-terms.js';
import { BATCH } from '../paths/path-arithmetic.js';
import type { TermScratch } from '../paths/path-values.js';
import type { ExposurePlan } from './exposure-plan.js';
/** Value today of the contracts of each set. */
export const contractsToday = ({ request: { sets, trades } }: ExposurePlan, { plan: { contracts }, today }: ContractFits): Float64Array =>
  Float64Array.from(sets, (set) =>
    contracts.reduce((sum, terms, c) => (set.some((i) => trades[i]!.contract === terms) ? sum + terms.quantity * today[c]! : sum), 0),
  );

/** The contracts of a plan on the paths of a batch. */
export function openPlannedContracts({ exposures, events, paths }: ExposurePlan, fits: ContractFits) {
  const { move, paid, valuesOf: valuesOfContract } = openContractValues(fits, paths.dates);
  const { contracts, times } = fits.plan;
  const noneToday = paid.map(() => new Float64Array(BATCH));
  /** Amounts paid before the payments of the present date. */
  const paidBefore = paid.map(() => new Float64Array(BATCH));
  /** Amounts paid by the start of each margin period that has begun. An array is reused once its period has ended. */
  const paidAtStart = new Map<number, readonly Float64Array[]>();
  const free: (readonly Float64Array[])[] = [];
  /** Today nothing had been paid. */
  const since = (e: number): readonly Float64Array[] | undefined => {
    const { view, lookBack, side } = exposures[e]!;
    if (side === 'before' && view.unpaidSince < view.terms.time) return paidBefore;
    if (lookBack === undefined || view.unpaidSince === view.terms.time) return undefined;
    return 'view' in lookBack ? paidAtStart.get(e) : noneToday;
  };
  const keep = (arrays: readonly Float64Array[]): void => arrays.forEach((array, g) => void array.set(paid[g]!));
  return {
    move: (...step: Parameters<typeof move>): void => {
      if (events[step[0]]!.exposures.some((e) => exposures[e]!.side === 'before')) keep(paidBefore);
      move(...step);
    },
    /** Keeps what has been paid when the margin period of an exposure starts. */
    remember: (e: number): void => {
      const { view, side } = exposures[e]!;
      if (side === 'before' || view.unpaidSince === view.terms.time) return;
      const arrays = paidAtStart.get(e) ?? free.pop() ?? paid.map(() => new Float64Array(BATCH));
      keep(arrays);
      paidAtStart.set(e, arrays);
    },
    /** @param e  the exposure; absent for the value at the start of a margin period that is an earlier date */
    prepare: ({ terms }: View, states: readonly Float64Array[], e: number | undefined, count: number, scratch: TermScratch): void => {
      if (terms.time === 0) {
        terms.contracts.forEach((each, c) => void scratch.contracts[c]!.fill(fits.today[contracts.indexOf(each.terms)]!));
        return;
      }
      const time = times.findIndex((each) => sameTime(each, terms.time));
      const paidEarlier = e === undefined ? undefined : since(e);
      terms.contracts.forEach(
        (each, c) => void valuesOfContract(contracts.indexOf(each.terms), time, states, paidEarlier, count, scratch.contracts[c]!),
      );
      const ended = e === undefined ? undefined : paidAtStart.get(e);
      if (e === undefined || ended === undefined) return;
      paidAtStart.delete(e);
      free.push(ended);
    },
  };
}
