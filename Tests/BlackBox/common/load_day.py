#!/usr/bin/env python3
"""Starts servers as a deployment has them, several processes with several workers on one database, and drives them with a
compressed day of all phones: `avviso load`. Every request must be answered as expected, and the servers' own metrics must
count the same answers. As a test it says nothing about speed.
Usage: load_day.py AVVISO [--database postgres] [--out FOLDER] [--minutes N] [--phones N] [--cases N] [--at-least N] [--timed]

Tier: test-all
Only here: `avviso load` gets the expected answer to each request of a day from several processes, and their metrics
  count the same answers.
"""

import argparse
import collections
import contextlib
import json
import os
import re
import time
import xml.etree.ElementTree

import coronawarn
import harness
import immuni
import postgres
import wire

COUNTRY, REGION = "380", "IT"
# What runs in each process. Workers share a database and take turns.
PROCESSES = {
    "documents": ("config", "reporting", "publication", "distribution"),
    "uploads-1": ("otp", "ingestion"),
    "uploads-2": ("otp", "ingestion"),
    "reports": ("analytics",),
    "tests-1": ("laboratory", "verification", "submission"),
    "tests-2": ("laboratory", "verification", "submission"),
    "authority": ("association",),
}
# The processes and the listener of each host that phones and people know.
HOSTS = {
    "download": ("documents", "public"), "distribution": ("documents", "public"), "upload": ("uploads", "public"),
    "otp": ("uploads", "internal"), "analytics": ("reports", "public"), "verification": ("tests", "public"),
    "submission": ("tests", "public"), "laboratory": ("tests", "internal"), "authority": ("authority", "public"),
    "codes": ("authority", "internal"),
}
# The hosts of each system.
SYSTEMS = {
    "immuni": ("download", "upload", "otp", "analytics"),
    "cwa": ("distribution", "verification", "submission", "laboratory"), "association": ("authority", "codes"),
}
SETTINGS = {
    # Keys of one person are enough for a chunk and a package, and one of them is published before the day.
    "PUBLICATION_MIN_KEY_COUNT": "1", "DISTRIBUTION_MIN_KEYS": "1", "CORONA_WARN_COUNTRIES": REGION,
    # The day before, on which these keys arrive, is on a clock of its own.
    "CLOCK_GUARD": "off",
    "ASSOCIATION_REGISTRATIONS_PER_HOUR": "100000", "ASSOCIATION_ALL_REGISTRATIONS_PER_HOUR": "100000",
}
# Bytes by which a request or an answer may differ from the plan.
TOLERANCE = 150
FILES_WITH_KEYS = ("/v1/keys/{", "/version/v1/diagnosis-keys/country/{country}/date")
METRIC = re.compile(r'^http_requests_total\{(.*)\} (\S+)$', re.M)
LABEL = re.compile(r'(\w+)="([^"]*)"')


class Deployment:
    """All processes on one data folder."""

    def __init__(self, workplace, database):
        self.workplace = workplace
        self.settings = SETTINGS | workplace.association() | ({"DATABASE_URL": database} if database else {})
        self.servers = {}

    def spend_the_day_before(self):
        """One person uploads in Immuni and one in Corona-Warn, so that there is something to download."""
        with self.workplace.start(
            settings=self.settings, prefix=harness.standing_clock(time.time() - coronawarn.DAY)
        ) as server:
            otp, today = immuni.new_otp(), coronawarn.day_start(time.time())
            done = [
                immuni.authorise(server.internal, otp).status,
                immuni.upload(server.public, otp, immuni.upload_body(immuni.past_keys(3, 4))).status,
            ]
            services, test = coronawarn.Services(server), coronawarn.guid()
            self.laboratory_key = self.key("lab", "create", "lab-one", "--data", self.workplace.data)
            done.append(services.send(harness.read(self.laboratory_key).decode().strip(), [(test, 2)]).status)
            tan = services.issued(services.registered(test))
            keys = [coronawarn.key(today - 144 * day) for day in (4, 5, 6)]
            done.append(services.upload(coronawarn.payload(keys), tan).status)
        if done != [204, 204, 204, 200]:
            raise RuntimeError(f"the day before: {done}")

    def key(self, *command):
        """The path of a file with the key that a command prints."""
        made = self.workplace.run(*command, settings=self.settings)
        if made.returncode:
            raise RuntimeError(made.stderr)
        path = os.path.join(self.workplace.folder, "laboratory.key")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(made.stdout)
        return path

    def start(self):
        self.servers = {name: self.workplace.start(services, self.settings) for name, services in PROCESSES.items()}
        for server in self.servers.values():
            server.wait_ready()
        # Jobs at the start publish what arrived the day before.
        documents = self.servers["documents"]
        tree = f"/version/v1/diagnosis-keys/country/{REGION}/date"
        for target in ("/v1/keys/index", tree, "/version/v2/app_config_ios"):
            documents.wait_until(lambda: wire.request(documents.public, "GET", target).status == 200)

    def addresses(self, systems):
        """The options of `avviso load` that name all hosts."""
        for host in (host for system in systems for host in SYSTEMS[system]):
            process, listener = HOSTS[host]
            for name, server in self.servers.items():
                if name.split("-")[0] == process:
                    yield from ("--host", f"{host}=http://127.0.0.1:{server.port(listener)}")

    def counted(self):
        """The answers of all processes by their own metrics: {(method, route, class of the status): count}."""
        return sum((counted(server) for server in self.servers.values()), collections.Counter())


