"""Bermudan swaptions by their dates under the Hull-White model: dated_bermudan.

Terms, conventions and curves are drawn from a fixed seed. QuantLib's finite differences (FdHullWhiteSwaptionEngine) on three
grids, of which the finest counts; the projection curve keeps its ratio to that of discounting there as here.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/dated_bermudan.py [--write]
"""
import random

import QuantLib as ql

import rates_products
from common import generate
from conventions import schedule
from rates_products import TODAY, conventions, curve, iso, rounded, vanilla_swap

SOURCE = "QuantLib 1.44 FdHullWhiteSwaptionEngine, test/reference/generate/dated_bermudan.py"


def cases():
    rates_products.draw = draw = random.Random(20261130)
    rows = []
    for count in range(20):
        name, calendar = conventions()
        lag, fixing_days = draw.choice([0, 2, 5]), draw.choice([0, 2])
        start = calendar.adjust(TODAY + draw.randrange(60, 900))
        end = start + ql.Period(draw.randrange(2, 11), ql.Years)
        fixed_frequency, floating_frequency = draw.choice([(1, 2), (1, 4), (2, 2), (1, 1)])
        fixed_count, float_count = draw.choice(["30/360", "30E/360", "ACT/365F"]), "ACT/360"
        fixed, floating = [schedule(start, end, 12 // f, calendar, "modified_following", "short_front", False) for f in (fixed_frequency, floating_frequency)]
        negative = count % 4 == 3
        given_discount, _, discounting = curve(0.025 if not negative else -0.004)
        given_projection, _, projecting = curve(0.03 if not negative else -0.002)
        rate = rounded(draw.uniform(0.015, 0.045) if not negative else draw.uniform(-0.01, 0.01), 4)
        spread, payer = draw.choice([0.0, 0.0, 0.002]), draw.random() < 0.5
        swap = vanilla_swap(payer, rate, spread, (fixed, floating), (fixed_count, float_count), floating_frequency, fixing_days, calendar, projecting)
        # Notice before some or all of the fixed periods.
        exercises = [calendar.advance(day, -lag, ql.Days) for day in list(fixed)[:-1][:: draw.choice([1, 1, 2])]]
        option = ql.Swaption(swap, ql.BermudanExercise(exercises))
        reversion, volatility = rounded(draw.uniform(0.001, 0.12), 3), rounded(draw.uniform(0.004, 0.014), 3)

        def value(n):
            option.setPricingEngine(ql.FdHullWhiteSwaptionEngine(ql.HullWhite(discounting, reversion, volatility), 40 * n, 100 * n, 0, 1e-6))
            return option.NPV()

        coarse, middle, best = value(10), value(20), value(40)
        spread_of_grids = max(best, middle, coarse) - min(best, middle, coarse)
        rows.append({
            "id": "dated_bermudan_%d" % count,
            "source": SOURCE,
            "method": "finite differences on 1600 x 4000 points",
            "inputs": {
                "pricerId": "rates_bermudan_swaption",
                "instrument": {
                    **{"currency": "EUR", "index": "EURIBOR", "side": "payer" if payer else "receiver", "fixedRate": rate, "notional": 1000000},
                    **{"exerciseDates": [iso(day) for day in exercises], "startDate": iso(start), "maturity": iso(end)},
                    **{"fixedFrequency": fixed_frequency, "fixedDayCount": fixed_count, "floatingFrequency": floating_frequency},
                    **{"floatingDayCount": float_count, "spread": spread, "fixingDays": fixing_days, "calendar": name},
                },
                "market": {
                    "valuationDate": iso(TODAY), "curves": {"EUR": given_discount}, "projections": {"EURIBOR": given_projection},
                    "models": {"EUR": {"meanReversion": reversion, "volatility": volatility}},
                },
            },
            "expected": {"price": best},
            "tolerance": {"abs": max(2 * spread_of_grids, 2e-5 * best), "why": "twice the spread of three grids, whose error does not fall steadily, at least 2e-5 of the price"},
        })
    return rows


if __name__ == "__main__":
    generate("dated_bermudan", cases)
