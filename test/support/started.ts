/** Processes of the product that a test starts: they are awaited until they are ready, and ended. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

const START_LIMIT_MS = 50_000;
const POLL_MS = 30;

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const isReady = (metricsPort: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${metricsPort}/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Sends the signal to a process, unless it has ended, and waits for its end. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const end = once(child, 'exit');
  child.kill(signal);
  await end;
}

/**
 * Waits until a process is ready. One that ends before, or is not ready in time, is killed.
 *
 * @param metricsPorts where it answers, and the processes that it starts
 * @param output what the error shows of the process
 */
export async function untilReady(child: ChildProcess, metricsPorts: readonly number[], output = (): string => ''): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (const port of metricsPorts)
    while (!(await isReady(port))) {
      if (hasEnded(child) || performance.now() > deadline) {
        await stopProcess(child, 'SIGKILL');
        throw new Error(`${child.spawnargs.join(' ')} did not start: ${output()}`);
      }
      await setTimeout(POLL_MS);
    }
}
