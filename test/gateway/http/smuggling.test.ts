import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import pino from 'pino';
import { createPublicServer } from '#gateway/http/server';
import { createRegistry } from '#services/runtime/metrics';
import { exchange, statusesIn } from '../../support/raw-http.js';

/** The request that hides behind a length that two servers on the way could read differently. */
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
const post = (headers: string, body = HIDDEN) => `POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n${body}`;

/** Each is refused with 400, and whatever follows it on its connection is not read. */
const REFUSED: Readonly<Record<string, string>> = {
  'Content-Length and Transfer-Encoding': post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`),
  'Transfer-Encoding and Content-Length': post('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`),
  'two lengths that differ': post('Content-Length: 0\r\nContent-Length: 34'),
  'two lengths that agree': post('Content-Length: 34\r\nContent-Length: 34'),
  'two lengths in one header': post('Content-Length: 0, 34'),
  'a length with a sign': post('Content-Length: +0'),
  'a negative length': post('Content-Length: -1'),
  'a length in hexadecimal': post('Content-Length: 0x0'),
  'a length with a fraction': post('Content-Length: 0.0'),
  'a length beyond 64 bits': post('Content-Length: 99999999999999999999999'),
  'a space before the colon of a length': post('Content-Length : 0'),
  'a tab before the colon of a coding': post('Transfer-Encoding\t: chunked', `0\r\n\r\n${HIDDEN}`),
  'a coding on a folded line': post('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`),
  'chunked not as the last coding': post('Transfer-Encoding: chunked, gzip', `0\r\n\r\n${HIDDEN}`),
  'an unknown coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`),
  'chunked after a vertical tab': post('Transfer-Encoding: \x0bchunked', `0\r\n\r\n${HIDDEN}`),
  'chunked twice': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${HIDDEN}`),
  'a chunk size with a sign': post('Transfer-Encoding: chunked', `+0\r\n\r\n${HIDDEN}`),
  'a chunk size in 0x': post('Transfer-Encoding: chunked', `0x0\r\n\r\n${HIDDEN}`),
  'a chunk size beyond 64 bits': post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n\r\n${HIDDEN}`),
  'a chunk size after a space': post('Transfer-Encoding: chunked', ` 0\r\n\r\n${HIDDEN}`),
  'a chunk longer than its size': post('Transfer-Encoding: chunked', `1\r\nxx\r\n0\r\n\r\n${HIDDEN}`),
  'a chunk that ends in a line feed alone': post('Transfer-Encoding: chunked', `1\nx\n0\n\n${HIDDEN}`),
  'lines that end in a line feed alone': `POST / HTTP/1.1\nHost: x\nContent-Length: 0\n\n${HIDDEN}`,
  'a carriage return inside a header': post('X: a\rContent-Length: 34'),
  'a null in a header': post('X: a\0b\r\nContent-Length: 0'),
  'a space in a header name': post('X Y: a\r\nContent-Length: 0'),
  'an empty header name': post(': a\r\nContent-Length: 0'),
  'a line without a colon': post('Content-Length 0\r\nX'),
  'a space before the first header': `POST / HTTP/1.1\r\n Host: x\r\nContent-Length: 0\r\n\r\n${HIDDEN}`,
  'an unknown version': `POST / HTTP/1.2\r\nHost: x\r\nContent-Length: 0\r\n\r\n${HIDDEN}`,
  'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${HIDDEN}`,
};

describe('a request whose length could be read in two ways', () => {
  const paths: string[] = [];
  const { server } = createPublicServer({
    app: (request, response) => {
      paths.push(request.url ?? '');
      request.resume().once('end', () => response.end('heard'));
    },
    limits: { connections: 100, perAddress: 0 },
    registry: createRegistry('gateway', 'test'),
    log: pino({ level: 'silent' }),
  });
  const port = () => (server.address() as AddressInfo).port;
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  for (const [name, text] of Object.entries(REFUSED))
    it(`is refused, and nothing behind it is read: ${name}`, async () => {
      paths.length = 0;
      const answer = await exchange(port(), [text]);
      expect(paths).not.to.include('/hidden');
      const statuses = statusesIn(answer);
      expect(statuses, answer).to.deep.equal([400]);
      expect(answer).to.include('Connection: close');
    });

  it('is told apart from the next one where it is plain', async () => {
    paths.length = 0;
    const two = `${post('Content-Length: 3', 'abc')}GET /next HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    expect(statusesIn(await exchange(port(), [two]))).to.deep.equal([200, 200]);
    expect(paths).to.deep.equal(['/', '/next']);
  });
});
