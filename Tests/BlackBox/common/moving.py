"""Moves an installation from SQLite to PostgreSQL and back, and shows that nothing is lost: rights, keys, chunks.
Between the moves two servers share the database, and no right is used twice. A large table is moved in both directions
with a kill in the middle, and needs hardly more memory than an empty one.
Usage: moving.py AVVISO

Tier: test-all
Only here: `avviso migrate --to` moves a large table between SQLite and PostgreSQL in bounded memory, also after a kill
  in the middle.
"""

import base64
import concurrent.futures
import contextlib
import os
import sqlite3
import subprocess
import sys
import time

import exportfile
import harness
import immuni
import postgres

UPLOADS = 12
RACES = 10
# Keys of the large table. All of them in memory at once would take some hundreds of bytes each, 80 MB or more.
KEYS = 200_000
# Kilobytes by which the large move may need more memory than an empty one: SQLite's cache for writing
# takes up to 64 MiB, and 13 for this table. The largest row has 3 MB, and is in memory a few times.
GROWTH = 42_000


def published(workplace, chunks):
    """The keys in the chunks."""
    return {
        key for content in chunks.values()
        for key in exportfile.key_bytes(exportfile.read_export(content, workplace.public_key))
    }


def use(workplace, checks, settings, where):
    """A right that stays open, uploads, and one publication. Returns (open right, used rights, keys, chunks)."""
    with workplace.start(settings=settings) as server:
        rights = [immuni.new_otp() for _ in range(UPLOADS + 1)]
        keys = set()
        for otp in rights:
            checks.equal(immuni.authorise(server.internal, otp).status, 204, f"authorise {where}")
        for otp in rights[1:]:
            body = immuni.upload_body(immuni.past_keys(4))
            checks.equal(immuni.upload(server.public, otp, body).status, 204, f"upload {where}")
            keys |= {base64.b64decode(key["key_data"]) for key in body["teks"]}
        checks.equal(workplace.publish(settings).returncode, 0, f"publish {where}")
        return rights[0], rights[1:], keys, immuni.chunks(server.public)


def look(workplace, checks, settings, before, where):
    """Everything that was there before the move is there after it."""
    open_right, used, keys, chunks = before
    with workplace.start(settings=settings) as server:
        checks.equal(immuni.chunks(server.public), chunks, f"chunks {where}")
        checks.check(keys <= published(workplace, chunks), f"keys {where}")
        checks.equal(immuni.check_otp(server.public, open_right).status, 204, f"the open right {where}")
        for otp in used:
            checks.equal(immuni.check_otp(server.public, otp).status, 401, f"a used right {where}")
            checks.equal(immuni.authorise(server.internal, otp).status, 409, f"a used right granted again {where}")


def together(workplace, checks, settings):
    """Two servers of one database: a right that comes to both at the same time is used once, whichever granted it."""
    with workplace.start(settings=settings) as one, workplace.start(settings=settings) as other:
        for turn in range(RACES):
            otp, (first, second) = immuni.new_otp(), ((one, other) if turn % 2 else (other, one))
            checks.equal(immuni.authorise(first.internal, otp).status, 204, "authorise at one server")
            body = immuni.upload_body(immuni.past_keys(2))
            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                answers = list(pool.map(lambda server: immuni.upload(server.public, otp, body).status, [one, other] * 2))
            checks.equal(sorted(answers), [204, 401, 401, 401], "an upload at two servers at the same time")
            checks.equal(immuni.authorise(second.internal, otp).status, 409, "a used right at the other server")
        published = [workplace.publish(settings).returncode for _ in range(2)]
        checks.equal(published, [0, 0], "publications beside the servers")
        checks.equal(immuni.chunks(one.public), immuni.chunks(other.public), "the chunks of both servers")


def move(workplace, checks, to, settings=None):
    """Runs `avviso migrate --to`."""
    done = workplace.run("migrate", "--data", workplace.data, "--to", to, settings=settings)
    checks.equal(done.returncode, 0, f"migrate: {done.stderr[-300:]}")
    return done.stdout


def advise(workplace, checks, database, settings):
    """`avviso check` says what is wrong with the server."""
    for change, findings in (("", {"lossy-database"}), ("SET log_statement TO 'mod'", {"lossy-database", "talkative-database"}),
                             ("RESET log_statement", {"lossy-database"})):
        if change:
            database.sql(f"ALTER ROLE avviso {change}")
        done = workplace.run(
            "check", "--data", workplace.data, "--signing-key", workplace.signing_key, "--preset", "demo",
            settings=settings | {"MESSAGE_SIGNING_KEY": workplace.message_key})
        said = {name for name in ("lossy-database", "talkative-database", "exposed-database") if name in done.stdout + done.stderr}
        checks.equal((done.returncode, said), (2, findings), f"check after {change!r}: {done.stdout}{done.stderr}")


def fill(workplace, count):
    """Waiting keys, and an inbox with many small rows and then some that are larger than a batch."""
    with contextlib.closing(sqlite3.connect(f"{workplace.data}/exposures.sqlite")) as connection, connection:
        connection.executemany(
            "INSERT INTO diagnosis_key (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at) "
            "VALUES (?, 2991936, 144, 8, 1795300000)",
            ((os.urandom(16),) for _ in range(count)))
        sizes = [1000] * 1000 + [1_000_000] * 60 + [3_000_000]
        connection.executemany(
            "INSERT INTO analytics_inbox VALUES (?, 20778, 'RM', ?)",
            ((number.to_bytes(16, "big"), bytes(size)) for number, size in enumerate(sizes)))


