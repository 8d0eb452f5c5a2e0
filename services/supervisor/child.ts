/** The processes that the supervisor starts: their ends, and the addresses of their readiness. */
import type { ChildProcess } from 'node:child_process';
import { isIPv6 } from 'node:net';

interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The reason why the process never started, for example because the system has no room for another one. */
  readonly error?: Error;
}

export const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // A signal that could not be sent raises an error too, but then the child lives.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, error });
    });
  });

/** A process that listens on every interface is asked on loopback. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** @param host  the address on which the operations port listens */
export function readyUrl(host: string, port: number): string {
  const address = LOOPBACK[host] ?? host;
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}/ready`;
}
