"""Shows with drawn recordings that the judge of `make distinguish` is right: groups of one distribution pass, and each of several
small differences is found by the classifier that should find it. Usage: separation_check.py AVVISO

Tier: test
Only here: the judge of `make distinguish` refuses no groups that are alike, and finds one byte more.
"""

import numpy

import harness
import separation

PHONES = 1500
NAMES = ["requests", "bytes", "hour", "gap", "level"]


def group(seed):
    """Recordings of phones that are all alike."""
    draw = numpy.random.default_rng(seed)
    requests = draw.poisson(6, PHONES)
    rows = [requests, 450 * requests, draw.uniform(0, 24, PHONES), draw.exponential(8, PHONES), draw.normal(0, 1, PHONES)]
    return separation.Recordings(numpy.column_stack(rows).astype(float), numpy.arange(PHONES))


def best(first, second, comparisons=100):
    """The finding that is the surest of a difference, and whether it is one."""
    findings = separation.compare(NAMES, first, second)
    found = max(findings, key=lambda finding: finding.least(comparisons))
    return found, found.least(comparisons) > separation.LIMIT


def main():
    checks = harness.Checks("separation_check")
    for seed in range(4):
        found, is_told = best(group(2 * seed), group(2 * seed + 1))
        checks.check(not is_told, f"groups of one distribution, seed {seed}: {found}")
    planted = {
        "one byte more": (1, lambda rows: rows[:, 1] + 1, "bytes"),
        "an hour later": (2, lambda rows: (rows[:, 2] + 3) % 24 / 2 + rows[:, 2] / 2, "hour"),
        "a longer gap": (3, lambda rows: rows[:, 3] + 2, "gap"),
        # Both ends of the scale: no limit tells them apart, but the ratio does.
        "a wider level": (4, lambda rows: rows[:, 4] * 2, "level"),
        # No scalar alone has it.
        "a level that goes with the gap": (4, lambda rows: abs(rows[:, 4]) * numpy.sign(rows[:, 3] - 5.545), separation.TREES),
    }
    for name, (place, change, classifier) in planted.items():
        first, second = group(1), group(2)
        second.rows[:, place] = change(second.rows)
        found, is_told = best(first, second)
        checks.check(is_told, f"{name} is not told: {found}")
        checks.equal(found.name if found.name != separation.TREES else classifier, classifier, f"{name}: who tells it")
    scores = numpy.array([0.0, 1.0, 1.0, 2.0])
    checks.equal(separation.area(scores, numpy.array([False, False, True, True]))[0], 0.875, "the area with a tie")
    checks.finish()


main()
