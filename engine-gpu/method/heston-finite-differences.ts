/**
 * Bermudan and American options under Heston (1993) by finite differences in x = ln(S/K) and v, in units of the strike:
 *
 *   ∂u/∂τ = ½v (u_xx − u_x) + ρσv u_xv + ½σ²v u_vv + (r − q) u_x + κ(θ − v) u_v − r u,   u ≥ max(±(e^x − 1), 0) where exercise is allowed
 *
 * Grids are sinh-spaced, concentrated at the strike and at v = 0. Where x is cut off, u is linear in the spot; at v = 0 and at the largest
 * v the equation holds with one-sided differences in v, because the drift points inwards. Time steps are by the modified Craig-Sneyd
 * splitting, which is of second order with a mixed derivative; the first two are four implicit half-steps, which damp the payoff's kink
 * (Rannacher). A Bermudan option is floored by the payoff on its dates. An American one follows the splitting of Ikonen and Toivanen, whose
 * multiplier keeps second order in time.
 *
 * The European option is computed on the same grid. Only the difference of the two, the early exercise premium, is used: its European part
 * is exact (heston-strip.ts), and most of the error of the grid cancels. Two grids, one twice as fine as the other, are extrapolated to
 * second order; the error stated is what the extrapolation adds.
 *
 * @see K. J. in 't Hout, S. Foulon (2010), ADI finite difference schemes for option pricing in the Heston model with correlation, Int. J.
 *      Numer. Anal. Model. 7; T. Haentjens, K. J. in 't Hout (2015), ADI schemes for pricing American options under the Heston model,
 *      Appl. Math. Finance 22; S. Ikonen, J. Toivanen (2009), Operator splitting methods for pricing American options under stochastic
 *      volatility, Numer. Math. 113
 */
import { setImmediate } from 'node:timers/promises';
import { EngineFailure } from '../base/failure.js';
import type { Price, Rate, Years } from '../base/units.js';
import type { HestonParameters } from '../market/model-parameters.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { exp, expm1 } from '../math/elementary/exp.js';
import { log } from '../math/elementary/log.js';
import { integratedVariance } from '../model/heston.js';
import { gridFor, interpolated, project, type Resolution, strikeCell } from './heston-grid.js';
import { hestonStepper, type SpotVarianceGrid, type Stepper } from './heston-stepper.js';
import { hestonStrip } from './heston-strip.js';

export interface HestonOption {
  readonly parameters: HestonParameters;
  readonly spot: Price;
  readonly strike: Price;
  /** Continuously compounded, flat. */
  readonly rate: Rate;
  readonly dividend: Rate;
  /** Years to expiry, above 0. */
  readonly time: Years;
  /** +1 for a call, −1 for a put. */
  readonly sign: 1 | -1;
  /** Exercise dates after today in increasing order, the last the expiry; or `continuous`. Exercise today is allowed in both. */
  readonly exercise: 'continuous' | readonly Years[];
}

/** The spots at which a Bermudan option is exercised on a date, by variance. */
export interface ExerciseSlice {
  readonly variances: Float64Array;
  /** ±ln(S/K) at and beyond which the option is exercised, per variance; ∞ where it is not. */
  readonly near: Float64Array;
  /** ±ln(S/K) beyond which it is not exercised again; ∞ where there is no such depth. */
  readonly far: Float64Array;
}

export interface HestonFiniteDifferences {
  readonly price: Price;
  /** ∂V/∂S */
  readonly delta: number;
  /** The European option, by its transform. */
  readonly europeanPrice: Price;
  /** Estimated absolute error of the price, price units. */
  readonly errorBound: Price;
  /** One per exercise date but the last; empty for continuous exercise. */
  readonly slices: readonly ExerciseSlice[];
  /** Values of the Bermudan option on the grid, where asked for and there is a grid. */
  readonly held: HeldValues | undefined;
}

/** Values of a Bermudan option on the nodes of a grid, in units of the strike. */
export interface HeldValues {
  readonly grid: SpotVarianceGrid;
  /** Ends of the time steps in years, increasing, the first 0 and the last the expiry. */
  readonly times: readonly Years[];
  /** Value of the option if it is not exercised, per time but the expiry: one row of spots per variance. */
  readonly values: readonly Float32Array[];
  /** True where the option may be exercised, per time. */
  readonly exercisable: readonly boolean[];
}

