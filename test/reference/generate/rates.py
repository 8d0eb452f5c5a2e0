"""Rates and credit: curve_bootstrap, hull_white, jarrow_yildirim, lg2f, cds.

Options by integration over the Gaussian state, not by the closed forms under test; curves by root search, and by QuantLib where a row names its
conventions; the credit default swaps by mpmath, and by QuantLib's engines within the tolerance that they leave.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/rates.py
"""
import math

import mpmath as mp
import numpy as np
import QuantLib as ql
from scipy.optimize import brentq

from common import reproduce

mp.mp.dps = 30


def curve_of(curve):
    """t -> discount factor."""
    if "flat_continuous_rate" in curve:
        return lambda t: mp.exp(-mp.mpf(curve["flat_continuous_rate"]) * t)
    times, rates = curve["times"], curve["zero_rates_continuous"] if "zero_rates_continuous" in curve else curve["zero_rates"]
    return lambda t: mp.exp(-mp.mpf(float(np.interp(float(t), times, rates))) * t)


def hull_white(row):
    i = row["inputs"]
    a, sigma, expiry, strike = (mp.mpf(i[k]) for k in ("mean_reversion", "sigma", "option_expiry", "strike"))
    b = lambda t: (1 - mp.exp(-a * t)) / a if a else t
    own = mp.quad(lambda s: (sigma * mp.exp(-a * (expiry - s))) ** 2, [0, expiry])
    w = 1 if i["optionType"] == "call" else -1
    if "cashflow_times" in i:
        p = curve_of(i["curve"])
        start, payments = p(expiry), [(mp.mpf(t), mp.mpf(c)) for t, c in zip(i["cashflow_times"], i["cashflows"])]
        terms = [(c * p(t) / start, b(t - expiry)) for t, c in payments]
    else:
        start = mp.mpf(i["discount_to_expiry"])
        terms = [(mp.mpf(i["discount_to_bond_maturity"]) / start, b(mp.mpf(i["bond_maturity"]) - expiry))]
    # Under the forward measure of the expiry each bond is lognormal in one normal, with mean its forward.
    bond = lambda z: sum(f * mp.exp(-d * mp.sqrt(own) * z - d * d * own / 2) for f, d in terms)
    kink = mp.findroot(lambda z: bond(z) - strike, 0)
    ends = [-14, -6, -2, 2, 6, 14]
    points = sorted([*[x for x in ends if (x < kink if w > 0 else x > kink)], kink])
    price = start * mp.quad(lambda z: mp.npdf(z) * w * (bond(z) - strike), points)
    found = {"price": mp.mpf(i.get("notional", 1.0)) * price}
    if "bond_price_volatility" in row["expected"]:
        found["bond_price_volatility"] = terms[0][1] * mp.sqrt(own)
    return found


