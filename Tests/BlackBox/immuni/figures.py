#!/usr/bin/env python3
"""Fills the Analytics Service's tables, releases them and reads the figures as a health authority would: sums over the
hierarchy, repeated questions, the ledger and its budget, kills between cost and figures, and the audit of raw counts.

Usage: figures.py AVVISO

Tier: test-all
Only here: the commands and the routes give a health authority the same figures from one data folder, and a command that is
  killed between cost and figures spends the budget once.
"""

import csv
import datetime
import io
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys

import harness
import wire

EPOCH = datetime.date(1970, 1, 1)
DAYS = 9
STATISTICS = ["working", "notified", "exposure-age", "epidemiological"]


def day_number(day):
    return (day - EPOCH).days


def last_closed_day():
    """Days are released from an hour after their end on."""
    return (datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)).date() - datetime.timedelta(days=1)


class Figures:
    def __init__(self, checks, workplace):
        self.checks, self.workplace = checks, workplace
        self.last = last_closed_day()
        self.first = self.last - datetime.timedelta(days=DAYS - 1)
        self.span = ["--from", str(self.first), "--to", str(self.last)]
        self.data = ["--data", workplace.data]
        self.random = random.Random(5)

    def run(self, *arguments, code=0, settings=None):
        found = self.workplace.run("analytics", *arguments, settings=settings)
        shown = f"avviso analytics {' '.join(arguments)}"
        self.checks.equal(found.returncode, code, f"{shown}: {found.stderr.strip()[-300:]}")
        self.checks.check("Fatal error" not in found.stderr, f"{shown} does not crash")
        return found

    def rows(self, *arguments):
        text = self.run("report", *self.span, "--format", "csv", *arguments, *self.data).stdout
        return list(csv.DictReader(io.StringIO(text, newline="")))

    def database(self, folder=None):
        return sqlite3.connect(os.path.join(folder or self.workplace.data, "analytics.sqlite"), isolation_level=None)

    def codes(self):
        provinces = json.loads(self.run("provinces", "--json").stdout)
        self.checks.equal(len(provinces), 109, "107 provinces, abroad and unknown")
        self.checks.equal(len({row["region"] for row in provinces}), 22, "20 regions, abroad and unknown")
        self.checks.equal(len(self.run("provinces").stdout.splitlines()), 110, "provinces as a table")
        self.region = {row["code"]: row["region"] for row in provinces}

    def fill(self):
        self.checks.equal(self.workplace.run("migrate", *self.data).returncode, 0, "migrate")
        self.truth = {}
        database = self.database()
        database.execute("BEGIN")
        for number in range(day_number(self.first), day_number(self.last) + 1):
            for code in self.region:
                for platform, most in (("ios", 40), ("android", 60)):
                    for flags in ((1, 1, 1), (1, 0, 1), (0, 1, 0)):
                        count = self.random.randrange(most)
                        if not count:
                            continue
                        self.add(database, platform, number, code, flags, -1, count)
                        key = (code, platform)
                        self.truth[key] = self.truth.get(key, 0) + count
                    exposure = number - self.random.randrange(20)
                    self.add(database, platform, number, code, (1, 1, 1), exposure, self.random.randrange(1, 12))
            self.add_infos(database, number)
        database.execute("COMMIT")
        database.close()
        self.workplace.confirm_clock()

    @staticmethod
    def add(database, platform, number, code, flags, exposure, count):
        database.execute(
            f"INSERT INTO operational_info_{platform} VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, code, *flags, exposure, count),
        )

    def add_infos(self, database, number):
        for _ in range(20):
            infos = [
                {"date": "2026-01-01", "duration": self.random.randrange(7) * 300,
                 "attenuation_value": self.random.randrange(90), "attenuation_durations": [300, 0, 0],
                 "transmission_risk_level": 8, "total_risk_score": self.random.randrange(300)}
                for _ in range(self.random.randrange(9))
            ]
            summary = [{"date": "2026-01-01", "matched_key_count": 1, "days_since_last_exposure": 1,
                        "attenuation_durations": [300, 0, 0], "maximum_risk_score": 5, "exposure_info": infos}]
            database.execute(
                "INSERT INTO epidemiological_info VALUES (?, ?, ?, ?)",
                (self.random.randbytes(16), number, "MI", json.dumps(summary).encode()),
            )

    def release(self):
        self.run("release", "--renew", *self.data, code=64)
        nothing = self.run("report", *self.span, *self.data).stdout
        self.checks.check("Nothing has been released" in nothing, "an empty report says so")
        outcome = json.loads(self.run("release", "--json", *self.span, *self.data).stdout)
        self.checks.equal(len(outcome["released"]), DAYS * len(STATISTICS), "cubes released")
        self.checks.equal(outcome["refused"] + outcome["missed"], [], "none refused or missed")
        again = json.loads(self.run("release", "--json", *self.span, *self.data).stdout)
        self.checks.equal(again["released"], [], "a second release releases nothing")
        old = str(self.last - datetime.timedelta(days=60))
        outcome = json.loads(self.run("release", "--json", "--from", old, "--to", old, *self.data).stdout)
        self.checks.equal((outcome["released"], outcome["missed"]), ([], [old]), "a day whose counts may be gone")
        today = str(datetime.datetime.now(datetime.timezone.utc).date())
        outcome = json.loads(self.run("release", "--json", "--from", today, "--to", today, *self.data).stdout)
        self.checks.equal(outcome["released"], [], "a day that has not ended")

    def sums(self):
        for figure, statistic, tolerance in (
            ("uploads-without-exposure", "working", 0), ("phones-working", "working", 12),
            ("uploads-with-exposure", "notified", 0), ("phones-notified", "notified", 12),
        ):
            levels = {}
            for by in ("nation", "region", "province"):
                levels[by] = [row for row in self.rows("--by", by, "--statistic", statistic) if row["figure"] == figure]
            for platform in ("ios", "android", "all"):
                totals = [
                    sum(float(row["value"]) for row in levels[by] if row["platform"] == platform) for by in levels
                ]
                self.checks.check(
                    max(totals) - min(totals) <= tolerance, f"{figure} of {platform} adds up: {totals}"
                )
            regions = {row["place"]: float(row["value"]) for row in levels["region"] if row["platform"] == "all"}
            for region, value in regions.items():
                parts = sum(
                    float(row["value"]) for row in levels["province"]
                    if row["platform"] == "all" and self.region[row["place"]] == region
                )
                self.checks.check(abs(parts - value) <= tolerance, f"{figure} of {region}: {parts} and {value}")
        rows = [row for row in self.rows("--by", "province", "--statistic", "working")
                if row["figure"] == "uploads-without-exposure" and row["platform"] != "all"]
        covered = sum(
            int(row["lower"]) <= self.truth[row["place"], row["platform"]] <= int(row["upper"]) for row in rows
        )
        # Each holds it with a probability of 97.5 %: with 218 of them, fewer than 90 % by chance once in a hundred million runs.
        self.checks.check(covered >= 0.9 * len(rows), f"{covered} of {len(rows)} intervals hold the count")
        by_day = self.rows("--per", "day", "--statistic", "notified")
        total = sum(int(row["value"]) for row in by_day
                    if row["figure"] == "uploads-with-exposure" and row["platform"] == "all")
        whole = [row for row in self.rows("--statistic", "notified") if row["figure"] == "uploads-with-exposure"]
        self.checks.equal(total, int(whole[-1]["value"]), "days add up, too")

    def every_number_has_an_interval(self):
        found = set()
        for row in self.rows("--by", "region"):
            found.add(row["figure"])
            lower, upper = float(row["lower"]), float(row["upper"])
            self.checks.check(0 <= lower <= upper, f"{row} has an interval")
            if row["value"] and float(row["value"]) >= 0:
                slack = 1 if row["figure"] == "expected-onsets" else 0.11
                self.checks.check(lower - slack <= float(row["value"]) <= upper + slack, f"{row} is in it")
        wanted = {"phones-working", "exposure-permission", "bluetooth-active", "notification-permission",
                  "phones-notified", "forecast-notified", "exposure-age", "expected-onsets",
                  "exposures-by-duration", "exposures-by-attenuation", "exposures-by-risk-score", "exposures"}
        self.checks.equal(wanted - found, set(), "figures that are missing")

    def repeated(self):
        before = self.run("report", *self.span, "--by", "province", "--format", "json", *self.data).stdout
        database = self.database()
        for table in ("operational_info_ios", "operational_info_android", "epidemiological_info"):
            database.execute(f"CREATE TABLE kept_{table} AS SELECT * FROM {table}")
            database.execute(f"DELETE FROM {table}")
        after = self.run("report", *self.span, "--by", "province", "--format", "json", *self.data).stdout
        self.checks.equal(after, before, "a report without raw counts is the report before")
        for table in ("operational_info_ios", "operational_info_android", "epidemiological_info"):
            database.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")
            database.execute(f"DROP TABLE kept_{table}")
        database.close()

    def penetration(self):
        template = self.run("penetration-template").stdout
        lines = template.splitlines()
        self.checks.equal(len(lines), 1 + 109 * 2, "lines of the template")
        path = os.path.join(self.workplace.folder, "phones.csv")

        def report(text, code=0):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            return self.run("report", *self.span, "--statistic", "working", "--penetration", path, "--format", "json",
                            *self.data, code=code)

        filled = [lines[0]] + [line[:-1] + ("200000" if "ios" in line else "600000") for line in lines[1:]]
        found = json.loads(report("\n".join(filled)).stdout)["figures"]
        value = {(row["figure"], row["platform"]): row for row in found}
        ratio = value["phones-working-from-ios", "all"]["value"] / value["phones-working", "ios"]["value"]
        self.checks.check(abs(ratio - 4) < 0.001, f"each iPhone stands for four phones: {ratio}")
        share = value["share-of-phones", "all"]["value"] * 109 * 800_000 / value["phones-working", "all"]["value"]
        self.checks.check(abs(share - 1) < 0.01, f"the share is of all phones: {share}")
        for broken in ("", "province,platform,phones\n", "\n".join(filled[:-1]), "\n".join(filled + filled[-1:]),
                       template.replace("MI,ios,0", "MI,ios,-1"), template.replace("MI,ios,0", "XX,ios,1")):
            report(broken, code=1)

    def ledger(self):
        entry = json.loads(self.run("ledger", "--format", "json", *self.data).stdout)
        self.checks.equal(len(entry["releases"]), DAYS * 4, "releases in the ledger")
        for month in entry["months"]:
            self.checks.equal(month["spent"], 3.5, f"what {month['month']} has spent")
        self.checks.check("budget" in self.run("ledger", *self.data).stdout, "the ledger as a table")
        renew = ["release", "--now", "--renew", "--from", str(self.last), "--to", str(self.last),
                 "--statistic", "working", *self.data]
        before = self.run("report", *self.span, "--format", "json", *self.data).stdout
        said = self.run(*renew, code=1).stdout
        self.checks.check("budget" in said, f"a refused renewal says why: {said}")
        self.checks.equal(self.run("ledger", "--format", "csv", *self.data).stdout.count("\n"), DAYS * 4 + 1,
                          "a refused renewal costs nothing")
        self.checks.equal(self.run("report", *self.span, "--format", "json", *self.data).stdout, before,
                          "and changes nothing")
        self.run(*renew, "--set", "analytics.budget=4.499999", code=1)
        self.run(*renew, "--set", "analytics.budget=4.5")
        entry = json.loads(self.run("ledger", "--format", "json", *self.data).stdout)
        self.checks.equal(entry["months"][-1]["spent"], 4.5, "a renewal costs the month")
        self.checks.equal(entry["months"][-1]["renewals"], 1, "renewals of the month")
        self.checks.check(self.run("report", *self.span, "--format", "json", *self.data).stdout != before,
                          "a renewal has other noise")

    def crashes(self):
        """Killed between cost and figures, and two at once: each cube is there once and whole."""
        folder = os.path.join(self.workplace.folder, "crash")
        self.workplace.run("migrate", "--data", folder)
        command = ["analytics", "release", "--now", *self.span, "--data", folder]
        for step in (1, 3, 6):
            found = self.workplace.run(*command, settings={"TEST_KILL_AT": f"release-charged:{step}"})
            self.checks.equal(found.returncode, -signal.SIGKILL, f"killed at release {step}")
            self.whole(folder)
        environment = harness.clean_environment()
        both = [subprocess.Popen([self.workplace.avviso, *command], env=environment, stdout=subprocess.DEVNULL)
                for _ in range(2)]
        self.checks.equal([process.wait(harness.PATIENCE) for process in both], [0, 0], "two releases at once")
        self.checks.equal(self.whole(folder), DAYS * 4, "cubes after two releases at once")

    def whole(self, folder):
        leaves = {"working": 1744, "notified": 218, "exposure-age": 16, "epidemiological": 96}
        database = self.database(folder)
        rows = database.execute(
            "SELECT statistic, day, (SELECT count(*) FROM released_leaf WHERE release = id) FROM release"
        ).fetchall()
        database.close()
        for statistic, day, count in rows:
            self.checks.equal(count, leaves[statistic], f"leaves of {statistic} on day {day}")
        self.checks.equal(len({row[:2] for row in rows}), len(rows), "each day once")
        return len(rows)

    def raw(self):
        asked = ["--statistic", "working", *self.span, *self.data]
        who = ["--operator", "A. Rossi", "--reason", "complaint 17"]
        for arguments in (asked, ["--unprotected", *asked], ["--unprotected", "--operator", "A. Rossi", *asked],
                          [*who, *asked], ["--unprotected", "--operator", " ", "--reason", "x", *asked],
                          ["--unprotected", "--operator", "a", "--reason", "x\ny", *asked],
                          ["--unprotected", "--operator", "a", "--reason", "x\u2028y", *asked],
                          ["--unprotected", "--operator", "a\u202eb", "--reason", "x", *asked]):
            found = self.run("raw", *arguments, code=64)
            self.checks.equal(found.stdout, "", "a refused look shows nothing")
        self.checks.equal(json.loads(self.run("audit", "--json", *self.data).stdout), [], "the audit of refusals")
        found = list(csv.DictReader(io.StringIO(self.run("raw", "--unprotected", *who, *asked).stdout)))
        self.checks.equal(sum(int(row["count"]) for row in found), sum(self.truth.values()), "the raw counts")
        audit = json.loads(self.run("audit", "--json", *self.data).stdout)
        self.checks.equal(
            [(row["operator"], row["reason"], row["what"]) for row in audit],
            [("A. Rossi", "complaint 17", f"working {self.first} to {self.last}")], "the audit",
        )
        self.checks.check("A. Rossi" in self.run("audit", *self.data).stdout, "the audit as a table")

    def wrong_usage(self):
        for arguments in (["--from", "2026-02-30"], ["--month", "2026-13"], ["--month", "2026-10", "--from", "2026-10-01"],
                          ["--by", "city"], ["--per", "year"], ["--statistic", "all"], ["--format", "xml"],
                          ["--from", "2026-10-02", "--to", "2026-10-01"], ["--from", "2020-01-01", "--to", "2026-01-01"]):
            self.run("report", *arguments, *self.data, code=64)
        self.run("report", "--data", os.path.join(self.workplace.folder, "nowhere"), code=1)
        for setting in ("analytics.epsilon-working=0", "analytics.budget=-1", "analytics.excluded-ios=1",
                        "analytics.infos-counted=0"):
            self.run("report", "--set", setting, *self.data, code=64)

    def api(self):
        query = f"from={self.first}&to={self.last}"
        with self.workplace.start() as server:
            def get(path):
                return wire.request(server.internal, "GET", path)

            same = self.run("report", *self.span, "--by", "region", "--format", "json", *self.data).stdout.strip()
            answer = get(f"/v1/analytics/report?{query}&by=region")
            self.checks.check((answer.status, answer.body.decode()) == (200, same), "the API reports the same")
            self.checks.check("from their history" in same, "the rates are those of the settings' history")
            answer = get(f"/v1/analytics/report?{query}&statistic=notified&per=day&format=csv")
            self.checks.equal(answer.status, 200, "CSV over HTTP")
            self.checks.check(answer.body.startswith(b"figure,period,place"), "CSV over HTTP has a heading")
            self.checks.equal(get("/v1/analytics/ledger").status, 200, "the ledger over HTTP")
            self.checks.equal(get("/v1/analytics/ledger?format=csv").status, 200, "the ledger as CSV")
            for path in ("report?from=2026-02-30", "report?by=city", "report?x=1", "report?by=region&by=nation",
                         "report?statistic=raw", "report?from=2020-01-01&to=2026-01-01", "report?by=",
                         "ledger?format=table", "ledger?x=1", "report?from=2026-10-02&to=2026-10-01"):
                answer = get(f"/v1/analytics/{path}")
                self.checks.equal((answer.status, json.loads(answer.body)["error_code"]), (400, 1001), path)
            for path in ("raw", "audit", "release"):
                self.checks.equal(get(f"/v1/analytics/{path}").status, 404, f"no {path} over HTTP")
            answer = wire.request(server.public, "GET", "/v1/analytics/report")
            self.checks.equal(answer.status, 404, "nothing on the public listener")


def main():
    checks = harness.Checks("figures")
    with harness.Workplace(sys.argv[1]) as workplace:
        figures = Figures(checks, workplace)
        figures.codes()
        figures.fill()
        figures.release()
        figures.sums()
        figures.every_number_has_an_interval()
        figures.repeated()
        figures.penetration()
        figures.ledger()
        figures.crashes()
        figures.raw()
        figures.wrong_usage()
        figures.api()
    checks.finish()


main()
