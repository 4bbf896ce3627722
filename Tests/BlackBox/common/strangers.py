"""Attacks the public listener of `avviso serve` as a stranger on the internet would: requests sent ahead and never read,
silent connections, stalled and oversized bodies. The server must stay small and answer others meanwhile; with --within, on a
machine that does nothing else, each of them in so many seconds. Usage: strangers.py AVVISO [--within SECONDS]

Tier: test
Only here: the memory of the real process stays small while strangers never read, send nothing, or stall.
"""

import argparse
import os
import re
import socket
import ssl
import time

import harness
import immuni
import wire

GROWTH_LIMIT = 32 << 20
# Keys of the chunk that is asked for: 170 kB, or 34 in `make test`. All answers together are far more than GROWTH_LIMIT.
CHUNK_KEYS = harness.extent(2_000, 10_000)
SILENCES = [("half a request", b"GET /v1/settings?platf"), ("silent", b"")]
# The server's own, since it is what a stranger meets.
LIMITS = {"LIMITS_ARRIVAL": "20s", "LIMITS_HANDLING": "10s", "LIMITS_IDLE": "1m"}


def memory(server):
    """Bytes of the process that are in memory."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return int(re.search(r"^VmRSS:\s+(\d+) kB", file.read(), re.M)[1]) << 10


def metric(server, name):
    text = server.metrics()
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)
    return float(found[1]) if found else None


def open_connections(server):
    return metric(server, 'http_open_connections{listener="public"}')


def health(server):
    answer = wire.request(server.internal, "GET", "/health")
    return answer.status, re.search(r'"status":"(\w+)"', answer.body.decode())[1]


class Peak:
    """The largest memory of a server since this was made."""

    def __init__(self, server):
        self.server, self.before, self.largest = server, memory(server), 0

    def look(self):
        self.largest = max(self.largest, memory(self.server))

    @property
    def growth(self):
        return self.largest - self.before


def wait_until(condition, look=lambda: None):
    """Seconds until the condition held; None if it never did."""
    started = time.monotonic()
    while time.monotonic() - started < harness.PATIENCE:
        look()
        if condition():
            return time.monotonic() - started
        time.sleep(0.05)
    return None


def requests_ahead(checks, server, connect, what):
    """Four thousand requests for a chunk on one connection that never reads."""
    index = wire_index(server, connect)
    request = f"GET /v1/keys/{index} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    peak = Peak(server)
    attacker = connect(server)
    attacker.settimeout(harness.PATIENCE)
    attacker.sendall(request * 4000)
    seconds = wait_until(lambda: open_connections(server) == 0, peak.look)
    checks.check(seconds is not None, f"{what}: the connection that never reads is closed")
    checks.check(peak.growth <= GROWTH_LIMIT, f"{what}: memory grew by {peak.growth >> 20} MiB")
    checks.say(f"{what}: 4000 requests sent ahead: {peak.growth >> 20} MiB, closed after {seconds or harness.PATIENCE:.1f} s")
    attacker.close()


def wire_index(server, connect):
    """The number of the newest chunk; None where there is none yet."""
    with connect(server) as connection:
        connection.sendall(b"GET /v1/keys/index HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    found = re.search(rb'"newest":\s*(\d+)', answer)
    return int(found[1]) if found else None


def plain(server):
    return socket.create_connection(server.public, timeout=harness.PATIENCE)


def encrypted(server):
    """TLS by a client that trusts anybody: what is tried here is not whom to trust."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context.wrap_socket(plain(server))


def pipelining(checks, workplace):
    settings = LIMITS | {"LIMITS_IDLE": "2s", "PUBLICATION_PADDED_KEY_COUNT": str(CHUNK_KEYS)}
    if harness.EVERY:
        with workplace.start(settings=settings) as server:
            checks.check(wait_until(lambda: wire_index(server, plain)) is not None, "plain: a chunk is on offer")
            requests_ahead(checks, server, plain, "plain")
    folder = os.path.join(workplace.folder, "tls")
    checks.equal(workplace.run("tls", "demo-ca", "--out", folder).returncode, 0, "tls demo-ca")
    settings |= {
        "PUBLIC_TLS_CERTIFICATE": os.path.join(folder, "server.pem"),
        "PUBLIC_TLS_KEY": os.path.join(folder, "server-key.pem"),
    }
    with workplace.start(settings=settings) as server:
        checks.check(wait_until(lambda: wire_index(server, encrypted)) is not None, "TLS: a chunk is on offer")
        requests_ahead(checks, server, encrypted, "TLS")


