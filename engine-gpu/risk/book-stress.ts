/** Stress of books of instruments of any type: every position is revalued in the market as each scenario moves it, in the reporting currency. */
import type { z } from 'zod';
import { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { type BookMarket, isLognormal } from '../market/book-market.js';
import { DEFAULT_MOVE_TYPES, type FactorKind, type FactorMove, factorFaults, factorNamed } from '../valuation/market-factors.js';
import type { bookStressGridRequest, bookStressRequest, ScenarioBookRequest } from './book-requests.js';
import { bookFields, nameOf, openRevaluation, warned } from './book-revaluation.js';
import type { RiskLimits } from './measures.js';
import { sum } from './option-book.js';
import { MAX_STRESS_COMBINATIONS } from './requests.js';
import type { stressGridResponse, stressResponse } from './responses.js';
import { scenarioJob } from './scenario-job.js';
import { type Shock, shockGrid } from './stress.js';
import { stressScenario } from './stress-scenarios.js';
import type { BlockJob } from './xva/job.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response<S extends z.ZodType> = z.input<S>;

/** The moves of a shock, which projection curves follow. Quotes of normal and shifted volatility are in other units, and stay. */
function movesOfShock({ assets, curves, volatilities }: BookMarket, shock: Shock): FactorMove[] {
  const { spotShock, volatilityShock, rateShock } = shock;
  const all = (kind: FactorKind, names: readonly string[], move: number): FactorMove[] =>
    move === 0 ? [] : names.map((name) => ({ kind, name, move, type: DEFAULT_MOVE_TYPES[kind] }));
  const lognormal = Object.keys(volatilities).filter((name) => isLognormal(volatilities[name]!));
  return [
    ...all('spot', Object.keys(assets), spotShock),
    ...all('volatility', [...new Set([...Object.keys(assets), ...lognormal])], volatilityShock),
    ...all('rate', Object.keys(curves), rateShock),
  ];
}

/** Moves of single factors by name, in place of those that a shock has for them. */
function withMoves(shocked: readonly FactorMove[], moves: Readonly<Record<string, number>>): FactorMove[] {
  const stated = Object.entries(moves).map(([name, move]): FactorMove => {
    const factor = factorNamed(name);
    return { ...factor, move, type: DEFAULT_MOVE_TYPES[factor.kind] };
  });
  const isStated = ({ kind, name }: FactorMove): boolean => stated.some((each) => each.kind === kind && each.name === name);
  return [...shocked.filter((each) => !isStated(each)), ...stated];
}

/** Why time shocks are refused. */
const NO_TIME = 'must be left out with a market: its dates are those of its valuation date';

/** A warning of the quotes that a shock of volatilities leaves where they are. */
function unmovedQuotes({ volatilities }: BookMarket, shocks: readonly Shock[]): string[] {
  const unmoved = Object.keys(volatilities).filter((name) => !isLognormal(volatilities[name]!));
  return unmoved.length > 0 && shocks.some(({ volatilityShock }) => volatilityShock !== 0)
    ? [`volatilityShock is of lognormal volatilities: the quotes of ${unmoved.join(', ')} stay`]
    : [];
}

interface StressedBook {
  readonly value: number;
  readonly pnl: number;
  readonly positions?: { readonly position: string; readonly pnl: number }[];
}

function stressJob<Answer>(
  request: ScenarioBookRequest & { readonly perPosition?: boolean | undefined },
  scenarios: readonly { readonly name: string; readonly moves: readonly FactorMove[] }[],
  limits: RiskLimits,
  respond: (results: readonly StressedBook[], worst: number) => Answer,
): BlockJob<readonly StressedBook[], Answer, Promise<readonly StressedBook[]>> {
  const { positions, baseValue, perPosition = false } = request;
  const book = openRevaluation(request, scenarios.length, limits);
  if (perPosition && positions.length * scenarios.length > MAX_STRESS_COMBINATIONS)
    throw new EngineFailure('cost', `perPosition takes at most ${MAX_STRESS_COMBINATIONS} positions × scenarios`);
  const stressed = async ({ name, moves }: (typeof scenarios)[number]): Promise<StressedBook> => {
    const gains = await book.gains(moves, `the scenario ${name}`);
    const pnl = sum(gains);
    return {
      value: baseValue + pnl,
      pnl,
      ...(perPosition && { positions: positions.map((position, i) => ({ position: nameOf(position), pnl: gains[i]! })) }),
    };
  };
  return scenarioJob<readonly StressedBook[], Answer, Promise<readonly StressedBook[]>>(
    request,
    scenarios.length,
    async (from, to) => {
      const results: StressedBook[] = [];
      for (const scenario of scenarios.slice(from, to)) results.push(await stressed(scenario));
      return results;
    },
    (parts) => {
      const results = parts.flat();
      return respond(
        results,
        results.reduce((lowest, { pnl }, k) => (pnl < results[lowest]!.pnl ? k : lowest), 0),
      );
    },
  );
}

export function bookStressJob(request: Request<typeof bookStressRequest>, limits: RiskLimits) {
  const { market, baseValue } = request;
  const faults = request.scenarios.flatMap(({ timeShock = 0, moves = {} }, i) => [
    ...(timeShock === 0 ? [] : [{ pointer: `/scenarios/${i}/timeShock`, reason: NO_TIME }]),
    ...factorFaults(market, Object.keys(moves), `/scenarios/${i}/moves`),
  ]);
  if (faults.length > 0) throw refusal(faults);
  const scenarios = request.scenarios.map(({ name, moves, ...stated }) => {
    const isCustom = moves !== undefined || Object.values(stated).some((shock) => shock !== undefined);
    const named = isCustom ? undefined : stressScenario(name);
    const { spotShock = 0, volatilityShock = 0, rateShock = 0 } = named ?? stated;
    const shock: Shock = { spotShock, volatilityShock, rateShock, timeShock: 0 };
    return { name, shock, stated: moves, description: named?.description, moves: withMoves(movesOfShock(market, shock), moves ?? {}) };
  });
  const shocks = scenarios.map(({ shock }) => shock);
  return stressJob<Response<typeof stressResponse>>(request, scenarios, limits, (results, worst) => {
    const all = results.map((result, k) => {
      const { name, shock, stated, description } = scenarios[k]!;
      return { name, ...shock, ...(stated && { moves: stated }), ...result, ...(description && { description }) };
    });
    return { baseValue, ...bookFields(request), results: all, worst: all[worst]!, ...warned(unmovedQuotes(market, shocks)) };
  });
}

export function bookStressGridJob(request: Request<typeof bookStressGridRequest>, limits: RiskLimits) {
  const { market, baseValue, spotShocks, volatilityShocks, rateShocks, timeShocks } = request;
  if (timeShocks.some((shock) => shock !== 0)) throw refusal([{ pointer: '/timeShocks', reason: NO_TIME }]);
  const shocks = shockGrid(spotShocks, volatilityShocks, rateShocks, timeShocks);
  if (shocks.length > MAX_STRESS_COMBINATIONS)
    throw new EngineFailure(
      'cost',
      `spotShocks × volatilityShocks × rateShocks must be at most ${MAX_STRESS_COMBINATIONS}; got ${shocks.length}`,
    );
  const scenarios = shocks.map((shock, k) => ({ name: String(k), moves: movesOfShock(market, shock) }));
  return stressJob<Response<typeof stressGridResponse>>(request, scenarios, limits, (results, worst) => {
    const all = results.map((result, k) => ({ ...shocks[k]!, ...result }));
    return { baseValue, ...bookFields(request), results: all, worst: all[worst]!, ...warned(unmovedQuotes(market, shocks)) };
  });
}
