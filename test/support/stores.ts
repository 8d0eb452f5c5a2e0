/** Runs a suite on both stores. */
import { randomUUID } from 'node:crypto';
import { resources } from '#services/resources/index';
import type { AnyResource } from '#services/resources/resource';
import { openMongo } from '#services/store/mongo';
import type { Store } from '#services/store/port';
import { openSqlite } from '#services/store/sqlite';
import { isFullRun } from './effort.js';
import { temporaryFolders } from './folder.js';
import { dropDatabase, leftOut, mongoUri } from './mongo/server.js';

type NewStore = () => Promise<Store>;

/**
 * Runs the suite once per store; on MongoDB only where one is available, and the suites of the product only in a full run.
 *
 * @param suite newStore gives an empty store, closed when the suite is done
 */
export function onEachStore(
  subject: string,
  suite: (newStore: NewStore, isEmbedded: boolean) => void,
  collections: readonly AnyResource[] = resources,
): void {
  describe(`${subject}, on the embedded store`, () => {
    const newFolder = temporaryFolders();
    suite(
      closing(() => openSqlite({ folder: newFolder(), resources: collections })),
      true,
    );
  });
  if (leftOut !== undefined || (collections === resources && !isFullRun)) return;
  describe(`${subject}, on MongoDB`, () => {
    const newDatabase = temporaryDatabases();
    suite(
      closing(async () => openMongo({ uri: await mongoUri(), database: newDatabase(), resources: collections })),
      false,
    );
  });
}

function closing(open: NewStore): NewStore {
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

function temporaryDatabases(): () => string {
  const names: string[] = [];
  after(async () => {
    for (const name of names) await dropDatabase(name);
  });
  return () => {
    const name = `svc_test_${randomUUID()}`;
    names.push(name);
    return name;
  };
}
