"""Rough Heston: the fractional Riccati equation of El Euch and Rosenbaum (2019) by the Adams scheme of Diethelm, Ford and Freed (2004), extrapolated
in the number of steps, and Lewis's integral of the characteristic function.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/rough_heston.py
"""
import math

import numpy as np

from common import reproduce

NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)
EDGES = np.array([0, 0.25, 0.5, 1, 2, 3, 4.5, 6, 9, 12, 16.0])


def log_characteristic(m, u, steps):
    """ln E[e^(iz ln S_T/F)] at z = u - i/2."""
    alpha, t = m["hurst"] + 0.5, m["time"]
    kappa, theta, sigma, rho, v0 = (m[k] for k in ("kappa", "theta", "sigma_vol_of_vol", "rho", "v0"))
    z = u - 0.5j
    right = lambda h: -0.5 * (z * z + 1j * z) + (1j * z * rho * sigma - kappa) * h + 0.5 * sigma**2 * h * h
    dt = t / steps
    h = np.zeros((steps + 1, len(u)), complex)
    f = np.zeros_like(h)
    f[0] = right(h[0])
    k = np.arange(steps + 2, dtype=float)
    for n in range(steps):
        j = np.arange(1, n + 1)
        b = (k[n + 1] - k[: n + 1]) ** alpha - (k[n] - k[: n + 1]) ** alpha
        a = np.empty(n + 1)
        a[0] = n ** (alpha + 1) - (n - alpha) * (n + 1) ** alpha
        a[1:] = (n - j + 2.0) ** (alpha + 1) + (n - j + 0.0) ** (alpha + 1) - 2 * (n - j + 1.0) ** (alpha + 1)
        predicted = dt**alpha / math.gamma(alpha + 1) * (b @ f[: n + 1])
        for _ in range(3):
            h[n + 1] = dt**alpha / math.gamma(alpha + 2) * (a @ f[: n + 1] + right(predicted))
            predicted = h[n + 1]
        f[n + 1] = right(h[n + 1])
    # V_t has the forward variance v0 + kappa theta's fractional integral: ln phi = theta kappa I h + v0 I^(1-alpha) h, and D^alpha h = F.
    whole = dt * (h[0] / 2 + h[1:-1].sum(0) + h[-1] / 2)
    part = dt * (f[0] / 2 + f[1:-1].sum(0) + f[-1] / 2)
    return kappa * theta * whole + v0 * part


def price(row):
    m, e = row["inputs"], row["expected"]
    alpha = m["hurst"] + 0.5
    # Twice as far as a normal law with today's variance reaches.
    edges = EDGES / math.sqrt(m["v0"] * m["time"])
    u = np.concatenate([(a + b) / 2 + (b - a) / 2 * NODES for a, b in zip(edges[:-1], edges[1:])])
    du = np.concatenate([(b - a) / 2 * WEIGHTS for a, b in zip(edges[:-1], edges[1:])])
    coarse, fine = log_characteristic(m, u, 250), log_characteristic(m, u, 500)
    log_phi = fine + (fine - coarse) / (2 ** (1 + alpha) - 1 if alpha < 1 else 3)
    phi = np.exp(log_phi)
    # What the integral leaves beyond its end is at most this.
    assert m["spot"] / math.pi * abs(phi[-1]) / u[-1] < row["tolerance"]["abs"] / 2
    forward, discount = m["spot"] * math.exp((m["rate"] - m["dividend"]) * m["time"]), math.exp(-m["rate"] * m["time"])
    calls = []
    for k in m["strikes"]:
        integrand = (phi * np.exp(1j * u * math.log(forward / k))).real / (u * u + 0.25)
        calls.append(discount * (forward - math.sqrt(forward * k) / math.pi * float(np.sum(du * integrand))))
    return {"call_prices": calls, "put_prices": [c - discount * (forward - k) for c, k in zip(calls, m["strikes"])]}


reproduce("rough_heston", price)
