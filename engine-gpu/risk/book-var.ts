/**
 * Value at risk and expected shortfall of books of instruments of any type, every position revalued in the market as each scenario moves it: under
 * the moves of a history, or under correlated normal ones. A loss is positive; all figures are in the reporting currency.
 */
import type { z } from 'zod';
import { EngineFailure, type Fault } from '../base/failure.js';
import { pointerPart, refusal } from '../base/faults.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import {
  DEFAULT_MOVE_TYPES,
  type FactorKind,
  type FactorMove,
  factorFaults,
  factorNamed,
  impliedPairs,
  type MarketFactor,
  type MoveType,
} from '../valuation/market-factors.js';
import type { BookPosition } from '../valuation/requests.js';
import type { bookMonteCarloVarRequest, bookVarRequest, ScenarioBookRequest } from './book-requests.js';
import { bookFields, byUnderlying, nameOf, openRevaluation, warned } from './book-revaluation.js';
import { type History, historicalFigures, historicalScenarios, historicalTail } from './historical.js';
import { correlationMatrix } from './law-of-moves.js';
import type { RiskLimits } from './measures.js';
import { sum } from './option-book.js';
import type { varResponse } from './responses.js';
import { allLosses, allOfFactors, type LossRange, type RiskFigures } from './revaluation.js';
import { scenarioJob } from './scenario-job.js';
import { type Tail, type TailErrors, tailOf } from './tail.js';
import { simulatedFigures, simulatedMoves } from './value-at-risk.js';
import type { BlockJob } from './xva/job.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response = z.input<typeof varResponse>;
type VarJob = BlockJob<BookLosses, Response, Promise<BookLosses>>;

/** Profits and losses by position and scenario that are kept: 128 MiB. */
const MAX_LOSSES = powerOfTwo(24);
/** Positions of a scenario of the tail, and scenarios of a simulated one, that are named. */
const MAX_NAMED = 20;
/** Positions without which figures are computed. */
export const MAX_INCREMENTAL_POSITIONS = 200;

/** Losses of the positions, and on request of the book with the moves of each kind of factor alone. */
interface BookLosses extends LossRange {
  readonly ofKinds?: Float64Array;
}

interface TypedFactor {
  readonly factor: MarketFactor;
  readonly type: MoveType;
}

type VarBook = ScenarioBookRequest & Partial<Readonly<Record<'incremental' | 'byFactorKind' | 'ofShortfall', boolean | undefined>>>;

/** The factors of a request by their names, each with the type of its moves. */
export const typedFactors = (names: readonly string[], types: Partial<Record<FactorKind, MoveType | undefined>> = {}): TypedFactor[] =>
  names.map((name) => {
    const factor = factorNamed(name);
    return { factor, type: types[factor.kind] ?? DEFAULT_MOVE_TYPES[factor.kind] };
  });

/** Warnings of exchange rates whose own moves have no effect. */
export const impliedWarnings = ({ market }: ScenarioBookRequest, factors: readonly TypedFactor[]): string[] =>
  impliedPairs(
    market.fx,
    factors.flatMap(({ factor: { kind, name } }) => (kind === 'fx' ? [name] : [])),
  ).map((pair) => `${pair} moves as other exchange rates imply, not by its own returns`);

/**
 * The losses of a book in scenarios, and the answer from their figures.
 *
 * @param movesAt  moves of the factors in a scenario, in their order
 * @param respond  makes the figures and further fields from the losses by position and scenario
 */
function varJob(
  request: VarBook,
  factors: readonly TypedFactor[],
  scenarios: number,
  movesAt: (scenario: number) => ArrayLike<number>,
  limits: RiskLimits,
  respond: (
    ranges: readonly LossRange[],
    ofFactor: (scenario: number) => Float64Array,
  ) => {
    readonly figures: RiskFigures & { readonly standardErrors?: TailErrors };
    readonly tail: Tail;
    readonly fields: Partial<Response>;
  },
): VarJob {
  const { positions, incremental = false, byFactorKind = false, ofShortfall = false } = request;
  const figureOf = ofShortfall ? 'expectedShortfall' : 'valueAtRisk';
  const n = positions.length;
  const kinds = byFactorKind ? [...new Set(factors.map(({ factor }) => factor.kind))] : [];
  if (n * scenarios > MAX_LOSSES)
    throw new EngineFailure('cost', `positions × scenarios must be at most ${MAX_LOSSES}; got ${n * scenarios}`);
  if (incremental && n > MAX_INCREMENTAL_POSITIONS)
    throw new EngineFailure('cost', `incremental takes at most ${MAX_INCREMENTAL_POSITIONS} positions; got ${n}`);
  const book = openRevaluation(
    request,
    scenarios * (1 + kinds.length),
    limits,
    factors.map(({ factor }) => factor),
  );
  const gainsAt = (k: number, kind?: FactorKind): Promise<Float64Array> => {
    const sizes = movesAt(k);
    const moves = factors.flatMap(({ factor, type }, i): FactorMove[] =>
      kind === undefined || factor.kind === kind ? [{ ...factor, type, move: sizes[i]! }] : [],
    );
    return book.gains(moves, `scenario ${k}`);
  };
  return {
    ...scenarioJob<BookLosses, Response, Promise<BookLosses>>(
      request,
      scenarios,
      async (from, to) => {
        const ofFactors = new Float64Array(n * (to - from));
        const losses = new Float64Array(to - from);
        const ofKinds = new Float64Array(kinds.length * (to - from));
        for (let k = from; k < to; k++) {
          const gains = await gainsAt(k);
          losses[k - from] = -sum(gains);
          ofFactors.set(
            gains.map((gain) => -gain),
            (k - from) * n,
          );
          for (const [i, kind] of kinds.entries()) ofKinds[(k - from) * kinds.length + i] = -sum(await gainsAt(k, kind));
        }
        return { losses, ofFactors, floored: 0, ...(byFactorKind && { ofKinds }) };
      },
      (ranges) => {
        const matrix = allOfFactors(ranges)!;
        const { figures, tail, fields } = respond(ranges, (k) => matrix.slice(k * n, (k + 1) * n));
        const kindLosses = ranges.flatMap(({ ofKinds = new Float64Array() }) => [...ofKinds]);
        const { standardErrors, incremental: less, componentErrors: errors } = figures;
        const contributions = ofShortfall ? figures.shortfallContributions : figures.contributions;
        const contributionErrors = ofShortfall ? errors?.shortfallContributions : errors?.contributions;
        const [decisive, weights] = ofShortfall ? [tail.beyond, tail.weights] : [[tail.quantile], [1]];
        const ofKind = (kind: number): number =>
          decisive.reduce((total, k, i) => total + weights[i]! * kindLosses[k * kinds.length + kind]!, 0);
        return {
          valueAtRisk: figures.valueAtRisk,
          expectedShortfall: figures.expectedShortfall,
          baseValue: request.baseValue,
          ...bookFields(request),
          components: [
            ...positions.map((position, i) => ({
              position: nameOf(position),
              contribution: contributions[i]!,
              ...(less && { incremental: less[figureOf][i]! }),
              ...(errors && {
                standardErrors: {
                  contribution: contributionErrors![i]!,
                  ...(errors.incremental && { incremental: errors.incremental[figureOf][i]! }),
                },
              }),
            })),
            ...byUnderlying(request, contributions),
            ...kinds.map((factorKind, i) => ({ factorKind, contribution: ofKind(i) })),
          ],
          ...fields,
          ...(standardErrors && { standardError: standardErrors[figureOf], standardErrors }),
          ...warned(figures.warnings),
        };
      },
    ),
    numbers: n * scenarios,
  };
}

