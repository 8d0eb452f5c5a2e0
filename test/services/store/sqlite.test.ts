import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { each } from '#services/reference/base/each';
import { verifyAudit } from '#services/reference/evidence/audit';
import { adopt, receiptChain } from '#services/reference/evidence/receipt-chain';
import { getReceipt, listReceipts } from '#services/reference/evidence/receipts';
import { noSigner } from '#services/reference/evidence/signing';
import { verifyReceipts } from '#services/reference/evidence/verify-receipts';
import { auditEntries } from '#services/resources/audit-entry';
import { resources } from '#services/resources/index';
import { StoreFailure } from '#services/store/failure';
import { openStore } from '#services/store/open';
import { openSqlite } from '#services/store/sqlite';
import { Sqlite } from '#services/store/sqlite-driver';
import { sqliteFailure } from '#services/store/sqlite-file';
import { temporaryFolders } from '#test/support/folder';
import { counters, failsWith } from './support.js';

describe('the embedded store', () => {
  const newFolder = temporaryFolders();

  it('creates its folder and finds everything again after a restart', async () => {
    const folder = path.join(newFolder(), 'deep', 'er');
    const first = await openSqlite({ folder, resources: [counters] });
    await first.add(counters, 'ten_one', 'counter', 'uses', 3);
    await first.minute.penalty('ten_one', 4);
    await first.close();

    const second = await openSqlite({ folder, resources: [counters] });
    expect(await second.add(counters, 'ten_one', 'counter', 'uses', 1)).to.equal(4);
    expect((await second.minute.penalty('ten_one', 1)).consumedPoints).to.equal(5);
    await second.close();
  });

  it('refuses a second process while the first has it open, but can be read by others', async () => {
    const folder = newFolder();
    const store = await openSqlite({ folder, resources: [counters] });
    await store.add(counters, 'ten_one', 'counter', 'uses', 3);
    const failure = await failsWith('unavailable', openSqlite({ folder, resources: [counters], lockWait: 0 }));
    expect(failure.message).to.equal(`the data folder ${folder} is in use by another process`);

    const reader = new Sqlite(path.join(folder, 'store.sqlite'), { readonly: true });
    expect(reader.prepare('SELECT count(*) AS rows FROM counters').get()).to.deep.equal({ rows: 1 });
    reader.close();
    await store.close();
  });

  it('takes every failure of its file for one that may pass, and none of a statement', () => {
    const kindOf = (code: string): string | undefined => {
      const failure = sqliteFailure(new Sqlite.SqliteError('failed', code));
      return failure instanceof StoreFailure ? failure.kind : undefined;
    };
    for (const code of ['NOTADB', 'CORRUPT', 'CORRUPT_VTAB', 'FULL', 'READONLY', 'READONLY_DBMOVED', 'IOERR_WRITE', 'CANTOPEN', 'NOMEM'])
      expect(kindOf(`SQLITE_${code}`), code).to.equal('unavailable');
    for (const code of ['ERROR', 'MISUSE', 'CONSTRAINT_NOTNULL']) expect(kindOf(`SQLITE_${code}`), code).to.equal(undefined);
  });

  it('refuses a folder that a later version has written', async () => {
    const folder = newFolder();
    await (await openSqlite({ folder, resources: [counters] })).close();
    const db = new Sqlite(path.join(folder, 'store.sqlite'));
    db.pragma('user_version = 99');
    db.close();
    const refusal = await openSqlite({ folder, resources: [counters] }).catch((error: Error) => error.message);
    expect(refusal).to.equal(`${folder} was written by a later version: its layout is 99, this one knows 1`);
  });

  it('has every receipt and audit entry that it acknowledged before its process was killed, and their chains', async () => {
    const folder = newFolder();
    const script = path.join(import.meta.dirname, '../../support/acknowledge.js');
    const child = spawn(process.execPath, [script, folder, 'ten_killed'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const acknowledged: string[] = [];
    createInterface(child.stdout).on('line', (line) => {
      acknowledged.push(line);
      if (acknowledged.length === 300) child.kill('SIGKILL');
    });
    await once(child, 'close');
    expect(child.signalCode).to.equal('SIGKILL');
    expect(acknowledged.length).to.be.at.least(300);

    const store = await openStore({ dataDir: folder });
    for (const runId of acknowledged) {
      expect((await getReceipt(store, 'ten_killed', runId)).resultJson).to.equal(`{"run":"${runId}"}`);
    }
    const { items } = await listReceipts(store, 'ten_killed', {
      limit: 500,
      cursor: '',
      operationId: '',
      pricerId: '',
      tag: '',
      fromMs: 0,
      toMs: 0,
    });
    expect(items.map(({ id }) => id)).to.include.members(acknowledged.slice(-300));

    const audited = new Set<string>();
    for await (const { subject } of each(store, auditEntries, 'ten_killed', { sort: 'id' })) audited.add(subject);
    expect([...audited]).to.include.members(acknowledged);
    expect(await verifyAudit(store, noSigner, 'ten_killed')).not.to.have.property('broken');

    const chain = receiptChain(store, noSigner, Date.now);
    const early = await verifyReceipts(store, noSigner, 'ten_killed', { from: 0, now: Date.now() });
    expect(early).not.to.have.property('broken');
    expect(await adopt(store, chain, 'ten_killed', Date.now() + 2 * 60_000)).to.be.greaterThan(0);
    const late = await verifyReceipts(store, noSigner, 'ten_killed', { from: 0, now: Date.now() + 3 * 3_600_000, budgetMs: 60_000 });
    expect(late).not.to.have.property('broken');
    expect(late.unlinked).to.deep.equal([]);
    expect(late.receipts).to.be.at.least(acknowledged.length);
    await store.close();
  });

  it('has a table for every resource of the list', async () => {
    const store = await openStore({ dataDir: newFolder() });
    for (const resource of resources) expect((await store.page(resource, 'ten_none', { limit: 1 })).items).to.deep.equal([]);
    await store.close();
  });
});
