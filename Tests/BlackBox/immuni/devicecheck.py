"""Authorises analytics tokens with an emulated DeviceCheck server, and kills `avviso serve analytics` at every step of it.

After each kill the server starts again: the token is authorised in the end, the device's bits are clear, and a second
token of the same device stays without. Answers that Apple's server loses change nothing of that. Of tokens sent at once,
at most one is authorised. A flood of made-up tokens keeps no phone from its token. Usage: devicecheck.py AVVISO

Tier: test-all
Only here: a server that is killed at each step of an authorisation goes on with it over HTTP with an emulated Apple, and a
  flood of made-up tokens keeps no phone from its token.
"""

import argparse
import base64
import datetime
import json
import os
import secrets
import signal
import sqlite3
import subprocess
import threading
import time

from concurrent.futures import ThreadPoolExecutor

import harness
import wire

STEPS = [
    "authorisation-queued", "mark-recorded", "mark-written", "marked-recorded", "lease-taken", "clearing-recorded",
    "bits-cleared", "token-authorised",
]
SETTINGS = {
    "ANALYTICS_APPLE_TEAM_ID": "AVVISOTEAM", "ANALYTICS_APPLE_KEY_ID": "AVVISOKEY1",
    "ANALYTICS_APPLE_MAX_READ_TIME": "100ms", "ANALYTICS_APPLE_TIMEOUT": "2s", "ANALYTICS_APPLE_ATTEMPTS": "1",
}
# Noon in the middle of this month, where the calendar stands still: around a month's end no token is authorised.
NOON = datetime.datetime.now(datetime.timezone.utc).replace(day=15, hour=12)
CLOCK = harness.standing_clock(NOON.timestamp())
# Jobs that may have proven nothing, and calls at Apple's in which every phone must come through a flood.
FLOOD_SHARE = 100
FLOOD_CALLS = 10_000
# Seconds between two requests of a thread of the flood: paced, so that a fast machine does not make a harder test.
FLOOD_PAUSE = 0.02


class Emulator:
    """A running `avviso emulate devicecheck`; `clock` is a prefix of its command."""

    def __init__(self, workplace, clock=()):
        self.process = subprocess.Popen(
            [
                *clock, workplace.avviso, "emulate", "devicecheck", "--public-key", workplace.public_key_file,
                "--folder", os.path.join(workplace.folder, "apple"),
            ],
            env=harness.clean_environment(), stdout=subprocess.PIPE, text=True,
        )
        workplace.processes.append(self.process)
        self.facts = dict(self.process.stdout.readline().strip().split(": ", 1) for _ in range(5))
        port = int(self.facts["control interface"].rsplit(":", 1)[1])
        self.control = ("127.0.0.1", port)
        self.settings = SETTINGS | {
            "ANALYTICS_APPLE_URL": self.facts["analytics.apple.url"],
            "ANALYTICS_APPLE_TRUST_ROOT": self.facts["analytics.apple.trust-root"],
            "ANALYTICS_APPLE_KEY": workplace.signing_key,
        }

    def ask(self, method, path, value=None):
        body = json.dumps(value).encode() if value is not None else b""
        answer = wire.request(self.control, method, path, body=body)
        assert answer.status == 200, answer.status
        return json.loads(answer.body) if answer.body else None

    def token(self, device):
        return self.ask("POST", f"/devices/{device}/tokens")["token"]

    def device(self, device):
        return self.ask("GET", f"/devices/{device}")


def new_token():
    return secrets.token_hex(64)


def send(server, token, device_token):
    """The status, or None if the server died."""
    body = json.dumps({"analytics_token": token, "device_token": device_token}).encode()
    headers = [("Content-Type", "application/json; charset=utf-8")]
    try:
        return wire.request(server.public, "POST", "/v1/analytics/apple/token", headers, body).status
    except (OSError, ValueError):
        return None


def send_until_dead(server, token, device_token):
    """Sends the token as often as a phone would, and says whether the server died of it."""
    deadline = time.monotonic() + harness.PATIENCE
    while server.process.poll() is None and time.monotonic() < deadline:
        send(server, token, device_token)
        time.sleep(0.2)
    return server.process.poll() is not None


def wait_authorised(server, token, device_token):
    deadline = time.monotonic() + harness.PATIENCE
    while time.monotonic() < deadline:
        if send(server, token, device_token) == 201:
            return True
        time.sleep(0.2)
    return False


def expect_clear(checks, emulator, device, what):
    state = emulator.device(device)
    found = (state["bit0"], state["bit1"], state["last_update_time"])
    checks.equal(found, (False, False, NOON.strftime("%Y-%m")), f"{what}: bits")


def expect_no_second(checks, server, emulator, device, what):
    second, updates = new_token(), emulator.device(device)["updates"]
    for _ in range(6):
        status = send(server, second, emulator.token(device))
        if not checks.equal(status, 202, f"{what}: a second token"):
            return
        time.sleep(0.5)
    checks.equal(emulator.device(device)["updates"], updates, f"{what}: writes for a second token")


def kill_at(step, avviso, checks):
    with harness.Workplace(avviso) as workplace:
        emulator, token = Emulator(workplace, CLOCK), new_token()
        device_token = emulator.token("phone")
        server = workplace.start(["analytics"], emulator.settings | {"TEST_KILL_AT": step}, CLOCK).wait_ready()
        if not checks.check(send_until_dead(server, token, device_token), f"{step} was never reached"):
            return
        checks.equal(server.process.wait(), -signal.SIGKILL, f"{step}: exit")
        with workplace.start(["analytics"], emulator.settings, CLOCK) as server:
            if checks.check(wait_authorised(server, token, device_token), f"{step}: never authorised after a crash"):
                expect_clear(checks, emulator, "phone", step)
                expect_no_second(checks, server, emulator, "phone", step)


