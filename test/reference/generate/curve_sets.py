"""Curves of discounting and of forward rates bootstrapped together by QuantLib: curve_sets.

A row is a request of calibrate/curves with the zero rates at the nodes of QuantLib's curves. Overnight swaps make the curve that discounts; rate
agreements and swaps on six-month rates are projected by a curve of their own and discounted by that one; the second curve of a pair of currencies comes
from swaps of two overnight rates that exchange notionals. Quotes are drawn from a fixed seed, down to negative ones. No instrument ends after its curves:
beyond the last node QuantLib keeps the forward rate of a linear_zero curve, and the service its zero rate.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/curve_sets.py [--write]
"""
import random

import QuantLib as ql

from common import generate

SOURCE = "QuantLib 1.44, test/reference/generate/curve_sets.py"
TOLERANCE = {"abs": 1e-11, "rel": 1e-10, "why": "both reproduce the quotes to some 1e-13; the conditions of the instruments magnify it"}
TODAY = ql.Date(6, 3, 2026)
ACT365 = ql.Actual365Fixed()
TARGET, USNY = ql.TARGET(), ql.UnitedStates(ql.UnitedStates.Settlement)
CENTRES = ql.JointCalendar(TARGET, USNY)
draw = random.Random(20261127)
ql.Settings.instance().evaluationDate = TODAY

INTERPOLATIONS = {"log_linear": ql.PiecewiseLogLinearDiscount, "linear_zero": ql.PiecewiseLinearZero}


def iso(day):
    return day.ISO()


def quotes(tenors, level, slope):
    """Quotes of a curve that rises or falls, with noise."""
    return [float("%.6g" % (level + slope * i / len(tenors) + draw.uniform(-3e-4, 3e-4))) for i in range(len(tenors))]


def handle(rate):
    return ql.QuoteHandle(ql.SimpleQuote(rate))


def fitted(interpolation, helpers):
    curve = INTERPOLATIONS[interpolation](TODAY, helpers, ACT365, ql.IterativeBootstrap(1e-15))
    curve.enableExtrapolation()
    return curve, ql.YieldTermStructureHandle(curve)


def overnight(currency, calendar, index, tenors, rates):
    start = calendar.advance(TODAY, 2, ql.Days)
    helpers = [
        ql.OISRateHelper(2, ql.Period(tenor), handle(rate), index, ql.YieldTermStructureHandle(), True, 0, ql.ModifiedFollowing, ql.Annual, calendar)
        for tenor, rate in zip(tenors, rates)
    ]
    name = "TARGET" if calendar is TARGET else "USNY"
    instruments = [
        {
            **{"type": "interest_rate_swap", "side": "payer", "currency": currency, "startDate": iso(start), "tenor": tenor, "fixedRate": rate},
            **{"floatingType": "overnight", "fixedFrequency": 1, "floatingFrequency": 1, "fixedDayCount": "ACT/360", "floatingDayCount": "ACT/360"},
            **{"calendar": name, "businessDayConvention": "modified_following"},
        }
        for tenor, rate in zip(tenors, rates)
    ]
    return helpers, instruments


def six_months(tenors, rates, months, agreed, discounting):
    start = TARGET.advance(TODAY, 2, ql.Days)
    index = ql.Euribor6M()
    helpers = [ql.FraRateHelper(handle(rate), month, index, ql.Pillar.LastRelevantDate, ql.Date(), False) for month, rate in zip(months, agreed)]
    helpers += [
        ql.SwapRateHelper(
            handle(rate), ql.Period(tenor), TARGET, ql.Annual, ql.ModifiedFollowing, ql.Thirty360(ql.Thirty360.BondBasis), index, ql.QuoteHandle(), ql.Period("0D"), discounting
        )
        for tenor, rate in zip(tenors, rates)
    ]
    shared = {"currency": "EUR", "calendar": "TARGET", "businessDayConvention": "modified_following"}
    instruments = []
    for month, rate in zip(months, agreed):
        first = TARGET.advance(start, month, ql.Months, ql.ModifiedFollowing, True)
        last = TARGET.advance(start, month + 6, ql.Months, ql.ModifiedFollowing, True)
        instruments.append({**shared, "type": "fra", "startDate": iso(first), "maturity": iso(last), "fixedRate": rate})
    for tenor, rate in zip(tenors, rates):
        instruments.append(
            {
                **{**shared, "type": "interest_rate_swap", "side": "payer", "startDate": iso(start), "tenor": tenor, "fixedRate": rate},
                **{"fixedFrequency": 1, "floatingFrequency": 2, "fixedDayCount": "30/360", "floatingDayCount": "ACT/360"},
            }
        )
    return helpers, instruments


