"""Options on an asset with dividends in cash under local volatility: table local_dividends.

The value of the dividends to come does not move, the rest X of the spot does (Buehler 2010). Quotes are Black volatilities of the forward,
computed from a law of X:

- lognormal X: closed form. American and European options: QuantLib's finite differences in the escrowed model, on two grids, extrapolated.
- X of constant elasticity of variance, dX = s X^b dW: quotes by the forward equation, options by the backward equation, both here, in the level
  of X (not its logarithm), fully implicit on three grids, extrapolated.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/local_dividends.py
"""
import numpy as np
import QuantLib as ql
from scipy.interpolate import CubicSpline
from scipy.linalg import solve_banded
from scipy.optimize import brentq
from scipy.stats import norm

from common import generate

STRIKES = [50, 60, 70, 80, 85, 90, 95, 100, 105, 110, 115, 120, 130, 140, 160, 180]
DAY = 1 / 365


class Asset:
    """Growth, forward and what does not move, of dividends at whole days."""

    def __init__(self, spot, rate, q, dividends, last):
        self.spot, self.rate, self.q, self.dividends, self.last = spot, rate, q, dividends, last

    def growth(self, t):
        kept = np.prod([1 - one.get("proportion", 0) for one in self.dividends if one["time"] <= t + 1e-9])
        return np.exp((self.rate - self.q) * t) * kept

    def cash(self, after, until):
        return sum(
            one.get("amount", 0) / self.growth(one["time"]) for one in self.dividends if after + 1e-9 < one["time"] <= until + 1e-9
        )

    def rest(self, t):
        return (self.spot - self.cash(0, self.last)) * self.growth(t)

    def floor(self, t):
        return self.cash(t, self.last) * self.growth(t)

    def before(self, t):
        """What a dividend takes at t: the spot before is (spot + cash)/kept."""
        now = [one for one in self.dividends if abs(one["time"] - t) < 1e-9]
        return sum(one.get("amount", 0) for one in now), np.prod([1 - one.get("proportion", 0) for one in now])


def black(forward, strike, deviation):
    d = np.log(forward / strike) / deviation + deviation / 2
    return forward * norm.cdf(d) - strike * norm.cdf(d - deviation)


def implied(forward, strike, time, call):
    """From the option out of the money."""
    put = call - forward + strike
    gap = lambda v: (black(forward, strike, v) - call) if strike >= forward else (black(forward, strike, v) - forward + strike - put)
    return brentq(gap, 1e-3, 5, xtol=1e-15, rtol=1e-14) / np.sqrt(time)


def quotes(asset, expiries, call_on_x):
    rows = []
    for t in expiries:
        rest, floor = asset.rest(t), asset.floor(t)
        rows.append([float(implied(rest + floor, k, t, rest * call_on_x(t, (k - floor) / rest))) for k in STRIKES])
    return rows


def escrowed(asset, sigma, strike, time, call, american, grid):
    today = ql.Date(1, 1, 2025)
    ql.Settings.instance().evaluationDate = today
    count = ql.Actual365Fixed()
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, count))
    process = ql.BlackScholesMertonProcess(
        ql.QuoteHandle(ql.SimpleQuote(asset.spot)),
        flat(asset.q),
        flat(asset.rate),
        ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), sigma, count)),
    )
    day = lambda t: today + round(t * 365)
    schedule = ql.DividendVector([day(one["time"]) for one in asset.dividends], [one["amount"] for one in asset.dividends])
    exercise = ql.AmericanExercise(today, day(time)) if american else ql.EuropeanExercise(day(time))
    option = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Call if call else ql.Option.Put, strike), exercise)
    option.setPricingEngine(
        ql.FdBlackScholesVanillaEngine(
            process, schedule, grid, grid, 0, ql.FdmSchemeDesc.Douglas(), False, -1.0, ql.FdBlackScholesVanillaEngine.Escrowed
        )
    )
    return option.NPV()


