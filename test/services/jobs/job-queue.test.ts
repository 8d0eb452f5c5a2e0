import { expect } from 'chai';
import fc from 'fast-check';
import { heap } from '#services/jobs/heap';
import { JOB_LEASE_MS, type JobQueue, jobQueue, type Unit } from '#services/jobs/job-queue';
import type { EngineJob } from '#services/jobs/port';

describe('the queue of jobs', () => {
  let wall = 1_000_000;
  let steady = 0;
  let queue: JobQueue;
  const job = (id: string, fields: Partial<EngineJob> = {}): EngineJob => ({
    id,
    tenantId: 'one',
    priority: 4,
    notBefore: 0,
    expiresAt: 0,
    ...fields,
  });
  const nameOf = (unit: Unit | undefined) => unit && (unit.block === undefined ? unit.jobId : `${unit.jobId}/${unit.block}`);
  const claimed = (count: number) => Array.from({ length: count }, (_, index) => nameOf(queue.claim(`claim ${index}`)));

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
    expect(queue.claim('one')?.jobId).to.equal('later');
  });

  it('gives a job whose lease has ended to another run, which the first can no longer touch', () => {
    queue.add(job('a'));
    queue.claim('first');
    steady += JOB_LEASE_MS - 1;
    queue.sweep();
    expect(queue.renew('a', 'first')).to.equal(true);
    steady += JOB_LEASE_MS - 1;
    queue.sweep();
    expect(queue.claim('second')).to.equal(undefined);
    steady++;
    queue.sweep();
    expect(queue.claim('second')?.jobId).to.equal('a');
    expect(queue.renew('a', 'first')).to.equal(false);
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
    expect(queue.claim('second')?.jobId).to.equal('a');
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
    expect(queue.renew('a', 'before')).to.equal(true);
    steady += JOB_LEASE_MS;
    queue.sweep();
    expect(queue.claim('other')?.jobId).to.equal('a');
  });

  it('counts the unfinished jobs, of a tenant and in all', () => {
    queue.add(job('a'));
    queue.add(job('a'));
    queue.add(job('b', { tenantId: 'two' }));
    expect([queue.count('one'), queue.count('two'), queue.count('three')]).to.deep.equal([
      { own: 1, all: 2 },
      { own: 1, all: 2 },
      { own: 0, all: 2 },
    ]);
    queue.remove('a');
    expect(queue.count('one')).to.deep.equal({ own: 0, all: 1 });
  });

  it('counts the units that wait for a worker, run and wait for their time, and how long one was due', () => {
    queue.add(job('a'));
    queue.add(job('b'));
    queue.add(job('later', { notBefore: wall + 500 }));
    queue.claim('one');
    steady += 300;
    expect(queue.backlog()).to.deep.equal({ due: 1, running: 1, scheduled: 1 });
    expect(queue.claim('two')?.waitedMs).to.equal(300);
    queue.putBack('a', 'one', 1_000);
    wall += 500;
    steady += 500;
    expect(queue.backlog()).to.deep.equal({ due: 1, running: 1, scheduled: 1 });
    steady += 200;
    // It became due at its time, not when it was submitted.
    expect(queue.claim('three')?.waitedMs).to.equal(200);
    queue.remove('b');
    expect(queue.backlog()).to.deep.equal({ due: 0, running: 1, scheduled: 1 });
  });

  it('gives the blocks of a split job in its place, in order, and the job again when all are done', () => {
    queue.add(job('a'));
    queue.add(job('b'));
    expect(claimed(1)).to.deep.equal(['a']);
    queue.split('a', [0, 2]);
    expect(queue.isHeld('a', 'claim 0')).to.equal(false);
    expect(claimed(4)).to.deep.equal(['a/0', 'a/2', 'b', undefined]);
    queue.blockDone('a', 2);
    expect(claimed(1)).to.deep.equal([undefined]);
    // Whoever computed it: also a worker whose lease has ended.
    queue.blockDone('a', 0);
    expect(claimed(1)).to.deep.equal(['a']);
  });

  it('gives a job at once whose blocks are all done already', () => {
    queue.add(job('a'));
    queue.claim('first');
    queue.split('a', []);
    expect(claimed(1)).to.deep.equal(['a']);
  });

  it('counts the claims of each block, and gives those of a silent worker to another', () => {
    queue.add(job('a'));
    queue.claim('run');
    queue.split('a', [0, 1]);
    expect(queue.claim('one')).to.deep.equal({ jobId: 'a', tenantId: 'one', block: 0, attempt: 1, waitedMs: 0 });
    steady += JOB_LEASE_MS;
    queue.sweep();
    expect(queue.claim('two')).to.deep.equal({ jobId: 'a', tenantId: 'one', block: 0, attempt: 2, waitedMs: 0 });
    expect(queue.renew('a', 'one')).to.equal(false);
  });

  it('forgets a job with all of its blocks, claimed or not', () => {
    queue.add(job('a'));
    queue.claim('run');
    queue.split('a', [0, 1]);
    queue.claim('one');
    queue.remove('a');
    expect(queue.renew('a', 'one')).to.equal(false);
    expect(queue.claim('two')).to.equal(undefined);
    queue.blockDone('a', 1);
    expect(queue.claim('three')).to.equal(undefined);
  });

  it('counts blocks as running units of their tenant', () => {
    queue.add(job('many'));
    queue.claim('run');
    queue.split('many', [0, 1, 2, 3]);
    queue.add(job('few', { tenantId: 'two', priority: 0 }));
    expect(claimed(3)).to.deep.equal(['many/0', 'few', 'many/1']);
  });

  it('gives the units in one order, however they were added and taken out (500 random steps against a plain list)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(9), fc.nat(2)), { minLength: 1, maxLength: 500 }), (steps) => {
        queue = jobQueue({ now: () => wall, steady: () => steady });
        let list: { id: string; priority: number }[] = [];
        steps.forEach(([kind, priority, place], index) => {
          if (kind < 3) {
            list.push({ id: `${index}`, priority });
            queue.add(job(`${index}`, { priority }));
          } else if (kind === 3) {
            const removed = list[place];
            list = list.filter((each) => each !== removed);
            if (removed !== undefined) queue.remove(removed.id);
          } else {
            const [next] = [...list].sort((a, b) => b.priority - a.priority);
            const unit = queue.claim(`claim ${index}`);
            expect(unit?.jobId).to.equal(next?.id);
            list = list.filter((each) => each !== next);
          }
        });
      }),
    );
  });
});

describe('a heap', () => {
  it('compares the item that it gives out with few others, of 20 000', () => {
    let comparisons = 0;
    const waiting = heap<{ readonly priority: number }>((one, other) => {
      comparisons++;
      return one.priority > other.priority;
    });
    for (let index = 0; index < 20_000; index++) waiting.push({ priority: (7_919 * index) % 20_000 });
    comparisons = 0;
    for (let index = 0; index < 50; index++) {
      const first = waiting.first()!;
      expect(first.priority).to.equal(19_999 - index);
      waiting.remove(first);
    }
    // Two comparisons for each of its fourteen levels, and one where the last item does not rise.
    expect(comparisons).to.be.at.most(50 * (2 * 14 + 1));
  });
});
