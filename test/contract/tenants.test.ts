import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { operations } from '#gateway/operations/index';
import { documentedAdmin } from '#openapi/build';
import { expectFailure, expectSuccess } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import { pathOf, titleOf } from '../support/operations.js';
import { onEachService, type SharedService, sharedService } from '../support/service.js';
import { leftOut } from '../support/temporal/server.js';

describe('another tenant’s receipt', () => {
  const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  let runId: string;
  let path: string;
  let service: SharedService;
  let other: { url: string; key: string };
  const runIds = async (caller: typeof other): Promise<string[]> =>
    expectSuccess(await get(caller, '/api/v1/governance/receipts?limit=500')).items.map((item: Body) => item.runId);

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
    other = { url: service.url, key: service.keys.otherTenant };
    const { body } = await post(service, '/api/v1/price', option);
    runId = body.correlationId;
    path = `/api/v1/governance/receipts/${runId}`;
  });

  it('is visible to its own tenant', async () => {
    expectSuccess(await get(service, path));
    expect(await runIds(service)).to.include(runId);
  });

  it('does not exist for others, in the same words as one that nobody has', async () => {
    const { message } = expectFailure(await get(other, path), 'SVC-RES-001');
    const nobodys = randomUUID();
    expect(expectFailure(await get(other, path.replace(runId, nobodys)), 'SVC-RES-001').message.replace(nobodys, runId)).to.equal(message);
    expectFailure(await post(other, `${path}/replay`, undefined), 'SVC-RES-001');
    expect(await runIds(other)).not.to.include(runId);
  });

  it('may have the same trace id', async () => {
    const headers = { 'X-Correlation-Id': randomUUID() };
    for (const [caller, strike] of [
      [service, 105],
      [other, 95],
    ] as const) {
      const answer = await send(caller, 'POST', '/api/v1/price', { body: { ...option, strike }, headers });
      expectSuccess(answer);
      const receipt = expectSuccess(await get(caller, `/api/v1/governance/receipts/${answer.body.correlationId}`));
      expect(receipt.request.strike).to.equal(strike);
      expect(receipt.traceId).to.equal(headers['X-Correlation-Id']);
    }
  });
});

describe('the result of a job', () => {
  it('is for whoever submitted it or may run its operation, and so is its cancellation', async () => {
    const service = await sharedService();
    const tenant = expectSuccess(await post(service, '/admin/v1/tenants', { name: `Jobs ${randomUUID()}`, tier: 'enterprise' }), 201);
    const keyWith = async (...scopes: string[]) => {
      const path = `/admin/v1/tenants/${tenant.id}/keys`;
      return { url: service.url, key: expectSuccess(await post(service, path, { name: scopes.join(), scopes }), 201).key as string };
    };
    const submitter = await keyWith('jobs', 'price');
    const colleague = await keyWith('jobs', 'price');
    const stranger = await keyWith('jobs', 'xva');
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const body = { operation: 'priceOption', request: option };
    const path = `/api/v1/jobs/${expectSuccess(await post(submitter, '/api/v1/jobs', body), 202).id}`;
    for (const caller of [submitter, colleague])
      expect(expectSuccess(await get(caller, `${path}?wait=30`)).result.price).to.be.closeTo(8.0213522351, 1e-9);
    expect(expectFailure(await get(stranger, path), 'SVC-AUTH-004').message).to.match(/lacks the scope price of priceOption/);
    expectFailure(await send(stranger, 'DELETE', path), 'SVC-AUTH-004');
    expect(expectSuccess(await send(colleague, 'DELETE', path)).state).to.equal('succeeded');
  });
});

