"""Has the settings and the key index of the real server checked by the independent verifier in Tests/Independent, and
expects that verifier to refuse what was altered. Usage: signatures.py AVVISO

Tier: test
Only here: a verifier without any code of ours accepts the settings and the key index of a running server, and refuses
  each change.
"""

import os
import subprocess
import sys
import time

from cryptography.hazmat.primitives import serialization

import check_signatures
import harness
import immuni
import wire

SETTINGS, INDEX = "/v1/settings?platform=ios&build=1", "/v1/keys/index"
MAX_AGE = {SETTINGS: 3600, INDEX: 1800}


class Signatures:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.key = os.path.join(workplace.folder, "made.pem")
        self.public = os.path.join(workplace.folder, "made-public.pem")
        made = workplace.run("keys", "generate", "--out", self.key, "--public-out", self.public)
        checks.equal(made.returncode, 0, f"avviso keys generate: {made.stderr}")

    def independent(self, server, target, seen, public_key=None):
        """The exit code and output of the independent verifier, run as its users would."""
        url = "http://%s:%d%s" % (*server.public, target)
        return subprocess.run(
            [sys.executable, check_signatures.__file__, url, "--public-key", public_key or self.public,
             "--max-age", str(MAX_AGE[target]), "--seen", str(seen)],
            capture_output=True, text=True, check=False)

    def accepted(self, server, target, sequence):
        found = self.independent(server, target, sequence)
        self.checks.equal((found.returncode, found.stdout.strip()), (0, str(sequence)), f"{target}: {found.stderr}")
        found = self.independent(server, target, sequence + 1)
        self.checks.check(found.returncode == 1, f"{target}: a lower sequence is accepted")
        found = self.independent(server, target, 0, self.workplace.public_key_file)
        self.checks.check(found.returncode == 1, f"{target}: the key of the exports is accepted")

    def altered(self, server, target):
        """Every change of one answer is noticed."""
        with open(self.public, "rb") as file:
            key = serialization.load_pem_public_key(file.read())
        answer, now = wire.request(server.public, "GET", target), time.time()

        def refused(what, headers=None, body=None, asked=None, moment=now):
            try:
                check_signatures.verify(
                    headers or answer.headers, body or answer.body, asked or target, key, MAX_AGE[target], moment)
                self.checks.check(what == "nothing", f"{target}: {what} altered, and accepted")
            except check_signatures.Refused as error:
                self.checks.check(what != "nothing", f"{target}: {error}")

        refused("nothing")
        refused("body", body=answer.body[:-1] + b" ")
        refused("target", asked=target.replace("v1", "v2"))
        refused("query", asked=target + "&a=1")
        refused("age", moment=now + MAX_AGE[target] + 86400 + 60)
        refused("clock", moment=now - 7200 - 60)
        for name in ("Content-Digest", "Avviso-Sequence", "Signature-Input", "Signature"):
            others = [pair for pair in answer.headers if pair[0] != name]
            refused(f"{name} (left out)", headers=others)
            value = answer.header(name).replace("3", "4", 1) if "3" in answer.header(name) else answer.header(name) + "0"
            refused(name, headers=others + [(name, value)])

    def run(self):
        with self.workplace.start(settings={"UNSIGNED": "true"}) as server:
            self.checks.equal(
                wire.request(server.public, "GET", SETTINGS).header("Signature"), None, "signature without a key")
        shared = {"MESSAGE_SIGNING_KEY": self.workplace.signing_key}
        found = self.workplace.run(
            "serve", "--data", self.workplace.data, "--signing-key", self.workplace.signing_key, "--preset", "demo",
            settings=shared)
        self.checks.equal(found.returncode, 1, f"one key for exports and messages: {found.stderr}")
        with self.workplace.start(settings={"MESSAGE_SIGNING_KEY": self.key}) as server:
            self.accepted(server, SETTINGS, 1)
            self.altered(server, SETTINGS)
            for sequence in (2, 3):
                otp = immuni.new_otp()
                immuni.authorise(server.internal, otp)
                self.checks.equal(immuni.upload(server.public, otp, immuni.upload_body()).status, 204, "upload")
                self.checks.equal(self.workplace.publish().returncode, 0, "publish --now")
                self.accepted(server, INDEX, sequence)
            self.altered(server, INDEX)


def main():
    checks = harness.Checks("signatures")
    with harness.Workplace(sys.argv[1]) as workplace:
        Signatures(checks, workplace).run()
    checks.finish()


main()
