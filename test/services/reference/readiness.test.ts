import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { packageRoot } from '#services/runtime/version';
import { leftOut, mongoUri } from '#test/support/mongo/server';
import { freePorts } from '#test/support/ports';
import { openWire } from '#test/support/wire';

describe('the readiness of the reference service', () => {
  if (leftOut !== undefined) return;

  it('ends when its store can no longer be reached, and comes back with it', async function () {
    this.timeout(120_000);
    const { hostname, port } = new URL(await mongoUri());
    const wire = await openWire(Number(port), hostname);
    const [grpc, metrics] = await freePorts(2);
    const child = spawn(process.execPath, [path.join(packageRoot, 'dist/services/reference/main.js')], {
      env: {
        ...process.env,
        GRPC_PORT: String(grpc),
        METRICS_PORT: String(metrics),
        MONGODB_URI: `mongodb://127.0.0.1:${wire.port}/svc_test_readiness`,
        SVC_SERVICE_SECRET: 'a secret of the tests, long enough to be taken',
        SVC_BOOTSTRAP_KEY: `svc_test_${'0'.repeat(32)}`,
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
    });
    const ready = async (): Promise<unknown> =>
      fetch(`http://127.0.0.1:${metrics}/ready`).then(
        async (response) => [response.status, await response.json()],
        () => undefined,
      );
    const becomes = async (expected: unknown) => {
      const deadline = Date.now() + 45_000;
      let now = await ready();
      for (; JSON.stringify(now) !== JSON.stringify(expected) && Date.now() < deadline; now = await ready())
        await new Promise((resolve) => setTimeout(resolve, 50));
      expect(now).to.deep.equal(expected);
    };
    try {
      await becomes([200, { ready: true, waitingFor: [] }]);
      wire.cut();
      await becomes([503, { ready: false, waitingFor: ['store'] }]);
      wire.mend();
      await becomes([200, { ready: true, waitingFor: [] }]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
      wire.close();
    }
  });
});
