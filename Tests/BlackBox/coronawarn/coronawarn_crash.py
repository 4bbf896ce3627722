"""Kills Corona-Warn's services with signal 9 in the middle of an upload, at each point of it, and searches everything that
they left on disk: no file of submission has a TAN, a token or a hash of one, and nothing links token, TAN and keys. Then the
same bytes are sent again, and stored once. Usage: coronawarn_crash.py AVVISO

Tier: test
Only here: a submission process that is killed inside an upload leaves no form of a TAN or token in any file or log, and stores
  the same bytes once after its next start.
"""

import base64
import glob
import hashlib
import hmac
import os
import sqlite3
import sys
import uuid

import fake_clock
import harness
from coronawarn import day_start, guid, key, nonce, payload
from coronawarn_installation import Installation

# Where the submission service dies in an upload with two databases: before or after an answer of verification.
POINTS = [
    ("asked", "/version/v1/tan/reserve"), ("answered", "/version/v1/tan/reserve"), ("asked", "/version/v1/tan/confirm"),
    ("answered", "/version/v1/tan/confirm"),
]
# Inside its transaction, before the commit.
STEP = "right-consumed"
# `make test` has one point before the keys are stored, and one after it.
TRIED = harness.extent([STEP, POINTS[2]], [*POINTS, STEP])
RESERVED = {("answered", "/version/v1/tan/reserve"), STEP}
STORED = {("asked", "/version/v1/tan/confirm"), ("answered", "/version/v1/tan/confirm")}
KEY_TABLES = ("diagnosis_key", "chunk", "publication_state")
KEYS = 5


class Upload:
    """An upload with the secrets on its way."""

    def __init__(self, place):
        self.guid = guid()
        laboratory, verification = place.services("laboratory"), place.services("verification")
        assert laboratory.send(place.laboratory_key, [(self.guid, 2)]).status == 204
        self.token = verification.registered(self.guid, padding=nonce())
        self.tan = verification.issued(self.token, padding=nonce())
        start = day_start(fake_clock.now()) - 144
        self.keys = [os.urandom(16) for _ in range(KEYS)]
        self.body = payload([key(start, data=data) for data in self.keys])

    def secrets(self):
        """Every form of TAN, token and code that must not be at rest: their names and bytes."""
        for name, text in (("TAN", self.tan), ("registration token", self.token), ("code", self.guid)):
            for form, value in (("", text.encode()), ("SHA-256 of the ", hashlib.sha256(text.encode()).digest())):
                yield f"{form}{name}", value
                yield f"{form}{name} in hexadecimal digits", value.hex().encode()
                yield f"{form}{name} in base64", base64.b64encode(value).rstrip(b"=")
        for name, text in (("TAN", self.tan), ("registration token", self.token)):
            yield f"bytes of the {name}", uuid.UUID(text).bytes
        yield "code's bytes", bytes.fromhex(self.guid)

    def send(self, place):
        """The status, or None for a lost answer."""
        try:
            return place.services("submission").upload(self.body, self.tan).status
        except (OSError, ValueError):
            return None


