/**
 * Runs of pricers against their reference cases: stored before they are acknowledged, claimed by one process at a time, and taken over when
 * that process is silent for longer than its lease. A run that was taken over cannot be ended by the process that lost it.
 */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { z } from 'zod';
import { parse } from '#engine/schemas';
import type { Caller } from '#proto/caller';
import { newId } from '../../resources/id.js';
import { PLATFORM } from '../../resources/tenant.js';
import {
  unfinishedValidationRuns,
  type ValidationRun,
  validationDepths,
  validationOutcomes,
  validationResult,
  validationRuns,
  validationStates,
} from '../../resources/validation-run.js';
import { StoreFailure, unlessTaken } from '../../store/failure.js';
import { notThere } from '../../store/page.js';
import { conditionsOf, type Page, type Store } from '../../store/port.js';
import { authorOf } from '../base/authority.js';
import { onlyFields, readJson } from '../base/document.js';
import { each } from '../base/each.js';
import { type ChangeTools, eventBy } from '../evidence/audit.js';

const compress = promisify<Buffer, Buffer>(deflate);
const expand = promisify<Buffer, Buffer>(inflate);

/** A process that says nothing for this long has lost its run. */
export const VALIDATION_LEASE_MS = 30_000;

/** A run of a process that died before it was written is not there after this. */
const MAX_WRITE_MS = 60_000;

/** Runs of a tenant that may wait. */
const MAX_QUEUED = 100;

interface StartedRun {
  readonly pricers: readonly string[];
  readonly depth: string;
  /** UUID that the id is made of: the same request again gives the document of the first. */
  readonly requestId: string;
}

/** @throws StoreFailure conflict, when too many wait already */
export async function startValidationRun(
  { store, audit, now: clock }: ChangeTools,
  caller: Caller,
  started: StartedRun,
): Promise<ValidationRun> {
  const now = clock();
  const { tenantId, keyId, userId, scopes, tier } = caller;
  const id = newId(validationRuns, started.requestId || undefined);
  const first = await store.get(validationRuns, tenantId, id);
  if (first !== undefined) return first;
  const queued = await store.page(validationRuns, tenantId, {
    limit: MAX_QUEUED,
    where: conditionsOf(validationRuns, { state: 'queued' }),
  });
  if (queued.items.length === MAX_QUEUED) throw new StoreFailure('conflict', `${MAX_QUEUED} validation runs have not begun yet`);
  const run: ValidationRun = {
    ...{ tenantId, id, version: 1, createdAt: now, updatedAt: now, createdBy: authorOf(caller) },
    ...{ pricers: [...started.pricers], depth: parse(z.enum(validationDepths), started.depth) },
    ...{ state: 'queued', progress: 0, results: [], submitter: { keyId, userId, scopes: [...scopes], tier } },
  };
  const event = { ...eventBy(caller), action: 'validation.start', subject: id, details: { pricers: run.pricers, depth: run.depth } };
  // The list of what is to be done is written first: a run that is not on it would never begin.
  await unlessTaken(
    store.insert(unfinishedValidationRuns, { tenantId: PLATFORM, id, version: 1, createdAt: now, updatedAt: now, tenant: tenantId }),
  );
  await audit(tenantId, { ...event, after: onlyFields(run) }, now, { make: 'insert', resource: validationRuns, document: run });
  return run;
}

/** @param id empty: the newest that succeeded @throws StoreFailure not_found */
export async function getValidationRun(store: Store, tenantId: string, id: string): Promise<ValidationRun> {
  if (id !== '') {
    const run = await store.get(validationRuns, tenantId, id);
    if (run === undefined) throw notThere(id);
    return run;
  }
  const [newest] = (await listValidationRuns(store, tenantId, { limit: 1, succeeded: true })).items;
  if (newest === undefined) throw new StoreFailure('not_found', 'no validation run has succeeded yet');
  return newest;
}

