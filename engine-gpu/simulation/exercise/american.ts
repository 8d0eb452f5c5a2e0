/**
 * American options by simulation: a policy fitted on paths of its own, and what it is worth on others.
 *
 * The price is that of a holder who follows the policy, so no more than the option's but for the standard error. Of what is paid when the
 * policy stops, European options of the same moment are taken off, whose values are known: what is left varies a hundred times less.
 */

import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure, type Fault } from '../../base/failure.js';
import { refusal } from '../../base/faults.js';
import type { Price, Years } from '../../base/units.js';
import { blackScholesGreeks, GREEKS } from '../../formula/black-scholes.js';
import { type OptionOnAsset, optionParts } from '../../formula/option-parts.js';
import type { Market } from '../../market/market.js';
import { marketInput } from '../../market/market-input.js';
import { resolveMarket } from '../../market/resolve-market.js';
import {
  type AmericanPriceRequest,
  type AmericanPriceResponse,
  EXERCISE_DATES_PER_YEAR,
  MAX_EXERCISE_DATES,
} from '../../product/option/american.js';
import { signOf } from '../../product/option/vanilla.js';
import { layoutFor } from '../../random/lattice.js';
import { modelOf } from '../process/index.js';
import { estimate, type MonteCarloResult, type MonteCarloSettings, mean, type RunLimits, standardErrorOf } from '../run/monte-carlo.js';
import { biasWarnings } from '../run/plan.js';
import { type Simulated, simulateUnderModel } from './american-under-model.js';
import { learnExercise } from './fit.js';
import { boundedProgram, type Controls, type Exercisable, type Region, type Start, stoppedProgram } from './gbm-kernels.js';
import { stepsOf } from './hedged-kernels.js';

export type AmericanPrice = MonteCarloResult & Omit<AmericanPriceResponse, keyof MonteCarloResult>;

/** Of ln S both ways, for delta: what the derivative's own change over it leaves is 1e-4. */
const BUMP = 0.01;
/** Paths of delta and of the upper bound, which hardly vary from one to the next. */
const FEW_PATHS = 2 ** 14;

/**
 * @param today ISO date, of the manifest
 * @throws EngineFailure `invalid` where the model's quotes admit arbitrage
 */
export async function priceAmerican(
  request: AmericanPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<AmericanPrice> {
  const { spot, strike, rate, time, dividend, optionType, pricer } = request;
  const sign = signOf(optionType);
  const { numSteps = Math.min(MAX_EXERCISE_DATES, Math.max(1, Math.round(EXERCISE_DATES_PER_YEAR * time))), seed } = pricer;
  // The last is the expiry to the bit: an ulp beyond it there is no deviation.
  const times = Array.from({ length: numSteps }, (_, i) => (i + 1 === numSteps ? time : (time * (i + 1)) / numSteps));
  const market = marketOf(request, today);
  if (time > 0) requireReach(market, time);
  const asset = market.assets[0];
  const deviation = time > 0 ? modelOf(asset).deviation(0, time) : 0;
  const option = { spot, strike, rate, volatility: asset.volatility ?? 0, time, dividend, sign };
  if (!(deviation > 0)) return certain(option, [0, ...times], seed, backend);

  const settings = { ...pricer, ...limits };
  const few = {
    ...settings,
    numPaths: Math.min(pricer.numPaths, FEW_PATHS),
    targetStandardError: undefined,
    upperBound: pricer.upperBound,
  };
  const exercisable = { ...option, market, times };
  const steps = asset.model === undefined ? numSteps : stepsOf(exercisable);
  requireWithin(limits, pricer.numPaths, steps);
  const simulated =
    asset.model === undefined
      ? await simulate(exercisable, seed, settings, few, backend)
      : await simulateUnderModel(exercisable, seed, settings, few, BUMP, backend);
  const { european, exerciseBoundary, lower, upper } = simulated;
  const best = bestOf(option, simulated);
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
    fallbacks: distinct(simulated.fallbacks),
    varianceReduction: 'control_variate' as const,
    warnings: [...(exerciseBoundary.length === 0 ? [] : [REGRESSED]), ...biasWarnings(market, steps)],
  };
  for (const name of ['price', 'delta', 'europeanPrice', 'standardError'] as const)
    if (!Number.isFinite(result[name]))
      throw new EngineFailure(
        'pricing',
        `${name} is not a finite number (${result[name]}): the terms are too extreme for double precision`,
      );
  return result;
}