def jarrow_yildirim(row):
    i, e = row["inputs"], row["expected"]
    rn, rr, an, ar, sn, sr, si, nr, ni, ri = (
        mp.mpf(i[k])
        for k in (
            *("nominal_flat_rate", "real_flat_rate", "mean_reversion_nominal", "mean_reversion_real", "sigma_nominal", "sigma_real", "sigma_index"),
            *("corr_nominal_real", "corr_nominal_index", "corr_real_index"),
        )
    )
    pn, pr = (lambda t: mp.exp(-rn * t)), (lambda t: mp.exp(-rr * t))
    bn, br = (lambda t: (1 - mp.exp(-an * t)) / an), (lambda t: (1 - mp.exp(-ar * t)) / ar)

    def dot(x, y):
        """Of exposures to the nominal rate's, the real rate's and the index's Brownian motions."""
        c = {(0, 1): nr, (0, 2): ni, (1, 2): ri}
        return sum(x[p] * y[q] * (1 if p == q else c[min(p, q), max(p, q)]) for p in range(3) for q in range(3))

    def ratio(t1, t2):
        """Log-mean correction and deviation of I(T2)/I(T1) under the nominal forward measure of T2."""
        # The forward index I_T = I P_r(T)/P_n(T) has the exposures of the index less those of the real bond plus those of the nominal.
        index = lambda s, t: (sn * bn(t - s), -sr * br(t - s), si)
        bond = lambda s, t: (-sn * bn(t - s), mp.mpf(0), mp.mpf(0))
        # ln ratio = ln I_T2(T1) - ln I_T1(T1) + its motion on [T1, T2].
        early = lambda s: tuple(x - y for x, y in zip(index(s, t2), index(s, t1)))
        variance = mp.quad(lambda s: dot(early(s), early(s)), [0, t1]) + mp.quad(lambda s: dot(index(s, t2), index(s, t2)), [t1, t2])
        # E under T2: I_T2 is a martingale; I_T1's drift under it is that of the change of measure.
        shift = lambda s: tuple(x - y for x, y in zip(bond(s, t2), bond(s, t1)))
        drift = mp.quad(lambda s: dot(index(s, t1), index(s, t1)) - dot(index(s, t2), index(s, t1)) - dot(index(s, t1), shift(s)), [0, t1])
        return drift, mp.sqrt(variance)

    def forward(t1, t2):
        c, _ = ratio(t1, t2)
        plain = pn(t1) * pr(t2) / (pn(t2) * pr(t1))
        return plain * mp.exp(c), plain, c

    if "annual_periods" in i:
        forwards = [forward(mp.mpf(k), mp.mpf(k + 1))[0] if k else pr(mp.mpf(1)) / pn(mp.mpf(1)) for k in range(i["annual_periods"])]
        annuity = sum(pn(k + 1) for k in range(i["annual_periods"]))
        received = sum(pn(k + 1) * (f - 1) for k, f in enumerate(forwards))
        return {
            "forward_yoy_rates": [f - 1 for f in forwards],
            "fair_yoy_rate": received / annuity,
            "swap_pv_receive_inflation": received - mp.mpf(i["fixed_rate"]) * annuity,
        }
    t1, t2 = mp.mpf(i["period_start"]), mp.mpf(i["period_end"])
    k, size = 1 + mp.mpf(i["strike_rate"]), mp.mpf(i["accrual"]) * mp.mpf(i["notional"]) * pn(t2)
    (f, plain, c), deviation = forward(t1, t2), ratio(t1, t2)[1]
    level = lambda z: f * mp.exp(deviation * z - deviation**2 / 2)
    kink = (mp.log(k / f) + deviation**2 / 2) / deviation
    found = {
        "convexity_exponent_C": c,
        "forward_yoy_rate": f - 1,
        "forward_yoy_rate_no_convexity": plain - 1,
        "log_ratio_stdev": deviation,
        "swaplet_pv": size * (f - k),
        "caplet_pv": size * mp.quad(lambda z: mp.npdf(z) * (level(z) - k), [kink, kink + 2, kink + 6, kink + 14]),
        "floorlet_pv": size * mp.quad(lambda z: mp.npdf(z) * (k - level(z)), [kink - 14, kink - 6, kink - 2, kink]),
    }
    return {key: value for key, value in found.items() if key in e}


