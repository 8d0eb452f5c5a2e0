/**
 * Spot bumps of the interface's Greeks, and the finite differences that they give.
 *
 * With bump h and Dₖ = V(S + k h) − V(S), central differences are
 *
 *   delta = (D₁ − D₋₁)/2h,   gamma = (D₁ + D₋₁)/h²,   both with bias O(h²)
 *
 * A barrier that is monitored from today on is reached at once by a spot on its other side, so a difference across it compares two
 * different contracts. Where a bump to one side reaches a barrier, the differences are one-sided, with s = ±1 pointing away from it:
 *
 *   delta = s (4 Dₛ − D₂ₛ)/2h,   bias O(h²);   gamma = (D₂ₛ − 2 Dₛ)/h²,   bias O(h)
 */

import type { Price } from '../../base/units.js';
import { squareOf } from '../../math/elementary/pow.js';
import { SAME_TIME } from '../emit/grid.js';
import type { Plan } from '../estimator/estimator.js';

/** h as a fraction of the spot. */
export const SPOT_BUMP = 0.01;

/** Two bumped spots and the differences that they give. */
export interface SpotBumps {
  /** Position of each bumped spot, in units of h from the present spot. */
  readonly steps: readonly [number, number];
  /** Greeks from the value changes at those spots, in their order; h in price units. */
  readonly delta: (first: number, second: number, h: Price) => number;
  readonly gamma: (first: number, second: number, h: Price) => number;
  /** Set where the differences are one-sided, or cross a barrier on both sides. */
  readonly warning?: string;
}

const BOTH: SpotBumps = {
  steps: [1, -1],
  delta: (up, down, h) => (up - down) / (2 * h),
  gamma: (up, down, h) => (up + down) / squareOf(h),
};

const oneSided = (side: 1 | -1): SpotBumps => ({
  steps: [side, 2 * side],
  delta: (one, two, h) => (side * (4 * one - two)) / (2 * h),
  gamma: (one, two, h) => (two - 2 * one) / squareOf(h),
});

/**
 * Chooses the bumps of one asset's spot.
 *
 * @param asset  its position in the plan's market
 * @param bump   h as a fraction of the spot
 */
export function spotBumps(plan: Plan, asset: number, bump = SPOT_BUMP): SpotBumps {
  const { name, spot } = plan.market.assets[asset]!;
  const levels = monitoredNow(plan, asset);
  const crossed = (step: number): readonly Price[] =>
    levels.filter(({ reached }) => reached(spot) !== reached(spot * (1 + step * bump))).map(({ level }) => level);
  const near = [...crossed(1), ...crossed(-1)];
  if (near.length === 0) return BOTH;
  const reason = `a spot bumped by ${bump * 100} % reaches the barrier on ${name} at ${near.join(' and ')}`;
  const free = ([1, -1] as const).find((side) => crossed(side).length === 0 && crossed(2 * side).length === 0);
  return free === undefined
    ? { ...BOTH, warning: `${reason}, and none is clear on either side: its delta and gamma are differences across barriers` }
    : {
        ...oneSided(free),
        warning: `${reason}: its delta and gamma are taken from ${free > 0 ? 'above' : 'below'}, by bumps of ${free > 0 ? '+' : '-'}${bump * 100} % and ${free > 0 ? '+' : '-'}${2 * bump * 100} %`,
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

/** Barriers on an asset that are monitored continuously, or today among other dates. */
function monitoredNow({ monitored: { discrete, corridors } }: Plan, asset: number): readonly Level[] {
  const levels = [
    ...[...discrete.values()]
      .filter(({ monitoring }) => monitoring !== 'continuous' && monitoring.some((time) => time < SAME_TIME))
      .map((trigger) => ({ ...trigger, at: trigger.level })),
    ...[...corridors.values()].flatMap(({ asset: barrierAsset, down, up }) => [
      ...(down === undefined ? [] : [{ asset: barrierAsset, at: down, direction: 'down' as const }]),
      ...(up === undefined ? [] : [{ asset: barrierAsset, at: up, direction: 'up' as const }]),
    ]),
  ].filter((one) => one.asset === asset);
  const different = new Map(levels.map(({ at: level, direction }) => [`${direction} ${level}`, levelOf(level, direction)]));
  return [...different.values()];
}
