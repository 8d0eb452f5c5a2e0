"""Fits of the surface SSVI to noisy quotes by scipy: table ssvi_fit.

The surface w(k, θ) = θ/2 (1 + ρφk + √((φk + ρ)² + 1 − ρ²)), φ = η/(θ^γ (1 + θ)^(1−γ)) (Gatheral and Jacquier 2014, 4.1 and 4.5), with
η (1 + |ρ|) ≤ 2, γ ≤ 1/2 and θ non-decreasing in time. Squared errors of implied volatilities, by the trust region method of scipy with numerical
derivatives from 40 random starting points; the best of them.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/ssvi_fit.py
"""
import numpy as np
from scipy.optimize import least_squares

from common import generate

TIMES = [0.1, 0.25, 0.5, 1.0, 2.0]
DEVIATIONS = np.array([-2.0, -1.2, -0.6, 0.0, 0.5, 1.0, 1.6])
CASES = [
    # rho, eta, gamma, volatilities at the forward, size of the noise, expiries
    (-0.6, 1.0, 0.35, [0.22, 0.21, 0.2, 0.2, 0.21], 0.003, 5),
    (-0.3, 0.6, 0.2, [0.3, 0.28, 0.27, 0.25, 0.25], 0.005, 5),
    (0.4, 1.2, 0.45, [0.12, 0.12, 0.13, 0.13, 0.14], 0.002, 4),
    (0.0, 0.8, 0.3, [0.5, 0.45, 0.4, 0.4, 0.4], 0.01, 3),
    # Steeper than the bounds allow, and with a variance that falls.
    (-0.8, 1.6, 0.45, [0.25, 0.24, 0.23, 0.22, 0.22], 0.002, 5),
    (-0.5, 0.9, 0.3, [0.3, 0.18, 0.2, 0.2, 0.2], 0.002, 5),
]


def variance(k, theta, rho, eta, gamma):
    phi = eta / (theta**gamma * (1 + theta) ** (1 - gamma))
    return theta / 2 * (1 + rho * phi * k + np.sqrt((phi * k + rho) ** 2 + 1 - rho * rho))


def best_fit(smiles, random):
    count = len(smiles)
    largest = max(max(s["volatilities"]) ** 2 * s["time"] for s in smiles)

    def parameters(x):
        return np.cumsum(x[:count]), x[count], 2 * x[count + 1] / (1 + abs(x[count])), x[count + 2]

    def errors(x):
        thetas, rho, eta, gamma = parameters(x)
        return np.concatenate(
            [
                np.sqrt(variance(np.array(s["ks"]), theta, rho, eta, gamma) / s["time"]) - np.array(s["volatilities"])
                for s, theta in zip(smiles, thetas)
            ]
        )

    low = [1e-6 * largest] + [0] * (count - 1) + [-0.9999, 1e-6, 1e-6]
    high = [4 * largest] * count + [0.9999, 1, 0.5]
    best = None
    for _ in range(40):
        first = smiles[0]["volatilities"][3] ** 2 * smiles[0]["time"]
        x = [first] + [largest / count * random.uniform(0.05, 1) for _ in range(count - 1)]
        x += [random.uniform(-0.9, 0.9), random.uniform(0.1, 0.95), random.uniform(0.05, 0.45)]
        found = least_squares(errors, x, bounds=(low, high), xtol=1e-15, ftol=1e-15, gtol=1e-15, x_scale="jac", jac="3-point", max_nfev=2000)
        if best is None or found.cost < best.cost:
            best = found
    thetas, rho, eta, gamma = parameters(best.x)
    return {
        "rho": float(rho),
        "eta": float(eta),
        "gamma": float(gamma),
        "thetas": [float(theta) for theta in thetas],
        "rmse": float(np.sqrt(2 * best.cost / len(best.fun))),
    }


def make():
    random = np.random.default_rng(20240501)
    rows = []
    for n, (rho, eta, gamma, volatilities, noise, count) in enumerate(CASES):
        smiles = []
        for time, volatility in list(zip(TIMES, volatilities))[:count]:
            theta = volatility**2 * time
            ks = DEVIATIONS * np.sqrt(theta)
            quoted = np.sqrt(variance(ks, theta, rho, eta, gamma) / time) + noise * random.standard_normal(len(ks))
            smiles.append({"time": time, "ks": [round(float(k), 6) for k in ks], "volatilities": [round(float(v), 6) for v in quoted]})
        rows.append(
            {
                "id": "ssvi_fit_%02d" % (n + 1),
                "source": "scipy, test/reference/generate/ssvi_fit.py",
                "method": "least squares from 40 starting points",
                "inputs": {"smiles": smiles},
                "expected": best_fit(smiles, random),
                "tolerance": {"abs": 2e-5, "why": "the cost of scipy's fit is flat to its numerical derivatives"},
            }
        )
    return rows


if __name__ == "__main__":
    generate("ssvi_fit", make)
