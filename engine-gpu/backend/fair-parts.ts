/**
 * Divides launches into short parts and hands them to threads through a fair queue. Groups of equal weight get equal thread time, however
 * large their launches are; a new group waits for the parts under way, not for the launches. Within a group the first second of each run goes
 * before the rest of long ones, which are computed in the order in which they began: a short run passes the long ones of its own tenant.
 *
 * Results do not depend on the division: a part computes neighbouring blocks of a launch, and each block is computed by itself.
 */
import { EngineFailure } from '../base/failure.js';
import { type Item, openFairQueue, type Place } from '../base/fair-queue.js';

/** The caller of a launch, and its share of the threads. */
export interface Share {
  readonly group: string;
  /** The run of the launch, by which the launches of one group are put in order; absent: as one that has just begun. */
  readonly run?: RunTime | undefined;
  /** More than 0. Groups share the thread time in proportion to it; the first launch of a group that waits sets it. */
  readonly weight: number;
  /** The launch stops once this is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the thread time of each part, milliseconds. */
  readonly spent?: (ms: number) => void;
}

/** A run of several launches. */
export interface RunTime {
  /** Time by performance.now(). */
  readonly begunAt: number;
  /** Thread time that it has used, milliseconds. */
  usedMs: number;
}

/** Computes the blocks `begin` to `end` (exclusive) of a launch. */
type RunPart = (begin: number, end: number) => Promise<void>;

interface FairParts {
  /**
   * Runs a launch of so many blocks. Rejects as its parts do.
   *
   * @throws EngineFailure `cancelled` once the signal is aborted
   */
  run(blocks: number, share: Share | undefined, runPart: RunPart): Promise<void>;
}

/** The share of launches without one. */
const DEFAULT_SHARE: Share = { group: '', weight: 1 };
/** Thread time of a run that goes before that of longer ones, milliseconds. */
const FIRST_TURN_MS = 1_000;
/** Target duration of a part, milliseconds: a new group waits about this long for a thread. Handing a part over takes about 0.05 ms. */
const PART_MS = 20;
/** Smallest part of a launch whose speed is not measured yet: handing over a smaller one would cost more than computing it. */
const MIN_BLOCKS_PER_PART = 4;
/** The speed of a launch is measured on parts of 1/32 of it per thread, so that even a launch of seconds begins with short parts. */
const PARTS_TO_MEASURE = 32;
/**
 * A launch of this many blocks or more has at least two parts per thread, so that a thread that is delayed does not delay the whole
 * launch. In smaller launches the cost of handing over more parts is larger than the gain.
 */
const MIN_BLOCKS_FOR_TWO_PARTS = 1024;

interface Task extends Item {
  readonly share: Share;
  readonly blocks: number;
  readonly runPart: RunPart;
  readonly resolve: () => void;
  readonly fail: (error: unknown) => void;
  /** First block that is not handed out yet. */
  next: number;
  /** Blocks handed out and not finished. */
  underWay: number;
  /** Milliseconds per block of the part that finished last. */
  perBlockMs: number | undefined;
}

/** @param threads  maximum number of parts computed at once */
export function openFairParts(threads: number): FairParts {
  const queue = openFairQueue<Share, Task>({
    mayBegin: (_group, occupied) => occupied < threads,
    begin: (task, place) => {
      const begin = task.next;
      task.next += partSize(task);
      task.underWay += task.next - begin;
      void compute(task, place, begin, task.next);
      return task.next < task.blocks;
    },
    next: (waiting) => {
      let next: Task | undefined;
      for (const task of waiting) if (next === undefined || isBefore(task.share, next.share)) next = task;
      return next!;
    },
  });

  const partSize = ({ blocks, next, perBlockMs }: Task): number => {
    const remaining = blocks - next;
    if (perBlockMs === undefined)
      return Math.min(remaining, Math.max(MIN_BLOCKS_PER_PART, Math.ceil(blocks / (PARTS_TO_MEASURE * threads))));
    const largest = Math.ceil(blocks / (blocks < MIN_BLOCKS_FOR_TWO_PARTS ? threads : 2 * threads));
    return Math.min(remaining, Math.max(1, Math.min(largest, Math.floor(PART_MS / perBlockMs))));
  };

  async function compute(task: Task, place: Place, begin: number, end: number): Promise<void> {
    // The expected time is charged at the start, so that the threads that become free meanwhile go to the other groups.
    const expectedMs = (task.perBlockMs ?? 0) * (end - begin);
    place.charge(expectedMs);
    try {
      await task.runPart(begin, end);
      const ms = performance.now() - place.begunAt;
      task.share.spent?.(ms);
      if (task.share.run !== undefined) task.share.run.usedMs += ms;
      task.perBlockMs = ms / (end - begin);
      place.charge(ms - expectedMs);
      task.underWay -= end - begin;
      if (task.next === task.blocks && task.underWay === 0) task.resolve();
    } catch (error) {
      task.fail(error);
    }
    place.release();
  }

  return {
    run: (blocks, share = DEFAULT_SHARE, runPart) =>
      new Promise((resolve, reject) => {
        const group = queue.groupOf(share.group, share);
        const fail = (error: unknown) => {
          queue.leave(group, task);
          reject(error);
        };
        const cancel = () => fail(new EngineFailure('cancelled', 'the simulation was cancelled'));
        const progress = { next: 0, underWay: 0, perBlockMs: undefined };
        const task: Task = { share, blocks, runPart, resolve, fail, signal: share.signal, cancel, ...progress };
        if (share.signal?.aborted) cancel();
        else queue.wait(group, task);
      }),
  };
}

/** Short runs before long ones, and long ones in the order in which they began. */
function isBefore({ run: one }: Share, { run: other }: Share): boolean {
  if (!isLong(one)) return isLong(other);
  return isLong(other) && one.begunAt < other.begunAt;
}

const isLong = (run: RunTime | undefined): run is RunTime => run !== undefined && run.usedMs >= FIRST_TURN_MS;
