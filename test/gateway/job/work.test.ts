import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { Dependencies } from '#gateway/contract/operation';
import { workOn } from '#gateway/job/work';
import { CallFailure } from '#proto/failure';
import type { JobClaim__Output } from '#proto/types/svc/jobs/v1/JobClaim';
import type { Log } from '#services/runtime/log';

describe('the work of a job worker', () => {
  /** The reported end of a block whose computation fails as given. */
  async function endAfter(failure: Error): Promise<{ readonly outcome: string; readonly error: { readonly code: string } }> {
    let end: unknown;
    const dependencies = {
      deadlines: { simulation: 1_000 },
      risk: { runBlock: () => Promise.reject(failure) },
      jobs: {
        renewJob: async () => ({ held: true }),
        finishBlock: async (report: unknown) => {
          end = report;
          return { held: true };
        },
      },
    } as unknown as Dependencies;
    const claim = {
      ...{ jobId: 'job_1', claimId: 'claim', attempt: 1, body: Buffer.from('{"bodyJson":"{}","today":"2026-03-03"}'), caller: {} },
      block: { method: 'risk.historicalVar', number: 0, first: 0, units: 1 },
    } as unknown as JobClaim__Output;
    const log = { info: () => undefined, warn: () => undefined } as unknown as Log;
    await workOn(claim, { dependencies, blockMs: 1_000, log, ending: new AbortController().signal });
    return end as Awaited<ReturnType<typeof endAfter>>;
  }

  it('is done again where a service did not answer in time, was away or refused for load, and not where the request is at fault', async () => {
    for (const [code, reported] of [
      [status.DEADLINE_EXCEEDED, 'SVC-SYS-003'],
      [status.UNAVAILABLE, 'SVC-SYS-002'],
    ] as const)
      expect(await endAfter(new CallFailure(code, 'a reason')))
        .to.deep.include({ outcome: 'again' })
        .and.nested.include({ 'error.code': reported });
    expect(await endAfter(new CallFailure(status.INVALID_ARGUMENT, 'a reason'))).to.include({ outcome: 'failed' });
  });
});
