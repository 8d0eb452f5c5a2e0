/**
 * The order in which the jobs of all tenants run: which one a worker is given next, who holds it, and until when.
 *
 * The queue is in the memory of one process and says nothing durable: the stored jobs do, and the queue is made from them when the process
 * starts. A worker holds a job for a lease that it must renew, so that the job of a worker that has died is given to another. Leases and
 * delays are measured by a clock that never steps.
 */

export interface QueuedJob {
  readonly id: string;
  readonly tenantId: string;
  /** 0 to 9; higher ones first. */
  readonly priority: number;
  /** Unix milliseconds; 0: at once, never. */
  readonly notBefore: number;
  readonly expiresAt: number;
}

/** One run of a job. */
export interface Claim {
  readonly id: string;
  /** 0 to 1. */
  progress: number;
  stage: string;
}

interface Entry extends QueuedJob {
  claim?: Claim;
  /** By the steady clock: end of the lease of the claim, or of the delay before the next attempt. */
  until: number;
}

export interface Clocks {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that never steps. */
  readonly steady: () => number;
}

/** A worker renews several times within a lease. Longer than the pause of a busy machine: a job whose lease ends runs a second time. */
export const LEASE_MS = 10_000;

/** @param clocks the wall clock for times that callers state, the steady one for leases */
export function jobQueue({ now, steady }: Clocks) {
  // In the order of submission: ids are in the order of time, and jobs that were stored before are added in that order.
  const entries = new Map<string, Entry>();
  const running = new Map<string, number>();
  const countRunning = (tenantId: string, by: 1 | -1) => {
    const count = (running.get(tenantId) ?? 0) + by;
    if (count === 0) running.delete(tenantId);
    else running.set(tenantId, count);
  };

  function release(entry: Entry, delayMs: number): void {
    if (entry.claim !== undefined) countRunning(entry.tenantId, -1);
    delete entry.claim;
    entry.until = steady() + delayMs;
  }

  const held = (id: string, claimId: string): Entry | undefined => {
    const entry = entries.get(id);
    return entry?.claim?.id === claimId ? entry : undefined;
  };

  return {
    /** @param claimId of a run that may still be under way: it has one lease in which to report */
    add: (job: QueuedJob, claimId?: string): void => {
      const entry: Entry = { ...job, until: steady() };
      entries.set(job.id, entry);
      if (claimId === undefined) return;
      entry.claim = { id: claimId, progress: 0, stage: '' };
      entry.until += LEASE_MS;
      countRunning(job.tenantId, 1);
    },

    remove: (id: string): void => {
      const entry = entries.get(id);
      if (entry?.claim !== undefined) countRunning(entry.tenantId, -1);
      entries.delete(id);
    },

    /**
     * Claims the next job that is due: of the tenant with the fewest running jobs, the one with the highest priority, and of several the
     * oldest.
     */
    claim: (claimId: string): QueuedJob | undefined => {
      const [wall, clock] = [now(), steady()];
      let next: Entry | undefined;
      for (const entry of entries.values()) {
        if (entry.claim !== undefined || entry.until > clock || entry.notBefore > wall) continue;
        if (next === undefined || isBefore(entry, next)) next = entry;
      }
      if (next === undefined) return undefined;
      next.claim = { id: claimId, progress: 0, stage: '' };
      next.until = clock + LEASE_MS;
      countRunning(next.tenantId, 1);
      return next;
    },

    /** Extends the lease. @returns false where the run no longer holds the job */
    renew: (id: string, claimId: string, progress: number, stage: string): boolean => {
      const entry = held(id, claimId);
      if (entry?.claim === undefined) return false;
      entry.until = steady() + LEASE_MS;
      entry.claim.progress = Math.max(entry.claim.progress, progress);
      entry.claim.stage = stage;
      return true;
    },

    isHeld: (id: string, claimId: string): boolean => held(id, claimId) !== undefined,

    /** Puts the job back, to be claimed again after a delay. */
    putBack: (id: string, claimId: string, delayMs: number): void => {
      const entry = held(id, claimId);
      if (entry !== undefined) release(entry, delayMs);
    },

    claimOf: (id: string): Claim | undefined => entries.get(id)?.claim,

    /** Puts back the jobs whose lease has ended. @returns the jobs that have expired, running ones too */
    sweep: (): QueuedJob[] => {
      const [wall, clock] = [now(), steady()];
      const expired: QueuedJob[] = [];
      for (const entry of entries.values()) {
        if (entry.expiresAt > 0 && entry.expiresAt <= wall) expired.push(entry);
        else if (entry.claim !== undefined && entry.until <= clock) release(entry, 0);
      }
      return expired;
    },

    /** Unfinished jobs of a tenant. */
    count: (tenantId: string): number => {
      let count = 0;
      for (const entry of entries.values()) if (entry.tenantId === tenantId) count++;
      return count;
    },
  };

  function isBefore(one: Entry, other: Entry): boolean {
    const [first, second] = [running.get(one.tenantId) ?? 0, running.get(other.tenantId) ?? 0];
    return first < second || (first === second && one.priority > other.priority);
  }
}

export type JobQueue = ReturnType<typeof jobQueue>;
