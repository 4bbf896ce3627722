"""Checks the form and the life of Corona-Warn's packages, their batches, countries and withdrawal, on a clock that is moved from
outside. Usage: coronawarn_packages.py AVVISO

Tier: test-all
Only here: the real server keeps, splits, withdraws and deletes packages by its default numbers over days of a moved clock, as
  an independent reader sees them.
"""

import json
import os
import sys

import harness
from coronawarn_tree import HOUR, SERVICES, TREE, date_of, date_path, installation, path_of

# By level: days since the onset, and report type.
LEVELS = {1: (1, 4), 2: (2, 4), 3: (1, 3), 4: (2, 3), 5: (1, 2), 6: (2, 2), 7: (1, 1), 8: (2, 1)}


class Suite:
    def __init__(self, checks, avviso):
        self.checks, self.avviso = checks, avviso

    def tree(self, settings=None, **more):
        return installation(self.checks, self.avviso, settings, **more)


def check_threshold(suite):
    """139 keys wait, 140 do not, without a setting."""
    with suite.tree() as tree:
        first = tree.hour
        keys = tree.upload(100) + tree.upload(39)
        tree.next_hour()
        suite.checks.equal(tree.keys(path_of(first)), [], "139 keys")
        keys += tree.upload(1)
        tree.next_hour()
        suite.checks.equal(tree.keys(path_of(first + 1)), sorted(keys), "140 keys")
        keys = tree.upload(70) + tree.upload(70)
        tree.next_hour()
        suite.checks.equal(tree.keys(path_of(first + 2)), sorted(keys), "140 keys of one hour")
        suite.checks.equal(tree.keys(path_of(first + 2, "EUR")), sorted(keys), "140 keys of the union")
        suite.checks.equal(tree.keys(path_of(first)), [], "the first hour, later")


def check_waiting(suite):
    """Keys that wait for more than a day are shown to the operator, and the longest wait publishes them."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "5", "WORK": "all"}) as tree:
        keys, first = tree.upload(3), tree.hour
        for hours, count in ((23, 0), (2, 3)):
            tree.next_hour(hours)
            tree.restart(SERVICES)
            text = tree.server.metrics()
            suite.checks.check(f'distribution_waiting_keys{{region="DE"}} {count}' in text, f"the metric of {count} keys")
            found = tree.run("check", *SERVICES).stdout
            suite.checks.equal("keys-waiting" in found, count > 0, f"avviso check of {count} keys: {found}")
        tree.settings["DISTRIBUTION_MAX_WAIT"] = "25"
        # The server decides about an hour, too.
        tree.restart(SERVICES)
        tree.next_hour()
        found = [tree.keys(path_of(hour)) for hour in range(first + 23, first + 26)]
        suite.checks.equal(found, [[], [], keys], "keys at the end of the longest wait")


def check_life(suite):
    """Packages leave with their date by two settings, from the tree and from the files that it is made of."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1", "DISTRIBUTION_DAYS": "3", "DISTRIBUTION_HOUR_DAYS": "1"}) as tree:
        keys, first = tree.upload(3), tree.hour
        tree.move(23, 3480)
        tree.distribute()
        suite.checks.equal(tree.keys(path_of(first)), keys, "an hour of today")
        tree.move(24)
        tree.distribute()
        suite.checks.equal((tree.hours(first), tree.get(path_of(first)).status), (None, 404), "an hour of yesterday")
        tree.move(71, 3480)
        tree.distribute()
        suite.checks.equal(tree.keys(date_path(first)), keys, "a day before its third day after")
        tree.move(72)
        tree.distribute()
        suite.checks.equal(tree.get(date_path(first)).status, 404, "a day on its third day after")
        suite.checks.equal(tree.index(f"{TREE}/DE/date"), [date_of(first + 24), date_of(first + 48)], "dates")
        tree.settings["WORK"] = "all"
        tree.restart(("distribution",))
        folders = [tree.file(f"packages/{region}-{kind}/x")[:-2] for region in ("de", "eur") for kind in ("hour", "day")]
        # The clean-up runs at the start. It leaves those of two days, and no hour.
        tree.server.wait_until(lambda: [count_files(folder) for folder in folders] == [0, 2, 0, 2])


def count_files(folder):
    try:
        return len(os.listdir(folder))
    except FileNotFoundError:
        return 0


