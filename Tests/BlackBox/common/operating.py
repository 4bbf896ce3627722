"""Runs `avviso serve` as an operator would: services apart, a token on an open internal listener, a stop in the middle of
a request, and what must not start at all. Usage: operating.py AVVISO

Tier: test
Only here: services in processes of their own share one data folder, and a process that must stop first answers the
  uploads in flight.
"""

import re
import sys
import threading
import time

import exportfile
import harness
import immuni
import wire
from immuni import JSON_TYPE

TOKEN = "an-internal-token-of-enough-bytes"
SERVICES = ("config", "otp", "ingestion", "publication", "reporting", "analytics", "portal")


def apart(checks, workplace):
    """Each service in a process of its own, on one data folder: the whole way of a key."""
    servers = {name: workplace.start(services=[name]) for name in SERVICES}
    for server in servers.values():
        server.wait_ready()
    get = lambda name, target: wire.request(servers[name].public, "GET", target)
    checks.equal(get("config", "/v1/settings?platform=ios&build=1").status, 200, "settings from the process of config")
    for name, target in (("config", "/v1/keys/index"), ("reporting", "/v1/settings?platform=ios&build=1"),
                         ("publication", "/v1/keys/index"), ("otp", "/v1/ingestion/check-otp"),
                         ("ingestion", "/v1/analytics/apple/token"), ("analytics", "/v1/ingestion/upload")):
        checks.check(b'"error_code":1000' in get(name, target).body, f"{target} is not in the process of {name}")
    missing = immuni.authorise(servers["ingestion"].internal, immuni.new_otp())
    checks.equal(missing.status, 404, "POST /v1/otp is not in the process of ingestion")
    page = wire.request(servers["portal"].internal, "GET", "/portal/sign-in")
    checks.equal(page.status, 200, "the operators' pages from the process of portal")
    otp, body = immuni.new_otp(), immuni.upload_body()
    checks.equal(immuni.authorise(servers["otp"].internal, otp).status, 204, "authorised in one process")
    checks.equal(immuni.upload(servers["ingestion"].public, otp, body).status, 204, "uploaded in another")
    checks.equal(workplace.publish().returncode, 0, "publish --now")
    export = exportfile.read_export(immuni.chunks(servers["reporting"].public)[1], workplace.public_key)
    checks.equal(len(export["keys"]), len(body["teks"]), "keys downloaded from a third")
    for name, server in servers.items():
        checks.equal(server.stop(), 0, f"exit code of {name}")


def token(checks, workplace):
    """An internal listener on every address lets in whom it can check."""
    with workplace.start(settings={"INTERNAL_TOKEN": TOKEN}, internal_host="0.0.0.0") as server:
        whole = {"otp": immuni.new_otp(), "symptoms_started_on": immuni.today(-1)}
        for what, headers, status in (
            ("without a token", [], 401), ("with a wrong token", [("Authorization", f"Bearer {TOKEN}x")], 401),
            ("with the token", [("Authorization", f"Bearer {TOKEN}")], 204),
        ):
            found = wire.request(server.internal, "POST", "/v1/otp", [JSON_TYPE, *headers], immuni.encode(whole))
            checks.equal(found.status, status, f"POST /v1/otp {what}")
        checks.equal(wire.request(server.internal, "GET", "/metrics").status, 401, "/metrics without a token")
        checks.equal(wire.request(server.internal, "GET", "/health").status, 200, "/health without a token")


def uploads_worked_on(server):
    """How many uploads the server has dealt with, whether their answers have left or not."""
    metrics = server.metrics()
    count = r'^http_request_duration_seconds_count\{.*route="/v1/ingestion/upload".*\} (\d+)$'
    return int(re.search(count, metrics, re.M)[1])


def stop_while_busy(checks, workplace):
    """A request in flight is answered although the server was told to stop."""
    with workplace.start(settings={"COVER_FLOOR": "10s"}) as server:
        otps = [immuni.new_otp() for _ in range(8)]
        for otp in otps:
            immuni.authorise(server.internal, otp)
        found = []
        threads = [
            threading.Thread(target=lambda otp=otp: found.append(
                immuni.upload(server.public, otp, immuni.upload_body()).status)) for otp in otps
        ]
        for thread in threads:
            thread.start()
        # The answers wait ten seconds; the stop comes when all uploads are stored and none is answered.
        while uploads_worked_on(server) < len(otps) and not found:
            time.sleep(0.02)
        checks.equal(found, [], "no answer before its release")
        checks.equal(server.stop(), 0, "exit code")
        for thread in threads:
            thread.join(harness.PATIENCE)
        checks.equal(found, [204] * len(otps), "uploads in flight when the server was told to stop")


def limits(checks, workplace):
    """What one request may cost."""
    with workplace.start() as server:
        def header_of(count):
            return wire.request(server.public, "GET", "/v1/keys/index", [("X-Long", "a" * count)]).status

        checks.equal(header_of(15_000), 404, "a header block below 16 KiB")
        try:
            status = header_of(17_000)
        except OSError:
            status = "closed"
        checks.check(status in (400, 413, 431, "closed"), f"a header block above 16 KiB: {status}")
        with wire.Connection(server.public) as connection:
            for _ in range(3):
                checks.equal(connection.request("GET", "/v1/keys/index").status, 404, "a kept-alive connection")


def refusals(checks, workplace):
    """What an operator must not be able to start; each refusal says why, in a few lines."""
    addresses = ["--public", "127.0.0.1:0", "--internal", "127.0.0.1:0", "--data", workplace.data + "-2"]
    messages, preset = ["--message-signing-key", workplace.message_key], ["--preset", "demo"]
    key = ["--signing-key", workplace.signing_key, *messages]
    cases = {
        "no preset": (["serve", *addresses, *key], None),
        "an unknown preset": (["serve", *addresses, *key, "--preset", "no-such-preset"], None),
        "an unknown service": (["serve", "gateway", *addresses, *key, *preset], None),
        "no such signing key": (
            ["serve", *addresses, "--signing-key", workplace.folder + "/none.pem", *messages, *preset], None),
        "a public key to sign with": (
            ["serve", *addresses, "--signing-key", workplace.public_key_file, *messages, *preset], None),
        "an open internal listener without a token": (
            ["serve", "--public", "127.0.0.1:0", "--internal", "0.0.0.0:0", "--data", workplace.data + "-2", *key,
             *preset], None),
        "a setting out of range": (["serve", *addresses, *key, *preset], {"COVER_ANSWER_SIZE": "1"}),
        "a setting that does not exist": (["serve", *addresses, *key, *preset], {"OTP_LIVETIME": "150s"}),
        "no data folder": (["serve", *addresses[:4], "--data", "/proc/none", *key, *preset], None),
    }
    # `make test` tries each third; Swift tests know the others.
    for what, (arguments, settings) in list(cases.items())[::harness.extent(3, 1)]:
        found = workplace.run(*arguments, settings=settings)
        checks.check(0 < found.returncode < 128, f"serve with {what} exits {found.returncode}")
        lines = found.stderr.strip().splitlines()
        # The parser's library lists the services, however many the systems have, with a line for each.
        sentences = [line for line in lines if not line.startswith("  - ")]
        checks.check(
            0 < len(sentences) <= 4 and "Fatal error" not in found.stderr, f"serve with {what} says: {lines}")


def main():
    checks = harness.Checks("operating")
    for step in (apart, token, stop_while_busy, limits, refusals):
        with harness.Workplace(sys.argv[1]) as workplace:
            step(checks, workplace)
    checks.finish()


main()
