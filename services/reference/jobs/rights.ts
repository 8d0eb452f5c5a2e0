/** The rights with which a job runs: those with which it was submitted, as far as whoever submitted it still has them. */
import type { Job } from '../../resources/job.js';
import { keys } from '../../resources/key.js';
import { isAdminRole, scopesOf } from '../../resources/role.js';
import { ownerOf, PLATFORM, tenants } from '../../resources/tenant.js';
import { users } from '../../resources/user.js';
import { endJob, type JobTools } from './state.js';

type Submitter = Job['submitter'];

/** Why a job does not run any more, or the rights with which it does. */
type Rights = { readonly withdrawn: string } | { readonly withdrawn?: never; readonly submitter: Submitter };

/** Ends a job that whoever submitted it may not run any more. @returns the rights that are left; undefined: the job has ended */
export async function rightsOrEnd(tools: JobTools, job: Job): Promise<Submitter | undefined> {
  const rights = await rightsNow(tools, job);
  if (rights.withdrawn === undefined) return rights.submitter;
  await endJob(tools, job.tenantId, job.id, { state: 'failed', error: { code: 'SVC-AUTH-003', message: rights.withdrawn } });
  return undefined;
}

async function rightsNow({ store, now }: JobTools, { tenantId, submitter }: Job): Promise<Rights> {
  const { keyId, userId, tier } = submitter;
  const owner = ownerOf(tenantId);
  const [key, user, tenant] = await Promise.all([
    keyId === '' ? undefined : store.get(keys, owner, keyId),
    userId === '' ? undefined : store.get(users, owner, userId),
    store.get(tenants, PLATFORM, owner),
  ]);
  const timeMs = now();
  if (key?.revokedAt !== undefined && key.revokedAt <= timeMs) return { withdrawn: 'the key that submitted the job is revoked' };
  if (key?.expiresAt !== undefined && key.expiresAt <= timeMs) return { withdrawn: 'the key that submitted the job has expired' };
  if (tenant?.disabled) return { withdrawn: 'the tenant of the job is disabled' };
  const present = { ...submitter, tier: tenant?.tier ?? tier };
  if (userId === '') return { submitter: present };
  if (user === undefined || user.disabled) return { withdrawn: 'the user who submitted the job is disabled or gone' };
  const roles = user.roles.filter((role) => !isAdminRole(role) || submitter.roles.includes(role));
  return { submitter: { ...present, roles, scopes: both(submitter.scopes, scopesOf(user.roles)) } };
}

/** The scopes that both lists grant; `admin` satisfies every other. */
function both(submitted: readonly string[], granted: readonly string[]): string[] {
  if (submitted.includes('admin')) return [...granted];
  return granted.includes('admin') ? [...submitted] : submitted.filter((scope) => granted.includes(scope));
}
