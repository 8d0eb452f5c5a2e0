import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { inTurn, MAX_WAITING_REQUESTS } from '#gateway/http/server';
import { exchange, statusesIn } from '../../support/raw-http.js';

const requestOf = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

describe('requests that are sent over one connection without waiting for the answers', () => {
  let close: () => void;
  async function serve(app: RequestListener): Promise<number> {
    const refuse: RequestListener = (_request, response) => void response.writeHead(503, ['Connection', 'close']).end();
    const server = createServer(inTurn(app, refuse));
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }
  afterEach(() => close());

  it('are served one after another, and answered in their order', async () => {
    let running = 0;
    let most = 0;
    const port = await serve((request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => {
        running--;
        response.end(`(${request.url})`);
      });
    });
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`);
    const text = await exchange(port, [paths.map((path) => requestOf(path)).join(''), requestOf('/last', 'Connection: close\r\n')]);
    expect([...text.matchAll(/\((.*?)\)/g)].map(([, path]) => path)).to.deep.equal([...paths, '/last']);
    expect(most).to.equal(1);
  });

  it('are served up to the number that may wait; the next one is refused, and closes the connection', async () => {
    let served = 0;
    const port = await serve((_request, response) => {
      served++;
      setImmediate(() => response.end());
    });
    const admitted = 1 + MAX_WAITING_REQUESTS;
    const statuses = statusesIn(await exchange(port, [requestOf('/').repeat(admitted + 50)]));
    expect(statuses).to.deep.equal([...Array(admitted).fill(200), 503]);
    expect(served).to.equal(admitted);
  });

  it('are not begun when their caller has gone', async () => {
    const begun: ServerResponse[] = [];
    const port = await serve((_request, response) => void begun.push(response));
    const socket = connect(port, '127.0.0.1', () => socket.write(requestOf('/').repeat(5)));
    while (begun.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const gone = once(begun[0]!, 'close');
    socket.destroy();
    await gone;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(begun).to.have.length(1);
  });
});
