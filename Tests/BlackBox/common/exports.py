"""Has chunks that the server serves, and files that `avviso export create` writes, checked by the independent reader in
Tests/Independent; and expects that reader and `avviso export verify` to refuse what was altered. Usage: exports.py AVVISO

Tier: test
Only here: a reader without any code of ours accepts a chunk of a running server and a file of `avviso export create`,
  and refuses altered ones.
"""

import json
import os
import subprocess
import sys

import harness
import immuni

CHECKER = os.path.join(harness.ROOT, "Tests", "Independent", "check_export.py")


class Exports:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace

    def file(self, name, content):
        path = os.path.join(self.workplace.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def accepted(self, path, what):
        key = self.workplace.public_key_file
        found = subprocess.run(
            [sys.executable, CHECKER, path, "--public-key", key], capture_output=True, text=True, check=False)
        self.checks.equal(found.returncode, 0, f"{what}, independent reader: {found.stdout}{found.stderr}")
        found = self.workplace.run("export", "verify", path, "--public-key", key)
        self.checks.equal(found.returncode, 0, f"{what}, avviso export verify: {found.stderr}")

    def refused(self, path, what):
        key = self.workplace.public_key_file
        found = subprocess.run(
            [sys.executable, CHECKER, path, "--public-key", key], capture_output=True, text=True, check=False)
        self.checks.check(found.returncode != 0, f"{what}: the independent reader accepts it")
        found = self.workplace.run("export", "verify", path, "--public-key", key)
        self.checks.check(found.returncode == 1, f"{what}: avviso export verify exits {found.returncode}")
        self.checks.check(found.stderr.strip(), f"{what}: avviso export verify says why")

    def served(self):
        """A chunk of the running server, and the same chunk with one bit turned."""
        with self.workplace.start() as server:
            for _ in range(5):
                otp = immuni.new_otp()
                immuni.authorise(server.internal, otp)
                self.checks.equal(immuni.upload(server.public, otp, immuni.upload_body()).status, 204, "upload")
            self.checks.equal(self.workplace.publish().returncode, 0, "publish --now")
            chunks = immuni.chunks(server.public)
        self.checks.equal(len(chunks), 1, "chunks")
        whole = self.file("chunk.zip", chunks[1])
        self.accepted(whole, "a served chunk")
        altered = bytearray(chunks[1])
        altered[len(altered) // 3] ^= 1
        self.refused(self.file("altered.zip", bytes(altered)), "a chunk with one bit turned")
        self.refused(self.file("short.zip", chunks[1][:-40]), "a chunk cut short")

    def created(self):
        """A file made on the command line from keys as JSON."""
        keys = [{"key_data": key["key_data"], "rolling_start_interval_number": key["rolling_start_number"],
                 "rolling_period": key["rolling_period"], "transmission_risk_level": 8} for key in immuni.past_keys(7)]
        source = self.file("keys.json", json.dumps(keys).encode())
        output = os.path.join(self.workplace.folder, "created.zip")
        found = self.workplace.run(
            "export", "create", "--keys", source, "--out", output, "--signing-key", self.workplace.signing_key,
            "--start", "2026-11-20T00:00:00Z", "--end", "2026-11-21T00:00:00Z")
        self.checks.equal(found.returncode, 0, f"avviso export create: {found.stderr}")
        self.accepted(output, "a created export")
        found = self.workplace.run("export", "inspect", output, "--keys", "--json")
        self.checks.equal(found.returncode, 0, f"avviso export inspect: {found.stderr}")
        self.checks.equal(len(json.loads(found.stdout)["keys"]), len(keys), "keys that export inspect lists")


def main():
    checks = harness.Checks("exports")
    with harness.Workplace(sys.argv[1]) as workplace:
        exports = Exports(checks, workplace)
        exports.served()
        exports.created()
    checks.finish()


main()
