"""Bermudan swaptions under the Hull-White model: test/reference/bermudan.json.

QuantLib's finite differences (FdHullWhiteSwaptionEngine, Hundsdorfer's scheme) on two grids, extrapolated to a spacing of zero; the trinomial
tree (TreeSwaptionEngine) stands beside it as a second source. Requires QuantLib 1.44:

    pip install QuantLib==1.44 && python test/reference/generate/bermudan.py
"""
import json
import os

import QuantLib as ql

# id, side, fixed rate, exercise years, maturity, fixed and floating payments per year, flat rate, mean reversion, volatility
CASES = [
    ("payer_10y_annual", "payer", 0.03, range(1, 10), 10, 1, 1, 0.03, 0.03, 0.010),
    ("receiver_10y_annual", "receiver", 0.03, range(1, 10), 10, 1, 1, 0.03, 0.03, 0.010),
    ("payer_in_the_money", "payer", 0.02, range(1, 10), 10, 1, 2, 0.04, 0.05, 0.008),
    ("receiver_out_of_the_money", "receiver", 0.02, range(1, 10), 10, 1, 2, 0.04, 0.05, 0.008),
    ("payer_late", "payer", 0.035, range(5, 20), 20, 1, 4, 0.03, 0.02, 0.012),
    ("receiver_late", "receiver", 0.035, range(5, 20), 20, 1, 4, 0.03, 0.02, 0.012),
    ("payer_half_yearly", "payer", 0.025, [k / 2 for k in range(2, 10)], 5, 2, 2, 0.025, 0.10, 0.009),
    ("receiver_negative_rates", "receiver", -0.002, range(1, 7), 7, 1, 2, -0.004, 0.03, 0.007),
    ("payer_no_mean_reversion", "payer", 0.03, [1, 3, 5], 7, 1, 2, 0.03, 1e-6, 0.010),
    ("receiver_one_date", "receiver", 0.03, [4], 9, 1, 2, 0.03, 0.03, 0.010),
]
NOTIONAL = 100.0


def value(case, engine_of):
    _, side, rate, years, maturity, fixed, floating, flat, reversion, volatility = case
    today = ql.Date(15, 1, 2026)
    ql.Settings.instance().evaluationDate = today
    # Whole months count as twelfths of a year.
    day_count = ql.SimpleDayCounter()
    curve = ql.YieldTermStructureHandle(ql.FlatForward(today, flat, day_count))
    after = lambda t: today + ql.Period(round(12 * t), ql.Months)
    schedule = lambda frequency: ql.Schedule(
        after(years[0]), after(maturity), ql.Period(12 // frequency, ql.Months), ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted,
        ql.DateGeneration.Backward, False)
    index = ql.IborIndex("I", ql.Period(12 // floating, ql.Months), 0, ql.USDCurrency(), ql.NullCalendar(), ql.Unadjusted, False, day_count, curve)
    kind = ql.Swap.Payer if side == "payer" else ql.Swap.Receiver
    swap = ql.VanillaSwap(kind, NOTIONAL, schedule(fixed), rate, day_count, schedule(floating), index, 0.0, day_count)
    swaption = ql.Swaption(swap, ql.BermudanExercise([after(t) for t in years]))
    swaption.setPricingEngine(engine_of(ql.HullWhite(curve, reversion, volatility)))
    return swaption.NPV()


rows = []
for case in CASES:
    name, side, rate, years, maturity, fixed, floating, flat, reversion, volatility = case
    steps = lambda n: value(case, lambda model: ql.FdHullWhiteSwaptionEngine(model, 40 * n, 100 * n, 0, 1e-6))
    coarse, fine = steps(4), steps(8)
    tree = value(case, lambda model: ql.TreeSwaptionEngine(model, 1200))
    best = fine + (fine - coarse) / 3
    rows.append({
        "id": "bermudan_" + name,
        "source": "QuantLib 1.44 FdHullWhiteSwaptionEngine, generate/bermudan.py",
        "method": "finite differences on 160 x 400 and 320 x 800 points, extrapolated",
        "inputs": {
            "trade": {
                "type": "bermudan_swaption", "currency": "USD", "notional": NOTIONAL, "side": side, "fixedRate": rate,
                "exerciseDates": list(years), "maturity": maturity, "fixedFrequency": fixed, "floatingFrequency": floating,
            },
            "rate": flat, "meanReversion": reversion, "volatility": volatility,
        },
        "expected": {"price": best},
        "tolerance": {"abs": max(abs(fine - coarse), 2e-5 * best), "why": "twice what the finer grid still changes, at least 2e-5 of the price"},
        "tree": tree,
        "coarse": coarse,
        "fine": fine,
    })
    print(name, coarse, fine, best, tree)

with open(os.path.join(os.path.dirname(__file__), "..", "bermudan.json"), "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
