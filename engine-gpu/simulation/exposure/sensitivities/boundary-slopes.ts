/** How the boundaries of exercise move with today's market. */
import type { Years } from '../../../base/units.js';
import { type CrossAssetModel, logarithmsAt } from '../../../model/cross-asset.js';
import type { OptionTerms } from '../../../product/trade/terms.js';
import { continuationLegs, exerciseStages, interpolated } from '../swaption/bermudan.js';
import { swapPayments } from '../swaption/swaption-legs.js';
import { curveSlopes } from '../swaption/two-factor-boundary.js';
import type { Decision } from './exercise-jumps.js';

/** How the boundaries of a decision move with today's discount factors: db/d ln P(0, τ) for each payment time τ of the swap. */
export const boundarySlopes = (model: CrossAssetModel, option: OptionTerms, decision: Decision): ReadonlyMap<Years, Float64Array> =>
  decision.curve === undefined
    ? new Map([...slopesOfRate(model, option, decision)].map(([time, slope]) => [time, Float64Array.of(slope)]))
    : curveSlopes(model, option, decision.exercise, { ...decision, ...decision.curve });

/**
 * How a boundary of one factor moves: db/d ln P(0, τ) for each payment time τ of the swap. What exercise gains is a sum of legs, each
 * proportional to one discount factor, and is 0 at the boundary. What holding on is worth does not change with its own later boundaries, which are optimal.
 */
function slopesOfRate(
  model: CrossAssetModel,
  option: OptionTerms,
  { currency, expiry, boundaries: [boundary], exercise }: Decision,
): ReadonlyMap<Years, number> {
  const logs = logarithmsAt(model, expiry);
  const legs = new Map<Years, number>();
  const stages = option.kind === 'bermudan' ? exerciseStages(model, option) : [];
  const payments = option.kind === 'bermudan' ? stages[exercise].payments : swapPayments([option.exercised], expiry);
  let slope = 0;
  for (const { time, amount } of payments) {
    const { constant, loads } = logs.bond(currency, time);
    const load = loads.reduce((total, each) => total + each, 0);
    const value = amount * Math.exp(constant + load * boundary);
    legs.set(time, value);
    slope += load * value;
  }
  if (exercise + 1 < stages.length) {
    const { grid, continuation } = stages[exercise];
    for (const [time, values] of continuationLegs(model, stages, exercise))
      legs.set(time, (legs.get(time) ?? 0) - interpolated(grid, values, boundary));
    const step = CELL_SLOPE_STEP * grid.spacing;
    slope -= (interpolated(grid, continuation, boundary + step) - interpolated(grid, continuation, boundary - step)) / (2 * step);
  }
  return new Map([...legs].map(([time, value]) => [time, -value / slope]));
}

/** Half the distance in cells over which the slope of a cubic polynomial is a difference: its error is below 1e-5 of the slope, that of rounding 1e-11. */
const CELL_SLOPE_STEP = 0.01;
