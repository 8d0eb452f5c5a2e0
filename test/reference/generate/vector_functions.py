"""Prints the coefficients of engine-gpu/formula/black-scholes-rows.ts, with their relative errors.

    python test/reference/generate/vector_functions.py
"""
import mpmath as mp

mp.mp.dps = 150


def mills(z):
    """The normal distribution's tail divided by its density."""
    return mp.sqrt(mp.pi / 2) * mp.erfc(z / mp.sqrt(2)) * mp.e ** (z * z / 2)


def mills_ratio(degree=9, end=11, points=120, rounds=14):
    """P/Q on [0, end] by linearised least squares with Lawson's weights; points dense at both ends, and near 0."""
    near = mp.mpf(5)
    last = (end - near) / (end + near)
    places = [-1 + (last + 1) * (1 + mp.cos(mp.pi * (j + mp.mpf(1) / 2) / points)) / 2 for j in range(points)]
    zs = [near * (1 + t) / (1 - t) for t in places]
    values = [mills(z) for z in zs]
    denominators = [(1 + z / 2) ** degree for z in zs]
    weights = [mp.mpf(1)] * points
    best = None
    for turn in range(rounds):
        normal, right = mp.zeros(2 * degree, 2 * degree), mp.zeros(2 * degree, 1)
        for z, value, denominator, weight in zip(zs, values, denominators, weights):
            scale = mp.sqrt(weight) / (value * denominator)
            row = [scale * z**k for k in range(degree)] + [-scale * value * z**k for k in range(degree)]
            for i, left in enumerate(row):
                right[i] += left * scale * value * z**degree
                for k, other in enumerate(row):
                    normal[i, k] += left * other
        found = list(mp.lu_solve(normal, right))
        p, q = found[:degree], found[degree:] + [mp.mpf(1)]
        denominators = [mp.polyval(q[::-1], z) for z in zs]
        errors = [abs(mp.polyval(p[::-1], z) / d / v - 1) for z, d, v in zip(zs, denominators, values)]
        if best is None or max(errors) < best[0]:
            best = (max(errors), p, q)
        if turn >= 2:
            total = sum(w * e for w, e in zip(weights, errors))
            weights = [w * e / total * points for w, e in zip(weights, errors)]
    return best


def logarithm(terms=7, end=mp.mpf("0.0405")):
    """R with ln((1+u)/(1-u)) = u (2 + u^2 R(u^2)), by interpolation at Chebyshev points of u^2."""

    def exact(z):
        u = mp.sqrt(z)
        return (mp.log((1 + u) / (1 - u)) - 2 * u) / (u * z)

    places = [end / 2 * (1 + mp.cos(mp.pi * (j + mp.mpf(1) / 2) / terms)) for j in range(terms)]
    matrix = mp.matrix(terms, terms)
    for i, z in enumerate(places):
        for k in range(terms):
            matrix[i, k] = z**k
    coefficients = list(mp.lu_solve(matrix, mp.matrix([exact(z) for z in places])))
    grid = [end * i / 400 for i in range(1, 401)]
    error = max(abs(mp.polyval([mp.mpf(float(c)) for c in coefficients[::-1]], z) - exact(z)) * z / 2 for z in grid)
    return error, coefficients


if __name__ == "__main__":
    error, p, q = mills_ratio()
    print("Mills ratio", mp.nstr(error, 3), [float(c) for c in p], [float(c) for c in q])
    error, r = logarithm()
    print("logarithm", mp.nstr(error, 3), [float(c) for c in r])
