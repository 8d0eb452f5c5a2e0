import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { StoreFailure } from '#services/store/failure';
import { driverName, loadDriver } from '#services/store/sqlite-versions';

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

  it('is the one for the Node-API of the Node.js that runs', () => {
    expect([9, 10, 11].map(driverName)).to.deep.equal(['better-sqlite3', 'better-sqlite3-napi', 'better-sqlite3-napi']);
  });

  it('says what to do where it is not installed, and where its binary is missing', () => {
    const noPackage = (name: string) => {
      throw new Error(`Cannot find module '${name}'`);
    };
    const noBinary = () =>
      class {
        constructor() {
          throw new Error('Could not locate the bindings file');
        }
      };
    for (const load of [noPackage, noBinary])
      expect(() => loadDriver(load))
        .to.throw(StoreFailure, 'npx -y -p node@24 -- npm start')
        .with.property('kind', 'unusable');
  });
});
