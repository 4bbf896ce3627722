"""Measures a running `avviso serve`: checks, uploads and chunk downloads a second, keys published a second.

The figures are of client and server on one machine, over loopback. Usage: measure.py AVVISO [--seconds N]

Tier: make measure
Only here: the throughput of a running server, in checks, uploads, downloads and published keys a second.
"""

import argparse
import asyncio
import contextlib
import os
import sqlite3
import sys
import time

import harness
import immuni

# Answers of check-otp and upload wait for their release (200 ms at the most), so that many must be under way at once.
PADDED_CLIENTS = 1000
PLAIN_CLIENTS = 32


def raw(address, method, target, headers=(), body=b""):
    lines = [f"{method} {target} HTTP/1.1", "Host: %s:%d" % address, f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def exchange(reader, writer, request):
    """One request and its answer's status; the body is read and dropped."""
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            await reader.readexactly(int(line.split(b":")[1]))
    return int(head[9:12])


async def drive(address, clients, seconds, make_request):
    """Answers a second, and statuses, of `clients` connections; make_request() gives None when it has no more. The time
    begins when all are connected, and each has at least one answer before it looks at the clock."""
    connections = await asyncio.gather(*(asyncio.open_connection(*address) for _ in range(clients)))
    statuses, started = {}, time.perf_counter()
    deadline = started + seconds

    async def client(reader, writer):
        while (request := make_request()) is not None:
            status = await exchange(reader, writer, request)
            statuses[status] = statuses.get(status, 0) + 1
            if time.perf_counter() >= deadline:
                break
        writer.close()

    await asyncio.gather(*(client(*connection) for connection in connections))
    return sum(statuses.values()) / (time.perf_counter() - started), statuses


def next_of(requests):
    """Gives each of `requests` once, then None."""
    left = iter(requests)
    return lambda: next(left, None)


async def measure(server, workplace, checks, seconds, uploads):
    otps = [immuni.new_otp() for _ in range(uploads)]
    bodies = [immuni.encode({"otp": otp, "symptoms_started_on": immuni.today(-30)}) for otp in otps]
    requests = [raw(server.internal, "POST", "/v1/otp", [immuni.JSON_TYPE], body) for body in bodies]
    rate, statuses = await drive(server.internal, PLAIN_CLIENTS, 600, next_of(requests))
    report(checks, "OTPs authorised", rate, statuses, 204)

    headers = immuni.upload_headers(immuni.new_otp())
    check = raw(server.public, "POST", "/v1/ingestion/check-otp", headers, b'{"padding":"00"}')
    rate, statuses = await drive(server.public, PADDED_CLIENTS, seconds, lambda: check)
    report(checks, "check-otp", rate, statuses, 401)

    requests = [
        raw(server.public, "POST", "/v1/ingestion/upload", immuni.upload_headers(otp),
            immuni.encode(immuni.upload_body(immuni.past_keys(12))))
        for otp in otps
    ]
    rate, statuses = await drive(server.public, PADDED_CLIENTS, 600, next_of(requests))
    report(checks, "uploads of 12 keys", rate, statuses, 204)

    started = time.perf_counter()
    published = await asyncio.to_thread(workplace.publish)
    spent = time.perf_counter() - started
    checks.equal(published.returncode, 0, f"publish --now: {published.stderr}")
    checks.say(f"keys published: {uploads * 12 / spent:.0f} a second ({uploads * 12} in {spent:.1f} s, start included)")

    download = raw(server.public, "GET", "/v1/keys/1")
    rate, statuses = await drive(server.public, PLAIN_CLIENTS, seconds, lambda: download)
    report(checks, "chunk downloads", rate, statuses, 200)


def measure_country(workplace, checks, count):
    """Publication and cleanup where a database holds many keys, filled without the server."""
    checks.equal(workplace.run("migrate", "--data", workplace.data).returncode, 0, "migrate")
    path = os.path.join(workplace.data, "exposures.sqlite")
    now = int(time.time())
    midnight = now // 86400 * 86400
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.executemany(
            "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at) "
            "VALUES (?, ?, 144, 8, ?)",
            ((os.urandom(16), (midnight - (2 + n % 10) * 86400) // 600, now - 1) for n in range(count)),
        )
    workplace.confirm_clock()
    for command, what in [(workplace.publish, "published"), (workplace.cleanup, "rewritten by the cleanup")]:
        started = time.perf_counter()
        done = command()
        spent = time.perf_counter() - started
        checks.equal(done.returncode, 0, f"{what}: {done.stderr}")
        size = os.path.getsize(path) / 1e6
        checks.say(f"{count} keys {what}: {spent:.1f} s, {count / spent:.0f} a second; database of {size:.0f} MB")


def report(checks, what, rate, statuses, expected):
    checks.say(f"{what}: {rate:.0f} a second")
    checks.equal(set(statuses), {expected}, f"{what}: statuses {statuses}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--uploads", type=int, default=10_000)
    parser.add_argument("--keys", type=int, default=1_000_000)
    arguments = parser.parse_args()
    checks = harness.Checks("measure")
    checks.say(f"Python {sys.version.split()[0]} drives it from the same machine")
    settings = {"OTP_LIFETIME": "1h"}
    with harness.Workplace(arguments.avviso) as workplace, workplace.start(settings=settings) as server:
        asyncio.run(measure(server, workplace, checks, arguments.seconds, arguments.uploads))
    with harness.Workplace(arguments.avviso) as workplace:
        measure_country(workplace, checks, arguments.keys)
    checks.finish()


main()
