/**
 * American options, a strip of Heston prices and a G2++ swaption, compared with QuantLib's engines in the same run, on one thread each: an
 * American put on 1 000 Cox-Ross-Rubinstein steps and by its exercise boundary; 100 calls of one expiry under a new model in each round;
 * an annual 5y x 5y payer swaption. Each result is checked against QuantLib's before anything is printed. Needs Python with QuantLib. Also
 * a barrier option with discrete monitoring, which QuantLib prices only by simulation.
 *
 *   npm run bench -- pricers
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { americanOption } from '#engine-gpu/formula/american';
import type { BarrierTerms } from '#engine-gpu/formula/barrier';
import { discreteBarrierOption } from '#engine-gpu/formula/discrete-barrier';
import { hestonStrip } from '#engine-gpu/method/heston-strip';
import { americanOnTree } from '#engine-gpu/method/tree';
import { buildBinomialTree } from '#engine-gpu/model/binomial-tree';
import { swaptionG2 } from '#engine-gpu/model/g2-swaption';

const STEPS = 1_000;
/** A round takes a millisecond or less, so the best of many is not disturbed by other load on the machine. */
const ROUNDS = 200;

interface Peer {
  readonly value: number;
  readonly seconds: number;
}

interface Peers {
  readonly tree: Peer;
  readonly american: Peer & { readonly precise: number };
  readonly strip: Peer & { readonly values: readonly number[] };
  readonly swaption: Peer & { readonly expiry: number; readonly times: readonly number[]; readonly accruals: readonly number[] };
}

