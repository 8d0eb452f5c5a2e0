/** The certificate, key and authority by which processes recognise each other, from the files that configuration names. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';

/** Read by every process: all three are set, or none. */
export const certificateFiles = {
  /** The certificate of the process and those between it and the authority, PEM. */
  SVC_GRPC_TLS_CERT_FILE: z.string().optional(),
  SVC_GRPC_TLS_KEY_FILE: z.string().optional(),
  /** The certificates of the authorities that peers are recognised by, PEM. */
  SVC_GRPC_TLS_CA_FILE: z.string().optional(),
};

export type CertificateFiles = z.infer<z.ZodObject<typeof certificateFiles>>;

export interface Certificates {
  readonly certificate: Buffer;
  readonly privateKey: Buffer;
  readonly authorities: Buffer;
}

const VARIABLES = Object.keys(certificateFiles) as (keyof CertificateFiles)[];

/**
 * @returns undefined where no file is configured
 * @throws Error that names the variable whose file is missing, cannot be read or does not go with the others
 */
export function readCertificates(files: CertificateFiles): Certificates | undefined {
  const missing = VARIABLES.filter((variable) => files[variable] === undefined);
  if (missing.length === VARIABLES.length) return undefined;
  if (missing.length > 0) throw new Error(`configuration: ${missing.join(' and ')}: must be set where one of ${VARIABLES.join(', ')} is`);
  const [certificate, privateKey, authorities] = VARIABLES.map((variable) => read(variable, files[variable] ?? ''));
  try {
    createSecureContext({ cert: certificate, key: privateKey, ca: authorities });
  } catch (error) {
    throw new Error(`configuration: the files of ${VARIABLES.join(', ')} cannot be used together: ${(error as Error).message}`);
  }
  return { certificate, privateKey, authorities };
}

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`configuration: ${variable}: ${(error as Error).message}`);
  }
}
