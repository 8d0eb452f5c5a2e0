/**
 * By how much spots are bumped, and what the values then say.
 *
 * With h one bump and Dₖ = V(S + k h) − V(S), from both sides
 *
 *   delta  (D₁ − D₋₁)/2h,   gamma  (D₁ + D₋₁)/h²,   both off by O(h²)
 *
 * A barrier that is watched from now on is reached at once by a spot on its other side, and a difference across it is that of two
 * contracts. So delta and gamma are taken from one side where only a bump to the other reaches it, s = ±1 away from it:
 *
 *   delta  s (4 Dₛ − D₂ₛ)/2h,   off by O(h²);   gamma  (D₂ₛ − 2 Dₛ)/h²,   off by O(h)
 */

import type { Price } from '../../base/units.js';
import { SAME_TIME } from '../emit/grid.js';
import type { Plan } from '../estimator/plan.js';

/** Of the spot. */
export const SPOT_BUMP = 0.01;

/** Two spots beside the present one, in bumps from it. */
export interface SpotBumps {
  readonly steps: readonly [number, number];
  /** From the differences at those spots, in their order; h in price units. */
  readonly delta: (first: number, second: number, h: Price) => number;
  readonly gamma: (first: number, second: number, h: Price) => number;
  /** Where they are not on both sides, or cross a barrier on each. */
  readonly warning?: string;
}

const BOTH: SpotBumps = {
  steps: [1, -1],
  delta: (up, down, h) => (up - down) / (2 * h),
  gamma: (up, down, h) => (up + down) / h ** 2,
};

const oneSided = (side: 1 | -1): SpotBumps => ({
  steps: [side, 2 * side],
  delta: (one, two, h) => (side * (4 * one - two)) / (2 * h),
  gamma: (one, two, h) => (two - 2 * one) / h ** 2,
});

/** @param asset  its place in the plan */
export function spotBumps(plan: Plan, asset: number): SpotBumps {
  const { name, spot } = plan.market.assets[asset];
  const levels = watchedNow(plan, asset);
  const crossed = (step: number): readonly Price[] =>
    levels.filter(({ reached }) => reached(spot) !== reached(spot * (1 + step * SPOT_BUMP))).map(({ level }) => level);
  const near = [...crossed(1), ...crossed(-1)];
  if (near.length === 0) return BOTH;
  const where = `a spot bumped by ${SPOT_BUMP * 100} % reaches the barrier on ${name} at ${near.join(' and ')}`;
  const free = ([1, -1] as const).find((side) => crossed(side).length === 0 && crossed(2 * side).length === 0);
  return free === undefined
    ? { ...BOTH, warning: `${where}, and none is clear on either side: its delta and gamma are differences across barriers` }
    : {
        ...oneSided(free),
        warning: `${where}: its delta and gamma are taken from ${free > 0 ? 'above' : 'below'}, by bumps of ${free > 0 ? '+' : '-'}1 % and ${free > 0 ? '+' : '-'}2 %`,
      };
}

interface Level {
  readonly level: Price;
  readonly reached: (spot: Price) => boolean;
}

const levelOf = (level: Price, direction: 'down' | 'up'): Level => ({
  level,
  reached: (spot) => (direction === 'down' ? spot <= level : spot >= level),
});

/** Barriers on an asset that are watched from now on, or today among other dates. */
function watchedNow({ watch: { discrete, corridors } }: Plan, asset: number): readonly Level[] {
  const levels = [
    ...[...discrete.values()]
      .filter(({ monitoring }) => monitoring !== 'continuous' && monitoring.some((time) => time < SAME_TIME))
      .map((trigger) => ({ ...trigger, at: trigger.level })),
    ...[...corridors.values()].flatMap(({ asset: of, down, up }) => [
      ...(down === undefined ? [] : [{ asset: of, at: down, direction: 'down' as const }]),
      ...(up === undefined ? [] : [{ asset: of, at: up, direction: 'up' as const }]),
    ]),
  ].filter((one) => one.asset === asset);
  const different = new Map(levels.map(({ at, direction }) => [`${direction} ${at}`, levelOf(at, direction)]));
  return [...different.values()];
}
