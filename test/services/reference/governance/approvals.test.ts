import { status as grpcStatus } from '@grpc/grpc-js';
import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { type Caller, callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { createKey, getKey, stateOf } from '#services/reference/access/keys';
import { acceptInvitation, createUser, inviteUser } from '#services/reference/access/users';
import { auditLog, type ChangeTools, verifyAudit } from '#services/reference/evidence/audit';
import { recordReceipt } from '#services/reference/evidence/receipts';
import { noSigner } from '#services/reference/evidence/signing';
import { decideApproval, getApproval, requestApproval, statusesInForce } from '#services/reference/governance/approvals';
import { type Approval, approvals } from '#services/resources/approval';
import { auditEntries } from '#services/resources/audit-entry';
import { receipts } from '#services/resources/receipt';
import { PLATFORM, tenants } from '#services/resources/tenant';
import { type User, users } from '#services/resources/user';
import { type ValidationRun, validationRuns } from '#services/resources/validation-run';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { onEachStore } from '#test/support/stores';
import { failsWith } from '../../store/support.js';
import { anybody, PASSWORD } from '../access/support.js';

onEachStore('approvals', (newStore) => {
  const PRICER = 'equity_vanilla_bs';
  const FINGERPRINT = 'fp:v1:blake3:1';
  let clock = Date.UTC(2026, 2, 3);
  let store: Store;
  let tools: ChangeTools;
  let tenantId: string;
  before(async () => {
    store = await newStore();
    tools = { store, audit: auditLog(store, noSigner), now: () => ++clock };
  });
  beforeEach(async () => {
    tenantId = `ten_${uuid()}`;
    await Promise.all([newUser('usr_a', 'quant'), newUser('usr_b', 'risk_manager'), newUser('usr_admin', 'tenant_admin')]);
  });

  const newUser = (id: string, role: User['roles'][number]) =>
    store.insert(users, {
      ...{ tenantId, id, version: 1, createdAt: clock, updatedAt: clock },
      ...{ email: `${id}@example.com`, roles: [role], disabled: false },
    });

  const newTenantDocument = () =>
    store.insert(tenants, {
      ...{ tenantId: PLATFORM, id: tenantId, version: 1, createdAt: clock, updatedAt: clock },
      ...{ name: 'A tenant', tier: 'business', requestsPerMinute: 0, monthlyQuota: 0, disabled: false },
    });

  const caller = (keyId: string, userId = '', tenant = tenantId) =>
    callerOf({ ...UNKNOWN_IDENTITY, tenantId: tenant, keyId, userId }, uuid());
  const ask = (toStatus: string, more: object = {}, asker = caller('key_a'), requestId = uuid()) =>
    requestApproval(tools, asker, {
      approvalJson: JSON.stringify({ pricerId: PRICER, toStatus, reason: 'a reason', ...more }),
      ...{ fingerprint: FINGERPRINT, fromStatus: 'experimental', requestId },
    });
  const decide = (
    approvalId: string,
    decision = 'approve',
    decider = caller('key_b', 'usr_b'),
    toolsOfTenant = tools,
    fingerprint = FINGERPRINT,
  ) => decideApproval(toolsOfTenant, decider, { approvalId, decision, comment: 'a comment', fingerprint });
  const statusOf = async (id: string) => (await getApproval(store, tenantId, id)).status;
  const inForce = async () => (await statusesInForce(store, tenantId)).map(({ status }) => status);
  const actions = async () =>
    (await store.page(auditEntries, tenantId, { limit: 99, sort: 'id' })).items.map(({ action, subject, actor }) => [
      action,
      subject,
      actor,
    ]);
  const denied = async (attempt: Promise<unknown>) => {
    const failure = await attempt.catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(CallFailure);
    expect((failure as CallFailure).code).to.equal(grpcStatus.PERMISSION_DENIED);
  };

  it('put a status in force once another person approves it, and every step stands in the audit log', async () => {
    const approval = await ask('retired');
    expect(approval).to.include({ status: 'pending', createdBy: 'key_a', fromStatus: 'experimental' });
    expect(await inForce()).to.deep.equal([]);
    const decided = await decide(approval.id);
    expect(decided).to.include({ status: 'approved', version: 2 });
    expect(await statusesInForce(store, tenantId)).to.deep.equal([{ pricerId: PRICER, fingerprint: FINGERPRINT, status: 'retired' }]);
    expect(await statusesInForce(store, 'ten_other')).to.deep.equal([]);
    expect(await actions()).to.deep.equal([
      ['approval.request', approval.id, 'key_a'],
      ['approval.approve', approval.id, 'usr_b'],
    ]);
    expect(await verifyAudit(store, noSigner, tenantId)).to.deep.include({ entries: 2 });
  });

  it('cannot be decided by the one who asked, as a key or as a user, nor by nobody, nor from another tenant', async () => {
    const byKey = await ask('retired');
    await denied(decide(byKey.id, 'approve', caller('key_a')));
    await denied(decide(byKey.id, 'reject', caller('key_a')));
    await denied(decide(byKey.id, 'approve', caller('')));
    await denied(ask('retired', {}, caller('')));
    const byUser = await ask('roadmap', {}, caller('key_a', 'usr_a'));
    await denied(decide(byUser.id, 'approve', caller('key_b', 'usr_a')));
    await failsWith('not_found', decide(byUser.id, 'approve', caller('key_b', '', 'ten_other')));
    expect(await statusOf(byUser.id)).to.equal('pending');
    expect(await inForce()).to.deep.equal([]);
    expect((await decide(byUser.id, 'approve', caller('key_a', 'usr_b'))).status).to.equal('approved');
  });

  it('need two people: keys that belong to no user and administrators, who can make them, count as one', async () => {
    const [key, otherKey, user, otherUser, admin] = [
      caller('key_a'),
      caller('key_b'),
      caller('key_c', 'usr_a'),
      caller('key_d', 'usr_b'),
      caller('', 'usr_admin'),
    ];
    const gone = caller('', 'usr_gone');
    const refused = [
      [key, otherKey],
      [key, admin],
      [admin, key],
      [gone, key],
    ] as const;
    for (const [asker, decider] of refused) {
      const { id } = await ask('retired', {}, asker);
      await denied(decide(id, 'approve', decider));
      await denied(decide(id, 'reject', decider));
      expect(await statusOf(id)).to.equal('pending');
    }
    const admitted = [
      [key, user],
      [user, key],
      [admin, user],
      [user, admin],
      [user, otherUser],
    ] as const;
    for (const [asker, decider] of admitted) {
      const { id } = await ask('retired', {}, asker);
      expect((await decide(id, 'approve', decider)).status).to.equal('approved');
    }
  });

  it('need two people: whoever was shown the token of a user counts as that user, and so does who made or invited them', async () => {
    const admin = caller('', 'usr_admin');
    /** A user who was invited by an administrator, who is shown the token unless it is sent. */
    const invited = async (inviter: Caller, role: User['roles'][number], isSent = false) => {
      const email = `${uuid()}@example.com`;
      const { token } = await createUser(tools, inviter, tenantId, { email, roles: [role] }, isSent ? channel.send : undefined);
      return accepted(email, isSent ? channel.sent : token);
    };
    const accepted = async (email: string, token: string) => {
      const { id: userId, roles } = await acceptInvitation(tools, anybody(), { tenantId, email, token, password: PASSWORD });
      return callerOf({ ...UNKNOWN_IDENTITY, tenantId, userId, roles }, uuid());
    };
    const channel = {
      sent: '',
      send: async (_: User, token: string) => {
        channel.sent = token;
      },
    };
    await newTenantDocument();
    const governing = { ...admin, roles: ['tenant_admin'], scopes: ['admin'] };
    const puppet = await invited(governing, 'risk_manager');
    const secondPuppet = await invited(governing, 'risk_manager');
    const deputy = await invited(governing, 'tenant_admin');
    const puppetOfDeputy = await invited({ ...deputy, scopes: ['admin'] }, 'risk_manager');
    await store.remove(users, tenantId, deputy.userId);
    const ownUser = await invited(governing, 'risk_manager', true);

    for (const [asker, decider] of [
      [admin, puppet],
      [puppet, admin],
      [puppet, secondPuppet],
      [admin, puppetOfDeputy],
      [puppet, puppetOfDeputy],
    ] as const) {
      const { id } = await ask('retired', {}, asker);
      await denied(decide(id, 'approve', decider));
    }
    for (const decider of [ownUser, caller('', 'usr_b')]) {
      const { id } = await ask('retired', {}, admin);
      expect((await decide(id, 'approve', decider)).status).to.equal('approved');
    }
    const { id } = await ask('retired', {}, puppet);
    expect((await decide(id, 'approve', ownUser)).status).to.equal('approved');

    // A token that nobody else has seen makes the account the user's own, and ends the keys that somebody else may hold.
    const { key } = await createKey(tools, { ...puppet, scopes: ['governance'] }, tenantId, { name: 'mine', scopes: ['governance'] });
    const { user } = await inviteUser(tools, governing, tenantId, puppet.userId, channel.send);
    await accepted(user.email, channel.sent);
    expect(stateOf(await getKey(tools, governing, tenantId, key.id), ++clock)).to.equal('revoked');
    const { id: later } = await ask('retired', {}, admin);
    expect((await decide(later, 'approve', puppet)).status).to.equal('approved');
  });

  it('are decided once: of several who decide at the same time one succeeds', async () => {
    const approval = await ask('retired');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) =>
        decide(approval.id, index % 2 === 0 ? 'approve' : 'reject', caller(`key_${index}`, index < 3 ? 'usr_a' : 'usr_b')),
      ),
    );
    const [one, ...more] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(more).to.deep.equal([]);
    expect(await getApproval(store, tenantId, approval.id)).to.deep.equal(one);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).to.be.instanceOf(StoreFailure).and.to.include({ kind: 'conflict' });
    await failsWith('conflict', decide(approval.id));
  });

  it('leave the status as it is when they are rejected', async () => {
    const approval = await ask('retired');
    expect((await decide(approval.id, 'reject')).decision).to.include({ decision: 'reject', comment: 'a comment', by: 'usr_b' });
    expect(await inForce()).to.deep.equal([]);
    await failsWith('conflict', decide(approval.id));
  });

  it('are superseded by a later request, and by a later approval, for the same pricer', async () => {
    const first = await ask('retired');
    const second = await ask('roadmap');
    expect(await statusOf(first.id)).to.equal('superseded');
    await failsWith('conflict', decide(first.id));
    await decide(second.id);
    const third = await ask('retired');
    expect(await inForce()).to.deep.equal(['roadmap']);
    await decide(third.id);
    expect([await statusOf(second.id), await statusOf(third.id)]).to.deep.equal(['superseded', 'approved']);
    expect(await inForce()).to.deep.equal(['retired']);
    expect((await actions()).map(([action]) => action)).to.deep.equal([
      ...['approval.request', 'approval.request', 'approval.supersede', 'approval.approve'],
      ...['approval.request', 'approval.approve', 'approval.supersede'],
    ]);
  });

  it('that were approved one after the other, by a process that died before the first was superseded, hold as the last one says', async () => {
    const first = await ask('retired');
    await decide(first.id);
    const second = await ask('roadmap');
    let writes = 0;
    const dying: Store = {
      ...store,
      append: (...all: Parameters<Store['append']>) => {
        writes += 1;
        return writes > 1 ? Promise.reject(new StoreFailure('unavailable', 'gone')) : store.append(...all);
      },
    };
    const dyingTools = { ...tools, store: dying, audit: auditLog(dying, noSigner) };
    await failsWith('unavailable', decide(second.id, 'approve', caller('key_b', 'usr_b'), dyingTools));
    expect(await statusOf(first.id)).to.equal('approved');
    expect(await inForce()).to.deep.equal(['roadmap']);
  });

  it('are not approved when the log cannot be written, so that no change is without an entry', async () => {
    const approval = await ask('retired');
    const unlogged: Store = {
      ...store,
      append: (...all: Parameters<Store['append']>) =>
        all[0].collection === auditEntries.collection ? Promise.reject(new StoreFailure('unavailable', 'gone')) : store.append(...all),
    };
    await failsWith(
      'unavailable',
      decide(approval.id, 'approve', caller('key_b', 'usr_b'), { ...tools, audit: auditLog(unlogged, noSigner) }),
    );
    expect(await statusOf(approval.id)).to.equal('pending');
  });

  it('hold for the version of the pricer for which they were requested', async () => {
    const approval = await ask('retired');
    await failsWith('conflict', decide(approval.id, 'approve', caller('key_b', 'usr_b'), tools, 'fp:v1:blake3:2'));
    expect((await decide(approval.id, 'reject', caller('key_b', 'usr_b'), tools, 'fp:v1:blake3:2')).status).to.equal('rejected');
  });

  it('are requested once for one request that is sent twice, and keep the receipt that they name', async () => {
    const run = {
      ...{ runId: uuid(), operationId: 'priceOption', tag: 'Vanilla', requestJson: '{}', resultJson: '{}', backend: '', traceId: '' },
      ...{ manifestJson: '{"pricerId":"equity_vanilla_bs"}', createdAtMs: clock, inputsJson: '' },
    };
    await failsWith('not_found', ask('retired', { runId: run.runId }));
    await recordReceipt(store, tenantId, run);
    const requestId = uuid();
    const [one, other] = [
      await ask('retired', { runId: run.runId }, caller('key_a'), requestId),
      await ask('retired', {}, caller('key_a'), requestId),
    ];
    expect(other).to.deep.equal(one);
    expect((await store.page(approvals, tenantId, { limit: 9 })).items).to.have.length(1);
    await failsWith('conflict', store.remove(receipts, tenantId, run.runId));
  });

  it('of ga-validated need a validation run that the pricer has passed in its present version', async () => {
    const run = async (fields: Partial<ValidationRun>, result: object): Promise<string> => {
      const id = `val_${uuid()}`;
      const validation = { pricerId: PRICER, pricerVersion: 1, fingerprint: FINGERPRINT, cases: 3, passed: 3, failed: 0, ...result };
      await store.insert(validationRuns, {
        ...{
          tenantId,
          id,
          version: 1,
          createdAt: clock,
          updatedAt: clock,
          pricers: [PRICER],
          depth: 'quick',
          state: 'succeeded',
          progress: 1,
          submitter: { keyId: 'key_a', userId: '', scopes: [], tier: 'enterprise' },
        },
        ...{ results: [validation], ...fields },
      } as ValidationRun);
      return id;
    };
    const refused: [Partial<ValidationRun>, object][] = [
      [{}, { failed: 1, passed: 2 }],
      [{}, { fingerprint: 'fp:v1:blake3:0' }],
      [{}, { pricerId: 'another' }],
      [{}, { cases: 0, passed: 0 }],
      [{ state: 'running' }, {}],
    ];
    for (const [fields, result] of refused) await failsWith('conflict', ask('ga-validated', { evidence: [await run(fields, result)] }));
    await failsWith('conflict', ask('ga-validated'));
    await failsWith('not_found', ask('ga-validated', { evidence: ['val_nothing'] }));
    const approval: Approval = await ask('ga-validated', { evidence: [await run({}, {})] });
    await decide(approval.id);
    expect(await inForce()).to.deep.equal(['ga-validated']);
  });
});
