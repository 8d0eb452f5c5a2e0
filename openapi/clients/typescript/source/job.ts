/** An operation that runs as a job of the service. */
import { JobFailure } from './failure.js';
import type { Calls } from './result.js';
import type { CallOptions } from './transport.js';
import type { Data, OperationId, Schema } from './types.js';

/** Seconds of one request for the state, where nobody watches the progress. */
const WAIT_S = 20;
/** Seconds of one request where somebody does. */
const WATCHED_WAIT_S = 1;

export type JobState = Schema<'Job'>;

export interface JobOptions extends Pick<CallOptions, 'signal'> {
  /** Called with each new state: the part of the work that is done, 0 to 1, and what the job is doing. */
  readonly onProgress?: (progress: number, job: JobState) => void;
}

export class Job<Id extends OperationId> {
  readonly id: string;
  readonly #service: Calls;

  constructor(service: Calls, id: string) {
    this.#service = service;
    this.id = id;
  }

  /** The state as the service has it now. */
  async state(options: Pick<CallOptions, 'signal'> = {}): Promise<JobState> {
    return (await this.#service.call('getJob', { path: { jobId: this.id } }, options)).data;
  }

  /**
   * Waits for the end of the job.
   *
   * @returns the data of the operation, from its artifact where they are large
   * @throws JobFailure where it failed, was cancelled or expired
   */
  async result({ onProgress, signal }: JobOptions = {}): Promise<Data<Id>> {
    const wait = onProgress === undefined ? WAIT_S : WATCHED_WAIT_S;
    const options = signal === undefined ? {} : { signal };
    for (;;) {
      const { data: job } = await this.#service.call('getJob', { path: { jobId: this.id }, query: { wait } }, options);
      onProgress?.(job.progress, job);
      if (job.state === 'queued' || job.state === 'running') continue;
      if (job.state !== 'succeeded') throw new JobFailure(job.id, job.state, job.error);
      if (job.artifactId === undefined) return job.result as Data<Id>;
      const content = await this.#service.raw('getArtifactContent', { path: { artifactId: job.artifactId } }, options);
      return ((await content.json()) as { data: Data<Id> }).data;
    }
  }

  /** Cancels the job; one that has ended stays as it is. */
  async cancel(): Promise<JobState> {
    return (await this.#service.call('cancelJob', { path: { jobId: this.id } })).data;
  }
}
