"""Drives submission and distribution of Corona-Warn over HTTP with a clock that is moved from outside, and checks the tree of
files as phones and caches see it. Usage: coronawarn_distribution.py AVVISO

Tier: test
Only here: packages and indexes of the real server, read by an independent reader, have the signatures, tags, ranges and paths
  of the contract, a withdrawn package is gone for phones, and the metrics are those of docs/operations.md.
"""

import base64
import hashlib
import json
import os
import re
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

import check_signatures
import fake_clock
import harness
from coronawarn_tree import CONFIGURATIONS, HOUR, SERVICES, TREE, Tree, date_of, date_path, path_of

OPERATIONS = os.path.join(harness.ROOT, "docs/operations.md")
MEMBERS = ["path", "created", "sequence", "digest", "emptyHours", "keyId", "signature"]
METHODS = ("POST", "PUT", "DELETE", "PATCH")


class Suite(Tree):
    """The tree with the key of its messages."""

    def __init__(self, checks, workplace, clock):
        super().__init__(checks, workplace, clock, {"DISTRIBUTION_MIN_KEYS": "5", "WORK": "all"})
        with open(workplace.message_key, "rb") as file:
            self.message_key = serialization.load_pem_private_key(file.read(), None).public_key()


def check_empty(suite):
    for path, body in (("/version", b'["v1"]'), (TREE, b'["DE","EUR"]'), (f"{TREE}/DE/date", b"[]")):
        suite.checks.equal(suite.get(path).body, body, f"the bytes of {path}")
    last = suite.hour - 1
    suite.checks.equal(suite.index(f"{date_path(last)}/hour"), [last % 24], "the first hour")
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
    """A key of today comes in the third hour after its window; coronawarn_hours.py has the table."""
    keys, at_once, hour, end = suite.upload(5, days=0), suite.upload(5), suite.hour, suite.midnight + 24
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(hour)), at_once, "the hour of the upload")
    suite.next_hour(end + 3 - suite.hour)
    for each in range(hour + 1, end + 3):
        suite.checks.equal(suite.keys(path_of(each)), [], f"hour {each - end} after the window")
    suite.next_hour()
    suite.checks.equal(suite.keys(path_of(end + 3)), keys, "the third hour after the window")
    day = suite.keys(date_path(hour))
    suite.checks.check(set(at_once) <= set(day or []) and not set(keys) & set(day or []), "the day of the upload")


def check_statements(suite):
    hours = f"{date_path(suite.hour - 1)}/hour"
    indexes = ["/version", TREE, f"{TREE}/DE/date", f"{TREE}/EUR/date", hours]
    for paths in (indexes, CONFIGURATIONS):
        sequences = {check_statement(suite, path) for path in paths}
        suite.checks.equal(len(sequences), 1, "one sequence")
    statement = json.loads(suite.get(hours + ".sig").body)
    empty = [hour for hour in suite.index(hours) if not suite.keys(f"{hours}/{hour}")]
    suite.checks.equal((statement["emptyHours"], bool(empty)), (empty, True), "empty hours")
    for path in (path_of(suite.hour - 1) + ".sig", TREE + ".sig.sig", f"{date_path(suite.hour - 1)}.sig"):
        suite.checks.equal(suite.get(path).status, 404, path)