def counted(server):
    """The answers of one process."""
    found = collections.Counter()
    for labels, value in METRIC.findall(server.metrics()):
        labels = dict(LABEL.findall(labels))
        found[labels["method"], labels["route"], labels["status"]] += int(float(value))
    return found


def load(deployment, *options, systems=SYSTEMS, patient=True):
    """Runs `avviso load` and returns its report, and what it printed for people."""
    workplace = deployment.workplace
    agreement = workplace.run("association", "public-key", deployment.settings["ASSOCIATION_KEY"]).stdout.split()[-1]
    done = workplace.run(
        "load", *(option for system in systems for option in ("--workflow", system)), *deployment.addresses(systems),
        "--region", REGION, "--laboratory-key", deployment.laboratory_key, "--data", workplace.data, "--json", *options,
        *(("--agreement-key", agreement, "--country", COUNTRY) if "association" in systems else ()),
        # A test gives up nothing because the machine is slow.
        *(("--timeout", str(harness.PATIENCE), "--max-lateness", "3600000") if patient else ()),
        settings=deployment.settings, timeout=24 * 3600,
    )
    if not done.stdout:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout), done.stderr


def planned(deployment, phones, cases):
    """The visits of `avviso plan` for all systems, by the settings of the deployment."""
    done = deployment.workplace.run(
        "plan", *(option for system in SYSTEMS for option in ("--system", system)), "--phones", str(phones),
        "--cases-per-day", str(cases), "--data", deployment.workplace.data, "--json", settings=deployment.settings,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return [visit | {"system": system["system"]}
            for system in json.loads(done.stdout)["systems"] for visit in system["plans"][0]["visits"]]


@contextlib.contextmanager
def deployed(avviso, database=None):
    """A deployment that is ready, and has something to download."""
    with harness.Workplace(avviso) as workplace:
        deployment = Deployment(workplace, database)
        deployment.spend_the_day_before()
        deployment.start()
        yield deployment


def answers(report):
    """The report's answers as `Deployment.counted` has them."""
    found = collections.Counter()
    for kind in report["kinds"] + report["prepared"]:
        for status, count in kind["answers"].items():
            found[kind["method"], kind["route"], f"{status[0]}xx"] += count
    return found


def check(checks, deployment, before, report, said):
    """Everything that was planned was sent and answered, and both sides count the same answers."""
    checks.check(len(report["kinds"]) >= 30, f"{len(report['kinds'])} kinds of requests")
    for kind in report["kinds"]:
        name = kind["name"]
        checks.check(kind["planned"] > 0, f"{name}: none was planned")
        checks.equal(kind["sent"], kind["planned"], f"{name}: sent {kind['failures']}")
        checks.equal(sum(kind["answers"].values()), kind["planned"], f"{name}: answers {kind['failures']}")
        checks.equal(kind["wrong_answers"], 0, f"{name}: wrong answers {kind['answers']}")
        checks.equal(kind["since_planned"]["count"], kind["planned"], f"{name}: times")
        checks.check(kind["since_planned"]["max"] >= kind["since_sent"]["max"], f"{name}: the time since the plan is the longer")
    after, sent = deployment.counted(), answers(report)
    for place in sorted(sent):
        checks.equal(after[place] - before[place], sent[place], f"{' '.join(place)}: the servers' count")
    checks.equal(report["problems"], [], f"problems: {said}")


def check_plan(checks, deployment, report, options):
    """The load is the plan: the same visits, as often, with requests and answers as long as the plan says. Host headers name a
    port, and a head has the time and the age of a file in it, so a few bytes may differ. How long a file with keys is depends on
    what people have shared."""
    plan = planned(deployment, options.phones, options.cases)
    expected = {visit["name"]: max(visit["per_day"], options.at_least) for visit in plan}
    checks.equal({visit["name"]: visit["per_day"] for visit in report["visits"]}, expected, "visits of a day")
    for kind in report["kinds"]:
        # Visits come by chance, and each has its own number of such requests. The seed is always the same.
        wanted = [(expected[visit["name"]], visit["kinds"].count(kind["name"])) for visit in plan]
        mean, variance = (sum(per_day * times ** power for per_day, times in wanted) for power in (1, 2))
        checks.check(abs(kind["planned"] - mean) <= 5 * variance ** 0.5, f"{kind['name']}: {kind['planned']} requests, and planned {mean:.1f}")
        sent, received = (kind[f"{way}_bytes"] / max(kind["sent"], 1) for way in ("sent", "received"))
        said = kind["planned_bytes"]
        if said["sent"] == 0:
            # No phone sends it.
            continue
        checks.check(abs(sent - said["sent"]) <= TOLERANCE, f"{kind['name']}: {sent:.0f} bytes sent, and planned {said['sent']}")
        if not kind["route"].startswith(FILES_WITH_KEYS) or "statement" in kind["name"]:
            checks.check(abs(received - said["received"]) <= TOLERANCE,
                         f"{kind['name']}: {received:.0f} bytes received, and planned {said['received']}")


def print_tables(report):
    """The figures, in milliseconds."""
    shares = ("p50", "p90", "p99", "p99.9", "max")
    rows = [("request", "a second", "sent", "answers", "failed", *shares, *(f"sent {share}" for share in shares))]
    for kind in report["kinds"] + [report["total"] | {"name": "all"}]:
        failed = kind["wrong_answers"] + sum(kind["failures"].values())
        times = [f"{kind[since].get(share, 0) / 1000:.1f}" for since in ("since_planned", "since_sent") for share in shares]
        told = " ".join(f"{status}:{count}" for status, count in kind["answers"].items())
        rows.append((kind["name"], f"{kind['planned'] / report['seconds']:.1f}", str(kind["sent"]), told, str(failed), *times))
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(text.ljust(width) if place in (0, 3) else text.rjust(width) for place, (text, width) in enumerate(zip(row, widths))))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--out")
    parser.add_argument("--minutes", type=float, default=0.1)
    parser.add_argument("--phones", type=float, default=1)
    parser.add_argument("--cases", type=float, default=2)
    parser.add_argument("--at-least", type=float, default=3)
    parser.add_argument("--timed", action="store_true", help="also fail where the generator was late")
    options = parser.parse_args()
    checks = harness.Checks("load_day")
    if options.out:
        os.makedirs(options.out, exist_ok=True)
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgres.Postgres(durable=True)).url if options.database == "postgres" else None
        began = time.monotonic()
        deployment = stack.enter_context(deployed(options.avviso, database))
        checks.say(f"{len(deployment.servers)} processes on {options.database} are ready after {time.monotonic() - began:.0f} s")
        before = deployment.counted()
        picture = os.path.join(options.out or deployment.workplace.folder, "load.svg")
        report, said = load(
            deployment, "--minutes", str(options.minutes), "--phones", str(options.phones), "--cases-per-day", str(options.cases),
            "--at-least", str(options.at_least), "--picture", picture, "--force", patient=not options.timed,
        )
        check(checks, deployment, before, report, said)
        check_plan(checks, deployment, report, options)
        drawing = xml.etree.ElementTree.fromstring(harness.read(picture))
        checks.check(drawing.tag.endswith("svg") and len(drawing) > 10, "the picture is a drawing with parts")
        if options.out:
            with open(os.path.join(options.out, "load.json"), "w", encoding="utf-8") as file:
                json.dump(report, file, indent=1)
            print_tables(report)
            checks.say(f"load.json and load.svg are in {options.out}")
    checks.finish()


if __name__ == "__main__":
    main()