def level_grid(n):
    """Levels of X, dense around 1, with a node at 1."""
    u = np.linspace(-1, 1, 2 * n + 1)
    low, high = np.arcsinh((1 - 0.0) / 0.3), np.arcsinh((6 - 1.0) / 0.3)
    return 1 + 0.3 * np.sinh(np.where(u < 0, -u * -low, u * high))


def operator(x, variance):
    """Bands of v x² ∂²/∂x² /2, zero at both ends."""
    h0, h1 = np.diff(x)[:-1], np.diff(x)[1:]
    v = variance[1:-1] / 2
    lower, upper = 2 * v / (h0 * (h0 + h1)), 2 * v / (h1 * (h0 + h1))
    return lower, upper


def implicit(u, lower, upper, dt):
    n = len(u)
    bands = np.zeros((3, n))
    bands[1] = 1
    bands[1, 1:-1] += dt * (lower + upper)
    bands[0, 2:] = -dt * upper
    bands[2, :-2] = -dt * lower
    return solve_banded((1, 1), bands, u)


def cev_variance(x, s, b):
    return s * s * np.maximum(x, 1e-12) ** (2 * b)


def cev_calls(s, b, expiries, n):
    """Calls on X at each expiry, by the forward equation from (1 − κ)⁺."""
    x = level_grid(n)
    lower, upper = operator(x, cev_variance(x, s, b))
    u, t, out = np.maximum(1 - x, 0), 0.0, {}
    for end in expiries:
        steps = 2 * n
        for i in range(steps):
            u = implicit(u, lower, upper, (end - t) / steps)
        t = end
        out[end] = (x, u.copy())
    return out


def cev_option(asset, s, b, strike, time, call, american, barrier, n):
    """Backward in the level of X; a barrier knocks out on its dates where the spot is at or below it."""
    x = level_grid(n)
    lower, upper = operator(x, cev_variance(x, s, b))
    w = 1 if call else -1
    spot = lambda t: asset.rest(t) * x + asset.floor(t)
    pay = lambda t, at: np.exp(-asset.rate * t) * np.maximum(w * (at - strike), 0)
    # The payoff's mean over each cell, so that the strike need not be a node.
    edges = np.concatenate([x[:1], (x[1:] + x[:-1]) / 2, x[-1:]])
    at = asset.rest(time) * edges + asset.floor(time) - strike
    ramp = lambda z: np.maximum(w * z, 0) ** 2 / 2 * w
    u = np.exp(-asset.rate * time) * np.diff(ramp(at)) / np.maximum(np.diff(at), 1e-300)
    u[[0, -1]] = pay(time, spot(time))[[0, -1]]
    dates = sorted({0.0, time, *[d["time"] for d in asset.dividends if d["time"] < time], *(barrier["dates"] if barrier else [])})
    for start, end in reversed(list(zip(dates, dates[1:]))):
        if barrier and end in barrier["dates"]:
            # Of the cell that the level divides, the part above it: the level is not on a node.
            level = (barrier["level"] - asset.floor(end)) / asset.rest(end)
            kept = np.clip((edges[1:] - level) / np.diff(edges), 0, 1)
            u = u * kept
        steps = max(4, int(np.ceil(4 * n * (end - start) / time)))
        for i in range(steps):
            t = end - (i + 1) * (end - start) / steps
            u = implicit(u, lower, upper, (end - start) / steps)
            if american:
                u = np.maximum(u, pay(t, spot(t)))
        if american and start > 0:
            cash, kept = asset.before(start)
            u = np.maximum(u, pay(start, (spot(start) + cash) / kept))
    return u[n]


def extrapolated(of, n):
    """Fully implicit in time with steps of order 1/n, of second order in space: both errors by three grids."""
    a, b, c = of(n), of(2 * n), of(4 * n)
    first = [2 * b - a, 2 * c - b]
    return first[1] + (first[1] - first[0]) / 3


