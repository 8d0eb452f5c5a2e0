/**
 * Time to a given accuracy, compared at equal error with QuantLib at its best settings and at its pseudo-random default, and with plain
 * Monte Carlo in Numba. Our time is that of a whole price, from contract to result. The error of a run is the larger of its standard error
 * and its distance from the exact value. The number of paths is the smallest power of two at which the root mean square of that error over
 * seeds is below the target. Needs Python with QuantLib and Numba. `npm run bench -- accuracy`
 */
import { openBackend } from '#engine-gpu/backend/backend';
import type { Market } from '#engine-gpu/market/market';
import type { Contract } from '#engine-gpu/product/contract/contract';
import { priceContract } from '#engine-gpu/simulation/run/monte-carlo';
import { defined } from '#services/runtime/defined';
import { rowsOf } from '../reference/table.js';
import { type AutocallRow, autocallPrice, flatMarket, vanilla } from '../support/contract-rows.js';
import { average, barrier, optionOn } from '../support/every-structure.js';
import { hasPython, numba, PROBLEMS, type Problem, quantlib } from './accuracy-peers.js';

const WORKERS = 2;
const SEEDS = 12;
/** Minimum number of timing rounds per number of paths. The fastest round counts, because other load on the machine only slows one down. */
const MIN_ROUNDS = 3;
const MIN_TIMING_MS = 1_500;
/** Smallest and largest number of paths tried, as base-2 logarithms. */
const [MIN_LOG2_PATHS, MAX_LOG2_PATHS] = [8, 22];

interface Case {
  readonly contract: Contract;
  readonly market: Market;
  readonly exact: number;
  /** Absolute error of the exact value. */
  readonly exactError: number;
}

const weeks = Array.from({ length: 52 }, (_, i) => (i + 1) / 52);
const one = flatMarket(0.05, [{ spot: 100, volatility: 0.2, dividend: 0 }]);
const five = flatMarket(
  0.05,
  [0.2, 0.25, 0.3, 0.35, 0.4].map((volatility) => ({ spot: 100, volatility, dividend: 0 })),
  Array.from({ length: 5 }, (_, i) => Array.from({ length: 5 }, (_, j) => (i === j ? 1 : 0.5))),
);
const members = [0, 1, 2, 3, 4];

/** Exact values, in order, from Black-Scholes, a recursion on the density, quadrature, a Gauss-Legendre recursion and the reflection principle. */
const CASES: Readonly<Record<Problem, Case & { readonly name: string }>> = {
  european: { name: 'European call', contract: vanilla(100, 1), market: one, exact: 10.4505835722, exactError: 0 },
  asian: {
    name: 'arithmetic Asian call, 52 dates',
    contract: optionOn(average(weeks), 100, 1),
    market: one,
    exact: 5.8538633822,
    exactError: 2e-6,
  },
  basket: {
    name: 'call on a basket of 5',
    contract: optionOn({ type: 'basket', assets: members, weights: members.map(() => 0.2) }, 100, 1),
    market: five,
    exact: 11.7007295,
    exactError: 2e-6,
  },
  discrete: {
    name: 'down-and-out call, 52 dates',
    contract: barrier(vanilla(100, 1), 90, 'down', 'knock_out', weeks),
    market: one,
    exact: 9.1730712797,
    exactError: 0,
  },
  continuous: {
    name: 'down-and-out call, continuous',
    contract: barrier(vanilla(100, 1), 90, 'down', 'knock_out'),
    market: one,
    exact: 8.6654716582,
    exactError: 0,
  },
};

const backend = await openBackend('webasm', { workers: WORKERS });

interface Cost {
  readonly paths: number;
  readonly error: number;
  /** Wall time of one price, and processor time of all threads, in seconds. */
  readonly seconds: number;
  readonly processor: number;
}

const errors = new Map<string, number>();

/** Root mean square error over seeds. Throws if the mean price is further from the exact value than the standard errors allow. */
async function errorOf({ contract, market, exact, exactError }: Case, numPaths: number): Promise<number> {
  let [squares, variance, bias] = [0, 0, 0];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { price, standardError } = await priceContract(contract, market, { numPaths, seed }, backend);
    squares += Math.max(standardError, Math.abs(price - exact)) ** 2 / SEEDS;
    variance += (standardError / SEEDS) ** 2;
    bias += (price - exact) / SEEDS;
  }
  // Single precision causes an error of up to 1e-6 in a mean of amounts of about 100.
  const allowed = 5 * Math.sqrt(variance) + exactError + 1e-6;
  if (!(Math.abs(bias) < allowed)) throw new Error(`the mean price of ${numPaths} paths is ${bias} from ${exact}; ${allowed} is allowed`);
  return Math.sqrt(squares);
}

