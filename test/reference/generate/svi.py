"""SVI smiles of Gatheral and Jacquier (2014): the smallest density factor g(k) and where it is, the slope of the steeper wing, and the smallest
difference of total variance between two slices. In 30 digits by mpmath; table svi.

The arbitrage of Axel Vogt (their section 3) and the smile without arbitrage that has the same at-the-money level, skew and left wing (their
section 5.1: c' = p + 2ψ, ṽ' = 4 v p c'/(p + c')²), from its SVI-JW parameters; slices of SSVI with the power-law φ of (4.5).

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/svi.py
"""
import mpmath as mp

from common import reproduce

mp.mp.dps = 30


def number(value):
    return mp.mpf(str(value))


def jump_wings(w, a, b, rho, m, sigma, t):
    """SVI-JW (v, ψ, p, c, ṽ) of raw parameters, (3.5) of the paper."""
    w0 = w(0)
    root = mp.sqrt(m * m + sigma * sigma)
    return (
        w0 / t,
        b / (2 * mp.sqrt(w0)) * (rho - m / root),
        b * (1 - rho) / mp.sqrt(w0),
        b * (1 + rho) / mp.sqrt(w0),
        (a + b * sigma * mp.sqrt(1 - rho * rho)) / t,
    )


def raw(v, psi, p, c, lowest, t):
    """The inverse, Lemma 3.2."""
    w = v * t
    b = mp.sqrt(w) / 2 * (c + p)
    rho = 1 - p * mp.sqrt(w) / b
    beta = rho - 2 * psi * mp.sqrt(w) / b
    alpha = mp.sign(beta) * mp.sqrt(1 / beta**2 - 1)
    m = (v - lowest) * t / (b * (-rho + mp.sign(alpha) * mp.sqrt(1 + alpha**2) - alpha * mp.sqrt(1 - rho**2)))
    sigma = alpha * m
    a = lowest * t - b * sigma * mp.sqrt(1 - rho**2)
    return a, b, rho, m, sigma


def smile(a, b, rho, m, sigma):
    return lambda k: a + b * (rho * (k - m) + mp.sqrt((k - m) ** 2 + sigma**2))


def parameters(i):
    """Raw parameters of a slice: as given, repaired as in section 5.1, or of SSVI."""
    if "theta" in i:
        theta, rho, eta, gamma = (number(i[name]) for name in ("theta", "rho", "eta", "gamma"))
        phi = eta / (theta**gamma * (1 + theta) ** (1 - gamma))
        return theta / 2 * (1 - rho**2), theta * phi / 2, rho, -rho / phi, mp.sqrt(1 - rho**2) / phi
    given = tuple(number(i[name]) for name in ("a", "b", "rho", "m", "sigma"))
    if not i.get("repaired"):
        return given
    t = mp.mpf(1)
    v, psi, p, _, _ = jump_wings(smile(*given), *given, t)
    c = p + 2 * psi
    return raw(v, psi, p, c, 4 * v * p * c / (p + c) ** 2, t)


def smallest(f, low=-8, high=8, count=3201):
    """The global minimum of f over a wide interval: the best of a fine grid, then golden section."""
    ks = [mp.mpf(low) + mp.mpf(high - low) * j / (count - 1) for j in range(count)]
    values = [f(k) for k in ks]
    at = min(range(count), key=lambda j: values[j])
    a, b = ks[max(at - 1, 0)], ks[min(at + 1, count - 1)]
    ratio = (mp.sqrt(5) - 1) / 2
    for _ in range(120):
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        a, b = (a, d) if f(c) < f(d) else (c, b)
    k = (a + b) / 2
    return k, f(k)


def compute(row):
    i = row["inputs"]
    if "earlier" in i:
        earlier, later = smile(*parameters(i["earlier"])), smile(*parameters(i["later"]))
        k, least = smallest(lambda k: later(k) / earlier(k) - 1)
        return {"k": k, "relativeFall": least}
    values = parameters(i)
    w = smile(*values)

    def g(k):
        w0, w1, w2 = w(k), mp.diff(w, k), mp.diff(w, k, 2)
        return (1 - k * w1 / (2 * w0)) ** 2 - w1**2 / 4 * (1 / w0 + mp.mpf(1) / 4) + w2 / 2

    k, least = smallest(g, count=1601)
    a, b, rho, m, sigma = values
    return {"a": a, "b": b, "rho": rho, "m": m, "sigma": sigma, "k": k, "density": least, "wing": b * (1 + abs(rho))}


if __name__ == "__main__":
    reproduce("svi", lambda row: {key: found for key, found in compute(row).items() if key in row["expected"]})
