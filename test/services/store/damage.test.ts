import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '#services/store/sqlite';
import { temporaryFolders } from '#test/support/folder';
import { counters, failsWith } from './support.js';

const PAGE_BYTES = 4096;

describe('the files of the embedded store', () => {
  const newFolder = temporaryFolders();
  const open = (folder: string) => openSqlite({ folder, resources: [counters], lockWait: 0 });

  /** A folder whose store was closed, with enough documents for some hundred pages. @returns its path and that of the store's file */
  async function used(): Promise<{ folder: string; file: string }> {
    const folder = path.join(newFolder(), 'data');
    const store = await open(folder);
    await Promise.all(
      Array.from({ length: 3000 }, (_, index) => store.add(counters, 'ten_one', `counter_${index}_${'x'.repeat(100)}`, 'uses', 1)),
    );
    await store.close();
    const file = path.join(folder, 'store.sqlite');
    expect(statSync(file).size).to.be.greaterThan(100 * PAGE_BYTES);
    return { folder, file };
  }

  /** Opening it is refused, with the reason and the way back, and leaves the file as it is. */
  async function refused({ folder, file }: { folder: string; file: string }, reason: string | RegExp): Promise<void> {
    const original = existsSync(file) ? readFileSync(file) : undefined;
    for (const attempt of ['first', 'second']) {
      const { message } = await failsWith('unusable', open(folder));
      expect(message, attempt).to.match(new RegExp(`store.sqlite is damaged: ${typeof reason === 'string' ? reason : reason.source}`));
      expect(message).to.include(`move the folder ${folder} aside, then restore the latest backup with: npm run restore -- FILE`);
    }
    expect(existsSync(file)).to.equal(original !== undefined);
    if (original !== undefined) expect(readFileSync(file).equals(original)).to.equal(true);
  }

  it('can be read by their owner alone', async () => {
    const { folder } = await used();
    const store = await open(folder);
    await store.add(counters, 'ten_one', 'one', 'uses', 1);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    for (const name of ['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'minute.sqlite', 'minute.sqlite-wal'])
      expect(statSync(path.join(folder, name)).mode & 0o777, name).to.equal(0o600);
    await store.close();
  });

  it('are refused when the store is cut off, at any length', async () => {
    const store = await used();
    const { size } = statSync(store.file);
    const whole = readFileSync(store.file);
    for (const length of [size - 1, size - PAGE_BYTES, Math.floor(size / 2), PAGE_BYTES, PAGE_BYTES + 1, 200]) {
      writeFileSync(store.file, whole);
      truncateSync(store.file, length);
      await refused(store, `it was cut off: ${length} of ${size} bytes are there`);
    }
    for (const length of [1, 99]) {
      truncateSync(store.file, length);
      await refused(store, /it (is not a database|was cut off)/);
    }
    writeFileSync(store.file, whole);
    await (await open(store.folder)).close();
  });

  it('are refused when the store is empty or missing, and not taken for new ones', async () => {
    const emptied = await used();
    truncateSync(emptied.file, 0);
    await refused(emptied, 'it is empty');
    const lost = await used();
    renameSync(lost.file, `${lost.file}.elsewhere`);
    await refused(lost, 'it is missing from a folder that had one');
    renameSync(`${lost.file}.elsewhere`, lost.file);
    await (await open(lost.folder)).close();
  });

  it('are refused when a page is overwritten or the file is another', async () => {
    const store = await used();
    const whole = readFileSync(store.file);
    const pages = whole.length / PAGE_BYTES;
    for (const page of [1, 2, Math.floor(pages / 2), pages - 2]) {
      writeFileSync(store.file, whole);
      const descriptor = openSync(store.file, 'r+');
      writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES);
      closeSync(descriptor);
      await refused(store, /.+/);
    }
    writeFileSync(store.file, 'something else, long enough for the header of a database to be read from it: '.repeat(9));
    await refused(store, 'it is not a database');
  });

  it('are opened with the log of a process that was killed, and without the counts of the minute when those are damaged', async () => {
    const { folder } = await used();
    const store = await open(folder);
    await store.add(counters, 'ten_one', 'last', 'uses', 7);
    // The files are those of a killed process: they are copied while the store is open.
    const killed = path.join(newFolder(), 'data');
    await (await open(killed)).close();
    for (const name of ['store.sqlite', 'store.sqlite-wal']) writeFileSync(path.join(killed, name), readFileSync(path.join(folder, name)));
    writeFileSync(path.join(killed, 'minute.sqlite'), 'rubbish');
    await store.close();
    const again = await open(killed);
    expect(await again.add(counters, 'ten_one', 'last', 'uses', 0)).to.equal(7);
    expect((await again.minute.penalty('ten_one', 4)).consumedPoints).to.equal(4);
    await again.close();
  });

  it('begin anew where a first start was interrupted', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'store.sqlite.new'), 'half a file');
    await (await open(folder)).close();
    expect(existsSync(path.join(folder, 'store.sqlite.new'))).to.equal(false);
    rmSync(path.join(folder, 'minute.sqlite'));
    await (await open(folder)).close();
  });
});
