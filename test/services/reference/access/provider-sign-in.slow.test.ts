import { expect } from 'chai';
import { createKey, findKey } from '#services/reference/access/keys';
import { signInByProvider } from '#services/reference/access/provider-sign-in';
import { findSession, sessionHash, signIn } from '#services/reference/access/sessions';
import { updateTenant } from '#services/reference/access/tenants';
import { inviteUser, updateUser, userView } from '#services/reference/access/users';
import { type User, users } from '#services/resources/user';
import { defined } from '#services/runtime/defined';
import { onEachStore } from '#test/support/stores';
import {
  administration,
  anybody,
  isRefused,
  newTenant,
  newUser,
  newUserWithPassword,
  PASSWORD,
  platformAdmin,
  sessionOf,
  type TestAdministration,
} from './support.js';

const ISSUER = 'https://id.example.com';

onEachStore('a sign-in at the identity provider', (newStore) => {
  let tools: TestAdministration;
  let tenantId: string;
  before(async () => {
    tools = administration(await newStore());
  });
  beforeEach(async () => {
    tenantId = (await newTenant(tools)).id;
  });

  const enter = ({ email }: Pick<User, 'email'>, fields: object = {}) =>
    signInByProvider(tools, anybody(), { tenantId, email, issuer: ISSUER, subject: 'a', ...fields });
  const enterByPassword = ({ email }: User) => signIn(tools, anybody(), { tenantId, email, password: PASSWORD });
  const stored = async ({ id }: User): Promise<User> => defined(await tools.store.get(users, tenantId, id), 'the user');

  it('is that of an invited user, who then needs no password, and whose invitation ends', async () => {
    const user = await newUser(tools, tenantId, ['quant']);
    const { token } = await enter({ email: user.email });
    expect((await findSession(tools, sessionHash(token)))?.user.id).to.equal(user.id);
    const view = userView(await stored(user));
    expect(view).to.deep.include({ status: 'active' }).and.not.have.any.keys('invitation', 'invitationEndsAt', 'provider');
  });

  it('is that of one person: another with the address, at this provider or another, is refused', async () => {
    const user = await newUser(tools, tenantId, ['quant']);
    await enter(user);
    await enter(user);
    await isRefused(enter(user, { subject: 'b' }), /another person/);
    await isRefused(enter(user, { issuer: 'https://other.example.com' }), /another person/);
  });

  it('is refused to who is no user of the tenant, and to the disabled', async () => {
    const user = await newUser(tools, tenantId, ['quant']);
    await isRefused(enter({ email: 'nobody@example.com' }), /no user/);
    await isRefused(enter(user, { tenantId: 'ten_nobody' }), /no user/);
    await updateUser(tools, platformAdmin, tenantId, user.id, user.version, { status: 'disabled' });
    await isRefused(enter(user), /disabled/);
  });

  it('keeps a password that nobody else has seen, and ends one that others have, with its sessions and keys', async function () {
    this.timeout(60_000);
    const user = await newUserWithPassword(tools, tenantId, ['quant']);
    expect((await stored(user)).credentialsSeenBy).to.have.length.above(0);
    const former = await enterByPassword(user);
    const { key } = await createKey(tools, sessionOf(user), tenantId, { name: 'Of the user', scopes: ['price'] });
    const current = await stored(user);
    const secondFactor = { secret: 'that of somebody else', confirmedAt: tools.clock.now, lastPeriod: 0, recoveryHashes: [] };
    await tools.store.replace(users, { ...current, secondFactor }, current.version);
    await enter(user);
    expect((await stored(user)).credentialsSeenBy).to.deep.equal([]);
    await isRefused(enterByPassword(user));
    expect(await findSession(tools, sessionHash(former.token))).to.equal(undefined);
    expect((await findKey(tools.store, key.prefix)).key.revokedAt).to.be.a('number');
    // Whoever signed in with the password may have turned on an app of their own.
    expect(await stored(user)).not.to.have.any.keys('secondFactor');
    // An administrator takes the account over once more, and the user comes back.
    await inviteUser(tools, platformAdmin, tenantId, user.id);
    await enter(user);
    expect(await stored(user)).not.to.have.any.keys('invitation', 'passwordHash');
  });

  it('needs no second factor of the service where the tenant asks for one: the provider has its own', async () => {
    const user = await newUser(tools, tenantId, ['quant']);
    await updateTenant(tools, platformAdmin, tenantId, 1, { requiresSecondFactor: true });
    const { token } = await enter(user);
    expect(await findSession(tools, sessionHash(token))).to.deep.include({ roles: ['quant'], secondFactor: 'off' });
  });
});
