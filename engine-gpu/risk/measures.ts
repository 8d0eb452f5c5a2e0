/** The risk operations: from a request that its schema has read to the numbers of its response. */
import type { z } from 'zod';
import type { Fault } from '../base/failure.js';
import { pointerPart, refusal } from '../base/faults.js';
import type { Years } from '../base/units.js';
import { GREEKS } from '../formula/black-scholes.js';
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import { act365f } from '../time/date.js';
import { backtest } from './backtest.js';
import { bookOf, requireAffordable } from './book-of-positions.js';
import { type ExplainedFactor, explainProfitAndLoss } from './explain.js';
import { type Hedge, type HedgeInstrument, hedgeShortfall, hedgeSquares, squaresAt, totalCost, varianceSquares } from './hedge.js';
import { bookGreeks, bookValues, type OptionBook, unmoved } from './option-book.js';
import {
  BOOK_GREEKS,
  type backtestRequest,
  type expectedShortfallRequest,
  type explainRequest,
  type hedgeRequest,
  type historicalVarRequest,
  type monteCarloVarRequest,
  type OptionPosition,
  type parametricVarRequest,
  type portfolioVarRequest,
  type sensitivitiesRequest,
  type stressGridRequest,
  type stressRequest,
} from './requests.js';
import type {
  backtestResponse,
  expectedShortfallResponse,
  explainResponse,
  hedgeResponse,
  sensitivitiesResponse,
  stressGridResponse,
  stressResponse,
  varResponse,
} from './responses.js';
import { revaluationJob, scenarioJob, wholeJob } from './scenario-job.js';
import { greeksByUnderlying, sensitivityLadders } from './sensitivities.js';
import { type Shock, type StressResult, shockGrid, stressedValues, stressResult } from './stress.js';
import { stressScenario } from './stress-scenarios.js';
import { tailOf } from './tail.js';
import { type FactorLaw, historicalRisk, type LossRange, monteCarloRisk, parametricRisk, type RiskFigures } from './value-at-risk.js';
import { type BlockJob, runJob } from './xva/job.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response<S extends z.ZodType> = z.input<S>;
type RiskJob<Part, S extends z.ZodType> = BlockJob<Part, Response<S>>;

export interface RiskLimits {
  /** Most option prices that one call may compute. */
  readonly costLimit: number;
}

export const portfolioVar = (request: Request<typeof portfolioVarRequest>): Response<typeof varResponse> =>
  parametricVar({ ...request, method: 'delta_normal' });

export function parametricVar(request: Request<typeof parametricVarRequest>): Response<typeof varResponse> {
  const book = bookOf(request.positions);
  const { law, warnings } = lawOf(request, book);
  const figures = parametricRisk(book, law, request, request.method === 'delta_gamma');
  const { mean, standardDeviation, skewness, excessKurtosis, deltas } = figures;
  return { ...varOf(book, figures, warnings, deltas), mean, standardDeviation, skewness, excessKurtosis };
}

export function historicalVarJob(
  request: Request<typeof historicalVarRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof varResponse> {
  const book = bookOf(request.positions);
  return revaluationJob(book, ofHistory(request, book, limits), (figures) => ({
    ...varOf(book, figures, []),
    scenarios: figures.scenarios,
  }));
}

export function monteCarloVarJob(
  request: Request<typeof monteCarloVarRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof varResponse> {
  const book = bookOf(request.positions);
  const { law, warnings } = lawOf(request, book);
  return revaluationJob(book, bySimulation(request, book, law, limits), (figures) => {
    const { standardError, shortfallStandardError, numPaths, seed } = figures;
    return { ...varOf(book, figures, warnings), standardError, expectedShortfallStandardError: shortfallStandardError, numPaths, seed };
  });
}

/** What the block of a measure without scenarios gives. */
const NO_LOSSES: LossRange = { losses: new Float64Array(), floored: 0 };

export function expectedShortfallJob(
  request: Request<typeof expectedShortfallRequest>,
  limits: RiskLimits,
): RiskJob<LossRange, typeof expectedShortfallResponse> {
  const book = bookOf(request.positions);
  if (request.method === 'historical')
    return revaluationJob(book, ofHistory(request, book, limits), (figures) => shortfallOf(book, figures, []));
  const { law, warnings } = lawOf(request, book);
  if (request.method === 'parametric')
    return wholeJob(() => shortfallOf(book, parametricRisk(book, law, request, request.expansion === 'delta_gamma'), warnings), NO_LOSSES);
  return revaluationJob(book, bySimulation(request, book, law, limits), (figures) => ({
    ...shortfallOf(book, figures, warnings),
    standardError: figures.shortfallStandardError,
  }));
}

export function stressGridJob(
  request: Request<typeof stressGridRequest>,
  { costLimit }: RiskLimits,
): RiskJob<Float64Array, typeof stressGridResponse> {
  const { spotShocks, volatilityShocks, rateShocks, timeShocks } = request;
  const book = bookOf(request.positions);
  const count = spotShocks.length * volatilityShocks.length * rateShocks.length * timeShocks.length;
  requireAffordable(count, book, costLimit);
  const shocks = shockGrid(spotShocks, volatilityShocks, rateShocks, timeShocks);
  return stressJob(book, shocks, ({ baseValue, results, worst }) => {
    const all = results.map((result, k) => ({ ...shocks[k], ...result }));
    return { baseValue, results: all, worst: all[worst] };
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
      const { name, description } = scenarios[k];
      return { name, ...result, ...(description && { description }) };
    });
    return { baseValue, results: all, worst: all[worst] };
  });
}

