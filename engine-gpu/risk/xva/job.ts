/** A computation in blocks that any number of workers may share. */

/**
 * Blocks are pure functions of the request and their index, and are combined in order, so that the result has the same bits however many workers
 * computed it. A block that is not computed at once is a promise of its part.
 */
export interface BlockJob<Part, Response, Run = Part> {
  /** Id of the pricer that makes the numbers; absent where nothing is priced. */
  readonly pricerId?: string;
  readonly blocks: number;
  /** Numbers that the job and a block of it hold in memory, where they are many. */
  readonly numbers?: number;
  /** Plain data that crosses threads. */
  readonly run: (block: number) => Run;
  /** @param parts  one per block, in order */
  readonly combine: (parts: readonly Part[]) => Response;
}

/** All blocks of a job in this thread. */
export const runJob = <Part, Response>({ blocks, run, combine }: BlockJob<Part, Response>): Response =>
  combine(Array.from({ length: blocks }, (_, block) => run(block)));
