/**
 * Batches of vanilla prices, Greeks and implied volatilities, in nanoseconds per option. Compared in the same run with the textbook formula
 * in JavaScript (with the normal distribution of Abramowitz and Stegun, and Newton's inversion), the textbook formula in C++ (vanilla.cc)
 * if g++ is installed, and QuantLib's blackFormula and its Li-RS inversion, called from Python once per option, if QuantLib is installed.
 * All results are checked before anything is printed.
 *
 *   node dist/test/bench/vanilla-batch.js
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { VanillaTerms } from '#engine';
import { greeksVanillaBatch, impliedVolatility, priceVanillaBatch } from '#engine-gpu/method/vanilla-option';
import { packageRoot } from '#services/runtime/version';

/** Number of options. A round takes a few milliseconds, less than a scheduler time slice, so the best of many rounds is undisturbed. */
const OPTION_COUNT = 10_000;
const ROUNDS = 200;

/** Calls and puts with distinct terms: strikes 60 to 140 % of the spot, volatilities 10 to 60 %, times from a month to three years. */
const options = Array.from({ length: OPTION_COUNT }, (_, i): VanillaTerms => {
  const along = (multiplier: number) => (i * multiplier) % 1;
  return {
    spot: 100,
    strike: 60 + 80 * along(0.6180339887),
    rate: 0.05 * along(0.4142135624),
    volatility: 0.1 + 0.5 * along(0.7320508076),
    time: 1 / 12 + 3 * along(0.2360679775),
    dividend: 0.03 * along(0.6457513111),
    put: i % 2 === 1,
  };
});
/** Columns of doubles, as the C++ program has them. */
const column = (name: Exclude<keyof VanillaTerms, 'put'>) => Float64Array.from(options, (terms) => terms[name]);
const columns = {
  spot: column('spot'),
  strike: column('strike'),
  rate: column('rate'),
  volatility: column('volatility'),
  time: column('time'),
  dividend: column('dividend'),
  put: options.map(({ put }) => put),
};

/** Abramowitz and Stegun (1964), 26.2.17: absolute error 7.5e-8. */
function roughNormalCdf(x: number): number {
  const k = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    ((((1.330274429 * k - 1.821255978) * k + 1.781477937) * k - 0.356563782) * k + 0.31938153) * k * 0.3989422804 * Math.exp(-0.5 * x * x);
  return x > 0 ? 1 - tail : tail;
}

function textbookPrice({ spot, strike, rate, volatility, time, dividend, put }: VanillaTerms): number {
  const stdDev = volatility * Math.sqrt(time);
  const d1 = (Math.log(spot / strike) + (rate - dividend + 0.5 * volatility * volatility) * time) / stdDev;
  const [a, b] = [spot * Math.exp(-dividend * time), strike * Math.exp(-rate * time)];
  const d2 = d1 - stdDev;
  return put ? b * roughNormalCdf(-d2) - a * roughNormalCdf(-d1) : a * roughNormalCdf(d1) - b * roughNormalCdf(d2);
}

/** Newton's iteration from Manaster and Koehler's (1982) start, to 1e-8: the straightforward method. */
function textbookImplied(terms: VanillaTerms, price: number): number {
  const { spot, strike, rate, time, dividend } = terms;
  let volatility = Math.sqrt((2 * Math.abs(Math.log(spot / strike) + (rate - dividend) * time)) / time) || 0.2;
  for (let i = 0; i < 50; i++) {
    const stdDev = volatility * Math.sqrt(time);
    const d1 = (Math.log(spot / strike) + (rate - dividend) * time) / stdDev + 0.5 * stdDev;
    const vega = spot * Math.exp(-dividend * time) * 0.3989422804 * Math.exp(-0.5 * d1 * d1) * Math.sqrt(time);
    const change = (price - textbookPrice({ ...terms, volatility })) / vega;
    volatility += change;
    if (Math.abs(change) < 1e-8) break;
  }
  return volatility;
}

/** Nanoseconds per option, the best of ROUNDS rounds after two to warm up. */
function measure(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = -2; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    run();
    const each = Number(process.hrtime.bigint() - start) / OPTION_COUNT;
    if (round >= 0) best = Math.min(best, each);
  }
  return best;
}

/** Compiler flags for the textbook formula in C++: scalar, and with vectorised C library functions, which have errors of a few ulp. */
const CPP_FLAGS = { scalar: ['-O3', '-march=native'], vectorised: ['-O3', '-march=native', '-ffast-math'] };