def lg2f(row):
    """By two-dimensional integration over the state under the forward measure of the expiry."""
    i = row["inputs"]
    a, s, b, h, rho, t = (i[k] for k in ("a", "sigma", "b", "eta", "rho", "option_expiry"))
    p = lambda u: float(curve_of(i["curve"])(mp.mpf(u)))
    c = lambda k, u: (1 - math.exp(-k * u)) / k
    vx, vy = s * s * c(2 * a, t), h * h * c(2 * b, t)
    cov = rho * s * h * c(a + b, t)
    legs = [(p(u) / p(t), c(a, u - t), c(b, u - t)) for u in i["payment_times"]]
    # Forward bonds P(t, u)/P(t, t) are martingales under that measure, lognormal in (x, y).
    variance = [bx * bx * vx + by * by * vy + 2 * bx * by * cov for _, bx, by in legs]
    w = 1 if i["payer"] else -1
    r = cov / math.sqrt(vx * vy)

    nodes, weights = np.polynomial.legendre.leggauss(16)

    def value(z2):
        """Integral over z1 on both sides of the exercise boundary."""
        y = z2
        bonds = lambda z1: [
            f * math.exp(-bx * math.sqrt(vx) * z1 - by * math.sqrt(vy) * (r * z1 + math.sqrt(1 - r * r) * y) - v / 2) for (f, bx, by), v in zip(legs, variance)
        ]
        swap = lambda z1: 1 - sum(i["fixed_rate"] * acc * d for acc, d in zip(i["accruals"], bonds(z1))) - bonds(z1)[-1]
        # The boundary may lie on either side, since the factors are correlated.
        grid = np.linspace(-12, 12, 49)
        signs = [w * swap(z) > 0 for z in grid]
        kinks = [brentq(swap, x0, x1) for x0, x1, f0, f1 in zip(grid[:-1], grid[1:], signs[:-1], signs[1:]) if f0 != f1]
        parts = np.unique([*range(-12, 13, 2), *kinks])
        total = 0.0
        for x0, x1 in zip(parts[:-1], parts[1:]):
            if w * swap((x0 + x1) / 2) <= 0:
                continue
            zs = (x0 + x1) / 2 + (x1 - x0) / 2 * nodes
            total += (x1 - x0) / 2 * sum(g * math.exp(-z * z / 2) * w * swap(z) for g, z in zip(weights, zs))
        return total / math.sqrt(2 * math.pi)

    price = 0.0
    for y0 in range(-12, 12):
        ys = y0 + 0.5 + 0.5 * nodes
        price += 0.5 * sum(g * math.exp(-y * y / 2) * value(y) for g, y in zip(weights, ys)) / math.sqrt(2 * math.pi)
    found = {"price": p(t) * i.get("notional", 1.0) * price}
    if "forward_swap_rate" in row["expected"]:
        found["forward_swap_rate"] = (p(t) - p(i["payment_times"][-1])) / sum(acc * p(u) for acc, u in zip(i["accruals"], i["payment_times"]))
    return found


