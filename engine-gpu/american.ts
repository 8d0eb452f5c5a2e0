/**
 * American options by simulation: a policy fitted on paths of its own, and what it is worth on others.
 *
 * The price is that of a holder who follows the policy, so no more than the option's but for the standard error. Of what is paid when the
 * policy stops, European options of the same moment are taken off, whose values are known: what is left varies a hundred times less.
 */
import type { Backend, Fallback } from './backend/backend.js';
import { EngineFailure } from './failure.js';
import { blackScholes, blackScholesGreeks, GREEKS } from './formula/black-scholes.js';
import { limitDepth } from './formula/exercise-window.js';
import { type OptionOnAsset, optionParts } from './formula/option-parts.js';
import {
  boundedProgram,
  type Controls,
  type Exercisable,
  type Region,
  STATES_A_THREAD,
  statesProgram,
  stoppedProgram,
} from './kernel/exercise.js';
import { argumentsFor, launchOf } from './kernel/launch.js';
import { DEPENDENT, type ExercisePolicy, fitExercise, martingaleStrikes, startsOf } from './method/exercise-policy.js';
import { estimate, type MonteCarloResult, mean, type RunLimits, standardErrorOf } from './method/monte-carlo.js';
import { regressOn } from './method/regression.js';
import { type AmericanPriceRequest, type AmericanPriceResponse, DATES_A_YEAR, MOST_DATES } from './product/american.js';
import type { Market } from './product/market.js';
import { signOf } from './product/vanilla.js';
import { allRows, layoutFor, shiftFor } from './random/lattice.js';
import type { Price, Years } from './units.js';

export type AmericanPrice = MonteCarloResult & Omit<AmericanPriceResponse, keyof MonteCarloResult>;

/** Points of each of the two fits: of the policy, and of the controls. */
const LOG2_FITTING = 9;
/** The stream of the seed that fits take. */
const FITTING = 1;
/** Dates on which a policy is fitted; between them its boundary is interpolated. */
const MOST_FITTED = 128;
/** Of ln S both ways, for delta: what the derivative's own change over it leaves is 1e-4. */
const BUMP = 0.01;
/** Paths of the upper bound: on each it is nearly the same number. */
const BOUND_PATHS = 2 ** 14;

