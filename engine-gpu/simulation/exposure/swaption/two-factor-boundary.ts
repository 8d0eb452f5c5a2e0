/**
 * The boundary of exercise of a swaption of two factors at one of its dates T: the curve W = b(Z), W and Z being independent linear functions of both factors at T, W
 * along the line on which the swap is worth as much as holding on (two-factor-expectations.ts). Exercise gains on one side of it, where W − b(Z) has
 * the sign s.
 */

import type { Years } from '../../../base/units.js';
import { exp } from '../../../math/elementary/exp.js';
import { type CrossAssetModel, factorsGathered, logarithmsAt, stateLaw } from '../../../model/cross-asset.js';
import type { OptionTerms } from '../../../product/trade/terms.js';
import type { TableAxis } from '../paths/dated-terms.js';
import { intervalsOf } from './exercise-intervals.js';
import { directionAcross, directionAlong, dot, inDirections, rowOfSurface, times } from './two-factor-expectations.js';
import { continuationLegs, twoFactorStages } from './two-factor-swaptions.js';

/** Standard deviations of Z on either side between which the curve is known, and cells of it. Beyond lie 7 of a million paths. */
const REACH_ACROSS = 4.5;
const CELLS_ACROSS = 12;
/** Standard deviations of W on either side on which the curve is sought, and cells of them. */
const REACH_ALONG = 12;
const CELLS_ALONG = 384;
/** Standard deviations of W over which a slope is a difference. */
const DEVIATION_SLOPE_STEP = 1e-3;

export interface BoundaryCurve {
  /** Loads of the state, for W. */
  readonly along: readonly number[];
  /** Mean of W on the paths. */
  readonly mean: number;
  readonly deviation: number;
  readonly sign: 1 | -1;
  /** Z, and b at its nodes. */
  readonly across: TableAxis;
  readonly boundaries: Float64Array;
}

/** A curve; `none` where no path is near it; or `several` where it has more than one branch or leaves the range of W. */
type FoundBoundary = BoundaryCurve | 'none' | 'several';

const memo = new WeakMap<CrossAssetModel, Map<OptionTerms, readonly FoundBoundary[]>>();

/** The boundaries of an option by exercise date, remembered as long as the model is used. */
export function twoFactorBoundaries(model: CrossAssetModel, option: OptionTerms): readonly FoundBoundary[] {
  const ofModel = memo.get(model) ?? new Map<OptionTerms, readonly FoundBoundary[]>();
  memo.set(model, ofModel);
  const boundaries = ofModel.get(option) ?? twoFactorStages(model, option).map((_, n) => boundaryOf(model, option, n));
  ofModel.set(option, boundaries);
  return boundaries;
}

/** An exercise date in W and Z. */
function planeOf(model: CrossAssetModel, option: OptionTerms, n: number) {
  const stage = twoFactorStages(model, option)[n]!;
  const { currency, expiry, payments } = stage;
  const factors = factorsGathered(model, currency, 0, expiry);
  const logs = logarithmsAt(model, expiry);
  const g = directionAlong({ model, logs, time: expiry }, stage, factors);
  const q = factors.length < 2 ? undefined : directionAcross(g, factors);
  const directions = q === undefined ? [g] : [g, q];
  const loadsOf = (loads: readonly number[]) =>
    inDirections(
      directions,
      factors.map(({ index }) => loads[index]!),
    );
  const bonds = payments.map(({ time, amount }) => {
    const { constant, loads } = logs.bond(currency, time);
    const [along, across] = loadsOf(loads);
    return { time, amount, constant, along, across };
  });
  const axes = directions.map((direction) => {
    const loads = model.coordinates.map(() => 0);
    factors.forEach(({ index }, i) => {
      loads[index] = direction[i]!;
    });
    return loads;
  });
  return { stage, bonds, loadsOf, axes };
}