CASH = [{"time": 91 * DAY, "amount": 2}, {"time": 219 * DAY, "amount": 3}, {"time": 300 * DAY, "amount": 1}]
MIXED = [{"time": 91 * DAY, "amount": 2}, {"time": 219 * DAY, "amount": 3}, {"time": 300 * DAY, "proportion": 0.02}]
WHY = {
    "escrowed": "2e-7 of the spot: QuantLib's grids and the spline between the quotes; ten times the largest difference measured",
    "american escrowed": "1e-5 of the spot: grids, dates of exercise, and the spline between the quotes; four times the largest difference measured",
    "cev": "2e-5 of the spot: the spline between the quotes is not the law itself; twice the largest difference measured",
}


def rows():
    found = []

    def add(kind, asset, expiries, volatilities, strike, time, call, american, price, tolerance, method, barrier=None):
        found.append(
            {
                "id": "local_dividends_%02d" % (len(found) + 1),
                "source": "H. Buehler (2010): model; test/reference/generate/local_dividends.py",
                "method": method,
                "inputs": {
                    "spot": asset.spot,
                    "rate": asset.rate,
                    "dividend": asset.q,
                    "dividends": asset.dividends,
                    "strikes": STRIKES,
                    "expiries": expiries,
                    "volatilities": volatilities,
                    "strike": strike,
                    "time": time,
                    "optionType": "call" if call else "put",
                    "exercise": "american" if american else "european",
                    **({"barrier": barrier} if barrier else {}),
                },
                "expected": {"price": float(price)},
                "tolerance": {"abs": tolerance, "why": WHY[kind]},
            }
        )

    expiries = [0.25, 0.5, 1.0]
    for rate, q in ((0.04, 0.01), (-0.01, 0.0), (0.0, 0.03)):
        asset = Asset(100, rate, q, CASH, 1.0)
        sigma = 0.25
        surface = quotes(asset, expiries, lambda t, k: black(1.0, k, sigma * np.sqrt(t)))
        for strike, call in ((80, True), (100, True), (120, True), (80, False), (100, False), (120, False)):
            for american in (False, True):
                of = lambda n: escrowed(asset, sigma, strike, 1.0, call, american, n)
                a, b = of(1000), of(2000)
                kind = "american escrowed" if american else "escrowed"
                add(kind, asset, expiries, surface, strike, 1.0, call, american, b + (b - a) / 3, 1e-3 if american else 2e-5,
                    "QuantLib, escrowed dividends, finite differences, 1000 and 2000 steps")
    for s, b, dividends in ((0.22, 0.4, MIXED), (0.3, 0.0, CASH)):
        asset = Asset(100, 0.03, 0.01, dividends, 1.0)
        tables = [cev_calls(s, b, expiries, n) for n in (100, 200, 400)]
        # Strikes are no nodes: a cubic through the prices of each grid, then extrapolated as the options are.
        splines = [{t: CubicSpline(x, u) for t, (x, u) in table.items()} for table in tables]

        def call_on_x(t, k):
            a, m, c = (one[t](k) for one in splines)
            first, second = 2 * m - a, 2 * c - m
            return float(second + (second - first) / 3)

        surface = quotes(asset, expiries, call_on_x)
        dates = [0.25, 0.5, 0.75, 1.0]
        for strike, call, american, barrier in (
            (100, True, False, None),
            (90, False, True, None),
            (110, False, True, None),
            (90, True, True, None),
            (100, True, False, {"level": 85, "dates": dates}),
            (110, False, False, {"level": 75, "dates": dates}),
        ):
            price = extrapolated(lambda n: cev_option(asset, s, b, strike, 1.0, call, american, barrier, n), 200)
            add("cev", asset, expiries, surface, strike, 1.0, call, american, price, 2e-3, "backward equation in the level of X, three grids", barrier)
    return found


if __name__ == "__main__":
    generate("local_dividends", rows)
