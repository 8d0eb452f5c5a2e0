/** Stops the HTTP server without cutting a response short or keeping a connection open for further requests. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const DRAIN_POLL_MS = 10;

/** @returns a function that stops the server; it resolves when the last response is sent */
export function drainable(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  // What is written to an encrypted connection waits in the socket of its own.
  server.on('connection', keep).on('secureConnection', keep);
  return async () => {
    // From now on a connection ends with its response: at once for a new request, a millisecond later for one that is being served.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    server.keepAliveTimeout = 1;
    // `close` regards a connection as idle once its response is written, and would destroy it while part is still to be sent.
    while ([...sockets].some(({ writableLength }) => writableLength > 0))
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    await new Promise((resolve) => server.close(resolve));
  };
}
