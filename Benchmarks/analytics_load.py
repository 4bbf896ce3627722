"""Measures the Analytics Service: requests for tokens, and Operational Info of both platforms with its proofs."""

import base64
import contextlib
import hashlib
import os
import sqlite3
import time

import devicecheck
import harness
import immuni
import load
from uploads import UNDELAYED, discard_server, measure_alone

# Requests of a body of about their size, to what reads and discards it.
SMALL = 1600
CONNECTIONS = 64


def tokens(data, count):
    """`count` authorised tokens of this month, in the database as their authorisation leaves them."""
    made = [os.urandom(64).hex() for _ in range(count)]
    today = time.gmtime()
    month = (today.tm_year - 1970) * 12 + today.tm_mon - 1
    with contextlib.closing(sqlite3.connect(os.path.join(data, "analytics.sqlite"))) as database, database:
        database.executemany(
            "INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?)",
            ((hashlib.sha256(token.encode()).digest(), month) for token in made),
        )
    return made


def info():
    return immuni.encode({
        "province": "EX", "exposure_permission": 1, "bluetooth_active": 1, "notification_permission": 1,
        "exposure_notification": 0, "last_risky_exposure_on": immuni.today(),
    }).decode()


def write_lines(folder, name, lines):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)
    return path


def device_token():
    return base64.b64encode(os.urandom(1500)).decode()


def token_request(token):
    return immuni.encode({"analytics_token": token, "device_token": device_token()}).decode()


def ask(data, text):
    with contextlib.closing(sqlite3.connect(os.path.join(data, "analytics.sqlite"))) as database:
        return database.execute(text).fetchone()[0]


def counted(data, table):
    return ask(data, f"SELECT coalesce(sum(uploads), 0) FROM {table}")


class Analytics:
    """A server with an emulator's root, and what its loads are measured against."""

    def __init__(self, bench, server, discard, counting, queueing):
        self.bench, self.server, self.discard = bench, server, discard
        # SQLite alone: with the statements of a count, and with those of a new token.
        self.counting, self.queueing = counting, queueing
        self.folder, self.data = server.workplace.folder, server.workplace.data

    def drive(self, path, lines, headers=(), expected=(204,)):
        return load.put(
            self.server.process.pid, self.server.public, "POST", path, [immuni.JSON_TYPE, *headers], 0, lines,
            seconds=120, connections=CONNECTIONS, expected=expected,
        )

    def tokens(self):
        known = tokens(self.data, self.bench.uploads)
        lines = write_lines(self.folder, "known", (f"- {token_request(token)}" for token in known))
        found = self.drive("/v1/analytics/apple/token", lines, expected=(201,))
        self.bench.row(
            "token, authorised before", f"{found.microseconds:.0f} µs of CPU, {found.rate:.0f} a second",
            f"bare framework, read and discard {self.discard:.0f} µs", found.microseconds / self.discard, 3, "less",
        )
        lines = write_lines(
            self.folder, "new", (f"- {token_request(os.urandom(64).hex())}" for _ in range(self.bench.uploads))
        )
        found = self.drive("/v1/analytics/apple/token", lines, expected=(202,))
        # 202 says little: a server without DeviceCheck answers the same and keeps nothing.
        queued = ask(self.data, "SELECT count(*) FROM authorisation_job")
        if queued != self.bench.uploads:
            raise RuntimeError(f"{queued} authorisations are queued, not {self.bench.uploads}")
        self.bench.durable_row(
            "token, new, authorisation queued",
            (found.microseconds, f"{found.microseconds:.0f} µs of CPU, {found.rate:.0f} a second"),
            ("bare framework, read and discard", self.discard), 3, ("SQLite alone", self.queueing.microseconds),
        )
        self.throughput("token, new", found, self.queueing)
        return known

    def apple(self, known):
        lines = write_lines(self.folder, "ios", (f"{token} {info()}" for token in known))
        found = self.drive("/v1/analytics/apple/operational-info", lines, [("Immuni-Dummy-Data", "0")])
        self.check("operational_info_ios", len(known))
        self.bench.row(
            "Operational Info, iOS, durable", f"{found.microseconds:.0f} µs of CPU",
            f"bare framework, read and discard {self.discard:.0f} µs", found.microseconds / self.discard, 3, "less",
        )
        self.throughput("Operational Info, iOS", found, self.counting)

    def google(self, kind, emulator):
        lines, before = os.path.join(self.folder, kind), counted(self.data, "operational_info_android")
        count = self.bench.uploads
        signatures = self.bench.run_tool(
            "attestations", "--state", os.path.join(emulator, "emulator.json"), "--kind", kind, "--count", str(count),
            "--out", lines,
        )["signature_microseconds"]
        found = self.drive("/v1/analytics/google/operational-info", lines, [("Immuni-Dummy-Data", "0")])
        self.check("operational_info_android", before + count)
        self.bench.durable_row(
            f"Operational Info, {kind}, durable", (found.microseconds, f"{found.microseconds:.0f} µs of CPU"),
            (f"read and discard, and its signatures alone, {signatures:.0f} µs:", self.discard + signatures), 2,
            ("its signatures and SQLite alone", signatures + self.counting.microseconds),
        )
        self.throughput(f"Operational Info, {kind}", found, self.counting, signatures)

    def throughput(self, what, found, alone, signatures=0):
        """Beside one program that checks the signatures and executes the same statements, one request after the other."""
        rate = 1 / (1 / alone.rate + signatures / 1e6)
        words = "SQLite alone, FULL, and the signatures" if signatures else "SQLite alone, FULL"
        self.bench.row(
            f"{what}, throughput", f"{found.rate:.0f} a second", f"{words}: {rate:.0f} a second", found.rate / rate, 0.5,
            "more",
        )

    def check(self, table, expected):
        """All answers are 204: whether the requests counted, the table says."""
        found = counted(self.data, table)
        if found != expected:
            raise RuntimeError(f"{table} counts {found} uploads, not {expected}")


