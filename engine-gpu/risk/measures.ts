/** The risk operations: from a request that its schema has read to the numbers of its response. */

import type { z } from 'zod';
import { EngineFailure, type Fault } from '../base/failure.js';
import { pointerPart, refusal } from '../base/faults.js';
import type { Priced, Unpriced } from '../base/priced.js';
import type { Years } from '../base/units.js';
import { GREEKS } from '../formula/greeks.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import { act365f } from '../time/date.js';
import { backtest } from './backtest.js';
import { bookOf, bookPricer, requireAffordable } from './book-of-positions.js';
import { explainProfitAndLoss } from './explain.js';
import { historicalRisk } from './historical.js';
import { lawOf } from './law-of-moves.js';
import { bookValues, type OptionBook, unmoved } from './option-book.js';
import {
  BOOK_GREEKS,
  type backtestRequest,
  type ExplainedFactor,
  type expectedShortfallRequest,
  type explainRequest,
  type historicalVarRequest,
  MAX_STRESS_COMBINATIONS,
  type monteCarloVarRequest,
  type OptionPosition,
  type parametricVarRequest,
  type portfolioVarRequest,
  type profitFiguresRequest,
  type sensitivitiesRequest,
  type stressGridRequest,
  type stressRequest,
} from './requests.js';
import type {
  backtestResponse,
  expectedShortfallResponse,
  explainResponse,
  sensitivitiesResponse,
  stressGridResponse,
  stressResponse,
  varResponse,
} from './responses.js';
import type { LossRange, RiskFigures } from './revaluation.js';
import { revaluationJob, scenarioJob, wholeJob } from './scenario-job.js';
import { type CrossGammas, sensitivityLadders } from './sensitivities.js';
import { type Shock, type StressResult, shockGrid, stressedValues, stressResult } from './stress.js';
import { stressScenario } from './stress-scenarios.js';
import { type Tail, type TailErrors, tailOf } from './tail.js';
import { type FactorLaw, monteCarloRisk, parametricRisk } from './value-at-risk.js';
import type { BlockJob } from './xva/job.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response<S extends z.ZodType> = z.input<S>;
type RiskJob<Part, S extends z.ZodType> = BlockJob<Part, Response<S>>;

export interface RiskLimits {
  /** Most option prices that one call may compute. */
  readonly costLimit: number;
}

export const portfolioVar = (request: Request<typeof portfolioVarRequest>): Priced<Response<typeof varResponse>> =>
  parametricVar({ ...request, method: 'delta_normal' });

export function parametricVar(request: Request<typeof parametricVarRequest>): Priced<Response<typeof varResponse>> {
  const book = bookOf(request.positions);
  requireSeparable(request, book, 1);
  const { law, warnings } = lawOf(request, book);
  const figures = parametricRisk(book, law, request, request.method === 'delta_gamma');
  const { mean, standardDeviation, skewness, excessKurtosis, deltas } = figures;
  const result = { ...varOf(book, figures, warnings, deltas), mean, standardDeviation, skewness, excessKurtosis };
  return { pricerId: book.pricerId, result };
}

