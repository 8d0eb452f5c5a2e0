/** Times to a given accuracy of other libraries, measured in Python: QuantLib at its best settings and its defaults, and Numba simulations. */
import { execFileSync, spawnSync } from 'node:child_process';

export const hasPython = (module: string): boolean => spawnSync('python3', ['-c', `import ${module}`]).status === 0;

const python = (script: string): unknown => JSON.parse(execFileSync('python3', ['-c', script], { encoding: 'utf8' }));

interface Sobol {
  /** Number of paths from which the error stays below 1e-3 and 1e-4: a power of two, or an extrapolation of the errors up to 2^21 paths. */
  readonly paths: readonly (number | null)[];
  /** Processor seconds on one thread, and the error; null if that number of paths was not run. */
  readonly seconds: readonly (number | null)[];
  readonly errors: readonly (number | null)[];
}

interface Peer {
  readonly best: Sobol;
  /** Pseudo-random numbers: standard deviation and processor seconds per path. */
  readonly deviation: number;
  readonly secondsPerPath: number;
}

export const PROBLEMS = ['european', 'asian', 'basket', 'discrete', 'continuous'] as const;
export type Problem = (typeof PROBLEMS)[number];

/**
 * QuantLib 1.44. Its Sobol engines give no error estimate. The numbers of paths are those from which the error stays below the target, as
 * found by runs of 2^7 to 2^23 paths. Where such a run takes too long, a shorter run gives the time per path.
 */
export const quantlib = (): Record<Problem, Peer> =>
  python(`
import QuantLib as ql, time, json
today = ql.Date(20, 11, 2026)
ql.Settings.instance().evaluationDate = today
day = ql.Actual364()
end = today + 364
flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, day))
def process(vol):
    return ql.BlackScholesMertonProcess(ql.QuoteHandle(ql.SimpleQuote(100.0)), flat(0.0), flat(0.05),
        ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), vol, day)))
one = process(0.2)
payoff = ql.PlainVanillaPayoff(ql.Option.Call, 100.0)
exercise = ql.EuropeanExercise(end)
european = ql.VanillaOption(payoff, exercise)
asian = ql.DiscreteAveragingAsianOption(ql.Average.Arithmetic, 0.0, 0, [today + 7 * i for i in range(1, 53)], payoff, exercise)
barrier = ql.BarrierOption(ql.Barrier.DownOut, 90.0, 0.0, payoff, exercise)
several = ql.StochasticProcessArray([process(v) for v in (0.2, 0.25, 0.3, 0.35, 0.4)], [[1.0 if i == j else 0.5 for j in range(5)] for i in range(5)])
basket = ql.BasketOption(ql.AverageBasketPayoff(payoff, 5), exercise)
# option, engine for a random-number kind and a number of paths, exact value, paths to 1e-3 and 1e-4 (None if not reached)
cases = {
 'european': (european, lambda kind, n: ql.MCEuropeanEngine(one, kind, timeSteps=1, requiredSamples=n, seed=42), 10.4505835722, (2**17, 2**20)),
 'asian': (asian, lambda kind, n: ql.MCDiscreteArithmeticAPEngine(one, kind, brownianBridge=kind=='LD', controlVariate=kind=='LD', requiredSamples=n, seed=42), 5.8538633822, (2**13, 2**16)),
 'basket': (basket, lambda kind, n: ql.MCEuropeanBasketEngine(several, kind, timeSteps=1, requiredSamples=n, seed=42), 11.7007295, (2**17, 2**21)),
 'discrete': (barrier, lambda kind, n: ql.MCBarrierEngine(one, kind, timeSteps=52, brownianBridge=kind=='LD', isBiased=True, requiredSamples=n, seed=42), 9.1730712797, (int(1.76 * 2**21), None)),
 'continuous': (barrier, lambda kind, n: ql.MCBarrierEngine(one, kind, timeSteps=1 if kind=='LD' else 52, isBiased=False, requiredSamples=n, seed=42), 8.6654716582, (2**23, None)),
}
LONGEST = {'european': 2**20, 'asian': 2**16, 'basket': 2**21, 'discrete': 2**16, 'continuous': 2**19}
result = {}
for name, (option, engine, exact, wanted) in cases.items():
    def run(kind, n):
        option.setPricingEngine(engine(kind, n))
        start = time.process_time(); value = option.NPV(); return value, time.process_time() - start
    run('LD', 2**10)
    paths, seconds, errors = [], [], []
    for n in wanted:
        paths.append(n)
        if n is None: seconds.append(None); errors.append(None); continue
        some = min(n, LONGEST[name])
        value, least = min((run('LD', some) for _ in range(3 if some <= 2**16 else 1)), key=lambda one: one[1])
        seconds.append(least * n / some)
        errors.append(abs(value - exact) if some == n else None)
    n = 2**14
    value, least = min((run('PR', n) for _ in range(3)), key=lambda one: one[1])
    result[name] = {'best': {'paths': paths, 'seconds': seconds, 'errors': errors}, 'deviation': option.errorEstimate() * n**0.5, 'secondsPerPath': least / n}
print(json.dumps(result))
`) as Record<Problem, Peer>;

