"""Immuni's uploads and publication on PostgreSQL, beside PostgreSQL's own programs on the same server in the same run."""

import os
import re
import subprocess
import time

import harness
import postgres
from uploads import KEYS_PER_UPLOAD, UNDELAYED, measure_uploads

CONNECTIONS = 16
SERVER = {"shared_buffers": "512MB", "max_wal_size": "4GB"}
KEY_COLUMNS = "key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at"

# What an upload writes, in as few statements as SQL allows. The server's own statements also look whether the right is live and
# which keys are known.
UPLOAD = f"""\\set n :n + 1
\\set key random(1, 9000000000000000000)
BEGIN ISOLATION LEVEL REPEATABLE READ;
UPDATE exposures.upload_right SET consumed_on = 20000, evidence = NULL, expires_at = NULL
WHERE mac = sha256((:client_id * 1000000 + :n)::text::bytea);
INSERT INTO exposures.diagnosis_key ({KEY_COLUMNS})
SELECT decode(md5(:key || ' ' || i), 'hex'), 2880000 + 144 * i, 144, 8, 1800000000
FROM unnest(ARRAY[{", ".join(str(number) for number in range(1, KEYS_PER_UPLOAD + 1))}]) AS i
ON CONFLICT (key_data, sequence) DO NOTHING;
INSERT INTO exposures.analytics_inbox (identifier, received_on, area, content)
VALUES (decode(md5(:key || 'inbox'), 'hex'), 20000, 'AG', decode(repeat('20', %d), 'hex'));
COMMIT;
"""


def settings_of(database):
    return UNDELAYED | {"DATABASE_URL": database.url, "DATABASE_CONNECTIONS": CONNECTIONS}


def pgbench(database, script, count):
    """Transactions a second of so many transactions, with as many connections as the server has."""
    path = os.path.join(database.folder, "upload.sql")
    with open(path, "w", encoding="ascii") as file:
        file.write(script)
    done = subprocess.run(
        [postgres.program("pgbench"), "--no-vacuum", "--protocol=prepared", f"--client={CONNECTIONS}",
         f"--transactions={max(1, count // CONNECTIONS)}", "--define=n=0", "--max-tries=20", f"--file={path}",
         f"--host={database.folder}", "--username=avviso", "avviso"],
        capture_output=True, text=True, check=True,
    )
    return float(re.search(r"^tps = ([0-9.]+)", done.stdout, re.M).group(1))


def measure_uploads_beside_pgbench(bench, database, workplace):
    with workplace.start(settings=settings_of(database)) as server:
        ours = [measure_uploads(server, bench.uploads)]
        size = int(database.sql("SELECT coalesce(avg(length(content)), 0)::int FROM exposures.analytics_inbox"))
        database.sql(
            "INSERT INTO exposures.upload_right (mac, evidence, expires_at) SELECT sha256((c * 1000000 + n)::text::bytea), "
            f"'2026-01-01', 2000000000 FROM generate_series(0, {CONNECTIONS - 1}) AS c, "
            f"generate_series(1, {max(1, bench.uploads // CONNECTIONS) * bench.rounds}) AS n"
        )
        theirs = [pgbench(database, UPLOAD % size, bench.uploads)]
        for _ in range(1, bench.rounds):
            ours.append(measure_uploads(server, bench.uploads))
            theirs.append(pgbench(database, UPLOAD % size, bench.uploads))
    upload = sorted(ours, key=lambda each: each.rate)[len(ours) // 2]
    alone = sorted(theirs)[len(theirs) // 2]
    bench.row(
        f"PostgreSQL: upload throughput, {CONNECTIONS} connections",
        f"{upload.rate:.0f} a second, {upload.microseconds:.0f} µs of CPU beside the database",
        f"pgbench, right, keys by unnest, inbox: {alone:.0f} a second", upload.rate / alone, 0.5, "more",
    )
    bench.notes.append(
        "PostgreSQL's uploads come over HTTP, with bodies of 110 000 bytes, while `pgbench` makes its rows in the "
        "server. Both share the two processors, and so does the load generator. An upload waits twice for the "
        "server: for its right, and for the commit with all that goes before it. Of its processor time the server "
        "takes half, about as much as for `pgbench`, and the load generator a tenth. With nineteen waits the ratio "
        "was 0.06, with four of them 0.47. Four runs gave 0.54 to 0.60."
    )


def copy_keys(database, count):
    """Seconds that COPY takes for so many keys whose embargo has ended."""
    path = os.path.join(database.folder, "keys")
    database.sql(
        "COPY (SELECT decode(md5(n::text || random()), 'hex'), midnight / 600 - 144 * (2 + n % 10), 144::bigint, 8::bigint, "
        f"midnight - 86400 * (1 + n % 10) + 7200 FROM generate_series(1::bigint, {count}) AS n, "
        f"(SELECT {int(time.time()) // 86400 * 86400}::bigint AS midnight) AS day) TO '{path}' (FORMAT binary)"
    )
    database.sql("TRUNCATE exposures.diagnosis_key")
    database.sql("CHECKPOINT")
    began = time.perf_counter()
    database.sql(f"COPY exposures.diagnosis_key ({KEY_COLUMNS}) FROM '{path}' (FORMAT binary)")
    taken = time.perf_counter() - began
    os.remove(path)
    return taken


def publication(bench, database, workplace, count):
    """Seconds that COPY and the publication take for the same keys."""
    copied = copy_keys(database, count)
    database.sql("CHECKPOINT")
    began = time.perf_counter()
    done = workplace.publish(settings=settings_of(database), timeout=600)
    taken = time.perf_counter() - began
    if done.returncode:
        raise RuntimeError(done.stderr)
    left = database.sql("SELECT count(*) FROM exposures.diagnosis_key WHERE chunk IS NULL")
    if left != "0":
        raise RuntimeError(f"{left} keys were not published")
    database.sql("TRUNCATE exposures.diagnosis_key, exposures.chunk")
    return copied, taken


def measure_postgres(bench):
    with postgres.Postgres(SERVER, durable=True) as database, harness.Workplace(bench.avviso) as workplace:
        migrated = workplace.run("migrate", "--data", workplace.data, settings=settings_of(database))
        if migrated.returncode:
            raise RuntimeError(migrated.stderr)
        measure_uploads_beside_pgbench(bench, database, workplace)
        workplace.run("clock", "confirm", "--data", workplace.data, settings=settings_of(database))
        count = bench.keys // 2
        found = sorted(
            (publication(bench, database, workplace, count) for _ in range(bench.rounds)), key=lambda pair: pair[1] / pair[0]
        )
        copied, taken = found[len(found) // 2]
        bench.row(
            f"PostgreSQL: publication of {count} keys", f"{count / taken / 1e6:.3f} M keys/s on the wall",
            f"COPY of the same rows {count / copied / 1e6:.3f} M/s", copied / taken, 0.5, "more",
        )
        bench.notes.append(
            "The publication from PostgreSQL updates each row once, and reads it twice: which keys wait, and the "
            "keys of each chunk. It reads the next chunk while it compresses one. `COPY` writes rows that nobody has "
            "written before. With the index of SQLite the figure was 0.19, with no index over the chunks 0.42, and "
            "0.24 while the server compiled (`jit`) the statement that reads the trusted time, for a tenth of a "
            "second at each chunk."
        )
