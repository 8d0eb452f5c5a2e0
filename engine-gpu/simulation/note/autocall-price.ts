/** The price of an autocallable note by simulation, with statistics of how the note ends. */
import type { Backend, Fallback } from '../../backend/backend.js';
import { EngineFailure } from '../../base/failure.js';
import type { Price, Years } from '../../base/units.js';
import type { Market } from '../../market/market.js';
import type { Autocall } from '../../product/contract/contract.js';
import { resolveAutocall, withLifecycle } from '../../product/contract/resolve.js';
import type { ResolvedNote } from '../../product/contract/resolve-autocall.js';
import { endingCode, heldAndProtected, isWatched, undiscountedCoupons } from '../../product/note/autocall.js';
import type { StructuredPriceRequest, StructuredPriceResponse } from '../../product/note/structured.js';
import {
  composePaths,
  eachPath,
  type MonteCarloResult,
  type MonteCarloSettings,
  priceContract,
  type RunLimits,
} from '../run/monte-carlo.js';

export type StructuredPrice = MonteCarloResult & Omit<StructuredPriceResponse, keyof MonteCarloResult>;

/** Largest number of simulations, on the same lattice points, of a price with its statistics. */
const runsPerPrice = (note: Autocall | undefined): number => (note !== undefined && isWatched(note) ? 4 : 3);

/**
 * The price of the note's contract times the notional, and statistics of the same paths.
 *
 * @param today  ISO date; the valuation date if the market gives none
 */
export async function autocallPrice(
  { product: { notional, ...spec }, market: input, pricer }: StructuredPriceRequest,
  today: string,
  limits: RunLimits,
  backend: Backend,
): Promise<StructuredPrice> {
  const resolved = resolveAutocall(spec, input, today, '/product');
  const { contract, market, note } = resolved;
  const settings = splitCostLimit({ ...perUnit(pricer, notional), ...limits }, runsPerPrice(note.note));
  const priced = await priceContract(contract, market, settings, backend);
  const samePaths = { ...settings, numPaths: priced.numPaths, targetStandardError: undefined };
  const endings = note.note === undefined ? endedBy(note) : await simulatedEndings(note.note, market, samePaths, backend);
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

/** Settings for a notional of 1, which is what is simulated: the request states the target of the standard error for the whole notional. */
export const perUnit = ({ targetStandardError, ...settings }: MonteCarloSettings, notional: number): MonteCarloSettings => ({
  ...settings,
  ...(targetStandardError !== undefined && { targetStandardError: targetStandardError / notional }),
});

export const timesNotional = (result: MonteCarloResult, notional: number): MonteCarloResult => ({
  ...result,
  price: notional * result.price,
  standardError: notional * result.standardError,
});

/** Splits the cost limit evenly, because it applies to all simulations of a call together. */
export const splitCostLimit = (settings: MonteCarloSettings, runs: number): MonteCarloSettings => ({
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
  /** Expected sum of the coupons to come, undiscounted, per unit of notional. */
  readonly coupons: Price;
  readonly fallbacks: readonly Fallback[];
}

/** The ending of a note that has been redeemed. */
const endedBy = ({ lost }: ResolvedNote): Endings => ({ called: [], breached: lost ? 1 : 0, life: 0, coupons: 0, fallbacks: [] });

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
  const endings = { called, life, coupons: coupons.price, fallbacks: [...fallbacks, ...coupons.fallbacks] };
  if (!isWatched(autocall)) return { ...endings, breached };
  const protectedToEnd = await priceContract(heldAndProtected(autocall), market, settings, backend);
  // A mean of fractions in single precision: an exact 0 may come out slightly negative.
  const lost = Math.min(1, Math.max(0, never + share(6 * n) - protectedToEnd.price));
  return { ...endings, breached: lost, fallbacks: [...endings.fallbacks, ...protectedToEnd.fallbacks] };
}
