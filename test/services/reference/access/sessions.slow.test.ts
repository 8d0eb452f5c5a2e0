import { expect } from 'chai';
import { DEVICE_MS, deviceOf } from '#services/reference/access/devices';
import { hashPassword, isPassword } from '#services/reference/access/password';
import {
  endSession,
  findSession,
  IDLE_MS,
  LIFETIME_MS,
  listSessions,
  sessionHash,
  signIn,
  sweepSessions,
} from '#services/reference/access/sessions';
import { updateTenant } from '#services/reference/access/tenants';
import { acceptInvitation, changePassword, createUser, inviteUser, updateUser } from '#services/reference/access/users';
import { auditEntries } from '#services/resources/audit-entry';
import type { User } from '#services/resources/user';
import { defined } from '#services/runtime/defined';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';
import {
  administration,
  anybody,
  DAY_MS,
  isRefused,
  keyOf,
  newTenant,
  newUser,
  newUserWithPassword,
  PASSWORD,
  platformAdmin,
  sessionOf,
  type TestAdministration,
} from './support.js';

/** Somebody whose turn has come. */
const asker = { name: '192.0.2.1', isKnown: false };

describe('a password', () => {
  it('is kept as an scrypt hash with its settings and a salt of its own, and found by itself alone', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD, asker), hashPassword(PASSWORD, asker)]);
    expect(one).to.match(/^scrypt\$32768\$8\$3\$[A-Za-z0-9+/=]{24}\$[A-Za-z0-9+/=]{44}$/);
    expect(two).not.to.equal(one);
    const offers = [PASSWORD, `${PASSWORD} `, PASSWORD.toUpperCase(), ''];
    expect(await Promise.all(offers.map((offer) => isPassword(offer, one, asker)))).to.deep.equal([true, false, false, false]);
    expect(await isPassword(PASSWORD, undefined, asker)).to.equal(false);
    expect(await isPassword('', undefined, asker)).to.equal(false);
  });

  it('is the same however its characters are composed', async () => {
    const hash = await hashPassword('caf\u00e9 au lait au matin', asker);
    expect(await isPassword('cafe\u0301 au lait au matin', hash, asker)).to.equal(true);
  });
});

