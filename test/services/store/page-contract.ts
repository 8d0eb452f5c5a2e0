/** The behaviour of every store with lists: order, filters, search and cursors. */
import { expect } from 'chai';
import { conditionsOf, type PageQuery, type Store } from '#services/store/port';
import { counters, failsWith, type Widget, widgetMaker, widgets } from './support.js';

/** @param newStore gives an empty store of `contractResources` */
export function pageContract(newStore: () => Promise<Store>): void {
  const { aWidget, inserted, open } = widgetMaker();
  let store: Store;

  before(async () => {
    store = await newStore();
    open(store);
  });

  describe('pages', () => {
    const START = 1_600_000_000_000;
    const tenantId = 'ten_pages';
    let all: Widget[];

    before(async () => {
      // Three share each instant, so that order within one is by id.
      all = Array.from({ length: 50 }, (_, index) =>
        aWidget({ tenantId, createdAt: START + Math.floor(index / 3), colour: index % 5 === 0 ? 'blue' : 'red', size: (index * 7) % 20 }),
      );
      const neighbours = ['ten_page', 'ten_pages2', 'ten_pages/'].map((neighbour) => aWidget({ tenantId: neighbour, createdAt: START }));
      await Promise.all([...all, ...neighbours].map((document) => store.insert(widgets, document)));
    });

    const walk = async (query: PageQuery): Promise<Widget[][]> => {
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

    it('count the documents of the tenant that meet the conditions, no further than the limit', async () => {
      const blue = conditionsOf(widgets, { colour: 'blue' });
      expect(await store.count(widgets, tenantId, 100)).to.equal(50);
      expect(await store.count(widgets, tenantId, 100, blue)).to.equal(10);
      expect(await store.count(widgets, tenantId, 100, conditionsOf(widgets, { colour: 'blue', sizeBelow: 0 }))).to.equal(0);
      expect([await store.count(widgets, tenantId, 7), await store.count(widgets, tenantId, 7, blue)]).to.deep.equal([7, 7]);
    });

    it('go the other way when the oldest come first', async () => {
      expect((await walk({ limit: 7, sort: 'createdAt' })).flat()).to.deep.equal(all);
    });

    it('are in the order of ids when sorted by them, and hold no other tenant’s documents', async () => {
      const byId = [...all].sort((one, other) => (one.id < other.id ? -1 : 1));
      expect((await walk({ limit: 7, sort: 'id' })).flat()).to.deep.equal(byId);
      expect((await walk({ limit: 7, sort: '-id' })).flat()).to.deep.equal(byId.reverse());
    });

    it('are in the order of any declared field, then of ids, in both directions', async () => {
      const bySize = [...all].sort((one, other) => one.size - other.size || (one.id < other.id ? -1 : 1));
      expect((await walk({ limit: 7, sort: 'size' })).flat()).to.deep.equal(bySize);
      expect((await walk({ limit: 7, sort: '-size' })).flat()).to.deep.equal([...bySize].reverse());
      const byName = [...all].sort((one, other) => (one.name < other.name ? -1 : 1));
      expect((await walk({ limit: 11, sort: 'name' })).flat()).to.deep.equal(byName);
    });

    it('visit each document once when sorted by text in any script', async () => {
      const names = ['é', 'e\u0301', 'z', 'Z', '三', 'ﬀ', '\uffee', '😀', '𝒳', ' lead', 'a', 'a a', 'a-a', 'A', 'ß', 'ss'];
      for (const name of names) await inserted({ tenantId: 'ten_scripts', name });
      for (const sort of ['name', '-name']) {
        const visited: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await store.page(widgets, 'ten_scripts', { limit: 1, sort, cursor });
          visited.push(...page.items.map(({ name }) => name));
          cursor = page.nextCursor;
        } while (cursor !== undefined);
        expect(visited).to.have.members(names).and.to.have.length(names.length);
      }
    });

    it('stay in place while newer documents arrive', async () => {
      const early = conditionsOf(widgets, { createdBefore: START + 1000 });
      const first = await store.page(widgets, tenantId, { limit: 5, where: early });
      await inserted({ tenantId, createdAt: START + 999 });
      const second = await store.page(widgets, tenantId, { limit: 5, where: early, cursor: first.nextCursor });
      expect([...first.items, ...second.items]).to.deep.equal([...all].reverse().slice(0, 10));
    });

    it('filter by equality and by creation time, its start included and its end not', async () => {
      const conditions = conditionsOf(widgets, { colour: 'blue', createdFrom: START + 2, createdBefore: START + 9 });
      const expected = all.filter(({ colour, createdAt }) => colour === 'blue' && createdAt >= START + 2 && createdAt < START + 9);
      expect(expected).to.have.length(4);
      expect((await walk({ limit: 3, where: conditions })).flat()).to.deep.equal(expected.reverse());
    });

    it('filter by prefix and by range, in the order of another field', async () => {
      const [low, high] = [5, 15];
      const inRange = all.filter(({ size }) => size >= low && size < high);
      const conditions = conditionsOf(widgets, { sizeFrom: low, sizeBelow: high });
      const byName = [...inRange].sort((one, other) => (one.name < other.name ? -1 : 1));
      expect((await walk({ limit: 3, where: conditions, sort: 'name' })).flat()).to.deep.equal(byName);
      const upTo = await walk({ limit: 9, where: conditionsOf(widgets, { sizeTo: low }), sort: 'size' });
      expect(upTo.flat()).to.deep.equal(
        all.filter(({ size }) => size <= low).sort((one, other) => one.size - other.size || (one.id < other.id ? -1 : 1)),
      );
      const prefix = all[20]!.name.slice(0, -1);
      const named = all.filter(({ name }) => name.startsWith(prefix));
      expect(named.length).to.be.within(2, 20);
      expect((await walk({ limit: 3, where: conditionsOf(widgets, { name: prefix }) })).flat()).to.have.deep.members(named);
    });

    it('find a part of a searchable field whatever the case of its ASCII letters, and take no character for a pattern', async () => {
      const odd = await inserted({ tenantId: 'ten_search', name: 'A 100% (über) \\ [x]* Widget_1' });
      await inserted({ tenantId: 'ten_search', name: 'another' });
      const matches = async (search: string) => (await store.page(widgets, 'ten_search', { limit: 9, search })).items;
      for (const part of ['widget_1', '100% (', 'ÜBER'.toLowerCase(), '\\ [X]*', 'a 1'])
        expect(await matches(part), part).to.deep.equal([odd]);
      for (const part of ['100_', 'w.dget', 'widget%1', '.*', 'x+']) expect(await matches(part), part).to.deep.equal([]);
      expect(await matches('RED')).to.have.length(2);
    });

    it('refuse filters and sorts that the resource does not have', async () => {
      const refusalOf = (ask: () => Promise<unknown>) =>
        Promise.resolve()
          .then(ask)
          .then(
            () => undefined,
            (error: Error) => error.message,
          );
      const refusal = (query: PageQuery) => refusalOf(() => store.page(widgets, tenantId, query));
      const unfiltered: PageQuery['where'] = [{ field: 'serial', match: 'equals', value: 'x' }];
      expect(await refusal({ limit: 3, where: unfiltered })).to.equal('widgets has no filter equals on serial');
      expect(await refusalOf(() => store.count(widgets, tenantId, 3, unfiltered))).to.equal('widgets has no filter equals on serial');
      expect(await refusal({ limit: 3, sort: 'colour' })).to.equal('widgets cannot be sorted by colour');
      expect(() => conditionsOf(widgets, { serial: 'x' })).to.throw('widgets has no filter serial');
    });

    it('refuse a cursor that is not one of theirs', async () => {
      for (const cursor of ['x', '!!', Buffer.from('[1]').toString('base64url'), Buffer.from('{"$gt":0}').toString('base64url')]) {
        await failsWith('invalid', store.page(widgets, tenantId, { limit: 3, cursor }));
      }
    });

    it('refuse a cursor of another sort, other filters, another search or another list', async () => {
      const { nextCursor: cursor } = await store.page(widgets, tenantId, { limit: 3 });
      expect((await store.page(widgets, tenantId, { limit: 4, cursor })).items).to.have.length(4);
      const conditions = conditionsOf(widgets, { colour: 'red' });
      for (const other of [{ sort: 'createdAt' }, { sort: 'size' }, { where: conditions }, { search: 'w' }]) {
        const { message } = await failsWith('invalid', store.page(widgets, tenantId, { limit: 3, cursor, ...other }));
        expect(message).to.equal('cursor is from a list with another sort or other filters');
      }
      await failsWith('invalid', store.page(counters, tenantId, { limit: 3, cursor }));
    });
  });
}
