/**
 * American options on exercise dates: by simulation of an exercise policy that is fitted on separate paths, or under Heston by finite
 * differences whose policy a simulation checks.
 *
 * A simulated price is the value to a holder who follows the policy, so it is a lower bound up to its standard error. European options with
 * the same exercise date are subtracted as control variates, whose values are known; what remains varies a hundred times less.
 */

import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import { blackScholesGreeks } from '../../formula/black-scholes.js';
import { GREEKS } from '../../formula/greeks.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import { powerOfTwo } from '../../math/elementary/binary.js';
import { exp } from '../../math/elementary/exp.js';
import { sinh } from '../../math/elementary/hyperbolic.js';
import { hypot } from '../../math/elementary/roots.js';
import {
  type AmericanPriceRequest,
  type AmericanPriceResponse,
  EXERCISE_DATES_PER_YEAR,
  MAX_EXERCISE_DATES,
} from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import { layoutFor } from '../../random/lattice.js';
import { modelOf } from '../process/index.js';
import {
  DEFAULT_PATHS,
  type Estimate,
  estimate,
  type MonteCarloResult,
  mean,
  type RunLimits,
  standardErrorOf,
  targetWarning,
} from '../run/monte-carlo.js';
import { biasWarnings } from '../run/plan.js';
import type { AmericanEstimate, AmericanRuns } from './american-estimate.js';
import { marketOf, requireQuotesTo } from './american-market.js';
import { priceUnderModel } from './american-under-model.js';
import { checkedDifferences } from './checked-differences.js';
import { fitExerciseAndControls } from './gbm-fit.js';
import { boundedProgram, type Controls, type Exercisable, type Region, type Start, stoppedProgram } from './gbm-kernels.js';
import { stepsOf } from './model-kernels.js';

export type AmericanPrice = MonteCarloResult & Omit<AmericanPriceResponse, keyof MonteCarloResult>;

/** Bump of ln S in both directions for delta. The error of the central difference is 1e-4. */
const LOG_SPOT_BUMP = 0.01;
/** Maximum number of paths for delta and the upper bound, which vary little from path to path. */
const MAX_PATHS_OF_DELTA = powerOfTwo(14);

/** The methods of an option on exercise dates. Finite differences are for the Heston model alone. */
type Method = Extract<AmericanPriceResponse['method'], 'least_squares_monte_carlo' | 'finite_differences'>;

/**
 * Prices an option that may be exercised today and on equally spaced dates.
 *
 * @param today  ISO date of the manifest, the valuation date
 * @throws EngineFailure `invalid` where the model's quotes admit arbitrage or end before expiry, `cost` above the limit, `cancelled`,
 *         `pricing` where a number is not finite
 */