def lost_answers(server, emulator, checks):
    token, device_token = new_token(), emulator.token("unlucky")
    emulator.ask("POST", "/mishaps", {"endpoint": "update_two_bits", "lose_answer": True, "count": 2})
    checks.check(wait_authorised(server, token, device_token), "two lost answers: never authorised")
    expect_clear(checks, emulator, "unlucky", "two lost answers")
    checks.equal(emulator.device("unlucky")["updates"], 2, "two lost answers: writes")


def jobs(workplace):
    """How many tokens wait for their decision."""
    with sqlite3.connect(os.path.join(workplace.data, "analytics.sqlite"), timeout=harness.PATIENCE) as database:
        found = database.execute("SELECT jobs FROM authorisation_queue").fetchone()[0]
    database.close()
    return found


def at_once(workplace, server, emulator, checks):
    tokens = [new_token() for _ in range(4)]
    threads = [
        threading.Thread(target=send, args=(server, token, emulator.token("attacker"))) for token in tokens
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    while jobs(workplace):
        time.sleep(0.1)
    authorised = [send(server, token, emulator.token("attacker")) for token in tokens].count(201)
    checks.check(authorised <= 1, f"of four tokens sent at once {authorised} are authorised")


class Flood:
    """Threads that ask for tokens with made-up device tokens, until the block ends."""

    def __init__(self, server, threads):
        self.server, self.statuses, self.stops = server, set(), threading.Event()
        self.threads = [threading.Thread(target=self.send) for _ in range(threads)]

    def send(self):
        with wire.Connection(self.server.public) as connection:
            while not self.stops.is_set():
                junk = base64.b64encode(secrets.token_bytes(60)).decode()
                body = json.dumps({"analytics_token": new_token(), "device_token": junk}).encode()
                headers = [("Content-Type", "application/json; charset=utf-8")]
                self.statuses.add(connection.request("POST", "/v1/analytics/apple/token", headers, body).status)
                self.stops.wait(FLOOD_PAUSE)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stops.set()
        for thread in self.threads:
            thread.join()


def queue(workplace):
    """Jobs that have proven nothing, and how many made room for others."""
    with sqlite3.connect(os.path.join(workplace.data, "analytics.sqlite"), timeout=30) as database:
        return database.execute("SELECT unproven, displaced FROM authorisation_queue").fetchone()


def flooded(avviso, checks):
    """Phones ask while made-up tokens fill their share of the queue faster than Apple answers."""
    with harness.Workplace(avviso) as workplace:
        emulator = Emulator(workplace, CLOCK)
        settings = emulator.settings | {
            "ANALYTICS_APPLE_MAX_UNPROVEN": FLOOD_SHARE, "ANALYTICS_APPLE_TIMEOUT": "5s", "COVER_FLOOR": "0s",
            "COVER_TICK": "0s",
        }
        with workplace.start(["analytics"], settings, CLOCK) as server:
            # Each first call takes longer than the share needs to turn over.
            slow = {"endpoint": "validate_device_token", "delay_before": 1000, "count": FLOOD_CALLS}
            emulator.ask("POST", "/mishaps", slow)
            with Flood(server, 4) as flood:
                deadline = time.monotonic() + harness.PATIENCE
                while queue(workplace)[1] < FLOOD_SHARE and time.monotonic() < deadline:
                    time.sleep(0.05)
                checks.check(queue(workplace)[1] >= FLOOD_SHARE, "the flood never filled its share")
                before = emulator.ask("GET", "/state")["calls"]
                phones = {f"phone-{number}": new_token() for number in range(3)}
                waiting, rounds = dict(phones), 0
                # Bounded by what is asked of Apple, not by the time that it takes.
                while waiting and (calls := emulator.ask("GET", "/state")["calls"] - before) < FLOOD_CALLS:
                    for name, token in list(waiting.items()):
                        if send(server, token, emulator.token(name)) == 201:
                            del waiting[name]
                    rounds += 1
                    time.sleep(0.2)
                checks.equal(sorted(waiting), [], f"phones without a token after {calls} calls at Apple's")
                checks.say(f"{len(phones)} phones in a flood: {calls} calls at Apple's, {rounds} rounds of asking")
                unproven, displaced = queue(workplace)
                checks.check(unproven <= FLOOD_SHARE, f"{unproven} jobs have proven nothing")
            checks.equal(flood.statuses, {202}, "answers to made-up tokens")
            checks.say(f"{displaced} made-up tokens made room")
        log = workplace.log_text()
        checks.check(not any(token.encode() in log for token in phones.values()), "a token is in the log")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("avviso")
    avviso = parser.parse_args().avviso
    checks = harness.Checks("devicecheck")
    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(kill_at, step, avviso, checks) for step in STEPS]:
            future.result()
    flooded(avviso, checks)
    with harness.Workplace(avviso) as workplace:
        emulator = Emulator(workplace, CLOCK)
        with workplace.start(["analytics"], emulator.settings, CLOCK) as server:
            lost_answers(server, emulator, checks)
            at_once(workplace, server, emulator, checks)
        log = workplace.log_text()
        checks.check(b"Bearer" not in log and b"device_token" not in log, "a secret of a call is in the log")
    checks.finish()


if __name__ == "__main__":
    main()
