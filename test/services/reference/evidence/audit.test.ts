import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { each } from '#services/reference/base/each';
import { auditLog, replaceAudited, verifyAudit } from '#services/reference/evidence/audit';
import { noSigner } from '#services/reference/evidence/signing';
import { auditEntries } from '#services/resources/audit-entry';
import { correlations } from '#services/resources/correlation';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';

onEachStore('the audit log', (newStore, isEmbedded) => {
  let store: Store;
  let tenantId: string;
  before(async () => {
    store = await newStore();
  });
  beforeEach(() => {
    tenantId = `ten_${uuid()}`;
  });
  const event = (subject: string) => ({ action: 'key.create', subject, actor: 'key_a', correlationId: 'c', details: { after: subject } });
  /** Each entry is written as by a process of its own, which knows nothing of what others write. */
  const append = (subject: string, tenant = tenantId) => auditLog(store, noSigner)(tenant, event(subject), 1);
  const verify = () => verifyAudit(store, noSigner, tenantId);
  const entries = async () => (await store.page(auditEntries, tenantId, { limit: 99, sort: 'id' })).items;

  it('keeps the entries of a tenant in order, those of many writers at once included', async () => {
    expect(await verify()).to.deep.equal({ entries: 0, signed: 0, head: '' });
    await append('first');
    await Promise.all(Array.from({ length: 12 }, (_, index) => append(`entry_${index}`)));
    await append('last');
    await append('elsewhere', `${tenantId}_other`);
    const written = await entries();
    expect(written).to.have.length(14);
    expect([written[0]?.subject, written.at(-1)?.subject]).to.deep.equal(['first', 'last']);
    expect(await verify()).to.deep.equal({ entries: 14, signed: 0, head: written.at(-1)?.hash });
  });

  it('writes entries that arrive together in few commits, in the order in which they arrive', async () => {
    let commits = 0;
    const counted: Store = {
      ...store,
      append: (...all: Parameters<Store['append']>) => {
        commits += 1;
        return store.append(...all);
      },
    };
    const log = auditLog(counted, noSigner);
    const subjects = Array.from({ length: 90 }, (_, index) => `entry_${index}`);
    await Promise.all(subjects.map((subject) => log(tenantId, event(subject), 1)));
    expect(commits).to.equal(1);
    expect((await entries()).map(({ subject }) => subject)).to.deep.equal(subjects);
    expect(await verify())
      .to.deep.include({ entries: 90 })
      .and.not.have.property('broken');
  });

  it('stays one chain where several processes write many entries at once, each of them acknowledged once it is stored', async () => {
    const processes = Array.from({ length: 4 }, () => auditLog(store, noSigner));
    const written: string[] = [];
    const write = async (process: number, writer: number): Promise<void> => {
      for (let index = 0; index < 5; index += 1) {
        const subject = `process ${process}, writer ${writer}, entry ${index}`;
        await processes[process]!(tenantId, event(subject), 1);
        written.push(subject);
      }
    };
    await Promise.all(processes.flatMap((_, process) => Array.from({ length: 8 }, (_each, writer) => write(process, writer))));
    const report = await verify();
    expect(report).to.deep.include({ entries: 160 }).and.not.have.property('broken');
    const stored: string[] = [];
    for await (const { subject } of each(store, auditEntries, tenantId, { sort: 'id' })) stored.push(subject);
    expect(stored).to.have.members(written);
    // Each writer's entries are in its order.
    for (const first of written.filter((subject) => subject.endsWith('entry 0')))
      expect(stored.filter((subject) => subject.startsWith(first.slice(0, -1)))).to.deep.equal(
        [0, 1, 2, 3, 4].map((index) => `${first.slice(0, -1)}${index}`),
      );
  });

  it('follows another process that writes an entry between two of one commit', async () => {
    let between = true;
    const slow: Store = {
      ...store,
      append: async (resource, documents) => {
        if (!between) return store.append(resource, documents);
        between = false;
        const appended = await store.append(resource, documents.slice(0, 2));
        await append('elsewhere');
        return appended;
      },
    };
    const log = auditLog(slow, noSigner);
    await Promise.all(['a', 'b', 'c', 'd'].map((subject) => log(tenantId, event(subject), 1)));
    expect((await entries()).map(({ subject }) => subject)).to.deep.equal(['a', 'b', 'elsewhere', 'c', 'd']);
    expect(await verify())
      .to.deep.include({ entries: 5 })
      .and.not.have.property('broken');
  });

  it('acknowledges no entry of a commit that fails, and goes on after it', async () => {
    let down = true;
    const failing: Store = {
      ...store,
      append: (...all: Parameters<Store['append']>) =>
        down ? Promise.reject(new StoreFailure('unavailable', 'gone')) : store.append(...all),
    };
    const log = auditLog(failing, noSigner);
    const outcomes = await Promise.allSettled(['a', 'b'].map((subject) => log(tenantId, event(subject), 1)));
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    down = false;
    await log(tenantId, event('c'), 1);
    expect((await entries()).map(({ subject }) => subject)).to.deep.equal(['c']);
  });

  it('has an entry of a change that was made, and makes those that are asked for beside one that is refused', async () => {
    const correlation = (name: string) => ({
      ...{ tenantId, id: `cor_${name}`, version: 1, createdAt: 1, updatedAt: 1, name, assets: ['A', 'B'] },
      matrix: [
        [1, 0],
        [0, 1],
      ],
    });
    const insertion = (name: string) => ({ make: 'insert', resource: correlations, document: correlation(name) }) as const;
    const log = auditLog(store, noSigner);
    await log(tenantId, event('a'), 1, insertion('a'));
    const outcomes = await Promise.allSettled(['b', 'a', 'c', 'd'].map((name) => log(tenantId, event(name), 1, insertion(name))));
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'made' : outcome.reason.kind))).to.deep.equal([
      ...['made', 'conflict', 'made', 'made'],
    ]);
    // MongoDB alone keeps the entry of what was tried.
    expect((await entries()).map(({ subject }) => subject)).to.deep.equal(['a', 'b', ...(isEmbedded ? [] : ['a']), 'c', 'd']);
    expect((await verify()).broken).to.equal(undefined);
    for (const name of ['a', 'b', 'c', 'd'])
      expect(await store.get(correlations, tenantId, `cor_${name}`)).to.deep.equal(correlation(name));
    const replaced = await replaceAudited(
      { store, audit: log, now: () => 2 },
      { ...event('a'), tenantId },
      correlations,
      { ...correlation('a'), assets: ['A', 'C'] },
      1,
    );
    expect(replaced).to.deep.include({ version: 2, assets: ['A', 'C'] });
  });

  it('states what was changed, and notices where that is rewritten or taken away', async () => {
    const change = { before: { amount: 1, passwordHash: 'x' }, after: { amount: 2, passwordHash: 'y' } };
    await auditLog(store, noSigner)(tenantId, { ...event('limit'), ...change }, 1);
    const [entry] = await entries();
    expect(JSON.parse(entry!.changesJson!).fields).to.deep.equal([
      { pointer: '/amount', before: 1, after: 2 },
      { pointer: '/passwordHash', before: '(not shown)', after: '(not shown)' },
    ]);
    expect((await verify()).broken).to.equal(undefined);
    for (const changesJson of [undefined, entry!.changesJson!.replace('"after":2', '"after":3')]) {
      await store.remove(auditEntries, tenantId, entry!.id);
      await store.insert(auditEntries, { ...entry!, changesJson });
      expect((await verify()).broken).to.deep.equal({ entry: 1, reason: 'the entry has been changed' });
    }
  });

  it('tells which entry was changed, removed or made up', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await append(subject);
    const [, second, third] = await entries();
    for (const change of [{ actor: 'key_b' }, { detailsJson: '{}' }, { createdAt: 2 }, { subject: 'x' }, { action: 'key.revoke' }]) {
      await store.remove(auditEntries, tenantId, second!.id);
      await store.insert(auditEntries, { ...second!, ...change });
      expect((await verify()).broken).to.deep.equal({ entry: 2, reason: 'the entry has been changed' });
    }
    await store.remove(auditEntries, tenantId, second!.id);
    expect((await verify()).broken).to.deep.equal({ entry: 2, reason: 'the entry is missing' });
    await store.insert(auditEntries, second!);
    await store.remove(auditEntries, tenantId, third!.id);
    await store.insert(auditEntries, { ...second!, id: third!.id });
    expect((await verify()).broken).to.deep.equal({ entry: 3, reason: 'the entry does not name the hash of the one before' });
  });
});
