"""Writes test/reference/american_heston_dividends.json: American options under Heston with dividends on dates, by QuantLib.

FdHestonVanillaEngine with a schedule of dividends, in the spot model: the spot falls by the amount on the ex-date. Its grid truncates the
domain at a quantile, so the error of the European option without dividends on the same grid, which the transform gives exactly, is taken
off. Two grids, extrapolated (h^2). QuantLib's engine takes cash alone, so a proportional
dividend is a yield over one day, with whole numbers of time steps per day: over the day before its ex-date for a put, which is exercised right
after it, and over the day from it for a call, which is exercised right before it. The tolerance covers the difference between the two
grids.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/american_heston_dividends.py > test/reference/american_heston_dividends.json
"""

import json
import math
import sys

import QuantLib as ql

assert ql.__version__ == "1.44", f"the table was made with QuantLib 1.44; this is {ql.__version__}"

TODAY = ql.Date(1, 1, 2026)
DAYS = 365
GRIDS = ((100, 200, 50), (200, 400, 100))


def day(time):
    return TODAY + round(time * DAYS)


def schedule(row):
    """The dividends in cash; a proportion is in the yield (see `yield_of`)."""
    return [ql.FixedDividend(one["amount"], day(one["time"])) for one in row["dividends"] if "amount" in one]


def yield_of(row, dividends):
    """The dividend yield, with each proportion paid over the day that begins or ends with its ex-date."""
    late = row["optionType"] == "call"
    shares = {day(one["time"]) + late: one["proportion"] for one in row["dividends"] if dividends and "proportion" in one}
    dates, factors, left = [TODAY], [1.0], 1.0
    for date in sorted({at for ex in shares for at in (ex - 1, ex)} | {TODAY + 20 * DAYS}):
        left *= 1 - shares.get(date, 0)
        dates.append(date)
        factors.append(left * math.exp(-row["dividend"] * (date - TODAY) / DAYS))
    return ql.YieldTermStructureHandle(ql.DiscountCurve(dates, factors, ql.Actual365Fixed()))


def value(row, american, dividends, grid):
    ql.Settings.instance().evaluationDate = TODAY
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, ql.Actual365Fixed()))
    process = ql.HestonProcess(
        flat(row["rate"]), yield_of(row, dividends), ql.QuoteHandle(ql.SimpleQuote(row["spot"])),
        row["v0"], row["kappa"], row["theta"], row["sigma"], row["rho"])
    end = day(row["time"])
    exercise = ql.AmericanExercise(TODAY, end) if american else ql.EuropeanExercise(end)
    payoff = ql.PlainVanillaPayoff(ql.Option.Put if row["optionType"] == "put" else ql.Option.Call, row["strike"])
    option = ql.VanillaOption(payoff, exercise)
    model = ql.HestonModel(process)
    engine = (
        ql.AnalyticHestonEngine(model, 1e-12, 100000)
        if grid is None
        else ql.FdHestonVanillaEngine(model, schedule(row) if dividends else [], *grid, 0, ql.FdmSchemeDesc.ModifiedCraigSneyd())
    )
    option.setPricingEngine(engine)
    return option.NPV()


def priced(row):
    exact = value(row, False, False, None)
    runs = []
    times = 3.65 if any("proportion" in one for one in row["dividends"]) else 1
    for steps, *nodes in GRIDS:
        grid = (round(times * steps), *nodes)
        error = value(row, False, False, grid) - exact
        runs.append([value(row, american, True, grid) - error for american in (True, False)])
    coarse, fine = runs
    american, european = [f + (f - c) / 3 for c, f in zip(coarse, fine)]
    return american, european, fine[0] - coarse[0], error


CASH = [{"time": 60 / 365, "amount": 2.0}, {"time": 240 / 365, "amount": 2.0}]
BASE = dict(
    spot=100, strike=100, rate=0.05, dividend=0.0, time=1, optionType="put",
    v0=0.04, kappa=1.5, theta=0.04, sigma=0.3, rho=-0.7, dividends=CASH)


def rows():
    for rho in (-0.9, -0.3, 0.5):
        for sigma in (0.1, 0.5):
            yield dict(BASE, rho=rho, sigma=sigma)
    for strike in (85, 115):
        yield dict(BASE, strike=strike)
        yield dict(BASE, strike=strike, optionType="call", dividends=[{"time": 180 / 365, "amount": 6.0}])
    yield dict(BASE, optionType="call", dividends=[{"time": 330 / 365, "amount": 5.0}])
    yield dict(BASE, dividends=[{"time": 0.4, "proportion": 0.03}])
    yield dict(BASE, optionType="call", strike=90, dividends=[{"time": 0.6, "proportion": 0.08}])
    yield dict(BASE, dividends=[{"time": 0.2, "amount": 1.5}, {"time": 0.6, "proportion": 0.02}])
    yield dict(BASE, time=0.2, dividends=[{"time": 30 / 365, "amount": 3.0}], kappa=3, sigma=0.6)
    yield dict(BASE, time=3, dividends=[{"time": (i + 0.4), "amount": 3.0} for i in range(3)], theta=0.06, sigma=0.5, rho=-0.5)
    yield dict(BASE, optionType="call", rate=-0.01, dividend=0.01, time=2, dividends=[{"time": 0.4, "amount": 10.0}, {"time": 1.4, "amount": 10.0}])
    yield dict(BASE, v0=0.16, theta=0.09, sigma=0.8, rho=-0.6, dividends=[{"time": 0.4, "amount": 15.0}])


def main():
    table = []
    for i, row in enumerate(rows()):
        american, european, between, error = priced(row)
        table.append({
            "id": f"american_heston_dividends_{i + 1:02d}",
            "source": "QuantLib 1.44 FdHestonVanillaEngine, test/reference/generate/american_heston_dividends.py",
            "method": "modified Craig-Sneyd finite differences with a dividend schedule on two grids (100 x 200 x 50, 200 x 400 x 100), extrapolated, error of the European option without dividends removed",
            "inputs": row,
            "expected": {"american": round(american, 7), "european": round(european, 7)},
            "tolerance": {
                "abs": round(max(5e-4 * american, abs(between)), 7),
                "why": "5e-4 of the price, of the truncated domain, or the difference between the two grids, whichever is larger",
            },
            "europeanErrorOnFineGrid": round(error, 7),
        })
        print(i + 1, american, european, between, error, file=sys.stderr, flush=True)
    json.dump(table, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
