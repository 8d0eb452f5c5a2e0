import { expect } from 'chai';
import { type JobQueue, jobQueue, LEASE_MS, type QueuedJob } from '#services/jobs/job-queue';

describe('the queue of jobs', () => {
  let wall = 1_000_000;
  let steady = 0;
  let queue: JobQueue;
  const job = (id: string, fields: Partial<QueuedJob> = {}): QueuedJob => ({
    id,
    tenantId: 'one',
    priority: 4,
    notBefore: 0,
    expiresAt: 0,
    ...fields,
  });
  const claimed = (count: number) => Array.from({ length: count }, (_, index) => queue.claim(`claim ${index}`)?.id);

  beforeEach(() => {
    wall = 1_000_000;
    steady = 0;
    queue = jobQueue({ now: () => wall, steady: () => steady });
  });

  it('gives higher priorities first, and older jobs of one priority', () => {
    for (const [id, priority] of [
      ['a', 4],
      ['b', 9],
      ['c', 4],
      ['d', 0],
      ['e', 9],
    ] as const)
      queue.add(job(id, { priority }));
    expect(claimed(6)).to.deep.equal(['b', 'e', 'a', 'c', 'd', undefined]);
  });

  it('shares the workers between tenants, however many jobs one of them has', () => {
    for (let index = 0; index < 100; index++) queue.add(job(`many ${index}`, { tenantId: 'many', priority: 9 }));
    queue.add(job('few 0', { tenantId: 'few', priority: 0 }));
    queue.add(job('few 1', { tenantId: 'few', priority: 0 }));
    expect(claimed(4)).to.deep.equal(['many 0', 'few 0', 'many 1', 'few 1']);
  });

  it('holds a job back until its time', () => {
    queue.add(job('later', { notBefore: wall + 1 }));
    expect(queue.claim('one')).to.equal(undefined);
    wall++;
    expect(queue.claim('one')?.id).to.equal('later');
  });

  it('gives a job whose lease has ended to another run, which the first can no longer touch', () => {
    queue.add(job('a'));
    queue.claim('first');
    steady += LEASE_MS - 1;
    queue.sweep();
    expect(queue.renew('a', 'first', 0.5, '')).to.equal(true);
    steady += LEASE_MS - 1;
    queue.sweep();
    expect(queue.claim('second')).to.equal(undefined);
    steady++;
    queue.sweep();
    expect(queue.claim('second')?.id).to.equal('a');
    expect(queue.renew('a', 'first', 0.6, '')).to.equal(false);
    expect(queue.isHeld('a', 'first')).to.equal(false);
    queue.putBack('a', 'first', 0);
    expect(queue.isHeld('a', 'second')).to.equal(true);
  });

  it('measures leases by the steady clock: a wall clock that steps changes nothing', () => {
    queue.add(job('a'));
    queue.claim('first');
    for (const step of [3_600_000, -7_200_000]) {
      wall += step;
      queue.sweep();
      expect(queue.isHeld('a', 'first')).to.equal(true);
    }
  });

  it('waits before another attempt', () => {
    queue.add(job('a'));
    queue.claim('first');
    queue.putBack('a', 'first', 500);
    expect(queue.claim('second')).to.equal(undefined);
    steady += 500;
    expect(queue.claim('second')?.id).to.equal('a');
  });

  it('names the jobs that have expired, waiting or running', () => {
    queue.add(job('waiting', { expiresAt: wall + 10 }));
    queue.add(job('running', { expiresAt: wall + 10, priority: 9 }));
    queue.add(job('endless'));
    queue.claim('one');
    expect(queue.sweep()).to.deep.equal([]);
    wall += 10;
    expect(queue.sweep().map(({ id }) => id)).to.deep.equal(['waiting', 'running']);
  });

  it('gives a run of before the process started one lease in which to report', () => {
    queue.add(job('a'), 'before');
    expect(queue.claim('other')).to.equal(undefined);
    expect(queue.renew('a', 'before', 0, '')).to.equal(true);
    steady += LEASE_MS;
    queue.sweep();
    expect(queue.claim('other')?.id).to.equal('a');
  });

  it('counts the unfinished jobs of a tenant', () => {
    queue.add(job('a'));
    queue.add(job('b', { tenantId: 'two' }));
    expect([queue.count('one'), queue.count('two'), queue.count('three')]).to.deep.equal([1, 1, 0]);
    queue.remove('a');
    expect(queue.count('one')).to.equal(0);
  });
});
