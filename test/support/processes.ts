/** Processes as the operating system lists them: on Linux in /proc, which needs no other program, elsewhere by `ps`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';

interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its command and arguments, with spaces between them. */
  readonly command: string;
}

const HAS_PROC = existsSync('/proc/self/stat');

function allProcesses(): ListedProcess[] {
  if (HAS_PROC)
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(listed);
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).trimEnd().split('\n');
  return lines.map((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*?)\s*$/.exec(line) ?? [];
    return { pid: Number(pid), parent: Number(parent), command: command! };
  });
}

/** None where it has ended meanwhile. */
function listed(pid: string): ListedProcess[] {
  try {
    // The name of the program, in parentheses, may hold anything.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return [{ pid: Number(pid), parent: Number(parent), command: wordsOf(pid, 'cmdline').join(' ') }];
  } catch {
    return [];
  }
}

const wordsOf = (pid: string, file: 'cmdline' | 'environ'): string[] =>
  readFileSync(`/proc/${pid}/${file}`, 'utf8').replace(/\0$/, '').split('\0');

/** Pids of the children of a supervisor, by their names: gateway, worker, pricing, calibration, risk, reference. */
export function childrenOf(pid: number): Map<string, number> {
  const children = new Map<string, number>();
  for (const { pid: child, parent, command } of allProcesses()) {
    const [, service, other] = /\/(?:(\w+)\/main|(worker))\.js$/.exec(command) ?? [];
    const name = service ?? other;
    if (parent === pid && name !== undefined) children.set(name, child);
  }
  return children;
}

/** Pids of the children of a process, of their children, and so on. */
export function descendantsOf(pid: number): number[] {
  const all = allProcesses();
  const below = (ancestor: number): number[] =>
    all.filter(({ parent }) => parent === ancestor).flatMap(({ pid: child }) => [child, ...below(child)]);
  return below(pid);
}

/** The environment of a process of this user, where no value has a space. */
export function environmentOf(pid: number): Map<string, string> {
  const words = HAS_PROC
    ? wordsOf(String(pid), 'environ')
    : execFileSync('ps', ['eww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
        .trim()
        .split(' ');
  const variables = words.flatMap((word) => /^([A-Za-z_]\w*)=(.*)$/.exec(word) ?? []);
  return new Map(Array.from({ length: variables.length / 3 }, (_, index) => [variables[3 * index + 1]!, variables[3 * index + 2]!]));
}

/**
 * Ends all processes that this one has started, and those that they have started, when it ends or a signal stops it. A test run, a chaos
 * scenario and a benchmark call it before they start any.
 */
export function killDescendantsAtExit(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  process.once('exit', () => {
    for (const pid of descendantsOf(process.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Clock ticks per second, in which Linux counts processor time. */
const TICKS_PER_SECOND = 100;

/** Processor time that a process has taken since its start, all threads, seconds. Needs Linux. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
