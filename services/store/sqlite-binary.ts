/**
 * A step of the build: the binary of SQLite's driver, where it is not there yet. Its own script fetches it from GitHub, or compiles it. A
 * service on MongoDB needs none, so that the build does not fail where neither can be done: opening the embedded store says what to do.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { driverName, loadDriver } from './sqlite-versions.js';

const isThere = (): boolean => {
  try {
    loadDriver();
    return true;
  } catch {
    return false;
  }
};

if (!isThere()) {
  process.stderr.write(`There is no driver of SQLite for Node.js ${process.version} yet: it is fetched from github.com, or compiled.\n`);
  const cwd = path.dirname(createRequire(import.meta.url).resolve(`${driverName()}/package.json`));
  spawnSync('npm run --silent --if-present install', { cwd, shell: true, stdio: 'inherit' });
}
