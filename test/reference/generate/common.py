"""Reads the tables of test/reference, compares what a generator computes with them, and writes it with --write.

    python test/reference/generate/closed_forms.py           each row: the largest difference, as a fraction of what the row allows
    python test/reference/generate/closed_forms.py --write   replaces the numbers

A number that the generator does not compute (a print of a book, a diagnostic) stays as it is.
"""
import json
import math
import os
import sys

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def rows_of(name):
    with open(os.path.join(FOLDER, name + ".json")) as file:
        return json.load(file)


def allowed(tolerance, value):
    return max(tolerance.get("abs", 0.0), tolerance.get("rel", 0.0) * abs(value))


def worst(found, expected, tolerance):
    """Largest difference, as a fraction of what is allowed, over numbers, lists and objects."""
    if isinstance(found, dict):
        return max((worst(value, expected[key], tolerance) for key, value in found.items()), default=0.0)
    if isinstance(found, (list, tuple)):
        assert len(found) == len(expected)
        return max((worst(a, b, tolerance) for a, b in zip(found, expected)), default=0.0)
    difference = abs(float(found) - float(expected))
    assert math.isfinite(difference), (found, expected)
    # A committed number has 16 digits; one unit in the last is no difference.
    return 0.0 if difference <= 4e-16 * abs(expected) else difference / max(allowed(tolerance, expected), 1e-300)


def merged(expected, found):
    if isinstance(found, dict):
        return {**expected, **{key: merged(expected[key], value) for key, value in found.items()}}
    if isinstance(found, (list, tuple)):
        return [merged(a, b) for a, b in zip(expected, found)]
    return float(found)


def reproduce(name, compute, only=lambda row: True):
    """compute(row) gives the part of `expected` that it computes, or None where it does not apply."""
    rows = rows_of(name)
    count, largest = 0, 0.0
    for row in rows:
        found = compute(row) if only(row) else None
        if found is None:
            continue
        ratio = worst(found, row["expected"], row["tolerance"])
        if ratio > 1:
            print("  %s %s: off by %.3g of what is allowed" % (name, row["id"], ratio))
        count, largest = count + 1, max(largest, ratio)
        if "--write" in sys.argv:
            row["expected"] = merged(row["expected"], found)
    print("%s: %d of %d rows, largest difference %.2g of what is allowed" % (name, count, len(rows), largest))
    if "--write" in sys.argv:
        with open(os.path.join(FOLDER, name + ".json"), "w") as file:
            json.dump(rows, file, indent=1)
            file.write("\n")


def generate(name, make):
    """For a table whose rows the generator draws itself: compares every number and text, and writes the whole table with --write."""
    rows = make()
    try:
        committed = rows_of(name)
    except FileNotFoundError:
        committed = []
    changed = [row["id"] for row, old in zip(rows, committed) if json.loads(json.dumps(row)) != old]
    print("%s: %d rows, %d committed, %d differ %s" % (name, len(rows), len(committed), len(changed), " ".join(changed[:5])))
    if "--write" in sys.argv:
        with open(os.path.join(FOLDER, name + ".json"), "w") as file:
            json.dump(rows, file, indent=1 if name == "calendars" else None)
            file.write("\n")