def of_two_currencies(tenors, spreads, estr, sofr, dollars):
    start = CENTRES.advance(TODAY, 2, ql.Days)
    helpers = [
        ql.ConstNotionalCrossCurrencyBasisSwapRateHelper(
            handle(spread), ql.Period(tenor), 2, CENTRES, ql.ModifiedFollowing, False, ql.Estr(estr), ql.Sofr(sofr), dollars, False, True, ql.Quarterly
        )
        for tenor, spread in zip(tenors, spreads)
    ]
    leg = {"floatingType": "overnight", "frequency": 4, "dayCount": "ACT/360"}
    instruments = [
        {
            **{"type": "cross_currency_swap", "startDate": iso(start), "tenor": tenor, "calendar": ["TARGET", "USNY"], "businessDayConvention": "modified_following"},
            "receive": {**leg, "currency": "EUR", "notional": 1000000, "index": "ESTR", "spread": spread},
            "pay": {**leg, "currency": "USD", "notional": 1080000},
        }
        for tenor, spread in zip(tenors, spreads)
    ]
    return helpers, instruments


def zeros(curve):
    """Zero rates at the nodes after today."""
    return [[ACT365.yearFraction(TODAY, day), curve.zeroRate(day, ACT365, ql.Continuous).rate()] for day in curve.dates()[1:]]


def row(kind, count, interpolation, request, expected):
    return {
        **{"id": "%s_%d" % (kind, count), "source": SOURCE, "method": "%s, %s" % (kind, interpolation)},
        **{"inputs": {"valuationDate": iso(TODAY), **request}, "expected": expected, "tolerance": TOLERANCE},
    }


def make():
    rows = []
    tenors = ["1M", "3M", "6M", "1Y", "2Y", "3Y", "5Y", "7Y", "10Y", "15Y", "20Y", "30Y"]
    swaps = ["2Y", "3Y", "4Y", "5Y", "7Y", "10Y", "12Y", "15Y", "20Y", "25Y", "30Y"]
    months = [1, 2, 3, 6, 9, 12]
    for count in range(12):
        interpolation = list(INTERPOLATIONS)[count % 2]
        level, slope = draw.uniform(-0.008, 0.06), draw.uniform(-0.012, 0.02)
        wrapped = lambda instruments: {"interpolation": interpolation, "instruments": instruments}
        helpers, overnights = overnight("EUR", TARGET, ql.Estr(), tenors, quotes(tenors, level, slope))
        estr, discounting = fitted(interpolation, helpers)
        basis = draw.uniform(0.0005, 0.003)
        helpers, terms = six_months(swaps, quotes(swaps, level + basis, slope), months, quotes(months, level + basis, 0), discounting)
        euribor, _ = fitted(interpolation, helpers)
        rows.append(
            row(
                "two_curves",
                count,
                interpolation,
                {"curves": {"EUR": wrapped(overnights)}, "projections": {"EURIBOR-6M": wrapped(terms)}},
                {"curves": {"EUR": zeros(estr)}, "projections": {"EURIBOR-6M": zeros(euribor)}},
            )
        )
        helpers, dollar_swaps = overnight("USD", USNY, ql.Sofr(), tenors, quotes(tenors, level + 0.015, slope))
        sofr, dollars = fitted(interpolation, helpers)
        far = tenors[3:]
        helpers, exchanged = of_two_currencies(far, quotes(far, draw.uniform(-0.004, 0.001), 0.0005), discounting, dollars, dollars)
        euros, _ = fitted(interpolation, helpers)
        known = {"times": [t for t, _ in zeros(estr)], "zeroRates": [z for _, z in zeros(estr)], "interpolation": interpolation}
        rows.append(
            row(
                "two_currencies",
                count,
                interpolation,
                {"curves": {"USD": wrapped(dollar_swaps), "EUR": wrapped(exchanged)}, "projections": {"ESTR": known}, "fx": {"EURUSD": 1.08}},
                {"curves": {"USD": zeros(sofr), "EUR": zeros(euros)}, "projections": {}},
            )
        )
    return rows


if __name__ == "__main__":
    generate("curve_sets", make)
