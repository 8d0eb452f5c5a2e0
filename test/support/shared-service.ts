/** The service that suites share which only send requests. It starts when the first of their files is loaded, and runs until the test run ends. */
import { sharedService } from './service.js';

export const service = await sharedService();
