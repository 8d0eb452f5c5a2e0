"""Backtests of value at risk forecasts: writes ../backtest.json.

Binomial probabilities and chi-square tails by mpmath 1.3.0 with 50 digits, from the definitions of Kupiec (1995),
Christoffersen (1998) and the Basel Committee (1996).
"""

import json
import pathlib

from mpmath import binomial, erfc, exp, log, mp, mpf, sqrt

mp.dps = 50


def log_likelihood(hits, misses, share):
    total = mpf(0)
    if hits:
        total += hits * log(share)
    if misses:
        total += misses * log(1 - share)
    return total


def row(name, pattern, confidence):
    n, x = len(pattern), sum(pattern)
    p = 1 - mpf(str(confidence))
    kupiec = 2 * (log_likelihood(x, n - x, mpf(x) / n) - log_likelihood(x, n - x, p))
    pairs = list(zip(pattern, pattern[1:]))
    count = {(a, b): pairs.count((a, b)) for a in (0, 1) for b in (0, 1)}
    share = lambda hits, misses: mpf(hits) / (hits + misses) if hits + misses else mpf(0)
    pooled = (count[0, 1] + count[1, 1], count[0, 0] + count[1, 0])
    independence = 2 * (
        log_likelihood(count[0, 1], count[0, 0], share(count[0, 1], count[0, 0]))
        + log_likelihood(count[1, 1], count[1, 0], share(count[1, 1], count[1, 0]))
        - log_likelihood(*pooled, share(*pooled))
    )
    both = kupiec + independence
    cumulative = sum(binomial(n, k) * p**k * (1 - p) ** (n - k) for k in range(x + 1))
    return {
        "id": name,
        "source": "definitions of the tests, generate/backtest.py",
        "method": "likelihood ratios and binomial sums with 50 digits",
        "inputs": {"exceptions": pattern, "confidence": confidence},
        "expected": {
            "kupiec": [float(kupiec), float(erfc(sqrt(kupiec / 2)))],
            "independence": [float(independence), float(erfc(sqrt(independence / 2)))],
            "conditional": [float(both), float(exp(-both / 2))],
            "cumulative": float(cumulative),
        },
        "tolerance": {"abs": 1e-9, "why": "double precision: cancellation of logarithms of some 250 terms"},
    }


def spread(n, hits):
    return [1 if k in hits else 0 for k in range(n)]


rows = [
    row("backtest_none_250", spread(250, []), 0.99),
    row("backtest_four_250", spread(250, [10, 80, 150, 220]), 0.99),
    row("backtest_five_250", spread(250, [10, 80, 150, 151, 220]), 0.99),
    row("backtest_nine_clustered_250", spread(250, range(100, 109)), 0.99),
    row("backtest_ten_250", spread(250, range(5, 250, 25)), 0.99),
    row("backtest_all_20", spread(20, range(20)), 0.95),
    row("backtest_last_only_60", spread(60, [59]), 0.95),
    row("backtest_pairs_500", spread(500, [k for i in range(20, 480, 60) for k in (i, i + 1)]), 0.975),
]

target = pathlib.Path(__file__).parent.parent / "backtest.json"
target.write_text(json.dumps(rows, indent=1) + "\n")
