import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { expect } from 'chai';
import { BSON, type Document, MongoClient } from 'mongodb';
import { bootstrap, FIRST_TENANT } from '#services/reference/access/bootstrap';
import { resources } from '#services/resources/index';
import { openMongo } from '#services/store/mongo';
import { databaseOf } from '#services/store/mongo-database';
import { dropDatabase, leftOut, mongoUri } from '#test/support/mongo/server';
import { counters, failsWith, fittings, samples, widgetMaker, widgets } from './support.js';

describe('the shared store', () => {
  it('says that it is unavailable when no server answers', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    listener.close();
    await once(listener, 'close');
    await failsWith('unavailable', openMongo({ uri: `mongodb://127.0.0.1:${port}`, resources: [], reachMs: 200 }));
  });

  it('uses the database that its URI names, otherwise svc', () => {
    expect(databaseOf('mongodb://one:27017,two:27017/desk?replicaSet=rs')).to.equal('desk');
    expect(databaseOf('mongodb+srv://user:p%2Fw@cluster.example/desk')).to.equal('desk');
    for (const uri of ['mongodb://one', 'mongodb://one/', 'mongodb://user:p@one/?replicaSet=rs']) expect(databaseOf(uri)).to.equal('svc');
  });

  if (leftOut !== undefined) return;

  it('serves processes that start at the same time: they create one first key and share the counts of the minute', async () => {
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

  it('does not delete a document that another has come to refer to since it looked, and ignores the expired hold of a process that died', async () => {
    const wire = await gatedWire(await mongoUri(), 'delete');
    const database = `svc_test_${randomUUID()}`;
    const resources = [widgets, fittings];
    let clock = Date.now();
    const removing = await openMongo({ uri: wire.uri, database, resources });
    const writing = await openMongo({ uri: await mongoUri(), database, resources, now: () => clock });
    const { aWidget } = widgetMaker();
    const widget = aWidget();
    await writing.insert(widgets, widget);
    const fitting = { tenantId: widget.tenantId, id: 'fit_late', version: 1, createdAt: 1, updatedAt: 1, widgetId: widget.id };

    const removal = removing.remove(widgets, widget.tenantId, widget.id);
    await wire.held;
    await writing.insert(fittings, fitting);
    wire.open();
    const { message } = await failsWith('conflict', removal);
    expect(message).to.include('fit_late');
    expect(await writing.get(widgets, widget.tenantId, widget.id)).to.deep.equal(widget);

    // The hold of a writer that never took it off: the removal waits for it, and no longer once it has expired.
    await writing.remove(fittings, widget.tenantId, fitting.id);
    const client = new MongoClient(await mongoUri());
    const hold = { token: 'of a process that died', expiresAt: clock + 60_000 };
    await client
      .db(database)
      .collection('widgets')
      .updateOne({ id: widget.id }, { $set: { holds: [hold] } });
    await failsWith('conflict', writing.remove(widgets, widget.tenantId, widget.id));
    clock += 60_001;
    expect(await writing.remove(widgets, widget.tenantId, widget.id)).to.equal(true);

    for (const opened of [removing, writing, client]) await opened.close();
    wire.close();
    await dropDatabase(database);
  });

  it('goes on after a write that the driver leaves without an end', async function () {
    this.timeout(30_000);
    const database = `svc_test_${randomUUID()}`;
    const store = await openMongo({ uri: await mongoUri(), database, resources: [widgets] });
    const { aWidget } = widgetMaker();
    const { write } = Socket.prototype;
    let isFull = true;
    // The connection ends without an error while the write of the insert waits for room in its socket.
    Socket.prototype.write = function (this: Socket, ...written: Parameters<Socket['write']>): boolean {
      if (!isFull || !Buffer.from(written[0] as Uint8Array).includes('insert')) return write.apply(this, written);
      isFull = false;
      setImmediate(() => this.destroy());
      return false;
    } as Socket['write'];
    try {
      const [lost, later] = [aWidget(), aWidget()];
      const first = store.insert(widgets, lost);
      await new Promise(setImmediate);
      const behind = store.insert(widgets, later);
      await failsWith('unavailable', first);
      await behind;
      expect(isFull).to.equal(false);
      expect(await store.get(widgets, later.tenantId, later.id)).to.deep.equal(later);
    } finally {
      Socket.prototype.write = write;
      await store.close();
      await dropDatabase(database);
    }
  });

  it('asks that a majority has each write in its journal, and reads nothing that a change of primary could take back', async () => {
    const database = `svc_test_${randomUUID()}`;
    const store = await openMongo({ uri: await mongoUri(), database, resources: [widgets, fittings, samples, counters] });
    const { aWidget } = widgetMaker();
    const { write } = Socket.prototype;
    const commands: Document[] = [];
    Socket.prototype.write = function (this: Socket, ...written: Parameters<Socket['write']>): boolean {
      const command = commandOf(Buffer.from(written[0] as Uint8Array));
      if (command?.$db === database) commands.push(command);
      return write.apply(this, written);
    } as Socket['write'];
    try {
      const [one, two] = [aWidget(), aWidget()];
      await store.insert(widgets, one);
      await store.append(widgets, [two], [{ make: 'replace', resource: widgets, document: one, expectedVersion: 1 }]);
      await store.add(counters, 'ten_one', 'counter', 'uses', 1);
      await store.note(widgets, 'ten_one', one.id, 'lastUsedAt', 5);
      const head = { tenantId: 'ten_one', version: 1, createdAt: 1, updatedAt: 1 };
      await store.insert(fittings, { ...head, id: 'fit_one', widgetId: two.id });
      await store.upsert(samples, [{ ...head, id: 'a@1', series: 'a', time: 1, value: 1 }]);
      await store.page(widgets, 'ten_one', { limit: 5 });
      await store.count(widgets, 'ten_one', 5);
      await store.history(widgets, 'ten_one', one.id, { limit: 5 });
      await store.stored();
      await store.remove(fittings, 'ten_one', 'fit_one');
      await store.removeWhere(samples, 'ten_one', [{ field: 'id', match: 'prefix', value: 'a' }]);
      await store.ping();
    } finally {
      Socket.prototype.write = write;
      await store.close();
      await dropDatabase(database);
    }
    const concernOf = (command: Document) => ({ name: Object.keys(command)[0], write: command.writeConcern, read: command.readConcern });
    const concerns = commands.map(concernOf);
    const WRITES = ['insert', 'update', 'delete', 'findAndModify'];
    const READS = ['find', 'aggregate'];
    expect([...new Set(concerns.map(({ name }) => name))]).to.include.members([...WRITES, ...READS]);
    for (const { name = '', write: writeConcern, read } of concerns) {
      if (WRITES.includes(name)) expect(writeConcern, name).to.deep.equal({ w: 'majority', j: true });
      if (READS.includes(name)) expect(read, name).to.deep.equal({ level: 'majority' });
    }
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

/** The command of a message to the server (OP_MSG); undefined where it is of another kind. */
function commandOf(message: Buffer): Document | undefined {
  const OP_MSG = 2013;
  const [KIND_AT, BODY_AT] = [20, 21];
  if (message.length <= BODY_AT || message.readInt32LE(12) !== OP_MSG || message[KIND_AT] !== 0) return undefined;
  return BSON.deserialize(message.subarray(BODY_AT, BODY_AT + message.readInt32LE(BODY_AT)));
}

/** A way to the server on which the first message with a command is held back until the test lets it pass. */
async function gatedWire(uri: string, command: string): Promise<{ uri: string; held: Promise<void>; open: () => void; close: () => void }> {
  const { hostname, port } = new URL(uri);
  let pass: (() => void) | undefined;
  let reached = () => {};
  const blocked = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const sockets: Socket[] = [];
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.on('data', (message) => {
      if (pass === undefined && message.includes(`\u0002${command}\u0000`)) {
        pass = () => far.write(message);
        reached();
      } else far.write(message);
    });
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    uri: `mongodb://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    held: blocked,
    open: () => pass?.(),
    close: () => {
      for (const socket of sockets) socket.destroy();
      wire.close();
    },
  };
}

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
