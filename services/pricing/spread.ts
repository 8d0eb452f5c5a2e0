/**
 * A backend that has replicas of this service run part of its launches.
 *
 * A launch depends on nothing but itself, and a replica takes it only where its arithmetic is this process's to the last bit. So it
 * does not matter who computes it, nor how often: one that a replica loses, refuses or is slow with is computed again, by another or
 * here, and the sums over launches are the same.
 */
import type { Backend, Launch, LaunchResult } from '#engine';

/** Where a launch can go. */
export interface Replica {
  /** Launches that it has of ours. */
  readonly busy: () => number;
  /** @throws where it gives no values: then it is not asked again for a while */
  readonly run: (launch: Launch, arithmetic: string) => Promise<Float32Array>;
  /** Another has computed what it was asked. */
  readonly late: () => void;
}

/** Launches of ours that a replica has at once: one that it computes, and others that are on their way. */
const MOST_AWAY = 4;
/** What is away is taken back when nothing is left to do here for this many times what a launch takes here, and at least so long. */
const PATIENCE = 2;
const LEAST_PATIENCE_MS = 20;
/** Where there is always something to do here: after so many launches here. A replica may have a few dozen of its own and others'. */
const OVERTAKEN = 64;

interface Waiting {
  readonly launch: Launch;
  /** Have had it, and have not computed it. */
  readonly lostBy: readonly Replica[];
  readonly resolve: (result: Promise<LaunchResult>) => void;
}

/** A launch that a replica has. */
interface Away {
  /** Launches that had ended here when it went. */
  readonly after: number;
  readonly takeBack: () => void;
}

/** @param replicas those that would take a launch now */
export function spread(local: Backend, replicas: () => readonly Replica[]): Backend {
  const arithmetic = local.arithmetic('');
  /** First come, first served, here or wherever there is room first. */
  const queue: Waiting[] = [];
  const away = new Set<Away>();
  let here = 0;
  let endedHere = 0;
  /** What a launch took here last, milliseconds. */
  let pace = 0;
  let patience: NodeJS.Timeout | undefined;

  /** A replica that hangs, or is slower than the rest of a run, must not hold it up. */
  const watch = (): void => {
    for (const one of away) if (endedHere - one.after >= OVERTAKEN) one.takeBack();
    if (here > 0 || away.size === 0 || patience !== undefined) return;
    patience = setTimeout(
      () => {
        patience = undefined;
        const [longest] = away;
        if (here === 0) longest?.takeBack();
        watch();
      },
      Math.max(LEAST_PATIENCE_MS, PATIENCE * pace),
    );
  };

  async function runHere(launch: Launch): Promise<LaunchResult> {
    here++;
    const start = performance.now();
    try {
      return await local.run(launch);
    } finally {
      pace = performance.now() - start;
      here--;
      endedHere++;
      next();
      watch();
    }
  }

  const runAway = (replica: Replica, { launch, lostBy }: Waiting): Promise<LaunchResult> =>
    new Promise((resolve) => {
      const one: Away = {
        after: endedHere,
        takeBack: () => {
          away.delete(one);
          replica.late();
          resolve(runHere(launch));
        },
      };
      const done = (result: () => LaunchResult | Promise<LaunchResult>): void => {
        // Else it was taken back, and comes too late.
        if (away.delete(one)) resolve(result());
        next();
      };
      away.add(one);
      replica.run(launch, arithmetic).then(
        (values) => done(() => ({ values, backend: local.name, fallbacks: [] })),
        () => done(() => run(launch, [...lostBy, replica])),
      );
      watch();
    });

  /** Where a launch can go now; undefined: it waits. */
  function placeFor(waiting: Waiting): (() => Promise<LaunchResult>) | undefined {
    if (here < local.concurrency()) return () => runHere(waiting.launch);
    // A kernel that was refused here, or whose device is lost, runs on another backend, and says so.
    if (local.arithmetic(waiting.launch.source) !== arithmetic) return undefined;
    const [replica] = replicas()
      .filter((each) => each.busy() < MOST_AWAY && !waiting.lostBy.includes(each))
      .sort((one, other) => one.busy() - other.busy());
    return replica && (() => runAway(replica, waiting));
  }

  function next(): void {
    for (const waiting of [...queue]) {
      const begin = placeFor(waiting);
      if (begin === undefined) continue;
      queue.splice(queue.indexOf(waiting), 1);
      waiting.resolve(begin());
    }
  }

  const run = (launch: Launch, lostBy: readonly Replica[]): Promise<LaunchResult> =>
    new Promise((resolve) => {
      queue.push({ launch, lostBy, resolve });
      next();
    });

  return { ...local, run: (launch) => run(launch, []), concurrency: () => local.concurrency() + MOST_AWAY * replicas().length };
}
