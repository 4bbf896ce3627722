"""Has `avviso detect` find encounters that this script made with its own cryptography, and compares what each rule says
with its own arithmetic. Then sighting files, charts, bad input, and what the output must never hold.
Usage: detect.py AVVISO

Tier: test
Only here: `avviso detect` finds the encounters that Python made with its own cryptography, agrees with its arithmetic,
  and prints no key, identifier or time.
"""

import base64
import json
import math
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import harness

DAY = 86400
TODAY = 1_600_041_600  # midnight UTC, 2020-09-14
NOW = "2020-09-14T12:00:00Z"
POWER = -20
# A key and three beacons that were really received in June 2020, as published with the framework's test data.
FIELD_KEY, FIELD_START = "b534b9654ba21dcd60a9b3e17d620443", 2653344
FIELD_BEACONS = [(2653408, "1b013a80678747f73b140e8e3e46a3aa", "919c3296", -57),
                 (2653409, "99b8e671e0759ca9532a25ea3f992a8b", "36563b98", -58)]


def derive(key, info):
    return HKDF(hashes.SHA256(), 16, None, info).derive(key)


def beacon(key, interval):
    """The identifier and encrypted metadata that a phone with `key` sends in `interval`."""
    padded = b"EN-RPI" + bytes(6) + interval.to_bytes(4, "little")
    identifier = Cipher(algorithms.AES(derive(key, b"EN-RPIK")), modes.ECB()).encryptor().update(padded)
    plain = bytes([0x40, POWER & 0xFF, 0, 0])
    stream = Cipher(algorithms.AES(derive(key, b"EN-AEMK")), modes.CTR(identifier)).encryptor()
    return identifier, stream.update(plain)


