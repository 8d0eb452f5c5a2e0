"""Calendars, day counts and schedules by QuantLib: calendars, day_counts, schedules.

Holidays on every weekday of 2000 to 2060; 1 000 periods for each day count and 1 200 schedules, drawn from a fixed seed.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/conventions.py [--write]
"""
import random

import QuantLib as ql

from common import generate

SOURCE = "QuantLib 1.44, test/reference/generate/conventions.py"
CALENDARS = {
    "none": ql.NullCalendar(),
    "weekends": ql.WeekendsOnly(),
    "TARGET": ql.TARGET(),
    "GBLO": ql.UnitedKingdom(ql.UnitedKingdom.Settlement),
    "USNY": ql.UnitedStates(ql.UnitedStates.Settlement),
    "USGS": ql.UnitedStates(ql.UnitedStates.GovernmentBond),
    "JPTO": ql.Japan(),
    "CHZU": ql.Switzerland(),
    "CATO": ql.Canada(ql.Canada.Settlement),
    "AUSY": ql.Australia(ql.Australia.Settlement),
    "BRSP": ql.Brazil(ql.Brazil.Settlement),
}
EXACT = {"abs": 0, "why": "dates are exact"}


def row(id, method, inputs, expected, tolerance=EXACT):
    return {"id": id, "source": SOURCE, "method": method, "inputs": inputs, "expected": expected, "tolerance": tolerance}


def calendars():
    rows = []
    for name, calendar in list(CALENDARS.items())[2:]:
        holidays = calendar.holidayList(ql.Date(1, 1, 2000), ql.Date(31, 12, 2060), False)
        years = {}
        for day in holidays:
            years.setdefault(str(day.year()), []).append("%02d-%02d" % (day.month(), day.dayOfMonth()))
        rows.append(row("calendar_" + name, calendar.name(), {"calendar": name}, {"holidays": {y: " ".join(days) for y, days in years.items()}}))
    return rows


def a_date(draw, first=2000, last=2055):
    return ql.Date(ql.Date(1, 1, first).serialNumber() + draw.randrange(365 * (last - first)))


DAY_COUNTS = {
    "ACT/360": ql.Actual360(),
    "ACT/365F": ql.Actual365Fixed(),
    "30/360": ql.Thirty360(ql.Thirty360.BondBasis),
    "30/360 US": ql.Thirty360(ql.Thirty360.USA),
    "30E/360": ql.Thirty360(ql.Thirty360.European),
    "ACT/ACT ISDA": ql.ActualActual(ql.ActualActual.ISDA),
    "BUS/252": ql.Business252(CALENDARS["BRSP"]),
}


def near_month_end(draw, day):
    """A third of the dates at the end of a month, where the conventions differ."""
    return ql.Date.endOfMonth(day) if draw.random() < 1 / 3 else day


def day_counts():
    draw = random.Random(20260101)
    rows, tolerance = [], {"abs": 2e-15, "why": "sums of a few fractions in double precision"}
    for name, counter in [*DAY_COUNTS.items(), ("30E/360 ISDA", None)]:
        periods, fractions = [], []
        for _ in range(1000):
            start = near_month_end(draw, a_date(draw))
            end = near_month_end(draw, start + 1 + draw.randrange(366 * draw.choice([1, 1, 5])))
            termination = end if draw.random() < 0.5 else end + 400
            count = counter or ql.Thirty360(ql.Thirty360.ISDA, termination)
            fractions.append(count.yearFraction(start, end))
            periods.append("%s %s %s" % (start.ISO(), end.ISO(), "end" if termination == end else "-"))
        rows.append(row("day_count_" + name, name, {"dayCount": name, "periods": periods}, {"fractions": fractions}, tolerance))
    periods, fractions = [], []
    icma = ql.ActualActual(ql.ActualActual.ISMA)
    for _ in range(1000):
        months = draw.choice([1, 2, 3, 4, 6, 12])
        reference = a_date(draw)
        reference = ql.Date(min(reference.dayOfMonth(), 28), reference.month(), reference.year())
        end = reference + ql.Period(months, ql.Months)
        start = reference + draw.randrange(end - reference)
        stop = start + 1 + draw.randrange(end - start)
        fractions.append(icma.yearFraction(start, stop, reference, end))
        periods.append("%s %s %s %d" % (start.ISO(), stop.ISO(), reference.ISO(), months))
    rows.append(row("day_count_icma", "ACT/ACT ICMA within a period", {"dayCount": "ACT/ACT ICMA", "periods": periods}, {"fractions": fractions}, tolerance))
    return rows


ADJUSTMENTS = {
    "unadjusted": ql.Unadjusted,
    "following": ql.Following,
    "modified_following": ql.ModifiedFollowing,
    "preceding": ql.Preceding,
    "modified_preceding": ql.ModifiedPreceding,
}
STUBS = ["short_front", "short_back", "long_front", "long_back"]


def schedule(start, end, months, calendar, adjustment, stub, end_of_month):
    rule = ql.DateGeneration.Backward if stub.endswith("front") else ql.DateGeneration.Forward
    tenor, convention = ql.Period(months, ql.Months), ADJUSTMENTS[adjustment]
    make = lambda first, last: ql.Schedule(start, end, tenor, calendar, convention, convention, rule, end_of_month, first, last)
    short = make(ql.Date(), ql.Date())
    regular = list(short.isRegular())
    if not stub.startswith("long") or len(regular) < 2 or regular[0 if stub == "long_front" else -1]:
        return short
    # The date that ends a long stub, in the dates before adjustment.
    bare = ql.Schedule(start, end, tenor, ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted, rule, end_of_month)
    dates = list(bare.dates())
    if len(dates) < 4 or len(dates) != len(short):
        return None
    return make(dates[2], ql.Date()) if stub == "long_front" else make(ql.Date(), dates[-3])


def schedules():
    draw = random.Random(20260102)
    rows = []
    for name in ["none", "TARGET", "USNY", "JPTO", "GBLO,USNY", "TARGET,CHZU,AUSY"]:
        parts = [CALENDARS[part] for part in name.split(",")]
        calendar = parts[0] if len(parts) == 1 else ql.JointCalendar(*parts)
        for stub in STUBS:
            terms, dates = [], []
            while len(terms) < 50:
                start = near_month_end(draw, a_date(draw, 2004, 2035))
                months = draw.choice([1, 2, 3, 4, 6, 12])
                end = near_month_end(draw, start + ql.Period(draw.randrange(1, 241), ql.Months) + draw.choice([0, 0, 3, 11, 20]))
                adjustment, end_of_month = draw.choice(list(ADJUSTMENTS)), draw.random() < 0.4
                if end <= start:
                    continue
                made = schedule(start, end, months, calendar, adjustment, stub, end_of_month)
                if made is None:
                    continue
                terms.append("%s %s %d %s %s" % (start.ISO(), end.ISO(), months, adjustment, "eom" if end_of_month else "-"))
                dates.append(" ".join(day.ISO() for day in made))
            rows.append(row("schedule_%s_%s" % (name, stub), "ql.Schedule", {"calendar": name, "stub": stub, "terms": terms}, {"dates": dates}))
    return rows


if __name__ == "__main__":
    generate("calendars", calendars)
    generate("day_counts", day_counts)
    generate("schedules", schedules)
