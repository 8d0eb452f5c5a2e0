/**
 * The reference service in one process: its store, jobs, receipts, audit log and idempotency keys are the code of the product. Clock,
 * network and the calls of the store are simulated; a crash leaves what the files hold at that moment, with torn bytes at the end of the log.
 */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documents } from '#services/reference/documents/documents';
import { type AppendAudit, auditLog } from '#services/reference/evidence/audit';
import type { completeKey } from '#services/reference/evidence/idempotency';
import { adopt, type ReceiptChain, receiptChain } from '#services/reference/evidence/receipt-chain';
import { noSigner } from '#services/reference/evidence/signing';
import { type JobBook, jobBook } from '#services/reference/jobs/jobs';
import { resources } from '#services/resources/index';
import { type Job, jobs } from '#services/resources/job';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import type { Schedule } from './schedule.js';

export const TENANTS = ['ten_a', 'ten_b'] as const;
const START = Date.UTC(2026, 2, 3);
const RPC_TIMEOUT_MS = 5_000;

/** A call whose outcome its caller does not know. */
export class Lost extends Error {}

/** The invariants do not hold. */
export class Violation extends Error {}

/** How often each fault happens. A seed draws them, so that some schedules have few faults and some have many of one kind. */
interface Faults {
  readonly lostRequest: number;
  readonly lostReply: number;
  readonly duplicate: number;
  readonly refusedWrite: number;
  readonly unknownWrite: number;
  readonly hang: number;
  readonly crash: number;
  readonly clockJump: number;
}

interface Process {
  isAlive: boolean;
  readonly folder: string;
  readonly opened: Store;
  readonly store: Store;
  readonly book: JobBook;
  readonly chain: ReceiptChain;
  readonly audit: AppendAudit;
  readonly documents: ReturnType<typeof documents>;
}

const CALLS = [
  ...['insert', 'append', 'get', 'version', 'bytes', 'find', 'page', 'replace', 'upsert', 'count', 'history', 'add', 'note', 'remove'],
  ...['removeWhere', 'stored'],
] as const;
const FILES = ['store.sqlite', 'store.sqlite-wal', 'minute.sqlite'];
const ENDED: readonly Job['state'][] = ['succeeded', 'failed', 'cancelled', 'expired'];

const folderOnMemory = (): string => mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'svc-simulate-'));

/** The code of the product that a test replaces by a faulty one. */
export interface Replaced {
  readonly completeKey?: typeof completeKey;
  readonly store?: (store: Store) => Store;
  readonly book?: (book: JobBook, store: Store) => JobBook;
}

export class Installation {
  faults: Faults;
  crashes = 0;
  /** The first invariant that did not hold. */
  violation: Error | undefined;
  #jumpMs = 0;
  #process: Process | undefined;
  readonly #root: string;

  constructor(
    readonly schedule: Schedule,
    readonly template: string,
    readonly replaced: Replaced,
  ) {
    const rate = (most: number) => (schedule.draw.chance(0.5) ? 0 : most * schedule.draw.uniform());
    this.faults = {
      ...{ lostRequest: rate(0.2), lostReply: rate(0.2), duplicate: rate(0.2), refusedWrite: rate(0.1), unknownWrite: rate(0.1) },
      ...{ hang: rate(0.02), crash: rate(0.002), clockJump: rate(0.01) },
    };
    this.#root = folderOnMemory();
    schedule.everyTurn = () => {
      if (this.faults.crash > 0 && schedule.draw.chance(this.faults.crash)) this.crash();
    };
  }

  readonly now = (): number => START + Math.floor(this.schedule.timeMs) + this.#jumpMs;
  readonly steady = (): number => this.schedule.timeMs;

  endFaults(): void {
    this.faults = {
      ...{ lostRequest: 0, lostReply: 0, duplicate: 0, refusedWrite: 0, unknownWrite: 0, hang: 0, crash: 0, clockJump: 0 },
    };
  }

