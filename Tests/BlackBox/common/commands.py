"""Calls every command of `avviso` with good and bad input: exit codes, plain messages, no stack traces.
Usage: commands.py AVVISO

Tier: test
Only here: `avviso settings` changes the answers of a running server at the next request, and `avviso keys` writes files
  that another library reads.
"""

import json
import os
import re
import stat
import sys

from cryptography.hazmat.primitives import serialization

import harness
import immuni
import wire

GOOD_OTPS = ["59FU36KR46", "9K2RAY8UUQ", "KJ23IWY5UJ", "AAAAAAAAAJ", "123456789H", "ZZZZZZZZZZ"]
BAD_OTPS = ["AEFHIJ1234", "6IJ3E7A9QE", "59fu36kr46", "59FU36KR4", "59FU36KR466", "NNNNNNNNNN", ""]
COMMANDS = [
    "serve", "demo", "publish", "config", "otp", "keys", "tls", "export", "migrate", "cleanup", "settings",
    "detect", "sightings", "risk", "analytics", "phone", "check", "plan", "load",
]


class Commands:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace

    def ok(self, *arguments, settings=None):
        found = self.workplace.run(*arguments, settings=settings)
        self.checks.equal(found.returncode, 0, f"avviso {' '.join(arguments)}: {found.stderr.strip()[-300:]}")
        return found.stdout

    def refused(self, *arguments, settings=None):
        found = self.workplace.run(*arguments, settings=settings)
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
        for command in COMMANDS[::harness.extent(8, 1)]:
            self.checks.check(len(self.ok(command, "--help").splitlines()) >= 3, f"{command} --help explains itself")
        self.refused("unknown-command")
        self.refused("serve", "--no-such-switch")

    def otp(self):
        for _ in range(harness.extent(1, 5)):
            code = self.ok("otp", "generate").strip()
            self.checks.check(len(code) == 10 and immuni.check_digit(code[:9]) == code[9], "a generated OTP is valid")
        for code in GOOD_OTPS[:harness.extent(1, None)]:
            self.ok("otp", "check", code)
        for code in BAD_OTPS[:harness.extent(2, None)]:
            self.refused("otp", "check", code)
        self.refused("otp", "authorise", immuni.new_otp(), "--symptoms-started-on", "yesterday")
        with harness.held_port() as port:
            self.refused("otp", "authorise", immuni.new_otp(), "--symptoms-started-on", immuni.today(-1), "--server",
                         f"http://127.0.0.1:{port}")

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

    def key_folder(self):
        folder = ["--signing-key", self.path("signing-keys")]
        self.refused("keys", "list", *folder)
        self.refused("keys", "rotate", *folder)
        self.ok("keys", "init", *folder, "--from", self.workplace.signing_key)
        self.refused("keys", "init", *folder)
        self.refused("keys", "init", "--signing-key", self.workplace.signing_key)
        self.refused("keys", "rotate", "--signing-key", self.workplace.signing_key)
        self.checks.check("v1: active" in self.ok("keys", "list", *folder), "keys list shows the active key")
        self.checks.check("v2: upcoming" in self.ok("keys", "rotate", *folder), "a rotation begins with a new key")
        said = self.refused("keys", "rotate", *folder)
        self.checks.check("not every chunk" in said, f"a rotation that is too early says why: {said}")
        self.refused("keys", "retire", "v1", *folder)
        text = self.ok("keys", "rotate", "--now", *folder)
        self.checks.check("v2: active" in text and "v1: retiring" in text, "an emergency does not wait")
        with self.workplace.start(settings={"SIGNING_KEY": folder[1]}):
            pass
        keys = json.loads(self.ok("keys", "public", *folder))["keys"]
        self.checks.equal([key["state"] for key in keys], ["retiring", "active"], "states of the public keys")
        for key in keys:
            serialization.load_pem_public_key(key["pem"].encode())
        self.ok("keys", "retire", "v1", *folder)
        self.checks.check(not os.path.exists(os.path.join(folder[1], "v1.pem")), "a retired private key is gone")
        self.refused("keys", "retire", "v2", *folder)
        self.refused("keys", "retire", "v9", *folder)

    def export(self):
        for what in ("verify", "inspect"):
            more = ["--public-key", self.workplace.public_key_file] if what == "verify" else []
            if harness.EVERY:
                self.refused("export", what, self.path("no-such-file"), *more)
                self.refused("export", what, self.path("empty.zip", b""), *more)
            self.refused("export", what, self.path("garbage.zip", os.urandom(2000)), *more)
        self.refused("export", "verify", self.path("empty.zip", b""), "--public-key", self.path("no.pem", b"no key"))
        day = ["--start", "2026-11-20T00:00:00Z", "--end", "2026-11-21T00:00:00Z"]
        contents = (b"{", b"{}", b'[{"key_data":"AA=="}]', b'[{"rolling_start_interval_number":1}]')
        for content in contents[:harness.extent(1, None)]:
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

    def plan(self):
        """The page shows what the command says."""
        with open(os.path.join(harness.ROOT, "docs", "capacity.md"), encoding="utf-8") as file:
            page = file.read()
        for table in self.ok("plan").strip().split("\n\n"):
            self.checks.check(table in page, f"docs/capacity.md has another table than avviso plan says:\n{table}")

    def app_settings(self):
        """The settings of the apps: looked at, changed beside a running server, refused, compared and taken back."""
        data = ["--data", self.workplace.data]
        signed = ["--author", "ada", "--reason", "a test", *data]
        self.refused("settings", "show", "--data", self.path("no-such-folder"))
        self.ok("migrate", "--data", self.path("without-settings"))
        self.refused("settings", "show", "--data", self.path("without-settings"))
        commands = ("set", "show", "list", "history", "diff", "revert", "export", "import")
        for command in commands[:harness.extent(1, None)]:
            self.checks.check("avviso settings" in self.ok("settings", command, "--help"), f"{command} has examples")
        known = json.loads(self.ok("settings", "list", "--json"))
        self.checks.check(len(known) > 40 and all(rule["allowed"] and rule["summary"] for rule in known), "list --json")
        with self.workplace.start(["config"]) as server:
            def served(name, platform="ios", build=1):
                answer = wire.request(server.public, "GET", f"/v1/settings?platform={platform}&build={build}")
                return json.loads(answer.body)[name]

            self.checks.equal(served("teks_packet_size"), 110000, "what the preset says")
            said = self.ok("settings", "set", "teks_packet_size=120000", "--platform", "ios", "--build", "5", *signed)
            self.checks.check("+ ios, build 5: teks_packet_size = 120000" in said and "Revision 2" in said, said)
            self.checks.equal(served("teks_packet_size", build=5), 120000, "the change, on the next request")
            self.checks.equal(served("teks_packet_size", build=4), 110000, "an earlier build")
            self.checks.equal(served("teks_packet_size", "android", 5), 110000, "the other platform")
            said = self.refused("settings", "set", "teks_packet_size=5000", "support_email=nobody",
                                "exposure_configuration.attenuation_thresholds=[70,50]", *signed)
            for words in ("cannot hold", "support_email must be", "must ascend", "nothing changed"):
                self.checks.check(words in said, f"a refusal says: {words}")
            self.checks.equal(served("support_email"), "support@example.org", "nothing of a refused change")
            shown = json.loads(self.ok("settings", "show", "teks_packet_size", "--platform", "ios", "--build", "9",
                                       "--json", *data))
            self.checks.equal([(row["starting_build"], row["value"]) for row in shown], [(5, 120000)], "show --build")

            exported = self.path("settings.yaml")
            self.ok("settings", "export", "--out", exported, *data)
            said = self.ok("settings", "import", exported, *signed)
            self.checks.check("Nothing to change" in said, "what was exported says what is in force")
            with open(exported, encoding="utf-8") as file:
                text = file.read()
            changed = self.path("changed.yaml", text.replace("+00 000 000000", "+00 111").encode())
            self.refused("settings", "import", changed, "--expect", "1", *signed)
            self.ok("settings", "import", changed, "--expect", "2", *signed)
            self.checks.equal(served("support_phone"), "+00 111", "what was imported")
            self.refused("settings", "import", self.path("bad.yaml", b"platforms: ["), *signed)
            self.refused("settings", "import", self.path("no-such.yaml"), *signed)
            differences = json.loads(self.ok("settings", "diff", "2", "3", "--json", *data))
            self.checks.equal([row["new"] for row in differences], ["+00 111"] * 2, "diff")
            self.ok("settings", "revert", "1", *signed)
            self.checks.equal(served("teks_packet_size", build=5), 110000, "what was reverted")
            self.refused("settings", "revert", "9", *signed)
        history = json.loads(self.ok("settings", "history", "--json", *data))
        self.checks.equal([row["revision"] for row in history], [4, 3, 2, 1], "the history's revisions")
        self.checks.equal([row["origin"] for row in history], ["revert", "import", "set", "preset"], "its origins")
        self.checks.check(all(row["author"] == "ada" for row in history[:3]), "its authors")
        self.checks.equal(self.ok("settings", "diff", "1", "4", *data), "", "a revert has the old content")
        self.checks.equal(self.ok("settings", "export", "--revision", "2", *data), text, "an old revision's file")
        preset = self.path("preset.json", self.ok("settings", "export", "--json", *data).encode())
        self.checks.check("Nothing" in self.ok("settings", "import", preset, *signed), "JSON in the form of presets")
        mistakes = (["show", "--build", "0", *data], ["set", *signed], ["set", "teks_packet_size=1", *data],
                    ["show", "no_such_setting", *data], ["show", "--platform", "windows", *data])
        for wrong in mistakes[:harness.extent(1, None)]:
            self.checks.equal(self.workplace.run("settings", *wrong).returncode, 64, f"settings {wrong[:2]}")
        self.checks.equal(self.workplace.run("settings", "set", "teks_packet_size=1", *signed).returncode, 1,
                          "the exit code of a refusal")


def main():
    checks = harness.Checks("commands")
    with harness.Workplace(sys.argv[1]) as workplace:
        commands = Commands(checks, workplace)
        for step in (commands.help, commands.otp, commands.keys, commands.key_folder, commands.export,
                     commands.settings, commands.data, commands.plan, commands.app_settings):
            step()
    checks.finish()


main()