/** Resolution of the finer grid; the coarser has half as many of each. Leaves 1e-4 of the price or less over ρ in ±0.95, σ ≤ 1.5 and T ≤ 5 (test/reference/american_heston.json). */
const DEFAULT_RESOLUTION: Resolution = { spots: 200, variances: 72, times: 120 };

/**
 * Largest |ρ| at which the stated error is relied on. At 1 the equation has no diffusion across one direction, and the error that the grids
 * state can be too small: of about 200 random options with σ ≤ 1.5 at ±1 two were off by far more than that, and none of 98 at 0.97 and ±0.99.
 */
export const MAX_ABS_RHO = 0.99;
/** Steps that are taken as two implicit half-steps each. */
export const DAMPED_STEPS = 2;
/** Gain from exercise, in units of the strike, below which it is rounding. */
export const MIN_GAIN = 1e-9;
/** Work, in nodes × steps, after which other requests of the thread are let in: a few milliseconds. */
export const WORK_PER_TURN = 50_000;

/**
 * Smallest error that is stated, because two grids may agree by chance: a fraction of the price, and a fraction of the strike that is less
 * where the total standard deviation is below `deviation`.
 */
export const MIN_ERROR = { ofPrice: 3e-4, ofStrike: 2e-6, deviation: 0.1 };
/** Error, as a fraction of the price and of the strike, above which the grid is refined once more. */
export const TARGET_ERROR = { ofPrice: 4e-4, ofStrike: 2e-6 };

/**
 * Prices the option on two grids, and on a third, twice as fine, where those two are not close enough.
 *
 * @returns price, delta, the exercise region and the estimated error: measured against QuantLib on 58 options with |ρ| ≤ 0.95, σ ≤ 1.5,
 *          T ≤ 5 and spots of 70 to 130 % of the strike, the price is within 5e-4 of itself
 * @throws EngineFailure `cancelled` where the signal is aborted, `pricing` where a number is not finite
 */
export async function hestonFiniteDifferences(
  option: HestonOption,
  { signal, keepValues = false }: { readonly signal?: AbortSignal | undefined; readonly keepValues?: boolean } = {},
): Promise<HestonFiniteDifferences> {
  const { parameters, spot, strike, rate, dividend, time, sign } = option;
  const deviation = Math.sqrt(integratedVariance(parameters, time));
  if (!(deviation > 0)) return withoutVariance(option);
  const european = (startSpot: Price): Price => {
    const [undiscounted] = hestonStrip(parameters, startSpot * exp((rate - dividend) * time), [strike], time, sign);
    return exp(-rate * time) * undiscounted!;
  };
  const europeanPrice = european(spot);
  const target = Math.max(TARGET_ERROR.ofPrice * europeanPrice, TARGET_ERROR.ofStrike * strike);
  let coarse = await solve(option, scaled(0.5), signal, keepValues);
  let fine = await solve(option, scaled(1), signal, keepValues);
  const exerciseValues = fine.held ?? coarse.held;
  const error = () => (strike * Math.abs(fine.premium - coarse.premium)) / 3;
  if (error() > target && !fine.exercisedToday) [coarse, fine] = [fine, await solve(option, scaled(2), signal, false)];
  const premium = fine.premium + (fine.premium - coarse.premium) / 3;
  const intrinsic = Math.max(sign * (spot - strike), 0);
  const best = europeanPrice + strike * Math.max(premium, 0);
  const exercised = fine.exercisedToday || best <= intrinsic;
  const europeanDelta =
    (european(spot * (1 + EUROPEAN_DELTA_BUMP)) - european(spot * (1 - EUROPEAN_DELTA_BUMP))) / (2 * spot * EUROPEAN_DELTA_BUMP);
  const result = {
    price: exercised ? intrinsic : best,
    delta: exercised && intrinsic > 0 ? sign : europeanDelta + (strike / spot) * fine.slope,
    europeanPrice,
    errorBound: exercised
      ? 0
      : Math.max(error(), MIN_ERROR.ofPrice * best, MIN_ERROR.ofStrike * strike * Math.min(1, deviation / MIN_ERROR.deviation)),
    slices: fine.slices,
    held: exerciseValues,
  };
  requireConverged(option, result);
  return result;
}

/** Error, as a fraction of the price or of the strike, above which there is no result: the grid cannot resolve the terms. */
const MAX_ERROR = { ofPrice: 0.1, ofStrike: 1e-3 };

