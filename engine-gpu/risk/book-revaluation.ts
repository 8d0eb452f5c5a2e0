/** The revaluation of a book of instruments of any type in scenarios of its market, and what of the book its answers repeat. */
import { EngineFailure } from '../base/failure.js';
import type { BookMarket } from '../market/book-market.js';
import { pricingPlan } from '../valuation/instrument-types.js';
import { type FactorMove, type MarketFactor, movedMarket } from '../valuation/market-factors.js';
import type { BookPosition } from '../valuation/requests.js';
import { openScenarioBook } from '../valuation/scenario-book.js';
import type { ScenarioBookRequest } from './book-requests.js';
import type { RiskLimits } from './measures.js';
import { sum } from './option-book.js';
import { openProjectionMoves } from './projection-moves.js';

/**
 * Prices of plain options as which the revaluation of an option of a book by its pricer, and of one payment, count: 20 to 400 µs and 10 ns against 50 ns.
 * Options count for less than some of them take, so that the night of a large book is within the limit; the deadline of a call bounds its time.
 */
const [OPTION_COST, PAYMENT_COST] = [200, 0.2];
interface Revalued {
  /** quantity × price less that of today, by position. @param scenario  names the scenario in a failure */
  readonly gains: (moves: readonly FactorMove[], scenario: string) => Promise<Float64Array>;
  /** The same in a market with the same names. */
  readonly gainsIn: (moved: BookMarket, scenario: string) => Promise<Float64Array>;
}

/**
 * @param factors  that the request moves by themselves, in some scenario or other
 * @throws EngineFailure `cost` where the revaluations take more than the limit
 */
export function openRevaluation(
  request: ScenarioBookRequest,
  revaluations: number,
  { costLimit }: RiskLimits,
  factors: readonly MarketFactor[] = [],
): Revalued {
  const { positions, market } = request;
  const book = openScenarioBook(positions, request);
  const { options, payments } = book.work;
  const cost = revaluations * (OPTION_COST * options + PAYMENT_COST * payments + positions.length);
  if (cost > costLimit)
    throw new EngineFailure(
      'cost',
      `scenarios × positions must cost at most ${costLimit}, of which one without a choice counts as 1 and ${PAYMENT_COST} a payment, any other as ${OPTION_COST}; this call would take ${Math.ceil(cost)}`,
    );
  const withProjections = openProjectionMoves(request, factors);
  let base: Promise<Float64Array> | undefined;
  const gainsIn: Revalued['gainsIn'] = async (moved, scenario) => {
    base ??= book.valuesIn(market, 'the market');
    const today = await base;
    const values = await book.valuesIn(moved, scenario);
    const gains = values.map((value, i) => value - today[i]!);
    if (!Number.isFinite(sum(gains)))
      throw new EngineFailure('pricing', `the profit and loss in ${scenario} is ${sum(gains)}: the terms are too extreme`);
    return gains;
  };
  return { gains: (moves, scenario) => gainsIn(movedMarket(market, withProjections(moves)), scenario), gainsIn };
}

export const nameOf = ({ id, index }: BookPosition): string => id ?? String(index);

/** How complete the figures of a book are. */
export const bookFields = ({ reportingCurrency, failures }: ScenarioBookRequest) => ({
  currency: reportingCurrency,
  complete: failures.length === 0,
  failures,
});

export const warned = (warnings: readonly string[]) => (warnings.length > 0 ? { warnings: [...warnings] } : {});

/** Contributions of the positions on each asset. */
export function byUnderlying(request: ScenarioBookRequest, contributions: Float64Array) {
  const sums = new Map<string, number>();
  for (const [i, { type, terms }] of request.positions.entries()) {
    const { underlying } = pricingPlan(type, terms, request);
    if (underlying !== undefined) sums.set(underlying, (sums.get(underlying) ?? 0) + contributions[i]!);
  }
  return Array.from(sums, ([underlying, contribution]) => ({ underlying, contribution }));
}
