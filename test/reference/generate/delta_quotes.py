"""Strikes of options quoted by delta, by QuantLib: table delta_strike; smiles from quotes by delta, by scipy: table delta_smile; options on exchange rates
whose market quotes smiles, by scipy: table exchange_options.

QuantLib's BlackDeltaCalculator knows deltas in spot and in forwards, plain and premium-adjusted. It finds premium-adjusted strikes by Brent's method to an
accuracy of 1e-10.

The smile of an expiry is a natural cubic spline of total variance over ln(K/F) through the put and the call of each delta and the option at the money. A
butterfly of the market is solved for by scipy's root from the values of the strangle by Black's formula. Beyond its last point the smile levels off as
w0 + m l tanh(|k - k0|/l), where l is the width of the quoted range, or less where w would fall below half of w0. Between expiries w is linear in time at the
same ln(K/F), from 0 today; beyond the last one the volatility stays.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/delta_quotes.py
"""
import math

import numpy as np
import QuantLib as ql
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq, root
from scipy.stats import norm

from common import generate

TYPES = {
    (False, False): ql.DeltaVolQuote.Fwd,
    (True, False): ql.DeltaVolQuote.Spot,
    (False, True): ql.DeltaVolQuote.PaFwd,
    (True, True): ql.DeltaVolQuote.PaSpot,
}


def calculator(sign, spot_delta, adjusted, forward, deviation, discount):
    option = ql.Option.Call if sign > 0 else ql.Option.Put
    # The forward is spot times the foreign discount factor over the domestic one.
    return ql.BlackDeltaCalculator(option, TYPES[spot_delta, adjusted], forward / discount, 1.0, discount, deviation)


def strikes():
    rows = []
    for forward, deviation, discount in [(1.3, 0.02, 0.999), (90.7, 0.06, 0.9983), (1.1, 0.2, 0.97), (25.0, 0.5, 1.04), (1.0, 1.1, 0.8)]:
        for spot_delta in (False, True):
            for adjusted in (False, True):
                for delta in (0.1, 0.25, 0.45, -0.1, -0.25, -0.7):
                    try:
                        calc = calculator(math.copysign(1, delta), spot_delta, adjusted, forward, deviation, discount)
                        strike = calc.strikeFromDelta(delta)
                    except RuntimeError:
                        continue
                    # QuantLib's search may end at a strike without the delta: that is no reference.
                    if abs(calc.deltaFromStrike(strike) - delta) > 1e-9:
                        continue
                    neutral = calc.atmStrike(ql.DeltaVolQuote.AtmDeltaNeutral)
                    rows.append(
                        {
                            "id": "delta_%s_%s_%g_%g_%g" % ("spot" if spot_delta else "forward", "adjusted" if adjusted else "plain", forward, deviation, delta),
                            "source": "generate/delta_quotes.py, QuantLib %s" % ql.__version__,
                            "method": "BlackDeltaCalculator",
                            "inputs": {
                                "forward": forward,
                                "stdDev": deviation,
                                "discount": discount if spot_delta else 1.0,
                                "premiumAdjusted": adjusted,
                                "delta": delta,
                            },
                            "expected": {"strike": strike, "deltaNeutralStrike": neutral},
                            "tolerance": {"rel": 1e-8, "why": "accuracy 1e-10 of QuantLib's search, in strike or delta"}
                            if adjusted
                            else {"rel": 3e-9 * deviation, "why": "accuracy 1.2e-9 of QuantLib's inverse of the normal distribution"},
                        }
                    )
    return rows


def black(forward, strike, deviation, sign):
    d1 = np.log(forward / strike) / deviation + deviation / 2
    return sign * (forward * norm.cdf(sign * d1) - strike * norm.cdf(sign * (d1 - deviation)))


def delta_of(forward, strike, deviation, sign, discount, adjusted):
    d1 = np.log(forward / strike) / deviation + deviation / 2
    if adjusted:
        return sign * discount * strike / forward * norm.cdf(sign * (d1 - deviation))
    return sign * discount * norm.cdf(sign * d1)


def strike_of(forward, deviation, sign, delta, discount, adjusted):
    """In the logarithm of K/F; of a premium-adjusted call, the strike above that with the largest delta."""
    def excess(k):
        return delta_of(forward, forward * np.exp(k), deviation, sign, discount, adjusted) - sign * delta

    low, high = -12 * deviation - 1, 12 * deviation + 1
    if adjusted and sign > 0:
        grid = np.linspace(low, high, 200001)
        low = grid[np.argmax(excess(grid))]
    return forward * np.exp(brentq(excess, low, high, xtol=1e-15, rtol=1e-14))


