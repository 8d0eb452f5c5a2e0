/** Autocallable notes: the price that any contract has, how the note ends, and the term that gives it a price. */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure, invalid } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import { itpRoot, type Point } from '../../math/root.js';
import type { Autocall, Contract } from '../../product/contract/contract.js';
import { resolveAutocall } from '../../product/contract/resolve.js';
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

export type StructuredPrice = MonteCarloResult & Omit<StructuredPriceResponse, keyof MonteCarloResult>;
export type StructuredSolution = MonteCarloResult & Omit<StructuredSolveResponse, keyof MonteCarloResult>;

/** Runs over the same points that a price with its statistics takes. */
const RUNS = 3;

/**
 * The price of contract/price, times the notional, and statistics of the same paths.
 *
 * @param today ISO date; the valuation date where the market gives none
 */
export async function priceStructured(
  { product: { notional, ...spec }, market: input, pricer }: StructuredPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredPrice> {
  const { contract, market } = resolveAutocall(spec, input, today, '/product');
  const settings = shared({ ...onUnit(pricer, notional), ...limits }, RUNS);
  const priced = await priceContract(contract, market, settings, backend);
  const same = { ...settings, numPaths: priced.numPaths, targetStandardError: undefined };
  const ends = await endings(contract, market, same, backend);
  const coupons = await priceContract(couponsOf(contract), market, same, backend);
  return {
    ...onNotional(priced, notional),
    callProbabilities: spec.observationDates.map((date, i) => ({ date, probability: ends.called[i] })),
    expectedLife: ends.life,
    // A difference of amounts that are rounded to single precision: 0 may come out a little less.
    expectedCoupons: notional * Math.max(0, coupons.price),
    protectionBreachProbability: ends.breached,
    fallbacks: distinct([...priced.fallbacks, ...ends.fallbacks, ...coupons.fallbacks]),
  };
}

/** A target is of the price on the notional; what is simulated is on 1. */
const onUnit = ({ targetStandardError, ...settings }: MonteCarloSettings, notional: number): MonteCarloSettings => ({
  ...settings,
  ...(targetStandardError !== undefined && { targetStandardError: targetStandardError / notional }),
});

const onNotional = (result: MonteCarloResult, notional: number): MonteCarloResult => ({
  ...result,
  price: notional * result.price,
  standardError: notional * result.standardError,
});

/** The limit is on all runs of a call together. */
const shared = (settings: MonteCarloSettings, runs: number): MonteCarloSettings => ({
  ...settings,
  ...(settings.costLimit !== undefined && { costLimit: settings.costLimit / runs }),
});

const distinct = (fallbacks: readonly Fallback[]): Fallback[] => [
  ...new Map(fallbacks.map((fallback) => [JSON.stringify(fallback), fallback])).values(),
];

/** All coupons as they are paid: the note less what it redeems, undiscounted. */
function couponsOf(autocall: Autocall): Contract {
  const undiscounted = { ...autocall, paymentWeights: autocall.times.map(() => 1) };
  return {
    type: 'sum',
    terms: [
      { weight: 1, contract: undiscounted },
      { weight: -1, contract: { ...undiscounted, couponRate: 0 } },
    ],
  };
}

interface Endings {
  /** Probability of a call on each date. */
  readonly called: readonly number[];
  /** Probability that it is never called and ends under its protection. */
  readonly breached: number;
  /** Expected time of redemption. */
  readonly life: Years;
  readonly fallbacks: readonly Fallback[];
}

/**
 * How the note ends, counted path by path: of n dates, a path pays under `tally`
 *
 *   2i if the note is called on date i < n,   6n if on the last,   5n if it is held to the end and protected,   3n if it is not
 */
async function endings(autocall: Autocall, market: Market, settings: MonteCarloSettings, backend: Backend): Promise<Endings> {
  const n = autocall.times.length;
  const counts = new Map<number, number>();
  let paths = 0;
  const { fallbacks } = await eachPath(composePaths(tally(autocall), market, settings), settings, backend, (value) => {
    // Single precision leaves less than a hundredth of 1 on the largest, 6 × 4096.
    const ending = Math.round(value);
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    paths += 1;
  });
  const share = (ending: number) => (counts.get(ending) ?? 0) / paths;
  const called = autocall.times.map((_, i) => share(i + 1 < n ? 2 * (i + 1) : 6 * n));
  const [protectedAtEnd, breached] = [share(5 * n), share(3 * n)];
  const never = protectedAtEnd + breached;
  const all = called.reduce((sum, probability) => sum + probability, never);
  // Counts over paths add up to 1 but for rounding, unless the paths are not numbers.
  if (!(Math.abs(all - 1) < 1e-9))
    throw new EngineFailure('pricing', 'some paths end in no way that an autocall can: they are beyond single precision');
  const life = autocall.times.reduce((sum, time, i) => sum + time * called[i], autocall.times.at(-1)! * never);
  return { called, breached, life, fallbacks };
}

/** Two notes that pay whole numbers: i, doubled by a call on date i; at the end 2n, doubled above the protection. */
function tally(autocall: Autocall): Contract {
  const { times, callBarrier, protectionBarrier } = autocall;
  const n = times.length;
  const doubling = { ...autocall, couponRate: 1, memory: false, protectionBarrier: 0 };
  return {
    type: 'sum',
    terms: [
      { weight: 1, contract: { ...doubling, couponBarrier: callBarrier, paymentWeights: times.map((_, i) => i + 1) } },
      {
        weight: 1,
        contract: {
          ...doubling,
          couponBarrier: Math.min(callBarrier, protectionBarrier),
          paymentWeights: times.map((_, i) => (i + 1 === n ? 2 * n : 0)),
        },
      },
    ],
  };
}

/** A term that single precision does not tell from another: barriers and coupons go into the kernel so. */
const TERM_WIDTH = 1e-9;
/** Of the notional: what single precision leaves in a mean of payments. */
const PRICE_WIDTH = 1e-8;
/** Parts into which the bounds are cut, in turn, until the price crosses the target between two of their ends. */
const CUTS = [1, 2, 4, 8, 16];
/** Prices that a search takes at most: 2 bounds, the start, 15 cuts, and 31 halvings of [0, 2] to the width with one beyond. */
const MOST_PRICES = 50;

/**
 * The term at which the product has the target price, on the points of `priceStructured`.
 *
 * On fixed points a barrier moves the price in steps, a path at a time: what is found is then where the step is that the target lies in.
 *
 * @throws EngineFailure `invalid` where the price does not cross the target between the bounds, with the price at both
 */
export async function solveStructured(
  { product: { notional, ...terms }, market: input, solveFor, targetPrice, pricer }: StructuredSolveRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredSolution> {
  const { lower: least, upper: most } = SOLVABLE[solveFor];
  const { couponRate = 0, callBarrier = 0, couponBarrier = 0, protectionBarrier = 0 } = terms;
  const spec = { ...terms, couponRate, callBarrier, couponBarrier, protectionBarrier };
  const { contract, market } = resolveAutocall(spec, input, today, '/product');
  const settings = shared({ ...onUnit(pricer, notional), ...limits }, MOST_PRICES);
  const results = new Map<number, MonteCarloResult>();
  const resultAt = async (value: number): Promise<MonteCarloResult> => {
    const result = results.get(value) ?? (await priceContract({ ...contract, [solveFor]: value }, market, settings, backend));
    results.set(value, result);
    return result;
  };
  const miss = async (value: number): Promise<number> => (await resultAt(value)).price - targetPrice / notional;
  const bracket = await crossing(miss, least, most, terms[solveFor]);
  if (bracket === undefined) {
    const at = async (value: number): Promise<string> => `${notional * (await resultAt(value)).price} at ${solveFor} = ${value}`;
    throw invalid(
      '/targetPrice',
      `must be a price that some ${solveFor} gives; got ${targetPrice}, where the price is ${await at(least)} and ${await at(most)}`,
    );
  }
  const { x: solvedValue } = await itpRoot(miss, ...bracket, TERM_WIDTH, PRICE_WIDTH);
  return { solveFor, solvedValue, iterations: results.size, ...onNotional(await resultAt(solvedValue), notional) };
}

/** Neighbours between which f changes its sign, the nearest to the start; prices need not be monotone in a barrier. */
async function crossing(
  f: (x: number) => Promise<Price>,
  least: number,
  most: number,
  start: number | undefined,
): Promise<readonly [Point, Point] | undefined> {
  const xs = new Set<number>();
  if (start !== undefined && start > least && start < most) xs.add(start);
  for (const cuts of CUTS) {
    for (let i = 0; i <= cuts; i++) xs.add(least + ((most - least) * i) / cuts);
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
