import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { openMongo } from '#services/store/mongo';
import { leftOut, mongoUri } from '#test/support/mongo/server';
import { counters, failsWith } from './contract.js';

describe('the shared store', () => {
  it('says that it is unavailable when no server answers', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, 'close');
    await failsWith('unavailable', openMongo({ uri: `mongodb://127.0.0.1:${port}`, resources: [], reachMs: 200 }));
  });

  if (leftOut !== undefined) return;

  it('does not acknowledge writes when the connection breaks before the answer', async () => {
    const wire = await breakableWire(await mongoUri());
    const store = await openMongo({ uri: wire.uri, database: 'svc_test_wire', resources: [counters], reachMs: 200 });
    const one = { tenantId: 'ten_one', version: 1, createdAt: 1, updatedAt: 1, uses: 0 };
    await store.ping();
    wire.breakAtNextAnswer();
    await Promise.all([
      failsWith('unavailable', store.insert(counters, { ...one, id: 'first' })),
      failsWith('unavailable', store.insert(counters, { ...one, id: 'second' })),
      failsWith('unavailable', store.add(counters, 'ten_one', 'third', 'uses', 1)),
      failsWith(
        'unavailable',
        store.minute.penalty('ten_one', 1).catch(() => store.ping()),
      ),
    ]);
    await store.close();
  });
});

/** A way to the server that can be cut: what was asked arrives, the answer does not. */
async function breakableWire(uri: string): Promise<{ uri: string; breakAtNextAnswer: () => void }> {
  const { hostname, port } = new URL(uri);
  const sockets = new Set<Socket>();
  let broken = false;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (answer) => {
      if (!broken) near.write(answer);
      else for (const socket of sockets) socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    uri: `mongodb://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    breakAtNextAnswer: () => {
      broken = true;
      wire.close();
    },
  };
}
