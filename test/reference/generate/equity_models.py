"""American and tree prices, Heston and SABR: american, binomial_tree, heston, heston_calibration, sabr, sabr_calibration, dupire.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/equity_models.py
"""
import math

import mpmath as mp
import numpy as np
import QuantLib as ql
from scipy.integrate import quad
from scipy.stats import ncx2, norm

from common import reproduce

TODAY = ql.Date(5, 1, 2026)
ql.Settings.instance().evaluationDate = TODAY
DAYS = ql.Actual365Fixed()
DAY_ROUNDING = 0.6 / 365


def process(i):
    flat = lambda x: ql.YieldTermStructureHandle(ql.FlatForward(TODAY, x, DAYS))
    volatility = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(TODAY, ql.NullCalendar(), i["volatility"], DAYS))
    return ql.BlackScholesMertonProcess(ql.QuoteHandle(ql.SimpleQuote(i["spot"])), flat(i["dividend"]), flat(i["rate"]), volatility)


def side(i):
    return ql.Option.Call if i["optionType"] == "call" else ql.Option.Put


def european(i, steps=None):
    d1 = (math.log(i["spot"] / i["strike"]) + (i["rate"] - i["dividend"] + i["volatility"] ** 2 / 2) * i["time"]) / (i["volatility"] * math.sqrt(i["time"]))
    w = 1 if i["optionType"] == "call" else -1
    d2 = d1 - i["volatility"] * math.sqrt(i["time"])
    return w * (i["spot"] * math.exp(-i["dividend"] * i["time"]) * norm.cdf(w * d1) - i["strike"] * math.exp(-i["rate"] * i["time"]) * norm.cdf(w * d2))


def crr(i, steps, american):
    """Cox, Ross and Rubinstein's tree, as the textbooks have it."""
    dt = i["time"] / steps
    u = math.exp(i["volatility"] * math.sqrt(dt))
    p = (math.exp((i["rate"] - i["dividend"]) * dt) - 1 / u) / (u - 1 / u)
    w = 1 if i["optionType"] == "call" else -1
    values = np.maximum(w * (i["spot"] * u ** (2.0 * np.arange(steps + 1) - steps) - i["strike"]), 0)
    for n in range(steps - 1, -1, -1):
        values = math.exp(-i["rate"] * dt) * (p * values[1:] + (1 - p) * values[:-1])
        if american:
            values = np.maximum(values, w * (i["spot"] * u ** (2.0 * np.arange(n + 1) - n) - i["strike"]))
    return float(values[0])


def american(row):
    i, expected = row["inputs"], row["expected"]
    days = int(round(i["time"] * 365))
    # QuantLib's exercise is dated: times of whole days alone can be asked for; the rest is scaled into rates and volatility.
    scale = i["time"] * 365 / days
    scaled = {**i, "rate": i["rate"] * scale, "dividend": i["dividend"] * scale, "volatility": i["volatility"] * math.sqrt(scale)}
    option = ql.VanillaOption(ql.PlainVanillaPayoff(side(i), i["strike"]), ql.AmericanExercise(TODAY, TODAY + days))
    option.setPricingEngine(ql.QdFpAmericanEngine(process(scaled), ql.QdFpAmericanEngine.highPrecisionScheme()))
    found = {}
    if "price" in expected:
        found["price"] = option.NPV()
    if "price_continuous_american" in expected:
        found["price_continuous_american"] = option.NPV()
    if "european" in expected:
        found["european"] = european(i)
    if "price_bermudan_50_per_year_quantlib_fd" in expected:
        dates = [TODAY + int(round(days * k / (50 * i["time"]))) for k in range(1, int(50 * i["time"]) + 1)]
        bermudan = ql.VanillaOption(ql.PlainVanillaPayoff(side(i), i["strike"]), ql.BermudanExercise(sorted(set(dates))))
        bermudan.setPricingEngine(ql.FdBlackScholesVanillaEngine(process(i), 2000, 1000))
        found["price_bermudan_50_per_year_quantlib_fd"] = bermudan.NPV()
    return found


def tree(row):
    i = row["inputs"]
    if "textbook_crr" in row["expected"]:
        option = ql.VanillaOption(
            ql.PlainVanillaPayoff(side(i), i["strike"]),
            ql.AmericanExercise(TODAY, TODAY + int(round(i["time"] * 365))) if i["exercise"] == "american" else ql.EuropeanExercise(TODAY + int(round(i["time"] * 365))),
        )
        option.setPricingEngine(ql.BinomialVanillaEngine(process(i), "crr", i["steps"]))
        return {"price": option.NPV(), "textbook_crr": crr(i, i["steps"], i["exercise"] == "american")}
    found = {"price": crr(i, i["steps"], i["exercise"] == "american")}
    if "black_scholes_limit" in row["expected"]:
        found["black_scholes_limit"] = european(i)
    return found


