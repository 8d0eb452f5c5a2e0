"""Options with closed forms: black_scholes, batch, implied_vol, black_76, bachelier, bivariate_normal, digital, two_assets in 40 digits by mpmath
from the definitions; barrier, lookback and geometric_asian by QuantLib's analytic engines.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/closed_forms.py
"""
import mpmath as mp
import QuantLib as ql

from common import reproduce

mp.mp.dps = 40
N, n = mp.ncdf, mp.npdf


def exact(value):
    """The double that a row has, to all its digits."""
    return mp.mpf(float(value))


def black_scholes(i):
    s, k, r, v, t, q = (exact(i[name]) for name in ("spot", "strike", "rate", "volatility", "time", "dividend"))
    w = 1 if i["optionType"] == "call" else -1
    a, b = s * mp.exp(-q * t), k * mp.exp(-r * t)
    if v == 0 or t == 0:
        inside = w * (a - b) > 0
        delta = w * mp.exp(-q * t) if inside else mp.mpf(0)
        return {"price": max(w * (a - b), 0), "delta": delta, "gamma": 0, "vega": 0}

    # Derivatives of the price itself, so that no formula of a Greek is taken from anywhere.
    def price(s=s, r=r, v=v, t=t, q=q, k=k):
        d1 = (mp.log(s / k) + (r - q + v * v / 2) * t) / (v * mp.sqrt(t))
        return w * (s * mp.exp(-q * t) * N(w * d1) - k * mp.exp(-r * t) * N(w * (d1 - v * mp.sqrt(t))))

    one = {
        "price": lambda: price(),
        "delta": lambda: mp.diff(lambda x: price(s=x), s),
        "gamma": lambda: mp.diff(lambda x: price(s=x), s, 2),
        "vega": lambda: mp.diff(lambda x: price(v=x), v),
        "theta": lambda: -mp.diff(lambda x: price(t=x), t),
        "rho": lambda: mp.diff(lambda x: price(r=x), r),
        "dividend_rho": lambda: mp.diff(lambda x: price(q=x), q),
        "strike_delta": lambda: mp.diff(lambda x: price(k=x), k),
        "vanna": lambda: mp.diff(lambda x, y: price(s=x, v=y), (s, v), (1, 1)),
        "volga": lambda: mp.diff(lambda x: price(v=x), v, 2),
        "charm": lambda: -mp.diff(lambda x, y: price(s=x, t=y), (s, t), (1, 1)),
        "veta": lambda: -mp.diff(lambda x, y: price(v=x, t=y), (v, t), (1, 1)),
        "speed": lambda: mp.diff(lambda x: price(s=x), s, 3),
        "zomma": lambda: mp.diff(lambda x, y: price(s=x, v=y), (s, v), (2, 1)),
        "color": lambda: -mp.diff(lambda x, y: price(s=x, t=y), (s, t), (2, 1)),
    }
    return one


def greeks(row):
    found = black_scholes(row["inputs"])
    return {key: (found[key]() if callable(found[key]) else found[key]) for key in row["expected"] if key in found}


def batch(row):
    def all_of(option, keys):
        found = black_scholes(option)
        return {key: found[key]() for key in keys if key in found}

    options, expected = row["inputs"]["options"], row["expected"]
    found = {}
    if "prices" in expected and None not in expected["prices"]:
        found["prices"] = [all_of(option, ["price"])["price"] for option in options]
    if "greeks" in expected:
        found["greeks"] = [all_of(option, keys) for option, keys in zip(options, expected["greeks"])]
    return found or None


def implied(row):
    i = dict(row["inputs"])
    if "impliedVolatility" not in row["expected"]:
        return None
    target = exact(i["price"])
    at = lambda v: black_scholes({**i, "volatility": v})["price"]() - target
    low, high = mp.mpf("1e-4"), mp.mpf(20)
    for _ in range(160):
        middle = (low + high) / 2
        low, high = (middle, high) if at(middle) < 0 else (low, middle)
    return {"impliedVolatility": low}


def black_76(row):
    i = row["inputs"]
    f, k, r, t, v = (exact(i[name]) for name in ("forward", "strike", "rate", "time", "volatility"))
    w = 1 if i["optionType"] == "call" else -1
    d1 = mp.log(f / k) / (v * mp.sqrt(t)) + v * mp.sqrt(t) / 2
    return {"price": mp.exp(-r * t) * w * (f * N(w * d1) - k * N(w * (d1 - v * mp.sqrt(t))))}


def bachelier(row):
    i = row["inputs"]
    f, k, s = (exact(i[name]) for name in ("forward", "strike", "stdDev"))
    w = 1 if i["optionType"] == "call" else -1
    x = w * (f - k) / s
    # s times the integral of N from minus infinity to x.
    return {"price": s * (x * N(x) + n(x))}


