"""Barrier options monitored at equally spaced dates: test/reference/barrier_discrete.json.

Backward induction of the option value in ln(S_t/S_0), date by date, with the normal transition density, by Gauss-Legendre quadrature of 16
points on panels of at most 1.5 standard deviations of one interval. The panels end at the level and at the strike, so that every integrand
is smooth. The range is cut 10 standard deviations beyond the means of the log-price under the risk-neutral and the asset measure. A knock-in
is the vanilla option less the knock-out. Requires NumPy 2.4.6 and SciPy 1.17.1:

    pip install numpy==2.4.6 scipy==1.17.1 && python test/reference/generate/barrier_discrete.py
"""
import json
import math
import os

import numpy as np
from scipy.sparse import csr_matrix
from scipy.special import ndtr

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(16)
PANEL = 1.5
RANGE = 10.0


def vanilla(spot, strike, rate, volatility, time, dividend, sign):
    s = volatility * math.sqrt(time)
    d1 = (math.log(spot / strike) + (rate - dividend) * time) / s + s / 2
    return sign * (spot * math.exp(-dividend * time) * ndtr(sign * d1) - strike * math.exp(-rate * time) * ndtr(sign * (d1 - s)))


def nodes_between(breaks, width):
    xs, ws = [], []
    for low, high in zip(breaks[:-1], breaks[1:]):
        panels = max(1, math.ceil((high - low) / width))
        half = (high - low) / panels / 2
        for p in range(panels):
            xs.append(low + (2 * p + 1) * half + half * POINTS)
            ws.append(half * WEIGHTS)
    return np.concatenate(xs), np.concatenate(ws)


def transition(to, weights, at, mean, deviation):
    """Weights of values at the nodes `to` (ascending) in their expectation one date before, at each of `at`."""
    low = np.searchsorted(to, at + mean - RANGE * deviation)
    high = np.searchsorted(to, at + mean + RANGE * deviation)
    counts = high - low
    rows = np.repeat(np.arange(len(at)), counts)
    columns = np.concatenate([np.arange(a, b) for a, b in zip(low, high)]) if counts.sum() else np.zeros(0, int)
    z = (to[columns] - at[rows] - mean) / deviation
    values = weights[columns] * np.exp(-0.5 * z * z) / (deviation * math.sqrt(2 * math.pi))
    return csr_matrix((values, (rows, columns)), shape=(len(at), len(to)))


def knock_out(spot, strike, level, rate, volatility, time, dividend, sign, direction, rebate, payment, dates):
    """Value of the knock-out with its rebate, and the probability of survival."""
    dt = time / dates
    deviation = volatility * math.sqrt(dt)
    mean = (rate - dividend - 0.5 * volatility**2) * dt
    s, drift = volatility * math.sqrt(time), mean * dates
    h, k = math.log(level / spot), math.log(strike / spot)
    high = max(0, drift, drift + s * s) + RANGE * s
    low = min(0, drift, drift + s * s) - RANGE * s
    if direction == "down":
        low = h
        high = max(high, h + RANGE * deviation)
    else:
        high = h
        low = min(low, h - RANGE * deviation)
    breaks = [low] + ([k] if low < k < high else []) + [high]
    xs, ws = nodes_between(breaks, PANEL * deviation)
    discount = math.exp(-rate * dt)
    # Columns: value, survival. A hit at date j pays the rebate then, or its value seen from then.
    payoff = np.maximum(sign * (spot * np.exp(xs) - strike), 0) + 0.0
    values = np.stack([payoff, np.ones_like(xs)], axis=1)
    matrix = transition(xs, ws, xs, mean, deviation)

    def hit(at):
        z = (h - at - mean) / deviation
        return ndtr(z if direction == "down" else -z)

    def back(matrix, values, at, date):
        result = matrix @ values
        left = time - date * dt
        paid = rebate * (1 if payment == "at_hit" else math.exp(-rate * left))
        result[:, 0] = discount * (result[:, 0] + paid * hit(at))
        return result

    for date in range(dates, 1, -1):
        values = back(matrix, values, xs, date)
    origin = np.zeros(1)
    value, survival = back(transition(xs, ws, origin, mean, deviation), values, origin, 1)[0]
    return value, survival


def price(spot, strike, level, rate, volatility, time, dividend, optionType, direction, style, rebate, rebatePayment, monitoringDates):
    sign = -1 if optionType == "put" else 1
    common = (spot, strike, level, rate, volatility, time, dividend, sign, direction)
    if style == "knock_out":
        return knock_out(*common, rebate, rebatePayment, monitoringDates)[0]
    out, survival = knock_out(*common, 0.0, "at_hit", monitoringDates)
    return vanilla(*common[:2], *common[3:8]) - out + rebate * math.exp(-rate * time) * survival


def case(strike, level, rate, volatility, time, dividend, kind, rebate, payment, dates, spot=100):
    direction, style, option = kind.split()
    return dict(
        spot=spot, strike=strike, level=level, rate=rate, volatility=volatility, time=time, dividend=dividend, optionType=option,
        direction=direction, style="knock_" + style, rebate=rebate, rebatePayment=payment, monitoringDates=dates,
    )