function boundaryOf(model: CrossAssetModel, option: OptionTerms, n: number): FoundBoundary {
  const { stage, bonds, loadsOf, axes } = planeOf(model, option, n);
  const { mean, covariance } = stateLaw(model, stage!.expiry);
  const lawOf = (loads: readonly number[]) => ({
    mean: dot(loads, mean),
    deviation: Math.sqrt(Math.max(dot(loads, times(covariance, loads)), 0)),
  });
  const [along, acrossLoads] = axes;
  const ofW = lawOf(along!);
  if (!(ofW.deviation > 0)) return 'none';
  const scan: TableAxis = {
    loads: along!,
    first: ofW.mean - REACH_ALONG * ofW.deviation,
    spacing: (2 * REACH_ALONG * ofW.deviation) / CELLS_ALONG,
    nodes: CELLS_ALONG + 1,
  };
  const across = acrossOf(acrossLoads, acrossLoads && lawOf(acrossLoads));
  const roots = Array.from({ length: across.nodes }, (_, k) => {
    const z = across.first + k * across.spacing;
    return intervalsOf(bonds, scan, z, stage!.continuation && rowOfSurface(stage!.continuation, loadsOf, scan, z));
  });
  if (roots.every((each) => each.length === 0 || (each.length === 1 && !Number.isFinite(each[0]!.from) && !Number.isFinite(each[0]!.to))))
    return 'none';
  const sides = roots.map((each) =>
    each.length !== 1 || Number.isFinite(each[0]!.from) === Number.isFinite(each[0]!.to) ? 0 : Number.isFinite(each[0]!.from) ? 1 : -1,
  );
  const [sign] = sides;
  if (sign === 0 || sides.some((side) => side !== sign)) return 'several';
  return {
    along: along!,
    ...ofW,
    sign: sign!,
    across,
    boundaries: Float64Array.from(roots, (each) => (sign === 1 ? each[0]!.from : each[0]!.to)),
  };
}

/** The nodes of Z; one where it does not move. */
function acrossOf(loads: readonly number[] | undefined, law: { readonly mean: number; readonly deviation: number } | undefined): TableAxis {
  if (loads === undefined || law === undefined || !(law.deviation > 0))
    return { loads: loads ?? [], first: law?.mean ?? 0, spacing: 0, nodes: 1 };
  return {
    loads,
    first: law.mean - REACH_ACROSS * law.deviation,
    spacing: (2 * REACH_ACROSS * law.deviation) / CELLS_ACROSS,
    nodes: CELLS_ACROSS + 1,
  };
}

/**
 * How a boundary moves with today's discount factors: ∂b/∂ln P(0, τ) at the nodes of Z for each payment time τ of the swap. What exercise gains is a sum of
 * legs, each proportional to one discount factor, and is 0 on the curve.
 */
export function curveSlopes(
  model: CrossAssetModel,
  option: OptionTerms,
  n: number,
  { across, boundaries, deviation }: Pick<BoundaryCurve, 'across' | 'boundaries' | 'deviation'>,
): ReadonlyMap<Years, Float64Array> {
  const { stage, bonds, loadsOf } = planeOf(model, option, n);
  const continuation = continuationLegs(model, twoFactorStages(model, option), n);
  const slopes = new Map<Years, Float64Array>();
  const ofTime = (time: Years): Float64Array => {
    const slope = slopes.get(time) ?? new Float64Array(boundaries.length);
    slopes.set(time, slope);
    return slope;
  };
  const step = DEVIATION_SLOPE_STEP * deviation;
  boundaries.forEach((w, k) => {
    const z = across.first + k * across.spacing;
    const valueAt = (surface: Parameters<typeof rowOfSurface>[0], position: number): number =>
      rowOfSurface(surface, loadsOf, { loads: [], first: position, spacing: 0, nodes: 1 }, z)[0]!;
    let slope = 0;
    for (const { time, amount, constant, along, across: ofZ } of bonds) {
      const value = amount * exp(constant + along * w + ofZ * z);
      const leg = ofTime(time);
      leg[k] = leg[k]! - value;
      slope += along * value;
    }
    for (const [time, surface] of continuation) {
      const leg = ofTime(time);
      leg[k] = leg[k]! + valueAt(surface, w);
    }
    if (stage!.continuation !== undefined)
      slope -= (valueAt(stage!.continuation, w + step) - valueAt(stage!.continuation, w - step)) / (2 * step);
    for (const leg of slopes.values()) leg[k] = leg[k]! / slope;
  });
  return slopes;
}
