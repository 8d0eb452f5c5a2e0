import { expect } from 'chai';
import { forgetWorker, noteWorker, runningWorkers, sweepWorkers, WORKER_SILENCE_MS } from '#services/reference/jobs/workers';
import { onEachStore } from '#test/support/stores';

const NOW = Date.UTC(2026, 2, 3);
const facts = { release: '0.1.0', node: 'v20.0.0', queue: 'embedded', lanes: 2, startedAt: NOW };

onEachStore('job workers', (newStore) => {
  it('are those that have reported within a minute and have not ended; a silent one is removed in the end, and back when it reports', async () => {
    const store = await newStore();
    const running = async (time: number) => (await runningWorkers(store, time)).map(({ id, seenAt }) => [id, seenAt - NOW]);
    for (const id of ['one', 'other', 'third']) await noteWorker(store, id, facts, NOW);
    await Promise.all([1, 2].map(() => noteWorker(store, 'one', facts, NOW + 40_000)));
    await forgetWorker(store, 'third');
    await forgetWorker(store, 'third');
    expect(await running(NOW + WORKER_SILENCE_MS)).to.have.deep.members([
      ['one', 40_000],
      ['other', 0],
    ]);
    expect(await running(NOW + WORKER_SILENCE_MS + 1)).to.deep.equal([['one', 40_000]]);
    expect(await sweepWorkers(store, NOW + WORKER_SILENCE_MS + 1)).to.equal(1);
    expect(await sweepWorkers(store, NOW + WORKER_SILENCE_MS + 1)).to.equal(0);
    await noteWorker(store, 'other', facts, NOW + 90_000);
    expect(await running(NOW + 90_000)).to.have.deep.members([
      ['one', 40_000],
      ['other', 90_000],
    ]);
    expect((await runningWorkers(store, NOW + 90_000))[0]).to.deep.include(facts);
  });
});
