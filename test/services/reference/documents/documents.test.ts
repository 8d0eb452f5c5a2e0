import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { EngineFailure } from '#engine';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { insertKey } from '#services/reference/access/keys';
import { mergePatch } from '#services/reference/documents/documents';
import { referenceHandlers } from '#services/reference/handlers';
import { resources } from '#services/resources/index';
import { callFailure } from '#services/rpc/status';
import { onEachStore } from '#test/support/stores';
import { fittings, samples, widgets } from '../../store/support.js';

const list = [...resources, widgets, fittings, samples];

onEachStore(
  'document calls',
  (newStore) => {
    const NOW = Date.UTC(2026, 2, 3);
    const callOf = (tenantId: string, keyId = 'key_one', userId = '') => ({
      caller: callerOf({ ...UNKNOWN_IDENTITY, tenantId, keyId, userId }, '0190a1b2-0000-7000-8000-000000000000'),
      signal: new AbortController().signal,
    });
    const call = callOf('ten_one');
    const other = callOf('ten_other');
    let handlers: ReturnType<typeof referenceHandlers>;
    let serial = 0;

    before(async () => {
      const store = await newStore();
      handlers = referenceHandlers(store, { now: () => NOW, list });
      await insertKey(store, { tenantId: 'ten_one', name: 'desk', scopes: ['admin'], environment: 'live' }, NOW);
    });

    const aWidget = (fields: object = {}) => {
      serial += 1;
      return { name: `w ${serial}`, colour: 'red', serial: `serial ${serial}`, code: `code ${serial}`, size: serial, ...fields };
    };
    const createIn = (collection: string, fieldsJson: string, caller = call, requestId = '') =>
      handlers.createDocument({ collection, fieldsJson, requestId }, caller);
    const create = (fields: object = aWidget(), caller = call, requestId = '') =>
      createIn('widgets', JSON.stringify(fields), caller, requestId);
    const get = (id: string, caller = call) => handlers.getDocument({ collection: 'widgets', id, version: 0 }, caller);

    async function failsWith(code: status, promise: Promise<unknown>): Promise<string> {
      const failure = callFailure(
        await promise.then(
          () => expect.fail('expected a failure'),
          (error: unknown) => error,
        ),
      );
      expect(status[failure.code], failure.message).to.equal(status[code]);
      return failure.message;
    }

    it('create, read, replace and remove a document, and keep who wrote it', async () => {
      const fields = aWidget();
      const created = await create(fields);
      expect(created).to.deep.include({ version: 1, createdAtMs: NOW, updatedAtMs: NOW, createdBy: 'key_one', updatedBy: 'key_one' });
      expect(created.id).to.match(/^wid_/);
      expect(JSON.parse(created.fieldsJson as string)).to.deep.equal({ ...fields, uses: 0 });
      const id = created.id as string;
      expect(await get(id)).to.deep.equal(created);
      const request = { collection: 'widgets', id, expectedVersion: 1, fieldsJson: JSON.stringify({ ...fields, name: 'new' }) };
      const replaced = await handlers.replaceDocument(request, callOf('ten_one', '', 'usr_two'));
      expect(replaced).to.deep.include({ id, version: 2, createdBy: 'key_one', updatedBy: 'usr_two' });
      await failsWith(status.ABORTED, handlers.replaceDocument(request, call));
      await failsWith(status.ABORTED, handlers.removeDocument({ collection: 'widgets', id, expectedVersion: 1 }, call));
      expect(await handlers.removeDocument({ collection: 'widgets', id, expectedVersion: 2 }, call)).to.deep.equal({});
      await failsWith(status.NOT_FOUND, get(id));
      await failsWith(status.NOT_FOUND, handlers.removeDocument({ collection: 'widgets', id, expectedVersion: 0 }, call));
    });

    it('keep a correlation matrix from being removed while the limit of a counterparty names it', async () => {
      const matrix = {
        name: 'named',
        assets: ['A', 'B'],
        matrix: [
          [1, 0.5],
          [0.5, 1],
        ],
      };
      const collection = 'correlations';
      const { id = '' } = await createIn(collection, JSON.stringify(matrix));
      const limit = { counterpartyId: 'cpt_one', measure: 'pfe95', currency: 'EUR', amount: 1, correlationId: id };
      const put = (fields: object, caller = call) =>
        handlers.upsertDocuments({ collection: 'exposure_limits', documentsJson: JSON.stringify([fields]) }, caller);
      await put(limit);
      const remove = () => handlers.removeDocument({ collection, id, expectedVersion: 0 }, call);
      expect(await failsWith(status.ALREADY_EXISTS, remove())).to.equal(`${id} cannot be deleted: cpt_one (exposure_limits) refer to it`);
      await put({ ...limit, correlationId: undefined });
      await put(limit, other);
      expect(await remove()).to.deep.equal({});
    });

    it('merge a patch into the version that is expected, and parse what comes of it', async () => {
      const { id = '' } = await create(aWidget({ name: 'before', lastUsedAt: 5 }));
      const patch = (patchJson: string, expectedVersion = 1) =>
        handlers.patchDocument({ collection: 'widgets', id, expectedVersion, patchJson }, call);
      const patched = await patch('{"name":"after","lastUsedAt":null}');
      expect(JSON.parse(patched.fieldsJson as string))
        .to.include({ name: 'after', colour: 'red' })
        .and.not.to.have.property('lastUsedAt');
      await failsWith(status.ABORTED, patch('{"name":"late"}'));
      await failsWith(status.INVALID_ARGUMENT, patch('{"name":null}', 2));
      await failsWith(status.INVALID_ARGUMENT, patch('{"shape":"round"}', 2));
      await failsWith(status.INVALID_ARGUMENT, patch('[]', 2));
      await failsWith(status.INVALID_ARGUMENT, patch('{}', 0));
      expect((await get(id)).version).to.equal(2);
    });

    it('have one winner among 30 concurrent patches of one version, so that none is lost', async () => {
      const { id = '' } = await create();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, index) =>
          handlers.patchDocument(
            { collection: 'widgets', id, expectedVersion: 1, patchJson: JSON.stringify({ name: `by ${index}` }) },
            call,
          ),
        ),
      );
      const winners = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(winners).to.have.length(1);
      expect(await get(id)).to.deep.equal(winners[0]!.value);
    });

    it('refuse what the schema refuses, with a fault at its place', async () => {
      const refused = await create({ ...aWidget(), size: 'large', shape: 'round' }).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(EngineFailure);
      expect((refused as EngineFailure).faults.map(({ pointer }) => pointer)).to.have.members(['/size', '/shape']);
      for (const fieldsJson of ['', '{', 'null', '[]', '1']) await failsWith(status.INVALID_ARGUMENT, createIn('widgets', fieldsJson));
    });

    it('list by the filters, sorts and search of the resource, and refuse others', async () => {
      for (const [colour, size] of [
        ['teal', 3],
        ['teal', 1],
        ['mauve', 2],
      ] as const)
        await create(aWidget({ colour, size }));
      const query = { collection: 'widgets', limit: 0, cursor: '', sort: '', filtersJson: '', search: '' };
      const sizes = async (more: Partial<typeof query>) =>
        (await handlers.listDocuments({ ...query, ...more }, call)).items?.map(({ fieldsJson }) => JSON.parse(fieldsJson as string).size);
      expect(await sizes({ filtersJson: '{"colour":"teal"}', sort: 'size' })).to.deep.equal([1, 3]);
      expect(await sizes({ filtersJson: '{"colour":"teal","sizeFrom":2}' })).to.deep.equal([3]);
      expect(await sizes({ search: 'MAUV' })).to.deep.equal([2]);
      for (const more of [
        { limit: 501 },
        { sort: 'colour' },
        { sort: '--size' },
        { filtersJson: '{"serial":"x"}' },
        { filtersJson: '{"colour":{"$gt":""}}' },
        { filtersJson: '[]x' },
        { filtersJson: 'null' },
        { cursor: 'x' },
      ])
        await failsWith(status.INVALID_ARGUMENT, handlers.listDocuments({ ...query, ...more }, call));
      await failsWith(status.INVALID_ARGUMENT, handlers.listDocuments({ ...query, collection: 'fittings', search: 'x' }, call));
    });

    it('give former versions of a resource that keeps them', async () => {
      const { id = '', version } = await create(aWidget({ name: 'first' }));
      expect(version).to.equal(1);
      await handlers.patchDocument({ collection: 'widgets', id, expectedVersion: 1, patchJson: '{"name":"second"}' }, call);
      const request = { collection: 'widgets', id, limit: 0, cursor: '' };
      const { items = [] } = await handlers.listVersions(request, call);
      expect(items.map((each) => [each.version, JSON.parse(each.fieldsJson as string).name])).to.deep.equal([[1, 'first']]);
      await failsWith(status.NOT_FOUND, handlers.listVersions(request, other));
      await failsWith(status.NOT_FOUND, handlers.listVersions({ ...request, collection: 'fittings' }, call));
    });

    it('create one document for one request, however often and by however many it is sent', async () => {
      const fields = aWidget();
      const requestId = randomUUID();
      const all = await Promise.all(Array.from({ length: 10 }, () => create(fields, call, requestId)));
      for (const each of all) expect(each).to.deep.equal(all[0]);
      expect(all[0]!.id).to.equal(`wid_${requestId}`);
      // Another request for the same unique fields is refused, and another tenant's documents are its own.
      await failsWith(status.ALREADY_EXISTS, create(fields, call, randomUUID()));
      const theirs = await create(aWidget(), other, requestId);
      expect(theirs.fieldsJson).not.to.equal(all[0]!.fieldsJson);
    });

    it('do not remove a document to which another refers, and name that one', async () => {
      const { id = '' } = await create();
      const fitting = await createIn('fittings', JSON.stringify({ widgetId: id }));
      const message = await failsWith(
        status.ALREADY_EXISTS,
        handlers.removeDocument({ collection: 'widgets', id, expectedVersion: 0 }, call),
      );
      expect(message).to.equal(`${id} cannot be deleted: ${fitting.id} (fittings) refer to it`);
      await failsWith(status.NOT_FOUND, createIn('fittings', '{"widgetId":"wid_none"}'));
    });

    it('write many documents with one outcome each, the second of one id over the first', async () => {
      const sample = (time: unknown, value: number) => ({ series: 'A', time, value });
      const bodies = [sample(1, 1), sample(2, 2), sample(1, 10), { series: 'A' }, sample('x', 3), sample(2, 2), 7];
      const upsert = (documentsJson: string, collection = 'samples') => handlers.upsertDocuments({ collection, documentsJson }, call);
      const { outcomes = [] } = await upsert(JSON.stringify(bodies));
      expect(outcomes.map(({ outcome }) => outcome)).to.deep.equal(['inserted', 'inserted', 'updated', '', '', 'unchanged', '']);
      expect(outcomes.map(({ faults = [] }) => faults.map(({ pointer }) => pointer))).to.deep.equal([
        [],
        [],
        [],
        ['/time', '/value'],
        ['/time'],
        [],
        [''],
      ]);
      expect(await handlers.getDocument({ collection: 'samples', id: 'A@1', version: 0 }, call)).to.include({
        version: 2,
        fieldsJson: '{"series":"A","time":1,"value":10}',
      });
      await failsWith(status.INVALID_ARGUMENT, upsert('[]', 'widgets'));
      await failsWith(status.INVALID_ARGUMENT, upsert('{}'));
      const remove = (filtersJson: string, caller = call) => handlers.removeDocuments({ collection: 'samples', filtersJson }, caller);
      await failsWith(status.INVALID_ARGUMENT, remove(''));
      await failsWith(status.INVALID_ARGUMENT, remove('{}'));
      expect(await remove('{"series":"A@"}', other)).to.deep.equal({ removed: 0 });
      expect(await remove('{"series":"A@"}')).to.deep.equal({ removed: 2 });
    });

    it('never reach another tenant’s documents, in the words for one that nobody has', async () => {
      const { id = '' } = await create();
      const fieldsJson = JSON.stringify(aWidget());
      for (const attempt of [
        (id: string) => get(id, other),
        (id: string) => handlers.replaceDocument({ collection: 'widgets', id, expectedVersion: 1, fieldsJson }, other),
        (id: string) => handlers.patchDocument({ collection: 'widgets', id, expectedVersion: 1, patchJson: '{}' }, other),
        (id: string) => handlers.removeDocument({ collection: 'widgets', id, expectedVersion: 0 }, other),
        (id: string) => handlers.listVersions({ collection: 'widgets', id, limit: 0, cursor: '' }, other),
      ])
        expect((await failsWith(status.NOT_FOUND, attempt('wid_none'))).replace('wid_none', id)).to.equal(
          await failsWith(status.NOT_FOUND, attempt(id)),
        );
      await failsWith(status.NOT_FOUND, createIn('fittings', JSON.stringify({ widgetId: id }), other));
    });

    for (const { collection } of resources.filter(({ access }) => access === 'services')) {
      it(`do not reach ${collection}, in the words for a collection that does not exist`, async () => {
        const page = { limit: 0, cursor: '', sort: '', filtersJson: '', search: '' };
        const one = {
          id: 'key_first',
          ids: ['key_first'],
          version: 0,
          expectedVersion: 1,
          fieldsJson: '{}',
          patchJson: '{}',
          documentsJson: '[]',
          filtersJson: '{}',
        };
        for (const attempt of [
          (collection: string) => createIn(collection, one.fieldsJson),
          (collection: string) => handlers.getDocument({ collection, ...one }, call),
          (collection: string) => handlers.getDocuments({ collection, ...one }, call),
          (collection: string) => handlers.listDocuments({ collection, ...page }, call),
          (collection: string) => handlers.replaceDocument({ collection, ...one }, call),
          (collection: string) => handlers.patchDocument({ collection, ...one }, call),
          (collection: string) => handlers.removeDocument({ collection, ...one }, call),
          (collection: string) => handlers.listVersions({ collection, ...one, ...page }, call),
          (collection: string) => handlers.upsertDocuments({ collection, ...one }, call),
          (collection: string) => handlers.removeDocuments({ collection, ...one }, call),
        ]) {
          const message = await failsWith(status.NOT_FOUND, attempt(collection));
          expect(message).to.equal((await failsWith(status.NOT_FOUND, attempt('nothing'))).replace('nothing', collection));
        }
      });
    }
  },
  list,
);

describe('a merge patch', () => {
  // The examples of RFC 7396, appendix A.
  const EXAMPLES: readonly [target: unknown, patch: unknown, result: unknown][] = [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ];

  it('gives what RFC 7396 says, and leaves its target as it was', () => {
    for (const [target, patch, result] of EXAMPLES) {
      const textBefore = JSON.stringify(target);
      expect(mergePatch(target, patch)).to.deep.equal(result);
      expect(JSON.stringify(target)).to.equal(textBefore);
    }
  });
});
