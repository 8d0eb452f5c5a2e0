"""Contracts that already live, and the features of autocalls: test/reference/seasoned.json.

Each row is a contract and a market as contract/price takes them. What has a closed form or a quadrature is computed by it; the rest by
plain Monte Carlo in double precision (numpy's PCG64, antithetic normals), which shares nothing with the engine and keeps its standard
error in the row. Requires QuantLib 1.44, numpy and scipy:

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/seasoned.py
"""
import datetime
import json
import math
import os

import numpy as np
import QuantLib as ql
from scipy.integrate import quad
from scipy.stats import norm

TODAY = "2026-06-01"
RATE = 0.03
SPX = {"spot": 104.0, "volatility": 0.22, "dividend": 0.01}
NDX = {"spot": 55.0, "volatility": 0.3, "dividend": 0.005}
CORRELATION = 0.6
HISTORY = {
    "SPX": [("2025-06-02", 100.0), ("2025-09-01", 108.0), ("2025-12-01", 97.5), ("2026-03-02", 94.0), ("2026-05-01", 101.0)],
    "NDX": [("2025-06-02", 60.0), ("2025-09-01", 66.0), ("2025-12-01", 57.0), ("2026-03-02", 50.0), ("2026-05-01", 54.0)],
}
DATES = ["2025-09-01", "2025-12-01", "2026-03-02", "2026-09-01", "2026-12-01", "2027-03-01"]


def years(day, start=TODAY):
    return (datetime.date.fromisoformat(day) - datetime.date.fromisoformat(start)).days / 365


def fixing(name, day):
    return dict(HISTORY[name]).get(day)


def market(*names, history=HISTORY):
    assets = {name: {"SPX": SPX, "NDX": NDX}[name] for name in names}
    return {
        "assets": assets,
        **({"correlations": [{"asset1": "SPX", "asset2": "NDX", "correlation": CORRELATION}]} if len(names) > 1 else {}),
        "rate": RATE,
        "valuationDate": TODAY,
        "fixings": {name: [{"date": day, "value": value} for day, value in history[name]] for name in names},
    }


def black(forward, strike, deviation, sign):
    if strike <= 0:
        return max(sign * (forward - strike), 0.0)
    d1 = math.log(forward / strike) / deviation + deviation / 2
    return sign * (forward * norm.cdf(sign * d1) - strike * norm.cdf(sign * (d1 - deviation)))


def forward(asset, t):
    return asset["spot"] * math.exp((RATE - asset["dividend"]) * t)


# --- closed forms and quadratures -----------------------------------------------------------------------------------------------------


def asian_one_left(spec):
    """One date to come, which is the expiry: an option on the spot with a shifted strike."""
    known = [fixing("SPX", day) for day in spec["observationDates"] if day < TODAY]
    n, t = len(known) + 1, years(spec["expiry"])
    sign = 1 if spec["type"] == "asian_call" else -1
    shifted = n * spec["strike"] - sum(known)
    return math.exp(-RATE * t) / n * black(forward(SPX, t), shifted, SPX["volatility"] * math.sqrt(t), sign)


def asian_two_left(spec):
    """Two dates to come: the first integrated, the second by Black's formula given it."""
    known = [fixing("SPX", day) for day in spec["observationDates"] if day < TODAY]
    first, second = (years(day) for day in spec["observationDates"] if day > TODAY)
    n, sign, v = len(known) + 2, 1 if spec["type"] == "asian_call" else -1, SPX["volatility"]
    shifted = n * spec["strike"] - sum(known)

    def given(z):
        spot = forward(SPX, first) * math.exp(v * math.sqrt(first) * z - v * v * first / 2)
        onwards = spot * math.exp((RATE - SPX["dividend"]) * (second - first))
        return norm.pdf(z) * black(onwards, shifted - spot, v * math.sqrt(second - first), sign)

    value = sum(quad(given, a, a + 2, epsabs=1e-13, epsrel=1e-13)[0] for a in range(-10, 10, 2))
    return math.exp(-RATE * second) / n * value


def quantlib():
    today = ql.Date(1, 6, 2026)
    ql.Settings.instance().evaluationDate = today
    day_count = ql.Actual365Fixed()
    flat = lambda x: ql.YieldTermStructureHandle(ql.FlatForward(today, x, day_count))
    volatility = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), SPX["volatility"], day_count))
    return ql.BlackScholesMertonProcess(ql.QuoteHandle(ql.SimpleQuote(SPX["spot"])), flat(SPX["dividend"]), flat(RATE), volatility)


