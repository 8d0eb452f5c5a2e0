import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import pino from 'pino';
import { beginCall, type HttpCall } from '#gateway/http/call';
import { meter } from '#gateway/http/middleware/meter';
import { createRegistry } from '#services/runtime/metrics';

const KEY = `svc_live_${'k'.repeat(32)}`;

describe('the log line of a request', () => {
  /** @returns the line of a call that was answered with this status, and the metrics */
  async function logged(status: number, fields: Partial<HttpCall>) {
    const lines: string[] = [];
    const registry = createRegistry('gateway', 'test');
    const measure = meter([], registry, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }), 1);
    const request = {
      method: 'POST',
      headers: { 'x-api-key': KEY, 'x-forwarded-for': '198.51.100.7, 192.0.2.9', 'x-request-id': 'trace-1' },
      socket: { remoteAddress: '127.0.0.1' },
    } as unknown as IncomingMessage;
    const response = Object.assign(new EventEmitter(), { statusCode: status, writableFinished: true });
    const call = beginCall(request, response as unknown as ServerResponse);
    measure(call);
    Object.assign(call, { operationId: 'priceOption' }, fields);
    response.emit('close');
    expect(lines).to.have.length(1);
    expect(lines[0]).not.to.include(KEY);
    return { line: JSON.parse(lines[0]!), metrics: await registry.metrics() };
  }

  it('of a refusal names the code, the address behind the trusted proxy and the id of the key, and is counted', async () => {
    const { line, metrics } = await logged(401, { errorCode: 'SVC-AUTH-003', keyId: 'key_1' });
    expect(line).to.include({ errorCode: 'SVC-AUTH-003', address: '192.0.2.9', keyId: 'key_1', status: 401, operation: 'priceOption' });
    expect(line).to.include({ traceId: 'trace-1', method: 'POST' });
    expect(metrics).to.match(/svc_http_errors_total\{code="SVC-AUTH-003".*\} 1/);
  });

  it('of an answer names its tenant and no address', async () => {
    const { line } = await logged(200, { keyId: 'key_1', principal: { tenantId: 'ten_1' } as HttpCall['principal'] });
    expect(line).to.include({ tenantId: 'ten_1', status: 200 });
    expect(line).not.to.have.any.keys('address', 'keyId', 'errorCode');
  });
});
