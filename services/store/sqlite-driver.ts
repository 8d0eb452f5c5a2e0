import { loadDriver } from './sqlite-versions.js';

/** The class of a database connection. Importing it throws StoreFailure unusable, where the driver has no binary here. */
export const Sqlite = loadDriver();
