import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { descendantsOf, isAlive } from './processes.js';
import { pause } from './service.js';

const HOOKS = 'dist/test/support/hooks.js';
const ENDLESS_TEST = 'dist/test/support/endless.js';

describe('a test run', () => {
  for (const [signal, options, processes] of [
    ['SIGINT', [], 2],
    ['SIGTERM', [], 2],
    // The test runs in a process of its own.
    ['SIGTERM', ['--parallel'], 3],
  ] as const)
    it(`that ${signal} stops ends the processes that its tests have started${options.length > 0 ? ', in parallel' : ''}`, async () => {
      const mocha = path.join(packageRoot, 'node_modules/mocha/bin/mocha.js');
      const run = spawn(process.execPath, [mocha, '--no-config', '--require', HOOKS, '--timeout', '0', ...options, ENDLESS_TEST], {
        cwd: packageRoot,
        stdio: 'ignore',
      });
      const { pid = 0 } = run;
      while (descendantsOf(pid).length < processes) await pause(50);
      const started = descendantsOf(pid);
      const ended = once(run, 'exit');
      run.kill(signal);
      await ended;
      while (started.some(isAlive)) await pause(50);
      expect(descendantsOf(pid)).to.deep.equal([]);
    });
});
