"""Phoenix autocalls under Black-Scholes: autocall. One asset by backward quadrature, several by Monte Carlo.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/autocall.py
"""
import math

import numpy as np
from scipy.stats import norm

from common import reproduce
from contracts import panels

PATHS, CHUNK, SEED = 4_000_000, 200_000, 20260105


def one_asset(i):
    """Coupons and redemption as functions of the log-price below the call barrier and of the number of missed coupons."""
    r, vol, q = i["rate"], i["vols"][0], i["dividends"][0]
    times = np.array(i["observation_times"])
    steps = np.diff(times, prepend=0.0)
    call, coupon, protection = (math.log(i[name]) for name in ("callBarrier", "couponBarrier", "protectionBarrier"))
    low = -9 * vol * math.sqrt(times[-1]) + min(0.0, (r - q - vol**2 / 2) * times[-1])
    x, weights = panels(np.unique([*np.linspace(low, call, 60), coupon, protection]))
    paid = x >= coupon
    n = len(times)

    def before(k, at):
        """Coupons (by the number missed) and redemption expected at time k−1, per unit, from log-prices `at`."""
        dt, mean, sd = steps[k], (r - q - vol**2 / 2) * steps[k], vol * math.sqrt(steps[k])
        called = norm.sf((call - at - mean) / sd)
        law = norm.pdf(x[None, :], at[:, None] + mean, sd) * weights[None, :]
        missed = range(k + 1)
        if k == n - 1:
            rest = np.where(x >= protection, 1.0, np.exp(x))
            later = [np.zeros_like(x) for _ in range(k + 2)]
        else:
            rest, later = redemption[k + 1], coupons[k + 1]
        due = [1.0 + m if i["memoryCoupon"] else 1.0 for m in missed]
        legs = [called * due[m] + law @ np.where(paid, due[m] + later[0], later[m + 1]) for m in missed]
        return [math.exp(-r * dt) * leg for leg in legs], math.exp(-r * dt) * (called + law @ rest)

    coupons, redemption = {}, {}
    for k in range(n - 1, 0, -1):
        coupons[k], redemption[k] = before(k, x)
    first, last = before(0, np.zeros(1))
    return {"coupon_pv_per_unit_rate": float(first[0][0]), "redemption_pv": float(last[0])}


def several(i):
    r, vols, q = i["rate"], np.array(i["vols"]), np.array(i["dividends"])
    times = np.array(i["observation_times"])
    root = np.linalg.cholesky(np.array(i["correlation"]))
    rng = np.random.default_rng(SEED)
    totals = np.zeros(2)
    for _ in range(PATHS // CHUNK):
        half = rng.standard_normal((CHUNK // 2, len(times), len(vols)))
        level = np.zeros((CHUNK, len(vols)))
        alive, missed = np.ones(CHUNK, bool), np.zeros(CHUNK)
        coupons, redeemed = np.zeros(CHUNK), np.zeros(CHUNK)
        for k, dt in enumerate(np.diff(times, prepend=0.0)):
            z = half[:, k] @ root.T
            level += (r - q - vols**2 / 2) * dt + vols * math.sqrt(dt) * np.concatenate([z, -z])
            worst = np.exp(level.min(axis=1))
            discount = math.exp(-r * times[k])
            pays = alive & (worst >= i["couponBarrier"])
            coupons += discount * pays * (1 + missed if i["memoryCoupon"] else 1)
            missed = np.where(pays, 0, missed + 1)
            called = alive & (worst >= i["callBarrier"])
            redeemed += discount * called
            alive &= ~called
        redeemed += math.exp(-r * times[-1]) * alive * np.where(worst >= i["protectionBarrier"], 1, worst)
        totals += coupons.sum(), redeemed.sum()
    coupon, redemption = totals / PATHS
    return {"coupon_pv_per_unit_rate": float(coupon), "redemption_pv": float(redemption)}


def autocall(row):
    i = row["inputs"]
    legs = one_asset(i) if len(i["spots"]) == 1 else several(i)
    return {"price": i["notional"] * (legs["redemption_pv"] + i["couponRate"] * legs["coupon_pv_per_unit_rate"])}


if __name__ == "__main__":
    reproduce("autocall", autocall, lambda row: "generate/autocall.py" in row["source"])
