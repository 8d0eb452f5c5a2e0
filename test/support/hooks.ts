/** Mocha's root hooks: what suites share is let go of at the end. */
import { stopSharedService } from './service.js';

export const mochaHooks = { afterAll: stopSharedService };
