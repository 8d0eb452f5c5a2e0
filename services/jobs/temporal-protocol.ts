/** The messages between the workflow of a job and the activities of the workers. */

/** The argument of the workflow. */
export interface JobArgs {
  readonly tenantId: string;
  readonly jobId: string;
  /** Unix milliseconds; 0: at once, never. */
  readonly notBefore: number;
  readonly expiresAt: number;
}

export type JobName = Pick<JobArgs, 'tenantId' | 'jobId'>;

export interface BlockName extends JobName {
  readonly block: number;
}

/** The end of a run: `nothing` where the job has ended or another run has it; `blocks` where its blocks come first, and then another run. */
export type Ran = { readonly next: 'nothing' } | { readonly next: 'blocks'; readonly blocks: number };

/** The activities of workers. An attempt that fails and may succeed later throws, and Temporal makes another. */
export interface JobActivities {
  run(job: JobName): Promise<Ran>;
  block(block: BlockName): Promise<void>;
  expire(job: JobName): Promise<void>;
}

/** The workflow, by which clients start it: a name that stays the same while workflows of an older version are under way. */
export const WORKFLOW = 'runJob';

/** The server and where on it. */
export interface TemporalSettings {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  /** Absent: without TLS. */
  readonly tls?: TemporalCertificate;
  /** Calls the listener with what the files hold whenever that has changed. */
  readonly onRenewed?: (listener: (tls: TemporalCertificate) => void) => void;
}

/** PEM texts: the authority of the server's certificate, and the certificate and key that the process shows. */
export interface TemporalCertificate {
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/** The options of a connection, as client and worker take them. */
export const connectionOptions = ({ address, tls }: TemporalSettings) => ({
  address,
  ...(tls && {
    tls: {
      ...(tls.ca && { serverRootCACertificate: tls.ca }),
      ...(tls.cert && tls.key && { clientCertPair: { crt: tls.cert, key: tls.key } }),
    },
  }),
});
