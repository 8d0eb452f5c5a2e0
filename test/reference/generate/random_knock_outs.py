"""Price and derivatives of 40 random knock-outs, barrier digitals and autocalls observed on irregular dates: test/reference/random_knock_outs.json.

Backward induction in ln S, date by date, with the normal transition density, by Gauss-Legendre quadrature of 16 points on panels of at most
1.5 standard deviations of the shortest neighbouring interval. Panels end at every barrier and strike, so that each integrand is smooth. Nodes do
not depend on the spot, so that delta and gamma are derivatives of the density of the first interval; vega and rho are central differences at
three bumps with two Richardson extrapolations, whose last change is the error that is stated. Requires NumPy 2.4.6 and SciPy 1.17.1:

    pip install numpy==2.4.6 scipy==1.17.1 && python test/reference/generate/random_knock_outs.py --write
"""
import math

import numpy as np
from common import generate

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(16)
PANEL = 1.5
RANGE = 10.0
SEED = 20261124


def nodes_between(low, high, breaks, width):
    ends = [low, *sorted({b for b in breaks if low < b < high}), high]
    xs, ws = [], []
    for a, b in zip(ends[:-1], ends[1:]):
        panels = max(1, math.ceil((b - a) / width))
        half = (b - a) / panels / 2
        for p in range(panels):
            xs.append(a + (2 * p + 1) * half + half * POINTS)
            ws.append(half * WEIGHTS)
    return np.concatenate(xs), np.concatenate(ws)


class Knocked:
    """A payment that barriers on dates take away."""

    def __init__(self, terms):
        self.dates = sorted({*(t for b in terms["barriers"] for t in b["dates"]), terms["time"]})
        self.terms = terms

    def breaks(self, time):
        strike = self.terms.get("strike")
        levels = [b["level"] for b in self.terms["barriers"] if time in b["dates"]]
        return [math.log(level) for level in [*levels, *([strike] if strike and time == self.terms["time"] else [])]]

    def before(self, time, x, after):
        """Value just before a date from the value just after it (a column per state)."""
        if time == self.terms["time"]:
            spot, kind, sign = np.exp(x), self.terms["pays"], self.terms.get("sign", 1)
            strike = self.terms.get("strike", 0)
            paid = {"vanilla": np.maximum(sign * (spot - strike), 0), "digital": 1.0 * (sign * (spot - strike) > 0), "cash": np.ones_like(x)}[kind]
            after = paid[:, None]
        alive = np.ones_like(x)
        for b in self.terms["barriers"]:
            if time in b["dates"]:
                alive = alive * (x > math.log(b["level"]) if b["direction"] == "down" else x < math.log(b["level"]))
        return after * alive[:, None]


class Autocall:
    """Coupons, of which missed ones are paid later with memory, early redemption and a protected redemption. A column per number of missed coupons."""

    def __init__(self, terms):
        self.dates = terms["times"]
        self.terms = terms

    def breaks(self, time):
        names = ["callBarrier", "couponBarrier", *(["protectionBarrier"] if time == self.dates[-1] else [])]
        return [math.log(self.terms[name] * self.terms["fixing"]) for name in names]

    def before(self, time, x, after):
        terms, k = self.terms, self.dates.index(time)
        performance = np.exp(x) / terms["fixing"]
        if k == len(self.dates) - 1:
            after = np.where(performance >= terms["protectionBarrier"], 1.0, performance)[:, None] * np.ones((1, k + 2))
        else:
            called = (performance >= terms["callBarrier"])[:, None]
            after = np.where(called, 1.0, after)
        paid = performance >= terms["couponBarrier"]
        columns = []
        for missed in range(k + 1):
            due = terms["couponRate"] * (1 + (missed if terms["memory"] else 0))
            columns.append(np.where(paid, due + after[:, 0], after[:, missed + 1]))
        # A called note has paid its coupon: the call barrier is not below the coupon barrier.
        return np.stack(columns, axis=1)


def value(product, spot, rate, volatility, dividend):
    """Price, delta and gamma."""
    dates = product.dates
    x0, s = math.log(spot), volatility * math.sqrt(dates[-1])
    drift = (rate - dividend - volatility**2 / 2) * dates[-1]
    low, high = x0 + min(0, drift, drift + s * s) - RANGE * s, x0 + max(0, drift, drift + s * s) + RANGE * s
    steps = np.diff([0.0, *dates])
    xs, after = None, None
    for k in range(len(dates) - 1, -1, -1):
        nearest = min(steps[k], steps[k + 1] if k + 1 < len(steps) else steps[k])
        nodes, weights = nodes_between(low, high, product.breaks(dates[k]), PANEL * volatility * math.sqrt(nearest))
        if xs is not None:
            after = expected(nodes, xs, values, steps[k + 1], rate, volatility, dividend)
        values = product.before(dates[k], nodes, after) * weights[:, None]
        xs = nodes
    deviation, mean = volatility * math.sqrt(steps[0]), (rate - dividend - volatility**2 / 2) * steps[0]
    z = (xs - x0 - mean) / deviation
    density = math.exp(-rate * steps[0]) * np.exp(-z * z / 2) / (deviation * math.sqrt(2 * math.pi))
    today = values[:, 0]
    price, slope, curvature = (float(np.sum(today * density * factor)) for factor in (1.0, z / deviation, (z * z - 1) / deviation**2))
    return price, slope / spot, (curvature - slope) / spot**2