/** A simulation on two threads: wall seconds per path, and mean and standard deviation of a path. */
interface Simulation {
  readonly secondsPerPath: number;
  readonly mean: number;
  readonly deviation: number;
}

interface NumbaResults {
  readonly single: Simulation;
  readonly worstOfThree: Simulation;
  /** Path steps per second of a call with 52 steps: with hand-written single-precision vectors, and with straightforward code. */
  readonly lanes: number;
  readonly plain: number;
  /** The price of the call by each of the two. */
  readonly values: readonly number[];
}

/**
 * Numba 0.68: straightforward simulations of phoenix autocalls on two threads, and the speed of a hand-written path loop with a
 * counter-based hash, polynomials for logarithm, sine and cosine, and 512-bit vectors.
 */
export const numba = (): NumbaResults =>
  python(`
import os
import llvmlite.binding as llvm
os.environ['NUMBA_NUM_THREADS'] = '2'
os.environ['NUMBA_CPU_NAME'] = llvm.get_host_cpu_name()
os.environ['NUMBA_CPU_FEATURES'] = llvm.get_host_cpu_features().flatten() + ',-prefer-256-bit'
import numpy as np, numba as nb, math, time, json
f32, u32 = np.float32, np.uint32
L = 512

@nb.njit(parallel=True, fastmath=True)
def lanes(blocks, steps, drift, vol, strike):
    sums = np.zeros(blocks)
    for b in nb.prange(blocks):
        x = np.zeros(L, f32)
        bits = np.empty(L, u32)
        u = bits.view(f32)
        angle = np.empty(L, f32)
        power = np.empty(L, f32)
        start = u32(b * L * (steps // 2))
        for s in range(steps // 2):
            for i in range(L):
                h = u32(start + u32(s * L + i))
                h = u32(h ^ (h >> u32(16)))
                h = u32(h * u32(0x7feb352d))
                h = u32(h ^ (h >> u32(15)))
                h = u32(h * u32(0x846ca68b))
                h = u32(h ^ (h >> u32(16)))
                g = u32(h + u32(0x9e3779b9))
                g = u32(g * u32(0x21f0aaad))
                g = u32(g ^ (g >> u32(15)))
                g = u32(g * u32(0xd35a2d97))
                g = u32(g ^ (g >> u32(15)))
                u[i] = (f32(np.int32(h >> u32(8))) + f32(0.5)) * f32(2.0 ** -24)
                angle[i] = f32(np.int32(g >> u32(8))) * f32(2.0 ** -24) - f32(0.5)
            for i in range(L):
                k = bits[i]
                power[i] = f32(np.int32(k >> u32(23)) - 127)
                bits[i] = (k & u32(0x7fffff)) | u32(0x3f800000)
            for i in range(L):
                m = u[i] - f32(1.5)
                ln = f32(0.4054651) + m * (f32(0.6666667) + m * (f32(-0.2222222) + m * (f32(0.0987654) + m * (f32(-0.0493827) + m * (f32(0.0263374) + m * (f32(-0.0146319) + m * f32(0.0083611)))))))
                r = math.sqrt(max(f32(-2.0) * (power[i] * f32(0.6931472) + ln), f32(0.0)))
                t = angle[i] * f32(3.1415927)
                q = t * t
                sn = t * (f32(1.0) + q * (f32(-0.16666667) + q * (f32(0.0083333) + q * (f32(-0.00019841) + q * f32(2.7557e-6)))))
                cs = f32(1.0) + q * (f32(-0.5) + q * (f32(0.04166667) + q * (f32(-0.00138889) + q * (f32(2.48016e-5) + q * f32(-2.7557e-7)))))
                x[i] += drift + vol * r * (f32(2.0) * sn * cs + cs * cs - sn * sn)
        total = 0.0
        for i in range(L):
            total += max(f32(100.0) * math.exp(x[i]) - strike, f32(0.0))
        sums[b] = total
    return sums.sum() / (blocks * L)

@nb.njit(parallel=True, fastmath=True)
def plain(paths, steps, drift, vol, strike):
    total = 0.0
    for p in nb.prange(paths):
        x = 0.0
        for s in range(steps):
            x += drift + vol * np.random.standard_normal()
        total += max(100.0 * math.exp(x) - strike, 0.0)
    return total / paths

@nb.njit(parallel=True, fastmath=True)
def phoenix(paths, factor, vols, dividends, rate, times, call, coupon, protection, paid):
    total = 0.0
    squares = 0.0
    for p in nb.prange(paths):
        n = vols.size
        x = np.zeros(n)
        z = np.empty(n)
        value = 0.0
        alive = True
        before = 0.0
        for i in range(times.size):
            if alive:
                dt = times[i] - before
                before = times[i]
                for a in range(n):
                    z[a] = np.random.standard_normal()
                worst = 1e9
                for a in range(n):
                    w = 0.0
                    for b in range(a + 1):
                        w += factor[a, b] * z[b]
                    x[a] += (rate - dividends[a] - 0.5 * vols[a] ** 2) * dt + vols[a] * math.sqrt(dt) * w
                    worst = min(worst, x[a])
                worst = math.exp(worst)
                discount = math.exp(-rate * times[i])
                if worst >= coupon:
                    value += discount * paid
                if worst >= call:
                    value += discount
                    alive = False
                elif i == times.size - 1:
                    value += discount * (1.0 if worst >= protection else worst)
        total += 100 * value
        squares += (100 * value) ** 2
    return total / paths, squares / paths

def best(run, rounds=5):
    run()
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        value = run()
        seconds.append(time.perf_counter() - start)
    return value, min(seconds)

def simulation(*terms):
    paths = 2 ** 19
    (mean, square), seconds = best(lambda: phoenix(paths, *terms))
    return {'secondsPerPath': seconds / paths, 'mean': mean, 'deviation': (square - mean ** 2) ** 0.5}

correlation = np.full((3, 3), 0.3) + 0.7 * np.eye(3)
single = simulation(np.ones((1, 1)), np.array([0.25]), np.array([0.02]), 0.03, np.arange(1.0, 6.0), 1.0, 0.7, 0.6, 0.06)
three = simulation(np.linalg.cholesky(correlation), np.full(3, 0.3), np.zeros(3), 0.04, np.arange(1, 9) / 4, 1.0, 0.8, 0.7, 0.03)
steps = 52
dt = 1 / steps
drift, vol = (0.05 - 0.02) * dt, 0.2 * math.sqrt(dt)
by_lanes, fast = best(lambda: lanes(2 ** 11, steps, f32(2 * drift), f32(vol), f32(100.0)))
first, slow = best(lambda: plain(2 ** 17, steps, drift, vol, 100.0), 3)
print(json.dumps({'single': single, 'worstOfThree': three, 'lanes': 2 ** 11 * L * steps / fast, 'plain': 2 ** 17 * steps / slow,
    'values': [by_lanes * math.exp(-0.05), first * math.exp(-0.05)]}))
`) as NumbaResults;
