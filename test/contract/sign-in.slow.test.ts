/** Signing in with a second factor, and at an identity provider that others wrote, over HTTP. */
import { expect } from 'chai';
import { type TOTP, URI } from 'otpauth';
import { dataOf } from '../support/admin.js';
import { expectFailure } from '../support/envelope.js';
import { type Body, get, post, send } from '../support/http.js';
import { type LocalProvider, startProvider, Visitor } from '../support/identity-provider.js';
import { freePorts } from '../support/ports.js';
import { type RunningService, startService } from '../support/service.js';

const BEGIN = '/admin/v1/session/provider?tenantId=ten_first';
const CALLBACK = '/admin/v1/session/provider/callback';

describe('signing in', function () {
  this.timeout(120_000);
  let service: RunningService;
  let provider: LocalProvider;

  before(async () => {
    const [port] = await freePorts(1);
    provider = await startProvider(`http://127.0.0.1:${port}`);
    service = await startService({ environment: { PORT: String(port), ...provider.environment } });
    for (const name of ['ada', 'grace']) await invite(`${name}@example.com`);
  });
  after(async () => {
    await service?.stop();
    await provider?.stop();
  });

  const users = '/admin/v1/tenants/ten_first/users';
  const invite = async (email: string): Promise<Body> => dataOf('createUser', await post(service, users, { email, roles: ['quant'] }));
  const isConsole = ({ pathname }: URL): boolean => pathname === '/console';
  const isCallback = ({ pathname }: URL): boolean => pathname === CALLBACK;
  const signIn = (visitor: Visitor, person: string, isEnd = isConsole) => visitor.signIn(`${service.url}${BEGIN}`, person, isEnd);
  /** The search of the address to which the service sends a browser that comes here. */
  const sentFrom = async (visitor: Visitor, address: string): Promise<string> => {
    const response = await visitor.fetch(address);
    expect(response.status).to.equal(303);
    expect(response.headers.get('cache-control')).to.equal('no-store');
    return new URL(response.headers.get('location') ?? '', service.url).search;
  };
  const sessionOf = (visitor: Visitor) =>
    send(service, 'GET', '/admin/v1/session', { headers: { 'X-API-Key': undefined, Cookie: visitor.cookiesFor(service.url) } });

  it('at an identity provider is one of the ways in', async () => {
    expect(dataOf('getSignInMethods', await get(service, '/admin/v1/session/methods'))).to.deep.equal({ password: true, provider: true });
  });

  it('opens a session of the user with the address, and the same person comes again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const visitor = new Visitor();
      expect((await signIn(visitor, 'ada')).search).to.equal('?from=provider');
      const session = dataOf('getOwnSession', await sessionOf(visitor));
      const list = await send(service, 'GET', `/admin/v1/tenants/ten_first/users/${session.userId}/sessions`);
      expect(dataOf('listSessions', list).items[0].address).to.equal('127.0.0.1');
      expect(session).to.deep.include({ email: 'ada@example.com', tenantId: 'ten_first', roles: ['quant'] });
      const [begun, cookie] = visitor.setCookies.filter((each) => each.startsWith('svc_'));
      expect(begun).to.match(/^svc_sign_in=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
      expect(cookie).to.match(/^svc_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
      expect(visitor.cookiesFor(service.url)).not.to.include('svc_sign_in');
    }
    const { items } = dataOf('listUsers', await get(service, users));
    expect(items.find(({ email }: Body) => email === 'ada@example.com')).to.deep.include({ status: 'active' });
  });

  it('asks the provider with PKCE, state and nonce, each new', async () => {
    const redirects = await Promise.all([1, 2].map(async () => (await fetch(`${service.url}${BEGIN}`, { redirect: 'manual' })).headers));
    const [one, two] = redirects.map((headers) => new URL(`${headers.get('location')}`).searchParams);
    expect(Object.fromEntries(one ?? [])).to.deep.include({ scope: 'openid email', response_type: 'code', code_challenge_method: 'S256' });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one?.get(name), name)
        .to.match(/^[\w-]{43}$/)
        .and.not.equal(two?.get(name));
  });

  it('refuses who has no verified address, or is no user of the tenant, and says so on the console', async () => {
    provider.people.set('eve', { email: 'ada@example.com', isVerified: false });
    expect((await signIn(new Visitor(), 'eve')).search).to.equal('?refused=unverified');
    expect((await signIn(new Visitor(), 'nobody')).search).to.equal('?refused=unknown');
    // The address of a user who has signed in before is another person's.
    provider.people.set('mallory', { email: 'Ada@example.com', isVerified: true });
    expect((await signIn(new Visitor(), 'mallory')).search).to.equal('?refused=unknown');
  });

  it('takes nothing from a browser that has not begun, or began another sign-in, and no code twice', async () => {
    const [victim, attacker] = [new Visitor(), new Visitor()];
    const back = await signIn(attacker, 'grace', isCallback);
    // The link of an attacker, opened in the browser of somebody else.
    expect(await sentFrom(victim, back.href)).to.equal('?refused=expired');
    await victim.fetch(`${service.url}${BEGIN}`);
    expect(await sentFrom(victim, back.href)).to.equal('?refused=expired');
    expectFailure(await sessionOf(victim), 'SVC-AUTH-001');

    const copy = attacker.cookiesFor(service.url);
    expect(await sentFrom(attacker, back.href)).to.equal('?from=provider');
    expect(await sentFrom(attacker, back.href)).to.equal('?refused=expired');
    const again = await fetch(back.href, { headers: { Cookie: copy }, redirect: 'manual' });
    expect(again.headers.get('location')).to.equal('/console?refused=refused');
  });

  it('refuses a code, a state, an issuer or a verifier that is not the one', async () => {
    for (const [name, value] of [
      ['code', 'another'],
      ['iss', 'https://evil.example.com'],
      ['error', 'access_denied'],
    ] as const) {
      const visitor = new Visitor();
      const back = await signIn(visitor, 'grace', isCallback);
      back.searchParams.set(name, value);
      expect(await sentFrom(visitor, back.href), name).to.equal('?refused=refused');
    }
    const visitor = new Visitor();
    const back = await signIn(visitor, 'grace', isCallback);
    const [, cookieText = ''] = /svc_sign_in=([\w-]+)/.exec(visitor.cookiesFor(service.url)) ?? [];
    const started = JSON.parse(Buffer.from(cookieText, 'base64url').toString());
    for (const change of [{ verifier: 'x'.repeat(43) }, { nonce: 'x'.repeat(43) }]) {
      const cookie = `svc_sign_in=${Buffer.from(JSON.stringify({ ...started, ...change })).toString('base64url')}`;
      const response = await fetch(back.href, { headers: { Cookie: cookie }, redirect: 'manual' });
      expect(response.headers.get('location'), JSON.stringify(change)).to.equal('/console?refused=refused');
    }
    for (const nonsense of ['svc_sign_in=x', 'svc_sign_in=e30', `svc_sign_in=${'A'.repeat(1000)}`]) {
      const response = await fetch(back.href, { headers: { Cookie: nonsense }, redirect: 'manual' });
      expect(response.headers.get('location'), nonsense).to.equal('/console?refused=expired');
    }
  });

  it('asks for a code once the user has turned on a second factor, and no longer once it is off', async () => {
    const { invitationToken: token, email } = await invite('factor@example.com');
    const credentials = { tenantId: 'ten_first', email, password: 'correct horse battery staple' };
    dataOf('acceptInvitation', await post(service, '/admin/v1/invitations/accept', { ...credentials, token }));
    const signedIn = await post(service, '/admin/v1/session', credentials);
    const headers = {
      ...{ 'X-API-Key': undefined, 'X-CSRF-Token': dataOf('signIn', signedIn).csrfToken },
      Cookie: signedIn.headers.getSetCookie().join('; '),
    };
    const request = (path: string, body: object) => send(service, 'POST', `/admin/v1/session/second-factor${path}`, { body, headers });
    const { password } = credentials;
    const { address, secret } = dataOf('startSecondFactor', await request('', { password }));
    const app = URI.parse(address) as TOTP;
    expect(app.secret.base32).to.equal(secret);
    const now = Date.now();
    const { recoveryCodes } = dataOf('confirmSecondFactor', await request('/confirm', { code: app.generate({ timestamp: now }) }));
    const { details } = expectFailure(await post(service, '/admin/v1/session', credentials), 'SVC-AUTH-002');
    expect(details).to.have.nested.property('[0].pointer', '/code');
    const session = dataOf('signIn', await post(service, '/admin/v1/session', { ...credentials, code: recoveryCodes[0] }));
    expect(session.secondFactor).to.equal('on');
    const end = { password, code: app.generate({ timestamp: now + 30_000 }) };
    expect(dataOf('endSecondFactor', await request('/end', end)).secondFactor).to.equal(false);
    expectFailure(await request('/end', end), 'SVC-RES-002');
    dataOf('signIn', await post(service, '/admin/v1/session', credentials));
  });

  it('ends as unavailable while the provider does not answer; passwords go on', async () => {
    const visitor = new Visitor();
    const back = await signIn(visitor, 'grace', isCallback);
    await provider.stop();
    expect(await sentFrom(visitor, back.href)).to.match(/\?refused=(refused|unavailable)/);
    const answer = await post(service, '/admin/v1/session', { tenantId: 'ten_first', email: 'grace@example.com', password: 'wrong' });
    expectFailure(answer, 'SVC-AUTH-002');
  });
});
