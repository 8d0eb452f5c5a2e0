import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';

/** Collects the garbage of statements in a task of its own, when no JavaScript runs, as V8 does in a process that is idle. */
const PROGRAM = `
  import { Sqlite } from '#services/store/sqlite-driver';
  const db = new Sqlite(':memory:');
  for (let index = 0; index < 2000; index++) db.prepare('SELECT ' + index).get();
  await gc({ type: 'major', execution: 'async' });
  console.log(db.prepare('SELECT 42').pluck().get());
`;

describe('the driver of SQLite', () => {
  it('outlives the garbage collection of its statements while the process is idle, on the Node.js that runs', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '--eval', PROGRAM], {
      cwd: packageRoot,
    });
    expect(stdout).to.equal('42\n');
  });
});
