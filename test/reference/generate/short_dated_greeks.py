"""Black-Scholes Greeks at short dates and far strikes: test/reference/short_dated_greeks.json.

Derivatives by mpmath.diff (40 digits) of the price of vanillas and digitals, so that no formula for a Greek is used. Theta is the derivative
by the passing of time, per year; vega and rho per 1.00. Requires mpmath 1.3.0:

    pip install mpmath==1.3.0 && python test/reference/generate/short_dated_greeks.py
"""
import json
import os

import mpmath as mp

mp.mp.dps = 40

# kind, spot, strike, rate, dividend, volatility, days, sign
CASES = [
    ("vanilla", 100, 100, "0", "0", "0.2", 1, 1),
    ("vanilla", 100, 100, "0", "0", "0.01", 1, 1),
    ("vanilla", 100, 130, "0.03", "0", "0.25", 91, 1),
    ("vanilla", 100, 101, "0.05", "0.02", "0.2", 1, -1),
    ("vanilla", 100, 98, "0.05", "0.02", "0.15", 3, 1),
    ("vanilla", 50, 51, "0.01", "0", "0.4", 7, -1),
    ("vanilla", 100, 70, "0.02", "0", "0.6", 30, -1),
    ("digital", 100, 100, "0.02", "0", "0.2", 1, 1),
    ("digital", 100, 102, "0.02", "0.01", "0.2", 7, 1),
    ("digital", 100, 97, "0", "0", "0.1", 10, -1),
]


def value(kind, strike, sign, spot, rate, dividend, volatility, time):
    deviation = volatility * mp.sqrt(time)
    d2 = (mp.log(spot / strike) + (rate - dividend) * time) / deviation - deviation / 2
    cash = mp.exp(-rate * time) * mp.ncdf(sign * d2)
    if kind == "digital":
        return cash
    return sign * (spot * mp.exp(-dividend * time) * mp.ncdf(sign * (d2 + deviation)) - strike * cash)


rows = []
for number, (kind, spot, strike, rate, dividend, volatility, days, sign) in enumerate(CASES):
    market = [mp.mpf(x) for x in (spot, rate, dividend, volatility)]
    time = mp.mpf(days) / 365

    def at(place, x):
        moved = [*market[:3], market[3], time]
        moved[place] = x
        return value(kind, mp.mpf(strike), sign, *moved)

    expected = {
        "price": at(0, market[0]),
        "delta": mp.diff(lambda x: at(0, x), market[0]),
        "gamma": mp.diff(lambda x: at(0, x), market[0], 2),
        "vega": mp.diff(lambda x: at(3, x), market[3]),
        "theta": -mp.diff(lambda x: at(4, x), time),
        "rho": mp.diff(lambda x: at(1, x), market[1]),
    }
    rows.append(
        {
            "id": f"{kind}_{number + 1}_{days}d",
            "source": "mpmath 1.3.0, 40 digits (test/reference/generate/short_dated_greeks.py)",
            "method": "numerical derivatives of the Black-Scholes price",
            "inputs": {
                "kind": kind, "spot": spot, "strike": strike, "rate": float(rate), "dividend": float(dividend),
                "volatility": float(volatility), "time": float(time), "sign": sign,
            },
            "expected": {name: float(x) for name, x in expected.items()},
            "tolerance": {"rel": 1e-5, "why": "extrapolated differences of the closed form; 1e-5 at theta, whose bump is half a percent of the time"},
        }
    )
path = os.path.join(os.path.dirname(__file__), "..", "short_dated_greeks.json")
with open(path, "w") as file:
    json.dump(rows, file, indent=1, ensure_ascii=False)
    file.write("\n")
