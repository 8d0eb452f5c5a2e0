import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { Secret, TOTP, URI } from 'otpauth';
import type { CallFailure } from '#proto/failure';
import { confirmSecondFactor, endSecondFactor, removeSecondFactor, startSecondFactor } from '#services/reference/access/second-factor';
import { secretBox } from '#services/reference/access/secret-box';
import { findSession, sessionHash, signIn } from '#services/reference/access/sessions';
import { updateTenant } from '#services/reference/access/tenants';
import { acceptInvitation, changePassword, inviteUser, userView } from '#services/reference/access/users';
import { auditEntries } from '#services/resources/audit-entry';
import { type User, users } from '#services/resources/user';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';
import {
  administration,
  anybody,
  DAY_MS,
  isRefused,
  newTenant,
  newUserWithPassword,
  PASSWORD,
  platformAdmin,
  sessionOf,
} from './support.js';

const PERIOD_MS = 30_000;

describe('a sealed secret', () => {
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const secret = Buffer.from('twenty bytes of it..');
  const sealed = defined(secretBox([one]), 'a box').seal(secret, 'usr_a');

  it('opens with its key, also where that is a former one, for its owner alone', () => {
    expect(secretBox([two, one])?.open(sealed, 'usr_a')).to.deep.equal(secret);
    expect(secretBox([two])?.open(sealed, 'usr_a')).to.equal(undefined);
    expect(secretBox([one])?.open(sealed, 'usr_b')).to.equal(undefined);
    expect(secretBox([])).to.equal(undefined);
  });

  it('does not open once any bit of it has changed', () => {
    const bytes = Buffer.from(sealed, 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(secretBox([one])?.open(changed.toString('base64'), 'usr_a'), `byte ${index}`).to.equal(undefined);
    }
    expect(secretBox([one])?.open('', 'usr_a')).to.equal(undefined);
  });
});

