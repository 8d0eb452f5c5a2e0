/**
 * The embedded adapter's order of work: which unit a worker is given next, who holds it, and until when. A unit is a run of a job, or one block
 * of a job that a run has split.
 *
 * The queue is in the memory of one process and says nothing durable: the stored jobs do, and the queue is made from them when the process
 * starts. A worker holds a unit for a lease that it must renew, so that the unit of a worker that has died is given to another. Leases and
 * delays are measured by a clock that never steps.
 *
 * Each tenant has a heap of the units that are due. A claim compares the tenants that have some, and takes O(log n) within the one that is next.
 */
import { type Heap, heap } from './heap.js';
import type { Backlog, EngineJob } from './port.js';

/** The unit of work that a worker claims. */
export interface Unit {
  readonly jobId: string;
  readonly tenantId: string;
  /** Absent: a run of the job. */
  readonly block?: number;
  /** Claims of this unit, this one included, since the process started. */
  readonly attempt: number;
  /** Milliseconds since it became due. */
  readonly waitedMs: number;
}

interface Job extends EngineJob {
  /** The number of the job in the order of submission. */
  readonly order: number;
  /** The blocks that are not done, by number; empty where the job is not split. */
  readonly blocks: Map<number, Entry>;
}

interface Entry {
  readonly job: Job;
  readonly block?: number;
  attempt: number;
  claimId?: string;
  /** End of the lease of the claim, or of the delay before the next attempt, by the steady clock. */
  until: number;
  /** The time at which it became due, by the steady clock. */
  dueSince: number;
}

interface Tenant {
  readonly due: Heap<Entry>;
  /** Units that are claimed. */
  running: number;
  /** Unfinished jobs. */
  jobs: number;
}

export interface Clocks {
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that never steps. */
  readonly steady: () => number;
}

/** A worker renews several times within a lease. Longer than the pause of a busy machine: a unit whose lease ends runs a second time. */
export const JOB_LEASE_MS = 10_000;