def smile_of(case, butterflies):
    forward, time, discount, adjusted = case["forward"], case["time"], case["discount"], case["premiumAdjusted"]
    atm = case["volatility"]
    deviation = atm * math.sqrt(time)
    middle = forward if case["atm"] == "forward" else forward * math.exp((-0.5 if adjusted else 0.5) * deviation**2)
    points = [(middle, atm)]
    for wing, butterfly in zip(case["wings"], butterflies):
        for sign in (-1, 1):
            volatility = atm + butterfly + sign * wing["riskReversal"] / 2
            points.append((strike_of(forward, volatility * math.sqrt(time), sign, wing["delta"] / 100, discount, adjusted), volatility))
    points.sort()
    return points


def volatility_at(case, points, strike):
    ks = np.log(np.array([strike_ for strike_, _ in points]) / case["forward"])
    ws = np.array([volatility**2 for _, volatility in points]) * case["time"]
    spline = CubicSpline(ks, ws, bc_type="natural")
    k = math.log(strike / case["forward"])
    if ks[0] <= k <= ks[-1]:
        w = float(spline(k))
    else:
        end, outward = (0, -1) if k < ks[0] else (-1, 1)
        slope, width = float(spline(ks[end], 1)), ks[-1] - ks[0]
        length = min(width, 0.5 * ws[end] / abs(slope)) if slope * outward < 0 else width
        w = ws[end] + outward * slope * length * math.tanh(outward * (k - ks[end]) / length)
    return math.sqrt(w / case["time"])


def smile_of_strangles(case):
    forward, time, discount, adjusted = case["forward"], case["time"], case["discount"], case["premiumAdjusted"]
    strangles = []
    for wing in case["wings"]:
        deviation = (case["volatility"] + wing["butterfly"]) * math.sqrt(time)
        for_wing = [(strike_of(forward, deviation, sign, wing["delta"] / 100, discount, adjusted), sign) for sign in (-1, 1)]
        strangles.append((for_wing, sum(black(forward, strike, deviation, sign) for strike, sign in for_wing)))

    def errors(butterflies):
        points = smile_of(case, butterflies)
        return [
            (sum(black(forward, k, volatility_at(case, points, k) * math.sqrt(time), sign) for k, sign in options) - value) / forward
            for options, value in strangles
        ]

    found = root(errors, [wing["butterfly"] for wing in case["wings"]], tol=1e-13)
    assert max(abs(error) for error in errors(found.x)) < 1e-13, case
    return smile_of(case, found.x)


def wing(delta, reversal, butterfly):
    return {"delta": delta, "riskReversal": reversal, "butterfly": butterfly}


QUOTES = [
    # Of the size of EURUSD and USDJPY of one month in 2009.
    ("eurusd_1m", 1.3088 * math.exp((0.003525 - 0.020113) / 12), 1 / 12, math.exp(-0.020113 / 12), 0.216215, [wing(25, -0.005, 0.007375)]),
    ("usdjpy_1m", 90.68 * math.exp((0.0042875 - 0.003525) / 12), 1 / 12, math.exp(-0.003525 / 12), 0.21, [wing(25, -0.053, 0.00184)]),
    ("five_points", 1.1, 0.5, 0.99, 0.09, [wing(10, -0.03, 0.011), wing(25, -0.016, 0.003)]),
    ("steep", 18.0, 2.0, 0.96, 0.16, [wing(10, 0.09, 0.02), wing(25, 0.045, 0.006)]),
    ("long", 110.0, 10.0, 1.0, 0.12, [wing(10, -0.06, 0.012), wing(25, -0.033, 0.0035)]),
]


def smiles():
    rows = []
    for name, forward, time, discount, volatility, wings in QUOTES:
        for adjusted in (False, True):
            for butterfly in ("smile", "market"):
                atm = "forward" if name == "five_points" else "delta_neutral"
                case = {
                    "forward": forward,
                    "time": time,
                    "discount": discount,
                    "volatility": volatility,
                    "wings": wings,
                    "premiumAdjusted": adjusted,
                    "atm": atm,
                    "butterfly": butterfly,
                }
                points = smile_of(case, [each["butterfly"] for each in wings]) if butterfly == "smile" else smile_of_strangles(case)
                rows.append(
                    {
                        "id": "%s_%s_%s" % (name, "adjusted" if adjusted else "plain", butterfly),
                        "source": "generate/delta_quotes.py",
                        "method": "brentq for strikes, root for butterflies of the market",
                        "inputs": case,
                        "expected": {"strikes": [float(strike) for strike, _ in points], "volatilities": [float(v) for _, v in points]},
                        "tolerance": {"rel": 1e-10, "why": "the errors of both searches, 1e-13 of the forward, over the vega of a strangle"},
                    }
                )
    return rows


