/** The connection to the job engine, from the variables TEMPORAL_…. */
import { type PeerCertificate, RELOAD_INTERVAL_MS, readTemporalCertificate, watchCertificate } from './certificates.js';
import type { Config } from './processes.js';

type Variables = Pick<
  Config<'worker'>,
  | 'TEMPORAL_ADDRESS'
  | 'TEMPORAL_NAMESPACE'
  | 'TEMPORAL_TASK_QUEUE'
  | 'TEMPORAL_TLS_CA_FILE'
  | 'TEMPORAL_TLS_CERT_FILE'
  | 'TEMPORAL_TLS_KEY_FILE'
>;

/**
 * @param refused called when renewed files cannot be used; the certificates that were read last stay in use
 * @returns undefined where jobs are in the embedded queue
 * @throws Error that names the variable whose file cannot be read, or a certificate without its key
 */
export function temporalSettings(variables: Variables, refused: (error: unknown) => void, intervalMs = RELOAD_INTERVAL_MS) {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: taskQueue } = variables;
  if (address === undefined) return undefined;
  const tls = readTemporalCertificate(variables);
  if (tls === undefined) return { address, namespace, taskQueue };
  const onRenewed = (renewed: (certificate: Partial<PeerCertificate>) => void) =>
    watchCertificate(() => readTemporalCertificate(variables), tls, { renewed, refused }, intervalMs);
  return { address, namespace, taskQueue, tls, onRenewed };
}
