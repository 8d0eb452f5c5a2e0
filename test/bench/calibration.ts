/**
 * Calibrations compared with QuantLib's in the same run, on one thread each: Heston to 100 implied volatilities (QuantLib with its fastest
 * error measure, price errors, and 64 nodes), SABR to 31 volatilities, and a curve of 7 deposits and 23 swaps, built anew and after a
 * change of one quote. Each result is checked against the true parameters or QuantLib's result before anything is printed. Needs Python
 * with QuantLib. The surface SSVI of 100 expiries of 50 noisy quotes is compared with scipy's least squares from the same starting points,
 * with exact derivatives; needs scipy.
 *
 *   npm run bench -- calibration
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { calibrateCurve, calibrateHeston, calibrateSabr } from '#engine';
import { curveCalibrationRequest, hestonCalibrationRequest, parse } from '#engine/schemas';
import { hestonVolatilities } from '#engine-gpu/calibration/heston-surface';
import { fitSsvi } from '#engine-gpu/calibration/ssvi';
import { sabrVolatility } from '#engine-gpu/formula/sabr';
import { ssviSlice, sviVariance } from '#engine-gpu/market/svi';
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

const skew = { rho: -0.5, eta: 1.1, gamma: 0.35 };
const smiles = Array.from({ length: 100 }, (_, i) => {
  const time = 0.05 * (i + 1);
  const theta = 0.04 * time + 0.001 * Math.sqrt(time);
  const svi = ssviSlice(skew, theta);
  const ks = Array.from({ length: 50 }, (_value, j) => 0.2 * (-1.8 + (3.6 * j) / 49) * Math.sqrt(time));
  // Noise of half a point that repeats nowhere.
  const volatilities = ks.map((k, j) => Math.sqrt(sviVariance(svi, k).value / time) + 5e-3 * Math.sin(1e3 * (50 * i + j) ** 2));
  return { time, ks, volatilities };
});

/** Scipy's fit of the surface to `smiles`: θ₁ and its increments, ρ, η(1 + |ρ|)/2 and γ from the starting points and within the bounds of ours. */
function scipySsvi(): { readonly seconds: number; readonly rmse: number } {
  const script = `
import json, sys, time
import numpy as np
from scipy.optimize import least_squares
smiles = json.load(sys.stdin)
count = len(smiles)
times = np.array([s['time'] for s in smiles])[:, None]
ks = np.array([s['ks'] for s in smiles])
quoted = np.array([s['volatilities'] for s in smiles])
most = (quoted.max(axis=1) ** 2 * times[:, 0]).max()
def surface(x):
    theta, rho, gamma = np.cumsum(x[:count])[:, None], x[count], x[count + 2]
    phi = 2 * x[count + 1] / (1 + abs(rho)) / (theta ** gamma * (1 + theta) ** (1 - gamma))
    root = np.sqrt((phi * ks + rho) ** 2 + 1 - rho * rho)
    return theta, rho, gamma, phi, root, theta / 2 * (1 + rho * phi * ks + root)
def errors(x):
    return (np.sqrt(surface(x)[5] / times) - quoted).ravel()
def slopes(x):
    theta, rho, gamma, phi, root, w = surface(x)
    scale = 1 / (2 * np.sqrt(w * times))
    along = theta / 2 * phi * ks * (rho + (phi * ks + rho) / root)
    by_theta = scale * (w / theta - along * (gamma / theta + (1 - gamma) / (1 + theta)))
    jacobian = np.zeros((count, ks.shape[1], count + 3))
    for i in range(count):
        jacobian[i, :, : i + 1] = by_theta[i][:, None]
    jacobian[:, :, count] = scale * (theta / 2 * phi * ks * (1 + 1 / root) - along * np.sign(rho) / (1 + abs(rho)))
    jacobian[:, :, count + 1] = scale * along / x[count + 1]
    jacobian[:, :, count + 2] = scale * along * (np.log1p(theta) - np.log(theta))
    return jacobian.reshape(-1, count + 3)
bounds = ([1e-6 * most] + [0] * (count - 1) + [-0.9999, 1e-6, 1e-6], [4 * most] * count + [0.9999, 1, 0.5])
forward = np.maximum.accumulate(quoted[:, 25] ** 2 * times[:, 0])
begun = time.process_time()
best = None
for rho in (-0.6, 0.0, 0.5):
    for gamma in (0.4, 0.1):
        x = np.concatenate([np.maximum(np.diff(forward, prepend=0), 1e-12), [rho, 0.5, gamma]])
        fit = least_squares(errors, x, jac=slopes, bounds=bounds, x_scale='jac', xtol=1e-13, ftol=1e-15, gtol=1e-13)
        best = fit if best is None or fit.cost < best.cost else best
print(json.dumps({'seconds': time.process_time() - begun, 'rmse': float(np.sqrt(2 * best.cost / ks.size))}))
`;
  return JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8', input: JSON.stringify(smiles) }));
}

const print = (line: string) => process.stdout.write(`${line}\n`);
const row = (name: string, ours: number, theirs: number, peer = 'QuantLib') =>
  print(
    `${name.padEnd(34)} ${(ours * 1e3).toFixed(3).padStart(8)} ms   ${peer.padEnd(8)} ${(theirs * 1e3).toFixed(3).padStart(8)} ms   ratio ${(theirs / ours).toFixed(1)}`,
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

if (spawnSync('python3', ['-c', 'import scipy']).status !== 0) print('scipy is not installed for python3: skipped');
else {
  const peer = scipySsvi();
  const { fits } = fitSsvi(smiles);
  const errors = fits.flatMap(({ modelVolatilities }, i) => modelVolatilities.map((one, j) => one - smiles[i]!.volatilities[j]!));
  const rmse = Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
  requireClose('root mean square error of SSVI', rmse / peer.rmse, 1, 1e-6);
  const start = process.cpuUsage();
  fitSsvi(smiles);
  const { user, system } = process.cpuUsage(start);
  row('SSVI, 100 × 50 quotes', (user + system) / 1e6, peer.seconds, 'scipy');
}
