"""Reads the packages of an installation as phones do, hour after hour, into the books of `coronawarn_ledger.py`."""

import datetime
import hashlib
import json
import time

import exportfile
import fake_clock
import harness
import wire
from coronawarn import DAY
from coronawarn_ledger import HOUR

TREE = "/version/v1/diagnosis-keys/country"


class PackageReader:
    """What was read, and whether it stays as it was. `address` tells the public listener, `first` is the first hour."""

    def __init__(self, checks, ledger, address, public_key, random, first):
        self.checks, self.ledger, self.address, self.public_key = checks, ledger, address, public_key
        self.random, self.first, self.files = random, first, {}

    def read(self):
        """Reads what is new, and some of what was read before, as phones do."""
        now = hour_now()
        for region in self.ledger.regions:
            listed = {hour for hour in range(self.first, now) if hour // 24 > now // 24 - 2}
            for date in sorted({hour // 24 for hour in listed}):
                expected = sorted(hour % 24 for hour in listed if hour // 24 == date)
                found = self.listing(f"{TREE}/{region}/date/{date_of(date)}/hour", expected)
                self.checks.equal(found, expected, f"hours of {region} on {date_of(date)}")
            for hour in sorted(listed):
                if (region, hour) not in self.ledger.hours:
                    self.ledger.hours[region, hour] = self.package(path_of(region, hour), region)
        known = [path for path in sorted(self.files) if is_offered(path)]
        for path in self.random.sample(known, min(3, len(known))):
            self.unchanged(path)

    def read_days(self):
        """Reads the packages of all days, and everything that was read before once more."""
        for region in self.ledger.regions:
            dates = json.loads(self.get(f"{TREE}/{region}/date"))
            for date in (self.first // 24, self.first // 24 + 1, self.first // 24 + 2):
                if date_of(date) in dates:
                    path = f"{TREE}/{region}/date/{date_of(date)}"
                    self.ledger.days[region, date] = self.package(path, region)
        for path in sorted(self.files):
            if is_offered(path):
                self.unchanged(path)

    def listing(self, path, expected):
        """An index. While two processes write the same indexes, the one that ends first may have left the last of them to
        the other, and the first index of a day may not be there yet."""
        deadline = time.monotonic() + harness.PATIENCE
        found = None
        while found != expected and time.monotonic() < deadline:
            answer = wire.request(self.address(), "GET", path)
            self.checks.check(answer.status in (200, 404), f"{path}: {answer.status}")
            found = json.loads(answer.body) if answer.status == 200 else []
            time.sleep(0 if found == expected else 0.1)
        return found

    def package(self, path, region):
        content = self.get(path)
        self.files[path] = hashlib.sha256(content).digest()
        export = exportfile.read_export(content, self.public_key)
        self.checks.equal(export["region"], region, f"region of {path}")
        keys = exportfile.key_bytes(export)
        self.checks.equal(keys, sorted(keys), f"order of {path}")
        return keys

    def unchanged(self, path):
        self.checks.equal(hashlib.sha256(self.get(path)).digest(), self.files[path], f"{path} is as it was")

    def get(self, path):
        answer = wire.request(self.address(), "GET", path)
        self.checks.equal(answer.status, 200, path)
        return answer.body


def hour_now():
    return int(fake_clock.now()) // HOUR


def is_offered(path):
    date = datetime.date.fromisoformat(path.split("/date/")[1][:10])
    return (date - datetime.date(1970, 1, 1)).days > hour_now() // 24 - 2


def date_of(days):
    return datetime.datetime.fromtimestamp(days * DAY, datetime.timezone.utc).strftime("%Y-%m-%d")


def path_of(region, hour):
    return f"{TREE}/{region}/date/{date_of(hour // 24)}/hour/{hour % 24}"
