/**
 * Delta-normal value at risk of books of instruments of any type. The profit is a·m, with a the derivatives of the value by the moves m of the factors
 * and m normal with mean 0 and covariance Σ over the horizon: VaR = z√(a′Σa), and the expected shortfall φ(z)/(1 − c)·√(a′Σa). Figures are in the
 * reporting currency.
 *
 * A derivative is a central difference of full revaluations, a hundredth of the factor's standard deviation σ up and down: of a smooth value f it
 * differs from f′ by f‴σ²·10⁻⁴/6. The method itself leaves out what bends within a standard deviation.
 * Contributions are Euler's, and add up to the figure. Source: RiskMetrics Technical Document, 4th edition, 1996, chapter 6.
 */
import type { z } from 'zod';
import { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import { inverseNormalCdf, normalPdf } from '../math/normal.js';
import { type FactorKind, factorFaults } from '../valuation/market-factors.js';
import type { bookParametricVarRequest } from './book-requests.js';
import { bookFields, byUnderlying, nameOf, openRevaluation, warned } from './book-revaluation.js';
import { impliedWarnings, MAX_INCREMENTAL_POSITIONS, typedFactors } from './book-var.js';
import { correlationMatrix } from './law-of-moves.js';
import type { RiskLimits } from './measures.js';
import { multiply } from './quadratic-form.js';
import type { varResponse } from './responses.js';
import { scenarioJob } from './scenario-job.js';
import { covarianceOver } from './value-at-risk.js';
import type { BlockJob } from './xva/job.js';

type Response = z.input<typeof varResponse>;
/** Derivatives of the values of the positions by the moves of some factors, factor by factor. */
type Slopes = Float64Array;

/** Share of a standard deviation by which a factor is moved. */
const STEP_SHARE = 0.01;

export function bookParametricVarJob(
  request: z.output<typeof bookParametricVarRequest>,
  limits: RiskLimits,
): BlockJob<Slopes, Response, Promise<Slopes>> {
  const { positions, market, volatilities, correlations, horizonDays, confidence } = request;
  const { incremental = false, byFactorKind = false, ofShortfall = false } = request;
  const names = Object.keys(volatilities);
  const faults = factorFaults(market, names, '/volatilities');
  if (names.length === 0) faults.push({ pointer: '/volatilities', reason: 'must have the volatility of at least 1 factor' });
  if (faults.length > 0) throw refusal(faults);
  const n = positions.length;
  if (incremental && n > MAX_INCREMENTAL_POSITIONS)
    throw new EngineFailure('cost', `incremental takes at most ${MAX_INCREMENTAL_POSITIONS} positions; got ${n}`);
  const { correlation, warnings } = correlationMatrix(names, correlations, 'a factor of volatilities');
  const covariance = covarianceOver({ volatilities: Float64Array.from(names, (name) => volatilities[name]!), correlation }, horizonDays);
  const factors = typedFactors(names, request.moves);
  const book = openRevaluation(
    request,
    2 * names.length,
    limits,
    factors.map(({ factor }) => factor),
  );

  const slopesBy = async (index: number): Promise<Float64Array> => {
    const step = STEP_SHARE * Math.sqrt(covariance[index]![index]!);
    // A factor that does not move adds nothing.
    if (step === 0) return new Float64Array(n);
    const { factor, type } = factors[index]!;
    const gains = (move: number) => book.gains([{ ...factor, type, move }], `the market with ${names[index]} moved by ${move}`);
    const [up, down] = [await gains(step), await gains(-step)];
    return up.map((gain, i) => (gain - down[i]!) / (2 * step));
  };

  return {
    ...scenarioJob<Slopes, Response, Promise<Slopes>>(
      request,
      names.length,
      async (from, to) => {
        const slopes = new Float64Array(n * (to - from));
        for (let index = from; index < to; index++) slopes.set(await slopesBy(index), (index - from) * n);
        return slopes;
      },
      (blocks) => {
        const slopes = blocks.flatMap((block) =>
          Array.from({ length: block.length / n }, (_, row) => block.subarray(row * n, (row + 1) * n)),
        );
        const total = Float64Array.from(slopes, (row) => row.reduce((sum, slope) => sum + slope, 0));
        const along = multiply(covariance, total);
        const deviation = Math.sqrt(Math.max(dot(total, along), 0));
        const z = -inverseNormalCdf(1 - confidence);
        // Both figures are multiples of the deviation.
        const shortfallMultiple = normalPdf(z) / (1 - confidence);
        const multiple = ofShortfall ? shortfallMultiple : z;
        const share = (slope: number, index: number): number => (deviation > 0 ? (multiple * slope * along[index]!) / deviation : 0);
        const contributions = Float64Array.from(positions, (_, i) => slopes.reduce((sum, row, index) => sum + share(row[i]!, index), 0));
        const restOf = (i: number): number => {
          const rest = total.map((slope, index) => slope - slopes[index]![i]!);
          return multiple * Math.sqrt(Math.max(dot(rest, multiply(covariance, rest)), 0));
        };
        const kinds = byFactorKind ? [...new Set(factors.map(({ factor }) => factor.kind))] : [];
        const ofKind = (kind: FactorKind): number =>
          factors.reduce((sum, { factor }, index) => sum + (factor.kind === kind ? share(total[index]!, index) : 0), 0);
        return {
          valueAtRisk: z * deviation,
          expectedShortfall: shortfallMultiple * deviation,
          mean: 0,
          standardDeviation: deviation,
          skewness: 0,
          excessKurtosis: 0,
          baseValue: request.baseValue,
          ...bookFields(request),
          components: [
            ...positions.map((position, i) => ({
              position: nameOf(position),
              contribution: contributions[i]!,
              ...(incremental && { incremental: multiple * deviation - restOf(i) }),
            })),
            ...byUnderlying(request, contributions),
            ...kinds.map((factorKind) => ({ factorKind, contribution: ofKind(factorKind) })),
          ],
          ...warned([...warnings, ...impliedWarnings(request, factors)]),
        };
      },
    ),
    numbers: n * names.length,
  };
}

const dot = (one: Float64Array, other: Float64Array): number => one.reduce((sum, value, i) => sum + value * other[i]!, 0);
