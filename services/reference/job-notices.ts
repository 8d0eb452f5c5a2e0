/**
 * Tells by a webhook that a job has ended. The notice is stored before the entry goes that says that its job has not ended, and removed once it was
 * delivered: a process that is killed in between leaves it to the next. So a notice is delivered at least once, each time under the id of its job.
 */
import { type Job, type JobEnded, type JobNotice, jobNotices, jobs, type NoticeState } from '../resources/job.js';
import { PLATFORM } from '../resources/tenant.js';
import type { Log } from '../runtime/log.js';
import type { WebhookSettings } from '../runtime/webhook-hosts.js';
import { StoreFailure } from '../store/failure.js';
import { conditionsOf, type Store } from '../store/port.js';
import { changeJob, type JobTools } from './job-state.js';
import { addressFault, postWebhook, signedHeaders } from './webhook.js';

/** How often notices are looked for that are due. */
export const NOTICE_INTERVAL_MS = 500;
/** Notices that are delivered at a time. */
const MAX_AT_ONCE = 32;
/** Longer than an attempt: the notice of a process that was killed meanwhile is due then. */
const ATTEMPT_MS = 30_000;
/** Eight attempts take some three hours. */
const MAX_ATTEMPTS = 8;
const [FIRST_DELAY_MS, DELAY_GROWTH, LAST_DELAY_MS] = [5_000, 5, 3_600_000];

/** @throws StoreFailure invalid, where nothing may be sent to the address */
export function requireNotifiable(url: string, settings: WebhookSettings | undefined): void {
  const reason =
    settings === undefined
      ? 'must be left out: this installation sends no webhooks (JOB_WEBHOOK_HOSTS is unset)'
      : addressFault(url, settings.hosts);
  if (reason !== undefined) throw new StoreFailure('invalid', `notify.url ${reason}`, { faults: [{ pointer: '/notify/url', reason }] });
}

const firstDue = async (store: Store, at: number): Promise<JobNotice[]> => {
  const where = conditionsOf(jobNotices, { dueBefore: at + 1 });
  return (await store.page(jobNotices, PLATFORM, { limit: MAX_AT_ONCE, sort: 'createdAt', where })).items;
};

/** Delivers the notices that are due. Several processes may do so: each notice is taken by one. */
export async function deliverNotices(tools: JobTools, settings: WebhookSettings | undefined, log: Log): Promise<void> {
  const { store, now } = tools;
  for (;;) {
    const due = await firstDue(store, now());
    await Promise.all(due.map((notice) => deliver(tools, settings, notice, log)));
    if (due.length < MAX_AT_ONCE) return;
  }
}

async function deliver(tools: JobTools, settings: WebhookSettings | undefined, notice: JobNotice, log: Log): Promise<void> {
  const { store, now } = tools;
  const attempts = notice.attempts + 1;
  const taken = await store.replace(jobNotices, { ...notice, attempts, dueAt: now() + ATTEMPT_MS }, notice.version).catch(unlessStale);
  if (taken === undefined) return;
  const { tenant, id } = notice;
  const job = await store.get(jobs, tenant, id);
  if (job?.notify?.state !== 'waiting') {
    await store.remove(jobNotices, PLATFORM, id);
    return;
  }
  const outcome = await attempt(job, job.notify.url, settings, now());
  const about = { job: id, host: new URL(job.notify.url).host, attempt: attempts };
  const isLast = attempts >= MAX_ATTEMPTS || outcome === 'refused';
  const state: NoticeState = outcome === 'delivered' ? outcome : isLast ? 'failed' : 'waiting';
  if (outcome !== 'delivered') log.warn({ ...about, outcome }, 'a webhook was not delivered');
  const changed = (current: Job) => current.notify && { ...current, notify: { ...current.notify, state, attempts } };
  await changeJob(tools, tenant, id, changed);
  if (state === 'waiting')
    await store.replace(jobNotices, { ...taken, dueAt: now() + delayAfter(attempts) }, taken.version).catch(unlessStale);
  else await store.remove(jobNotices, PLATFORM, id);
}

/** @returns `delivered`, `refused` where the address may not be called any more, or what was wrong */
async function attempt(job: Job, url: string, settings: WebhookSettings | undefined, at: number): Promise<string> {
  if (settings === undefined || addressFault(url, settings.hosts) !== undefined) return 'refused';
  const body = JSON.stringify(endOf(job));
  try {
    const status = await postWebhook(url, signedHeaders(job.id, at, body, settings.key), body, settings.hosts);
    return status >= 200 && status < 300 ? 'delivered' : `answered with ${status}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function endOf({ id, operation, label, state, endedAt = 0 }: Job): JobEnded {
  if (state === 'queued' || state === 'running') throw new Error(`${id} has not ended`);
  const timestamp = new Date(endedAt).toISOString();
  return { type: `job.${state}`, timestamp, data: { id, operation, ...(label !== undefined && { label }), state } };
}

const delayAfter = (attempts: number): number => Math.min(FIRST_DELAY_MS * DELAY_GROWTH ** (attempts - 1), LAST_DELAY_MS);

/** Another process has taken it. */
const unlessStale = (error: unknown): undefined => {
  if (!(error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'not_found'))) throw error;
};
