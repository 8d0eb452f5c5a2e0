import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { completeKey } from '#services/reference/evidence/idempotency';
import { idempotencyKeys } from '#services/resources/idempotency-key';
import { jobs } from '#services/resources/job';
import type { Change } from '#services/store/change';
import { makeChangeIn } from '#services/store/make-change';
import type { Store } from '#services/store/port';
import { unattended } from '#services/store/unattended';
import { emptyTemplate, type Replaced } from './installation.js';
import { SCHEDULES } from './schedules.js';
import { simulate } from './simulate.js';

/** Schedules in which each of the faults below is found at the latest. */
const MAX_SCHEDULES = 150;

describe('simulated schedules of failure', () => {
  let template = '';
  before(async () => {
    template = await emptyTemplate();
  });
  after(() => rmSync(template, { recursive: true, force: true }));

  it('break no invariant', async function () {
    this.timeout(600_000);
    let crashes = 0;
    for (let seed = 1; seed <= SCHEDULES; seed += 1) crashes += (await simulate(seed, template)).crashes;
    // A simulation without faults would prove nothing.
    expect(crashes).to.be.above(SCHEDULES / 2);
  });

  it('are the same for the same seed', async () => {
    for (const seed of [1, 2, 3]) expect(await simulate(seed, template)).to.deep.equal(await simulate(seed, template));
  });

  /** @returns what the first schedule that breaks an invariant says */
  async function firstFailure(replaced: Replaced): Promise<string> {
    for (let seed = 1; seed <= MAX_SCHEDULES; seed += 1) {
      const outcome = await simulate(seed, template, replaced).catch((error: Error) => error.message);
      if (typeof outcome === 'string') return outcome;
    }
    return `nothing in ${MAX_SCHEDULES} schedules`;
  }

  it('find a store that acknowledges before it commits', async function () {
    this.timeout(120_000);
    const early = (store: Store): Store => ({
      ...store,
      insert: async (...all: Parameters<Store['insert']>) => {
        void store.insert(...all).catch(() => undefined);
      },
      append: async (...all: Parameters<Store['append']>) => {
        void store.append(...all).catch(() => undefined);
        return { inserted: all[1].length, outcomes: all[1].map(async () => undefined) };
      },
    });
    expect(await firstFailure({ store: early })).to.match(/is gone|is missing|never|audit|not there|two writes were acknowledged/);
  });

  it('find a store that writes entries of the audit log apart from their changes', async function () {
    this.timeout(120_000);
    const apart = (store: Store): Store => ({
      ...store,
      append: async (resource, entries, changes = []) => {
        const { inserted } = await store.append(resource, entries);
        const make = async (change: Change | undefined) => change && makeChangeIn(store, change);
        return { inserted, outcomes: entries.slice(0, inserted).map((_, index) => unattended(make(changes[index]))) };
      },
    });
    expect(await firstFailure({ store: apart })).to.match(/versions, and the audit log|other jobs than there are/);
  });

  it('find a run that writes its result into a job that has ended', async function () {
    this.timeout(120_000);
    const book: Replaced['book'] = (whole, store) => ({
      ...whole,
      finish: async (tenantId, id, claimId, run) => {
        if (await whole.finish(tenantId, id, claimId, run)) return true;
        const job = await store.get(jobs, tenantId, id);
        if (job === undefined || run.outcome !== 'succeeded') return false;
        await store.replace(jobs, { ...job, state: 'succeeded', resultJson: run.resultJson }, job.version);
        return true;
      },
    });
    expect(await firstFailure({ book })).to.match(/ended as|has another result/);
  });

  it('find a run that completes an idempotency key of another run', async function () {
    this.timeout(120_000);
    const complete: typeof completeKey = async (store, tenantId, request, now) => {
      const claimed = await store.get(idempotencyKeys, tenantId, createHash('sha256').update(request.key).digest('hex'));
      await completeKey(store, tenantId, { ...request, claimId: claimed?.claimId ?? request.claimId }, now);
    };
    expect(await firstFailure({ completeKey: complete })).to.include('was answered with');
  });
});
