/**
 * One replica of each process against two on the same machine, in alternating rounds of one run: calls per second, and the processor time that all
 * processes of the service take per call. A thread of simulations per replica, so that a second replica can use a second processor. Needs MongoDB or
 * its stand-in, and Linux for the processor time.
 */
import { sharedStoreLeftOut, startFleet } from '#test/chaos/fleet';
import { failed, openLoad } from '#test/chaos/load';
import { post } from '#test/support/http';
import { killDescendantsAtExit, processorSeconds } from '../support/processes.js';
import { pause } from '../support/service.js';

const SECONDS = 8;
const ROUNDS = 3;
const CALLERS = 16;
const NAMES = ['gateway', 'reference', 'pricing', 'calibration', 'risk'] as const;

const contract = { type: 'asian_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05', monitoring: 'daily' };
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: '2026-01-05' };
/** Calls that have been made, over all rounds: each has a request of its own, so that none is found in a cache. */
let numCalls = 0;
const WORK = {
  prices: (call: number) => ['/api/v1/price', { spot: 90 + call / 1e5, strike: 105, rate: 0.05, volatility: 0.2, time: 1 }],
  simulations: (call: number) => ['/api/v1/contract/price', { contract, market, pricer: { numPaths: 2 ** 17, seed: call } }],
} satisfies Record<string, (call: number) => [path: string, body: object]>;

type Fleet = Awaited<ReturnType<typeof startFleet>>;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Seconds of processor time that the processes of a fleet have taken. */
const secondsOf = (fleet: Fleet): number =>
  NAMES.flatMap((name) => fleet.running(name)).reduce((sum, { pid = 0 }) => sum + processorSeconds(pid), 0);

async function round(fleet: Fleet, work: keyof typeof WORK): Promise<{ readonly perSecond: number; readonly msPerCall: number }> {
  const urls = fleet.urls();
  const start = secondsOf(fleet);
  const load = openLoad(
    async (turn) => {
      numCalls += 1;
      const [path, body] = WORK[work](numCalls);
      const { status } = await post({ url: urls[turn % urls.length] ?? '', key: fleet.key }, path, body);
      return status;
    },
    { callers: CALLERS, pauseMs: 0 },
  );
  const startedAt = performance.now();
  await pause(1_000 * SECONDS);
  const outcomes = await load.stop();
  const seconds = (performance.now() - startedAt) / 1_000;
  if (failed(outcomes).length > 0) throw new Error(`${failed(outcomes).length} of ${outcomes.length} calls failed`);
  return { perSecond: outcomes.length / seconds, msPerCall: (1_000 * (secondsOf(fleet) - start)) / outcomes.length };
}

killDescendantsAtExit();
if (sharedStoreLeftOut !== undefined) print(`left out: ${sharedStoreLeftOut}`);
else {
  const environment = { SVC_WORKERS: '1' };
  const fleets: Fleet[] = [];
  for (const count of [1, 2])
    fleets.push(
      await startFleet({ replicas: { gateway: count, pricing: count, calibration: count, risk: count, reference: count }, environment }),
    );
  try {
    for (const work of ['prices', 'simulations'] as const) {
      const rounds = fleets.map((): Awaited<ReturnType<typeof round>>[] => []);
      // The first round of each compiles.
      for (let turn = 0; turn <= ROUNDS; turn++)
        for (const [index, fleet] of fleets.entries()) {
          const measured = await round(fleet, work);
          if (turn > 0) rounds[index]?.push(measured);
        }
      const [one, two] = rounds.map((each) => ({
        perSecond: median(each.map(({ perSecond }) => perSecond)),
        msPerCall: median(each.map(({ msPerCall }) => msPerCall)),
      }));
      if (one === undefined || two === undefined) throw new Error('a fleet was not measured');
      print(
        `${work}: ${one.perSecond.toFixed(1)} calls a second with one replica of each process, ${two.perSecond.toFixed(1)} with two (× ${(two.perSecond / one.perSecond).toFixed(2)}); ` +
          `processor time per call ${one.msPerCall.toFixed(2)} and ${two.msPerCall.toFixed(2)} ms (× ${(two.msPerCall / one.msPerCall).toFixed(2)})`,
      );
    }
  } finally {
    for (const fleet of fleets) await fleet.stop();
  }
}
process.exit();
