/**
 * Mocha's root hooks: a second attempt where a busy machine can fail a test. A run that ends, by itself or by a signal, ends the processes that its
 * tests have started: the services that suites share run until then.
 */
import type { Context } from 'mocha';
import { killDescendantsAtExit } from './processes.js';

/**
 * Tests that start processes, kill them and wait for them: a machine that does something else for seconds can fail one, which is then made once
 * more, and the reporter names it. Numbers do not depend on the machine, and what a random search finds must not be lost: those have one attempt.
 */
const OF_PROCESSES = /\/test\/(chaos|contract|services|gateway\/http)\//;
const RANDOM_SEARCHES = /\/(hostile|schemathesis|malformed|lei|job-queue)(\.slow)?\.test\.js$/;

killDescendantsAtExit();

export const mochaHooks = {
  beforeAll(this: Context) {
    this.test?.parent?.eachTest((test) => {
      const { file = '' } = test;
      if (OF_PROCESSES.test(file) && !RANDOM_SEARCHES.test(file)) test.retries(1);
    });
  },
};
