/**
 * Regression basis of a choice, as kernel text.
 *
 * A basis function is a product of features. The features are the log spots and the models' other state variables, up to a power;
 * the closed-form values of both sides without their barrier conditions; and state indicators (a barrier reached, an autocall alive),
 * each alone and multiplied by all functions of the first two kinds.
 */

import type { Years } from '../../base/units.js';
import { observedAssets } from '../../product/contract/observable.js';
import { SAME_TIME } from '../emit/grid.js';
import type { KernelBuilder } from '../emit/kernel-builder.js';
import { modelOf } from '../process/index.js';
import type { AutocallState, CashFlows } from './cash-flows.js';
import type { AutocallClaim, ChoiceClaim, Claim } from './claims.js';
import type { Writing } from './writing.js';

interface Features {
  /** Kernel text of each feature, and the variable that stores its value at the choice. */
  readonly features: readonly { readonly text: string; readonly name: string }[];
  /** Basis functions: each a list of indices into `features` whose product it is; the empty list is the constant. */
  readonly basis: readonly (readonly number[])[];
}

/** Highest total degree of the monomials in the log spots and other state variables, by their number: 5 to 28 monomials, or linear. */
const degreeFor = (count: number): number => (count === 1 ? 4 : count === 2 ? 3 : count <= 6 ? 2 : 1);
/** Largest number of smooth basis functions that are multiplied by the state indicators; beyond it an indicator adds its constant only. */
const MAX_FUNCTIONS_TIMES_INDICATORS = 32;

/**
 * Writes the features of a choice and lists its basis functions.
 *
 * @param sides    the two sides of the choice
 * @param unknown  claims of both sides that have no closed-form value at `time`
 * @param time     of the choice, years
 */
export function writeFeatures(writing: Writing, sides: readonly (readonly Claim[])[], unknown: readonly Claim[], time: Years): Features {
  const { builder, market, paths, flows } = writing;
  const assets = [...assetsOf(unknown)].sort((a, b) => a - b);
  const spots = assets.map((asset) => {
    const deviation = modelOf(market.assets[asset]!).deviation(0, time);
    return `(${paths.now(asset)} * ${builder.scalar(deviation > 0 ? 1 / deviation : 0)})`;
  });
  const values = sides.flatMap((side) => {
    const text = writeUnconditioned(
      flows,
      builder,
      side.filter((claim) => unknown.includes(claim)),
      time,
    );
    return text === undefined ? [] : [text];
  });
  const modelStates = assets.flatMap((asset) => paths.states(asset));
  const accumulated = accumulatedBy(writing, unknown);
  const indicators = indicatorsOf(writing, unknown);
  const features = [...spots, ...modelStates, ...accumulated, ...values, ...indicators].map((text) => ({
    text,
    name: builder.local('0.0'),
  }));
  const indices = features.map((_, k) => k);
  const firstValue = spots.length + modelStates.length + accumulated.length;
  const firstIndicator = firstValue + values.length;
  const ofSpots = indices.slice(0, firstValue);
  const ofValues = indices.slice(firstValue, firstIndicator);
  const constant: readonly number[] = [];
  const powers = monomials(ofSpots, degreeFor(ofSpots.length)).slice(1);
  // Values come first, because the regression drops a function that depends linearly on those before it.
  const smooth = [constant, ...ofValues.flatMap((value) => [[value], ...ofSpots.map((spot) => [value, spot])]), ...powers];
  const multiplied = smooth.length > MAX_FUNCTIONS_TIMES_INDICATORS ? [constant] : smooth;
  const basis = [...smooth, ...indices.slice(firstIndicator).flatMap((indicator) => multiplied.map((f) => [...f, indicator]))];
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
      const assets = assetsOfOne(claim);
      return [...assets, ...claim.conditions.map(({ trigger }) => trigger.asset)];
    }),
  );

/** Monomials up to a total degree, each as a list of its factors; the constant, the empty list, comes first. */
function monomials(factors: readonly number[], degree: number): number[][] {
  const [factor, ...remaining] = factors;
  if (factor === undefined) return [[]];
  return Array.from({ length: degree + 1 }, (_, power) =>
    monomials(remaining, degree - power).map((rest) => [...Array.from({ length: power }, () => factor), ...rest]),
  ).flat();
}

/**
 * Writes the value at `time` of the claims without their barrier conditions, taking the greater side of each later choice. Claims without
 * a closed form are left out; under a model that is not Gaussian, Black's formula stands in, because a basis function only needs the
 * shape of the value.
 *
 * @returns text of the value; undefined where no claim has one
 */
function writeUnconditioned(flows: CashFlows, builder: KernelBuilder, claims: readonly Claim[], time: Years): string | undefined {
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

function autocallState({ autocalls }: Writing, claim: AutocallClaim): AutocallState {
  const state = autocalls.get(claim);
  if (state === undefined) throw new Error('an autocall must be written before the choice that reads its state');
  return state;
}

/** Kernel text, without duplicates, of the worst performance of autocalls on several assets and of the accumulated state of payoffs. */
function accumulatedBy(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return accumulatedBy(writing, [...claim.left, ...claim.right]);
    if (claim.type === 'payoff') return [...writing.payoffs.state(claim.payoff)];
    return claim.type === 'autocall' && claim.autocall.assets.length > 1 ? [`(${autocallState(writing, claim).worst})`] : [];
  });
  return [...new Set(texts)];
}

/** Kernel text, without duplicates, of what has happened so far: barriers reached, autocalls alive, coupons missed. */
function indicatorsOf(writing: Writing, claims: readonly Claim[]): string[] {
  const texts = claims.flatMap((claim): string[] => {
    if (claim.type === 'choice') return indicatorsOf(writing, [...claim.left, ...claim.right]);
    const state = claim.type === 'autocall' ? autocallState(writing, claim) : undefined;
    return [
      ...(state ? [state.alive, `${state.alive} * ${state.missed}`] : []),
      ...claim.conditions.map(({ trigger }) => writing.paidFraction([{ trigger, style: 'out' }], true)),
      ...(claim.type === 'autocall' && claim.protection.length > 0 ? [writing.paidFraction(claim.protection, true)] : []),
    ];
  });
  return [...new Set(texts)];
}
