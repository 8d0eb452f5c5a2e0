/** Refuses a portfolio whose instruments cannot be priced before the deadline, judged by a sample of those that are priced one by one. */

import { isBeyondPlain } from '#engine/schemas';
import { defined } from '#services/runtime/defined';
import { HttpFailure, invalidRequest } from '../contract/errors.js';
import { itemError } from '../contract/failed-item.js';
import type { Instrument, InstrumentOutcome } from '../contract/instrument.js';
import type { Dependencies, RunContext } from '../contract/operation.js';
import { CONCURRENT_INSTRUMENTS, outcomesOf } from './instrument-prices.js';

/** Instruments of a request. */
interface InstrumentList {
  /** The entries of the request. */
  readonly instruments: readonly unknown[];
  /** The field that holds them. */
  readonly field?: string;
  /** @returns its outcome where it is refused */
  readonly read: (index: number) => Instrument | InstrumentOutcome;
}

/** Sizes of the parts of the sample. The first is not timed: it finds code and connections cold. */
const SAMPLE_PARTS = [8, 24, 32];
/** Times the deadline that instruments are to take by the sample: a machine may be busy with others for a while. */
const MIN_EXCESS = 2;
/** A sample is taken of so many times as many instruments. */
const INSTRUMENTS_PER_SAMPLED = 4;
/** Standard errors of the mean time by which it may be less than in the sample: of few instruments, one may take as long as all others. */
const STANDARD_ERRORS = 3;
/** Multiples of it modulo 1 are spread evenly over [0, 1), however many there are, and keep no step with the order of a list. */
const GOLDEN_RATIO = 0.618_033_988_749_894_9;
/** A run without time left has this, milliseconds. */
const NO_TIME_MS = 1;
const GO_TO = 'send fewer, or submit a job (POST /api/v1/jobs), whose deadline is longer';
const KINDS = 'instruments that are priced one by one, which all are but European options with one volatility and no dividends on dates';

/**
 * Prices of a list, block by block.
 *
 * @returns the outcomes of the instruments from `start` until before `end`
 * @throws HttpFailure SVC-REQ-001 where a sample shows that the instruments take longer than the deadline. What is returned throws SVC-SYS-003
 *   where the deadline comes before the last instrument is begun
 */
export async function pricesInTime(
  { instruments, read, field = 'instruments' }: InstrumentList,
  context: RunContext,
  dependencies: Dependencies,
): Promise<(start: number, end: number) => Promise<InstrumentOutcome[]>> {
  const seconds = (ms: number) => `${Math.ceil(ms / 1_000)} s`;
  const deadline = seconds(dependencies.deadlines.simulation);
  const slow = slowOf(instruments);
  const sampledOutcomes = new Map<number, InstrumentOutcome>();
  let priced = 0;
  const outcomes = (indices: readonly number[], took?: (ms: number) => void) =>
    outcomesOf(
      indices.map((index) => sampledOutcomes.get(index) ?? read(index)),
      context,
      dependencies,
      {
        failed: itemError,
        begin: () => {
          if ((context.call.timeoutMs ?? Number.POSITIVE_INFINITY) > NO_TIME_MS) return;
          const reason = `must be priced within ${deadline}, the deadline, which came after ${priced} of ${slow.length} ${KINDS}; ${GO_TO}`;
          throw new HttpFailure('SVC-SYS-003', `${field} ${reason}`, [{ pointer: `/${field}`, reason }]);
        },
        took: (ms) => {
          priced++;
          took?.(ms);
        },
      },
    );

  const times: number[] = [];
  for (const [part, size] of SAMPLE_PARTS.entries()) {
    if (slow.length < INSTRUMENTS_PER_SAMPLED * (sampledOutcomes.size + size)) break;
    const indices = Array.from({ length: size }, (_, i) =>
      defined(slow[Math.floor(slow.length * (((sampledOutcomes.size + i) * GOLDEN_RATIO) % 1))], 'the index of an instrument'),
    );
    const took = (ms: number) => {
      if (part > 0) times.push(ms);
    };
    const sampled = await outcomes(indices, took);
    for (const [i, index] of indices.entries()) sampledOutcomes.set(index, defined(sampled[i], 'the outcome of an instrument'));
    const least = (leastMean(times) * slow.length) / CONCURRENT_INSTRUMENTS;
    if (!(least > MIN_EXCESS * (context.call.timeoutMs ?? Number.POSITIVE_INFINITY))) continue;
    throw invalidRequest(
      `/${field}`,
      `must be priced within ${deadline}, the deadline: ${slow.length} ${KINDS}, take ${seconds(least)} or more by a sample of ${times.length}; ${GO_TO}`,
    );
  }
  return (start, end) => outcomes(Array.from({ length: end - start }, (_, i) => start + i));
}

/** Indices of the instruments that are priced one by one. */
function slowOf(instruments: readonly unknown[]): number[] {
  const slow: number[] = [];
  for (const [index, instrument] of instruments.entries()) {
    const { kind } = (instrument ?? {}) as { readonly kind?: unknown };
    if (kind !== undefined && (kind !== 'vanilla' || isBeyondPlain(instrument))) slow.push(index);
  }
  return slow;
}

/** Lower bound of the mean of what a sample is of; not a number where it has fewer than two values. */
function leastMean(sample: readonly number[]): number {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (sample.length - 1);
  return mean - STANDARD_ERRORS * Math.sqrt(variance / sample.length);
}