interface RunsQuery {
  readonly limit: number;
  /** Empty or absent: the first page. */
  readonly cursor?: string;
  /** True: only those that succeeded. */
  readonly succeeded: boolean;
}

/** Runs, the newest first. */
export const listValidationRuns = (
  store: Store,
  tenantId: string,
  { limit, cursor = '', succeeded }: RunsQuery,
): Promise<Page<ValidationRun>> =>
  store.page(validationRuns, tenantId, {
    limit,
    ...(cursor !== '' && { cursor }),
    ...(succeeded && { where: conditionsOf(validationRuns, { state: 'succeeded' }) }),
  });

const outcomesId = (runId: string, claimId: string): string => `${runId}.${claimId}`;

/** @returns JSON; empty where the run has none yet */
export async function validationOutcomesJson(store: Store, { tenantId, id, claim }: ValidationRun): Promise<string> {
  const bytes = await store.bytes(validationOutcomes, tenantId, outcomesId(id, claim?.id ?? ''));
  return bytes === undefined ? '' : (await expand(bytes)).toString();
}

/** @returns the oldest run that no process is busy with, claimed for the caller; undefined where there is none */
export async function claimValidationRun(store: Store, now: number): Promise<ValidationRun | undefined> {
  for await (const { id, tenant, createdAt } of each(store, unfinishedValidationRuns, PLATFORM, {})) {
    const run = await store.get(validationRuns, tenant, id);
    if (run === undefined ? now - createdAt > MAX_WRITE_MS : isOver(run)) {
      await store.remove(unfinishedValidationRuns, PLATFORM, id);
      continue;
    }
    if (run === undefined || (run.claim?.until ?? 0) > now) continue;
    const claimed = await replaced(store, {
      ...run,
      state: 'running',
      progress: 0,
      claim: { id: randomUUID(), until: now + VALIDATION_LEASE_MS },
    });
    if (claimed !== undefined) return claimed;
  }
  return undefined;
}

const isOver = ({ state }: ValidationRun): boolean => state === 'succeeded' || state === 'failed';

/** @returns undefined where another has written it at the same time */
async function replaced(store: Store, run: ValidationRun): Promise<ValidationRun | undefined> {
  try {
    return await store.replace(validationRuns, run, run.version);
  } catch (error) {
    if (error instanceof StoreFailure && (error.kind === 'stale' || error.kind === 'not_found')) return undefined;
    throw error;
  }
}

interface RunUpdate {
  readonly tenantId: string;
  readonly id: string;
  readonly claimId: string;
  readonly progress: number;
  readonly state: string;
  readonly resultsJson: string;
  readonly outcomesJson: string;
  readonly error: string;
}

/** @returns whether the claim still holds; otherwise nothing was changed */
export async function updateValidationRun(store: Store, update: RunUpdate, now: number): Promise<boolean> {
  const { tenantId, id, claimId, progress } = update;
  const run = await store.get(validationRuns, tenantId, id);
  if (run?.claim === undefined || run.claim.id !== claimId || isOver(run)) return false;
  const state = parse(z.enum(validationStates), update.state);
  const claim = { id: claimId, until: now + VALIDATION_LEASE_MS };
  if (state === 'running') return (await replaced(store, { ...run, progress, claim })) !== undefined;
  if (state === 'succeeded') {
    const bytes = await compress(Buffer.from(update.outcomesJson));
    const outcomes = { tenantId, id: outcomesId(id, claimId), version: 1, createdAt: now, updatedAt: now };
    await unlessTaken(store.insert(validationOutcomes, outcomes, bytes));
  }
  const results = state === 'succeeded' ? parse(z.array(validationResult), readJson(update.resultsJson)) : [];
  const ended = await replaced(store, {
    ...run,
    ...{ state, results, progress: state === 'succeeded' ? 1 : progress, endedAt: now, claim },
    ...(update.error && { error: update.error }),
  });
  if (ended === undefined) return false;
  await store.remove(unfinishedValidationRuns, PLATFORM, id);
  return true;
}
