/** The processors that this process may use. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Quota and period of the control group, microseconds: `200000 100000` grants two processors, `max 100000` sets no limit. */
const CPU_MAX = '/sys/fs/cgroup/cpu.max';

/**
 * @param file the control group's `cpu.max`; without the file, as outside Linux, there is no limit
 * @returns the processors of the machine or, if fewer, the whole ones that the control group grants; at least 1
 */
export function availableProcessors(file = CPU_MAX): number {
  const [quota = 0, period = 0] = cpuMax(file).split(/\s+/).map(Number);
  const granted = quota > 0 && period > 0 ? Math.max(1, Math.floor(quota / period)) : Number.POSITIVE_INFINITY;
  return Math.min(availableParallelism(), granted);
}

function cpuMax(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'max';
  }
}
