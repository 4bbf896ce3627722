"""Gives `avviso` a clock that is wrong, from outside of the process (libfaketime; the monotonic clock is left alone), and
looks what it deletes, publishes and says. Usage: clocks.py AVVISO

Tier: test-all
Only here: a real process with a wrong calendar deletes, publishes and releases nothing, and continues once the calendar
  is right.
"""

import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import time

import exportfile
import harness
import immuni
import wire

DAY = 86_400
# What a server does by itself within seconds here, it does within hours elsewhere. Codes live for a day.
SETTINGS = {"PUBLICATION_PERIOD": "2s", "OTP_LIFETIME": "1d"}
JOBS = ("publication", "cleanup", "analytics-inbox", "analytics-cleanup", "analytics-release", "portal-cleanup")
TABLES = {
    "exposures": ("upload_right", "diagnosis_key", "chunk", "publication_state", "analytics_inbox"),
    "analytics": (
        "operational_info_ios", "operational_info_android", "analytics_token", "epidemiological_info", "release",
        "release_start", "used_binding", "authorisation_job"),
    "portal": ("operator", "operator_session", "operator_audit"),
}


def shifted(offset=None, file=None):
    """What makes a command believe a time that is `offset` (`+20d`) from now, or whatever `file` says while it runs."""
    time_source = f"FAKETIME_TIMESTAMP_FILE={file}" if file else f"FAKETIME={offset}"
    return harness.fake_clock(time_source, "FAKETIME_NO_CACHE=1", "NO_FAKE_STAT=1")


class Place(harness.Workplace):
    """A workplace whose commands and servers can be given a clock."""

    def command(self, *arguments, prefix=(), settings=None):
        return subprocess.run(
            [*prefix, self.avviso, *arguments, "--data", self.data],
            env=harness.clean_environment(SETTINGS | (settings or {})), capture_output=True, text=True, timeout=120,
            check=False)

    @contextlib.contextmanager
    def serving(self, prefix=(), settings=None):
        """A server that answers, healthy or not."""
        server = self.start(settings=SETTINGS | (settings or {}), prefix=prefix)
        try:
            deadline = time.monotonic() + harness.PATIENCE
            while time.monotonic() < deadline and server.process.poll() is None:
                with contextlib.suppress(OSError):
                    if b'"starting"' not in health(server).body:
                        break
                time.sleep(0.05)
            else:
                tail = self.log_text()[-2000:].decode(errors="replace")
                raise RuntimeError(f"avviso serve did not answer (exit {server.process.poll()}):\n{tail}")
            yield server
        finally:
            server.stop()

    def rows(self):
        """Everything that time could destroy or release, in all databases."""
        found = {}
        for database, tables in TABLES.items():
            with contextlib.closing(sqlite3.connect(f"{self.data}/{database}.sqlite")) as connection:
                for table in tables:
                    found[table] = sorted(connection.execute(f"SELECT * FROM {table}"), key=repr)
        return found

    def files(self):
        """The files of chunks. Another system has its files beside them."""
        return sorted(name for name in os.listdir(f"{self.data}/chunks") if name.startswith("chunk-"))

    def fill(self, checks):
        """An hour of service: a published chunk, a key that waits, rights, an inbox, an account."""
        with self.serving(settings={"ANALYTICS_INBOX_PERIOD": "1h"}) as server:
            until(lambda: is_healthy(server), "the first start")
            made = self.command("operator", "create", "anna")
            checks.equal(made.returncode, 0, f"an account: {made.stderr}")
            otps = [immuni.new_otp() for _ in range(3)]
            for otp in otps:
                checks.equal(immuni.authorise(server.internal, otp).status, 204, "an authorisation")
            upload(checks, server, otps[0])
            until(lambda: immuni.chunk_index(server.public) == (1, 1), "the first chunk")
            todays = immuni.upload_body([immuni.new_key(immuni.midnight_interval())])
            checks.equal(immuni.upload(server.public, otps[1], todays).status, 204, "an upload")


def upload(checks, server, otp=None):
    """Uploads keys that may be published at once."""
    if otp is None:
        otp = immuni.new_otp()
        immuni.authorise(server.internal, otp)
    found = immuni.upload(server.public, otp, immuni.upload_body(immuni.past_keys(2)))
    checks.equal(found.status, 204, "an upload of past keys")


def health(server):
    return wire.request(server.internal, "GET", "/health")


def is_healthy(server):
    return health(server).status == 200


def is_held(server):
    answer = health(server)
    return answer.status == 503 and b"the clock is held" in answer.body


