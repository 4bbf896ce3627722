#!/usr/bin/env python3
"""Runs the tests: each Swift test target, each test from outside and each check of the sources is a process of its own, two
more of them at a time than the machine has processors, because some of them only wait. Prints a line for each as it ends, and
what it said where it failed; the rest is in .build/tests. Fails where one failed, where a Swift target ran no test, and where a
file of Tests/BlackBox does not say to which tier it belongs. A test from outside that fails beside others runs once more alone. If
it then holds, the last lines say UNSTABLE with its name, and the run does not fail. The first run's output is in NAME.first.log.
Usage: all.py AVVISO [--list] [NAME ...], where a NAME is that of a target, a file or a check, or swift, outside or checks for
all. A test that is named runs whatever its tier. With AVVISO_TEST_EXTENT=every every test runs with every case
(docs/testing.md). --list prints the tests from outside, their tiers, and what each alone proves.
"""

import ast
import concurrent.futures
import contextlib
import dataclasses
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
# How much the tests do: "" in `make test`, "every" in `make test-all`, "whole" in `make statistics`. They read it, too.
EXTENT = os.environ.get("AVVISO_TEST_EXTENT", "")
# Seconds after which a process counts as hanging. They measure nothing. `make statistics` tries every effect.
HANGING = {"": 1800, "every": 3600, "whole": 14_400}.get(EXTENT) or sys.exit("all: AVVISO_TEST_EXTENT is not every or whole")
LOGS = os.path.join(ROOT, ".build", "tests")
# What a file of Tests/BlackBox says of itself, at the end of its description.
TIER = re.compile(r"^Tier: (test|test-all|make [a-z-]+)$", re.M)
ONLY_HERE = re.compile(r"^Only here: (\S.*(?:\n  .*)*)", re.M)
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


def beginning():
    """What a process is started with so that its calendar begins at AVVISO_TESTS_BEGIN (Unix seconds), which scripts/try-tests
    sets."""
    if "AVVISO_TESTS_BEGIN" not in os.environ:
        return []
    import harness  # pylint: disable=import-outside-toplevel
    return harness.fake_clock(f"FAKETIME={float(os.environ['AVVISO_TESTS_BEGIN']) - time.time():+.3f}")


