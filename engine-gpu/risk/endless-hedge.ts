/**
 * Finds the directions in which the objective of a hedge falls without end, and refuses the request with the names of the missing bounds.
 */
import type { EngineFailure } from '../base/failure.js';
import { refusal } from '../base/faults.js';
import type { HedgeInstrument, HedgeLimits } from './hedge-trades.js';

/** Slope of the objective in a direction of size 1 that is more than the solver's tolerance. */
export const FALLING = -1e-7;
/** Share of the largest part of a direction from which an instrument is one of those that grow. */
const MIN_SHARE = 1e-6;
/** Instruments that a message lists. */
const MAX_LISTED_INSTRUMENTS = 5;

/**
 * The instruments with the directions in which they may grow without end in place of their bounds: nothing towards a bound, and at most `reach`
 * elsewhere. With a budget, what costs something does not grow without end.
 *
 * @param reach one quantity per instrument
 */
export const directionsOf = (
  instruments: readonly HedgeInstrument[],
  { budget }: HedgeLimits,
  reach: readonly number[],
): HedgeInstrument[] =>
  instruments.map(({ cost, min, max }, i) => {
    const isBounded = budget !== undefined && cost > 0;
    return { cost, min: isBounded || Number.isFinite(min) ? 0 : -reach[i]!, max: isBounded || Number.isFinite(max) ? 0 : reach[i]! };
  });

/**
 * @param direction quantities in whose proportions the hedge grows while the objective falls, at least one of them not 0
 * @param perUnit   risk of a unit of each instrument: directions are compared in it
 * @param besides   what else would end it
 */
export function endless(direction: readonly number[], perUnit: readonly number[], besides = ''): EngineFailure {
  const risks = direction.map((quantity, i) => Math.abs(quantity) * perUnit[i]!);
  const largest = Math.max(...risks);
  const growing = [...direction.keys()].filter((i) => risks[i]! > MIN_SHARE * largest);
  const listed = growing.slice(0, MAX_LISTED_INSTRUMENTS).map((i) => `instruments.${i} is ${direction[i]! > 0 ? 'bought' : 'sold'}`);
  const rest = growing.length > MAX_LISTED_INSTRUMENTS ? ` and ${growing.length - MAX_LISTED_INSTRUMENTS} more are traded` : '';
  const together = `${listed.join(' and ')}${rest}`;
  return refusal(
    growing.map((i) => ({
      pointer: `/instruments/${i}/${direction[i]! > 0 ? 'max' : 'min'}`,
      reason: `must be given${growing.length > 1 ? ', or a bound of one that grows with it' : ''}${besides}: the objective falls without end as ${together}`,
    })),
  );
}
