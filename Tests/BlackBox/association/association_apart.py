#!/usr/bin/env python3
"""Runs the association beside Immuni and Corona-Warn in one process and one data folder, uses all three, and then searches
every database and file: nothing joins the data of the association with the others'. Usage: association_apart.py AVVISO

Tier: test
Only here: one process serves all three systems from one data folder, and no database and no file joins the association's
  data with the others'; a planted join is found.
"""

import base64
import collections
import contextlib
import json
import os
import sqlite3
import sys
import time

import harness
import immuni
from association_phone import Phone, post, protocol
from coronawarn import Services, guid

SETTINGS = {
    "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "CLOCK_GUARD": "off", "ASSOCIATION_STATE": "9", "ASSOCIATION_MODE": "hybrid",
}
OWN = ("association.sqlite", "association-index.sqlite")
# What every database has: the clock's memory, and SQLite's own tables.
KIT = ("clock_trust", "clock_machine", "grdb_migrations", "sqlite_")
# Shorter values are counts, days, states and the like, which are equal by chance.
SHORTEST = 8


class Places:
    """The values of all databases of a data folder, by the side that has them: the association's, or the others'."""

    def __init__(self, folder):
        self.tables = {True: set(), False: set()}
        self.values = {True: set(), False: set()}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".sqlite"):
                self.read(os.path.join(folder, name), name in OWN)

    def read(self, path, is_own):
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database:
            tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                if not table.startswith(KIT):
                    self.tables[is_own].add(table)
                    for row in database.execute(f'SELECT * FROM "{table}"'):
                        self.values[is_own].update(forms(value) for value in row if is_long(value))

    def common(self):
        return self.values[True] & self.values[False]


def is_long(value):
    """Whether a value can name somebody or something."""
    if isinstance(value, int):
        # Times of this year are equal by chance. Random numbers of four bytes and more are not.
        return value > 1 << 33
    return isinstance(value, (bytes, str)) and len(value) >= SHORTEST


def forms(value):
    """One form for a value that is stored as bytes, as hexadecimal digits or in base 64."""
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            return bytes.fromhex(value)
        with contextlib.suppress(ValueError):
            return base64.b64decode(value, validate=True)
        return value.encode()
    return value


class Suite:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.settings = SETTINGS | workplace.association()
        private = base64.b64decode(harness.read(self.settings["ASSOCIATION_KEY"]))
        self.authority = protocol.public_key(private)
        self.planted = collections.defaultdict(list)

    def use(self, server):
        """One person with a phone of each system, and the same test result."""
        self.use_association(server)
        self.use_immuni(server)
        self.use_corona_warn(server)

    def use_association(self, server):
        now, day = time.time(), time.strftime("%Y-%m-%d", time.gmtime())
        reporter, other = (Phone(server, self.authority, proof=b"planted proof") for _ in range(2))
        body = json.dumps({"firstDay": day, "lastDay": day}).encode()
        code = json.loads(post(server.internal, "codes", body, "application/json").body)["code"]
        report = [[reporter.meet(other, now, now)], []]
        right = reporter.ask(code, report, now).body[2:18]
        # One batch of the report is kept back: until it is there, the report has its right and its tickets.
        self.checks.equal(reporter.send(right, report[0], now).status, 202, "a batch")
        path = os.path.join(self.workplace.data, "association.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database:
            # Its ticket is known after the validation.
            server.wait_until(lambda: database.execute("SELECT count(*) FROM waiting_batch").fetchone()[0] == 0)
        self.planted["association"] += [
            reporter.registration, other.registration, right, code.encode(), b"planted proof",
            protocol.digest(report[0][0].ticket), reporter.client_id(now), other.client_id(now),
        ]

    def use_immuni(self, server):
        otp, tek = immuni.new_otp(), os.urandom(16)
        self.checks.equal(immuni.authorise(server.internal, otp).status, 204, "an OTP")
        key = immuni.new_key(immuni.midnight_interval(2), key_data=base64.b64encode(tek).decode())
        self.checks.equal(immuni.upload(server.public, otp, immuni.upload_body([key])).status, 204, "an upload")
        self.planted["others"] += [tek, otp.encode(), bytes.fromhex(immuni.token(otp))]

    def use_corona_warn(self, server):
        services, identifier = Services(server), guid()
        done = self.workplace.run("lab", "create", "lab-one", "--data", self.workplace.data)
        self.checks.equal(services.send(done.stdout.strip(), [(identifier, 2)]).status, 204, "a result")
        token = services.registered(identifier)
        tan = services.issued(token)
        self.planted["others"] += [bytes.fromhex(identifier), token.encode(), tan.encode(), b"lab-one"]

    def search_files(self):
        """No file of one side has a planted value of the other, in any form."""
        for path in files(self.workplace.data):
            name = os.path.basename(path)
            side = "association" if name.startswith("association") else "others"
            content = harness.read(path)
            for owner, values in self.planted.items():
                if owner == side or name == "otp.key":
                    continue
                for value in values:
                    found = [form for form in written(value) if form in content]
                    self.checks.equal(found, [], f"{name} has a value of {owner}")

    def stored(self):
        """The control: what a system may keep is found on its own side."""
        content = b"".join(harness.read(path) for path in files(self.workplace.data) if "association" in path)
        return sum(any(form in content for form in written(value)) for value in self.planted["association"])


def written(value):
    return {value, value.hex().encode(), value.hex().upper().encode(), base64.b64encode(value)}


def files(folder):
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]


def main():
    checks = harness.Checks("association_apart")
    with harness.Workplace(sys.argv[1]) as workplace:
        suite = Suite(checks, workplace)
        with workplace.start(settings=suite.settings) as server:
            suite.use(server)
        places = Places(workplace.data)
        checks.check(len(places.tables[True]) >= 8 and len(places.tables[False]) >= 15, f"tables: {places.tables}")
        checks.check(len(places.values[True]) >= 10 and len(places.values[False]) >= 10, "values on both sides")
        checks.equal(places.tables[True] & places.tables[False], set(), "tables with one name on both sides")
        checks.equal(places.common(), set(), "values on both sides")
        suite.search_files()
        checks.check(suite.stored() >= 4, f"the search finds what the association keeps: {suite.stored()}")
        plant(workplace, suite.planted["association"][0])
        checks.check(Places(workplace.data).common(), "a planted join is found")
    checks.finish()


def plant(workplace, value):
    """The control: a number of an account beside an operator's setting."""
    with contextlib.closing(sqlite3.connect(os.path.join(workplace.data, "settings.sqlite"))) as database:
        database.execute("CREATE TABLE planted (number TEXT)")
        database.execute("INSERT INTO planted VALUES (?)", (value.hex(),))
        database.commit()


if __name__ == "__main__":
    main()