/** Refuses a result that is not finite, outside the bounds of no arbitrage, or too uncertain. */
export function requireConverged(
  { spot, strike, rate, dividend, time, sign }: Omit<HestonOption, 'exercise'>,
  { price, delta, errorBound }: Pick<HestonFiniteDifferences, 'price' | 'delta' | 'errorBound'>,
): void {
  const most = sign > 0 ? spot * Math.max(1, exp(-dividend * time)) : strike * Math.max(1, exp(-rate * time));
  const allowed = Math.max(MAX_ERROR.ofPrice * price, MAX_ERROR.ofStrike * strike);
  // A comparison with NaN is false.
  if (Number.isFinite(delta) && errorBound <= allowed && price <= most + MIN_ERROR.ofStrike * strike) return;
  throw new EngineFailure(
    'pricing',
    `the finite differences did not converge (price ${price.toPrecision(6)}, estimated error ${errorBound.toPrecision(2)}): rates, variance and time are too extreme together`,
  );
}

export const scaled = (factor: number): Resolution => ({
  spots: DEFAULT_RESOLUTION.spots * factor,
  variances: DEFAULT_RESOLUTION.variances * factor,
  times: DEFAULT_RESOLUTION.times * factor,
});

/** Without variance the path of the spot is known, and the best date on it. */
function withoutVariance({ spot, strike, rate, dividend, time, sign, exercise }: HestonOption): HestonFiniteDifferences {
  const worth = (t: Years): Price => sign * (spot * exp(-dividend * t) - strike * exp(-rate * t));
  // Where interest on the strike and the dividend balance, the value of exercise is stationary.
  const balance = log((dividend * spot) / (rate * strike)) / (dividend - rate);
  const dates = exercise === 'continuous' ? [0, ...(balance > 0 && balance < time ? [balance] : []), time] : [0, ...exercise];
  const best = dates.reduce((best, date) => (worth(date) > worth(best) ? date : best));
  const price = Math.max(worth(best), 0);
  return {
    price,
    delta: price > 0 ? sign * exp(-dividend * best) : 0,
    europeanPrice: Math.max(worth(time), 0),
    errorBound: 0,
    slices: [],
    held: undefined,
  };
}

/** Relative bump of the spot for the European delta, whose price is exact to 1e-12. */
export const EUROPEAN_DELTA_BUMP = 1e-4;

/** A solution on one grid, at the spot and v₀, in units of the strike. */
interface Solution {
  /** American (or Bermudan) less European. */
  readonly premium: number;
  /** ∂ premium/∂x */
  readonly slope: number;
  readonly exercisedToday: boolean;
  readonly slices: readonly ExerciseSlice[];
  readonly held: HeldValues | undefined;
}

/** θ of the modified Craig-Sneyd scheme. ρ = ±1 needs the most; Haentjens and in 't Hout (2015), section 3. */
export const splittingWeight = ({ rho }: HestonParameters): number => Math.max(1 / 3, (2 * Math.abs(rho) + 1) * (2 / 13));

