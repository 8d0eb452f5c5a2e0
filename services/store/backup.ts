/** Backup and restoration of the store that the configuration names. The driver of the other one is not loaded. */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resources } from '../resources/index.js';
import type { Counted } from './backup-file.js';
import type { StoreConfig } from './open.js';

export async function backup({ mongoUri, dataDir }: StoreConfig, file: string): Promise<Counted> {
  if (mongoUri === undefined) return (await import('./sqlite-backup.js')).backupSqlite(dataDir, file, resources);
  return (await import('./mongo-backup.js')).backupMongo({ uri: mongoUri }, file, resources);
}

export async function restore({ mongoUri, dataDir }: StoreConfig, file: string): Promise<Counted> {
  if (mongoUri === undefined) return (await import('./sqlite-backup.js')).restoreSqlite(file, dataDir, resources);
  const copy = path.join(tmpdir(), `restore-${randomUUID()}.sqlite`);
  try {
    return await (await import('./mongo-backup.js')).restoreMongo(file, copy, { uri: mongoUri }, resources);
  } finally {
    rmSync(copy, { force: true });
  }
}
