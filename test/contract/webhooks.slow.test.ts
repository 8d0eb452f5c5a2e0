import { kill } from 'node:process';
import { expect } from 'chai';
import { jobEnded } from '#services/resources/job';
import { defined } from '#services/runtime/defined';
import { expectFailure, expectFault, expectSuccess } from '../support/envelope.js';
import { temporaryFolders } from '../support/folder.js';
import { post, send } from '../support/http.js';
import { ended, jobOf, submit, submitted } from '../support/jobs.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

const OPTION = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };

describe('webhooks of jobs', () => {
  const newFolder = temporaryFolders();
  let receiver: WebhookReceiver;
  let service: RunningService;

  before(async () => {
    receiver = await startReceiver(newFolder());
    const { host, environment } = receiver;
    const invitations = { INVITATION_WEBHOOK_URL: `https://${host}/invitations`, INVITATION_WEBHOOK_KEY: environment.JOB_WEBHOOK_KEY };
    service = await startService({ environment: { ...environment, ...invitations } });
  });
  after(async () => {
    await service.stop();
    receiver.close();
  });

  const to = (path: string) => ({ notify: { url: `https://${receiver.host}${path}` } });
  const receivedAt = (path: string) => receiver.received.filter((each) => each.path === path);
  /** The notification of a job when it meets a condition. */
  async function notified(id: string, condition: (notify: { state: string; attempts: number }) => boolean) {
    for (;;) {
      const { notify } = await jobOf(service, id).catch(() => ({ notify: undefined }));
      if (notify !== undefined && condition(notify)) return notify;
      await pause(50);
    }
  }

  it('tell of the end of a job, signed, under its id', async () => {
    const id = await submitted(service, 'priceOption', OPTION, { label: 'one price', ...to('/hook?token=t') });
    const job = await ended(service, id);
    expect(job).to.include({ id, jobId: id, state: 'succeeded', submittedAt: job.createdAt });
    expect(await notified(id, ({ state }) => state === 'delivered')).to.deep.equal({
      url: `https://${receiver.host}/hook?token=t`,
      state: 'delivered',
      attempts: 1,
    });
    const message = receivedAt('/hook?token=t')[0]!;
    const { headers, body } = message;
    expect(headers).to.include({ 'content-type': 'application/json', 'webhook-id': id });
    expect(headers['webhook-signature']).to.equal(receiver.signatureOf(message));
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1_000)).to.be.below(300);
    const data = { id, operation: 'priceOption', label: 'one price', state: 'succeeded' };
    expect(JSON.parse(body)).to.deep.equal({ type: 'job.succeeded', timestamp: job.endedAt, data });
    expect(jobEnded.safeParse(JSON.parse(body)).success).to.equal(true);
  });

  it('tell also of a job that failed', async () => {
    const unknown = { params: { runId: '01a2026c-0000-7000-8000-000000000000' } };
    const id = await submitted(service, 'replayReceipt', {}, { ...unknown, ...to('/failed') });
    await notified(id, ({ state }) => state === 'delivered');
    expect(JSON.parse(receivedAt('/failed')[0]!.body).type).to.equal('job.failed');
  });

  it('are refused for any other address when the job is submitted', async () => {
    const { host } = receiver;
    for (const url of [`http://${host}/`, 'https://example.com/', 'https://localhost/', `https://user:secret@${host}/`, 'nothing', '']) {
      const answer = await submit(service, 'priceOption', OPTION, { notify: { url } });
      expectFault(answer, '/notify/url');
      expect(answer.text).not.to.include('secret');
    }
    expectFault(await submit(service, 'priceOption', OPTION, { notify: { url: `https://${host}/`, by: 'mail' } }), '/notify/by');
  });

  it('are delivered although the process is killed that owes them, and follow no redirect', async () => {
    receiver.statuses['/later'] = [503, 302, 200];
    const id = await submitted(service, 'priceOption', OPTION, to('/later'));
    await notified(id, ({ attempts }) => attempts > 0);
    kill(defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get('reference'), 'the reference service'), 'SIGKILL');
    const { attempts } = await notified(id, ({ state }) => state === 'delivered');
    expect(attempts).to.be.at.least(3);
    // An answer that the killed process did not note is asked for again, so there are three or more.
    expect(receivedAt('/later').length).to.be.at.least(3);
    expect(new Set(receivedAt('/later').map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).to.equal(1);
    expect(receivedAt('/elsewhere')).to.deep.equal([]);
    expect(service.output()).to.include('a webhook was not delivered').and.to.not.include('/later');
  }).timeout(120_000);

  it('bring the token of an invitation to the user alone, who then decides what administrators have requested', async () => {
    const users = '/admin/v1/tenants/ten_first/users';
    const email = 'risk@example.com';
    const user = expectSuccess(await post(service, users, { email, roles: ['risk_manager'] }), 201);
    expect(user).to.include({ status: 'invited' }).and.not.to.have.property('invitationToken');
    const message = defined(receivedAt('/invitations')[0], 'the message of the invitation');
    expect(message.headers['webhook-signature']).to.equal(receiver.signatureOf(message));
    const { type, data } = JSON.parse(message.body);
    expect(type).to.equal('user.invitation');
    expect(data).to.include({ tenantId: 'ten_first', userId: user.id, email, expiresAt: user.invitationEndsAt });

    const password = 'correct horse battery staple';
    expectSuccess(await post(service, '/admin/v1/invitations/accept', { tenantId: 'ten_first', email, token: data.token, password }));
    const signedIn = await post(service, '/admin/v1/session', { tenantId: 'ten_first', email, password });
    const { csrfToken } = expectSuccess(signedIn, 201);
    const [cookie] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const approval = { pricerId: 'equity_vanilla_bs', toStatus: 'experimental', reason: 'A test' };
    const { id } = expectSuccess(await post(service, '/api/v1/governance/approvals', approval), 201);
    const decision = {
      body: { decision: 'reject', comment: 'Not now' },
      headers: { 'X-API-Key': undefined, cookie, 'X-CSRF-Token': csrfToken },
    };
    const decided = await send({ url: service.url, key: '' }, 'POST', `/api/v1/governance/approvals/${id}/decision`, decision);
    expect(expectSuccess(decided)).to.include({ status: 'rejected' });

    receiver.statuses['/invitations'] = [500, 200];
    const undelivered = await post(service, `${users}/${user.id}/invitation`, undefined);
    expect(expectFailure(undelivered, 'SVC-RES-002').message).to.match(/could not be sent.*answered 500/);
    expectSuccess(await post(service, `${users}/${user.id}/invitation`, undefined), 201);
  }).timeout(60_000);
});