export function historicalVarJob(
  request: Request<typeof historicalVarRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof varResponse> {
  const book = bookOf(request.positions);
  return revaluationJob(book, ofHistory(request, book, limits), (figures) => ({
    ...varOf(book, figures, []),
    ...errorsOf(figures, 'valueAtRisk'),
    scenarios: figures.scenarios,
  }));
}

export function monteCarloVarJob(
  request: Request<typeof monteCarloVarRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof varResponse> {
  const book = bookOf(request.positions);
  const { law, warnings } = lawOf(request, book);
  return revaluationJob(book, bySimulation(request, book, law, limits), (figures) => ({
    ...varOf(book, figures, warnings),
    ...errorsOf(figures, 'valueAtRisk'),
    ...simulationOf(figures),
  }));
}

/** The part of a block without scenarios. */
const NO_LOSSES: LossRange = { losses: new Float64Array(), floored: 0 };

export function expectedShortfallJob(
  request: Request<typeof expectedShortfallRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof expectedShortfallResponse> {
  const book = bookOf(request.positions);
  if (request.method === 'historical')
    return revaluationJob(book, ofHistory(request, book, limits), (figures) => ({
      ...shortfallOf(book, figures, []),
      ...errorsOf(figures, 'expectedShortfall'),
    }));
  const { law, warnings } = lawOf(request, book);
  if (request.method === 'parametric') {
    requireSeparable(request, book, 1);
    const compute = () => shortfallOf(book, parametricRisk(book, law, request, request.expansion === 'delta_gamma'), warnings);
    return wholeJob(book, compute, NO_LOSSES);
  }
  return revaluationJob(book, bySimulation(request, book, law, limits), (figures) => ({
    ...shortfallOf(book, figures, warnings),
    ...errorsOf(figures, 'expectedShortfall'),
    ...simulationOf(figures),
  }));
}

export function stressGridJob(
  request: Request<typeof stressGridRequest>,
  { costLimit }: RiskLimits,
): RiskJob<Float64Array, typeof stressGridResponse> {
  const { spotShocks, volatilityShocks, rateShocks, timeShocks } = request;
  const book = bookOf(request.positions);
  const count = spotShocks.length * volatilityShocks.length * rateShocks.length * timeShocks.length;
  if (count > MAX_STRESS_COMBINATIONS)
    throw new EngineFailure(
      'cost',
      `spotShocks × volatilityShocks × rateShocks × timeShocks must be at most ${MAX_STRESS_COMBINATIONS}; got ${count}`,
    );
  requireAffordable(count, book, costLimit);
  const shocks = shockGrid(spotShocks, volatilityShocks, rateShocks, timeShocks);
  return stressJob(book, shocks, ({ baseValue, results, worst }) => {
    const all = results.map((result, k) => ({ ...shocks[k]!, ...result }));
    return { baseValue, results: all, worst: all[worst]! };
  });
}

export function stressScenariosJob(
  request: Request<typeof stressRequest>,
  { costLimit }: RiskLimits,
): RiskJob<Float64Array, typeof stressResponse> {
  const book = bookOf(request.positions);
  requireAffordable(request.scenarios.length, book, costLimit);
  const scenarios = request.scenarios.map(({ name, ...moves }) => {
    const isCustom = Object.values(moves).some((move) => move !== undefined);
    const { spotShock = 0, volatilityShock = 0, rateShock = 0 } = (isCustom ? moves : stressScenario(name)) ?? {};
    const description = isCustom ? undefined : stressScenario(name)?.description;
    return { name, description, shock: { spotShock, volatilityShock, rateShock, timeShock: moves.timeShock ?? 0 } };
  });
  const shocks = scenarios.map(({ shock }) => shock);
  return stressJob(book, shocks, ({ baseValue, results, worst }) => {
    const all = results.map((result, k) => {
      const { name, description, shock } = scenarios[k]!;
      return { name, ...shock, ...result, ...(description && { description }) };
    });
    return { baseValue, results: all, worst: all[worst]! };
  });
}

const stressJob = <Response>(book: OptionBook, shocks: readonly Shock[], respond: (result: StressResult) => Response) =>
  scenarioJob(
    book,
    shocks.length,
    (from, to) => stressedValues(book, shocks.slice(from, to)),
    (parts: readonly Float64Array[]) =>
      respond(
        stressResult(
          book,
          parts.flatMap((values) => [...values]),
        ),
      ),
  );

export function explain(request: Request<typeof explainRequest>): Priced<Response<typeof explainResponse>> {
  const { positions, marketStart, marketEnd } = request;
  const faults: Fault[] = [];
  const [from, to] = [marketStart.valuationDate, marketEnd.valuationDate];
  if ((from === undefined) !== (to === undefined))
    faults.push({
      pointer: `/market${from === undefined ? 'Start' : 'End'}/valuationDate`,
      reason: 'is required where the other market has one',
    });
  if (from !== undefined && to !== undefined && to < from)
    faults.push({ pointer: '/marketEnd/valuationDate', reason: `must not be before ${from}, that of marketStart; got ${to}` });
  for (const name of new Set(positions.map(({ underlying }) => underlying)))
    for (const [field, { assets }] of [
      ['marketStart', marketStart],
      ['marketEnd', marketEnd],
    ] as const)
      if (!Object.hasOwn(assets, name))
        faults.push({ pointer: `/${field}/assets/${pointerPart(name)}`, reason: 'is required by a position' });
  if (faults.length > 0) throw refusal(faults);
  const passed = from !== undefined && to !== undefined ? act365f(from, to) : 0;
  const positionsIn = ({ assets, rate }: typeof marketStart, isEnd: boolean): OptionPosition[] =>
    positions.map(({ volatility, time, ...position }) => {
      const { spot, dividend, volatility: quoted, dividends } = assets[position.underlying]!;
      const optionVolatility =
        volatility === undefined ? quoted : Math.max(volatility + quoted - marketStart.assets[position.underlying]!.volatility, 0);
      const market = { spot, dividend, rate, volatility: optionVolatility, ...(dividends && { dividends }) };
      return { ...position, ...market, time: isEnd ? Math.max(time - passed, 0) : time };
    });
  const [start, end] = [positionsIn(marketStart, false), positionsIn(marketEnd, true)];
  const books = [bookOf(start), bookOf(end)] as const;
  const result = books.some(({ dated }) => dated)
    ? explainProfitAndLoss(...books, (factors) => bookOf(withFactors(start, end, factors, passed)), request.crossTerms)
    : explainProfitAndLoss(...books, undefined, request.crossTerms);
  // The dividends of either market decide the pricer.
  return { pricerId: bookPricer([...start, ...end]), result };
}

/** The positions in the first market with some factors of the second. The dividends on dates belong to the factor `dividend`, their dates to `time`. */
const withFactors = (
  start: readonly OptionPosition[],
  end: readonly OptionPosition[],
  factors: readonly ExplainedFactor[],
  passed: Years,
): OptionPosition[] =>
  start.map((position, i) => {
    const moved = Object.fromEntries(factors.map((factor) => [factor, end[i]![factor]]));
    const [isAnnounced, isLater] = [factors.includes('dividend'), factors.includes('time')];
    // Those of the second market are in years from its date.
    const dividends = isAnnounced
      ? datesMoved(end[i]!.dividends, isLater ? 0 : -passed)
      : datesMoved(position.dividends, isLater ? passed : 0);
    return { ...position, ...moved, dividends };
  });

/** Dividends of which some years have passed; those that time passes are gone. */
const datesMoved = (dividends: OptionPosition['dividends'] = [], passed: Years) =>
  dividends.filter(({ time }) => time > passed).map((one) => ({ ...one, time: one.time - passed }));

export function sensitivities(request: Request<typeof sensitivitiesRequest>): Priced<Response<typeof sensitivitiesResponse>> {
  const { positions, tenors, crossGammas } = request;
  const book = bookOf(positions);
  const inCash = crossGammas ? positions.findIndex(({ dividends = [] }) => dividends.some(({ amount }) => amount !== undefined)) : -1;
  if (inCash >= 0) throw refusal([{ pointer: '/crossGammas', reason: `takes no dividends in cash; positions.${inCash} has some` }]);
  const ladders = sensitivityLadders(book, tenors);
  const { byUnderlying, rhoByTenor, vega } = ladders;
  const result = {
    byUnderlying: book.underlyings.map((underlying, i) => ({ underlying, ...bookGreekValues(byUnderlying[i]!) })),
    rho: tenors.map((tenor, k) => ({ tenor, rho: rhoByTenor[k]! })),
    vega: vega.map(({ factor, ...cell }) => ({ underlying: book.underlyings[factor]!, ...cell })),
    ...(crossGammas && { crossGammas: namedCrossGammas(book.underlyings, tenors, ladders.crossGammas()) }),
  };
  return { pricerId: book.pricerId, result };
}

function namedCrossGammas(
  underlyings: readonly string[],
  tenors: readonly Years[],
  { spotVolatility, spotRate, volatilityRate, rates }: CrossGammas,
) {
  const byTenor = (rows: readonly Float64Array[]) =>
    underlyings.flatMap((underlying, i) => tenors.map((tenor, k) => ({ underlying, tenor, crossGamma: rows[i]![k]! })));
  return {
    spotVolatility: underlyings.map((underlying, i) => ({ underlying, crossGamma: spotVolatility[i]! })),
    spotRate: byTenor(spotRate),
    volatilityRate: byTenor(volatilityRate),
    rates: rates.map(({ first, second, value }) => ({ tenor1: tenors[first]!, tenor2: tenors[second]!, crossGamma: value })),
  };
}

type BookGreek = (typeof BOOK_GREEKS)[number];

/** The Greeks that portfolios report, out of a row in the order of `GREEKS`. */
export const bookGreekValues = (row: ArrayLike<number>): Record<BookGreek, number> =>
  Object.fromEntries(BOOK_GREEKS.map((name) => [name, row[GREEKS.indexOf(name)]])) as Record<BookGreek, number>;

/** Tail figures of profits under scenarios of equal weight, such as the sums over books of which each was revalued alone. */
export function profitFigures({
  profitAndLoss,
  confidence,
}: Request<typeof profitFiguresRequest>): Unpriced<Pick<Tail, 'valueAtRisk' | 'expectedShortfall'> & { readonly confidence: number }> {
  const { valueAtRisk, expectedShortfall } = tailOf(
    Float64Array.from(profitAndLoss, (pnl) => -pnl),
    1 - confidence,
  );
  return { result: { confidence, valueAtRisk, expectedShortfall } };
}

export const backtestForecasts = ({
  profitAndLoss,
  valueAtRisk,
  confidence,
}: Request<typeof backtestRequest>): Unpriced<Response<typeof backtestResponse>> => ({
  result: backtest(profitAndLoss, valueAtRisk, confidence),
});

function ofHistory(request: Omit<Request<typeof historicalVarRequest>, 'method'>, book: OptionBook, { costLimit }: RiskLimits) {
  const { returns, horizonDays } = request;
  const faults: Fault[] = [];
  const has = (name: string) => Object.hasOwn(returns, name);
  const lengths = new Set(book.underlyings.filter(has).map((name) => returns[name]!.length));
  for (const name of book.underlyings)
    if (!has(name)) faults.push({ pointer: `/returns/${pointerPart(name)}`, reason: 'is required by a position' });
  for (const name of Object.keys(returns))
    if (!book.underlyings.includes(name))
      faults.push({ pointer: `/returns/${pointerPart(name)}`, reason: 'is the underlying of no position' });
  if (faults.length === 0 && lengths.size > 1)
    faults.push({ pointer: '/returns', reason: 'must have as many entries for each underlying' });
  const [days = 0] = lengths;
  if (faults.length === 0 && days < horizonDays)
    faults.push({ pointer: '/returns', reason: `must have at least ${horizonDays} days, the horizon; got ${days}` });
  if (faults.length > 0) throw refusal(faults);
  requireAffordable(days, book, costLimit);
  requireSeparable(request, book, days);
  const series = book.underlyings.map((name) => Float64Array.from(returns[name]!));
  return historicalRisk(book, series, request, request);
}

function bySimulation(
  request: {
    readonly confidence: number;
    readonly horizonDays: number;
    readonly incremental?: boolean | undefined;
    readonly pricer: { readonly numPaths: number; readonly seed: number };
  },
  book: OptionBook,
  law: FactorLaw,
  { costLimit }: RiskLimits,
) {
  requireAffordable(request.pricer.numPaths, book, costLimit);
  requireSeparable(request, book, request.pricer.numPaths);
  return monteCarloRisk(book, law, request, request.pricer);
}

/** Underlyings without which, one after the other, figures are computed: those of a delta-gamma expansion take time of the cube each. */
const MAX_INCREMENTAL_UNDERLYINGS = 200;
/** Losses by underlying and scenario that are kept for incremental figures: 128 MiB. */
const MAX_INCREMENTAL_LOSSES = powerOfTwo(24);

/** @throws EngineFailure `cost` where incremental figures are asked for of more underlyings, or scenarios of them, than the memory is for */
function requireSeparable({ incremental }: { readonly incremental?: boolean | undefined }, { underlyings }: OptionBook, scenarios: number) {
  if (!incremental) return;
  const [n, losses] = [underlyings.length, underlyings.length * scenarios];
  if (n > MAX_INCREMENTAL_UNDERLYINGS)
    throw new EngineFailure('cost', `incremental takes at most ${MAX_INCREMENTAL_UNDERLYINGS} underlyings; got ${n}`);
  if (losses > MAX_INCREMENTAL_LOSSES)
    throw new EngineFailure('cost', `incremental takes at most ${MAX_INCREMENTAL_LOSSES} underlyings × scenarios; got ${losses}`);
}

/** The standard errors of the figures, and that of the one which the operation is named after. */
const errorsOf = ({ standardErrors }: { readonly standardErrors?: TailErrors }, main: keyof TailErrors) =>
  standardErrors && { standardError: standardErrors[main], standardErrors };

const simulationOf = ({ numPaths, seed }: { readonly numPaths: number; readonly seed: number }) =>
  ({ numPaths, seed, backend: 'double' }) as const;

const warned = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings: [...warnings] } : {});

const varOf = (
  book: OptionBook,
  figures: RiskFigures,
  warnings: readonly string[],
  deltas?: Float64Array,
): Response<typeof varResponse> => ({
  valueAtRisk: figures.valueAtRisk,
  expectedShortfall: figures.expectedShortfall,
  components: book.underlyings.map((underlying, i) => ({
    underlying,
    ...(deltas && { delta: deltas[i]! }),
    contribution: figures.contributions[i]!,
    ...(figures.incremental && { incremental: figures.incremental.valueAtRisk[i]! }),
    ...errorsOfComponent(figures.componentErrors?.contributions, figures.componentErrors?.incremental?.valueAtRisk, i),
  })),
  ...warned([...warnings, ...figures.warnings]),
});

const errorsOfComponent = (contributions: Float64Array | undefined, incremental: Float64Array | undefined, i: number) =>
  contributions && { standardErrors: { contribution: contributions[i]!, ...(incremental && { incremental: incremental[i]! }) } };

function shortfallOf(book: OptionBook, figures: RiskFigures, warnings: readonly string[]): Response<typeof expectedShortfallResponse> {
  const values = new Float64Array(book.underlyings.length);
  bookValues(book, unmoved(book), {}, values);
  return {
    expectedShortfall: figures.expectedShortfall,
    valueAtRisk: figures.valueAtRisk,
    components: book.underlyings.map((underlying, i) => {
      const contribution = figures.shortfallContributions[i]!;
      const marginal = contribution / values[i]!;
      return {
        underlying,
        contribution,
        ...(Number.isFinite(marginal) && { marginal }),
        ...(figures.incremental && { incremental: figures.incremental.expectedShortfall[i]! }),
        ...errorsOfComponent(figures.componentErrors?.shortfallContributions, figures.componentErrors?.incremental?.expectedShortfall, i),
      };
    }),
    ...warned([...warnings, ...figures.warnings]),
  };
}
