"""The tree of Corona-Warn's packages on a clock that is moved from outside, for the tests that look at it."""

import contextlib
import datetime
import hashlib
import json
import os
import time

import exportfile
import fake_clock
import harness
import wire
from coronawarn import DAY, Services, day_start, guid, key, nonce, payload

HOUR = 3600
TREE = "/version/v1/diagnosis-keys/country"
CONFIGURATIONS = (
    "/version/v1/configuration/country/DE/app_config", "/version/v1/app_config_ios", "/version/v1/app_config_android",
    "/version/v2/app_config_ios", "/version/v2/app_config_android",
)
SERVICES = ("laboratory", "verification", "submission", "distribution")
# The server leaves its jobs to the test, which runs them at moments that it chooses.
SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "SUBMISSION_MAX_KEYS": "100", "WORK": "requests",
}


def date_of(hour):
    """The date of an hour that is counted since 1970."""
    return datetime.datetime.fromtimestamp(hour * HOUR, datetime.timezone.utc).strftime("%Y-%m-%d")


def date_path(hour, region="DE"):
    return f"{TREE}/{region}/date/{date_of(hour)}"


def path_of(hour, region="DE"):
    return f"{date_path(hour, region)}/hour/{hour % 24}"


@contextlib.contextmanager
def installation(checks, avviso, settings=None, **more):
    """The tree of a new installation."""
    with harness.Workplace(avviso) as workplace:
        clock = fake_clock.FakeClock(workplace.folder)
        workplace.avviso = clock.wrap(workplace.avviso)
        yield Tree(checks, workplace, clock, settings, **more)


class Tree:
    """A server that takes keys, and the tree that phones see. `midnight` begins a day, in hours since 1970."""

    def __init__(self, checks, workplace, clock, settings=None, services=SERVICES, at=8 * HOUR + 600):
        self.checks, self.workplace, self.clock = checks, workplace, clock
        self.settings = SETTINGS | (settings or {})
        self.midnight = (int(time.time()) // DAY + 1) * 24
        clock.move_to(self.midnight * HOUR + at)
        made = workplace.run("lab", "create", "lab-one", "--data", workplace.data)
        self.lab = made.stdout.strip()
        self.server = workplace.start(services, self.settings).wait_ready()
        self.services = Services(self.server)
        if "distribution" in services:
            self.distribute()

    @property
    def hour(self):
        """The present hour, counted since 1970."""
        return int(fake_clock.now()) // HOUR

    # The clock

    def move(self, hours, seconds=600):
        """Moves to `seconds` after the beginning of the hour that is `hours` after midnight."""
        self.clock.move_to((self.midnight + hours) * HOUR + seconds)

    def next_hour(self, hours=1):
        self.clock.advance(HOUR * hours)
        self.distribute()

    # Commands

    def run(self, *arguments, **settings):
        place = self.workplace
        return place.run(
            *arguments, "--data", place.data, "--signing-key", place.signing_key, "--message-signing-key",
            place.message_key, settings=self.settings | settings,
        )

    def distribute(self):
        done = self.run("distribute", "--json")
        self.checks.equal(done.returncode, 0, f"exit of distribute: {done.stderr}")
        return json.loads(done.stdout)

    def restart(self, services):
        self.server.stop()
        self.server = self.workplace.start(services, self.settings).wait_ready()
        self.services.server = self.server

    # Phones

    def get(self, path, method="GET", **headers):
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        return wire.request(self.server.public, method, path, fields)

    def index(self, path):
        """The array of an index; None if there is none."""
        answer = self.get(path)
        return json.loads(answer.body) if answer.status == 200 else None

    def hours(self, hour, region="DE"):
        """The hours that are listed for the date of an hour."""
        return self.index(f"{date_path(hour, region)}/hour")

    def package(self, path):
        """The verified content of a package; None if there is none."""
        answer = self.get(path)
        return exportfile.read_export(answer.body, self.workplace.public_key) if answer.status == 200 else None

    def keys(self, path):
        """The bytes of a package's keys in their order; None if there is no package."""
        export = self.package(path)
        return None if export is None else exportfile.key_bytes(export)

    def tan(self):
        """A TAN after a positive result."""
        identifier = guid()
        assert self.services.send(self.lab, [(identifier, 2)]).status == 204
        return self.services.issued(self.services.registered(identifier, padding=nonce()), padding=nonce())

    def upload(self, count, days=-1, period=144, levels=(5,), **more):
        """Uploads keys of the day `days` from today, and returns their bytes, sorted."""
        start = day_start(fake_clock.now()) + 144 * days
        data = [os.urandom(16) for _ in range(count)]
        keys = [key(start, data=each, period=period, level=levels[at % len(levels)]) for at, each in enumerate(data)]
        answer = self.services.upload(payload(keys, **more), self.tan())
        self.checks.equal(answer.status, 200, "an upload")
        return sorted(data)

    def file(self, path):
        """The place in the object storage of what has this path."""
        *folders, name = path.strip("/").split("/")
        return os.path.join(self.workplace.data, "chunks", *(folder + "+" for folder in folders), name)

    def files(self):
        """By path in the tree, what tells one writing of a package's file from another."""
        found = {}
        root = os.path.join(self.workplace.data, "chunks", "version+")
        for folder, _, names in os.walk(root):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    if file.read(2) == b"PK":
                        facts = os.stat(path)
                        file.seek(0)
                        digest = hashlib.sha256(file.read()).hexdigest()
                        found[path[len(root):].replace("+", "")] = (facts.st_ino, facts.st_mtime_ns, digest)
        return found
