/** Tells whether a quantity that is measured again and again grows. */

export interface Sample {
  /** Seconds. */
  readonly at: number;
  readonly value: number;
}

interface Trend {
  /** The median of the values. */
  readonly median: number;
  /** Change of the value over the whole time of the samples, by the slope. */
  readonly growth: number;
}

/**
 * The slope is the median of the slopes between all pairs of samples (Theil 1950, Sen 1968): a third of the samples may be outliers, such as
 * those before a collection of garbage or while the machine was busy.
 *
 * @param samples at least two, at different times, in order of time
 */
export function trendOf(samples: readonly Sample[]): Trend {
  const slopes = samples.flatMap((one, index) => samples.slice(index + 1).map((other) => (other.value - one.value) / (other.at - one.at)));
  const span = samples[samples.length - 1]!.at - samples[0]!.at;
  return { median: median(samples.map(({ value }) => value)), growth: median(slopes) * span };
}

/** @param values at least one */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
