/** Processes as the operating system lists them. */
import { execFileSync } from 'node:child_process';

/** Pids of the children of a supervisor, by their names: gateway, worker, pricing, calibration, risk, reference. */
export function childrenOf(pid: number): Map<string, number> {
  const children = new Map<string, number>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')) {
    const [, child, parent, service, other] = /^\s*(\d+)\s+(\d+)\s.*\/(?:(\w+)\/main|(worker))\.js$/.exec(line.trimEnd()) ?? [];
    if (Number(parent) === pid) children.set(service ?? other, Number(child));
  }
  return children;
}

/** Pids of the children of a process, of their children, and so on. */
export function descendantsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] => parents.filter((each) => each[1] === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** The environment of a process of this user, where no value has a space. */
export function environmentOf(pid: number): Map<string, string> {
  const words = execFileSync('ps', ['eww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(' ');
  const variables = words.flatMap((word) => /^([A-Za-z_]\w*)=(.*)$/.exec(word) ?? []);
  return new Map(Array.from({ length: variables.length / 3 }, (_, index) => [variables[3 * index + 1], variables[3 * index + 2]]));
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
