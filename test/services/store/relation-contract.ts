/** The behaviour of every store with several documents at once: history, references and bulk writes. */
import { expect } from 'chai';
import { newId } from '#services/resources/id';
import { StoreFailure } from '#services/store/failure';
import { conditionsOf, type Store } from '#services/store/port';
import {
  counters,
  type Fitting,
  failsWith,
  fittings,
  type Parcel,
  parcels,
  type Sample,
  type Screw,
  samples,
  screws,
  widgetMaker,
  widgets,
} from './support.js';

/** @param newStore gives an empty store of `contractResources` */
export function relationContract(newStore: () => Promise<Store>): void {
  const { inserted, open } = widgetMaker();
  let store: Store;

  before(async () => {
    store = await newStore();
    open(store);
  });

  describe('history', () => {
    it('has the former versions, newest first, page by page', async () => {
      let current = await inserted({ updatedBy: 'key_0' });
      const versions = [current];
      for (let edit = 1; edit <= 4; edit++) {
        current = await store.replace(widgets, { ...current, name: `edit ${edit}`, updatedBy: `key_${edit}` }, edit);
        versions.unshift(current);
      }
      const first = await store.history(widgets, 'ten_one', current.id, { limit: 3 });
      const second = await store.history(widgets, 'ten_one', current.id, { limit: 3, cursor: first.nextCursor });
      expect([...first.items, ...second.items]).to.deep.equal(versions.slice(1));
      expect(second.nextCursor).to.equal(undefined);
    });

    it('is of one document of one tenant, and its cursors are too', async () => {
      const [one, two] = [await inserted(), await inserted()];
      for (const document of [one, two]) for (const version of [1, 2]) await store.replace(widgets, document, version);
      expect((await store.history(widgets, 'ten_two', one.id, { limit: 3 })).items).to.deep.equal([]);
      const { nextCursor: cursor } = await store.history(widgets, 'ten_one', one.id, { limit: 1 });
      await failsWith('invalid', store.history(widgets, 'ten_one', two.id, { limit: 1, cursor }));
    });

    it('has no version of a replacement that failed, and goes with the document', async () => {
      const document = await inserted();
      await store.replace(widgets, document, 1);
      await failsWith('stale', store.replace(widgets, document, 1));
      expect((await store.history(widgets, 'ten_one', document.id, { limit: 5 })).items.map(({ version }) => version)).to.deep.equal([1]);
      await store.remove(widgets, 'ten_one', document.id);
      await store.insert(widgets, document);
      expect((await store.history(widgets, 'ten_one', document.id, { limit: 5 })).items).to.deep.equal([]);
    });

    it('has each version once after 30 concurrent replacements of one', async () => {
      const document = await inserted();
      await Promise.allSettled(Array.from({ length: 30 }, () => store.replace(widgets, document, 1)));
      expect((await store.history(widgets, 'ten_one', document.id, { limit: 50 })).items).to.deep.equal([document]);
    });
  });

  describe('references', () => {
    const aFitting = (widgetId: string | undefined, tenantId = 'ten_one'): Fitting => ({
      ...{ tenantId, id: newId(fittings), version: 1, createdAt: 1, updatedAt: 1 },
      ...(widgetId !== undefined && { widgetId }),
    });

    it('are to documents of the tenant that are there, in inserts and in replacements', async () => {
      const widget = await inserted();
      const fitting = aFitting(widget.id);
      await store.insert(fittings, fitting);
      const { message, faults } = await failsWith('not_found', store.insert(fittings, aFitting('wid_none')));
      expect(message).to.equal('widgetId wid_none is not there');
      expect(faults).to.deep.equal([{ pointer: '/widgetId', reason: 'wid_none is not there' }]);
      await failsWith('not_found', store.insert(fittings, aFitting(widget.id, 'ten_two')));
      await failsWith('not_found', store.replace(fittings, { ...fitting, widgetId: 'wid_none' }, 1));
      expect(await store.get(fittings, 'ten_one', fitting.id)).to.deep.equal(fitting);
      await store.insert(fittings, aFitting(undefined));
    });

    it('keep the document that they are to, and the refusal names ten of those that refer to it', async () => {
      const widget = await inserted();
      const all = Array.from({ length: 12 }, () => aFitting(widget.id));
      for (const fitting of all) await store.insert(fittings, fitting);
      const { message } = await failsWith('conflict', store.remove(widgets, 'ten_one', widget.id));
      expect(all.filter(({ id }) => message.includes(id))).to.have.length(10);
      expect(message)
        .to.include('(fittings)')
        .and.to.match(/ and more refer to it$/);
      expect(await store.get(widgets, 'ten_one', widget.id)).to.deep.equal(widget);
      for (const { id } of all) await store.remove(fittings, 'ten_one', id);
      expect(await store.remove(widgets, 'ten_one', widget.id)).to.equal(true);
    });

    it('that a replacement drops no longer keep the document', async () => {
      const widget = await inserted();
      const fitting = aFitting(widget.id);
      await store.insert(fittings, fitting);
      await store.replace(fittings, aFittingWithout(fitting), 1);
      expect(await store.remove(widgets, 'ten_one', widget.id)).to.equal(true);
    });

    const aFittingWithout = ({ widgetId: _, ...fitting }: Fitting): Fitting => fitting;

    it('are never left to a document that is not there: of a removal and concurrent writes, one side succeeds', async () => {
      for (let round = 0; round < 20; round++) {
        const widget = await inserted();
        const moved = aFitting(undefined);
        await store.insert(fittings, moved);
        const writes = [...Array.from({ length: 3 }, () => store.insert(fittings, aFitting(widget.id)))];
        const removal = store.remove(widgets, 'ten_one', widget.id);
        const late = [store.insert(fittings, aFitting(widget.id)), store.replace(fittings, { ...moved, widgetId: widget.id }, 1)];
        const [outcome, ...written] = await Promise.allSettled([removal, ...writes, ...late]);
        const succeeded = written.filter(({ status }) => status === 'fulfilled');
        if (outcome.status === 'fulfilled') expect(succeeded).to.deep.equal([]);
        else expect(outcome.reason).to.be.instanceOf(StoreFailure).and.to.include({ kind: 'conflict' });
        for (const each of written)
          if (each.status === 'rejected') expect(each.reason).to.be.instanceOf(StoreFailure).and.to.include({ kind: 'not_found' });
        const still = (await store.get(widgets, 'ten_one', widget.id)) !== undefined;
        expect(still).to.equal(outcome.status === 'rejected');
      }
    });
  });

  describe('parts of a document', () => {
    const aScrew = (widgetId: string, tenantId = 'ten_one'): Screw => ({
      ...{ tenantId, id: newId(screws), version: 1, createdAt: 1, updatedAt: 1, widgetId },
    });

    it('do not keep it, and go with it, and with no other', async () => {
      const [widget, other] = [await inserted(), await inserted()];
      const abroad = await inserted({ tenantId: 'ten_two' });
      const parts = [aScrew(widget.id), aScrew(widget.id)];
      const remaining = [aScrew(other.id), aScrew(abroad.id, 'ten_two')];
      for (const screw of [...parts, ...remaining]) await store.insert(screws, screw);
      expect(await store.remove(widgets, 'ten_one', widget.id)).to.equal(true);
      for (const { id } of parts) expect(await store.get(screws, 'ten_one', id)).to.equal(undefined);
      for (const screw of remaining) expect(await store.get(screws, screw.tenantId, screw.id)).to.deep.equal(screw);
      await failsWith('not_found', store.insert(screws, aScrew(widget.id)));
    });

    it('stay where another document keeps it, and where another version was expected', async () => {
      const widget = await inserted();
      const screw = aScrew(widget.id);
      await store.insert(screws, screw);
      await failsWith('stale', store.remove(widgets, 'ten_one', widget.id, 2));
      await store.insert(fittings, { ...aScrew(widget.id), id: newId(fittings) });
      await failsWith('conflict', store.remove(widgets, 'ten_one', widget.id));
      expect(await store.get(screws, 'ten_one', screw.id)).to.deep.equal(screw);
    });

    it('are not left behind by a concurrent insert', async () => {
      for (let round = 0; round < 20; round++) {
        const widget = await inserted();
        const all = Array.from({ length: 4 }, () => aScrew(widget.id));
        const [outcome, ...written] = await Promise.allSettled([
          store.remove(widgets, 'ten_one', widget.id),
          ...all.map((screw) => store.insert(screws, screw)),
        ]);
        expect(outcome).to.include({ status: 'fulfilled' });
        for (const each of written)
          if (each.status === 'rejected') expect(each.reason).to.be.instanceOf(StoreFailure).and.to.include({ kind: 'not_found' });
        for (const { id } of all) expect(await store.get(screws, 'ten_one', id)).to.equal(undefined);
      }
    });
  });

  describe('versions', () => {
    it('are each found by their number, the current one too, and no other', async () => {
      const first = await inserted();
      const second = await store.replace(widgets, { ...first, name: 'second' }, 1);
      const third = await store.replace(widgets, { ...second, name: 'third' }, 2);
      const versions = await Promise.all([1, 2, 3].map((version) => store.version(widgets, 'ten_one', first.id, version)));
      expect(versions).to.deep.equal([first, second, third]);
      for (const version of [0, 4, 1.5]) expect(await store.version(widgets, 'ten_one', first.id, version)).to.equal(undefined);
      expect(await store.version(widgets, 'ten_two', first.id, 1)).to.equal(undefined);
      await store.remove(widgets, 'ten_one', first.id);
      expect(await store.version(widgets, 'ten_one', first.id, 1)).to.equal(undefined);
    });

    it('of a resource without history are the current one alone', async () => {
      const fitting: Fitting = { tenantId: 'ten_one', id: newId(fittings), version: 1, createdAt: 1, updatedAt: 1 };
      await store.insert(fittings, fitting);
      const replaced = await store.replace(fittings, fitting, 1);
      expect(await store.version(fittings, 'ten_one', fitting.id, 2)).to.deep.equal(replaced);
      expect(await store.version(fittings, 'ten_one', fitting.id, 1)).to.equal(undefined);
    });
  });

  describe('lists of texts', () => {
    const tenantId = 'ten_lists';
    let count = 0;
    const aParcel = (labels: string[], fields: Partial<Parcel> = {}): Parcel => ({
      ...{ tenantId, id: newId(parcels), version: 1, createdAt: ++count, updatedAt: count, weight: count % 3, labels },
      ...fields,
    });
    const idsOf = async (conditions: Record<string, string | number>, query: object = {}) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.page(parcels, tenantId, { limit: 3, where: conditionsOf(parcels, conditions), cursor, ...query });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return ids;
    };

    it('find the documents of which one entry is the value, page by page in any order, among other conditions', async () => {
      const all = Array.from({ length: 20 }, (_, index) =>
        aParcel([...(index % 2 === 0 ? ['even'] : []), 'all', ...(index % 5 === 0 ? ['five', 'five'] : [])], {
          stops: index < 8 ? ['X'] : undefined,
        }),
      );
      for (const parcel of all) await store.insert(parcels, parcel);
      await store.insert(parcels, aParcel(['even', 'all'], { tenantId: 'ten_lists2' }));
      const expected = (holds: (index: number) => boolean) => all.filter((_, index) => holds(index)).map(({ id }) => id);
      expect(await idsOf({ label: 'all' }, { sort: 'createdAt' })).to.deep.equal(expected(() => true));
      expect(await idsOf({ label: 'five' })).to.deep.equal(expected((i) => i % 5 === 0).reverse());
      expect(await idsOf({ label: 'even', stop: 'X' })).to.deep.equal(expected((i) => i % 2 === 0 && i < 8).reverse());
      expect(await idsOf({ label: 'even', weight: 1 })).to.have.members(expected((i) => i % 2 === 0 && all[i]!.weight === 1));
      const byWeight = await idsOf({ label: 'even' }, { sort: 'weight' });
      expect(byWeight).to.have.members(expected((i) => i % 2 === 0));
      const weights = byWeight.map((id) => all.find((each) => each.id === id)?.weight);
      expect(weights).to.deep.equal(weights.toSorted());
      expect(await idsOf({ label: 'even' }, { sort: 'id' })).to.deep.equal(expected((i) => i % 2 === 0).toSorted());
      for (const label of ['', 'eve', 'Even', 'none']) expect(await idsOf({ label }), label).to.deep.equal([]);
    });

    it('find a document by its present entries, and not after it was removed', async () => {
      const parcel = aParcel(['before', 'both'], { stops: ['before'] });
      await store.insert(parcels, parcel);
      const replaced = await store.replace(parcels, { ...parcel, labels: ['both', 'after'], stops: undefined }, 1);
      expect(replaced.labels).to.deep.equal(['both', 'after']);
      expect(await idsOf({ label: 'before' })).to.deep.equal([]);
      expect(await idsOf({ stop: 'before' })).to.deep.equal([]);
      for (const label of ['both', 'after']) expect(await idsOf({ label })).to.deep.equal([parcel.id]);
      await store.remove(parcels, tenantId, parcel.id);
      for (const label of ['both', 'after']) expect(await idsOf({ label })).to.deep.equal([]);
      // Another document with its id has none of its entries.
      await store.insert(parcels, { ...parcel, labels: ['new'] });
      for (const label of ['both', 'after']) expect(await idsOf({ label })).to.deep.equal([]);
      expect(await idsOf({ label: 'new' })).to.deep.equal([parcel.id]);
    });
  });

  describe('documents with natural ids', () => {
    const NOW = 1_700_000_000_000;
    const aSample = (time: number, value: number, knownAt = NOW, tenantId = 'ten_samples'): Sample => {
      const fields = { series: 'A', time, value };
      return {
        ...fields,
        tenantId,
        id: `A@${time}`,
        version: 1,
        createdAt: knownAt,
        updatedAt: knownAt,
        createdBy: `key_${knownAt}`,
        updatedBy: `key_${knownAt}`,
      };
    };

    it('are inserted, updated or left alone, and each outcome says which', async () => {
      expect(await store.upsert(samples, [aSample(1, 10), aSample(2, 20)])).to.deep.equal(['inserted', 'inserted']);
      const outcomes = await store.upsert(samples, [aSample(1, 11, NOW + 5), aSample(2, 20, NOW + 5), aSample(3, 30, NOW + 5)]);
      expect(outcomes).to.deep.equal(['updated', 'unchanged', 'inserted']);
      expect(await store.get(samples, 'ten_samples', 'A@1')).to.deep.equal({
        ...aSample(1, 11, NOW + 5),
        version: 2,
        createdAt: NOW,
        createdBy: `key_${NOW}`,
      });
      expect(await store.get(samples, 'ten_samples', 'A@2')).to.deep.equal(aSample(2, 20));
    });

    it('are the tenant’s own', async () => {
      await store.upsert(samples, [aSample(1, 10)]);
      expect(await store.upsert(samples, [aSample(1, 99, NOW, 'ten_other')])).to.deep.equal(['inserted']);
      expect((await store.get(samples, 'ten_samples', 'A@1'))?.value).not.to.equal(99);
    });

    it('of several writers at once are each inserted once, and every later write counts one version', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, (_, writer) =>
          store.upsert(samples, [aSample(50, writer, NOW, 'ten_race'), aSample(51, writer, NOW, 'ten_race')]),
        ),
      );
      for (const index of [0, 1]) {
        expect(outcomes.filter((each) => each[index] === 'inserted')).to.have.length(1);
        const { version } = (await store.get(samples, 'ten_race', `A@5${index}`)) as Sample;
        expect(version).to.equal(outcomes.filter((each) => each[index] !== 'unchanged').length);
      }
    });

    it('are written in any number, listed by ranges of ids and removed by them', async () => {
      const tenantId = 'ten_bulk';
      const times = Array.from({ length: 2_500 }, (_, index) => 100_000 + index);
      expect(
        new Set(
          await store.upsert(
            samples,
            times.map((time) => aSample(time, time, NOW, tenantId)),
          ),
        ),
      ).to.deep.equal(new Set(['inserted']));
      const [latest] = (
        await store.page(samples, tenantId, { limit: 1, sort: '-id', where: conditionsOf(samples, { series: 'A@', until: 'A@100100' }) })
      ).items;
      expect(latest?.time).to.equal(100_100);
      expect(await store.removeWhere(samples, 'ten_nobody', conditionsOf(samples, { series: 'A@' }))).to.equal(0);
      expect(await store.removeWhere(samples, tenantId, conditionsOf(samples, { until: 'A@100099' }))).to.equal(100);
      expect(await store.removeWhere(samples, tenantId, conditionsOf(samples, { series: 'A@' }))).to.equal(2_400);
    });

    it('are written and removed in bulk only where the resource has natural ids', async () => {
      const refused: (() => Promise<unknown>)[] = [() => store.upsert(counters, []), () => store.removeWhere(counters, 'ten_one', [])];
      for (const call of refused) {
        const message = await Promise.resolve()
          .then(call)
          .then(
            () => undefined,
            (error: Error) => error.message,
          );
        expect(message).to.equal('documents of counters have no natural ids');
      }
    });
  });
}
