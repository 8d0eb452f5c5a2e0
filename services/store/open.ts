/** Opens the store that the configuration names. The driver of the other one is not loaded. */
import { resources } from '../resources/index.js';
import type { Store } from './port.js';

export interface StoreConfig {
  /** MongoDB's connection string; absent for the embedded store. */
  readonly mongoUri?: string | undefined;
  /** The embedded store's folder. */
  readonly dataDir: string;
  /** Set for a command beside the processes of the service. MongoDB is shared in any case. */
  readonly beside?: true;
}

export async function openStore({ mongoUri, dataDir, beside }: StoreConfig): Promise<Store> {
  if (mongoUri === undefined) return (await import('./sqlite.js')).openSqlite({ folder: dataDir, resources, ...(beside && { beside }) });
  return (await import('./mongo.js')).openMongo({ uri: mongoUri, resources });
}
