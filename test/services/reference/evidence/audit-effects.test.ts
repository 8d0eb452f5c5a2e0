import { expect } from 'chai';
import { v7 as uuid } from 'uuid';
import { each } from '#services/reference/base/each';
import { documents } from '#services/reference/documents/documents';
import { effects, UNDER_WAY_MS } from '#services/reference/evidence/audit-effects';
import { auditEntries } from '#services/resources/audit-entry';
import { resources } from '#services/resources/index';
import { StoreFailure } from '#services/store/failure';
import type { Store } from '#services/store/port';
import { unattended } from '#services/store/unattended';
import { newCaller } from '#test/support/runner';
import { onEachStore } from '#test/support/stores';

const NOW = Date.UTC(2026, 2, 3);

onEachStore('the effects of audit entries', (newStore) => {
  let store: Store;
  let caller: ReturnType<typeof newCaller>;
  /** True where the process ends between the entry and the change. */
  let ends = false;
  let handlers: ReturnType<typeof documents>;

  before(async () => {
    store = await newStore();
    const ending = (): Promise<never> => Promise.reject(new StoreFailure('unavailable', 'the process has ended'));
    const endable: Store = {
      ...store,
      append: async (resource, entries, changes) => {
        if (!ends) return store.append(resource, entries, changes);
        const { inserted } = await store.append(resource, entries);
        return { inserted, outcomes: entries.map(() => unattended(ending())) };
      },
    };
    handlers = documents(resources, endable, () => NOW);
  });
  beforeEach(() => {
    caller = newCaller(`ten_${uuid()}`);
  });

  const fields = (name: string) => JSON.stringify({ name, type: 'bank' });
  const create = async (name = 'one') => (await handlers.create(caller, 'counterparties', fields(name), '')).id;
  const replace = (id: string, version: number, name: string) => handlers.replace(caller, 'counterparties', id, version, fields(name));
  const remove = (id: string) => handlers.remove(caller, 'counterparties', id, 0);
  async function cutOff(change: () => Promise<unknown>): Promise<void> {
    ends = true;
    const failure = await change().then(
      () => undefined,
      (error: unknown) => error,
    );
    ends = false;
    expect(failure).to.be.instanceOf(StoreFailure);
  }
  /** All entries, oldest first, an hour later. */
  async function told(now = NOW + 3_600_000): Promise<(string | undefined)[]> {
    const effectOf = effects(store, resources, now);
    const list: (string | undefined)[] = [];
    for await (const entry of each(store, auditEntries, caller.tenantId, { sort: 'id' })) list.push(await effectOf(entry));
    return list;
  }

  it('are told of every change: made, also where the document has changed since and is gone', async () => {
    const id = await create();
    await replace(id, 1, 'two');
    await replace(id, 2, 'three');
    expect(await told()).to.deep.equal(['made', 'made', 'made']);
    await remove(id);
    expect(await told()).to.deep.equal(['made', 'made', 'made', 'made']);
  });

  it('are none where the process ended before the change, whatever came after', async () => {
    await cutOff(create);
    const id = await create();
    await cutOff(() => replace(id, 1, 'lost'));
    await cutOff(() => remove(id));
    expect(await told()).to.deep.equal(['not_made', 'made', 'not_made', 'not_made']);
    await replace(id, 1, 'two');
    expect(await told()).to.deep.equal(['not_made', 'made', 'not_made', 'not_made', 'made']);
    await replace(id, 2, 'three');
    await cutOff(() => replace(id, 3, 'lost again'));
    await remove(id);
    const all = ['not_made', 'made', 'not_made', 'not_made', 'made', 'made', 'not_made', 'made'];
    expect(await told()).to.deep.equal(all);
  });

  it('are none of the writers who came too late', async () => {
    const id = await create();
    const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => replace(id, 1, name)));
    const won = outcomes.map(({ status }) => (status === 'fulfilled' ? 'made' : 'not_made'));
    // Those who found the document changed before they wrote an entry have none.
    const [first, ...further] = await told();
    expect(first).to.equal('made');
    expect(further.filter((effect) => effect === 'made')).to.have.length(won.filter((effect) => effect === 'made').length);
    expect(further).not.to.include(undefined);
  });

  it('are not told in the first minute, where the change may still be made, nor of what cannot be told', async () => {
    await cutOff(create);
    expect(await told(NOW + UNDER_WAY_MS - 1)).to.deep.equal([undefined]);
    expect(await told(NOW + UNDER_WAY_MS + 1)).to.deep.equal(['not_made']);
    const id = await create();
    await cutOff(() => remove(id));
    await remove(id);
    expect((await told()).slice(2)).to.deep.equal([undefined, undefined]);
    await handlers.upsert(caller, 'quotes', '[]');
    expect((await told()).at(-1)).to.equal(undefined);
  });
});
