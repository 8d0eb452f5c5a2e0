/** One simulated schedule: faults for half a minute, then none, until everything that was accepted has ended; the invariants are then checked. */

import { each } from '#services/reference/base/each';
import { verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { auditEntries } from '#services/resources/audit-entry';
import { correlations } from '#services/resources/correlation';
import { jobs } from '#services/resources/job';
import { receipts } from '#services/resources/receipt';
import { callersOf, nothingPromised, type Promised } from './callers.js';
import { Installation, Lost, type Replaced, TENANTS, Violation } from './installation.js';
import { Schedule } from './schedule.js';

const FAULTS_MS = 30_000;
/** Time after the faults in which everything must end: a claim of an idempotency key lasts 25 s, the longest delay of a job some minutes. */
const LIVENESS_MS = 3_600_000;
const SWEEP_MS = 5_000;

interface Simulated {
  readonly events: number;
  readonly crashes: number;
  /** Two runs of one seed have the same. */
  readonly trace: number;
}

/** @param template an empty store @throws Error with the seed, where an invariant does not hold */
export async function simulate(seed: number, template: string, replaced: Replaced = {}): Promise<Simulated> {
  const schedule = new Schedule(seed);
  const installation = new Installation(schedule, template, replaced);
  const promised = nothingPromised();
  try {
    const starting = installation.start();
    let phase: 'starting' | 'running' | 'done' = 'starting';
    void starting.then(() => {
      phase = 'running';
    });
    const { faults } = installation;
    installation.endFaults();
    await schedule.runUntil(() => phase === 'running', FAULTS_MS);
    installation.faults = faults;
    const callers = callersOf(installation, promised);
    const isDone = () => phase === 'done';
    let failure: unknown;
    Promise.all(callers.all()).then(
      () => {
        phase = 'done';
      },
      (error) => {
        failure = error;
      },
    );
    for (const _ of TENANTS) void callers.work(isDone);
    void sweeping(installation, isDone);
    let isCalm = false;
    void schedule.pause(FAULTS_MS).then(() => {
      installation.endFaults();
      isCalm = true;
    });
    await schedule.runUntil(() => {
      if (failure !== undefined) throw failure;
      if (installation.violation !== undefined) throw installation.violation;
      return phase === 'done' && isCalm && isUp(installation);
    }, FAULTS_MS + LIVENESS_MS);
    let checked = false;
    check(installation, promised, callers.contentOf).then(
      () => {
        checked = true;
      },
      (error) => {
        failure = error;
      },
    );
    await schedule.runUntil(() => {
      if (failure !== undefined) throw failure;
      return checked;
    }, Number.POSITIVE_INFINITY);
    return { events: schedule.events, crashes: installation.crashes, trace: schedule.trace };
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
  } finally {
    await installation.close();
  }
}

function isUp(installation: Installation): boolean {
  try {
    return installation.process.isAlive;
  } catch {
    return false;
  }
}

async function sweeping(installation: Installation, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await installation.schedule.pause(SWEEP_MS);
    await installation.sweep().catch(() => undefined);
  }
}

async function check(installation: Installation, promised: Promised, contentOf: (document: object) => number): Promise<void> {
  const { store, chain } = installation.process;
  const require = (holds: boolean, text: string) => {
    if (!holds) throw new Violation(text);
  };
  for (const { tenantId, runId } of promised.receipts)
    require((await store.get(receipts, tenantId, runId)) !== undefined, `the receipt ${runId} is gone`);
  for (const { tenantId, id } of promised.jobs) {
    const job = await store.get(jobs, tenantId, id);
    require(job !== undefined, `the job ${id} is gone`);
    const result = promised.results.get(`${tenantId} ${id}`);
    require(result === undefined || result === job?.resultJson, `the job ${id} has another result than it had`);
  }
  for (const { tenantId, id, version, content } of promised.versions.values()) {
    const document = await store.version(correlations, tenantId, id, version);
    require(document !== undefined && contentOf(document) === content, `version ${version} of ${id} is not what was acknowledged`);
  }
  // Receipts that a crash left without a block are a minute old before they are adopted.
  await installation.schedule.pause(2 * 60_000);
  await chain.seal();
  await installation.adoptAll().catch((error) => {
    if (!(error instanceof Lost)) throw error;
  });
  for (const tenantId of TENANTS) {
    const audit = await verifyAudit(store, noSigner, tenantId);
    require(audit.broken === undefined, `the audit log of ${tenantId}: ${audit.broken?.reason}`);
    const told = new Map<string, number>();
    const submitted: string[] = [];
    for await (const { subject, action } of each(store, auditEntries, tenantId, { sort: 'id' })) {
      told.set(subject, (told.get(subject) ?? 0) + 1);
      if (action === 'job.submit') submitted.push(subject);
    }
    for await (const { id, version } of each(store, correlations, tenantId, { sort: 'id' }))
      require(told.get(id) === version, `${id} has ${version} versions, and the audit log ${told.get(id)} entries of it`);
    const stored: string[] = [];
    for await (const { id } of each(store, jobs, tenantId, { sort: 'id' })) stored.push(id);
    require(submitted.sort().join() === stored.join(), `the audit log of ${tenantId} tells of other jobs than there are`);
    const report = await verifyReceipts(store, noSigner, tenantId, {
      from: 0,
      now: installation.now() + 3 * 3_600_000,
      budgetMs: Number.POSITIVE_INFINITY,
    });
    require(report.broken === undefined, `the receipts of ${tenantId}: ${report.broken?.reason}`);
    require(report.unlinked.length === 0, `receipts of ${tenantId} are in no block: ${report.unlinked.join(', ')}`);
  }
}
