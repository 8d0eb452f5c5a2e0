/**
 * Projection curves beside the curves that discount: where a request moves the rates of a currency and says nothing of an index in it, the forward rates of
 * the index keep their spread to them. Without that a floating leg would stay where it is while its discounting moves, and a swap would show its basis alone.
 */
import { type BookMarket, ratesOf } from '../market/book-market.js';
import { curveOf } from '../market/curve-input.js';
import { type FactorMove, type MarketFactor, rateMove, WHOLE_CURVE } from '../valuation/market-factors.js';
import type { Terms } from '../valuation/pricing-plan.js';

type Leg = { readonly index?: unknown; readonly currency?: unknown } | undefined;

/** The currency of each index that instruments name. */
export function currencyByIndex(instruments: Iterable<Terms>, otherwise?: string): Map<string, string> {
  const currencies = new Map<string, string>();
  for (const terms of instruments)
    for (const leg of [terms, terms.receive, terms.pay] as readonly Leg[]) {
      const currency = leg?.currency ?? terms.currency ?? otherwise;
      if (typeof leg?.index === 'string' && typeof currency === 'string') currencies.set(leg.index, currency);
    }
  return currencies;
}

interface MovedBook {
  readonly positions: readonly { readonly terms: Terms }[];
  readonly market: BookMarket;
  readonly reportingCurrency: string;
  readonly valuationDate: string;
}

/**
 * Adds to moves those of the projection curves that have none of their own.
 *
 * @param factors  that a request moves, in some scenario or other
 */
export function openProjectionMoves(
  { positions, market, reportingCurrency, valuationDate }: MovedBook,
  factors: readonly MarketFactor[],
): (moves: readonly FactorMove[]) => readonly FactorMove[] {
  const { projections, projectionCurves = {} } = market;
  const currencies = currencyByIndex(
    positions.map(({ terms }) => terms),
    reportingCurrency,
  );
  for (const currency of Object.keys(projectionCurves)) currencies.set(currency, currency);
  const ownMoves = new Set(factors.flatMap(({ kind, name }) => (kind === 'projection' ? [name] : [])));
  const followers = [...currencies].filter(
    ([name]) => !ownMoves.has(name) && (Object.hasOwn(projections, name) || Object.hasOwn(projectionCurves, name)),
  );
  if (followers.length === 0) return (moves) => moves;
  const moveAt = (move: FactorMove): number =>
    rateMove(() => curveOf(ratesOf(market.curves[move.name]!), valuationDate), move.tenor ?? WHOLE_CURVE, move);
  return (moves) => {
    const ofRates = moves.filter(({ kind }) => kind === 'rate');
    if (ofRates.length === 0) return moves;
    const stated = new Set(moves.flatMap(({ kind, name }) => (kind === 'projection' ? [name] : [])));
    const added = followers.flatMap(([name, currency]): FactorMove[] =>
      stated.has(name)
        ? []
        : ofRates
            .filter((move) => move.name === currency)
            .map((move) => ({ ...move, kind: 'projection', name, move: moveAt(move), type: 'absolute' })),
    );
    return [...moves, ...added];
  };
}
