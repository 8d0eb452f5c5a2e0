/** What every store does, whatever keeps it: each adapter's test runs this. */
import { expect } from 'chai';
import { z } from 'zod';
import { resource, stored } from '#services/resources/resource';
import { StoreFailure, type StoreFailureKind } from '#services/store/failure';
import type { PageQuery, Store } from '#services/store/port';

const widget = z.object({
  ...stored,
  name: z.string(),
  colour: z.string(),
  serial: z.string(),
  uses: z.int().default(0),
  lastUsedAt: z.int().optional(),
});

type Widget = z.infer<typeof widget>;

export const widgets = resource<Widget>({
  collection: 'widgets',
  idPrefix: 'wid',
  schema: widget,
  indexes: [{ fields: ['colour'] }, { fields: ['serial'], unique: 'everywhere' }],
});

const counter = z.object({ ...stored, uses: z.int().default(0) });

export const counters = resource<z.infer<typeof counter>>({ collection: 'counters', idPrefix: '', schema: counter, indexes: [] });

export async function failsWith(kind: StoreFailureKind, promise: Promise<unknown>): Promise<StoreFailure> {
  const failure = await promise.then(
    () => expect.fail(`expected a failure: ${kind}`),
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(StoreFailure);
  expect((failure as StoreFailure).kind).to.equal(kind);
  return failure as StoreFailure;
}

/** @param newStore gives a store that holds `widgets` and `counters` */
export function storeContract(newStore: () => Promise<Store>): void {
  let store: Store;
  let made = 0;

  before(async () => {
    store = await newStore();
  });

  /** A widget that no other test has: its tenant is the test's own unless it is given. */
  const aWidget = (fields: Partial<Widget> = {}): Widget => {
    made += 1;
    return {
      tenantId: 'ten_one',
      id: `wid_${String(made).padStart(6, '0')}`,
      version: 1,
      createdAt: 1_700_000_000_000 + made,
      updatedAt: 1_700_000_000_000 + made,
      name: `widget ${made}`,
      colour: 'red',
      serial: `serial ${made}`,
      uses: 0,
      ...fields,
    };
  };
  const inserted = async (fields: Partial<Widget> = {}): Promise<Widget> => {
    const document = aWidget(fields);
    await store.insert(widgets, document);
    return document;
  };

  describe('documents', () => {
    it('gives back what was inserted', async () => {
      const document = await inserted({ name: 'a "quoted" name, ünïcode and a \u0000' });
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('does not find another tenant’s document, nor replace, note or count it', async () => {
      const document = await inserted();
      expect(await store.get(widgets, 'ten_two', document.id)).to.equal(undefined);
      await failsWith('not_found', store.replace(widgets, { ...document, tenantId: 'ten_two' }, 1));
      await store.note(widgets, 'ten_two', document.id, 'lastUsedAt', 5);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal(document);
    });

    it('keeps one id apart in two tenants', async () => {
      const one = await inserted();
      const two = await inserted({ tenantId: 'ten_two', id: one.id });
      expect(await store.get(widgets, 'ten_one', one.id)).to.deep.equal(one);
      expect(await store.get(widgets, 'ten_two', one.id)).to.deep.equal(two);
    });

    it('refuses an id that is taken and keeps what is there', async () => {
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

    it('keeps bytes beside a document, exactly', async () => {
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
    it('counts the version up and keeps the creation time and the bytes', async () => {
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
      const { lastUsedAt, ...without } = document;
      await store.replace(widgets, without, 1);
      expect(await store.get(widgets, 'ten_one', document.id)).not.to.have.property('lastUsedAt');
    });

    it('refuses a version that is no longer there, and a document that never was', async () => {
      const document = await inserted();
      await store.replace(widgets, document, 1);
      await failsWith('stale', store.replace(widgets, document, 1));
      await failsWith('not_found', store.replace(widgets, aWidget(), 1));
    });

    it('has one winner among 30 that expect the same version', async () => {
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
    it('start from zero, go both ways and leave the version alone', async () => {
      expect(await store.add(counters, 'ten_one', 'counter', 'uses', 5)).to.equal(5);
      expect(await store.add(counters, 'ten_one', 'counter', 'uses', -2)).to.equal(3);
      const document = await inserted();
      expect(await store.add(widgets, 'ten_one', document.id, 'uses', 1)).to.equal(1);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.include({ uses: 1, version: 1, name: document.name });
    });

    it('are the tenant’s own', async () => {
      await store.add(counters, 'ten_one', 'shared name', 'uses', 5);
      expect(await store.add(counters, 'ten_two', 'shared name', 'uses', 1)).to.equal(1);
    });

    it('lose none of 200 concurrent increments, and each sees its own value', async () => {
      const values = await Promise.all(Array.from({ length: 200 }, () => store.add(counters, 'ten_one', 'busy', 'uses', 1)));
      expect(values.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 200 }, (_, index) => index + 1));
    });
  });

  describe('notes', () => {
    it('set one field, leave the version alone and make no document', async () => {
      const document = await inserted();
      await store.note(widgets, 'ten_one', document.id, 'lastUsedAt', 42);
      expect(await store.get(widgets, 'ten_one', document.id)).to.deep.equal({ ...document, lastUsedAt: 42 });
      await store.note(widgets, 'ten_one', 'wid_never', 'lastUsedAt', 42);
      expect(await store.get(widgets, 'ten_one', 'wid_never')).to.equal(undefined);
    });
  });

  describe('concurrent inserts', () => {
    it('under one unique field have one winner', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, () => store.insert(widgets, aWidget({ tenantId: 'ten_race', serial: 'the one' }))),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      expect((await store.page(widgets, 'ten_race', { limit: 50 })).items).to.have.length(1);
    });

    it('of 500, one of them a duplicate, fail for the duplicate alone', async () => {
      const taken = await inserted({ tenantId: 'ten_many' });
      const documents = Array.from({ length: 500 }, (_, index) =>
        aWidget({ tenantId: 'ten_many', ...(index === 250 && { id: taken.id }) }),
      );
      const outcomes = await Promise.allSettled(documents.map((document) => store.insert(widgets, document)));
      const failed = outcomes.flatMap((outcome, index) => (outcome.status === 'rejected' ? [{ index, reason: outcome.reason }] : []));
      expect(failed.map(({ index }) => index)).to.deep.equal([250]);
      expect(failed[0]?.reason).to.be.instanceOf(StoreFailure).and.include({ kind: 'conflict' });
      for (const index of [0, 249, 251, 499]) {
        const document = documents[index];
        expect(await store.get(widgets, 'ten_many', document.id)).to.deep.equal(document);
      }
    });
  });

  describe('pages', () => {
    const START = 1_600_000_000_000;
    const tenantId = 'ten_pages';
    let all: Widget[];

    before(async () => {
      // Three share each instant, so that order within one is by id.
      all = Array.from({ length: 50 }, (_, index) =>
        aWidget({ tenantId, createdAt: START + Math.floor(index / 3), colour: index % 5 === 0 ? 'blue' : 'red' }),
      );
      const neighbours = ['ten_page', 'ten_pages2', 'ten_pages/'].map((neighbour) => aWidget({ tenantId: neighbour, createdAt: START }));
      await Promise.all([...all, ...neighbours].map((document) => store.insert(widgets, document)));
    });

    const walk = async (query: PageQuery<Widget>): Promise<Widget[][]> => {
      const pages: Widget[][] = [];
      let cursor: string | undefined;
      do {
        const page = await store.page(widgets, tenantId, { ...query, cursor });
        pages.push(page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return pages;
    };

    it('visit every document of the tenant once, newest first, and end without an empty page', async () => {
      const pages = await walk({ limit: 10 });
      expect(pages.map((page) => page.length)).to.deep.equal([10, 10, 10, 10, 10]);
      expect(pages.flat()).to.deep.equal([...all].reverse());
    });

    it('go the other way when the oldest come first', async () => {
      expect((await walk({ limit: 7, first: 'oldest' })).flat()).to.deep.equal(all);
    });

    it('stay in place while newer documents arrive', async () => {
      const first = await store.page(widgets, tenantId, { limit: 5, to: START + 100 });
      await inserted({ tenantId, createdAt: START + 1000 });
      const second = await store.page(widgets, tenantId, { limit: 5, cursor: first.nextCursor });
      expect([...first.items, ...second.items]).to.deep.equal([...all].reverse().slice(0, 10));
    });

    it('filter by an indexed field and by creation time, its start included and its end not', async () => {
      const blue = (await walk({ limit: 3, where: { colour: 'blue' }, from: START + 2, to: START + 9 })).flat();
      const expected = all.filter(({ colour, createdAt }) => colour === 'blue' && createdAt >= START + 2 && createdAt < START + 9);
      expect(expected).to.have.length(4);
      expect(blue).to.deep.equal(expected.reverse());
    });

    it('refuse to filter by a field without an index', async () => {
      const refusal = await Promise.resolve()
        .then(() => store.page(widgets, tenantId, { limit: 3, where: { name: 'x' } }))
        .catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(Error).with.property('message', 'widgets has no index on name');
    });

    it('refuse a cursor that is not one of theirs', async () => {
      for (const cursor of ['x', '!!', Buffer.from('[1]').toString('base64url'), Buffer.from('{"$gt":0}').toString('base64url')]) {
        await failsWith('invalid', store.page(widgets, tenantId, { limit: 3, cursor }));
      }
    });
  });

  it('removes a document with its bytes, for its tenant alone, and one that is not there without a word', async () => {
    const [one, other] = [aWidget({ tenantId: 'ten_a' }), await inserted({ tenantId: 'ten_b' })];
    await store.insert(widgets, one, Buffer.from('one'));
    await store.remove(widgets, 'ten_b', one.id);
    expect(await store.get(widgets, 'ten_a', one.id)).to.deep.equal(one);
    for (let again = 0; again < 2; again++) await store.remove(widgets, 'ten_a', one.id);
    expect(await store.get(widgets, 'ten_a', one.id)).to.equal(undefined);
    expect(await store.bytes(widgets, 'ten_a', one.id)).to.equal(undefined);
    expect(await store.get(widgets, 'ten_b', other.id)).to.deep.equal(other);
  });

  describe('counts of the minute', () => {
    it('pass 5 of 50 concurrent calls on a limit of 5', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, () => store.minute.penalty('ten_minute', 1)));
      expect(results.filter(({ consumedPoints }) => consumedPoints <= 5)).to.have.length(5);
      for (const { msBeforeNext } of results) expect(msBeforeNext).to.be.within(1, 60_000);
    });

    it('are apart for each tenant', async () => {
      await store.minute.penalty('ten_busy', 100);
      expect((await store.minute.penalty('ten_idle', 1)).consumedPoints).to.equal(1);
    });
  });

  it('answers a ping', async () => {
    expect(await store.ping()).to.equal(undefined);
  });
}
