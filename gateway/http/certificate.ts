/** The certificate of the public port and its private key, from files, read again when they change: cert-manager and others renew them in place. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Log } from '#services/runtime/log';

export interface CertificateFiles {
  /** PEM, with the chain up to the authority. */
  readonly certFile: string;
  /** PEM, not encrypted. */
  readonly keyFile: string;
}

export interface CertificatePair {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/** Milliseconds from one look at the files to the next. Links that are exchanged, as Kubernetes does, raise no event of the file system. */
const LOOK_INTERVAL_MS = 5_000;

/**
 * @returns undefined where HTTPS is not configured
 * @throws Error where only one of the variables is set
 */
export function certificateFilesOf({
  TLS_CERT_FILE: certFile,
  TLS_KEY_FILE: keyFile,
}: {
  readonly TLS_CERT_FILE?: string | undefined;
  readonly TLS_KEY_FILE?: string | undefined;
}): CertificateFiles | undefined {
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  if (certFile === undefined && keyFile === undefined) return undefined;
  throw new Error(`${certFile === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} must be set where the other file is`);
}

/** @throws Error that names the file that cannot be read, or says that certificate and key are no pair */
export function readCertificate({ certFile, keyFile }: CertificateFiles): CertificatePair {
  const pair = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(`${certFile} and ${keyFile} are not a certificate and its key: ${(error as Error).message}`);
  }
  return pair;
}

/**
 * Looks at the files again and again. Files that cannot be used, as between the renewal of one and of the other, change nothing.
 *
 * @param read what is in use
 * @param use  called with each new pair
 */
export function watchCertificate(
  files: CertificateFiles,
  read: CertificatePair,
  use: (pair: CertificatePair) => void,
  log: Log,
  intervalMs = LOOK_INTERVAL_MS,
): void {
  let current = read;
  let told: string | undefined;
  const look = () => {
    try {
      const found = readCertificate(files);
      told = undefined;
      if (found.cert.equals(current.cert) && found.key.equals(current.key)) return;
      current = found;
      use(found);
      log.info({ file: files.certFile }, 'the certificate was renewed');
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) log.error({ err: error }, 'the certificate cannot be read; the one before stays in use');
      told = message;
    }
  };
  setInterval(look, intervalMs).unref();
}
