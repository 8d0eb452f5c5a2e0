/**
 * A backup: one SQLite file in the layout of the embedded store, whichever store it was made from, so that it can be restored into either.
 */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import type { AnyResource } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import { Sqlite } from './sqlite-driver.js';
import { checkContent, checkFile, createPrivate, createTables, layoutOf, moveInto } from './sqlite-file.js';
import type { Row } from './sqlite-layout.js';

/** A document as a backup holds it. */
export interface BackupRow extends Row {
  readonly bytes: Buffer | null;
}

/** How many documents a backup has or a restoration has written. */
export interface Counted {
  readonly documents: number;
}

/**
 * Makes the file under another name first: it is complete when it has its own.
 *
 * @param fill writes into the new file
 * @throws StoreFailure conflict, when there is such a file already
 */
export async function makeFile<T>(file: string, fill: (made: string) => Promise<T>): Promise<T> {
  if (existsSync(file)) throw new StoreFailure('conflict', `${file} is there already; a backup overwrites nothing`);
  const partialFile = `${file}.partial`;
  rmSync(partialFile, { force: true });
  createPrivate(partialFile);
  try {
    const result = await fill(partialFile);
    checkFile(partialFile);
    moveInto(partialFile, file);
    return result;
  } catch (error) {
    rmSync(partialFile, { force: true });
    throw error;
  }
}

export const countDocuments = (db: Database.Database, resources: readonly AnyResource[]): Counted => ({
  documents: resources
    .map(({ collection }) => (db.prepare(`SELECT count(*) AS rows FROM ${collection}`).get() as { rows: number }).rows)
    .reduce((sum, rows) => sum + rows, 0),
});

/**
 * Reads a backup from a copy, to which the tables of new resources are added; the backup itself stays as it is.
 *
 * @param copy where the copy is made; removed afterwards unless it is renamed
 * @throws StoreFailure unusable, when the backup is damaged or was made by a later version
 */
export async function readBackup<T>(
  file: string,
  copy: string,
  resources: readonly AnyResource[],
  read: (db: Database.Database) => Promise<T>,
): Promise<T> {
  if (!existsSync(file)) throw new StoreFailure('not_found', `there is no file ${file}`);
  checkFile(file);
  rmSync(copy, { force: true });
  createPrivate(copy);
  copyFileSync(file, copy);
  const db = new Sqlite(copy);
  try {
    checkContent(db, file, Number.POSITIVE_INFINITY);
    if (layoutOf(db) === 0) throw new StoreFailure('unusable', `${file} is no backup of this service`);
    createTables(db, file, resources);
    return await read(db);
  } finally {
    db.close();
  }
}