def heston_call(forward, strike, t, m):
    """Undiscounted, by Lewis's (2001) integral on the line Im u = -1/2."""
    kappa, theta, sigma, rho, v0 = (m[k] for k in ("kappa", "theta", "sigma_vol_of_vol", "rho", "v0"))
    x = math.log(forward / strike)

    def integrand(u):
        z = complex(u, -0.5)
        b = kappa - rho * sigma * 1j * z
        d = np.sqrt(b * b + sigma * sigma * (z * z + 1j * z))
        g = (b - d) / (b + d)
        e = np.exp(-d * t)
        small = sigma * sigma
        c = kappa * theta / small * ((b - d) * t - 2 * np.log((1 - g * e) / (1 - g)))
        return float((np.exp(c + v0 * (b - d) / small * (1 - e) / (1 - g * e) + 1j * u * x)).real / (u * u + 0.25))

    total = sum(quad(integrand, a, b, epsabs=1e-15, epsrel=1e-13, limit=400)[0] for a, b in [(0, 5), (5, 20), (20, 60), (60, 150), (150, 400), (400, 1500)])
    return forward - math.sqrt(forward * strike) / math.pi * total


def implied(forward, strike, t, call):
    low, high = 1e-4, 5.0
    w = 1 if strike >= forward else -1
    target = call if w > 0 else call - forward + strike
    for _ in range(200):
        v = (low + high) / 2
        s = v * math.sqrt(t)
        d1 = math.log(forward / strike) / s + s / 2
        price = w * (forward * norm.cdf(w * d1) - strike * norm.cdf(w * (d1 - s)))
        low, high = (v, high) if price < target else (low, v)
    return low


def heston(row):
    i = row["inputs"]
    if "strikes" in i:
        calls = [heston_call(i["forward"], k, i["time"], i) for k in i["strikes"]]
        # The volatilities are QuantLib's prints; the prices are computed.
        return {"undiscounted_call_prices_own": calls, "implied_vols": [implied(i["forward"], k, i["time"], c) for k, c in zip(i["strikes"], calls)]}
    forward = i["spot"] * math.exp((i["rate"] - i["dividend"]) * i["time"])
    call = heston_call(forward, i["strike"], i["time"], i)
    return {"price": math.exp(-i["rate"] * i["time"]) * (call if i["optionType"] == "call" else call - forward + i["strike"])}


def heston_calibration(row):
    """Quotes are held to the parameters that made them; the fit to the market is QuantLib's, and held to its error at those parameters."""
    i, e = row["inputs"], row["expected"]
    if "call_price" in i["quotes"][0]:
        for q in i["quotes"]:
            forward = i["spot"] * math.exp((i["rate"] - i["dividend"]) * q["time"])
            found = math.exp(-i["rate"] * q["time"]) * heston_call(forward, q["strike"], q["time"], e)
            assert abs(found - q["call_price"]) < 1e-9, (row["id"], q, found)
        return {"rmse": 0.0}
    best = e["parameters_at_optimum_quantlib"]
    errors = []
    for q in i["quotes"]:
        forward = i["spot"] * math.exp((q["rate"] - i["dividend"]) * q["time"])
        errors.append(100 * (implied(forward, q["strike"], q["time"], heston_call(forward, q["strike"], q["time"], best)) - q["implied_vol"]))
    return {"sse_vol_points_squared": sum(x * x for x in errors)}


def hagan(f, k, t, alpha, beta, nu, rho):
    """Hagan and others (2002), (2.17a), in 30 digits."""
    f, k, t, alpha, beta, nu, rho = (mp.mpf(x) for x in (f, k, t, alpha, beta, nu, rho))
    log, mid = mp.log(f / k), (f * k) ** ((1 - beta) / 2)
    z = nu / alpha * mid * log
    x = mp.log((mp.sqrt(1 - 2 * rho * z + z * z) + z - rho) / (1 - rho))
    shape = mp.mpf(1) if abs(z) < mp.mpf("1e-20") else z / x
    first = mid * (1 + (1 - beta) ** 2 / 24 * log**2 + (1 - beta) ** 4 / 1920 * log**4)
    second = 1 + ((1 - beta) ** 2 / 24 * alpha**2 / mid**2 + rho * beta * nu * alpha / (4 * mid) + (2 - 3 * rho**2) / 24 * nu**2) * t
    return alpha / first * shape * second


def sabr(row):
    mp.mp.dps = 30
    i, e = row["inputs"], row["expected"]
    key = "implied_vols" if "implied_vols" in e else "implied_vols_hagan"
    return {key: [hagan(i["forward"], k, i["time"], i["alpha"], i["beta"], i["nu"], i["rho"]) for k in i["strikes"]]}


