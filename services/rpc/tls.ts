/**
 * Mutual TLS between processes, where it is configured: each shows a certificate of the authority that all trust. A service is called by
 * its name, which its certificate must have; and it answers the gateway and job workers alone, so a process that holds the certificate of another service
 * can call none. Files are read again while the process runs, so that certificates are renewed without a restart.
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

/** Called when files that were fine at the start cannot be used any more; the certificates that were read last stay in use. */
export type Report = (error: unknown) => void;

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

/** Whether a certificate, which the authority has signed, is that of a process that may call services. */
export const mayCall = (certificate: PeerCertificate | undefined): boolean =>
  CALLER_NAMES.some((name) => certificate?.subjectaltname?.split(', ').includes(`DNS:${name}`));

type CaListener = (update: { caCertificate: Buffer } | null) => void;
type IdentityListener = (update: { certificate: Buffer; privateKey: Buffer } | null) => void;

function watch(files: CertificateFiles, first: Identity, report: Report, intervalMs: number): experimental.CertificateProvider {
  const caListeners = new Set<CaListener>();
  const identityListeners = new Set<IdentityListener>();
  let current = first;
  const tellCa = (listener: CaListener) => listener({ caCertificate: current.ca });
  const tellIdentity = (listener: IdentityListener) => listener({ certificate: current.cert, privateKey: current.key });
  const renewed = (identity: Identity) => {
    current = identity;
    caListeners.forEach(tellCa);
    identityListeners.forEach(tellIdentity);
  };
  watchCertificate(() => readPeerCertificate(files), first, { renewed, refused: report }, intervalMs);

  return {
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      process.nextTick(tellCa, listener);
    },
    removeCaCertificateListener: (listener) => caListeners.delete(listener),
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      process.nextTick(tellIdentity, listener);
    },
    removeIdentityCertificateListener: (listener) => identityListeners.delete(listener),
  };
}
