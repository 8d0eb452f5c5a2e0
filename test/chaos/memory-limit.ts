/** The memory of a process: held to a limit by the system where it lets us, and its peak, which is read in any case. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface MemoryGroup {
  /** The file to which a process writes its pid to be held to the limit; undefined where the system holds nobody. */
  readonly processes: string | undefined;
  close(): void;
}

/** The folder and the file that takes the limit, for versions 1 and 2 of Linux's control groups. */
const ROOTS = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max' },
] as const;

/** A control group with this limit in bytes. A process that exceeds it is killed, as a pod is. */
export function memoryGroup(name: string, bytes: number): MemoryGroup {
  for (const { folder, limit } of ROOTS) {
    const group = path.join(folder, `svc-chaos-${process.pid}-${name}`);
    try {
      mkdirSync(group);
    } catch {
      continue;
    }
    if (existsSync(path.join(group, limit))) {
      writeFileSync(path.join(group, limit), String(bytes));
      return { processes: path.join(group, 'cgroup.procs'), close: () => remove(group) };
    }
    remove(group);
  }
  return { processes: undefined, close: () => undefined };
}

function remove(group: string): void {
  try {
    rmdirSync(group);
  } catch {
    // A process that was killed a moment ago may still be in it; an empty group costs nothing.
  }
}

/** The most that a process has held so far, bytes; 0 where the system does not say. */
export function peakMemory(pid: number): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
