"""Exposure of contracts on one share under Black-Scholes, from the law of the path and the exact value given it: contract_exposure.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/contract_exposure.py

Barriers: the density of the spot that has not reached the level, propagated from date to date by Gauss-Legendre panels, and the value backward on
the same nodes. Averages: the law of the spots on the dates that are known, with the value integrated over those to come. Both are netted with an
amount that is paid at expiry, so that the exposure has a strike.
"""
import math

import numpy as np
from scipy.stats import norm

from common import reproduce
from contracts import option, panels

DAYS = 365.0


def figures(values, weights):
    """EE, NEE (undiscounted) and the 95 % quantile of the positive part; the weights add up to 1."""
    order = np.argsort(values)
    v, w = values[order], weights[order]
    middle = np.cumsum(w) - w / 2
    return {
        "ee": float(np.sum(w * np.maximum(v, 0))),
        "nee": float(np.sum(w * np.maximum(-v, 0))),
        "pfe95": max(float(np.interp(0.95, middle, v)), 0.0),
    }


def barrier(i):
    s, k, h, r, q, vol, amount = (i[name] for name in ("spot", "strike", "level", "rate", "dividend", "volatility", "amount"))
    end = i["expiryDay"] / DAYS
    dates = [day / DAYS for day in i["monitoringDays"]]
    drift = r - q - vol * vol / 2
    alive = (lambda x: x > math.log(h / s)) if i["direction"] == "down" else (lambda x: x < math.log(h / s))
    reach = 8.5 * vol * math.sqrt(end)
    barrier_at = math.log(h / s)
    edges = np.linspace(barrier_at, reach, 48) if i["direction"] == "down" else np.linspace(-reach, barrier_at, 48)
    x, weights = panels(edges)
    kernel = lambda to, by, dt: norm.pdf((to[None, :] - by[:, None] - drift * dt) / (vol * math.sqrt(dt))) / (vol * math.sqrt(dt))
    law = lambda to, dt: norm.pdf((to - drift * dt) / (vol * math.sqrt(dt))) / (vol * math.sqrt(dt))
    w = 1 if i["optionType"] == "call" else -1
    # The value on the nodes after each date, from the last.
    after = {dates[-1]: option(s * np.exp(x), k, r, vol, end - dates[-1], q, w) if end > dates[-1] else np.maximum(w * (s * np.exp(x) - k), 0)}
    for before, date in zip(dates[-2::-1], dates[:0:-1]):
        dt = date - before
        after[before] = math.exp(-r * dt) * kernel(x, x, dt) @ (weights * after[date])
    vanilla = lambda at, t: option(s * np.exp(at), k, r, vol, end - t, q, w)
    result = []
    for day in i["exposureDays"]:
        t = day / DAYS
        wide, wide_weights = panels(np.linspace(-reach, reach, 90))
        # The density at t of what was alive on every date up to it.
        past = [date for date in dates if date <= t]
        density, last = None, 0.0
        for date in past:
            density = law(x, date) if density is None else (weights * density) @ kernel(x, x, date - last)
            last = date
        if t > last:
            density, at, measure = (law(wide, t) if density is None else (weights * density) @ kernel(wide, x, t - last)), wide, wide_weights
        else:
            at, measure = x, weights
        left = [date for date in dates if date > t]
        if not left:
            value = vanilla(at, t)
        elif t == last and last in after:
            value = after[last]
        else:
            dt = left[0] - t
            value = math.exp(-r * dt) * kernel(x, at, dt) @ (weights * after[left[0]])
        value_in = vanilla(at, t) - value
        probability = measure * density
        dead = 1 - float(np.sum(probability))
        owed = amount * math.exp(-r * (end - t))
        if i["style"] == "knock_out":
            values, masses = np.append(value - owed, -owed), np.append(probability, dead)
        else:
            # Where it was reached the contract is the option: the law of the spot less that of what is alive.
            all_density = law(wide, t)
            if at is wide:
                reached = wide_weights * (all_density - density)
            else:
                # On a monitoring date every spot beyond the level has been reached.
                inside = alive(wide)
                on_wide = np.where(inside, np.interp(wide, x, density), 0.0)
                reached = wide_weights * (all_density - on_wide)
            values = np.concatenate([value_in - owed, vanilla(wide, t) - owed])
            masses = np.concatenate([probability, reached])
        result.append({"day": day, **figures(values, masses)})
    return {"exposure": result}


def average(i):
    s, k, r, q, vol, amount = (i[name] for name in ("spot", "strike", "rate", "dividend", "volatility", "amount"))
    dates = [day / DAYS for day in i["observationDays"]]
    end, n = dates[-1], len(dates)
    drift = r - q - vol * vol / 2
    w = 1 if i["optionType"] == "call" else -1
    z, p = np.polynomial.hermite_e.hermegauss(32)
    p = p / p.sum()
    inner_z, inner_p = np.polynomial.hermite_e.hermegauss(32)
    inner_p = inner_p / inner_p.sum()
    # The last step up to the exposure is fine, because the exposure has a kink and a quantile.
    fine_z, fine_p = panels(np.linspace(-8.5, 8.5, 6))
    fine_p = fine_p * norm.pdf(fine_z)
    step = lambda spot, dt, draws: spot[..., None] * np.exp(drift * dt + vol * math.sqrt(dt) * draws)

    def value(known, spot, t):
        """Given the sum of the spots known; the last step in closed form."""
        left = [date for date in dates if date > t + 1e-12]
        if len(left) == 1:
            strike = k - known / n
            forward = spot / n
            positive = np.maximum(strike, 1e-9)
            price = option(forward, positive, r, vol, left[0] - t, q, w)
            sure = w * (forward * math.exp(-q * (left[0] - t)) - strike * math.exp(-r * (left[0] - t)))
            return np.where(strike > 0, price, np.maximum(sure, 0))
        dt = left[0] - t
        total = np.zeros_like(spot)
        for draw, weight in zip(inner_z, inner_p):
            moved = spot * np.exp(drift * dt + vol * math.sqrt(dt) * draw)
            total += weight * value(known + moved, moved, left[0])
        return math.exp(-r * dt) * total

    result = []
    for day in i["exposureDays"]:
        t = day / DAYS
        spot, known, mass, last = np.array([s]), np.array([0.0]), np.array([1.0]), 0.0
        past = [date for date in dates if date <= t + 1e-12]
        # With one date known a few nodes would leave steps in the law.
        nodes, masses = (fine_z, fine_p) if len(past) == 1 else (z, p)
        for date in past:
            spot = step(spot, date - last, nodes)
            known = (known[:, None] + spot).ravel()
            mass = (mass[:, None] * masses).ravel()
            spot, last = spot.ravel(), date
        if t > last + 1e-12:
            spot = step(spot, t - last, fine_z)
            known, mass = np.repeat(known, len(fine_z)), (mass[:, None] * fine_p).ravel()
            spot = spot.ravel()
        worth = value(known, spot, t)
        result.append({"day": day, **figures(worth - amount * math.exp(-r * (end - t)), mass)})
    return {"exposure": result}


if __name__ == "__main__":
    reproduce("contract_exposure", lambda row: average(row["inputs"]) if "observationDays" in row["inputs"] else barrier(row["inputs"]))
