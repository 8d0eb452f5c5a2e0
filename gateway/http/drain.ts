/** How the HTTP server ends: no answer is cut short, and no connection is kept for a call that could still come. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const POLL_MS = 10;

/** @returns what stops the server; it is over when the last answer is out */
export function drainable(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async () => {
    // A connection now ends with its answer: one that was begun before this, a millisecond after it.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    server.keepAliveTimeout = 1;
    // `close` takes a connection for idle once its answer is written, and destroys it though part has still to be sent.
    while ([...sockets].some(({ writableLength }) => writableLength > 0)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    await new Promise((resolve) => server.close(resolve));
  };
}
