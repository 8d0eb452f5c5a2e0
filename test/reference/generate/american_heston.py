"""Writes test/reference/american_heston.json: American and Bermudan options under Heston by QuantLib's finite differences.

Needs QuantLib (PyPI, pinned below). QuantLib's own FdHestonVanillaEngine truncates the domain at a quantile of 1e-4, which costs up to
0.2 % at a volatility of variance of 1 and a correlation of -0.9. So the meshers are built here: log-spot over a domain wide enough that
the European price converges to the transform's, concentrated at the strike; variance concentrated at zero.

Each value is the one of the finer of two grids (each step halved), extrapolated (h^2), less the European price's own error on the same
grids. The tolerance covers the difference between the two grids.

Exercise dates must be whole days, so time is scaled such that each exercise period has a whole number of days (kappa, theta, sigma, v0
and the rates are scaled with it, which leaves prices unchanged).

Usage: python3 test/reference/generate/american_heston.py > test/reference/american_heston.json
"""

import json
import math
import sys

import QuantLib as ql

assert ql.__version__ == "1.44", f"the table was made with QuantLib 1.44; this is {ql.__version__}"


def horizon_of(days):
    return days / 365.0


def heston(row, days):
    """The process and payoff of a row on a time axis of `days` days."""
    scale = row["time"] / horizon_of(days)
    today = ql.Date(1, 1, 2026)
    ql.Settings.instance().evaluationDate = today
    day_count = ql.Actual365Fixed()
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate * scale, day_count))
    process = ql.HestonProcess(
        flat(row["rate"]), flat(row["dividend"]), ql.QuoteHandle(ql.SimpleQuote(row["spot"])),
        row["v0"] * scale, row["kappa"] * scale, row["theta"] * scale, row["sigma"] * scale, row["rho"])
    payoff = ql.PlainVanillaPayoff(ql.Option.Put if row["optionType"] == "put" else ql.Option.Call, row["strike"])
    return process, payoff, today, day_count


def european_exact(row):
    days = 365
    process, payoff, today, _ = heston(row, days)
    option = ql.VanillaOption(payoff, ql.EuropeanExercise(today + days))
    option.setPricingEngine(ql.AnalyticHestonEngine(ql.HestonModel(process), 1e-12, 100000))
    return option.NPV()


def finite_differences(row, kind, time_steps, spot_steps, variance_steps):
    dates = row["numSteps"]
    period = max(1, round(364 / dates))
    days = dates * period
    process, payoff, today, day_count = heston(row, days)
    end, horizon = today + days, horizon_of(days)
    scale = row["time"] / horizon_of(days)
    v0, kappa, theta, sigma = (row[name] * scale for name in ("v0", "kappa", "theta", "sigma"))
    mean = theta + (v0 - theta) * (1 - math.exp(-kappa * horizon)) / (kappa * horizon) if kappa > 0 else v0
    memory = min(horizon, 1 / kappa) if kappa > 0 else horizon
    total = mean * horizon
    half = min(14.0, max(8 * math.sqrt(total), 6 * math.sqrt(total + sigma * math.sqrt(mean * horizon) * memory)))
    log_strike, log_spot = math.log(row["strike"]), math.log(row["spot"])
    spots = ql.Concentrating1dMesher(
        min(log_strike, log_spot) - half, max(log_strike, log_spot) + 0.7 * half, spot_steps, (log_strike, 0.02), False)
    top = max(8 * max(v0, theta), max(v0, theta) + 12 * sigma * math.sqrt(max(v0, theta) * memory))
    variances = ql.Concentrating1dMesher(0.0, top, variance_steps, (0.0, 0.004), False)
    mesher = ql.FdmMesherComposite(spots, variances)
    inner = ql.FdmLogInnerValue(payoff, mesher, 0)
    exercise = {
        "european": lambda: ql.EuropeanExercise(end),
        "bermudan": lambda: ql.BermudanExercise([today + period * (i + 1) for i in range(dates)]),
        "american": lambda: ql.AmericanExercise(today, end),
    }[kind]()
    condition = ql.FdmStepConditionComposite.vanillaComposite(ql.DividendSchedule(), exercise, mesher, inner, today, day_count)
    desc = ql.FdmSolverDesc(mesher, ql.FdmBoundaryConditionSet(), condition, inner, horizon, time_steps, 0)
    return ql.FdmHestonSolver(process, desc, ql.FdmSchemeDesc.ModifiedCraigSneyd()).valueAt(row["spot"], v0)


COARSE, FINE = (200, 400, 100), (400, 800, 200)
LONG = (800, 400, 100)


