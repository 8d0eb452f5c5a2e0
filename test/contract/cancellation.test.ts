import { expect } from 'chai';
import { service } from '#test/support/shared-service';
import { expectSuccess } from '../support/envelope.js';
import { post } from '../support/http.js';
import { pause } from '../support/service.js';

/** Below the cost limit, and at least ten seconds of work on a machine of a few cores. */
const LONG = { numPaths: 2 ** 24, numSteps: 200 };
/** Much longer than the launches that are running take to end, and shorter than the whole simulation. */
const STOPPED_MS = 10_000;
const CANCELLED = /^svc_grpc_server_calls_total\{[^}]*method="priceContract",code="CANCELLED"[^}]*\} (\d+)/m;
const ABORTED = /^svc_http_requests_total\{[^}]*operation="priceContract",status="aborted"[^}]*\} (\d+)/m;

describe('a caller who hangs up', () => {
  const count = async (port: number, pattern: RegExp): Promise<number> =>
    Number(pattern.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1] ?? 0);

  it('stops their simulation, and is counted apart from failures', async () => {
    const body = {
      contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
      market: { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' },
    };
    const [gateway, pricing] = service.metricsPorts;
    // The first call opens connections and compiles kernels, so that the second, which is cancelled, is simulating by then.
    expectSuccess(await post(service, '/api/v1/contract/price', body));
    const countBefore = await count(pricing!, CANCELLED);
    const hangUp = new AbortController();
    const answer = fetch(`${service.url}/api/v1/contract/price`, {
      method: 'POST',
      signal: hangUp.signal,
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, pricer: LONG }),
    }).catch((error: Error) => error.name);
    await pause(200);
    hangUp.abort();
    expect(await answer).to.equal('AbortError');
    // The simulation stops before its next launch.
    const deadline = performance.now() + STOPPED_MS;
    while ((await count(pricing!, CANCELLED)) === countBefore) {
      expect(performance.now(), 'the simulation runs on').to.be.below(deadline);
      await pause(20);
    }
    expect(await count(gateway!, ABORTED)).to.be.greaterThan(0);
    expectSuccess(await post(service, '/api/v1/contract/price', body));
  });
});
