/** Mocha's root hooks: the service that suites share is stopped at the end. */
import { stopSharedService } from './service.js';

export const mochaHooks = { afterAll: stopSharedService };
