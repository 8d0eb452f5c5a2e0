/** The processes that a supervisor starts: how each ends, and where it says whether it is ready. */
import type { ChildProcess } from 'node:child_process';
import { isIPv6 } from 'node:net';

export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it never began, as where the system has no room for another process. */
  readonly error?: Error;
}

export const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // A signal that could not be sent is an error too, of a child that lives.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });

/** One that listens everywhere is asked where it certainly does. */
const SOMEWHERE: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @param host that the operations port listens on */
export function readyUrl(host: string, port: number): string {
  const at = SOMEWHERE[host] ?? host;
  return `http://${isIPv6(at) ? `[${at}]` : at}:${port}/ready`;
}
