"""Sends Operational Info with emulated attestations from outside: each kind, each defect, replays, races and dummies, and
counts what is kept. Usage: attestations.py AVVISO

`make test` tries one defect of each kind; `make test-all` tries all defects and the same attestation eight times at once.

Tier: test
Only here: the command that emulates attestations and a server that trusts its root agree on each kind over HTTP, and no part of
  an attestation is in a file or in the log.
"""

import argparse
import base64
import concurrent.futures
import json
import os
import re
import sqlite3
import subprocess

import harness
import wire
from immuni import JSON_TYPE, PADDED_SIZE

GOOGLE = "/v1/analytics/google/operational-info"
KINDS = ["play-integrity", "safety-net", "key-attestation"]
DEFECTS = [
    "wrong-binding", "wrong-app", "wrong-app-signature", "stale", "software", "not-genuine", "tampered", "foreign-root",
]


class Emulator:
    """An emulator of attestations, and the settings that it prints."""

    def __init__(self, workplace):
        self.workplace, self.folder = workplace, os.path.join(workplace.folder, "emulator")
        printed = workplace.run("emulate", "attestation", "init", "--out", self.folder).stdout
        pairs = re.findall(r'^(\S+): "(.*)"$', printed, re.M)
        self.settings = {name.upper().translate(str.maketrans(".-", "__")): value for name, value in pairs}

    def issue(self, kind, *options):
        done = self.workplace.run("emulate", "attestation", "issue", "--in", self.folder, "--kind", kind, *options)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip().encode()

    def request(self, kind, *options):
        """The body that an Android phone sends."""
        return self.issue(kind, "--province", "RM", "--request", *options)


class Rules:
    def __init__(self, checks, workplace, server):
        self.checks, self.workplace, self.server = checks, workplace, server

    def counts(self):
        """Uploads counted and bindings remembered."""
        with sqlite3.connect(os.path.join(self.workplace.data, "analytics.sqlite"), timeout=harness.PATIENCE) as database:
            found = database.execute(
                "SELECT (SELECT coalesce(sum(uploads), 0) FROM operational_info_android), (SELECT count(*) FROM used_binding)"
            ).fetchone()
        database.close()
        return found

    def send(self, body, flag="0"):
        return wire.request(self.server.public, "POST", GOOGLE, [JSON_TYPE, ("Immuni-Dummy-Data", flag)], body)

    def expect(self, what, counted, *answers):
        for answer in answers:
            self.checks.equal((answer.status, answer.size, answer.body), (204, PADDED_SIZE, b""), f"{what}: the answer")
        before, self.last = self.last, self.counts()
        self.checks.equal(self.last, (before[0] + counted, before[1] + counted), f"{what}: uploads and bindings kept")

    def all(self, emulator):
        self.last = self.counts()
        for kind in KINDS:
            body = emulator.request(kind)
            self.expect(f"a {kind} dummy", 0, self.send(body, flag="1"))
            self.expect(kind, 1, self.send(body))
            self.expect(f"the same {kind}", 0, self.send(body))
            if harness.EVERY:
                body = emulator.request(kind, "--flags", "1111")
                with concurrent.futures.ThreadPoolExecutor(8) as pool:
                    self.expect(f"eight times the same {kind} at once", 1, *pool.map(self.send, [body] * 8))
            changed = json.loads(emulator.request(kind))
            for name, value in (("province", "MI"), ("bluetooth_active", 0), ("salt", base64.b64encode(bytes(16)).decode())):
                self.expect(f"{kind} with another {name}", 0, self.send(json.dumps(changed | {name: value}).encode()))
            for other in set(KINDS) - {kind}:
                self.expect(f"{kind} as {other}", 0, self.send_if_formed(changed | {"attestation_kind": other}))
            for defect in harness.extent(["foreign-root"], DEFECTS):
                self.expect(f"{kind}, {defect}", 0, self.send(emulator.request(kind, "--defect", defect)))
            self.checks.say(f"{kind}: {self.checks.passed} checks so far")

    def send_if_formed(self, members):
        """A chain must be a list of certificates: what is none is refused in form, and so counts as little."""
        answer = self.send(json.dumps(members).encode())
        if answer.status == 400:
            answer.status, answer.body = 204, b""
        return answer


def secrets_kept(checks, workplace, bodies):
    """No part of an attestation is in the log or in the data folder."""
    held = [workplace.log_text()]
    for folder, _, names in os.walk(workplace.data):
        for name in names:
            with open(os.path.join(folder, name), "rb") as file:
                held.append(file.read())
    for body in bodies:
        text = json.loads(body)["signed_attestation"].encode()
        for start in range(0, len(text) - 24, 400):
            part = text[start:start + 24]
            checks.check(not any(part in content for content in held), "a part of an attestation is kept")


def refusal(workplace, settings):
    """What `avviso serve` says before it ends with these settings."""
    command = [
        workplace.avviso, "serve", "analytics", "--data", workplace.data, "--public", "127.0.0.1:0",
        "--internal", "127.0.0.1:0",
    ]
    done = subprocess.run(
        command, env=harness.clean_environment(settings), capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    checks = harness.Checks("attestations")
    with harness.Workplace(parser.parse_args().avviso) as workplace:
        emulator = Emulator(workplace)
        with workplace.start(settings=emulator.settings) as server:
            rules = Rules(checks, workplace, server)
            rules.all(emulator)
            bodies = [emulator.request(kind) for kind in KINDS]
            for body in bodies:
                rules.send(body)
            secrets_kept(checks, workplace, bodies)
        with workplace.start() as server:
            rules.server, rules.last = server, rules.counts()
            for kind in harness.extent(KINDS[:1], KINDS):
                rules.expect(f"{kind} without settings", 0, rules.send(emulator.request(kind)))
        checks.check(b"no-android-attestation" in workplace.log_text(), "a server that takes nothing says so")
        earnest = {name: value for name, value in emulator.settings.items() if name != "ANALYTICS_TEST_EVIDENCE"}
        code, words = refusal(workplace, earnest)
        checks.check(code == 1 and "emulator" in words and "test-evidence" in words, f"an emulator's root: {code}, {words}")
    checks.finish()


main()
