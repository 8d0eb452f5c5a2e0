/**
 * The driver of SQLite for the Node.js that runs. Versions 12 and 13 of better-sqlite3 have the same interface, and neither runs everywhere:
 *
 * - 12, compiled with the headers of Node 24.19 or later, ends the process when a statement is collected as garbage outside of a call;
 * - 13 is made for Node-API 10, which Node 20 does not have: there, opening a database ends the process.
 */
import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

/** Node 22.14 and later have it. */
const NODE_API_OF_VERSION_13 = 10;

const packageName = Number(process.versions.napi) >= NODE_API_OF_VERSION_13 ? 'better-sqlite3-napi' : 'better-sqlite3';

/** The class of a database connection. */
export const Sqlite = createRequire(import.meta.url)(packageName) as typeof BetterSqlite3;