const stressJob = <Response>(book: OptionBook, shocks: readonly Shock[], respond: (result: StressResult) => Response) =>
  scenarioJob(
    shocks.length,
    book.dated !== undefined,
    (from, to) => stressedValues(book, shocks.slice(from, to)),
    (parts) =>
      respond(
        stressResult(
          book,
          parts.flatMap((values) => [...values]),
        ),
      ),
  );

/** The measure with all its blocks computed here. */
const whole =
  <Input, Part, Output>(job: (request: Input, limits: RiskLimits) => BlockJob<Part, Output>) =>
  (request: Input, limits: RiskLimits): Output =>
    runJob(job(request, limits));

export const historicalVar = whole(historicalVarJob);
export const monteCarloVar = whole(monteCarloVarJob);
export const expectedShortfall = whole(expectedShortfallJob);
export const stressGrid = whole(stressGridJob);
export const stress = whole(stressScenariosJob);

export function explain(request: Request<typeof explainRequest>): Response<typeof explainResponse> {
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
  const at = ({ assets, rate }: typeof marketStart, isEnd: boolean): OptionPosition[] =>
    positions.map(({ volatility, time, ...position }) => {
      const { spot, dividend, volatility: quoted, dividends } = assets[position.underlying];
      const own = volatility === undefined ? quoted : Math.max(volatility + quoted - marketStart.assets[position.underlying].volatility, 0);
      const market = { spot, dividend, rate, volatility: own, ...(dividends && { dividends }) };
      return { ...position, ...market, time: isEnd ? Math.max(time - passed, 0) : time };
    });
  const [start, end] = [at(marketStart, false), at(marketEnd, true)];
  const books = [bookOf(start), bookOf(end)] as const;
  return books.some(({ dated }) => dated)
    ? explainProfitAndLoss(...books, (factor) => bookOf(movedAlone(start, end, factor, passed)))
    : explainProfitAndLoss(...books);
}

/** The positions in the first market with one factor of the second. The dividends on dates belong to the factor `dividend`, their dates to `time`. */
const movedAlone = (
  start: readonly OptionPosition[],
  end: readonly OptionPosition[],
  factor: ExplainedFactor,
  passed: Years,
): OptionPosition[] =>
  start.map((position, i) => {
    const dividends =
      factor === 'dividend' ? datesMoved(end[i].dividends, -passed) : datesMoved(position.dividends, factor === 'time' ? passed : 0);
    return { ...position, [factor]: end[i][factor], dividends };
  });

/** Dividends of which some years have passed; those that time passes are gone. */
const datesMoved = (dividends: OptionPosition['dividends'] = [], passed: Years) =>
  dividends.filter(({ time }) => time > passed).map((one) => ({ ...one, time: one.time - passed }));

export function sensitivities({ positions, tenors }: Request<typeof sensitivitiesRequest>): Response<typeof sensitivitiesResponse> {
  const book = bookOf(positions);
  const { byUnderlying, rhoByTenor, vega } = sensitivityLadders(book, tenors);
  return {
    byUnderlying: book.underlyings.map((underlying, i) => ({ underlying, ...bookGreekValues(byUnderlying[i]) })),
    rho: tenors.map((tenor, k) => ({ tenor, rho: rhoByTenor[k] })),
    vega: vega.map(({ factor, ...cell }) => ({ underlying: book.underlyings[factor], ...cell })),
  };
}

type BookGreek = (typeof BOOK_GREEKS)[number];

