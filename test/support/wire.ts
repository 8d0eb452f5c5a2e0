/** A way to a server that can be cut and mended. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  /** Both ends of each connection. */
  readonly sockets: ReadonlySet<Socket>;
  /** Ends the connections; new ones are let through. */
  drop(): void;
  /** Ends the connections and lets none through until it is mended. */
  cut(): void;
  mend(): void;
  close(): void;
}

export async function openWire(port: number, hostname = '127.0.0.1'): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isWhole = true;
  const server = createServer((near) => {
    if (!isWhole) {
      near.destroy();
      return;
    }
    const far = connect(port, hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    drop,
    cut: () => {
      isWhole = false;
      drop();
    },
    mend: () => {
      isWhole = true;
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
