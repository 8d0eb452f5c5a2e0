import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import { bootstrap, FIRST_TENANT } from '#services/reference/bootstrap';
import { resources } from '#services/resources/index';
import { databaseOf, openMongo } from '#services/store/mongo';
import { dropDatabase, leftOut, mongoUri } from '#test/support/mongo/server';
import { counters, failsWith } from './support.js';

describe('the shared store', () => {
  it('says that it is unavailable when no server answers', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, 'close');
    await failsWith('unavailable', openMongo({ uri: `mongodb://127.0.0.1:${port}`, resources: [], reachMs: 200 }));
  });

  it('is in the database that its URI names, otherwise in svc', () => {
    expect(databaseOf('mongodb://one:27017,two:27017/desk?replicaSet=rs')).to.equal('desk');
    expect(databaseOf('mongodb+srv://user:p%2Fw@cluster.example/desk')).to.equal('desk');
    for (const uri of ['mongodb://one', 'mongodb://one/', 'mongodb://user:p@one/?replicaSet=rs']) expect(databaseOf(uri)).to.equal('svc');
  });

  if (leftOut !== undefined) return;

  it('serves processes that start at once: one first key, one count of the minute', async () => {
    const uri = await mongoUri();
    const database = `svc_test_${randomUUID()}`;
    const stores = await Promise.all([1, 2, 3].map(() => openMongo({ uri, database, resources })));
    const keys = await Promise.all(stores.map((store) => bootstrap(store, undefined, Date.now())));
    expect(keys.filter((key) => key !== undefined)).to.have.length(1);
    const counts = await Promise.all(stores.map((store) => store.minute.penalty(FIRST_TENANT, 10)));
    expect(counts.map(({ consumedPoints }) => consumedPoints).sort()).to.deep.equal([10, 20, 30]);
    for (const store of stores) await store.close();
    await dropDatabase(database);
  });

  it('does not acknowledge writes when the connection breaks before the answer', async () => {
    const wire = await breakableWire(await mongoUri());
    const database = `svc_test_${randomUUID()}`;
    const store = await openMongo({ uri: wire.uri, database, resources: [counters], reachMs: 200 });
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
    await dropDatabase(database);
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