/** The Greeks that portfolios report, out of a row in the order of `GREEKS`. */
export const bookGreekValues = (row: ArrayLike<number>): Record<BookGreek, number> =>
  Object.fromEntries(BOOK_GREEKS.map((name) => [name, row[GREEKS.indexOf(name)]])) as Record<BookGreek, number>;

export const backtestForecasts = ({
  profitAndLoss,
  valueAtRisk,
  confidence,
}: Request<typeof backtestRequest>): Response<typeof backtestResponse> => backtest(profitAndLoss, valueAtRisk, confidence);

export async function optimiseHedge(request: Request<typeof hedgeRequest>): Promise<Response<typeof hedgeResponse>> {
  const { instruments, confidence, budget, integer } = request;
  const terms: HedgeInstrument[] = instruments.map(({ cost, min, max }) => ({
    cost,
    min: min ?? Number.NEGATIVE_INFINITY,
    max: max ?? Number.POSITIVE_INFINITY,
  }));
  const limits = { budget, integer };
  const answer = ({ status, quantities }: Hedge, residual: Record<string, number>): Response<typeof hedgeResponse> => ({
    hedges:
      status === 'infeasible'
        ? []
        : instruments.map(({ id, cost }, i) => ({ id, quantity: quantities[i], cost: cost * Math.abs(quantities[i]) })),
    residual,
    totalCost: totalCost(terms, quantities),
    status,
  });
  const zeros = instruments.map(() => 0);
  const { covariance, scenarios } = request;

  if (request.objective === 'variance' && covariance) {
    const hedge = await hedgeSquares(varianceSquares(covariance.cross, covariance.instruments, request.ridge), terms, limits);
    const without = varianceSquares(covariance.cross, covariance.instruments, 0);
    return answer(hedge, { variance: covariance.exposure + squaresAt(without, hedge.quantities) });
  }
  if (request.objective === 'least_squares' && scenarios) {
    const squares = { rows: scenarios.instruments, offsets: scenarios.exposure, weight: 2, linear: zeros };
    const hedge = await hedgeSquares(squares, terms, limits);
    return answer(hedge, { sumOfSquares: squaresAt(squares, hedge.quantities) });
  }
  if (request.objective === 'cvar' && scenarios) {
    const hedge = await hedgeShortfall(scenarios, terms, confidence, limits);
    const losses = Float64Array.from(scenarios.exposure, (pnl, k) =>
      scenarios.instruments[k].reduce((total, value, i) => total - value * hedge.quantities[i], -pnl),
    );
    const { valueAtRisk } = tailOf(losses, 1 - confidence);
    const excess = losses.reduce((total, loss) => total + Math.max(loss - valueAtRisk, 0), 0);
    return answer(hedge, { cvar: valueAtRisk + excess / ((1 - confidence) * losses.length), valueAtRisk });
  }
  const exposure = request.exposure ?? greeksHeld(request.positions ?? []);
  const names = BOOK_GREEKS.filter((name) => exposure[name] !== undefined);
  const squares = {
    rows: names.map((name) => instruments.map((each) => each[name] ?? 0)),
    offsets: names.map((name) => exposure[name] ?? 0),
    weight: 1,
    linear: zeros,
  };
  const hedge = await hedgeSquares(squares, terms, limits);
  const residual = names.map((name, k) => [
    name,
    squares.rows[k].reduce((total, greek, i) => total + greek * hedge.quantities[i], squares.offsets[k]),
  ]);
  return answer(hedge, Object.fromEntries(residual) as Record<string, number>);
}

/** Delta, gamma and vega of positions, summed over underlyings. */
function greeksHeld(positions: readonly OptionPosition[]): Partial<Record<(typeof BOOK_GREEKS)[number], number>> {
  const book = bookOf(positions);
  const rows = greeksByUnderlying(book, bookGreeks(book)).map(bookGreekValues);
  const total = (name: 'delta' | 'gamma' | 'vega') => rows.reduce((sum, row) => sum + row[name], 0);
  return { delta: total('delta'), gamma: total('gamma'), vega: total('vega') };
}

interface LawInput {
  readonly positions: readonly OptionPosition[];
  readonly correlations?: readonly { readonly asset1: string; readonly asset2: string; readonly correlation: number }[] | undefined;
  readonly volatilities?: Readonly<Record<string, number>> | undefined;
}

