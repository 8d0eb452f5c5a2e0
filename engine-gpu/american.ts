/**
 * American options by simulation: a policy fitted on paths of its own, and what it is worth on others.
 *
 * The price is that of a holder who follows the policy, so no more than the option's but for the standard error. Of what is paid when the
 * policy stops, European options of the same moment are taken off, whose values are known: what is left varies a hundred times less.
 */
import type { Backend, Fallback } from './backend/backend.js';
import { EngineFailure } from './failure.js';
import { blackScholes, blackScholesGreeks, GREEKS } from './formula/black-scholes.js';
import { type OptionOnAsset, optionParts } from './formula/option-parts.js';
import { boundedProgram, type Controls, type Exercisable, type Region, stoppedProgram } from './kernel/exercise.js';
import { learnExercise } from './method/exercise-fit.js';
import { estimate, type MonteCarloResult, mean, type RunLimits, standardErrorOf } from './method/monte-carlo.js';
import { type AmericanPriceRequest, type AmericanPriceResponse, DATES_A_YEAR, MOST_DATES } from './product/american.js';
import type { Market } from './product/market.js';
import { signOf } from './product/vanilla.js';
import { layoutFor } from './random/lattice.js';
import type { Price, Years } from './units.js';

export type AmericanPrice = MonteCarloResult & Omit<AmericanPriceResponse, keyof MonteCarloResult>;

/** Of ln S both ways, for delta: what the derivative's own change over it leaves is 1e-4. */
const BUMP = 0.01;
/** Paths of delta and of the upper bound, which hardly vary from one to the next. */
const FEW_PATHS = 2 ** 14;

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
  const few = { ...settings, numPaths: Math.min(pricer.numPaths, FEW_PATHS), targetStandardError: undefined };
  const exercisable: Exercisable = { ...option, market: marketOf(option, today), times: dates };
  requireWithin(limits, pricer.numPaths, exercisable);
  const { policy, controls, fallbacks } = await learnExercise(exercisable, seed, limits, backend);
  const lower = await estimate(stoppedProgram(exercisable, policy.regions.slice(1), controls, [{ x: 0, weight: 1 }]), settings, backend);
  const bumped = await estimate(
    stoppedProgram(exercisable, policy.regions.slice(1), controls, [
      { x: BUMP, weight: 1 },
      { x: -BUMP, weight: -1 },
    ]),
    few,
    backend,
  );
  const known = controlsToday(option, controls);
  const simulated = {
    price: mean(lower.means) + known(0),
    delta: (mean(bumped.means) + known(BUMP) - known(-BUMP)) / (2 * spot * Math.sinh(BUMP)),
  };
  const upper = pricer.upperBound
    ? await estimate(boundedProgram(exercisable, controls.strikes, policy.increments), few, backend)
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
    fallbacks: distinct([...fallbacks, ...lower.fallbacks, ...bumped.fallbacks, ...(upper?.fallbacks ?? [])]),
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