def sabr_calibration(row):
    mp.mp.dps = 30
    i, e = row["inputs"], row["expected"]
    p = e if "alpha" in e else e["quantlib_fit"]
    errors = [hagan(i["forward"], k, i["time"], p["alpha"], i["beta"], p["nu"], p["rho"]) - v for k, v in zip(i["strikes"], i["implied_vols"])]
    rms = math.sqrt(sum(x * x for x in errors) / len(errors))
    if "alpha" in e:
        assert rms < 1e-9, (row["id"], rms)
        return {"rmse": 0.0}
    assert max(map(abs, errors)) < e["max_error_below"] and rms < e["rms_error_below"]
    return {"quantlib_fit": {"rmse": math.sqrt(sum(x * x for x in errors) / max(1, len(errors) - 0))}} if abs(rms - p["rmse"]) < 1e-6 else {}


def dupire(row):
    i, e = row["inputs"], row["expected"]
    forward_at = lambda t: i["spot"] * math.exp((i["rate"] - i["dividend"]) * t)
    if row["id"].startswith("dupire_flat"):
        level = i["implied_vols"][0][0]
        prices = [{"price": european({**i, "strike": q["strike"], "time": q["time"], "volatility": level, "optionType": "call"})} for q in e["european_call_prices"]]
        return {"local_vols": [{"local_vol": level} for _ in e["local_vols"]], "european_call_prices": prices}
    if row["id"].startswith("dupire_cev"):
        beta = float(row["id"][-2:]) / 10
        alpha = e["local_vols"][0]["local_vol"] * e["local_vols"][0]["spot"] ** (1 - beta)

        def call(k, t):
            # Cox (1975): the square of a Bessel process; non-central chi-square.
            a = 1 - beta
            x, y = i["spot"] ** (2 * a) / (a * a * alpha**2 * t), k ** (2 * a) / (a * a * alpha**2 * t)
            return i["spot"] * ncx2.sf(y, 2 + 1 / a, x) - k * ncx2.cdf(x, 1 / a, y)

        for t, row_of in zip(i["expiries"], i["implied_vols"]):
            for k, v in zip(i["strikes"], row_of):
                quoted = european({**i, "strike": k, "time": t, "volatility": v, "optionType": "call"})
                assert abs(quoted - call(k, t)) < 1e-8, (row["id"], t, k, v)
        return {
            "local_vols": [{"local_vol": alpha * q["spot"] ** (beta - 1)} for q in e["local_vols"]],
            "european_call_prices": [{"price": call(q["strike"], q["time"])} for q in e["european_call_prices"]],
        }
    if row["id"].startswith("dupire_term"):
        # The total variance at the expiries is given; between them it is its integral, of which the local volatility is the derivative.
        found = []
        for q in e["european_call_prices"]:
            w = np.interp(q["time"], [0, *i["expiries"]], [0, *[v[0] ** 2 * t for v, t in zip(i["implied_vols"], i["expiries"])]])
            found.append({"price": european({**i, "strike": q["strike"], "time": q["time"], "volatility": math.sqrt(w / q["time"]), "optionType": "call"})})
        at = lambda t: np.interp(t, [0, *i["expiries"]], [0, *[v[0] ** 2 * x for v, x in zip(i["implied_vols"], i["expiries"])]])
        local = [{"local_vol": math.sqrt((at(q["time"] + 0.04) - at(q["time"] - 0.04)) / 0.08)} for q in e["local_vols"]]
        return {"european_call_prices": found, "local_vols": local}
    # Dupire's formula on Hagan's smile, by differences in 30 digits.
    mp.mp.dps = 30
    m = i.get("sabr") or i.get("parameters")
    if m is None:
        return None
    smile = lambda k, t: hagan(i["spot"], k, t, m["alpha"], m["beta"], m["nu"], m["rho"])

    def local(spot, t):
        total = lambda x, time: smile(i["spot"] * mp.exp(x), time) ** 2 * time
        x, t = mp.log(mp.mpf(spot) / i["spot"]), mp.mpf(t)
        w, slope, bend = total(x, t), mp.diff(lambda y: total(y, t), x), mp.diff(lambda y: total(y, t), x, 2)
        ratio = (1 - x * slope / (2 * w)) ** 2 - slope**2 / 4 * (1 / w + mp.mpf(1) / 4) + bend / 2
        return mp.sqrt(mp.diff(lambda s: total(x, s), t) / ratio)

    return {
        "local_vols": [{"local_vol": local(q["spot"], q["time"])} for q in e["local_vols"]],
        "european_call_prices": [
            {"price": european({**i, "strike": q["strike"], "time": q["time"], "volatility": float(smile(q["strike"], q["time"])), "optionType": "call"})}
            for q in e["european_call_prices"]
        ]
    }


reproduce("american", american)
reproduce("binomial_tree", tree)
reproduce("heston", heston)
reproduce("heston_calibration", heston_calibration)
reproduce("sabr", sabr)
reproduce("sabr_calibration", sabr_calibration)
reproduce("dupire", dupire)
