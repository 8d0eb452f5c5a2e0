/** Asynchronous work: any operation with a body, run by a worker. */

import { z } from 'zod';
import type { Job__Output } from '#proto/types/svc/jobs/v1/Job';
import { MAX_JOB_WAIT_MS } from '#services/reference/methods';
import { JOB_STATES, jobEnded, NOTICE_STATES, type NoticeState } from '#services/resources/job';
import { text } from '#services/resources/text';
import { invalidRequest } from '../contract/errors.js';
import { allOperations, operation } from '../contract/operation.js';
import { requireAccess } from '../job/admission.js';
import { checkedJob } from '../job/submission.js';
import { storedShape } from '../resource/crud.js';

const path = '/api/v1/jobs';
const shared = { tag: 'Jobs', scope: 'jobs', costClass: 'store' } as const;

/** Bytes: the limit of the operation that takes the largest body. */
const BODY_LIMIT = 64 * 2 ** 20;
const MAX_JOB_ATTEMPTS = 10;
/** Seconds after which a caller may ask for the first time. */
const FIRST_POLL_S = '1';
const MAX_WAIT_S = MAX_JOB_WAIT_MS / 1_000;

export const job = z
  .object({
    ...storedShape,
    version: z.int().min(1).meta({ description: '1 when submitted, one more with each change of the job' }),
    createdBy: z.string().optional().meta({ description: 'Id of the key or user that submitted it' }),
    jobId: z.string().meta({ description: 'The same as id' }),
    operation: z.string(),
    label: z.string().optional(),
    priority: z.int(),
    state: z.enum(JOB_STATES),
    progress: z.number().meta({ description: 'Part of the work that is done, 0 to 1: counted in blocks, where workers share it' }),
    stage: z.string().optional().meta({ description: 'What the job is doing' }),
    attempts: z.int().meta({ description: 'Runs that have begun' }),
    maxAttempts: z.int(),
    retriesUntil: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Runs that fail before because a service was busy, away or silent are begun again, beyond maxAttempts' }),
    submittedAt: z.iso.datetime().meta({ description: 'The same as createdAt' }),
    notBefore: z.iso.datetime().optional(),
    expiresAt: z.iso.datetime().optional(),
    startedAt: z.iso.datetime().optional().meta({ description: 'Start of the last run' }),
    endedAt: z.iso.datetime().optional(),
    result: z.unknown().optional().meta({ description: 'Data of the operation, where they have less than 1 MiB' }),
    manifest: z.unknown().optional().meta({ description: 'Manifest of the operation, beside the result' }),
    artifactId: z.string().optional().meta({ description: 'The artifact that holds data and manifest, where they have 1 MiB or more' }),
    error: z.object({ code: z.string(), message: z.string() }).optional().meta({ description: 'Why a failed job failed' }),
    notify: z
      .object({
        url: z.string(),
        state: z
          .enum(NOTICE_STATES)
          .meta({ description: 'waiting: until the job has ended and the webhook was delivered; failed: no further attempt is made' }),
        attempts: z.int().meta({ description: 'Attempts at delivery that have been made' }),
      })
      .optional()
      .meta({ description: 'Who is told when the job has ended' }),
  })
  .meta({ id: 'Job', description: 'An operation that runs asynchronously' });

/** A time of the wire, where 0 stands for none. */
export const time = (ms: number): string | undefined => (ms === 0 ? undefined : new Date(ms).toISOString());

/** Fields that are there only where they say something. */
export const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Partial<Fields>;

