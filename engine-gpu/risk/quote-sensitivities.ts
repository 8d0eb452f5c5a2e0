/**
 * Sensitivities of a book to the quotes of which its curves are made: ∂V/∂q = Σ ∂V/∂z ∂z/∂q over the zero rates z of all nodes, with ∂z/∂q from the
 * calibration (calibration/curve-set.ts). Each is a central difference of full revaluations along ∂z/∂q, on curves with the same nodes and interpolation, so
 * that a book of one of the quoted instruments moves with its own quote alone. Error: 1e-10 of what bends, and rounding of 1e-8 of the value.
 */
import type { z } from 'zod';
import { EngineFailure } from '../base/failure.js';
import type { BookMarket } from '../market/book-market.js';
import { powerOfTwo } from '../math/elementary/binary.js';
import type { bookQuoteSensitivitiesRequest } from './book-requests.js';
import { bookFields, nameOf, openRevaluation } from './book-revaluation.js';
import type { RiskLimits } from './measures.js';
import { sum } from './option-book.js';
import { MAX_STRESS_COMBINATIONS } from './requests.js';
import type { quoteSensitivitiesResponse } from './responses.js';
import { scenarioJob } from './scenario-job.js';
import type { BlockJob } from './xva/job.js';

type Request = z.output<typeof bookQuoteSensitivitiesRequest>;
type Response = z.input<typeof quoteSensitivitiesResponse>;
/** Derivatives of the values of the positions by some quotes, quote by quote. */
type Slopes = Float64Array;

/** Largest move of a zero rate: a tenth of a basis point. */
const MAX_RATE_MOVE = 1e-5;
/** Numbers that a job and its answer hold: 32 MiB. */
const MAX_SLOPES = powerOfTwo(22);

export function bookQuoteSensitivitiesJob(request: Request, limits: RiskLimits): BlockJob<Slopes, Response, Promise<Slopes>> {
  const { positions, nodes, derivatives, perPosition = false } = request;
  const n = positions.length;
  const book = openRevaluation(request, 2 * nodes.length, limits);
  const slopesBy = async (quote: number): Promise<Float64Array> => {
    const most = derivatives.reduce((largest, row) => Math.max(largest, Math.abs(row[quote]!)), 0);
    // Such a quote moves no curve.
    if (most === 0) return new Float64Array(n);
    const step = MAX_RATE_MOVE / most;
    const { instrument, name } = nodes[quote]!;
    const gains = (move: number) =>
      book.gainsIn(movedNodes(request, quote, move), `the market with the quote of ${instrument} of ${name} moved`);
    const [up, down] = [await gains(step), await gains(-step)];
    return up.map((gain, i) => (gain - down[i]!) / (2 * step));
  };
  const most = perPosition ? MAX_STRESS_COMBINATIONS : MAX_SLOPES;
  if (n * nodes.length > most)
    throw new EngineFailure(
      'cost',
      `positions × quotes must be at most ${most}${perPosition ? ' with perPosition' : ''}; got ${n * nodes.length}`,
    );
  return {
    ...scenarioJob<Slopes, Response, Promise<Slopes>>(
      request,
      nodes.length,
      async (from, to) => {
        const slopes = new Float64Array(n * (to - from));
        for (let quote = from; quote < to; quote++) slopes.set(await slopesBy(quote), (quote - from) * n);
        return slopes;
      },
      (blocks) => {
        const rows = blocks.flatMap((block) =>
          Array.from({ length: block.length / n }, (_, row) => block.subarray(row * n, (row + 1) * n)),
        );
        return {
          baseValue: request.baseValue,
          ...bookFields(request),
          sensitivities: nodes.map(({ field, name, instrument, quote }, i) => ({
            ...{ field, name, instrument, quote, value: sum(rows[i]!) },
            ...(perPosition && {
              positions: positions.map((position, k) => ({ position: nameOf(position), value: rows[i]![k]! })),
            }),
          })),
        };
      },
    ),
    numbers: n * nodes.length,
  };
}

/** The market after a move of one quote, to first order in its curves. */
function movedNodes({ market, nodes, derivatives }: Request, quote: number, move: number): BookMarket {
  const moved = { ...market, curves: { ...market.curves }, projections: { ...market.projections } };
  nodes.forEach(({ field, name, time }, node) => {
    const change = move * derivatives[node]![quote]!;
    if (change === 0) return;
    const curve = moved[field][name];
    if (curve === undefined || !('times' in curve)) throw new Error(`the curve ${name} has no nodes`);
    moved[field][name] = {
      ...curve,
      zeroRates: curve.zeroRates!.map((rate, i) => (curve.times![i] === time ? rate + change : rate)),
    };
  });
  return moved;
}
