"""Living trades of a book by QuantLib: swaps with notionals and rates that change, basis swaps, swaps of two currencies, zero-coupon swaps,
floating rate notes, deposits, FX swaps, FRAs, caps and swaptions by name of their index: dated_book.

A row is a position of portfolio/price with its market; most trades have started, and their fixings stand in the market by index.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/dated_book.py [--write]
"""
import QuantLib as ql

import rates_products
from common import generate
from conventions import ADJUSTMENTS, CALENDARS, DAY_COUNTS
from rates_products import TODAY, curve, draw, floating_leg, iso, leg_terms, rounded

SOURCE = "QuantLib 1.44, test/reference/generate/dated_book.py"
TOLERANCE = {"abs": 1e-6, "rel": 1e-10, "why": "closed forms in double precision, on amounts of millions; a ten-thousandth of a cent"}
FX = 1.0834
draw.seed(20260302)


def row(kind, count, position, market, price):
    return {"id": "%s_%d" % (kind, count), "source": SOURCE, "method": kind, "inputs": {"position": position, "market": market}, "expected": {"price": price}, "tolerance": TOLERANCE}


def shared(terms):
    """The fields that all legs of a trade have."""
    return {name: terms[name] for name in ("startDate", "maturity", "calendar", "businessDayConvention", "stub", "endOfMonth", "paymentLag")}


class Setting:
    """The dates of a trade, its curves in the market of a request and in QuantLib, and the fixings of its indices."""

    def __init__(self):
        self.terms, self.calendar, self.schedules, self.lag = leg_terms(30)
        self.adjustment = ADJUSTMENTS[self.terms["businessDayConvention"]]
        self.discounts, self.projections = {}, {}
        self.market = {"valuationDate": iso(TODAY), "curves": {}, "projections": {}, "fx": {"EURUSD": FX}, "fixings": {}}
        for code, level in (("EUR", 0.022), ("USD", 0.038)):
            self.market["curves"][code], self.discounts[code], _ = curve(level)

    def leg(self, index, schedule_, months, count, spread, overnight=False, fixing_days=0):
        given, _, handle = curve(0.026)
        leg, fixings, _ = floating_leg(schedule_, self.calendar, count, self.lag, handle, 0.0, overnight, fixing_days, months)
        self.market["projections"][index] = given
        self.market["fixings"][index] = fixings
        return leg, list(schedule_)

    def paid(self, day):
        return self.calendar.advance(day, self.lag, ql.Days) if self.lag else day

    def worth(self, code, day, amount):
        return amount * self.discounts[code].discount(day) if day > TODAY else 0.0

    def in_force(self, changes, day):
        """The value of a list of dates and values on a day."""
        return [value for from_, value in changes if self.calendar.adjust(from_, self.adjustment) <= day][-1]

    def changes(self, first, other):
        """A value from the start and two others from later dates on."""
        start, end = ql.DateParser.parseISO(self.terms["startDate"]), ql.DateParser.parseISO(self.terms["maturity"])
        third = (end - start) // 3
        return [(start, first), (start + third, other()), (start + 2 * third, other())]

    def interest(self, code, leg, notionals, spreads):
        """Value of floating interest with the notional and the spread of each period."""
        total = 0.0
        for cash_flow in leg:
            coupon = ql.as_floating_rate_coupon(cash_flow)
            if cash_flow.date() <= TODAY:
                continue
            start = coupon.accrualStartDate()
            rate = coupon.rate() + self.in_force(spreads, start)
            total += self.worth(code, cash_flow.date(), self.in_force(notionals, start) * rate * coupon.accrualPeriod())
        return total

    def fixed(self, code, schedule_, count, notionals, rates):
        dates = list(schedule_)
        return sum(
            self.worth(code, self.paid(end), self.in_force(notionals, start) * self.in_force(rates, start) * DAY_COUNTS[count].yearFraction(start, end))
            for start, end in zip(dates, dates[1:])
        )

    def exchanged(self, code, dates, notionals, initial):
        """Value of the notionals of a leg that is received."""
        levels = [self.in_force(notionals, day) for day in dates[:-1]]
        total = self.worth(code, self.paid(dates[0]), -levels[0]) if initial and dates[0] > TODAY else 0.0
        for day, before, after in zip(dates[1:], levels, levels[1:]):
            total += self.worth(code, self.paid(day), before - after)
        return total + self.worth(code, self.paid(dates[-1]), levels[-1])


