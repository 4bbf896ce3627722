"""Opens the data of every recorded release with the present binary, and looks for everything that was in it: rows,
index, chunks, settings, rights, operators, figures, and what was unfinished. Then lets a fortnight pass, after which what
has outlived its purpose is gone. In `make test` the jobs run on three of its days, and one operator signs in.
Usage: upgrade.py AVVISO

Tier: test
Only here: the built program opens the data folder of every release, keeps each row, session and right, and finishes
  what was unfinished.
"""

import datetime
import hashlib
import json
import os
import sqlite3
import sys
import time

from cryptography.hazmat.primitives import serialization

import check_signatures
import devicecheck
import exportfile
import fake_clock
import harness
import immuni
import recorded_release
import wire
from portal_browser import Browser, OWN_PASSWORD

# Between the last answer of the old server and the first of the new one. Less than an operator's session lasts.
PAUSE = 60
# How this version names and writes columns of release 0.1 (docs/data-model.md).
RENAMED = {
    "upload_right": {"symptoms_started_on": ("evidence", lambda day: None if day is None else iso_day(day))},
    "analytics_inbox": {
        "province": ("area", lambda value: value), "epidemiological_info": ("content", lambda value: value)},
}
# How long a test waits for anything before it calls it hung. It measures nothing.
WAITING = 300
# Days between two runs of the jobs. The first day and the last are among them.
STEP = harness.extent(7, 1)