export async function priceOnDates(
  method: Method,
  request: AmericanPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<AmericanPrice> {
  const { spot, strike, rate, time, dividend, optionType, pricer } = request;
  const sign = signOf(optionType);
  const { numSteps = Math.min(MAX_EXERCISE_DATES, Math.max(1, Math.round(EXERCISE_DATES_PER_YEAR * time))), seed } = pricer;
  // The last date is the expiry to the bit: an ulp beyond it the remaining standard deviation would not be a number.
  const times = Array.from({ length: numSteps }, (_, i) => (i + 1 === numSteps ? time : (time * (i + 1)) / numSteps));
  const market = marketOf(request, today);
  requireQuotesTo(market, request);
  const asset = market.assets[0]!;
  const deviation = time > 0 ? modelOf(asset).deviation(0, time) : 0;
  const terms = { spot, strike, rate, volatility: asset.volatility ?? 0, time, dividend, sign };
  if (!(deviation > 0)) return withoutRandomness(terms, [0, ...times], seed, backend);

  const settings = { ...pricer, ...limits };
  const runs: AmericanRuns = {
    price: settings,
    few: { ...settings, numPaths: Math.min(pricer.numPaths ?? MAX_PATHS_OF_DELTA, MAX_PATHS_OF_DELTA), targetStandardError: undefined },
    upperBound: pricer.upperBound,
    bump: LOG_SPOT_BUMP,
  };
  const option = { ...terms, market, times };
  const bySimulation = method === 'least_squares_monte_carlo';
  const steps = bySimulation && asset.model !== undefined ? stepsOf(option) : numSteps;
  // Finite differences bound the paths of their check themselves.
  if (bySimulation) requireWithinCost(limits, pricer.numPaths ?? DEFAULT_PATHS, steps);
  const estimated = await estimateBy(method, option, seed, runs, backend);
  const { european, exerciseBoundary, lower, upper, standardError, errorBound } = estimated;
  const best = bestOf(terms, estimated);
  const lowerBound = lower && {
    price: bestOf(terms, { ...estimated, price: mean(lower.means) }).price,
    standardError: standardErrorOf(lower.means),
  };
  const upperBound = upper && { price: mean(upper.means), standardError: standardErrorOf(upper.means) };
  const result = {
    ...best,
    method: estimated.method,
    exercise: 'dates' as const,
    standardError,
    ...(errorBound !== undefined && { errorBound }),
    europeanPrice: european,
    earlyExercisePremium: best.price - european,
    exerciseBoundary,
    ...(!bySimulation && lowerBound && { lowerBound }),
    ...(upperBound && pricer.upperBound && { upperBound, dualityGap: upperBound.price - best.price }),
    numPaths: lower?.numPaths ?? 1,
    numSteps,
    seed,
    backend: lower?.backend ?? backend.name,
    fallbacks: distinct(estimated.fallbacks),
    varianceReduction: 'control_variate' as const,
    warnings: [
      ...(bySimulation && exerciseBoundary.length > 0 ? [REGRESSED] : []),
      ...estimated.warnings,
      ...(lowerBound && upperBound ? gapWarnings(best.price, lowerBound, upperBound) : []),
      ...(lowerBound && !bySimulation ? checkWarnings(best.price, standardError + (errorBound ?? 0), lowerBound) : []),
      ...(lower ? targetWarnings(pricer.targetStandardError, reachedBy(estimated, lower), lower.numPaths) : []),
      ...biasWarnings(market, steps),
    ],
  };
  for (const name of ['price', 'delta', 'europeanPrice', 'standardError'] as const)
    if (!Number.isFinite(result[name]))
      throw new EngineFailure(
        'pricing',
        `${name} is not a finite number (${result[name]}): the terms are too extreme for double precision`,
      );
  return result;
}

function estimateBy(method: Method, option: Exercisable, seed: number, runs: AmericanRuns, backend: Backend): Promise<AmericanEstimate> {
  const { model } = option.market.assets[0]!;
  if (method === 'least_squares_monte_carlo')
    return (model === undefined ? priceUnderBlackScholes : priceUnderModel)(option, seed, runs, backend);
  if (model?.type !== 'heston') throw new Error('finite differences on exercise dates are for the Heston model alone');
  return checkedDifferences(option, model, seed, runs);
}

interface Bound {
  readonly price: Price;
  readonly standardError: Price;
}

/** Number of standard errors that a difference must exceed to count as one. */
const SIGNIFICANT = 4;
/** Duality gap, as a fraction of the price, above which a result warns. */
const MAX_DUALITY_GAP = 5e-3;
/** Difference between finite differences and their check, as a fraction of the price, that time steps of the simulation may cause. */
const CHECK_TOLERANCE = 5e-3;

function gapWarnings(price: Price, lower: Bound, upper: Bound): string[] {
  const gap = upper.price - price;
  const noise = SIGNIFICANT * hypot(lower.standardError, upper.standardError);
  return gap > MAX_DUALITY_GAP * price + noise
    ? [
        `the upper bound is ${gap.toPrecision(3)} above the price${price > 0 ? ` (${percent(gap / price)})` : ''}: the best exercise policy may be worth up to that much more`,
      ]
    : [];
}

function checkWarnings(price: Price, error: Price, { price: simulated, standardError }: Bound): string[] {
  const allowed = error + SIGNIFICANT * standardError + CHECK_TOLERANCE * price;
  return Math.abs(simulated - price) > allowed
    ? [
        `the simulated value of the exercise policy of the finite differences is ${simulated.toPrecision(6)} ± ${standardError.toPrecision(2)}, not their price`,
      ]
    : [];
}

/** The standard error that paths can lower: finite differences have one of their check alone. */
const reachedBy = ({ method, standardError }: AmericanEstimate, { means }: Pick<Estimate, 'means'>): Price =>
  method === 'least_squares_monte_carlo' ? standardError : standardErrorOf(means);

const targetWarnings = (target: number | undefined, reached: number, numPaths: number): string[] =>
  target !== undefined && reached > target ? [targetWarning(target, reached, numPaths)] : [];

const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;

/**
 * Error of a policy fitted under Black and Scholes, as a fraction of the early exercise premium: over 40 seeds with 65 536 paths a policy is
 * 6e-5 of the premium below the best one in the mean, and varies by 6e-5.
 */
const POLICY_ERROR = 9e-5;

/** The price under Black and Scholes, by simulation. */
async function priceUnderBlackScholes(option: Exercisable, seed: number, runs: AmericanRuns, backend: Backend): Promise<AmericanEstimate> {
  const { spot, strike, rate, volatility, time, dividend, sign, times } = option;
  const { policy, controls, fallbacks } = await fitExerciseAndControls(option, seed, runs.price, backend);
  const from = (...starts: readonly Start[]) => stoppedProgram(option, policy.rules.slice(1), controls, starts);
  const controlValue = controlsToday(option, controls);
  const row = new Float64Array(GREEKS.length);
  blackScholesGreeks(spot, strike, rate, volatility, time, dividend, sign, row, 0);
  const european = { price: row[GREEKS.indexOf('price')]!, delta: row[GREEKS.indexOf('delta')]! };
  const priceOf = ({ means }: Estimate) => mean(means) + controlValue(0);
  const errorOf = (lower: Estimate) => hypot(standardErrorOf(lower.means), policyErrorOf(lower));
  const policyErrorOf = (lower: Estimate) => POLICY_ERROR * Math.max(priceOf(lower) - european.price!, 0);
  const program = from({ x: 0, weight: 1 });
  const first = await estimate(program, runs.price, backend);
  const { targetStandardError: target = Number.POSITIVE_INFINITY } = runs.price;
  // The target is of the whole error: what the policy takes of it, the paths must leave.
  const policyError = policyErrorOf(first);
  const lower =
    errorOf(first) > target && policyError < target
      ? await estimate(program, { ...runs.price, targetStandardError: Math.sqrt(target * target - policyError * policyError) }, backend)
      : first;
  const bumped = await estimate(from({ x: LOG_SPOT_BUMP, weight: 1 }, { x: -LOG_SPOT_BUMP, weight: -1 }), runs.few, backend);
  const upper = runs.upperBound ? await estimate(boundedProgram(option, controls.strikes, policy.hedges), runs.few, backend) : undefined;
  const exerciseBoundary = boundaryOf(option, [0, ...times], policy.rules);
  const price = priceOf(lower);
  return {
    method: 'least_squares_monte_carlo',
    standardError: errorOf(lower),
    // Never to exercise early is a policy too, and its value is known.
    ...(exerciseBoundary.length > 0 && price > european.price!
      ? {
          price,
          delta: (mean(bumped.means) + controlValue(LOG_SPOT_BUMP) - controlValue(-LOG_SPOT_BUMP)) / (2 * spot * sinh(LOG_SPOT_BUMP)),
        }
      : european),
    european: european.price!,
    exerciseBoundary,
    lower,
    upper: upper!,
    fallbacks: [...fallbacks, ...lower.fallbacks, ...bumped.fallbacks, ...(upper?.fallbacks ?? [])],
    warnings: [],
  };
}

const REGRESSED =
  'the exercise policy was found by least-squares regression: the price is the value of a nearly optimal policy, a lower bound up to its standard error';

function requireWithinCost({ costLimit }: RunLimits, numPaths: number, steps: number): void {
  const { shifts, log2Points } = layoutFor(numPaths);
  const work = shifts * powerOfTwo(log2Points) * steps;
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps must be at most ${costLimit}; this run would take ${work}`);
}

/** Without volatility or time the path is known: the option is exercised on the best date. */
function withoutRandomness(
  { spot, strike, rate, dividend, sign }: OptionOnAsset,
  dates: readonly Years[],
  seed: number,
  backend: Backend,
): AmericanPrice {
  const values = dates.map((t) => Math.max(sign * (spot * exp(-dividend * t) - strike * exp(-rate * t)), 0));
  const price = values.reduce((most, value) => Math.max(most, value), 0);
  const european = values[values.length - 1]!;
  const exerciseDate = dates[values.indexOf(price)]!;
  return {
    price,
    method: 'closed_form',
    exercise: 'dates',
    standardError: 0,
    europeanPrice: european,
    earlyExercisePremium: price - european,
    delta: price > 0 ? sign * exp(-dividend * exerciseDate) : 0,
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

/** The best of the policy found, of never exercising early, and of exercising today. */
function bestOf(
  { spot, strike, sign }: OptionOnAsset,
  { price, delta, european }: Pick<AmericanEstimate, 'price' | 'delta' | 'european'>,
): { readonly price: Price; readonly delta: number } {
  const intrinsic = sign * (spot - strike);
  if (intrinsic >= Math.max(price, european)) return { price: intrinsic, delta: sign };
  return { price: Math.max(price, european), delta };
}

/** The value today of the controls, as a function of x = ln(S/S₀) of a bumped spot. */
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
    return [{ time: dates[i]!, spot: spot * exp(near), ...(Number.isFinite(far) && { farSpot: spot * exp(far) }) }];
  });

const distinct = (fallbacks: readonly Fallback[]): Fallback[] => [
  ...new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback])).values(),
];
