import { post } from '../support/http.js';
import { pause } from '../support/service.js';
import { sharedStoreLeftOut, startFleet } from './fleet.js';
import { failed, type Outcome, openLoad } from './load.js';
import { promised, type Scenario } from './scenario.js';

const CALLERS = 24;
const PAUSE_MS = 10;
const STOPPED_MS = { full: 10_000, short: 3_000 };
/** A replica is doubted after 0.6 s without a sign of life; the rest is for the calls to be made elsewhere, on a busy machine. */
const LIMIT_MS = 1_000;

/** One of two replicas of pricing, and then one of two of reference, is stopped with SIGSTOP: it answers nothing, and its connections stay. */
export const stoppedReplica: Scenario = {
  name: 'stopped-replica',
  promise: 'a replica that hangs costs no call: those in flight are answered by the other one within 1 s, and later ones are not delayed',
  run: async (effort) => {
    const two = sharedStoreLeftOut === undefined ? 2 : 1;
    const fleet = await startFleet({ replicas: { gateway: 1, pricing: 2, calibration: 1, risk: 1, reference: two } });
    const results: string[] = [];
    let isRunning = true;
    try {
      for (const name of ['pricing', ...(two === 2 ? (['reference'] as const) : [])] as const) {
        const load = openLoad(
          async (turn) => (await post({ url: fleet.urls()[0]!, key: fleet.key }, '/api/v1/price', option(turn))).status,
          {
            callers: CALLERS,
            pauseMs: PAUSE_MS,
          },
        );
        await pause(2_000);
        const [victim] = fleet.running(name);
        const stoppedAt = performance.now();
        victim!.kill('SIGSTOP');
        await pause(STOPPED_MS[effort]);
        victim!.kill('SIGCONT');
        await pause(500);
        const outcomes = await load.stop();
        const endedEarlier = outcomes.filter(({ endedAt }) => endedAt < stoppedAt);
        const inFlight = outcomes.filter(({ startedAt, endedAt }) => startedAt <= stoppedAt && endedAt >= stoppedAt);
        // Once the replica is doubted.
        const startedLater = outcomes.filter(({ startedAt }) => startedAt > stoppedAt + LIMIT_MS);
        const slowest = longest(outcomes.filter(({ startedAt }) => startedAt > stoppedAt || inFlight.length > 0));
        results.push(
          `${name}: before at most ${longest(endedEarlier)} ms; ${failed(outcomes).length} of ${outcomes.length} failed, the slowest took ${slowest} ms, ` +
            `after ${LIMIT_MS / 1000} s at most ${longest(startedLater)} ms`,
        );
        isRunning &&=
          failed(outcomes).length === 0 &&
          slowest <= LIMIT_MS + longest(endedEarlier) &&
          startedLater.length > 100 &&
          longest(startedLater) <= LIMIT_MS + longest(endedEarlier);
      }
      const measured = `${results.join('; ')}; ${await fleet.counted('svc_grpc_client_repetitions_total', 'silent_replica')} calls made elsewhere too`;
      promised(isRunning, measured);
      return measured;
    } finally {
      await fleet.stop();
    }
  },
};

const option = (turn: number) => ({ spot: 50 + (turn % 100), strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
const longest = (outcomes: readonly Outcome[]): number =>
  Math.round(Math.max(0, ...outcomes.map(({ startedAt, endedAt }) => endedAt - startedAt)));