export function jobView(document: Job__Output): z.input<typeof job> {
  const { id, operation: name, priority, state, progress, attempts, maxAttempts, resultJson, manifestJson, error, notify } = document;
  const createdAt = new Date(document.createdAtMs).toISOString();
  return {
    ...{ id, jobId: id, operation: name, priority, state: state as z.input<typeof job>['state'], progress, attempts, maxAttempts },
    ...{ version: document.version, createdAt, updatedAt: new Date(document.updatedAtMs).toISOString(), submittedAt: createdAt },
    ...present({
      label: document.label,
      stage: document.stage,
      createdBy: document.createdBy,
      notBefore: time(document.notBeforeMs),
      expiresAt: time(document.expiresAtMs),
      retriesUntil: time(document.retriesUntilMs),
      startedAt: time(document.startedAtMs),
      endedAt: time(document.endedAtMs),
      artifactId: document.artifactId,
    }),
    ...(resultJson !== '' && { result: JSON.parse(resultJson) }),
    ...(manifestJson !== '' && { manifest: JSON.parse(manifestJson) }),
    ...(error !== null && { error: { code: error.code, message: error.message } }),
    ...(notify !== null && { notify: { ...notify, state: notify.state as NoticeState } }),
  };
}

export const jobs = [
  operation({
    ...shared,
    // A job computes: a tenant whose compute seconds are used up cannot go on by way of jobs.
    costClass: 'simulation',
    id: 'submitJob',
    method: 'POST',
    path,
    status: 202,
    summary: 'Submit a job',
    description:
      'Runs the operation as soon as a worker is free, with the rights of the key or user that submitted it, as far as they are left when it begins; a job that is computed in blocks ends when the key or user is withdrawn. A request that the operation would refuse ' +
      'is refused here. Workers share a large Monte Carlo, risk or XVA computation in blocks, with the same result to the last bit. A job whose tenant has used up its compute ' +
      'seconds before it begins fails with SVC-LIMIT-002; one that has begun is not cut short. Of several jobs that are due, those of the tenant with the fewest running jobs run first, then those of higher ' +
      'priority, then the oldest. A run whose worker dies is begun again, up to three attempts in all; one that fails because a service was busy, away or silent is begun again until ' +
      'expiresAt, or for fifteen minutes where the job has none (retriesUntil). Where maxAttempts is stated, it bounds all attempts. A job has one result all the same. With an Idempotency-Key, a submission that is sent again gives the same job.\n\n' +
      'With notify, a JobEnded body is posted to the url when the job has ended, however it did, as Standard Webhooks says: at least once, with up to eight attempts over ' +
      'three hours until an answer with a status of 200 to 299 comes within ten seconds; redirects are not followed. webhook-id is the id of the job, on every attempt. webhook-signature is ' +
      '"v1," and the base64 of HMAC-SHA256 of "{webhook-id}.{webhook-timestamp}.{body as received}", with the bytes that JOB_WEBHOOK_KEY has in base64 after whsec_. Compare it in constant time, ' +
      'refuse a webhook-timestamp (Unix seconds) more than five minutes off, and drop a webhook-id that came before.',
    bodyLimit: BODY_LIMIT,
    request: z
      .strictObject({
        operation: z.string().max(100).meta({ description: 'operationId of any POST operation' }),
        request: z.unknown().meta({ description: 'Body of that operation' }),
        params: z
          .record(z.string(), z.string())
          .default({})
          .meta({ description: 'Path parameters of that operation, by name, where it has any' }),
        label: text(200).optional(),
        priority: z.int().min(0).max(9).default(4).meta({ description: 'Higher ones run first' }),
        notBefore: z.iso.datetime({ offset: true }).optional().meta({ description: 'The job does not start before' }),
        expiresAt: z.iso.datetime({ offset: true }).optional().meta({ description: 'The job ends then at the latest' }),
        maxAttempts: z.int().min(1).max(MAX_JOB_ATTEMPTS).optional().meta({
          description: 'Bounds all attempts. Absent: three whose worker dies, and others until the job expires',
        }),
        notify: z
          .strictObject({
            url: z
              .string()
              .min(1)
              .max(2_000)
              .meta({ description: 'https, on a host that the installation allows (JOB_WEBHOOK_HOSTS)', format: 'uri' }),
          })
          .optional()
          .meta({
            description: 'Who is told by a signed webhook when the job has ended, where the installation allows its host',
            examples: [{ url: 'https://hooks.example.com/jobs' }],
          }),
      })
      .meta({ id: 'SubmitJobRequest', description: 'An operation, its request, and when it runs' }),
    example: {
      operation: 'priceOption',
      request: { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 },
      label: 'one price, later',
    },
    callbacks: {
      jobEnded: {
        url: '{$request.body#/notify/url}',
        summary: 'The job has ended',
        headers: {
          'webhook-id': 'Id of the job: the same on every attempt',
          'webhook-timestamp': 'Time of the attempt, Unix seconds',
          'webhook-signature': '"v1," and the signature in base64, as the description of the operation says',
        },
        body: jobEnded,
      },
    },
    response: job,
    responseHeaders: { Location: 'Path of the job', 'Retry-After': 'Seconds after which to ask for it' },
    failures: ['SVC-AUTH-004', 'SVC-AUTH-005', 'SVC-RES-001', 'SVC-LIMIT-003'],
    handle: async ({ body, call, ...context }, { operations, desk, jobs, now }) => {
      const checked = await checkedJob(body, '/request', context, { operations, desk });
      const expiresAtMs = body.expiresAt === undefined ? 0 : Date.parse(body.expiresAt);
      if (body.expiresAt !== undefined && expiresAtMs <= now().getTime())
        throw invalidRequest('/expiresAt', `must lie in the future; got ${body.expiresAt}`);
      const submitted = await jobs.submitJob(
        {
          requestId: call.requestId,
          ...checked,
          params: body.params,
          label: body.label ?? '',
          priority: body.priority,
          notBeforeMs: body.notBefore === undefined ? 0 : Date.parse(body.notBefore),
          expiresAtMs,
          maxAttempts: body.maxAttempts ?? 0,
          notifyUrl: body.notify?.url ?? '',
        },
        call,
      );
      return { data: jobView(submitted), headers: { Location: `${path}/${submitted.id}`, 'Retry-After': FIRST_POLL_S } };
    },
  }),
  operation({
    ...shared,
    id: 'getJob',
    method: 'GET',
    path: `${path}/{jobId}`,
    summary: 'State, result or error of a job',
    description:
      'With wait, the answer comes when the job has ended, or after that many seconds. For whoever submitted the job, or has the scope of its operation.',
    // The wait, and as long for the look-up itself as any other has.
    deadlineMs: MAX_JOB_WAIT_MS + 5_000,
    params: z.strictObject({ jobId: z.string().max(100) }),
    query: z.strictObject({
      wait: z.coerce.number().min(0).max(MAX_WAIT_S).default(0).meta({ description: 'Seconds to wait for the end of the job' }),
    }),
    response: job,
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params: { jobId: id }, query: { wait }, caller, call }, dependencies) => {
      const document = await dependencies.jobs.getJob({ id, waitMs: Math.round(1_000 * wait) }, call);
      requireAccess(caller, document, allOperations(dependencies));
      return { data: jobView(document) };
    },
  }),
  operation({
    ...shared,
    id: 'cancelJob',
    method: 'DELETE',
    path: `${path}/{jobId}`,
    summary: 'Cancel a job',
    description:
      'The job is cancelled when the answer comes, and what is running for it stops within a second. A job that has ended stays as it is. For whoever submitted it, or has the scope of its operation.',
    params: z.strictObject({ jobId: z.string().max(100) }),
    response: job,
    failures: ['SVC-RES-001', 'SVC-AUTH-004'],
    handle: async ({ params: { jobId: id }, caller, call }, dependencies) => {
      requireAccess(caller, await dependencies.jobs.getJob({ id, waitMs: 0 }, call), allOperations(dependencies));
      return { data: jobView(await dependencies.jobs.cancelJob({ id }, call)) };
    },
  }),
];
