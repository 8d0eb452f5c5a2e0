import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import { answerClientErrors } from '#gateway/http/server';

describe('a request that is not HTTP', () => {
  const server = createServer((_request, response) => response.end('heard'));
  answerClientErrors(server);
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());

  /** Everything that the server sends until it closes the connection. */
  const answerTo = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text, 'latin1'));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.once('close', () => resolve(answer)).once('error', reject);
    });

  const expectRefusal = (answer: string, message: string): void => {
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
    const { correlationId, ...envelope } = JSON.parse(body!);
    expect(head).to.include(`X-Correlation-Id: ${correlationId}\r\n`).and.to.include('Connection: close');
    expect(head)
      .to.include(`Content-Length: ${Buffer.byteLength(body!)}\r\n`)
      .and.to.include('X-Content-Type-Options: nosniff');
    expect(envelope).to.deep.include({ success: false, error: { code: 'SVC-REQ-001', message }, correlation_id: correlationId });
  };

  it('is refused in an envelope, and its connection closed', async () => {
    for (const text of ['nonsense\r\n\r\n', 'BOGUS / HTTP/1.1\r\nHost: x\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX-Name: a\u0001b\r\n\r\n'])
      expectRefusal(await answerTo(text), 'the request is not valid HTTP');
  });

  it('says so where its headers are too long', async () => {
    const long = `GET /?query=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expectRefusal(await answerTo(long), 'the request line and the headers must have at most 16 KiB');
  });

  it('is refused after an answer on the same connection, which is complete', async () => {
    const answer = await answerTo('GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    expect(answer)
      .to.match(/^HTTP\/1\.1 200 OK/)
      .and.to.include('heard');
  });
});
