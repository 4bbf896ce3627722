"""Plays an observer of connections, who knows hosts, sizes and times. Days of phones on which something happened are compared
with days of other phones, and answers to genuine requests with answers to fakes (separation.py). No difference may be found, and
each control must be: recordings that a fault would leave. Usage: distinguish.py AVVISO [--phones N] [--answers N] [--only TEXT]
[--json FILE], with N phones or requests in each group. Half of them teach the judge, and the other half is judged.

Tier: test-all
Only here: whole days of phones, and TLS records of answers, give a trained classifier nothing about tests and warnings.
"""

import argparse
import json
import os
import tempfile
import time

import answer_records
import harness
import phone_days
import separation

# What docs/cover-traffic.md says stays visible: measured, not judged.
VISIBLE = {"immuni-upload", "immuni-alert"}
CONDITIONS = ("idle", "load", "slow disk")
# From so many answers on, their times are judged too. The run is long then, and needs a machine that does nothing else. Sizes,
# records and connections do not depend on it.
TIMED = 2000


class Trial:
    """All comparisons of a run. They are judged at its end, when their number is known."""

    def __init__(self, checks):
        self.checks, self.comparisons = checks, []

    def compare(self, kind, what, names, first, second, expects="alike"):
        """`expects` is alike, told, or visible."""
        began = time.monotonic()
        findings = separation.compare(names, first, second)
        self.comparisons.append((kind, what, len(second.rows), findings, expects))
        self.checks.say(f"{kind}, {what}: compared in {time.monotonic() - began:.0f} s")

    def judge(self):
        """Prints a line for each comparison, and returns them."""
        count = sum(len(findings) for *_, findings, expects in self.comparisons if expects == "alike")
        lines = []
        for kind, what, size, findings, expects in self.comparisons:
            told = [finding for finding in findings if finding.least(count) > separation.LIMIT]
            best = max(told or findings, key=lambda finding: finding.area)
            verdict = "visible" if expects == "visible" else "told" if told else "alike"
            self.checks.equal(verdict, expects, f"{kind}, {what}: {best.name} has AUC {best.area:.3f}")
            lines.append({"kind": kind, "comparison": what, "recordings": size, "classifier": best.name, "verdict": verdict,
                          "auc": round(best.area, 4), "bound": round(separation.LIMIT + best.area - best.least(count), 4)})
        self.checks.say(f"{count} comparisons of groups that must be alike; chance refuses all together once in "
                        f"{1 / separation.CHANCE:.0f} runs")
        for line in lines:
            form = "{kind:38} {comparison:16} {recordings:6} AUC {auc:.3f}, bound {bound:.3f}: {verdict:7} by {classifier}"
            self.checks.say(form.format(**line))
        return lines


def judge_days(trial, bundle, phones, only):
    """Days of phones of all systems."""
    with tempfile.TemporaryDirectory(prefix="avviso-days-") as folder:
        began = time.monotonic()
        kinds = phone_days.record(trial.checks, bundle, folder, phones)
        trial.checks.say(f"days recorded in {time.monotonic() - began:.0f} s")
        for kind in (kind for kind in kinds if only in kind):
            without, busy = (phone_days.read(folder, kind, group) for group in ("without", "with"))
            compare_days(trial, kind, "with, without", without, busy, "visible" if kind in VISIBLE else "alike")
            alike = phone_days.Observer(without)
            quiet = alike.see(without)
            trial.compare(kind, "the same", alike.names, quiet.of(quiet.phones % 4 < 2), quiet.of(quiet.phones % 4 >= 2))
            if kind in VISIBLE or not (busy["mark"] == "event").any():
                continue
            for name, control in phone_days.CONTROLS.items():
                compare_days(trial, kind, name, without, control(busy), "told")
            if kind == "coronawarn-scan":
                quiet = without[without["mark"] != "opening"]
                compare_days(trial, kind, "before 0197", quiet, phone_days.without_plan(busy), "told")


def compare_days(trial, kind, what, without, busy, expects):
    if set(without["phone"]) != set(busy["phone"]):
        raise RuntimeError(f"{kind}: a phone sent nothing on one of its days")
    observer = phone_days.Observer(without, busy)
    trial.compare(kind, what, observer.names, observer.see(without), observer.see(busy), expects)


def judge_answers(trial, avviso, count, only):
    """Answers of a server, idle, beside load, and with a slow disk."""
    is_timed = count >= TIMED
    names = answer_records.NAMES if is_timed else [answer_records.NAMES[place] for place in answer_records.UNTIMED]
    for condition in CONDITIONS:
        for endpoint, fakes, genuine in answer_records.record(avviso, condition, count):
            kind = f"{endpoint}, {condition}"
            if only not in kind:
                continue
            if not is_timed:
                fakes.rows, genuine.rows = (group.rows[:, answer_records.UNTIMED] for group in (fakes, genuine))
            trial.compare(kind, "genuine, fake", names, fakes, genuine)
            if condition == "idle":
                trial.compare(kind, "the same", names, fakes.of(fakes.phones % 4 < 2), fakes.of(fakes.phones % 4 >= 2))
                trial.compare(kind, "one byte more", names, fakes, answer_records.one_byte_more(genuine), "told")
                if is_timed:
                    trial.compare(kind, "a normal timer", names, fakes, answer_records.normal_timer(genuine), "told")
    if not is_timed:
        return
    for kind, fakes, genuine in answer_records.record(avviso, answer_records.SKIPPING, max(count // 10, 200)):
        if only in kind:
            trial.compare(kind, "a fake without it", names, fakes, genuine, "told")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--phones", type=int, default=400)
    parser.add_argument("--answers", type=int, default=400)
    parser.add_argument("--only", default="", help="compare what has this text in its name")
    parser.add_argument("--json")
    options = parser.parse_args()
    checks = harness.Checks("distinguish")
    trial = Trial(checks)
    bundle = [os.path.join(harness.ROOT, ".build", "debug", "avvisoPackageTests.xctest"), "--testing-library", "swift-testing"]
    if options.phones:
        judge_days(trial, bundle, options.phones, options.only)
    if options.answers:
        judge_answers(trial, options.avviso, options.answers, options.only)
    lines = trial.judge()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(lines, file, indent=1)
    checks.finish()


main()