describe('a tenant', () => {
  it('is refused prices of pricers whose status is below its policy, by their names, for the keys that the policy is of', async () => {
    const service = await sharedService();
    const leastStatus = { live: 'ga-validated', test: 'roadmap' };
    const tenant = expectSuccess(
      await post(service, '/admin/v1/tenants', { name: `Policy ${randomUUID()}`, tier: 'enterprise', leastStatus }),
      201,
    );
    expect(tenant.leastStatus).to.deep.equal(leastStatus);
    const keyFor = async (environment: string) => {
      const fields = { name: environment, scopes: ['jobs', 'price', 'governance'], environment };
      const { key } = expectSuccess(await post(service, `/admin/v1/tenants/${tenant.id}/keys`, fields), 201);
      return { url: service.url, key: key as string };
    };
    const [live, test] = [await keyFor('live'), await keyFor('test')];
    const validated = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    const convertible = operations.find(({ id }) => id === 'priceConvertible')?.example ?? {};
    expectSuccess(await post(live, '/api/v1/price', validated));
    const manifest = (await post(test, '/api/v1/convertible/price', convertible)).body.meta.manifest;
    expect(manifest).to.include({ capabilityStatus: 'production-candidate' });
    const { message } = expectFailure(await post(live, '/api/v1/convertible/price', convertible), 'SVC-AUTH-004');
    expect(message).to.equal(
      `the pricer ${manifest.pricerId} has the status production-candidate, and the tenant's policy admits ga-validated at least`,
    );
    // A refused run leaves no receipt.
    expect(expectSuccess(await get(live, '/api/v1/governance/receipts')).items).to.have.length(1);
    const job = expectSuccess(await post(live, '/api/v1/jobs', { operation: 'priceConvertible', request: convertible }), 202);
    const ended = expectSuccess(await get(live, `/api/v1/jobs/${job.id}?wait=30`));
    expect(ended).to.deep.include({ state: 'failed' });
    expect(ended.error.code).to.equal('SVC-AUTH-004');
  });

  it('states the limits in force, and which of them are its own', async () => {
    const service = await sharedService();
    const path = '/admin/v1/tenants';
    const tenant = expectSuccess(await post(service, path, { name: `Limits ${randomUUID()}`, tier: 'pro', requestsPerMinute: 7 }), 201);
    const limits = {
      ...{ requestsPerMinute: 7, monthlyQuota: 1_000_000, computeSecondsQuota: 100_000, storedBytesQuota: 20 * 2 ** 30 },
      ownLimits: { requestsPerMinute: 7 },
    };
    expect(tenant).to.deep.include(limits);
    const headers = { 'If-Match': '"1"' };
    const body = { tier: 'enterprise', requestsPerMinute: 0 };
    const changed = expectSuccess(await send(service, 'PATCH', `${path}/${tenant.id}`, { body, headers }));
    expect(changed).to.deep.include({ tier: 'enterprise', requestsPerMinute: 1_000_000 });
    for (const absent of ['ownLimits', 'monthlyQuota', 'computeSecondsQuota']) expect(changed).not.to.have.property(absent);
  });

  it('stores as many bytes as it may, and is told what it stores', async () => {
    const service = await sharedService();
    const path = '/admin/v1/tenants';
    const fields = { name: `Bytes ${randomUUID()}`, tier: 'enterprise', storedBytesQuota: 20_000 };
    const tenant = expectSuccess(await post(service, path, fields), 201);
    expect(tenant).to.deep.include({ storedBytesQuota: 20_000, ownLimits: { storedBytesQuota: 20_000 } });
    const scopes = ['price', 'jobs'];
    const { key } = expectSuccess(await post(service, `${path}/${tenant.id}/keys`, { name: 'x', scopes }), 201);
    const caller = { url: service.url, key };
    const usage = async () => expectSuccess(await get(service, `${path}/${tenant.id}/usage`)).storedBytes;
    const draft = {
      name: 'x',
      notes: 'n'.repeat(4_000),
      contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2031-01-06' },
    };
    const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
    expectSuccess(await post(caller, '/api/v1/price', option));
    const { used: first, byKind } = await usage();
    expect(byKind.receipts).to.equal(first);
    for (let count = 0; count < 4; count += 1) expectSuccess(await post(caller, '/api/v1/studio/drafts', draft), 201);
    const { used, ...limits } = await usage();
    expect(limits).to.deep.include({ quota: 20_000, left: 20_000 - used });
    expect(used - first).to.be.within(16_000, 20_000 - first);
    const { message } = expectFailure(await post(caller, '/api/v1/studio/drafts', draft), 'SVC-LIMIT-002');
    expect(message).to.match(/^the tenant stores 1\d[.\d]* kB of the 20 kB that it may \(drafts 1\d[.\d]* kB, receipts [.\d]+ (kB|bytes)/);
  });
});

onEachService('every operation on one resource', (sharedService, store) => {
  /** Operations whose path names something that belongs to no tenant. */
  const SHARED_BY_TENANTS = ['getPricer'];
  const onOne = operations.filter(({ params, id }) => params !== undefined && !SHARED_BY_TENANTS.includes(id));
  let service: SharedService;
  let other: { url: string; key: string };

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
    other = { url: service.url, key: service.keys.otherTenant };
    // Makes a receipt, so that the list is not empty.
    expectSuccess(await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }));
  });

  // On MongoDB jobs need Temporal.
  for (const operation of onOne.filter(({ tag }) => store === 'embedded' || tag !== 'Jobs' || leftOut === undefined)) {
    it(`finds nothing of another tenant, in the words of what nobody has: ${titleOf(operation)}`, async () => {
      const path = await pathOf(service, operation);
      const refused = async (path: string) => {
        const options = { body: operation.example, headers: { 'If-Match': '"1"' } };
        return expectFailure(await send(other, operation.method, path, options), 'SVC-RES-001').message;
      };
      const words = await refused(path);
      const parameter = /\{(\w+)\}(?!.*\{)/.exec(operation.path)?.[0] ?? '';
      const index = operation.path.split('/').indexOf(parameter);
      const id = path.split('/')[index]!;
      // An id of the same form that nobody has; versions are numbers, and quotes have any name.
      const nobodys = /^\d+$/.test(id) ? undefined : id.replace(/.{4}$/, '0000');
      if (nobodys !== undefined)
        expect((await refused(path.replace(id, nobodys))).replaceAll(decoded(nobodys), decoded(id))).to.equal(words);
      // Its owner still has it.
      const read = operations.find((each) => each.path === operation.path && each.method === 'GET');
      if (read !== undefined) expect((await get(service, path)).status).to.equal(200);
    });
  }

  /** Lists of what belongs to no tenant; and of quotes, whose ids are symbols and times, which two tenants may both have. */
  const SHARED_LISTS = ['listPricers', 'listTemplates', 'listQuotes'];
  const lists = operations.filter(({ id, method, path, query, wire }) => {
    const shape = (query as { shape?: object } | undefined)?.shape ?? {};
    return method === 'GET' && wire === 'envelope' && !path.includes('{') && 'cursor' in shape && !SHARED_LISTS.includes(id);
  });
  for (const operation of lists)
    it(`lists nothing of another tenant: ${titleOf(operation)}`, async () => {
      const idsOf = async (caller: typeof other): Promise<string[]> =>
        expectSuccess(await get(caller, `${operation.path}?limit=500`)).items.map((item: Body) => item.id ?? item.runId ?? item.pricerId);
      const ownIds = new Set(await idsOf(service));
      expect((await idsOf(other)).filter((id) => ownIds.has(id))).to.deep.equal([]);
    });
});

