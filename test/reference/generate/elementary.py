"""Elementary functions at arguments that are hard to round, to 40 digits.

    python elementary.py > ../elementary.json

The arguments of exp and log are from the lists of V. Lefevre and J.-M. Muller (2001), Worst cases for correct rounding of the elementary
functions in double precision, as their upper and lower words. Those of the other functions are near the ends of the intervals of their
algorithms, near zeros and multiples of pi/2, and at the ends of their range.
"""
import json
import struct

import mpmath

mpmath.mp.dps = 420

EXP = """40100091A4A0DAE5 3FE005AE04256BAB 3FD00687179E3F66 4030076D13AB9D18 3E400BF0DAFE8156 400011DD7222B8D2 3D802D3FFFFFEFA5
4020395BE8E6CBD0 3F103BC3BC34A568 3F50441DB1D6F213 40401E5CEB2C761E 40505A1A1B748058 408062315CBD184B 408068A70204C4F3 3FF07E3167A458AB
3FE104D76C7A6005 3D210FFFFFFFFFB7 408143E9A6B1FB86 4081B491089B5D32 40716A3462F8FCF1 4082720C561BC4B6 4082F52F0BD42853 408432DE9578DE8D
40862E42FEFA39EF C086232BDD7ABCD2 C086232BDD7ABCD3 C0874910D52D3051""".split()
LOG = """3FFBDFBC244C2CFE 3FFB9F1FA4587967 40101F2EBD9637EA 40105EB7625384E6 400AD1F307C316AF 4016DE110C79FAC5 4019E892BC616246
401CCE0060A74E38 40203870C921ACB9 40311867637CBD03 4036A942E8E7679C 4048B247B74EE4B5 4051C23F3BC09A76 406BDD793FE7B41C 4100DFE7AD41FD87
41522306B68A614B 41D0BB1A825D53D0 424BC4DD1DC00B0F 439C76131364E7EB 48804517520386E5 553B7F71A488641A 608382C35530591F 6C42B67EFF65DCE8
7C131143C7C0B1E6 3FE2062BF45679F6 3FE25FD45593F228 3FE468E956D45383 3FEEDEFFBDB1A6E6 3FF1538EA18A4585 3FF47408CB9583CE 3FF0000000000002
0000000000000001 000FFFFFFFFFFFFF 3FEFFFFFFFFFFFFF 3FF0000000000001""".split()


def double(word):
    return struct.unpack(">d", bytes.fromhex(word))[0]


def digits(value):
    return mpmath.nstr(value, 40, min_fixed=1, max_fixed=0)


SMALL = [1e-300, 2.5e-12, 1e-5, 0.001953125, 0.0019531250000000004, 0.0625, 0.06250000000000001, 0.1, 0.3, 0.30000000000000004, 0.5, 0.75, 0.99]
ANGLES = [0.7853981633974483, 1.5707963267948966, 3.141592653589793, 6.283185307179586, 11.0, 355.0, 103993.0, 1647099.3291652855,
          1e6, 1647100.5, 1e9, 1e15, 9007199254740993.0, 1e22, 6381956970095103 * 2.0**797, 1e300, 1.7976931348623157e308]
ONE = {
    "exp": (mpmath.exp, [double(word) for word in EXP]),
    "log": (mpmath.log, [double(word) for word in LOG]),
    "expm1": (mpmath.expm1, SMALL + [-x for x in SMALL] + [1.0, -1.0, 37.0, -36.0, 45.0, 700.0]),
    "log1p": (mpmath.log1p, SMALL + [-x for x in SMALL] + [1.0, 3.0, 1e10, 1e300, -0.9999999999999999]),
    "sin": (mpmath.sin, SMALL + ANGLES + [-355.0]),
    "cos": (mpmath.cos, SMALL + ANGLES + [-355.0]),
    "asin": (mpmath.asin, SMALL + [-0.5, 0.7071067811865476, 0.9999999999999999, -0.9999]),
    "sinh": (mpmath.sinh, SMALL + [1.0, -5.0, 21.999999999999996, 22.0, 700.0, 710.0, -710.4]),
    "tanh": (mpmath.tanh, SMALL + [1.0, -5.0, 18.0, 21.9]),
    "asinh": (mpmath.asinh, SMALL + [0.0078125, 0.007812500000000002, 1.0, -5.0, 1e9, 1000000001.0, 1e300]),
    "cbrt": (mpmath.cbrt, SMALL + [2.0, 3.0, 1e300, 5e-324, 2.2250738585072014e-308, 1e-310]),
}
TWO = {
    "pow": (mpmath.power, [(1.0000000000000002, 1e18), (0.9999999999999999, 4e18), (10.0, 308.0), (10.0, -308.0), (10.0, -320.0), (2.0, 0.5),
                           (2.0, 1023.5), (0.5, 1073.0), (5e-324, 0.5), (1.7976931348623157e308, -1.01), (1e-310, 1.03), (3.0, 40.0),
                           (1.0001, 7000000.0), (0.02, -0.07), (7.0, 1 / 3), (1.5, 1e-17)]),
    "atan2": (lambda y, x: mpmath.atan2(y, x), [(1.0, 1.0), (1.0, -1.0), (1e-300, 1.0), (1e-300, -1.0), (3.0, 4.0), (-3.0, -4.0), (1.0, 1e-300),
                                                 (1e300, 1e299), (1e-310, 3e-310), (5e-324, 5e-324), (0.0625, 1.0), (0.058, 0.97), (0.9999, 1.0)]),
    "hypot": (lambda x, y: mpmath.sqrt(mpmath.mpf(x) ** 2 + mpmath.mpf(y) ** 2), [(3.0, 4.0), (1e300, 1e300), (1e-300, 2e-300), (1.0, 1e-9), (1.0, 1e-17),
                                                                                 (1e-160, 3e-170), (1e200, 7e192), (0.1, 0.2)]),
}



rows = []
for name, (function, points) in {**ONE, **TWO}.items():
    tuples = [point if isinstance(point, tuple) else (point,) for point in points]
    rows.append({
        "id": name,
        "source": "Lefevre and Muller (2001) for the arguments of exp and log; mpmath 1.3, test/reference/generate/elementary.py",
        "method": "arbitrary precision, 420 digits, of which 40 are given",
        "inputs": {"arguments": [list(point) for point in tuples]},
        "expected": {"values": [digits(function(*map(mpmath.mpf, point))) for point in tuples]},
        "tolerance": {"abs": 0, "why": "the bound in ulp is that of the function's comment"},
    })
print(json.dumps(rows, indent=1))
