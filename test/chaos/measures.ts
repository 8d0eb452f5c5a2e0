/** The measures of a process that must not grow with time, as its metrics state them. */
import { type Sample, trendOf } from './trend.js';

export interface Measure {
  readonly metric: string;
  /** Another metric that is subtracted. */
  readonly less: string | undefined;
  readonly unit: string;
  /** The metric is multiplied by it. */
  readonly per: number;
  /** The growth over the whole time measured that still counts as none, by the median. */
  readonly flat: (median: number) => number;
}

export const MEBIBYTES_PER_BYTE = 2 ** -20;

/** The young generation of the main thread. */
const YOUNG_GENERATION = 'nodejs_heap_space_size_total_bytes{space="new"';

export const MEASURES = {
  // The young generation is left out: V8 enlarges it in steps up to the size that the process is started with. 16 MiB over 20 minutes of
  // the load of `npm run soak` are 500 bytes per call.
  memory: {
    metric: 'process_resident_memory_bytes',
    less: YOUNG_GENERATION,
    unit: 'MiB',
    per: MEBIBYTES_PER_BYTE,
    flat: (median) => Math.max(16, 0.1 * median),
  },
  files: { metric: 'process_open_fds', less: undefined, unit: 'open files', per: 1, flat: () => 3 },
  // Other programs on the machine delay it too: what is looked for is a delay that grows with the age of the process.
  delay: {
    metric: 'nodejs_eventloop_lag_p99_seconds',
    less: undefined,
    unit: 'ms of event-loop delay (p99)',
    per: 1000,
    flat: (median) => Math.max(10, median),
  },
} as const satisfies Readonly<Record<string, Measure>>;

export const measureNames = Object.keys(MEASURES) as (keyof typeof MEASURES)[];

/** The 99th percentile of the times of prices. */
export const TAIL_OF_PRICES = { unit: 'ms (p99 of a price)', flat: (median: number) => Math.max(10, median) };

/** @param metrics the text of a process's metrics */
export function measured(metrics: string, measure: keyof typeof MEASURES): number {
  const { metric, less, per } = MEASURES[measure];
  return per * (sampleOf(metrics, metric) - (less === undefined ? 0 : sampleOf(metrics, less)));
}

/** @param metric its name, with the beginning of its labels where it has several series */
export function sampleOf(metrics: string, metric: string): number {
  const line = metrics.split('\n').find((each) => each.startsWith(metric));
  if (line === undefined) throw new Error(`no metric ${metric}`);
  return Number(line.slice(line.lastIndexOf(' ') + 1));
}

/** @returns whether a measure stayed as it was, with a line that says so */
export function verdictOn(name: string, samples: readonly Sample[], { unit, flat }: Pick<Measure, 'unit' | 'flat'>) {
  const { median, growth } = trendOf(samples);
  const isFlat = growth <= flat(median);
  const change = `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} over the time measured`;
  return { isFlat, line: `${isFlat ? 'flat ' : 'GROWS'}  ${name.padEnd(20)} ${median.toFixed(1).padStart(7)} ${unit}, ${change}` };
}