def honest(checks, server, what):
    """An honest request is answered, and in time where that is asked for."""
    started = time.monotonic()
    try:
        status = wire.request(server.public, "GET", "/v1/settings?platform=ios&build=1").status
    except OSError as error:
        status = repr(error)
    seconds = time.monotonic() - started
    checks.check(status == 200 and seconds < checks.within, f"{what}: an honest GET: {status} after {seconds:.2f} s")
    return seconds


def silence(checks, workplace):
    """More silent connections than are kept, opened again and again."""
    for what, first_bytes in SILENCES[:harness.extent(1, None)]:
        # None of them ends for another reason, however slow the machine is.
        with workplace.start(settings={"LIMITS_CONNECTIONS": "200"}) as server:
            checks.equal(health(server), (200, "ok"), "health before")
            slowest = 0.0
            attackers = []
            for attempt in range(690):
                attackers.append(plain(server))
                attackers[-1].sendall(first_bytes)
                if attempt % 23 == 22:
                    slowest = max(slowest, honest(checks, server, f"{what}, {attempt + 1} connections"))
            checks.equal(health(server), (200, "degraded"), f"{what}: health")
            checks.check(open_connections(server) <= 212, f"{what}: {open_connections(server)} connections are open")
            evicted = metric(server, 'http_connections_evicted_total{listener="public"}')
            checks.check(evicted >= 400, f"{what}: {evicted} connections made room")
            checks.check(b"connections-crowded" in workplace.log_text(), f"{what}: the log says so")
            checks.say(f"{what}: 690 connections at 200: the slowest honest GET took {slowest * 1000:.0f} ms")
            for attacker in attackers:
                attacker.close()


def bodies(checks, workplace):
    """Bodies that stall, and lengths that are only announced."""
    with workplace.start(settings=LIMITS | {"LIMITS_BODY_MEMORY": str(16 << 20), "COVER_FLOOR": "0s"}) as server:
        head = b"POST /v1/ingestion/check-otp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 150000\r\n\r\n"
        peak = Peak(server)
        announced = [plain(server) for _ in range(500)]
        for connection in announced:
            connection.sendall(head + b"{")
        peak.look()
        checks.check(peak.growth <= 16 << 20, f"500 announced bodies: memory grew by {peak.growth >> 20} MiB")
        stalled, refused = [], 0
        for _ in range(400):
            connection = plain(server)
            try:
                connection.sendall(head + b"x" * 140_000)
            except OSError:
                refused += 1
            stalled.append(connection)
            peak.look()
        checks.check(peak.growth <= 64 << 20, f"400 stalled bodies: memory grew by {peak.growth >> 20} MiB")
        honest(checks, server, "stalled bodies")
        dummy = [("Immuni-Dummy-Data", "1"), immuni.JSON_TYPE]
        body = b'{"padding":"' + b"0" * 100_000 + b'"}'

        def is_served():
            try:
                return wire.request(server.public, "POST", "/v1/ingestion/check-otp", dummy, body).status == 204
            except OSError:
                return False

        seconds = wait_until(is_served)
        checks.check(seconds is not None, "a body is taken again while 400 are stalled")
        checks.say(f"400 stalled bodies of 16 MiB in all: {peak.growth >> 20} MiB, an honest one after {seconds or harness.PATIENCE:.1f} s")
        for connection in announced + stalled:
            connection.close()
        for length in ("200001", str(2 ** 63), str(2 ** 64), "9" * 300):
            with wire.Connection(server.public) as connection:
                head = f"POST /v1/ingestion/upload HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n"
                connection.socket.sendall(head.encode())
                checks.equal(connection.read_answer("POST", 0).status, 413, f"Content-Length: {length[:25]}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--within", type=float, default=harness.PATIENCE)
    options = parser.parse_args()
    checks = harness.Checks("strangers")
    checks.within = options.within
    for step in (pipelining, silence, bodies):
        with harness.Workplace(options.avviso) as workplace:
            step(checks, workplace)
    checks.finish()


main()
