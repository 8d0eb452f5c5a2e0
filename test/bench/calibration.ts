/**
 * Calibrations compared with QuantLib's in the same run, on one thread each: Heston to 100 implied volatilities (QuantLib with its fastest
 * error measure, price errors, and 64 nodes), SABR to 31 volatilities, and a curve of 7 deposits and 23 swaps, built anew and after a
 * change of one quote. Each result is checked against the true parameters or QuantLib's result before anything is printed. Needs Python
 * with QuantLib.
 *
 *   npm run bench -- calibration
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { calibrateCurve, calibrateHeston, calibrateSabr } from '#engine';
import { curveCalibrationRequest, hestonCalibrationRequest, parse } from '#engine/schemas';
import { hestonVolatilities } from '#engine-gpu/calibration/heston-surface';
import { sabrVolatility } from '#engine-gpu/formula/sabr';
import { defined } from '#services/runtime/defined';

/** A round takes a few milliseconds at most, so the best of many is not disturbed by other load on the machine. */
const ROUNDS = 60;
const TODAY = '2026-01-05';

const truth = { v0: 0.04, kappa: 1.5, theta: 0.06, sigma: 0.5, rho: -0.6 };
const initial = { v0: 0.09, kappa: 3, theta: 0.09, sigma: 1, rho: -0.3 };
const DAYS = [30, 60, 91, 182, 273, 365, 548, 730, 1095, 1825];
const DEVIATIONS = Array.from({ length: 10 }, (_, i) => -1.8 + 0.4 * i);

const quotes = DAYS.flatMap((days) => {
  const time = days / 365;
  const moneyness = Float64Array.from(DEVIATIONS, (deviation) => 0.2 * deviation * Math.sqrt(time));
  const volatilities = new Float64Array(DEVIATIONS.length);
  hestonVolatilities([{ time, moneyness, rows: [...moneyness.keys()] }], truth, volatilities, new Float64Array(5 * DEVIATIONS.length));
  return [...volatilities].map((impliedVolatility, i) => ({ strike: 100 * Math.exp(moneyness[i]!), time, impliedVolatility }));
});

const sabr = { alpha: 0.3, beta: 0.6, rho: -0.2, nu: 0.5 };
const strikes = Array.from({ length: 31 }, (_, i) => 0.03 + 0.002 * i);
const smile = {
  forward: 0.039,
  expiry: 1,
  beta: sabr.beta,
  strikes,
  volatilities: strikes.map((strike) => sabrVolatility(0.039, strike, 1, sabr)),
};

const DEPOSITS = ['1W', '1M', '2M', '3M', '6M', '9M', '12M'];
const SWAPS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 25, 30, 40, 50];
const rates = [...DEPOSITS, ...SWAPS].map((_, i) => 0.03 + 0.0004 * i);
const curveRequest = (lastRate: number) =>
  parse(curveCalibrationRequest, {
    valuationDate: TODAY,
    calendar: 'TARGET',
    instruments: [
      ...DEPOSITS.map((tenor, i) => ({ type: 'deposit', tenor, rate: rates[i] })),
      ...SWAPS.map((years, i) => ({ type: 'swap', tenor: `${years}Y`, rate: rates[DEPOSITS.length + i] })),
    ].map((instrument, i) => (i === rates.length - 1 ? { ...instrument, rate: lastRate } : instrument)),
  });

interface Peers {
  readonly heston: { readonly seconds: number; readonly parameters: readonly number[] };
  readonly sabr: { readonly seconds: number; readonly parameters: readonly number[] };
  readonly curve: { readonly fresh: number; readonly moved: number; readonly discountFactors: readonly number[] };
}

