"""Drives submission and distribution of Corona-Warn over HTTP with a clock that is moved from outside, and checks the tree of
packages. Usage: coronawarn_distribution.py AVVISO
"""

import base64
import datetime
import hashlib
import json
import os
import re
import sys
import time

import exportfile
import fake_clock
import harness
import wire
from coronawarn import DAY, Services, day_start, guid, key, nonce, payload

SERVICES = ("laboratory", "verification", "submission", "distribution")
SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "DISTRIBUTION_MIN_KEYS": "5",
    "SUBMISSION_MAX_KEYS": "100",
}
OPERATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/operations.md")
TREE = "/version/v1/diagnosis-keys/country"
CONFIGURATIONS = (
    "/version/v1/configuration/country/DE/app_config", "/version/v1/app_config_ios", "/version/v1/app_config_android",
    "/version/v2/app_config_ios", "/version/v2/app_config_android",
)


class Suite:
    """The server, its clock, and the tree as phones see it."""

    def __init__(self, checks, workplace, clock):
        self.checks, self.workplace, self.clock = checks, workplace, clock
        done = workplace.run("lab", "create", "lab-one", "--data", workplace.data)
        self.lab = done.stdout.strip()
        # Ten minutes after an hour of the morning.
        clock.move_to((int(time.time()) // DAY + 1) * DAY + 8 * 3600 + 600)
        self.server = workplace.start(SERVICES, SETTINGS).wait_ready()
        self.services = Services(self.server)
        self.first = self.hour
        self.distribute()

    @property
    def hour(self):
        return int(fake_clock.now()) // 3600

    def run(self, *arguments, **settings):
        place = self.workplace
        return place.run(
            *arguments, "--data", place.data, "--signing-key", place.signing_key, "--message-signing-key",
            place.message_key, settings=SETTINGS | settings,
        )

    def distribute(self):
        done = self.run("distribute", "--json")
        self.checks.equal(done.returncode, 0, f"exit of distribute: {done.stderr}")
        return json.loads(done.stdout)

    def next_hour(self, hours=1):
        self.clock.advance(3600 * hours)
        self.distribute()

    def get(self, path, method="GET", **headers):
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        return wire.request(self.server.public, method, path, fields)

    def index(self, path):
        answer = self.get(path)
        return json.loads(answer.body) if answer.status == 200 else None

    def package(self, path):
        answer = self.get(path)
        if answer.status != 200:
            return None
        return exportfile.read_export(answer.body, self.workplace.public_key)

    def keys(self, path):
        export = self.package(path)
        return None if export is None else sorted(exportfile.key_bytes(export))

    def upload(self, count, start=None, **more):
        """Uploads keys of yesterday, or of `start`, and returns their bytes."""
        identifier = guid()
        assert self.services.send(self.lab, [(identifier, 2)]).status == 204
        tan = self.services.issued(self.services.registered(identifier, padding=nonce()), padding=nonce())
        start = day_start(fake_clock.now()) - 144 if start is None else start
        data = [os.urandom(16) for _ in range(count)]
        answer = self.services.upload(payload([key(start, data=each) for each in data], **more), tan)
        self.checks.equal(answer.status, 200, "an upload")
        return sorted(data)


def date_of(hour):
    return datetime.datetime.fromtimestamp(hour * 3600, datetime.timezone.utc).strftime("%Y-%m-%d")


def path_of(hour, region="DE"):
    return f"{TREE}/{region}/date/{date_of(hour)}/hour/{hour % 24}"


def check_empty(suite):
    suite.checks.equal(suite.index("/version"), ["v1"], "versions")
    suite.checks.equal(suite.index(TREE), ["DE", "EUR"], "countries")
    suite.checks.equal(suite.index(f"{TREE}/DE/date"), [], "dates before the first")
    last = suite.hour - 1
    suite.checks.equal(suite.index(f"{TREE}/DE/date/{date_of(last)}/hour"), [last % 24], "the first hour")
    export = suite.package(path_of(last))
    suite.checks.equal(len(export["keys"]), 0, "keys of an empty hour")
    for path in (path_of(suite.hour), f"{TREE}/DE/date/{date_of(last)}", f"{TREE}/IT/date", f"{TREE}/DE", TREE + "/"):
        suite.checks.equal(suite.get(path).status, 404, path)


def check_shifting(suite):
    """Hours with fewer than five keys are empty, and their keys come later."""
    first = suite.hour
    keys = suite.upload(4)
    suite.next_hour()
    keys = sorted(keys + suite.upload(1))
    suite.next_hour()
    suite.checks.equal([suite.keys(path_of(first + each)) for each in (0, 1)], [[], keys], "hours with 4 and 1 keys")
    suite.checks.equal(suite.keys(path_of(first + 1, "EUR")), keys, "the union")
    many = suite.upload(20)
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(first + 2)), many, "an hour with enough keys")
    return path_of(first + 1), keys