def bivariate(row):
    mp.mp.dps = 30

    def probability(x, y, rho):
        x, y, rho = exact(x), exact(y), exact(rho)
        if abs(rho) >= 1:
            return None
        root = mp.sqrt(1 - rho * rho)
        inner = lambda u: n(u) * N((y - rho * u) / root)
        # The integrand bends where its second factor does, at y / rho, over a width of root / rho.
        bend = y / rho if rho else mp.mpf(0)
        around = [bend + d * root / abs(rho) for d in (-8, -3, -1, 0, 1, 3, 8)] if rho else []
        points = sorted(p for p in {x - 40, x - 12, x - 5, x - 2, x - mp.mpf(1) / 2, mp.mpf(0), mp.mpf(-9), *around} if p < x and p >= x - 40)
        return mp.quad(inner, [*points, x])

    found = [probability(*point) for point in row["inputs"]["points"]]
    mp.mp.dps = 40
    return {"probabilities": [row["expected"]["probabilities"][j] if value is None else value for j, value in enumerate(found)]}


def digital(row):
    i = row["inputs"]
    s, k, r, q, v, t = (exact(i[name]) for name in ("spot", "strike", "rate", "dividend", "volatility", "time"))
    w = 1 if i["optionType"] == "call" else -1
    d2 = (mp.log(s / k) + (r - q - v * v / 2) * t) / (v * mp.sqrt(t))
    cash = mp.exp(-r * t) * N(w * d2)
    return {"price": cash if i["pays"] == "cash" else s * mp.exp(-q * t) * N(w * (d2 + v * mp.sqrt(t)))}


def two_assets(row):
    i = row["inputs"]
    mp.mp.dps = 20
    s1, s2 = (exact(x) for x in i["spots"])
    q1, q2 = (exact(x) for x in i["dividends"])
    v1, v2 = (exact(x) for x in i["volatilities"])
    r, rho, t = (exact(i[name]) for name in ("rate", "correlation", "time"))
    k = exact(i.get("strike", 0))
    w = -1 if i.get("optionType") == "put" else 1
    if i["kind"] == "exchange":
        v = mp.sqrt(v1 * v1 + v2 * v2 - 2 * rho * v1 * v2) * mp.sqrt(t)
        a, b = s1 * mp.exp(-q1 * t), s2 * mp.exp(-q2 * t)
        d = mp.log(a / b) / v + v / 2
        mp.mp.dps = 40
        return {"price": a * N(d) - b * N(d - v)}
    # Given the second asset's normal the first is lognormal: one integral of what a lognormal pays.
    s, own = mp.sqrt(t), v1 * mp.sqrt(t * (1 - rho * rho))

    def tail(forward, strike, side):
        """E[(side (X - strike))+] of a lognormal X."""
        if strike <= 0:
            return forward - strike if side > 0 else mp.mpf(0)
        if own == 0:
            return max(side * (forward - strike), mp.mpf(0))
        d = mp.log(forward / strike) / own + own / 2
        return side * (forward * N(side * d) - strike * N(side * (d - own)))

    def paid(z):
        other = s2 * mp.exp((r - q2 - v2 * v2 / 2) * t + v2 * s * z)
        forward = s1 * mp.exp((r - q1 - v1 * v1 / 2) * t + v1 * rho * s * z + own * own / 2)
        if i["kind"] == "spread":
            return tail(forward, k + other, w)
        if i["which"] == "best":
            call = tail(forward, max(k, other), 1) + max(other - k, 0)
            mean = other + tail(forward, other, 1)
        else:
            # min(X, o) = X - (X - o)+
            call = tail(forward, k, 1) - tail(forward, other, 1) if other > k else mp.mpf(0)
            mean = forward - tail(forward, other, 1)
        return call if w > 0 else call - mean + k

    bend = (mp.log(k / s2) - (r - q2 - v2 * v2 / 2) * t) / (v2 * s) if k > 0 else mp.mpf(0)
    points = sorted({mp.mpf(-11), mp.mpf(-6), mp.mpf(-3), mp.mpf(-1), mp.mpf(1), mp.mpf(3), mp.mpf(6), mp.mpf(11), *([bend] if abs(bend) < 11 else [])})
    value = mp.exp(-r * t) * mp.quad(lambda z: n(z) * paid(z), points)
    mp.mp.dps = 40
    return {"price": value}


TODAY = ql.Date(5, 1, 2026)
ql.Settings.instance().evaluationDate = TODAY
DAYS = ql.Actual365Fixed()


