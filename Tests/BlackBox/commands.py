"""Calls every command of `avviso` with good and bad input: exit codes, plain messages, no stack traces.
Usage: commands.py AVVISO
"""

import os
import re
import stat
import sys

from cryptography.hazmat.primitives import serialization

import harness
import immuni

GOOD_OTPS = ["59FU36KR46", "9K2RAY8UUQ", "KJ23IWY5UJ", "AAAAAAAAAJ", "123456789H", "ZZZZZZZZZZ"]
BAD_OTPS = ["AEFHIJ1234", "6IJ3E7A9QE", "59fu36kr46", "59FU36KR4", "59FU36KR466", "NNNNNNNNNN", ""]
COMMANDS = ["serve", "demo", "publish", "config", "otp", "keys", "tls", "export", "migrate", "cleanup"]


class Commands:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace

    def ok(self, *arguments, settings=None):
        found = self.workplace.run(*arguments, settings=settings)
        self.checks.equal(found.returncode, 0, f"avviso {' '.join(arguments)}: {found.stderr.strip()[-300:]}")
        return found.stdout

    def refused(self, *arguments, settings=None):
        found = self.workplace.run(*arguments, settings=settings, timeout=30)
        said = found.stderr.strip()
        shown = f"avviso {' '.join(arguments)}"
        self.checks.check(0 < found.returncode < 128, f"{shown} exits {found.returncode}")
        self.checks.check(said and "Fatal error" not in said and " at /" not in said, f"{shown} says: {said[:300]}")
        return said

    def path(self, name, content=None):
        path = os.path.join(self.workplace.folder, name)
        if content is not None:
            with open(path, "wb") as file:
                file.write(content)
        return path

    def help(self):
        self.checks.check(re.match(r"\d+\.\d+\.\d+", self.ok("--version")), "--version is a version")
        text = self.ok("--help")
        for command in COMMANDS:
            self.checks.check(re.search(rf"^\s+{command}\b", text, re.M), f"--help lists {command}")
            self.checks.check(len(self.ok(command, "--help").splitlines()) >= 3, f"{command} --help explains itself")
        self.refused("unknown-command")
        self.refused("serve", "--no-such-switch")

    def otp(self):
        for _ in range(5):
            code = self.ok("otp", "generate").strip()
            self.checks.check(len(code) == 10 and immuni.check_digit(code[:9]) == code[9], "a generated OTP is valid")
        for code in GOOD_OTPS:
            self.ok("otp", "check", code)
        for code in BAD_OTPS:
            self.refused("otp", "check", code)
        self.refused("otp", "authorise", immuni.new_otp(), "--symptoms-started-on", "yesterday")
        self.refused("otp", "authorise", immuni.new_otp(), "--symptoms-started-on", immuni.today(-1), "--server",
                     f"http://127.0.0.1:{harness.free_port()}")

    def keys(self):
        private, public = self.path("new.pem"), self.path("new.pub")
        self.ok("keys", "generate", "--out", private, "--public-out", public)
        self.checks.equal(stat.S_IMODE(os.stat(private).st_mode), 0o600, "mode of the private key")
        with open(private, "rb") as file:
            key = serialization.load_pem_private_key(file.read(), None)
        with open(public, "rb") as file:
            same = serialization.load_pem_public_key(file.read())
        self.checks.equal(key.public_key().public_numbers(), same.public_numbers(), "the two halves belong together")
        self.refused("keys", "generate", "--out", private, "--public-out", public)

    def export(self):
        for what in ("verify", "inspect"):
            more = ["--public-key", self.workplace.public_key_file] if what == "verify" else []
            self.refused("export", what, self.path("no-such-file"), *more)
            self.refused("export", what, self.path("empty.zip", b""), *more)
            self.refused("export", what, self.path("garbage.zip", os.urandom(2000)), *more)
        self.refused("export", "verify", self.path("empty.zip"), "--public-key", self.path("no.pem", b"no key"))
        day = ["--start", "2026-11-20T00:00:00Z", "--end", "2026-11-21T00:00:00Z"]
        for content in (b"{", b"{}", b'[{"key_data":"AA=="}]', b'[{"rolling_start_interval_number":1}]'):
            self.refused("export", "create", "--keys", self.path("no.json", content), "--out", self.path("none.zip"),
                         "--signing-key", self.workplace.signing_key, *day)
        self.checks.check(not os.path.exists(self.path("none.zip")), "a refused export create wrote nothing")

    def settings(self):
        text = self.ok("config", settings={"INTERNAL_TOKEN": "a-secret-that-must-not-show", "OTP_LIFETIME": "77s"})
        self.checks.check("a-secret" not in text, "config masks secrets")
        self.checks.check("77" in text, "config shows what the environment sets")
        file = self.path("avviso.yaml", b"otp:\n  lifetime: 88s\n")
        self.checks.check("88" in self.ok("config", settings={"CONFIG": file}), "config shows what the file sets")
        both = self.ok("config", settings={"CONFIG": file, "OTP_LIFETIME": "99s"})
        self.checks.check("99" in both, "the environment goes before the file")
        said = self.refused("config", settings={"OTP_LIVETIME": "150s"})
        self.checks.check("lifetime" in said.lower(), "a misspelt setting is told the right one")
        self.refused("config", settings={"OTP_LIFETIME": "soon"})
        self.refused("config", settings={"CONFIG": self.path("no-such.yaml")})

    def data(self):
        self.ok("migrate", "--data", self.workplace.data)
        self.ok("migrate", "--data", self.workplace.data)
        self.ok("cleanup", "--now", "--data", self.workplace.data)
        self.checks.equal(self.workplace.publish().returncode, 0, "publish --now with nothing to publish")
        self.refused("migrate", "--data", "/proc/none")


def main():
    checks = harness.Checks("commands")
    with harness.Workplace(sys.argv[1]) as workplace:
        commands = Commands(checks, workplace)
        for step in (commands.help, commands.otp, commands.keys, commands.export, commands.settings, commands.data):
            step()
    checks.finish()


main()
