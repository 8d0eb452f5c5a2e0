/**
 * Trade values per second of an exposure profile, compared with numpy by processor time: 200 swaps of one to ten years on 122 monthly
 * dates and 10 000 points in one netting set. The numpy code has the same cash flows netted by date and the same one-factor model
 * simulated date by date, with a sum of exponentials per date. Each profile is checked against one with a hundred times as many points,
 * and numpy's profile against ours. Needs Python with numpy.
 *
 *   npm run bench -- exposure
 */
import { execFileSync } from 'node:child_process';
import { openBackend } from '#engine-gpu/backend/backend';
import type { Curve } from '#engine-gpu/market/curve';
import { discount } from '#engine-gpu/market/curve';
import type { GaussianRates } from '#engine-gpu/model/gaussian-rates';
import { gaussianState } from '#engine-gpu/model/gaussian-state';
import { leftAt, netted, type Swap, swapFlows } from '#engine-gpu/simulation/exposure/cash-flows';
import { type ExposureProfile, exposureProfile } from '#engine-gpu/simulation/exposure/exposure';

const SWAPS = 200;
const DATES = 122;
const numPaths = 10_000;
const ROUNDS = 9;

const curve: Curve = { times: [1, 5, 10], zeroRates: [0.02, 0.03, 0.035], interpolation: 'linear_zero' };
const oneFactor: GaussianRates = { factors: [{ meanReversion: 0.05, volatility: 0.012 }], correlation: 0 };
const twoFactors: GaussianRates = {
  factors: [
    { meanReversion: 0.5, volatility: 0.012 },
    { meanReversion: 0.05, volatility: 0.01 },
  ],
  correlation: -0.75,
};
/** The fixed leg pays quarterly and the floating leg monthly, so that every month has a payment. */
const swaps = Array.from({ length: SWAPS }, (_, i): Swap => {
  const years = 1 + (i % 10);
  const times = Array.from({ length: 4 * years }, (_, k) => (k + 1) / 4);
  return {
    notional: 1e6 * (1 + (i % 7)),
    side: i % 3 === 0 ? 'receiver' : 'payer',
    fixedRate: 0.02 + 0.0001 * i,
    fixed: { times, accruals: times.map(() => 1 / 4) },
    floating: Array.from({ length: 12 * years + 1 }, (_, k) => k / 12),
  };
});
const times = Array.from({ length: DATES }, (_, i) => (i + 1) / 12);

/** Factor loadings and means of the remaining cash flows at each date, for numpy. */
const flows = netted(swaps.map(swapFlows));
const state = times.map((time) => {
  const { payments, deposits } = leftAt(flows, time);
  const { bond, deposit } = gaussianState(oneFactor, time);
  const now = discount(curve, time);
  return {
    means: [
      ...payments.map((payment) => (payment.amount * discount(curve, payment.time)) / now),
      ...deposits.map(({ start, notional }) => (notional * discount(curve, start)) / now),
    ],
    loadings: [...payments.map((payment) => bond(payment.time)[0]), ...deposits.map(({ start, end }) => deposit(start, end)[0])],
  };
});

const script = `
import json, sys, time
import numpy as np
given = json.load(sys.stdin)
discounts = np.array(given["discounts"])
dates = [(np.array(d["means"]), np.array(d["loadings"])) for d in given["state"]]
times, a, n = np.array(given["times"]), given["a"], given["n"]
deviation = np.sqrt((1 - np.exp(-2 * a * times)) / (2 * a))
def run(seed):
    random = np.random.default_rng(seed)
    x, before, out = np.zeros(n), 0.0, []
    for t, s, (m, l) in zip(times, deviation, dates):
        step = t - before
        x = np.exp(-a * step) * x + np.sqrt((1 - np.exp(-2 * a * step)) / (2 * a)) * random.standard_normal(n)
        before = t
        v = np.exp(np.outer(x / s, -l)) @ (m * np.exp(-l * l / 2))
        out.append(np.maximum(v, 0).mean())
    return np.array(out)
run(0)
best, all = 1e9, []
for seed in range(1, 8):
    start = time.process_time()
    all.append(run(seed))
    best = min(best, time.process_time() - start)
all = np.array(all)
print(json.dumps({"seconds": best, "ee": list(all.mean(0)), "error": list(all.std(0, ddof=1)), "total": float((all @ discounts).std(ddof=1) / (all @ discounts).mean())}))
`;
const numpy: { readonly seconds: number; readonly ee: readonly number[]; readonly error: readonly number[]; readonly total: number } =
  JSON.parse(
    execFileSync('python3', ['-c', script], {
      input: JSON.stringify({
        state,
        times,
        discounts: times.map((time) => discount(curve, time)),
        a: oneFactor.factors[0].meanReversion,
        n: numPaths,
      }),
      encoding: 'utf8',
      env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
    }),
  );

