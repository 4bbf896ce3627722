#!/usr/bin/env python3
"""Runs every test that a change must pass: each Swift test target, each test from outside and each check of the sources is a
process of its own, two more of them at a time than the machine has processors, because some of them only wait. Prints a line
for each as it ends, and what it said where it failed; the rest is in .build/tests. Fails where one failed, where a Swift
target ran no test, and where a file of Tests/BlackBox is run by nobody.
Usage: all.py AVVISO [NAME ...], where a NAME is that of a target, a file or a check, or swift, outside or checks for all.
"""

import concurrent.futures
import contextlib
import glob
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time

import postgres

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(FOLDER)
# Seconds after which a process counts as hanging. They measure nothing. `make statistics` tries every effect.
HANGING = 14_400 if os.environ.get("AVVISO_STATISTICS") == "1" else 1800
LOGS = os.path.join(ROOT, ".build", "tests")
# From outside, the longest first, so that none of them is left over at the end.
OUTSIDE = [
    "browser", "coronawarn_browser", "association_browser", "association_phones", "coronawarn_replay", "coronawarn_hostile", "fuzz", "portal", "devicecheck",
    "clocks", "analytics", "durability", "failover", "balancer", "workers", "moving", "attestations", "exit_codes", "tls", "coronawarn_partners", "coronawarn_pages",
    "coronawarn_portal", "coronawarn_apart", "coronawarn_contract", "strangers", "upgrade", "contract", "conversion",
    "figures", "phones", "readme_examples", "secrets_planted", "setups", "coronawarn_day", "coronawarn_crash",
    "coronawarn_verification", "coronawarn_submission", "coronawarn_distribution", "coronawarn_packages",
    "coronawarn_hours", "coronawarn_configuration", "coronawarn_elsewhere", "laboratory", "coronawarn_phones", "demos",
    "coronawarn_federation", "rotation", "front", "commands", "detect", "signatures", "syncs", "operating", "exports",
    "openapi", "grid", "calls", "waiting", "object_storage", "association_service", "association_boxes",
    "association_forwarding", "association_apart", "association_outsider", "realms", "load_day",
]
# Measurements, which need a machine of their own, and what builds for long.
ELSEWHERE = {"measure": "make measure", "timing": "make timing", "previous_release": "make previous"}
# The Swift targets that take longest; the others are done in between.
LONG_TARGETS = [
    "ImmuniSimulationTests", "CoronaWarnDeviceTests", "ImmuniDeviceTests", "CommonDeviceTests", "ImmuniServicesTests",
    "ImmuniAssemblyTests", "CommonCoreTests", "CoronaWarnSimulationTests",
]
CHECKS = {
    "settings-table": ["scripts/settings-table", "{avviso}", "--check"],
    "check-disclosure": ["scripts/check-disclosure"],
    "check-portability": ["scripts/check-portability"],
    "check-snippets": ["scripts/check-snippets"],
    "check-release-log": ["scripts/check-release-log"],
    "association": [sys.executable, os.path.join(FOLDER, "Independent", "association.py"), "--check"],
}
PASSED = re.compile(r"Test run with (\d+) tests? in \d+ suites? passed|^[\w-]+: (\d+) passed, 0 failed$", re.M)
# A line that tells of a failure: of our tests from outside, of Swift Testing, of Python and of Swift's runtime.
FAULT = re.compile(r"^.*(?:FAILED|recorded an issue|Error: |Fatal error|NOT AS EXPECTED).*$", re.M)
# The number of such lines that are said once more at the end, for each process.
FAULTS_SAID = 8


