"""Convertible bonds: the prices of test/reference/convertible.json, computed from the inputs that stand there.

Bonds that are not called: a Cox-Ross-Rubinstein tree of 4000 and of 4001 steps, averaged, with shares and cash apart (Tsiveriotis and
Fernandes), or with an intensity of default. The zero-coupon bond that is called when parity reaches the call price: Reiner and
Rubinstein's closed form. Limits: bond and call, straight bond. Hull's example: a tree of three steps. Requires numpy 2.4.6 and mpmath 1.3.0:

    pip install numpy==2.4.6 mpmath==1.3.0 && python test/reference/generate/convertible.py
"""
import json
import os

import mpmath as mp
import numpy as np

PATH = os.path.join(os.path.dirname(__file__), "..", "convertible.json")


def tree(i, steps):
    """Price on a tree. A put or call date lies on the nearest step; coupons are discounted to the step before their date."""
    spread, lam = i.get("credit_spread", 0.0), i.get("hazard_rate", 0.0)
    recovery, face, ratio = i.get("recovery", 0.0), i.get("face", 100.0), i["conversion_ratio"]
    dt = i["maturity"] / steps
    u = np.exp(np.sqrt((i["volatility"] ** 2 - lam) * dt))
    survival, discount = np.exp(-lam * dt), np.exp(-i["rate"] * dt)
    up = (np.exp((i["rate"] - i.get("dividend", 0.0)) * dt) - survival / u) / (u - 1 / u)
    down = survival - up
    due = np.zeros(steps + 1)
    per_year, coupon = i.get("coupons_per_year") or 1, i.get("coupon_rate", 0.0) * face / (i.get("coupons_per_year") or 1)
    for k in range(int(round(i["maturity"] * per_year))):
        time = i["maturity"] - k / per_year
        step = int(time / dt + 1e-9)
        late = time - step * dt
        due[step] += coupon * np.exp(-(i["rate"] + spread + lam) * late)
    calls = [(0, i["call_price"])] if i.get("call_price") else [(w["start"], w["price"]) for w in i.get("call_windows", [])]
    spot = i["spot"] * u ** (2.0 * np.arange(steps + 1) - steps)
    redemption = i.get("redemption", face) + due[steps]
    # A final node whose cell contains the price of conversion takes the average over its cell (Heston and Zhou 2000).
    move = np.log(u)
    redeemed = np.clip((np.log(redemption / ratio) - np.log(spot) + move) / (2 * move), 0, 1) if ratio > 0 else np.ones(steps + 1)
    cash = redemption * redeemed
    shares = ratio * spot * (np.exp(move) - np.exp((2 * redeemed - 1) * move)) / (np.exp(move) - np.exp(-move))
    american = i.get("conversion") != "at maturity only"
    for n in range(steps - 1, -1, -1):
        spot = i["spot"] * u ** (2.0 * np.arange(n + 1) - n)
        shares = discount * (up * shares[1:] + down * shares[:-1])
        cash = discount * np.exp(-spread * dt) * (up * cash[1:] + down * cash[:-1]) + discount * (1 - survival) * recovery * face
        for start, price in calls:
            if n * dt >= start - 1e-9:
                called = shares + cash > price
                shares, cash = np.where(called, 0.0, shares), np.where(called, price, cash)
        for window in i.get("put_windows", []):
            if round(window["start"] / dt) == n:
                # The tables with a spread state a put price with the coupon of its day.
                price = window["price"] - (coupon if "credit_spread" in i else 0.0)
                put = shares + cash < price
                shares, cash = np.where(put, 0.0, shares), np.where(put, price, cash)
        if american:
            converted = shares + cash < ratio * spot
            shares, cash = np.where(converted, ratio * spot, shares), np.where(converted, 0.0, cash)
        cash = cash + due[n]
    return float(shares[0] + cash[0])


def cdf(x):
    return mp.ncdf(x)


