"""Writes test/reference/credit_curve.json: default intensities from par spreads of standard credit default swaps.

Each intensity is found by bisection so that QuantLib's IsdaCdsEngine returns the quoted spread as the fair one; the schedules are
QuantLib's too (rule CDS2015, weekends the only holidays). The curve has its nodes at the maturities, as in the ISDA standard model, where
QuantLib's own bootstrap sets them a day later.

Where a maturity falls on a Saturday, QuantLib lets the last coupon depend on survival to the day before its payment; the standard model
(and this service) to the maturity. Those rows say so in their tolerance.

Usage: python3 test/reference/generate/credit_curve.py > test/reference/credit_curve.json
"""

import json
import sys

import QuantLib as ql

assert ql.__version__ == "1.44", f"the table was made with QuantLib 1.44; this is {ql.__version__}"

ACT365 = ql.Actual365Fixed()
WEEKENDS = ql.WeekendsOnly()
HIGHEST_INTENSITY = 10.0

STEEP = {"days": [30, 91, 182, 365, 730, 1095, 1826, 2557, 3652, 5479, 7305, 14610], "zeroRates": [0.011, 0.012, 0.014, 0.018, 0.022, 0.026, 0.031, 0.034, 0.036, 0.038, 0.039, 0.041]}
NEGATIVE = {"days": [182, 365, 1826, 3652, 14610], "zeroRates": [-0.006, -0.0055, -0.003, 0.001, 0.004]}
FLAT = {"days": [14610], "zeroRates": [0.03]}
CURVES = {"flat": FLAT, "steep": STEEP, "negative": NEGATIVE}

QUOTES = {
    "investment grade": ([("6M", 0.0031), ("1Y", 0.0042), ("2Y", 0.0058), ("3Y", 0.0075), ("5Y", 0.0104), ("7Y", 0.0122), ("10Y", 0.0135)], 0.4),
    "high yield": ([("1Y", 0.021), ("3Y", 0.0355), ("5Y", 0.0465), ("10Y", 0.0512)], 0.4),
    "distressed, inverted": ([("6M", 0.62), ("1Y", 0.51), ("2Y", 0.42), ("3Y", 0.38), ("5Y", 0.345), ("10Y", 0.322)], 0.25),
    "one basis point": ([("1Y", 0.0001), ("5Y", 0.0001)], 0.4),
    "sovereign, zero recovery": ([("1Y", 0.0005), ("5Y", 0.0031), ("30Y", 0.0062)], 0.0),
    "one quote": ([("5Y", 0.01)], 0.4),
}

DATES = [(23, 11, 2026), (22, 11, 2026), (18, 12, 2026), (19, 12, 2026), (20, 12, 2026), (21, 12, 2026), (19, 3, 2027), (22, 3, 2027), (29, 2, 2028)]


def discounting(today, curve):
    dates = [today] + [today + days for days in curve["days"]]
    factors = [1.0] + [pow(2.718281828459045235, -rate * days / 365.0) for days, rate in zip(curve["days"], curve["zeroRates"])]
    handle = ql.DiscountCurve(dates, factors, ACT365)
    handle.enableExtrapolation()
    return ql.YieldTermStructureHandle(handle)


def swap_of(today, tenor):
    maturity = ql.cdsMaturity(today, ql.Period(tenor), ql.DateGeneration.CDS2015)
    schedule = ql.Schedule(today + 1, maturity, ql.Period(3, ql.Months), WEEKENDS, ql.Following, ql.Unadjusted, ql.DateGeneration.CDS2015, False)
    swap = ql.CreditDefaultSwap(
        ql.Protection.Buyer, 1.0, 0.01, schedule, ql.Following, ql.Actual360(), True, True, today + 1, ql.FaceValueClaim(), ql.Actual360(True), True, today
    )
    return maturity, swap


def bootstrap(today, quotes, recovery, curve):
    ql.Settings.instance().evaluationDate = today
    rates = discounting(today, curve)
    dates, intensities, weekend = [today], [], False
    for tenor, spread in quotes:
        maturity, swap = swap_of(today, tenor)
        weekend = weekend or maturity.weekday() == ql.Saturday

        def fair(intensity):
            known = intensities + [intensity]
            # The last node is moved beyond the weekend so that QuantLib may look there.
            nodes = dates + [maturity, maturity + 10]
            hazard = ql.HazardRateCurve(nodes, [known[0]] + known + [known[-1]], ACT365)
            swap.setPricingEngine(ql.IsdaCdsEngine(ql.DefaultProbabilityTermStructureHandle(hazard), recovery, rates))
            return swap.fairSpread()

        low, high = 0.0, HIGHEST_INTENSITY
        for _ in range(200):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                break
            if fair(middle) > spread:
                high = middle
            else:
                low = middle
        dates.append(maturity)
        intensities.append(low)
    return dates[1:], intensities, weekend


def main():
    rows = []
    for name, (quotes, recovery) in QUOTES.items():
        for curve_name, curve in CURVES.items():
            for day in DATES if name == "investment grade" else DATES[:2]:
                today = ql.Date(*day)
                dates, intensities, weekend = bootstrap(today, quotes, recovery, curve)
                rows.append(
                    {
                        "id": f"{name}, {curve_name} rates, {today.ISO()}",
                        "source": "QuantLib 1.44, IsdaCdsEngine (generate/credit_curve.py)",
                        "method": "bisection on the fair spread, maturity after maturity",
                        "inputs": {
                            "valuationDate": today.ISO(),
                            "recoveryRate": recovery,
                            "spreads": [{"tenor": tenor, "spread": spread} for tenor, spread in quotes],
                            "curve": {
                                "times": [days / 365.0 for days in curve["days"]],
                                "zeroRates": curve["zeroRates"],
                                "interpolation": "log_linear",
                            },
                        },
                        "expected": {"dates": [date.ISO() for date in dates], "hazardRates": intensities},
                        "tolerance": {
                            "rel": 2e-6 if weekend else 1e-9,
                            "why": "QuantLib lets a last coupon that ends on a Saturday depend on survival to the day before its payment, the Sunday"
                            if weekend
                            else "cancellation in QuantLib's accrual on default where an interval is just above the threshold of its series, 1e-4",
                        },
                    }
                )
    json.dump(rows, sys.stdout, indent=1)
    print()


main()