/** Under Black and Scholes. */
async function simulate(
  option: Exercisable,
  seed: number,
  settings: MonteCarloSettings,
  { upperBound, ...few }: MonteCarloSettings & { readonly upperBound: boolean },
  backend: Backend,
): Promise<Simulated> {
  const { spot, strike, rate, volatility, time, dividend, sign, times } = option;
  const { policy, controls, fallbacks } = await learnExercise(option, seed, settings, backend);
  const from = (...starts: readonly Start[]) => stoppedProgram(option, policy.regions.slice(1), controls, starts);
  const lower = await estimate(from({ x: 0, weight: 1 }), settings, backend);
  const bumped = await estimate(from({ x: BUMP, weight: 1 }, { x: -BUMP, weight: -1 }), few, backend);
  const upper = upperBound ? await estimate(boundedProgram(option, controls.strikes, policy.increments), few, backend) : undefined;
  const known = controlsToday(option, controls);
  const exerciseBoundary = boundaryOf(option, [0, ...times], policy.regions);
  const row = new Float64Array(GREEKS.length);
  blackScholesGreeks(spot, strike, rate, volatility, time, dividend, sign, row, 0);
  const never = { price: row[GREEKS.indexOf('price')], delta: row[GREEKS.indexOf('delta')] };
  const price = mean(lower.means) + known(0);
  return {
    // Never to exercise early is a policy too, of known value.
    ...(exerciseBoundary.length > 0 && price > never.price
      ? { price, delta: (mean(bumped.means) + known(BUMP) - known(-BUMP)) / (2 * spot * Math.sinh(BUMP)) }
      : never),
    european: never.price,
    exerciseBoundary,
    lower,
    upper,
    fallbacks: [...fallbacks, ...lower.fallbacks, ...bumped.fallbacks, ...(upper?.fallbacks ?? [])],
  };
}

const REGRESSED =
  'exercise is decided by least-squares regression: the price is that of a policy that is nearly the best, a lower bound up to its standard error';

function marketOf({ spot, rate, dividend, volatility, model }: AmericanPriceRequest, today: string): Market {
  const faults: Fault[] = [];
  const input = marketInput.parse({ spot, rate, dividend, volatility, model });
  // The request has the market's fields beside the option's.
  const market = resolveMarket(input, ['underlying'], today, (pointer, reason) =>
    faults.push({ pointer: pointer.replace(/^\/market/, ''), reason }),
  );
  if (faults.length > 0) throw refusal(faults);
  return market;
}

/** A model's quotes may end before the option does; the request has the model where contracts have a market. */
function requireReach({ assets }: Market, time: Years): void {
  try {
    modelOf(assets[0]).steps(time);
  } catch (error) {
    if (!(error instanceof EngineFailure) || error.kind !== 'invalid') throw error;
    throw refusal(error.faults.map(({ reason }) => ({ pointer: '/model', reason })));
  }
}

function requireWithin({ costLimit }: RunLimits, numPaths: number, steps: number): void {
  const { shifts, log2Points } = layoutFor(numPaths);
  const work = shifts * 2 ** log2Points * steps;
  if (costLimit !== undefined && work > costLimit)
    throw new EngineFailure('cost', `paths × steps must be at most ${costLimit}; this run would take ${work}`);
}

/** Without volatility or time there is one path: exercised on the best of its dates. */
function certain(option: OptionOnAsset, dates: readonly Years[], seed: number, backend: Backend): AmericanPrice {
  const { spot, strike, rate, dividend, sign } = option;
  const values = dates.map((t) => Math.max(sign * (spot * Math.exp(-dividend * t) - strike * Math.exp(-rate * t)), 0));
  const price = values.reduce((most, value) => Math.max(most, value), 0);
  const european = values.at(-1)!;
  const at = dates[values.indexOf(price)];
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

/** Never to exercise early and to exercise today are policies too. */
function bestOf(
  { spot, strike, sign }: OptionOnAsset,
  { price, delta, european }: Simulated,
): { readonly price: Price; readonly delta: number } {
  const intrinsic = sign * (spot - strike);
  if (intrinsic >= Math.max(price, european)) return { price: intrinsic, delta: sign };
  return { price: Math.max(price, european), delta };
}

/** What the controls are worth today where x = ln(S/S₀) is not 0 but what it is called with. */
function controlsToday(option: OptionOnAsset, { strikes, coefficients }: Controls): (x: number) => Price {
  const partsOn = optionParts(option, strikes, 0);
  const parts = new Float64Array(2 * strikes.length);
  return (x) => {
    partsOn(x, parts);
    return option.spot * coefficients.reduce((sum, coefficient, k) => sum + coefficient * parts[k], 0);
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
    return [{ time: dates[i], spot: spot * Math.exp(near), ...(Number.isFinite(far) && { farSpot: spot * Math.exp(far) }) }];
  });

const distinct = (fallbacks: readonly Fallback[]): Fallback[] => [
  ...new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback])).values(),
];
