/** Both stores, so that what stands on one is shown on the other. */

import { resources } from '#services/model/index';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { temporaryFolders } from './folder.js';

/** Runs the suite once a store; `newStore` gives an empty one, closed when the suite is done. */
export function onEachStore(subject: string, suite: (newStore: () => Promise<Store>) => void): void {
  describe(`${subject}, on the embedded store`, () => {
    const newFolder = temporaryFolders();
    suite(closing(() => openSqlite({ folder: newFolder(), resources })));
  });
}

function closing(open: () => Promise<Store>): () => Promise<Store> {
  const opened: Store[] = [];
  after(async () => {
    for (const store of opened) await store.close();
  });
  return async () => {
    const store = await open();
    opened.push(store);
    return store;
  };
}
