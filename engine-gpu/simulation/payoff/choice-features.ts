/**
 * What a choice is estimated by, as kernel text: functions of where a path is and of what has happened on it.
 *
 * They are products of features: logarithms of the spots, and what else moves, up to a power; closed forms of what the sides would pay
 * without their conditions; and, of what has happened, each by itself and with all of these.
 */

import type { Years } from '../../base/units.js';
import { observedAssets } from '../../product/contract/observable.js';
import { SAME_TIME } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from '../process/index.js';
import type { Flows } from './cash-flows.js';
import type { Writing } from './choices.js';
import type { ChoiceClaim, Claim } from './claims.js';

export interface Features {
  /** Texts, and the variables that take them when the choice is made. */
  readonly features: readonly { readonly text: string; readonly name: string }[];
  /** Products of features by their places. */
  readonly basis: readonly (readonly number[])[];
}

/** Highest powers of the log spots and of what paths have come to, by how many there are: 5 to 28 products, or a line in each. */
const degreeFor = (count: number): number => (count === 1 ? 4 : count === 2 ? 3 : count <= 6 ? 2 : 1);
/** With more functions than these of spots and values, what has happened shifts the estimate, and does not bend it. */
const MOST_BENT = 32;

/**
 * Writes what a choice's estimate is made of.
 *
 * @param sides  of the choice
 * @param rest   claims of both whose worth at `time` is not known
 */
export function writeFeatures(writing: Writing, sides: readonly (readonly Claim[])[], rest: readonly Claim[], time: Years): Features {
  const { builder, market, paths, flows } = writing;
  const assets = [...assetsOf(rest)].sort((a, b) => a - b);
  const spots = assets.map((asset) => {
    const deviation = modelOf(market.assets[asset]).deviation(0, time);
    return `(${paths.now(asset)} * ${builder.scalar(deviation > 0 ? 1 / deviation : 0)})`;
  });
  const values = sides.flatMap((side) => {
    const text = writeUnconditioned(
      flows,
      builder,
      side.filter((claim) => rest.includes(claim)),
      time,
    );
    return text === undefined ? [] : [text];
  });
  const moved = assets.flatMap((asset) => paths.states(asset));
  const worst = pathsOf(writing, rest);
  const states = statesOf(writing, rest);
  const features = [...spots, ...moved, ...worst, ...values, ...states].map((text) => ({ text, name: builder.local('0.0') }));
  const indices = features.map((_, k) => k);
  const firstValue = spots.length + moved.length + worst.length;
  const firstState = firstValue + values.length;
  const ofSpots = indices.slice(0, firstValue);
  const ofValues = indices.slice(firstValue, firstState);
  const [constant, ...powers] = monomials(ofSpots, degreeFor(ofSpots.length));
  // Values first: what depends on functions before it is left out.
  const smooth = [constant!, ...ofValues.flatMap((value) => [[value], ...ofSpots.map((spot) => [value, spot])]), ...powers];
  const bent = smooth.length > MOST_BENT ? [constant!] : smooth;
  const basis = [...smooth, ...indices.slice(firstState).flatMap((state) => bent.map((f) => [...f, state]))];
  return { features, basis };
}

const assetsOfOne = (claim: Exclude<Claim, ChoiceClaim>): readonly number[] => {
  if (claim.type === 'autocall') return claim.autocall.assets;
  if (claim.type === 'payoff') return observedAssets(claim.payoff.of);
  return claim.european.type === 'cash' ? [] : [claim.european.asset];
};

const assetsOf = (claims: readonly Claim[]): Set<number> =>
  new Set(
    claims.flatMap((claim) => {
      if (claim.type === 'choice') return [...assetsOf([...claim.left, ...claim.right])];
      const own = assetsOfOne(claim);
      return [...own, ...claim.conditions.map(({ trigger }) => trigger.asset)];
    }),
  );

/** Products of powers up to a total degree, each as a list of its factors; the constant, an empty one, first. */
function monomials(factors: readonly number[], degree: number): number[][] {
  const [factor, ...others] = factors;
  if (factor === undefined) return [[]];
  return Array.from({ length: degree + 1 }, (_, power) =>
    monomials(others, degree - power).map((rest) => [...Array.from({ length: power }, () => factor), ...rest]),
  ).flat();
}

/**
 * Value at `time` of what the claims would pay without their conditions, choices taken at the greater; what has no closed form left out,
 * and what has none but under a Gaussian model taken as if under one: an estimate needs its shape alone.
 */
function writeUnconditioned(flows: Flows, builder: KernelBuilder, claims: readonly Claim[], time: Years): string | undefined {
  const parts: string[] = [];
  let total: string | undefined;
  for (const claim of claims) {
    if (claim.type === 'european' && claim.european.time > time + SAME_TIME) {
      total ??= builder.local('0.0');
      flows.valueAt(time, claim.european, claim.weight, '1.0', total);
    } else if (claim.type === 'choice') {
      const sides = [claim.left, claim.right].map((side) => writeUnconditioned(flows, builder, side, time) ?? '0.0');
      if (sides.some((side) => side !== '0.0')) parts.push(`${builder.scalar(claim.weight)} * Math.max(${sides.join(', ')})`);
    }
  }
  const all = [...(total === undefined ? [] : [total]), ...parts];
  return all.length === 0 ? undefined : `(${all.join(' + ')})`;
}

/** Worst performances of autocalls on several assets, and what payoffs have come to. Each text once. */
function pathsOf(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return pathsOf(writing, [...claim.left, ...claim.right]);
    if (claim.type === 'payoff') return [...writing.payoffs.state(claim.payoff)];
    return claim.type === 'autocall' && claim.autocall.assets.length > 1 ? [`(${writing.autocalls.get(claim)!.worst})`] : [];
  });
  return [...new Set(texts)];
}

/** What has happened by now: barriers reached, autocalls alive, coupons missed. Each text once. */
function statesOf(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return statesOf(writing, [...claim.left, ...claim.right]);
    const state = claim.type === 'autocall' ? writing.autocalls.get(claim)! : undefined;
    return [
      ...(state ? [state.alive, `${state.alive} * ${state.missed}`] : []),
      ...claim.conditions.map(({ trigger }) => writing.counts([{ trigger, style: 'out' }], true)),
    ];
  });
  return [...new Set(texts)];
}