/** Moves of the factors of a request, each kind by its type. */
function historiesOf({ market, returns, moves, dates, horizonDays }: Request<typeof bookVarRequest>): (TypedFactor & History)[] {
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
  return typedFactors(names, moves).map((each, i) => ({
    ...each,
    pointer: `/returns/${pointerPart(names[i]!)}`,
    moves: Float64Array.from(returns[names[i]!]!),
  }));
}

export function bookVarJob(request: Request<typeof bookVarRequest>, limits: RiskLimits): VarJob {
  const { positions, dates, horizonDays, withScenarios = false } = request;
  const factors = historiesOf(request);
  const { moves, warnings } = historicalScenarios(factors, horizonDays, request);
  const scenarios = moves[0]!.length;
  const dateOf = (k: number) => (dates === undefined ? {} : { date: dates[k + horizonDays - 1]! });
  const movesAt = (k: number): number[] => moves.map((series) => series[k]!);
  return varJob(request, factors, scenarios, movesAt, limits, (ranges, ofFactor) => {
    const all = allLosses(ranges, scenarios);
    const { tail } = historicalTail(all, request, request);
    return {
      figures: historicalFigures(ranges, scenarios, { ofFactor }, request, request, [...warnings, ...impliedWarnings(request, factors)]),
      tail,
      fields: {
        tail: tail.beyond.map((k) => ({ scenario: k, ...dateOf(k), pnl: -all[k]!, positions: largestLosses(positions, ofFactor(k)) })),
        scenarios,
        ...(withScenarios && { profitAndLoss: Array.from(all, (loss, k) => ({ ...dateOf(k), pnl: -loss })) }),
      },
    };
  });
}

export function bookMonteCarloVarJob(request: Request<typeof bookMonteCarloVarRequest>, limits: RiskLimits): VarJob {
  const { positions, market, volatilities, correlations, horizonDays, confidence, pricer } = request;
  const names = Object.keys(volatilities);
  const faults: Fault[] = factorFaults(market, names, '/volatilities');
  if (names.length === 0) faults.push({ pointer: '/volatilities', reason: 'must have the volatility of at least 1 factor' });
  if (faults.length > 0) throw refusal(faults);
  const { correlation, warnings } = correlationMatrix(names, correlations, 'a factor of volatilities');
  const law = { volatilities: Float64Array.from(names, (name) => volatilities[name]!), correlation };
  const factors = typedFactors(names, request.moves);
  const simulated = simulatedMoves(law, horizonDays, pricer);
  const into = new Float64Array(names.length);
  const movesAt = (k: number): Float64Array => {
    simulated.movesOf(k, into);
    return into;
  };
  return varJob(request, factors, simulated.scenarios, movesAt, limits, (ranges, ofFactor) => {
    const all = allLosses(ranges, simulated.scenarios);
    const tail = tailOf(all, 1 - confidence);
    const figures = simulatedFigures(ranges, { ofFactor }, simulated, request, [...warnings, ...impliedWarnings(request, factors)]);
    const worst = tail.beyond.slice(0, MAX_NAMED);
    return {
      figures,
      tail,
      fields: {
        tail: worst.map((k) => ({ scenario: k, pnl: -all[k]!, positions: largestLosses(positions, ofFactor(k)) })),
        ...{ numPaths: simulated.scenarios, seed: simulated.seed, backend: 'double' },
      },
    };
  });
}

const largestLosses = (positions: readonly BookPosition[], losses: Float64Array) =>
  Array.from(losses, (loss, i) => ({ position: nameOf(positions[i]!), pnl: -loss }))
    .sort((a, b) => a.pnl - b.pnl)
    .slice(0, MAX_NAMED);
