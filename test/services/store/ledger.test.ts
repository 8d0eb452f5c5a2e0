import path from 'node:path';
import { expect } from 'chai';
import { z } from 'zod';
import { type AnyResource, type Resource, resource, type Stored } from '#services/resources/resource';
import { DOCUMENT_BYTES, type StoredKind, storedKinds } from '#services/store/ledger';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { Sqlite } from '#services/store/sqlite-driver';
import { temporaryFolders } from '#test/support/folder';
import { onEachStore } from '#test/support/stores';
import { contractResources, samples, widgetMaker, widgets } from './support.js';

/** A resource of a name that the ledger counts as receipts, and one that it does not count. */
const receiptParts: Resource = resource({ collection: 'receipt_parts', idPrefix: '', schema: z.strictObject({}), access: 'services' });
const sessions: Resource = resource({ collection: 'sessions', idPrefix: 'ses_', schema: z.strictObject({}), access: 'services' });

onEachStore(
  'the ledger of the store',
  (newStore) => {
    const { aWidget, open } = widgetMaker();
    let store: Store;
    const stored = async (tenantId: string, kind: StoredKind = 'documents'): Promise<number> =>
      (await store.stored(tenantId)).find((each) => each.kind === kind)?.bytes ?? 0;
    const sizeOf = <D extends Stored>({ tenantId, id, version, createdAt, updatedAt, ...fields }: D): number => {
      return Buffer.byteLength(JSON.stringify(fields)) + DOCUMENT_BYTES;
    };

    beforeEach(async () => {
      store = await newStore();
      open(store);
    });

    it('counts the fields and the bytes of each document, and forgets what is removed', async () => {
      const [one, two] = [aWidget({ name: 'ünïcode' }), aWidget()];
      await store.insert(widgets, one, Buffer.alloc(1_000));
      expect(await stored('ten_one')).to.equal(sizeOf(one) + 1_000);
      await store.insert(widgets, two);
      expect(await stored('ten_one')).to.equal(sizeOf(one) + 1_000 + sizeOf(two));
      expect(await stored('ten_two')).to.equal(0);
      await store.remove(widgets, 'ten_one', one.id);
      expect(await stored('ten_one')).to.equal(sizeOf(two));
    });

    it('counts former versions until their document is removed', async () => {
      const document = aWidget();
      await store.insert(widgets, document, Buffer.alloc(500));
      const longer = { ...document, name: 'a much longer name than the one that it had before' };
      await store.replace(widgets, longer, 1);
      expect(await stored('ten_one')).to.equal(sizeOf(longer) + 500 + sizeOf(document));
      await store.replace(widgets, { ...document, name: '' }, 2);
      expect(await stored('ten_one')).to.equal(sizeOf({ ...document, name: '' }) + 500 + sizeOf(document) + sizeOf(longer));
      await store.remove(widgets, 'ten_one', document.id);
      expect(await stored('ten_one')).to.equal(0);
    });

    it('counts documents that are written in bulk once, by what they hold now', async () => {
      const sample = (time: number, value: number) => ({
        ...{ tenantId: 'ten_one', id: `a@${time}`, version: 1, createdAt: 1, updatedAt: 1 },
        ...{ series: 'a', time, value },
      });
      await store.upsert(samples, [sample(1, 1), sample(2, 2)]);
      await store.upsert(samples, [sample(2, 2.25), sample(3, 3)]);
      const now = [sample(1, 1), sample(2, 2.25), sample(3, 3)];
      expect(await stored('ten_one')).to.equal(now.reduce((sum, each) => sum + sizeOf(each), 0));
      await store.removeWhere(samples, 'ten_one', [{ field: 'id', match: 'prefix', value: 'a@' }]);
      expect(await stored('ten_one')).to.equal(0);
    });

    it('leaves what was refused out, and what no quota counts', async () => {
      const document = aWidget();
      await store.insert(widgets, document);
      await store.insert(widgets, aWidget({ id: document.id })).catch(() => undefined);
      await store.replace(widgets, { ...document, name: 'x'.repeat(1_000) }, 7).catch(() => undefined);
      await store.insert(sessions, { tenantId: 'ten_one', id: 'ses_1', version: 1, createdAt: 1, updatedAt: 1 });
      expect(await store.stored('ten_one')).to.deep.equal([{ tenantId: 'ten_one', kind: 'documents', bytes: sizeOf(document) }]);
    });

    it('tells of every tenant and kind', async () => {
      const part = { id: 'part', version: 1, createdAt: 1, updatedAt: 1 };
      await store.insert(receiptParts, { tenantId: 'ten_two', ...part }, Buffer.alloc(10));
      await store.insert(widgets, aWidget());
      const all = await store.stored();
      expect(all.map(({ tenantId, kind }) => `${tenantId} ${kind}`).sort()).to.deep.equal(['ten_one documents', 'ten_two receipts']);
      expect(await stored('ten_two', 'receipts')).to.equal(2 + 10 + DOCUMENT_BYTES);
      for (const { kind } of all) expect(storedKinds).to.include(kind);
    });
  },
  [...contractResources, receiptParts, sessions] as AnyResource[],
);

describe('the ledger of a store that had none', () => {
  const newFolder = temporaryFolders();

  it('counts what is there when the store is opened', async () => {
    const folder = newFolder();
    const { aWidget } = widgetMaker();
    const store = await openSqlite({ folder, resources: contractResources });
    await store.insert(widgets, aWidget(), Buffer.alloc(100));
    const document = aWidget();
    await store.insert(widgets, document);
    await store.replace(widgets, { ...document, name: 'another' }, 1);
    const counted = await store.stored();
    await store.close();
    const db = new Sqlite(path.join(folder, 'store.sqlite'));
    const triggers = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all() as { name: string }[];
    for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
    db.exec('DROP TABLE ledger');
    db.close();
    const again = await openSqlite({ folder, resources: contractResources });
    expect(await again.stored()).to.deep.equal(counted);
    await again.close();
  });
});
