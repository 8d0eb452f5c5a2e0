/** Where the job engine is, as the variables TEMPORAL_… say it. */
import { readFileSync } from 'node:fs';
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
 * The certificates are read once: a connection of Temporal's SDK keeps those with which it was made, and a worker cannot be given another connection.
 *
 * @returns undefined where jobs are in the embedded queue
 * @throws Error where a file cannot be read, or a certificate comes without its key
 */
export function temporalSettings(variables: Variables) {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace, TEMPORAL_TASK_QUEUE: taskQueue } = variables;
  if (address === undefined) return undefined;
  const read = (variable: 'TEMPORAL_TLS_CA_FILE' | 'TEMPORAL_TLS_CERT_FILE' | 'TEMPORAL_TLS_KEY_FILE'): Buffer | undefined => {
    const file = variables[variable];
    if (file === undefined) return undefined;
    try {
      return readFileSync(file);
    } catch (error) {
      throw new Error(`${variable} cannot be read: ${(error as Error).message}`);
    }
  };
  const [ca, certificate, key] = [read('TEMPORAL_TLS_CA_FILE'), read('TEMPORAL_TLS_CERT_FILE'), read('TEMPORAL_TLS_KEY_FILE')];
  if ((certificate === undefined) !== (key === undefined))
    throw new Error('TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE must be set together');
  const tls = { ...(ca && { ca }), ...(certificate && key && { clientCertificate: { certificate, key } }) };
  return { address, namespace, taskQueue, ...(Object.keys(tls).length > 0 && { tls }) };
}
