/** Ends a process that cannot start, and sends messages to the supervisor, if one has started the process. */
import { EXIT_MISCONFIGURED } from './config.js';
import type { Log } from './log.js';

/** A port that another process uses, and the variable that moves this process to another one. */
export interface PortInUse {
  readonly variable: string;
  readonly host: string;
  readonly port: number;
}

/** A message to the supervisor over the channel that Node.js opens to a child process. */
export interface SupervisorMessage {
  /** The first key of an empty store, shown once. */
  readonly firstKey?: string;
  /** The port number of the open operations port: from now on, readiness asked there is that of this process and no other. */
  readonly operationsPort?: number;
  readonly portInUse?: PortInUse;
}

/** Sends a message, or does nothing in a process without a supervisor. */
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

/** Ends the process; the supervisor does not start it again where another process uses the port. */
export const cannotListen =
  (log: Log, port: PortInUse) =>
  async (error: unknown): Promise<never> => {
    // The gRPC library has the system's code only in the text of its message.
    if (!/\bEADDRINUSE\b/.test(String(error))) return cannotStart(log)(error);
    log.fatal(port, 'another process uses the port');
    await tellSupervisor({ portInUse: port });
    process.exit(EXIT_MISCONFIGURED);
  };
