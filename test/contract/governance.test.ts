import { expect } from 'chai';
import { expectFailure, expectFault, expectSuccess } from '#test/support/envelope';
import { type Body, get, post } from '#test/support/http';
import { pause } from '#test/support/service';
import { service } from '#test/support/shared-service';

describe('the receipts of a tenant', () => {
  it('stand in an intact hash chain a few seconds after their runs, and are found by operation and tag', async function () {
    this.timeout(60_000);
    const priced = await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
    expectSuccess(priced);
    const verified = async (): Promise<Body> =>
      expectSuccess(await get(service, '/api/v1/governance/receipts?verify=true&limit=1')).chain as Body;
    let chain = await verified();
    for (const deadline = Date.now() + 30_000; chain.receipts === 0 && Date.now() < deadline; chain = await verified()) await pause(200);
    expect(chain).to.include({ intact: true, complete: true });
    expect(chain.receipts).to.be.greaterThan(0);
    expect(chain.head.hash).to.match(/^[0-9a-f]{64}$/);

    const listed = async (query: string): Promise<Body[]> =>
      expectSuccess(await get(service, `/api/v1/governance/receipts?${query}`)).items as Body[];
    expect((await listed('operation=priceOption&tag=Vanilla')).map(({ tag }) => tag)).to.include('Vanilla');
    expect(await listed('operation=priceOption&tag=American')).to.deep.equal([]);
    expect((await get(service, '/api/v1/governance/receipts')).body.data).not.to.have.property('chain');
  });
});

describe('the status of a pricer', () => {
  const PRICER = 'equity_barrier_bs';
  const path = '/api/v1/governance/approvals';
  let asker: { url: string; key: string };
  let decider: { url: string; key: string };
  const request = (toStatus: string, more: object = {}) => ({ pricerId: PRICER, toStatus, reason: 'a test', ...more });
  const approve = { decision: 'approve', comment: 'checked' };
  const ask = async (toStatus: string): Promise<Body> => expectSuccess(await post(asker, path, request(toStatus)), 201);
  const statusOf = async (caller: typeof asker, id = PRICER): Promise<Body> => {
    const { status, defaultStatus } = expectSuccess(await get(caller, `/api/v1/governance/pricers/${id}`));
    return { status, defaultStatus };
  };
  const barrier = {
    pricerId: PRICER,
    instrument: { strike: 100, time: 1, level: 80, direction: 'down', style: 'knock_out' },
    market: { spot: 100, rate: 0.05, volatility: 0.2 },
  };
  const manifestOf = async (caller: typeof asker): Promise<Body> => {
    const answer = await post(caller, '/api/v1/engine/price', barrier);
    expectSuccess(answer);
    return answer.body.meta.manifest;
  };
  /** The time that a change may take to reach every process. */
  const LIMIT_MS = 8_000;
  const becomes = async (expected: string): Promise<void> => {
    const deadline = Date.now() + LIMIT_MS;
    // Each key has its own look-up, which a gateway keeps for some seconds.
    for (const caller of [decider, asker]) {
      while ((await statusOf(caller)).status !== expected && Date.now() < deadline) await pause(100);
      expect((await statusOf(caller)).status).to.equal(expected);
    }
    expect((await manifestOf(decider)).capabilityStatus).to.equal(expected);
  };

  before(async () => {
    asker = { url: service.url, key: service.keys.colleague };
    decider = service;
  });

  it('changes in manifests and catalogue when another key approves it, for this tenant alone', async function () {
    this.timeout(60_000);
    const { status: statusBefore, defaultStatus } = await statusOf(decider);
    expect(statusBefore).to.equal(defaultStatus);
    const approval = await ask('retired');
    expect(approval).to.include({ pricerId: PRICER, fromStatus: statusBefore, toStatus: 'retired', status: 'pending' });
    const { fingerprint } = expectSuccess(await get(decider, `/api/v1/governance/pricers/${PRICER}`));
    expect(approval.fingerprint).to.equal(fingerprint);

    const refused = await post(asker, `${path}/${approval.id}/decision`, approve);
    expectFailure(refused, 'SVC-AUTH-004');
    expect(refused.status).to.equal(403);
    const approved = expectSuccess(await post(decider, `${path}/${approval.id}/decision`, approve));
    expect(approved).to.include({ status: 'approved', version: 2 });
    expect(approved.decision).to.include({ decision: 'approve', comment: 'checked', by: 'key_first' });

    await becomes('retired');
    const manifest = await manifestOf(decider);
    expect(manifest.warnings).to.include(`capability status of ${PRICER} is retired, which is not for production`);
    expect(await statusOf(decider)).to.deep.equal({ status: 'retired', defaultStatus });
    const other = { url: service.url, key: service.keys.otherTenant };
    expect(await statusOf(other)).to.deep.equal({ status: defaultStatus, defaultStatus });
    expect((await manifestOf(other)).capabilityStatus).to.equal(defaultStatus);
    expectFailure(await post(decider, `${path}/${approval.id}/decision`, approve), 'SVC-RES-002');

    // The next approval takes the place of this one.
    const back = await ask('production-candidate');
    expectSuccess(await post(decider, `${path}/${back.id}/decision`, approve));
    await becomes('production-candidate');
    const listed = expectSuccess(await get(decider, `${path}?pricerId=${PRICER}`)).items as Body[];
    expect(listed.find(({ id }) => id === approval.id)).to.include({ status: 'superseded' });
    const { audit } = expectSuccess(await get(decider, '/api/v1/governance/receipts?verify=true&limit=1')).chain;
    expect(audit).to.include({ intact: true });
    expect(audit.entries).to.be.at.least(5);
  });

  it('cannot be asked for what is not there, what it is already, or ga-validated without a passed validation run', async () => {
    const { status } = await statusOf(asker, 'equity_lookback_bs');
    const asking = (body: object) => post(asker, path, { ...request('retired'), ...body });
    const unknown = expectFailure(await asking({ pricerId: 'nothing' }), 'SVC-RES-001');
    expect(unknown.details).to.deep.equal([{ pointer: '/pricerId', reason: 'nothing is not there' }]);
    const run = expectFailure(await asking({ evidence: ['val_nothing'] }), 'SVC-RES-001');
    expect(run.details).to.deep.equal([{ pointer: '/evidence/0', reason: 'val_nothing is not there' }]);
    expectFailure(await asking({ pricerId: 'equity_lookback_bs', toStatus: status }), 'SVC-RES-002');
    expectFailure(await asking({ pricerId: 'rates_swaption_lg2f', toStatus: 'ga-validated' }), 'SVC-RES-002');
    expectFault(await asking({ toStatus: 'good' }), '/toStatus');
    expectFault(await asking({ reason: '' }), '/reason');
    expectFault(await post(decider, `${path}/apr_nothing/decision`, { decision: 'maybe', comment: 'x' }), '/decision');
    expectFailure(await post(decider, `${path}/apr_nothing/decision`, approve), 'SVC-RES-001');
  });
});