onEachStore('a second factor', (newStore) => {
  const tools = { ...administration(undefined as unknown as Store) };
  let session: ReturnType<typeof sessionOf>;
  let user: User;
  let app: TOTP;
  let recoveryCodes: readonly string[];

  const stored = async (): Promise<User> => defined(await tools.store.get(users, user.tenantId, user.id), 'the user');
  const code = (periods = 0): string => app.generate({ timestamp: tools.clock.now + periods * PERIOD_MS });
  const enter = (fields: object = {}) =>
    signIn(tools, anybody(), { tenantId: user.tenantId, email: user.email, password: PASSWORD, ...fields });
  const start = async (): Promise<void> => {
    const { address } = await startSecondFactor(tools, session, { password: PASSWORD });
    app = URI.parse(address) as TOTP;
  };

  before(async () => {
    const store = await newStore();
    Object.assign(tools, administration(store), { box: secretBox([Buffer.alloc(32, 7)]) });
  });
  beforeEach(async function () {
    this.timeout(60_000);
    user = await newUserWithPassword(tools, (await newTenant(tools)).id, ['quant']);
    session = sessionOf(user);
    await start();
    ({ recoveryCodes } = await confirmSecondFactor(tools, session, { code: code() }));
    tools.clock.now += 2 * PERIOD_MS;
  });

  it('shows the codes of RFC 6238, and gives apps its secret by the address that they know', () => {
    // RFC 6238, appendix B: the last six of the eight digits at 59 s.
    expect(new TOTP({ ...app, secret: Secret.fromUTF8('12345678901234567890') }).generate({ timestamp: 59_000 })).to.equal('287082');
    expect(app.toString()).to.match(/^otpauth:\/\/totp\/Derivatives%20service:/);
    expect(app.period).to.equal(30);
    expect(app.secret.bytes).to.have.length(20);
  });

  it('is asked for beside the right password, and only then', async () => {
    const failure = await enter().catch((error: CallFailure) => error);
    expect(failure).to.deep.include({
      code: status.PERMISSION_DENIED,
      faults: [{ pointer: '/code', reason: 'the user has a second factor: a code is needed' }],
    });
    await isRefused(enter({ code: '000000' }), /^the code is not right/);
    await isRefused(enter({ password: 'wrong', code: code() }), /^the tenant, the e-mail address or the password is not right$/);
    const { token } = await enter({ code: code() });
    expect(await findSession(tools, sessionHash(token))).to.deep.include({ secondFactor: 'on' });
  });

  it('takes the code of the period before and after, with a space in it, and none twice', async () => {
    const [earlier, later] = [code(-1), code(1)];
    await enter({ code: `${earlier.slice(0, 3)} ${earlier.slice(3)}` });
    await isRefused(enter({ code: earlier }), /used before/);
    await enter({ code: later });
    // A code of an earlier period than the last that was used is an old one.
    await isRefused(enter({ code: code() }), /used before/);
    tools.clock.now += 10 * PERIOD_MS;
    await isRefused(enter({ code: code(-2) }));
    await isRefused(enter({ code: code(2) }));
  });

  it('takes one of many sign-ins at once with the same code', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => enter({ code: code() })));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).to.have.length(1);
  });

  it('takes each recovery code once, however it is written', async () => {
    const [one = '', two = ''] = recoveryCodes;
    expect(recoveryCodes).to.have.length(10);
    expect(one).to.match(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    await enter({ code: one.toLowerCase().replaceAll('-', ' ') });
    await isRefused(enter({ code: one }));
    await enter({ code: two });
    expect((await stored()).secondFactor?.recoveryHashes).to.have.length(8);
  });

  it('compares no more codes after thirty wrong ones in a day, but takes recovery codes', async function () {
    this.timeout(120_000);
    for (let failure = 0; failure < 30; failure += 1) await isRefused(enter({ code: '000000' }));
    const failure = await enter({ code: code() }).catch((error: CallFailure) => error);
    expect(failure).to.deep.include({ code: status.RESOURCE_EXHAUSTED });
    await enter({ code: recoveryCodes[0] });
    tools.clock.now += DAY_MS;
    await enter({ code: code() });
  });

  it('is stored sealed and hashed, and shown to nobody', async () => {
    const text = JSON.stringify(await stored());
    expect(text).not.to.include(app.secret.base32);
    expect(text).not.to.include(app.secret.hex);
    for (const each of recoveryCodes) expect(text).not.to.include(each);
    const view = userView(await stored());
    expect(view.secondFactor).to.equal(true);
    const entries = JSON.stringify((await tools.store.page(auditEntries, user.tenantId, { limit: 100, sort: 'id' })).items);
    expect(entries)
      .to.include('user.start_second_factor')
      .and.not.include((await stored()).secondFactor?.secret);
  });

  it('needs the key outside the store: without it recovery codes alone are taken', async () => {
    const lost = { ...tools, box: undefined };
    const offer = (each: string) => signIn(lost, anybody(), { tenantId: user.tenantId, email: user.email, password: PASSWORD, code: each });
    await isRefused(offer(code()), /lost the key/);
    await offer(recoveryCodes[0] ?? '');
    await failsWith('conflict', startSecondFactor(lost, session, { password: PASSWORD }));
  });

  it('is turned off with the password and a code, by its user alone', async () => {
    await isRefused(endSecondFactor(tools, session, { password: 'wrong', code: code() }), /password/);
    await isRefused(endSecondFactor(tools, session, { password: PASSWORD, code: '000000' }), /code/);
    await isRefused(endSecondFactor(tools, { ...session, sessionId: '' }, { password: PASSWORD, code: code() }), /signed-in/);
    await endSecondFactor(tools, session, { password: PASSWORD, code: code() });
    await enter();
    await failsWith('conflict', endSecondFactor(tools, session, { password: PASSWORD, code: code() }));
  });

  it('stays where the password is changed', async () => {
    await changePassword(tools, session, { currentPassword: PASSWORD, newPassword: 'another long password' });
    await isRefused(enter({ password: 'another long password' }), /code is needed/);
  });

  it('ends with the first password that nobody else can know, because it may be that of whoever could sign in before', async () => {
    const accept = (token: string) =>
      acceptInvitation(tools, anybody(), { tenantId: user.tenantId, email: user.email, token, password: PASSWORD });
    // The first administrator was shown the token of the invitation, and is shown another.
    const { token } = await inviteUser(tools, platformAdmin, user.tenantId, user.id);
    await accept(token);
    await isRefused(enter(), /code is needed/);
    const sent: string[] = [];
    const send = async (_: User, sentToken: string) => void sent.push(sentToken);
    for (const isAsked of [false, true]) {
      await inviteUser(tools, platformAdmin, user.tenantId, user.id, send);
      await accept(defined(sent.at(-1), 'a token'));
      if (isAsked) await isRefused(enter(), /code is needed/);
      else {
        await enter();
        // From now on the user alone knows the password, and keeps what is set up with it.
        session = sessionOf(await stored());
        await start();
        await confirmSecondFactor(tools, session, { code: code() });
      }
    }
  });

  it('does not hold before its first code, and is not replaced while it is on', async () => {
    await failsWith('conflict', startSecondFactor(tools, session, { password: PASSWORD }));
    await endSecondFactor(tools, session, { password: PASSWORD, code: code() });
    await isRefused(startSecondFactor(tools, session, { password: 'wrong' }), /password/);
    await start();
    await isRefused(confirmSecondFactor(tools, session, { code: '000000' }), /not right/);
    await enter();
    await confirmSecondFactor(tools, session, { code: code() });
    await failsWith('conflict', confirmSecondFactor(tools, session, { code: code() }));
    await isRefused(enter(), /code is needed/);
  });

  it('of another is removed by an administrator, who cannot remove the own without a code', async () => {
    const { token } = await enter({ code: code() });
    await isRefused(removeSecondFactor(tools, session, user.tenantId, user.id));
    const administrator = await newUserWithPassword(tools, user.tenantId, ['tenant_admin']);
    const caller = sessionOf(administrator);
    await isRefused(removeSecondFactor(tools, caller, user.tenantId, administrator.id), /endSecondFactor/);
    await removeSecondFactor(tools, caller, user.tenantId, user.id);
    expect(await findSession(tools, sessionHash(token))).to.equal(undefined);
    await enter();
  });

  it('is asked for by a tenant: without one a session may do nothing but turn it on', async () => {
    await endSecondFactor(tools, session, { password: PASSWORD, code: code() });
    const tenant = await updateTenant(tools, platformAdmin, user.tenantId, 1, { requiresSecondFactor: true });
    const { token } = await enter();
    expect(await findSession(tools, sessionHash(token))).to.deep.include({ roles: [], scopes: [], secondFactor: 'required' });
    await start();
    await confirmSecondFactor(tools, { ...session, sessionId: (await enter()).session.id }, { code: code() });
    tools.clock.now += PERIOD_MS;
    const signedIn = await enter({ code: code(1) });
    expect(await findSession(tools, sessionHash(signedIn.token))).to.deep.include({ roles: ['quant'], secondFactor: 'on' });
    await updateTenant(tools, platformAdmin, user.tenantId, tenant.version, { requiresSecondFactor: false });
  });
});
