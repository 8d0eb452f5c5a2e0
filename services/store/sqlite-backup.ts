/** Backup and restoration of the embedded store. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { AnyResource } from '../resources/resource.js';
import { type Counted, countDocuments, makeFile, readBackup } from './backup-file.js';
import { StoreFailure } from './failure.js';
import { Sqlite } from './sqlite-driver.js';
import { checkContent, FOLDER_MODE, moveInto, openCounts, sqliteFailure, storeFile } from './sqlite-file.js';

/**
 * The store as it was at one moment, while a service may go on writing: one read transaction sees the last commit before it began.
 *
 * @throws StoreFailure not_found | unusable | unavailable; conflict, when there is such a file already
 */
export async function backupSqlite(folder: string, file: string, resources: readonly AnyResource[]): Promise<Counted> {
  const source = storeFile(folder);
  if (!existsSync(source)) throw new StoreFailure('not_found', `there is no store in ${folder}`);
  return makeFile(file, async (partialFile) => {
    try {
      const db = new Sqlite(source, { readonly: true });
      try {
        db.prepare('VACUUM INTO ?').run(partialFile);
      } finally {
        db.close();
      }
      const copied = new Sqlite(partialFile, { readonly: true });
      try {
        checkContent(copied, partialFile, Number.POSITIVE_INFINITY);
        return countDocuments(copied, resources);
      } finally {
        copied.close();
      }
    } catch (error) {
      throw sqliteFailure(error);
    }
  });
}

/** @throws StoreFailure conflict, when the folder holds a store; unusable, when the backup is damaged or of a later version */
export async function restoreSqlite(file: string, folder: string, resources: readonly AnyResource[]): Promise<Counted> {
  const target = storeFile(folder);
  // The log of another store would be applied to the restored one.
  if ([target, `${target}-wal`].some(existsSync))
    throw new StoreFailure('conflict', `${folder} holds a store: restore into a folder without one`);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const copy = path.join(folder, 'store.sqlite.restored');
  const counts = path.join(folder, 'minute.sqlite');
  const hadCounts = existsSync(counts);
  let lock: Database.Database | undefined;
  try {
    lock = openCounts(folder, 0);
    const counted = await readBackup(file, copy, resources, async (db) => countDocuments(db, resources));
    moveInto(copy, target);
    return counted;
  } catch (error) {
    rmSync(copy, { force: true });
    // Nothing of a refused restoration stays in the folder.
    lock?.close();
    if (lock !== undefined && !hadCounts) for (const each of [counts, `${counts}-wal`, `${counts}-shm`]) rmSync(each, { force: true });
    throw sqliteFailure(error);
  } finally {
    lock?.close();
  }
}
