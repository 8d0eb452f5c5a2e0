import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { temporaryFolders } from '../../support/folder.js';

/** Bytes that a program logs in a test: more than any pipe or socket holds, and than the log keeps. */
const MUCH = 12 * 2 ** 20;

/** Logs `bytes` in lines of a thousand characters, tells on standard error how long it took and what was dropped, and ends. */
const program = (bytes: number, ending = '') => `
  const { createLog } = await import('#services/runtime/log');
  const { createRegistry } = await import('#services/runtime/metrics');
  const registry = createRegistry('test', '1');
  const log = createLog('test', 'info', registry);
  const start = performance.now();
  let longest = 0;
  for (let line = 0; line < ${bytes / 1000}; line++) {
    if (line % 50 === 0) {
      const before = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      longest = Math.max(longest, performance.now() - before);
    }
    log[line % 10 === 0 ? 'warn' : 'info']({ line, filler: 'x'.repeat(900) }, 'line');
  }
  ${ending}
  const text = await registry.metrics();
  const dropped = Number(/svc_log_dropped_lines_total\\{.*\\} (\\d+)/.exec(text)[1]);
  (await import('node:fs')).writeSync(2, JSON.stringify({ longest, dropped }) + '\\n');
  process.exit(0);
`;

/** @param stdout where the program's log goes: a socket that is made here, or a descriptor */
function run(text: string, stdout: 'pipe' | number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { cwd: packageRoot, stdio: ['ignore', stdout, 'pipe'] });
  let told = '';
  child.stderr?.on('data', (chunk) => (told += chunk));
  const ended = once(child, 'exit');
  return {
    child,
    outcome: async () => ({ code: (await ended)[0] as number, ...(JSON.parse(told) as { longest: number; dropped: number }) }),
  };
}

const linesOf = (text: string): { line?: number; dropped?: number }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the log', () => {
  const newFolder = temporaryFolders();

  it('of a process whose reader stands still drops lines and counts them, and holds up neither its work nor its end', async () => {
    const { child, outcome } = run(program(MUCH), 'pipe');
    child.stdout?.pause();
    const { code, dropped, longest } = await outcome();
    expect(code).to.equal(0);
    expect(dropped).to.be.greaterThan(1_000);
    expect(longest).to.be.below(1_000);
  });

  it('does the same where standard output is a pipe', async () => {
    const folder = newFolder();
    const script = path.join(folder, 'program.mjs');
    writeFileSync(
      script,
      program(MUCH)
        .replaceAll("import('#services/", `import('${packageRoot}/dist/services/`)
        .replaceAll(/(runtime\/\w+)'/g, "$1.js'"),
    );
    const shell = spawn('bash', ['-c', `"$0" "$1" | sleep 30 & wait -n; echo ended >&2; kill $! 2>/dev/null`, process.execPath, script], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let told = '';
    shell.stderr.on('data', (chunk) => (told += chunk));
    while (!told.includes('dropped')) await once(shell.stderr, 'data');
    // The whole group: `sleep` would outlive the shell.
    process.kill(-shell.pid!, 'SIGTERM');
    expect(JSON.parse(told.split('\n')[0]!).dropped).to.be.greaterThan(1_000);
  });

  it('tells how many lines were dropped as soon as its reader reads again, and every line is whole', async () => {
    const { child, outcome } = run(program(MUCH, 'await new Promise((resolve) => setTimeout(resolve, 3_000));'), 'pipe');
    let text = '';
    setTimeout(() => child.stdout?.on('data', (chunk) => (text += chunk)), 1_000);
    await once(child, 'close');
    const { dropped } = await outcome();
    const lines = linesOf(text);
    const told = lines.reduce((sum, line) => sum + (line.dropped ?? 0), 0);
    expect(told).to.be.greaterThan(0).and.at.most(dropped);
    expect(lines.filter(({ line }) => line !== undefined)).to.have.length(Math.ceil(MUCH / 1000) - dropped);
  }).timeout(60_000);

  it('loses nothing where its reader reads, and keeps the order', async () => {
    const file = path.join(newFolder(), 'log');
    const descriptor = openSync(file, 'w');
    const { dropped } = await run(program(2 ** 20), descriptor).outcome();
    closeSync(descriptor);
    expect(dropped).to.equal(0);
    const lines = linesOf(readFileSync(file, 'utf8'));
    expect(lines.map(({ line }) => line)).to.deep.equal(lines.map((_, index) => index));
    expect(lines.length).to.equal(Math.ceil(2 ** 20 / 1000));
  });

  it('of a process whose reader has gone does not end the process', async () => {
    const { child, outcome } = run(program(MUCH), 'pipe');
    child.stdout?.destroy();
    const { code, dropped } = await outcome();
    expect({ code, dropped }).to.deep.equal({ code: 0, dropped: Math.ceil(MUCH / 1000) });
  });
});
