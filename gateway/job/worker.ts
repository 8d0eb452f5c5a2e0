/** Reports a job worker to the reference service, so that operators see it in /admin/v1/system. */
import { v7 as uuid } from 'uuid';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { Log } from '#services/runtime/log';
import { packageVersion } from '#services/runtime/version';
import type { Dependencies } from '../contract/operation.js';

/** Several within the minute after which a worker that is silent is not listed any more. */
const WORKER_REPORT_MS = 15_000;
/** A worker that ends does not wait longer for a reference service that ends too. */
const GOODBYE_TIMEOUT_MS = 1_000;

/** @returns says that the worker ends, and nothing after that */
export function reportWorker(
  { jobs }: Pick<Dependencies, 'jobs'>,
  facts: { readonly id: string; readonly queue: 'embedded' | 'temporal'; readonly lanes: number },
  log: Log,
): () => Promise<void> {
  const worker = { version: packageVersion, node: process.version, startedAtMs: Date.now(), ...facts };
  const report = async (ending: boolean) => {
    try {
      await jobs.reportWorker({ ...worker, ending }, { caller: callerOf(UNKNOWN_IDENTITY, uuid()), timeoutMs: GOODBYE_TIMEOUT_MS });
    } catch (error) {
      log.debug({ err: error }, 'the worker could not report that it runs');
    }
  };
  void report(false);
  const reporting = setInterval(() => void report(false), WORKER_REPORT_MS).unref();
  return () => {
    clearInterval(reporting);
    return report(true);
  };
}