def check_embargo(suite):
    """A key of today comes in the third hour after its window."""
    start = day_start(fake_clock.now())
    keys, at_once = suite.upload(5, start=start), suite.upload(5)
    hour = suite.hour
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(hour)), at_once, "the hour of the upload")
    end = (start + 144) // 6
    suite.next_hour(end + 3 - suite.hour)
    for each in range(hour + 1, end + 3):
        suite.checks.equal(suite.keys(path_of(each)), [], f"hour {each - end} after the window")
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(end + 3)), keys, "the third hour after the window")
    day = suite.keys(f"{TREE}/DE/date/{date_of(hour)}")
    suite.checks.check(set(at_once) <= set(day or []) and not set(keys) & set(day or []), "the day of the upload")


def check_statements(suite):
    indexes = ["/version", TREE, f"{TREE}/DE/date", f"{TREE}/EUR/date", f"{TREE}/DE/date/{date_of(suite.hour - 1)}/hour"]
    for paths in (indexes, CONFIGURATIONS):
        sequences = set()
        for path in paths:
            answer, beside = suite.get(path), suite.get(path + ".sig")
            suite.checks.equal((answer.status, beside.status), (200, 200), path)
            statement = json.loads(beside.body)
            suite.checks.equal(
                list(statement), ["path", "created", "sequence", "digest", "emptyHours", "keyId", "signature"], "members"
            )
            digest = base64.b64encode(hashlib.sha256(answer.body).digest()).decode()
            suite.checks.equal((statement["path"], statement["digest"]), (path, digest), f"statement of {path}")
            sequences.add(statement["sequence"])
            for name in ("Signature", "Signature-Input", "Content-Digest"):
                suite.checks.check(answer.header(name), f"{name} of {path}")
        suite.checks.equal(len(sequences), 1, "one sequence")
    suite.checks.equal(suite.get(path_of(suite.hour - 1) + ".sig").status, 404, "a statement of a package")


def check_http(suite, package):
    for path, kind in ((package, "application/zip"), (TREE, "application/json"), (CONFIGURATIONS[0], "application/zip"),
                       (TREE + ".sig", "application/json")):
        whole = suite.get(path)
        suite.checks.equal(whole.header("Content-Type").split(";")[0], kind, f"type of {path}")
        suite.checks.equal(whole.header("Cache-Control"), "public, max-age=300", f"caching of {path}")
        tag = whole.header("ETag")
        suite.checks.equal(tag, '"%s"' % hashlib.sha256(whole.body).hexdigest(), f"tag of {path}")
        head = suite.get(path, "HEAD")
        suite.checks.equal((head.status, head.body), (200, b""), f"HEAD {path}")
        suite.checks.equal(head.header("Content-Length"), str(len(whole.body)), f"length of {path}")
        suite.checks.equal(suite.get(path, If_None_Match=tag).status, 304, f"{path} that is known")
        part = suite.get(path, Range="bytes=1-3")
        suite.checks.equal((part.status, part.body), (206, whole.body[1:4]), f"part of {path}")
        suite.checks.equal(part.header("Content-Range"), f"bytes 1-3/{len(whole.body)}", f"range of {path}")
        suite.checks.equal(suite.get(path, Range="bytes=99999999-").status, 416, f"no part of {path}")
        for method in ("POST", "PUT", "DELETE"):
            suite.checks.equal(suite.get(path, method).status, 405, f"{method} {path}")


def check_unchanged(suite, package, keys):
    """A file keeps its bytes, whatever comes later."""
    before = suite.get(package).body
    suite.upload(9)
    suite.next_hour()
    suite.checks.equal(suite.get(package).body, before, "a file an hour later")
    suite.checks.equal(suite.keys(package), keys, "keys of a file an hour later")


def check_configuration(suite):
    change = ("settings", "--system", "coronawarn")
    place = ("--data", suite.workplace.data)
    before = suite.get(CONFIGURATIONS[3]).body
    sequence = json.loads(suite.get(CONFIGURATIONS[3] + ".sig").body)["sequence"]
    done = suite.workplace.run(*change, "set", "downloadInterval=7200", "--reason", "a test", *place)
    suite.checks.equal(done.returncode, 0, f"exit of a change: {done.stderr}")
    suite.distribute()
    suite.checks.check(suite.get(CONFIGURATIONS[3]).body != before, "the configuration changes")
    later = json.loads(suite.get(CONFIGURATIONS[3] + ".sig").body)["sequence"]
    suite.checks.check(later > sequence, "the sequence goes forward")
    for wrong in ("downloadInterval=1", "nothing=1", "scores=[]"):
        done = suite.workplace.run(*change, "set", wrong, "--reason", "a test", *place)
        suite.checks.equal(done.returncode, 1, f"exit of {wrong}")
        suite.checks.check(done.stderr.count("  - ") >= 1, f"reasons for {wrong}")
    shown = json.loads(suite.workplace.run(*change, "show", *place).stdout)
    suite.checks.equal(shown["downloadInterval"], 7200, "the configuration in force")
    differences = json.loads(suite.workplace.run(*change, "diff", "--json", *place).stdout)
    suite.checks.equal([each["path"] for each in differences], ["downloadInterval"], "differences")
    done = suite.workplace.run(*change, "revert", "0", "--reason", "a test", *place)
    suite.checks.equal(done.returncode, 0, f"exit of a revert: {done.stderr}")
    suite.distribute()
    latest = json.loads(suite.get(CONFIGURATIONS[3] + ".sig").body)["sequence"]
    suite.checks.check(latest > later, "the sequence goes forward when the configuration goes back")


