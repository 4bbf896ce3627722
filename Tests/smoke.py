#!/usr/bin/env python3
"""Makes every target of the Makefile do a little of what it does, on the debug build, so that none of them can rot: what counts
is that each ends well, and not what it measures. Nothing of the repository is changed. Fails where a target ends badly, where
one is neither tried nor excused below, and where an excuse is for a target that is no more.
Usage: smoke.py [--minutes N] [TARGET ...]; after N minutes no other target is begun, and it says which were left out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Every target depends on them, and `make smoke` has just made them.
DONE_BEFORE = ["build", "setup", "setup-browser", "setup-bench"]
# What each target is given beside its name, the quick ones first. {folder} is a temporary one.
TRIED = {
    "help": [],
    "demo": ['ARGS=--seed 1'],
    "reference": ["REFERENCE={folder}/reference"],
    "test-swift": ["ARGS=--filter LanguageTests"],
    "test": ["ARGS=signatures"],
    "explore": ["EXPLORE=0"],
    "timing": ["ARGS=--pairs 3 --load 2", "PAIRS=12", "WITHIN=300"],
    # Fewer answers say nothing: each control must be told. Days of phones take minutes, and are in `make test-all`.
    "distinguish": ["CONFIGURATION=debug", "DAYS=0", "ANSWERS=200"],
    # So few requests say nothing of the memory of one, and on a busy machine some are late.
    "waiting": ["CONFIGURATION=debug", "WAITING=600", "MAX_KIB=0", "ARGS=--tick 10"],
    "trial": ["PHONES=12", "MONTHS=1"],
    "measure": ["CONFIGURATION=debug", "ARGS=--seconds 1 --uploads 20 --keys 2000"],
    "load": ["CONFIGURATION=debug", "MINUTES=0.1", "LOAD_SIZE=--phones 3 --at-least 3", "LOAD={folder}/load"],
    "clean": ["BUILD={folder}/built"],
    "kernel-arm": ["BUILD={folder}"],
    # The present program in place of earlier releases, which take long to build, and the shorter half.
    "previous": ["ARGS=--built .build/debug/avviso --only before"],
    "bench": ["CONFIGURATION=debug", "ARGS=--smoke"],
}
EXCUSED = {
    "build": "smoke itself depends on it",
    "setup": "smoke itself depends on it",
    "setup-browser": "smoke itself depends on it",
    "setup-bench": "smoke itself depends on it",
    "smoke": "this is it",
    "lint": "a step of its own in .ci/run",
    "test-outside": "runs the same program as test",
    "test-all": "the same, with more",
    "test-browser": "make test runs the same programs, with less",
    "screenshots": "the same",
    "statistics": "the same",
    "durability": "make test-all runs the same programs, with less",
    "coronawarn-day": "the same",
    "coronawarn-partners": "the same",
    "check-disclosure": "make test runs the same program",
    "format": "changes sources; lint tells whether it would",
    "check-packages": ".ci/run does the same while it runs the tests",
    "sanitize": "builds of its own, which take longer than all of this: make nightly",
    "sanitize-all": "the same",
    "fuzz": "the same; ParserTargetsTests tries a little of it in make test",
    "systems": "builds and tests anew",
    "nightly": "runs the others",
}


def targets():
    """The Makefile's targets that people make."""
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        declared = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", file.read(), re.M).group(1)
    return set(declared.replace("\\", " ").split())


def try_target(target, folder):
    """Makes a target with its little, and says how that went."""
    given = [argument.format(folder=folder) for argument in TRIED[target]]
    ready = [f"--old-file={name}" for name in DONE_BEFORE]
    began = time.monotonic()
    done = subprocess.run(
        ["make", "--no-print-directory", *ready, target, *given], cwd=ROOT, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
    )
    if done.returncode:
        print(done.stdout, flush=True)
    what = "FAILED" if done.returncode else "works"
    print(f"smoke: make {' '.join([target, *given])}: {what}, {time.monotonic() - began:.0f} s", flush=True)
    return done.returncode == 0


def faults():
    """Targets that nobody tries, and what is said of targets that are not there."""
    found, known = targets(), TRIED.keys() | EXCUSED.keys()
    yield from (f"make {name} is neither tried nor excused" for name in sorted(found - known))
    yield from (f"there is no make {name}" for name in sorted(known - found))
    yield from (f"make {name} is tried and excused" for name in sorted(TRIED.keys() & EXCUSED.keys()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    wrong = [f"Tests/smoke.py: {fault}" for fault in faults()]
    wrong += [f"smoke: make {name} is not tried" for name in options.targets if name not in TRIED]
    if wrong:
        sys.exit("\n".join(wrong))
    began = time.monotonic()
    failed, left_out = [], []
    with tempfile.TemporaryDirectory(prefix="avviso-smoke-") as folder:
        for target in options.targets or TRIED:
            if time.monotonic() - began > options.minutes * 60:
                left_out.append(target)
            elif not try_target(target, folder):
                failed.append(target)
    print(f"smoke: {(time.monotonic() - began) / 60:.1f} minutes")
    if left_out:
        print(f"smoke: left to make nightly, because {options.minutes:g} minutes are over: {', '.join(left_out)}")
    if failed:
        sys.exit(f"smoke: failed: {', '.join(failed)}")


main()
