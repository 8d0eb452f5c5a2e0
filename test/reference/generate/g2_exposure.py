"""European swaptions under the G2++ model, today and on later dates: test/reference/g2_exposure.json.

The value at a date given both factors is Brigo and Mercurio's formula (2006, theorem 4.2.3), one integral over the first factor by Gauss and
Legendre's rule. Expected exposures are double integrals of it over the law of the factors under the forward measure of the date. After
expiry of a swaption that is settled physically, the exposure at a date on which both legs begin a period is the value at expiry of the swaption on what is
then left of the swap, integrated over the factors with which it was exercised. QuantLib's G2SwaptionEngine stands beside today's value. Requires
QuantLib 1.44, numpy and scipy:

    pip install QuantLib==1.44 numpy scipy && python test/reference/generate/g2_exposure.py
"""
import json
import os

import numpy as np
import QuantLib as ql
from scipy.interpolate import CubicSpline
from scipy.special import ndtr

NOTIONAL = 100.0
DEVIATIONS = 8.0


def rule(n):
    x, w = np.polynomial.legendre.leggauss(n)
    z = DEVIATIONS * x
    return z, DEVIATIONS * w * np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi)


class G2:
    def __init__(self, rate, a, sigma, b, eta, rho):
        # The factor that moves swaps more is the one that is integrated in closed form.
        moves = lambda k, s: s * -np.expm1(-5 * k) / k * np.sqrt(-np.expm1(-6 * k) / k)
        if moves(a, sigma) > moves(b, eta):
            a, sigma, b, eta = b, eta, a, sigma
        self.rate, self.a, self.sigma, self.b, self.eta, self.rho = rate, a, sigma, b, eta, rho

    def discount(self, t):
        return np.exp(-self.rate * t)

    def variance(self, t, T):
        """Of the accumulated factors, eq. 4.10."""
        a, sigma, b, eta, rho, d = self.a, self.sigma, self.b, self.eta, self.rho, T - t
        one = lambda k, s: s * s / k ** 2 * (d + 2 / k * np.exp(-k * d) - np.exp(-2 * k * d) / (2 * k) - 3 / (2 * k))
        both = 2 * rho * sigma * eta / (a * b) * (
            d + (np.exp(-a * d) - 1) / a + (np.exp(-b * d) - 1) / b - (np.exp(-(a + b) * d) - 1) / (a + b))
        return one(a, sigma) + one(b, eta) + both

    def load(self, k, d):
        return -np.expm1(-k * d) / k

    def bond(self, t, T, x, y):
        """Eq. 4.14."""
        level = self.discount(T) / self.discount(t) * np.exp(0.5 * (self.variance(t, T) - self.variance(0, T) + self.variance(0, t)))
        return level * np.exp(-self.load(self.a, T - t) * x - self.load(self.b, T - t) * y)

    def law(self, t, T, x=0.0, y=0.0):
        """Means, deviations and correlation of the factors at T under the T-forward measure, given them at t; eq. 4.31 and after it."""
        a, sigma, b, eta, rho, d = self.a, self.sigma, self.b, self.eta, self.rho, T - t

        def drift(k, s, l, e):
            return ((s * s / k ** 2 + rho * s * e / (k * l)) * (1 - np.exp(-k * d)) - s * s / (2 * k ** 2) * (1 - np.exp(-2 * k * d))
                    - rho * s * e / (l * (k + l)) * (1 - np.exp(-(k + l) * d)))

        sx = sigma * np.sqrt((1 - np.exp(-2 * a * d)) / (2 * a))
        sy = eta * np.sqrt((1 - np.exp(-2 * b * d)) / (2 * b))
        r = rho * sigma * eta / ((a + b) * sx * sy) * (1 - np.exp(-(a + b) * d))
        return x * np.exp(-a * d) - drift(a, sigma, b, eta), y * np.exp(-b * d) - drift(b, eta, a, sigma), sx, sy, r

    def boundary(self, T, times, amounts, x):
        """y at which Σ c_i P(T, t_i) = 1, given x; the sum falls in y."""
        low, high = np.full(np.shape(x), -3.0), np.full(np.shape(x), 3.0)
        for _ in range(60):
            y = 0.5 * (low + high)
            total = sum(c * self.bond(T, t, x, y) for t, c in zip(times, amounts))
            low, high = np.where(total > 1, y, low), np.where(total > 1, high, y)
        return 0.5 * (low + high)

    def swaption(self, sign, t, T, times, amounts, x, y, nodes=64):
        """Payer (sign 1) or receiver (−1) at t given the factors (arrays), on a notional of 1; `amounts` include the notional at the end."""
        mx, my, sx, sy, r = self.law(t, T, x, y)
        z, weights = rule(nodes)
        # The boundary depends on the factors at T alone: found once on a fine line, then interpolated by a cubic spline.
        xs = mx[..., None] + sx * z
        line = np.linspace(xs.min(), xs.max(), 800)
        yb = CubicSpline(line, self.boundary(T, times, amounts, line))(xs)
        rest = np.sqrt(1 - r * r)
        h = (yb - my[..., None]) / (sy * rest) - r * z / rest
        total = ndtr(-sign * h)
        for time, c in zip(times, amounts):
            B = self.load(self.b, time - T)
            mean = my[..., None] + r * sy * z
            growth = np.exp(-B * mean + 0.5 * B * B * sy * sy * rest * rest)
            total = total - c * self.bond(T, time, xs, 0.0) * growth * ndtr(-sign * (h + B * sy * rest))
        # A payer is exercised where y is above the boundary, and pays the bonds for 1.
        return self.bond(t, T, x, y) * sign * np.sum(weights * total, axis=-1)