def ql_date(day):
    return ql.Date(day, "%Y-%m-%d")


def geometric_asian(spec):
    known = [fixing("SPX", day) for day in spec["observationDates"] if day < TODAY]
    to_come = [ql_date(day) for day in spec["observationDates"] if day > TODAY]
    payoff = ql.PlainVanillaPayoff(ql.Option.Call if spec["type"] == "asian_call" else ql.Option.Put, spec["strike"])
    option = ql.DiscreteAveragingAsianOption(
        ql.Average.Geometric, math.prod(known), len(known), to_come, payoff, ql.EuropeanExercise(ql_date(spec["expiry"]))
    )
    option.setPricingEngine(ql.AnalyticDiscreteGeometricAveragePriceAsianEngine(quantlib()))
    return option.NPV()


def lookback(spec):
    call = spec["type"] == "lookback_call"
    kind, exercise = ql.Option.Call if call else ql.Option.Put, ql.EuropeanExercise(ql_date(spec["expiry"]))
    if "strike" in spec:
        option = ql.ContinuousFixedLookbackOption(spec["extremeSoFar"], ql.PlainVanillaPayoff(kind, spec["strike"]), exercise)
        option.setPricingEngine(ql.AnalyticContinuousFixedLookbackEngine(quantlib()))
    else:
        option = ql.ContinuousFloatingLookbackOption(spec["extremeSoFar"], ql.FloatingTypePayoff(kind), exercise)
        option.setPricingEngine(ql.AnalyticContinuousFloatingLookbackEngine(quantlib()))
    return option.NPV()


def variance_swap(spec):
    """The realised part, the return in progress and those to come, each with its mean."""
    days, v = spec["observationDates"], SPX["volatility"]
    levels = [fixing("SPX", spec["startDate"])] + [fixing("SPX", day) for day in days if day < TODAY]
    realised = sum(math.log(b / a) ** 2 for a, b in zip(levels, levels[1:]))
    drift, expected, before, so_far = RATE - SPX["dividend"] - v * v / 2, 0.0, 0.0, math.log(SPX["spot"] / levels[-1])
    for t in (years(day) for day in days if day > TODAY):
        expected += (so_far + drift * (t - before)) ** 2 + v * v * (t - before)
        before, so_far = t, 0.0
    scale = spec.get("periodsPerYear", 252) / len(days)
    return math.exp(-RATE * years(spec["expiry"])) * ((realised + expected) * scale - spec["strikeVolatility"] ** 2)


def cliquet(spec):
    """Without bounds on the sum, each return is a cap and a floor of its own."""
    days, floor, cap, v = spec["observationDates"], spec["localFloor"], spec["localCap"], SPX["volatility"]
    levels = [fixing("SPX", spec["startDate"])] + [fixing("SPX", day) for day in days if day < TODAY]
    value = sum(max(floor, min(cap, b / a - 1)) for a, b in zip(levels, levels[1:]))
    before, ratio = 0.0, SPX["spot"] / levels[-1]
    for t in (years(day) for day in days if day > TODAY):
        mean, deviation = ratio * math.exp((RATE - SPX["dividend"]) * (t - before)), v * math.sqrt(t - before)
        value += floor + black(mean, 1 + floor, deviation, 1) - black(mean, 1 + cap, deviation, 1)
        before, ratio = t, 1.0
    return math.exp(-RATE * years(days[-1])) * value


# --- plain Monte Carlo ----------------------------------------------------------------------------------------------------------------

BLOCK = 1 << 14


def paths(rng, names, times):
    """Spots of antithetic pairs at increasing times: one array per asset, paths by times."""
    n, m = BLOCK // 2, len(times)
    steps = np.diff(np.concatenate([[0.0], times]))
    normals = rng.standard_normal((2, n, m))
    normals = np.concatenate([normals, -normals], axis=1)
    second = CORRELATION * normals[0] + math.sqrt(1 - CORRELATION**2) * normals[1]
    spots = {}
    for name, z in (("SPX", normals[0]), ("NDX", second)):
        asset = {"SPX": SPX, "NDX": NDX}[name]
        v = asset["volatility"]
        logs = np.cumsum((RATE - asset["dividend"] - v * v / 2) * steps + v * np.sqrt(steps) * z, axis=1)
        spots[name] = asset["spot"] * np.exp(logs)
    return [spots[name] for name in names]