  /** @throws Lost while no process runs */
  get process(): Process {
    if (this.#process === undefined) throw new Lost('no process');
    return this.#process;
  }

  async start(from = this.template): Promise<void> {
    const folder = path.join(this.#root, String(this.crashes));
    if (from !== folder) copyFiles(from, folder);
    const opened = await openSqlite({ folder, resources, now: this.now });
    const alive = { isAlive: true };
    const store = this.#simulated(this.replaced.store?.(opened) ?? opened, alive);
    const audit = auditLog(store, noSigner);
    const book = await jobBook(store, { now: this.now, steady: this.steady }, { audit }).catch(async (error) => {
      await opened.close();
      throw error;
    });
    const process = Object.assign(alive, {
      ...{ folder, opened, store, audit, chain: receiptChain(store, noSigner, this.now) },
      ...{ book: this.replaced.book?.(book, store) ?? book, documents: documents(resources, store, this.now, audit) },
    });
    this.#process = process;
  }

  /** Ends the process at once. What the files hold now is what the next one finds. */
  crash(): void {
    const process = this.#process;
    if (process === undefined) return;
    this.#process = undefined;
    process.isAlive = false;
    this.crashes += 1;
    const folder = path.join(this.#root, String(this.crashes));
    copyFiles(process.folder, folder);
    // A commit was being written: a part of a frame, which no reader takes for one.
    if (this.schedule.draw.chance(0.5))
      appendFileSync(path.join(folder, 'store.sqlite-wal'), Buffer.alloc(1 + Math.floor(6_000 * this.schedule.draw.uniform()), 0xa5));
    void process.opened.close();
    void this.#restart(folder);
  }

  async #restart(folder: string): Promise<void> {
    for (;;) {
      await this.schedule.pause(this.schedule.delay(500, 8_000));
      try {
        await this.start(folder);
        return;
      } catch (error) {
        if (!(error instanceof StoreFailure)) throw error;
      }
    }
  }

  /** A call over the network: it may be late, lost, made twice, or made without its reply. */
  async call<Reply>(make: (process: Process) => Promise<Reply>): Promise<Reply> {
    const { schedule, faults } = this;
    const { draw } = schedule;
    if (draw.chance(faults.clockJump)) this.#jumpMs += Math.round((draw.uniform() - 0.3) * 120_000);
    await schedule.pause(schedule.delay(0, 300));
    if (draw.chance(faults.lostRequest)) {
      await schedule.pause(RPC_TIMEOUT_MS);
      throw new Lost('request');
    }
    if (draw.chance(faults.duplicate))
      void schedule
        .pause(schedule.delay(0, 2_000))
        .then(() => make(this.process))
        .catch(() => undefined);
    const late = schedule.pause(RPC_TIMEOUT_MS).then(() => {
      throw new Lost('late');
    });
    late.catch(() => undefined);
    const reply = await Promise.race([make(this.process), late]);
    await schedule.pause(schedule.delay(0, 300));
    if (draw.chance(this.faults.lostReply)) throw new Lost('reply');
    return reply;
  }

  /** The store with delays and failures of its own, which goes silent when its process has ended. */
  #simulated(store: Store, process: { readonly isAlive: boolean }): Store {
    const { schedule } = this;
    const { draw } = schedule;
    const silent = () => new Promise<never>(() => undefined);
    const simulate = async (name: (typeof CALLS)[number], args: readonly never[]): Promise<unknown> => {
      await schedule.pause(draw.chance(this.faults.hang) ? schedule.delay(1_000, 30_000) : schedule.delay(0, 40));
      if (!process.isAlive) return silent();
      if (draw.chance(this.faults.refusedWrite)) throw new StoreFailure('unavailable', 'refused by the simulation');
      schedule.storeCalls += 1;
      let result: unknown;
      try {
        if (name === 'replace' && (args[0] as unknown) === jobs) this.violation ??= await endsTwice(store, args[1] as unknown as Job);
        result = await (store[name] as (...all: never[]) => Promise<unknown>)(...args);
      } finally {
        schedule.storeCalls -= 1;
      }
      if (!process.isAlive) return silent();
      if (draw.chance(this.faults.unknownWrite)) throw new StoreFailure('unavailable', 'made, and not told, by the simulation');
      return result;
    };
    const calls = Object.fromEntries(CALLS.map((name) => [name, (...args: never[]) => simulate(name, args)]));
    return { ...store, ...calls };
  }

  /** The background work of a process. */
  sweep = (): Promise<void> =>
    this.call(async ({ book, chain }) => {
      await book.sweep();
      await chain.seal();
    });

  adoptAll = async (): Promise<void> => {
    const process = this.process;
    for (const tenantId of TENANTS) await adopt(process.store, process.chain, tenantId, this.now());
  };

  async close(): Promise<void> {
    if (this.#process !== undefined) {
      this.#process.isAlive = false;
      await this.#process.opened.close();
    }
    rmSync(this.#root, { recursive: true, force: true });
  }
}

function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of FILES) if (existsSync(path.join(from, file))) copyFileSync(path.join(from, file), path.join(to, file));
}

/** @returns a violation where a job that has ended ends again */
async function endsTwice(store: Store, changed: Job): Promise<Violation | undefined> {
  const job = await store.get(jobs, changed.tenantId, changed.id);
  if (job === undefined || job.version !== changed.version || !ENDED.includes(job.state)) return undefined;
  return job.state === changed.state && job.resultJson === changed.resultJson
    ? undefined
    : new Violation(`job ${job.id} ended as ${job.state}, and then as ${changed.state}`);
}

/** An empty store, which each schedule starts from a copy of. */
export async function emptyTemplate(): Promise<string> {
  const folder = folderOnMemory();
  await (await openSqlite({ folder, resources })).close();
  return folder;
}