/** @param today ISO date, of the manifest */
export async function priceAmerican(
  request: AmericanPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<AmericanPrice> {
  const { spot, strike, rate, volatility, time, dividend, optionType, pricer } = request;
  const option = { spot, strike, rate, volatility, time, dividend, sign: signOf(optionType) };
  const { numSteps = Math.min(MOST_DATES, Math.max(1, Math.round(DATES_A_YEAR * time))), seed } = pricer;
  const dates = Array.from({ length: numSteps }, (_, i) => (time * (i + 1)) / numSteps);
  const european = blackScholes(spot, strike, rate, volatility, time, dividend, option.sign);
  if (!(volatility * Math.sqrt(time) > 0)) return certain(option, [0, ...dates], european, seed, backend);

  const settings = { ...pricer, ...limits };
  const exercisable: Exercisable = { ...option, market: marketOf(option, today), times: dates };
  requireWithin(limits, pricer.numPaths, exercisable);
  const { policy, controls, fallbacks } = await learn(exercisable, seed, limits, backend);
  const lower = await estimate(stoppedProgram(exercisable, policy.regions.slice(1), controls, BUMP), settings, backend);
  const known = controlsToday(option, controls);
  const simulated = {
    price: mean(lower.means) + known(0),
    delta: (mean(lower.others[0]!) + known(BUMP) - known(-BUMP)) / (2 * spot * Math.sinh(BUMP)),
  };
  const upper = pricer.upperBound
    ? await estimate(
        boundedProgram(exercisable, controls.strikes, policy.increments),
        { ...settings, numPaths: Math.min(pricer.numPaths, BOUND_PATHS) },
        backend,
      )
    : undefined;
  const exerciseBoundary = boundaryOf(option, [0, ...dates], policy.regions);
  const best = bestOf(option, european, exerciseBoundary.length > 0 ? simulated : undefined);
  const result = {
    ...best,
    standardError: standardErrorOf(lower.means),
    europeanPrice: european,
    earlyExercisePremium: best.price - european,
    exerciseBoundary,
    ...(upper && { upperBound: { price: mean(upper.means), standardError: standardErrorOf(upper.means) } }),
    numPaths: lower.numPaths,
    numSteps,
    seed,
    backend: lower.backend,
    fallbacks: distinct([...fallbacks, ...lower.fallbacks, ...(upper?.fallbacks ?? [])]),
    varianceReduction: 'control_variate' as const,
    warnings: exerciseBoundary.length === 0 ? [] : [REGRESSED],
  };
  for (const name of ['price', 'delta', 'europeanPrice', 'standardError'] as const)
    if (!Number.isFinite(result[name]))
      throw new EngineFailure(
        'pricing',
        `${name} is not a finite number (${result[name]}): the terms are too extreme for double precision`,
      );
  return result;
}

const REGRESSED =
  'exercise is decided by least-squares regression: the price is that of a policy that is nearly the best, a lower bound up to its standard error';

const marketOf = ({ spot, rate, dividend, volatility }: OptionOnAsset, valuationDate: string): Market => ({
  valuationDate,
  curve: { times: [1], zeroRates: [rate], interpolation: 'linear_zero' },
  assets: [{ name: 'underlying', spot, volatility, dividend }],
  correlation: [[1]],
});

function requireWithin({ costLimit }: RunLimits, numPaths: number, { times }: Exercisable): void {
  const { shifts, log2Points } = layoutFor(numPaths);
  const work = shifts * 2 ** log2Points * times.length;
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps must be at most ${costLimit}; this run would take ${work}`);
}

/** Without volatility or time there is one path: exercised on the best of its dates. */
function certain(option: OptionOnAsset, dates: readonly Years[], european: Price, seed: number, backend: Backend): AmericanPrice {
  const { spot, strike, rate, dividend, sign } = option;
  const values = dates.map((t) => Math.max(sign * (spot * Math.exp(-dividend * t) - strike * Math.exp(-rate * t)), 0));
  const price = Math.max(...values);
  const at = dates[values.indexOf(price)]!;
  return {
    price,
    standardError: 0,
    europeanPrice: european,
    earlyExercisePremium: price - european,
    delta: price > 0 ? sign * Math.exp(-dividend * at) : 0,
    exerciseBoundary: [],
    numPaths: 1,
    numSteps: dates.length - 1,
    seed,
    backend: backend.name,
    fallbacks: [],
    varianceReduction: 'none',
    warnings: [],
  };
}

/** Never to exercise early and to exercise today are policies too, of known value. */
function bestOf(option: OptionOnAsset, european: Price, simulated: { readonly price: Price; readonly delta: number } | undefined) {
  const { spot, strike, rate, volatility, time, dividend, sign } = option;
  const intrinsic = sign * (spot - strike);
  const early = simulated?.price ?? 0;
  if (intrinsic >= Math.max(early, european)) return { price: intrinsic, delta: sign };
  if (simulated && early > european) return simulated;
  const row = new Float64Array(GREEKS.length);
  blackScholesGreeks(spot, strike, rate, volatility, time, dividend, sign, row, 0);
  return { price: european, delta: row[GREEKS.indexOf('delta')]! };
}

interface Learnt {
  /** On every exercise date. */
  readonly policy: ExercisePolicy;
  readonly controls: Controls;
  readonly fallbacks: readonly Fallback[];
}

/** Fits the policy on one set of paths, spread over starts, and what goes with the controls on another, from the spot. */
async function learn(option: Exercisable, seed: number, { signal }: RunLimits, backend: Backend): Promise<Learnt> {
  const every = Math.ceil(option.times.length / MOST_FITTED);
  const fitted = option.times.filter((_, i) => (option.times.length - 1 - i) % every === 0);
  const strikes = martingaleStrikes(option);
  const groups = Math.ceil((fitted.length + 1) / STATES_A_THREAD);
  const spread = [startsOf(option), { from: 0, to: 0 }];
  const program = statesProgram(
    { ...option, times: fitted },
    spread.flatMap((starts) => Array.from({ length: groups }, (_, group) => ({ first: group * STATES_A_THREAD, ...starts }))),
  );
  const [row] = allRows({ shifts: 1, log2Points: LOG2_FITTING });
  const rows = spread.flatMap((_, shift) => Array.from({ length: groups }, () => ({ ...row!, shift })));
  const shifts = spread.map((_, shift) => shiftFor(seed, FITTING, shift, program.dimensions.components.length));
  const { values, fallbacks } = await backend.run(launchOf(program, argumentsFor(program, rows, shifts, seed)));
  const width = row!.width;
  const states = spread.map((_, part) =>
    [0, ...fitted].map((_, date) => {
      const start = (part * groups + Math.floor(date / STATES_A_THREAD)) * width * STATES_A_THREAD + (date % STATES_A_THREAD);
      return Float64Array.from({ length: width }, (_, path) => values[start + path * STATES_A_THREAD]!);
    }),
  );
  const both = states[0]!.map((some, date) => Float64Array.of(...some, ...states[1]![date]!));
  const onFitted = await fitExercise(option, strikes, [0, ...fitted], both);
  if (signal?.aborted) throw new EngineFailure('cancelled', 'the simulation was cancelled');
  return {
    policy: every === 1 ? onFitted : onEachDate(option, [0, ...fitted], onFitted),
    controls: { strikes, coefficients: fitControls(option, strikes, [0, ...fitted], onFitted.regions, states[1]!) },
    fallbacks,
  };
}

/** Between fitted dates a boundary is linear in the root of the time left, as it nearly is at expiry. */
function onEachDate(option: Exercisable, fitted: readonly Years[], { regions, increments }: ExercisePolicy): ExercisePolicy {
  const { time, times, spot, strike, sign } = option;
  const root = (t: Years) => Math.sqrt(time - t);
  const limit = Math.log(strike / spot) + sign * limitDepth(option);
  const at = (t: Years): { readonly step: number; readonly region: Region | undefined } => {
    const next = fitted.findIndex((date) => date > t);
    const step = (next === -1 ? fitted.length : next) - 1;
    const [here, there] = [regions[step], step + 1 === fitted.length - 1 ? withNear(regions[step], sign, limit) : regions[step + 1]];
    if (here === undefined || there === undefined) return { step, region: here };
    const share = (root(fitted[step]!) - root(t)) / (root(fitted[step]!) - root(fitted[step + 1]!));
    const between = (a: number, b: number) => (Number.isFinite(a) && Number.isFinite(b) ? a + share * (b - a) : a);
    return { step, region: { from: between(here.from, there.from), to: between(here.to, there.to) } };
  };
  const starts = [0, ...times.slice(0, -1)].map(at);
  return {
    regions: starts.map(({ region }) => region),
    // A step's coefficients are of what the option is worth at its end.
    increments: starts.map(({ step }, i) => {
      const share = (times[i]! - fitted[step]!) / (fitted[step + 1]! - fitted[step]!);
      return increments[step]!.map((coefficient, k) => coefficient + (1 - share) * (increments[Math.max(step - 1, 0)]![k]! - coefficient));
    }),
  };
}

const withNear = (region: Region | undefined, sign: 1 | -1, near: number): Region | undefined =>
  region && (sign > 0 ? { ...region, from: near } : { ...region, to: near });

/** Coefficients of the options' parts that come nearest what is paid where paths from the spot stop. */
function fitControls(
  option: OptionOnAsset,
  strikes: readonly Price[],
  dates: readonly Years[],
  regions: readonly (Region | undefined)[],
  states: readonly Float64Array[],
): number[] {
  const { spot, strike, rate, sign } = option;
  const last = dates.length - 1;
  const partsOn = dates.map((t) => optionParts(option, strikes, t));
  const count = states[0]!.length;
  const value = new Float64Array(count);
  const columns = Array.from({ length: 2 * strikes.length }, () => new Float64Array(count));
  const parts = new Float64Array(columns.length);
  for (let path = 0; path < count; path++) {
    let date = 1;
    while (date < last && !stops(regions[date], states[date]![path]!)) date++;
    const x = states[date]![path]!;
    value[path] = Math.exp(-rate * dates[date]!) * Math.max(sign * (Math.exp(x) - strike / spot), 0);
    partsOn[date]!(x, parts);
    parts.forEach((part, k) => {
      columns[k]![path] = part;
    });
  }
  const constant = new Float64Array(count).fill(1);
  return regressOn([constant, ...columns], value, DEPENDENT).slice(1);
}

const stops = (region: Region | undefined, x: number): boolean => region !== undefined && x > region.from && x < region.to;

/** What the controls are worth today where x = ln(S/S₀) is not 0 but what it is called with. */
function controlsToday(option: OptionOnAsset, { strikes, coefficients }: Controls): (x: number) => Price {
  const partsOn = optionParts(option, strikes, 0);
  const parts = new Float64Array(2 * strikes.length);
  return (x) => {
    partsOn(x, parts);
    return option.spot * coefficients.reduce((sum, coefficient, k) => sum + coefficient * parts[k]!, 0);
  };
}

const boundaryOf = (
  { spot, sign }: OptionOnAsset,
  dates: readonly Years[],
  regions: readonly (Region | undefined)[],
): AmericanPriceResponse['exerciseBoundary'] =>
  regions.flatMap((region, i) => {
    if (region === undefined) return [];
    const [near, far] = sign > 0 ? [region.from, region.to] : [region.to, region.from];
    return [{ time: dates[i]!, spot: spot * Math.exp(near), ...(Number.isFinite(far) && { farSpot: spot * Math.exp(far) }) }];
  });

const distinct = (fallbacks: readonly Fallback[]): Fallback[] => [
  ...new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback])).values(),
];
