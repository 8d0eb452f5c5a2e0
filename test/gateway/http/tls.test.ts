import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import pino from 'pino';
import { z } from 'zod';
import { createApp } from '#gateway/app';
import { operation } from '#gateway/contract/operation';
import { createPublicServer, type PublicServer } from '#gateway/http/server';
import { readPublicCertificate, watchCertificate } from '#services/runtime/certificates';
import { defined } from '#services/runtime/defined';
import { createRegistry } from '#services/runtime/metrics';
import type { Store } from '#services/store/port';
import { testRunner } from '#test/support/runner';
import { temporaryFolders } from '../../support/folder.js';

const operations = [
  operation({
    id: 'nothing',
    method: 'GET',
    path: '/nothing',
    tag: 'Test',
    scope: 'none',
    costClass: 'quick',
    summary: 'Of this test',
    response: z.object({}),
    handle: async () => ({ data: {} }),
  }),
];
const log = pino({ level: 'silent' });
/** Milliseconds between two looks at the files in this test. */
const LOOK_MS = 20;

type Files = Readonly<Record<'TLS_CERT_FILE' | 'TLS_KEY_FILE', string>>;

describe('HTTPS on the public port', () => {
  const newFolder = temporaryFolders();
  let files: Files;
  let other: Files;
  let open: PublicServer;
  const refusals: unknown[] = [];

  /** A certificate of its own for a name. */
  function certificateOf(name: string): Files {
    const folder = newFolder();
    const [TLS_CERT_FILE, TLS_KEY_FILE] = ['tls.crt', 'tls.key'].map((file) => path.join(folder, file));
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-subj',
        `/CN=${name}`,
        '-days',
        '2',
        '-keyout',
        TLS_KEY_FILE!,
        '-out',
        TLS_CERT_FILE!,
      ],
      { stdio: 'ignore' },
    );
    return { TLS_CERT_FILE: TLS_CERT_FILE!, TLS_KEY_FILE: TLS_KEY_FILE! };
  }

  before(async () => {
    files = certificateOf('first.test');
    other = certificateOf('second.test');
    const registry = createRegistry('gateway', 'test');
    const certificate = defined(readPublicCertificate(files), 'the certificate');
    open = createPublicServer({
      app: createApp({
        operations,
        dependencies: testRunner({} as Store, operations).dependencies,
        registry,
        log,
        pages: (_request, _response, next) => next(),
        trustedProxies: 0,
        bodyBytes: 2 ** 20,
      }),
      certificate,
      limits: { connections: 10, perAddress: 0 },
      registry,
      log,
    });
    watchCertificate(
      () => readPublicCertificate(files),
      certificate,
      { renewed: open.renew, refused: (why) => refusals.push(why) },
      LOOK_MS,
    );
    await once(open.server.listen(0, '127.0.0.1'), 'listening');
  });
  after(() => {
    open.server.close();
    open.server.closeAllConnections();
  });

  async function asks(options: RequestOptions = {}) {
    const { port } = open.server.address() as AddressInfo;
    const [response] = await once(
      get({ host: '127.0.0.1', port, path: '/nothing', rejectUnauthorized: false, agent: false, ...options }),
      'response',
    );
    const { subject } = (response.socket as TLSSocket).getPeerCertificate() as PeerCertificate;
    response.resume();
    return { status: response.statusCode as number, name: subject.CN, headers: response.headers };
  }

  it('answers, and tells the caller to use nothing else from now on', async () => {
    const { status, name, headers } = await asks();
    expect({ status, name }).to.deep.equal({ status: 200, name: 'first.test' });
    expect(headers['strict-transport-security']).to.match(/^max-age=\d{7,}/);
  });

  it('refuses versions before 1.2', async () => {
    const failure = await asks({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(failure)
      .to.be.a('string')
      .and.match(/^(ERR_SSL|EPROTO|ECONNRESET)/);
  });

  it('takes a renewed certificate without a restart, and keeps the former while the files are no pair', async () => {
    const connection = connect({ port: (open.server.address() as AddressInfo).port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(connection, 'secureConnect');
    writeFileSync(files.TLS_CERT_FILE, 'half a file');
    await new Promise((resolve) => setTimeout(resolve, 5 * LOOK_MS));
    expect((await asks()).name).to.equal('first.test');
    // The certificate of another key: the renewal is half done.
    copyFileSync(other.TLS_CERT_FILE, files.TLS_CERT_FILE);
    await new Promise((resolve) => setTimeout(resolve, 5 * LOOK_MS));
    expect((await asks()).name).to.equal('first.test');
    copyFileSync(other.TLS_KEY_FILE, files.TLS_KEY_FILE);
    expect(refusals).to.have.length(2);
    while ((await asks()).name !== 'second.test') await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    // A connection that was open goes on.
    connection.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(connection, 'data'))[0])).to.match(/^HTTP\/1\.1 200 /);
    connection.destroy();
  });

  it('needs both files, or neither', () => {
    expect(readPublicCertificate({})).to.equal(undefined);
    expect(() => readPublicCertificate({ TLS_CERT_FILE: 'x' })).to.throw(
      'TLS_KEY_FILE: must be set where one of TLS_CERT_FILE, TLS_KEY_FILE is',
    );
    expect(() => readPublicCertificate({ TLS_KEY_FILE: 'x' })).to.throw(
      'TLS_CERT_FILE: must be set where one of TLS_CERT_FILE, TLS_KEY_FILE is',
    );
  });

  it('names the variables whose files are not a certificate and its key, or cannot be read', () => {
    expect(() => readPublicCertificate({ ...files, TLS_KEY_FILE: certificateOf('third.test').TLS_KEY_FILE })).to.throw(
      'the files of TLS_CERT_FILE, TLS_KEY_FILE cannot be used together',
    );
    expect(() => readPublicCertificate({ ...files, TLS_CERT_FILE: '/nowhere/tls.crt' })).to.throw('TLS_CERT_FILE: ENOENT');
  });
});
