"""Exotic options under Black-Scholes by recursion over dates and by quadrature given the other assets: exotics.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/exotics.py
"""
import datetime
import math

import numpy as np
from scipy.signal import fftconvolve
from scipy.stats import norm

from common import reproduce
from contracts import option, panels


def years(market, date):
    return (datetime.date.fromisoformat(date) - datetime.date.fromisoformat(market["valuationDate"])).days / 365


def observed(contract, market):
    """Times of the observations: those that are listed, or every week to expiry."""
    if "observationDates" in contract:
        return np.array([years(market, date) for date in contract["observationDates"]])
    end = years(market, contract["expiry"])
    assert contract["monitoring"] == "weekly"
    return np.arange(1, round(end * 365) // 7 + 1) * 7 / 365


def drift(m):
    return m["rate"] - m["dividend"] - m["volatility"] ** 2 / 2


def digital(c, m):
    t, w = years(m, c["expiry"]), 1 if c["type"] == "digital_call" else -1
    d2 = (math.log(m["spot"] / c["strike"]) + drift(m) * t) / (m["volatility"] * math.sqrt(t))
    return c.get("payout", 1) * math.exp(-m["rate"] * t) * norm.cdf(w * d2)


def asian(c, m):
    """The average of the last k prices over the price before them is a recursion in k; the first step is a Black-Scholes option."""
    times, w = observed(c, m), 1 if c["type"] == "asian_call" else -1
    steps, n, vol = np.diff(times, prepend=0.0), len(times), m["volatility"]
    pay = years(m, c["expiry"])
    if c.get("averaging") == "geometric":
        left = np.arange(n, 0, -1) / n
        mean, variance = drift(m) * np.sum(left * steps), vol**2 * np.sum(left**2 * steps)
        forward = m["spot"] * math.exp(mean + variance / 2)
        d = math.log(forward / c["strike"]) / math.sqrt(variance) + math.sqrt(variance) / 2
        paid = w * (forward * norm.cdf(w * d) - c["strike"] * norm.cdf(w * (d - math.sqrt(variance))))
        return math.exp(-m["rate"] * pay) * paid
    reach = 10 * vol * math.sqrt(np.sum(steps[1:])) + abs(drift(m)) * times[-1]
    h = vol * math.sqrt(np.min(steps[1:])) / 5
    y = np.arange(-reach, math.log(n) + reach, h)
    after = np.logaddexp(0, y)
    density = norm.pdf(y, drift(m) * steps[-1], vol * math.sqrt(steps[-1]))
    for dt in steps[-2:0:-1]:
        sd = vol * math.sqrt(dt)
        density = np.array([np.sum(norm.pdf(at - after, drift(m) * dt, sd) * density) * h for at in y])
    t = steps[0]
    first = option(m["spot"] / n * np.exp(after), c["strike"], m["rate"], vol, t, m["dividend"], w)
    return math.exp(-m["rate"] * (pay - t)) * float(np.sum(first * density) * h)


def lookback(c, m):
    t, vol, r, q, s = years(m, c["expiry"]), m["volatility"], m["rate"], m["dividend"], m["spot"]
    if "observationDates" not in c and "monitoring" not in c:
        # Goldman, Sosin and Gatto (1979) for a put whose maximum so far is the spot.
        a = (q - r + vol**2 / 2) * t / (vol * math.sqrt(t))
        b, e, half = a - vol * math.sqrt(t), (r - q - vol**2 / 2) * t / (vol * math.sqrt(t)), vol**2 / (2 * (r - q))
        low, high = s * math.exp(-r * t), s * math.exp(-q * t)
        return low * (norm.cdf(a) - half * norm.cdf(-e)) + high * (half * norm.cdf(-b) - norm.cdf(b))
    times = observed(c, m)
    n, dt = len(times), times[0]
    assert np.allclose(np.diff(times), dt)
    mean, sd = drift(m) * dt, vol * math.sqrt(dt)
    # The maximum of a walk and of 0 has the law of Lindley's W <- max(0, W + X): an atom at 0 and a density.
    top = 9 * vol * math.sqrt(t) + abs(drift(m)) * t
    strike = math.log(c["strike"] / s) if "strike" in c else 0.0
    u, weights = panels(np.unique([*np.linspace(0, top, int(top / sd) + 2), strike]))
    move = norm.pdf(u[:, None] - u[None, :], mean, sd) * weights[None, :]
    atom, density = 1.0, np.zeros_like(u)
    for _ in range(n):
        density, atom = atom * norm.pdf(u, mean, sd) + move @ density, atom * norm.cdf(-mean / sd) + np.sum(weights * density * norm.cdf((-u - mean) / sd))
    if c["type"] == "lookback_call":
        return math.exp(-r * t) * float(np.sum(weights * density * np.maximum(s * np.exp(u) - c["strike"], 0)))
    return math.exp(-r * t) * s * (atom + float(np.sum(weights * density * np.exp(u)))) - s * math.exp(-q * t)


class Assets:
    """Several assets at one date."""

    def __init__(self, c, m):
        self.t, self.r, self.names = years(m, c["expiry"]), m["rate"], c["underlyings"]
        assets = [m["assets"][name] for name in self.names]
        self.vols = np.array([a["volatility"] for a in assets]) * math.sqrt(self.t)
        self.forwards = np.array([a["spot"] * math.exp((self.r - a["dividend"]) * self.t) for a in assets])
        rho = np.eye(len(assets))
        for pair in m["correlations"]:
            i, k = self.names.index(pair["asset1"]), self.names.index(pair["asset2"])
            rho[i, k] = rho[k, i] = pair["correlation"]
        self.rho, self.root = rho, np.linalg.cholesky(rho)

    def price(self, i, z):
        """Price of asset i given all its normals."""
        return self.forwards[i] * np.exp(self.vols[i] * z - self.vols[i] ** 2 / 2)

    def left(self, i, z):
        """Forward and standard deviation of asset i given the first i normals, whose sum it has as z."""
        sd = self.vols[i] * self.root[i, i]
        return self.forwards[i] * np.exp(self.vols[i] * z - self.vols[i] ** 2 / 2 + sd**2 / 2), sd

    def discounted(self, value):
        return math.exp(-self.r * self.t) * float(value)


def undiscounted(forward, strike, sd, w):
    at = np.maximum(strike, 1e-300)
    d = np.log(forward / at) / sd + sd / 2
    value = w * (forward * norm.cdf(w * d) - at * norm.cdf(w * (d - sd)))
    return np.where(strike > 0, value, np.maximum(w * (forward - strike), 0))


def basket(c, m):
    a, w = Assets(c, m), 1 if c["type"] == "basket_call" else -1
    n = len(a.names)
    share = np.array(c.get("weights", np.full(n, 1 / n)))
    if n > 3:
        return many(a, share, c["strike"])
    z, weights = panels(np.linspace(-9, 9, 60))
    weights = weights * norm.pdf(z)
    if n == 2:
        forward, sd = a.left(1, a.root[1, 0] * z)
        return a.discounted(np.sum(weights * share[1] * undiscounted(forward, (c["strike"] - share[0] * a.price(0, z)) / share[1], sd, w)))
    total = 0.0
    for first, weight in zip(z, weights):
        rest = c["strike"] - share[0] * a.price(0, first) - share[1] * a.price(1, a.root[1, 0] * first + a.root[1, 1] * z)
        forward, sd = a.left(2, a.root[2, 0] * first + a.root[2, 1] * z)
        total += weight * np.sum(weights * share[2] * undiscounted(forward, rest / share[2], sd, w))
    return a.discounted(total)


def many(a, share, strike, cells=8192):
    """A call by parity from the put, given the common factor: the law of a sum of independent assets, on [0, strike]."""
    rho = a.rho[0, 1]
    assert np.allclose(a.rho, np.full_like(a.rho, rho) + np.eye(len(share)) * (1 - rho))
    h = strike / cells
    x = np.arange(cells + 1) * h
    nodes, weights = np.polynomial.hermite_e.hermegauss(64)
    put = 0.0
    for z, weight in zip(nodes, weights / math.sqrt(2 * math.pi)):
        law = None
        for forward, vol, part in zip(a.forwards, a.vols, share):
            sd = vol * math.sqrt(1 - rho)
            centre = math.log(part * forward) + vol * math.sqrt(rho) * z - vol**2 / 2
            density = np.zeros_like(x)
            density[1:] = norm.pdf((np.log(x[1:]) - centre) / sd) / (sd * x[1:])
            law = density if law is None else fftconvolve(law, density)[: cells + 1] * h
        # The trapezoidal sum up to the kink, less its first term by Euler and Maclaurin.
        put += weight * (np.sum((strike - x) * law) * h + h * h / 12 * law[-1])
    return a.discounted(put + share @ a.forwards - strike)


def extreme(c, m):
    """E[max(K, all)] and E[min(K, all)]: given all but one asset, an option on that one."""
    a, k, best = Assets(c, m), c["strike"], c["type"] == "best_of_call"
    if len(a.names) > 3:
        return one_factor(a, k)
    pick, w = (np.maximum, 1) if best else (np.minimum, -1)
    place = lambda i: (math.log(k / a.forwards[i]) + a.vols[i] ** 2 / 2) / a.vols[i]
    z, weights = panels(np.unique([*np.linspace(-9, 9, 60), place(0)]))
    weights = weights * norm.pdf(z)
    held = pick(k, a.price(0, z))
    if len(a.names) == 2:
        forward, sd = a.left(1, a.root[1, 0] * z)
        total = np.sum(weights * (held + w * undiscounted(forward, held, sd, w)))
    else:
        total = 0.0
        for first, weight in zip(z, weights):
            level = a.price(0, first)
            meets = [((math.log(x / a.forwards[1]) + a.vols[1] ** 2 / 2) / a.vols[1] - a.root[1, 0] * first) / a.root[1, 1] for x in (k, level)]
            second, inner = panels(np.unique([*np.linspace(-9, 9, 20), *(x for x in meets if -9 < x < 9)]))
            held = pick(pick(k, level), a.price(1, a.root[1, 0] * first + a.root[1, 1] * second))
            forward, sd = a.left(2, a.root[2, 0] * first + a.root[2, 1] * second)
            total += weight * np.sum(inner * norm.pdf(second) * (held + w * undiscounted(forward, held, sd, w)))
    return a.discounted(w * (total - k))


def one_factor(a, k):
    rho = a.rho[0, 1]
    sd = a.vols * math.sqrt(1 - rho)
    z, weights = panels(np.linspace(-9, 9, 400))
    top = math.log(k) + 12 * np.max(a.vols)
    x, inner = panels(np.linspace(math.log(k), top, 120))
    above = np.zeros_like(x)
    for at, weight in zip(z, weights * norm.pdf(z)):
        centre = np.log(a.forwards) + a.vols * math.sqrt(rho) * at - a.vols**2 / 2
        above += weight * (1 - np.prod(norm.cdf((x[:, None] - centre) / sd), axis=1))
    return a.discounted(np.sum(inner * np.exp(x) * above))


def spread(c, m):
    a = Assets({**c, "underlyings": c["underlyings"][::-1]}, m)
    z, weights = panels(np.linspace(-9, 9, 60))
    forward, sd = a.left(1, a.root[1, 0] * z)
    return a.discounted(np.sum(weights * norm.pdf(z) * undiscounted(forward, a.price(0, z) + c["strike"], sd, -1)))


def below(m, dt, level):
    """Probability and mean of 1 + return where it is below a level."""
    sd = m["volatility"] * math.sqrt(dt)
    d2 = (np.log(level) - drift(m) * dt) / sd
    return norm.cdf(d2), math.exp((m["rate"] - m["dividend"]) * dt) * norm.cdf(d2 - sd)


def cliquet(c, m):
    times = observed(c, m)
    low, high = c["localFloor"], c["localCap"]
    discount = math.exp(-m["rate"] * times[-1])
    if "globalFloor" not in c:
        total = 0.0
        for dt in np.diff(times, prepend=0.0):
            (p0, m0), (p1, m1) = below(m, dt, 1 + low), below(m, dt, 1 + high)
            total += low * p0 + (m1 - m0) - (p1 - p0) + high * (1 - p1)
        return discount * total
    # On a grid with all kinks on nodes; between them the value is linear, so that the law enters by its exact moments.
    h = high / 3000
    ends = round(len(times) * high / h)
    value = np.maximum(np.arange(-ends, ends + 1) * h, c["globalFloor"])
    for dt in np.diff(times, prepend=0.0)[::-1]:
        x = np.arange(round(low / h), round(high / h) + 1) * h
        p, first = below(m, dt, 1 + x)
        chance, moment = np.diff(p), np.diff(first) - np.diff(p)
        right = (moment - x[:-1] * chance) / h
        weights = np.zeros_like(x)
        weights[:-1] += chance - right
        weights[1:] += right
        weights[0] += p[0]
        weights[-1] += 1 - p[-1]
        value = fftconvolve(value, weights[::-1], mode="valid")
    assert len(value) == 1
    return discount * value[0]


def variance_swap(c, m):
    t = years(m, c["expiry"])
    if c.get("monitoring") == "weekly":
        steps, year = np.diff(observed(c, m), prepend=0.0), 52
    else:
        # Daily: 252 observations a year, equally spaced.
        count = round(252 * t)
        steps, year = np.full(count, t / count), 252
    realised = year / len(steps) * np.sum(m["volatility"] ** 2 * steps + (drift(m) * steps) ** 2)
    return math.exp(-m["rate"] * t) * (realised - c["strikeVolatility"] ** 2)


def price(c, m):
    kind = c["type"]
    if kind == "cash":
        return c["amount"] * math.exp(-m["rate"] * years(m, c["date"]))
    if kind == "forward":
        t = years(m, c["expiry"])
        return m["spot"] * math.exp(-m["dividend"] * t) - c["strike"] * math.exp(-m["rate"] * t)
    if kind == "combined":
        return sum(price(part, m) for part in c["specs"])
    if kind == "scaled":
        return c["factor"] * price(c["contract"], m)
    for stem, function in METHODS.items():
        if kind.startswith(stem):
            return function(c, m)
    return None


METHODS = {
    "digital": digital,
    "asian": asian,
    "lookback": lookback,
    "basket": basket,
    "best_of": extreme,
    "worst_of": extreme,
    "spread_put": spread,
    "cliquet": cliquet,
    "variance_swap": variance_swap,
}

if __name__ == "__main__":
    reproduce("exotics", lambda row: {"price": float(price(row["inputs"]["contract"], row["inputs"]["market"]))}, lambda row: row["source"] == "test/reference/generate/exotics.py")
