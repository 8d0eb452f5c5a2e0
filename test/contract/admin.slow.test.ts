import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { documentedAdmin } from '#openapi/build';
import { packageRoot } from '#services/runtime/version';
import { dataOf } from '../support/admin.js';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { type RunningGateway, startGateway } from '../support/gateway.js';
import { type Body, get, post, send } from '../support/http.js';
import { ended } from '../support/jobs.js';
import { anyPathOf } from '../support/operations.js';
import { pause, type RunningService, startService } from '../support/service.js';

const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
const PASSWORD = 'correct horse battery staple';
/** A revoked key, a disabled tenant: refused everywhere within this time. */
const WITHIN_MS = 5_000;

describe('administration', () => {
  let service: RunningService;
  let second: RunningGateway;
  let tenant: Body;
  let path_: string;

  /** Sends a request with a key, or with none. */
  const requesting = (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | undefined> = {},
    url = service.url,
  ) => send({ url, key: key ?? '' }, method, path, { ...(body !== undefined && { body }), headers: { 'X-API-Key': key, ...headers } });

  /** A user with these roles who has chosen PASSWORD. */
  async function newUser(email: string, ...roles: string[]): Promise<Body> {
    const { invitationToken: token, ...user } = dataOf('createUser', await post(service, `${path_}/users`, { email, roles }));
    const acceptance = { tenantId: tenant.id, email, token, password: PASSWORD };
    dataOf('acceptInvitation', await requesting(undefined, 'POST', '/admin/v1/invitations/accept', acceptance));
    return user;
  }

  /** Signs in. @returns what sends requests of the session */
  async function signIn(email: string, headers: Record<string, string> = {}) {
    const answer = await requesting(undefined, 'POST', '/admin/v1/session', { tenantId: tenant.id, email, password: PASSWORD }, headers);
    const session = dataOf('signIn', answer);
    const setCookies = answer.headers.getSetCookie();
    const [cookie] = setCookies[0]!.split(';');
    const request = (method: string, path: string, body?: unknown, more: Record<string, string | undefined> = {}, url = service.url) =>
      requesting(undefined, method, path, body, { cookie, 'X-CSRF-Token': session.csrfToken, ...more }, url);
    return { own: session, cookie, setCookies, request };
  }

  before(async function () {
    this.timeout(60_000);
    service = await startService();
    second = await startGateway(service);
    tenant = dataOf('createTenant', await post(service, '/admin/v1/tenants', { name: 'A bank', tier: 'business' }));
    path_ = `/admin/v1/tenants/${tenant.id}`;
  });
  after(async () => {
    await second?.stop();
    await service?.stop();
  });

  /** The answers of an installation without an identity provider to whoever is not known yet; undefined: a success. */
  const ANSWERS_TO_ANYBODY: Readonly<Record<string, string | undefined>> = {
    ...{ signIn: 'SVC-AUTH-002', acceptInvitation: 'SVC-AUTH-002', getSignInMethods: undefined },
    // The tenant is missing; and there is no provider.
    ...{ beginProviderSignIn: 'SVC-REQ-001', endProviderSignIn: 'SVC-RES-001' },
  };
  for (const operation of documentedAdmin) {
    it(`asks who calls: ${operation.method} ${operation.path}`, async () => {
      const answer = await requesting(undefined, operation.method, anyPathOf(operation), operation.example);
      if (operation.scope !== 'none') return expectFailure(answer, 'SVC-AUTH-001');
      expect(ANSWERS_TO_ANYBODY, operation.id).to.have.property(operation.id);
      expect(answer.body.error?.code, answer.text).to.equal(ANSWERS_TO_ANYBODY[operation.id]);
    });
  }

  it('sends nobody to an identity provider where the installation has none', async () => {
    expect(dataOf('getSignInMethods', await get(service, '/admin/v1/session/methods'))).to.deep.equal({ password: true, provider: false });
    expectFailure(await get(service, '/admin/v1/session/provider?tenantId=ten_first'), 'SVC-RES-001');
  });

  it('is not for a key without the scope admin', async () => {
    const { key } = dataOf('createKey', await post(service, `${path_}/keys`, { name: 'prices', scopes: ['price'] }));
    for (const { method, path, example, scope } of documentedAdmin.filter((each) => each.scope !== 'none')) {
      const { status, body } = await requesting(
        key,
        method,
        path.replace('{tenantId}', tenant.id).replaceAll(/\{\w+\}/g, 'nothing'),
        example,
        {
          'If-Match': '"1"',
        },
      );
      expect([status, path, scope, body.error?.code], JSON.stringify(body)).to.satisfy(([code]: number[]) => code === 403 || code === 404);
    }
  });

  it('creates tenants once under an Idempotency-Key, and takes none where an answer holds a secret', async () => {
    const headers = { 'Idempotency-Key': 'tenant-1' };
    const body = { name: 'Once', tier: 'pro' };
    const [one, two] = [
      await send(service, 'POST', '/admin/v1/tenants', { body, headers }),
      await send(service, 'POST', '/admin/v1/tenants', { body, headers }),
    ];
    expect(two.body.data).to.deep.equal(one.body.data);
    expect(two.headers.get('idempotent-replayed')).to.equal('true');
    for (const { id, method, path, example } of documentedAdmin.filter(({ holdsSecret }) => holdsSecret)) {
      const answer = await send(service, method, path.replace('{tenantId}', tenant.id), {
        body: example,
        headers: { ...headers, 'X-CSRF-Token': 'x' },
      });
      expect(answer.body.error?.details?.[0].pointer, `${id} ${answer.text}`).to.equal('/headers/idempotency-key');
    }
  });

  it('changes a tenant in the version that was seen, and reads it back', async () => {
    const change = (version: string | undefined, body: object) => send(service, 'PATCH', path_, { body, headers: { 'If-Match': version } });
    expectFailure(await change(undefined, { name: 'x' }), 'SVC-RES-004');
    expectFailure(await change('"9"', { name: 'x' }), 'SVC-RES-003');
    expectFault(await change('"1"', { name: 'x', id: 'ten_other' }), '/id');
    const answer = await get(service, path_);
    dataOf('getTenant', answer);
    const changed = dataOf('updateTenant', await change(answer.headers.get('etag') ?? '', { name: 'Another name' }));
    expect(changed.name).to.equal('Another name');
    expect(dataOf('listTenants', await get(service, '/admin/v1/tenants')).items.map(({ id }: Body) => id)).to.include(tenant.id);
  });

  it('refuses a revoked key, and the keys of a disabled tenant, at every gateway within 5 s', async function () {
    this.timeout(60_000);
    const other = dataOf('createTenant', await post(service, '/admin/v1/tenants', { name: 'Other', tier: 'pro' }));
    const path = `/admin/v1/tenants/${other.id}`;
    const create = async () => dataOf('createKey', await post(service, `${path}/keys`, { name: 'x', scopes: ['price'] }));
    const [one, two] = [await create(), await create()];
    const prices = (key: string) =>
      Promise.all([service.url, second.url].map((url) => requesting(key, 'POST', '/api/v1/price', option, {}, url)));
    const codes = async (key: string) => (await prices(key)).map(({ body }) => body.error?.code ?? 'served');
    for (const { key } of [one, two]) expect(await codes(key)).to.deep.equal(['served', 'served']);

    expect(dataOf('revokeKey', await send(service, 'DELETE', `${path}/keys/${one.id}`)).state).to.equal('revoked');
    await pause(WITHIN_MS);
    expect(await codes(one.key)).to.deep.equal(['SVC-AUTH-003', 'SVC-AUTH-003']);
    expect(await codes(two.key)).to.deep.equal(['served', 'served']);

    dataOf('updateTenant', await send(service, 'PATCH', path, { body: { status: 'disabled' }, headers: { 'If-Match': '"1"' } }));
    await pause(WITHIN_MS);
    expect(await codes(two.key)).to.deep.equal(['SVC-AUTH-003', 'SVC-AUTH-003']);
    expectFailure(
      await send(service, 'PATCH', '/admin/v1/tenants/ten_first', { body: { status: 'disabled' }, headers: { 'If-Match': '"1"' } }),
      'SVC-RES-002',
    );
  });

  it('rotates a key: both are accepted until the overlap ends', async () => {
    const old = dataOf('createKey', await post(service, `${path_}/keys`, { name: 'old', scopes: ['price'] }));
    const next = dataOf('rotateKey', await post(service, `${path_}/keys/${old.id}/rotate`, { overlapHours: 0.0005 }));
    for (const { key } of [old, next]) expectSuccess(await requesting(key, 'POST', '/api/v1/price', option));
    await pause(WITHIN_MS + 2_000);
    expectFailure(await requesting(old.key, 'POST', '/api/v1/price', option), 'SVC-AUTH-003');
    expectSuccess(await requesting(next.key, 'POST', '/api/v1/price', option));
    const shown = dataOf('getKey', await get(service, `${path_}/keys/${old.id}`));
    expect([shown.state, shown.replacedBy]).to.deep.equal(['expired', next.id]);
    const { items } = dataOf('listKeys', await get(service, `${path_}/keys?limit=500`));
    expect(JSON.stringify(items)).not.to.include(next.key);
    expect(items.find(({ id }: Body) => id === next.id).lastUsedAt).to.match(/^\d{4}-/);
  });

  it('signs in users with a cookie that scripts and other sites cannot use, and a token of its own each time', async () => {
    await newUser('ann@example.com', 'tenant_admin');
    const planted = `svc_session=${'a'.repeat(43)}`;
    const one = await signIn('ann@example.com', { cookie: planted });
    const two = await signIn('ann@example.com', { cookie: one.cookie! });
    expect(new Set([planted, one.cookie, two.cookie]).size).to.equal(3);
    const [session, device] = one.setCookies;
    expect(session).to.match(/^svc_session=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(device).to.match(/^svc_device=[A-Za-z0-9_.-]{75,80}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/);
    expect(dataOf('getOwnSession', await one.request('GET', '/admin/v1/session'))).to.deep.equal(one.own);

    // A page of another site can send the cookie at most, and not read the token that goes with it.
    const body = { name: 'x', scopes: ['price'] };
    for (const token of [undefined, '', 'x', two.own.csrfToken]) {
      const refused = await one.request('POST', `${path_}/keys`, body, { 'X-CSRF-Token': token });
      expect(expectFailure(refused, 'SVC-AUTH-004').message).to.match(/X-CSRF-Token/);
    }
    dataOf('createKey', await one.request('POST', `${path_}/keys`, body));
    expectFailure(await one.request('GET', '/admin/v1/tenants/ten_first'), 'SVC-RES-001');
    expectFailure(await one.request('GET', '/admin/v1/system'), 'SVC-AUTH-004');

    // Ended at one gateway, it has ended at the other at once.
    const { items } = dataOf('listSessions', await one.request('GET', `${path_}/users/${one.own.userId}/sessions`));
    expect(items.map(({ id }: Body) => id)).to.include.members([one.own.sessionId, two.own.sessionId]);
    dataOf('endSession', await one.request('DELETE', `${path_}/users/${one.own.userId}/sessions/${two.own.sessionId}`));
    expectFailure(await two.request('GET', '/admin/v1/session', undefined, {}, second.url), 'SVC-AUTH-003');
    expectSuccess(await one.request('GET', '/admin/v1/session', undefined, {}, second.url));
    const signOut = await one.request('DELETE', '/admin/v1/session');
    dataOf('endOwnSession', signOut);
    expect(signOut.headers.get('set-cookie')).to.match(/^svc_session=;.*Max-Age=0/);
    expectFailure(await one.request('GET', '/admin/v1/session'), 'SVC-AUTH-003');
  });

  it('lets users call the public operations as far as their roles go', async () => {
    await newUser('quant@example.com', 'quant');
    await newUser('viewer@example.com', 'viewer');
    const [quant, viewer] = [await signIn('quant@example.com'), await signIn('viewer@example.com')];
    expectSuccess(await quant.request('POST', '/api/v1/price', option));
    expectFailure(await quant.request('GET', '/api/v1/governance/pricers'), 'SVC-AUTH-004');
    expectFailure(await quant.request('GET', `${path_}/users`), 'SVC-AUTH-004');
    expectSuccess(await viewer.request('GET', '/api/v1/governance/pricers'));
    expectFailure(await viewer.request('POST', '/api/v1/price', option), 'SVC-AUTH-004');
    expectFailure(await viewer.request('POST', `${path_}/keys`, { name: 'x', scopes: ['price'] }), 'SVC-AUTH-004');
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    dataOf('changePassword', await viewer.request('POST', '/admin/v1/session/password', change));
  });

  it('fails the job of a user who has lost the right to run it before it begins', async () => {
    const user = await newUser('leaving@example.com', 'quant');
    const { request } = await signIn('leaving@example.com');
    const later = { operation: 'priceOption', request: option, notBefore: new Date(Date.now() + 3_000).toISOString() };
    const { id } = expectSuccess(await request('POST', '/api/v1/jobs', later), 202);
    const userPath = `${path_}/users/${user.id}`;
    const { version } = dataOf('getUser', await get(service, userPath));
    const headers = { 'If-Match': `"${version}"` };
    dataOf('updateUser', await send(service, 'PATCH', userPath, { body: { roles: ['viewer'] }, headers }));
    const { key } = dataOf('createKey', await post(service, `${path_}/keys`, { name: 'watch', scopes: ['jobs', 'price'] }));
    const { error } = await ended({ url: service.url, key }, id);
    expect(error).to.deep.equal({ code: 'SVC-AUTH-004', message: 'a viewer may only read' });
  }).timeout(60_000);

  it('keeps one person from both asking and deciding, with two keys or a key and a session', async () => {
    await newUser('risk@example.com', 'risk_manager');
    const session = await signIn('risk@example.com');
    const ownKey = async () =>
      dataOf('createKey', await session.request('POST', `${path_}/keys`, { name: 'mine', scopes: ['governance'] })).key;
    const [one, two] = [await ownKey(), await ownKey()];
    const approval = { pricerId: 'equity_vanilla_bs', toStatus: 'experimental', reason: 'A test' };
    const { id } = expectSuccess(await requesting(one, 'POST', '/api/v1/governance/approvals', approval), 201);
    const decide = { decision: 'approve', comment: 'Fine' };
    for (const key of [one, two])
      expectFailure(await requesting(key, 'POST', `/api/v1/governance/approvals/${id}/decision`, decide), 'SVC-AUTH-004');
    expectFailure(await session.request('POST', `/api/v1/governance/approvals/${id}/decision`, decide), 'SVC-AUTH-004');

    // An administrator can make keys that belong to nobody, so two of them are no second person.
    const tenantKey = async () => dataOf('createKey', await post(service, `${path_}/keys`, { name: 'shared', scopes: ['governance'] })).key;
    const byTenant = expectSuccess(await requesting(await tenantKey(), 'POST', '/api/v1/governance/approvals', approval), 201);
    const refused = await requesting(await tenantKey(), 'POST', `/api/v1/governance/approvals/${byTenant.id}/decision`, decide);
    expect(expectFailure(refused, 'SVC-AUTH-004').message).to.match(/no user count as one person.*another person must decide/);
    // The key of the service was shown the token of the invitation, so that its holder could have signed in as this user.
    const decidedByInvited = await session.request('POST', `/api/v1/governance/approvals/${byTenant.id}/decision`, decide);
    expect(expectFailure(decidedByInvited, 'SVC-AUTH-004').message).to.match(/no user count as one person/);
  });

  it('manages users', async () => {
    const user = await newUser('bob@example.com', 'quant');
    const userPath = `${path_}/users/${user.id}`;
    expect(dataOf('listUsers', await get(service, `${path_}/users`)).items.map(({ id }: Body) => id)).to.include(user.id);
    const answer = await get(service, userPath);
    const managed = dataOf('getUser', answer);
    expect(managed.status).to.equal('active');
    expect(JSON.stringify(managed)).not.to.match(/scrypt|hash/i);
    const headers = { 'If-Match': answer.headers.get('etag') ?? '' };
    dataOf('updateUser', await send(service, 'PATCH', userPath, { body: { roles: ['viewer'] }, headers }));
    expect(dataOf('inviteUser', await post(service, `${userPath}/invitation`, undefined)).invitationToken).to.have.length(43);
    dataOf('removeUser', await send(service, 'DELETE', userPath));
    expectFailure(await get(service, userPath), 'SVC-RES-001');
  });

  it('refuses what is too large before it is read', async () => {
    const body = { tenantId: tenant.id, email: 'ann@example.com', password: 'x'.repeat(20_000) };
    expectFailure(await requesting(undefined, 'POST', '/admin/v1/session', body), 'SVC-REQ-003');
    expectFault(await requesting(undefined, 'POST', '/admin/v1/session', { ...body, password: 'x'.repeat(201) }), '/password');
  });

  it('writes every change of stored data to the audit log, with the hashes before and after, and filters it', async () => {
    const { key } = dataOf('createKey', await post(service, `${path_}/keys`, { name: 'desk', scopes: ['xva', 'admin'] }));
    const desk = { url: service.url, key };
    const created = expectSuccess(await post(desk, '/api/v1/counterparties', { name: 'A corporate', type: 'corporate' }), 201);
    const replaced = await send(desk, 'PUT', `/api/v1/counterparties/${created.id}`, {
      body: { name: 'Another', type: 'corporate' },
      headers: { 'If-Match': '"1"', 'X-Correlation-Id': 'mine' },
    });
    expectSuccess(replaced);
    expectSuccess(await send(desk, 'DELETE', `/api/v1/counterparties/${created.id}`));
    const { items } = dataOf('listAudit', await get(desk, `/admin/v1/audit?subject=${created.id}`));
    expect(items.map(({ action }: Body) => action)).to.deep.equal([
      'counterparties.remove',
      'counterparties.replace',
      'counterparties.create',
    ]);
    const [remove, replace, create] = items;
    expect(create.before).to.equal(undefined);
    expect(replace.before).to.equal(create.after);
    expect(remove.before).to.equal(replace.after);
    expect(remove.after).to.equal(undefined);
    const { items: told } = dataOf('listAudit', await get(desk, `/admin/v1/audit?subject=${created.id}&effects=true`));
    expect(told).to.deep.equal(items.map((each: Body) => ({ ...each, effect: 'made' })));
    expect(replace).to.include({ correlationId: replaced.body.correlationId, address: '127.0.0.1' });
    // A document that is calculated before it is written.
    const identity = { name: 'None', assets: ['A'], matrix: [[1]] };
    const { id: subject } = expectSuccess(await post(desk, '/api/v1/market-data/correlations', identity), 201);
    const [calculated] = dataOf('listAudit', await get(desk, `/admin/v1/audit?subject=${subject}`)).items;
    expect(calculated).to.include({ action: 'correlations.create', address: '127.0.0.1' });

    const page = dataOf('listAudit', await get(desk, '/admin/v1/audit?action=key.create&limit=1&verify=true'));
    expect(page.items[0].action).to.equal('key.create');
    expect(page.verification).to.include({ intact: true });
    expect(page.nextCursor).to.be.a('string');
    const { items: none } = dataOf('listAudit', await get(desk, '/admin/v1/audit?to=2020-01-01T00:00:00Z'));
    expect(none).to.deep.equal([]);
    // Another tenant's log is not there.
    expectFailure(await get(desk, '/admin/v1/audit?tenantId=ten_first'), 'SVC-RES-001');
    expectSuccess(await get(service, `/admin/v1/audit?tenantId=${tenant.id}`));
  });

  it('counts what a tenant uses, by day, operation and key', async function () {
    this.timeout(60_000);
    const tenant = dataOf('createTenant', await post(service, '/admin/v1/tenants', { name: 'Counted', tier: 'free' }));
    const path = `/admin/v1/tenants/${tenant.id}`;
    const { id, key } = dataOf('createKey', await post(service, `${path}/keys`, { name: 'x', scopes: ['price'] }));
    for (let run = 0; run < 2; run += 1) expectSuccess(await requesting(key, 'POST', '/api/v1/price', option));
    const options = Array.from({ length: 5_000 }, (_each, row) => ({ ...option, strike: 50 + row / 50 }));
    expectSuccess(await requesting(key, 'POST', '/api/v1/batch/greeks', { options }));
    let usage: Body;
    // Counts are written every 5 s.
    for (let tries = 0; tries < 40; tries += 1) {
      usage = dataOf('getUsage', await get(service, `${path}/usage`));
      if (usage.days[0]?.requests === 3 && usage.days[0]?.receipts === 3 && usage.days[0].computeSeconds > 0) break;
      await pause(300);
    }
    const day = new Date().toISOString().slice(0, 10);
    expect(usage.days).to.have.length(1);
    const { computeSeconds, ...counts } = usage.days[0];
    expect(counts).to.deep.equal({ day, requests: 3, receipts: 3 });
    // A batch of closed forms counts too: 5 000 Greeks take some milliseconds.
    expect(computeSeconds).to.be.within(0.001, 2);
    expect(usage.lastDay).to.have.deep.members([
      { operationId: 'priceOption', actor: id, requests: 2 },
      { operationId: 'batchGreeks', actor: id, requests: 1 },
    ]);
    expect(usage.month.requests).to.deep.equal({ used: 3, quota: 10_000, left: 9_997 });
    expect(usage.stored).to.deep.equal([{ collection: 'receipts', documents: 3, more: false }]);
    expect(usage.storedBytes).to.deep.include({ quota: 2 ** 30, byKind: { receipts: usage.storedBytes.used } });
    // Most of it is the batch: request and answer of 5 000 options.
    expect(usage.storedBytes.used).to.be.within(3 * 500, 2 ** 20);
    expectFault(await get(service, `${path}/usage?from=2026-03-04&to=2026-03-01`), '/query/from');
  });

  describe('from a terminal (npm run admin)', function () {
    // Each command is a process that takes a second of processor time to start.
    this.timeout(60_000);
    const run = promisify(execFile);
    const admin = (...words: string[]) =>
      run(process.execPath, [path.join(packageRoot, 'dist/services/reference/admin.js'), ...words], {
        env: { ...process.env, SVC_DATA_DIR: service.environment.SVC_DATA_DIR },
      });
    const fails = async (words: string[], code: number, reason: RegExp) => {
      const failure = await admin(...words).then(
        () => undefined,
        (error: { code: number; stderr: string }) => error,
      );
      expect(failure?.code, failure?.stderr).to.equal(code);
      expect(failure?.stderr)
        .to.match(reason)
        .and.not.match(/\n\s+at /);
    };

    it('replaces a lost key while the service runs', async () => {
      const { stdout } = await admin(
        'key',
        'create',
        '--tenant',
        'ten_first',
        '--name',
        'New key',
        '--scopes',
        'all',
        '--roles',
        'platform_admin',
      );
      const [key] = /svc_live_[0-9A-Za-z]{32}/.exec(stdout) ?? [];
      const { items } = dataOf('listKeys', await requesting(key, 'GET', '/admin/v1/tenants/ten_first/keys'));
      const { id } = items.find(({ name }: Body) => name === 'New key');
      const { stdout: listed } = await admin('keys', '--tenant', 'ten_first');
      expect(listed).to.include(id).and.not.include(key);
      await admin('key', 'revoke', '--tenant', 'ten_first', id);
      await pause(WITHIN_MS);
      expectFailure(await requesting(key, 'GET', '/admin/v1/tenants'), 'SVC-AUTH-003');
      const { items: entries } = dataOf('listAudit', await get(service, `/admin/v1/audit?subject=${id}`));
      for (const { actor } of entries) expect(actor).to.match(/^terminal:/);
      expect(entries).to.have.length(2);
    });

    it('makes the first administrator', async () => {
      const { stdout } = await admin(
        'user',
        'create',
        '--tenant',
        'ten_first',
        '--email',
        'first@example.com',
        '--roles',
        'platform_admin',
      );
      const { token } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { token: string };
      const acceptance = { tenantId: 'ten_first', email: 'first@example.com', token, password: PASSWORD };
      dataOf('acceptInvitation', await requesting(undefined, 'POST', '/admin/v1/invitations/accept', acceptance));
      const { stdout: users } = await admin('users', '--tenant', 'ten_first');
      expect(users).to.match(/first@example\.com\s+platform_admin\s+active/);
    });

    it('creates and changes tenants, and checks an audit log', async () => {
      const id = (await admin('tenant', 'create', '--name', 'From a terminal', '--tier', 'pro')).stdout.trim();
      expect((await admin('tenant', 'set', '--tenant', id, '--tier', 'business')).stdout).to.match(/business tier and active/);
      expect((await admin('tenants')).stdout).to.include('From a terminal');
      expect((await admin('audit', 'verify', '--tenant', id)).stdout).to.match(/^2 entries agree/);
    });

    it('says in plain words what is wrong, and how it is called', async () => {
      expect((await admin('help')).stdout).to.match(/A lost key:/);
      await fails(['nonsense'], 78, /there is no command nonsense/);
      await fails(['keys'], 78, /--tenant is missing\n {2}keys --tenant ID/);
      await fails(['keys', '--tenant', 'x', '--nonsense', 'y'], 78, /nonsense/);
      await fails(['key', 'revoke', '--tenant', 'x'], 78, /one id is taken here/);
      await fails(['keys', '--tenant', 'ten_nobody'], 1, /^ten_nobody is not there\n$/);
      await fails(['tenant', 'create', '--name', 'x', '--tier', 'gold'], 1, /^tier must be /);
      await fails(['tenant', 'set', '--tenant', 'ten_first', '--monthly-quota', 'many'], 1, /--monthly-quota must be a number; got many/);
    });
  });
});
