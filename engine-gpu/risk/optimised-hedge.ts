/** The hedge of a request, with the risk that remains and its cost. */
import type { z } from 'zod';
import { refusal } from '../base/faults.js';
import type { Priced } from '../base/priced.js';
import { SOLVERS } from '../base/solvers.js';
import { bookOf } from './book-of-positions.js';
import { type Hedge, hedgeShortfall, hedgeSquares, squaresAt, varianceSquares } from './hedge.js';
import { type HedgeInstrument, totalCost } from './hedge-trades.js';
import { bookGreekValues } from './measures.js';
import { bookGreeks } from './option-book.js';
import { BOOK_GREEKS, type hedgeRequest, type OptionPosition } from './requests.js';
import type { hedgeResponse } from './responses.js';
import { greeksByUnderlying } from './sensitivities.js';
import { meanBeyond, tailOf } from './tail.js';

type Request<S extends z.ZodType> = z.output<S>;
type Response<S extends z.ZodType> = z.input<S>;

export async function optimiseHedge(request: Request<typeof hedgeRequest>): Promise<Priced<Response<typeof hedgeResponse>>> {
  const { instruments, confidence, budget, integer } = request;
  const terms: HedgeInstrument[] = instruments.map(({ cost, min, max }) => ({
    cost,
    min: min ?? Number.NEGATIVE_INFINITY,
    max: max ?? Number.POSITIVE_INFINITY,
  }));
  const limits = { budget, integer };
  const answer = ({ status, quantities }: Hedge, residual: Record<string, number>): Priced<Response<typeof hedgeResponse>> => ({
    pricerId: SOLVERS.hedge.id,
    result: {
      hedges:
        status === 'infeasible'
          ? []
          : instruments.map(({ id, cost }, i) => ({ id, quantity: quantities[i]!, cost: cost * Math.abs(quantities[i]!) })),
      residual,
      totalCost: totalCost(terms, quantities),
      status,
    },
  });
  const zeros = instruments.map(() => 0);
  const { covariance, scenarios } = request;

  if (request.objective === 'variance' && covariance) {
    const hedge = await hedgeSquares(varianceSquares(covariance.cross, covariance.instruments, request.ridge), terms, limits);
    const withoutRidge = varianceSquares(covariance.cross, covariance.instruments, 0);
    return answer(hedge, { variance: remainingVariance(covariance, squaresAt(withoutRidge, hedge.quantities), hedge.quantities) });
  }
  if (request.objective === 'least_squares' && scenarios) {
    const squares = { rows: scenarios.instruments, offsets: scenarios.exposure, weight: 2, linear: zeros };
    const hedge = await hedgeSquares(squares, terms, limits);
    return answer(hedge, { sumOfSquares: squaresAt(squares, hedge.quantities) });
  }
  if (request.objective === 'cvar' && scenarios) {
    const hedge = await hedgeShortfall(scenarios, terms, confidence, limits);
    const losses = Float64Array.from(scenarios.exposure, (pnl, k) =>
      scenarios.instruments[k]!.reduce((total, value, i) => total - value * hedge.quantities[i]!, -pnl),
    );
    const { valueAtRisk } = tailOf(losses, 1 - confidence);
    return answer(hedge, { cvar: meanBeyond(losses, 1 - confidence), valueAtRisk });
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
    squares.rows[k]!.reduce((total, greek, i) => total! + greek * hedge.quantities[i]!, squares.offsets[k]),
  ]);
  return answer(hedge, Object.fromEntries(residual) as Record<string, number>);
}

/** Variance below 0, relative to its terms, that is rounding of covariances given to six digits. */
const COVARIANCE_ROUNDING = 1e-6;

/** @throws EngineFailure where a hedge would leave a variance below 0, which covariances of one joint law cannot */
function remainingVariance(
  { exposure, cross }: { readonly exposure: number; readonly cross: readonly number[] },
  change: number,
  quantities: readonly number[],
): number {
  const variance = exposure + change;
  const size = exposure + cross.reduce((total, x, i) => total + Math.abs(x * quantities[i]!), 0);
  if (variance >= -COVARIANCE_ROUNDING * size) return Math.max(variance, 0);
  throw refusal([
    {
      pointer: '/covariance/exposure',
      reason: `must be at least ${-change}, the variance that its covariances with the instruments make it have; got ${exposure}`,
    },
  ]);
}

/** Delta, gamma and vega of positions, summed over underlyings. */
function greeksHeld(positions: readonly OptionPosition[]): Partial<Record<(typeof BOOK_GREEKS)[number], number>> {
  const book = bookOf(positions);
  const rows = greeksByUnderlying(book, bookGreeks(book)).map(bookGreekValues);
  const total = (name: 'delta' | 'gamma' | 'vega') => rows.reduce((sum, row) => sum + row[name], 0);
  return { delta: total('delta'), gamma: total('gamma'), vega: total('vega') };
}