def check_revocation(suite):
    keys, hour = suite.upload(8), suite.hour
    suite.next_hour()
    path = path_of(hour)
    suite.checks.equal(suite.keys(path), keys, "a package")
    place = ("DE", date_of(hour), "--hour", str(hour % 24), "--reason", "a test")
    done = suite.run("distribute", "revoke", *place, "--unsound", keys[0].hex())
    suite.checks.equal(done.returncode, 0, f"exit of revoke: {done.stderr}")
    suite.clock.advance(2)  # Files are read once a second.
    suite.checks.equal(suite.get(path).status, 404, "a withdrawn package")
    index = suite.index(f"{TREE}/DE/date/{date_of(hour)}/hour")
    suite.checks.check(hour % 24 not in index, "the index without the withdrawn package")
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(hour + 1)), keys[1:], "the sound keys in a later package")
    suite.checks.equal(suite.get(path).status, 404, "a withdrawn package an hour later")
    done = suite.run("distribute", "revoke", *place)
    suite.checks.equal(done.returncode, 0, "exit of a second revocation")
    done = suite.run("distribute", "revoke", "DE", "2019-01-01", "--reason", "a test")
    suite.checks.equal(done.returncode, 1, "exit of a revocation of nothing")


def check_life(suite):
    """Hours leave on the second day after their date, a date on the fourteenth."""
    hour = suite.hour - 1
    date = date_of(hour)
    day = f"{TREE}/DE/date/{date}"
    midnight = hour // 24 * 24

    def at(target):
        suite.next_hour(target - suite.hour)
        suite.clock.advance(2)

    at(midnight + 24)
    suite.checks.check(date in suite.index(f"{TREE}/DE/date"), "the date on the next day")
    at(midnight + 47)
    suite.checks.equal(suite.get(path_of(hour)).status, 200, "an hour before the second day")
    at(midnight + 48)
    for path in (path_of(hour), f"{day}/hour", f"{day}/hour.sig"):
        suite.checks.equal(suite.get(path).status, 404, f"{path} on the second day")
    at(midnight + 14 * 24 - 1)
    suite.checks.equal(suite.get(day).status, 200, "a date before the fourteenth day")
    at(midnight + 14 * 24)
    suite.checks.equal(suite.get(day).status, 404, "a date on the fourteenth day")
    suite.checks.check(date not in suite.index(f"{TREE}/DE/date"), "the index on the fourteenth day")


def check_metrics(suite):
    """The services' own metrics are those of the document, and none of them names a person."""
    suite.server.wait_until(lambda: b'"distributed"' in harness.read(suite.server.log))
    text = wire.request(suite.server.internal, "GET", "/metrics").body.decode()
    own = set(re.findall(r"^# TYPE ((?:laboratory|verification|submission|distribution)_\w+)", text, re.M))
    with open(OPERATIONS, encoding="utf-8") as file:
        table = re.search(r"### Metrics of Corona-Warn\n(.*?)\n\n", file.read(), re.S)[1]
    documented = set(re.findall(r"`(\w+)`", "".join(row.split("|")[1] for row in table.splitlines()[2:])))
    suite.checks.equal(own, documented - {"http_requests_total"}, "metrics of the document")
    labels = {name for line in text.splitlines() if line.startswith(tuple(own)) for name in re.findall(r'[{,](\w+)="', line)}
    suite.checks.equal(labels, {"kind", "outcome", "region"}, "labels")
    age = re.search(r'^distribution_newest_hour_age_seconds\{region="DE"\} (\d+)$', text, re.M)
    suite.checks.check(age and int(age[1]) < 2 * 3600, f"the age of the newest hour: {age and age[0]}")


def main():
    checks = harness.Checks("coronawarn_distribution")
    with harness.Workplace(sys.argv[1]) as workplace:
        clock = fake_clock.FakeClock(workplace.folder)
        workplace.avviso = clock.wrap(workplace.avviso)
        suite = Suite(checks, workplace, clock)
        check_metrics(suite)
        check_empty(suite)
        package, keys = check_shifting(suite)
        for check in (
            lambda: check_http(suite, package), lambda: check_statements(suite),
            lambda: check_unchanged(suite, package, keys), lambda: check_embargo(suite),
            lambda: check_configuration(suite), lambda: check_revocation(suite), lambda: check_life(suite),
        ):
            check()
            checks.say(f"{checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