const backend = await openBackend('webasm', { workers: 2 });
const profileOf = (rates: GaussianRates, quantiles: readonly number[], paths = numPaths): Promise<ExposureProfile> =>
  exposureProfile(netted(swaps.map(swapFlows)), curve, rates, times, { numPaths: paths, quantiles }, backend);
/** Σ D·EE, the discounted sum of expected exposures that XVA uses, and its standard error. */
function total({ exposures }: ExposureProfile): { readonly value: number; readonly standardError: number } {
  const shifts = exposures[0].ee.shifts.map((_, shift) =>
    exposures.reduce((sum, { discount: now, ee }) => sum + now * ee.shifts[shift], 0),
  );
  const value = shifts.reduce((sum, one) => sum + one, 0) / shifts.length;
  const squares = shifts.reduce((sum, one) => sum + (one - value) ** 2, 0);
  return { value, standardError: Math.sqrt(squares / shifts.length / (shifts.length - 1)) };
}

for (const [what, rates, quantiles] of [
  ['one factor', oneFactor, []],
  ['one factor, with two quantiles', oneFactor, [0.95, 0.99]],
  ['two factors', twoFactors, []],
  ['two factors, with two quantiles', twoFactors, [0.95, 0.99]],
] as const) {
  const found = total(await profileOf(rates, quantiles));
  const precise = total(await profileOf(rates, [], 100 * numPaths));
  const allowed = 4 * Math.hypot(found.standardError, precise.standardError) + 1e-7 * precise.value;
  if (!(Math.abs(found.value - precise.value) <= allowed))
    throw new Error(`${what}: ${found.value}; a hundred times as many points give ${precise.value}`);
  let [best, bestWall] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round++) {
    const [start, begun] = [process.cpuUsage(), performance.now()];
    await profileOf(rates, quantiles);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
    bestWall = Math.min(bestWall, (performance.now() - begun) / 1e3);
  }
  const values = SWAPS * DATES * numPaths;
  process.stdout.write(
    `${what.padEnd(34)} ${(best * 1e3).toFixed(0).padStart(4)} ms of processor time, ${(bestWall * 1e3).toFixed(0).padStart(4)} ms  ` +
      `${(values / best / 1e9).toFixed(1).padStart(5)} G trade values per second  Σ D·EE to ${((100 * found.standardError) / found.value).toFixed(4)} %\n`,
  );
  if (what !== 'one factor') continue;
  const { exposures } = await profileOf(rates, []);
  // With the mean of seven seeds, about one date in a hundred may differ by more than three standard errors.
  const mismatches = exposures.filter(({ ee }, i) => Math.abs(ee.value - numpy.ee[i]) > (3 * numpy.error[i]) / Math.sqrt(7) + 1e-9).length;
  if (mismatches > DATES / 8) throw new Error(`the numpy profile differs from ours on ${mismatches} of ${DATES} dates`);
  process.stdout.write(
    `${'numpy, one factor, plain paths'.padEnd(34)} ${(numpy.seconds * 1e3).toFixed(0).padStart(4)} ms of processor time  ${' '.repeat(9)}` +
      `${(values / numpy.seconds / 1e9).toFixed(1).padStart(5)} G trade values per second  Σ D·EE to ${(100 * numpy.total).toFixed(4)} %; ours takes 1/${(numpy.seconds / best).toFixed(1)} of the time\n`,
  );
}
await backend.close();
process.exit(0);
