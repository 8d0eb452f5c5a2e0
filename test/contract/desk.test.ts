import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import { buildDeskDocument, deskFile } from '#openapi/build';
import { failuresOf } from '#openapi/failures';
import { defined } from '#services/runtime/defined';
import { CODES, expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { get, post, send } from '#test/support/http';
import { documentedCodes, type OpenApi, referencesIn, resolve, validatorOf } from '#test/support/openapi';
import { service } from '#test/support/shared-service';

const committed = readFileSync(deskFile, 'utf8');
const document = parse(committed) as OpenApi;
const OVERLAYS = '/desk/v1/validation/overlays';
const FINDINGS = '/desk/v1/validation/findings';

describe('the document desk.yaml', () => {
  it('is what the operations build today (npm run openapi), every part of it is used, and it is served without a key', async () => {
    expect(committed).to.equal(buildDeskDocument());
    for (const reference of referencesIn(document)) expect(resolve(document, reference), reference).to.be.an('object');
    const { status, body } = await send(service, 'GET', '/api/desk.yaml', { headers: { 'X-API-Key': undefined } });
    expect(status).to.equal(200);
    expect(body).to.equal(committed);
  });

  it('lists every operation once, below /desk/v1, with its failures, and an example that its schema accepts', () => {
    const paths = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(paths).to.have.members(deskOperations.map(({ method, path }) => `${method} ${path}`));
    for (const operation of deskOperations) {
      const { id, method, path, scope } = operation;
      expect(path, id).to.match(/^\/desk\/v1\//);
      expect(scope, id).not.to.equal('none');
      expect(
        operations.some((other) => other.id === id),
        id,
      ).to.equal(false);
      const documented = defined(document.paths[path]?.[method.toLowerCase()], id);
      const codes = failuresOf(operation).map((code) => [code, CODES[code]] as const);
      expect([...documentedCodes(document, documented)], id).to.have.deep.members(codes);
      if (documented.requestBody === undefined) continue;
      const types = operation.consumes ?? ['application/json'];
      expect(Object.keys(documented.requestBody.content), id).to.deep.equal(types);
      const { schema, example } = defined(documented.requestBody.content[types[0] ?? ''], 'a body');
      expect(validatorOf(document, schema).safeParse(example).error?.issues, id).to.equal(undefined);
    }
  });

  it('describes operations that need a key with their scope', async () => {
    for (const { method, path, scope, example, id } of deskOperations) {
      const target = path.replaceAll(/\{\w+\}/g, 'none');
      const call = (key: string | undefined) => send(service, method, target, { body: example, headers: { 'X-API-Key': key } });
      expectFailure(await call(undefined), 'SVC-AUTH-001');
      if (scope !== 'any' && scope !== 'none')
        expect((await call(service.keys.without[scope])).body.error.code, id).to.equal('SVC-AUTH-004');
    }
  });
});

describe('an overlay of a model', () => {
  const overlay = {
    ...{ pricerId: 'equity_digital_bs', kind: 'adjustment', statement: 'The skew is missing', owner: 'A desk', reason: 'No smile' },
    ...{ adjustment: { amount: -12_500, currency: 'EUR' }, expiresOn: '2027-03-31' },
  };

  it('is created, listed by the day on which it expires, replaced and deleted', async () => {
    const created = await post(service, OVERLAYS, overlay);
    const { id, version, ...fields } = expectSuccess(created, 201);
    expect(fields).to.deep.include(overlay);
    const path = `${OVERLAYS}/${id}`;
    expect(created.headers.get('location')).to.equal(path);
    const listed = async (query: string) =>
      expectSuccess(await get(service, `${OVERLAYS}?${query}`)).items.map((each: { id: string }) => each.id);
    expect(await listed('pricerId=equity_digital_bs&expiresFrom=2027-03-31')).to.include(id);
    expect(await listed('pricerId=equity_digital_bs&expiresFrom=2027-04-01')).not.to.include(id);
    const prolonged = { ...overlay, expiresOn: '2027-06-30' };
    const replaced = await send(service, 'PUT', path, { body: prolonged, headers: { 'If-Match': `"${version}"` } });
    expect(expectSuccess(replaced)).to.deep.include({ version: version + 1, expiresOn: '2027-06-30' });
    expectSuccess(await send(service, 'DELETE', path));
    expectFailure(await get(service, path), 'SVC-RES-001');
  });

  it('needs an owner, a reason and the day on which it expires', async () => {
    for (const field of ['owner', 'reason', 'expiresOn'] as const) {
      const { [field]: _, ...incomplete } = overlay;
      expectFault(await post(service, OVERLAYS, incomplete), `/${field}`);
    }
    expectFault(await post(service, OVERLAYS, { ...overlay, adjustment: { amount: 1, currency: 'euro' } }), '/adjustment/currency');
  });
});

describe('a finding', () => {
  it('is closed only with its resolution, and is not seen by another tenant', async () => {
    const finding = { pricerId: 'equity_digital_bs', severity: 'low', statement: 'A test' };
    const { id } = expectSuccess(await post(service, FINDINGS, finding), 201);
    const close = (body: object) => send(service, 'PUT', `${FINDINGS}/${id}`, { body, headers: { 'If-Match': '"1"' } });
    expectFault(await close({ ...finding, state: 'closed' }), '/resolution');
    expect(expectSuccess(await close({ ...finding, state: 'closed', resolution: 'None' }))).to.include({
      state: 'closed',
      source: 'person',
    });
    expectFailure(await get({ url: service.url, key: service.keys.otherTenant }, `${FINDINGS}/${id}`), 'SVC-RES-001');
  });
});