RATES = {"USD": 0.031, "EUR": 0.019, "JPY": -0.002, "GBP": 0.045}
# Units of USD per unit of each.
SPOTS = {"USD": 1.0, "EUR": 1.09, "JPY": 1 / 151.3, "GBP": 1.27}
PAIRS = {
    "EURUSD": (
        {"spotDeltaUntil": 1.02, "premiumAdjusted": False, "atm": "delta_neutral", "butterfly": "smile"},
        [(0.25, 0.07, [wing(10, -0.011, 0.006), wing(25, -0.006, 0.0018)]), (1.0, 0.075, [wing(25, -0.008, 0.002)]), (3.0, 0.081, [wing(25, -0.01, 0.003)])],
    ),
    "USDJPY": (
        {"spotDeltaUntil": 1.02, "premiumAdjusted": True, "atm": "delta_neutral", "butterfly": "market"},
        [(0.5, 0.1, [wing(25, -0.02, 0.002)]), (2.0, 0.095, [wing(10, -0.055, 0.013), wing(25, -0.03, 0.003)])],
    ),
    # A flat smile, and a cross of two currencies that are not the dollar.
    "EURGBP": (
        {"spotDeltaUntil": 0, "premiumAdjusted": False, "atm": "forward", "butterfly": "smile"},
        [(1.0, 0.06, []), (2.0, 0.065, [wing(25, 0.004, 0.0015)])],
    ),
}


def discount_of(currency, time):
    return math.exp(-RATES[currency] * time)


def total_variance(pair, expiry, moneyness):
    """Of the smile of an expiry, at K/F."""
    convention, expiries = PAIRS[pair]
    time, atm, wings = expiries[expiry]
    base, quoted = pair[:3], pair[3:]
    case = {
        "forward": SPOTS[base] / SPOTS[quoted] * discount_of(base, time) / discount_of(quoted, time),
        "time": time,
        "discount": discount_of(base, time) if time <= convention["spotDeltaUntil"] else 1.0,
        "volatility": atm,
        "wings": wings,
        "premiumAdjusted": convention["premiumAdjusted"],
        "atm": convention["atm"],
    }
    if not wings:
        return atm**2 * time
    of_market = convention["butterfly"] == "market"
    points = smile_of_strangles(case) if of_market else smile_of(case, [each["butterfly"] for each in wings])
    return volatility_at(case, points, case["forward"] * moneyness) ** 2 * time


def option_value(pair, buy, sell, strike, time, sign):
    """In USD, of the right to buy one unit, or to sell it."""
    forward = SPOTS[buy] / SPOTS[sell] * discount_of(buy, time) / discount_of(sell, time)
    moneyness = strike / forward if pair.startswith(buy) else forward / strike
    times = [each[0] for each in PAIRS[pair][1]]
    following = next((i for i, each in enumerate(times) if each >= time), None)
    if following is None:
        w = total_variance(pair, len(times) - 1, moneyness) * time / times[-1]
    else:
        start, earlier = (times[following - 1], total_variance(pair, following - 1, moneyness)) if following > 0 else (0.0, 0.0)
        w = earlier + (total_variance(pair, following, moneyness) - earlier) * (time - start) / (times[following] - start)
    return float(SPOTS[sell] * discount_of(sell, time) * black(forward, strike, math.sqrt(w), sign))


def exchange_options():
    rows = []
    for pair, (convention, expiries) in PAIRS.items():
        for inverse in (False, True):
            buy, sell = (pair[3:], pair[:3]) if inverse else (pair[:3], pair[3:])
            spot = SPOTS[buy] / SPOTS[sell]
            for time, ratio, option_type in [(0.02, 1.01, "call"), (0.25, 0.95, "put"), (0.6, 1.04, "call"), (1.0, 1.1, "put"), (1.7, 0.85, "call"), (5.0, 1.3, "call"), (5.0, 0.6, "put")]:
                strike = spot * ratio
                value = option_value(pair, buy, sell, strike, time, 1 if option_type == "call" else -1)
                rows.append(
                    {
                        "id": "%s_%s_%g_%g_%s" % (pair, buy, time, ratio, option_type),
                        "source": "generate/delta_quotes.py",
                        "method": "Black's formula, volatility by brentq, root and CubicSpline",
                        "inputs": {
                            "instrument": {"type": "fx_option", "buyCurrency": buy, "buyAmount": 1e6, "sellCurrency": sell, "sellAmount": 1e6 * strike, "maturity": time, "optionType": option_type},
                            "market": {
                                "curves": {currency: {"rate": rate} for currency, rate in RATES.items()},
                                "fx": {"EURUSD": SPOTS["EUR"], "USDJPY": 1 / SPOTS["JPY"], "GBPUSD": SPOTS["GBP"]},
                                "volatilities": {
                                    pair: {
                                        "expiries": [
                                            {"time": at, "atm": atm, **{field: each[name] for each in wings for field, name in ((f"riskReversal{each['delta']}", "riskReversal"), (f"butterfly{each['delta']}", "butterfly"))}}
                                            for at, atm, wings in expiries
                                        ],
                                        "deltaConvention": convention,
                                    }
                                },
                            },
                        },
                        "expected": {"price": 1e6 * value},
                        "tolerance": {"rel": 1e-8, "abs": 1e-6, "why": "errors of the searches, 1e-12 of volatility, times the vega of an option out of the money"},
                    }
                )
    return rows


if __name__ == "__main__":
    generate("delta_strike", strikes)
    generate("delta_smile", smiles)
    generate("exchange_options", exchange_options)