def moving(workplace, to, settings=None):
    """A running `avviso migrate --to`."""
    return subprocess.Popen(
        [workplace.avviso, "migrate", "--data", workplace.data, "--to", to], env=harness.clean_environment(settings),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def measured(workplace, checks, to, settings=None):
    """Moves everything. Returns the peak of memory in kilobytes, and what was said."""
    began = time.monotonic()
    process = moving(workplace, to, settings)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        texts = [pool.submit(stream.read) for stream in (process.stdout, process.stderr)]
        _, status, usage = os.wait4(process.pid, 0)
        said, progress = (text.result() for text in texts)
    process.returncode = os.waitstatus_to_exitcode(status)
    checks.equal(process.returncode, 0, f"migrate to {to}: {progress[-300:]}")
    if time.monotonic() - began > 5:
        checks.check(" rows c" in progress, f"progress of a long move: {progress[-300:]}")
    return usage.ru_maxrss, said


def killed(workplace, checks, to, settings=None):
    """A move that ends with signal 9 while it copies the keys."""
    process = moving(workplace, to, settings)
    for line in process.stdout:
        if "chunk:" in line:
            break
    time.sleep(0.2)
    process.kill()
    process.communicate()
    checks.check(True, f"killed on the way to {to}")


def large(avviso, checks):
    """A large table goes to PostgreSQL and back, in little memory."""
    with postgres.Postgres() as database, harness.Workplace(avviso) as workplace:
        there = {"DATABASE_URL": database.url}
        checks.equal(workplace.run("migrate", "--data", workplace.data).returncode, 0, "the tables")
        with postgres.Postgres() as other:
            empty, _ = measured(workplace, checks, other.url)
        fill(workplace, KEYS)
        killed(workplace, checks, database.url)
        held = int(database.sql("SELECT count(*) FROM exposures.diagnosis_key"))
        checks.check(held in (0, KEYS), f"a table is copied whole or not at all: {held}")
        peak, said = measured(workplace, checks, database.url)
        checks.check(f"exposures.diagnosis_key: {KEYS} rows, " in said, f"what was copied: {said}")
        checks.check(peak < empty + GROWTH, f"memory on the way to PostgreSQL: {peak} kB, empty {empty} kB")
        rows = "SELECT count(*), sum(length(key_data)), min(key_data), max(key_data) FROM {}diagnosis_key"
        with contextlib.closing(sqlite3.connect(f"{workplace.data}/exposures.sqlite")) as connection:
            before = connection.execute(rows.format("")).fetchone()
        for name in os.listdir(workplace.data):
            if ".sqlite" in name:
                os.remove(os.path.join(workplace.data, name))
        killed(workplace, checks, "files", there)
        peak, _ = measured(workplace, checks, "files", there)
        checks.check(peak < empty + GROWTH, f"memory on the way back: {peak} kB, empty {empty} kB")
        with contextlib.closing(sqlite3.connect(f"{workplace.data}/exposures.sqlite")) as connection:
            checks.equal(connection.execute(rows.format("")).fetchone(), before, "the keys after both moves")


def main():
    checks = harness.Checks("moving")
    large(sys.argv[1], checks)
    with postgres.Postgres() as database, harness.Workplace(sys.argv[1]) as workplace:
        there = {"DATABASE_URL": database.url, "OTP_LIFETIME": "1h"}
        here = {"OTP_LIFETIME": "1h"}
        before = use(workplace, checks, here, "in SQLite")
        said = move(workplace, checks, database.url)
        checks.check("exposures.diagnosis_key" in said and "copied" in said, "each table is told")
        again = move(workplace, checks, database.url)
        checks.check("copied" not in again and "there already" in again, "a second run copies nothing")
        look(workplace, checks, there, before, "after the move to PostgreSQL")
        together(workplace, checks, there)
        advise(workplace, checks, database, there)
        use_there = use(workplace, checks, there, "in PostgreSQL")
        refused = workplace.run("migrate", "--data", workplace.data, "--to", database.url)
        checks.equal(refused.returncode, 1, "a target that has gone on is refused")
        checks.check("rows" in refused.stderr, f"and why: {refused.stderr[-300:]}")
        checks.equal(workplace.run("migrate", "--data", workplace.data, "--to", "files").returncode, 1, "a move to the same place")
        # The files of the first move are older, and are moved away as the command says.
        for name in os.listdir(workplace.data):
            if ".sqlite" in name:
                os.remove(os.path.join(workplace.data, name))
        move(workplace, checks, "files", there)
        look(workplace, checks, here, use_there, "after the move back")
        password = database.url.replace("avviso@", "avviso:geheim@")
        shown = workplace.run("config", settings={"DATABASE_URL": password})
        checks.check("geheim" not in shown.stdout + shown.stderr, "the password is not shown")
        gone = workplace.run("migrate", "--data", workplace.data, settings={"DATABASE_URL": "postgresql://avviso:geheim@/x?host=/nowhere"})
        checks.check(gone.returncode == 1 and "database.url" in gone.stderr, f"no server: {gone.stderr[-300:]}")
        checks.check("geheim" not in gone.stderr, "the password is not in the error")
    checks.finish()


if __name__ == "__main__":
    main()
