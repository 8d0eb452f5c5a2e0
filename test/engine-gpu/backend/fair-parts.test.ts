import { expect } from 'chai';
import { openFairParts, type RunTime } from '#engine-gpu/backend/fair-parts';

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('the parts of launches', () => {
  it('cover each block once, whatever the launch and the number of threads', async () => {
    for (const threads of [1, 2, 16]) {
      for (const blocks of [1, 3, 64, 1_000, 5_000]) {
        const times = new Uint8Array(blocks);
        await openFairParts(threads).run(blocks, undefined, async (begin, end) => {
          await pause(0);
          for (let block = begin; block < end; block++) times[block]!++;
        });
        expect(
          times.every((count) => count === 1),
          `${blocks} blocks on ${threads} threads`,
        ).to.equal(true);
      }
    }
  });

  it('are computed on all threads and on no more', async () => {
    let [underWay, most] = [0, 0];
    await openFairParts(3).run(600, undefined, async () => {
      most = Math.max(most, ++underWay);
      await pause(2);
      underWay--;
    });
    expect(most).to.equal(3);
  });

  it('grow to about 20 ms each once the speed of their launch is known', async () => {
    const sizes: number[] = [];
    const { now } = performance;
    // A clock that only the parts move: 0.5 ms per block, so 40 blocks take 20 ms.
    let ms = 0;
    performance.now = () => ms;
    try {
      await openFairParts(1).run(1_000, undefined, async (begin, end) => {
        sizes.push(end - begin);
        ms += (end - begin) / 2;
      });
    } finally {
      performance.now = now;
    }
    expect(sizes[0]).to.equal(Math.ceil(1_000 / 32));
    expect(
      sizes.slice(1, -1).every((size) => size >= 10 && size <= 60),
      String(sizes),
    ).to.equal(true);
  });

  it('of a group that comes new are computed next, not after the launches that came before', async () => {
    const parts = openFairParts(1);
    const order: string[] = [];
    const launch = (group: string, blocks: number) =>
      parts.run(blocks, { group, weight: 1 }, async (begin, end) => {
        await pause(end - begin);
        order.push(group);
      });
    const large = [launch('large', 2_000), launch('large', 2_000)];
    await pause(100);
    const countBefore = order.length;
    await launch('small', 4);
    // The part under way when it came, and its own.
    expect(order.slice(countBefore)).to.have.length.at.most(3);
    expect(order.at(-1)).to.equal('small');
    void large;
  });

  it('of a short run are computed before those of long runs of its own group, which take their turns as they began', async () => {
    const parts = openFairParts(1);
    const { now } = performance;
    // A clock that only the parts move: 1 ms per block.
    let ms = 0;
    performance.now = () => ms;
    const order: string[] = [];
    const launch = (name: string, run: RunTime, blocks: number) =>
      parts.run(blocks, { group: 'a', weight: 1, run }, async (begin, end) => {
        ms += end - begin;
        if (order.at(-1) !== name) order.push(name);
      });
    const run = (begunAt: number, usedMs: number): RunTime => ({ begunAt, usedMs });
    try {
      const all = [launch('later', run(20, 5_000), 300), launch('earlier', run(10, 1_000), 300), launch('short', run(30, 0), 300)];
      await Promise.all(all);
      // The first began when nothing else waited.
      expect(order).to.deep.equal(['later', 'short', 'earlier', 'later']);
      order.length = 0;
      // Beyond its first second, a run that came last goes last.
      await Promise.all([launch('long', run(10, 1_000), 1_000), launch('grows', run(40, 0), 2_000)]);
      expect(order).to.deep.equal(['long', 'grows', 'long', 'grows']);
    } finally {
      performance.now = now;
    }
  });

  it('give two groups thread time in proportion to their weights', async () => {
    const parts = openFairParts(1);
    const ms = new Map([
      ['light', 0],
      ['heavy', 0],
    ]);
    const stop = new AbortController();
    const launch = (group: string, weight: number) =>
      parts
        .run(100_000, { group, weight, signal: stop.signal, spent: (spent) => ms.set(group, (ms.get(group) ?? 0) + spent) }, (begin, end) =>
          pause((end - begin) / 10),
        )
        .catch(() => undefined);
    const both = [launch('light', 1), launch('heavy', 3)];
    await pause(3_000);
    stop.abort();
    await Promise.all(both);
    expect((ms.get('heavy') ?? 0) / (ms.get('light') ?? 1)).to.be.within(2, 4);
  });

  it('fail their launch alone, and stop where nobody waits for it', async () => {
    const parts = openFairParts(2);
    const failing = parts.run(100, undefined, () => Promise.reject(new Error('no')));
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    let computed = 0;
    const abort = new AbortController();
    const cancelled = parts.run(10_000, { group: 'a', weight: 1, signal: abort.signal }, async () => {
      computed++;
      if (computed === 4) abort.abort();
      await pause(1);
    });
    expect(await cancelled.catch(({ kind }: { kind: string }) => kind)).to.equal('cancelled');
    expect(computed).to.be.at.most(6);
    await parts.run(10, undefined, () => Promise.resolve());
  });
});
