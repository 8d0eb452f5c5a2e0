/**
 * Tells by a webhook that a job has ended. The notice is stored before the entry goes that says that its job has not ended, and removed
 * once it was delivered: a process that is killed in between leaves it to the next. So a notice is delivered at least once, each time under
 * the id of its job.
 */
import { type Job, type JobEnded, type JobNotice, jobNotices, jobs, type NoticeState } from '../../resources/job.js';
import { PLATFORM } from '../../resources/tenant.js';
import type { Log } from '../../runtime/log.js';
import type { WebhookSettings } from '../../runtime/webhook-hosts.js';
import { StoreFailure } from '../../store/failure.js';
import { conditionsOf, type Store } from '../../store/port.js';
import { each } from '../base/each.js';
import { addressFault, postWebhook, signedHeaders } from '../base/webhook.js';
import { changeJob, type JobTools } from './state.js';

/** How often notices are looked for that are due. */
export const NOTICE_INTERVAL_MS = 500;
/**
 * Notices that are delivered at a time, in all and of a tenant: receivers that do not answer hold up those of other tenants by one attempt
 * at most.
 */
const MAX_AT_ONCE = { all: 32, own: 8 };
/** Longer than an attempt: the notice of a process that was killed meanwhile is due then. */
const ATTEMPT_MS = 30_000;
/** Eight attempts take some three hours. */
const MAX_NOTICE_ATTEMPTS = 8;
const [FIRST_DELAY_MS, DELAY_GROWTH, LAST_DELAY_MS] = [5_000, 5, 3_600_000];

/** @throws StoreFailure invalid, where nothing may be sent to the address */
export function requireNotifiable(url: string, settings: WebhookSettings | undefined): void {
  const reason =
    settings === undefined
      ? 'must be left out: this installation sends no webhooks (JOB_WEBHOOK_HOSTS is unset)'
      : addressFault(url, settings.hosts);
  if (reason !== undefined) throw new StoreFailure('invalid', `notify.url ${reason}`, { faults: [{ pointer: '/notify/url', reason }] });
}

/** Those that have been due for longest, of as many tenants as there are. */
async function firstDue(store: Store, timeMs: number): Promise<JobNotice[]> {
  const conditions = conditionsOf(jobNotices, { dueBefore: timeMs + 1 });
  const first: JobNotice[] = [];
  const counts = new Map<string, number>();
  for await (const notice of each(store, jobNotices, PLATFORM, { where: conditions })) {
    const tenantCount = counts.get(notice.tenant) ?? 0;
    if (tenantCount === MAX_AT_ONCE.own) continue;
    counts.set(notice.tenant, tenantCount + 1);
    first.push(notice);
    if (first.length === MAX_AT_ONCE.all) break;
  }
  return first;
}

/** Delivers the notices that are due. Several processes may do so: each notice is taken by one. */
export async function deliverNotices(tools: JobTools, settings: WebhookSettings | undefined, log: Log): Promise<void> {
  const { store, now } = tools;
  for (;;) {
    const due = await firstDue(store, now());
    if (due.length === 0) return;
    const outcomes = await Promise.allSettled(due.map((notice) => deliver(tools, settings, notice, log)));
    // A notice that fails here is due again after the time of an attempt; it does not hold up others.
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    for (const err of failures) log.error({ err }, 'the notice of a job could not be dealt with');
    if (failures.length === due.length) return;
  }
}

async function deliver(tools: JobTools, settings: WebhookSettings | undefined, notice: JobNotice, log: Log): Promise<void> {
  const { store, now } = tools;
  const attempts = notice.attempts + 1;
  const claimed = await store.replace(jobNotices, { ...notice, attempts, dueAt: now() + ATTEMPT_MS }, notice.version).catch(unlessStale);
  if (claimed === undefined) return;
  const { tenant, id } = notice;
  const job = await store.get(jobs, tenant, id);
  if (job?.notify?.state !== 'waiting') {
    await store.remove(jobNotices, PLATFORM, id);
    return;
  }
  const outcome = await attempt(job, job.notify.url, settings, now());
  const about = { job: id, host: new URL(job.notify.url).host, attempt: attempts };
  const isLast = attempts >= MAX_NOTICE_ATTEMPTS || outcome === 'refused';
  const state: NoticeState = outcome === 'delivered' ? outcome : isLast ? 'failed' : 'waiting';
  if (outcome !== 'delivered') log.warn({ ...about, outcome }, 'a webhook was not delivered');
  const changed = (current: Job) => current.notify && { ...current, notify: { ...current.notify, state, attempts } };
  await changeJob(tools, tenant, id, changed);
  if (state === 'waiting')
    await store.replace(jobNotices, { ...claimed, dueAt: now() + delayAfter(attempts) }, claimed.version).catch(unlessStale);
  else await store.remove(jobNotices, PLATFORM, id);
}

/** @returns `delivered`, `refused` where the address may not be called any more, or what was wrong */
async function attempt(job: Job, url: string, settings: WebhookSettings | undefined, timeMs: number): Promise<string> {
  if (settings === undefined || addressFault(url, settings.hosts) !== undefined) return 'refused';
  const body = JSON.stringify(endOf(job));
  try {
    const status = await postWebhook(url, signedHeaders(job.id, timeMs, body, settings.key), body, settings.hosts);
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
