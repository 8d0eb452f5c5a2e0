/** The callers and workers of a simulation, which note what they were promised. */

import { HttpFailure } from '#gateway/contract/errors';
import { fingerprintOf, runOnce } from '#gateway/run/idempotency';
import { type Caller, callerOf } from '#proto/caller';
import { claimKey, completeKey, releaseKey } from '#services/reference/evidence/idempotency';
import { recordReceipt } from '#services/reference/evidence/receipts';
import type { Job } from '#services/resources/job';
import { StoreFailure } from '#services/store/failure';
import { type Installation, Lost, TENANTS, Violation } from './installation.js';

const [KEYS, DOCUMENTS, JOBS] = [2, 1, 2];
const MAX_EDITS = 3;

/** Acknowledged outcomes, which must be found again whatever happens. */
export interface Promised {
  /** The answer of each idempotency key. */
  readonly answers: Map<string, string>;
  readonly receipts: { readonly tenantId: string; readonly runId: string }[];
  readonly jobs: { readonly tenantId: string; readonly id: string }[];
  readonly results: Map<string, string>;
  /** The content of each version of a document, by id and version. */
  readonly versions: Map<string, { readonly tenantId: string; readonly id: string; readonly version: number; readonly content: number }>;
}

export const nothingPromised = (): Promised => ({ answers: new Map(), receipts: [], jobs: [], results: new Map(), versions: new Map() });

const isRefusal = (error: unknown): boolean => error instanceof StoreFailure && error.kind !== 'unavailable';