def metric(server, name, **labels):
    """The value of a metric; None where there is none."""
    text = server.metrics()
    wanted = ".*".join(f'{label}="{value}"' for label, value in labels.items())
    found = re.search(rf"^{name}\{{.*{wanted}.*\}} (\S+)$", text, re.M)
    return float(found[1]) if found else None


def until(holds, what, seconds=120):
    """Waits for something that comes by itself; how long that takes says nothing but that the machine is busy."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise RuntimeError(f"clocks: {what} did not come within {seconds} s")
        time.sleep(0.1)


def started_ahead(checks, offset):
    """A server that is started once with a clock that is ahead deletes, publishes and releases nothing."""
    with Place(sys.argv[1]) as place:
        place.fill(checks)
        before, files = place.rows(), place.files()
        for table in (*TABLES["exposures"], "release_start", "operator", "operator_audit"):
            checks.check(before[table], f"{table} has rows to lose")
        with place.serving(shifted(offset)) as server:
            checks.check(is_held(server), f"{offset}: health tells of the hold: {health(server).body}")
            for database in TABLES:
                checks.equal(metric(server, "clock_held", database=database), 1, f"{offset}: metric of {database}")
            for job in JOBS:
                until(lambda job=job: metric(server, "job_held", job=job) == 1, f"{offset}: {job} waits")
                checks.equal(metric(server, "job_runs_total", job=job), 0, f"{offset}: runs of {job}")
            checks.equal(immuni.chunk_index(server.public), (1, 1), f"{offset}: the index")
            checks.equal(wire.request(server.public, "GET", "/v1/keys/1").status, 200, f"{offset}: the chunk")
        checks.check(b'"clock-held"' in place.log_text(), f"{offset}: the log tells of the hold")
        held_commands(checks, place, offset)
        checks.equal(place.rows(), before, f"{offset}: rows")
        checks.equal(place.files(), files, f"{offset}: files")
        came_back(checks, place, offset)


def held_commands(checks, place, offset):
    """What deletes, publishes, releases or repairs by hand is refused as well."""
    for arguments in (
        ("publish", "--now", "--signing-key", place.signing_key), ("cleanup", "--now"), ("analytics", "release", "--now"),
        ("clock", "repair"),
    ):
        found = place.command(*arguments, prefix=shifted(offset))
        checks.equal(found.returncode, 1, f"{offset}: {' '.join(arguments[:2])}")
        checks.check("ahead of the expected time" in found.stderr, f"{offset}: {arguments[0]} says {found.stderr}")
    status = place.command("clock", "status", "--json", prefix=shifted(offset))
    facts = json.loads(status.stdout)
    checks.equal((status.returncode, facts["kernel"]), (1, "another-time"), f"{offset}: clock status")
    named = {row["database"] for row in facts["databases"]}
    checks.check(set(TABLES) <= named, f"{offset}: databases in clock status: {sorted(named)}")
    for row in facts["databases"]:
        checks.equal(row["clock"], "held", f"{offset}: {row['database']} in clock status")
        days = round(row["deviation_seconds"] / DAY)
        checks.equal(f"+{days}d", offset, f"{offset}: the deviation that clock status tells")
    text = place.command("clock", "status", prefix=shifted(offset))
    held = (text.returncode, text.stdout.count("held"))
    checks.equal(held, (1, len(facts["databases"])), f"{offset}: clock status as a table")


def came_back(checks, place, offset):
    """With the right clock everything goes on, and periods are sane."""
    with place.serving() as server:
        until(lambda: is_healthy(server), f"{offset}: health after it")
        upload(checks, server)
        until(lambda: immuni.chunk_index(server.public) == (1, 2), f"{offset}: the next chunk")
        sane_periods(checks, place, server, offset)
    databases = json.loads(place.command("clock", "status", "--json").stdout)["databases"]
    status = place.command("clock", "status")
    # The table's head has the word as well.
    trusted = (status.returncode, status.stdout.count("trusted"))
    checks.equal(trusted, (0, len(databases) + 1), f"{offset}: clock status after it")


def sane_periods(checks, place, server, what):
    """Periods follow each other and end by now."""
    exports = [exportfile.read_export(data, place.public_key) for data in immuni.chunks(server.public).values()]
    for export in exports:
        checks.check(export["start_timestamp"] < export["end_timestamp"] <= time.time() + 1, f"{what}: a period {export['start_timestamp']}")
    for earlier, later in zip(exports, exports[1:]):
        checks.equal(later["start_timestamp"], earlier["end_timestamp"], f"{what}: periods without a gap")


def set_while_running(checks):
    """Jobs go on when the clock is set back by an hour. By a month they are held, until somebody confirms the time."""
    with Place(sys.argv[1]) as place:
        file = f"{place.folder}/clock"
        set_clock(file, "+0")
        with place.serving(shifted(file=file)) as server:
            until(lambda: is_healthy(server), "the start")
            runs = lambda: metric(server, "job_runs_total", job="publication")
            until(lambda: runs() >= 2, "two runs")
            set_clock(file, "-3600")
            before = runs()
            until(lambda: runs() >= before + 3, "runs after the clock was set back by an hour")
            checks.check(is_healthy(server), "an hour is no jump")
            upload(checks, server)
            until(lambda: immuni.chunk_index(server.public) == (1, 1), "a chunk after the clock was set back")

            month = "-2592000"
            set_clock(file, month)
            checks.check(is_held(server), f"health after a month back: {health(server).body}")
            checks.check(metric(server, "clock_deviation_seconds", database="exposures") < -29 * DAY, "the deviation")
            until(lambda: metric(server, "job_held", job="publication") == 1, "the job waits")
            age = metric(server, "job_last_success_age_seconds", job="publication")
            until(lambda: metric(server, "job_last_success_age_seconds", job="publication") > age + 4, "the alert's age")
            before = runs()
            confirmed = place.command("clock", "confirm", prefix=shifted(month + "s"))
            checks.equal(confirmed.returncode, 0, f"clock confirm: {confirmed.stderr}")
            checks.check(is_healthy(server), f"health after clock confirm: {health(server).body}")
            until(lambda: runs() > before, "runs after clock confirm")
            # The month ahead again is a jump like any other, and an hour of it is none.
            set_clock(file, "+0")
            checks.check(is_held(server), "health after a month ahead")
            set_clock(file, "-2588400")
            checks.check(is_healthy(server), "the clock came back by itself")


def set_clock(file, offset):
    """Lets processes that read `file` believe a time `offset` seconds from now; they read either the old or the new one."""
    with open(file + "-new", "w", encoding="ascii") as new:
        new.write(offset)
    os.replace(file + "-new", file)


def grace(checks):
    """What nobody confirms is believed after the grace time, and not a moment earlier."""
    seconds = 8
    with Place(sys.argv[1]) as place:
        place.fill(checks)
        file = f"{place.folder}/clock"
        set_clock(file, "+0")
        with place.serving(shifted(file=file), settings={"CLOCK_GRACE": f"{seconds}s"}) as server:
            until(lambda: is_healthy(server), "the start")
            jump = time.monotonic()
            set_clock(file, f"+{20 * DAY}")
            while not is_healthy(server):
                time.sleep(0.1)
            passed = time.monotonic() - jump
            # Both clocks are read in whole seconds.
            checks.check(passed >= seconds - 1, f"the grace time ended after {passed:.1f} s")
            checks.equal(place.command("cleanup", "--now", prefix=shifted("+20d")).returncode, 0, "cleanup after it")
            checks.equal(place.rows()["diagnosis_key"], [], "keys that are too old by a time that is believed now")


def switched_off(checks):
    """Without the guard a clock that is ahead deletes everything in its first seconds, as tests and simulations want it:
    the control of the tests above."""
    with Place(sys.argv[1]) as place:
        place.fill(checks)
        with place.serving(shifted("+20d"), settings={"CLOCK_GUARD": "off"}) as server:
            until(lambda: is_healthy(server), "health without the guard")
            until(lambda: not place.rows()["diagnosis_key"], "the deletion of all keys")
            until(lambda: not place.files(), "the deletion of all files")
            checks.equal(immuni.chunk_index(server.public), None, "the index")


def repair(checks):
    """A database that a wrong clock has touched is put right, and what was done is said."""
    with Place(sys.argv[1]) as place:
        damage(checks, place)
        status = place.command("clock", "status")
        checks.equal(status.returncode, 1, f"clock status of a damaged database: {status.stdout}")
        checks.check("1825 days behind" in status.stdout, f"clock status: {status.stdout}")
        refused = place.command("clock", "repair")
        checks.check(refused.returncode == 1 and "avviso clock confirm" in refused.stderr, f"refused: {refused.stderr}")
        checks.equal(place.command("clock", "confirm").returncode, 0, "clock confirm")
        before = place.rows()
        rehearsed = place.command("clock", "repair", "--dry-run", "--json")
        checks.equal(place.rows(), before, "a dry run changes nothing")
        facts = json.loads(place.command("clock", "repair", "--json").stdout)
        checks.equal(facts["repairs"], json.loads(rehearsed.stdout)["repairs"], "what the dry run said")
        repaired = {f"{row['database']}.{row['table']}" for row in facts["repairs"]}
        for table in ("exposures.chunk", "exposures.diagnosis_key", "exposures.publication_state", "exposures.upload_right",
                      "analytics.release", "analytics.release_start", "portal.operator_audit", "settings.settings_revision"):
            checks.check(table in repaired, f"{table} is not among {sorted(repaired)}")
        again = place.command("clock", "repair")
        checks.check(again.returncode == 0 and "Nothing to repair" in again.stdout, f"once more: {again.stdout}")
        audit = place.command("analytics", "audit", "--json")
        checks.check("avviso clock repair" in audit.stdout, f"the audit log: {audit.stdout}")
        ledger = place.command("analytics", "ledger", "--format", "json")
        entries = json.loads(ledger.stdout)["releases"]
        checks.check(entries and all(entry["void"] == "free" for entry in entries), f"the ledger: {ledger.stdout[:500]}")
        with place.serving() as server:
            until(lambda: is_healthy(server), "health after the repair")
            upload(checks, server)
            # The chunk of the future has left the offer.
            until(lambda: immuni.chunk_index(server.public) == (2, 2), "the chunk after the repair")
            sane_periods(checks, place, server, "after the repair")


def other_machine(checks):
    """The clock of another machine is confirmed from this one, unless the two contradict each other."""
    with Place(sys.argv[1]) as place:
        place.fill(checks)
        now = int(time.time())
        held = {"feedface-1": now - 60, "deadbeef-2": now + 20 * DAY, "0ddba115-3": now - 20 * DAY}
        with contextlib.closing(sqlite3.connect(f"{place.data}/exposures.sqlite")) as connection, connection:
            for boot, moment in held.items():
                connection.execute(
                    "INSERT INTO clock_machine (boot, mark, trusted_since_boot, hold_time, hold_since_boot, hold_mark, "
                    "hold_turn, turn) VALUES (?, ?, 0, ?, 100, ?, 0, 1000)", (boot, now, moment, now))
        status = place.command("clock", "status")
        checks.check(all(boot[:8] in status.stdout for boot in held), f"clock status of all machines: {status.stdout}")
        for boot, is_confirmed in (("deadbeef", False), ("0ddba115", False), ("feedface", True), ("feedface", False)):
            done = place.command("clock", "confirm", "--machine", boot)
            checks.equal(done.returncode, 0 if is_confirmed else 1, f"confirm {boot}: {done.stdout}{done.stderr}")
            contradicts = boot != "feedface"
            checks.equal("more than two days" in done.stderr, contradicts, f"confirm {boot}: {done.stderr}")
        with contextlib.closing(sqlite3.connect(f"{place.data}/exposures.sqlite")) as connection:
            left = {boot for boot, in connection.execute("SELECT boot FROM clock_machine WHERE hold_time IS NOT NULL")}
        checks.equal(left, {"deadbeef-2", "0ddba115-3"}, "the machines that are held")


def damage(checks, place):
    """Five years ahead without the guard: a chunk of padding, a right, a revision of the settings, an account, releases."""
    settings = {"CLOCK_GUARD": "off", "PUBLICATION_PADDED_KEY_COUNT": "3", "PUBLICATION_PERIOD": "1d"}
    with place.serving(shifted("+1825d"), settings=settings) as server:
        until(lambda: immuni.chunk_index(server.public) == (1, 1), "a chunk of the future")
        otp = immuni.new_otp()
        day = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 1824 * DAY))
        checks.equal(immuni.authorise(server.internal, otp, day).status, 204, "a right of the future")
        created = place.command("operator", "create", "anna", prefix=shifted("+1825d"), settings=settings)
        checks.equal(created.returncode, 0, f"an account of the future: {created.stderr}")
    # Two days later: the first of them is released.
    released = place.command("analytics", "release", "--now", prefix=shifted("+1827d"), settings=settings)
    checks.equal(released.returncode, 0, f"releases of the future: {released.stderr}")


def main():
    checks = harness.Checks("clocks")
    for scenario in (set_while_running, grace, switched_off, repair, other_machine):
        scenario(checks)
    for offset in ("+20d", "+1825d"):
        started_ahead(checks, offset)
    checks.finish()


main()
