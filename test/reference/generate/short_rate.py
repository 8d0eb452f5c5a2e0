"""Hull-White's and the G2++ model fitted to swaption matrices by QuantLib: short_rate_calibration.

QuantLib's own calibration (CalibrationHelper with implied volatility errors, Levenberg-Marquardt), from several starts for G2++, of which the best
is kept; and volatilities that QuantLib has for G2++ models whose quotes other parameters nearly fit too, or far from which a swap rate moves like a
normal one. Times are whole months of a calendar on which a month is a twelfth of a year, so that both sides have the same ones; QuantLib's helpers
count the time to expiry in actual days, which the volatility given to them makes up for.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/short_rate.py [--write]
"""
import math
import random

import QuantLib as ql

from common import generate

SOURCE = "QuantLib 1.44, test/reference/generate/short_rate.py"
TODAY = ql.Date(15, 1, 2026)
COUNT, CALENDAR = ql.SimpleDayCounter(), ql.NullCalendar()
ql.Settings.instance().evaluationDate = TODAY
NODES = [0, 1, 2, 5, 10, 20, 40]
EXPIRIES, TENORS = [1, 2, 3, 5, 7, 10], [1, 2, 5, 7, 10]
STARTS = [(0.5, 0.05, -0.7), (0.1, 0.02, -0.5), (0.8, 0.2, -0.9)]


def curve_of(rates):
    made = ql.ZeroCurve([TODAY + ql.Period(n, ql.Years) for n in NODES], rates, COUNT, CALENDAR)
    made.enableExtrapolation()
    return ql.YieldTermStructureHandle(made)


def helpers(handle, quotes, lognormal):
    index = ql.IborIndex("index", ql.Period(1, ql.Years), 0, ql.EURCurrency(), CALENDAR, ql.Unadjusted, False, COUNT, handle)
    made = []
    for expiry, tenor, volatility in quotes:
        actual = (TODAY + ql.Period(expiry, ql.Years) - TODAY) / 365
        quote = ql.QuoteHandle(ql.SimpleQuote(volatility * math.sqrt(expiry / actual)))
        made.append(
            ql.SwaptionHelper(
                ql.Period(expiry, ql.Years), ql.Period(tenor, ql.Years), quote, index, ql.Period(1, ql.Years), COUNT, COUNT, handle,
                ql.BlackCalibrationHelper.ImpliedVolError, ql.nullDouble(), 1.0, ql.ShiftedLognormal if lognormal else ql.Normal,
            )
        )
    return made


def fit(model, engine, made, quotes):
    for helper in made:
        helper.setPricingEngine(engine)
    model.calibrate(made, ql.LevenbergMarquardt(), ql.EndCriteria(1000, 200, 1e-10, 1e-10, 1e-10))
    actual = lambda expiry: (TODAY + ql.Period(expiry, ql.Years) - TODAY) / 365
    errors = [helper.calibrationError() * math.sqrt(actual(q[0]) / q[0]) for helper, q in zip(made, quotes)]
    return math.sqrt(sum(e * e for e in errors) / len(errors)), list(model.params())


def best_g2(handle, made, quotes):
    fits = []
    for a, b, rho in STARTS:
        model = ql.G2(handle, a, 0.008, b, 0.008, rho)
        fits.append(fit(model, ql.G2SwaptionEngine(model, 8.0, 32), made, quotes))
    return min(fits)


def matrices():
    draw = random.Random(20260115)
    level = [0.02, 0.021, 0.023, 0.027, 0.03, 0.031, 0.03]
    bent = lambda e, t: 0.0085 * (1 + 0.25 * math.exp(-0.4 * e) - 0.015 * t) * (1 - 0.008 * e)
    yield "normal", level, [(e, t, round(bent(e, t) + draw.uniform(-1e-4, 1e-4), 6)) for e in EXPIRIES for t in TENORS], False
    black = lambda e, t: 0.32 * math.exp(-0.03 * e - 0.015 * t) * (1 - 0.1 * math.exp(-e))
    yield "lognormal", level, [(e, t, round(black(e, t) + draw.uniform(-2e-3, 2e-3), 5)) for e in EXPIRIES for t in TENORS], True
    low = [-0.005, -0.005, -0.004, -0.001, 0.002, 0.004, 0.004]
    flat = lambda e, t: 0.0055 * (1 - 0.12 * math.exp(-0.5 * e)) * (1 + 0.01 * t)
    yield "negative_rates", low, [(e, t, round(flat(e, t) + draw.uniform(-5e-5, 5e-5), 6)) for e in EXPIRIES for t in TENORS], False


