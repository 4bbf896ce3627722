"""Corona-Warn's services as processes of their own, which are killed and started again while callers use them."""

import contextlib
import os
import random
import subprocess
import threading
import time

import fake_clock
import harness
import relay
from coronawarn import DAY, Services
from coronawarn_ledger import HOUR

SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "CORONA_WARN_COUNTRIES": "IT",
    "SUBMISSION_MAX_KEYS": "100", "VERIFICATION_TELETAN_PAUSE": "0s", "VERIFICATION_TELETANS_PER_HOUR": "100000",
}
SERVICES = ("laboratory", "verification", "submission", "distribution", "federation")
INTERNAL_TOKEN = "token-of-the-tests-1234"
# What is a process of its own, in the ways to install it.
LAYOUTS = {
    "one": [("laboratory", "verification", "submission", "distribution")],
    "shared": [("laboratory",), ("verification",), ("submission",), ("distribution",)],
    "split": [("laboratory",), ("verification",), ("submission",), ("distribution",)],
    "country": [(name,) for name in SERVICES],
    "small-country": [SERVICES],
}


class Process:
    """One `avviso serve` that comes back after it was killed."""

    def __init__(self, place, services, settings):
        self.place, self.services, self.settings = place, services, settings
        self.server, self.kills, self.lock = None, 0, threading.Lock()
        self.start()

    def start(self, **settings):
        server = self.place.start(self.services, self.settings | settings)
        server.wait_ready()
        self.server = server

    @property
    def public(self):
        return self.address("public")

    @property
    def internal(self):
        return self.address("internal")

    def address(self, listener):
        server = self.server
        if server is None:
            raise ConnectionRefusedError
        return (server.public if listener == "public" else server.internal)

    def kill(self):
        """kill -9, without a new start."""
        server, self.server = self.server, None
        if server:
            server.kill()
            self.kills += 1

    def kill_and_start(self, in_start=None):
        """Kills it, and once more `in_start` seconds after its new start."""
        with self.lock:
            self.kill()
            if in_start is not None:
                server = self.place.start(self.services, self.settings)
                time.sleep(in_start)
                server.kill()
                self.kills += 1
            self.start()


class Installation:
    """The processes of one layout, on one clock. They start ten minutes after the hour `hour` of the next day, or at once
    `beside` another installation, on its clock."""

    def __init__(self, avviso, layout, min_keys, hour, beside=None):
        self.layout, self.stack = layout, contextlib.ExitStack()
        self.settings = SETTINGS | {"DISTRIBUTION_MIN_KEYS": str(min_keys)}
        self.threads, self.distributions_killed = [], 0
        main = self.stack.enter_context(harness.Workplace(avviso))
        if beside:
            self.clock, self.midnight, main.avviso = beside.clock, beside.midnight, beside.avviso
        else:
            self.clock = fake_clock.FakeClock(main.folder)
            self.midnight = (int(fake_clock.now()) // DAY + 1) * DAY
            self.clock.move_to(self.midnight + hour * HOUR + 600)
            main.avviso = self.clock.wrap(main.avviso)
        self.avviso = main.avviso
        self.places = {}
        for name in SERVICES:
            is_own = layout == "split" and name in ("laboratory", "verification")
            self.places[name] = self.stack.enter_context(harness.Workplace(main.avviso)) if is_own else main
            self.places[name].avviso = main.avviso
        self.processes = {}

    def __enter__(self):
        try:
            self.open()
        except BaseException:
            self.stack.close()
            raise
        return self

    def __exit__(self, *_):
        self.stack.close()

    def open(self):
        self.laboratory_key = self.made("laboratory", "lab", "create", "lab-one")
        self.operator_token = self.made("verification", "operator", "token", "anna", "--role", "hotline")
        self.relays = {
            name: self.stack.enter_context(relay.Relay(lambda name=name: self.processes[name].internal))
            for name in ("laboratory", "verification")
        }
        for services in LAYOUTS[self.layout]:
            process = Process(self.places[services[0]], services, self.settings | self.of_layout(services[0]))
            self.processes |= {service: process for service in services}

    def of_layout(self, service):
        """The settings of a service that has others on another machine."""
        if self.layout != "split":
            return {}
        return {
            "laboratory": {"INTERNAL_TOKEN": INTERNAL_TOKEN},
            "verification": {
                "INTERNAL_TOKEN": INTERNAL_TOKEN, "VERIFICATION_LABORATORY_URL": self.relays["laboratory"].url,
                "VERIFICATION_LABORATORY_TOKEN": INTERNAL_TOKEN,
            },
            "submission": {
                "SUBMISSION_VERIFICATION_URL": self.relays["verification"].url,
                "SUBMISSION_VERIFICATION_TOKEN": INTERNAL_TOKEN,
            },
        }.get(service, {})

    def made(self, service, *command):
        place = self.places[service]
        done = place.run(*command, "--data", place.data, settings=self.settings)
        if done.returncode:
            raise RuntimeError(done.stderr)
        return done.stdout.strip()

    def services(self, name, kind=Services):
        return kind(self.processes[name])

    @property
    def kills(self):
        """How often a process was killed."""
        return self.distributions_killed + sum(process.kills for process in set(self.processes.values()))

    # Kills

    def kill_soon(self, name, generator):
        """Kills a process in a few milliseconds, and starts it again."""
        delay = generator.uniform(0, 0.01)
        in_start = generator.uniform(0, 0.4) if generator.random() < 0.15 else None

        def run():
            time.sleep(delay)
            self.processes[name].kill_and_start(in_start)

        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()

    def settle(self):
        """Waits until all that were killed are back."""
        threads, self.threads = self.threads, []
        for thread in threads:
            thread.join()

    # Packages

    def distribute(self):
        """Makes the packages that are due, as an operator would."""
        done = self.distribution(self.settings)
        _, errors = done.communicate(timeout=harness.PATIENCE)
        if done.returncode:
            raise RuntimeError(f"distribute ended with {done.returncode}: {errors.decode()}")

    def kill_distribution(self, generator):
        """Begins to make them and is killed, at a named step or anywhere."""
        step = generator.choice(["batch-chosen", "file-written", "index-advanced", None])
        settings = {"TEST_KILL_AT": f"{step}:{generator.randint(1, 6)}"} if step else {}
        process = self.distribution(self.settings | settings)
        if step is None:
            time.sleep(generator.uniform(0, 0.6))
            process.kill()
        process.communicate(timeout=harness.PATIENCE)
        self.distributions_killed += process.returncode == -9

    def distribution(self, settings):
        place = self.places["distribution"]
        command = [
            place.avviso, "distribute", "--json", "--data", place.data, "--signing-key", place.signing_key,
            "--message-signing-key", place.message_key,
        ]
        environment = harness.clean_environment(settings)
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def database(self, service, name):
        return os.path.join(self.places[service].data, f"{name}.sqlite")


def generator_of(*parts):
    """A generator for one part of a run, whatever the others draw."""
    return random.Random(":".join(str(part) for part in parts))