def value(row):
    exact = european_exact(row)
    runs = {}
    for name, grid in (("coarse", COARSE), ("fine", FINE)):
        runs[name] = {kind: finite_differences(row, kind, *grid) for kind in ("european", "bermudan")}
    corrected = {name: run["bermudan"] - run["european"] + exact for name, run in runs.items()}
    bermudan = corrected["fine"] + (corrected["fine"] - corrected["coarse"]) / 3
    # Continuous exercise beyond the dates: explicit projection each step has an error of first order in the step.
    middle = (400, 400, 100)
    continuous = 2 * finite_differences(row, "american", *LONG) - finite_differences(row, "american", *middle)
    beyond = continuous - finite_differences(row, "bermudan", *middle)
    intrinsic = max((1 if row["optionType"] == "call" else -1) * (row["spot"] - row["strike"]), 0.0)
    bermudan = max(bermudan, intrinsic)
    return {
        "european": exact,
        "bermudan": bermudan,
        "american": max(bermudan + max(beyond, 0.0), intrinsic),
        "europeanError": runs["fine"]["european"] - exact,
        "gridDifference": corrected["fine"] - corrected["coarse"],
    }


BASE = dict(spot=100, strike=100, rate=0.05, dividend=0.0, time=1, optionType="put", v0=0.04, kappa=1.5, theta=0.04, sigma=0.3, rho=-0.7, numSteps=50)


def rows():
    # The cases of the issue that found the prices too low.
    yield dict(BASE)
    yield dict(BASE, sigma=0.6)
    yield dict(BASE, kappa=2, theta=0.06, sigma=0.8, rho=-0.8)
    yield dict(BASE, sigma=1, rho=-0.9)
    # Correlation and volatility of variance.
    for rho in (-0.95, -0.7, -0.3, 0.0, 0.5, 0.95):
        for sigma in (0.1, 0.5, 1.0, 1.5):
            yield dict(BASE, rho=rho, sigma=sigma, kappa=2, theta=0.06, dividend=0.02)
    # The parameters of Ikonen and Toivanen (2008), Numer. Methods PDE 24(1).
    for v0 in (0.0625, 0.25):
        for spot in (8, 9, 10, 11, 12):
            yield dict(BASE, spot=spot, strike=10, rate=0.1, time=0.25, v0=v0, kappa=5, theta=0.16, sigma=0.9, rho=0.1)
    # Moneyness and time, puts.
    for time, steps in ((0.25, 13), (2, 50), (5, 50)):
        for spot in (70, 90, 110, 130):
            yield dict(BASE, time=time, numSteps=steps, spot=spot, sigma=0.6, kappa=1)
    # Calls that dividends make worth exercising, and a negative rate.
    for spot in (80, 100, 120):
        yield dict(BASE, optionType="call", rate=0.02, dividend=0.06, spot=spot, sigma=0.5)
        yield dict(BASE, optionType="call", rate=-0.01, dividend=0.03, spot=spot, time=2, numSteps=50, sigma=0.8, rho=-0.5)
    # More dividend than rate, a long-dated put, high variance, slow reversion.
    yield dict(BASE, rate=0.02, dividend=0.05, time=3, numSteps=50, sigma=0.7)
    yield dict(BASE, v0=0.25, theta=0.16, sigma=1, rho=-0.6, time=2, numSteps=50)
    yield dict(BASE, kappa=0.3, sigma=0.9, rho=-0.95, time=5, numSteps=50)
    yield dict(BASE, v0=0.01, theta=0.09, kappa=4, sigma=0.4, rho=0.3)


def entry(i, row, found):
    return {
        "id": f"american_heston_{i + 1:02d}",
        "source": "QuantLib 1.44 FdmHestonSolver, test/reference/generate/american_heston.py",
        "method": "modified Craig-Sneyd finite differences on two grids (200 x 400 x 100, 400 x 800 x 200), extrapolated, European error removed",
        "inputs": {name: row[name] for name in BASE},
        "expected": {name: round(found[name], 7) for name in ("bermudan", "american", "european")},
        "tolerance": {
            "abs": round(max(2e-4 * found["bermudan"], abs(found["gridDifference"]), 2e-6 * row["strike"]), 7),
            "why": "2e-4 of the price, the difference between the two grids, or 2e-6 of the strike, whichever is largest",
        },
        "europeanErrorOnFineGrid": round(found["europeanError"], 7),
    }


def main():
    table = []
    for i, row in enumerate(rows()):
        found = value(row)
        table.append(entry(i, row, found))
        print(i + 1, row["sigma"], row["rho"], found, file=sys.stderr, flush=True)
    json.dump(table, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