/** QuantLib's results and processor seconds, the best of several rounds. */
function quantlib(): Peers {
  const script = `
import QuantLib as ql, time, json
today = ql.Date(5, 1, 2026)
ql.Settings.instance().evaluationDate = today
day = ql.Actual365Fixed()
flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, day))
def best(prepare, run, rounds):
    seconds = []
    for _ in range(rounds):
        given = prepare()
        start = time.process_time(); run(given); seconds.append(time.process_time() - start)
    return min(seconds)

rate = flat(0.0)
spot = ql.QuoteHandle(ql.SimpleQuote(100.0))
def surface():
    model = ql.HestonModel(ql.HestonProcess(rate, rate, spot, ${initial.v0}, ${initial.kappa}, ${initial.theta}, ${initial.sigma}, ${initial.rho}))
    engine = ql.AnalyticHestonEngine(model, 64)
    helpers = []
    for strike, days, volatility in json.loads('${JSON.stringify(quotes.map(({ strike, time, impliedVolatility }) => [strike, Math.round(time * 365), impliedVolatility]))}'):
        helper = ql.HestonModelHelper(ql.Period(days, ql.Days), ql.NullCalendar(), 100.0, strike, ql.QuoteHandle(ql.SimpleQuote(volatility)), rate, rate, ql.BlackCalibrationHelper.PriceError)
        helper.setPricingEngine(engine)
        helpers.append(helper)
    return model, helpers
def fit(given):
    model, helpers = given
    model.calibrate(helpers, ql.LevenbergMarquardt(1e-10, 1e-10, 1e-10), ql.EndCriteria(1000, 100, 1e-10, 1e-10, 1e-10))
    fit.parameters = list(model.params())
heston = {'seconds': best(surface, fit, 5)}
theta, kappa, sigma, rho, v0 = fit.parameters
heston['parameters'] = [v0, kappa, theta, sigma, rho]

strikes, volatilities = json.loads('${JSON.stringify([smile.strikes, smile.volatilities])}')
def smile(_):
    s = ql.SABRInterpolation(strikes, volatilities, ${smile.expiry}, ${smile.forward}, 0.2, ${smile.beta}, 0.3, 0.0, False, True, False, False, False)
    smile.parameters = [s.alpha(), s.rho(), s.nu()]
sabr = {'seconds': best(lambda: None, smile, 15)}
sabr['parameters'] = smile.parameters

calendar = ql.TARGET()
quotes = [ql.SimpleQuote(r) for r in json.loads('${JSON.stringify(rates)}')]
def build(_):
    helpers = [ql.DepositRateHelper(ql.QuoteHandle(q), ql.Period(t), 0, calendar, ql.ModifiedFollowing, False, ql.Actual360()) for q, t in zip(quotes, ${JSON.stringify(DEPOSITS)})]
    index = ql.IborIndex('own', ql.Period(6, ql.Months), 0, ql.EURCurrency(), calendar, ql.ModifiedFollowing, False, ql.Actual360())
    helpers += [ql.SwapRateHelper(ql.QuoteHandle(q), ql.Period(y, ql.Years), calendar, ql.Annual, ql.Unadjusted, ql.Thirty360(ql.Thirty360.BondBasis), index) for q, y in zip(quotes[${DEPOSITS.length}:], ${JSON.stringify(SWAPS)})]
    build.curve = ql.PiecewiseLogLinearDiscount(today, helpers, day)
    build.curve.discount(today + 10)
fresh = best(lambda: None, build, 50)
discount_factors = [build.curve.discount(date) for date in list(build.curve.dates())[1:]]
def move():
    quotes[-1].setValue(${rates.at(-1)} + 1e-6 * (build.flip % 2)); build.flip += 1
build.flip = 1
moved = best(move, lambda _: build.curve.discount(today + 10), 50)
print(json.dumps({'heston': heston, 'sabr': sabr, 'curve': {'fresh': fresh, 'moved': moved, 'discountFactors': discount_factors}}))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));
}

/** Seconds per run: the best of ROUNDS rounds of `repeats` runs, after five rounds to warm up. */
function measure(repeats: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = -5; round < ROUNDS; round++) {
    const start = process.hrtime.bigint();
    for (let i = 0; i < repeats; i++) run();
    if (round >= 0) best = Math.min(best, Number(process.hrtime.bigint() - start) / 1e9 / repeats);
  }
  return best;
}

function requireClose(label: string, ours: number, expected: number, bound: number): void {
  if (!(Math.abs(ours - expected) <= bound)) throw new Error(`${label}: ${ours}, expected ${expected}`);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const row = (name: string, ours: number, theirs: number) =>
  print(
    `${name.padEnd(34)} ${(ours * 1e3).toFixed(3).padStart(8)} ms   QuantLib ${(theirs * 1e3).toFixed(3).padStart(8)} ms   ratio ${(theirs / ours).toFixed(1)}`,
  );

if (spawnSync('python3', ['-c', 'import QuantLib']).status !== 0) print('QuantLib is not installed for python3: skipped');
else {
  const peers = quantlib();

  const market = { spot: 100, rate: 0, quotes };
  const fromQuotes = parse(hestonCalibrationRequest, market);
  const fromGuess = parse(hestonCalibrationRequest, { ...market, initial });
  const names = ['v0', 'kappa', 'theta', 'sigma', 'rho'] as const;
  for (const request of [fromQuotes, fromGuess]) {
    const { result: fit } = calibrateHeston(request, TODAY);
    for (const name of names) requireClose(`Heston ${name}`, fit[name], truth[name], 1e-5);
  }
  names.forEach((name, i) => {
    requireClose(`QuantLib's Heston ${name}`, peers.heston.parameters[i]!, truth[name], 1e-3);
  });
  row(
    'Heston, 100 quotes, default start',
    measure(1, () => calibrateHeston(fromQuotes, TODAY)),
    peers.heston.seconds,
  );
  row(
    'Heston, 100 quotes, poor guess',
    measure(1, () => calibrateHeston(fromGuess, TODAY)),
    peers.heston.seconds,
  );

  const { result: fit } = calibrateSabr(smile);
  (['alpha', 'rho', 'nu'] as const).forEach((name, i) => {
    requireClose(`SABR ${name}`, fit[name], sabr[name], 1e-8);
    requireClose(`QuantLib's SABR ${name}`, peers.sabr.parameters[i]!, sabr[name], 1e-4);
  });
  row(
    'SABR, 31 strikes',
    measure(10, () => calibrateSabr(smile)),
    peers.sabr.seconds,
  );

  const request = curveRequest(defined(rates.at(-1), 'a rate'));
  calibrateCurve(request).result.nodes.forEach(({ discountFactor }, i) => {
    requireClose(`discount factor ${i}`, discountFactor, peers.curve.discountFactors[i]!, 1e-8);
  });
  const fresh = measure(10, () => calibrateCurve(request));
  row('curve of 30 instruments', fresh, peers.curve.fresh);
  // Ours builds the curve anew in both cases, because a changed quote is a new request.
  row('the same after one quote moved', fresh, peers.curve.moved);
}
