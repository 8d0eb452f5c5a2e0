"""Hedges and risk measures: hedge, var.

Hedges by numpy's solvers and by search over active sets; normal risk measures in closed form; option books by revaluation, by the cumulants of a
quadratic form in one normal, and by its exact distribution.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/risk.py
"""
import itertools
import math

import numpy as np
from scipy.optimize import brentq, lsq_linear
from scipy.stats import norm

from common import reproduce


def greek_hedge(i):
    """Least half sum of squared Greeks and costs. Columns are scaled to length 1, so that the solvers see their digits."""
    names = list(i["exposure"])
    a = np.array([[instrument[name] for instrument in i["instruments"]] for name in names])
    b = np.array([i["exposure"][name] for name in names])
    scale = np.linalg.norm(a, axis=0)
    a = a / scale
    n = a.shape[1]
    low = np.array(i.get("lower", [-np.inf] * n)) * scale
    high = np.array(i.get("upper", [np.inf] * n)) * scale
    costs = np.array(i.get("costs", [0.0] * n)) / scale
    objective = lambda x: 0.5 * np.sum((a @ x + b) ** 2) + costs @ np.abs(x)
    if "lower" not in i:
        x = np.linalg.lstsq(a, -b, rcond=None)[0]
    elif "costs" not in i:
        x = np.clip(lsq_linear(a, -b, (low, high), method="bvls", tol=1e-15).x, low, high)
    else:
        x = least_of_active_sets(a, b, low, high, costs, i.get("budget", np.inf), objective)
    # Where every Greek can be hedged, what is left is rounding of the solver.
    rounding = 0.5 * np.sum((1e-12 * (np.abs(b) + np.abs(a) @ np.abs(x))) ** 2)
    value = objective(x)
    return {"objective": value if value > rounding else 0.0}


def least_of_active_sets(a, b, low, high, costs, budget, objective):
    """Each quantity at a bound, at 0 or free on one side of it; the minimum of each such choice, with the budget used up or not."""
    n, best = a.shape[1], np.zeros(a.shape[1])
    for state in itertools.product((low, high, 0, -1, 1), repeat=n):
        side = np.array([s if isinstance(s, int) else 0 for s in state])
        fixed = np.array([0.0 if isinstance(s, int) else s[k] for k, s in enumerate(state)])
        free = np.flatnonzero(side)
        f, rest = a[:, free], b + a @ fixed
        h, slope = f.T @ f, costs[free] * side[free]
        spent = costs @ np.abs(fixed)
        systems = [(h, -(f.T @ rest + slope))]
        if np.isfinite(budget) and len(free):
            systems.append((np.block([[h, slope[:, None]], [slope[None, :], np.zeros((1, 1))]]), np.append(-(f.T @ rest), budget - spent)))
        for matrix, right in systems:
            x = fixed.copy()
            if len(free):
                x[free] = np.linalg.lstsq(matrix, right, rcond=None)[0][: len(free)]
            feasible = np.all(x >= low * (1 + 1e-12)) and np.all(x <= high * (1 + 1e-12)) and costs @ np.abs(x) <= budget * (1 + 1e-12)
            if feasible and objective(x) < objective(best):
                best = x
    return best


def hedge(row):
    i = row["inputs"]
    if "portfolio_greeks" in i:
        names = list(i["portfolio_greeks"])
        a = np.array([[instrument[name] for instrument in i["instruments"]] for name in names])
        target = np.array([i["portfolio_greeks"][name] for name in names])
        weights = np.linalg.solve(a, -target)
        assert np.abs(a @ weights + target).max() < 1e-9 * np.abs(target).max()
        return {"weights": list(weights)}
    if "exposure" in i:
        return greek_hedge(i)
    if "target_variance" in i:
        c, q = np.array(i["cov_target_instruments"]), np.array(i["cov_instruments"])
        weights = -np.linalg.solve(q + i["ridge"] * np.eye(len(c)), c)
        return {"weights": list(weights), "residual_variance": i["target_variance"] + 2 * c @ weights + weights @ q @ weights}
    if "scenario_pnl_portfolio" in i:
        a, y = np.array(i["scenario_pnl_instruments"]), np.array(i["scenario_pnl_portfolio"])
        weights = np.linalg.lstsq(a, -y, rcond=None)[0]
        left = y + a @ weights
        return {"weights": list(weights), "residuals": list(left), "sse": left @ left}
    if "Q" in i:
        q, c, low, high = (np.array(i[k]) for k in ("Q", "c", "lower", "upper"))
        best = None
        for state in itertools.product((-1, 0, 1), repeat=len(c)):
            x = np.where(np.array(state) < 0, low, high).astype(float)
            free = [k for k, s in enumerate(state) if s == 0]
            if free:
                held = [k for k, s in enumerate(state) if s != 0]
                x[free] = np.linalg.solve(q[np.ix_(free, free)], -c[free] - q[np.ix_(free, held)] @ x[held])
            if np.all(x >= low - 1e-12) and np.all(x <= high + 1e-12):
                value = 0.5 * x @ q @ x + c @ x
                if best is None or value < best[0]:
                    best = (value, x)
        return {"weights": list(best[1]), "objective": best[0]}
    # (x + g w)^2 / 2 + k |w|: soft threshold.
    x, g, k = i["x"], i["g"], i["k"]
    weight = -math.copysign(max(abs(x * g) - k, 0), x * g) / (g * g)
    return {"weight": weight, "objective": 0.5 * (x + g * weight) ** 2 + k * abs(weight)}


