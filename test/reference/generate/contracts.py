"""Contracts with a quadrature: contracts (strategies, barriers at dates, choices) and the spread of Hurd and Zhou in exotics.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/contracts.py
"""
import math

import numpy as np
from scipy.stats import norm

from common import reproduce

NODES, WEIGHTS = np.polynomial.legendre.leggauss(40)


def panels(points):
    """Gauss-Legendre nodes and weights on adjoining intervals."""
    pairs = [((a + b) / 2 + (b - a) / 2 * NODES, (b - a) / 2 * WEIGHTS) for a, b in zip(points[:-1], points[1:])]
    return np.concatenate([x for x, _ in pairs]), np.concatenate([w for _, w in pairs])


def option(s, k, r, v, t, q, w):
    d1 = (np.log(s / k) + (r - q + v * v / 2) * t) / (v * math.sqrt(t))
    return w * (s * np.exp(-q * t) * norm.cdf(w * d1) - k * math.exp(-r * t) * norm.cdf(w * (d1 - v * math.sqrt(t))))


def knock_out(i, dates=None):
    """By the law at each date; without dates by the reflection principle, integrated."""
    s, k, h, r, v, t, q = (i[name] for name in ("spot", "strike", "level", "rate", "volatility", "time", "dividend"))
    w = 1 if i["optionType"] == "call" else -1
    mu, top = r - q - v * v / 2, abs(r - q) * t + 9 * v * math.sqrt(t)
    payoff = lambda x: np.maximum(w * (s * np.exp(x) - k), 0)
    low, kink = math.log(h / s), math.log(k / s)
    if dates is None:
        x, weights = panels(np.unique([low, *np.linspace(low, top, 12), *([kink] if kink > low else [])]))
        density = norm.pdf(x, mu * t, v * math.sqrt(t)) - math.exp(2 * mu * low / v**2) * norm.pdf(x, 2 * low + mu * t, v * math.sqrt(t))
        return math.exp(-r * t) * float(np.sum(weights * density * payoff(x)))
    dt = t / dates
    sd = v * math.sqrt(dt)
    x, weights = panels(np.unique([*np.linspace(low, top, max(12, int((top - low) / (6 * sd)))), *([kink] if low < kink < top else [])]))
    step = norm.pdf(x[None, :], x[:, None] + mu * dt, sd) * weights[None, :] * math.exp(-r * dt)
    values = payoff(x)
    for _ in range(dates - 1):
        values = step @ values
    return float(np.sum(norm.pdf(x, mu * dt, sd) * weights * values) * math.exp(-r * dt))


def best_of_two(i, first, second):
    """E[max(f(X), g(Y))] of two options f and g: given X it is f(X) and an option on Y, whose strike f(X) moves."""
    t, rho, r = i["time"], i["correlation"], i["rate"]
    (s1, q1, v1, kind1, k1), (s2, q2, v2, kind2, k2) = first, second
    w1, w2 = (1 if kind == "call" else -1 for kind in (kind1, kind2))
    place = lambda level: (math.log(level / s1) - (r - q1 - v1 * v1 / 2) * t) / (v1 * math.sqrt(t))
    z, weights = panels(np.unique([*np.linspace(-9, 9, 60), *(place(x) for x in (k1, k1 + w1 * k2) if x > 0)]))
    held = np.maximum(w1 * (s1 * np.exp((r - q1 - v1 * v1 / 2) * t + v1 * math.sqrt(t) * z) - k1), 0)
    sd = v2 * math.sqrt(t * (1 - rho * rho))
    forward = s2 * np.exp((r - q2 - v2 * v2 / 2) * t + v2 * rho * math.sqrt(t) * z + sd * sd / 2)
    strike = np.maximum(k2 + w2 * held, 1e-300)
    d = np.log(forward / strike) / sd + sd / 2
    further = np.where(k2 + w2 * held > 0, w2 * (forward * norm.cdf(w2 * d) - strike * norm.cdf(w2 * (d - sd))), 0)
    return math.exp(-r * t) * float(np.sum(weights * norm.pdf(z) * (held + further)))