def check_batches(suite):
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1", "DISTRIBUTION_MAX_KEYS": "5"}) as tree:
        first = tree.hour
        keys = tree.upload(12)
        tree.next_hour()
        some = tree.upload(5)
        tree.move(24)
        tree.distribute()
        for path in (path_of(first), path_of(first, "EUR"), date_path(first), date_path(first, "EUR")):
            everything = sorted(keys + some) if path == date_path(first) or path.endswith(date_of(first)) else keys
            count = -(-len(everything) // 5)
            found = []
            for batch in range(1, count + 1):
                export = tree.package(path if batch == 1 else f"{path}/batch/{batch}")
                suite.checks.equal((export["batch_num"], export["batch_size"]), (batch, count), f"batch of {path}")
                suite.checks.check(1 <= len(export["keys"]) <= 5, f"keys of batch {batch} of {path}")
                found += [bytes.fromhex(each["key_data"]) for each in export["keys"]]
            suite.checks.equal(found, everything, f"{path}: sorted before they are split, none lost")
            for batch in (0, 1, count + 1, "02"):
                suite.checks.equal(tree.get(f"{path}/batch/{batch}").status, 404, f"{path}/batch/{batch}")
        export = tree.package(path_of(first + 1))
        suite.checks.equal((export["batch_num"], export["batch_size"]), (1, 1), "five keys are one batch")
        suite.checks.equal(tree.hours(first), list(range(7, 24)), "an hour is listed once")


def check_form(suite):
    """The bytes of a package, as the framework and the original apps read them."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1"}) as tree:
        hour = tree.hour
        keys = tree.upload(8, levels=tuple(LEVELS))
        tree.next_hour()
        path = path_of(hour)
        export = tree.package(path)
        suite.checks.equal(
            [export["start_timestamp"], export["end_timestamp"], export["region"], export["batch_num"],
             export["batch_size"], export["valid_signatures"], export["revised_keys"]],
            [hour * HOUR, hour * HOUR + HOUR, "DE", 1, 1, 1, []], "the package of an hour")
        suite.checks.equal(export["signature_infos"], [{
            "app_bundle_id": "de.rki.coronawarnapp", "verification_key_version": "v1", "verification_key_id": "262",
            "signature_algorithm": "1.2.840.10045.4.3.2"}], "the names of the key")
        suite.checks.equal([bytes.fromhex(each["key_data"]) for each in export["keys"]], keys, "keys in order")
        for each in export["keys"]:
            level = each["transmission_risk_level"]
            suite.checks.equal(
                (each["days_since_onset_of_symptoms"], each["report_type"], each["rolling_period"],
                 each["rolling_start_interval_number"]),
                (*LEVELS[level], 144, (tree.midnight - 24) * 6), f"a key with level {level}")
        suite.checks.equal(sorted(each["transmission_risk_level"] for each in export["keys"]), list(LEVELS), "levels")
        suite.checks.equal(tree.package(path_of(hour, "EUR"))["region"], "EUR", "the region of the union")
        verify(suite, tree, path)
        tree.move(24)
        tree.distribute()
        day = tree.package(date_path(hour))
        suite.checks.equal(
            [day["start_timestamp"], day["end_timestamp"]], [tree.midnight * HOUR, (tree.midnight + 24) * HOUR],
            "the period of a day")
        empty = tree.package(path_of(hour + 1))
        suite.checks.equal((empty["keys"], empty["valid_signatures"]), ([], 1), "an hour without keys is signed")
        verify(suite, tree, path_of(hour + 1))
        verify(suite, tree, date_path(hour, "EUR"))


def verify(suite, tree, path):
    """Asks `avviso export verify` about a package, and about one that was altered."""
    file = os.path.join(tree.workplace.folder, "package.zip")
    body = tree.get(path).body
    for content, code in ((body, 0), (body[:-60] + bytes([body[-60] ^ 1]) + body[-59:], 1)):
        with open(file, "wb") as output:
            output.write(content)
        found = tree.workplace.run("export", "verify", file, "--public-key", tree.workplace.public_key_file)
        suite.checks.equal(found.returncode == 0, code == 0, f"export verify of {path}: {found.stderr}{found.stdout}")


def check_dates(suite):
    """What is listed at which time, also after three days without a run."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1"}) as tree:
        keys, first = tree.upload(3), tree.hour
        tree.clock.move_to((first + 1) * HOUR - 120)
        tree.distribute()
        suite.checks.equal(tree.hours(first), [7], "two minutes before the hour is over")
        suite.checks.equal(tree.get(path_of(first)).status, 404, "the package of an hour that is not over")
        tree.clock.move_to((first + 1) * HOUR + 5)
        tree.distribute()
        suite.checks.equal(tree.hours(first), [7, 8], "at the end of the hour")
        tree.move(23, 3480)
        tree.distribute()
        suite.checks.equal(tree.index(f"{TREE}/DE/date"), [], "two minutes before the day is over")
        suite.checks.equal(tree.get(date_path(first)).status, 404, "the package of a day that is not over")
        tree.move(24, 5)
        tree.distribute()
        suite.checks.equal(tree.index(f"{TREE}/DE/date"), [date_of(first)], "at the end of the day")
        suite.checks.equal(tree.hours(first), list(range(7, 24)), "hours of the first day")
        suite.checks.equal(tree.hours(first + 24), None, "hours of a day without one that is over")
        tree.move(96 + 5)
        tree.distribute()
        days = [tree.midnight + 24 * day for day in range(5)]
        for region in ("DE", "EUR"):
            suite.checks.equal(
                tree.index(f"{TREE}/{region}/date"), [date_of(day) for day in days[:4]], f"dates of {region}")
            suite.checks.equal(
                [tree.hours(day, region) for day in days],
                [None, None, None, list(range(24)), [0, 1, 2, 3, 4]], f"hours of {region} after three days")
            suite.checks.equal(
                [tree.keys(date_path(day, region)) for day in days], [keys, [], [], [], None], f"days of {region}")