def check_statement(suite, path):
    """Reads the statement about a file and the signature in its headers, and returns their sequence."""
    answer, beside = suite.get(path), suite.get(path + ".sig")
    suite.checks.equal((answer.status, beside.status), (200, 200), path)
    statement = json.loads(beside.body)
    suite.checks.equal(list(statement), MEMBERS, f"members of the statement about {path}")
    digest = base64.b64encode(hashlib.sha256(answer.body).digest()).decode()
    suite.checks.equal((statement["path"], statement["digest"]), (path, digest), f"statement of {path}")
    suite.checks.check(0 <= fake_clock.now() - statement["created"] <= HOUR, f"time of the statement of {path}")
    raw = base64.b64decode(statement["signature"])
    told = json.dumps({name: statement[name] for name in MEMBERS[:5]}, separators=(",", ":")).encode()
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    written = [os.stat(suite.file(each)).st_mtime_ns for each in (path, path + ".sig")]
    suite.checks.check(written[0] <= written[1], f"the statement about {path} is written after it")
    suite.message_key.verify(signature, b"avviso-tree-statement-1\n" + told, ec.ECDSA(hashes.SHA256()))
    head = suite.get(path, "HEAD")
    for found, what in ((answer, "GET"), (head, "HEAD")):
        sequence = check_signatures.verify(
            found.headers, answer.body, path, suite.message_key, 300, fake_clock.now())
        suite.checks.equal(sequence, statement["sequence"], f"sequence in the headers of {what} {path}")
    suite.checks.equal(beside.header("Signature"), None, f"headers of the statement of {path}")
    return statement["sequence"]


def check_http(suite, package):
    """What caches see. `make test` looks at a package, a statement and a configuration."""
    hours = f"{date_path(suite.hour - 1)}/hour"
    files = [(package, "application/zip"), ("/version", "application/json"), (TREE, "application/json"),
             (hours, "application/json"), (hours + ".sig", "application/json"), (TREE + ".sig", "application/json"),
             *((each, "application/zip") for each in CONFIGURATIONS), (CONFIGURATIONS[0] + ".sig", "application/json")]
    for path, kind in files[::harness.extent(4, 1)]:
        whole = suite.get(path)
        suite.checks.equal(whole.header("Content-Type").split(";")[0], kind, f"type of {path}")
        suite.checks.equal(whole.header("Cache-Control"), "public, max-age=300", f"caching of {path}")
        suite.checks.equal(whole.header("Accept-Ranges"), "bytes", f"ranges of {path}")
        tag = whole.header("ETag")
        suite.checks.equal(tag, '"%s"' % hashlib.sha256(whole.body).hexdigest(), f"tag of {path}")
        head = suite.get(path, "HEAD")
        suite.checks.equal((head.status, head.body), (200, b""), f"HEAD {path}")
        for name in ("Content-Length", "Content-Type", "ETag", "Cache-Control", "Accept-Ranges"):
            suite.checks.equal(head.header(name), whole.header(name), f"{name} of HEAD {path}")
        check_conditions(suite, path, tag, whole)
        check_ranges(suite, path, tag, whole)
        for method in METHODS:
            suite.checks.equal(suite.get(path, method).status, 405, f"{method} {path}")


def check_conditions(suite, path, tag, whole):
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        answer = suite.get(path, If_None_Match=known)
        suite.checks.equal(
            (answer.status, answer.body, answer.header("ETag"), answer.header("Cache-Control")),
            (304, b"", tag, "public, max-age=300"), f"{path} with If-None-Match: {known}")
        suite.checks.equal(suite.get(path, "HEAD", If_None_Match=known).status, 304, f"HEAD {path}, {known}")
    for other in ('"other"', tag[1:-1]):
        answer = suite.get(path, If_None_Match=other)
        suite.checks.equal((answer.status, answer.body), (200, whole.body), f"{path} with If-None-Match: {other}")
    suite.checks.equal(suite.get(path, If_None_Match=tag, Range="bytes=0-1").status, 304, f"{path}: known and a range")


