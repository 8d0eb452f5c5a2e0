/** Measures of the contract pricers on autocallable notes: price, statistics of how the note ends, and the term that gives a target price. */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Priced } from '../../base/priced.js';
import type { Price, Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import { itpRoot, type Point } from '../../math/root.js';
import type { Autocall } from '../../product/contract/contract.js';
import { resolveAutocall, withLifecycle } from '../../product/contract/resolve.js';
import type { ResolvedNote } from '../../product/contract/resolve-autocall.js';
import { endingCode, heldAndProtected, isWatched, undiscountedCoupons } from '../../product/note/autocall.js';
import {
  SOLVABLE,
  type StructuredPriceRequest,
  type StructuredPriceResponse,
  type StructuredSolveRequest,
  type StructuredSolveResponse,
} from '../../product/note/structured.js';
import {
  composePaths,
  eachPath,
  type MonteCarloResult,
  type MonteCarloSettings,
  priceContract,
  type RunLimits,
} from '../../simulation/run/monte-carlo.js';
import type { PricerTools } from '../definition/pricer.js';
import { contractPricerId } from './contract-measures.js';

type StructuredPrice = MonteCarloResult & Omit<StructuredPriceResponse, keyof MonteCarloResult>;
type StructuredSolution = MonteCarloResult & Omit<StructuredSolveResponse, keyof MonteCarloResult>;

/** Largest number of simulations, on the same lattice points, of a price with its statistics. */
const runsPerPrice = (note: Autocall | undefined): number => (note !== undefined && isWatched(note) ? 4 : 3);

/**
 * The price of contract/price times the notional, and statistics of the same paths.
 *
 * @param today  ISO date; the valuation date if the market gives none
 */
export const priceStructured = async (
  request: StructuredPriceRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<StructuredPrice>> => ({
  pricerId: contractPricerId(request.market),
  result: await run((limits, backend) => notePrice(request, today, limits, backend)),
});

async function notePrice(
  { product: { notional, ...spec }, market: input, pricer }: StructuredPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredPrice> {
  const resolved = resolveAutocall(spec, input, today, '/product');
  const { contract, market, note } = resolved;
  const settings = splitCostLimit({ ...perUnit(pricer, notional), ...limits }, runsPerPrice(note.note));
  const priced = await priceContract(contract, market, settings, backend);
  const same = { ...settings, numPaths: priced.numPaths, targetStandardError: undefined };
  const endings = note.note === undefined ? endedBy(note) : await simulatedEndings(note.note, market, same, backend);
  const called = [...spec.observationDates.slice(0, note.decided).map((_, i) => (i === note.calledOn ? 1 : 0)), ...endings.called];
  return {
    ...withLifecycle(timesNotional(priced, notional), resolved),
    callProbabilities: spec.observationDates.map((date, i) => ({ date, probability: called[i] ?? 0 })),
    expectedLife: endings.life,
    // A difference of amounts rounded to single precision: an exact 0 may come out slightly negative.
    expectedCoupons: notional * (note.paidToday.coupon + Math.max(0, endings.coupons)),
    protectionBreachProbability: endings.breached,
    fallbacks: distinct([...priced.fallbacks, ...endings.fallbacks]),
  };
}

/** How a note has ended that has been redeemed. */
const endedBy = ({ lost }: ResolvedNote): Endings => ({ called: [], breached: lost ? 1 : 0, life: 0, coupons: 0, fallbacks: [] });

/** Settings for a notional of 1, which is what is simulated: the target of the standard error is given for the whole notional. */
const perUnit = ({ targetStandardError, ...settings }: MonteCarloSettings, notional: number): MonteCarloSettings => ({
  ...settings,
  ...(targetStandardError !== undefined && { targetStandardError: targetStandardError / notional }),
});

const timesNotional = (result: MonteCarloResult, notional: number): MonteCarloResult => ({
  ...result,
  price: notional * result.price,
  standardError: notional * result.standardError,
});

/** Splits the cost limit evenly, because it applies to all simulations of a call together. */
const splitCostLimit = (settings: MonteCarloSettings, runs: number): MonteCarloSettings => ({
  ...settings,
  ...(settings.costLimit !== undefined && { costLimit: settings.costLimit / runs }),
});

const distinct = (fallbacks: readonly Fallback[]): Fallback[] => [
  ...new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback])).values(),
];

interface Endings {
  /** Probability that the note is called, per observation date. */
  readonly called: readonly number[];
  /** Probability that the note is never called and ends below its protection barrier. */
  readonly breached: number;
  /** Expected time of redemption. */
  readonly life: Years;
  /** Expected sum of the coupons to come, undiscounted. */
  readonly coupons: number;
  readonly fallbacks: readonly Fallback[];
}

