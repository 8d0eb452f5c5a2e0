/** The behaviour of every store with one document: each adapter's test runs this and the two other contracts. */
import { expect } from 'chai';
import type { Stored } from '#services/resources/resource';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { counters, failsWith, widgetMaker, widgets } from './support.js';

/**
 * @param newStore        gives an empty store of `contractResources`
 * @param hasTransactions whether documents that are appended are stored only with the changes that they tell of
 */
export function storeContract(newStore: () => Promise<Store>, hasTransactions: boolean): void {
  const { aWidget, inserted, open } = widgetMaker();
  let store: Store;

  before(async () => {
    store = await newStore();
    open(store);
  });

  describe('documents', () => {
    it('gives back what was inserted', async () => {
      const document = await inserted({ name: 'a "quoted" name, ünïcode and a \u0000' });
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('does not read, replace or note another tenant’s document', async () => {
      const document = await inserted();
      expect(await store.get(widgets, 'ten_two', document.id)).to.equal(undefined);
      await failsWith('not_found', store.replace(widgets, { ...document, tenantId: 'ten_two' }, 1));
      await store.note(widgets, 'ten_two', document.id, 'lastUsedAt', 5);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('keeps documents of two tenants with one id apart', async () => {
      const one = await inserted();
      const two = await inserted({ tenantId: 'ten_two', id: one.id });
      expect(await store.get(widgets, 'ten_one', one.id)).to.deep.equal(one);
      expect(await store.get(widgets, 'ten_two', one.id)).to.deep.equal(two);
    });

    it('refuses an id that is taken and leaves the stored document unchanged', async () => {
      const document = await inserted();
      await failsWith('conflict', store.insert(widgets, aWidget({ id: document.id })));
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('refuses a unique field that any tenant has taken', async () => {
      const document = await inserted();
      await failsWith('conflict', store.insert(widgets, aWidget({ tenantId: 'ten_two', serial: document.serial })));
    });

    it('finds a document of any tenant by its unique field', async () => {
      const document = await inserted({ tenantId: 'ten_two' });
      expect(await store.find(widgets, 'serial', document.serial)).to.deep.equal(document);
      expect(await store.find(widgets, 'serial', 'no such serial')).to.equal(undefined);
    });

    it('stores bytes beside a document and returns them unchanged', async () => {
      const document = aWidget();
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * index) % 256));
      await store.insert(widgets, document, bytes);
      expect((await store.bytes(widgets, 'ten_one', document.id))?.equals(bytes)).to.equal(true);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
      expect(await store.bytes(widgets, 'ten_two', document.id)).to.equal(undefined);
      expect(await store.bytes(widgets, 'ten_one', (await inserted()).id)).to.equal(undefined);
    });
  });

  describe('replacement', () => {
    it('increments the version and keeps the creation time and the bytes', async () => {
      const document = aWidget();
      await store.insert(widgets, document, Buffer.from('kept'));
      const replaced = await store.replace(widgets, { ...document, name: 'new', createdAt: 1 }, 1);
      expect(replaced).to.deep.include({ ...document, name: 'new', version: 2, updatedAt: replaced.updatedAt });
      expect(replaced.updatedAt).to.be.greaterThan(document.updatedAt);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(replaced);
      expect(await store.bytes(widgets, 'ten_one', document.id)).to.deep.equal(Buffer.from('kept'));
    });

    it('drops a field that the new document does not have', async () => {
      const document = await inserted({ lastUsedAt: 7 });
      const { lastUsedAt, ...fields } = document;
      await store.replace(widgets, fields, 1);
      expect(await store.get(widgets, 'ten_one', document.id)).not.to.have.property('lastUsedAt');
    });

    it('refuses a version that is no longer current, and a document that does not exist', async () => {
      const document = await inserted();
      await store.replace(widgets, document, 1);
      await failsWith('stale', store.replace(widgets, document, 1));
      await failsWith('not_found', store.replace(widgets, aWidget(), 1));
    });

    it('succeeds for one of 30 concurrent calls that expect the same version', async () => {
      const document = await inserted();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) => store.replace(widgets, { ...document, name: `by ${index}` }, 1)),
      );
      const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(winners).to.have.length(1);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(winners[0]?.value);
    });
  });

  describe('counters', () => {
    it('start from zero, go up and down, and leave the version unchanged', async () => {
      expect(await store.add(counters, 'ten_one', 'counter', 'uses', 5)).to.equal(5);
      expect(await store.add(counters, 'ten_one', 'counter', 'uses', -2)).to.equal(3);
      const document = await inserted();
      expect(await store.add(widgets, 'ten_one', document.id, 'uses', 1)).to.equal(1);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.include({ uses: 1, version: 1, name: document.name });
    });

    it('are separate for each tenant', async () => {
      await store.add(counters, 'ten_one', 'shared name', 'uses', 5);
      expect(await store.add(counters, 'ten_two', 'shared name', 'uses', 1)).to.equal(1);
    });

    it('lose none of 200 concurrent increments, and each sees its own value', async () => {
      const values = await Promise.all(Array.from({ length: 200 }, () => store.add(counters, 'ten_one', 'busy', 'uses', 1)));
      expect(values.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 200 }, (_, index) => index + 1));
    });
  });

  describe('notes', () => {
    it('set one field, leave the version unchanged and create no document', async () => {
      const document = await inserted();
      await store.note(widgets, 'ten_one', document.id, 'lastUsedAt', 42);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal({ ...document, lastUsedAt: 42 });
      await store.note(widgets, 'ten_one', 'wid_never', 'lastUsedAt', 42);
      expect(await store.get(widgets, 'ten_one', 'wid_never')).to.equal(undefined);
    });
  });

  describe('concurrent inserts', () => {
    it('with one value of a unique field succeed once', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, () => store.insert(widgets, aWidget({ tenantId: 'ten_race', serial: 'the one' }))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect((await store.page(widgets, 'ten_race', { limit: 50 })).items).to.have.length(1);
    });

    it('of 500 documents, one of them a duplicate, fail only for the duplicate', async () => {
      const first = await inserted({ tenantId: 'ten_many' });
      const documents = Array.from({ length: 500 }, (_, index) =>
        aWidget({ tenantId: 'ten_many', ...(index === 250 && { id: first.id }) }),
      );
      const outcomes = await Promise.allSettled(documents.map((document) => store.insert(widgets, document)));
      const failed = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [{ index, reason: outcome.reason }] : []));
      expect(failed.map(({ index }) => index)).to.deep.equal([250]);
      expect(failed[0]?.reason).to.be.instanceOf(StoreFailure).and.include({ kind: 'conflict' });
      for (const index of [0, 249, 251, 499]) {
        const document = documents[index]!;
        expect(await store.get(widgets, 'ten_many', document.id)).to.deep.equal(document);
      }
    });
  });

  describe('appended documents', () => {
    it('are inserted together, in order', async () => {
      const documents = Array.from({ length: 30 }, () => aWidget());
      expect((await store.append(widgets, documents)).inserted).to.equal(30);
      for (const document of documents) expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('are inserted up to the first whose id or unique field is taken, and none after it', async () => {
      const first = await inserted();
      for (const refused of [aWidget({ id: first.id }), aWidget({ serial: first.serial })]) {
        const documents = [aWidget(), aWidget(), refused, aWidget(), aWidget()];
        expect((await store.append(widgets, documents)).inserted).to.equal(2);
        const there = await Promise.all(documents.map(({ id }) => store.get(widgets, 'ten_one', id)));
        expect(there.map((each, index) => each?.serial === documents[index]!.serial)).to.deep.equal([true, true, false, false, false]);
      }
      expect(await store.get(widgets, 'ten_one', first.id)).to.deep.equal(first);
    });

    it('are none where the first is refused', async () => {
      const first = await inserted();
      const second = aWidget();
      await failsWith('conflict', store.append(widgets, [aWidget({ id: first.id }), second]));
      expect(await store.get(widgets, 'ten_one', second.id)).to.equal(undefined);
    });

    it('are stored with the changes that they tell of', async () => {
      const [replaced, removed] = [await inserted(), await inserted()];
      const fresh = aWidget();
      const documents = Array.from({ length: 4 }, () => aWidget());
      const appended = await store.append(widgets, documents, [
        { make: 'insert', resource: widgets, document: fresh },
        undefined,
        { make: 'replace', resource: widgets, document: { ...replaced, name: 'new' } as Stored, expectedVersion: 1 },
        { make: 'remove', resource: widgets, tenantId: 'ten_one', id: removed.id },
      ]);
      const outcomes = await Promise.all(appended.outcomes);
      expect(appended.inserted).to.equal(4);
      expect(outcomes.map((each) => each !== undefined)).to.deep.equal([false, false, true, false]);
      expect(await store.get(widgets, 'ten_one', replaced.id))
        .to.deep.equal(outcomes[2])
        .and.include({ name: 'new', version: 2 });
      expect(await store.get(widgets, 'ten_one', fresh.id)).to.deep.equal(fresh);
      expect(await store.get(widgets, 'ten_one', removed.id)).to.equal(undefined);
      for (const { id } of documents) expect(await store.get(widgets, 'ten_one', id)).not.to.equal(undefined);
    });

    for (const [refusal, change] of [
      ['conflict', (there: Stored) => ({ make: 'insert', resource: widgets, document: { ...aWidget(), id: there.id } }) as const],
      ['stale', (there: Stored) => ({ make: 'replace', resource: widgets, document: there, expectedVersion: 2 }) as const],
      ['not_found', () => ({ make: 'remove', resource: widgets, tenantId: 'ten_one', id: 'wid_never' }) as const],
    ] as const)
      it(`${hasTransactions ? 'are not stored' : 'stay'} where the change that one tells of is refused as ${refusal}`, async () => {
        const there = await inserted();
        const documents = Array.from({ length: 3 }, () => aWidget());
        const { inserted: count, outcomes } = await store.append(widgets, documents, [undefined, change(there), undefined]);
        const settled = await Promise.allSettled(outcomes);
        await failsWith(refusal, outcomes[1]!);
        expect(count).to.equal(hasTransactions ? 1 : 3);
        expect(settled.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'].slice(0, hasTransactions ? 2 : 3));
        const stored = await Promise.all(documents.map(({ id }) => store.get(widgets, 'ten_one', id)));
        expect(stored.filter((each) => each !== undefined)).to.have.length(count);
        expect(await store.get(widgets, 'ten_one', there.id)).to.deep.equal(there);
      });

    it('are the consecutive ones of one call each, where several calls append the same ids at once', async () => {
      const ids = Array.from({ length: 8 }, () => aWidget().id);
      const calls = Array.from({ length: 5 }, (_, call) => ids.map((id) => aWidget({ id, name: `call ${call}` })));
      const outcomes = await Promise.allSettled(calls.map((documents) => store.append(widgets, documents)));
      const counts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.inserted : 0));
      const names = await Promise.all(ids.map(async (id) => (await store.get(widgets, 'ten_one', id))?.name));
      counts.forEach((count, call) => {
        expect(names.filter((name) => name === `call ${call}`)).to.have.length(count);
        expect(names.slice(0, count).every((name) => name === `call ${call}`)).to.equal(true);
      });
    });
  });

  it('removes a document with its bytes, for its tenant alone, and says whether it was there', async () => {
    const [one, other] = [aWidget({ tenantId: 'ten_a' }), await inserted({ tenantId: 'ten_b' })];
    await store.insert(widgets, one, Buffer.from('one'));
    expect(await store.remove(widgets, 'ten_b', one.id)).to.equal(false);
    expect(await store.get(widgets, 'ten_a', one.id)).to.deep.equal(one);
    expect(await store.remove(widgets, 'ten_a', one.id)).to.equal(true);
    expect(await store.remove(widgets, 'ten_a', one.id)).to.equal(false);
    expect(await store.get(widgets, 'ten_a', one.id)).to.equal(undefined);
    expect(await store.bytes(widgets, 'ten_a', one.id)).to.equal(undefined);
    expect(await store.get(widgets, 'ten_b', other.id)).to.deep.equal(other);
  });

  it('removes the expected version and no other', async () => {
    const document = await inserted();
    await store.replace(widgets, document, 1);
    await failsWith('stale', store.remove(widgets, 'ten_one', document.id, 1));
    expect(await store.remove(widgets, 'ten_one', document.id, 2)).to.equal(true);
  });

  it('records who created a document and who wrote its version', async () => {
    const document = await inserted({ createdBy: 'key_maker', updatedBy: 'key_maker' });
    expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    const replaced = await store.replace(widgets, { ...document, createdBy: 'key_forger', updatedBy: 'key_editor' }, 1);
    expect(replaced).to.include({ createdBy: 'key_maker', updatedBy: 'key_editor' });
    const { updatedBy: _, ...byTheService } = document;
    expect(await store.replace(widgets, byTheService, 2)).not.to.have.property('updatedBy');
  });

  describe('fields that are unique per tenant', () => {
    it('refuse a second document of the tenant, inserted or replaced, and admit another tenant’s', async () => {
      const [one, two] = [await inserted(), await inserted()];
      await failsWith('conflict', store.insert(widgets, aWidget({ code: one.code })));
      await failsWith('conflict', store.replace(widgets, { ...two, code: one.code }, 1));
      expect(await store.get(widgets, 'ten_one', two.id)).to.deep.equal(two);
      expect((await store.history(widgets, 'ten_one', two.id, { limit: 5 })).items).to.deep.equal([]);
      await inserted({ tenantId: 'ten_two', code: one.code });
    });
  });

  describe('counts of the minute', () => {
    it('reach each value from 1 to 5 once in 50 concurrent calls', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, () => store.minute.penalty('ten_minute', 1)));
      expect(results.filter(({ consumedPoints }) => consumedPoints <= 5)).to.have.length(5);
      for (const { msBeforeNext } of results) expect(msBeforeNext).to.be.within(1, 60_000);
    });

    it('are separate for each tenant', async () => {
      await store.minute.penalty('ten_busy', 100);
      expect((await store.minute.penalty('ten_idle', 1)).consumedPoints).to.equal(1);
    });
  });

  it('answers a ping', async () => {
    expect(await store.ping()).to.equal(undefined);
  });
}
