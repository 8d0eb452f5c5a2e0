/**
 * Exposure to one counterparty over several netting sets that are not netted with each other: Σ max(E_set, 0), on the same paths. Its expectation is
 * the sum of those of the sets. Its quantiles are those of the sum on each path; adding up the quantiles of the sets would count them as if all were
 * large on the same paths.
 */

import { withArrays } from '../../../backend/webasm/vectors.js';
import type { Years } from '../../../base/units.js';
import { powerOfTwo } from '../../../math/elementary/binary.js';
import type { Row } from '../../../random/lattice.js';
import { pooledQuantiles, tailSize, upperQuantiles, writeTail } from '../paths/quantiles.js';
import { simulateRow } from '../paths/state-paths.js';
import { combineShifts, type Estimate, type ExposureAt, estimateOf, type Quantile, tailsAt } from './combine.js';
import { openMemoryCount } from './cost.js';
import { type ExposurePlan, type ExposureRequest, exposurePlan } from './exposure-plan.js';
import { openShift, rankedExposures, rowsOf, type ShiftSums } from './exposure-run.js';
import { PFE_LEVELS } from './path-sums.js';

export interface JointSums {
  /** Per netting set. */
  readonly sets: readonly ShiftSums[];
  /** Quantiles per exposure date and level, averaged over rows; 0 where rows are narrow. */
  readonly quantiles: Float64Array;
  /** The largest exposures of each row, where rows are narrow: as in `ShiftSums`, of one set. */
  readonly tails?: Float64Array;
}

/**
 * Plans that visit the same dates, so that one simulation has the paths of all.
 *
 * @param requests  of one model, with the same exposure times, integration, paths and seed
 */
export function jointPlans(requests: readonly ExposureRequest[]): ExposurePlan[] {
  const planned = (dates: readonly Years[], paying: readonly Years[] | undefined): ExposurePlan[] => {
    const memory = openMemoryCount();
    return requests.map((request) => exposurePlan({ ...request, together: { dates, paying, plans: requests.length, memory } }));
  };
  const all = (lists: readonly (readonly Years[])[]): Years[] => [...new Set(lists.flat())].sort((a, b) => a - b);
  const areSame = (lists: readonly (readonly Years[])[]): boolean =>
    lists.every((list) => list.length === lists[0]!.length && list.every((each, k) => each === lists[0]![k]));
  const alone = planned([], undefined);
  const [dates, paying] = [alone.map(({ paths }) => paths.dates), alone.map((plan) => plan.paying)];
  return areSame(dates) && areSame(paying) ? alone : planned(all(dates), all(paying));
}

/**
 * A block: all rows of one shift.
 *
 * @param levels of the quantiles, increasing
 */
export function runJointShift(plans: readonly ExposurePlan[], shift: number, levels: readonly number[] = PFE_LEVELS): JointSums {
  const { exposures, paths, request } = plans[0]!;
  const quantiles = new Float64Array(exposures.length * levels.length);
  const shifts = plans.map((plan) => openShift(plan, shift));
  const rows = rowsOf(plans[0]!, shift);
  const ranked = rankedExposures(plans[0]!);
  const size = tailSize(rows[0]!.width, levels[0]!);
  const tails = size > 0 ? new Float64Array(ranked.length * rows.length * size) : undefined;
  const runRow = (row: Row): void => {
    const runs = shifts.map(({ openRow }) => openRow(row));
    simulateRow(paths, row, request.seed, (...step) => {
      for (const { visit } of runs) visit(...step);
    });
    for (const { finish } of runs) finish();
    ranked.forEach((e, rank) => {
      const total = new Float64Array(row.width);
      for (const { values } of runs) for (let p = 0; p < row.width; p++) total[p] = total[p]! + Math.max(values[0]![e]![p]!, 0);
      if (tails !== undefined) {
        const place = (rank * rows.length + row.residue) * size;
        writeTail(total, tails.subarray(place, place + size));
        return;
      }
      upperQuantiles(total, levels).forEach((value, i) => {
        const place = e * levels.length + i;
        quantiles[place] = quantiles[place]! + value / rows.length;
      });
    });
  };
  for (const row of rows) withArrays(() => runRow(row));
  return { sets: shifts.map(({ sums }) => sums), quantiles, ...(tails && { tails }) };
}

/** @param parts  one per shift, in order, with quantiles at the levels */
export function combineJoint(plans: readonly ExposurePlan[], parts: readonly JointSums[], levels: readonly number[] = PFE_LEVELS) {
  const sets = plans.map((plan, i) =>
    combineShifts(
      plan,
      parts.map(({ sets: ofShift }) => ofShift[i]!),
    ),
  );
  const { sets: ofFirst, numPaths } = sets[0]!;
  const first = ofFirst[0]!;
  const total = (estimateAt: (exposure: ExposureAt) => Estimate, e: number): Estimate =>
    estimateOf(first[e]!.ee.shifts.map((_, shift) => sets.reduce((sum, each) => sum + estimateAt(each.sets[0]![e]!).shifts[shift]!, 0)));
  const { layout } = plans[0]!;
  const points = powerOfTwo(layout.log2Points);
  const ranked = rankedExposures(plans[0]!);
  const quantilesAt = (e: number): readonly Quantile[] => {
    const rank = ranked.indexOf(e);
    const tails = rank < 0 ? undefined : tailsAt(parts, rank, ranked.length);
    if (tails !== undefined) return pooledQuantiles(tails, points, levels);
    return levels.map((_, i) => estimateOf(Float64Array.from(parts, ({ quantiles }) => quantiles[e * levels.length + i]!)));
  };
  return {
    exposures: first.map(
      (exposure, e): ExposureAt => ({
        ...exposure,
        ee: total(({ ee }) => ee, e),
        nee: total(({ nee }) => nee, e),
        pfe: quantilesAt(e),
      }),
    ),
    numPaths,
    today: sets.reduce((sum, each) => sum + each.today[0]!, 0),
    todayPositive: sets.reduce((sum, each) => sum + Math.max(each.today[0]!, 0), 0),
  };
}
