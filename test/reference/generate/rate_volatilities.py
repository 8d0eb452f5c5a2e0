"""Caps, floors and swaptions on tables of volatilities by expiry, tenor and strike: rate_volatilities.

The products are those of rates_products.py. SciPy interpolates the tables, linear inside and constant beyond, and QuantLib 1.44 prices each option
at the volatility that comes out.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/rate_volatilities.py [--write]
"""
import numpy as np
import QuantLib as ql
from scipy.interpolate import RegularGridInterpolator

import rates_products
from common import generate
from rates_products import ACT365, CAP_ENGINES, SWAPTION_ENGINES, TODAY, value_of

SOURCE = "SciPy 1.17, QuantLib 1.44, test/reference/generate/rate_volatilities.py"
draw = np.random.default_rng(20261129)
EXPIRIES = [0.25, 1, 2, 5, 7, 10]
TENORS = [1, 2, 5, 10, 15]
SPREADS = [-0.02, -0.01, -0.005, 0, 0.005, 0.01, 0.02]
STRIKES = [-0.01, 0, 0.01, 0.02, 0.03, 0.05]


def table(count, **axes):
    """A table in one of the three units, and its volatilities as a function of a place on each axis."""
    kind = ("lognormal", "shifted", "normal")[count % 3]
    low, high = (0.002, 0.012) if kind == "normal" else (0.1, 0.6)
    values = np.round(draw.uniform(low, high, [len(nodes) for nodes in axes.values()]), 5)
    nodes = [np.array(each, dtype=float) for each in axes.values()]
    inside = RegularGridInterpolator(nodes, values)
    quoted = {"type": kind, **({"shift": 0.03} if kind == "shifted" else {}), **axes, "volatilities": values.tolist()}
    return quoted, lambda *places: float(inside([np.clip(place, each[0], each[-1]) for place, each in zip(places, nodes)])[0])


def of_table(count, leg, strike, discounting, made, swap=None, expiry=None):
    """The volatilities of a request, and the options, each under its own."""
    has_smile = count % 2 == 0
    if swap is not None:
        quoted, at = table(count, expiries=EXPIRIES, tenors=TENORS, **({"strikeSpreads": SPREADS} if has_smile else {}))
        months = round((swap.maturityDate() - swap.startDate()) / 365.25 * 12)
        places = [ACT365.yearFraction(TODAY, expiry), months / 12, *([strike - swap.fairRate()] if has_smile else [])]
        return {"volatilities": quoted}, [value_of(made(None), discounting, in_units(quoted), at(*places), SWAPTION_ENGINES)]
    quoted, at = table(count, expiries=EXPIRIES, **({"strikes": STRIKES} if has_smile else {}))
    options = []
    for coupon in map(ql.as_floating_rate_coupon, leg):
        if coupon.date() > TODAY:
            places = [ACT365.yearFraction(TODAY, coupon.fixingDate()), *([strike] if has_smile else [])]
            options.append(value_of(made([coupon]), discounting, in_units(quoted), at(*places), CAP_ENGINES))
    return {"volatilities": quoted}, options


def in_units(quoted):
    return {"normalVolatility": 0} if quoted["type"] == "normal" else {"volatility": 0, "shift": quoted.get("shift", 0.0)}


if __name__ == "__main__":
    generate(
        "rate_volatilities",
        lambda: [{**row, "source": SOURCE} for row in [*rates_products.caps(of_table), *rates_products.swaptions(of_table)]],
    )
