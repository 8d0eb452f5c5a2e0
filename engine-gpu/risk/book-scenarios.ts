/**
 * Measures of risk of books of instruments of any type: every position is revalued in the market as each scenario moves it. A loss is positive;
 * all figures are in the reporting currency.
 */
import type { z } from 'zod';
import { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { BookMarket } from '../market/book-market.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { pricingPlan } from '../valuation/instrument-types.js';
import {
  DEFAULT_MOVE_TYPES,
  type FactorKind,
  type FactorMove,
  factorFaults,
  factorNamed,
  impliedPairs,
  movedMarket,
} from '../valuation/market-factors.js';
import type { BookPosition } from '../valuation/requests.js';
import { openScenarioBook } from '../valuation/scenario-book.js';
import type { bookStressGridRequest, bookStressRequest, bookVarRequest, ScenarioBookRequest } from './book-requests.js';
import { type History, historicalFigures, historicalScenarios, historicalTail } from './historical.js';
import type { RiskLimits } from './measures.js';
import { sum } from './option-book.js';
import { MAX_STRESS_COMBINATIONS } from './requests.js';
import type { stressGridResponse, stressResponse, varResponse } from './responses.js';
import { allLosses, allOfFactors, type LossRange } from './revaluation.js';
import { scenarioJob } from './scenario-job.js';
import { type Shock, shockGrid } from './stress.js';
import { stressScenario } from './stress-scenarios.js';
import type { BlockJob } from './xva/job.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response<S extends z.ZodType> = z.input<S>;

/**
 * Prices of plain options as which the revaluation of an option of a book by its pricer, and of one payment, count: 20 to 400 µs and 10 ns against 50 ns.
 * Options count for less than some of them take, so that the night of a large book is within the limit; the deadline of a call bounds its time.
 */
const [OPTION_COST, PAYMENT_COST] = [200, 0.2];
/** Profits and losses by position and scenario that are kept: 128 MiB. */
const MAX_LOSSES = powerOfTwo(24);
/** Positions of a scenario of the tail that are named. */
const MAX_NAMED_POSITIONS = 20;
/** Positions without which figures are computed. */
const MAX_INCREMENTAL_POSITIONS = 200;

/** The revaluation of a book, and what it may cost. */
interface Revalued {
  /** quantity × price less that of today, by position. @param scenario  names the scenario in a failure */
  readonly gains: (moves: readonly FactorMove[], scenario: string) => Promise<Float64Array>;
}

function openRevaluation(request: ScenarioBookRequest, revaluations: number, { costLimit }: RiskLimits): Revalued {
  const { positions, market } = request;
  const book = openScenarioBook(positions, request);
  const { options, payments } = book.work;
  const cost = revaluations * (OPTION_COST * options + PAYMENT_COST * payments + positions.length);
  if (cost > costLimit)
    throw new EngineFailure(
      'cost',
      `scenarios × positions must cost at most ${costLimit}, of which one without a choice counts as 1 and ${PAYMENT_COST} a payment, any other as ${OPTION_COST}; this call would take ${Math.ceil(cost)}`,
    );
  let base: Promise<Float64Array> | undefined;
  return {
    gains: async (moves, scenario) => {
      base ??= book.valuesIn(market, 'the market');
      const today = await base;
      const values = await book.valuesIn(movedMarket(market, moves), scenario);
      const gains = values.map((value, i) => value - today[i]!);
      if (!Number.isFinite(sum(gains)))
        throw new EngineFailure('pricing', `the profit and loss in ${scenario} is ${sum(gains)}: the terms are too extreme`);
      return gains;
    },
  };
}

const nameOf = ({ id, index }: BookPosition): string => id ?? String(index);

const bookFields = ({ reportingCurrency, failures }: ScenarioBookRequest) => ({
  currency: reportingCurrency,
  complete: failures.length === 0,
  failures,
});

/** The moves of a shock. Quotes of normal and shifted volatility are in other units, and stay. */
function movesOfShock({ assets, curves, projections, projectionCurves = {}, volatilities }: BookMarket, shock: Shock): FactorMove[] {
  const { spotShock, volatilityShock, rateShock } = shock;
  const all = (kind: FactorKind, names: readonly string[], move: number): FactorMove[] =>
    move === 0 ? [] : names.map((name) => ({ kind, name, move, type: DEFAULT_MOVE_TYPES[kind] }));
  const lognormal = Object.keys(volatilities).filter((name) => volatilities[name]!.type === 'lognormal');
  return [
    ...all('spot', Object.keys(assets), spotShock),
    ...all('volatility', [...new Set([...Object.keys(assets), ...lognormal])], volatilityShock),
    ...all('rate', Object.keys(curves), rateShock),
    ...all('projection', [...new Set([...Object.keys(projections), ...Object.keys(projectionCurves)])], rateShock),
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
  const unmoved = Object.keys(volatilities).filter((name) => volatilities[name]!.type !== 'lognormal');
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

const warned = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings: [...warnings] } : {});

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

/** Losses of the positions, and on request of the book with the moves of each kind of factor alone. */
interface BookLosses extends LossRange {
  readonly ofKinds?: Float64Array;
}

/** Moves of the factors of a request, each kind by its type. */
function historiesOf({ market, returns, moves: types = {}, dates, horizonDays }: Request<typeof bookVarRequest>) {
  const names = Object.keys(returns);
  const faults = factorFaults(market, names, '/returns');
  const lengths = new Set(names.map((name) => returns[name]!.length));
  const [days = 0] = lengths;
  if (names.length === 0) faults.push({ pointer: '/returns', reason: 'must have the moves of at least 1 factor' });
  else if (lengths.size > 1) faults.push({ pointer: '/returns', reason: 'must have as many entries for each factor' });
  else if (days < horizonDays)
    faults.push({ pointer: '/returns', reason: `must have at least ${horizonDays} days, the horizon; got ${days}` });
  if (dates !== undefined && lengths.size === 1 && dates.length !== days)
    faults.push({ pointer: '/dates', reason: `must have one date per move, ${days}; got ${dates.length}` });
  if (faults.length > 0) throw refusal(faults);
  return names.map((name) => {
    const factor = factorNamed(name);
    const type = types[factor.kind] ?? DEFAULT_MOVE_TYPES[factor.kind];
    return { factor, type, history: { pointer: `/returns/${name}`, moves: Float64Array.from(returns[name]!), type } satisfies History };
  });
}

export function bookVarJob(
  request: Request<typeof bookVarRequest>,
  limits: RiskLimits,
): BlockJob<BookLosses, Response<typeof varResponse>, Promise<BookLosses>> {
  const { positions, market, dates, horizonDays, incremental = false, byFactorKind = false, withScenarios = false } = request;
  const factors = historiesOf(request);
  const { moves, warnings } = historicalScenarios(
    factors.map(({ history }) => history),
    horizonDays,
    request,
  );
  const scenarios = moves[0]!.length;
  const n = positions.length;
  const kinds = byFactorKind ? [...new Set(factors.map(({ factor }) => factor.kind))] : [];
  if (n * scenarios > MAX_LOSSES)
    throw new EngineFailure('cost', `positions × scenarios must be at most ${MAX_LOSSES}; got ${n * scenarios}`);
  if (incremental && n > MAX_INCREMENTAL_POSITIONS)
    throw new EngineFailure('cost', `incremental takes at most ${MAX_INCREMENTAL_POSITIONS} positions; got ${n}`);
  const book = openRevaluation(request, scenarios * (1 + kinds.length), limits);
  const movesOf = (k: number, kind?: FactorKind): FactorMove[] =>
    factors.flatMap(({ factor, type }, i) =>
      kind === undefined || factor.kind === kind ? [{ ...factor, type, move: moves[i]![k]! }] : [],
    );
  const nameOfScenario = (k: number): string => `scenario ${k}`;
  const implied = impliedPairs(
    market.fx,
    factors.flatMap(({ factor: { kind, name } }) => (kind === 'fx' ? [name] : [])),
  );
  const bookWarnings = [...warnings, ...implied.map((pair) => `${pair} moves as other exchange rates imply, not by its own returns`)];
  const dateOf = (k: number) => (dates === undefined ? {} : { date: dates[k + horizonDays - 1]! });
  return {
    ...scenarioJob<BookLosses, Response<typeof varResponse>, Promise<BookLosses>>(
      request,
      scenarios,
      async (from, to) => {
        const ofFactors = new Float64Array(n * (to - from));
        const losses = new Float64Array(to - from);
        const ofKinds = new Float64Array(kinds.length * (to - from));
        for (let k = from; k < to; k++) {
          const gains = await book.gains(movesOf(k), nameOfScenario(k));
          losses[k - from] = -sum(gains);
          ofFactors.set(
            gains.map((gain) => -gain),
            (k - from) * n,
          );
          for (const [i, kind] of kinds.entries())
            ofKinds[(k - from) * kinds.length + i] = -sum(await book.gains(movesOf(k, kind), nameOfScenario(k)));
        }
        return { losses, ofFactors, floored: 0, ...(byFactorKind && { ofKinds }) };
      },
      (ranges) => {
        const matrix = allOfFactors(ranges)!;
        const ofFactor = (k: number): Float64Array => matrix.slice(k * n, (k + 1) * n);
        const figures = historicalFigures(ranges, scenarios, { ofFactor }, request, request, bookWarnings);
        const all = allLosses(ranges, scenarios);
        const { tail } = historicalTail(all, request, request);
        const kindLosses = ranges.flatMap(({ ofKinds = new Float64Array() }) => [...ofKinds]);
        return {
          valueAtRisk: figures.valueAtRisk,
          expectedShortfall: figures.expectedShortfall,
          baseValue: request.baseValue,
          ...bookFields(request),
          components: [
            ...positions.map((position, i) => ({
              position: nameOf(position),
              contribution: figures.contributions[i]!,
              ...(figures.incremental && { incremental: figures.incremental.valueAtRisk[i]! }),
            })),
            ...byUnderlying(request, figures.contributions),
            ...kinds.map((factorKind, i) => ({ factorKind, contribution: kindLosses[tail.quantile * kinds.length + i]! })),
          ],
          tail: tail.beyond.map((k) => ({ scenario: k, ...dateOf(k), pnl: -all[k]!, positions: largestLosses(positions, ofFactor(k)) })),
          scenarios: withScenarios ? Array.from(all, (loss, k) => ({ ...dateOf(k), pnl: -loss })) : scenarios,
          ...(figures.standardErrors && {
            standardError: figures.standardErrors.valueAtRisk,
            standardErrors: figures.standardErrors,
          }),
          ...warned(figures.warnings),
        };
      },
    ),
    numbers: n * scenarios,
  };
}

/** Contributions of the positions on each asset. */
function byUnderlying(request: ScenarioBookRequest, contributions: Float64Array) {
  const sums = new Map<string, number>();
  for (const [i, { type, terms }] of request.positions.entries()) {
    const { underlying } = pricingPlan(type, terms, request);
    if (underlying !== undefined) sums.set(underlying, (sums.get(underlying) ?? 0) + contributions[i]!);
  }
  return Array.from(sums, ([underlying, contribution]) => ({ underlying, contribution }));
}

const largestLosses = (positions: readonly BookPosition[], losses: Float64Array) =>
  Array.from(losses, (loss, i) => ({ position: nameOf(positions[i]!), pnl: -loss }))
    .sort((a, b) => a.pnl - b.pnl)
    .slice(0, MAX_NAMED_POSITIONS);