/** @param clocks the wall clock for times that callers state, the steady one for leases */
export function jobQueue({ now, steady }: Clocks) {
  /** The runs of the jobs, by the job. */
  const runs = new Map<string, Entry>();
  const tenants = new Map<string, Tenant>();
  const claims = new Map<string, Entry>();
  const bySteady = (one: Entry, other: Entry) => one.until < other.until;
  const [leases, delays] = [heap<Entry>(bySteady), heap<Entry>(bySteady)];
  const starts = heap<Entry>((one, other) => one.job.notBefore < other.job.notBefore);
  const expiries = heap<Job>((one, other) => one.expiresAt < other.expiresAt);
  let submitted = 0;

  function tenantOf(tenantId: string): Tenant {
    const present = tenants.get(tenantId);
    if (present !== undefined) return present;
    const tenant = { due: heap<Entry>(isBefore), running: 0, jobs: 0 };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  function forgetIdle(tenantId: string): void {
    if (tenants.get(tenantId)?.jobs === 0) tenants.delete(tenantId);
  }

  /** Offers a unit that nobody holds. */
  function offer(entry: Entry): void {
    if (entry.until > steady()) delays.push(entry);
    else if (entry.job.notBefore > now()) starts.push(entry);
    else {
      entry.dueSince = steady();
      tenantOf(entry.job.tenantId).due.push(entry);
    }
  }

  function withdraw(entry: Entry): void {
    const tenant = tenantOf(entry.job.tenantId);
    if (entry.claimId !== undefined) {
      claims.delete(entry.claimId);
      leases.remove(entry);
      tenant.running--;
      delete entry.claimId;
    }
    delays.remove(entry);
    starts.remove(entry);
    tenant.due.remove(entry);
  }

  function hold(entry: Entry, claimId: string): void {
    entry.claimId = claimId;
    entry.until = steady() + JOB_LEASE_MS;
    claims.set(claimId, entry);
    leases.push(entry);
    tenantOf(entry.job.tenantId).running++;
  }

  /** Moves what has become due to the heaps of its tenants. */
  function advance(): void {
    const [wall, clock] = [now(), steady()];
    for (const [waiting, isDue] of [
      [delays, ({ until }: Entry) => until <= clock],
      [starts, ({ job }: Entry) => job.notBefore <= wall],
    ] as const)
      for (let entry = waiting.first(); entry !== undefined && isDue(entry); entry = waiting.first()) {
        waiting.remove(entry);
        offer(entry);
      }
  }

  const claimed = (jobId: string, claimId: string): Entry | undefined => {
    const entry = claims.get(claimId);
    return entry?.job.id === jobId ? entry : undefined;
  };

  function release(entry: Entry, delayMs: number): void {
    withdraw(entry);
    entry.until = steady() + delayMs;
    offer(entry);
  }

  return {
    /** @param claimId of a run that may still be under way: it has one lease in which to report */
    add: (submission: EngineJob, claimId?: string): void => {
      if (runs.has(submission.id)) return;
      const job: Job = { ...submission, order: submitted++, blocks: new Map() };
      const run: Entry = { job, attempt: 0, until: steady(), dueSince: steady() };
      runs.set(job.id, run);
      tenantOf(job.tenantId).jobs++;
      if (job.expiresAt > 0) expiries.push(job);
      if (claimId === undefined) offer(run);
      else hold(run, claimId);
    },

    remove: (id: string): void => {
      const run = runs.get(id);
      if (run === undefined) return;
      const { job } = run;
      for (const entry of [run, ...job.blocks.values()]) withdraw(entry);
      expiries.remove(job);
      runs.delete(id);
      tenantOf(job.tenantId).jobs--;
      forgetIdle(job.tenantId);
    },

    /** Ends the run of a job and offers its blocks in its place; the job runs again when all are done. */
    split: (id: string, blocks: readonly number[]): void => {
      const run = runs.get(id);
      if (run === undefined) return;
      const { job } = run;
      withdraw(run);
      run.until = steady();
      for (const block of blocks) {
        const entry: Entry = { job, block, attempt: 0, until: steady(), dueSince: steady() };
        job.blocks.set(block, entry);
        offer(entry);
      }
      if (job.blocks.size === 0) offer(run);
    },

    /** A block is done, whoever computed it. */
    blockDone: (id: string, block: number): void => {
      const run = runs.get(id);
      const entry = run?.job.blocks.get(block);
      if (run === undefined || entry === undefined) return;
      withdraw(entry);
      run.job.blocks.delete(block);
      if (run.job.blocks.size > 0) return;
      run.until = steady();
      offer(run);
    },

    /**
     * Claims the next unit that is due: of the tenant with the fewest running units, the one with the highest priority, and of several that of
     * the oldest job.
     */
    claim: (claimId: string): Unit | undefined => {
      advance();
      let next: { tenant: Tenant; entry: Entry } | undefined;
      for (const tenant of tenants.values()) {
        const entry = tenant.due.first();
        if (entry === undefined) continue;
        const isNext =
          next === undefined ||
          tenant.running < next.tenant.running ||
          (tenant.running === next.tenant.running && isBefore(entry, next.entry));
        if (isNext) next = { tenant, entry };
      }
      if (next === undefined) return undefined;
      const { tenant, entry } = next;
      tenant.due.remove(entry);
      hold(entry, claimId);
      entry.attempt++;
      const { job, block, attempt, dueSince } = entry;
      return { jobId: job.id, tenantId: job.tenantId, attempt, waitedMs: steady() - dueSince, ...(block !== undefined && { block }) };
    },

    /** Extends the lease. @returns false where the claim no longer holds its unit */
    renew: (id: string, claimId: string): boolean => {
      const entry = claimed(id, claimId);
      if (entry === undefined) return false;
      entry.until = steady() + JOB_LEASE_MS;
      leases.push(entry);
      return true;
    },

    isHeld: (id: string, claimId: string): boolean => claimed(id, claimId) !== undefined,

    /** Puts the unit back, to be claimed again after a delay. */
    putBack: (id: string, claimId: string, delayMs: number): void => {
      const entry = claimed(id, claimId);
      if (entry !== undefined) release(entry, delayMs);
    },

    /** Puts back the units whose lease has ended. @returns the jobs that have expired, running ones too */
    sweep: (): EngineJob[] => {
      const [wall, clock] = [now(), steady()];
      for (let entry = leases.first(); entry !== undefined && entry.until <= clock; entry = leases.first()) release(entry, 0);
      const expired: Job[] = [];
      for (let job = expiries.first(); job !== undefined && job.expiresAt <= wall; job = expiries.first()) {
        expiries.remove(job);
        expired.push(job);
      }
      // They are named again until they are removed.
      for (const job of expired) expiries.push(job);
      return expired;
    },

    backlog: (): Backlog => {
      advance();
      const due = [...tenants.values()].reduce((sum, tenant) => sum + tenant.due.size(), 0);
      return { due, running: claims.size, scheduled: starts.size() + delays.size() };
    },

    /** Unfinished jobs, of a tenant and in all. */
    count: (tenantId: string): { readonly own: number; readonly all: number } => ({
      own: tenants.get(tenantId)?.jobs ?? 0,
      all: runs.size,
    }),
  };
}

/** Higher priorities first, then older jobs, then the blocks of a job in their order. */
function isBefore(one: Entry, other: Entry): boolean {
  if (one.job.priority !== other.job.priority) return one.job.priority > other.job.priority;
  if (one.job.order !== other.job.order) return one.job.order < other.job.order;
  return (one.block ?? -1) < (other.block ?? -1);
}

export type JobQueue = ReturnType<typeof jobQueue>;
