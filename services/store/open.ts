/** Opens the store that the configuration names. The driver of the other one is not loaded. */
import { resources } from '../resources/index.js';
import type { Store } from './port.js';

export interface StoreConfig {
  /** MongoDB's connection string; absent for the embedded store. */
  readonly mongoUri?: string | undefined;
  /** The embedded store's folder. */
  readonly dataDir: string;
}

export async function openStore({ mongoUri, dataDir }: StoreConfig): Promise<Store> {
  if (mongoUri === undefined) return (await import('./sqlite.js')).openSqlite({ folder: dataDir, resources });
  return (await import('./mongo.js')).openMongo({ uri: mongoUri, resources });
}
