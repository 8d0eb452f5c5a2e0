/** How a process that cannot start ends, and what it tells the supervisor that may have started it. */
import { EXIT_MISCONFIGURED } from './config.js';
import type { Log } from './log.js';

/** A port that another process uses, and the variable that moves this process to another one. */
export interface PortInUse {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** What a process tells its supervisor over the channel that Node.js opens to a child. */
export interface SupervisorMessage {
  /** The first key of an empty store, shown once. */
  readonly firstKey?: string;
  /** The operations port is open, so that whoever asks there for readiness asks this process and no other. */
  readonly operationsPort?: number;
  readonly portInUse?: PortInUse;
}

/** Does nothing in a process that has no supervisor. */
export const tellSupervisor = (message: SupervisorMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });

/** Ends the process; its supervisor starts it again. */
export const cannotStart =
  (log: Log) =>
  (error: unknown): never => {
    log.fatal({ err: error }, 'could not start');
    process.exit(1);
  };

/** Ends the process: where another process uses the port, for good. */
export const cannotListen =
  (log: Log, where: PortInUse) =>
  async (error: unknown): Promise<never> => {
    // The gRPC library keeps the system's code in its message alone.
    if (!/\bEADDRINUSE\b/.test(String(error))) return cannotStart(log)(error);
    log.fatal(where, 'another process uses the port');
    await tellSupervisor({ portInUse: where });
    process.exit(EXIT_MISCONFIGURED);
  };