def estimate(value, blocks, seed):
    """Mean and standard error: the two paths of an antithetic pair are one sample."""
    rng = np.random.Generator(np.random.PCG64(seed))
    samples = []
    for _ in range(blocks):
        values = value(rng)
        samples.append((values[: BLOCK // 2] + values[BLOCK // 2 :]) / 2)
    samples = np.concatenate(samples)
    return float(samples.mean()), float(samples.std(ddof=1) / math.sqrt(samples.size))


def one_asset(spec, payoff, times):
    discount = math.exp(-RATE * years(spec.get("expiry", spec["observationDates"][-1])))
    return lambda rng: discount * payoff(paths(rng, ["SPX"], np.array(times))[0])


def asian_monte_carlo(spec):
    sign = 1 if spec["type"] == "asian_call" else -1
    days = sorted(set(spec["observationDates"] + spec.get("strikeDates", [])))
    ahead = [day for day in days if day > TODAY]

    def average(spots, of):
        columns = [spots[:, ahead.index(day)] if day > TODAY else np.full(len(spots), fixing("SPX", day)) for day in of]
        logs = spec.get("averaging") == "geometric"
        return np.exp(np.mean(np.log(columns), axis=0)) if logs else np.mean(columns, axis=0)

    def payoff(spots):
        strike = average(spots, spec["strikeDates"]) if "strikeDates" in spec else spec["strike"]
        return np.maximum(sign * (average(spots, spec["observationDates"]) - strike), 0)

    return one_asset(spec, payoff, [years(day) for day in ahead])


def lookback_monte_carlo(spec):
    """A call with a strike: the highest fixing, with that of the start."""
    known = [fixing("SPX", spec["startDate"])] + [fixing("SPX", day) for day in spec["observationDates"] if day < TODAY]
    highest = lambda spots: np.maximum(spots.max(axis=1), max(known))
    return one_asset(spec, lambda spots: np.maximum(highest(spots) - spec["strike"], 0), [years(d) for d in spec["observationDates"] if d > TODAY])


def cliquet_monte_carlo(spec):
    levels = [fixing("SPX", spec["startDate"])] + [fixing("SPX", day) for day in spec["observationDates"] if day < TODAY]

    def payoff(spots):
        all_levels = [np.full(len(spots), level) for level in levels] + list(spots.T)
        returns = sum(np.clip(b / a - 1, spec["localFloor"], spec["localCap"]) for a, b in zip(all_levels, all_levels[1:]))
        return np.clip(returns, spec["globalFloor"], spec["globalCap"])

    return one_asset(spec, payoff, [years(day) for day in spec["observationDates"] if day > TODAY])


def autocall_monte_carlo(spec):
    names, days = spec["underlyings"], spec["observationDates"]
    initial = spec.get("initialFixings") or [fixing(name, spec["startDate"]) for name in names]
    ahead = [years(day) for day in days if day > TODAY]
    watched, level = spec.get("protectionMonitoring", "final"), spec["protectionBarrier"]
    last = ahead[-1]
    n = max(1, round(252 * last))
    daily = [last if i == n else i * last / n for i in range(1, n + 1)]
    times = np.unique(np.round(np.array(ahead + (daily if watched == "daily" else [])), 12))
    at = [int(np.argmin(np.abs(times - t))) for t in ahead]
    checked = [int(np.argmin(np.abs(times - t))) for t in daily] if watched == "daily" else []

    def value(rng):
        performances = [spots / start for spots, start in zip(paths(rng, names, times), initial)]
        count = performances[0].shape[0]
        alive, missed, total = np.ones(count), np.zeros(count), np.zeros(count)
        lost = np.zeros(count, dtype=bool) | ("knocked" in spec)
        for i, day in enumerate(days):
            if day > TODAY:
                column = at[i - (len(days) - len(ahead))]
                worst = np.min([p[:, column] for p in performances], axis=0)
                discount = math.exp(-RATE * years(day))
            else:
                worst = np.full(count, min(fixing(name, day) / start for name, start in zip(names, initial)))
                discount = 0.0
                lost |= worst <= level
            earned = worst >= spec["couponBarrier"]
            total += alive * discount * earned * spec["couponRate"] * (1 + (missed if spec["memoryCoupon"] else 0))
            missed = np.where(earned, 0, missed + 1)
            called = worst >= (spec["callBarriers"][i] if "callBarriers" in spec else spec["callBarrier"])
            if i == len(days) - 1:
                if watched == "daily":
                    for p in performances:
                        lost |= (p[:, checked] <= level).any(axis=1)
                share = 1.0 * lost
                if watched == "continuous":
                    share = 1.0 * lost if lost.all() else np.where(lost, 1.0, 1 - clear(performances, names, initial, times, level))
                if watched == "final":
                    share = 1.0 * (worst < level)
                fallen = np.minimum(1, worst / spec["airbag"]) if "airbag" in spec else worst if watched == "final" else np.minimum(1, worst)
                redemption = np.where(called, 1.0, share * fallen + 1 - share)
                total += alive * discount * (redemption + spec.get("participation", 0) * np.maximum(worst - 1, 0))
            else:
                total += alive * discount * called
            alive = alive * ~called
        return total

    return value


def clear(performances, names, initial, times, level):
    """Probability given the dates that one asset stayed above a level: Brownian bridges between them."""
    (p,), (name,), (start,) = performances, names, initial
    asset = {"SPX": SPX, "NDX": NDX}[name]
    logs = np.log(np.concatenate([np.full((len(p), 1), asset["spot"] / start), p], axis=1) / level)
    steps = np.diff(np.concatenate([[0.0], times]))
    below = (logs <= 0).any(axis=1)
    product = np.maximum(logs[:, :-1], 0) * np.maximum(logs[:, 1:], 0)
    survived = np.prod(1 - np.exp(-2 * product / (asset["volatility"] ** 2 * steps)), axis=1)
    return np.where(below, 0, survived)


# --- rows -----------------------------------------------------------------------------------------------------------------------------

asian = {"underlying": "SPX", "strike": 100.0, "observationDates": DATES, "expiry": DATES[-1]}
short = {**asian, "observationDates": DATES[:4], "expiry": DATES[3]}
two = {**asian, "observationDates": DATES[:5], "expiry": DATES[4]}
WEEKS = [str(datetime.date(2026, 6, 8) + datetime.timedelta(weeks=i)) for i in range(26)]
realised = {"type": "variance_swap", "underlying": "SPX", "strikeVolatility": 0.2, "startDate": "2025-06-02", "periodsPerYear": 4.0}
note = {
    "type": "worst_of_autocall",
    "productType": "phoenix",
    "underlyings": ["SPX", "NDX"],
    "observationDates": ["2025-12-01", "2026-03-02", "2026-12-01", "2027-06-01", "2028-06-01"],
    "callBarriers": [1.0, 1.0, 0.95, 0.9, 0.85],
    "couponBarrier": 0.8,
    "protectionBarrier": 0.6,
    "couponRate": 0.06,
    "memoryCoupon": True,
    "startDate": "2025-06-02",
}
fresh = {key: value for key, value in note.items() if key != "startDate"} | {
    "observationDates": ["2026-12-01", "2027-06-01", "2028-06-01"],
    "callBarriers": [1.0, 0.95, 0.9],
    "initialFixings": [100.0, 50.0],
}
single = {**fresh, "underlyings": ["SPX"], "initialFixings": [100.0]}
without = lambda spec, *names: {key: value for key, value in spec.items() if key not in names}

EXACT = [
    ("asian_call_one_left", {"type": "asian_call", **short}, asian_one_left, "Black's formula with a shifted strike"),
    ("asian_put_one_left", {"type": "asian_put", **short}, asian_one_left, "Black's formula with a shifted strike"),
    ("asian_call_sure", {"type": "asian_call", **short, "strike": 70.0}, asian_one_left, "forward: the strike left is below 0"),
    ("asian_call_two_left", {"type": "asian_call", **two}, asian_two_left, "quadrature"),
    ("asian_put_two_left", {"type": "asian_put", **two, "strike": 105.0}, asian_two_left, "quadrature"),
    ("geometric_call", {"type": "asian_call", **asian, "averaging": "geometric"}, geometric_asian, "QuantLib 1.44, closed form"),
    ("geometric_put", {"type": "asian_put", **asian, "averaging": "geometric", "strike": 104.0}, geometric_asian, "QuantLib 1.44, closed form"),
    (
        "lookback_fixed_call",
        {"type": "lookback_call", "underlying": "SPX", "strike": 110.0, "expiry": "2027-03-01", "startDate": "2025-06-02", "extremeSoFar": 112.0},
        lookback,
        "QuantLib 1.44, closed form",
    ),
    (
        "lookback_floating_call",
        {"type": "lookback_call", "underlying": "SPX", "expiry": "2027-03-01", "startDate": "2025-06-02", "extremeSoFar": 92.0},
        lookback,
        "QuantLib 1.44, closed form",
    ),
    (
        "lookback_floating_put",
        {"type": "lookback_put", "underlying": "SPX", "expiry": "2027-03-01", "extremeSoFar": 112.0},
        lookback,
        "QuantLib 1.44, closed form",
    ),
    ("variance_swap_seasoned", {**realised, "observationDates": DATES, "expiry": DATES[-1]}, variance_swap, "realised part and forward part"),
    (
        "variance_swap_weekly",
        {**realised, "startDate": "2026-05-01", "periodsPerYear": 52.0, "observationDates": WEEKS, "expiry": WEEKS[-1]},
        variance_swap,
        "realised part and forward part",
    ),
    (
        "cliquet_local_bounds",
        {"type": "cliquet", "underlying": "SPX", "observationDates": DATES, "startDate": "2025-06-02", "localFloor": -0.05, "localCap": 0.06},
        cliquet,
        "caps and floors by Black's formula",
    ),
]
SIMULATED = [
    ("asian_call", {"type": "asian_call", **asian}, asian_monte_carlo, 64),
    (
        "asian_averaging_in",
        {**without(asian, "strike"), "type": "asian_call", "strikeDates": ["2026-03-02", "2026-05-01", "2026-09-01"], "observationDates": DATES[3:]},
        asian_monte_carlo,
        64,
    ),
    (
        "asian_averaging_in_geometric",
        {**without(asian, "strike"), "type": "asian_put", "averaging": "geometric", "strikeDates": ["2026-05-01", "2026-09-01"], "observationDates": DATES[2:]},
        asian_monte_carlo,
        64,
    ),
    (
        "lookback_dates",
        {"type": "lookback_call", "underlying": "SPX", "strike": 100.0, "observationDates": DATES, "startDate": "2025-06-02", "expiry": DATES[-1]},
        lookback_monte_carlo,
        64,
    ),
    (
        "cliquet_global_bounds",
        {
            **{"type": "cliquet", "underlying": "SPX", "observationDates": DATES, "startDate": "2025-06-02"},
            **{"localFloor": -0.05, "localCap": 0.06, "globalFloor": 0.0, "globalCap": 0.15},
        },
        cliquet_monte_carlo,
        64,
    ),
    ("autocall_step_down", fresh, autocall_monte_carlo, 64),
    ("autocall_step_down_one_asset", {**single, "memoryCoupon": False}, autocall_monte_carlo, 64),
    ("autocall_seasoned_memory", note, autocall_monte_carlo, 64),
    ("autocall_airbag", {**fresh, "airbag": 0.7, "protectionBarrier": 0.7}, autocall_monte_carlo, 64),
    ("autocall_participation", {**fresh, "callBarriers": [1.1, 1.1, 1.1], "participation": 0.8}, autocall_monte_carlo, 64),
    ("autocall_daily_protection", {**fresh, "protectionMonitoring": "daily"}, autocall_monte_carlo, 12),
    ("autocall_daily_one_asset", {**single, "protectionMonitoring": "daily", "protectionBarrier": 0.75}, autocall_monte_carlo, 12),
    ("autocall_continuous_one_asset", {**single, "protectionMonitoring": "continuous", "protectionBarrier": 0.75}, autocall_monte_carlo, 64),
    (
        "autocall_everything",
        {**note, "protectionMonitoring": "daily", "protectionBarrier": 0.65, "airbag": 0.8, "participation": 0.5, "callBarriers": [1.05] * 5},
        autocall_monte_carlo,
        12,
    ),
    (
        "autocall_knocked",
        {**note, "protectionMonitoring": "continuous", "knocked": "2026-04-07", "airbag": 0.9},
        autocall_monte_carlo,
        64,
    ),
]

rows = []
for name, spec, exact, method in EXACT:
    rows.append(
        {
            "id": name,
            "source": "test/reference/generate/seasoned.py",
            "method": method,
            "inputs": {"contract": spec, "market": market("SPX")},
            "expected": {"price": float(exact(spec))},
            "tolerance": {"abs": 1e-6, "why": "exact; single precision and 4 standard errors of the engine besides"},
        }
    )
for seed, (name, spec, simulate, blocks) in enumerate(SIMULATED):
    price, error = estimate(simulate(spec), blocks, seed)
    names = spec.get("underlyings", ["SPX"])
    rows.append(
        {
            "id": name,
            "source": "test/reference/generate/seasoned.py",
            "method": f"plain Monte Carlo, {blocks * BLOCK} antithetic paths",
            "inputs": {"contract": spec, "market": market(*names)},
            "expected": {"price": price},
            "tolerance": {"abs": 4 * error, "why": "4 standard errors of this estimate; 4 of the engine's besides"},
            "standardError": error,
        }
    )
    print(name, price, error, flush=True)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "seasoned.json"), "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
