/** A worker whose tasks name the part that they give, or fail. */
import { EngineFailure } from '#engine';
import { partOf, type WorkOutcome } from '#services/compute/work-outcome';

export { ping } from '#services/compute/work-outcome';

export interface PartTask {
  readonly part: number | 'none';
}

export default ({ part }: PartTask): Promise<WorkOutcome> =>
  partOf(() => {
    if (part === 'none') throw new EngineFailure('pricing', 'this part cannot be computed');
    return part;
  });
