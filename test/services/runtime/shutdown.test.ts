import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';

/** Runs a process that stops as `ending` says; a timer keeps it alive until then. */
async function stops(ending: string, graceMs = 200): Promise<{ code: number; output: string; ms: number }> {
  const program = `
    const { whenStopped } = await import('#services/runtime/shutdown');
    const { createLog } = await import('#services/runtime/log');
    const never = () => new Promise(() => undefined);
    const say = (text) => async () => void process.stdout.write(text + '\\n');
    whenStopped(createLog('test', 'info'), ${graceMs}, ${ending});
    setInterval(() => undefined, 1000);
    process.stdout.write('started\\n');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  while (!output.includes('started')) await once(child.stdout, 'data');
  const start = performance.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  return { code, output, ms: performance.now() - start };
}

describe('a process whose supervisor is lost while it starts', () => {
  it('stops as soon as it has started', async () => {
    const program = `
      import { setTimeout } from 'node:timers/promises';
      while (process.connected) await setTimeout(10);
      await setTimeout(50);
      const { whenStopped } = await import('#services/runtime/shutdown');
      const { createLog } = await import('#services/runtime/log');
      setInterval(() => undefined, 1000);
      whenStopped(createLog('test', 'silent'), 200, { drain: async () => undefined, close: async () => undefined });
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: packageRoot,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.disconnect();
    const [code] = await once(child, 'exit');
    expect(code).to.equal(0);
  });
});

describe('a process that is told to stop', () => {
  it('finishes its calls, closes its resources and exits with status 0', async () => {
    const { code, output } = await stops(`{ drain: say('drained'), close: say('closed') }`);
    expect(code).to.equal(0);
    expect(output.indexOf('drained')).to.be.greaterThan(0).and.below(output.indexOf('closed'));
    expect(output).not.to.include('still in flight');
  });

  it('closes its resources although calls outlast the grace period, and logs that they did', async () => {
    const { code, output, ms } = await stops(`{ drain: never, close: say('closed') }`);
    expect(code).to.equal(1);
    expect(ms).to.be.at.least(200);
    expect(output.indexOf('still in flight')).to.be.greaterThan(0).and.below(output.indexOf('closed'));
  });

  it('ends although its resources cannot be closed', async () => {
    const { code, output } = await stops(`{ drain: say('drained'), close: never }`);
    expect(code).to.equal(1);
    expect(output).to.include('could not be closed in time');
  });
});
