"""Walks every command of `avviso`: each documented exit code is seen, each option that reads settings has an effect, what
writes a file does not replace one, and a result that cannot be written is no success. A command without cases here, or
without a row in docs/commands.md, fails. `make test` sees each exit code, tries the options at some commands, and leaves
most of the oddities out. Usage: exit_codes.py AVVISO

Tier: test
Only here: every command of the built program ends with its exit codes of docs/commands.md, which has a row for each
  command.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time

from concurrent.futures import ThreadPoolExecutor

import harness
import immuni
import wire

DOCUMENT = os.path.join(harness.ROOT, "docs", "commands.md")
PACKAGES = "/version/v1/diagnosis-keys/country/DE/date"
# These run until they are stopped, or play a story: their success is the subject of another test.
ELSEWHERE = {
    "serve": "operating.py", "demo": "demos.py", "phone": "phones.py", "emulate devicecheck": "devicecheck.py",
    "simulate analytics": "analytics.py", "load": "load_day.py", "otp authorise": "contract.py", "check": "setups.py",
    "association held list": "association_service.py", "association held release": "association_service.py",
    "association held refuse": "association_service.py", "association code": "association_service.py",
    "association code-counts": "association_service.py",
}
# They change something, so that their success cannot be repeated.
ONCE = {
    "keys generate", "keys init", "keys rotate", "keys retire", "tls demo-ca", "operator create", "emulate attestation init",
    "settings set", "settings revert", "export create", "sightings import", "sightings export", "risk plot", "settings import",
    "lab create", "lab rotate", "lab flyers", "settings-coronawarn set", "settings-coronawarn revert", "settings-coronawarn export",
    "settings-coronawarn import", "federation remove", "association key",
}
# Where --data is made rather than missed.
MAKES_DATA = {"serve", "migrate", "config show", "check", "lab create", "operator token", "federation add"}
# What these write is a secret, or several files, and is never replaced.
NEVER_REPLACE = {"keys generate", "association key", "tls demo-ca", "emulate attestation init", "lab flyers"}
# Of the commands to which a kind of check applies, `make test` tries it at each so many-th.
STEP = harness.extent(12, 1)
# Commands that find several things wrong, and need not name the file of a key.
SAYS_NO_NAME = ("serve", "check")
# Their exit code 2 is the subject of another test, or of oddities().
PARTIAL = {"detect", "lab send"}


def leaves(avviso):
    """Every command without subcommands, with the names of its options."""
    dump = json.loads(subprocess.run(
        [avviso, "--experimental-dump-help"], env=harness.clean_environment(), capture_output=True, check=True,
    ).stdout)

    def walk(command, path):
        below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
        if not below:
            names = {name["name"] for argument in command.get("arguments", []) for name in argument.get("names") or []}
            yield " ".join(path), names
        for one in below:
            yield from walk(one, path + [one["commandName"]])

    return {name: options for name, options in walk(dump["command"], []) if name != "api"}


def documented():
    """The exit codes of each command as docs/commands.md has them."""
    with open(DOCUMENT, encoding="utf-8") as file:
        rows = re.findall(r"^\| `avviso ([^`]+)` \| ([0-9, ]+) \|", file.read(), re.M)
    return {name: {int(code) for code in codes.split(", ")} for name, codes in rows}


class Walk:
    """The commands in a workplace whose data, keys and files are there."""

    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.data = ["--data", workplace.data]
        self.key = ["--signing-key", workplace.signing_key]
        self.signed = ["--author", "ada", "--reason", "a test"]
        self.pool = ThreadPoolExecutor(4)
        # By kind of check, the commands at which it is tried.
        self.chosen = {}
        # Where commands run; nothing may be left in it.
        self.here = os.path.join(workplace.folder, "here")
        os.mkdir(self.here)

    def path(self, name, content=None):
        path = os.path.join(self.workplace.folder, name)
        if content is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)
        return path

    def run(self, name, arguments, settings=None, stdout=subprocess.PIPE):
        return subprocess.run(
            [self.workplace.avviso, *name.split(), *arguments], env=harness.clean_environment(settings),
            stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=120, check=False, cwd=self.here,
        )

    def code(self, name, arguments, expected, settings=None):
        """Calls a command and expects the exit code; returns what it said on both."""
        found = self.run(name, arguments, settings)
        shown = f"avviso {name} {' '.join(arguments)}"
        said = found.stderr.strip()
        self.checks.equal(found.returncode, expected, f"{shown}: {said[-300:]}")
        if expected in (1, 64):
            self.checks.check(said and "Fatal" not in said and " at /" not in said, f"{shown} says: {said[:300]!r}")
            self.checks.check(found.stdout == "" or name == "detect", f"{shown} prints {found.stdout[:100]!r}")
        return found

    def newest_package(self, server):
        """The hour of the package that the server made at its start: the last one, unless an hour has ended since."""
        for ago in (1, 2):
            hour = time.gmtime(time.time() - 3600 * ago)
            path = f"{PACKAGES}/{time.strftime('%Y-%m-%d', hour)}/hour/{hour.tm_hour}"
            if wire.request(server.public, "GET", path).status == 200:
                return hour
        raise RuntimeError("no package was made at the start")

    def prepare(self):
        """Makes what the commands need, by the commands."""
        with self.workplace.start(["config", "portal", "analytics", "publication", "distribution"]) as server:
            self.package = self.newest_package(server)
        keys = '[{"key_data": "tTS5ZUuiHc1gqbPhfWIEQw==", "rolling_start_interval_number": 2653344}]'
        self.times = ["--start", "2020-06-13T00:00:00Z", "--end", "2020-06-14T00:00:00Z"]
        create = ["--keys", self.path("keys.json", keys), *self.key, *self.times]
        self.created = lambda out: [*create, "--out", self.path(out)]
        self.code("export create", self.created("export.zip"), 0)
        self.sightings = self.path("phone.csv", "identifier,metadata,rssi,time,previous_scan\n"
                                   "1b013a80678747f73b140e8e3e46a3aa,919c3296,-57,1592044860,1592044560\n")
        self.results = self.path("results.csv", "code,result\nE1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B,positive\n")
        self.detect = ["--exports", self.path("export.zip"), "--sightings", self.sightings]
        found = self.run("detect", [*self.detect, "--json"])
        self.path("result.json", found.stdout)
        self.folder = ["--signing-key", self.path("ring")]
        self.code("keys init", self.folder, 0)
        self.code("emulate attestation init", ["--out", self.path("emulator")], 0)
        self.code("settings export", ["--out", self.path("settings.yaml"), *self.data], 0)
        self.code("settings-coronawarn export", ["--out", self.path("phones.json"), *self.data], 0)
        self.code("operator create", ["anna", *self.data], 0)
        for laboratory in ("lab-one", "lab-to-revoke"):
            self.code("lab create", [laboratory, *self.data], 0)
        self.code("association key", ["--out", self.path("authority.key")], 0)
        for country in ("DK", "IT"):
            self.code("federation add", self.partner(country), 0)

    def partner(self, country, server="https://localhost:8443"):
        """The arguments that add a partner."""
        return [country, "--name", f"authority-{country}", "--server", server, "--public-key",
                self.workplace.public_key_file, "--set", "federation.countries=DK IT", *self.data]

    def cases(self):
        """Arguments by command and exit code."""
        path, data, otp = self.path, self.data, immuni.new_otp()
        issue = ["--in", path("emulator"), "--kind", "safety-net"]
        raw = ["--unprotected", "--operator", "ada", "--reason", "a test", "--statistic", "working"]
        none = ["--data", path("none")]
        start = ["--preset", "demo", "--unsigned", *data]
        public = ["--public-key", self.workplace.public_key_file]
        day = ["--symptoms-started-on", immuni.today(-1)]
        distribute = [*self.key, "--unsigned"]
        package = ["DE", time.strftime("%Y-%m-%d", self.package), "--hour", str(self.package.tm_hour)]
        return {
            "serve": {1: ["--data", "/proc/none"], 64: ["--public", "nowhere"]},
            "demo": {1: ["--public-key", path("none.pem")], 64: ["--minutes", "0"]},
            "phone": {1: ["--server", "http://127.0.0.1:1", "--public-key", path("none.pem")],
                      64: ["--server", "nowhere", *public]},
            "publish": {0: [*data, *self.key], 1: [*none, *self.key], 64: ["again"]},
            "cleanup": {0: data, 1: none, 64: ["again"]},
            "check": {1: ["--signing-key", path("none.pem"), *start], 2: [*self.key, *start], 64: ["gateway"]},
            "clock status": {0: data, 1: none, 64: ["again"]},
            "clock confirm": {0: data, 1: none, 64: ["again"]},
            "clock repair": {0: data, 1: none, 64: ["again"]},
            "config show": {0: [], 1: ["--config", path("none.yaml")], 64: ["--set", "otp.lifetime=soon"]},
            "config nginx": {0: ["--name", "a.example"], 1: ["--name", "a;b"], 64: ["--name", "a.example", "--key", "b.pem"]},
            "otp generate": {0: [], 64: ["--count", "0"]},
            "plan": {0: ["--phones", "5e6"], 1: none, 64: ["--phones", "0"]},
            "load": {1: ["--workflow", "immuni", "--public", "http://127.0.0.1:1", "--internal", "http://127.0.0.1:1"],
                     64: ["--workflow", "immuni", "--public", "http://localhost:1", "--internal", "http://127.0.0.1:1"]},
            "otp check": {0: ["KJ23IWY5UJ"], 1: ["KJ23IWY5UU"], 64: []},
            "otp authorise": {1: [otp, *day, "--server", "http://127.0.0.1:1"], 64: [otp, "--symptoms-started-on", "x"]},
            "association key": {0: ["--out", path("association.key")], 1: ["--out", self.workplace.signing_key], 64: []},
            "association public-key": {0: [path("authority.key")], 1: [self.workplace.signing_key], 64: []},
            "association attestation-key": {0: [path("authority.key")], 1: [self.workplace.signing_key], 64: []},
            "association code": {1: ["--first-day", immuni.today(-1), *none], 64: ["--first-day", "yesterday", *data]},
            "association code-counts": {1: none, 64: ["again"]},
            "association held list": {1: none, 64: ["again"]},
            "association held release": {1: ["00" * 16, "--batches", "1", *none], 64: ["00" * 16, *data]},
            "association held refuse": {1: ["00" * 16, *none], 64: ["1", *data]},
            "keys generate": {0: ["--out", path("new.pem")], 1: ["--out", self.workplace.signing_key], 64: []},
            "keys init": {0: ["--signing-key", path("ring-2")], 1: self.folder, 64: ["--data", path("none")]},
            "keys rotate": {0: self.folder, 1: ["--signing-key", path("none")], 64: ["v2"]},
            "keys retire": {1: ["v9", *self.folder], 64: []},
            "keys list": {0: self.folder, 1: self.key, 64: ["v1"]},
            "keys public": {0: self.folder, 1: ["--signing-key", path("none")], 64: ["v1"]},
            "tls demo-ca": {0: ["--out", path("tls")], 1: ["--out", "/proc/none"], 64: ["--out", path("x"), "--days", "0"]},
            "export inspect": {0: [path("export.zip")], 1: [path("keys.json")], 64: []},
            "export verify": {0: [path("export.zip"), *public], 1: [path("keys.json"), *public], 64: [path("export.zip")]},
            "export create": {0: self.created("other.zip"), 1: self.created("export.zip"),
                              64: [*self.created("x.zip"), "--batch", "2/1"]},
            "migrate": {0: data, 1: ["--data", "/proc/none"], 64: ["again"]},
            "settings show": {0: data, 1: none, 64: ["no_such_setting", *data]},
            "settings set": {0: ["teks_max_info_count=500", *self.signed, *data],
                             1: ["teks_packet_size=1", *self.signed, *data], 64: ["teks_packet_size=1", *data]},
            "settings list": {0: [], 64: ["again"]},
            "settings history": {0: data, 1: none, 64: ["again"]},
            "settings diff": {0: ["1", "1", *data], 1: ["1", "99", *data], 64: ["one", *data]},
            "settings revert": {0: ["1", *self.signed, *data], 1: ["99", *self.signed, *data], 64: ["one"]},
            "settings export": {0: data, 1: ["--revision", "99", *data], 64: ["--force", *data]},
            "settings import": {0: [path("settings.yaml"), *self.signed, *data],
                                1: [path("keys.json"), *self.signed, *data], 64: [path("settings.yaml"), *data]},
            "operator create": {0: ["bruno", *data], 1: ["anna", *data], 64: ["Anna!", *data]},
            "operator list": {0: data, 1: none, 64: ["again"]},
            "operator disable": {0: ["anna", *data], 1: ["nobody", *data], 64: []},
            "operator reset": {0: ["anna", *data], 1: ["nobody", *data], 64: []},
            "operator audit": {0: data, 1: none, 64: ["--days", "0", *data]},
            "operator token": {0: ["anna", "--role", "hotline", *data], 1: ["nobody", "--revoke", *data],
                               64: ["anna", "--role", "boss", *data]},
            "distribute run": {0: [*distribute, *data], 1: [*distribute, *none], 64: ["again"]},
            "distribute revoke": {0: [*package, *self.signed, *distribute, *data],
                                  1: ["DE", "2019-01-01", *self.signed, *distribute, *data],
                                  64: ["DE", "2019-01-01", "--hour", "24", *self.signed, *distribute, *data]},
            "settings-coronawarn show": {0: data, 1: ["--revision", "99", *data], 64: ["again"]},
            "settings-coronawarn set": {0: ["downloadInterval=7200", *self.signed, *data],
                                        1: ["downloadInterval=1", *self.signed, *data],
                                        64: ["downloadInterval", *self.signed, *data]},
            "settings-coronawarn history": {0: data, 1: none, 64: ["again"]},
            "settings-coronawarn diff": {0: ["0", "0", *data], 1: ["0", "99", *data], 64: ["one", *data]},
            "settings-coronawarn revert": {0: ["0", *self.signed, *data], 1: ["99", *self.signed, *data], 64: ["one"]},
            "settings-coronawarn export": {0: ["--out", path("phones-2.json"), *data],
                                           1: ["--out", path("phones.json"), *data], 64: data},
            "settings-coronawarn import": {0: [path("phones.json"), *self.signed, *data],
                                           1: [path("keys.json"), *self.signed, *data], 64: [path("phones.json"), *data]},
            "lab create": {0: ["lab-two", *data], 1: ["lab-one", *data], 64: ["lab one", *data]},
            "lab rotate": {0: ["lab-one", *data], 1: ["nobody", *data], 64: ["lab-one", "--overlap-days", "61", *data]},
            "lab flyers": {0: ["--count", "1", "--language", "de", "--out", path("flyers")],
                           1: ["--language", "de", "--out", "/proc/none"], 64: ["--language", "la", "--out", path("x")]},
            "lab send": {0: [self.results, "--preview"], 1: [path("none.csv"), "--preview"],
                         64: [self.results, "--server", "http://a.example", "--key-file", path("x")]},
            "lab list": {0: data, 1: none, 64: ["again"]},
            "lab revoke": {0: ["lab-to-revoke", *data], 1: ["nobody", *data], 64: []},
            "federation add": {0: self.partner("DK"), 1: self.partner("FR"), 64: self.partner("DK", "http://localhost")},
            "federation list": {0: data, 1: none, 64: ["again"]},
            "federation batches": {0: data, 1: none, 64: ["again"]},
            "federation pause": {0: ["DK", *data], 1: ["FR", *data], 64: ["Denmark", *data]},
            "federation resume": {0: ["DK", *data], 1: ["FR", *data], 64: ["EUR", *data]},
            "federation rewind": {0: ["DK", "0", *data], 1: ["FR", "0", *data], 64: ["DK", "2147483648", *data]},
            "federation remove": {0: ["IT", *data], 1: ["FR", *data], 64: []},
            "federation exchange": {0: data, 1: none, 64: ["again"]},
            "detect": {0: self.detect, 1: [*self.detect[:3], path("none.csv")], 64: [*self.detect, "--now", "noon"]},
            "sightings import": {0: [self.sightings, "--out", path("phone.json")],
                                 1: [path("keys.json"), "--out", path("x.json")], 64: [self.sightings]},
            "sightings export": {0: [self.sightings, "--format", "csv", "--out", path("other.csv")],
                                 1: [path("keys.json"), "--format", "csv", "--out", path("x.csv")],
                                 64: [self.sightings, "--format", "xml", "--out", path("x.xml")]},
            "risk plot": {0: [path("result.json"), "--out", path("risk.svg")],
                          1: [path("keys.json"), "--out", path("x.svg")],
                          64: [path("result.json"), "--out", path("risk.png")]},
            "risk parameters": {0: ["--rule", "cwa"], 64: ["--rule", "none"]},
            "analytics report": {0: data, 1: none, 64: ["--from", "soon", *data]},
            "analytics ledger": {0: data, 1: none, 64: ["--format", "xml", *data]},
            "analytics release": {0: data, 1: none, 64: ["--renew", *data]},
            "analytics raw": {0: [*raw, *data], 1: [*raw, *none], 64: ["--statistic", "working", *data]},
            "analytics audit": {0: data, 1: none, 64: ["again"]},
            "analytics provinces": {0: [], 64: ["again"]},
            "analytics penetration-template": {0: [], 64: ["again"]},
            "emulate attestation init": {0: ["--out", path("emulator-2")], 1: ["--out", path("emulator")],
                                         64: ["--out", path("x"), "--days", "0"]},
            "emulate attestation issue": {0: [*issue, "--province", "RM", "--request"],
                                          1: ["--in", path("none"), *issue[2:], "--province", "RM", "--request"],
                                          64: [*issue, "--binding", "00" * 32, "--flags", "1110"]},
            "emulate devicecheck": {1: ["--public-key", path("none.pem")],
                                    64: [*public, "--certificate", "x", "--certificate-key", "y", "--folder", "z"]},
            "simulate analytics": {1: ["--keep", self.workplace.folder], 64: ["--phones", "0"]},
        }

    def choose(self, known, cases):
        """Chooses the commands of each kind of check: all of those to which it applies, or each twelfth."""
        applies = {
            "help": lambda name, options: True,
            "unknown option": lambda name, options: True,
            "json": lambda name, options: 0 in cases[name] and name not in ONCE and "json" in options,
            "full disk": lambda name, options: 0 in cases[name] and name not in ONCE,
            "set": lambda name, options: "set" in options,
            "data": lambda name, options: "data" in options and name not in MAKES_DATA,
            "signing-key": lambda name, options: "signing-key" in options and name not in (
                "config show", "keys init", *harness.extent(SAYS_NO_NAME, ())),
            "out": lambda name, options: "out" in options,
        }
        for kind, does_apply in applies.items():
            self.chosen[kind] = set([name for name in sorted(known) if does_apply(name, known[name])][::STEP])
            self.checks.check(self.chosen[kind], f"no command for the checks of {kind}")
        # Of those that write a file, also one that replaces a file if it is told to, and one that never does.
        for is_replacing in (True, False):
            self.chosen["out"].add(next(name for name in sorted(known) if "out" in known[name]
                                        and ("force" in known[name]) == is_replacing))

    def one(self, name, cases):
        """Every check of one command."""
        if name in self.chosen["help"]:
            self.code(name, ["--help"], 0)
        if name in self.chosen["unknown option"]:
            self.code(name, ["--no-such-option"], 64)
        for code, arguments in sorted(cases.items()):
            found = self.code(name, arguments, code)
            if code == 0 and name in self.chosen["json"]:
                self.is_json(name, arguments)
            if code == 0 and found.stdout and name in self.chosen["full disk"]:
                self.full_disk(name, arguments)
        self.reads_settings(name, cases[0] if 0 in cases else cases[1])

    def is_json(self, name, arguments):
        found = self.code(name, [*arguments, "--json"], 0)
        try:
            for line in [found.stdout] if found.stdout.count("\n") < 2 else found.stdout.splitlines():
                json.loads(line)
        except ValueError:
            try:
                json.loads(found.stdout)
            except ValueError:
                self.checks.check(False, f"avviso {name} --json prints {found.stdout[:200]!r}")

    def full_disk(self, name, arguments):
        with open("/dev/full", "w", encoding="utf-8") as full:
            found = self.run(name, arguments, stdout=full)
        self.checks.equal(found.returncode, 1, f"avviso {name} with a full disk: {found.stderr[-200:]}")

    def reads_settings(self, name, arguments):
        """Each option that names settings is looked at: what is wrong with its value is told."""
        missing = self.path("no-such-place")
        if name in self.chosen["set"]:
            self.code(name, [*arguments, "--set", "otp.livetime=1s"], 64)
            self.code(name, [*arguments, "--set", "otp.lifetime=soon"], 64)
            found = self.code(name, [*arguments, "--config", missing], 1)
            self.checks.check(missing in found.stderr, f"avviso {name} --config does not name the file")
            found = self.code(name, arguments, 1, {"OTP_LIFETIME": "soon"})
            self.checks.check("AVVISO_OTP_LIFETIME" in found.stderr, f"avviso {name}: a wrong variable is not named")
        if name in self.chosen["data"]:
            found = self.code(name, [*arguments, "--data", missing], 1)
            self.checks.check(missing in found.stderr, f"avviso {name} --data does not name the folder")
        if name in self.chosen["signing-key"]:
            found = self.code(name, [*arguments, "--signing-key", missing], 1)
            self.checks.check(missing in found.stderr or name in SAYS_NO_NAME, f"avviso {name} --signing-key is not read")
        self.checks.check(not os.path.exists(missing), f"avviso {name} made {missing}")

    def files(self, known, cases):
        """What writes a file replaces none, unless it is told to."""
        for name, options in known.items():
            if "out" not in options:
                continue
            self.checks.equal("force" in options, name not in NEVER_REPLACE, f"avviso {name} has --force")
            if name not in self.chosen["out"]:
                continue
            arguments = cases[name][0]
            if "--out" not in arguments:
                arguments = [*arguments, "--out", self.path("settings.yaml")]
            out = arguments[arguments.index("--out") + 1]
            before = self.content(out)
            found = self.code(name, arguments, 1)
            self.checks.check("exists" in found.stderr, f"avviso {name} does not say that the file exists")
            self.checks.equal(self.content(out), before, f"avviso {name}: the file of a refused command")
            if "force" in options:
                self.path(os.path.basename(out), "old")
                self.code(name, [*arguments, "--force"], 0)
                self.checks.check(self.content(out) not in (b"old", b""), f"avviso {name} --force did not replace")

    @staticmethod
    def content(path):
        if os.path.isdir(path):
            return sorted(os.listdir(path))
        with open(path, "rb") as file:
            return file.read()

    def oddities(self):
        """What has no place in the table."""
        if harness.EVERY:
            self.rarities()
        folder = self.path("exports")
        os.mkdir(folder)
        shutil.copy(self.path("export.zip"), folder)
        self.path("exports/damaged.zip", "no export")
        self.code("detect", ["--exports", folder, *self.detect[2:]], 2)
        self.code("operator create", ["carla", "--data", self.path("typo")], 1)
        self.checks.check(not os.path.exists(self.path("typo")), "operator create made a mistyped folder")
        self.code("keys rotate", ["--now", *self.folder], 0)
        self.code("keys retire", ["v1", *self.folder], 0)
        self.checks.equal(os.listdir(self.here), [], "what the commands left where they were called")

    def rarities(self):
        """The oddities that are in no row of docs/commands.md."""
        self.code("settings set", ["teks_max_info_count=499", "--reason", "no user", *self.data], 0)
        nobody = {name: value for name, value in os.environ.items() if name not in ("USER", "LOGNAME", "SUDO_USER")}
        found = subprocess.run(
            [self.workplace.avviso, "settings", "set", "teks_max_info_count=498", "--reason", "no user", *self.data],
            env={name: value for name, value in nobody.items() if not name.startswith("AVVISO_")},
            capture_output=True, text=True, check=False,
        )
        self.checks.equal(found.returncode, 0, f"settings set without a user in the environment: {found.stderr}")
        authors = json.loads(self.run("settings history", ["--json", *self.data]).stdout)
        self.checks.check(authors[0]["author"], "a change without a user in the environment has an author")
        for name in ("publish", "cleanup", "analytics release"):
            more = self.key if name == "publish" else []
            self.code(name, ["--now", *self.data, *more], 0)
            self.checks.check("--now" not in self.run(name, ["--help"]).stdout, f"avviso {name} --help shows --now")
        self.code("migrate", ["--data", self.path("fresh")], 0)
        self.code("operator create", ["carla", "--data", self.path("fresh")], 0)
        self.code("export create", [*self.created("/dev/stdout")[:-1], "/dev/null"], 0)
        for code, more in ((1, ["--now"]), (1, ["--key-version", "v7"]), (0, [])):
            folder = self.path(f"ring-{len(more)}{code}{more[:1]}")
            self.run("keys init", ["--signing-key", folder])
            if more[:1] == ["--key-version"]:
                self.run("keys rotate", ["--signing-key", folder])
            self.code("keys rotate", [*more, "--signing-key", folder], code)
        wrong = [
            ("demo", ["--phones", "--minutes", "5"]), ("demo", ["--platform", "ios"]), ("demo", ["--mishap", "lost-answer"]),
            ("demo", ["--phones", "--workflow", "cwa", "--mishap", "lost-answer"]),
            ("demo", ["--realms", "--keep"]), ("demo", ["--realms", "--workflow", "cwa"]), ("demo", ["--realms", "--phones"]),
            ("otp authorise", ["KJ23IWY5UJ", "--symptoms-started-on", immuni.today(-1), "--ca", "x"]),
            ("otp authorise", ["KJ23IWY5UJ", "--symptoms-started-on", immuni.today(-1), "--server", "https://a",
                               "--client-key", "x"]),
            ("phone", ["--server", "http://127.0.0.1:1", "--public-key", "x", "--ca", "x"]),
        ]
        for name, arguments in wrong:
            self.code(name, arguments, 64)


def main():
    checks = harness.Checks("exit_codes")
    with harness.Workplace(sys.argv[1]) as workplace:
        walk = Walk(checks, workplace)
        walk.prepare()
        known, cases, rows = leaves(workplace.avviso), walk.cases(), documented()
        checks.equal(sorted(cases), sorted(known), "commands with cases here")
        checks.equal(sorted(rows), sorted(known), "commands in docs/commands.md")
        for name in known:
            tried = set(cases[name]) | ({0} if name in ELSEWHERE or name == "keys retire" else set())
            checks.equal(tried | ({2} if name in PARTIAL else set()), rows.get(name), f"avviso {name}: documented codes")
        walk.choose(known, cases)
        # One after the other where they change what others look at.
        both = [name for name in known if name not in ONCE]
        list(walk.pool.map(lambda name: walk.one(name, cases[name]), both))
        for name in sorted(ONCE):
            walk.one(name, cases[name])
        walk.files(known, cases)
        walk.oddities()
    checks.finish()


main()
