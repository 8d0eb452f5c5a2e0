import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { v7 as uuid } from 'uuid';
import { adopt, receiptChain } from '#services/reference/evidence/receipt-chain';
import { getReceipt, recordReceipt } from '#services/reference/evidence/receipts';
import { noSigner } from '#services/reference/evidence/signing';
import { verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { resources } from '#services/resources/index';
import type { AnyResource } from '#services/resources/resource';
import { PLATFORM, tenants } from '#services/resources/tenant';
import { defined } from '#services/runtime/defined';
import { openMongo } from '#services/store/mongo';
import { backupMongo, readingOrder, restoreMongo } from '#services/store/mongo-backup';
import { conditionsOf, type Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { backupSqlite, restoreSqlite } from '#services/store/sqlite-backup';
import { Sqlite } from '#services/store/sqlite-driver';
import { temporaryFolders } from '#test/support/folder';
import { dropDatabase, leftOut, mongoUri } from '#test/support/mongo/server';
import { contractResources, counters, failsWith, fittings, parcels, widgetMaker, widgets } from './support.js';

const HOUR = 3_600_000;
const LIST: readonly AnyResource[] = contractResources;

/** Documents with a history, bytes, references and everything else that a store keeps. @returns what is read of them */
async function fill(store: Store): Promise<() => Promise<unknown>> {
  const { aWidget } = widgetMaker();
  const widget = aWidget();
  const { tenantId } = widget;
  await store.insert(widgets, widget, Buffer.from([0, 1, 255]));
  await store.replace(widgets, { ...widget, updatedBy: 'key_2' }, 1);
  await store.replace(widgets, widget, 2);
  await store.insert(fittings, { tenantId, id: 'fit_1', version: 1, createdAt: 1, updatedAt: 1, createdBy: 'key_1', widgetId: widget.id });
  await store.add(counters, tenantId, 'ünïcode', 'uses', 3);
  await store.insert(parcels, { tenantId, id: 'par_1', version: 1, createdAt: 1, updatedAt: 1, weight: 0.1, labels: ['heavy', 'new'] });
  return async () => contentOf(store, tenantId, widget.id);
}

const contentOf = async (store: Store, tenantId: string, widgetId: string) => ({
  widget: await store.get(widgets, tenantId, widgetId),
  bytes: await store.bytes(widgets, tenantId, widgetId),
  history: await store.history(widgets, tenantId, widgetId, { limit: 9 }),
  fittings: await store.page(fittings, tenantId, { limit: 9 }),
  parcels: await store.page(parcels, tenantId, { limit: 9, where: conditionsOf(parcels, { label: 'new' }) }),
  counters: await store.page(counters, tenantId, { limit: 9 }),
});

const aRun = (index: number) => ({
  ...{ runId: uuid(), operationId: 'priceOption', tag: 'Vanilla', requestJson: '{}', backend: '', traceId: '', inputsJson: '' },
  ...{ resultJson: `{"index":${index}}`, manifestJson: '{"pricerId":"equity_vanilla_bs"}', createdAtMs: Date.now() },
});

/** The chain agrees with the receipts, after a process has linked what the last moments left. */
async function intact(store: Store, tenantId: string): Promise<number> {
  await adopt(store, receiptChain(store, noSigner, Date.now), tenantId, Date.now() + HOUR);
  const report = await verifyReceipts(store, noSigner, tenantId, { from: 0, now: Date.now() + 3 * HOUR, budgetMs: 60_000 });
  expect(report).not.to.have.property('broken');
  expect(report.unlinked).to.deep.equal([]);
  return report.receipts;
}

describe('a backup', () => {
  const newFolder = temporaryFolders();
  const newFile = () => path.join(newFolder(), 'backup.sqlite');

  it('of the embedded store, made while another process writes, has everything acknowledged before it began', async () => {
    const folder = newFolder();
    const script = path.join(import.meta.dirname, '../../support/acknowledge.js');
    const writer = spawn(process.execPath, [script, folder, 'ten_busy'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const acknowledged: string[] = [];
    createInterface(writer.stdout).on('line', (line) => acknowledged.push(line));
    while (acknowledged.length < 300) await new Promise((resolve) => setTimeout(resolve, 5));
    const acknowledgedBefore = [...acknowledged];
    const file = newFile();
    const { documents } = await backupSqlite(folder, file, resources);
    const during = acknowledged.length;
    while (acknowledged.length === during) await new Promise((resolve) => setTimeout(resolve, 5));
    writer.kill('SIGKILL');
    await once(writer, 'close');
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(existsSync(`${file}.partial`)).to.equal(false);

    const restored = path.join(newFolder(), 'data');
    expect(await restoreSqlite(file, restored, resources)).to.deep.equal({ documents });
    const store = await openSqlite({ folder: restored, resources });
    for (const runId of acknowledgedBefore) expect((await getReceipt(store, 'ten_busy', runId)).resultJson).to.equal(`{"run":"${runId}"}`);
    expect(await intact(store, 'ten_busy')).to.be.within(acknowledgedBefore.length, documents);
    await store.close();
  });

  it('restores documents with their bytes, writers, versions and references', async () => {
    const folder = newFolder();
    const store = await openSqlite({ folder, resources: LIST });
    const read = await fill(store);
    const file = newFile();
    await backupSqlite(folder, file, LIST);
    const restored = path.join(newFolder(), 'data');
    await restoreSqlite(file, restored, LIST);
    const again = await openSqlite({ folder: restored, resources: LIST });
    const { widget } = (await read()) as Awaited<ReturnType<typeof contentOf>>;
    const { tenantId, id } = defined(widget, 'the widget');
    expect(await contentOf(again, tenantId, id)).to.deep.equal(await read());
    await failsWith('conflict', again.remove(widgets, tenantId, id));
    for (const each of [store, again]) await each.close();
  });

  it('overwrites nothing, neither when it is made nor when it is restored', async () => {
    const [folder, file] = [newFolder(), newFile()];
    const store = await openSqlite({ folder, resources: LIST });
    await fill(store);
    writeFileSync(file, 'mine');
    await failsWith('conflict', backupSqlite(folder, file, LIST));
    expect(readFileSync(file, 'utf8')).to.equal('mine');
    const whole = newFile();
    await backupSqlite(folder, whole, LIST);
    await failsWith('conflict', restoreSqlite(whole, folder, LIST));
    await store.close();
    await failsWith('conflict', restoreSqlite(whole, folder, LIST));
    await failsWith('not_found', backupSqlite(path.join(folder, 'none'), newFile(), LIST));
    await failsWith('not_found', restoreSqlite(path.join(folder, 'none'), newFolder(), LIST));
  });

  it('is refused when it was cut off, is something else, or is of a later version, and leaves no store behind', async () => {
    const [folder, file] = [newFolder(), newFile()];
    const store = await openSqlite({ folder, resources: LIST });
    await fill(store);
    await store.close();
    await backupSqlite(folder, file, LIST);
    const whole = readFileSync(file);
    const later = new Sqlite(file);
    later.pragma('user_version = 99');
    later.close();
    const target = newFolder();
    const refused = async (reason: string) => {
      expect((await failsWith('unusable', restoreSqlite(file, target, LIST))).message).to.include(reason);
      expect(readdirSync(target)).to.deep.equal([]);
    };
    await refused('was written by a later version');
    writeFileSync(file, whole);
    truncateSync(file, whole.length - 1);
    await refused('it was cut off');
    writeFileSync(file, whole.fill(0xa5, 4096 * 3, 4096 * 4));
    await refused('is damaged');
    await refused('The way back: restore another backup');
    await restoreSqlite(await remade(folder), target, LIST);
  });
  const remade = async (folder: string): Promise<string> => {
    const file = newFile();
    await backupSqlite(folder, file, LIST);
    return file;
  };

  it('reads what refers to others before them', () => {
    const order = readingOrder(LIST).map(({ collection }) => collection);
    expect(order.indexOf('fittings')).to.be.lessThan(order.indexOf('widgets'));
    expect([...order].sort()).to.deep.equal(LIST.map(({ collection }) => collection).sort());
    const collections = readingOrder(resources).map(({ collection }) => collection);
    const chain = ['receipt_blocks', 'receipts', 'receipt_parts', 'receipt_checkpoints'].map((name) => collections.indexOf(name));
    expect(chain).to.deep.equal([...chain].sort((a, b) => a - b));
    expect(collections.indexOf('idempotency_keys')).to.be.lessThan(collections.indexOf('idempotent_answers'));
  });

  if (leftOut !== undefined) return;

  const opened: { close: () => Promise<void> }[] = [];
  const databases: string[] = [];
  const newDatabase = () => {
    databases.push(`svc_test_${randomUUID()}`);
    return defined(databases.at(-1), 'the database');
  };
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    for (const name of databases.splice(0)) await dropDatabase(name);
  });
  const openDatabase = async (database: string, list: readonly AnyResource[] = LIST): Promise<Store> => {
    const store = await openMongo({ uri: await mongoUri(), database, resources: list });
    opened.push(store);
    return store;
  };

  it('of MongoDB restores into MongoDB and into the embedded store, and the other way round', async () => {
    const uri = await mongoUri();
    const list: readonly AnyResource[] = [tenants, ...LIST];
    const first = newDatabase();
    const store = await openDatabase(first, list);
    await store.insert(tenants, {
      ...{ tenantId: PLATFORM, id: 'ten_a', version: 1, createdAt: 1, updatedAt: 1, name: 'A', tier: 'pro' },
      ...{ requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
    });
    const read = await fill(store);
    const { widget } = (await read()) as Awaited<ReturnType<typeof contentOf>>;
    const { tenantId, id } = defined(widget, 'the widget');
    const file = newFile();
    const counted = await backupMongo({ uri, database: first }, file, list);

    const second = newDatabase();
    expect(await restoreMongo(file, newFile(), { uri, database: second }, list)).to.deep.equal(counted);
    expect(await contentOf(await openDatabase(second, list), tenantId, id)).to.deep.equal(await read());

    const folder = path.join(newFolder(), 'data');
    await restoreSqlite(file, folder, list);
    const embedded = await openSqlite({ folder, resources: list });
    opened.push(embedded);
    expect(await contentOf(embedded, tenantId, id)).to.deep.equal(await read());

    const back = newFile();
    await backupSqlite(folder, back, list);
    const third = newDatabase();
    await restoreMongo(back, newFile(), { uri, database: third }, list);
    const again = await openDatabase(third, list);
    expect(await contentOf(again, tenantId, id)).to.deep.equal(await read());
    await failsWith('conflict', again.remove(widgets, tenantId, id));
    await failsWith('conflict', restoreMongo(back, newFile(), { uri, database: third }, list));
  });

  it('of MongoDB, made while services write and delete, has whole chains and no reference that leads nowhere', async () => {
    const uri = await mongoUri();
    const list: readonly AnyResource[] = [...resources, ...LIST];
    const database = newDatabase();
    const store = await openDatabase(database, list);
    await store.insert(tenants, {
      ...{ tenantId: PLATFORM, id: 'ten_busy', version: 1, createdAt: 1, updatedAt: 1, name: 'A', tier: 'pro' },
      ...{ requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
    });
    const chain = receiptChain(store, noSigner, Date.now);
    let stopped = false;
    const namesBefore: string[] = [];
    const record = async (index: number): Promise<string> => {
      const run = aRun(index);
      chain.add('ten_busy', defined(await recordReceipt(store, 'ten_busy', run), 'a link'));
      return run.runId;
    };
    for (let index = 0; index < 200; index += 1) namesBefore.push(await record(index));
    await chain.seal();
    const { aWidget } = widgetMaker();
    const recording = async () => {
      for (let index = 0; !stopped; index += 1) {
        await record(index);
        if (index % 10 === 0) await chain.seal();
      }
    };
    /** Documents that refer to others come and go with them. */
    const pairing = async () => {
      for (let index = 0; !stopped; index += 1) {
        const widget = { ...aWidget(), tenantId: 'ten_busy' };
        const fitting = { tenantId: 'ten_busy', id: `fit_${uuid()}`, version: 1, createdAt: 1, updatedAt: 1, widgetId: widget.id };
        await store.insert(widgets, widget);
        await store.insert(fittings, fitting);
        if (index % 3 === 0) continue;
        await store.remove(fittings, 'ten_busy', fitting.id);
        await store.remove(widgets, 'ten_busy', widget.id);
      }
    };
    const writers = [recording(), pairing(), pairing()];
    const files: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const file = newFile();
      await backupMongo({ uri, database }, file, list);
      files.push(file);
    }
    stopped = true;
    await Promise.all(writers);

    for (const file of files) {
      const folder = path.join(newFolder(), 'data');
      await restoreSqlite(file, folder, list);
      const restored = await openSqlite({ folder, resources: list });
      for (const runId of namesBefore) await getReceipt(restored, 'ten_busy', runId);
      expect(await intact(restored, 'ten_busy')).to.be.at.least(namesBefore.length);
      let cursor: string | undefined;
      do {
        const page = await restored.page(fittings, 'ten_busy', { limit: 500, cursor });
        for (const { widgetId } of page.items) expect(await restored.get(widgets, 'ten_busy', widgetId ?? '')).not.to.equal(undefined);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      await restored.close();
    }
  });

  it('that was not restored to its end leaves a database that no service opens', async () => {
    const database = newDatabase();
    await (await openDatabase(database)).ping();
    const client = new MongoClient(await mongoUri());
    opened.push(client);
    const layouts = client.db(database).collection<{ _id: string }>('layout');
    expect(await layouts.findOne({ _id: 'layout' })).to.deep.equal({ _id: 'layout', version: 1 });
    await layouts.updateOne({ _id: 'layout' }, { $set: { restoring: true } });
    expect((await failsWith('unusable', openDatabase(database))).message).to.include('drop the database and restore again');
    await layouts.updateOne({ _id: 'layout' }, { $set: { version: 99 }, $unset: { restoring: '' } });
    expect((await failsWith('unusable', openDatabase(database))).message).to.equal(
      `the database ${database} was written by a later version: its layout is 99, this one knows 1`,
    );
  });
});
