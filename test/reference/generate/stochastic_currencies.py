"""Quanto and composite options under Heston: table stochastic_currencies.

Under the measure of the market's currency, with B and W the drivers of spot and variance, and the exchange rate's W_X correlated with B by c and
with W through B alone (ρc):

    d ln S = (r_f − q − c σ_X √V − V/2) dt + √V dB,   dV = (κ(θ − V) − ρ c σ_X σ √V) dt + σ √V dW,   d ln X = (r − r_f − σ_X²/2) dt + σ_X dW_X

simulated by Euler steps with full truncation, antithetic; the same paths with c = 0, whose price is known, are the control variate. With c = 0 a
quanto option is one under Heston at the foreign rate, and a composite one is integrated over the exchange rate, both by QuantLib's transform.

    pip install -r test/reference/generate/requirements.txt && python test/reference/generate/stochastic_currencies.py
"""
import numpy as np
import QuantLib as ql

from common import generate

PATHS, STEPS, SEED = 2**16, 200, 7
SPOT, Q, R, RF, VX, X0, T = 100.0, 0.02, 0.03, 0.01, 0.12, 1.25, 1.0
HESTON = {"v0": 0.04, "kappa": 1.5, "theta": 0.06, "sigma": 0.6, "rho": -0.7}
STRIKES = (90.0, 100.0, 115.0)


def heston(strike, call, rate):
    """Price of an option on S under its own measure, discounted at `rate`."""
    today = ql.Date(1, 1, 2025)
    ql.Settings.instance().evaluationDate = today
    flat = lambda value: ql.YieldTermStructureHandle(ql.FlatForward(today, value, ql.Actual365Fixed()))
    process = ql.HestonProcess(
        flat(rate), flat(Q), ql.QuoteHandle(ql.SimpleQuote(SPOT)), *(HESTON[name] for name in ("v0", "kappa", "theta", "sigma", "rho"))
    )
    option = ql.VanillaOption(
        ql.PlainVanillaPayoff(ql.Option.Call if call else ql.Option.Put, strike), ql.EuropeanExercise(today + round(365 * T))
    )
    option.setPricingEngine(ql.AnalyticHestonEngine(ql.HestonModel(process), 1e-10, 100000))
    return option.NPV()


def known(kind, strike, call):
    """The price for c = 0."""
    if kind == "quanto":
        return heston(strike, call, RF) * np.exp((RF - R) * T)
    # E over X of X (S − K/X)⁺, in the measure of the market's currency, in which S grows at r_f − q.
    z, w = np.polynomial.hermite_e.hermegauss(60)
    x = X0 * np.exp((R - RF - VX**2 / 2) * T + VX * np.sqrt(T) * z)
    return sum(p * u * heston(strike * X0 / u, call, RF) for p, u in zip(w / w.sum(), x)) * np.exp((RF - R) * T)


def paths(c, normals, sign):
    """ln(S/S₀) and ln(X/X₀) at T."""
    v0, kappa, theta, sigma, rho = (HESTON[name] for name in ("v0", "kappa", "theta", "sigma", "rho"))
    dt = T / STEPS
    root = np.sqrt(dt)
    count = PATHS // 2
    v, s, x = np.full(count, v0), np.zeros(count), np.zeros(count)
    for b, z, u in normals():
        b, z, u = sign * b, sign * z, sign * u
        vol = np.sqrt(np.maximum(v, 0))
        s += (RF - Q - c * VX * vol - vol * vol / 2) * dt + vol * root * b
        x += (R - RF - VX**2 / 2) * dt + VX * root * (c * b + np.sqrt(1 - c * c) * u)
        v += (kappa * (theta - np.maximum(v, 0)) - rho * c * VX * sigma * vol) * dt + sigma * vol * root * (rho * b + np.sqrt(1 - rho * rho) * z)
    return s, x


def normals():
    random = np.random.default_rng(SEED)
    for _ in range(STEPS):
        yield random.standard_normal((3, PATHS // 2))


def payments(kind, strike, call, s, x):
    w = 1 if call else -1
    if kind == "quanto":
        return np.exp(-R * T) * np.maximum(w * (SPOT * np.exp(s) - strike), 0)
    return np.exp(-R * T) * np.maximum(w * (SPOT * X0 * np.exp(s + x) - strike * X0), 0)


def rows():
    found = []
    drawn = {c: [paths(c, normals, sign) for sign in (1, -1)] for c in (0.0, -0.6, 0.5)}
    pays = lambda kind, strike, call, c: sum(payments(kind, strike, call, *one) for one in drawn[c]) / 2
    for c in (0.0, -0.6, 0.5):
        for kind in ("quanto", "composite"):
            for strike, call in ((STRIKES[0], False), (STRIKES[1], True), (STRIKES[2], True)):
                exact = known(kind, strike, call)
                price, error = exact, 0.0
                if c != 0:
                    target, control = pays(kind, strike, call, c), pays(kind, strike, call, 0.0)
                    slope = np.cov(target, control)[0, 1] / control.var()
                    rest = target - slope * control
                    price, error = rest.mean() + slope * exact, rest.std() / np.sqrt(len(rest))
                found.append(
                    {
                        "id": "stochastic_currencies_%02d" % (len(found) + 1),
                        "source": "test/reference/generate/stochastic_currencies.py",
                        "method": "QuantLib's transform, integrated over the exchange rate" if c == 0 else "Euler steps under the market's measure, with c = 0 as control variate",
                        "inputs": {
                            **{"kind": kind, "spot": SPOT, "dividend": Q, "rate": R, "foreignRate": RF, "fxVolatility": VX, "fx": X0},
                            **{"correlation": c, "time": T, "strike": strike if kind == "quanto" else strike * X0, "optionType": "call" if call else "put"},
                            "heston": HESTON,
                        },
                        "expected": {"price": float(price)},
                        "standardError": float(error),
                        "tolerance": {
                            "abs": float(1e-6 if c == 0 else 4 * error + 2e-3),
                            "why": "the transform" if c == 0 else "4 standard errors, and what 200 Euler steps leave of the difference from c = 0",
                        },
                    }
                )
    return found


if __name__ == "__main__":
    generate("stochastic_currencies", rows)
