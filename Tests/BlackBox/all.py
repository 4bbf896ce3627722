#!/usr/bin/env python3
"""Runs every test from outside that a change must pass: two at a time, because most of them wait for the server's clock, and
one by one those that compare times or drive a browser. Prints what each said as it ends, and fails where one failed.
Usage: all.py AVVISO [NAME ...]
"""

import concurrent.futures
import os
import subprocess
import sys
import time

FOLDER = os.path.dirname(os.path.abspath(__file__))
# The longest first, so that none of them is left over at the end.
SIDE_BY_SIDE = [
    "fuzz", "devicecheck", "analytics", "durability", "attestations", "tls", "contract", "figures", "phones", "readme_examples",
    "secrets_planted", "strangers", "rotation", "commands", "detect", "signatures", "syncs", "operating", "exports", "openapi",
    "upgrade",
]
ALONE = ["portal", "browser"]


def run(avviso, name):
    """What the test said, and whether it passed."""
    began = time.monotonic()
    test = subprocess.run(
        [sys.executable, os.path.join(FOLDER, f"{name}.py"), avviso],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    print(f"{test.stdout.rstrip()}\n{name}: {time.monotonic() - began:.0f} s", flush=True)
    return test.returncode == 0


def main():
    avviso, *wanted = sys.argv[1:] or sys.exit(__doc__)
    strangers = set(wanted) - set(SIDE_BY_SIDE + ALONE)
    if strangers:
        sys.exit(f"all: no test is called {', '.join(sorted(strangers))}")
    both, alone = ([name for name in names if name in (wanted or names)] for names in (SIDE_BY_SIDE, ALONE))
    with concurrent.futures.ThreadPoolExecutor(2) as lanes:
        passed = dict(zip(both, lanes.map(lambda name: run(avviso, name), both)))
    passed |= {name: run(avviso, name) for name in alone}
    failed = [name for name, is_passed in passed.items() if not is_passed]
    if failed:
        sys.exit(f"all: failed from outside: {', '.join(failed)}")
    print(f"all: {len(passed)} tests from outside passed")


main()