def curve(row):
    i, e = row["inputs"], row["expected"]
    if "bonds" in i:
        rates = []
        times = [bond["maturity"] for bond in i["bonds"]]
        for bond in i["bonds"]:
            coupon, per = bond["annual_coupon"] / bond["coupons_per_year"], bond["coupons_per_year"]
            def price(rate):
                known = [*rates, rate]
                at = lambda t: math.exp(-float(np.interp(t, times[: len(known)], known)) * t)
                dates = [k / per for k in range(1, int(round(bond["maturity"] * per)) + 1)] if coupon else []
                return sum(coupon * at(t) for t in dates) + 100 * at(bond["maturity"]) - bond["price"]
            rates.append(brentq(price, -0.5, 1, xtol=1e-15))
        return {"zero_rates_continuous": rates}
    if "deposits" in i and "evaluation_date" not in i:
        times, logs = [0.0], [0.0]

        def at(t, last):
            return math.exp(float(np.interp(t, [*times, last[0]], [*logs, last[1]]))) if last else math.exp(float(np.interp(t, times, logs)))

        def add(t, equation):
            found = brentq(lambda x: equation(lambda u: at(u, (t, x))), -6, 2, xtol=1e-16)
            times.append(t)
            logs.append(found)

        for d in i["deposits"]:
            add(d["time"], lambda p, d=d: p(d["time"]) * (1 + d["simple_rate"] * d["time"]) - 1)
        for f in i["futures"]:
            rate = (100 - f["price"]) / 100 - f["convexity"]
            add(f["end"], lambda p, f=f, rate=rate: p(f["end"]) * (1 + rate * (f["end"] - f["start"])) - p(f["start"]))
        for s in i["swaps_annual_fixed"]:
            add(s["years"], lambda p, s=s: s["par_rate"] * sum(p(float(k)) for k in range(1, s["years"] + 1)) + p(float(s["years"])) - 1)
        return {
            "pillar_times": times[1:],
            "discount_factors": [math.exp(x) for x in logs[1:]],
            "zero_rates_continuous": [-x / t for x, t in zip(logs[1:], times[1:])],
        }
    year, month, day = map(int, i["evaluation_date"].split("-"))
    today = ql.Date(day, month, year)
    ql.Settings.instance().evaluationDate = today
    calendar, settle = ql.TARGET(), i["settlement_days"]
    helpers = [
        ql.DepositRateHelper(d["rate"], ql.Period(d["tenor"]), settle, calendar, ql.ModifiedFollowing, True, ql.Actual360()) for d in i["deposits"]
    ]
    if i["swap_conventions"].startswith("OIS"):
        helpers += [
            ql.OISRateHelper(settle, ql.Period(s["years"], ql.Years), ql.QuoteHandle(ql.SimpleQuote(s["rate"])), ql.Eonia()) for s in i["swaps"]
        ]
        reference = today
    else:
        helpers += [
            ql.SwapRateHelper(
                s["rate"], ql.Period(s["years"], ql.Years), calendar, ql.Annual, ql.Unadjusted, ql.Thirty360(ql.Thirty360.BondBasis), ql.Euribor6M()
            )
            for s in i["swaps"]
        ]
        reference = calendar.advance(today, settle, ql.Days)
    found = ql.PiecewiseLogLinearDiscount(reference, helpers, ql.Actual365Fixed())
    found.discount(1.0)
    nodes = list(found.nodes())[1:]
    return {"discount_factors": [value for _, value in nodes]}


def cds(row):
    """Both legs as integrals of the default density over each period, with accrued premium."""
    i = row["inputs"]
    if "rate" not in i:
        return None
    rate, times = mp.mpf(i["rate"]), [mp.mpf(t) for t in i["paymentTimes"]]
    breaks, hazards = [mp.mpf(t) for t in i["hazardTimes"]], [mp.mpf(h) for h in i["hazardRates"]]

    def hazard(t):
        return next((h for b, h in zip(breaks, hazards) if t <= b), hazards[-1])

    def survival(t):
        total, last = mp.mpf(0), mp.mpf(0)
        for b, h in zip(breaks[:-1] + [mp.inf], hazards):
            if t <= last:
                break
            total += h * (min(t, b) - last)
            last = b
        return mp.exp(-total)

    discount = lambda t: mp.exp(-rate * t)
    protection = premium = mp.mpf(0)
    start, run_before = mp.mpf(i.get("start", 0)), mp.mpf(i.get("accrued", 0))
    for end, accrual in zip(times, i["accruals"]):
        points = sorted({start, end, *[b for b in breaks if start < b < end]})
        protection += mp.quad(lambda u: hazard((u if u > 0 else mp.mpf(0)) * 1) * survival(u) * discount(u), points)
        run = lambda u: run_before + (mp.mpf(accrual) - run_before) * (u - start) / (end - start)
        premium += mp.mpf(accrual) * survival(end) * discount(end) + mp.quad(lambda u: run(u) * hazard(u) * survival(u) * discount(u), points)
        start, run_before = end, mp.mpf(0)
    protection *= 1 - mp.mpf(i["recoveryRate"])
    found = {"price": protection - mp.mpf(i["spread"]) * premium, "parSpread": protection / premium, "protectionLeg": protection}
    return {key: value for key, value in found.items() if key in row["expected"]}


reproduce("hull_white", hull_white)
reproduce("lg2f", lg2f)
reproduce("curve_bootstrap", curve)
reproduce("jarrow_yildirim", jarrow_yildirim)
reproduce("cds", cds, lambda row: "generate/rates.py" in row["source"])
