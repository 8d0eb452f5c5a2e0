/** The law of the moves of a book's underlyings, from the volatilities and correlations of a request. */
import type { Fault } from '../base/failure.js';
import { pointerPart, refusal } from '../base/faults.js';
import { symmetricEigenvalues } from '../math/eigenvalues.js';
import type { OptionBook } from './option-book.js';
import type { OptionPosition } from './requests.js';
import type { FactorLaw } from './value-at-risk.js';

interface LawInput {
  readonly positions: readonly OptionPosition[];
  readonly correlations?: readonly { readonly asset1: string; readonly asset2: string; readonly correlation: number }[] | undefined;
  readonly volatilities?: Readonly<Record<string, number>> | undefined;
}

/** The law of the underlyings' moves: a volatility each, and a correlation matrix that is one. */
export function lawOf({ positions, correlations, volatilities = {} }: LawInput, book: OptionBook): { law: FactorLaw; warnings: string[] } {
  const { underlyings } = book;
  const faults: Fault[] = [];
  const volatilityOf = new Map<string, { volatility: number; position: number }>();
  positions.forEach(({ underlying, volatility }, i) => {
    if (Object.hasOwn(volatilities, underlying)) return;
    const first = volatilityOf.get(underlying);
    if (first === undefined) volatilityOf.set(underlying, { volatility, position: i });
    else if (first.volatility !== volatility && faults.length === 0)
      faults.push({
        pointer: `/positions/${i}/volatility`,
        reason: `must be that of position ${first.position} on ${underlying}, ${first.volatility}, or volatilities must name ${underlying}; got ${volatility}`,
      });
  });
  for (const name of Object.keys(volatilities))
    if (!underlyings.includes(name))
      faults.push({ pointer: `/volatilities/${pointerPart(name)}`, reason: 'is the underlying of no position' });
  if (faults.length > 0) throw refusal(faults);
  const { correlation, warnings } = correlationMatrix(underlyings, correlations, 'the underlying of a position');
  const ofUnderlying = (name: string) =>
    Object.hasOwn(volatilities, name) ? volatilities[name]! : (volatilityOf.get(name)?.volatility ?? 0);
  return { law: { volatilities: Float64Array.from(underlyings, ofUnderlying), correlation }, warnings };
}

/**
 * The correlation matrix of some names.
 *
 * @param named  says what a name of a correlation must be
 * @throws EngineFailure `invalid` where a pair is missing or given twice, or the matrix is none of correlations
 */
export function correlationMatrix(
  names: readonly string[],
  correlations: LawInput['correlations'],
  named: string,
): { readonly correlation: number[][]; readonly warnings: string[] } {
  const faults: Fault[] = [];
  const n = names.length;
  const matrix = Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => (i === j ? 1 : correlations ? Number.NaN : 0)));
  const index = new Map(names.map((name, i) => [name, i]));
  correlations?.forEach(({ asset1, asset2, correlation }, k) => {
    const [i, j] = [index.get(asset1), index.get(asset2)];
    for (const [field, name, place] of [
      ['asset1', asset1, i],
      ['asset2', asset2, j],
    ] as const)
      if (place === undefined) faults.push({ pointer: `/correlations/${k}/${field}`, reason: `must be ${named}; got ${name}` });
    if (i === undefined || j === undefined) return;
    if (i === j) faults.push({ pointer: `/correlations/${k}/asset2`, reason: `must differ from asset1; got ${asset2}` });
    else if (!Number.isNaN(matrix[i]![j]))
      faults.push({ pointer: `/correlations/${k}`, reason: `must give the pair ${asset1} and ${asset2} once` });
    matrix[i]![j] = correlation;
    matrix[j]![i] = correlation;
  });
  if (faults.length > 0) throw refusal(faults);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++)
      if (Number.isNaN(matrix[i]![j]))
        throw refusal([{ pointer: '/correlations', reason: `must have an entry for ${names[j]} and ${names[i]}` }]);
  const smallest = n > 1 && correlations ? symmetricEigenvalues(matrix)[0]! : 0;
  if (smallest < -CORRELATION_PSD_TOLERANCE)
    throw refusal([
      {
        pointer: '/correlations',
        reason: `must make a positive semi-definite matrix; its smallest eigenvalue is ${smallest.toPrecision(6)}`,
      },
    ]);
  return {
    correlation: matrix,
    warnings: n > 1 && !correlations ? ['no correlations are given: the underlyings are taken as uncorrelated'] : [],
  };
}

/** Correlations are given to so many digits. */
const CORRELATION_PSD_TOLERANCE = 1e-10;
