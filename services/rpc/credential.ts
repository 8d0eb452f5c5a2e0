/**
 * The service credential: a secret that the processes of one installation share. Every call carries it, and a server answers no call
 * without it except those of the health service, so that it can trust the caller that a call names.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { Metadata, ResponderBuilder, ServerInterceptingCall, type ServerInterceptor, ServerListenerBuilder, status } from '@grpc/grpc-js';
import type { Log } from '../runtime/log.js';
import { mayCall } from './tls.js';

const ENTRY = 'authorization';
const HEALTH = '/grpc.health.v1.Health/';
/** Minimum interval between two lines of the log about refused calls. */
const REPORT_INTERVAL_MS = 10_000;

const bearer = (secret: string): string => `Bearer ${secret}`;

/** @returns the metadata with which a client begins each call */
export function credentialMetadata(secret: string): Metadata {
  const metadata = new Metadata();
  metadata.set(ENTRY, bearer(secret));
  return metadata;
}

/**
 * Refuses calls without the credential as UNAUTHENTICATED, before any byte of their messages is read.
 *
 * @param byCertificate  whether the caller must also have shown the certificate of a process that may call
 */
export function requireCredential(secret: string, byCertificate: boolean, log: Log): ServerInterceptor {
  const expected = digest(bearer(secret));
  let refused = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;

  const report = (peer: string, method: string): void => {
    refused++;
    if (performance.now() - reportedAt < REPORT_INTERVAL_MS) return;
    reportedAt = performance.now();
    log.warn({ peer, method, refused }, 'refused calls without the service credential');
    refused = 0;
  };

  return ({ path }, call) => {
    if (path.startsWith(HEALTH)) return new ServerInterceptingCall(call);
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const [presented] = metadata.get(ENTRY);
        // Digests have one length, so the time of the comparison depends on nothing that the peer sent.
        const isValid = timingSafeEqual(digest(String(presented ?? '')), expected);
        if (isValid && (!byCertificate || mayCall(call.getAuthContext().sslPeerCertificate))) return next(metadata);
        report(call.getPeer(), path);
        call.sendStatus({ code: status.UNAUTHENTICATED, details: 'the call carries no valid service credential' });
      })
      .build();
    return new ServerInterceptingCall(call, new ResponderBuilder().withStart((next) => next(listener)).build());
  };
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
