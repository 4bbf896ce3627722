"""Immuni's uploads, and what every load of uploads is measured with: databases, settings and the bare framework."""

import contextlib
import os
import sqlite3
import subprocess
import time

import harness
import immuni
import load

BODY = 110_000
# At the same time, so that their commits are shared.
UPLOADERS = 64
KEYS_PER_UPLOAD = 14
UNDELAYED = {"COVER_FLOOR": "0s", "COVER_TICK": "0s", "OTP_LIFETIME": "1h"}


def fill(workplace, count):
    """A migrated database with `count` keys whose embargo has ended."""
    workplace.run("migrate", "--data", workplace.data)
    now, path = int(time.time()), os.path.join(workplace.data, "exposures.sqlite")
    midnight = now // 86400 * 86400
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.executemany(
            "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at) "
            "VALUES (?, ?, 144, 8, ?)",
            ((os.urandom(16), (midnight - (2 + n % 10) * 86400) // 600, midnight - (1 + n % 10) * 86400 + 7200)
             for n in range(count)),
        )
    workplace.confirm_clock()


@contextlib.contextmanager
def discard_server(bench):
    process = subprocess.Popen([bench.tool, "discard-server"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        yield process.pid, ("127.0.0.1", int(process.stdout.readline()))
    finally:
        process.kill()
        process.wait()


def upload_text():
    """The JSON of an upload with a key for each of fourteen days and a summary, up to its padding."""
    body = immuni.upload_body(immuni.past_keys(KEYS_PER_UPLOAD, first_day=0), padding="")
    body["teks"] = [immuni.new_key(immuni.midnight_interval(day)) for day in range(1, KEYS_PER_UPLOAD)]
    body["teks"].append(immuni.new_key(immuni.midnight_interval(0), period=1))
    body["exposure_detection_summaries"] = [immuni.summary(exposure_info=[immuni.info()])]
    del body["padding"]
    return immuni.encode(body)[:-1].decode() + ',"padding":"'


def measure_uploads(server, count):
    """Sends `count` uploads, each with a right of its own, and returns the `Load`."""
    lines = os.path.join(server.workplace.folder, "uploads")
    with open(lines, "w", encoding="ascii") as file:
        for otp in immuni.grant(server, count):
            file.write(f"{immuni.token(otp)} {upload_text()}\n")
    headers = [("Immuni-Dummy-Data", "0"), immuni.JSON_TYPE, ("Immuni-Client-Clock", int(time.time()))]
    return load.put(
        server.process.pid, server.public, "POST", "/v1/ingestion/upload", headers, BODY, lines, seconds=120,
        connections=UPLOADERS,
    )


class Alone:
    """What SQLite alone took for the statements of requests."""

    def __init__(self, found):
        self.microseconds = found["cpu_seconds"] / found["uploads"] * 1e6
        self.rate = found["uploads"] / found["wall_seconds"]


def measure_alone(bench, command, database):
    """Runs the statements of as many requests straight on a new database."""
    with harness.Workplace(bench.avviso) as workplace:
        fill(workplace, 0)
        return Alone(bench.run_tool(
            command, "--database", os.path.join(workplace.data, f"{database}.sqlite"), "--uploads", str(bench.uploads)
        ))