onEachStore('sessions', (newStore) => {
  let store: Store;
  let tools: TestAdministration;
  let tenantId: string;
  let user: User;
  const enter = (fields: object = {}, caller = anybody()) =>
    signIn(tools, caller, { tenantId, email: user.email, password: PASSWORD, ...fields });
  const find = (token: string) => findSession(tools, sessionHash(token));

  before(async () => {
    store = await newStore();
  });
  beforeEach(async function () {
    this.timeout(60_000);
    tools = administration(store);
    tenantId = (await newTenant(tools)).id;
    user = await newUserWithPassword(tools, tenantId, ['risk_manager']);
  });

  it('begin with the right password, each with a token of its own of which only the hash is stored', async () => {
    const [one, two] = [await enter(), await enter()];
    expect(one.token)
      .to.match(/^[A-Za-z0-9_-]{43}$/)
      .and.not.equal(two.token);
    expect(JSON.stringify(one.session)).not.to.include(one.token);
    expect(await find(one.token)).to.deep.include({ scopes: ['price', 'portfolio', 'xva', 'jobs', 'governance', 'validate'] });
    expect((await find(one.token))?.user.id).to.equal(user.id);
    expect(one.session.csrfToken).not.to.equal(two.session.csrfToken);
    expect(await find('x'.repeat(43))).to.equal(undefined);
  });

  it('are refused in the same words whatever is wrong', async () => {
    const disabled = await newUserWithPassword(tools, tenantId, ['viewer']);
    await updateUser(tools, platformAdmin, tenantId, disabled.id, disabled.version, { status: 'disabled' });
    const { user: invited } = await createUser(tools, platformAdmin, tenantId, { email: 'invited@example.com', roles: ['viewer'] });
    const words = /^the tenant, the e-mail address or the password is not right$/;
    await isRefused(enter({ password: 'wrong' }), words);
    await isRefused(enter({ password: '' }), words);
    await isRefused(enter({ email: 'nobody@example.com' }), words);
    await isRefused(enter({ tenantId: 'ten_nobody' }), words);
    await isRefused(enter({ email: disabled.email }), words);
    await isRefused(enter({ email: invited.email }), words);
    await updateTenant(tools, platformAdmin, tenantId, 1, { status: 'disabled' });
    await isRefused(enter(), words);
  });

  it('are refused as slowly for a user who is not there as for a wrong password', async function () {
    this.timeout(120_000);
    const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 5; round += 1)
      for (const [kind, email] of [
        ['known', user.email],
        ['unknown', 'nobody@example.com'],
      ] as const) {
        const startedAt = performance.now();
        await isRefused(enter({ email, password: 'wrong' }));
        times[kind] = Math.min(times[kind], performance.now() - startedAt);
      }
    // The shortest of five: what is left is the work itself. Without a hash to compare with, a refusal would take a hundredth.
    expect(times.unknown / times.known).to.be.within(0.5, 2);
  });

  it('end after half an hour without use, and after twelve hours whatever happens', async () => {
    const { token } = await enter();
    tools.clock.now += IDLE_MS - 1;
    expect(await find(token)).not.to.equal(undefined);
    tools.clock.now += IDLE_MS - 1;
    expect(await find(token)).not.to.equal(undefined);
    tools.clock.now += IDLE_MS;
    expect(await find(token)).to.equal(undefined);

    const busy = await enter();
    const end = tools.clock.now + LIFETIME_MS;
    for (; tools.clock.now < end; tools.clock.now += IDLE_MS / 2)
      expect(await find(busy.token), String(end - tools.clock.now)).not.to.equal(undefined);
    expect(await find(busy.token)).to.equal(undefined);
    tools.clock.now += 1;
    expect(await sweepSessions(store, tools.clock.now)).to.be.at.least(2);
  });

  it('end with their user and their tenant, at once', async () => {
    const { token } = await enter();
    const tenant = await updateTenant(tools, platformAdmin, tenantId, 1, { status: 'disabled' });
    expect(await find(token)).to.equal(undefined);
    await updateTenant(tools, platformAdmin, tenantId, tenant.version, { status: 'active' });
    expect(await find(token)).not.to.equal(undefined);
    const { version } = defined(await find(token), 'the session').user;
    const disabled = await updateUser(tools, platformAdmin, tenantId, user.id, version, { status: 'disabled' });
    expect(await find(token)).to.equal(undefined);
    // Active again, the user signs in again.
    await updateUser(tools, platformAdmin, tenantId, user.id, disabled.version, { status: 'active' });
    expect(await find(token)).to.equal(undefined);
  });

  it('have the roles that the user has now', async () => {
    const { token } = await enter();
    const { version } = defined(await find(token), 'the session').user;
    await updateUser(tools, platformAdmin, tenantId, user.id, version, { roles: ['viewer'] });
    expect((await find(token))?.user.roles).to.deep.equal(['viewer']);
  });

  it('are listed and ended by their user and by administrators, and by nobody else', async () => {
    const { token, session } = await enter();
    const colleague = sessionOf(await newUser(tools, tenantId, ['quant']));
    await failsWith('not_found', listSessions(tools, colleague, tenantId, user.id));
    await failsWith('not_found', endSession(tools, colleague, tenantId, user.id, session.id));
    await failsWith('not_found', listSessions(tools, keyOf('ten_other', 'admin'), tenantId, user.id));
    // Under the id of another user.
    await failsWith('not_found', endSession(tools, colleague, tenantId, colleague.userId, session.id));
    expect((await listSessions(tools, sessionOf(user), tenantId, user.id)).map(({ id }) => id)).to.deep.equal([session.id]);
    expect(await find(token)).not.to.equal(undefined);
    await endSession(tools, keyOf(tenantId, 'admin'), tenantId, user.id, session.id);
    expect(await find(token)).to.equal(undefined);
    const operator = await newUserWithPassword(tools, tenantId, ['platform_admin']);
    const theirs = await enter({ email: operator.email });
    await isRefused(endSession(tools, keyOf(tenantId, 'admin'), tenantId, operator.id, theirs.session.id), /platform_admin/);
  });

  it('are not touched by guesses of others, which wait after six in a minute from one network', async () => {
    const { token } = await enter();
    const guesser = anybody('203.0.113.7');
    const outcomes: string[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      outcomes.push(
        await enter({ password: 'wrong' }, guesser).then(
          () => 'in',
          ({ message }: Error) => (/too many/.test(message) ? 'wait' : 'refused'),
        ),
      );
    expect(outcomes).to.deep.equal([...new Array<string>(6).fill('refused'), 'wait', 'wait']);
    expect(await find(token)).not.to.equal(undefined);
    // From elsewhere, the right password still counts.
    expect((await enter()).session.userId).to.equal(user.id);
  });

  it('succeed while others guess from many networks, and from a known device while they guess from the same one', async function () {
    this.timeout(120_000);
    const { device } = await enter({}, anybody('203.0.113.9'));
    const guess = (address: string) =>
      enter({ password: 'wrong' }, anybody(address)).then(
        () => 'in',
        ({ message }: Error) => (/too many/.test(message) ? 'wait' : 'refused'),
      );
    // Forty guesses from forty networks, which are more than the thirty that a user has; one at a time, so that none is refused as busy.
    for (let network = 1; network <= 40; network += 1) expect(await guess(`192.0.2.${network}`)).to.equal('refused');
    // Each of them has failed once, and waits; the user's own network has not.
    expect(await guess('192.0.2.40')).to.equal('wait');
    expect((await enter({}, anybody('198.51.100.251'))).session.userId).to.equal(user.id);
    // A failure of a network without the device is its last in this minute; the device has six.
    for (let failure = 0; failure < 2; failure += 1) await guess('203.0.113.9');
    expect(await guess('203.0.113.9')).to.equal('wait');
    const here = anybody('203.0.113.9');
    const credentials = { tenantId, email: user.email, password: PASSWORD };
    expect((await signIn(tools, here, credentials, device)).session.userId).to.equal(user.id);
    for (let failure = 0; failure < 6; failure += 1)
      await isRefused(signIn(tools, here, { ...credentials, password: 'wrong' }, device), /not right/);
    expect(await signIn(tools, here, credentials, device).catch(({ message }: Error) => message)).to.match(/too many/);
  });

  it('know no device by the token of another user, of a former password or of half a year ago', async function () {
    this.timeout(60_000);
    const { device } = await enter();
    const name = deviceOf(user, device, tools.clock.now);
    expect(name).to.match(/^[\w-]{22}$/);
    expect(deviceOf({ ...user, id: 'usr_other' }, device, tools.clock.now)).to.equal(undefined);
    expect(deviceOf({ ...user, passwordHash: 'another' }, device, tools.clock.now)).to.equal(undefined);
    expect(deviceOf(user, device, tools.clock.now + DEVICE_MS)).to.equal(undefined);
    const [time, , mac] = device.split('.');
    for (const forged of ['', '..', `${time}.${'x'.repeat(22)}.${mac}`, `${time}.${name}.`, device.slice(0, -1)])
      expect(deviceOf(user, forged, tools.clock.now), forged).to.equal(undefined);
  });

  it('of six networks of one customer of IPv6 are one network’s', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => enter({ password: 'wrong' }, anybody(`2001:db8:1:2::${index + 1}`))),
    );
    expect(outcomes.filter((each) => each.status === 'rejected' && /too many/.test(each.reason.message))).to.have.length(2);
  });

  it('leave entries of sign-ins, of refused ones and of the end', async () => {
    const { session } = await enter();
    await isRefused(enter({ password: 'wrong' }));
    await endSession(tools, sessionOf(user), tenantId, user.id, session.id);
    const actions = (await store.page(auditEntries, tenantId, { limit: 100, sort: 'id' })).items.map(({ action }) => action);
    expect(actions).to.include.members(['session.create', 'session.refuse', 'session.end']);
  });

  it('end, but for the one in use, when the password is changed', async () => {
    const [one, two] = [await enter(), await enter()];
    const caller = sessionOf(user, one.session.id);
    await isRefused(changePassword(tools, caller, { currentPassword: 'wrong', newPassword: 'another long password' }), /currentPassword/);
    await changePassword(tools, caller, { currentPassword: PASSWORD, newPassword: 'another long password' });
    expect(await find(one.token)).not.to.equal(undefined);
    expect(await find(two.token)).to.equal(undefined);
    await isRefused(enter());
    await enter({ password: 'another long password' });
  });

  describe('an invitation', () => {
    const accept = (fields: object) =>
      acceptInvitation(tools, anybody(), { tenantId, email: user.email, password: 'a new long password', ...fields });

    it('is used once, replaces the one before, and ends after a week', async () => {
      const first = await inviteUser(tools, platformAdmin, tenantId, user.id);
      // The present password holds until then.
      const { token } = await enter();
      const second = await inviteUser(tools, platformAdmin, tenantId, user.id);
      await isRefused(accept({ token: first.token }), /invitation/);
      await accept({ token: second.token });
      expect(await find(token)).to.equal(undefined);
      await isRefused(enter());
      await enter({ password: 'a new long password' });
      await isRefused(accept({ token: second.token }), /invitation/);
      const late = await inviteUser(tools, platformAdmin, tenantId, user.id);
      tools.clock.now += 7 * DAY_MS;
      await isRefused(accept({ token: late.token }), /invitation/);
    });

    it('is of one user of one tenant', async () => {
      const { token } = await inviteUser(tools, platformAdmin, tenantId, user.id);
      const other = await newUser(tools, tenantId, ['tenant_admin']);
      await isRefused(accept({ token, email: other.email }), /invitation/);
      await isRefused(accept({ token, tenantId: 'ten_nobody' }), /invitation/);
      await isRefused(accept({ token: '' }), /invitation/);
      await isRefused(accept({ token, email: 'nobody@example.com' }), /invitation/);
      await accept({ token });
    });

    it('takes no short password', async () => {
      const { token } = await inviteUser(tools, platformAdmin, tenantId, user.id);
      await accept({ token, password: 'eleven char' }).then(
        () => expect.fail('taken'),
        (error: Error) => expect(error.message).to.match(/^password /),
      );
    });
  });
});