async function costTo(one: Case, key: string, target: number): Promise<Cost> {
  for (let log2 = MIN_LOG2_PATHS; log2 <= MAX_LOG2_PATHS; log2++) {
    const numPaths = 2 ** log2;
    const error = errors.get(`${key} ${numPaths}`) ?? (await errorOf(one, numPaths));
    errors.set(`${key} ${numPaths}`, error);
    if (error > target) continue;
    let [seconds, processor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const repeats = Math.max(1, Math.min(50, 2 ** 22 / numPaths));
    // Short runs repeat until the code is fully compiled, as it is in a service that has run for a while.
    const end = performance.now() + MIN_TIMING_MS;
    for (let round = 0; round < MIN_ROUNDS || performance.now() < end; round++) {
      const usageBefore = process.cpuUsage();
      const start = performance.now();
      for (let seed = 1; seed <= repeats; seed++) await priceContract(one.contract, one.market, { numPaths, seed }, backend);
      seconds = Math.min(seconds, (performance.now() - start) / 1e3 / repeats);
      const { user, system } = process.cpuUsage(usageBefore);
      processor = Math.min(processor, (user + system) / 1e6 / repeats);
    }
    return { paths: numPaths, error, seconds, processor };
  }
  throw new Error(`${key} does not reach ${target} in 2^${MAX_LOG2_PATHS} paths`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const time = (seconds: number) => (seconds < 0.1 ? `${(seconds * 1e3).toPrecision(3)} ms` : `${seconds.toPrecision(3)} s`);
const ours = ({ paths, error, seconds, processor }: Cost) =>
  `${time(seconds).padStart(8)} (processor ${time(processor)}; ${paths} paths, error ${error.toExponential(1)})`;
const ratio = (theirs: number, { seconds, processor }: Cost) =>
  `${(theirs / seconds).toPrecision(3)} × (by processor time ${(theirs / processor).toPrecision(3)} ×)`;

if (!hasPython('QuantLib')) print('QuantLib is not installed for python3: skipped');
else {
  const peers = quantlib();
  for (const problem of PROBLEMS) {
    const { best, deviation, secondsPerPath } = peers[problem];
    for (const [k, target] of [1e-3, 1e-4].entries()) {
      // Targets that QuantLib does not reach in 2^23 paths are skipped.
      const paths = best.paths[k];
      const seconds = best.seconds[k]!;
      if (paths === null || seconds === null) continue;
      const cost = await costTo(CASES[problem], problem, target);
      const random = (deviation / target) ** 2 * secondsPerPath;
      const error = best.errors[k];
      print(`${CASES[problem].name}, to ${target}: ${ours(cost)}`);
      print(
        `  QuantLib, Sobol at its best: ${time(seconds)}, ${paths} paths${error == null ? '' : `, error ${error.toExponential(1)}`}: ${ratio(seconds, cost)}`,
      );
      print(`  QuantLib, pseudo-random: ${time(random)}: ${ratio(random, cost)}`);
    }
  }
}

if (!hasPython('numba')) print('Numba is not installed for python3: skipped');
else {
  const peers = numba();
  const rows = rowsOf<AutocallRow['inputs'], AutocallRow['expected']>('autocall').map(autocallPrice);
  for (const [name, id, peer, targets] of [
    ['phoenix on one asset, 5 annual dates, on 100', 'autocall_single_annual', peers.single, [1e-2, 1e-3]],
    ['phoenix on the worst of three, 8 quarterly dates, on 100', 'autocall_worst3_quarterly', peers.worstOfThree, [1e-2]],
  ] as const) {
    const { contract, market, price, tolerance } = defined(
      rows.find((row) => row.name === id),
      id,
    );
    const exactError = defined(tolerance.abs, 'the tolerance');
    if (!(Math.abs(peer.mean - price) < 5 * (peer.deviation / 2 ** 9.5) + exactError))
      throw new Error(`Numba gives ${peer.mean}, not ${price}`);
    for (const target of targets) {
      const cost = await costTo({ contract, market, exact: price, exactError }, id, target);
      const plain = (peer.deviation / target) ** 2 * peer.secondsPerPath;
      print(`${name}, to ${target}: ${ours(cost)}`);
      print(`  Numba, plain Monte Carlo on ${WORKERS} threads: ${time(plain)}: ${ratio(plain, cost)}`);
    }
  }
  for (const value of peers.values)
    if (!(Math.abs(value - CASES.european.exact) < 0.2)) throw new Error(`Numba gives ${value} for the call`);
  const { contract, market } = CASES.discrete;
  let seconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = performance.now();
    await priceContract(contract, market, { numPaths: 2 ** 20, seed: round }, backend);
    seconds = Math.min(seconds, (performance.now() - start) / 1e3);
  }
  const million = (perSecond: number) => `${(perSecond / 1e6).toFixed(0)} M path steps per second`;
  print(`paths in 52 steps, ${WORKERS} threads: ours, with the barrier, ${million((2 ** 20 * 52) / seconds)}`);
  print(`  Numba, hand-written single-precision vectors: ${million(peers.lanes)}; straightforward code: ${million(peers.plain)}`);
}
await backend.close();
process.exit(0);
