/**
 * Requests that a caller sends over one connection without waiting for the answers (pipelining). They are served one after another: answers must be
 * sent in order anyway, and a connection that began all of them at once would hold up everybody, and hold all their answers in memory
 * while its caller reads none.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait for the answer to an earlier one. */
export const MAX_WAITING_REQUESTS = 100;

type Exchange = readonly [IncomingMessage, ServerResponse];

interface Line {
  /** Whether a request is being served. */
  busy: boolean;
  readonly waiting: Exchange[];
  /** Whether a request was refused. Those that follow it are not answered: its answer closes the connection. */
  refused: boolean;
  /** Called when a response is out, or its caller has gone. One function per connection costs less than one per request. */
  readonly next: () => void;
}

/**
 * @param serve   is given a request when the connection's earlier ones are answered
 * @param refuse  answers a request for which there is no room, and closes the connection
 */
export function inTurn(serve: RequestListener, refuse: RequestListener): RequestListener {
  /** One entry per connection, so that nothing long-lived changes with each request. */
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = {
      busy: false,
      waiting: [],
      refused: false,
      next: () => {
        line.busy = false;
        // A response is told before the connection that the caller has gone.
        const exchange = socket.destroyed ? undefined : line.waiting.shift();
        if (exchange !== undefined) begin(line, exchange, line.refused && line.waiting.length === 0 ? refuse : serve);
      },
    };
    lines.set(socket, line);
    // Responses that never had their turn are not told that the connection has gone.
    socket.once('close', () => line.waiting.splice(0));
    return line;
  }

  const begin = (line: Line, [request, response]: Exchange, answer: RequestListener): void => {
    line.busy = true;
    response.on('close', line.next);
    answer(request, response);
  };

  return (request, response) => {
    const line = lineOf(request.socket);
    if (line.refused) return;
    if (!line.busy) return begin(line, [request, response], serve);
    line.waiting.push([request, response]);
    line.refused = line.waiting.length > MAX_WAITING_REQUESTS;
  };
}
