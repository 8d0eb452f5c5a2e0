import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { z } from 'zod';
import { crudOperations, documentView, listRequest } from '#gateway/resource/crud';
import { resource } from '#services/resources/resource';
import { service } from '#test/support/shared-service';
import { expectFailure, expectFault, expectSuccess } from '../../support/envelope.js';
import { type Body, get, post, send } from '../../support/http.js';

const path = '/api/v1/counterparties';

describe('a counterparty', () => {
  const other = { url: service.url, key: service.keys.otherTenant };
  const named = (name: string, fields: object = {}) => ({ name, type: 'bank', ...fields });
  const create = async (fields: object) => expectSuccess(await post(service, path, fields), 201);

  it('is created with an id, a version, times and its creator, and can be read where Location says', async () => {
    const answer = await post(service, path, named('New Bank', { country: 'FR' }));
    const data = expectSuccess(answer, 201);
    expect(data).to.deep.include({ name: 'New Bank', type: 'bank', country: 'FR', status: 'active', version: 1, createdBy: 'key_first' });
    expect(data.id).to.match(/^cpt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(Math.abs(Date.parse(data.createdAt) - Date.now())).to.be.below(60_000);
    expect(data.updatedAt).to.equal(data.createdAt);
    expect(answer.headers.get('etag')).to.equal('"1"');
    expect(answer.headers.get('location')).to.equal(`${path}/${data.id}`);
    const read = await get(service, `${path}/${data.id}`);
    expect(expectSuccess(read)).to.deep.equal(data);
    expect(read.headers.get('etag')).to.equal('"1"');
  });

  it('is replaced by a caller who names its version, and the next version has another ETag', async () => {
    const { id, createdAt } = await create(named('Before', { sector: 'Banking' }));
    const answer = await send(service, 'PUT', `${path}/${id}`, { body: named('After'), headers: { 'If-Match': '"1"' } });
    const data = expectSuccess(answer);
    expect(data).to.deep.include({ id, name: 'After', version: 2, createdAt }).and.not.to.have.property('sector');
    expect(answer.headers.get('etag')).to.equal('"2"');
    expect(expectSuccess(await get(service, `${path}/${id}`))).to.deep.equal(data);
  });

  it('is not replaced without If-Match, nor with a stale or a meaningless one', async () => {
    const { id } = await create(named('Kept'));
    const put = (ifMatch: string | undefined) =>
      send(service, 'PUT', `${path}/${id}`, { body: named('Lost'), headers: { 'If-Match': ifMatch } });
    expectFailure(await put(undefined), 'SVC-RES-004');
    for (const stale of ['"2"', '"0"', 'W/"1"', '*', '"one"', '"1", "2"']) expectFailure(await put(stale), 'SVC-RES-003');
    expect(expectSuccess(await get(service, `${path}/${id}`))).to.deep.include({ name: 'Kept', version: 1 });
    expect(expectSuccess(await put('1'))).to.include({ version: 2 });
  });

  it('has one winner among 30 concurrent replacements of one version', async () => {
    const { id } = await create(named('Contested'));
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send(service, 'PUT', `${path}/${id}`, { body: named(`by ${index}`), headers: { 'If-Match': '"1"' } }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectFailure(answer, 'SVC-RES-003');
    expect(expectSuccess(await get(service, `${path}/${id}`))).to.deep.equal(winners[0]!.body.data);
  });

  it('is deleted with its id in the answer, and then is not there', async () => {
    const { id } = await create(named('Gone'));
    expectFailure(await send(service, 'DELETE', `${path}/${id}`, { headers: { 'If-Match': '"7"' } }), 'SVC-RES-003');
    expect(expectSuccess(await send(service, 'DELETE', `${path}/${id}`))).to.deep.equal({ id });
    expectFailure(await get(service, `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await send(service, 'DELETE', `${path}/${id}`), 'SVC-RES-001');
    expectFailure(await send(service, 'PUT', `${path}/${id}`, { body: named('Back'), headers: { 'If-Match': '"1"' } }), 'SVC-RES-001');
  });

  it('needs valid check digits in its LEI, an ISO country and a known type', async () => {
    expectFault(await post(service, path, named('x', { lei: '529900T8BM49AURSDO56' })), '/lei');
    expectFault(await post(service, path, named('x', { country: 'XX' })), '/country');
    expectFault(await post(service, path, { name: 'x', type: 'dealer' }), '/type');
    expectFault(await post(service, path, named('x', { ratings: [{ agency: 'A', grade: 'AA', asOf: '2026-02-30' }] })), '/ratings/0/asOf');
    expectFault(await post(service, path, named('x', { id: 'cpt_mine' })), '/id');
  });

  it('is listed by filters, search and sort, page by page, with cursors that keep to their list', async () => {
    const mark = `Mark ${randomUUID()}`;
    const names = ['c', 'a', 'e', 'b', 'd'].map((letter) => `${mark} ${letter}`);
    for (const [index, name] of names.entries()) await create({ name, type: index % 2 === 0 ? 'fund' : 'ccp', country: 'LU' });
    const list = async (query: Record<string, string>) => expectSuccess(await get(service, `${path}?${new URLSearchParams(query)}`));
    const namesOf = ({ items }: Body): string[] => items.map(({ name }: Body) => name);

    const first = await list({ name: mark, sort: 'name', limit: '2' });
    const second = await list({ name: mark, sort: 'name', limit: '2', cursor: first.nextCursor });
    const third = await list({ name: mark, sort: 'name', limit: '2', cursor: second.nextCursor });
    expect([first, second, third].flatMap(namesOf)).to.deep.equal([...names].sort());
    expect(third).not.to.have.property('nextCursor');
    expect(namesOf(await list({ name: mark, sort: '-name' }))).to.deep.equal([...names].sort().reverse());
    expect(namesOf(await list({ name: mark }))).to.deep.equal([...names].reverse());
    expect(namesOf(await list({ name: mark, type: 'ccp', country: 'LU' }))).to.have.members([names[1], names[3]]);
    expect(namesOf(await list({ name: mark, country: 'DE' }))).to.deep.equal([]);
    expect(namesOf(await list({ search: `${mark} E`.toUpperCase() }))).to.deep.equal([names[2]]);

    const url = (query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
    for (const query of [{ name: mark, sort: '-name' }, { name: mark.slice(0, -1), sort: 'name' }, { sort: 'name' }] as Record<
      string,
      string
    >[]) {
      const { message } = expectFailure(await get(service, url({ ...query, cursor: first.nextCursor })), 'SVC-REQ-001');
      expect(message).to.equal('cursor is from a list with another sort or other filters');
    }
    expectFault(await get(service, url({ sort: 'ratings' })), '/query/sort');
    expectFault(await get(service, url({ type: 'dealer' })), '/query/type');
    expectFault(await get(service, url({ sector: 'Banking' })), '/query/sector');
    expectFault(await get(service, url({ limit: '501' })), '/query/limit');
  });

  it('of another tenant is not there, in the same words as one that nobody has', async () => {
    const { id } = await create(named('Secret'));
    const nobodys = `cpt_${randomUUID()}`;
    for (const call of [
      (id: string) => get(other, `${path}/${id}`),
      (id: string) => send(other, 'PUT', `${path}/${id}`, { body: named('Taken'), headers: { 'If-Match': '"1"' } }),
      (id: string) => send(other, 'DELETE', `${path}/${id}`),
    ]) {
      const { message } = expectFailure(await call(id), 'SVC-RES-001');
      expect(expectFailure(await call(nobodys), 'SVC-RES-001').message.replace(nobodys, id)).to.equal(message);
    }
    const listed = expectSuccess(await get(other, `${path}?limit=500`)).items;
    expect(listed.map((item: Body) => item.id)).not.to.include(id);
    expect(expectSuccess(await get(service, `${path}/${id}`))).to.deep.include({ name: 'Secret', version: 1 });
  });
});

describe('a resource that is declared with its API', () => {
  const fields = { name: z.string(), rank: z.int(), notes: z.string().optional() };
  const nettingSets = resource({
    collection: 'netting_sets',
    idPrefix: 'net_',
    schema: z.strictObject(fields).meta({ id: 'NettingSetFields' }),
    filters: { name: 'prefix', rankFrom: { field: 'rank', match: 'atLeast' }, createdFrom: { field: 'createdAt', match: 'atLeast' } },
    sorts: ['rank'],
    access: 'callers',
    api: {
      tag: 'Netting',
      path: '/api/v1/netting-sets',
      scope: 'xva',
      singular: 'NettingSet',
      plural: 'NettingSets',
      example: { name: 'a', rank: 1 },
    },
  });
  const operations = crudOperations([nettingSets]);

  it('has its five operations without another line, and one without an API has none', () => {
    expect(operations.map(({ id, method, path: template }) => `${id} ${method} ${template}`)).to.deep.equal([
      'listNettingSets GET /api/v1/netting-sets',
      'createNettingSet POST /api/v1/netting-sets',
      'getNettingSet GET /api/v1/netting-sets/{nettingSetId}',
      'replaceNettingSet PUT /api/v1/netting-sets/{nettingSetId}',
      'deleteNettingSet DELETE /api/v1/netting-sets/{nettingSetId}',
    ]);
    expect(operations.map(({ summary }) => summary)).to.deep.equal([
      'List netting sets',
      'Create a netting set',
      'Get a netting set',
      'Replace a netting set',
      'Delete a netting set',
    ]);
    expect(crudOperations([{ ...nettingSets, api: undefined }])).to.deep.equal([]);
  });

  it('reads its filters by the type of their fields and passes on those that are given', () => {
    const query = operations[0]!.query?.parse({ rankFrom: '3', createdFrom: '2026-03-02T00:00:00Z', limit: '7', sort: '-rank' });
    const { filtersJson, ...rest } = listRequest(nettingSets, query);
    expect(JSON.parse(filtersJson)).to.deep.equal({ rankFrom: 3, createdFrom: Date.UTC(2026, 2, 2) });
    expect(rest).to.deep.equal({ limit: 7, cursor: '', sort: '-rank', search: '' });
    for (const wrong of [{ rankFrom: 'x' }, { search: 'x' }, { sort: 'name' }, { rank: '1' }])
      expect(operations[0]!.query?.safeParse(wrong).success, JSON.stringify(wrong)).to.equal(false);
  });

  it('shows a document without what only the service may see', () => {
    const document = {
      id: 'net_1',
      version: 3,
      createdAtMs: 0,
      updatedAtMs: 1,
      createdBy: '',
      updatedBy: 'key_x',
      fieldsJson: '{"name":"a","rank":1}',
    };
    expect(documentView(document)).to.deep.equal({
      ...{ id: 'net_1', version: 3, createdAt: '1970-01-01T00:00:00.000Z', updatedAt: '1970-01-01T00:00:00.001Z' },
      ...{ name: 'a', rank: 1 },
    });
  });
});
