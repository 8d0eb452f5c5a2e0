/** HTTP as bytes, for what no client library would send. */
import { connect, type Socket } from 'node:net';

/** Everything that the server sends until it closes the connection; the connection is closed after `limitMs` at the latest. */
export const exchange = (port: number, bytes: readonly (string | Buffer)[], limitMs = 10_000): Promise<string> =>
  new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      for (const each of bytes) socket.write(each, 'latin1' as never);
    });
    const limit = setTimeout(() => socket.destroy(), limitMs);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    // A reset is the end of the connection too.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(limit);
      resolve(answer);
    });
  });

/** Statuses of the answers in what a server has sent. */
export const statusesIn = (text: string): number[] => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
