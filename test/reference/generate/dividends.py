"""European and American options with discrete dividends in the spot model: table dividends.

One dividend in cash, at the parameters of Haug, Haug and Lewis (2003): the integral of the Black-Scholes value after the ex-date, in 30 digits
by mpmath; of an American call, whose holder exercises only right before the ex-date where no yield is paid, of the better of exercise and that
value. The same of one proportional dividend. Several dividends and American puts: QuantLib's finite differences in the spot model, on two
grids, extrapolated.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/dividends.py
"""
import mpmath as mp
import QuantLib as ql

from common import reproduce

mp.mp.dps = 30
GRID = 1000


def value(s, k, r, q, v, t, w):
    if t <= 0:
        return max(w * (s - k), mp.mpf(0))
    if s <= 0:
        return k * mp.exp(-r * t) if w < 0 else mp.mpf(0)
    d1 = (mp.log(s / k) + (r - q + v * v / 2) * t) / (v * mp.sqrt(t))
    return w * (s * mp.exp(-q * t) * mp.ncdf(w * d1) - k * mp.exp(-r * t) * mp.ncdf(w * (d1 - v * mp.sqrt(t))))


def by_integral(i):
    s, k, r, q, v, t = (mp.mpf(float(i[name])) for name in ("spot", "strike", "rate", "dividend", "volatility", "time"))
    (paid,) = i["dividends"]
    at, cash, share = (mp.mpf(float(paid.get(name, 0))) for name in ("time", "amount", "proportion"))
    after = lambda spot: spot * (1 - share) - cash
    w = 1 if i["optionType"] == "call" else -1
    exercised = i["exercise"] == "american"
    assert not exercised or (w > 0 and q == 0 and r >= 0)

    def before(x):
        spot = s * mp.exp((r - q - v * v / 2) * at + v * mp.sqrt(at) * x)
        held = value(after(spot), k, r, q, v, t - at, w)
        return max(held, spot - k) if exercised else held

    root = v * mp.sqrt(at)
    where = lambda spot: (mp.log(spot / s) - (r - q - v * v / 2) * at) / root
    # Kinks: where the dividend takes all, and where exercise begins.
    kinks = [where(cash)] if cash > 0 else []
    if exercised:
        at_node = lambda x: s * mp.exp((r - q - v * v / 2) * at + root * x)
        gap = lambda x: value(after(at_node(x)), k, r, q, v, t - at, w) - (at_node(x) - k)
        grid = [mp.mpf(j) / 4 for j in range(-48, 49)]
        kinks += [mp.findroot(gap, (a, b), solver="anderson") for a, b in zip(grid, grid[1:]) if gap(a) * gap(b) < 0]
    # The value turns within a few standard deviations of what is left around the strike.
    turn = where((k + cash) / (1 - share))
    left = v * mp.sqrt(max(t - at, mp.mpf(0))) / root
    kinks += [turn + j * left for j in (-8, -4, -2, -1, 0, 1, 2, 4, 8)]
    points = sorted({-12, *[x for x in kinks if -12 < x < 12], 12})
    return {"price": mp.exp(-r * at) * mp.quad(lambda x: before(x) * mp.npdf(x), points)}


def by_finite_differences(i, grid):
    today = ql.Date(1, 1, 2025)
    ql.Settings.instance().evaluationDate = today
    count = ql.Actual365Fixed()
    flat = lambda rate: ql.YieldTermStructureHandle(ql.FlatForward(today, rate, count))
    process = ql.BlackScholesMertonProcess(
        ql.QuoteHandle(ql.SimpleQuote(i["spot"])),
        flat(i["dividend"]),
        flat(i["rate"]),
        ql.BlackVolTermStructureHandle(ql.BlackConstantVol(today, ql.NullCalendar(), i["volatility"], count)),
    )
    day = lambda time: today + round(time * 365)
    schedule = ql.DividendVector([day(one["time"]) for one in i["dividends"]], [one["amount"] for one in i["dividends"]])
    end = day(i["time"])
    exercise = ql.AmericanExercise(today, end) if i["exercise"] == "american" else ql.EuropeanExercise(end)
    option = ql.VanillaOption(ql.PlainVanillaPayoff(ql.Option.Call if i["optionType"] == "call" else ql.Option.Put, i["strike"]), exercise)
    engine = ql.FdBlackScholesVanillaEngine(
        process, schedule, grid, grid, 0, ql.FdmSchemeDesc.Douglas(), False, -1.0, ql.FdBlackScholesVanillaEngine.Spot
    )
    option.setPricingEngine(engine)
    return {"price": option.NPV(), "delta": option.delta(), "gamma": option.gamma()}


def compute(row):
    i = row["inputs"]
    if "mpmath" in row["source"]:
        return {key: found for key, found in by_integral(i).items() if key in row["expected"]}
    coarse, fine = by_finite_differences(i, GRID), by_finite_differences(i, 2 * GRID)
    return {key: fine[key] + (fine[key] - coarse[key]) / 3 for key in row["expected"]}


if __name__ == "__main__":
    reproduce("dividends", compute)
