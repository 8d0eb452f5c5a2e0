import { sharedStoreLeftOut, startFleet } from './fleet.js';
import { failed, openLoad } from './load.js';
import { mixedCall } from './mixed-calls.js';
import { promised, type Scenario } from './scenario.js';
import { makeTenant } from './tenants.js';

const TENANTS = 60;
const CALLERS = { full: 30, short: 12 };
/** Restarts of each process. */
const RESTARTS = { full: 6, short: 1 };
const CALLS = { full: 10_000, short: 500 };
const PAUSE_MS = { full: 10, short: 20 };

/** Every replica of every process is replaced by a new one, again and again, while sixty tenants make calls of all kinds. */
export const rollingRestart: Scenario = {
  name: 'rolling-restart',
  promise: 'a rolling restart of every process loses no call',
  run: async (effort) => {
    const keys: string[] = [];
    const two = sharedStoreLeftOut === undefined ? 2 : 1;
    const fleet = await startFleet({
      replicas: { gateway: 2, pricing: 2, calibration: 2, risk: 2, reference: two },
      environment: { SHUTDOWN_GRACE_MS: '20000' },
      prepare: async (store) => {
        for (let index = 0; index < TENANTS; index++) keys.push(await makeTenant(store, `ten_${index}`, 'enterprise'));
      },
    });
    let load: ReturnType<typeof openLoad> | undefined;
    try {
      const failures = new Map<string, number>();
      load = openLoad(
        async (turn) => {
          const urls = fleet.urls();
          const caller = { url: urls[turn % urls.length]!, key: keys[turn % TENANTS]! };
          const [label, answer] = await mixedCall(caller, turn).catch(({ cause }) => [`broken: ${cause}`, { status: 0 }] as const);
          if (answer.status !== 200) failures.set(`${label} ${answer.status}`, (failures.get(`${label} ${answer.status}`) ?? 0) + 1);
          return answer.status;
        },
        { callers: CALLERS[effort], pauseMs: PAUSE_MS[effort] },
      );
      let restarts = 0;
      const names = ['pricing', 'gateway', 'calibration', 'risk', ...(two === 2 ? (['reference'] as const) : [])] as const;
      for (let round = 0; round < RESTARTS[effort]; round++) {
        for (const name of names) {
          await fleet.roll(name);
          restarts++;
        }
      }
      while (load.outcomes.length < CALLS[effort]) await new Promise((resolve) => setTimeout(resolve, 100));
      const outcomes = await load.stop();
      const measured =
        `${failed(outcomes).length} of ${outcomes.length} calls of ${TENANTS} tenants lost over ${restarts} restarts of ${names.join(', ')}` +
        [...failures].map(([label, count]) => `; ${count} times ${label}`).join('');
      promised(failed(outcomes).length === 0, measured);
      return measured;
    } finally {
      await load?.stop();
      await fleet.stop();
    }
  },
};