async function solve(
  option: HestonOption,
  resolution: Resolution,
  signal: AbortSignal | undefined,
  keepValues: boolean,
): Promise<Solution> {
  const { parameters, spot, strike, time, sign, exercise } = option;
  const grid = gridFor(option, resolution);
  const { xs, vs } = grid;
  const [n, m] = [xs.length, vs.length];
  const payoff = Float64Array.from(xs, (x) => Math.max(sign * expm1(x), 0));
  const floor = new Float64Array(n * m);
  const americanValues = new Float64Array(n * m);
  for (let j = 0; j < m; j++) {
    floor.set(payoff, j * n);
    americanValues.set(payoff, j * n);
    americanValues[j * n + grid.strike] = strikeCell(grid, sign);
  }
  const european = americanValues.slice();
  const dates = exercise === 'continuous' ? [time] : exercise;
  const steppers = new Map<string, Stepper>();
  const stepperOf = (dt: Years, theta: number): Stepper => {
    const key = `${dt.toPrecision(12)} ${theta}`;
    const cachedStepper = steppers.get(key) ?? hestonStepper(option, grid, dt, theta);
    steppers.set(key, cachedStepper);
    return cachedStepper;
  };
  const multiplier = exercise === 'continuous' ? new Float64Array(n * m) : undefined;
  const theta = splittingWeight(parameters);
  const slices: ExerciseSlice[] = [];
  const storedValues = keepValues && n * m * (resolution.times + dates.length) <= MAX_KEPT_VALUES ? valuesFrom(time) : undefined;
  let damped = 0;
  let work = 0;
  for (let date = dates.length - 1; date >= 0; date--) {
    const length = dates[date]! - (date === 0 ? 0 : dates[date - 1]!);
    const steps = Math.max(1, Math.ceil((resolution.times * length) / time - 1e-9));
    const dt = length / steps;
    for (let k = 0; k < steps; k++) {
      if (damped < DAMPED_STEPS) {
        const half = stepperOf(dt / 2, 1);
        for (let part = 0; part < 2; part++) {
          half.implicit(european);
          half.implicit(americanValues, multiplier);
          if (multiplier) project(americanValues, multiplier, floor, dt / 2);
        }
        damped++;
      } else {
        const step = stepperOf(dt, theta);
        step.craigSneyd(european);
        step.craigSneyd(americanValues, multiplier);
        if (multiplier) project(americanValues, multiplier, floor, dt);
      }
      storedValues?.add(
        k + 1 < steps ? dates[date]! - (k + 1) * dt : date === 0 ? 0 : dates[date - 1]!,
        americanValues,
        k + 1 === steps && date > 0,
      );
      work += n * m;
      if (work > WORK_PER_TURN) {
        work = 0;
        await setImmediate();
        if (signal?.aborted) throw new EngineFailure('cancelled', 'the pricing was cancelled');
      }
    }
    // Today's exercise is decided on the price.
    if (date > 0 && exercise !== 'continuous') {
      slices[date - 1] = sliceOf(grid, americanValues, payoff, sign);
      for (let k = 0; k < americanValues.length; k++) if (floor[k]! > americanValues[k]!) americanValues[k] = floor[k]!;
    }
  }
  const premium = americanValues.map((value, k) => value - european[k]!);
  const place = log(spot / strike);
  const premiumToday = interpolated(grid, premium, place, parameters.v0);
  const whole = interpolated(grid, americanValues, place, parameters.v0);
  const intrinsic = sign * expm1(place);
  return {
    premium: premiumToday.value,
    slope: premiumToday.slope,
    exercisedToday: intrinsic > 0 && whole.value <= intrinsic + MIN_GAIN,
    slices,
    held: storedValues?.on(grid),
  };
}

/** Largest number of values kept, in single precision: 64 MiB. */
const MAX_KEPT_VALUES = powerOfTwo(24);

/** Collects the values of the option, the last time first. */
function valuesFrom(expiry: Years) {
  const times = [expiry];
  const exercisable = [true];
  const values: Float32Array[] = [];
  return {
    add: (time: Years, optionValues: Float64Array, isDate: boolean): void => {
      times.unshift(time);
      exercisable.unshift(isDate);
      values.unshift(new Float32Array(optionValues));
    },
    on: (grid: SpotVarianceGrid): HeldValues => ({ grid, times, values, exercisable }),
  };
}

/** The exercise region of a date: where the payoff exceeds what holding is worth. */
function sliceOf({ xs, vs }: SpotVarianceGrid, optionValues: Float64Array, payoff: Float64Array, sign: 1 | -1): ExerciseSlice {
  const n = xs.length;
  const near = new Float64Array(vs.length).fill(Number.POSITIVE_INFINITY);
  const far = new Float64Array(vs.length).fill(Number.POSITIVE_INFINITY);
  for (let j = 0; j < vs.length; j++) {
    const gain = (i: number) => payoff[i]! - optionValues[j * n + i]!;
    const crossing = (inside: number, outside: number) =>
      sign * (xs[inside]! + ((xs[outside]! - xs[inside]!) * gain(inside)) / (gain(inside) - gain(outside)));
    // The search goes from the strike into the money.
    const [first, end] = sign > 0 ? [0, n] : [n - 1, -1];
    let i = first;
    while (i !== end && !(payoff[i]! > 0 && gain(i) > MIN_GAIN)) i += sign;
    if (i === end) continue;
    near[j] = i === first ? sign * xs[i]! : crossing(i, i - sign);
    while (i !== end && gain(i) > MIN_GAIN) i += sign;
    if (i !== end && Math.abs(i - end) > 2) far[j] = crossing(i - sign, i);
  }
  return { variances: vs, near, far };
}

/** Error, as a fraction of the price, above which a result warns. */
const WARNED_ERROR = 1e-3;

/** A warning where the estimated error is large. */
export const finiteDifferencesWarnings = ({ price, errorBound }: Pick<HestonFiniteDifferences, 'price' | 'errorBound'>): string[] =>
  errorBound > WARNED_ERROR * price
    ? [`the estimated error of the finite differences is ${errorBound.toPrecision(2)}, above ${100 * WARNED_ERROR} % of the price`]
    : [];
