import { expect } from 'chai';
import { addComputeTime, reserve } from '#services/reference/access/usage';
import { resources } from '#services/resources/index';
import { usages } from '#services/resources/usage';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { temporaryFolders } from '#test/support/folder';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

onEachStore('reservations of requests', (newStore) => {
  const NOW = Date.UTC(2026, 1, 28, 23, 59, 30);
  let store: Store;
  let tenant = 0;

  before(async () => {
    store = await newStore();
  });

  /** Reservations of a tenant that nobody else uses. */
  const newTenant = (requestsPerMinute: number, monthlyQuota = 0) => {
    tenant += 1;
    const tenantId = `ten_${tenant}`;
    return {
      take: (count: number, now = NOW) => reserve(store, { tenantId, count, requestsPerMinute, monthlyQuota }, now),
      used: async (month: string) => (await store.get(usages, tenantId, month))?.requests,
    };
  };

  it('state how many requests of the minute are left and when its window ends', async () => {
    const { take } = newTenant(100);
    expect(await take(30)).to.include({ granted: 30, remaining: 70, quotaExhausted: false, quotaRemaining: 0 });
    const { resetMs, ...rest } = await take(10);
    expect(rest).to.deep.equal({ granted: 10, remaining: 60, quotaExhausted: false, quotaRemaining: 0, quotaResetS: 30, computeUsedMs: 0 });
    expect(resetMs).to.be.within(1, 60_000);
  });

  it('grant what is left of the minute, then nothing', async () => {
    const { take, used } = newTenant(10);
    expect((await take(7)).granted).to.equal(7);
    expect(await take(7)).to.include({ granted: 3, remaining: 0, quotaExhausted: false });
    expect(await take(1)).to.include({ granted: 0, remaining: 0, quotaExhausted: false });
    expect(await used('2026-02')).to.equal(10);
  });

  it('are granted to 5 of 50 concurrent callers where the limit is 5', async () => {
    const { take } = newTenant(5);
    const grants = await Promise.all(Array.from({ length: 50 }, () => take(1)));
    expect(grants.reduce((sum, { granted }) => sum + granted, 0)).to.equal(5);
  });

  it('by concurrent callers use up the minute’s limit exactly', async () => {
    const { take } = newTenant(100);
    const grants = await Promise.all(Array.from({ length: 30 }, (_, index) => take(1 + (index % 13))));
    expect(grants.reduce((sum, { granted }) => sum + granted, 0)).to.equal(100);
  });

  it('grant what is left of the month, and count no more than that', async () => {
    const { take, used } = newTenant(1000, 25);
    expect(await take(20)).to.include({ granted: 20, quotaExhausted: false, quotaRemaining: 5 });
    expect(await take(20)).to.include({ granted: 5, quotaExhausted: true, quotaRemaining: 0 });
    expect(await take(1)).to.include({ granted: 0, quotaExhausted: true, quotaRemaining: 0, quotaResetS: 30 });
    expect(await used('2026-02')).to.equal(25);
  });

  it('by concurrent callers never exceed the month’s quota, and count what was granted', async () => {
    const { take, used } = newTenant(1000, 100);
    const grants = await Promise.all(Array.from({ length: 30 }, () => take(7)));
    const granted = grants.reduce((sum, grant) => sum + grant.granted, 0);
    expect(granted).to.be.at.most(100);
    expect(await used('2026-02')).to.equal(granted);
    // A caller may be refused while others return what they were not granted; nothing of the month is lost, so asking again succeeds.
    expect(granted + (await take(100)).granted).to.equal(100);
  });

  it('tell the thread time that the tenant has used this month, where it has a quota of it', async () => {
    const tenant = { tenantId: 'ten_computes', count: 1, requestsPerMinute: 10, monthlyQuota: 0 };
    await Promise.all([addComputeTime(store, 'ten_computes', 1_500, NOW), addComputeTime(store, 'ten_computes', 700, NOW)]);
    expect(await reserve(store, { ...tenant, computeSecondsQuota: 3 }, NOW)).to.include({ granted: 1, computeUsedMs: 2_200 });
    expect(await reserve(store, tenant, NOW)).to.include({ granted: 1, computeUsedMs: 0 });
    expect(await reserve(store, { ...tenant, computeSecondsQuota: 3 }, NOW + 60_000)).to.include({ computeUsedMs: 0 });
  });

  it('begin a new month at midnight UTC', async () => {
    const { take, used } = newTenant(1000, 10);
    await take(10);
    expect(await take(4, NOW + 30_000)).to.include({ granted: 4, quotaRemaining: 6, quotaResetS: 31 * 24 * 3600 });
    expect([await used('2026-02'), await used('2026-03')]).to.deep.equal([10, 4]);
  });

  it('are refused without a count or a limit', async () => {
    const failure = await failsWith('invalid', newTenant(0).take(1));
    expect(failure.message).to.equal('requestsPerMinute must be at least 1; got 0');
    await failsWith('invalid', newTenant(10).take(0));
  });
});

// The clock is that of one process: a MongoDB server removes what has ended by a clock of its own.
describe('reservations of requests where the clock is set back', () => {
  const newFolder = temporaryFolders();
  const { now } = Date;
  let store: Store;

  before(async () => {
    store = await openSqlite({ folder: newFolder(), resources });
  });
  after(() => store.close());

  it('begin a new minute, however far', async () => {
    const take = (count: number) => reserve(store, { tenantId: 'ten_one', count, requestsPerMinute: 10, monthlyQuota: 0 }, now());
    expect((await take(10)).granted).to.equal(10);
    for (const backMs of [61_000, 3_600_000]) {
      Date.now = () => now() - backMs;
      try {
        expect(await take(4)).to.include({ granted: 4, remaining: 6 });
        const { granted, resetMs } = await take(7);
        expect(granted).to.equal(6);
        expect(resetMs).to.be.within(1, 60_000);
      } finally {
        Date.now = now;
      }
    }
  });
});
