/** How the errors of simulated cases compare with their standard errors. */
import { exp, log, log1p } from '#engine/schemas';

export interface Coverage {
  /** Simulated cases. */
  readonly cases: number;
  /** Share whose error is within 1, 2 and 3 of its standard errors. */
  readonly within: readonly [number, number, number];
  /** The interval in which each share lies with a probability of 95 % if the errors are normal. */
  readonly expected: readonly (readonly [from: number, to: number])[];
}

/** Share of normal errors within 1, 2 and 3 standard deviations. */
export const NORMAL_COVERAGE = [0.6827, 0.9545, 0.9973] as const;

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/**
 * The shares of successes between which those of `count` independent trials lie with a probability of at least 95 %: the binomial
 * distribution's quantiles at 2.5 % and 97.5 %.
 *
 * @param count       at least 1
 * @param probability of one success, in (0, 1)
 */
export function binomialInterval(count: number, probability: number): readonly [from: number, to: number] {
  let [below, from] = [0, -1];
  for (let successes = 0; successes <= count; successes++) {
    below += exp(logProbability(successes, count, probability));
    if (from < 0 && below >= TAIL) from = successes;
    if (below >= 1 - TAIL) return [from / count, successes / count];
  }
  // Rounding may leave the sum of all probabilities below 1.
  return [from / count, 1];
}

const TAIL = 0.025;

/** Logarithm of the binomial probability, by the logarithms of the factors: no factorial overflows. */
function logProbability(successes: number, count: number, probability: number): number {
  let sum = successes * log(probability) + (count - successes) * log1p(-probability);
  for (let i = 1; i <= successes; i++) sum += log((count - successes + i) / i);
  return sum;
}
