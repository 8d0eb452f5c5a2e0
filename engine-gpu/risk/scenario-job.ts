/** Computations over many scenarios as jobs: each block is a range of consecutive scenarios. */
import type { LossRange, Revaluation } from './value-at-risk.js';
import type { BlockJob } from './xva/job.js';

/** Few enough that each has some work, many enough that any number of workers is kept busy. */
const MAX_RANGES = 256;

/**
 * @param count of scenarios, at least one
 * @param run   what the scenarios from ≤ k < to give
 */
export function scenarioJob<Part, Response>(
  count: number,
  run: (from: number, to: number) => Part,
  combine: (parts: readonly Part[]) => Response,
): BlockJob<Part, Response> {
  const perBlock = Math.ceil(count / MAX_RANGES);
  return {
    blocks: Math.ceil(count / perBlock),
    run: (block) => run(block * perBlock, Math.min((block + 1) * perBlock, count)),
    combine,
  };
}

/** @param respond the response with the figures of all scenarios */
export const revaluationJob = <Figures, Response>(
  { scenarios, run, combine }: Revaluation<Figures>,
  respond: (figures: Figures) => Response,
): BlockJob<LossRange, Response> => scenarioJob(scenarios, run, (ranges) => respond(combine(ranges)));

/** A computation that is not cut: one block, which gives nothing. */
export const wholeJob = <Part, Response>(compute: () => Response, nothing: Part): BlockJob<Part, Response> => ({
  blocks: 1,
  run: () => nothing,
  combine: compute,
});
