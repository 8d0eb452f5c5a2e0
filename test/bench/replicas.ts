/**
 * A large simulation on one pricing service of one thread, and the same on two that share it, in turn and in the same run; both must give
 * the same bits. `node dist/test/bench/replicas.js`
 */
import { type PricingReplica, startReplicas } from '../support/pricing-replicas.js';

const ROUNDS = 3;
const TODAY = '2026-01-05';
const market = { spot: 100, rate: 0.05, volatility: 0.2, valuationDate: TODAY };
const contract = {
  type: 'conditional',
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2027-01-05' },
  condition: { type: 'barrier_condition', level: 80, direction: 'down', style: 'knock_out', monitoring: 'weekly' },
};
const NUM_PATHS = 2 ** 24;

const write = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** Seconds, and what came out. */
async function price(on: PricingReplica, seed: number): Promise<{ seconds: number; resultJson: string }> {
  const bodyJson = JSON.stringify({ contract, market, pricer: { numPaths: NUM_PATHS, seed } });
  const call = { correlationId: '0190a1b2-0000-7000-8000-000000000000', tenantId: 'ten_a' };
  const start = performance.now();
  const { resultJson } = await on.pricing.priceContract({ bodyJson, today: TODAY }, call);
  return { seconds: (performance.now() - start) / 1000, resultJson };
}

const one = { SVC_BACKEND: 'webasm', SVC_WORKERS: '1' };
const [alone] = await startReplicas([{ ...one, SVC_PRICING_PEERS: '' }]);
const shared = await startReplicas([one, one]);
try {
  const seconds: { alone: number; shared: number }[] = [];
  // The first round compiles, and finds the replicas; it is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    const first = await price(alone!, round);
    const second = await price(shared[0]!, round);
    if (first.resultJson !== second.resultJson) throw new Error(`two gave ${second.resultJson}, one ${first.resultJson}`);
    if (round > 0) seconds.push({ alone: first.seconds, shared: second.seconds });
  }
  const served = await shared[1]!.metric('svc_replica_launches_served_total');
  if (served === 0) throw new Error('the second computed nothing for the first');
  const { numSteps } = JSON.parse((await price(alone!, 1)).resultJson) as { numSteps: number };
  const ratios = seconds.map((round) => round.alone / round.shared);
  write(`${NUM_PATHS} paths of ${numSteps} steps, ${ROUNDS} rounds in turn; medians; the same bits in each`);
  write(`one service, one thread     ${median(seconds.map((round) => round.alone)).toFixed(2)} s`);
  write(`two services, one thread    ${median(seconds.map((round) => round.shared)).toFixed(2)} s, ${served} launches run by the second`);
  write(
    `ratio                       ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
} finally {
  await Promise.all([alone!, ...shared].map(({ stop }) => stop()));
}
process.exit(0);
