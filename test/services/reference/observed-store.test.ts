import { expect } from 'chai';
import { observedStore } from '#services/reference/observed-store';
import type { Log } from '#services/runtime/log';
import { createRegistry } from '#services/runtime/metrics';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { counters, failsWith } from '../store/support.js';

describe('the store of the reference service', () => {
  /** A store whose look-ups fail as told, the lines that were logged, and the metrics. */
  function failing(reason: () => Error) {
    let clock = 0;
    const lines: object[] = [];
    const registry = createRegistry('reference', '0');
    const store = observedStore(
      {
        get: () => Promise.reject(reason()),
        ping: () => Promise.reject(reason()),
        minute: { penalty: () => Promise.reject(reason()) },
      } as unknown as Store,
      { error: (fields: object) => lines.push(fields) } as unknown as Log,
      registry,
      () => clock,
    );
    const failures = async (call: string) =>
      (await registry.getSingleMetric('svc_store_failures_total')?.get())?.values.find(({ labels }) => labels.call === call)?.value;
    return { store, lines, failures, tick: (ms: number) => (clock += ms) };
  }

  it('logs a failure once in ten seconds, with the number of those in between, and counts all', async () => {
    const gone = new StoreFailure('unavailable', 'gone');
    const { store, lines, failures, tick } = failing(() => gone);
    expect(await failures('get'), 'before the first').to.equal(0);
    for (let index = 0; index < 100; index += 1) await failsWith('unavailable', store.get(counters, 'ten_a', 'one'));
    expect(lines).to.deep.equal([{ err: gone, call: 'get', failuresBefore: 0 }]);
    expect(await failures('get')).to.equal(100);
    tick(10_000);
    await failsWith('unavailable', store.get(counters, 'ten_a', 'one'));
    expect(lines[1]).to.deep.equal({ err: gone, call: 'get', failuresBefore: 99 });
    tick(10_000);
    await failsWith('unavailable', store.ping());
    await failsWith('unavailable', store.minute.penalty('ten_a', 1));
    expect(await failures('minute')).to.equal(1);
    expect(await failures('ping')).to.equal(1);
  });

  it('tells by its ping that a call fails, until it succeeds or ten seconds after, and writes only where nobody has', async () => {
    let clock = 0;
    let broken: StoreFailure | undefined;
    let pings = 0;
    const fails = async (): Promise<undefined> => {
      if (broken !== undefined) throw broken;
    };
    const ping = async (): Promise<void> => {
      pings += 1;
    };
    const inner = { get: fails, insert: fails, ping, minute: {} } as unknown as Store;
    const log = { error: () => undefined } as unknown as Log;
    const store = observedStore(inner, log, createRegistry('reference', '0'), () => clock);
    const insert = () => store.insert(counters, { tenantId: 'ten_a', id: 'one', version: 1, createdAt: 1, updatedAt: 1, uses: 1 });
    await store.ping();
    expect(pings).to.equal(1);
    await insert();
    clock += 1_900;
    await store.ping();
    expect(pings, 'a write of late shows enough').to.equal(1);
    broken = new StoreFailure('unavailable', 'full');
    await failsWith('unavailable', insert());
    await failsWith('unavailable', store.ping());
    broken = new StoreFailure('conflict', 'taken');
    await failsWith('conflict', insert());
    await failsWith('unavailable', store.ping());
    broken = undefined;
    await insert();
    await store.ping();
    broken = new StoreFailure('unusable', 'damaged');
    await failsWith('unusable', store.get(counters, 'ten_a', 'one'));
    await failsWith('unusable', store.ping());
    clock += 10_000;
    await store.ping();
    expect(pings).to.equal(2);
  });

  it('takes no mistake of a caller for a failure, and passes every other error on', async () => {
    const { store, lines, failures } = failing(() => new StoreFailure('stale', 'too late'));
    await failsWith('stale', store.get(counters, 'ten_a', 'one'));
    expect([lines, await failures('get')]).to.deep.equal([[], 0]);
    const unforeseen = failing(() => new Error('a bug'));
    expect(await unforeseen.store.get(counters, 'ten_a', 'one').catch((error: Error) => error.message)).to.equal('a bug');
    expect([unforeseen.lines.length, await unforeseen.failures('get')]).to.deep.equal([1, 1]);
  });
});