class Encounter:
    """Somebody met for `scans` scans, five minutes apart, at one attenuation, some days ago."""

    def __init__(self, chance, age):
        self.key = bytes(chance.randrange(256) for _ in range(16))
        self.age, self.attenuation = age, chance.randrange(30, 85)
        self.scans = chance.randrange(1, 6)
        self.start = TODAY - age * DAY
        self.level = chance.randrange(1, 9)
        self.report_type = chance.choice([1, 2, 3])

    def sightings(self):
        for scan in range(self.scans):
            time = self.start + 36000 + 300 * scan
            identifier, metadata = beacon(self.key, time // 600)
            yield {"identifier": identifier.hex(), "metadata": metadata.hex(), "rssi": POWER - self.attenuation,
                   "time": time, "previous_scan": time - 300}

    def published(self):
        return {"key_data": base64.b64encode(self.key).decode(), "rolling_start_interval_number": self.start // 600,
                "rolling_period": 144, "transmission_risk_level": self.level, "report_type": self.report_type}


def immuni(met):
    near = 3 if met.attenuation <= 63 else 0
    return near * (5 if met.scans * 5 > 15 else 0)


def cwa(met):
    weight = next((w for end, w in ((63, 0.8), (73, 1), (79, 0.1)) if met.attenuation < end), 0)
    value = {1: 1.4, 2: 1.0, 3: 0.6}[met.report_type]
    return met.scans * 5 * weight * value


def swisscovid(met):
    return met.scans * 5 * (1 if met.attenuation < 55 else 0.5 if met.attenuation < 63 else 0)


def narrow(met):
    weight = next((w for end, w in ((55, 1.75), (67, 1), (75, 0.33)) if met.attenuation <= end), 0)
    return met.scans * 300 * weight * 0.3


# By rule: a meeting's part, how parts of a day add up, from where on it is high, and the oldest day.
RULES = {"immuni": (immuni, max, 12, 99), "cwa": (cwa, sum, 9, 10), "swisscovid": (swisscovid, sum, 15, 10),
         "lfph-narrow": (narrow, sum, 900, 14)}

EVERY_RULE = [*RULES, "immuni-android", "cwa-v1", "lfph-wide", "lfph-narrow-2020", "lfph-wide-2020"]
# Two rules that add up a day in different ways are enough to hold the command to them; Swift tests hold each rule to vectors.
CHOSEN_RULES = harness.extent(["immuni", "cwa"], list(RULES))
EXPLAINED_RULES = harness.extent(["cwa", "lfph-wide"], EVERY_RULE)


class Detection:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.folder = os.path.join(workplace.folder, "chunks")
        os.mkdir(self.folder)

    def path(self, name, text=None):
        path = os.path.join(self.workplace.folder, name)
        if text is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return path

    def ok(self, *arguments):
        found = self.workplace.run(*arguments)
        self.checks.equal(found.returncode, 0, f"avviso {' '.join(arguments)}: {found.stderr.strip()[-300:]}")
        return found.stdout

    def refused(self, *arguments, code=1):
        found = self.workplace.run(*arguments)
        shown = f"avviso {' '.join(arguments)}"
        self.checks.equal(found.returncode, code, f"{shown} exits")
        said = found.stderr.strip()
        self.checks.check(said and "Fatal error" not in said, f"{shown} says: {said[:300]}")
        return said

    def publish(self, name, keys, day):
        out = os.path.join(self.folder, name)
        self.ok("export", "create", "--keys", self.path("keys.json", json.dumps(keys)), "--out", out, "--signing-key",
                self.workplace.signing_key, "--start", f"2020-09-{day:02}T00:00:00Z", "--end",
                f"2020-09-{day + 1:02}T00:00:00Z")
        return out

    def detect(self, sightings, *more):
        return self.ok("detect", "--exports", self.folder, "--sightings", sightings, "--now", NOW, *more)

    def rules(self):
        """Forty meetings over twelve days, in two exports, under each rule."""
        chance = random.Random(4)
        met = [Encounter(chance, chance.randrange(1, 13)) for _ in range(40)]
        heard = [sighting for one in met for sighting in one.sightings()]
        chance.shuffle(heard)
        sightings = self.path("phone.json", json.dumps(heard))
        strangers = [Encounter(chance, 3).published() for _ in range(50)]
        self.publish("1.zip", [one.published() for one in met[:20]] + strangers, 12)
        self.publish("2.zip", [one.published() for one in met[20:]], 13)
        for rule in CHOSEN_RULES:
            part, combine, high, oldest = RULES[rule]
            expected = {}
            for one in met:
                if one.age <= oldest:
                    expected.setdefault(one.age, []).append(part(one))
            output = self.detect(sightings, "--rule", rule, "--json", "--public-key", self.workplace.public_key_file)
            result = json.loads(output)
            found = {day["date"]: day for day in result["days"]}
            self.checks.equal(len(found), len(expected), f"days under {rule}")
            for age, parts in expected.items():
                date = f"2020-09-{14 - age:02}"
                score = combine(parts)
                self.checks.check(abs(found[date]["score"] - score) < 1e-9,
                                  f"{rule}, {date}: {found[date]['score']} instead of {score}")
                if abs(score - high) > 1e-6:
                    self.checks.equal(found[date]["level"] == "high", score > high, f"level under {rule}, {date}")
            if harness.EVERY or rule == CHOSEN_RULES[0]:
                self.discloses_nothing(sightings, rule, met)
        return sightings

    def discloses_nothing(self, sightings, rule, met):
        for output in (self.detect(sightings, "--rule", rule, "--explain"),
                       self.detect(sightings, "--rule", rule, "--explain", "--json")):
            for one in met:
                self.checks.check(one.key.hex() not in output, f"{rule} prints a key")
                self.checks.check(base64.b64encode(one.key).decode() not in output, f"{rule} prints a key")
                for sighting in one.sightings():
                    self.checks.check(sighting["identifier"] not in output, f"{rule} prints an identifier")
                    self.checks.check(str(sighting["time"]) not in output, f"{rule} prints a time")
            self.checks.check(not re.search(r"\d\d:\d\d", output), f"{rule} prints a time of day")

    def explanation(self, sightings):
        """Under every rule the numbers of an explanation lead to each day's score, and to the whole."""
        for rule in EXPLAINED_RULES:
            result = json.loads(self.detect(sightings, "--rule", rule, "--explain", "--json"))
            scores = {day["date"]: day["score"] for day in result["days"]}
            explained = result["explanation"]
            self.checks.equal([day["date"] for day in explained["days"]], list(scores), f"explained days under {rule}")
            for day in explained["days"]:
                values = [replay(one) for one in day["contributions"]]
                total = sum(values) if day["combination"] == "sum" else max(values)
                self.checks.check(abs(total - scores[day["date"]]) < 1e-9, f"explanation of {day['date']} under {rule}")
            last = replay(explained["overall"]) if "overall" in explained else max(scores.values())
            self.checks.check(abs(last - result["score"]) < 1e-9, f"the whole explanation under {rule}")

    def damaged(self, sightings):
        """A damaged export stops nothing but itself."""
        before = self.detect(sightings, "--json")
        with open(os.path.join(self.folder, "0-damaged.zip"), "wb") as file:
            file.write(b"PK\x03\x04 nothing")
        found = self.workplace.run("detect", "--exports", self.folder, "--sightings", sightings, "--now", NOW, "--json")
        self.checks.equal(found.stdout, before, "what is detected beside a damaged export")
        self.checks.equal(found.returncode, 2, "detection beside a damaged export exits")
        self.checks.check("0-damaged.zip is left out: the zip archive is truncated" in found.stderr,
                          f"the damaged export is named: {found.stderr}")
        self.refused("detect", "--exports", os.path.join(self.folder, "0-damaged.zip"), "--sightings", sightings)
        os.truncate(os.path.join(self.folder, "0-damaged.zip"), 66 << 20)
        said = self.refused("detect", "--exports", self.folder, "--sightings", sightings, "--now", NOW, code=2)
        self.checks.check("0-damaged.zip is left out: the file" in said, f"a file that is too large is named: {said}")
        os.remove(os.path.join(self.folder, "0-damaged.zip"))

    def repeated(self, sightings):
        """A file that comes again changes nothing."""
        before = self.detect(sightings, "--rule", "cwa", "--json")
        again = os.path.join(self.folder, "0-again.zip")
        shutil.copy(os.path.join(self.folder, "2.zip"), again)
        self.checks.equal(self.detect(sightings, "--rule", "cwa", "--json"), before, "detection with a file twice")
        os.remove(again)

    def signer(self, sightings):
        """What somebody else signed is left out, and nothing of it comes out."""
        with harness.Workplace(self.workplace.avviso) as stranger:
            said = self.refused("detect", "--exports", self.folder, "--sightings", sightings, "--public-key",
                                stranger.public_key_file)
        for name in ("1.zip", "2.zip"):
            self.checks.check(f"{name} is left out: the signature" in said, f"a foreign export is named: {said}")

    def interrupted(self, sightings):
        """At a terminal a long match shows how far it is, and ends on Ctrl-C without a trace of the bar."""
        folder = self.path("many")
        os.mkdir(folder)
        for number in range(40_000):
            os.symlink(os.path.join(self.folder, "1.zip"), os.path.join(folder, f"{number}.zip"))
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [self.workplace.avviso, "detect", "--exports", folder, "--sightings", sightings], stderr=slave,
            stdout=subprocess.PIPE, env=harness.clean_environment())
        self.workplace.processes.append(process)
        os.close(slave)
        shown = b""
        while b"files" not in shown:
            shown += os.read(master, 4096)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=harness.PATIENCE)
        self.checks.equal(process.returncode, 128 + signal.SIGINT, "a detection that was stopped exits")
        self.checks.equal(output, b"", "a detection that was stopped prints")
        while not shown.endswith(b"stopped\r\n"):
            shown += os.read(master, 4096)
        os.close(master)
        self.checks.check(re.search(rb"\r\[#*\.+\] \d+ of 40000 files, \d+ keys", shown), f"the bar: {shown[-200:]}")
        self.checks.check(shown.endswith(b"\r\x1b[Kavviso: stopped\r\n"), f"the bar is taken away: {shown[-200:]}")

    def configuration(self, sightings):
        parameters = self.ok("risk", "parameters", "--rule", "cwa")
        same = self.path("cwa.json", parameters)
        self.checks.equal(self.detect(sightings, "--rule", "cwa", "--config", same, "--json"),
                          self.detect(sightings, "--rule", "cwa", "--json"), "the published parameters from a file")
        muting = json.loads(parameters)
        muting["trlFilters"] = [{"dropIfTrlInRange": {"min": 0, "max": 8}}]
        said = self.refused("detect", "--exports", self.folder, "--sightings", sightings, "--rule", "cwa", "--config",
                            self.path("muting.json", json.dumps(muting)))
        self.checks.check("nobody could ever be notified" in said, f"a muting set is refused with a reason: {said}")

    def files(self, sightings):
        """Sightings go through every format unchanged."""
        with open(sightings, encoding="utf-8") as file:
            original = {json.dumps(sighting, sort_keys=True) for sighting in json.load(file)}
        path = sightings
        for form in ("csv", "capture", "json"):
            out = self.path(f"phone.{form}.txt")
            self.ok("sightings", "export", path, "--format", form, "--out", out)
            path = out
        self.ok("sightings", "import", path, "--out", self.path("again.json"))
        with open(self.path("again.json"), encoding="utf-8") as file:
            again = {json.dumps(sighting, sort_keys=True) for sighting in json.load(file)}
        self.checks.equal(again, original, "sightings after three formats")
        self.checks.equal(self.detect(self.path("phone.csv.txt"), "--json"), self.detect(sightings, "--json"),
                          "detection from CSV")

    def field(self):
        """Beacons that were really received, as a capture of the framework's own database."""
        lines = []
        for interval, identifier, metadata, rssi in FIELD_BEACONS:
            time = interval * 600 + 60
            scan = b"\x08" + varint(time) + b"\x12\x01" + bytes([rssi & 0xFF])
            value = b"\x0a" + varint(len(scan)) + scan + b"\x12\x04" + bytes.fromhex(metadata)
            lines.append((time // DAY).to_bytes(2, "big").hex() + identifier + " " + value.hex())
        capture = self.path("field.txt", "\n".join(lines) + "\n")
        keys = [{"key_data": base64.b64encode(bytes.fromhex(FIELD_KEY)).decode(),
                 "rolling_start_interval_number": FIELD_START}]
        export = self.publish("field.zip", keys, 1)
        output = self.ok("detect", "--exports", export, "--sightings", capture, "--rule", "cwa", "--explain", "--json",
                         "--now", "2020-06-14T00:00:00Z")
        os.remove(export)
        result = json.loads(output)
        self.checks.equal([day["date"] for day in result["days"]], ["2020-06-13"], "the day of the field beacons")
        # Attenuations of 43 and 34 dB; two minutes each, as nobody knows the scan before; weight 0.8, value 1.4.
        self.checks.check(abs(result["days"][0]["score"] - 4 * 0.8 * 1.4) < 1e-9, f"score of the field beacons: {output}")

    def pictures(self, sightings):
        result = self.path("result.json", self.detect(sightings, "--rule", "cwa", "--json"))
        for name in ("chart.svg", "chart.html"):
            self.ok("risk", "plot", result, "--out", self.path(name))
        tree = xml.etree.ElementTree.parse(self.path("chart.svg"))
        bars = [title.text for title in tree.iter("{http://www.w3.org/2000/svg}title") if title.text[:5] == "2020-"]
        scores = [day for day in json.loads(self.detect(sightings, "--rule", "cwa", "--json"))["days"] if day["score"]]
        self.checks.equal(len(bars), len(scores), "bars of the chart")
        self.refused("risk", "plot", result, "--out", self.path("chart.png"), code=64)
        said = self.refused("risk", "plot", self.path("nowhere"), "--out", self.path("chart.svg"))
        self.checks.check("cannot be read" in said, f"a file that is not there: {said}")
        self.refused("risk", "plot", self.path("phone.json"), "--out", self.path("chart.svg"))

    def wrong(self, sightings):
        self.refused("detect", "--exports", self.path("nowhere"), "--sightings", sightings)
        if not harness.EVERY:
            return
        self.refused("detect", "--exports", self.folder, "--sightings", self.path("nowhere"))
        self.refused("detect", "--exports", self.folder, "--sightings", self.path("bad.csv", "identifier\nx\n"))
        self.refused("detect", "--exports", self.folder, "--sightings", sightings, "--rule", "roulette", code=64)
        self.refused("detect", "--exports", self.folder, "--sightings", sightings, "--now", "noon", code=64)
        self.refused("detect", "--exports", self.workplace.folder, "--sightings", sightings)
        self.refused("sightings", "export", sightings, "--format", "xml", "--out", self.path("x"), code=64)


def replay(contribution):
    """The score of a contribution, from its numbers alone."""
    value = sum(part["amount"] * part["weight"] for part in contribution["parts"])
    for factor in contribution["factors"]:
        value *= factor["value"]
    value /= contribution["divisor"]
    steps = {"exact": None, "whole": 1, "hundredths": 100}[contribution["rounding"]]
    value = value if steps is None else math.floor(value * steps + 0.5) / steps
    return 0 if contribution.get("exclusion") else value


def varint(value):
    parts = []
    while value >= 0x80:
        parts.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(parts + [value])


def main():
    checks = harness.Checks("detect")
    with harness.Workplace(sys.argv[1]) as workplace:
        detection = Detection(checks, workplace)
        sightings = detection.rules()
        detection.field()
        for step in (detection.explanation, detection.configuration, detection.files, detection.pictures,
                     detection.damaged, detection.repeated, detection.signer, detection.interrupted, detection.wrong):
            step(sightings)
    checks.finish()


main()
