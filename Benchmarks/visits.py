"""Measures what a visit of `avviso plan` costs the servers, one kind at a time: `avviso load` makes it on servers as a deployment
has them, and the processor time of all of them and the growth of their databases are divided by the number of visits."""

import contextlib
import glob
import os
import socket
import sqlite3
import ssl
import time

import harness
import load
import load_day

# A server that is asked seldom spends most of its time on being woken. The generator needs long for bodies of 46 000 bytes and
# more, and an account of the association asks for attestations four times a day, and reports three times in ninety days.
VISITS_PER_SECOND, SECONDS = 400, 12
SLOWER = {
    "person shares keys": 80, "dummy of a check": 100, "dummy of an upload": 100, "test, positive": 100, "test, negative": 100,
    "slot": 80, "attestations": 100, "report": 80,
}
REST = 20
# Minutes, of `avviso load`.
SHORTEST = 0.05
HANDSHAKES = 2000
REGISTRATION = "registration"


def stored_bytes(deployment):
    """The bytes of all databases that hold something."""
    total = 0
    for path in glob.glob(os.path.join(deployment.workplace.data, "*.sqlite")):
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database:
            pages, free, size = (
                database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size")
            )
            total += (pages - free) * size
    return total


class Visits:
    """A deployment, and what is known of it."""

    def __init__(self, bench, deployment):
        self.bench, self.deployment, self.of_registration, self.seed = bench, deployment, 0, 0
        before = self.spent()
        time.sleep(1 if bench.is_smoke else REST)
        self.idle = {name: (after[1] - before[name][1]) / REST for name, after in self.spent().items()}

    def spent(self):
        """The answers and the processor time of each process."""
        return {
            name: (load_day.counted(server).total(), load.cpu_seconds(server.process.pid))
            for name, server in self.deployment.servers.items()
        }

    def measure(self, visit, system):
        """Makes one kind of visit, and says what it cost the processes that were asked."""
        rate = SLOWER.get(visit, VISITS_PER_SECOND)
        wanted, before, stored = self.bench.sized(rate * SECONDS), self.spent(), stored_bytes(self.deployment)
        began = time.monotonic()
        # With another seed nobody has the codes of those before.
        self.seed += 1
        report = load_day.load(
            self.deployment, "--only", visit, "--at-least", str(wanted), "--minutes", str(max(wanted / rate / 60, SHORTEST)),
            "--phones", "1", "--cases-per-day", "0", "--seed", str(self.seed), "--max-in-flight", "10000",
            systems=(system,))[0]
        lasted, after = time.monotonic() - began, self.spent()
        spent = sum(after[name][1] - before[name][1] - self.idle[name] * lasted
                    for name in after if after[name][0] - before[name][0] > wanted / 3)
        # A kind may occur several times in a visit, and one of them occurs once.
        count, wrong = min(kind["planned"] for kind in report["kinds"]), report["total"]["wrong_answers"]
        if wrong or report["total"]["failures"]:
            raise RuntimeError(f"{visit}: {wrong} wrong answers, {report['total']['failures']}")
        # Phones of the association are registered before the day.
        prepared = sum(sum(kind["answers"].values()) for kind in report["prepared"] if REGISTRATION in kind["name"])
        if visit == REGISTRATION:
            self.of_registration = spent / (count + prepared)
        cost = (spent - prepared * self.of_registration) / count if visit != REGISTRATION else self.of_registration
        growth = (stored_bytes(self.deployment) - stored) / count
        sizes = ", ".join(
            f"{kind['name']} {kind['sent_bytes'] / kind['sent']:.0f} and {kind['received_bytes'] / kind['sent']:.0f}"
            for kind in report["kinds"]
        )
        print(f"bench: {visit}: {count} visits, {cost * 1e6:.0f} µs each, {growth:.0f} bytes stored; {sizes}", flush=True)
        return f"{visit} {cost * 1e6:.0f} µs"


def handshake(bench):
    """The processor time of a new TLS connection, and the memory of a process that has just started."""
    with harness.Workplace(bench.avviso) as workplace:
        folder = os.path.join(workplace.folder, "authority")
        workplace.run("tls", "demo-ca", "--out", folder)
        tls = {"PUBLIC_TLS_CERTIFICATE": f"{folder}/server.pem", "PUBLIC_TLS_KEY": f"{folder}/server-key.pem"}
        with workplace.start(settings=tls) as server:
            server.wait_ready()
            memory = load.resident_bytes(server.process.pid) / 2**20
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            before, count = load.cpu_seconds(server.process.pid), bench.sized(HANDSHAKES)
            for _ in range(count):
                with socket.create_connection(server.public) as plain, context.wrap_socket(plain):
                    pass
            return (load.cpu_seconds(server.process.pid) - before) / count * 1e6, memory


def measure_visits(bench):
    with load_day.deployed(bench.avviso) as deployment:
        measured = Visits(bench, deployment)
        # Registrations come first: their cost is taken from that of later visits.
        planned = [(visit["name"], visit["system"]) for visit in load_day.planned(deployment, 1, 0)]
        planned.sort(key=lambda one: one[0] != REGISTRATION)
        costs = "; ".join(measured.measure(*one) for one in (planned[::7] if bench.is_smoke else planned))
    connection, memory = handshake(bench)
    bench.notes.append(
        f"Visits of `avviso plan`, processor time of all servers with SQLite, without TLS: {costs}. A new TLS connection takes "
        f"{connection:.0f} µs, and a process that has just started has {memory:.0f} MiB."
    )