def check_ranges(suite, path, tag, whole):
    size = len(whole.body)
    for text, first, last in (("1-3", 1, 3), ("0-0", 0, 0), ("2-", 2, size - 1), ("-2", size - 2, size - 1),
                              (f"{size - 1}-", size - 1, size - 1), (f"1-{size + 9}", 1, size - 1),
                              (f"-{size + 9}", 0, size - 1), (f"0-{size - 1}", 0, size - 1)):
        for unit, more in (("bytes", {}), ("Bytes", {}), ("bytes", {"If_Range": tag})):
            part = suite.get(path, Range=f"{unit}={text}", **more)
            suite.checks.equal((part.status, part.body), (206, whole.body[first:last + 1]), f"{text} of {path}, {more}")
            suite.checks.equal(
                (part.header("Content-Range"), part.header("Content-Length"), part.header("ETag")),
                (f"bytes {first}-{last}/{size}", str(last - first + 1), tag), f"headers of {text} of {path}")
        # The digest under the signature is that of the whole file.
        suite.checks.equal(part.header("Content-Digest"), None, f"digest of a part of {path}")
    for text in (f"{size}-", "99999999-", "-0", f"{size}-{size + 5}", "99999999999999999999999-"):
        answer = suite.get(path, Range=f"bytes={text}")
        suite.checks.equal(
            (answer.status, answer.header("Content-Range"), answer.body), (416, f"bytes */{size}", b""),
            f"{text} of {path}")
    for fields in ({"Range": "bytes=0-1,3-4"}, {"Range": "bytes=3-1"}, {"Range": "bytes=-"}, {"Range": "bytes"},
                   {"Range": "lines=0-1"}, {"Range": "bytes=a-b"}, {"Range": "bytes=0-1", "If_Range": '"other"'},
                   {"Range": "bytes=0-1", "If_Range": f"W/{tag}"},
                   {"Range": "bytes=0-1", "If_Range": "Mon, 01 Jan 2024 00:00:00 GMT"}):
        answer = suite.get(path, **fields)
        suite.checks.equal((answer.status, answer.body), (200, whole.body), f"{path} with {fields}")
    suite.checks.equal(suite.get(path, "HEAD", Range="bytes=0-1").status, 200, f"HEAD {path} with a range")


def check_unknown(suite, package):
    """Nothing else is there: neither other spellings nor what lies in the store beside the tree."""
    date, hour = package.rsplit("/hour/", 1)
    for path in (
        "/", "/version/", "/version/v1", "/version/v1/", "/version/v2/diagnosis-keys/country", TREE + "/", f"{TREE}/DE",
        f"{TREE}/DE/", f"{TREE}/de/date", f"{TREE}/IT/date", f"{TREE}/DEU/date", f"{TREE}/DE/date/", date + "/",
        date + "/hour/", f"{date}/hour/0{hour}", f"{date}/hour/24", f"{date}/hour/-1", f"{date}/hour/+{hour}",
        f"{date}/hour/{hour}/", f"{date}/hour/{hour}/batch/2", f"{date}/hour/{hour}/batch/1", f"{date}/index",
        f"{TREE}/DE/date/2020-1-1", f"{TREE}/DE/date/2020-02-30", f"{TREE}/DE/date/2020-01-01/hour",
        f"{TREE}/DE/date/today", f"{TREE}/index", f"{TREE}/../country", f"{TREE}/%44%45/date", "//version",
        "/version/v1/configuration/country/IT/app_config", "/version/v3/app_config_ios", "/version/v1/app_config",
        "/packages/de-hour", "/configuration-marks/version/v1/app_config_ios", package + ".sig", "/version.sig.sig",
    ):
        answer = suite.get(path)
        suite.checks.equal((answer.status, answer.body), (404, b""), path)
    for path in (path_of(suite.hour), path_of(suite.hour + 24), date_path(suite.hour), date_path(suite.hour + 24)):
        suite.checks.equal(suite.get(path).status, 404, f"{path} before its time")


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
    text = suite.server.metrics()
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
        # From here on the test alone makes packages.
        suite.settings["WORK"] = "requests"
        suite.restart(SERVICES)
        check_empty(suite)
        package, keys = check_shifting(suite)
        every = (
            lambda: check_http(suite, package), lambda: check_unknown(suite, package), lambda: check_statements(suite),
            lambda: check_unchanged(suite, package, keys), lambda: check_embargo(suite),
            lambda: check_configuration(suite), lambda: check_revocation(suite), lambda: check_life(suite),
        )
        # Hours and days that pass are a matter of TreeTests, the configuration one of coronawarn_configuration.py.
        for check in harness.extent((*every[:4], every[6]), every):
            check()
            checks.say(f"{checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
