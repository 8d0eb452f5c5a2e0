/** From the interest rates of a pricer's market to a curve of numbers. */
import { EngineFailure, type Fault } from '../base/failure.js';
import type { Rate } from '../base/units.js';
import type { Curve } from './market.js';
import type { CurveInput } from './market-input.js';
import { resolveCurve } from './resolve-market.js';

interface RatesInput {
  readonly rate?: Rate | undefined;
  readonly curve?: CurveInput | undefined;
}

/**
 * The curve that `rate` or `curve` states.
 *
 * @param valuationDate  ISO date from which the curve's dates count
 * @param at             pointer to the curve in the request
 * @throws EngineFailure `invalid` with every fault of the curve's dates
 */
export function curveOf(input: RatesInput, valuationDate: string, at = '/market/curve'): Curve {
  const faults: Fault[] = [];
  const curve = resolveCurve(input, valuationDate, (pointer, reason) => void faults.push({ pointer, reason }), at);
  if (faults.length > 0) throw new EngineFailure('invalid', faults.map(({ pointer, reason }) => `${pointer} ${reason}`).join('; '), faults);
  return curve;
}
