"""Gives a database with the large pages of version 0.1 to `avviso migrate` and kills that with signal 9 again and again: the file has
either its old pages or the new ones, and always its whole content. Usage: conversion.py AVVISO [--kills N] [--seed N]

Tier: test-all
Only here: `avviso migrate`, killed while it changes the page size of a file, leaves a sound file with every row.
"""

import argparse
import contextlib
import hashlib
import os
import random
import shutil
import sqlite3
import subprocess
import time

import harness

OLD, NEW = 4096, 2048
KEYS = 60_000


def connect(path):
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


def make_old(path, generator):
    """Fills the file with keys under embargo and gives it back the pages that it once had."""
    now = int(time.time())
    with connect(path) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(f"PRAGMA page_size = {OLD}")
        db.execute("VACUUM")
        db.execute("BEGIN")
        db.executemany(
            "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at) "
            "VALUES (?, ?, 144, 1, ?)",
            ((generator.randbytes(16), now // 600 - 288, now + 86_400) for _ in range(KEYS)),
        )
        db.execute("COMMIT")
        db.execute("PRAGMA journal_mode = WAL")


def page_size(path):
    with connect(path) as db:
        return db.execute("PRAGMA page_size").fetchone()[0]


def content(path):
    """A digest of all rows, after SQLite's own check of the file."""
    with connect(path) as db:
        sound = db.execute("PRAGMA integrity_check").fetchall()
        if sound != [("ok",)]:
            return str(sound)
        return hashlib.sha256("\n".join(db.iterdump()).encode()).hexdigest()


def migrate(workplace):
    return workplace.run("migrate", "--data", workplace.data)


def copy(path, to):
    for name in (to, to + "-wal", to + "-shm", to + "-journal"):
        if os.path.exists(name):
            os.remove(name)
    shutil.copyfile(path, to)


def in_use(checks, workplace, path):
    """Beside a server, the file keeps its pages."""
    with workplace.start():
        beside = migrate(workplace)
        checks.equal(beside.returncode, 0, "migrate beside a server")
        checks.check("exposures.sqlite" in beside.stderr and "Stop the server" in beside.stderr, f"it says why: {beside.stderr}")
    checks.equal(page_size(path), OLD, "pages beside a server")


def killed(checks, workplace, path, kills, generator):
    """Kills it at moments that are spread over the time that it takes."""
    before, saved = content(path), path + ".old"
    shutil.copyfile(path, saved)
    began = time.monotonic()
    checks.equal(migrate(workplace).returncode, 0, "migrate")
    took = time.monotonic() - began
    checks.equal((page_size(path), content(path)), (NEW, before), "pages and content after it")
    sizes = {OLD: 0, NEW: 0}
    for _ in range(kills):
        copy(saved, path)
        process = subprocess.Popen(
            [workplace.avviso, "migrate", "--data", workplace.data], env=harness.clean_environment(),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        time.sleep(generator.uniform(0, took))
        process.kill()
        process.wait()
        checks.equal(content(path), before, "content after a kill")
        sizes[page_size(path)] += 1
    checks.equal(migrate(workplace).returncode, 0, "migrate after the kills")
    checks.equal((page_size(path), content(path)), (NEW, before), "pages and content after all kills")
    print(f"conversion: {kills} kills left {sizes[OLD]} old files and {sizes[NEW]} new ones")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    options = parser.parse_args()
    print(f"conversion: seed {options.seed}")
    generator, checks = random.Random(options.seed), harness.Checks("conversion")
    with harness.Workplace(options.avviso) as workplace:
        path = os.path.join(workplace.data, "exposures.sqlite")
        checks.equal(migrate(workplace).returncode, 0, "migrate makes the databases")
        checks.equal(page_size(path), NEW, "pages of a new file")
        make_old(path, generator)
        workplace.confirm_clock()
        in_use(checks, workplace, path)
        killed(checks, workplace, path, options.kills, generator)
    checks.finish()


main()