class Upgrade:
    """The checks of one recorded release, in the order of an upgrade."""

    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.facts = recorded_release.read_facts(workplace.root)
        self.name = self.facts["release"]["name"]
        self.emulator = None

    def check(self, held, what):
        return self.checks.check(held, f"{self.name}: {what}")

    def equal(self, found, expected, what):
        return self.checks.equal(found, expected, f"{self.name}: {what}")

    def run(self):
        self.workplace.clock.move_to(self.facts["moment"] + PAUSE)
        self.migrate()
        self.reports()
        self.emulator = devicecheck.Emulator(self.workplace)
        with self.workplace.serve(emulator=self.emulator) as server:
            self.documents(server)
            self.chunks(server)
            self.rights(server)
            self.operators(server)
            self.operational_info(server)
            self.unfinished(server)
        self.checks.say(f"{self.name}: everything is there; a fortnight passes")
        self.fortnight()

    # MARK: Rows

    def rows(self, name):
        """Every row of a database, by table, as a list of columns' names and values."""
        with sqlite3.connect(os.path.join(self.workplace.data, name)) as database:
            database.row_factory = sqlite3.Row
            tables = [table for (table,) in database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
            found = {table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")] for table in tables}
        database.close()
        return found

    def migrate(self):
        """No migration loses a row or changes a value."""
        before = {name: self.rows(name) for name in recorded_release.DATABASES}
        counts = {name: {table: len(rows) for table, rows in tables.items()} for name, tables in before.items()}
        self.equal(counts, self.facts["tables"], "the recording is whole")
        for _ in range(2):
            self.workplace.ask("migrate")
        for name, tables in before.items():
            after = self.rows(name)
            for table, old in tables.items():
                old = [renamed(table, row) for row in old]
                kept = {tuple(row.get(column) for column in old[0]) for row in after.get(table, [])} if old else set()
                lost = [row for row in old if tuple(row.values()) not in kept]
                self.check(not lost, f"{name}, {table}: {len(lost)} of {len(old)} rows lost or changed")

    def reports(self):
        """What the commands print, with what later versions may add."""
        found = self.workplace.reports()
        for name, expected in self.facts["reports"].items():
            self.check(contains(found[name], expected), f"{name}: {json.dumps(found[name])[:500]}")

    # MARK: What phones see

    def documents(self, server):
        found = recorded_release.documents(server)
        for target, expected in self.facts["answers"]["settings"].items():
            self.check(contains(found[target], expected), f"{target}: {found[target]}")
        with open(self.workplace.path("messages-public.pem"), "rb") as file:
            key = serialization.load_pem_public_key(file.read())
        for target, sequence in self.facts["answers"]["sequences"].items():
            answer = wire.request(server.public, "GET", target)
            found = check_signatures.verify(answer.headers, answer.body, target, key, 3600, fake_clock.now())
            self.check(found >= sequence, f"{target}: the sequence goes back from {sequence} to {found}")

    def chunks(self, server):
        """The old chunks are the same bytes, and the interrupted publication is finished."""
        oldest, newest = self.facts["answers"]["index"]
        deadline = time.monotonic() + WAITING
        while immuni.chunk_index(server.public)[1] == newest and time.monotonic() < deadline:
            time.sleep(0.1)
        offered = immuni.chunk_index(server.public)
        self.equal(offered, (oldest, newest + 1), "the index, with the chunk that was interrupted")
        found = immuni.chunks(server.public)
        digests = {str(number): hashlib.sha256(body).hexdigest() for number, body in found.items()}
        new = digests.pop(str(newest + 1))
        self.equal(digests, self.facts["answers"]["chunks"], "the chunks")
        self.check(new not in digests.values(), "the new chunk is another")
        self.check(self.waiting(), "a key waits for the end of its embargo")
        keys = [key for key in self.facts["reports"]["public keys"]["keys"] if key["state"] == "active"]
        public = serialization.load_pem_public_key(keys[0]["pem"].encode())
        for number, body in found.items():
            self.equal(exportfile.read_export(body, public)["valid_signatures"], 1, f"signatures of chunk {number}")

    def waiting(self):
        """The keys that are in no chunk yet."""
        return {row["key_data"] for row in self.rows("exposures.sqlite")["diagnosis_key"] if row["chunk"] is None}

    # MARK: Rights

    def rights(self, server):
        for right in self.facts["rights"]["used"]:
            self.equal(immuni.check_otp(server.public, right["code"]).status, 401, "a used right")
            if right["used"] > fake_clock.now() - immuni.RETENTION:
                answer = immuni.authorise(server.internal, right["code"])
                self.equal(answer.status, 409, "a used right is granted again")
        for code in self.facts["rights"]["live"]:
            self.equal(immuni.check_otp(server.public, code).status, 204, "a live right")
            for status in (204, 401):
                self.equal(immuni.upload(server.public, code, immuni.upload_body()).status, status, "its upload")

    # MARK: Operators

    def operators(self, server):
        kept = Browser(server)
        kept.cookies = dict(self.facts["cookies"])
        self.equal(kept.get("/portal").status, 200, "the session of before")
        code = immuni.new_otp()
        self.equal(kept.authorise(code, immuni.today(-3)).status, 303, "its next code")
        # One password is enough in `make test`: each takes long.
        for operator in self.facts["operators"]:
            if not harness.EVERY and operator["state"] != "must-change-password":
                continue
            browser = Browser(server)
            if operator["name"] == "anna.rossi":
                browser = kept
                browser.post("/portal/sign-out", {})
            found = browser.sign_in(operator["name"], operator["password"]).status
            self.equal(found, 401 if operator["state"] == "disabled" else 303, f"{operator['name']} signs in")
            if operator["state"] == "must-change-password":
                self.equal(browser.get("/portal").header("Location"), "/portal/password", "a new password is asked for")
                self.equal(browser.change_password(operator["password"], OWN_PASSWORD).status, 303, "and taken")

    # MARK: Analytics

    def uploads(self, platform):
        rows = self.rows("analytics.sqlite")[f"operational_info_{platform}"]
        return sum(row["uploads"] for row in rows)

    def operational_info(self, server):
        facts = {
            "province": "TO", "exposure_permission": 1, "bluetooth_active": 1, "notification_permission": 1,
            "exposure_notification": 0, "last_risky_exposure_on": immuni.today(),
        }
        for name, counted in (("fresh", 2), ("half", 1), ("spent", 0)):
            before = self.uploads("ios")
            for _ in range(2):
                recorded_release.send_info(server, "apple", immuni.encode(facts), self.facts["tokens"][name])
            self.equal(self.uploads("ios") - before, counted, f"uploads counted of the {name} token")
        before = self.uploads("android")
        for sent in self.facts["replayed"]:
            recorded_release.send_info(server, sent["platform"], sent["body"].encode())
        self.equal(self.uploads("android"), before, "an attestation that was used before the upgrade counts again")

    def unfinished(self, server):
        """The inbox is emptied, and the authorisations that were under way come to an end."""
        device = self.emulator.token("newcomer")
        self.check(devicecheck.wait_authorised(server, devicecheck.new_token(), device), "no new token is authorised")
        deadline = time.monotonic() + WAITING
        while self.left() and time.monotonic() < deadline:
            time.sleep(0.1)
        self.equal(self.left(), [], "left unfinished")
        infos, kept = (self.facts["tables"][name][table] for name, table in (
            ("exposures.sqlite", "analytics_inbox"), ("analytics.sqlite", "epidemiological_info")))
        sent = len(self.facts["rights"]["live"])
        found = len(self.rows("analytics.sqlite")["epidemiological_info"])
        self.equal(found, infos + kept + sent, "Epidemiological Info")

    def left(self):
        return self.rows("exposures.sqlite")["analytics_inbox"] + self.rows("analytics.sqlite")["authorisation_job"]

    # MARK: Time

    def fortnight(self):
        """Day by day, in `make test` week by week: keys and chunks go, what was used stays used, the index never goes back."""
        waiting = self.waiting()
        for day in range(0, 15, STEP):
            self.workplace.pass_day(STEP if day else 1)
            self.workplace.ask("publish", "--now")
            if day == 0:
                self.equal(self.waiting(), set(), f"of {len(waiting)} keys whose embargo has ended, those in no chunk")
            self.workplace.ask("cleanup", "--now")
        newest = self.facts["answers"]["index"][1] + 1
        with self.workplace.serve(["config", "otp", "ingestion", "reporting"]) as server:
            oldest, last = immuni.chunk_index(server.public)
            self.check(newest < oldest <= last, f"after a fortnight the chunks {oldest} to {last} are offered")
            code = immuni.new_otp()
            immuni.authorise(server.internal, code)
            self.equal(immuni.upload(server.public, code, immuni.upload_body()).status, 204, "an upload")
            used = self.facts["rights"]["live"][0]
            answer = immuni.authorise(server.internal, used)
            self.equal(answer.status, 409, "a right that was used lately is granted again")
        keys = self.rows("exposures.sqlite")["diagnosis_key"]
        ends = [(key["rolling_start"] + key["rolling_period"]) * immuni.INTERVAL for key in keys]
        self.check(min(ends) > fake_clock.now() - immuni.RETENTION - 3600, "keys are kept for more than a fortnight")


def iso_day(day):
    """A number of days since 1970 as a date."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=day)).isoformat()


def renamed(table, row):
    """A row of an earlier release, with the names and values that its columns have now."""
    changes = RENAMED.get(table, {})
    found = {}
    for column, value in row.items():
        name, convert = changes.get(column, (column, lambda same: same))
        found[name] = convert(value)
    return found


def contains(found, expected):
    """Whether `found` is `expected`, or has more members and elements than it."""
    if isinstance(expected, dict):
        if not isinstance(found, dict) or not expected.keys() <= found.keys():
            return False
        return all(contains(found[name], wanted) for name, wanted in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and all(any(contains(one, wanted) for one in found) for wanted in expected)
    return found == expected


def main():
    checks = harness.Checks("upgrade")
    releases = sorted(os.listdir(recorded_release.FOLDER))
    checks.check(releases, "there is a recorded release")
    for release in releases:
        folder = os.path.join(recorded_release.FOLDER, release)
        with recorded_release.ReleaseWorkplace(sys.argv[1], folder) as workplace:
            Upgrade(checks, workplace).run()
    checks.finish()


main()