def process(i):
    flat = lambda x: ql.YieldTermStructureHandle(ql.FlatForward(TODAY, x, DAYS))
    volatility = ql.BlackVolTermStructureHandle(ql.BlackConstantVol(TODAY, ql.NullCalendar(), i["volatility"], DAYS))
    spot = ql.QuoteHandle(ql.SimpleQuote(i["spot"]))
    return ql.BlackScholesMertonProcess(spot, flat(i["dividend"]), flat(i["rate"]), volatility)


def option_type(i):
    return ql.Option.Call if i["optionType"] == "call" else ql.Option.Put


def expiry(i):
    return ql.EuropeanExercise(TODAY + int(round(i["time"] * 365)))


def barrier(row):
    i = row["inputs"]
    kind = getattr(ql.Barrier, ("Down" if i["direction"] == "down" else "Up") + ("In" if i["style"] == "knock_in" else "Out"))
    option = ql.BarrierOption(kind, i["level"], i["rebate"], ql.PlainVanillaPayoff(option_type(i), i["strike"]), expiry(i))
    option.setPricingEngine(ql.AnalyticBarrierEngine(process(i)))
    return {"price": option.NPV()}


def lookback(row):
    i = row["inputs"]
    if not row["source"].startswith("QuantLib") and "AnalyticContinuous" not in row["source"]:
        return lookback_exactly(i)
    if "strike" in i:
        option = ql.ContinuousFixedLookbackOption(i["extreme"], ql.PlainVanillaPayoff(option_type(i), i["strike"]), expiry(i))
        option.setPricingEngine(ql.AnalyticContinuousFixedLookbackEngine(process(i)))
    else:
        option = ql.ContinuousFloatingLookbackOption(i["extreme"], ql.FloatingTypePayoff(option_type(i)), expiry(i))
        option.setPricingEngine(ql.AnalyticContinuousFloatingLookbackEngine(process(i)))
    return {"price": option.NPV()}


def lookback_exactly(i):
    """By the law of a Brownian motion's running extreme: E[max(M, m)] is an integral of P(M > x)."""
    s, r, q, v, t, m = (exact(i[name]) for name in ("spot", "rate", "dividend", "volatility", "time", "extreme"))
    mu, root = (r - q - v * v / 2), v * mp.sqrt(t)

    def above(level):
        """P(max S > level), level >= spot."""
        b = mp.log(level / s)
        return N((-b + mu * t) / root) + mp.exp(2 * mu * b / (v * v)) * N((-b - mu * t) / root)

    def below(level):
        b = mp.log(level / s)
        return N((b - mu * t) / root) + mp.exp(2 * mu * b / (v * v)) * N((b + mu * t) / root)

    # Over u = ln(level / bound), as far as the mean of the level reaches: its measure shifts the drift by the variance.
    reach = (abs(mu) + v * v) * t + 14 * root
    points = [reach * x / 64 for x in (0, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64)]
    highest = lambda floor: floor + mp.quad(lambda u: above(floor * mp.exp(u)) * floor * mp.exp(u), points)
    lowest = lambda cap: cap - mp.quad(lambda u: below(cap * mp.exp(-u)) * cap * mp.exp(-u), points)
    forward, discount = s * mp.exp((r - q) * t), mp.exp(-r * t)
    call = i["optionType"] == "call"
    if "strike" not in i:
        return {"price": discount * (forward - lowest(m) if call else highest(m) - forward)}
    k = exact(i["strike"])
    if call:
        return {"price": discount * (highest(max(m, k)) - k)}
    return {"price": discount * (k - lowest(min(m, k)))}


def geometric(row):
    i = row["inputs"]
    payoff = ql.PlainVanillaPayoff(option_type(i), i["strike"])
    if i.get("monitoring") == "continuous":
        option = ql.ContinuousAveragingAsianOption(ql.Average.Geometric, payoff, expiry(i))
        option.setPricingEngine(ql.AnalyticContinuousGeometricAveragePriceAsianEngine(process(i)))
    else:
        dates = [TODAY + int(round(time * 365)) for time in i["observationTimes"]]
        option = ql.DiscreteAveragingAsianOption(ql.Average.Geometric, 1.0, 0, dates, payoff, expiry(i))
        option.setPricingEngine(ql.AnalyticDiscreteGeometricAveragePriceAsianEngine(process(i)))
    return {"price": option.NPV()}


reproduce("black_scholes", greeks)
reproduce("batch", batch)
reproduce("implied_vol", implied)
reproduce("black_76", black_76)
reproduce("bachelier", bachelier)
reproduce("digital", digital)
reproduce("two_assets", two_assets)
reproduce("barrier", barrier)
reproduce("lookback", lookback)
reproduce("geometric_asian", geometric)
reproduce("bivariate_normal", bivariate)
