/**
 * Certificates with their keys, from PEM files that the configuration names: for calls between processes, for the public port, and for
 * Temporal. The files are read again while a process runs, because cert-manager and others renew them in place.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';

/** Variables of every process: all three are set, or none. */
export const certificateFiles = {
  /** The certificate of the process and the intermediate certificates, PEM. */
  SVC_GRPC_TLS_CERT_FILE: z.string().optional(),
  SVC_GRPC_TLS_KEY_FILE: z.string().optional(),
  /** The certificates of the authorities that sign the certificates of peers, PEM. */
  SVC_GRPC_TLS_CA_FILE: z.string().optional(),
};

/** Variables of the gateway: the public port serves HTTPS where both are set. */
export const publicCertificateFiles = {
  /** The certificate of the public port and the intermediate certificates, PEM. */
  TLS_CERT_FILE: z.string().optional(),
  /** Its key, PEM, not encrypted. */
  TLS_KEY_FILE: z.string().optional(),
};

/** Variables of the processes that call Temporal: TLS where any is set, with a client certificate where the last two are. */
export const temporalCertificateFiles = {
  /** The certificates of the authorities that sign Temporal's certificate, PEM; by default those of Node.js. */
  TEMPORAL_TLS_CA_FILE: z.string().optional(),
  /** The client certificate for Temporal and the intermediate certificates, PEM. */
  TEMPORAL_TLS_CERT_FILE: z.string().optional(),
  TEMPORAL_TLS_KEY_FILE: z.string().optional(),
};

export type CertificateFiles = z.infer<z.ZodObject<typeof certificateFiles>>;
export type PublicCertificateFiles = z.infer<z.ZodObject<typeof publicCertificateFiles>>;
export type TemporalCertificateFiles = z.infer<z.ZodObject<typeof temporalCertificateFiles>>;

/** cert-manager renews certificates days before they expire, and the kubelet updates mounted files within a minute or two. */
export const RELOAD_INTERVAL_MS = 30_000;

/** A certificate in the form that node:tls takes. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface PeerCertificate extends Certificate {
  readonly ca: Buffer;
}

/** The variable that names the file of each part. */
const BETWEEN_PROCESSES = { cert: 'SVC_GRPC_TLS_CERT_FILE', key: 'SVC_GRPC_TLS_KEY_FILE', ca: 'SVC_GRPC_TLS_CA_FILE' } as const;
const PUBLIC = { cert: 'TLS_CERT_FILE', key: 'TLS_KEY_FILE' } as const;
const TEMPORAL_CLIENT = { cert: 'TEMPORAL_TLS_CERT_FILE', key: 'TEMPORAL_TLS_KEY_FILE' } as const;
const TEMPORAL_AUTHORITY = { ca: 'TEMPORAL_TLS_CA_FILE' } as const;

/**
 * @returns undefined where no file is configured
 * @throws Error that names the variable whose file is missing, cannot be read or does not go with the others
 */
export const readPeerCertificate = (files: CertificateFiles): PeerCertificate | undefined => read(BETWEEN_PROCESSES, files);

/** The same as `readPeerCertificate` for the public port. */
export const readPublicCertificate = (files: PublicCertificateFiles): Certificate | undefined => read(PUBLIC, files);

/** The same as `readPeerCertificate` for the connection to Temporal: the authority, or the certificate with its key, or all three. */
export function readTemporalCertificate(files: TemporalCertificateFiles): Partial<PeerCertificate> | undefined {
  const [authority, client] = [read(TEMPORAL_AUTHORITY, files), read(TEMPORAL_CLIENT, files)];
  return authority === undefined && client === undefined ? undefined : { ...authority, ...client };
}

function read<Part extends string, Variable extends string>(
  variables: Readonly<Record<Part, Variable>>,
  files: { readonly [Name in Variable]?: string | undefined },
): Record<Part, Buffer> | undefined {
  const names = Object.values<Variable>(variables);
  const missing = names.filter((name) => files[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`configuration: ${missing.join(' and ')}: must be set where one of ${names.join(', ')} is`);
  const parts = Object.entries<Variable>(variables).map(([part, name]) => [part, contentOf(name, files[name] ?? '')]);
  const certificate = Object.fromEntries(parts) as Record<Part, Buffer>;
  try {
    createSecureContext(certificate);
  } catch (error) {
    throw new Error(`configuration: the files of ${names.join(', ')} cannot be used together: ${(error as Error).message}`);
  }
  return certificate;
}

function contentOf(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`configuration: ${variable}: ${(error as Error).message}`);
  }
}

interface CertificateListener<C> {
  readonly renewed: (certificate: C) => void;
  /** Called, once for each reason, when renewed files cannot be used, as between the renewal of one file and of the other. */
  readonly refused: (error: unknown) => void;
}

/**
 * Reads the files at intervals, because links that are exchanged, as Kubernetes does, raise no event of the file system.
 *
 * @param current  the certificate in use; it stays in use as long as the files cannot be used
 */
export function watchCertificate<C extends Partial<PeerCertificate>>(
  readAgain: () => C | undefined,
  current: C,
  { renewed, refused }: CertificateListener<C>,
  intervalMs: number,
): void {
  let inUse = current;
  let reported: string | undefined;
  const look = () => {
    try {
      const certificate = readAgain();
      reported = undefined;
      if (certificate === undefined || same(certificate, inUse)) return;
      inUse = certificate;
      renewed(certificate);
    } catch (error) {
      const { message } = error as Error;
      if (message !== reported) refused(error);
      reported = message;
    }
  };
  setInterval(look, intervalMs).unref();
}

/** Both certificates have the parts for which files are configured. */
const same = <C extends Partial<PeerCertificate>>(one: C, other: C): boolean =>
  (Object.keys(one) as (keyof C)[]).every((part) => (one[part] as Buffer).equals(other[part] as Buffer));
