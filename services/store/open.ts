/** The store that the configuration names; the driver of the other is not loaded. */
import { resources } from '../model/index.js';
import type { Store } from './port.js';

export async function openStore({ dataDir }: { dataDir: string }): Promise<Store> {
  const { openSqlite } = await import('./sqlite.js');
  return openSqlite({ folder: dataDir, resources });
}