/** The law of the underlyings' moves: a volatility each, and a correlation matrix that is one. */
function lawOf({ positions, correlations, volatilities = {} }: LawInput, book: OptionBook): { law: FactorLaw; warnings: string[] } {
  const { underlyings } = book;
  const faults: Fault[] = [];
  const own = new Map<string, { volatility: number; position: number }>();
  positions.forEach(({ underlying, volatility }, i) => {
    if (Object.hasOwn(volatilities, underlying)) return;
    const first = own.get(underlying);
    if (first === undefined) own.set(underlying, { volatility, position: i });
    else if (first.volatility !== volatility && faults.length === 0)
      faults.push({
        pointer: `/positions/${i}/volatility`,
        reason: `must be that of position ${first.position} on ${underlying}, ${first.volatility}, or volatilities must name ${underlying}; got ${volatility}`,
      });
  });
  for (const name of Object.keys(volatilities))
    if (!underlyings.includes(name))
      faults.push({ pointer: `/volatilities/${pointerPart(name)}`, reason: 'is the underlying of no position' });
  const n = underlyings.length;
  const matrix = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : correlations ? Number.NaN : 0)));
  const index = new Map(underlyings.map((name, i) => [name, i]));
  correlations?.forEach(({ asset1, asset2, correlation }, k) => {
    const [i, j] = [index.get(asset1), index.get(asset2)];
    for (const [field, name, at] of [
      ['asset1', asset1, i],
      ['asset2', asset2, j],
    ] as const)
      if (at === undefined)
        faults.push({ pointer: `/correlations/${k}/${field}`, reason: `must be the underlying of a position; got ${name}` });
    if (i === undefined || j === undefined) return;
    if (i === j) faults.push({ pointer: `/correlations/${k}/asset2`, reason: `must differ from asset1; got ${asset2}` });
    else if (!Number.isNaN(matrix[i][j]))
      faults.push({ pointer: `/correlations/${k}`, reason: `must give the pair ${asset1} and ${asset2} once` });
    matrix[i][j] = correlation;
    matrix[j][i] = correlation;
  });
  if (faults.length > 0) throw refusal(faults);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      if (Number.isNaN(matrix[i][j]))
        throw refusal([{ pointer: '/correlations', reason: `must have an entry for ${underlyings[j]} and ${underlyings[i]}` }]);
  const smallest = n > 1 && correlations ? symmetricEigenvalues(matrix)[0] : 0;
  if (smallest < -PSD_TOLERANCE)
    throw refusal([
      {
        pointer: '/correlations',
        reason: `must make a positive semi-definite matrix; its smallest eigenvalue is ${smallest.toPrecision(6)}`,
      },
    ]);
  const ofUnderlying = (name: string) => (Object.hasOwn(volatilities, name) ? volatilities[name] : (own.get(name)?.volatility ?? 0));
  return {
    law: { volatilities: Float64Array.from(underlyings, ofUnderlying), correlation: matrix },
    warnings: n > 1 && !correlations ? ['no correlations are given: the underlyings are taken as uncorrelated'] : [],
  };
}

/** Correlations are given to so many digits. */
const PSD_TOLERANCE = 1e-10;

function ofHistory(request: Omit<Request<typeof historicalVarRequest>, 'method'>, book: OptionBook, { costLimit }: RiskLimits) {
  const { returns, horizonDays } = request;
  const faults: Fault[] = [];
  const has = (name: string) => Object.hasOwn(returns, name);
  const lengths = new Set(book.underlyings.filter(has).map((name) => returns[name].length));
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
  const series = book.underlyings.map((name) => Float64Array.from(returns[name]));
  return historicalRisk(book, series, request, request);
}

function bySimulation(
  request: {
    readonly confidence: number;
    readonly horizonDays: number;
    readonly pricer: { readonly numPaths: number; readonly seed: number };
  },
  book: OptionBook,
  law: FactorLaw,
  { costLimit }: RiskLimits,
) {
  requireAffordable(request.pricer.numPaths, book, costLimit);
  return monteCarloRisk(book, law, request, request.pricer);
}

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
    ...(deltas && { delta: deltas[i] }),
    contribution: figures.contributions[i],
  })),
  ...warned([...warnings, ...figures.warnings]),
});

function shortfallOf(book: OptionBook, figures: RiskFigures, warnings: readonly string[]): Response<typeof expectedShortfallResponse> {
  const values = new Float64Array(book.underlyings.length);
  bookValues(book, unmoved(book), {}, values);
  return {
    expectedShortfall: figures.expectedShortfall,
    valueAtRisk: figures.valueAtRisk,
    components: book.underlyings.map((underlying, i) => {
      const contribution = figures.shortfallContributions[i];
      return { underlying, contribution, ...(values[i] !== 0 && { marginal: contribution / values[i] }) };
    }),
    ...warned([...warnings, ...figures.warnings]),
  };
}
