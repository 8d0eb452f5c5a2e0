/** A way to a server that can be cut and mended. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface InterruptibleWire {
  /** mongodb://host:port of the wire. */
  readonly uri: string;
  readonly cut: () => void;
  readonly mend: () => void;
  readonly close: () => void;
}

export async function interruptibleWire(uri: string): Promise<InterruptibleWire> {
  const { hostname, port } = new URL(uri);
  const sockets = new Set<Socket>();
  let whole = true;
  const wire = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    uri: `mongodb://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    cut: () => {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      whole = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      wire.close();
    },
  };
}