class Suite:
    def __init__(self, checks, place):
        self.checks, self.place = checks, place
        self.home = place.places["submission"]
        self.path = place.database("submission", "corona-warn")

    def files(self):
        """What the submission service has written: data, logs and what lies beside them."""
        paths = glob.glob(f"{self.home.folder}/**", recursive=True) + self.home.logs
        return {path: harness.read(path) for path in set(paths) if os.path.isfile(path)}

    def search(self, upload, what):
        for path, content in self.files().items():
            lower = content.lower()
            found = [secret for secret, value in upload.secrets() if value in content or value.lower() in lower]
            self.checks.check(not found, f"{what}: {os.path.basename(path)} holds: {', '.join(found)}")

    def rows(self, sql, *values):
        with sqlite3.connect(self.path, timeout=harness.PATIENCE) as database:
            return database.execute(sql, values).fetchall()

    def stored(self, upload):
        marks = ", ".join("?" * KEYS)
        return self.rows(f"SELECT count(DISTINCT key_data) FROM diagnosis_key WHERE key_data IN ({marks})", *upload.keys)[0][0]

    def again(self, upload, what):
        """The same bytes are accepted, and others are not."""
        self.checks.equal(upload.send(self.place), 200, f"{what}: the same bytes")
        self.checks.equal(self.stored(upload), KEYS, f"{what}: stored keys")
        self.checks.equal(upload.send(self.place), 200, f"{what}: the same bytes once more")
        upload.body, body = payload([key(day_start(fake_clock.now()) - 144)]), upload.body
        self.checks.equal(upload.send(self.place), 403, f"{what}: other bytes")
        upload.body = body

    def check_links(self, what):
        """No value is both beside a key and beside a token or a TAN; times beside keys are whole hours."""
        tables = [name for name, in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        values = {table: self.values(table) for table in tables}
        keys = set().union(*(values[table] for table in KEY_TABLES))
        self.checks.check(keys, f"{what}: there are keys")
        for table in set(tables) - set(KEY_TABLES):
            self.checks.equal(keys & values[table], set(), f"{what}: values of keys in {table}")
        marks = {mark for mark, in self.rows("SELECT mark FROM used_upload")}
        for table in set(tables) - {"used_upload", "tan_reservation"}:
            self.checks.equal(marks & values[table], set(), f"{what}: marks of uploads in {table}")
        found = self.rows("SELECT count(*) FROM diagnosis_key WHERE releasable_at % 3600 <> 0")
        self.checks.equal(found[0][0], 0, f"{what}: times beside keys that are not whole hours")

    def values(self, table):
        """The texts and bytes of a table that could name something; numbers of hours and counts cannot."""
        return {
            value for row in self.rows(f"SELECT * FROM {table}") for value in row
            if isinstance(value, (bytes, str)) and len(value) >= 8
        }


def check_point(suite, point):
    """The submission service dies at a point of an upload; verification has the TAN."""
    upload, submission = Upload(suite.place), suite.place.processes["submission"]
    what = point if isinstance(point, str) else " ".join(point)
    if point == STEP:
        with submission.lock:
            submission.kill()
            submission.start(TEST_KILL_AT=f"{STEP}:1")
    else:
        def die(moment, path):
            if (moment, path) == point and submission.server:
                submission.kill()
                raise ConnectionError("nobody is left")

        suite.place.relays["verification"].watch = die
    suite.checks.equal(upload.send(suite.place), None, f"{what}: the answer")
    suite.place.relays["verification"].watch = lambda moment, path: None
    suite.checks.equal(suite.stored(upload), KEYS if point in STORED else 0, f"{what}: keys after the kill")
    suite.search(upload, f"{what}, killed")
    with submission.lock:
        submission.kill()
        submission.start()
    check_other_body(suite, upload, point, what)
    suite.again(upload, what)
    suite.search(upload, f"{what}, sent again")
    submission.kill_and_start()
    suite.search(upload, f"{what}, killed again")
    suite.check_links(what)


def check_other_body(suite, upload, point, what):
    """While a TAN is reserved or used, no other upload gets it; one that was never reserved is free."""
    if point not in RESERVED | STORED:
        return
    other = payload([key(day_start(fake_clock.now()) - 144)])
    answer = suite.place.services("submission").upload(other, upload.tan)
    suite.checks.equal(answer.status, 403, f"{what}: another upload")


def check_shared(suite):
    """With one database, too, a crash leaves no TAN, and nothing that links the keys to one."""
    submission = suite.place.processes["submission"]
    for step in (STEP, None)[:harness.extent(1, 2)]:
        upload = Upload(suite.place)
        if step:
            with submission.lock:
                submission.kill()
                submission.start(TEST_KILL_AT=f"{step}:1")
            suite.checks.equal(upload.send(suite.place), None, "the answer")
            suite.checks.equal(suite.stored(upload), 0, "keys after the kill")
        else:
            suite.checks.equal(upload.send(suite.place), 200, "an upload")
        submission.kill_and_start()
        suite.again(upload, f"one database, {step}")
        mark = hmac.new(upload.tan.encode(), upload.body, hashlib.sha256).digest()
        suite.checks.equal(suite.rows("SELECT count(*) FROM used_upload WHERE mark = ?", mark)[0][0], 1, "its mark")
        digest = hashlib.sha256(upload.tan.encode()).digest()
        for table in ("tan", "tan_reservation"):
            suite.checks.check(digest not in suite.values(table), f"{table} has a TAN that is used")
        for path, content in suite.files().items():
            suite.checks.check(upload.tan.encode() not in content, f"{os.path.basename(path)} has a TAN")
            suite.checks.check(upload.token.encode() not in content, f"{os.path.basename(path)} has a token")
        suite.check_links(f"one database, {step}")


def check_search(checks, suite):
    """The search finds what is there: each secret in a file of its own, and a key in a second table."""
    upload, path = Upload(suite.place), os.path.join(suite.home.folder, "planted")
    for secret, value in upload.secrets():
        with open(path, "wb") as file:
            file.write(b"\0" + value + b"\0")
        found = failures(suite, lambda: suite.search(upload, "planted"))
        checks.check(any(secret in failure for failure in found), f"the search finds the {secret}")
    os.remove(path)
    checks.equal(upload.send(suite.place), 200, "an upload")
    suite.rows("CREATE TABLE planted AS SELECT key_data, 1 AS person FROM diagnosis_key")
    found = failures(suite, lambda: suite.check_links("planted"))
    checks.check(any("keys in planted" in failure for failure in found), "the search finds a key in a second table")
    suite.rows("DROP TABLE planted")


def failures(suite, look):
    """What a look says that must fail."""
    checks, suite.checks = suite.checks, harness.Checks("planted")
    found = suite.checks.failures
    suite.checks.check = lambda held, what: held or found.append(what)
    look()
    suite.checks = checks
    return found


def main():
    checks = harness.Checks("coronawarn_crash")
    for layout in ("split", "shared"):
        with Installation(sys.argv[1], layout, 5, hour=12) as place:
            suite = Suite(checks, place)
            if layout == "split":
                check_search(checks, suite)
                for point in TRIED:
                    check_point(suite, point)
            else:
                check_shared(suite)
            checks.say(f"{layout}: {checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
