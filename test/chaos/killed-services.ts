import { defined } from '#services/runtime/defined';
import { post } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { pause, type RunningService, startService } from '../support/service.js';
import { failed, openLoad } from './load.js';
import { missingReceipts } from './receipts.js';
import { promised, type Scenario } from './scenario.js';

const CALLERS = 16;
const PAUSE_MS = 5;
/** Back-off of the supervisor, start of a process and reconnection, several times the usual. */
const MAX_OUTAGE_MS = 10_000;
const ROUNDS = { full: 5, short: 1 };

/** Each service is killed with SIGKILL while prices are asked for. */
export const killedServices: Scenario = {
  name: 'killed-services',
  promise: `a killed service is back within ${MAX_OUTAGE_MS / 1000} s; until then its calls end with 503, and no acknowledged receipt is lost`,
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    const acknowledged: string[] = [];
    const load = openLoad(
      async (turn) => {
        const { status, body } = await post(service, '/api/v1/price', option(turn));
        if (status === 200) acknowledged.push(body.correlationId);
        return status;
      },
      { callers: CALLERS, pauseMs: PAUSE_MS },
    );
    try {
      const outages: number[] = [];
      for (let round = 0; round < ROUNDS[effort]; round++) {
        for (const name of ['pricing', 'reference']) {
          await pause(300);
          outages.push(await killed(service, name));
        }
      }
      const calls = await load.stop();
      const unexpected = failed(calls).filter(({ status }) => status !== 503);
      const missing = await missingReceipts(service, acknowledged);
      const measured =
        `${outages.length} kills, back after at most ${Math.round(Math.max(...outages))} ms; ${calls.length} calls, ` +
        `${failed(calls).length} failed, ${unexpected.length} of them otherwise than with 503; ` +
        `${missing.length} of ${acknowledged.length} receipts missing`;
      promised(Math.max(...outages) <= MAX_OUTAGE_MS && unexpected.length + missing.length === 0, measured);
      return measured;
    } finally {
      await load.stop();
      await service.stop();
    }
  },
};

const option = (turn: number) => ({ spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 });

/** @returns milliseconds from the kill of the process until prices are served again */
async function killed(service: RunningService, name: string): Promise<number> {
  const from = performance.now();
  process.kill(defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get(name), name), 'SIGKILL');
  await pause(50);
  while (performance.now() - from < 2 * MAX_OUTAGE_MS) {
    if ((await post(service, '/api/v1/price', option(0))).status === 200) break;
    await pause(50);
  }
  return performance.now() - from;
}