class Job:
    """One process: a target, a file or a check."""

    def __init__(self, name, command, is_swift=False, is_outside=False):
        self.name, self.command, self.is_swift, self.is_outside = name, command, is_swift, is_outside
        self.held, self.count, self.hung = False, 0, False
        # What it said of its failures.
        self.faults = []

    @property
    def log(self):
        return os.path.join(LOGS, f"{self.name}.log")

    def run(self):
        """Runs it to its end, and says what came of it."""
        began, path = time.monotonic(), self.log
        with open(path, "wb") as log:
            process = subprocess.Popen([*beginning(), *self.command], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
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
            ended = f"exit code {process.returncode}"
            self.hung = -process.returncode == signal.SIGINT
            if self.hung:
                ended = f"it did not end within {HANGING} seconds"
            elif self.is_swift and process.returncode < 0:
                ended += ": a test crashed, and the tests of this target that come after it did not run"
            self.faults = [ended, *FAULT.findall(text)]
        for line in re.findall(r"^.*skipped.*$", text, re.M):
            print(f"{self.name}: {line.strip()}", flush=True)
        what = f"{self.count} passed" if self.held and self.count else "passed" if self.held else "FAILED"
        print(f"{self.name}: {what}, {spent}", flush=True)


def size_of(target):
    """The size of the sources of a test target. Those of CommonCoreTests are below Common/CoreTests."""
    folders = [folder for folder in glob.glob(os.path.join(FOLDER, "*", "*Tests"))
               if target in ("".join(folder.split(os.sep)[-2:]), os.path.basename(folder))]
    return sum(os.path.getsize(path) for folder in folders
               for path in glob.glob(os.path.join(folder, "**", "*.swift"), recursive=True))


def swift_jobs(avviso):
    """A job for each test target of the package."""
    bundle = os.path.join(os.path.dirname(avviso), "avvisoPackageTests.xctest")
    command = [bundle, "--testing-library", "swift-testing"]
    listed = subprocess.run([*command, "--list-tests"], capture_output=True, text=True, check=True).stdout
    targets = sorted({line.split(".")[0] for line in listed.splitlines() if "." in line}, key=size_of, reverse=True)
    # One test after the other: side by side, those that only compute would make those wait that talk to a server.
    return [Job(target, [*command, "--no-parallel", "--filter", rf"^{target}\."], True) for target in targets]


@dataclasses.dataclass
class Outside:
    """A program of Tests/BlackBox."""

    name: str
    path: str
    description: str

    @property
    def tier(self):
        found = TIER.search(self.description)
        return found.group(1) if found else None

    @property
    def only_here(self):
        found = ONLY_HERE.search(self.description)
        return found.group(1) if found else None

    def faults(self, makefile):
        """What it does not say of itself, though each must."""
        if not self.tier:
            tiers = "`Tier: test`, `Tier: test-all` or `Tier: make TARGET`"
            yield f"nobody runs {self.name}: its description has no line {tiers}"
        elif self.tier.startswith("make "):
            recipe = rf"^{self.tier[5:]}:.*\n(?:\t.*\n)*\t.*/{self.name}\.py"
            if not re.search(recipe, makefile, re.M):
                yield f"nobody runs {self.name}: `{self.tier}` does not"
        if not self.only_here:
            yield f"{self.name} does not say what it alone proves: its description has no line `Only here:`"


def programs():
    """The files of Tests/BlackBox that do something by themselves, the longest first: they tend to run longest."""
    paths = glob.glob(os.path.join(FOLDER, "BlackBox", "**", "*.py"), recursive=True)
    for path in sorted(paths, key=os.path.getsize, reverse=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if re.search(r"^(if __name__.*\n    )?main\(\)$", text, re.M):
            yield Outside(os.path.basename(path)[:-3], path, ast.get_docstring(ast.parse(text)) or "")


def described_programs():
    """Those programs, if each of them says what it must."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        makefile = file.read()
    found = list(programs())
    faults = [fault for program in found for fault in program.faults(makefile)]
    names = [program.name for program in found]
    faults += [f"two programs are called {name}" for name in sorted(set(names)) if names.count(name) > 1]
    if faults:
        sys.exit("\n".join(f"all: {fault} (docs/testing.md)" for fault in faults))
    return found


def outside_jobs(avviso, wanted):
    """A job for each test from outside of this tier, and for each that was named."""
    tiers = ["test"] if EXTENT == "" else ["test", "test-all"]
    return [Job(program.name, [sys.executable, program.path, avviso], is_outside=True) for program in described_programs()
            if program.tier in tiers or program.name in wanted]


def check_jobs(avviso):
    """A job for each check of the sources."""
    return [Job(name, [part.format(avviso=avviso) for part in command]) for name, command in CHECKS.items()]


def chosen(kinds, wanted):
    """The jobs that were asked for, some of each kind in turn: those from outside wait most, the others compute."""
    jobs = [(place / len(jobs), job) for kind, jobs in kinds.items() for place, job in enumerate(jobs)
            if not wanted or {kind, job.name} & set(wanted)]
    unknown = set(wanted) - {job.name for _, job in jobs} - set(kinds)
    if unknown:
        sys.exit(f"all: no test is called {', '.join(sorted(unknown))}")
    return [job for _, job in sorted(jobs, key=lambda pair: pair[0])]


@contextlib.contextmanager
def database(jobs):
    """The PostgreSQL server of the Swift tests, which find it in AVVISO_POSTGRES."""
    if not any(job.is_swift for job in jobs) or "AVVISO_POSTGRES" in os.environ:
        yield
        return
    with postgres.Postgres() as server:
        os.environ["AVVISO_POSTGRES"] = server.url
        yield


def unstable(jobs):
    """Runs the tests from outside that failed beside others once more, each alone, and returns those that then hold. One that did
    not end would take as long again."""
    again = [job for job in jobs if job.is_outside and not job.held and not job.hung] if len(jobs) > 1 else []
    for job in again:
        os.replace(job.log, os.path.join(LOGS, f"{job.name}.first.log"))
        print(f"{job.name}: once more, alone", flush=True)
        job.run()
    return [job.name for job in again if job.held]


def main():
    avviso, *wanted = sys.argv[1:] or sys.exit(__doc__)
    if "--list" in wanted:
        for program in sorted(described_programs(), key=lambda program: (program.tier, program.name)):
            print(f"{program.tier:13} {program.name:26} {' '.join(program.only_here.split())}")
        return
    avviso, began = os.path.abspath(avviso), time.monotonic()
    os.makedirs(LOGS, exist_ok=True)
    kinds = {"outside": outside_jobs(avviso, wanted), "swift": swift_jobs(avviso), "checks": check_jobs(avviso)}
    jobs = chosen(kinds, wanted)
    with database(jobs), concurrent.futures.ThreadPoolExecutor((os.cpu_count() or 1) + 2) as lanes:
        for done in [lanes.submit(job.run) for job in jobs]:
            done.result()
        chancy = unstable(jobs)
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
    for name in chancy:
        print(f"UNSTABLE: {name}")


if __name__ == "__main__":
    main()
