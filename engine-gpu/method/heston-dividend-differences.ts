/**
 * American and European options under Heston (1993) on an asset with dividends on dates, by the finite differences of
 * heston-finite-differences.ts.
 *
 * Between ex-dates the option follows Heston's equation. On each ex-date the spot falls by the dividend and the variance stays:
 *
 *   u(S, v, t−) = u(max(S(1 − p) − D, εS(1 − p)), v, t+),   and of an American option at least its payoff at S
 *
 * with ε the share kept where a dividend in cash is larger than the spot (market/growth.ts). The value after the fall is read by a cubic in
 * the spot through four nodes, per variance; below the grid it is linear in the spot down to its value at a spot of 0. Time steps end on
 * each ex-date, and the first after it is taken as two implicit half-steps, because the better of two values has a kink.
 *
 * The error of the grid is reduced by a control: a European option without dividends that has the same forward, which is exact by its
 * transform (heston-strip.ts). With proportional dividends alone it is the European option itself. Two grids are extrapolated to second
 * order. The error stated is their whole difference, because the damped steps are of first order.
 *
 * @see E. G. Haug, J. Haug, A. Lewis (2003), Back to basics: a new approach to the discrete dividend problem, Wilmott Magazine; K. J. in 't
 *      Hout, S. Foulon (2010), ADI finite difference schemes for option pricing in the Heston model with correlation
 */
import { setImmediate } from 'node:timers/promises';
import { EngineFailure } from '../base/failure.js';
import type { Price, Years } from '../base/units.js';
import type { Curve } from '../market/curve.js';
import { type Dividend, forwardWithDividends, hasDividendBy, MIN_SHARE_KEPT } from '../market/growth.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { integratedVariance } from '../model/heston.js';
import { dividendOption } from './dividend-finite-differences.js';
import {
  DAMPED_STEPS,
  EUROPEAN_DELTA_BUMP,
  type HestonOption,
  hestonFiniteDifferences,
  MIN_ERROR,
  MIN_GAIN,
  requireConverged,
  scaled,
  splittingWeight,
  TARGET_ERROR,
  WORK_PER_TURN,
} from './heston-finite-differences.js';
import { type Fall, gridFor, interpolated, project, type Resolution, strikeCell, window } from './heston-grid.js';
import { hestonStepper, type SpotVarianceGrid } from './heston-stepper.js';
import { hestonStrip } from './heston-strip.js';
import { edgeOf } from './two-grids.js';

export interface HestonDividendOption extends Omit<HestonOption, 'exercise'> {
  /** Dividends in order of time; those after expiry have no influence. */
  readonly dividends: readonly Dividend[];
}

interface HestonDividendValues {
  /** Price of the option that may be exercised at any time. */
  readonly price: Price;
  /** ∂V/∂S of that option. */
  readonly delta: number;
  readonly europeanPrice: Price;
  /** Estimated absolute error of the price, price units. */
  readonly errorBound: Price;
  /** Spots at which exercise begins at the mean of the variance, by time; an entry only where there is one. Empty where no dividend is paid by expiry. */
  readonly boundary: readonly { readonly time: Years; readonly spot: Price }[];
}

/** All dividends of one date, in units of the strike. */
interface ExDate {
  readonly time: Years;
  readonly cash: number;
  /** Π(1 − p) of the proportional dividends. */
  readonly keptShare: number;
}

/** Fewest time steps between two ex-dates. */
const MIN_STEPS_BETWEEN_DIVIDENDS = 2;

/**
 * Prices the option on two grids, and on a third, twice as fine, where those two are not close enough.
 *
 * @returns price, delta, the European price and the estimated error (test/reference/american_heston_dividends.json holds them to QuantLib)
 * @throws EngineFailure `cancelled` where the signal is aborted, `pricing` where a number is not finite or the grids do not agree
 */
