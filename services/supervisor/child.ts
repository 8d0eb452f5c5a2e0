/** The processes that the supervisor starts: how each ends, and where it reports whether it is ready. */
import type { ChildProcess } from 'node:child_process';
import { isIPv6 } from 'node:net';

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process never started, for example because the system has no room for another one. */
  readonly error?: Error;
}

export const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // A signal that could not be sent is an error too, but of a child that lives.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });

/** A process that listens on every interface is asked on loopback. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @param host on which the operations port listens */
export function readyUrl(host: string, port: number): string {
  const at = LOOPBACK[host] ?? host;
  return `http://${isIPv6(at) ? `[${at}]` : at}:${port}/ready`;
}
