import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { receiptChain } from '#services/reference/evidence/receipt-chain';
import { getReceipt, type Run, recordReceipt } from '#services/reference/evidence/receipts';
import { type Retention, sweepReceipts } from '#services/reference/evidence/retention';
import { noSigner } from '#services/reference/evidence/signing';
import { verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { resources } from '#services/resources/index';
import { receiptBlocks, receiptParts } from '#services/resources/receipt';
import { resource } from '#services/resources/resource';
import { PLATFORM, tenants } from '#services/resources/tenant';
import type { Tier } from '#services/resources/tier';
import { defined } from '#services/runtime/defined';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const RETENTION: Retention = { free: 10, pro: 100, business: 0, enterprise: 0 };

/** A resource whose documents keep receipts. */
const pins = resource({
  collection: 'pins',
  idPrefix: 'pin_',
  schema: z.strictObject({ runId: z.string() }),
  references: [{ field: 'runId', to: 'receipts' }],
  access: 'services',
});

onEachStore(
  'retention',
  (newStore) => {
    let store: Store;
    let tenantId: string;
    let clock: number;
    before(async () => {
      store = await newStore();
    });
    beforeEach(() => {
      tenantId = `ten_${uuid()}`;
      clock = START;
    });

    const addTenant = (tier: Tier, id = tenantId) =>
      store.insert(tenants, {
        ...{ tenantId: PLATFORM, id, version: 1, createdAt: START, updatedAt: START, name: id, tier },
        ...{ requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
      });
    const aRun = (requestJson: string): Run => ({
      ...{ runId: uuid(), operationId: 'priceOption', tag: 'Vanilla', requestJson, resultJson: '{}', backend: '', traceId: '' },
      ...{ manifestJson: '{"pricerId":"equity_vanilla_bs"}', createdAtMs: clock, inputsJson: '' },
    });
    /** Two receipts and their block on each of several days. @returns their ids */
    async function recordDays(days: number, requestJson = '{}', id = tenantId): Promise<string[]> {
      const chain = receiptChain(store, noSigner, () => clock);
      const runs: string[] = [];
      for (let day = 0; day < days; day += 1) {
        for (const run of [aRun(requestJson), aRun(requestJson)]) {
          chain.add(id, defined(await recordReceipt(store, id, run), 'a link'));
          runs.push(run.runId);
        }
        await chain.seal();
        clock += DAY;
      }
      return runs;
    }
    const sweep = (target = store) => sweepReceipts(target, noSigner, RETENTION, clock);
    const verify = (id = tenantId) => verifyReceipts(store, noSigner, id, { from: 0, now: clock });
    const remaining = async (runs: readonly string[], id = tenantId) =>
      (
        await Promise.all(
          runs.map((runId) =>
            getReceipt(store, id, runId).then(
              () => [runId],
              () => [],
            ),
          ),
        )
      ).flat();

    it('removes the receipts that are older than their tenant’s tier allows, and the rest still verifies', async () => {
      await addTenant('free');
      const runs = await recordDays(15);
      expect(await sweep()).to.deep.equal({ removed: 10, pinned: 0 });
      expect(await remaining(runs)).to.deep.equal(runs.slice(10));
      const report = await verify();
      expect(report).not.to.have.property('broken');
      expect(report).to.deep.include({ blocks: 10, receipts: 20, unlinked: [] });
      expect(report.checkpoint).to.include({ block: 5, at: START + 4 * DAY });
      expect(await sweep()).to.deep.equal({ removed: 0, pinned: 0 });
      clock += 100 * DAY;
      expect(await sweep()).to.deep.equal({ removed: 20, pinned: 0 });
      // The chain goes on from the checkpoint.
      await recordDays(1);
      expect(await verify()).to.deep.include({ blocks: 1, receipts: 2 });
      expect((await verify()).head).to.include({ block: 16 });
    });

    it('leaves what another tier keeps longer, or for ever', async () => {
      await addTenant('pro');
      await addTenant('enterprise', `${tenantId}_e`);
      const recent = await recordDays(15);
      const forEver = await recordDays(2, '{}', `${tenantId}_e`);
      clock += 1000 * DAY;
      await sweep();
      expect(await remaining(recent)).to.deep.equal([]);
      expect(await remaining(forEver, `${tenantId}_e`)).to.deep.equal(forEver);
    });

    it('keeps a receipt while another document refers to it, still verifiable, and removes it afterwards', async () => {
      await addTenant('free');
      const runs = await recordDays(3);
      await store.insert(pins, { tenantId, id: 'pin_1', version: 1, createdAt: clock, updatedAt: clock, runId: runs[2]! });
      clock += 50 * DAY;
      expect(await sweep()).to.deep.equal({ removed: 5, pinned: 1 });
      expect(await remaining(runs)).to.deep.equal([runs[2]]);
      expect(await verify()).to.deep.include({ blocks: 1, receipts: 1, unlinked: [] });

      // Even then it cannot be changed unnoticed.
      const block = (await store.page(receiptBlocks, tenantId, { limit: 9 })).items[0]!;
      await store.remove(pins, tenantId, 'pin_1');
      await store.replace(receiptBlocks, { ...block, hash: '0'.repeat(64) }, 1);
      expect((await verify()).broken).to.deep.equal({ block: 2, reason: 'the block has been changed' });
      await store.replace(receiptBlocks, block, 2);
      expect(await sweep()).to.deep.equal({ removed: 1, pinned: 0 });
      expect(await verify()).to.deep.include({ blocks: 0, receipts: 0 });
    });

    it('removes the parts of a large receipt with it', async () => {
      await addTenant('free');
      await recordDays(1, JSON.stringify(randomBytes(9 * 2 ** 20).toString('latin1')));
      expect((await store.page(receiptParts, tenantId, { limit: 9 })).items.length).to.be.greaterThan(1);
      clock += 50 * DAY;
      expect(await sweep()).to.deep.equal({ removed: 2, pinned: 0 });
      expect((await store.page(receiptParts, tenantId, { limit: 9 })).items).to.deep.equal([]);
    });

    it('finishes what a process that died has begun, and nothing is missing in between', async () => {
      await addTenant('free');
      const runs = await recordDays(4);
      clock += 50 * DAY;
      let calls = 0;
      const dying: Store = {
        ...store,
        remove: (...all) => {
          calls += 1;
          return calls > 3 ? Promise.reject(new StoreFailure('unavailable', 'gone')) : store.remove(...all);
        },
      };
      await failsWith('unavailable', sweep(dying));
      // The first block had its two receipts and itself removed.
      expect(await remaining(runs)).to.have.length(8 - 2);
      expect(await verify()).not.to.have.property('broken');
      expect(await sweep()).to.deep.equal({ removed: 6, pinned: 0 });
      expect((await store.page(receiptBlocks, tenantId, { limit: 9 })).items).to.deep.equal([]);
    });
  },
  [...resources, pins],
);
