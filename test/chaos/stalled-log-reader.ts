import { defined } from '#services/runtime/defined';
import { get } from '../support/http.js';
import { startService } from '../support/service.js';
import { promised, type Scenario } from './scenario.js';

const REQUESTS = { full: 20_000, short: 4_000 };
const CALLERS = 16;
const MAX_HEALTH_MS = 1_000;

/** Nobody reads the standard output of the service any more, while every request writes a line. */
export const stalledLogReader: Scenario = {
  name: 'stalled-log-reader',
  promise: 'a reader of the log that stands still changes nothing: requests are answered as before, and lines that are lost are counted',
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'info' } });
    try {
      defined(service.supervisor.stdout, 'its standard output').pause();
      let remaining = REQUESTS[effort];
      let failures = 0;
      let slowest = 0;
      const caller = async (): Promise<void> => {
        for (let turn = remaining--; turn > 0; turn = remaining--) {
          const [expected, path] = turn % 4 === 0 ? [200, '/api/v1/entitlements'] : [404, `/nowhere/${'x'.repeat(200)}`];
          if ((await get(service, path as string)).status !== expected) failures++;
          if (turn % 100 > 0) continue;
          const startedAt = performance.now();
          if ((await get(service, '/health')).status !== 200) failures++;
          slowest = Math.max(slowest, performance.now() - startedAt);
        }
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      const text = await (await fetch(`http://127.0.0.1:${service.metricsPorts[0]}/metrics`)).text();
      const dropped = Number(/^svc_log_dropped_lines_total(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
      const measured = `${REQUESTS[effort]} requests, ${failures} answered otherwise than before; /health within ${Math.round(slowest)} ms; ${dropped} lines dropped and counted`;
      // The short form may not fill what the gateway keeps of its log.
      promised(failures === 0 && slowest < MAX_HEALTH_MS && (effort === 'short' || dropped > 0), measured);
      return measured;
    } finally {
      service.supervisor.stdout?.resume();
      await service.stop();
    }
  },
};
