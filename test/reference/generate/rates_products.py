"""Swaps, caps and floors, swaptions, bonds and exchanges of currencies by QuantLib's engines: rates_products.

Terms, conventions and curves are drawn from a fixed seed; a row is a request as engine/price takes it, with the results of QuantLib 1.44.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/rates_products.py [--write]
"""
import random

import QuantLib as ql

from common import generate
from conventions import ADJUSTMENTS, CALENDARS, DAY_COUNTS, STUBS, schedule

SOURCE = "QuantLib 1.44, test/reference/generate/rates_products.py"
TODAY = ql.Date(6, 3, 2026)
ACT365 = ql.Actual365Fixed()
FREQUENCIES = {1: ql.Annual, 2: ql.Semiannual, 4: ql.Quarterly, 12: ql.Monthly}
draw = random.Random(20260306)
ql.Settings.instance().evaluationDate = TODAY


def iso(day):
    return day.ISO()


def rounded(value, digits=6):
    return float("%.*g" % (digits, value))


def curve(level):
    """The curve of a request and the same in QuantLib, in one of the two forms."""
    days = [30, 180, 400, 800, 1900, 3700, 7400, 14800, 22600]
    rates = [rounded(level + draw.uniform(-0.006, 0.006), 4) for _ in days]
    dates = [TODAY, *[TODAY + d for d in days]]
    if draw.random() < 0.5:
        made = ql.ZeroCurve(dates, [rates[0], *rates], ACT365)
        given = {"times": [d / 365 for d in days], "zeroRates": rates}
    else:
        factors = [ql.InterestRate(r, ACT365, ql.Continuous, ql.NoFrequency).discountFactor(d / 365) for r, d in zip(rates, days)]
        made = ql.DiscountCurve(dates, [1.0, *factors], ACT365)
        given = {"dates": [iso(d) for d in dates[1:]], "discountFactors": factors}
    made.enableExtrapolation()
    return given, made, ql.YieldTermStructureHandle(made)


def conventions(names=("none", "TARGET", "USNY", "GBLO,USNY")):
    name = draw.choice(names)
    parts = [CALENDARS[part] for part in name.split(",")]
    return name.split(",") if "," in name else name, parts[0] if len(parts) == 1 else ql.JointCalendar(*parts)


def life(calendar, months_back):
    """A start on a business day and an end."""
    start = calendar.adjust(TODAY + draw.randrange(-30 * months_back, 400))
    end = start + ql.Period(draw.randrange(7, 240), ql.Months) + draw.choice([0, 0, 9])
    return start, end


def row(kind, count, request, expected, tolerance=None):
    why = "closed forms in double precision, on amounts of about a million" if tolerance is None else tolerance[1]
    bound = {"abs": 1e-10 if tolerance is None else tolerance[0], "rel": 1e-10, "why": why}
    return {"id": "%s_%d" % (kind, count), "source": SOURCE, "method": kind, "inputs": request, "expected": expected, "tolerance": bound}


