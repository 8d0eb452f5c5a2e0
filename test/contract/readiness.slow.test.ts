import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { defined } from '#services/runtime/defined';
import { type Answer, get, post } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';

/** Longest time until a state shows or ends: that of several checks and of a restart, on a busy machine. */
const SHOWN_MS = 40_000;

describe('the readiness of the whole service', function () {
  this.timeout(240_000);
  const option = { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 };
  let service: RunningService;

  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  const gatewayPort = (): number => defined(service.metricsPorts[0], 'the port of the gateway');
  const probe = async (name: 'ready' | 'started'): Promise<[number, string[]]> => {
    const response = await fetch(`http://127.0.0.1:${gatewayPort()}/${name}`);
    return [response.status, ((await response.json()) as { waitingFor: string[] }).waitingFor];
  };
  const becomes = async (expected: [number, string[]]): Promise<void> => {
    const deadline = performance.now() + SHOWN_MS;
    let shown = await probe('ready');
    for (; JSON.stringify(shown) !== JSON.stringify(expected) && performance.now() < deadline; shown = await probe('ready'))
      await pause(100);
    expect(shown).to.deep.equal(expected);
  };
  const comesTrue = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + SHOWN_MS;
    while (!(await condition())) {
      expect(performance.now(), `not within ${SHOWN_MS} ms`).to.be.below(deadline);
      await pause(50);
    }
  };
  const processOf = (name: string): number => defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get(name), name);

  for (const name of ['pricing', 'reference'])
    it(`ends while ${name} hangs, and comes back`, async () => {
      await becomes([200, []]);
      const pid = processOf(name);
      process.kill(pid, 'SIGSTOP');
      try {
        await becomes([503, [name]]);
        // The load balancer keeps its calls: they are answered in envelopes.
        expect(await probe('started')).to.deep.equal([200, []]);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await becomes([200, []]);
    });

  it('ends while the store is damaged, which is a 503 to callers and an error in the log, and comes back with its file', async () => {
    await becomes([200, []]);
    // Calls to a process that hung a moment ago may still be refused.
    await comesTrue(async () => (await post(service, '/api/v1/price', option)).status === 200);
    const file = path.join(defined(service.environment.SVC_DATA_DIR, 'the folder'), 'store.sqlite');
    const reference = processOf('reference');
    process.kill(reference, 'SIGTERM');
    // The store is whole on disk, whatever the process that follows does.
    await comesTrue(() => ![undefined, reference].includes(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get('reference')));
    await comesTrue(() => existsSync(`${file}-wal`));
    await becomes([200, []]);
    const whole = readFileSync(file);
    const wal = readFileSync(`${file}-wal`);
    writeFileSync(file, Buffer.alloc(whole.length, 'damaged '));
    rmSync(`${file}-wal`);
    process.kill(processOf('reference'), 'SIGKILL');
    await becomes([503, ['reference']]);
    const answers: Answer[] = [];
    for (let call = 0; call < 5; call += 1) answers.push(await get(service, '/api/v1/governance/receipts'));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error?.code}`))).to.deep.equal(new Set(['503 SVC-SYS-002']));
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.includes('the store cannot be used'));
    expect(lines[0]).to.match(/"level":(50|60|"(error|fatal)")/);
    writeFileSync(file, whole);
    writeFileSync(`${file}-wal`, wal);
    await becomes([200, []]);
    expect((await post(service, '/api/v1/price', option)).status).to.equal(200);
    expect((await get(service, '/api/v1/governance/receipts')).body.data.items).to.have.length(2);
  });
});