def called_zero(i):
    """The bond ends at 113/2 as 113 of shares; until default the share grows at r + lambda, at which all is discounted."""
    mp.mp.dps = 30
    s, t = mp.mpf(i["spot"]), mp.mpf(str(i["maturity"]))
    r, lam = mp.mpf(str(i["rate"])), mp.mpf(str(i["hazard_rate"]))
    price, ratio, redemption = mp.mpf(str(i["call_windows"][0]["price"])), mp.mpf(i["conversion_ratio"]), mp.mpf(i["redemption"])
    carry, level = r + lam, price / ratio
    sigma = mp.sqrt(mp.mpf(str(i["volatility"])) ** 2 - lam)

    def density(x):
        """Of ln S at maturity, of paths that stay under the level."""
        mu, b = carry - sigma**2 / 2, mp.log(level / s)
        root = sigma * mp.sqrt(t)
        free = mp.npdf((x - mu * t) / root) / root
        return free - mp.exp(2 * mu * b / sigma**2) * mp.npdf((x - 2 * b - mu * t) / root) / root

    b = mp.log(level / s)
    kink = mp.log(redemption / ratio / s)
    alive = mp.quad(density, [-3, -1, 0, kink, b]) if kink < b else mp.quad(density, [-3, -1, 0, b])
    options = mp.quad(lambda x: density(x) * (ratio * s * mp.exp(x) - redemption), [kink, b])
    mu = carry - sigma**2 / 2
    hits = lambda at: mp.exp(-carry * at) * b / (sigma * mp.sqrt(2 * mp.pi) * at ** mp.mpf(1.5)) * mp.exp(-((b - mu * at) ** 2) / (2 * sigma**2 * at))
    hit = mp.quad(hits, [0, 0.01, 0.05, 0.1, 0.3, t])
    never = mp.exp(-carry * t) * alive
    recovered = mp.mpf(str(i["recovery"])) * i["face"] * lam / carry * (1 - hit - never)
    return float(price * hit + redemption * never + mp.exp(-carry * t) * options + recovered)


def bond_and_call(i):
    mp.mp.dps = 30
    s, k, t = mp.mpf(i["spot"]), mp.mpf(i["redemption"]) / mp.mpf(i["conversion_ratio"]), mp.mpf(i["maturity"])
    r, q, v = (mp.mpf(str(i[name])) for name in ("rate", "dividend", "volatility"))
    d1 = (mp.log(s / k) + (r - q + v**2 / 2) * t) / (v * mp.sqrt(t))
    call = s * mp.exp(-q * t) * cdf(d1) - k * mp.exp(-r * t) * cdf(d1 - v * mp.sqrt(t))
    return float(i["redemption"] * mp.exp(-r * t) + i["conversion_ratio"] * call)


def straight_bond(i):
    rate, n = i["rate"] + i["credit_spread"], int(round(i["maturity"] * i["coupons_per_year"]))
    coupon = i["coupon_rate"] * 100 / i["coupons_per_year"]
    return float(sum(coupon * np.exp(-rate * (k + 1) / i["coupons_per_year"]) for k in range(n)) + i["redemption"] * np.exp(-rate * i["maturity"]))


def main():
    with open(PATH) as file:
        rows = json.load(file)
    for row in rows:
        i, expected = row["inputs"], row["expected"]
        keep = {name: expected[name] for name in ("bond_floor", "parity", "printed") if name in expected}
        source = "test/reference/generate/convertible.py"
        if row["id"] == "conv_hull_three_step":
            row["source"] = f"{source}: a tree of three steps, as Hull, Options, Futures and Other Derivatives, has it in its example"
            row["expected"] = {"price": tree(i, 3), **keep}
        elif row["id"] == "conv_intensity_callable_zero":
            row["source"] = f"{source}: density and first passage of the share that is called, integrated (mpmath)"
            row["method"] = "default intensity; called, and converted, when the share reaches call price / ratio"
            row["expected"] = {"price": called_zero(i)}
            row["tolerance"] = {"rel": 1e-5, "why": "finite differences of 800 steps"}
        elif row["id"] == "conv_limit_no_spread_european":
            row["source"], row["expected"] = f"{source}: bond and call", {"price": bond_and_call(i)}
            row["tolerance"] = {"rel": 1e-5, "why": "finite differences of 800 steps"}
        elif row["id"] == "conv_limit_no_conversion":
            row["source"], row["expected"] = f"{source}: straight bond", {"price": straight_bond(i)}
            row["tolerance"] = {"abs": 1e-9, "why": "cash is discounted exactly"}
        elif i.get("call_windows"):
            # A tree is saw-toothed here: it errs upwards by as much as a move beyond the call price is worth.
            values = [tree(i, n) for n in range(3990, 4010)]
            row["source"] = f"{source}: the lowest of trees of 3990 to 4009 steps"
            row["expected"] = {"price": min(values)}
            row["tolerance"] = {"abs": max(values) - min(values), "why": "spread of the trees, which are saw-toothed under a call"}
        else:
            values = [tree(i, 4000), tree(i, 4001)]
            row["source"] = f"{source}: trees of 4000 and 4001 steps, averaged"
            row["expected"] = {"price": sum(values) / 2, **keep}
            row["tolerance"] = {"rel": 1e-4, "why": "discretisation of the trees and of the finite differences"}
        print(row["id"], row["expected"]["price"])
    with open(PATH, "w") as file:
        json.dump(rows, file, indent=1)
        file.write("\n")


main()