/** How often the note ends in each way, counted path by path from the payments of `endingCode`. */
async function simulatedEndings(autocall: Autocall, market: Market, settings: MonteCarloSettings, backend: Backend): Promise<Endings> {
  const n = autocall.times.length;
  const counts = new Map<number, number>();
  let paths = 0;
  const { fallbacks } = await eachPath(composePaths(endingCode(autocall), market, settings), settings, backend, (value) => {
    // The largest code is 6 × 4096, where single precision rounds by less than a hundredth.
    const ending = Math.round(value);
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    paths += 1;
  });
  const share = (ending: number) => (counts.get(ending) ?? 0) / paths;
  const called = autocall.times.map((_, i) => share(i + 1 < n ? 2 * (i + 1) : 6 * n));
  const [protectedAtEnd, breached] = [share(5 * n), share(3 * n)];
  const never = protectedAtEnd + breached;
  const all = called.reduce((sum, probability) => sum + probability, never);
  // The fractions add up to 1 up to rounding, unless paths are NaN.
  if (!(Math.abs(all - 1) < 1e-9))
    throw new EngineFailure('pricing', 'some paths end in none of the possible ways: their values exceed single precision');
  const life = autocall.times.reduce((sum, time, i) => sum + time * called[i]!, autocall.times[n - 1]! * never);
  const coupons = await priceContract(undiscountedCoupons(autocall), market, settings, backend);
  const found = { called, life, coupons: coupons.price, fallbacks: [...fallbacks, ...coupons.fallbacks] };
  if (!isWatched(autocall)) return { ...found, breached };
  const held = await priceContract(heldAndProtected(autocall), market, settings, backend);
  // A mean of fractions in single precision: an exact 0 may come out slightly negative.
  const lost = Math.min(1, Math.max(0, never + share(6 * n) - held.price));
  return { ...found, breached: lost, fallbacks: [...found.fallbacks, ...held.fallbacks] };
}

/** Terms closer than this are equal in single precision, in which barriers and coupons enter the kernel. */
const TERM_TOLERANCE = 1e-9;
/** Rounding of a mean of payments in single precision, as a fraction of the notional. */
const SOLVED_PRICE_TOLERANCE = 1e-8;
/** Numbers of equal intervals into which the range is divided, one after another, until the price crosses the target within an interval. */
const INTERVAL_COUNTS = [1, 2, 4, 8, 16];
/** Largest number of prices of a search: 2 bounds, the start, 15 interval ends, and 31 bisections of [0, 2] to the tolerance plus one. */
const MAX_PRICES = 50;

/**
 * The term at which the note has the target price, on the lattice points of `priceStructured`.
 *
 * On fixed points the price is a step function of a barrier, one step per path. For a barrier the solution is the step that contains the
 * target.
 *
 * @throws EngineFailure `invalid` if the price does not cross the target within the range of the term; the message states the price at both ends
 */
export const solveStructured = async (
  request: StructuredSolveRequest,
  today: string,
  { run }: PricerTools,
): Promise<Priced<StructuredSolution>> => ({
  pricerId: contractPricerId(request.market),
  result: await run((limits, backend) => noteSolution(request, today, limits, backend)),
});

async function noteSolution(
  { product: { notional, ...terms }, market: input, solveFor, targetPrice, pricer }: StructuredSolveRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredSolution> {
  const { lower, upper } = SOLVABLE[solveFor];
  const { couponRate = 0, couponBarrier = 0, protectionBarrier = 0 } = terms;
  const spec = { ...terms, couponRate, couponBarrier, protectionBarrier };
  // What the past has decided may depend on the term too, so the note is resolved for each value.
  const resolvedAt = (value: number) => resolveAutocall({ ...spec, [solveFor]: value }, input, today, '/product');
  const settings = splitCostLimit({ ...perUnit(pricer, notional), ...limits }, MAX_PRICES);
  const results = new Map<number, MonteCarloResult>();
  const resultAt = async (value: number): Promise<MonteCarloResult> => {
    const { contract, market } = resolvedAt(value);
    const result = results.get(value) ?? (await priceContract(contract, market, settings, backend));
    results.set(value, result);
    return result;
  };
  const excess = async (value: number): Promise<number> => (await resultAt(value)).price - targetPrice / notional;
  const bracket = await nearestCrossing(excess, lower, upper, terms[solveFor]);
  if (bracket === undefined) {
    const at = async (value: number): Promise<string> => `${notional * (await resultAt(value)).price} at ${solveFor} = ${value}`;
    throw invalid(
      '/targetPrice',
      `must be a price that some ${solveFor} gives; got ${targetPrice}, but the price is ${await at(lower)} and ${await at(upper)}`,
    );
  }
  const { x: solvedValue } = await itpRoot(excess, ...bracket, TERM_TOLERANCE, SOLVED_PRICE_TOLERANCE);
  const solution = timesNotional(await resultAt(solvedValue), notional);
  return { solveFor, solvedValue, iterations: results.size, ...withLifecycle(solution, resolvedAt(solvedValue)) };
}

/** The interval closest to `start` in which f changes its sign. There may be several, because prices need not be monotone in a barrier. */
async function nearestCrossing(
  f: (x: number) => Promise<Price>,
  lower: number,
  upper: number,
  start: number | undefined,
): Promise<readonly [Point, Point] | undefined> {
  const xs = new Set<number>();
  if (start !== undefined && start > lower && start < upper) xs.add(start);
  for (const count of INTERVAL_COUNTS) {
    for (let i = 0; i <= count; i++) xs.add(lower + ((upper - lower) * i) / count);
    const points: Point[] = [];
    for (const x of [...xs].sort((a, b) => a - b)) points.push({ x, y: await f(x) });
    const found = points.flatMap((a, i) => {
      const b = points[i + 1];
      return b !== undefined && a.y * b.y <= 0 ? [[a, b] as const] : [];
    });
    const distance = ([a, b]: readonly [Point, Point]) => (start === undefined ? 0 : Math.max(a.x - start, start - b.x, 0));
    const [nearest] = found.sort((one, other) => distance(one) - distance(other));
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}