def settings(workplace, emulator):
    """The environment of a server that takes what a new emulator signs."""
    printed = workplace.run("emulate", "attestation", "init", "--out", emulator).stdout
    pairs = (line.split(": ", 1) for line in printed.splitlines())
    return {name.upper().replace(".", "_").replace("-", "_"): value.strip('"') for name, value in pairs}


@contextlib.contextmanager
def apple(workplace):
    """The environment of a server whose tokens are authorised by another process on the same data, which waits for an
    emulated Apple: what is measured are the requests alone."""
    emulator = devicecheck.Emulator(workplace)
    emulator.ask("POST", "/mishaps", {"delay_before": 600_000, "count": 2000})
    # One attempt each for the whole run, so that the other process works on nothing meanwhile.
    settings_of_both = emulator.settings | {
        "ANALYTICS_APPLE_TIMEOUT": "60s",
        # All of them wait, and none makes room for another.
        "ANALYTICS_APPLE_MAX_UNPROVEN": 20_000,
    }
    with workplace.start(["analytics"], settings=settings_of_both):
        yield settings_of_both


def measure_analytics(bench):
    alone = [measure_alone(bench, statements, "analytics") for statements in ("counting", "queueing")]
    with harness.Workplace(bench.avviso) as workplace, discard_server(bench) as (pid, address):
        emulator = os.path.join(workplace.folder, "emulator")
        with apple(workplace) as authorised, \
                workplace.start(settings=UNDELAYED | authorised | settings(workplace, emulator)) as server:
            discard = sorted(
                load.put(pid, address, "POST", "/discard", [immuni.JSON_TYPE], SMALL, seconds=bench.seconds).microseconds
                for _ in range(bench.rounds)
            )[bench.rounds // 2]
            analytics = Analytics(bench, server, discard, *alone)
            analytics.apple(analytics.tokens())
            for kind in ("play-integrity", "safety-net", "key-attestation"):
                analytics.google(kind, emulator)