export function callersOf(installation: Installation, promised: Promised) {
  const { schedule } = installation;
  const { draw } = schedule;
  const { completeKey: complete = completeKey } = installation.replaced;
  const newId = (): string => {
    const digits = Array.from({ length: 32 }, () => Math.floor(draw.uniform() * 16).toString(16)).join('');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  };
  const callerIn = (tenantId: string): Caller =>
    callerOf({ tenantId, keyId: 'key', userId: '', roles: [], scopes: ['jobs', 'price'], tier: 'enterprise', statuses: [] }, newId());

  /** Tries again until the outcome is known. */
  async function known<Reply>(attempt: () => Promise<Reply>): Promise<Reply> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        const mayPass = error instanceof Lost || (error instanceof StoreFailure && error.kind === 'unavailable');
        if (!mayPass && !(error instanceof HttpFailure && error.code === 'SVC-RES-002')) throw error;
        await schedule.pause(schedule.delay(100, 5_000));
      }
    }
  }

  /** One request under an idempotency key, sent until it has an answer. */
  async function price(tenantId: string, key: string): Promise<void> {
    const evidence = {
      claimIdempotencyKey: async (request: Parameters<typeof claimKey>[2]) => ({
        ...{ answer: Buffer.alloc(0), requestId: '' },
        ...(await installation.call(({ store }) => claimKey(store, tenantId, request, installation.now()))),
      }),
      completeIdempotencyKey: (request: Parameters<typeof completeKey>[2]) =>
        installation
          .call(({ store }) => complete(store, tenantId, request, installation.now()))
          .catch((error) => {
            // The gateway reports so that another run has the key.
            throw isRefusal(error) ? new HttpFailure('SVC-RES-002', error.message) : error;
          }),
      releaseIdempotencyKey: (request: Parameters<typeof releaseKey>[2]) =>
        installation.call(({ store }) => releaseKey(store, tenantId, request)),
    };
    const answer = await known(async () => {
      const caller = callerIn(tenantId);
      const first = await runOnce(
        { key, fingerprint: fingerprintOf([key]), caller, deadlineMs: 10_000 },
        evidence as unknown as Parameters<typeof runOnce>[1],
        async () => {
          if (promised.answers.has(`${tenantId} ${key}`)) throw new Violation(`${key} was run after it was answered`);
          await schedule.pause(schedule.delay(10, 9_000));
          await record(tenantId, caller.correlationId);
          return { kind: 'data', status: 200, headers: {}, correlationId: caller.correlationId, dataJson: `{"run":"${newId()}"}` };
        },
      );
      return first.kind === 'data' ? `${first.dataJson}` : '';
    });
    const name = `${tenantId} ${key}`;
    const other = promised.answers.get(name) ?? answer;
    if (other !== answer) throw new Violation(`${name} was answered with ${other} and with ${answer}`);
    promised.answers.set(name, answer);
  }

  async function record(tenantId: string, runId: string): Promise<void> {
    const texts = { requestJson: '{}', resultJson: '{}', manifestJson: '{"pricerId":"p"}', inputsJson: '{}' };
    const run = { runId, operationId: 'priceOption', tag: 'Vanilla', backend: '', traceId: '', createdAtMs: installation.now(), ...texts };
    await installation.call(async ({ store, chain }) => {
      const link = await recordReceipt(store, tenantId, run);
      if (link !== undefined) chain.add(tenantId, link);
    });
    promised.receipts.push({ tenantId, runId });
  }

  async function submit(tenantId: string): Promise<void> {
    const requestId = newId();
    const submission = {
      ...{ requestId, operation: 'priceOption', body: Buffer.from('{}'), params: {}, label: '', priority: 4 },
      ...{ notBefore: 0, expiresAt: 0, maxAttempts: 50 },
    };
    const { job } = await known(() => installation.call(({ book }) => book.submit(callerIn(tenantId), submission)));
    promised.jobs.push({ tenantId, id: job.id });
    const never = new AbortController().signal;
    for (let state: Job['state'] = job.state; state === 'queued' || state === 'running'; ) {
      await schedule.pause(schedule.delay(500, 10_000));
      const { job: now } = await known(() => installation.call(({ book }) => book.get(callerIn(tenantId), job.id, 0, never)));
      ({ state } = now);
      if (state === 'succeeded') promised.results.set(`${tenantId} ${job.id}`, now.resultJson ?? '');
    }
  }

  /** Runs what it is given, hangs at times, and dies at times. */
  async function work(isDone: () => boolean): Promise<void> {
    const never = new AbortController().signal;
    while (!isDone()) {
      const claim = await installation.call(({ book }) => book.claim('worker', 0, never)).catch(() => undefined);
      if (claim === undefined || !('resumed' in claim)) {
        await schedule.pause(schedule.delay(500, 4_000));
        continue;
      }
      const { job, claimId } = claim;
      await schedule.pause(draw.chance(0.05 + installation.faults.hang) ? 30_000 : schedule.delay(50, 6_000));
      // It died.
      if (draw.chance(installation.faults.hang)) continue;
      const manifestJson = '{}';
      const end = draw.chance(0.1)
        ? ({ outcome: 'again', error: { code: 'SVC-SYS-002', message: 'busy' }, retryAfterMs: 0 } as const)
        : ({ outcome: 'succeeded', resultJson: `{"claim":"${claimId}"}`, manifestJson } as const);
      await installation.call(({ book }) => book.finish(job.tenantId, job.id, claimId, end)).catch(() => undefined);
    }
  }

  const collection = 'correlations';
  const fieldsOf = (name: string, content: number) =>
    JSON.stringify({
      name,
      assets: ['A', 'B'],
      matrix: [
        [1, content],
        [content, 1],
      ],
    });
  const contentOf = (document: object): number => (document as { readonly matrix: number[][] }).matrix[0]?.[1] ?? Number.NaN;

  function acknowledge(tenantId: string, id: string, version: number, content: number): void {
    const key = `${id}@${version}`;
    const other = promised.versions.get(key);
    if (other !== undefined && other.content !== content) throw new Violation(`two writes were acknowledged as ${key}`);
    promised.versions.set(key, { tenantId, id, version, content });
  }

  /** Edits a document that others edit too, with If-Match. */
  async function edit(tenantId: string, name: string): Promise<void> {
    const requestId = newId();
    const caller = () => callerIn(tenantId);
    const { id } = await known(() =>
      installation.call(({ documents }) => documents.create(caller(), collection, fieldsOf(`${name} ${requestId}`, 0), requestId)),
    );
    const write = async () => {
      for (let edits = 0; edits < MAX_EDITS; ) {
        const newest = Math.max(1, ...[...promised.versions.values()].filter((each) => each.id === id).map(({ version }) => version));
        const { version } = await known(() => installation.call(({ documents }) => documents.get(caller(), collection, id)));
        if (version < newest) throw new Violation(`${id} was read in version ${version} after ${newest} was acknowledged`);
        const content = Math.round(draw.uniform() * 1e9) / 1e9;
        try {
          await installation.call(({ documents }) =>
            documents.replace(caller(), collection, id, version, fieldsOf(`${name} ${requestId}`, content)),
          );
          acknowledge(tenantId, id, version + 1, content);
          edits += 1;
        } catch (error) {
          // The next version shows whether it was made.
          if (!(error instanceof Lost || error instanceof StoreFailure)) throw error;
          if (!isRefusal(error)) edits += draw.chance(0.5) ? 1 : 0;
        }
        await peek(id, tenantId);
      }
    };
    await Promise.all([write(), write()]);
  }

  /** Another tenant asks for the document. */
  async function peek(id: string, tenantId: string): Promise<void> {
    const other = callerIn(TENANTS.find((each) => each !== tenantId) ?? '');
    const shown = await installation.call(({ documents }) => documents.get(other, collection, id)).catch(() => undefined);
    if (shown !== undefined) throw new Violation(`${id} of ${tenantId} was shown to ${other.tenantId}`);
  }

  return {
    all: (): Promise<void>[] =>
      TENANTS.flatMap((tenantId) => [
        ...Array.from({ length: KEYS }, (_, index) => [price(tenantId, `key ${index}`), price(tenantId, `key ${index}`)]).flat(),
        ...Array.from({ length: DOCUMENTS }, (_, index) => edit(tenantId, `document ${index}`)),
        ...Array.from({ length: JOBS }, () => submit(tenantId)),
      ]),
    work,
    contentOf,
  };
}
