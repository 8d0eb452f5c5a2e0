"""Options on baskets of two assets with very different volatilities: test/reference/unlike_baskets.json.

The first asset's normal is integrated numerically (Gauss-Legendre on intervals of 1/4, 20 digits); given it, the payment is a vanilla
option on the second asset, priced by Black's formula. Requires mpmath 1.3.0:

    pip install mpmath==1.3.0 && python test/reference/generate/unlike_baskets.py
"""
import json
import os

import mpmath as mp

mp.mp.dps = 25

# spots, weights, volatilities, correlation, rate, time, strike, sign
CASES = [
    ([90, 10], [1, 1], [0.02, 0.8], 0.0, 0.0, 3, 300, 1),
    ([95, 5], [1, 1], [0.05, 1.2], 0.0, 0.0, 5, 500, 1),
    ([90, 10], [1, 1], [0.02, 0.8], 0.0, 0.0, 3, 100, 1),
    ([90, 10], [1, 1], [0.02, 0.8], 0.5, 0.03, 3, 95, -1),
    ([10, 90], [1, 1], [0.8, 0.02], 0.3, 0.01, 3, 150, 1),
    ([50, 50], [1, 1], [0.1, 1.5], 0.2, 0.0, 2, 400, 1),
    ([50, 50], [1, 1], [0.01, 0.6], 0.0, 0.02, 1, 101, -1),
    ([99, 1], [1, 1], [0.15, 2.0], 0.0, 0.0, 1, 110, 1),
    ([100, 100], [0.5, 0.5], [0.2, 0.9], -0.5, 0.02, 4, 250, 1),
    ([1, 1000], [1, 0.01], [1.0, 0.05], 0.4, 0.0, 2, 14, 1),
    ([100, 80], [1, -1], [0.05, 1.0], 0.3, 0.02, 2, 30, 1),
    ([100, 80], [1, -1], [0.9, 0.05], 0.3, 0.02, 2, 30, -1),
    ([100, 80], [1, -1], [0.05, 1.0], -0.4, 0.0, 1, -60, -1),
    ([250, 10], [1, -0.5], [0.02, 1.2], -0.8, 0.03, 0.1, 240, -1),
]


def black(forward, strike, deviation, sign):
    if strike <= 0:
        return forward - strike if sign > 0 else mp.mpf(0)
    d1 = mp.log(forward / strike) / deviation + deviation / 2
    return sign * (forward * mp.ncdf(sign * d1) - strike * mp.ncdf(sign * (d1 - deviation)))


def price(spots, weights, volatilities, rho, rate, time, strike, sign):
    (s1, s2), (w1, w2), (v1, v2) = [[mp.mpf(str(x)) for x in pair] for pair in (spots, weights, volatilities)]
    rho, rate, time, strike = [mp.mpf(str(x)) for x in (rho, rate, time, strike)]
    root = mp.sqrt(time)
    left = v2 * root * mp.sqrt(1 - rho**2)

    def given(z):
        first = s1 * mp.exp((rate - v1**2 / 2) * time + v1 * root * z)
        forward = s2 * mp.exp(rate * time - (rho * v2 * root) ** 2 / 2 + rho * v2 * root * z)
        threshold = (strike - w1 * first) / w2
        return mp.npdf(z) * abs(w2) * black(forward, threshold, left, sign if w2 > 0 else -sign)

    nodes = [mp.mpf(k) / 4 for k in range(-48, 49)]
    return mp.exp(-rate * time) * mp.quad(given, nodes, method="gauss-legendre", maxdegree=4)


rows = []
for number, case in enumerate(CASES):
    spots, weights, volatilities, rho, rate, time, strike, sign = case
    value = price(*case)
    rows.append(
        {
            "id": f"basket_{number + 1}_{'call' if sign > 0 else 'put'}_{strike}",
            "source": "mpmath 1.3.0, 25 digits (test/reference/generate/unlike_baskets.py)",
            "method": "integral over the first asset's normal of Black's formula on the second",
            "inputs": dict(spots=spots, weights=weights, volatilities=volatilities, correlation=rho, rate=rate, time=time, strike=strike, sign=sign),
            "expected": {"price": float(value)},
            "tolerance": {"abs": 1e-12 * sum(spots), "why": "quadrature to 15 digits of the spot"},
        }
    )
path = os.path.join(os.path.dirname(__file__), "..", "unlike_baskets.json")
with open(path, "w") as file:
    json.dump(rows, file, indent=1, ensure_ascii=False)
    file.write("\n")
