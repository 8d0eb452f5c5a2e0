/**
 * The driver of SQLite for each version of Node.js. Versions 12 and 13 of better-sqlite3 have the same interface, and neither runs
 * everywhere:
 *
 * - 12, compiled with the headers of Node 24.19 or later, ends the process when a statement is collected as garbage outside of a call;
 * - 13 is made for Node-API 10, which Node 20 does not have: there, opening a database ends the process.
 *
 * The binaries of 13 come in its package. That of 12 is made when the service is built (sqlite-binary.ts).
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';
import { StoreFailure } from './failure.js';

/** Node 22.14 and later have it. */
const NODE_API_OF_VERSION_13 = 10;

/** @param nodeApi the version of Node-API */
export const driverName = (nodeApi = Number(process.versions.napi)): string =>
  nodeApi >= NODE_API_OF_VERSION_13 ? 'better-sqlite3-napi' : 'better-sqlite3';

/**
 * The class of a database connection, of the driver for the Node.js that runs.
 *
 * @param load of a package by its name
 * @throws StoreFailure unusable, where the driver has no binary here
 */
export function loadDriver(load: (name: string) => unknown = createRequire(import.meta.url)): typeof BetterSqlite3 {
  try {
    const driver = load(driverName()) as typeof BetterSqlite3;
    // Opening the first database loads the binary.
    new driver(':memory:').close();
    return driver;
  } catch (error) {
    throw new StoreFailure('unusable', NO_DRIVER, { cause: error });
  }
}

const NO_DRIVER =
  `there is no driver of SQLite for Node.js ${process.version} on ${process.platform}-${process.arch}, which the embedded store needs. ` +
  'For Node.js 22.14 and later it comes with its package: npx -y -p node@24 -- npm start runs the service on one of them. For earlier ones the build ' +
  'fetches it from github.com, or compiles it with Python 3, make and a C++ compiler. With MONGODB_URI there is no embedded store';
