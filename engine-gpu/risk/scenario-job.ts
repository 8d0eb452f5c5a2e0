/** Computations over many scenarios as jobs: each block is a range of consecutive scenarios. */
import type { OptionBook } from './option-book.js';
import type { LossRange, Revaluation } from './revaluation.js';
import type { BlockJob } from './xva/job.js';

/** Few enough that each has some work, many enough that any number of workers is kept busy. */
const MAX_RANGES = 256;

/**
 * @param count of scenarios, at least one
 * @param whole whether all scenarios are one block, where each block would begin with the same long computation
 * @param run   what the scenarios from ≤ k < to give
 */
export function scenarioJob<Part, Response>(
  count: number,
  whole: boolean,
  run: (from: number, to: number) => Part,
  combine: (parts: readonly Part[]) => Response,
): BlockJob<Part, Response> {
  const perBlock = whole ? count : Math.ceil(count / MAX_RANGES);
  return {
    blocks: Math.ceil(count / perBlock),
    run: (block) => run(block * perBlock, Math.min((block + 1) * perBlock, count)),
    combine,
  };
}

/** @param respond the response with the figures of all scenarios */
export const revaluationJob = <Figures, Response>(
  { dated = [] }: OptionBook,
  { scenarios, numbers, run, combine }: Revaluation<Figures>,
  respond: (figures: Figures) => Response,
): BlockJob<LossRange, Response> => ({
  ...scenarioJob(scenarios, dated.length > 0, run, (ranges: readonly LossRange[]) => respond(combine(ranges))),
  numbers,
});

/** A computation that is not cut: one block, which gives nothing. */
export const wholeJob = <Part, Response>(compute: () => Response, nothing: Part): BlockJob<Part, Response> => ({
  blocks: 1,
  run: () => nothing,
  combine: compute,
});