class Job:
    """One process: a target, a file or a check."""

    def __init__(self, name, command, is_swift=False):
        self.name, self.command, self.is_swift = name, command, is_swift
        self.held, self.count = False, 0
        # What it said of its failures.
        self.faults = []

    def run(self):
        """Runs it to its end, and says what came of it."""
        began = time.monotonic()
        path = os.path.join(LOGS, f"{self.name}.log")
        with open(path, "wb") as log:
            process = subprocess.Popen(self.command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            # As Ctrl-C does: a test from outside then ends its servers.
            guard = threading.Timer(HANGING, os.kill, (process.pid, signal.SIGINT))
            guard.start()
            _, status, used = os.wait4(process.pid, 0)
            guard.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
        with open(path, encoding="utf-8", errors="replace") as log:
            text = log.read()
        self.count = sum(int(one or other) for one, other in PASSED.findall(text))
        self.held = process.returncode == 0 and (self.count > 0 or not self.is_swift)
        spent = f"{time.monotonic() - began:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor"
        if not self.held:
            print(text.rstrip(), flush=True)
            self.faults = [f"exit code {process.returncode}", *FAULT.findall(text)]
        for line in re.findall(r"^.*skipped.*$", text, re.M):
            print(f"{self.name}: {line.strip()}", flush=True)
        what = f"{self.count} passed" if self.held and self.count else "passed" if self.held else "FAILED"
        print(f"{self.name}: {what}, {spent}", flush=True)


def swift_jobs(avviso):
    """A job for each test target of the package."""
    bundle = os.path.join(os.path.dirname(avviso), "avvisoPackageTests.xctest")
    command = [bundle, "--testing-library", "swift-testing"]
    listed = subprocess.run([*command, "--list-tests"], capture_output=True, text=True, check=True).stdout
    targets = sorted({line.split(".")[0] for line in listed.splitlines() if "." in line})
    # One test after the other: side by side, those that only compute would make those wait that talk to a server.
    return [Job(target, [*command, "--no-parallel", "--filter", rf"^{target}\."], True) for target in targets]


def outside_jobs(avviso):
    """A job for each test from outside."""
    unknown = {name for name in programs() if name not in OUTSIDE and name not in ELSEWHERE}
    if unknown:
        sys.exit(f"all: nobody runs {', '.join(sorted(unknown))}: OUTSIDE and ELSEWHERE in Tests/all.py name what runs")
    return [Job(name, [sys.executable, os.path.join(FOLDER, "BlackBox", f"{name}.py"), avviso]) for name in OUTSIDE]


def programs():
    """The files of Tests/BlackBox that do something by themselves."""
    for path in glob.glob(os.path.join(FOLDER, "BlackBox", "*", "*.py")):
        with open(path, encoding="utf-8") as file:
            if re.search(r"^(if __name__.*\n    )?main\(\)$", file.read(), re.M):
                yield os.path.basename(path)[:-3]


def check_jobs(avviso):
    """A job for each check of the sources."""
    return [Job(name, [part.format(avviso=avviso) for part in command]) for name, command in CHECKS.items()]


def chosen(kinds, wanted):
    """The jobs that were asked for, the longest first."""
    jobs = [job for kind, jobs in kinds.items() for job in jobs if not wanted or {kind, job.name} & set(wanted)]
    unknown = set(wanted) - {job.name for job in jobs} - set(kinds)
    if unknown:
        sys.exit(f"all: no test is called {', '.join(sorted(unknown))}")
    order = LONG_TARGETS[:2] + OUTSIDE[:1] + LONG_TARGETS[2:] + OUTSIDE[1:]
    return sorted(jobs, key=lambda job: order.index(job.name) if job.name in order else len(order))


@contextlib.contextmanager
def database(jobs):
    """The PostgreSQL server of the Swift tests, which find it in AVVISO_POSTGRES."""
    if not any(job.is_swift for job in jobs) or "AVVISO_POSTGRES" in os.environ:
        yield
        return
    with postgres.Postgres() as server:
        os.environ["AVVISO_POSTGRES"] = server.url
        yield


def main():
    avviso, *wanted = sys.argv[1:] or sys.exit(__doc__)
    avviso, began = os.path.abspath(avviso), time.monotonic()
    os.makedirs(LOGS, exist_ok=True)
    jobs = chosen({"swift": swift_jobs(avviso), "outside": outside_jobs(avviso), "checks": check_jobs(avviso)}, wanted)
    with database(jobs), concurrent.futures.ThreadPoolExecutor((os.cpu_count() or 1) + 2) as lanes:
        for done in [lanes.submit(job.run) for job in jobs]:
            done.result()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"all: {len(jobs)} processes, {sum(job.count for job in jobs)} tests and checks held, "
        f"{(time.monotonic() - began) / 60:.1f} minutes, {(used.ru_utime + used.ru_stime) / 60:.1f} of processor"
    )
    failed = [job for job in jobs if not job.held]
    for job in failed:
        # Once more at the end: what follows the first failure is long.
        for fault in job.faults[:FAULTS_SAID]:
            print(f"all: {job.name}: {fault[:400]}", flush=True)
    if failed:
        sys.exit(f"all: failed: {', '.join(job.name for job in failed)}")


main()
