/**
 * The files of the embedded store: how they are opened, and what is refused.
 *
 * A store that was there is never taken for an empty one. A new store is made under another name and gets its own when it is complete;
 * from then on the folder remembers, in minute.sqlite, that it has one. A file that is missing, empty, cut off or damaged is refused, and
 * left as it is.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import type { AnyResource } from '../resources/resource.js';
import { StoreFailure } from './failure.js';
import { LAYOUT, laterLayout } from './layout.js';
import { Sqlite } from './sqlite-driver.js';
import { definition } from './sqlite-layout.js';
import { createLedger } from './sqlite-ledger.js';

/** The write-ahead log shrinks to this after a checkpoint: one large receipt does not leave it large. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** A file up to this size is read in full when it is opened, in some two seconds; of a larger one, header and size are checked. */
const MAX_CHECKED_BYTES = 512 * 2 ** 20;

/** Only its owner may read receipts and the hashes of keys. */
export const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Value of user_version of minute.sqlite that says that the folder has a complete store.sqlite. */
const HAS_STORE = 1;

const STORE_FILE = 'store.sqlite';
export const storeFile = (folder: string): string => path.join(folder, STORE_FILE);

interface OpenFiles {
  readonly db: Database.Database;
  /** Counts of the minute. Locked as long as it is open, so that a second process is refused. */
  readonly counts: Database.Database;
}

/**
 * @param lockWait milliseconds to wait for another process that is about to close the folder
 * @throws StoreFailure unavailable, when another process has the folder or it cannot be written; unusable, when the store is damaged
 */
export function openFiles(folder: string, resources: readonly AnyResource[], lockWait: number): OpenFiles {
  let counts: Database.Database | undefined;
  let db: Database.Database | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    counts = openCounts(folder, lockWait);
    const file = storeFile(folder);
    if (!existsSync(file)) {
      if (counts.pragma('user_version', { simple: true }) === HAS_STORE || existsSync(`${file}-wal`))
        throw damaged(file, 'it is missing from a folder that had one');
      createStore(file, resources);
    }
    checkFile(file);
    db = new Sqlite(file);
    checkContent(db, file);
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma(`journal_size_limit = ${MAX_LOG_BYTES}`);
    createTables(db, folder, resources);
    counts.pragma(`user_version = ${HAS_STORE}`);
    // A file that was copied into the folder may be readable by others.
    for (const each of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'minute.sqlite', 'minute.sqlite-wal'])
      if (existsSync(path.join(folder, each))) chmodSync(path.join(folder, each), FILE_MODE);
    return { db, counts };
  } catch (error) {
    db?.close();
    counts?.close();
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new StoreFailure('unavailable', `the data folder ${folder} is in use by another process`, { cause: error });
    }
    throw sqliteFailure(error);
  }
}

/**
 * The files for a command beside the process that has the folder, or without one. A folder that nobody has is opened as ever, so that what
 * is damaged is refused.
 *
 * @throws StoreFailure unavailable, when the folder cannot be written; unusable, when the store is damaged or of another layout
 */
export function openBeside(folder: string, resources: readonly AnyResource[]): OpenFiles {
  const file = storeFile(folder);
  try {
    return openFiles(folder, resources, 0);
  } catch (error) {
    if (!(error instanceof StoreFailure && error.kind === 'unavailable' && existsSync(file))) throw error;
  }
  const db = new Sqlite(file, { fileMustExist: true });
  try {
    if (layoutOf(db) !== LAYOUT)
      throw new StoreFailure(
        'unusable',
        `${file} has layout ${layoutOf(db)}, this version ${LAYOUT}: stop the service before, or use its version`,
      );
    db.pragma('synchronous = FULL');
    createTables(db, folder, resources);
    return { db, counts: new Sqlite(':memory:') };
  } catch (error) {
    db.close();
    throw sqliteFailure(error);
  }
}

/** @throws SqliteError SQLITE_BUSY, while another process has the folder */
export function openCounts(folder: string, lockWait: number): Database.Database {
  const file = path.join(folder, 'minute.sqlite');
  createPrivate(file);
  const counts = new Sqlite(file, { timeout: lockWait });
  try {
    counts.pragma('locking_mode = EXCLUSIVE');
    counts.pragma('journal_mode = WAL');
    counts.pragma('synchronous = NORMAL');
    counts.exec('CREATE TABLE IF NOT EXISTS minute (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER)');
    return counts;
  } catch (error) {
    counts.close();
    if (!isDamage(error)) throw error;
    // Nothing but the counts of a minute and the mark that there is a store is lost; the store's own file is checked below.
    for (const each of [file, `${file}-wal`, `${file}-shm`]) rmSync(each, { force: true });
    const again = openCounts(folder, lockWait);
    again.pragma(`user_version = ${HAS_STORE}`);
    return again;
  }
}

