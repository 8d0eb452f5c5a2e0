import { expect } from 'chai';
import { dataOf } from '../support/admin.js';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { type Answer, type Body, get, post, send } from '../support/http.js';
import { type Caller, onEachService, pause, type SharedService } from '../support/service.js';

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
const COUNTERPARTY = { name: 'The same name', type: 'bank', status: 'active' };
const SCOPES = ['price', 'portfolio', 'xva', 'jobs', 'governance'];

onEachService('test keys', (serviceOf) => {
  let service: SharedService;
  let tenantPath: string;
  let tenantId: string;
  let live: Caller;
  let [one, other]: Caller[] = [];
  const newKey = async (fields: object) =>
    dataOf('createKey', await post(service, `${tenantPath}/keys`, { name: 'k', scopes: SCOPES, ...fields }));
  const caller = async (environment: string): Promise<Caller> => ({ url: service.url, key: (await newKey({ environment })).key });
  const idsOf = (answer: Answer): string[] => expectSuccess(answer).items.map((item: Body) => item.id ?? item.runId);

  before(async () => {
    service = await serviceOf();
    const tenant = { name: 'Has test keys', tier: 'business', monthlyQuota: 1_000 };
    tenantId = dataOf('createTenant', await post(service, '/admin/v1/tenants', tenant)).id;
    tenantPath = `/admin/v1/tenants/${tenantId}`;
    live = await caller('live');
    [one, other] = [await caller('test'), await caller('test')];
    expect(one.key).to.match(/^svc_test_/);
  });

  it('share data of their own, and see nothing of what is live, nor are seen', async () => {
    const path = '/api/v1/counterparties';
    const [test, lives] = [one, live].map((caller) => post(caller!, path, COUNTERPARTY));
    const ids = { test: expectSuccess(await test!, 201).id, live: expectSuccess(await lives!, 201).id };
    expect(idsOf(await get(other!, path))).to.deep.equal([ids.test]);
    expect(idsOf(await get(live, path))).to.deep.equal([ids.live]);
    for (const [caller, id] of [
      [other, ids.live],
      [live, ids.test],
    ] as const) {
      expectFailure(await get(caller!, `${path}/${id}`), 'SVC-RES-001');
      expectFailure(await send(caller!, 'DELETE', `${path}/${id}`, { headers: { 'If-Match': '"1"' } }), 'SVC-RES-001');
    }
    const { correlationId } = (await post(one!, '/api/v1/price', OPTION)).body;
    const receipt = `/api/v1/governance/receipts/${correlationId}`;
    expectSuccess(await get(other!, receipt));
    expectFailure(await get(live, receipt), 'SVC-RES-001');
    expect(idsOf(await get(live, '/api/v1/governance/receipts'))).not.to.include(correlationId);
  });

  it('are not billed to the monthly quota, and have the limit per minute', async () => {
    const policyOf = async (caller: Caller) => (await post(caller, '/api/v1/price', OPTION)).headers.get('ratelimit-policy');
    expect(await policyOf(live)).to.include('"month";q=1000');
    expect(await policyOf(one!))
      .to.include('"minute"')
      .and.not.include('"month"');
  });

  it('have usage, an audit log and a last use that administrators see', async () => {
    const auditOf = async (environment: string) =>
      dataOf('listAudit', await get(service, `/admin/v1/audit?tenantId=${tenantId}&environment=${environment}&verify=true`));
    const [ofTest, ofLive] = [await auditOf('test'), await auditOf('live')];
    expect(ofTest.verification.intact).to.equal(true);
    expect(ofTest.items.map(({ action }: Body) => action)).to.deep.equal(['counterparties.create']);
    expect(ofLive.items.map(({ action }: Body) => action)).to.include.members(['counterparties.create', 'key.create', 'tenant.create']);
    const usage = dataOf('getUsage', await get(service, `${tenantPath}/usage?environment=test`));
    expect(usage.month.requests).not.to.have.property('quota');
    expect(usage.stored.map(({ collection }: Body) => collection)).to.include('counterparties');
    const lastUse = async () =>
      dataOf('listKeys', await get(service, `${tenantPath}/keys`)).items.map(({ lastUsedAt }: Body) => lastUsedAt);
    while ((await lastUse()).filter(Boolean).length < 3) await pause(100);
  });

  it('do not administer, and nobody reaches their data by the name of another tenant', async () => {
    for (const rights of [{ scopes: ['admin'] }, { roles: ['tenant_admin'] }])
      expectFault(await post(service, `${tenantPath}/keys`, { name: 'k', scopes: SCOPES, environment: 'test', ...rights }), '/environment');
    expectFailure(await get(one!, tenantPath), 'SVC-AUTH-004');
    const admin = { url: service.url, key: (await newKey({ scopes: ['admin'] })).key };
    expect(dataOf('listAudit', await get(admin, '/admin/v1/audit?environment=test')).items).to.have.length(1);
    for (const caller of [service, admin])
      for (const path of ['', '/keys', '/users', '/usage']) expectFailure(await get(caller, `${tenantPath}.test${path}`), 'SVC-RES-001');
    const foreign = dataOf('createTenant', await post(service, '/admin/v1/tenants', { name: 'Another', tier: 'business' })).id;
    for (const id of [foreign, `${foreign}.test`])
      for (const environment of ['live', 'test']) {
        expectFailure(await get(admin, `/admin/v1/audit?tenantId=${id}&environment=${environment}`), 'SVC-RES-001');
        expectFailure(await get(admin, `/admin/v1/tenants/${id}/usage?environment=${environment}`), 'SVC-RES-001');
      }
  });
});