H, E = "at_hit", "at_expiry"
CASES = [
    *[case(100, 95, 0.05, 0.3, 1, 0, "down out call", 0, H, n) for n in (1, 2, 3, 5, 12, 25, 52, 100, 252, 500, 512)],
    *[case(100, 95, 0.05, 0.3, 1, 0, "down out call", 0, H, n) for n in (513, 1000, 2520)],
    *[case(100, 120, 0.05, 0.3, 1, 0.02, "up out call", 0, H, n) for n in (1, 4, 12, 52, 252, 600, 1500)],
    case(100, 95, 0.05, 0.3, 1, 0, "down in call", 0, E, 12),
    case(105, 95, 0.05, 0.3, 1, 0, "down in put", 2, E, 12),
    case(90, 95, 0.05, 0.3, 1, 0.08, "down in call", 2, E, 52),
    case(100, 120, 0.05, 0.3, 1, 0.02, "up in call", 2, E, 52),
    case(110, 120, 0.05, 0.3, 1, 0.02, "up in put", 0, E, 4),
    case(130, 120, 0.05, 0.3, 1, 0.02, "up out put", 0, H, 12),
    case(90, 95, 0.05, 0.3, 1, 0, "down out put", 0, H, 12),
    case(110, 95, 0.05, 0.3, 1, 0, "down out put", 3, H, 12),
    case(110, 95, 0.05, 0.3, 1, 0, "down out put", 3, E, 12),
    case(100, 120, -0.02, 0.25, 2, 0.01, "up out call", 10, H, 24),
    case(100, 120, -0.3, 0.25, 2, 0.01, "up out call", 10, H, 24),
    case(100, 80, -0.02, 0.25, 2, 0.05, "down out put", 10, E, 24),
    case(100, 80, -0.02, 0.25, 2, 0.05, "down out put", 10, H, 800),
    case(100, 99.99, 0.03, 0.2, 0.5, 0, "down out call", 0, H, 26),
    case(100, 99.99, 0.03, 0.2, 0.5, 0, "down out call", 5, H, 700),
    case(100, 100.01, 0.03, 0.2, 0.5, 0, "up out put", 0, H, 126),
    case(100, 100.01, 0.03, 0.2, 0.5, 0, "up out call", 0, H, 3),
    case(100, 99.5, 0.03, 0.2, 0.5, 0, "down out call", 0, H, 2000),
    case(100, 60, 0.1, 1.5, 3, 0.02, "down out call", 0, H, 36),
    case(100, 400, 0.1, 1.5, 3, 0.02, "up out call", 7, H, 36),
    case(100, 97, 0.08, 0.02, 1, 0.0, "down out call", 1, H, 12),
    case(100, 97, 0.0, 0.02, 1, 0.08, "down out put", 1, H, 12),
    case(100, 97, 0.0, 0.02, 1, 0.03, "down in put", 1, E, 252),
    case(100, 104, 0.05, 0.01, 1, 0.01, "up out put", 4, H, 6),
    case(100, 95, 0.05, 0.3, 0.004, 0, "down out call", 0, H, 4),
    case(100, 101, 0.05, 0.3, 0.001, 0, "up in call", 0, E, 10),
    case(150, 120, 0.01, 0.4, 5, 0.03, "up in call", 0, E, 60),
    case(50, 70, 0.01, 0.4, 5, 0.03, "down in put", 0, E, 260),
    case(0.011, 0.009, 0.02, 0.3, 1, 0, "down out call", 0, H, 12, spot=0.01),
    # A drift of 12 to 20 standard deviations to expiry, to a level that it reaches about then, or early.
    case(74, 74.1, 0.0001, 0.01, 6, 0.0501, "down out put", 100, H, 1700),
    case(57, 57.1, 0.0, 0.01, 8, 0.07, "down out put", 100, E, 2000),
    case(143, 143.3, 0.061, 0.01, 6, 0.001, "up in call", 0, E, 1600),
    case(60, 99.5, 0.0, 0.02, 12, 0.1, "down out call", 50, H, 3000),
    case(90, 97, 0.0, 0.01, 4, 0.03, "down out call", 50, H, 900),
]


def main():
    rows = []
    for inputs in CASES:
        n = inputs["monitoringDates"]
        words = [inputs["direction"], inputs["style"], inputs["optionType"], inputs["strike"], inputs["level"], n, "dates"]
        largest = max(
            inputs["spot"] * math.exp(-inputs["dividend"] * inputs["time"]),
            inputs["strike"] * math.exp(-inputs["rate"] * inputs["time"]),
            inputs["rebate"],
        )
        rows.append(
            {
                "id": "_".join(str(word) for word in words) + f"_{len(rows)}",
                "source": "NumPy 2.4.6, SciPy 1.17.1 (test/reference/generate/barrier_discrete.py)",
                "method": "backward induction by Gauss-Legendre quadrature on panels of 1.5 standard deviations",
                "inputs": inputs,
                "expected": {"price": float(price(**inputs))},
                "tolerance": {
                    "abs": (1e-12 if n <= 512 else 1e-6) * largest,
                    "why": "the stated error up to 512 dates; both methods are rounding errors apart" if n <= 512 else "the stated error beyond 512 dates",
                },
            }
        )
    path = os.path.join(os.path.dirname(__file__), "..", "barrier_discrete.json")
    with open(path, "w") as file:
        json.dump(rows, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
