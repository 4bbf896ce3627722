"""Measures Corona-Warn: uploads beside Immuni's, registrations, and the making of packages."""

import contextlib
import hashlib
import json
import os
import sqlite3
import statistics
import time

import coronawarn
import harness
import load
from uploads import (
    KEYS_PER_UPLOAD, UNDELAYED, UPLOADERS, discard_server, fill, measure_alone, measure_uploads,
)

SERVICES = ("laboratory", "verification", "submission")
KEYS_OF_A_PACKAGE = 100_000
# Each key is in the packages of the own country and in those of the union.
ROWS_PER_KEY = 2
# Bytes, as our phone sends them.
REGISTRATION, SUBMISSION = 250, 1024


def connect(server):
    return contextlib.closing(sqlite3.connect(os.path.join(server.workplace.data, "corona-warn.sqlite")))


def rows(server, table):
    with connect(server) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def tans(server, count):
    """`count` new TANs, in the database as the verification service leaves them."""
    made, now = [coronawarn.token() for _ in range(count)], int(time.time())
    tokens = [os.urandom(32) for _ in made]
    with connect(server) as database, database:
        database.executemany(
            "INSERT INTO test_session (token, code, began_at, issued, issued_at) VALUES (?, ?, ?, 1, ?)",
            ((token, coronawarn.guid(), now, now) for token in tokens),
        )
        database.executemany(
            "INSERT INTO tan (digest, token, expires_at) VALUES (?, ?, ?)",
            ((hashlib.sha256(tan.encode()).digest(), token, now + coronawarn.DAY) for tan, token in zip(made, tokens)),
        )
    return made


