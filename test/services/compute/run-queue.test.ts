import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { openRunQueue } from '#services/compute/run-queue';

const never = new AbortController().signal;

describe('the run queue', () => {
  /** Runs that end when they are told to, in a queue of two at once and three waiting. */
  function held() {
    const begun: string[] = [];
    const waiting: number[] = [];
    const finish = new Map<string, () => void>();
    const queue = openRunQueue({ concurrency: 2, maxWaiting: 3, runs: 'runs', onWaiting: (count) => waiting.push(count) });
    const start = (name: string, signal = never): Promise<string> =>
      queue
        .run(signal, async () => {
          begun.push(name);
          await new Promise<void>((resolve) => finish.set(name, resolve));
          return name;
        })
        .catch(({ code, message }) => `${status[code]}: ${message}`);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begun,
      waiting,
      start,
      settle,
      end: (name: string) => {
        finish.get(name)?.();
        return settle();
      },
    };
  }

  it('runs at most as many at once as its concurrency, the others in the order in which they came', async () => {
    const { begun, waiting, start, end, settle } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
    await settle();
    expect(begun).to.deep.equal(['a', 'b']);
    await end('b');
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd', 'e']) await end(name);
    expect(begun).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(await Promise.all(all)).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(waiting).to.deep.equal([1, 2, 3, 2, 1, 0]);
  });

  it('refuses a run when as many wait as may wait', async () => {
    const { start, end } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
    expect(await start('f')).to.equal('UNAVAILABLE: 3 runs wait already');
    for (const name of ['a', 'b', 'c', 'd', 'e']) await end(name);
    await Promise.all(all);
  });

  it('removes a waiting run that is cancelled, from any place', async () => {
    const { begun, start, end } = held();
    const caller = new AbortController();
    const all = [start('a'), start('b'), start('c'), start('d', caller.signal), start('e')];
    caller.abort();
    expect(await all[3]).to.equal('CANCELLED: the caller has gone');
    for (const name of ['a', 'b', 'c', 'e']) await end(name);
    await Promise.all(all);
    expect(begun).to.deep.equal(['a', 'b', 'c', 'e']);
  });

  it('begins no run whose caller has gone already, and loses no place by it or by a run that fails', async () => {
    const queue = openRunQueue({ concurrency: 1, maxWaiting: 1, runs: 'runs', onWaiting: () => undefined });
    const codeOf = (run: Promise<unknown>) => run.then(String, ({ code, message }) => code ?? message);
    expect(await codeOf(queue.run(AbortSignal.abort(), async () => 1))).to.equal(status.CANCELLED);
    expect(await codeOf(queue.run(never, () => Promise.reject(new Error('failed'))))).to.equal('failed');
    expect(await codeOf(queue.run(never, async () => 1))).to.equal('1');
  });
});