# Mean reversion and volatility of both factors, and their correlation.
MODELS = {
    "slow_second_factor": (0.37, 0.008, 0.0104, 0.0274, -0.70),
    "long_tenors": (0.345, 0.0044, 0.0047, 0.0298, -0.76),
    "fast_first_factor": (2.446, 0.0129, 0.0095, 0.0288, -0.174),
    "weak_first_factor": (1.46, 0.004, 0.0826, 0.0082, -0.53),
    "near_reversions": (0.0586, 0.0026, 0.0128, 0.0271, 0.69),
    "both_rise": (0.0616, 0.0133, 0.004, 0.0264, 0.62),
    "nearly_one_factor": (0.176, 0.0035, 0.0075, 0.0249, 0.91),
    "usual": (0.5, 0.01, 0.05, 0.009, -0.7),
}
LONG_EXPIRIES, LONG_TENORS = [1, 2, 5, 10, 15, 20], [1, 2, 5, 10, 20]


def quotes_of(handle, parameters):
    """Volatilities at the money of QuantLib's G2SwaptionEngine, with a fine grid."""
    a, sigma, b, eta, rho = parameters
    model = ql.G2(handle, a, sigma, b, eta, rho)
    engine = ql.G2SwaptionEngine(model, 12.0, 1000)
    quotes = []
    for expiry, tenor, helper in [(e, t, helpers(handle, [(e, t, 0.01)], False)[0]) for e in LONG_EXPIRIES for t in LONG_TENORS]:
        helper.setPricingEngine(engine)
        # Of the helper's own time, in actual days.
        actual = (TODAY + ql.Period(expiry, ql.Years) - TODAY) / 365
        volatility = helper.impliedVolatility(helper.modelValue(), 1e-14, 10000, 1e-6, 0.2) * math.sqrt(actual / expiry)
        quotes.append((expiry, tenor, round(volatility, 10)))
    return quotes


def rows_of_models():
    rates = [0.02, 0.021, 0.023, 0.027, 0.03, 0.031, 0.03]
    handle = curve_of(rates)
    for name, parameters in MODELS.items():
        swaptions = [{"expiry": e, "tenor": t, "normalVolatility": v} for e, t, v in quotes_of(handle, parameters)]
        yield {
            "id": "short_rate_g2_of_" + name,
            "source": SOURCE,
            "method": "QuantLib G2SwaptionEngine",
            "inputs": {
                "valuationDate": "2026-01-15",
                "curve": {"times": NODES, "zeroRates": rates},
                "shortRateModel": {"type": "g2", "swaptions": swaptions},
            },
            "expected": {"rmse": 0.0},
            "tolerance": {"abs": 1e-9, "why": "the search ends at such an error, and the volatilities have ten decimals"},
        }


def rows():
    made = []
    for name, rates, quotes, lognormal in matrices():
        handle = curve_of(rates)
        field = "volatility" if lognormal else "normalVolatility"
        for model in ("hull_white", "g2"):
            swaptions = helpers(handle, quotes, lognormal)
            if model == "g2":
                rmse, _ = best_g2(handle, swaptions, quotes)
                expected = {"rmse": rmse}
            else:
                hull_white = ql.HullWhite(handle)
                rmse, (a, sigma) = fit(hull_white, ql.JamshidianSwaptionEngine(hull_white), swaptions, quotes)
                expected = {"rmse": rmse, "meanReversion": a, "volatility": sigma}
            request = {
                "valuationDate": "2026-01-15",
                "curve": {"times": NODES, "zeroRates": rates},
                "shortRateModel": {"type": model, "swaptions": [{"expiry": e, "tenor": t, field: v} for e, t, v in quotes]},
            }
            tolerance = {"rel": 0.01, "why": "a fit within 1 % of QuantLib's; a better one passes"}
            made.append({"id": "short_rate_%s_%s" % (model, name), "source": SOURCE, "method": "QuantLib calibrate", "inputs": request, "expected": expected, "tolerance": tolerance})
    return made + list(rows_of_models())


if __name__ == "__main__":
    generate("short_rate_calibration", rows)
