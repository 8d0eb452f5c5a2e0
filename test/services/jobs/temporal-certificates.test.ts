import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { expect } from 'chai';
import type { JobWork } from '#services/jobs/temporal-worker';
import { defined } from '#services/runtime/defined';
import { temporalSettings } from '#services/runtime/temporal';
import { issuerIn } from '#test/support/certificates';
import { temporaryFolders } from '#test/support/folder';
import { pause } from '#test/support/service';
import { leftOut, temporalAddress } from '#test/support/temporal/server';

/** Time between two looks at the files in this test. */
const LOOK_MS = 20;

describe('the certificate that Temporal is shown', () => {
  const newFolder = temporaryFolders();
  let issuer: ReturnType<typeof issuerIn>;
  before(() => {
    issuer = issuerIn(newFolder());
    issuer.authority('authority');
  });
  const variablesOf = ({ cert, key, ca }: { cert?: string; key?: string; ca?: string }, address = '127.0.0.1:7233') => ({
    ...{ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: 'default', TEMPORAL_TASK_QUEUE: randomUUID() },
    ...{ TEMPORAL_TLS_CERT_FILE: cert, TEMPORAL_TLS_KEY_FILE: key, TEMPORAL_TLS_CA_FILE: ca },
  });
  const settingsOf = (files: Parameters<typeof variablesOf>[0]) => temporalSettings(variablesOf(files), () => undefined);

  it('is left out, or stands without an authority of its own, or the authority alone', () => {
    const { cert, key, ca } = issuer.issue('worker');
    expect(settingsOf({})).not.to.have.property('tls');
    expect(settingsOf({ cert, key })?.tls).to.have.keys('cert', 'key');
    expect(settingsOf({ ca })?.tls).to.have.keys('ca');
    expect(settingsOf({ cert, key, ca })?.tls).to.have.keys('cert', 'key', 'ca');
  });

  it('is refused without its key, with the key of another, and where a file is missing', () => {
    const { cert, key } = issuer.issue('worker');
    expect(() => settingsOf({ cert })).to.throw('TEMPORAL_TLS_KEY_FILE: must be set');
    expect(() => settingsOf({ cert, key: issuer.issue('other').key })).to.throw('cannot be used together');
    expect(() => settingsOf({ cert, key: `${key}.gone` })).to.throw('TEMPORAL_TLS_KEY_FILE: ENOENT');
  });

  if (leftOut === undefined)
    it('is shown by client and worker once it is renewed, without a restart, and what runs meanwhile goes on', async () => {
      const { installTemporal, temporalWorker } = await import('#services/jobs/temporal-worker');
      const { temporalEngine } = await import('#services/jobs/temporal-client');
      const address = await temporalAddress();
      const files = issuer.filesOf('shown');
      const show = (name: string) => {
        const { cert, key } = issuer.issue(name);
        copyFileSync(key, files.key);
        copyFileSync(cert, files.cert);
      };
      show('former');

      /** This server stands in front: it asks for a certificate, as a server with TLS does, and lets in whom it shows. */
      const [accepted, sockets] = [new Set(['former']), new Map<TLSSocket, string>()];
      const { cert, key, ca } = issuer.issue('localhost');
      const tls = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(ca) };
      const door = createServer({ ...tls, requestCert: true, rejectUnauthorized: true, ALPNProtocols: ['h2'] }, (socket) => {
        socket.on('error', () => socket.destroy());
        const name = String(socket.getPeerCertificate().subject.CN);
        if (!accepted.has(name)) {
          socket.destroy();
          return;
        }
        sockets.set(socket, name);
        const [host, port] = address.split(':');
        const behind = connect(Number(port), host);
        behind.on('error', () => socket.destroy()).on('close', () => socket.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          behind.destroy();
        });
        socket.pipe(behind).pipe(socket);
      });
      await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
      const { port } = door.address() as { port: number };

      const failures: unknown[] = [];
      const settings = defined(
        temporalSettings(variablesOf(files, `localhost:${port}`), (error) => failures.push(error), LOOK_MS),
        'settings',
      );
      const ran: string[] = [];
      let goOn = () => {};
      const blocked = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const work: JobWork = {
        run: async ({ jobId }) => {
          if (jobId === 'held') await blocked;
          ran.push(jobId);
          return { outcome: 'ended' };
        },
        block: async () => ({ outcome: 'ended' }),
        expire: async () => undefined,
      };
      installTemporal(() => undefined);
      const worker = await temporalWorker(settings, { work, lanes: 2, graceMs: 100, notRenewed: (error) => failures.push(error) });
      const engine = temporalEngine(settings);
      const start = (id: string) => engine.start({ id, tenantId: randomUUID(), priority: 4, notBefore: 0, expiresAt: 0 });
      const until = async (condition: () => boolean) => {
        while (!condition()) await pause(10);
      };
      try {
        await start('first');
        await until(() => ran.includes('first'));
        await start('held');
        accepted.add('renewed');
        show('renewed');
        // The worker connects at once, the client with its next call.
        await until(() => [...sockets.values()].includes('renewed'));
        await start('second');
        await until(() => ran.includes('second'));
        accepted.delete('former');
        for (const [socket, name] of sockets) if (name === 'former') socket.destroy();
        goOn();
        await start('third');
        await until(() => ran.includes('held') && ran.includes('third'));
        expect([...new Set(sockets.values())]).to.deep.equal(['renewed']);
        // Between the two copies the files do not go together, which is told and changes nothing.
        for (const failure of failures) expect(String(failure)).to.include('cannot be used together');
      } finally {
        goOn();
        await worker.stop();
        await engine.close();
        door.close();
        for (const socket of sockets.keys()) socket.destroy();
      }
    }).timeout(120_000);
});