/** An empty store under its name at once: a process that dies before leaves none. */
function createStore(file: string, resources: readonly AnyResource[]): void {
  const newFile = `${file}.new`;
  rmSync(newFile, { force: true });
  createPrivate(newFile);
  const db = new Sqlite(newFile);
  createTables(db, file, resources);
  db.close();
  moveInto(newFile, file);
}

/** Creates the tables and indexes that are missing. @throws StoreFailure unusable, where a later version has written the store */
export function createTables(db: Database.Database, place: string, resources: readonly AnyResource[]): void {
  const layout = layoutOf(db);
  if (layout > LAYOUT) throw new StoreFailure('unusable', laterLayout(place, layout));
  db.transaction(() => {
    db.exec(`${resources.map(definition).join(' ')} PRAGMA user_version = ${LAYOUT}`);
    createLedger(db, resources);
    db.exec(PROBE_TABLE);
  }).immediate();
}

/** One row, which tells whether the store can be written. */
const PROBE_TABLE = 'CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, written_at INTEGER NOT NULL)';

export const layoutOf = (db: Database.Database): number => db.pragma('user_version', { simple: true }) as number;

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;

/** Header and size, as https://www.sqlite.org/fileformat.html describes them. @throws StoreFailure unusable */
export function checkFile(file: string): void {
  const { size } = statSync(file);
  const header = Buffer.alloc(HEADER_BYTES);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, header, 0, HEADER_BYTES, 0);
  closeSync(descriptor);
  if (size === 0) throw damaged(file, 'it is empty');
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw damaged(file, 'it is not a database');
  // The size of a page is a power of two; 1 stands for 65 536.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const bytes = header.readUInt32BE(28) * pageBytes;
  const wal = `${file}-wal`;
  // A checkpoint that was interrupted may have written the header before the last pages, which are still in the log.
  const pending = existsSync(wal) && statSync(wal).size > 0;
  if (size < bytes && !pending) throw damaged(file, `it was cut off: ${size} of ${bytes} bytes are there`);
}

/** @param maxBytes a larger file is taken as it is @throws StoreFailure unusable */
export function checkContent(db: Database.Database, file: string, maxBytes = MAX_CHECKED_BYTES): void {
  if (statSync(file).size > maxBytes) return;
  let finding: unknown;
  try {
    finding = db.pragma('quick_check(1)', { simple: true });
  } catch (error) {
    if (!isDamage(error)) throw error;
    finding = codeOf(error);
  }
  if (finding !== 'ok') throw damaged(file, String(finding));
}

/** The store of a folder has another way back than a backup. */
const damaged = (file: string, finding: string): StoreFailure =>
  new StoreFailure(
    'unusable',
    `${file} is damaged: ${finding.replaceAll('*** in database main ***\n', '')}. Nothing was changed. The way back: ${
      path.basename(file) === STORE_FILE
        ? `move the folder ${path.dirname(file)} aside, then restore the latest backup with: npm run restore -- FILE`
        : 'restore another backup'
    }`,
  );

/** Makes the file where it is not there. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', FILE_MODE));
}

/** Renames a complete file, durably. */
export function moveInto(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(path.dirname(to));
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

const codeOf = (error: unknown): string => (error instanceof Sqlite.SqliteError ? error.code : '');

/** True where the file is not what was written, which trying again does not mend. */
export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error));

/** Failures of a statement of ours, whatever state the file is in. Every other one means that the store cannot serve now. */
const OURS = /^SQLITE_(CONSTRAINT|ERROR|MISUSE|RANGE|MISMATCH|TOOBIG)/;

/** True where the id or a unique field is taken. */
export const isTaken = (error: unknown): boolean => ['SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'].includes(codeOf(error));

export function sqliteFailure(error: unknown): unknown {
  const code = codeOf(error);
  if (isTaken(error)) {
    return new StoreFailure('conflict', 'the id or a unique field is taken', { cause: error });
  }
  if (code !== '' && !OURS.test(code)) {
    return new StoreFailure('unavailable', `the embedded store cannot serve: ${code}`, { cause: error });
  }
  return error;
}