def check_countries(suite):
    """A key is once in the hours and once in the days of each country that it concerns."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1", "CORONA_WARN_COUNTRIES": "FR IT"}) as tree:
        suite.checks.equal(tree.index(TREE), ["DE", "EUR", "FR", "IT"], "countries")
        first = tree.hour
        home, refused = tree.upload(2), tree.upload(2, visited=["FR"], consent=False)
        abroad = tree.upload(2, visited=["FR", "IT"], consent=True)
        tree.next_hour()
        tree.move(24)
        tree.distribute()
        for region, keys in {"DE": home + refused + abroad, "EUR": home + refused + abroad, "FR": abroad,
                             "IT": abroad}.items():
            suite.checks.equal(tree.keys(path_of(first, region)), sorted(keys), f"the hour of {region}")
            suite.checks.equal(tree.keys(date_path(first, region)), sorted(keys), f"the day of {region}")
            for hour in tree.hours(first, region):
                found = tree.keys(path_of(tree.midnight + hour, region))
                suite.checks.equal(found, sorted(keys) if hour == 8 else [], f"{region} {hour}:00")


def check_files(suite):
    """A package is written once: whatever runs later, it is the same file."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1"}) as tree:
        tree.upload(3)
        tree.next_hour()
        before, first = tree.files(), tree.get(path_of(tree.hour - 1))
        packages = {path for path in before if "diagnosis-keys" in path}
        suite.checks.check(len(packages) == 4, f"the packages of two hours: {sorted(packages)}")
        tree.upload(3)
        tree.distribute()
        tree.next_hour()
        tree.restart(("distribution",))
        tree.distribute()
        after = tree.files()
        for path in packages:
            suite.checks.equal(after.get(path), before[path], f"{path} an hour and a restart later")
        suite.checks.equal(
            tree.get(path_of(tree.hour - 2)).header("ETag"), first.header("ETag"), "the tag an hour and a restart later")
        added = {path for path in after if "diagnosis-keys" in path} - packages
        suite.checks.equal(len(added), 2, f"the packages of the next hour: {sorted(added)}")


def check_withdrawal(suite):
    """Days, batches and the only hour of a date are withdrawn, and their sound keys come later."""
    with suite.tree({"DISTRIBUTION_MIN_KEYS": "1", "DISTRIBUTION_MAX_KEYS": "3"}, at=23 * HOUR + 600) as tree:
        first = tree.hour - 1
        suite.checks.equal(tree.hours(first), [22], "the only hour")
        tag = tree.get(path_of(first)).header("ETag")
        revoke = ("distribute", "revoke", "DE", date_of(first), "--reason", "a test")
        done = tree.run(*revoke, "--hour", "22")
        suite.checks.equal(done.returncode, 0, f"the only hour is withdrawn: {done.stderr}")
        suite.checks.equal((tree.hours(first), tree.hours(first, "EUR")), ([], [22]), "the date without its only hour")
        shown = tree.workplace.run("settings", "--system", "coronawarn", "show", "--data", tree.workplace.data).stdout
        suite.checks.equal(
            json.loads(shown)["revokedPackages"],
            [{"date": date_of(first), "entityTag": tag.strip('"'), "hour": 22, "region": "DE"}], "what phones are told")
        keys = tree.upload(7)
        tree.next_hour()
        suite.checks.equal(len(tree.keys(path_of(first + 1))), 3, "the first of three batches")
        done = tree.run(*revoke, "--hour", "23", "--unsound", keys[0].hex(), "--unsound", keys[6].hex())
        suite.checks.equal(done.returncode, 0, f"an hour with batches is withdrawn: {done.stderr}")
        for path in (path_of(first + 1), path_of(first + 1) + "/batch/2", path_of(first + 1) + "/batch/3"):
            suite.checks.equal(tree.get(path).status, 404, f"{path}, withdrawn")
        done = tree.run(*revoke)
        suite.checks.equal(done.returncode, 0, f"a day is withdrawn: {done.stderr}")
        suite.checks.equal(tree.index(f"{TREE}/DE/date"), [], "dates without the withdrawn one")
        suite.checks.equal(tree.index(f"{TREE}/EUR/date"), [date_of(first)], "dates of the union")
        tree.next_hour()
        found = tree.keys(path_of(first + 2)) + tree.keys(path_of(first + 2) + "/batch/2")
        suite.checks.equal(found, keys[1:6], "the sound keys in a later hour")
        tree.move(48)
        tree.distribute()
        found = tree.keys(date_path(first + 2)) + tree.keys(date_path(first + 2) + "/batch/2")
        suite.checks.equal(found, keys[1:6], "the sound keys in a later day")
        for path in (date_path(first), path_of(first), path_of(first + 1)):
            suite.checks.equal(tree.get(path).status, 404, f"{path}, a day later")


def main():
    checks = harness.Checks("coronawarn_packages")
    suite = Suite(checks, sys.argv[1])
    for check in (
        check_form, check_threshold, check_waiting, check_life, check_batches, check_dates, check_countries, check_files, check_withdrawal,
    ):
        check(suite)
        checks.say(f"{checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