export async function hestonDividendDifferences(
  option: HestonDividendOption,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<HestonDividendValues> {
  const { parameters, spot, strike, rate, dividend, time, sign } = option;
  const dividends = option.dividends.filter((one) => hasDividendBy(one, time));
  if (dividends.length === 0) {
    const { price, delta, europeanPrice, errorBound } = await hestonFiniteDifferences({ ...option, exercise: 'continuous' }, { signal });
    return { price, delta, europeanPrice, errorBound, boundary: [] };
  }
  const curve: Curve = { times: [0], zeroRates: [rate], interpolation: 'linear_zero' };
  const terms = { spot, dividend, dividends };
  const deviation = Math.sqrt(integratedVariance(parameters, time));
  if (!(deviation > 0)) {
    const certainOption = { strike, time, sign, curve, terms, variance: () => 0 };
    const { price, delta } = dividendOption({ ...certainOption, american: true });
    return { price, delta, europeanPrice: dividendOption({ ...certainOption, american: false }).price, errorBound: 0, boundary: [] };
  }
  const dates = exDatesOf(dividends, option);
  const fall = fallOf(dates, spot / strike);
  const lessened = forwardWithDividends(curve, terms, time) * exp((dividend - rate) * time);
  // A spot at which the grid has the control, whatever the dividends take.
  const controlSpot = Math.max(lessened, Math.min(spot, strike) * exp(-deviation));
  const exact = (startSpot: Price): Price =>
    exp(-rate * time) * hestonStrip(parameters, startSpot * exp((rate - dividend) * time), [strike], time, sign)[0]!;
  const control = {
    spot: controlSpot,
    price: exact(controlSpot) / strike,
    slope:
      (exact(controlSpot * (1 + EUROPEAN_DELTA_BUMP)) - exact(controlSpot * (1 - EUROPEAN_DELTA_BUMP))) /
      (2 * EUROPEAN_DELTA_BUMP * strike),
  };
  const on = (resolution: Resolution) => solve(option, dates, fall, control, resolution, signal);
  let coarse = await on(scaled(0.5));
  let fine = await on(scaled(1));
  const error = () => strike * Math.max(Math.abs(fine.american - coarse.american), Math.abs(fine.european - coarse.european));
  const target = Math.max(TARGET_ERROR.ofPrice * strike * fine.european, TARGET_ERROR.ofStrike * strike);
  if (error() / 3 > target && !fine.exercisedToday) [coarse, fine] = [fine, await on(scaled(2))];
  const better = (figureOf: (one: Solution) => number) => figureOf(fine) + (figureOf(fine) - figureOf(coarse)) / 3;
  const intrinsic = Math.max(sign * (spot - strike), 0);
  const europeanPrice =
    strike *
    Math.max(
      better((one) => one.european),
      0,
    );
  const best = Math.max(strike * better((one) => one.american), europeanPrice);
  const exercised = fine.exercisedToday || best <= intrinsic;
  const values = {
    price: exercised ? intrinsic : best,
    delta: exercised && intrinsic > 0 ? sign : (strike / spot) * better((one) => one.slope),
    europeanPrice,
    errorBound: exercised
      ? 0
      : Math.max(error(), MIN_ERROR.ofPrice * best, MIN_ERROR.ofStrike * strike * Math.min(1, deviation / MIN_ERROR.deviation)),
    boundary: fine.boundary,
  };
  requireConverged(option, values);
  return values;
}

/** The dividends by date; one within rounding of expiry is paid at expiry. */
function exDatesOf(dividends: readonly Dividend[], { strike, time }: HestonDividendOption): ExDate[] {
  const times = [...new Set(dividends.map((one) => Math.min(one.time, time)))];
  return times.map((exDate) => {
    const paid = dividends.filter((one) => Math.min(one.time, time) === exDate);
    return {
      time: exDate,
      cash: paid.reduce((sum, one) => sum + one.cash, 0) / strike,
      keptShare: paid.reduce((part, one) => part * (1 - one.proportion), 1),
    };
  });
}

/** x after the dividends of a date. */
const placeAfter = (x: number, { cash, keptShare }: ExDate): number =>
  x + log(keptShare) + (cash === 0 ? 0 : log(Math.max(1 - (cash / keptShare) * exp(-x), MIN_SHARE_KEPT)));

/** Largest widening of the dense part of the grid: a spot that falls by e^−1. */
const MAX_BEND = 1;

function fallOf(dates: readonly ExDate[], money: number): Fall {
  const start = log(money);
  const end = dates.reduce(placeAfter, start);
  const bend = dates.toReversed().reduce((level, { cash, keptShare }) => (level + cash) / keptShare, 1);
  return { spot: start - end, strike: Math.min(log(bend), MAX_BEND) };
}

/** The European option without dividends: its spot, and its exact price and ∂/∂x in units of the strike. */
interface Control {
  readonly spot: Price;
  readonly price: number;
  readonly slope: number;
}

/** A solution on one grid, at the spot and v₀, in units of the strike; the control's error on the grid is taken off. */
interface Solution {
  readonly american: number;
  readonly european: number;
  /** ∂ american/∂x */
  readonly slope: number;
  readonly exercisedToday: boolean;
  readonly boundary: HestonDividendValues['boundary'];
}

async function solve(
  option: HestonDividendOption,
  dates: readonly ExDate[],
  fall: Fall,
  control: Control,
  resolution: Resolution,
  signal: AbortSignal | undefined,
): Promise<Solution> {
  const { parameters, spot, strike, rate, time, sign } = option;
  const grid = gridFor(option, resolution, fall);
  const { xs, vs } = grid;
  const [n, m] = [xs.length, vs.length];
  const payoff = Float64Array.from(xs, (x) => Math.max(sign * expm1(x), 0));
  const floor = new Float64Array(n * m);
  const american = new Float64Array(n * m);
  for (let j = 0; j < m; j++) {
    floor.set(payoff, j * n);
    american.set(payoff, j * n);
    american[j * n + grid.strike] = strikeCell(grid, sign);
  }
  const [european, plain] = [american.slice(), american.slice()];
  const multiplier = new Float64Array(n * m);
  const weight = splittingWeight(parameters);
  const boundary: { time: Years; spot: Price }[] = [];
  const note = (exerciseTime: Years): void => {
    const { theta, v0, kappa } = parameters;
    const mean = theta + (v0 - theta) * exp(-kappa * exerciseTime);
    const next = Math.max(
      1,
      Math.min(
        m - 1,
        vs.findIndex((v) => v >= mean),
      ),
    );
    const j = vs[next]! - mean < mean - vs[next - 1]! ? next : next - 1;
    const edge = edgeOf(american.subarray(j * n, (j + 1) * n), payoff, sign);
    if (edge !== undefined) boundary.push({ time: exerciseTime, spot: strike * exp(xs[edge]!) });
  };
  let work = 0;
  let to = time;
  for (let date = dates.length - 1; date >= -1; date--) {
    const from = date < 0 ? 0 : dates[date]!.time;
    const steps = to > from ? Math.max(MIN_STEPS_BETWEEN_DIVIDENDS, Math.ceil((resolution.times * (to - from)) / time - 1e-9)) : 0;
    const dt = (to - from) / steps;
    const damped = to === time ? DAMPED_STEPS : 1;
    // The operators of a stretch alone are held: with many ex-dates each has its own length of step.
    const [half, step] = steps === 0 ? [] : [hestonStepper(option, grid, dt / 2, 1), hestonStepper(option, grid, dt, weight)];
    for (let k = 0; k < steps; k++) {
      for (let part = 0; part < (k < damped ? 2 : 1); part++) {
        const [apply, length] = k < damped ? [half?.implicit, dt / 2] : [step?.craigSneyd, dt];
        apply?.(plain);
        apply?.(european);
        apply?.(american, multiplier);
        project(american, multiplier, floor, length);
      }
      if (k + 1 < steps) note(to - (k + 1) * dt);
      work += n * m;
      if (work > WORK_PER_TURN) {
        work = 0;
        await setImmediate();
        if (signal?.aborted) throw new EngineFailure('cancelled', 'the pricing was cancelled');
      }
    }
    if (date >= 0) {
      const remainingTime = time - from;
      // At a spot of 0 a put is worth its strike: paid at once, or at expiry where the rate is negative.
      const atZero = sign > 0 ? 0 : exp(-rate * remainingTime);
      fallBy(grid, dates[date]!, european, atZero);
      fallBy(grid, dates[date]!, american, sign > 0 ? 0 : Math.max(1, atZero));
      for (let k = 0; k < american.length; k++) american[k] = Math.max(american[k]!, european[k]!, floor[k]!);
      multiplier.fill(0);
      note(from);
    }
    to = from;
  }
  const place = log(spot / strike);
  const gridControl = interpolated(grid, plain, log(control.spot / strike), parameters.v0);
  const [exercisable, alive] = [interpolated(grid, american, place, parameters.v0), interpolated(grid, european, place, parameters.v0)];
  const intrinsic = sign * expm1(place);
  return {
    american: exercisable.value + control.price - gridControl.value,
    european: alive.value + control.price - gridControl.value,
    slope: exercisable.slope + control.slope - gridControl.slope,
    exercisedToday: intrinsic > 0 && exercisable.value <= intrinsic + MIN_GAIN,
    boundary: boundary.toReversed(),
  };
}

/** Replaces the values after an ex-date by those right before it. */
function fallBy({ xs, vs }: SpotVarianceGrid, date: ExDate, values: Float64Array, atZero: number): void {
  const n = xs.length;
  const spots = xs.map(exp);
  const weights = new Float64Array(4 * n);
  const first = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    const spotAfter = exp(placeAfter(xs[i]!, date));
    if (spotAfter < spots[0]!) {
      // The share of the lowest node's value; the rest is that at a spot of 0.
      first[i] = -1;
      weights[4 * i] = spotAfter / spots[0]!;
      continue;
    }
    const nodes = window(spots, spotAfter);
    first[i] = nodes[0]!;
    nodes.forEach((k, a) => {
      weights[4 * i + a] = nodes.reduce(
        (product, l) => (l === k ? product : (product * (spotAfter - spots[l]!)) / (spots[k]! - spots[l]!)),
        1,
      );
    });
  }
  const row = new Float64Array(n);
  for (let j = 0; j < vs.length; j++) {
    row.set(values.subarray(j * n, (j + 1) * n));
    for (let i = 0; i < n; i++) {
      const [firstNode, w] = [first[i], 4 * i];
      const value =
        firstNode! < 0
          ? atZero + weights[w]! * (row[0]! - atZero)
          : weights[w]! * row[firstNode!]! +
            weights[w + 1]! * row[firstNode! + 1]! +
            weights[w + 2]! * row[firstNode! + 2]! +
            weights[w + 3]! * row[firstNode! + 3]!;
      values[j * n + i] = Math.max(value, 0);
    }
  }
}