def payments(rate, start, maturity, frequency):
    times = np.arange(1, round((maturity - start) * frequency) + 1) / frequency + start
    amounts = np.full(len(times), rate / frequency)
    amounts[-1] += 1
    return times, amounts


def by_states(model, t, f, nodes=96):
    """∫∫ f over the law of the factors at t under the t-forward measure, times P(0, t)."""
    mx, my, sx, sy, r = model.law(0.0, t)
    z, w = rule(nodes)
    x = mx + sx * z[:, None] + 0 * z[None, :]
    y = my + sy * (r * z[:, None] + np.sqrt(1 - r * r) * z[None, :])
    return model.discount(t) * np.sum(w[:, None] * w[None, :] * f(x, y))


def after_expiry(model, sign, rate, T, maturity, frequency, t, kept):
    """P(0, T) E^T[1{exercised} swaption at T on what is left of the swap at t], the part that gains (kept = 1) or loses (−1)."""
    times, amounts = payments(rate, T, maturity, frequency)
    later = payments(rate, t, maturity, frequency)
    mx, my, sx, sy, r = model.law(0.0, T)
    rest = np.sqrt(1 - r * r)
    z, w = rule(64)
    x = mx + sx * z
    yb = model.boundary(T, times, amounts, x)
    # y − mean in deviations, from the boundary to the end on the side of exercise.
    h = np.clip((yb - my - r * sy * z) / (sy * rest), -DEVIATIONS, DEVIATIONS)
    points, lengths = np.polynomial.legendre.leggauss(64)
    far = sign * DEVIATIONS
    v = 0.5 * (h + far)[:, None] + 0.5 * np.abs(far - h)[:, None] * points
    weights = w[:, None] * 0.5 * np.abs(far - h)[:, None] * lengths * np.exp(-0.5 * v * v) / np.sqrt(2 * np.pi)
    xs, ys = x[:, None] + 0 * v, my + r * sy * z[:, None] + sy * rest * v
    return model.discount(T) * np.sum(weights * model.swaption(sign * kept, T, t, *later, xs, ys))


# id, flat rate, (a, sigma, b, eta, rho), swaptions of (side, fixed rate, expiry, maturity, fixed payments per year, settlement, quantity), dates
LONG = ("payer", 0.032, 3, 8, 1, "physical", 1)
USUAL = (0.05, 0.010, 0.40, 0.009, -0.6)
CASES = [
    ("payer_long", 0.03, USUAL, [LONG], [0.5, 1.5, 2.9, 4, 6]),
    ("receiver_long", 0.03, USUAL, [("receiver", 0.028, 3, 8, 1, "physical", 1)], [0.5, 1.5, 2.9, 4, 6]),
    ("payer_short", 0.03, USUAL, [("payer", 0.032, 3, 8, 1, "physical", -1)], [0.5, 1.5, 2.9, 4, 6]),
    ("receiver_short_cash", 0.03, USUAL, [("receiver", 0.03, 2, 7, 2, "cash", -1)], [0.5, 1.5, 1.9]),
    ("spread_of_strikes", 0.03, USUAL, [LONG, ("payer", 0.022, 3, 8, 1, "physical", -0.55)], [0.5, 1.5, 2.5]),
    ("payer_against_receiver", 0.03, USUAL, [LONG, ("receiver", 0.03, 2, 12, 1, "cash", -0.8)], [0.5, 1, 1.8]),
    ("calendar_spread", 0.025, (0.03, 0.008, 0.9, 0.012, -0.4), [("payer", 0.025, 2, 10, 1, "cash", 1), ("payer", 0.025, 5, 10, 2, "cash", -1)], [0.5, 1, 1.9]),
    ("negative_rates", -0.005, (0.05, 0.006, 0.5, 0.006, -0.3), [("receiver", -0.006, 4, 9, 1, "physical", 1), ("payer", -0.004, 4, 9, 1, "physical", -1)], [1, 3]),
    ("negative_rates_exercised", -0.005, (0.05, 0.006, 0.5, 0.006, -0.3), [("receiver", -0.006, 4, 9, 1, "physical", 1)], [1, 3, 5, 7]),
    ("small_second_factor", 0.03, (0.03, 0.010, 0.5, 0.0005, 0.2), [LONG], [0.5, 2.5, 4, 6]),
    ("large_second_factor", 0.03, (0.03, 0.003, 0.8, 0.025, -0.2), [LONG], [0.5, 2.5, 4, 6]),
    ("large_second_factor_spread", 0.03, (0.03, 0.003, 0.8, 0.025, -0.2), [LONG, ("payer", 0.022, 3, 8, 1, "physical", -0.55)], [0.5, 1.5, 2.5]),
    ("correlation_near_minus_one", 0.03, (0.6, 0.014, 0.05, 0.012, -0.97), [("receiver", 0.03, 3, 8, 1, "physical", 1)], [0.5, 2.5, 4, 6]),
    ("correlation_near_one", 0.03, (0.6, 0.008, 0.05, 0.006, 0.97), [("payer", 0.035, 3, 8, 1, "physical", -1)], [0.5, 2.5, 4, 6]),
    ("long_dated", 0.03, (0.02, 0.008, 0.3, 0.006, -0.5), [("payer", 0.03, 10, 30, 1, "physical", 1)], [3, 9, 15, 25]),
    ("out_of_the_money", 0.03, USUAL, [("payer", 0.07, 3, 8, 1, "physical", 1)], [0.5, 1.5]),
]