def leg_terms(months_back=20):
    while True:
        name, calendar = conventions()
        adjustment = draw.choice(["following", "modified_following", "preceding"])
        start, end = life(calendar, months_back)
        fixed, floating = draw.choice([1, 2, 4]), draw.choice([1, 2, 4])
        stub, eom = draw.choice(STUBS), draw.random() < 0.3
        schedules = [schedule(start, end, 12 // f, calendar, adjustment, stub, eom) for f in (fixed, floating)]
        if None in schedules or calendar.adjust(end, ADJUSTMENTS[adjustment]) <= TODAY + 40:
            continue
        lag = draw.choice([0, 0, 2])
        terms = {
            **{"notional": 1000000, "startDate": iso(start), "maturity": iso(end), "fixedFrequency": fixed, "floatingFrequency": floating},
            **{"calendar": name, "businessDayConvention": adjustment, "stub": stub, "endOfMonth": eom, "paymentLag": lag},
        }
        return terms, calendar, schedules, lag


def market_of(discounting, projecting):
    return {"valuationDate": iso(TODAY), "curve": discounting, "projectionCurve": projecting}


def floating_leg(schedule_, calendar, day_count, lag, handle, spread, overnight, fixing_days, months):
    """The leg and the fixings that it needs."""
    fixings = []
    counter = DAY_COUNTS[day_count]
    if overnight:
        index = ql.OvernightIndex("overnight", 0, ql.EURCurrency(), calendar, counter, handle)
        index.clearFixings()
        day = calendar.adjust(schedule_[0], ql.Preceding)
        while day < TODAY:
            if calendar.isBusinessDay(day):
                fixings.append({"date": iso(day), "value": rounded(0.02 + draw.uniform(-0.002, 0.002), 4)})
                index.addFixing(day, fixings[-1]["value"])
            day += 1
        leg = ql.OvernightLeg([1e6], schedule_, index, counter, ql.Following, [1.0], [spread], paymentCalendar=calendar, paymentLag=lag)
    else:
        index = ql.IborIndex("term", ql.Period(months, ql.Months), fixing_days, ql.EURCurrency(), calendar, ql.ModifiedFollowing, False, counter, handle)
        index.clearFixings()
        for start in list(schedule_)[:-1]:
            day = index.fixingDate(start)
            if day < TODAY:
                fixings.append({"date": iso(day), "value": rounded(0.02 + draw.uniform(-0.004, 0.004), 4)})
                index.addFixing(day, fixings[-1]["value"])
        leg = ql.IborLeg(
            [1e6], schedule_, index, counter, ql.Following, [fixing_days], [1.0], [spread],
            paymentCalendar=calendar, paymentLag=lag, withIndexedCoupons=False,
        )
    return leg, fixings, index


def swaps():
    rows = []
    for count in range(60):
        terms, calendar, (fixed, floating), lag = leg_terms()
        overnight = count % 2 == 1
        fixing_days = 0 if overnight else draw.choice([0, 2])
        fixed_count, float_count = draw.choice(["30/360", "30E/360", "ACT/ACT ISDA", "ACT/365F", "ACT/360"]), draw.choice(["ACT/360", "ACT/365F"])
        spread, rate, payer = draw.choice([0.0, 0.0015]), rounded(draw.uniform(-0.005, 0.06), 4), draw.random() < 0.5
        given_discount, _, discounting = curve(0.025 if count % 5 else -0.004)
        given_projection, _, projecting = curve(0.028 if count % 5 else -0.003)
        leg, fixings, index = floating_leg(floating, calendar, float_count, lag, projecting, spread, overnight, fixing_days, 12 // terms["floatingFrequency"])
        fixed_leg = ql.FixedRateLeg(fixed, DAY_COUNTS[fixed_count], [1e6], [rate], ql.Following, paymentCalendar=calendar, paymentLag=lag)
        swap = ql.Swap(fixed_leg, leg) if payer else ql.Swap(leg, fixed_leg)
        swap.setPricingEngine(ql.DiscountingSwapEngine(discounting))
        fixed_side = 0 if payer else 1
        unit = abs(swap.legBPS(fixed_side)) * 1e4
        request = {
            "pricerId": "rates_swap_multi_curve",
            "instrument": {
                **{"side": "payer" if payer else "receiver", "fixedRate": rate, "spread": spread, **terms},
                **{"fixedDayCount": fixed_count, "floatingDayCount": float_count, "fixingDays": fixing_days, "fixings": fixings},
                "floatingType": "overnight" if overnight else "term",
            },
            "market": market_of(given_discount, given_projection),
        }
        floating_price = abs(swap.legNPV(1 - fixed_side)) if swap.legNPV(1 - fixed_side) * (1 if payer else -1) > 0 else -abs(swap.legNPV(1 - fixed_side))
        expected = {"price": swap.NPV(), "annuity": unit, "parRate": floating_price / unit, "floatingLegPrice": floating_price}
        rows.append(row("swap_overnight" if overnight else "swap_term", count, request, expected, (1e-7, "1e-13 of the notional of a million")))
    return rows


def quote(count):
    """Volatility of a request: Black, shifted Black, Bachelier."""
    kind = count % 3
    if kind == 0:
        return {"volatility": rounded(draw.uniform(0.1, 0.8), 3)}
    if kind == 1:
        return {"volatility": rounded(draw.uniform(0.1, 0.6), 3), "shift": 0.03}
    return {"normalVolatility": rounded(draw.uniform(0.002, 0.012), 3)}


def value_of(option, discounting, volatility, number, engines):
    """The option with an engine of the kind of a request's volatility."""
    handle = ql.QuoteHandle(ql.SimpleQuote(number))
    bachelier, black = engines
    option.setPricingEngine(
        bachelier(discounting, handle) if "normalVolatility" in volatility else black(discounting, handle, ACT365, volatility.get("shift", 0.0))
    )
    return option


CAP_ENGINES = (ql.BachelierCapFloorEngine, ql.BlackCapFloorEngine)
SWAPTION_ENGINES = (ql.BachelierSwaptionEngine, ql.BlackSwaptionEngine)


def of_quote(count, leg, strike, discounting, made, *_):
    """A volatility for all caplets or the swaption, and the option under it."""
    volatility = quote(count)
    engines = CAP_ENGINES if leg is not None else SWAPTION_ENGINES
    return volatility, [value_of(made(leg), discounting, volatility, volatility.get("volatility", volatility.get("normalVolatility")), engines)]


def caps(quoted=of_quote):
    rows = []
    for count in range(45):
        terms, calendar, (_, floating), lag = leg_terms()
        fixing_days, day_count = draw.choice([0, 2]), draw.choice(["ACT/360", "ACT/365F"])
        negative = count % 3 == 1 and count % 2 == 0
        given_discount, _, discounting = curve(0.025 if not negative else -0.004)
        given_projection, _, projecting = curve(0.03 if not negative else -0.002)
        leg, fixings, _ = floating_leg(floating, calendar, day_count, lag, projecting, 0.0, False, fixing_days, 12 // terms["floatingFrequency"])
        strike = rounded(draw.uniform(0.005, 0.05) if not negative else draw.uniform(-0.01, 0.01), 4)
        cap = count % 2 == 0
        volatility, options = quoted(count, leg, strike, discounting, lambda part: (ql.Cap if cap else ql.Floor)(part, [strike]))
        instrument = {k: v for k, v in terms.items() if k not in ("fixedFrequency", "floatingFrequency")}
        instrument = {"type": "cap" if cap else "floor", "strike": strike, "frequency": terms["floatingFrequency"], "dayCount": day_count, **instrument}
        request = {
            "pricerId": "rates_cap_floor",
            "instrument": {**instrument, "fixingDays": fixing_days, "fixings": fixings},
            "market": {**market_of(given_discount, given_projection), **volatility},
        }
        expected = {"price": sum(option.NPV() for option in options)}
        if all(hasattr(option, "vega") for option in options):
            expected["vega"] = sum(option.vega() for option in options)
        rows.append(row("cap" if cap else "floor", count, request, expected, (1e-7, "1e-13 of the notional of a million")))
    return rows


def vanilla_swap(payer, rate, spread, schedules, day_counts, floating_frequency, fixing_days, calendar, projecting):
    """A swap of a notional of a million against a term rate."""
    fixed_count, float_count = [DAY_COUNTS[name] for name in day_counts]
    months = ql.Period(12 // floating_frequency, ql.Months)
    index = ql.IborIndex("term", months, fixing_days, ql.EURCurrency(), calendar, ql.ModifiedFollowing, False, float_count, projecting)
    side = ql.Swap.Payer if payer else ql.Swap.Receiver
    return ql.VanillaSwap(side, 1e6, schedules[0], rate, fixed_count, schedules[1], index, spread, float_count, ql.Following, False)


def swaptions(quoted=of_quote):
    rows = []
    for count in range(45):
        name, calendar = conventions()
        expiry = calendar.adjust(TODAY + draw.randrange(20, 4000))
        fixing_days = draw.choice([0, 2])
        start = calendar.advance(expiry, fixing_days, ql.Days)
        end = start + ql.Period(draw.randrange(1, 21), ql.Years)
        cash = count % 4 == 3
        fixed_frequency, floating_frequency = 1 if cash else draw.choice([1, 2]), draw.choice([2, 4])
        fixed_count, float_count = draw.choice(["30/360", "30E/360", "ACT/365F"]), "ACT/360"
        fixed, floating = [schedule(start, end, 12 // f, calendar, "modified_following", "short_front", False) for f in (fixed_frequency, floating_frequency)]
        negative = count % 3 == 2 and count % 2 == 0
        given_discount, _, discounting = curve(0.025 if not negative else -0.004)
        given_projection, _, projecting = curve(0.03 if not negative else -0.002)
        strike = rounded(draw.uniform(0.01, 0.05) if not negative else draw.uniform(-0.01, 0.01), 4)
        spread, payer = draw.choice([0.0, 0.0, 0.002]), draw.random() < 0.5
        swap = vanilla_swap(payer, strike, spread, (fixed, floating), (fixed_count, float_count), floating_frequency, fixing_days, calendar, projecting)
        settlement = (ql.Settlement.Cash, ql.Settlement.ParYieldCurve) if cash else (ql.Settlement.Physical, ql.Settlement.PhysicalOTC)
        swap.setPricingEngine(ql.DiscountingSwapEngine(discounting))
        volatility, [option] = quoted(count, None, strike, discounting, lambda _: ql.Swaption(swap, ql.EuropeanExercise(expiry), *settlement), swap, expiry)
        request = {
            "pricerId": "rates_swaption_black",
            "instrument": {
                **{"optionType": "payer" if payer else "receiver", "strike": strike, "expiryDate": iso(expiry), "settlement": "cash" if cash else "physical"},
                **{"notional": 1000000, "startDate": iso(start), "maturity": iso(end), "fixedFrequency": fixed_frequency, "fixedDayCount": fixed_count},
                **{"floatingFrequency": floating_frequency, "floatingDayCount": float_count, "spread": spread, "fixingDays": fixing_days, "calendar": name},
            },
            "market": {**market_of(given_discount, given_projection), **volatility},
        }
        expected = {"price": option.NPV(), "vega": option.vega()}
        rows.append(row("swaption_cash" if cash else "swaption", count, request, expected, (1e-7, "1e-13 of the notional of a million")))
    return rows


BOND_COUNTS = {"ACT/ACT ICMA": ql.ActualActual(ql.ActualActual.ISMA), "30E/360": DAY_COUNTS["30E/360"], "ACT/365F": ACT365, "30/360 US": DAY_COUNTS["30/360 US"]}


def bonds():
    rows = []
    count = 0
    while len(rows) < 45:
        count += 1
        moved = count % 3 == 0
        name, calendar = conventions(("TARGET", "USGS")) if moved else ("none", CALENDARS["none"])
        start = TODAY + draw.randrange(-2500, -10)
        end = start + ql.Period(draw.randrange(100, 400), ql.Months) + draw.choice([0, 0, 7])
        frequency, day_count = draw.choice([1, 2, 4]), draw.choice(list(BOND_COUNTS))
        stub, eom = draw.choice(["short_front", "long_front", "short_back"]), draw.random() < 0.3
        dates = schedule(start, end, 12 // frequency, CALENDARS["none"], "unadjusted", stub, eom)
        if dates is None:
            continue
        coupon, settlement_days = rounded(draw.uniform(0, 0.08), 3), draw.choice([0, 1, 2])
        given, discounting, handle = curve(0.03 if count % 5 else -0.005)
        bond = ql.FixedRateBond(settlement_days, 100.0, dates, [coupon], BOND_COUNTS[day_count], ql.Following, 100.0, ql.Date(), calendar)
        bond.setPricingEngine(ql.DiscountingBondEngine(handle))
        settlement = bond.settlementDate()
        quoted = count % 2 == 0
        clean = rounded(draw.uniform(70, 130), 5) if quoted else bond.cleanPrice()
        accrued = bond.accruedAmount(settlement)
        price = sum(c.amount() * discounting.discount(c.date()) for c in bond.cashflows() if c.date() > settlement)
        expected = {"price": 10000 * price, "accruedInterest": accrued, "dirtyPrice": clean + accrued, "cleanPrice": clean}
        if not moved:
            target = ql.BondPrice(clean, ql.BondPrice.Clean)
            args = (BOND_COUNTS[day_count], ql.Compounded, FREQUENCIES[frequency])
            y = ql.BondFunctions.bondYield(bond, target, *args, settlement, 1e-15, 1000, 0.03)
            rate = ql.InterestRate(y, *args)
            expected.update(
                yieldToMaturity=y,
                modifiedDuration=ql.BondFunctions.duration(bond, rate, ql.Duration.Modified, settlement),
                macaulayDuration=ql.BondFunctions.duration(bond, rate, ql.Duration.Macaulay, settlement),
                convexity=ql.BondFunctions.convexity(bond, rate, settlement),
            )
        if quoted:
            expected["zSpread"] = ql.BondFunctions.zSpread(
                bond, ql.BondPrice(clean, ql.BondPrice.Clean), discounting, ACT365, ql.Continuous, ql.NoFrequency, settlement, 1e-15, 1000, 0.01
            )
        request = {
            "pricerId": "rates_bond_fixed",
            "instrument": {
                **{"couponRate": coupon, "couponFrequency": frequency, "dayCount": day_count, "faceValue": 1000000, "startDate": iso(start), "maturity": iso(end)},
                **{"stub": stub, "endOfMonth": eom, "calendar": name, "settlementDays": settlement_days},
            },
            "market": {"valuationDate": iso(TODAY), "curve": given, **({"cleanPrice": clean} if quoted else {})},
        }
        rows.append(row("bond_moved" if moved else "bond", count, request, expected, (1e-10, "per 100 of face value; of the price 1e-10 of it")))
    return rows


def fx_forwards():
    rows = []
    for count in range(15):
        given_quote, quote_curve, quote_handle = curve(0.035)
        given_base, base_curve, base_handle = curve(0.015 if count % 3 else -0.005)
        spot, strike, buy = rounded(draw.uniform(0.8, 1.4), 5), rounded(draw.uniform(0.8, 1.4), 5), draw.random() < 0.5
        spot_days, calendar = 2, ql.JointCalendar(CALENDARS["TARGET"], CALENDARS["USNY"])
        delivery = calendar.advance(calendar.adjust(TODAY + draw.randrange(10, 3000)), 0, ql.Days)
        spot_day = calendar.advance(TODAY, spot_days, ql.Days)
        p = lambda c: c.discount(delivery) / c.discount(spot_day)
        forward = spot * p(base_curve) / p(quote_curve)
        sign = 1 if buy else -1
        expected = {"forwardRate": forward, "price": sign * 1e6 * (forward - strike) * quote_curve.discount(delivery)}
        request = {
            "pricerId": "fx_forward",
            "instrument": {
                **{"side": "buy" if buy else "sell", "notional": 1000000, "strike": strike, "maturity": iso(delivery), "spotDays": spot_days},
                "calendar": ["TARGET", "USNY"],
            },
            "market": {"valuationDate": iso(TODAY), "spot": spot, "curve": given_quote, "foreignCurve": given_base},
        }
        rows.append(row("fx_forward", count, request, expected, (1e-7, "1e-13 of the notional of a million")))
    return rows


if __name__ == "__main__":
    generate("rates_products", lambda: [*swaps(), *caps(), *swaptions(), *bonds(), *fx_forwards()])
