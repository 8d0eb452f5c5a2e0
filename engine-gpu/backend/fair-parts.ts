/**
 * Divides launches into short parts and hands them to threads so that the groups of callers share the threads fairly. Between two groups
 * of equal weight, neither gets more thread time than the other, however large its launches are; a group that comes new waits for the
 * parts under way, not for the launches.
 *
 * Results do not depend on the division: a part computes neighbouring blocks of a launch, and each block is computed on its own.
 */
import { EngineFailure } from '../base/failure.js';

/** Whose launch it is, for sharing the threads. */
export interface Share {
  /** Launches of one group are computed in the order in which they came. */
  readonly group: string;
  /** More than 0. Thread time is shared in proportion to it. */
  readonly weight: number;
  /** Nobody waits for the launch any more once it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the thread time of each part, milliseconds. */
  readonly spent?: (ms: number) => void;
}

/** Computes the blocks `begin` to `end` (exclusive) of a launch. */
export type RunPart = (begin: number, end: number) => Promise<void>;

export interface FairParts {
  /**
   * Runs a launch of so many blocks. Rejects as its parts do.
   *
   * @throws EngineFailure `cancelled` once the signal is aborted
   */
  run(blocks: number, share: Share | undefined, runPart: RunPart): Promise<void>;
}

/** Launches of callers that do not say whose they are. */
const NOBODY: Share = { group: '', weight: 1 };
/** Milliseconds that a part takes about, and so the time that a new group waits for a thread. Handing a part over takes about 0.05 ms. */
const PART_MS = 20;
/** Smallest part of a launch whose speed is not known yet: handing over a smaller one would cost more than computing it. */
const MIN_BLOCKS_PER_PART = 4;
/** The speed of a launch is measured on parts of 1/32 of it per thread, so that even a launch of seconds begins with short parts. */
const PARTS_TO_MEASURE = 32;
/**
 * From this many blocks on a launch has at least two parts per thread, so that a thread that is delayed does not delay the whole launch. For
 * smaller launches the cost of handing over more parts is larger than the gain.
 */
const MIN_BLOCKS_FOR_TWO_PARTS = 1024;

interface Task {
  readonly share: Share;
  readonly blocks: number;
  readonly runPart: RunPart;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** First block that is not handed out yet. */
  next: number;
  /** Blocks handed out and not finished. */
  underWay: number;
  /** Milliseconds per block of the part that finished last. */
  perBlockMs: number | undefined;
}

interface Group {
  /** Thread time used so far divided by the weight, milliseconds. The group with the least comes next. */
  used: number;
  /** Launches that have blocks left to hand out. */
  readonly tasks: Task[];
  /** Parts under way. */
  parts: number;
}

/** @param threads  parts computed at once */
export function openFairParts(threads: number): FairParts {
  const groups = new Map<string, Group>();
  let busy = 0;

  /** A group that comes new starts where the others are: it has no claim on the time before. */
  function groupOf(name: string): Group {
    const present = groups.get(name);
    if (present !== undefined) return present;
    const least = Math.min(...[...groups.values()].map(({ used }) => used));
    const group = { used: Number.isFinite(least) ? least : 0, tasks: [], parts: 0 };
    groups.set(name, group);
    return group;
  }

  const nextGroup = (): Group | undefined => {
    let next: Group | undefined;
    for (const group of groups.values()) if (group.tasks.length > 0 && (next === undefined || group.used < next.used)) next = group;
    return next;
  };

  const partSize = ({ blocks, next, perBlockMs }: Task): number => {
    const remaining = blocks - next;
    if (perBlockMs === undefined)
      return Math.min(remaining, Math.max(MIN_BLOCKS_PER_PART, Math.ceil(blocks / (PARTS_TO_MEASURE * threads))));
    const largest = Math.ceil(blocks / (blocks < MIN_BLOCKS_FOR_TWO_PARTS ? threads : 2 * threads));
    return Math.min(remaining, Math.max(1, Math.min(largest, Math.floor(PART_MS / perBlockMs))));
  };

  function handOut(): void {
    while (busy < threads) {
      const group = nextGroup();
      if (group === undefined) return;
      const [task] = group.tasks;
      if (task.share.signal?.aborted) {
        group.tasks.shift();
        task.reject(new EngineFailure('cancelled', 'the simulation was cancelled'));
        forget(task.share.group, group);
        continue;
      }
      const begin = task.next;
      const end = begin + partSize(task);
      task.next = end;
      task.underWay += end - begin;
      if (end === task.blocks) group.tasks.shift();
      busy++;
      group.parts++;
      void compute(task, group, begin, end);
    }
  }

  async function compute(task: Task, group: Group, begin: number, end: number): Promise<void> {
    const { share, blocks } = task;
    const start = performance.now();
    // Counted from the start, as long as the speed is known, so that the threads that become free meanwhile go to the other groups.
    const expected = (task.perBlockMs ?? 0) * (end - begin);
    group.used += expected / share.weight;
    try {
      await task.runPart(begin, end);
      const ms = performance.now() - start;
      share.spent?.(ms);
      task.perBlockMs = ms / (end - begin);
      group.used += (ms - expected) / share.weight;
      task.underWay -= end - begin;
      if (task.next === blocks && task.underWay === 0) task.resolve();
    } catch (error) {
      const index = group.tasks.indexOf(task);
      if (index >= 0) group.tasks.splice(index, 1);
      task.reject(error);
    }
    busy--;
    group.parts--;
    forget(share.group, group);
    handOut();
  }

  const forget = (name: string, group: Group): void => {
    if (group.tasks.length === 0 && group.parts === 0) groups.delete(name);
  };

  return {
    run: (blocks, share = NOBODY, runPart) =>
      new Promise((resolve, reject) => {
        groupOf(share.group).tasks.push({ share, blocks, runPart, resolve, reject, next: 0, underWay: 0, perBlockMs: undefined });
        handOut();
      }),
  };
}
