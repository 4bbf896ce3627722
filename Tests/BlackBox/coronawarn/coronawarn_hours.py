"""Checks the hour in which each key of Corona-Warn is published, against the worked tables of the contract, on a clock that is
moved from outside. Usage: coronawarn_hours.py AVVISO

Tier: test-all
Only here: the command of the operator puts keys of the contract's worked tables into the right hours on a moved clock, whether
  it runs each hour or once.
"""

import sys

import harness
from coronawarn_tree import HOUR, date_path, installation, path_of

# Services without distribution: packages are then made by the command alone.
TAKING = ("laboratory", "verification", "submission")

# By the time of the upload on a day, keys that begin on day `days` and have `period` intervals, and the hour of their
# package, counted from midnight.
EXPIRY = [
    ((0, 10), -1, 144, 3), ((1, 59), -1, 144, 3), ((2, 30), -1, 144, 3), ((2, 45), 0, 6, 4), ((3, 1), -1, 144, 3),
    ((3, 20), 0, 6, 4), ((4, 10), -1, 144, 4), ((4, 30), 0, 6, 4), ((5, 15), 0, 6, 5), ((6, 1), -5, 144, 6),
    ((8, 30), 0, 144, 27), ((9, 5), 0, 54, 12), ((10, 59), 0, 54, 12), ((11, 30), 0, 54, 12), ((12, 5), 0, 54, 12),
    ((13, 5), 0, 54, 13), ((14, 20), -13, 144, 14), ((15, 30), 0, 89, 17), ((15, 59), 0, 84, 17), ((16, 10), 0, 87, 17),
    ((16, 30), 0, 84, 17), ((16, 59), 0, 89, 17), ((17, 10), 0, 84, 17), ((17, 20), 0, 87, 17), ((18, 1), 0, 89, 18),
    ((23, 50), 0, 144, 27),
]
# With a threshold of five: the keys of each hour, and those of its package.
SHIFTING = [([4, 1], [0, 5]), ([5, 2, 4], [5, 0, 6]), ([1, 1, 1, 0, 0, 1, 1], [0, 0, 0, 0, 0, 0, 5])]


def check_hours(checks, tree, expected, what, region="DE"):
    """`expected`: by hour after midnight, the keys of its package. All other hours that are over have none."""
    for hour in tree.hours(tree.midnight, region):
        found = tree.keys(path_of(tree.midnight + hour, region))
        checks.equal(found, sorted(expected.get(hour, [])), f"{what}: {region} {hour}:00")


def check_expiry(checks, avviso, all_day):
    """Each row of the table has its hour, whether packages are made all day or once on the next."""
    with installation(checks, avviso, {"DISTRIBUTION_MIN_KEYS": "1"}, services=TAKING, at=300) as tree:
        expected, what = {}, "made all day" if all_day else "made at once"
        for (hour, minute), days, period, package in EXPIRY:
            if all_day and (tree.hour - tree.midnight) // 3 < hour // 3:
                tree.move(hour, 30)
                tree.distribute()
            tree.move(hour, 60 * minute)
            expected.setdefault(package, []).extend(tree.upload(1, days, period))
        tree.move(28)
        tree.distribute()
        tree.restart(("distribution",))
        first = 2 if all_day else 3
        checks.equal(tree.hours(tree.midnight), list(range(first, 24)), f"{what}: hours of the first day")
        check_hours(checks, tree, expected, what)
        check_hours(checks, tree, expected, what, "EUR")
        for hour, keys in [(24, []), (25, []), (26, []), (27, sorted(expected[27]))]:
            checks.equal(tree.keys(path_of(tree.midnight + hour)), keys, f"{what}: {hour - 24}:00 of the next day")
        day = sorted(each for hour, keys in expected.items() if hour < 24 for each in keys)
        checks.equal(tree.keys(date_path(tree.midnight)), day, f"{what}: the day")


def check_shifting(checks, avviso, every_hour):
    """The examples one after the other: after each, no key waits."""
    what = "made each hour" if every_hour else "made at once"
    with installation(checks, avviso, {"DISTRIBUTION_MIN_KEYS": "5"}) as tree:
        first = tree.hour
        counts = [count for example, _ in SHIFTING for count in example]
        expected = [count for _, example in SHIFTING for count in example]
        for count in counts:
            if count:
                tree.upload(count)
            tree.clock.advance(HOUR)
            if every_hour:
                tree.distribute()
        if not every_hour:
            tree.distribute()
        found = [len(tree.keys(path_of(first + at))) for at in range(len(counts))]
        checks.equal(found, expected, f"{what}: keys of the hours with {counts}")
        checks.equal(tree.hours(first), list(range(7, 8 + len(counts))), f"{what}: hours")


def main():
    checks, avviso = harness.Checks("coronawarn_hours"), sys.argv[1]
    for check in (check_expiry, check_shifting):
        for often in (True, False):
            check(checks, avviso, often)
            checks.say(f"{checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
