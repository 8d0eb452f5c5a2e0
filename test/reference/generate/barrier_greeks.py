"""Price and derivatives of barrier options monitored at equally spaced dates: test/reference/barrier_greeks.json.

Central differences of the quadrature in barrier_discrete.py, whose price is a few rounding errors off, at three bumps h, h/2 and h/4 with two
Richardson extrapolations. What the second extrapolation changes is the error that is stated. Requires NumPy 2.4.6 and SciPy 1.17.1:

    pip install numpy==2.4.6 scipy==1.17.1 && python test/reference/generate/barrier_greeks.py
"""
import json
import os

from barrier_discrete import case, price


def extrapolated(difference, h):
    """Value at bump 0 of an even function of the bump, and what the last extrapolation changed."""
    one, two, three = (difference(h / 2**i) for i in range(3))
    first, second = two + (two - one) / 3, three + (three - two) / 3
    return second + (second - first) / 15, abs(second - first) / 15


def greeks(inputs):
    def at(**moved):
        return float(price(**{**inputs, **moved}))

    spot, volatility, rate, time = (inputs[name] for name in ("spot", "volatility", "rate", "time"))
    deviation = volatility * time**0.5
    # The grid of the quadrature moves with the bump, so that bumps are large against its rounding.
    first = deviation / inputs["monitoringDates"] ** 0.5
    h = spot * min(0.05 * first, 0.01)
    centre = at()
    results = {
        "delta": extrapolated(lambda b: (at(spot=spot + b) - at(spot=spot - b)) / (2 * b), h),
        "gamma": extrapolated(lambda b: (at(spot=spot + b) - 2 * centre + at(spot=spot - b)) / b**2, 2 * h),
        "vega": extrapolated(lambda b: (at(volatility=volatility + b) - at(volatility=volatility - b)) / (2 * b), 0.02 * volatility),
        "rho": extrapolated(lambda b: (at(rate=rate + b) - at(rate=rate - b)) / (2 * b), min(0.004, 0.05 * deviation / time)),
    }
    return {"price": centre, **{name: value for name, (value, _) in results.items()}}, {name: error for name, (_, error) in results.items()}


CASES = [
    case(105, 120, 0.03, 0.4, 60 / 365, 0.01, "up out call", 0, "at_expiry", 2),
    case(105, 120, 0.03, 0.4, 60 / 365, 0.01, "up in call", 0, "at_expiry", 2),
    case(100, 90, 0.05, 0.25, 1, 0.02, "down out call", 0, "at_expiry", 4),
    case(100, 90, 0.05, 0.25, 1, 0.02, "down out put", 0, "at_expiry", 4),
    case(100, 90, 0.05, 0.25, 1, 0.02, "down in put", 0, "at_expiry", 4),
    case(100, 115, 0.05, 0.25, 1, 0.02, "up out call", 0, "at_expiry", 5),
    case(100, 115, 0.05, 0.25, 1, 0.02, "up out put", 0, "at_expiry", 3),
    case(100, 115, 0.05, 0.25, 1, 0.02, "up in put", 0, "at_expiry", 3),
    case(95, 88, 0.02, 0.18, 1.5, 0, "down out call", 0, "at_expiry", 12),
    case(95, 130, 0.02, 0.18, 1.5, 0, "up out call", 0, "at_expiry", 12),
    case(100, 125, 0.04, 0.3, 1, 0.01, "up out call", 0, "at_expiry", 52),
    case(105, 85, 0.04, 0.3, 1, 0.01, "down in call", 0, "at_expiry", 52),
    case(100, 97, 0.03, 0.3, 7 / 365, 0, "down out call", 0, "at_expiry", 5),
    case(101, 104, 0.03, 0.3, 7 / 365, 0, "up out call", 0, "at_expiry", 7),
    case(100, 103, 0.03, 0.3, 3 / 365, 0, "up in put", 0, "at_expiry", 3),
    case(110, 70, 0.02, 0.25, 5, 0.03, "down out put", 0, "at_expiry", 10),
    case(110, 170, 0.02, 0.25, 5, 0.03, "up out call", 0, "at_expiry", 10),
    case(90, 75, 0.02, 0.2, 10, 0.01, "down out call", 0, "at_expiry", 20),
    case(100, 95, 0.05, 0.2, 1, 0, "down out call", 0, "at_expiry", 2, spot=160),
    case(160, 110, 0.05, 0.2, 1, 0, "down out put", 0, "at_expiry", 2, spot=130),
    case(70, 130, 0.05, 0.25, 1, 0.02, "up out call", 0, "at_expiry", 6),
    case(140, 80, 0.01, 0.2, 0.5, 0, "down out call", 0, "at_expiry", 3),
    case(100, 112, -0.01, 0.2, 1, 0, "up out call", 0, "at_expiry", 4),
    case(100, 90, -0.02, 0.3, 2, 0.01, "down out put", 0, "at_expiry", 8),
    case(105, 92, -0.005, 0.15, 0.75, 0.02, "down in put", 0, "at_expiry", 3),
    case(100, 60, 0.03, 0.8, 1, 0, "down out call", 0, "at_expiry", 4),
    case(100, 180, 0.03, 0.8, 1, 0, "up out put", 0, "at_expiry", 4),
    case(4200, 3900, 0.03, 0.18, 0.25, 0.015, "down out call", 0, "at_expiry", 3, spot=4100),
    case(1.1, 1.2, 0.03, 0.09, 0.5, 0.02, "up out call", 0, "at_expiry", 6, spot=1.08),
]


def main():
    rows = []
    for inputs in CASES:
        expected, errors = greeks(inputs)
        words = [inputs["direction"], inputs["style"], inputs["optionType"], inputs["strike"], inputs["level"], inputs["monitoringDates"], "dates"]
        rows.append(
            {
                "id": "_".join(str(word) for word in words) + f"_{len(rows)}",
                "source": "NumPy 2.4.6, SciPy 1.17.1 (test/reference/generate/barrier_greeks.py)",
                "method": "extrapolated differences of backward induction by Gauss-Legendre quadrature",
                "inputs": inputs,
                "expected": expected,
                "errors": errors,
                "tolerance": {"rel": 1e-6, "why": "what the extrapolation leaves; a simulation is held to its standard errors instead"},
            }
        )
    path = os.path.join(os.path.dirname(__file__), "..", "barrier_greeks.json")
    with open(path, "w") as file:
        json.dump(rows, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