def quantlib(rate, parameters, side, fixed, expiry, maturity, frequency):
    today = ql.Date(15, 1, 2026)
    ql.Settings.instance().evaluationDate = today
    day_count = ql.SimpleDayCounter()
    curve = ql.YieldTermStructureHandle(ql.FlatForward(today, rate, day_count))
    after = lambda t: today + ql.Period(round(12 * t), ql.Months)
    schedule = ql.Schedule(
        after(expiry), after(maturity), ql.Period(12 // frequency, ql.Months), ql.NullCalendar(), ql.Unadjusted, ql.Unadjusted,
        ql.DateGeneration.Backward, False)
    index = ql.IborIndex("I", ql.Period(12 // frequency, ql.Months), 0, ql.USDCurrency(), ql.NullCalendar(), ql.Unadjusted, False, day_count, curve)
    kind = ql.Swap.Payer if side == "payer" else ql.Swap.Receiver
    swaption = ql.Swaption(ql.VanillaSwap(kind, NOTIONAL, schedule, fixed, day_count, schedule, index, 0.0, day_count), ql.EuropeanExercise(after(expiry)))
    swaption.setPricingEngine(ql.G2SwaptionEngine(ql.G2(curve, *parameters), 8.0, 800))
    return swaption.NPV()


rows = []
for name, rate, parameters, swaptions, dates in CASES:
    model = G2(rate, *parameters)
    zero = np.zeros(1)
    value, second = 0.0, 0.0
    for side, fixed, expiry, maturity, frequency, settlement, quantity in swaptions:
        sign = 1 if side == "payer" else -1
        value += quantity * float(model.swaption(sign, 0.0, expiry, *payments(fixed, expiry, maturity, frequency), zero, zero, 128)[0])
        second += quantity * quantlib(rate, parameters, side, fixed, expiry, maturity, frequency)
    value *= NOTIONAL
    profile = []
    for t in dates:
        side, fixed, expiry, maturity, frequency, settlement, quantity = swaptions[0]
        if all(t < each[2] for each in swaptions):
            def total(x, y):
                return sum(q * model.swaption(1 if s == "payer" else -1, t, T, *payments(k, T, m, n), x, y, 48) for s, k, T, m, n, _, q in swaptions)

            # Where the exposure changes its sign its kink is integrated on more points.
            nodes = 64 if len(swaptions) == 1 else 128
            gains = by_states(model, t, lambda x, y: np.maximum(total(x, y), 0), nodes)
            losses = by_states(model, t, lambda x, y: np.maximum(-total(x, y), 0), nodes)
        else:
            assert len(swaptions) == 1
            sign = 1 if side == "payer" else -1
            both = [after_expiry(model, sign, fixed, expiry, maturity, frequency, t, kept) for kept in (1, -1)]
            gains, losses = [abs(quantity) * each for each in (both if quantity > 0 else both[::-1])]
        profile.append({"time": t, "ee": NOTIONAL * float(gains / model.discount(t)), "nee": NOTIONAL * float(losses / model.discount(t))})
        print(name, t, profile[-1], value, second, flush=True)
    a, sigma, b, eta, rho = parameters
    rows.append({
        "id": "g2_" + name,
        "source": "own quadrature of the formula of Brigo and Mercurio (2006), theorem 4.2.3, generate/g2_exposure.py; value beside QuantLib 1.44 G2SwaptionEngine",
        "method": "Gauss and Legendre's rule over both factors",
        "inputs": {
            "trades": [{
                "type": "swaption", "currency": "USD", "notional": NOTIONAL, "side": s, "fixedRate": k, "expiry": T, "maturity": m,
                "fixedFrequency": n, "floatingFrequency": n, "settlement": c, "quantity": q,
            } for s, k, T, m, n, c, q in swaptions],
            "rate": rate,
            "model": {"meanReversion": a, "volatility": sigma, "secondFactor": {"meanReversion": b, "volatility": eta, "correlation": rho}},
        },
        "expected": {"value": value, "profile": profile},
        "tolerance": {"abs": 1e-7, "why": "of the value: the quadrature, and the bisection of the boundary; exposures have their standard errors beside it"},
        "quantlib": second,
    })

with open(os.path.join(os.path.dirname(__file__), "..", "g2_exposure.json"), "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
