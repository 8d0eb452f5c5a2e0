/** A test that starts a process, which starts another, and waits for ever: stopped-run.test.ts stops a run of it. */
import { spawn } from 'node:child_process';

const ENDLESS = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000);';
const WITH_CHILD = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(ENDLESS)}]); ${ENDLESS}`;

it('never ends', () => {
  spawn(process.execPath, ['-e', WITH_CHILD], { stdio: 'ignore' });
  return new Promise(() => {});
});
