/**
 * An American put on 50 dates by regression, compared with QuantLib's MCAmericanEngine in the same run. QuantLib runs with the calibration
 * that brings its bias to 0.005 (100 000 paths, order 5) and with its default (2 048 paths, order 2), whose bias is four times as large.
 * Ours runs once on the same number of paths and once on the smallest number that reaches QuantLib's standard error. Each bias is measured
 * against the value of a convolution; ours is the mean over many seeds. QuantLib's times are of its single thread. Ours are wall time on
 * two threads, the fastest of the runs, and processor time of all threads. Needs Python with QuantLib.
 *
 *   npm run bench -- american
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { openBackend } from '#engine-gpu/backend/backend';
import { americanPriceRequest } from '#engine-gpu/product/option/american';
import type { AmericanPrice } from '#engine-gpu/simulation/exercise/american';
import { mean, standardErrorOf } from '#engine-gpu/simulation/run/monte-carlo';
import { defined } from '#services/runtime/defined';
import { priceAmerican } from '#test/support/american-price';

const WORKERS = 2;
const PATHS = 200_000;
const DATES = 50;
const SEEDS = 32;
/** Number of seeds for QuantLib, of which a run takes seconds. */
const QUANTLIB_SEEDS = 2;
/** Price by convolution. Two grids agree to 2e-8. */
const EXACT_PRICE = 4.4778111;
/** Largest bias at which the two are comparable. */
const MAX_BIAS = 0.005;

const put = { spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, optionType: 'put' };

interface Peer {
  readonly values: readonly number[];
  readonly standardError: number;
  readonly seconds: number;
}

/** QuantLib's values by seed, its standard error, and the processor seconds of the fastest run. */
function quantlib(): { readonly fine: Peer; readonly usual: Peer } {
  const script = `
import QuantLib as ql, time, json
today = ql.Date(1, 1, 2026)
ql.Settings.instance().evaluationDate = today
day = ql.Actual365Fixed()
flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, day))
vol = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), 0.2, day))
process = ql.BlackScholesMertonProcess(ql.QuoteHandle(ql.SimpleQuote(36.0)), flat(0.0), flat(0.06), vol)
def run(calibration, order):
    values, seconds, error = [], [], 0
    for seed in range(1, ${QUANTLIB_SEEDS} + 1):
        put = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Put, 40.0), ql.AmericanExercise(today, today + 365))
        put.setPricingEngine(ql.MCAmericanEngine(process, 'pseudorandom', timeSteps=${DATES}, requiredSamples=${PATHS}, seed=seed,
            polynomOrder=order, polynomType=ql.LsmBasisSystem.Monomial, nCalibrationSamples=calibration))
        start = time.process_time()
        values.append(put.NPV())
        seconds.append(time.process_time() - start)
        error = put.errorEstimate()
    return {'values': values, 'standardError': error, 'seconds': min(seconds)}
print(json.dumps({'fine': run(100000, 5), 'usual': run(2048, 2)}))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
}

const backend = await openBackend('webasm', { workers: WORKERS });
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Ours {
  readonly results: readonly AmericanPrice[];
  /** Wall seconds of the fastest run, and processor seconds of all threads. */
  readonly seconds: number;
  readonly processor: number;
}

/** Prices with one seed after the other and times each run. The first runs warm up and are not counted. */
async function run(pricer: object): Promise<Ours> {
  const results: AmericanPrice[] = [];
  let [seconds, processor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let seed = -4; seed < SEEDS; seed++) {
    const request = americanPriceRequest.parse({ ...put, pricer: { ...pricer, numSteps: DATES, seed: Math.abs(seed) } });
    const [start, usageBefore] = [performance.now(), process.cpuUsage()];
    const result = await priceAmerican(request, '2026-01-01', {}, backend);
    if (seed < 0) continue;
    const { user, system } = process.cpuUsage(usageBefore);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
    processor = Math.min(processor, (user + system) / 1e6);
    results.push(result);
  }
  return { results, seconds, processor };
}

const biasOf = (results: readonly AmericanPrice[]) => {
  const prices = Float64Array.from(results, ({ price }) => price);
  return { bias: mean(prices) - EXACT_PRICE, error: standardErrorOf(prices) };
};
const milliseconds = (seconds: number) => `${(seconds * 1000).toFixed(1)} ms`;

function check({ results }: Ours): void {
  const { bias, error } = biasOf(results);
  if (!(Math.abs(bias) < MAX_BIAS / 5)) throw new Error(`the bias is ${bias} ± ${error}`);
  for (const { price, standardError, seed } of results)
    if (!(Math.abs(price - EXACT_PRICE) < 5 * standardError + MAX_BIAS / 5))
      throw new Error(`seed ${seed} gives ${price} ± ${standardError}`);
}

function row(name: string, ours: Ours): void {
  const { bias, error } = biasOf(ours.results);
  const stated = Math.sqrt(mean(Float64Array.from(ours.results, ({ standardError }) => standardError ** 2)));
  print(
    `${name.padEnd(44)} ${milliseconds(ours.seconds).padStart(10)} wall time, ${milliseconds(ours.processor).padStart(9)} processor time   ` +
      `bias ${bias.toExponential(1)} ± ${error.toExponential(0)}   standard error ${stated.toExponential(1)}`,
  );
}

const same = await run({ numPaths: PATHS });
check(same);
row(`ours, ${same.results[0]!.numPaths} paths × ${DATES}`, same);

const bounded = await run({ numPaths: 2 ** 14, upperBound: true });
const gaps = Float64Array.from(bounded.results, ({ price, upperBound }) => defined(upperBound, 'the upper bound').price - price);
for (const { price, standardError, upperBound } of bounded.results) {
  const above = defined(upperBound, 'the upper bound');
  if (!(price - 4 * standardError < EXACT_PRICE && EXACT_PRICE < above.price + 4 * above.standardError))
    throw new Error(`${EXACT_PRICE} is not between ${price} and ${above.price}`);
}
row('ours with an upper bound, 16 384 paths', bounded);
print(`${''.padEnd(44)} the upper bound lies ${((100 * mean(gaps)) / EXACT_PRICE).toFixed(3)} % above the price`);

if (spawnSync('python3', ['-c', 'import QuantLib']).status !== 0) print('QuantLib is not installed for python3: skipped');
else {
  const { fine, usual } = quantlib();
  for (const [name, { values, standardError, seconds }] of Object.entries({
    'QuantLib, calibration 100 000, order 5': fine,
    'QuantLib, calibration 2 048, order 2': usual,
  }))
    print(
      `${name.padEnd(44)} ${milliseconds(seconds).padStart(10)}   bias ${(mean(Float64Array.from(values)) - EXACT_PRICE).toExponential(1)}` +
        ` ± ${(standardError / Math.sqrt(QUANTLIB_SEEDS)).toExponential(0)}   standard error ${standardError.toExponential(1)}`,
    );
  let few = await run({ numPaths: 16 });
  for (let numPaths = 32; Math.max(...few.results.map(({ standardError }) => standardError)) > fine.standardError; numPaths *= 2)
    few = await run({ numPaths });
  check(few);
  row(`ours, ${few.results[0]!.numPaths} paths, equal standard error`, few);
  const times = (ours: Ours) =>
    `${(fine.seconds / ours.seconds).toFixed(0)} by wall time, ${(fine.seconds / ours.processor).toFixed(0)} by processor time`;
  print(`ratio on equally many paths ${times(same)}, at equal standard error ${times(few)}`);
}
await backend.close();
process.exit(0);