def submission(tan, today):
    """A whole request with a key for each of the last fourteen days."""
    keys = [coronawarn.key(today - 144 * day, level=1 + day % 8) for day in range(1, KEYS_PER_UPLOAD + 1)]
    # Tag and length of the padding take three bytes.
    body = coronawarn.payload(keys, padding=SUBMISSION - len(coronawarn.payload(keys, padding=SUBMISSION)) + SUBMISSION)
    head = (
        "POST /version/v1/diagnosis-keys HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\n"
        f"cwa-fake: 0\r\ncwa-authorization: {tan}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def measure_submissions(server, count):
    """Sends `count` uploads, each with a TAN of its own, and returns the `Load`."""
    requests, today = os.path.join(server.workplace.folder, "submissions"), coronawarn.day_start(time.time())
    with open(requests, "wb") as file:
        for tan in tans(server, count):
            request = submission(tan, today)
            file.write(b"%d\n%b\n" % (len(request), request))
    found = load.put(
        server.process.pid, server.public, "POST", "/version/v1/diagnosis-keys", size="whole", lines=requests, seconds=120,
        connections=UPLOADERS,
    )
    stored = rows(server, "diagnosis_key")
    if stored != count * KEYS_PER_UPLOAD * ROWS_PER_KEY:
        raise RuntimeError(f"{stored} rows of keys after {count} uploads")
    return found


def measure_registrations(server, count):
    """Registers `count` tests, each with the nonce of our phone, and returns the `Load`."""
    lines, before = os.path.join(server.workplace.folder, "registrations"), rows(server, "registered_test")
    with open(lines, "w", encoding="ascii") as file:
        for _ in range(count):
            body = {"key": coronawarn.guid(), "keyType": "GUID", "requestPadding": coronawarn.nonce()}
            file.write(f"- {json.dumps(body)[:-2]}\n")
    found = load.put(
        server.process.pid, server.public, "POST", "/version/v1/registrationToken",
        [("Content-Type", "application/json"), ("cwa-fake", "0")], REGISTRATION, lines, seconds=120, connections=UPLOADERS,
        expected=(201,),
    )
    registered = rows(server, "registered_test") - before
    if registered != count:
        raise RuntimeError(f"{registered} tests are registered, not {count}")
    return found


class Round:
    """Each load once, on new databases."""

    def __init__(self, bench):
        with harness.Workplace(bench.avviso) as workplace, workplace.start(settings=UNDELAYED) as server:
            server.wait_ready()
            self.immuni = measure_uploads(server, bench.uploads)
        with harness.Workplace(bench.avviso) as workplace:
            fill(workplace, 0)
            with workplace.start(SERVICES, UNDELAYED) as server, discard_server(bench) as (pid, address):
                server.wait_ready()
                self.submission = measure_submissions(server, bench.uploads)
                self.submissions_alone = measure_alone(bench, "submissions", "corona-warn")
                self.registration = measure_registrations(server, bench.uploads)
                self.discard = load.put(
                    pid, address, "POST", "/discard", [("Content-Type", "application/json")], REGISTRATION,
                    seconds=bench.seconds, connections=UPLOADERS,
                )
                self.registrations_alone = measure_alone(bench, "registrations", "corona-warn")


def measure_requests(bench):
    rounds = [Round(bench) for _ in range(bench.rounds)]

    def microseconds(name):
        return statistics.median(getattr(each, name).microseconds for each in rounds)

    def rate(name):
        return statistics.median(getattr(each, name).rate for each in rounds)

    submission_time, immuni = microseconds("submission"), microseconds("immuni")
    bench.row(
        "Corona-Warn: upload, 14 keys, durable", f"{submission_time:.0f} µs of CPU, {rate('submission'):.0f} a second",
        f"Immuni's upload with as many keys {immuni:.0f} µs", submission_time / immuni, 1.2, "less",
    )
    bench.row(
        "Corona-Warn: upload throughput", f"{rate('submission'):.0f} a second",
        f"SQLite alone, FULL: {rate('submissions_alone'):.0f} a second",
        rate("submission") / rate("submissions_alone"), 0.5, "more",
    )
    registration, alone, discard = (
        microseconds(name) for name in ("registration", "registrations_alone", "discard")
    )
    bench.row(
        "Corona-Warn: registration, durable", f"{registration:.0f} µs of CPU, {rate('registration'):.0f} a second",
        f"SQLite alone {alone:.0f} µs, and read and discard {discard:.0f} µs: {alone + discard:.0f} µs",
        registration / (alone + discard), 1.2, "less",
    )
    bench.notes.append(
        "An upload of Corona-Warn stores each key twice: for its country and for the union. SQLite alone, with one transaction "
        f"for each upload, spends {microseconds('submissions_alone'):.0f} µs of processor time on the same statements and rows. "
        "Both rows of a key lie on one page, and pages are what a commit writes and syncs. Immuni's upload stores each key once, "
        "but its body has 110 000 bytes and is JSON; that of Corona-Warn has 1024."
    )
    bench.notes.append(
        "A registration changes two random pages. The commits are shared, so it takes less time than SQLite alone."
    )


def measure_package(bench):
    keys = bench.sized(KEYS_OF_A_PACKAGE)
    found = bench.run_tool("package", "--keys", str(keys), "--packages", "10")
    rate, limit = (found["keys"] / found[name] / 1e6 for name in ("cpu_seconds", "limit_seconds"))
    bench.row(
        f"Corona-Warn: package of {keys} keys", f"{rate:.2f} M keys/s of CPU, {found['bytes_per_key']:.2f} B a key",
        f"libdeflate, CRC, SHA-256, ECDSA alone {limit:.2f} M/s", rate, 1.5, "more",
    )
    whole, least, ours = (
        found[name] / found["keys"] * 1e9 for name in ("cpu_seconds", "limit_seconds", "sort_and_encode_seconds")
    )
    bench.notes.append(
        f"A key of a package takes {whole:.0f} ns. The format demands {least:.0f} ns of them from every writer: nearly all of it is "
        f"deflate, which gives {found['bytes_per_key']:.2f} bytes for the sixteen random ones of a key and its "
        f"levels. Sorting and encoding take {ours:.0f} ns. The keys come in no order here; a database gives them in order."
    )


def measure_corona_warn(bench):
    measure_package(bench)
    measure_requests(bench)
