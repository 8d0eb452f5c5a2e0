/**
 * Mutual TLS between processes, where it is configured: each process shows a certificate of the common authority. A service must show a
 * certificate of its name, and it answers only the gateway and job workers, so a process with the certificate of another service can call
 * none. The files are read again while the process runs, so that certificates are renewed without a restart.
 *
 * The FileWatcherCertificateProvider of grpc-js gives a server files that are half renewed or damaged, and no peer can connect until they
 * are mended; tls.test.ts expects that such files are reported and change nothing.
 */
import type { PeerCertificate } from 'node:tls';
import { type ChannelCredentials, credentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import {
  type CertificateFiles,
  type PeerCertificate as Identity,
  RELOAD_INTERVAL_MS,
  readPeerCertificate,
  watchCertificate,
} from '../runtime/certificates.js';

/** The names in the certificates of the processes that call services. */
const CALLER_NAMES = ['gateway', 'worker'];

/** Called when renewed files cannot be used; the certificates that were read last stay in use. */
type Report = (error: unknown) => void;

/** @returns without TLS where no files are configured */
export function serverCredentials(files: CertificateFiles, report: Report, intervalMs = RELOAD_INTERVAL_MS): ServerCredentials {
  const current = readPeerCertificate(files);
  if (current === undefined) return ServerCredentials.createInsecure();
  const provider = watch(files, current, report, intervalMs);
  return experimental.createCertificateProviderServerCredentials(provider, provider, true);
}

/** @returns without TLS where no files are configured */
export function clientCredentials(files: CertificateFiles, report: Report, intervalMs = RELOAD_INTERVAL_MS): ChannelCredentials {
  const current = readPeerCertificate(files);
  if (current === undefined) return credentials.createInsecure();
  const provider = watch(files, current, report, intervalMs);
  return experimental.createCertificateProviderChannelCredentials(provider, provider);
}

/** Returns true for a certificate of the authority whose process may call services. */
export const mayCall = (certificate: PeerCertificate | undefined): boolean =>
  CALLER_NAMES.some((name) => certificate?.subjectaltname?.split(', ').includes(`DNS:${name}`));

type CaListener = (update: { caCertificate: Buffer } | null) => void;
type IdentityListener = (update: { certificate: Buffer; privateKey: Buffer } | null) => void;

function watch(files: CertificateFiles, first: Identity, report: Report, intervalMs: number): experimental.CertificateProvider {
  const caListeners = new Set<CaListener>();
  const identityListeners = new Set<IdentityListener>();
  let current = first;
  const sendCa = (listener: CaListener) => listener({ caCertificate: current.ca });
  const sendIdentity = (listener: IdentityListener) => listener({ certificate: current.cert, privateKey: current.key });
  const renewed = (identity: Identity) => {
    current = identity;
    caListeners.forEach(sendCa);
    identityListeners.forEach(sendIdentity);
  };
  watchCertificate(() => readPeerCertificate(files), first, { renewed, refused: report }, intervalMs);

  return {
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      process.nextTick(sendCa, listener);
    },
    removeCaCertificateListener: (listener) => caListeners.delete(listener),
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      process.nextTick(sendIdentity, listener);
    },
    removeIdentityCertificateListener: (listener) => identityListeners.delete(listener),
  };
}