def listed(changes, field):
    return [{"date": iso(day), field: value} for day, value in changes]


def always(setting, value):
    return [(ql.DateParser.parseISO(setting.terms["startDate"]), value)]


FIXED_COUNTS = ["30/360", "30E/360", "ACT/365F", "ACT/360", "ACT/ACT ISDA"]
FLOATING_COUNTS = ["ACT/360", "ACT/365F"]


def stepped_swaps():
    for count in range(30):
        setting, overnight = Setting(), count % 3 == 2
        terms = setting.terms
        fixed_count, float_count = draw.choice(FIXED_COUNTS), draw.choice(FLOATING_COUNTS)
        fixing_days = 0 if overnight else draw.choice([0, 2])
        payer = count % 2 == 0
        leg, _ = setting.leg("INDEX", setting.schedules[1], 12 // terms["floatingFrequency"], float_count, 0.0, overnight, fixing_days)
        notionals = setting.changes(1e6, lambda: rounded(draw.uniform(1e5, 2e6), 3)) if count % 4 != 1 else always(setting, 1e6)
        rates = setting.changes(0.02, lambda: rounded(draw.uniform(0.0, 0.05), 3)) if count % 4 in (1, 2) else always(setting, 0.025)
        spreads = setting.changes(0.001, lambda: rounded(draw.uniform(-0.002, 0.002), 3)) if count % 4 == 3 else always(setting, 0.0005)
        floating = setting.interest("EUR", leg, notionals, spreads)
        fixed = setting.fixed("EUR", setting.schedules[0], fixed_count, notionals, rates)
        position = {
            **{"type": "interest_rate_swap", "currency": "EUR", "index": "INDEX", "side": "payer" if payer else "receiver"},
            **{"fixedDayCount": fixed_count, "floatingDayCount": float_count, "fixingDays": fixing_days},
            **{"floatingType": "overnight" if overnight else "term", **shared(terms)},
            **{"fixedFrequency": terms["fixedFrequency"], "floatingFrequency": terms["floatingFrequency"]},
            **({"notionalSchedule": listed(notionals, "notional")} if len(notionals) > 1 else {"notional": 1000000}),
            **({"rateSchedule": listed(rates, "rate")} if len(rates) > 1 else {"fixedRate": 0.025}),
            **({"spreadSchedule": listed(spreads, "spread")} if len(spreads) > 1 else {"spread": 0.0005}),
        }
        yield row("interest_rate_swap", count, position, setting.market, (floating - fixed) * (1 if payer else -1))


def basis_swaps():
    for count in range(15):
        setting = Setting()
        terms = setting.terms
        fixed_count, float_count = draw.choice(FLOATING_COUNTS), draw.choice(FLOATING_COUNTS)
        received, _ = setting.leg("LONG", setting.schedules[1], 12 // terms["floatingFrequency"], float_count, 0.0, False, 2)
        overnight = count % 2 == 0
        paid, _ = setting.leg("SHORT", setting.schedules[0], 12 // terms["fixedFrequency"], fixed_count, 0.0, overnight, 0)
        notionals = always(setting, 2e6)
        price = setting.interest("EUR", received, notionals, always(setting, 0.0)) - setting.interest("EUR", paid, notionals, always(setting, 0.0012))
        position = {
            **{"type": "basis_swap", "currency": "EUR", "notional": 2000000, **shared(terms)},
            "receive": {"index": "LONG", "frequency": terms["floatingFrequency"], "dayCount": float_count, "fixingDays": 2},
            "pay": {
                **{"index": "SHORT", "frequency": terms["fixedFrequency"], "dayCount": fixed_count, "spread": 0.0012},
                "floatingType": "overnight" if overnight else "term",
            },
        }
        yield row("basis_swap", count, position, setting.market, price)


def currency_swaps():
    for count in range(20):
        setting = Setting()
        terms = setting.terms
        float_count, fixed_count = draw.choice(FLOATING_COUNTS), draw.choice(FIXED_COUNTS)
        received, dates = setting.leg("EURIBOR", setting.schedules[1], 12 // terms["floatingFrequency"], float_count, 0.0, count % 3 == 0, 0)
        exchange = count % 4 != 0
        euros, dollars = always(setting, 1e6), always(setting, 1.1e6)
        value = setting.interest("EUR", received, euros, always(setting, -0.001))
        other = setting.fixed("USD", setting.schedules[0], fixed_count, dollars, always(setting, 0.035))
        if exchange:
            value += setting.exchanged("EUR", dates, euros, True)
            other += setting.exchanged("USD", list(setting.schedules[0]), dollars, True)
        position = {
            **{"type": "cross_currency_swap", "notionalExchange": exchange, **shared(terms)},
            "receive": {
                **{"currency": "EUR", "notional": 1000000, "spread": -0.001, "index": "EURIBOR", "frequency": terms["floatingFrequency"]},
                **{"dayCount": float_count, "floatingType": "overnight" if count % 3 == 0 else "term"},
            },
            "pay": {"currency": "USD", "notional": 1100000, "rate": 0.035, "frequency": terms["fixedFrequency"], "dayCount": fixed_count},
        }
        # The first curve of the market is that of EUR.
        yield row("cross_currency_swap", count, position, setting.market, value - other / FX)


def floating_bonds():
    for count in range(15):
        setting, overnight = Setting(), count % 3 == 0
        terms = setting.terms
        leg, dates = setting.leg("INDEX", setting.schedules[1], 12 // terms["floatingFrequency"], "ACT/360", 0.0, overnight, 0 if overnight else 2)
        notionals = always(setting, 5e5)
        price = setting.interest("USD", leg, notionals, always(setting, 0.004)) + setting.exchanged("USD", dates, notionals, False)
        position = {
            **{"type": "floating_rate_bond", "currency": "USD", "faceValue": 500000, "index": "INDEX", "spread": 0.004, **shared(terms)},
            **{"frequency": terms["floatingFrequency"], "fixingDays": 0 if overnight else 2, "floatingType": "overnight" if overnight else "term"},
        }
        yield row("floating_rate_bond", count, position, setting.market, price)


def zero_coupon_swaps():
    for count in range(15):
        setting = Setting()
        terms = setting.terms
        fixed_count = draw.choice(["ACT/365F", "ACT/360"])
        leg, dates = setting.leg("INDEX", setting.schedules[1], 12 // terms["floatingFrequency"], "ACT/360", 0.0, False, 0)
        compounded = 1.0
        for cash_flow in leg:
            coupon = ql.as_floating_rate_coupon(cash_flow)
            compounded *= 1 + coupon.rate() * coupon.accrualPeriod()
        rule = ["annual", "simple", "continuous"][count % 3]
        interest = ql.InterestRate(0.024, DAY_COUNTS[fixed_count], {"annual": ql.Compounded, "simple": ql.Simple, "continuous": ql.Continuous}[rule], ql.Annual)
        fixed = interest.compoundFactor(dates[0], dates[-1]) - 1
        price = setting.worth("EUR", setting.paid(dates[-1]), 1e6 * (compounded - 1 - fixed))
        position = {
            **{"type": "zero_coupon_swap", "currency": "EUR", "notional": 1000000, "side": "payer", "fixedRate": 0.024, "index": "INDEX"},
            **{"compounding": rule, "fixedDayCount": fixed_count, "floatingFrequency": terms["floatingFrequency"], **shared(terms)},
        }
        yield row("zero_coupon_swap", count, position, setting.market, price)


def deposits():
    for count in range(8):
        setting = Setting()
        start = CALENDARS["TARGET"].adjust(TODAY + [-60, -5, 2, 10][count % 4])
        end = CALENDARS["TARGET"].adjust(start + 90 + 30 * count, ql.ModifiedFollowing)
        length = ql.Actual360().yearFraction(start, end)
        price = setting.worth("EUR", end, 1e6 * (1 + 0.021 * length)) - setting.worth("EUR", start, 1e6)
        position = {
            **{"type": "deposit", "currency": "EUR", "notional": 1000000, "fixedRate": 0.021, "startDate": iso(start), "maturity": iso(end)},
            **{"calendar": "TARGET", "dayCount": "ACT/360"},
        }
        yield row("deposit", count, position, {**setting.market, "projections": {}, "fixings": {}}, price)


def currency_exchanges():
    """Swaps of EUR for USD, valued in EUR; the near exchange of every third has been made."""
    for count in range(9):
        setting = Setting()
        near, far = TODAY + [-20, 2, 40][count % 3], TODAY + 90 + 200 * count
        exchanged = [
            {"buyCurrency": "EUR", "buyAmount": 1000000, "sellCurrency": "USD", "sellAmount": 1083000, "maturity": iso(near)},
            {"buyCurrency": "USD", "buyAmount": 1091000 + 7000 * count, "sellCurrency": "EUR", "sellAmount": 1000000, "maturity": iso(far)},
        ]
        price = sum(
            setting.worth(each[side + "Currency"], day, sign * each[side + "Amount"]) / (FX if each[side + "Currency"] == "USD" else 1)
            for each, day in zip(exchanged, (near, far))
            for side, sign in (("buy", 1), ("sell", -1))
        )
        position = {"type": "fx_swap", "near": exchanged[0], "far": exchanged[1]}
        yield row("fx_swap", count, position, {**setting.market, "projections": {}, "fixings": {}}, price)


def forward_rate_agreements():
    """Agreements by QuantLib's own instrument, which takes known fixings where it has no maturity of its own, on a projection curve apart from the curve that discounts; every fourth has been settled."""
    for count in range(12):
        setting = Setting()
        given, _, projection = curve(0.026)
        months, fixing_days = [1, 3, 6, 12][count % 4], [0, 2][count % 2]
        start = CALENDARS["TARGET"].adjust(TODAY + [1, 2, 95, -10][count % 4] + 150 * (count // 4) * (count % 4 != 3))
        end = CALENDARS["TARGET"].advance(start, months, ql.Months, ql.ModifiedFollowing)
        index = ql.IborIndex("term", ql.Period(months, ql.Months), fixing_days, ql.EURCurrency(), CALENDARS["TARGET"], ql.ModifiedFollowing, False, ql.Actual360(), projection)
        index.clearFixings()
        fixings = []
        if index.fixingDate(start) < TODAY <= start:
            fixings = [{"date": iso(index.fixingDate(start)), "value": 0.0231}]
            index.addFixing(index.fixingDate(start), 0.0231)
        payer = count % 3 != 1
        price = 0.0
        if start > TODAY:
            agreement = ql.ForwardRateAgreement(
                index, start, ql.Position.Long if payer else ql.Position.Short, 0.0245, 5e6, ql.YieldTermStructureHandle(setting.discounts["EUR"])
            )
            price = agreement.NPV()
        position = {
            **{"type": "fra", "currency": "EUR", "index": "INDEX", "notional": 5000000, "fixedRate": 0.0245, "side": "payer" if payer else "receiver"},
            **{"startDate": iso(start), "maturity": iso(end), "calendar": "TARGET", "fixingDays": fixing_days},
        }
        yield row("fra", count, position, {**setting.market, "projections": {"INDEX": given}, "fixings": {"INDEX": fixings}}, price)


def named_indices():
    """Swaps of one notional, caps and swaptions of rates_products, with their curve and fixings by the name of an index."""
    for kind, made in (("dated_swap", rates_products.swaps()), ("cap", rates_products.caps()), ("dated_swaption", rates_products.swaptions())):
        for count, each in enumerate(made[:15]):
            instrument, market = dict(each["inputs"]["instrument"]), each["inputs"]["market"]
            if market.get("projectionCurve") is None or (kind == "dated_swaption" and instrument.get("settlement") == "cash"):
                continue
            fixings = instrument.pop("fixings", [])
            quote = (
                {"type": "normal", "volatility": market["normalVolatility"]}
                if "normalVolatility" in market
                else {"type": "shifted" if market.get("shift") else "lognormal", "volatility": market.get("volatility", 0.2)}
            )
            if market.get("shift"):
                quote["shift"] = market["shift"]
            if kind == "dated_swap":
                instrument["type"] = "interest_rate_swap"
            if kind == "dated_swaption":
                instrument.update(type="swaption", side=instrument.pop("optionType"), fixedRate=instrument.pop("strike"), expiry=instrument.pop("expiryDate"))
            book = {
                **{"valuationDate": iso(TODAY), "curves": {"EUR": market["curve"]}, "projections": {"INDEX": market["projectionCurve"]}},
                **{"volatilities": {"INDEX": quote}, "fixings": {"INDEX": fixings}},
            }
            yield row(kind, count, {**instrument, "currency": "EUR", "index": "INDEX"}, book, each["expected"]["price"])


if __name__ == "__main__":
    generate(
        "dated_book",
        lambda: [*stepped_swaps(), *basis_swaps(), *currency_swaps(), *floating_bonds(), *zero_coupon_swaps(), *deposits(), *named_indices(), *currency_exchanges(), *forward_rate_agreements()],
    )