describe('the administration of a tenant', () => {
  const PASSWORD = 'correct horse battery staple';
  const named = documentedAdmin.filter(({ path }) => path.includes('{tenantId}'));
  let service: SharedService;
  let ids: Record<string, string>;
  /** Administrators of another tenant: by a key, and by a key that a user has. */
  const otherUsers: { url: string; key: string }[] = [];

  /** A user with a session. */
  async function signedIn(tenantId: string, email: string) {
    const created = expectSuccess(await post(service, `/admin/v1/tenants/${tenantId}/users`, { email, roles: ['tenant_admin'] }), 201);
    const { invitationToken: token, id: userId } = created;
    expectSuccess(await post(service, '/admin/v1/invitations/accept', { tenantId, email, token, password: PASSWORD }));
    const answer = await post({ url: service.url, key: '' }, '/admin/v1/session', { tenantId, email, password: PASSWORD });
    const { sessionId, csrfToken } = expectSuccess(answer, 201);
    return { userId, sessionId, csrfToken, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  before(async function () {
    this.timeout(60_000);
    service = await sharedService();
    const [ownAnswer, foreign] = await Promise.all(
      ['Own', 'Foreign'].map(
        async (name) => expectSuccess(await post(service, '/admin/v1/tenants', { name, tier: 'business' }), 201).id as string,
      ),
    );
    const newKey = async (tenantId: string) =>
      expectSuccess(await post(service, `/admin/v1/tenants/${tenantId}/keys`, { name: 'k', scopes: ['admin'] }), 201);
    const { userId, sessionId } = await signedIn(ownAnswer!, 'own@example.com');
    ids = { tenantId: ownAnswer!, keyId: (await newKey(ownAnswer!)).id, userId, sessionId };
    otherUsers.push({ url: service.url, key: (await newKey(foreign!)).key });
    const { cookie, csrfToken } = await signedIn(foreign!, 'foreign@example.com');
    const headers = { cookie, 'X-CSRF-Token': csrfToken, 'X-API-Key': undefined };
    const body = { name: 'mine', scopes: ['admin'], roles: ['tenant_admin'], owner: 'me' };
    const users = await send({ url: service.url, key: '' }, 'POST', `/admin/v1/tenants/${foreign}/keys`, { body, headers });
    otherUsers.push({ url: service.url, key: expectSuccess(users, 201).key });
  });

  for (const operation of named)
    it(`is not there for administrators of another: ${titleOf(operation)}`, async () => {
      const filled = (ids: Record<string, string>) => operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
      const options = { body: operation.example, headers: { 'If-Match': '"1"' } };
      for (const other of otherUsers) {
        const { message } = expectFailure(
          await send(other, operation.method, filled(ids), options),
          operation.id === 'updateTenant' ? 'SVC-AUTH-004' : 'SVC-RES-001',
        );
        expect(message).not.to.match(/example\.com|Own/);
      }
      // Nothing has been changed.
      for (const name of ['keys', 'users'])
        expect(expectSuccess(await get(service, `/admin/v1/tenants/${ids.tenantId}/${name}`)).items).to.have.length(1);
      const sessions = `/admin/v1/tenants/${ids.tenantId}/users/${ids.userId}/sessions`;
      expect(expectSuccess(await get(service, sessions)).items).to.have.length(1);
    });
});

const decoded = (part: string): string => decodeURIComponent(part);
