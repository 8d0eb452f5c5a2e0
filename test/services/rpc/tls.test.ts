import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Server, status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { deadlinesFor, methodPolicies } from '#gateway/compose';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import { CallFailure } from '#proto/failure';
import { pricing } from '#proto/services';
import { clientMetrics, createClient } from '#services/rpc/client';
import type { GrpcServer } from '#services/rpc/server';
import { serverCredentials } from '#services/rpc/tls';
import { type CertificateFiles, readPeerCertificate } from '#services/runtime/certificates';
import { defined } from '#services/runtime/defined';
import { SECRET, servePricing } from '#test/support/pricing-server';
import { type IssuedFiles, issuerIn } from '../../support/certificates.js';
import { temporaryFolders } from '../../support/folder.js';
import { pause } from '../../support/service.js';

const caller = callerOf(UNKNOWN_IDENTITY, '0190a1b2-0000-7000-8000-000000000000');

describe('mutual TLS between processes', () => {
  const newFolder = temporaryFolders();
  let folder: string;
  let issuer: ReturnType<typeof issuerIn>;
  let server: GrpcServer;

  /** A certificate of a process. */
  const issue = (name: string, ca?: string, subject?: string): CertificateFiles => variablesOf(issuer.issue(name, ca, subject));
  const filesOf = (name: string, ca?: string): CertificateFiles => variablesOf(issuer.filesOf(name, ca));
  const variablesOf = ({ cert, key, ca }: IssuedFiles): CertificateFiles => ({
    SVC_GRPC_TLS_CERT_FILE: cert,
    SVC_GRPC_TLS_KEY_FILE: key,
    SVC_GRPC_TLS_CA_FILE: ca,
  });

  before(async () => {
    folder = newFolder();
    issuer = issuerIn(folder);
    issuer.authority('authority');
    issuer.authority('stranger');
    server = await servePricing({ priceVanilla: () => ({ price: 7, manifest: null }) }, issue('pricing'));
  });
  after(() => server.drain(100));

  /** @returns the price, or the name of the status */
  async function call(certificates: CertificateFiles, service = 'pricing', secret = SECRET): Promise<number | string> {
    const { pricing: policies } = methodPolicies(deadlinesFor(60_000));
    const options = { service, address: `127.0.0.1:${server.port}`, secret, certificates, policies };
    const created = createClient(pricing, options, clientMetrics(new client.Registry()));
    try {
      const { price } = await created.call.priceVanilla({}, { caller, timeoutMs: 2_000 });
      return price;
    } catch (error) {
      return error instanceof CallFailure ? status[error.code] : String(error);
    } finally {
      created.close();
    }
  }

  it('lets the gateway and job workers call a service', async () => {
    expect(await call(issue('gateway'))).to.equal(7);
    expect(await call(issue('worker'))).to.equal(7);
  });

  it('does not let another service call it, which holds a certificate of the same authority, nor the gateway without the secret', async () => {
    expect(await call(issue('reference'))).to.equal('UNAUTHENTICATED');
    expect(await call(filesOf('gateway'), 'pricing', `${SECRET.slice(0, -1)}?`)).to.equal('UNAUTHENTICATED');
  });

  it('lets nobody connect without a certificate, or with one of another authority', async () => {
    expect(await call({})).to.equal('UNAVAILABLE');
    expect(await call({ ...issue('gateway', 'stranger', 'impostor'), SVC_GRPC_TLS_CA_FILE: path.join(folder, 'authority.crt') })).to.equal(
      'UNAVAILABLE',
    );
  });

  it('calls no process that shows the certificate of another service, or of another authority', async () => {
    expect(await call(filesOf('gateway'), 'reference')).to.equal('UNAVAILABLE');
    expect(await call(filesOf('gateway', 'stranger'))).to.equal('UNAVAILABLE');
  });

  it('refuses files that are missing, that are not given all, or that do not belong together', () => {
    const { SVC_GRPC_TLS_CERT_FILE } = filesOf('gateway');
    expect(() => readPeerCertificate({ SVC_GRPC_TLS_CERT_FILE })).to.throw('SVC_GRPC_TLS_KEY_FILE and SVC_GRPC_TLS_CA_FILE: must be set');
    expect(() => readPeerCertificate(filesOf('nobody'))).to.throw('SVC_GRPC_TLS_CERT_FILE: ENOENT');
    expect(() => readPeerCertificate({ ...filesOf('gateway'), SVC_GRPC_TLS_KEY_FILE: filesOf('pricing').SVC_GRPC_TLS_KEY_FILE })).to.throw(
      'cannot be used together',
    );
    expect(readPeerCertificate({})).to.equal(undefined);
  });

  it('shows renewed certificates to the next peer that connects; files that cannot be used are reported and change nothing', async () => {
    const files = issue('risk');
    const reports: unknown[] = [];
    const renewing = new Server();
    const credentials = serverCredentials(files, (error) => reports.push(error), 20);
    const port = await new Promise<number>((resolve, reject) =>
      renewing.bindAsync('127.0.0.1:0', credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
    );
    const shown = async (): Promise<string> => {
      const identity = defined(readPeerCertificate(filesOf('gateway')), 'a certificate');
      const options = { ...identity, servername: 'risk', ALPNProtocols: ['h2'] };
      const socket = connectTls(port, '127.0.0.1', options);
      await once(socket, 'secureConnect');
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    try {
      const first = await shown();
      issue('risk');
      await pause(200);
      const second = await shown();
      expect(second).not.to.equal(first);
      expect(reports.every((error) => /cannot be used together/.test(String(error)))).to.equal(true);
      writeFileSync(path.join(folder, 'risk.crt'), 'no certificate');
      await pause(200);
      expect(await shown()).to.equal(second);
      expect(String(reports.at(-1))).to.include('cannot be used together');
    } finally {
      renewing.forceShutdown();
    }
  });
});