def expected(at, to, weighted, dt, rate, volatility, dividend):
    deviation, mean = volatility * math.sqrt(dt), (rate - dividend - volatility**2 / 2) * dt
    out = np.empty((len(at), weighted.shape[1]))
    for first in range(0, len(at), 512):
        rows = at[first : first + 512]
        low, high = np.searchsorted(to, rows[0] + mean - RANGE * deviation), np.searchsorted(to, rows[-1] + mean + RANGE * deviation)
        z = (to[None, low:high] - rows[:, None] - mean) / deviation
        out[first : first + 512] = np.exp(-z * z / 2) @ weighted[low:high]
    return out * math.exp(-rate * dt) / (deviation * math.sqrt(2 * math.pi))


def extrapolated(difference, h):
    one, two, three = (difference(h / 2**i) for i in range(3))
    first, second = two + (two - one) / 3, three + (three - two) / 3
    return second + (second - first) / 15, abs(second - first) / 15


def greeks(product, market):
    at = lambda **moved: value(product, **{**market, **moved})[0]
    rate, volatility, time = market["rate"], market["volatility"], product.dates[-1]
    price, delta, gamma = value(product, **market)
    vega, vega_error = extrapolated(lambda h: (at(volatility=volatility + h) - at(volatility=volatility - h)) / (2 * h), 0.04 * volatility)
    rho, rho_error = extrapolated(
        lambda h: (at(rate=rate + h) - at(rate=rate - h)) / (2 * h), min(0.01, 0.05 * volatility / math.sqrt(time))
    )
    return {"price": price, "delta": delta, "gamma": gamma, "vega": vega, "rho": rho}, {"vega": vega_error, "rho": rho_error}


def random_cases():
    rng = np.random.default_rng(SEED)
    uniform = lambda low, high: float(round(rng.uniform(low, high), 4))
    for i in range(40):
        kind = "autocall" if i % 5 == 4 else "digital" if i % 5 == 3 else "vanilla"
        spot, volatility = 100.0, uniform(0.1, 0.6)
        market = {"spot": spot, "rate": uniform(-0.01, 0.08), "volatility": volatility, "dividend": uniform(0, 0.05)}
        time = uniform(0.05, 0.5) if i % 2 else uniform(0.5, 5)
        count = int(rng.integers(2, 13))
        # Irregular dates, none closer to the one before than a third of the mean interval.
        gaps = rng.uniform(1 / 3, 1.5, count)
        dates = [float(round(t, 6)) for t in np.cumsum(gaps) / np.sum(gaps) * time]
        s = volatility * math.sqrt(time)
        if kind == "autocall":
            coupon = uniform(0.7, 0.95)
            yield kind, market, {
                "type": kind, "fixing": uniform(90, 110), "times": dates, "callBarrier": uniform(1, 1.1), "couponBarrier": coupon,
                "protectionBarrier": uniform(0.5, coupon), "couponRate": uniform(0.005, 0.05), "memory": bool(i % 10 == 9),
            }
            continue
        barrier = lambda direction, on: {
            "direction": direction, "level": float(round(spot * math.exp((-1 if direction == "down" else 1) * rng.uniform(0.15, 1.5) * s), 4)), "dates": on,
        }
        sides = ["down"] if i % 3 == 0 else ["up"] if i % 3 == 1 else ["down", "up"]
        # Half of the payments come after the last observation.
        pays_at = dates[-1] if rng.uniform() < 0.5 else float(round(dates[-1] * 1.2, 6))
        terms = {"type": "knock_out", "pays": kind, "sign": int(rng.choice([1, -1])), "strike": float(round(spot * math.exp(rng.uniform(-0.8, 0.8) * s), 4)),
                 "time": pays_at, "barriers": [barrier(side, dates) for side in sides]}
        yield kind, market, terms


def make():
    rows = []
    for i, (kind, market, terms) in enumerate(random_cases()):
        product = Autocall(terms) if kind == "autocall" else Knocked(terms)
        if kind == "vanilla" and value(product, **market)[0] < 0.01:
            # An option that is all but always knocked out says nothing: the other side is taken.
            terms["sign"] = -terms["sign"]
        expected_values, errors = greeks(product, market)
        rows.append({
            "id": f"{i}_{kind}_{'_'.join(b['direction'] for b in terms['barriers']) if 'barriers' in terms else 'memory' if terms['memory'] else 'plain'}",
            "source": "NumPy 2.4.6 (test/reference/generate/random_knock_outs.py)",
            "method": "backward induction by Gauss-Legendre quadrature",
            "inputs": {"market": market, "terms": terms},
            "expected": expected_values,
            "errors": errors,
            "tolerance": {"rel": 1e-6, "why": "what the extrapolation leaves; a simulation is held to its standard errors instead"},
        })
    return rows


if __name__ == "__main__":
    generate("random_knock_outs", make)
