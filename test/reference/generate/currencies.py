"""Quanto and composite options: table currencies.

Quanto: QuantLib's QuantoEuropeanEngine. Composite: the price in the foreign asset's own currency is conditioned on the exchange rate, and the
expectation of (S X − K)⁺ is integrated over ln X in 30 digits by mpmath; an option to exchange a composite asset for a domestic one likewise,
by the law of the ratio of the two from the covariances of all three.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/currencies.py
"""
import mpmath as mp
import QuantLib as ql

from common import reproduce

mp.mp.dps = 30


def number(value):
    return mp.mpf(str(value))


def quanto(i):
    today = ql.Date(1, 1, 2025)
    ql.Settings.instance().evaluationDate = today
    count = ql.Actual365Fixed()
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, count))
    vol = lambda sigma: ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), sigma, count))
    process = ql.BlackScholesMertonProcess(ql.QuoteHandle(ql.SimpleQuote(i["spot"])), flat(i["dividend"]), flat(i["rate"]), vol(i["volatility"]))
    payoff = ql.PlainVanillaPayoff(ql.Option.Call if i["optionType"] == "call" else ql.Option.Put, i["strike"])
    option = ql.QuantoVanillaOption(payoff, ql.EuropeanExercise(today + round(i["time"] * 365)))
    correlation = ql.QuoteHandle(ql.SimpleQuote(i["correlation"]))
    option.setPricingEngine(ql.QuantoEuropeanEngine(process, flat(i["foreignRate"]), vol(i["fxVolatility"]), correlation))
    return {"price": option.NPV()}


def black(f, k, s, w):
    d1 = mp.log(f / k) / s + s / 2
    return w * (f * mp.ncdf(w * d1) - k * mp.ncdf(w * (d1 - s)))


def composite(i):
    s, k, r, rf, q, v, t, x0, vx, rho = (
        number(i[name])
        for name in ("spot", "strike", "rate", "foreignRate", "dividend", "volatility", "time", "fx", "fxVolatility", "correlation")
    )
    w = 1 if i["optionType"] == "call" else -1
    root = mp.sqrt(t)
    left = v * mp.sqrt((1 - rho**2) * t)

    def given(z):
        # ln X, and the law of ln S under the domestic measure, whose drift is r_f − q − ρσσ_X.
        rate = x0 * mp.exp((r - rf - vx**2 / 2) * t + vx * root * z)
        mean = s * mp.exp((rf - q - rho * v * vx - v**2 / 2) * t + v * rho * root * z + left**2 / 2)
        return rate * black(mean, k / rate, left, w) * mp.npdf(z)

    return {"price": mp.exp(-r * t) * mp.quad(given, list(range(-14, 15, 2)))}


def exchange(i):
    s1, s2, r, q1, q2, v1, v2, t, x0, vx, rho12, rho1x, rho2x = (
        number(i[name])
        for name in (
            *("spot", "otherSpot", "rate", "dividend", "otherDividend", "volatility", "otherVolatility", "time"),
            *("fx", "fxVolatility", "correlation12", "correlation", "correlation2"),
        )
    )
    # Var ln(S₁X/S₂)
    variance = v1**2 + vx**2 + v2**2 + 2 * rho1x * v1 * vx - 2 * rho12 * v1 * v2 - 2 * rho2x * v2 * vx
    return {"price": black(s1 * x0 * mp.exp(-q1 * t), s2 * mp.exp(-q2 * t), mp.sqrt(variance * t), 1)}


def compute(row):
    kinds = {"quanto": quanto, "composite": composite, "exchange": exchange}
    return kinds[row["inputs"]["kind"]](row["inputs"])


if __name__ == "__main__":
    reproduce("currencies", compute)
