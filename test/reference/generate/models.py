"""Contracts under Heston and under constant elasticity of variance by finite differences and transforms: models.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/models.py
"""
import datetime
import math

import numpy as np
import QuantLib as ql
from scipy.linalg import solve_banded

from common import reproduce

TODAY = ql.Date(5, 1, 2026)
DAYS = ql.Actual365Fixed()
#: Steps in time, log-price and variance.
GRIDS = [(100, 200, 50), (200, 400, 100), (400, 800, 200)]


def date(text):
    each = datetime.date.fromisoformat(text)
    return ql.Date(each.day, each.month, each.year)


def flat(rate):
    return ql.YieldTermStructureHandle(ql.FlatForward(TODAY, rate, DAYS))


def heston(m):
    p = m["model"]
    spot = ql.QuoteHandle(ql.SimpleQuote(m["spot"]))
    return ql.HestonProcess(flat(m["rate"]), flat(m["dividend"]), spot, p["v0"], p["kappa"], p["theta"], p["sigma"], p["rho"])


def extrapolated(values):
    """The limit for vanishing steps, by the order that three grids show: first (a barrier that cuts through a large value) to second."""
    ratio = min(max((values[1] - values[0]) / (values[2] - values[1]), 2.0), 4.0)
    return values[2] + (values[2] - values[1]) / (ratio - 1)


def barrier(c, m):
    """One or two continuous barriers in nested conditions around a vanilla option."""
    conditions = []
    while c["type"] == "conditional":
        conditions.append(c["condition"])
        c = c["contract"]
    payoff = ql.PlainVanillaPayoff(ql.Option.Call if c["type"] == "vanilla_call" else ql.Option.Put, c["strike"])
    exercise = ql.EuropeanExercise(date(c["expiry"]))
    model = ql.HestonModel(heston(m))
    if len(conditions) == 2:
        low, high = sorted(each["level"] for each in conditions)
        contract = ql.DoubleBarrierOption(ql.DoubleBarrier.KnockOut, low, high, 0.0, payoff, exercise)
        engine = ql.FdHestonDoubleBarrierEngine
    else:
        (only,) = conditions
        kind = getattr(ql.Barrier, only["direction"].capitalize() + ("In" if only["style"] == "knock_in" else "Out"))
        contract = ql.BarrierOption(kind, only["level"], 0.0, payoff, exercise)
        engine = ql.FdHestonBarrierEngine
    values = []
    for grid in GRIDS:
        contract.setPricingEngine(engine(model, *grid, 0, ql.FdmSchemeDesc.ModifiedCraigSneyd()))
        values.append(contract.NPV())
    return extrapolated(values)


def geometric_asian(c, m):
    """Kim and Wee (2014); the integral reaches far enough for a variance that violates Feller's condition."""
    payoff = ql.PlainVanillaPayoff(ql.Option.Call, c["strike"])
    dates = [date(each) for each in c["observationDates"]]
    contract = ql.DiscreteAveragingAsianOption(ql.Average.Geometric, 1.0, 0, dates, payoff, ql.EuropeanExercise(date(c["expiry"])))
    contract.setPricingEngine(ql.AnalyticDiscreteGeometricAveragePriceAsianHestonEngine(heston(m), 400.0))
    return contract.NPV()


def square_root(c, m):
    """dS = 2 sqrt(S) dW above a barrier: Crank and Nicolson after four implicit half-steps, nodes on barrier, strike and spot."""
    option, low, high = c["contract"], c["condition"]["level"], 340.0
    t = (datetime.date.fromisoformat(option["expiry"]) - datetime.date(2026, 1, 5)).days / 365
    w = 1 if option["type"] == "vanilla_call" else -1
    values = []
    for h, steps in ((0.2, 500), (0.1, 1000), (0.05, 2000)):
        s = low + h * np.arange(round((high - low) / h) + 1)
        value = np.maximum(w * (s - option["strike"]), 0)
        value[0] = 0
        # A cell average at the kink keeps second order.
        value[np.abs(s - option["strike"]) < h / 4] = h / 8
        edge = value[-1]
        rate = 0.5 * 4 * s[1:-1] / h**2

        def step(value, dt, implicit):
            inner = value[1:-1]
            move = rate * (value[2:] - 2 * inner + value[:-2])
            right = inner + (1 - implicit) * dt * move
            right[-1] += implicit * dt * rate[-1] * edge
            bands = np.zeros((3, len(inner)))
            bands[0, 1:] = -implicit * dt * rate[:-1]
            bands[1] = 1 + 2 * implicit * dt * rate
            bands[2, :-1] = -implicit * dt * rate[1:]
            return np.concatenate([[0.0], solve_banded((1, 1), bands, right), [edge]])

        dt = t / steps
        for _ in range(4):
            value = step(value, dt / 2, 1.0)
        for _ in range(steps - 2):
            value = step(value, dt, 0.5)
        values.append(float(value[np.argmin(np.abs(s - m["spot"]))]))
    return extrapolated(values)


def price(row):
    c, m = row["inputs"]["contract"], row["inputs"]["market"]
    if m["model"]["type"] == "local_vol":
        return square_root(c, m)
    return barrier(c, m) if c["type"] == "conditional" else geometric_asian(c, m)


if __name__ == "__main__":
    ql.Settings.instance().evaluationDate = TODAY
    reproduce("models", lambda row: {"price": price(row)}, lambda row: "generate/models.py" in row["source"])
