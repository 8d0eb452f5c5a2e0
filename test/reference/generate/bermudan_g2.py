"""Bermudan swaptions under the G2++ model: test/reference/bermudan_g2.json.

Backward induction over the exercise dates: values on a grid of both factors, between its nodes by bicubic splines, and expectations in the forward
measure of the next exercise date (Brigo and Mercurio 2006, 4.2), in which the factors are normal, by the trapezoidal rule. QuantLib's finite
differences (FdG2SwaptionEngine, Hundsdorfer's scheme) on three grids, extrapolated to a spacing of zero, stand beside it: they are off by up to
3e-4 of the price, by more than their grids differ. Requires:

    pip install QuantLib==1.44 numpy==2.4.6 scipy==1.17.1 && python test/reference/generate/bermudan_g2.py
"""
import json
import os

import numpy as np
import QuantLib as ql
from scipy.interpolate import RectBivariateSpline

# id, side, fixed rate, exercise years, maturity, fixed and floating payments per year, flat rate, (a, sigma, b, eta, rho)
CASES = [
    ("payer", "payer", 0.03, range(1, 10), 10, 1, 1, 0.03, (0.05, 0.010, 0.40, 0.009, -0.6)),
    ("receiver", "receiver", 0.03, range(1, 10), 10, 1, 1, 0.03, (0.05, 0.010, 0.40, 0.009, -0.6)),
    ("payer_in_the_money", "payer", 0.02, range(1, 8), 8, 1, 2, 0.04, (0.10, 0.008, 0.02, 0.006, 0.3)),
    ("receiver_out_of_the_money", "receiver", 0.02, range(1, 8), 8, 1, 2, 0.04, (0.10, 0.008, 0.02, 0.006, 0.3)),
    ("payer_half_yearly", "payer", 0.025, [k / 2 for k in range(2, 10)], 5, 2, 2, 0.025, (0.30, 0.012, 0.05, 0.010, -0.8)),
    ("receiver_negative_rates", "receiver", -0.002, range(1, 7), 7, 1, 2, -0.004, (0.05, 0.006, 0.50, 0.006, -0.3)),
    ("payer_correlation_near_minus_one", "payer", 0.03, [2, 4, 6], 9, 1, 2, 0.03, (0.60, 0.014, 0.05, 0.012, -0.95)),
    ("receiver_correlation_near_one", "receiver", 0.035, [2, 4, 6], 9, 1, 2, 0.03, (0.60, 0.008, 0.05, 0.006, 0.95)),
    ("payer_small_second_factor", "payer", 0.03, [1, 3, 5], 7, 1, 2, 0.03, (0.03, 0.010, 0.50, 0.0005, 0.2)),
    ("receiver_large_second_factor", "receiver", 0.03, [1, 3, 5], 7, 1, 2, 0.03, (0.03, 0.003, 0.80, 0.025, -0.2)),
]
NOTIONAL = 100.0