/** QuantLib's values and processor seconds, the best of several rounds, and the swaption's times by its day count. */
function quantlib(): Peers {
  const script = `
import QuantLib as ql, time, json
today = ql.Date(1, 1, 2026)
ql.Settings.instance().evaluationDate = today
day = ql.Actual365Fixed()
flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, day))
def best(prepare, run, rounds=7):
    seconds = []
    for _ in range(rounds):
        prepare()
        start = time.process_time(); value = run(); seconds.append(time.process_time() - start)
    return {'value': value, 'seconds': min(seconds)}

spot = ql.SimpleQuote(36.0)
vol = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), 0.2, day))
process = ql.BlackScholesMertonProcess(ql.QuoteHandle(spot), flat(0.0), flat(0.06), vol)
put = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Put, 40.0), ql.AmericanExercise(today, today + 365))
put.setPricingEngine(ql.BinomialVanillaEngine(process, 'crr', ${STEPS}))
def move_spot():
    spot.setValue(36.5); spot.setValue(36.0)
tree = best(move_spot, put.NPV)
put.setPricingEngine(ql.QdFpAmericanEngine(process, ql.QdFpAmericanEngine.highPrecisionScheme()))
precise = put.NPV()
put.setPricingEngine(ql.QdFpAmericanEngine(process))
american = best(move_spot, put.NPV, 200)
american['precise'] = precise

model = ql.HestonModel(ql.HestonProcess(flat(0.0), flat(0.0), ql.QuoteHandle(ql.SimpleQuote(100.0)), 0.04, 1.15, 0.04, 0.39, -0.64))
engine = ql.AnalyticHestonEngine(model, 32)
calls = []
for i in range(100):
    call = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Call, 60 + 0.8 * i), ql.EuropeanExercise(today + 365))
    call.setPricingEngine(engine)
    calls.append(call)
values = []
def price_strip():
    values[:] = [call.NPV() for call in calls]
    return sum(values)
strip = best(lambda: model.setParams(ql.Array([0.04, 1.15, 0.39, -0.64, 0.04])), price_strip)
strip['values'] = values

curve = flat(0.05)
start = today + ql.Period(5, ql.Years)
schedule = ql.Schedule(start, start + ql.Period(5, ql.Years), ql.Period(1, ql.Years), ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted, ql.DateGeneration.Forward, False)
index = ql.IborIndex('flat', ql.Period(1, ql.Years), 0, ql.EURCurrency(), ql.NullCalendar(), ql.Unadjusted, False, day, curve)
swap = ql.VanillaSwap(ql.VanillaSwap.Payer, 1.0, schedule, 0.05, day, schedule, index, 0.0, day)
swap.setPricingEngine(ql.DiscountingSwapEngine(curve))
g2 = ql.G2(curve, 0.1, 0.01, 0.2, 0.013, -0.5)
option = ql.Swaption(swap, ql.EuropeanExercise(start))
option.setPricingEngine(ql.G2SwaptionEngine(g2, 6.0, 64))
def move_model():
    g2.setParams(ql.Array([0.1, 0.01, 0.2, 0.013, -0.5]))
swaption = best(move_model, option.NPV, 200)
dates = list(schedule)
swaption['expiry'] = day.yearFraction(today, dates[0])
swaption['times'] = [day.yearFraction(today, date) for date in dates[1:]]
swaption['accruals'] = [day.yearFraction(a, b) for a, b in zip(dates, dates[1:])]
print(json.dumps({'tree': tree, 'american': american, 'strip': strip, 'swaption': swaption}))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
}

/** Seconds per run: the best of ROUNDS rounds of `repeats` runs, after three rounds to warm up. */
function measure(repeats: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = -3; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeats; i++) run();
    if (round >= 0) best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e9 / repeats);
  }
  return best;
}

function requireClose(label: string, ours: number, theirs: number, bound: number): void {
  if (!(Math.abs(ours - theirs) <= bound)) throw new Error(`${label}: ${ours}, expected ${theirs}`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const row = (name: string, ours: number, theirs: number) =>
  print(
    `${name.padEnd(34)} ${(ours * 1e6).toFixed(1).padStart(8)} us   QuantLib ${(theirs * 1e6).toFixed(1).padStart(8)} us   ratio ${(theirs / ours).toFixed(2)}`,
  );

const barrier: BarrierTerms = {
  spot: 100,
  strike: 100,
  level: 95,
  rate: 0.05,
  volatility: 0.3,
  time: 1,
  dividend: 0,
  sign: 1,
  direction: 'down',
  style: 'knock_out',
  rebate: 0,
  rebatePayment: 'at_hit',
};
// Prices of the reference table barrier_discrete.
for (const [dates, price] of [
  [12, 9.379561491800523],
  [52, 7.462185043908661],
  [252, 6.436661654087311],
] as const) {
  requireClose(`barrier at ${dates} dates`, discreteBarrierOption(barrier, dates).price, price, 1e-10);
  const seconds = measure(1, () => discreteBarrierOption(barrier, dates));
  print(`${`knock-out call, ${dates} dates, to 1e-12`.padEnd(34)} ${(seconds * 1e6).toFixed(1).padStart(8)} us`);
}

if (spawnSync('python3', ['-c', 'import QuantLib']).status !== 0) print('QuantLib is not installed for python3: skipped');
else {
  const peers = quantlib();

  const american = () => {
    const tree = buildBinomialTree('crr', { spot: 36, strike: 40, rate: 0.06, dividend: 0, volatility: 0.2, time: 1 }, STEPS);
    const discounts = new Float64Array(STEPS).fill(Math.exp(-0.06 / STEPS));
    return americanOnTree(tree, 36, 40, discounts, new Float64Array(STEPS).fill(tree.probability), -1);
  };
  // QuantLib derives the probability of its tree from the drift of the logarithm, so the two trees differ by O(1/n).
  requireClose('American put', american(), peers.tree.value, 1e-3);
  row('American put, 1 000 CRR steps', measure(1, american), peers.tree.seconds);

  const put = { spot: 36, strike: 40, rate: 0.06, volatility: 0.2, time: 1, dividend: 0, sign: -1 } as const;
  requireClose('American put by its boundary', americanOption(put).price, peers.american.precise, 1e-6 * put.strike);
  requireClose('QuantLib’s American put', peers.american.value, peers.american.precise, 1e-6 * put.strike);
  row(
    'American put, boundary, to 1e-6',
    measure(10, () => americanOption(put)),
    peers.american.seconds,
  );

  const strikes = Array.from({ length: 100 }, (_, i) => 60 + 0.8 * i);
  const strip = () => hestonStrip({ v0: 0.04, kappa: 1.15, theta: 0.04, sigma: 0.39, rho: -0.64 }, 100, strikes, 1, 1);
  strip().forEach((price, i) => {
    requireClose(`Heston at ${strikes[i]}`, price, peers.strip.values[i]!, 1e-10);
  });
  row('Heston, 100 strikes, to 1e-10', measure(10, strip), peers.strip.seconds);

  const { expiry, times, accruals } = peers.swaption;
  const model = { meanReversion1: 0.1, volatility1: 0.01, meanReversion2: 0.2, volatility2: 0.013, correlation: -0.5 };
  const swaption = () => {
    const forwards = times.map((time, i) => (0.05 * accruals[i]! + (i === times.length - 1 ? 1 : 0)) * Math.exp(-0.05 * (time - expiry)));
    return Math.exp(-0.05 * expiry) * swaptionG2(model, expiry, times, forwards, 1);
  };
  requireClose('G2++ swaption', swaption(), peers.swaption.value, 1e-8);
  row('G2++ swaption 5y x 5y, to 1e-8', measure(40, swaption), peers.swaption.seconds);
}
