/** Computations over many scenarios as jobs: each block is a range of consecutive scenarios. */
import type { OptionBook } from './option-book.js';
import type { LossRange, Revaluation } from './revaluation.js';
import type { BlockJob } from './xva/job.js';

/** Few enough that each has some work, many enough that any number of workers is kept busy. */
const MAX_SCENARIO_RANGES = 256;

/**
 * @param book  which the scenarios revalue. With options priced by finite differences, all scenarios are one block, because each block would
 *              begin with the same long computation
 * @param count number of scenarios, at least one
 * @param run   computes the scenarios from ≤ k < to
 */
export function scenarioJob<Part, Response, Run = Part>(
  { pricerId, dated = [] }: Pick<OptionBook, 'pricerId' | 'dated'>,
  count: number,
  run: (from: number, to: number) => Run,
  combine: (parts: readonly Part[]) => Response,
): BlockJob<Part, Response, Run> {
  const perBlock = dated.length > 0 ? count : Math.ceil(count / MAX_SCENARIO_RANGES);
  return {
    pricerId,
    blocks: Math.ceil(count / perBlock),
    run: (block) => run(block * perBlock, Math.min((block + 1) * perBlock, count)),
    combine,
  };
}

/** @param respond makes the response from the figures of all scenarios */
export const revaluationJob = <Figures, Response>(
  book: OptionBook,
  { scenarios, numbers, run, combine }: Revaluation<Figures>,
  respond: (figures: Figures) => Response,
): BlockJob<LossRange, Response> => ({
  ...scenarioJob(book, scenarios, run, (ranges: readonly LossRange[]) => respond(combine(ranges))),
  numbers,
});

/** A computation that is not cut into blocks: its one block is empty. */
export const wholeJob = <Part, Response>({ pricerId }: OptionBook, compute: () => Response, nothing: Part): BlockJob<Part, Response> => ({
  pricerId,
  blocks: 1,
  run: () => nothing,
  combine: compute,
});