def value(case, engine_of):
    _, side, rate, years, maturity, fixed, floating, flat, parameters = case
    today = ql.Date(15, 1, 2026)
    ql.Settings.instance().evaluationDate = today
    # Whole months count as twelfths of a year.
    day_count = ql.SimpleDayCounter()
    curve = ql.YieldTermStructureHandle(ql.FlatForward(today, flat, day_count))
    after = lambda t: today + ql.Period(round(12 * t), ql.Months)
    schedule = lambda frequency: ql.Schedule(
        after(years[0]), after(maturity), ql.Period(12 // frequency, ql.Months), ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted,
        ql.DateGeneration.Backward, False)
    index = ql.IborIndex("I", ql.Period(12 // floating, ql.Months), 0, ql.USDCurrency(), ql.NullCalendar(), ql.Unadjusted, False, day_count, curve)
    kind = ql.Swap.Payer if side == "payer" else ql.Swap.Receiver
    swap = ql.VanillaSwap(kind, NOTIONAL, schedule(fixed), rate, day_count, schedule(floating), index, 0.0, day_count)
    swaption = ql.Swaption(swap, ql.BermudanExercise([after(t) for t in years]))
    swaption.setPricingEngine(engine_of(ql.G2(curve, *parameters)))
    return swaption.NPV()


def quadrature(case, nodes):
    """Value by backward induction on nodes x nodes points."""
    _, side, rate, years, maturity, fixed, _, flat, (a, sigma, b, eta, rho) = case
    years = list(years)
    sign = 1 if side == "payer" else -1
    spread = lambda k, t: (1 - np.exp(-k * t)) / k

    def variance(t):
        """Of the integral of both factors over a time t."""
        own = lambda k, v: v * v / k**2 * (t + 2 / k * np.exp(-k * t) - np.exp(-2 * k * t) / (2 * k) - 3 / (2 * k))
        return own(a, sigma) + own(b, eta) + 2 * rho * sigma * eta / (a * b) * (t - spread(a, t) - spread(b, t) + spread(a + b, t))

    def bond(t, end, x, y):
        convexity = 0.5 * (variance(end - t) - variance(end) + variance(t))
        return np.exp(-flat * (end - t) + convexity - spread(a, end - t) * x - spread(b, end - t) * y)

    def drift(k, v, other, w, t):
        """What the mean of a factor falls by over a time t in the forward measure of its end."""
        cross = rho * v * w / other
        return (v * v / k + cross) * spread(k, t) - v * v / k * spread(2 * k, t) - cross * spread(k + other, t)

    def exercised(t, x, y):
        dates = [t + k / fixed for k in range(1, round((maturity - t) * fixed) + 1)]
        return sign * NOTIONAL * (1 - bond(t, maturity, x, y) - rate / fixed * sum(bond(t, date, x, y) for date in dates))

    def held(t, end, x, y, later, xs, ys, count=40):
        points = np.linspace(-5.6, 5.6, count)
        density = np.exp(-points**2 / 2)
        density /= density.sum()
        dt = end - t
        dx, dy = sigma * np.sqrt(spread(2 * a, dt)), eta * np.sqrt(spread(2 * b, dt))
        correlation = rho * sigma * eta * spread(a + b, dt) / (dx * dy)
        mean_x = x * np.exp(-a * dt) - drift(a, sigma, b, eta, dt)
        mean_y = y * np.exp(-b * dt) - drift(b, eta, a, sigma, dt)
        total = np.zeros_like(x)
        for p, weight in zip(points, density):
            at_x = np.clip(mean_x + dx * p, xs[0], xs[-1])
            for q, other in zip(points, density):
                if weight * other < 4e-9 / count**2:
                    continue
                at_y = mean_y + dy * (correlation * p + np.sqrt(1 - correlation**2) * q)
                total += weight * other * later.ev(at_x, np.clip(at_y, ys[0], ys[-1]))
        return bond(t, end, x, y) * total

    after = None
    for t in reversed(years):
        xs, ys = (np.linspace(-5.5, 5.5, nodes) * v * np.sqrt(spread(2 * k, t)) for k, v in ((a, sigma), (b, eta)))
        x, y = np.meshgrid(xs, ys, indexing="ij")
        values = np.maximum(exercised(t, x, y), 0 if after is None else held(t, after[0], x, y, *after[1:]))
        after = (t, RectBivariateSpline(xs, ys, values), xs, ys)
    origin = np.zeros((1, 1))
    # One state alone: errors at the edges of exercise do not cancel as they do between the states of a grid.
    return float(held(0.0, after[0], origin, origin, *after[1:], count=500)[0, 0])


rows = []
for case in CASES:
    name, side, rate, years, maturity, fixed, floating, flat, (a, sigma, b, eta, rho) = case
    # The error is of second order in all three spacings.
    steps = lambda n: value(case, lambda model: ql.FdG2SwaptionEngine(model, 15 * n, 30 * n, 30 * n, 0, 1e-6))
    first, coarse, fine = steps(2), steps(3), steps(5)
    differences = fine + (fine - coarse) * 9 / 16
    less, best = quadrature(case, 81), quadrature(case, 121)
    rows.append({
        "id": "bermudan_g2_" + name,
        "source": "numpy and scipy, generate/bermudan_g2.py",
        "method": "backward induction on a spline of 121 x 121 points, trapezoidal rule",
        "inputs": {
            "trade": {
                "type": "bermudan_swaption", "currency": "USD", "notional": NOTIONAL, "side": side, "fixedRate": rate,
                "exerciseDates": list(years), "maturity": maturity, "fixedFrequency": fixed, "floatingFrequency": floating,
            },
            "rate": flat,
            "model": {"meanReversion": a, "volatility": sigma, "secondFactor": {"meanReversion": b, "volatility": eta, "correlation": rho}},
        },
        "expected": {"price": best},
        "tolerance": {
            "abs": max(4 * abs(best - less), 5e-5 * best),
            "why": "four times what the finer of two grids changes, at least 5e-5 of the price",
        },
        "quantlib": {"finiteDifferences": [first, coarse, fine], "extrapolated": differences},
    })
    print(name, less, best, differences, flush=True)

with open(os.path.join(os.path.dirname(__file__), "..", "bermudan_g2.json"), "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