def contract(row):
    i, e = row["inputs"], row["expected"]
    if "legs" in i:
        legs = lambda **m: sum(
            leg["weight"] * option(m["s"], leg["strike"], m["r"], m["v"], m["t"], i["dividend"], 1 if leg["optionType"] == "call" else -1) for leg in i["legs"]
        )
        at = {"s": i["spot"], "r": i["rate"], "v": i["volatility"], "t": i["time"]}
        return {"price": legs(**at)}
    if "monitoring_dates" in i:
        return {"price_continuous": knock_out(i), "price_discrete": knock_out(i, i["monitoring_dates"])}
    if "style" in i:
        return {"price_without_rebate": knock_out(i)}
    if "time_choose" in i:
        t, u = i["time"], i["time_choose"]
        # The holder is indifferent where call and put are worth the same.
        even = i["strike"] * math.exp((i["dividend"] - i["rate"]) * (t - u))
        mean = (i["rate"] - i["dividend"] - i["volatility"] ** 2 / 2) * u
        x, weights = panels(np.unique([*np.linspace(-9, 9, 60), (math.log(even / i["spot"]) - mean) / (i["volatility"] * math.sqrt(u))]))
        s = i["spot"] * np.exp((i["rate"] - i["dividend"] - i["volatility"] ** 2 / 2) * u + i["volatility"] * math.sqrt(u) * x)
        best = np.maximum(*(option(s, i["strike"], i["rate"], i["volatility"], t - u, i["dividend"], w) for w in (1, -1)))
        both = sum(option(i["spot"], i["strike"], i["rate"], i["volatility"], t, i["dividend"], w) for w in (1, -1))
        return {"price": math.exp(-i["rate"] * u) * float(np.sum(weights * norm.pdf(x) * best)), "choice_at_expiry_same_strike": both}
    if "callStrike" in i:
        meet = math.log(((i["callStrike"] + i["putStrike"]) / 2) / i["spot"])
        sd = i["volatility"] * math.sqrt(i["time"])
        place = lambda level: (math.log(level / i["spot"]) - (i["rate"] - i["dividend"] - i["volatility"] ** 2 / 2) * i["time"]) / sd
        kinks = [place(k) for k in (i["callStrike"], i["putStrike"], i["spot"] * math.exp(meet))]
        x, weights = panels(np.unique([*np.linspace(-9, 9, 40), *kinks]))
        s = i["spot"] * np.exp((i["rate"] - i["dividend"] - i["volatility"] ** 2 / 2) * i["time"] + sd * x)
        paid = np.maximum(np.maximum(s - i["callStrike"], 0), np.maximum(i["putStrike"] - s, 0))
        return {"price": math.exp(-i["rate"] * i["time"]) * float(np.sum(weights * norm.pdf(x) * paid))}
    kinds = [(i.get("type" + n, "call"), i.get("strike" + n, i.get("strike"))) for n in "12"]
    first, second = ((i["spot" + n], i["dividend" + n], i["vol" + n], *kind) for n, kind in zip("12", kinds))
    return {"price": best_of_two(i, first, second)}


def spread(row):
    m, k = row["inputs"]["market"], row["inputs"]["contract"]["strike"]
    a, b = m["assets"]["A"], m["assets"]["B"]
    rho, r, t = m["correlations"][0]["correlation"], m["rate"], 1.0
    z, weights = panels(np.linspace(-9, 9, 40))
    other = b["spot"] * np.exp((r - b["dividend"] - b["volatility"] ** 2 / 2) * t + b["volatility"] * z)
    own = a["volatility"] * math.sqrt(1 - rho * rho)
    forward = a["spot"] * np.exp((r - a["dividend"] - a["volatility"] ** 2 / 2) * t + a["volatility"] * rho * z + own * own / 2)
    d = np.log(forward / (k + other)) / own + own / 2
    paid = forward * norm.cdf(d) - (k + other) * norm.cdf(d - own)
    return {"price": math.exp(-r * t) * float(np.sum(weights * norm.pdf(z) * paid))}


if __name__ == "__main__":
    reproduce("contracts", contract)
    reproduce("exotics", spread, lambda row: row["id"] == "exotic_spread_call_hurd_zhou")
