"""Calls under rough Bergomi by conditional Monte Carlo on exact Gaussian paths: rough_bergomi.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/rough_bergomi.py

The Volterra process and its Brownian motion are drawn jointly by the Cholesky factor of their covariance. Given them the price is lognormal
(Romano and Touzi 1997), so that a path gives a Black-Scholes price. The bias of the steps is extrapolated from those of half as many steps on
the same paths, with the order min(1, 3H + 1/2).
"""
import math

import numpy as np
from scipy.special import hyp2f1
from scipy.stats import norm

from common import reproduce

PATHS, CHUNK = 1_600_000, 20_000
STEPS = 128


def covariance(h, n):
    """Of X(t) = sqrt(2H) int (t−s)^(H−1/2) dW(s) and of W at the times k/n."""
    t = np.arange(1, n + 1) / n
    early, late = np.minimum.outer(t, t), np.maximum.outer(t, t)
    # int_0^s (s−u)^(H−1/2) (t−u)^(H−1/2) du = s^(H+1/2) t^(H−1/2)/(H+1/2) 2F1(1/2−H, 1; H+3/2; s/t)
    a = h - 0.5
    both = 2 * h * early ** (1 + a) * late**a / (1 + a) * hyp2f1(-a, 1, 2 + a, np.where(early < late, early / late, 0.0))
    np.fill_diagonal(both, t ** (2 * h))
    cross = math.sqrt(2 * h) / (h + 0.5) * (t[:, None] ** (h + 0.5) - np.maximum(t[:, None] - early, 0) ** (h + 0.5))
    return np.block([[both, cross], [cross.T, early]])


def black(forward, strike, sd):
    d = np.log(forward / strike) / sd + sd / 2
    return forward * norm.cdf(d) - strike * norm.cdf(d - sd)


def implied(forward, strike, t, price):
    low, high = 1e-6, 5.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if black(forward, strike, middle * math.sqrt(t)) > price else (middle, high)
    return middle


def call_prices(i, n, seed):
    """On n steps and on half as many, from the same paths; the forward and the integral of the variance, whose means are known, are controls."""
    h, eta, rho, xi, t = i["hurst"], i["eta"], i["rho"], i["xi0_forward_variance"], i["time"]
    root = np.linalg.cholesky(covariance(h, n) + 1e-13 * np.eye(2 * n))
    rng = np.random.default_rng(seed)
    samples = [], []
    for _ in range(PATHS // CHUNK):
        half = rng.standard_normal((CHUNK // 2, 2 * n)) @ root.T
        both = np.concatenate([half, -half])
        volterra, motion = both[:, :n] * t**h, both[:, n:] * math.sqrt(t)
        for each, stride in zip(samples, (1, 2)):
            x, w, steps = volterra[:, stride - 1 :: stride], motion[:, stride - 1 :: stride], n // stride
            before = np.concatenate([np.zeros((CHUNK, 1)), x[:, :-1]], axis=1)
            variance = xi * np.exp(eta * before - eta**2 / 2 * (np.arange(steps) * t / steps) ** (2 * h))
            integral = variance.sum(axis=1) * t / steps
            against = np.sum(np.sqrt(variance) * np.diff(w, axis=1, prepend=0.0), axis=1)
            forward = i["spot"] * np.exp(rho * against - rho**2 / 2 * integral)
            sd = np.sqrt((1 - rho**2) * integral)
            each.append(np.stack([forward - i["spot"], integral - xi * t, *(black(forward, k, sd) for k in i["strikes"])]))

    def controlled(parts):
        controls, calls = np.split(np.concatenate(parts, axis=1), [2])
        centred = controls - controls.mean(axis=1, keepdims=True)
        slopes = np.linalg.solve(centred @ centred.T + 1e-30 * np.eye(2), centred @ calls.T)
        return calls.mean(axis=1) - controls.mean(axis=1) @ slopes

    return controlled(samples[0]), controlled(samples[1])


def row_of(row):
    i = row["inputs"]
    fine, coarse = call_prices(i, STEPS, 20260105)
    order = min(1.0, 3 * i["hurst"] + 0.5)
    found = fine + (fine - coarse) / (2**order - 1)
    return {"implied_vols": [implied(i["spot"], k, i["time"], price) for k, price in zip(i["strikes"], found)]}


if __name__ == "__main__":
    reproduce("rough_bergomi", row_of, lambda row: "generate/rough_bergomi.py" in row["source"])
