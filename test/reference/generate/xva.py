"""Credit and funding adjustments in closed form: xva. Forwards and long options under Black-Scholes, swaps by their strip of swaptions.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/xva.py
"""
import math

import numpy as np
from scipy.stats import norm

from common import reproduce
from contracts import option, panels


def forward(i):
    s, k, r, q, vol, end = (i[name] for name in ("spot", "delivery_price", "rate", "dividend", "volatility", "maturity"))
    receive, pay = s * math.exp(-q * end), k * math.exp(-r * end)

    def exposure(t, w):
        """Discounted expected exposure: an option on the forward that expires at t."""
        sd = vol * np.sqrt(np.maximum(t, 1e-300))
        d = math.log(receive / pay) / sd + sd / 2
        return w * (receive * norm.cdf(w * d) - pay * norm.cdf(w * (d - sd)))

    hazards = {"theirs": i["counterparty_hazard"], "ours": i["own_hazard"]}
    losses = {"theirs": 1 - i["counterparty_recovery"], "ours": 1 - i["own_recovery"]}
    # Exposures grow like the root of time at first: the substitution t = u^2 makes them smooth.
    u, weights = panels(np.linspace(0, math.sqrt(end), 12))
    t, weights = u * u, 2 * u * weights
    positive, negative = exposure(t, 1), exposure(t, -1)
    integral = lambda values: float(np.sum(weights * values))
    alive = np.exp(-(hazards["theirs"] + hazards["ours"]) * t)
    spread = i["funding_spread"]
    profile = [{"time": j * end / 12, "epe": float(exposure(j * end / 12, 1)), "ene": float(exposure(j * end / 12, -1))} for j in range(13)]
    dates = np.arange(13) * end / 12
    later = lambda w: exposure(dates[1:], w)
    bucket = lambda who, w: losses[who] * float(np.sum(later(w) * -np.diff(np.exp(-hazards[who] * dates))))
    fca, fba = spread * integral(positive), spread * integral(negative)
    return {
        "risk_free_value": receive - pay,
        "cva_unilateral": losses["theirs"] * hazards["theirs"] * integral(positive * np.exp(-hazards["theirs"] * t)),
        "dva_unilateral": losses["ours"] * hazards["ours"] * integral(negative * np.exp(-hazards["ours"] * t)),
        "cva_first_to_default": losses["theirs"] * hazards["theirs"] * integral(positive * alive),
        "dva_first_to_default": losses["ours"] * hazards["ours"] * integral(negative * alive),
        "fca_no_survival": fca,
        "fba_no_survival": fba,
        "fva_no_survival": fca - fba,
        "fca_with_joint_survival": spread * integral(positive * alive),
        "discounted_epe": profile,
        "monthly12_grid_end_of_bucket": {"cva": bucket("theirs", 1), "dva": bucket("ours", -1)},
    }


def swap(i):
    """Default between two payments costs a swaption that expires at the first of them on the rest of the swap."""
    n, r = i["annual_periods"], i["flat_continuous_rate"]
    notional, fixed, vol, w = i["notional"], i["fixed_rate"], i["swap_vol"], 1 if i["payer"] else -1
    discount = np.exp(-r * np.arange(n + 1))
    buckets = []
    for j in range(n):
        annuity = float(np.sum(discount[j + 1 :]))
        rate = float((discount[j] - discount[n]) / annuity)
        sd = vol * math.sqrt(j)
        if j == 0:
            value = max(w * (rate - fixed), 0)
        elif i["vol_type"] == "normal":
            d = w * (rate - fixed) / sd
            value = w * (rate - fixed) * norm.cdf(d) + sd * norm.pdf(d)
        else:
            d = math.log(rate / fixed) / sd + sd / 2
            value = w * (rate * norm.cdf(w * d) - fixed * norm.cdf(w * (d - sd)))
        defaults = math.exp(-i["counterparty_hazard"] * j) - math.exp(-i["counterparty_hazard"] * (j + 1))
        buckets.append({"expiry": j, "swap_rate": rate, "annuity": annuity, "swaption": notional * annuity * float(value), "default_prob": defaults})
    cva = (1 - i["recovery"]) * sum(each["swaption"] * each["default_prob"] for each in buckets)
    return {"cva": cva, "par_rate": buckets[0]["swap_rate"], "buckets": buckets}


def long_option(i):
    """A bought option is worth something at every time, so that its discounted expected exposure is its price."""
    price = float(option(i["spot"], i["strike"], i["rate"], i["volatility"], i["time"], i["dividend"], 1))
    return {"option_price": price, "cva": (1 - i["counterparty_recovery"]) * -math.expm1(-i["counterparty_hazard"] * i["time"]) * price, "dva": 0.0}


def profile(i):
    """Sums over the buckets of a profile, with the exposure at the end of each."""
    times = np.array([0.0, *i["times"]])
    discount = np.exp(-i["rate"] * times[1:])
    defaults = lambda hazard: -np.diff(np.exp(-hazard * times))
    positive, negative = np.array(i["epe"]) * discount, np.array(i["ene"]) * discount
    width = np.diff(times)
    return {
        "cva": (1 - i["counterparty_recovery"]) * float(np.sum(positive * defaults(i["counterparty_hazard"]))),
        "dva": (1 - i["own_recovery"]) * float(np.sum(negative * defaults(i["own_hazard"]))),
        "fca": i["funding_spread_borrow"] * float(np.sum(positive * width)),
        "fba": i["funding_spread_lend"] * float(np.sum(negative * width)),
        "kva": i["cost_of_capital"] * i["capital_per_unit_epe"] * float(np.sum(positive * width)),
    }


def adjustments(row):
    i = row["inputs"]
    if "delivery_price" in i:
        return forward(i)
    if "annual_periods" in i:
        return swap(i)
    return profile(i) if "epe" in i else long_option(i)


if __name__ == "__main__":
    reproduce("xva", adjustments, lambda row: "generate/xva.py" in row["source"])
