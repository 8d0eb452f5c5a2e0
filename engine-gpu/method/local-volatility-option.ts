/**
 * European and American options under the local volatility of a surface, on an asset with dividends on dates, by finite differences.
 *
 * With y = ln X, X the part of the asset that moves over its forward (market/cash-dividends.ts), S_t = e^G(t) (m e^y + c(t)), m + c(0) = S₀,
 * and U the value discounted to today:
 *
 *   ∂U/∂t + ½ v(y, t) (∂²U/∂y² − ∂U/∂y) = 0,   U(y, T) = P(T) max(θ(S_T − K), 0)
 *
 * X does not jump on ex-dates, so neither does U. An American option is worth at least P(t) θ(S_t − K) at each time step, and right before
 * each ex-date, when S is higher. Central differences on a uniform grid; Crank-Nicolson with two implicit steps at expiry and after each
 * ex-date (Rannacher). The error is of second order and its leading term is removed by extrapolation from two grids, which also estimates what
 * is left: up to 3e-6 of the spot of an American option, and 1e-8 of a European one at a quote.
 */
import type { Price, Years } from '../base/units.js';
import { holdsCash, movingPart } from '../market/cash-dividends.js';
import { discount } from '../market/curve.js';
import { type Dividend, forwardWithDividends } from '../market/growth.js';
import type { LocalVolModel } from '../market/market.js';
import { widestDeviation } from '../market/surface.js';
import { exp } from '../math/elementary/exp.js';
import { type LocalVolatility, localVariances } from './local-volatility-fit.js';
import { cellAverage, stepBack, uniformGrid, workOf } from './pde.js';
import { type ExtrapolatedValues, edgeOf, type Fineness, fromTwoGrids, type GridValues } from './two-grids.js';

interface LocalVolatilityOption {
  readonly strike: Price;
  /** Above 0, and at most the last quoted expiry. */
  readonly time: Years;
  readonly sign: 1 | -1;
  readonly american: boolean;
  readonly quoted: LocalVolModel['quoted'];
  readonly fit: LocalVolatility;
}

const FINENESS = { european: { nodes: 300, steps: 200 }, american: { nodes: 400, steps: 400 } } as const;
/** Half-width of the grid, in standard deviations of the most volatile quote: about 1e-9 of the probability lies beyond. */
const BACKWARD_GRID_DEVIATIONS = 6;
/** Implicit steps at expiry and after each ex-date, each taken in two halves. */
const DAMPING_STEPS = 2;
const MIN_BACKWARD_STEPS = 4;

/** Price, delta and gamma; the local volatility stays the same function of the level of the part that moves. */
export function localVolatilityOption(
  option: LocalVolatilityOption,
  fineness: Fineness = FINENESS[option.american ? 'american' : 'european'],
): ExtrapolatedValues {
  return fromTwoGrids((one) => solve(option, one), fineness, { ...option, spot: option.quoted.spot });
}

/** An interval in which the local variance is smooth and no dividend is paid. */
interface Stretch {
  readonly from: Years;
  readonly to: Years;
  /** Index of the interval between expiries. */
  readonly quotes: number;
  /** The dividends on the date on which the interval begins. */
  readonly paid: readonly Dividend[];
}

function stretchesOf({ fit: { slices }, quoted: { dividends = [] }, time }: LocalVolatilityOption): Stretch[] {
  const ends = [...slices.map((slice) => slice.time), ...dividends.map((one) => one.time)].filter((t) => t < time);
  const dates = [0, ...new Set(ends.toSorted((one, other) => one - other)), time];
  return dates.slice(1).map((to, i) => ({
    from: dates[i]!,
    to,
    quotes: slices.findIndex((slice) => slice.time >= to),
    paid: dividends.filter((one) => one.time === dates[i]),
  }));
}

function solve(option: LocalVolatilityOption, { nodes, steps }: Fineness): GridValues {
  const { strike, time, sign, american, quoted, fit } = option;
  const { slices } = fit;
  const { curve } = quoted;
  const { forwardAt, floorAt } = holdsCash(quoted)
    ? movingPart(quoted, slices[slices.length - 1]!.time)
    : { forwardAt: (t: Years) => forwardWithDividends(curve, quoted, t), floorAt: () => 0 };
  const next = slices.find((slice) => slice.time >= time) ?? slices[slices.length - 1];
  const grid = uniformGrid(BACKWARD_GRID_DEVIATIONS * widestDeviation(next!) * Math.sqrt(Math.min(1, time / next!.time)), 2 * nodes);
  const { ys, spacing } = grid;
  const moved = ys.map(exp);
  /** Writes P(t) max(θ(S − K), 0) of each node; S is higher by `fall` of the spot, in e^G, and by `cash`. */
  const writeExercise = (t: Years, cash: Price, proportions: number, into: Float64Array): void => {
    const paid = discount(curve, t);
    const [rest, floor] = [forwardAt(t) / proportions, (floorAt(t) + cash) / proportions];
    for (let i = 0; i < into.length; i++) into[i] = paid * Math.max(sign * (rest * moved[i]! + floor - strike), 0);
  };
  const values = new Float64Array(ys.length);
  writeExercise(time, 0, 1, values);
  const paidAtEnd = discount(curve, time);
  const movingStrike = strike - floorAt(time);
  if (movingStrike > 0)
    for (let i = 1; i < ys.length - 1; i++) values[i] = paidAtEnd * cellAverage(ys[i]!, spacing, forwardAt(time), movingStrike, sign);
  const variance = new Float64Array(ys.length);
  const obstacle = american ? new Float64Array(ys.length) : undefined;
  const work = workOf(ys.length);
  const boundary: { time: Years; spot: Price }[] = [];
  const note = (t: Years, cash: Price, proportions: number): void => {
    const edge = obstacle && edgeOf(values, obstacle, sign);
    if (edge !== undefined) boundary.push({ time: t, spot: (forwardAt(t) * moved[edge]! + floorAt(t) + cash) / proportions });
  };
  for (const { from, to, quotes, paid } of stretchesOf(option).toReversed()) {
    const variances = localVariances(fit, quotes, ys);
    const stepCount = Math.max(MIN_BACKWARD_STEPS, Math.round((steps * (to - from)) / time));
    const dt = (to - from) / stepCount;
    for (let n = 0; n < stepCount; n++) {
      const parts = n < DAMPING_STEPS ? 2 : 1;
      for (let part = 1; part <= parts; part++) {
        const start = to - (n + part / parts) * dt;
        variances(start + dt / (2 * parts), variance);
        if (obstacle !== undefined) writeExercise(start, 0, 1, obstacle);
        stepBack(values, variance, dt / parts, n < DAMPING_STEPS ? 1 : 0.5, spacing, work, obstacle);
      }
      if (n + 1 < stepCount) note(to - (n + 1) * dt, 0, 1);
    }
    if (obstacle === undefined || from === 0) continue;
    const cash = paid.reduce((sum, one) => sum + one.cash, 0);
    const proportions = paid.reduce((product, one) => product * (1 - one.proportion), 1);
    writeExercise(from, cash, proportions, obstacle);
    for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i]!, obstacle[i]!);
    note(from, cash, proportions);
  }
  const perMove = forwardAt(0);
  const [below, here, above] = [values[grid.spot - 1], values[grid.spot], values[grid.spot + 1]];
  const slope = (above! - below!) / (2 * spacing);
  const curvature = (above! - 2 * here! + below!) / (spacing * spacing);
  return {
    price: here!,
    delta: slope / perMove,
    gamma: (curvature - slope) / (perMove * perMove),
    boundary: boundary.toReversed(),
  };
}