def option(spot, position, m, volatility=None):
    v, t, k = volatility if volatility is not None else m["volatility"], position["time"], position["strike"]
    w = 1 if position["optionType"] == "call" else -1
    s = v * math.sqrt(t)
    d1 = (math.log(spot / k) + (m["rate"] - m["dividend"]) * t) / s + s / 2
    return w * (spot * math.exp(-m["dividend"] * t) * norm.cdf(w * d1) - k * math.exp(-m["rate"] * t) * norm.cdf(w * (d1 - s)))


def book(m, spot=None, volatility=None):
    return sum(p["quantity"] * option(spot if spot is not None else m["spot"], p, m, volatility) for p in m["positions"])


def quadratic_quantile(delta, gamma, sd, probability):
    """Quantile of delta x + gamma x^2 / 2, x normal with deviation sd, from its distribution function."""

    def below(level):
        if gamma == 0:
            return norm.cdf(level / (delta * sd)) if delta > 0 else norm.sf(level / (delta * sd))
        disc = delta * delta + 2 * gamma * level
        if disc <= 0:
            return 0.0 if gamma > 0 else 1.0
        low, high = sorted([(-delta - math.sqrt(disc)) / gamma, (-delta + math.sqrt(disc)) / gamma])
        inside = norm.cdf(high / sd) - norm.cdf(low / sd)
        return inside if gamma > 0 else 1 - inside

    size = abs(delta) * sd * 12 + abs(gamma) * sd * sd * 80
    return brentq(lambda level: below(level) - probability, -size, size, xtol=1e-13)


def cornish_fisher(mean, variance, skew, kurtosis, z):
    x = z + (z * z - 1) * skew / 6 + (z**3 - 3 * z) * kurtosis / 24 - (2 * z**3 - 5 * z) * skew * skew / 36
    return mean + math.sqrt(variance) * x


def moments(delta, gamma, sd):
    """Of delta x + gamma x^2 / 2: cumulants of a linear and a chi-square part."""
    a, b = delta * sd, gamma * sd * sd / 2
    k2, k3, k4 = a * a + 2 * b * b, 6 * a * a * b + 8 * b**3, 48 * a * a * b * b + 48 * b**4
    return b, k2, k3 / k2**1.5, k4 / k2**2


def var(row):
    i, e = row["inputs"], row["expected"]
    if "delta_exposures" in i:
        exposures, vols = np.array(i["delta_exposures"]), np.array(i["annual_vols"])
        daily = np.outer(vols, vols) * np.array(i["correlation"]) / i["trading_days_per_year"] * i["horizon_days"]
        sd = math.sqrt(exposures @ daily @ exposures)
        z = norm.ppf(i["confidence"])
        return {
            "var": z * sd,
            "expected_shortfall": sd * norm.pdf(z) / (1 - i["confidence"]),
            "pnl_stdev": sd,
            "component_var": list(z * exposures * (daily @ exposures) / sd),
        }
    if "pnl" in i:
        losses = sorted((-x for x in i["pnl"]), reverse=True)
        n, tail = len(losses), 1 - i["confidence"]
        count = max(1, int(math.floor(n * tail + 1e-9)))
        return {
            "var_order_statistic_ceil": losses[math.ceil(n * tail - 1e-9) - 1],
            "var_linear_interpolation_numpy_default": float(np.quantile(losses, i["confidence"])),
            "es_mean_of_floor_n_alpha_worst": sum(losses[:count]) / count,
        }
    if "confidences" in i:
        z = [norm.ppf(c) for c in i["confidences"]]
        return {"var": z, "es": [norm.pdf(x) / (1 - c) for x, c in zip(z, i["confidences"])]}
    if "factor_variance" in i:
        mean, variance, skew, kurtosis = moments(i["delta"], i["gamma"], math.sqrt(i["factor_variance"]))
        z = norm.ppf(i["quantile"])
        return {
            "exact_quantile": quadratic_quantile(i["delta"], i["gamma"], math.sqrt(i["factor_variance"]), i["quantile"]),
            "four_moment_cornish_fisher": cornish_fisher(mean, variance, skew, kurtosis, z),
        }
    if "scenarios" in e:
        base = book(i)
        found = [
            {"pnl": book(i, i["spot"] * (1 + s["spot_shock_relative"]), i["volatility"] + s["vol_shock_absolute"]) - base} for s in e["scenarios"]
        ]
        return {"base_value": base, "scenarios": found}
    h = 1e-3 * i["spot"]
    at = lambda x: book(i, i["spot"] + x)
    # Differences of sixth order, so that no formula of a Greek is taken from anywhere.
    delta = (45 * (at(h) - at(-h)) - 9 * (at(2 * h) - at(-2 * h)) + at(3 * h) - at(-3 * h)) / (60 * h)
    gamma = (270 * (at(h) + at(-h)) - 27 * (at(2 * h) + at(-2 * h)) + 2 * (at(3 * h) + at(-3 * h)) - 490 * at(0)) / (180 * h * h)
    sd = i["spot"] * i["volatility"] * math.sqrt(i["horizon_days"] / 252)
    z = norm.ppf(i["confidence"])
    mean, variance, skew, kurtosis = moments(delta, gamma, sd)
    return {
        "portfolio_value": at(0),
        "delta": delta,
        "gamma": gamma,
        "delta_normal_var": z * abs(delta) * sd,
        "delta_gamma_cornish_fisher_var": -cornish_fisher(mean, variance, skew, kurtosis, -z),
        "delta_gamma_exact_var": -quadratic_quantile(delta, gamma, sd, 1 - i["confidence"]),
        "cumulants": {"mean": mean, "variance": variance, "skew": skew},
    }


reproduce("hedge", hedge)
reproduce("var", var)