/** The same options in C++: nanoseconds per option, and the sum of its prices. */
function cpp(flags: readonly string[]): { price: number; sum: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'vanilla-'));
  try {
    const binary = path.join(folder, 'vanilla');
    execFileSync('g++', [...flags, '-o', binary, path.join(packageRoot, 'test/bench/vanilla.cc')]);
    const [price, sum] = execFileSync(binary, { input: `${OPTION_COUNT} ${ROUNDS}`, encoding: 'utf8' })
      .split(' ')
      .map(Number);
    return { price: price!, sum: sum! };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same options in QuantLib: nanoseconds per price and per inversion, including the call from Python, and the sum of its prices. */
function quantlib(): { price: number; implied: number; sum: number } {
  const script = `
import time, math, json
from QuantLib import blackFormula, blackFormulaImpliedStdDevLiRS, nullDouble, Option
rows = []
guess = nullDouble()
for i in range(${OPTION_COUNT}):
    along = lambda m: (i * m) % 1
    k, r, v, t, q = 60 + 80 * along(0.6180339887), 0.05 * along(0.4142135624), 0.1 + 0.5 * along(0.7320508076), 1 / 12 + 3 * along(0.2360679775), 0.03 * along(0.6457513111)
    rows.append((Option.Put if i % 2 else Option.Call, k, 100 * math.exp((r - q) * t), v * math.sqrt(t), math.exp(-r * t)))
def best(f):
    out = []
    for _ in range(3):
        start = time.process_time(); result = f(); out.append((time.process_time() - start) / ${OPTION_COUNT} * 1e9)
    return min(out), result
price, prices = best(lambda: [blackFormula(o, k, f, s, d) for o, k, f, s, d in rows])
quotes = [(o, k, f, p, d) for (o, k, f, s, d), p in zip(rows, prices) if p - max((f - k) * d * (1 if o == Option.Call else -1), 0) > 1e-6]
implied, _ = best(lambda: [blackFormulaImpliedStdDevLiRS(o, k, f, p, d, 0.0, guess, 1.0, 1e-10, 100) for o, k, f, p, d in quotes])
print(json.dumps({'price': price, 'implied': implied * len(rows) / len(quotes), 'sum': sum(prices)}))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
}

const hasQuantlib = spawnSync('python3', ['-c', 'import QuantLib']).status === 0;

const { prices, failures } = priceVanillaBatch(columns);
if (failures.length > 0) throw new Error(`${failures.length} options failed`);
/** Options whose price determines their volatility. For options deeper in the money QuantLib's inversion throws. */
const invertible = options.flatMap((terms, i) => {
  const { spot, strike, rate, time, dividend, put } = terms;
  const intrinsic = (put ? -1 : 1) * (spot * Math.exp(-dividend * time) - strike * Math.exp(-rate * time));
  return prices[i]! - Math.max(intrinsic, 0) > 1e-6 ? [{ terms, price: prices[i], textbook: textbookPrice(terms) }] : [];
});

options.forEach((terms, i) => {
  // The textbook's normal distribution has an error of 7.5e-8 of each leg.
  if (Math.abs(prices[i]! - textbookPrice(terms)) > 2e-5) throw new Error(`price ${prices[i]} of ${JSON.stringify(terms)}`);
});
for (const { terms, price } of invertible) {
  const { impliedVolatility: volatility, vega } = impliedVolatility(terms, price!);
  // The rounding of the price causes an error of a few ulp of the spot, divided by the vega.
  if (Math.abs(volatility - terms.volatility) > 1e-12 + 1e-13 / vega)
    throw new Error(`volatility ${volatility} of ${JSON.stringify(terms)}`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const row = (name: string, ours: number, theirs: number, whose: string) =>
  print(
    `${name.padEnd(20)} ${ours.toFixed(0).padStart(5)} ns per option   ${whose} ${theirs.toFixed(0).padStart(5)} ns   ratio ${(theirs / ours).toFixed(2)}`,
  );

const textbook = measure(() => options.reduce((sum, terms) => sum + textbookPrice(terms), 0));
// Newton inverts the textbook's own price, because it cannot reproduce another to 1e-8.
const newton =
  measure(() => invertible.reduce((sum, { terms, textbook }) => sum + textbookImplied(terms, textbook), 0)) *
  (OPTION_COUNT / invertible.length);
const price = measure(() => priceVanillaBatch(columns));
const greeks = measure(() => greeksVanillaBatch(columns));
const implied =
  measure(() => invertible.reduce((sum, { terms, price }) => sum + impliedVolatility(terms, price!).impliedVolatility, 0)) *
  (OPTION_COUNT / invertible.length);

row('price', price, textbook, 'textbook');
row('14 Greeks', greeks, textbook, 'textbook price');
row('implied volatility', implied, newton, 'Newton');

const sum = prices.reduce((total, value) => total + value, 0);
if (spawnSync('g++', ['--version']).status === 0)
  for (const [name, flags] of Object.entries(CPP_FLAGS)) {
    const peer = cpp(flags);
    // The C library functions have errors of a few ulp, so the sums agree to rounding.
    if (Math.abs(peer.sum / sum - 1) > 1e-12) throw new Error(`the prices in C++ sum to ${peer.sum}, ours to ${sum}`);
    row('price', price, peer.price, `textbook in C++, ${name}`);
  }
else print('g++ is not installed: the formula in C++ is skipped');

if (hasQuantlib) {
  const peer = quantlib();
  // QuantLib's normal distribution has an error of about 1e-15, so the sums agree to rounding.
  if (Math.abs(peer.sum / sum - 1) > 1e-12) throw new Error(`QuantLib's prices sum to ${peer.sum}, ours to ${sum}`);
  row('price', price, peer.price, 'QuantLib from Python');
  row('implied volatility', implied, peer.implied, 'QuantLib from Python');
} else print('QuantLib is not installed for python3: skipped');
