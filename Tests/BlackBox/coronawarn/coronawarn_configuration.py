"""Changes the configuration of Corona-Warn's phones with `avviso settings --system coronawarn`, and reads what phones then get
with nothing of Avviso's. Usage: coronawarn_configuration.py AVVISO

Tier: test
Only here: phones get what the command sets: an independent reader finds its values in the signed files of a running server,
  with a new sequence for each change, and a refused change leaves them alone.
"""

import io
import json
import os
import sys
import zipfile

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

import exportfile
import fake_clock
import harness
from coronawarn_tree import CONFIGURATIONS, Tree

check_export = exportfile.check_export
# message: [(number, name, type, repeated)], as in Tests/Independent/check_export.py.
MESSAGES = {
    "Configuration1": [
        (1, "min_risk_score", "int32", False), (2, "classes", "Classes", False), (3, "scores", "Parameters", False),
        (4, "durations", "Durations", False), (7, "countries", "string", True)],
    "Classes": [(1, "classes", "Class", True)],
    "Class": [(1, "label", "string", False), (2, "min", "int32", False), (3, "max", "int32", False)],
    "Parameters": [
        (number, name, "Scores" if number % 2 else "double", False) for number, name in enumerate(
            ("transmission", "transmission_weight", "duration", "duration_weight", "days", "days_weight", "attenuation",
             "attenuation_weight"), 1)],
    "Scores": [(number, f"score{number}", "int32", False) for number in range(1, 9)],
    "Durations": [
        (1, "thresholds", "Thresholds", False), (2, "weights", "Weights", False), (3, "offset", "int32", False),
        (4, "divisor", "int32", False)],
    "Thresholds": [(1, "lower", "int32", False), (2, "upper", "int32", False)],
    "Weights": [(1, "low", "double", False), (2, "mid", "double", False), (3, "high", "double", False)],
    "Configuration2": [
        (4, "countries", "string", True), (5, "download", "Download", False), (6, "detection", "Detection", False),
        (7, "risk", "Risk", False)],
    "Download": [(1, "days", "DayPackage", True), (2, "hours", "HourPackage", True)],
    "DayPackage": [(1, "region", "string", False), (2, "date", "string", False), (3, "etag", "string", False)],
    "HourPackage": [
        (1, "region", "string", False), (2, "date", "string", False), (3, "hour", "int32", False),
        (4, "etag", "string", False)],
    "Detection": [(1, "per_day", "int32", False)],
    "Risk": [
        (1, "filters", "Filter", True), (2, "level_filters", "LevelFilter", True), (3, "weights", "Weight", True),
        (4, "windows", "Level", True), (5, "days", "Level", True), (6, "encoding", "Encoding", False),
        (7, "multiplier", "double", False), (8, "values", "Value", True), (9, "max_age", "int32", False)],
    "Range": [
        (1, "min", "double", False), (2, "min_exclusive", "bool", False), (3, "max", "double", False),
        (4, "max_exclusive", "bool", False)],
    "Filter": [(1, "attenuation", "Range", False), (2, "minutes", "Range", False)],
    "LevelFilter": [(1, "levels", "Range", False)],
    "Weight": [(1, "attenuation", "Range", False), (2, "weight", "double", False)],
    "Level": [(1, "time", "Range", False), (2, "level", "int32", False)],
    "Encoding": [(number, f"offset{number}", "int32", False) for number in range(1, 7)],
    "Value": [(1, "level", "int32", False), (2, "value", "double", False)],
}
LOW, HIGH = {"min": 0, "max": 9, "maxExclusive": True}, {"min": 9, "max": 9999}


def weight(low, high, value):
    return {"attenuationRange": {"min": low, "max": high, "maxExclusive": True}, "weight": value}


# Changes that are refused, each with a part of its reason.
WRONG = [
    # A filter that was split into two elements, one for each of its ranges.
    ({"windows.minutesAtAttenuationFilters": [
        {"attenuationRange": {"min": 0, "max": 73}}, {"dropIfMinutesInRange": {"min": 0, "max": 10}}]},
     "dropIfMinutesInRange is missing"),
    ({"windows.minutesAtAttenuationFilters": [
        {"attenuationRange": {"min": 0, "max": 255}, "dropIfMinutesInRange": {"min": 0, "max": 1440}}]}, "notified"),
    ({"windows.minutesAtAttenuationFilters": [
        {"attenuationRange": {"min": 0, "max": 60}, "dropIfMinutesInRange": {"min": 10, "max": 1440}}]}, "mute a day near a patient"),
    ({"windows.trlFilters": [{"dropIfTrlInRange": {"min": 0, "max": 8}}]}, "notified"),
    ({"windows.trlFilters": [{}]}, "dropIfTrlInRange is missing"),
    ({"windows.minutesAtAttenuationWeights": []}, "notified"),
    ({"windows.minutesAtAttenuationWeights": [weight(0, 63, 0), weight(63, 73, 1)]}, "nearest"),
    ({"windows.minutesAtAttenuationWeights": [weight(0, 63, 0.8), weight(64, 73, 1)]}, "gap"),
    ({"windows.minutesAtAttenuationWeights": [weight(0, 63, 0.8), weight(60, 73, 1)]}, "overlap"),
    ({"windows.minutesAtAttenuationWeights": [weight(0, 63, -1)]}, "weight"),
    ({"windows.normalizedTimePerEWToRiskLevelMapping": [
        {"normalizedTimeRange": LOW, "riskLevel": 1}, {"normalizedTimeRange": HIGH | {"min": 10}, "riskLevel": 2}]},
     "gap"),
    ({"windows.normalizedTimePerDayToRiskLevelMapping": [
        {"normalizedTimeRange": LOW | {"max": 10}, "riskLevel": 1}, {"normalizedTimeRange": HIGH, "riskLevel": 2}]},
     "overlap"),
    ({"windows.normalizedTimePerDayToRiskLevelMapping": []}, "windows"),
    ({"windows.transmissionRiskValueMapping": []}, "windows"),
    ({"windows.maxEncounterAgeInDays": 0}, "maxEncounterAgeInDays"),
    ({"scores.classes": [{"level": "LOW", "min": 0, "max": 14}, {"level": "HIGH", "min": 15}]}, "gap or overlap"),
    ({"scores.classes": [{"level": "LOW", "min": 0, "max": 16}, {"level": "HIGH", "min": 15}]}, "gap or overlap"),
    ({"scores.classes": [{"level": "LOW", "min": 0, "max": 15}, {"level": "HIGH", "min": 15, "max": 72}]}, "open upper"),
    ({"scores.classes": [{"level": "LOW", "min": 0}]}, "classes"),
    ({"scores.classes": []}, "classes"),
    ({"scores.classes": [{"level": "NONE", "min": 0}]}, "classes"),
    ({"scores.transmissionScores": [0] * 8}, "mute"),
    ({"scores.transmissionScores": [1, 2, 3, 4, 5, 6, 7, 0]}, "mute"),
    ({"scores.transmissionScores": [1, 2, 3, 4, 5, 6, 7, 9]}, "outside 0…8"),
    ({"scores.transmissionScores": [1, 2, 3, 4, 5, 6, 7]}, "7 instead of 8"),
    ({"scores.durationScores": [0, 0, 0, 1, 1, 0, 1, 1]}, "mute"),
    ({"scores.daysScores": [5, 5, 5, 5, 5, 5, 5, 0]}, "mute"),
    ({"scores.attenuationScores": [0] * 8}, "mute"),
    ({"scores.weights.days": 0}, "weights.days"), ({"scores.weights.attenuation": 101}, "weights.attenuation"),
    ({"scores.attenuationThresholds": [63, 55]}, "thresholds"), ({"scores.attenuationThresholds": [55]}, "thresholds"),
    ({"scores.attenuationWeights": [0, 0, 0]}, "nearest"), ({"scores.attenuationWeights": [0, 1, 1]}, "nearest"),
    ({"scores.attenuationWeights": [1, 1]}, "scores"), ({"scores.normalizationDivisor": 0}, "normalizationDivisor"),
    ({"scores.minimumRiskScore": 4097}, "minimumRiskScore"), ({"scores.notifyFromScore": 0}, "notifyFromScore"),
    ({"scores.notifyFromScore": 1e9}, "nobody is notified"), ({"notifyFromMinutes": 0}, "notifyFromMinutes"),
    ({"downloadInterval": 3599}, "downloadInterval"), ({"downloadInterval": 86401}, "downloadInterval"),
    ({"maxDetectionsPerDay": 0}, "maxDetectionsPerDay"), ({"maxDetectionsPerDay": 25}, "maxDetectionsPerDay"),
    ({"resultPolling": {"min": 599, "max": 700}}, "resultPolling"),
    ({"resultPolling": {"min": 800, "max": 700}}, "resultPolling"), ({"fakesPerDay": {"min": 0, "max": 0}}, "fakesPerDay"),
    ({"fakesPerDay": {"min": 1, "max": 25}}, "fakesPerDay"), ({"supportedCountries": []}, "supportedCountries"),
    ({"supportedCountries": ["DE", "DE"]}, "twice"), ({"supportedCountries": ["de"]}, "capitals"),
    ({"hotlines": [{"purpose": "teletan", "number": "0800"}]}, "hotlines"),
    ({"hotlines": [{"purpose": "party", "number": "+498007540002"}]}, "hotlines"),
    ({"revokedPackages": [{"region": "DE", "date": "2020-13-01", "entityTag": "a"}]}, "revokedPackages"),
    ({"downloadInterval": "often"}, "another kind"), ({"nothing": 1}, "no parameter nothing"),
    ({"riskCalculation": "both"}, "riskCalculation has a value of another kind"),
    ({"asksForSymptoms": 1}, "asksForSymptoms has a value of another kind"),
    ({"riskCalculation": "score-product", "scores.notifyFromScore": 80.5}, "nobody is notified"),
    ({"scores.nothing": 1}, "no parameter"), ({"downloadInterval": 1, "maxDetectionsPerDay": 0}, "maxDetectionsPerDay"),
]
# Changes that are taken: limits that are still right.
RIGHT = [
    {"downloadInterval": 3600, "maxDetectionsPerDay": 1}, {"downloadInterval": 86400, "maxDetectionsPerDay": 24},
    {"resultPolling": {"min": 600, "max": 86400}, "fakesPerDay": {"min": 1, "max": 24}},
    {"scores.transmissionScores": [1, 2, 3, 4, 5, 6, 7, 8], "scores.normalizationDivisor": 25},
    {"riskCalculation": "normalised-score", "asksForSymptoms": False},
    {"riskCalculation": "score-product", "scores.notifyFromScore": 80, "asksForSymptoms": True},
    {"riskCalculation": "windows", "scores.notifyFromScore": 15},
    {"scores.weights.days": 100, "scores.attenuationWeights": [1, 0.5, 0.5]},
    {"windows.minutesAtAttenuationFilters": [
        {"attenuationRange": {"min": 0, "max": 79, "maxExclusive": True},
         "dropIfMinutesInRange": {"min": 0, "max": 5, "maxExclusive": True}}],
     "windows.trlFilters": [{"dropIfTrlInRange": {"min": 1, "max": 2}}]},
    {"supportedCountries": ["DE", "FR"], "hotlines": [{"purpose": "teletan", "number": "+49 800 7540002"}]},
]
if not harness.EVERY:
    # The last two are seen in what phones get, the first two in the differences.
    RIGHT = RIGHT[:2] + RIGHT[-2:]


def classes():
    saved, check_export.MESSAGES = check_export.MESSAGES, MESSAGES
    try:
        return check_export.message_classes()
    finally:
        check_export.MESSAGES = saved


class Suite:
    def __init__(self, checks, tree):
        self.checks, self.tree, self.types = checks, tree, classes()

    def settings(self, *arguments):
        return self.tree.workplace.run(
            "settings", "--system", "coronawarn", *arguments, "--data", self.tree.workplace.data)

    def set(self, values):
        pairs = [f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        return self.settings("set", *pairs, "--reason", "a test", "--author", "anna")

    def shown(self, *arguments):
        return json.loads(self.settings("show", *arguments).stdout)

    def revision(self):
        history = json.loads(self.settings("history", "--json").stdout)
        return max((each["revision"] for each in history), default=0)

    def fetch(self, path):
        """The message of a configuration, once its signature holds over all bytes of export.bin."""
        with zipfile.ZipFile(io.BytesIO(self.tree.get(path).body)) as archive:
            self.checks.equal(sorted(archive.namelist()), ["export.bin", "export.sig"], f"entries of {path}")
            message, signatures = archive.read("export.bin"), archive.read("export.sig")
        found = check_export.message_classes()["TEKSignatureList"].FromString(signatures).signatures
        self.checks.equal(len(found), 1, f"signatures of {path}")
        info = found[0].signature_info
        self.checks.equal(
            (info.app_bundle_id, info.android_package, info.verification_key_version, info.verification_key_id,
             info.signature_algorithm, found[0].batch_num, found[0].batch_size),
            ("de.rki.coronawarnapp", "", "v1", "262", "1.2.840.10045.4.3.2", 1, 1), f"signature of {path}")
        self.tree.workplace.public_key.verify(found[0].signature, message, ec.ECDSA(hashes.SHA256()))
        return message

    def first(self):
        return self.types["Configuration1"].FromString(self.fetch(CONFIGURATIONS[0]))

    def second(self, path=CONFIGURATIONS[3]):
        return self.types["Configuration2"].FromString(self.fetch(path))

    def sequences(self):
        return [json.loads(self.tree.get(path + ".sig").body)["sequence"] for path in CONFIGURATIONS]


def check_first(suite):
    """The final values of the first calculation."""
    message = suite.first()
    scores = message.scores
    rows = [[getattr(each, f"score{number}") for number in range(1, 9)] for each in (
        scores.transmission, scores.duration, scores.days, scores.attenuation)]
    suite.checks.equal(
        rows, [[0, 0, 3, 4, 5, 6, 7, 8], [0, 0, 0, 1, 1, 1, 1, 1], [5] * 8, [0, 2, 2, 2, 2, 2, 2, 2]], "32 scores")
    suite.checks.equal(
        [scores.transmission_weight, scores.duration_weight, scores.days_weight, scores.attenuation_weight],
        [50, 50, 50, 20], "four weights")
    durations = message.durations
    suite.checks.equal(
        [message.min_risk_score, durations.thresholds.lower, durations.thresholds.upper, durations.weights.low,
         durations.weights.mid, durations.weights.high, durations.offset, durations.divisor],
        [11, 55, 63, 1, 0.5, 0, 0, 50], "other parameters of the first calculation")
    suite.checks.equal(
        [(each.label, each.min, each.max) for each in message.classes.classes],
        [("LOW", 0, 15), ("HIGH", 15, 2 ** 31 - 1)], "classes, the last with an open upper bound")
    suite.checks.equal(list(message.countries), ["DE"], "countries")


def check_second(suite):
    """The final values of the second calculation, on each of its four paths."""
    for path in CONFIGURATIONS[1:]:
        risk = suite.second(path).risk
        suite.checks.equal((len(risk.filters), len(risk.level_filters)), (0, 0), f"filters of {path}")
        suite.checks.equal(
            [(each.attenuation.min, each.attenuation.max, each.attenuation.max_exclusive, each.weight)
             for each in risk.weights],
            [(0, 63, True, 0.8), (63, 73, True, 1.0), (73, 79, True, 0.1)], f"weights of {path}")
        for found, expected in ((risk.windows, [(0, 9, True, 1), (9, 9999, False, 2)]),
                                (risk.days, [(5, 9, True, 1), (9, 99999, False, 2)])):
            suite.checks.equal(
                [(each.time.min, each.time.max, each.time.max_exclusive, each.level) for each in found], expected,
                f"levels of {path}")
        suite.checks.equal(
            [getattr(risk.encoding, f"offset{number}") for number in range(1, 7)], [1, 2, 0, 2, 4, 6],
            f"encoding of {path}")
        suite.checks.equal(
            [(each.level, each.value) for each in risk.values],
            [(1, 0), (2, 0), (3, 0.6), (4, 0.8), (5, 1), (6, 1.2), (7, 1.4), (8, 1.6)], f"values of {path}")
        suite.checks.equal((risk.multiplier, risk.max_age), (0, 10), f"multiplier and age of {path}")
        suite.checks.equal(suite.second(path).detection.per_day, 6, f"detections of {path}")
    suite.checks.equal(
        [suite.tree.get(path).body for path in CONFIGURATIONS[1:3]],
        [suite.tree.get(path).body for path in CONFIGURATIONS[1:3]], "a file is the same at each request")


def check_wrong(suite):
    before, revision = suite.shown(), suite.revision()
    # ValidConfigurationTests has them all.
    for values, reason in WRONG[::harness.extent(16, 1)]:
        done = suite.set(values)
        what = ", ".join(values)
        suite.checks.equal(done.returncode, 1, f"exit of a wrong {what}")
        lines = [line for line in done.stderr.splitlines() if line.startswith("  - ")]
        suite.checks.check(any(reason in line for line in lines), f"{reason!r} in the reasons for {values}: {done.stderr}")
    suite.checks.equal((suite.shown(), suite.revision()), (before, revision), "after wrong changes")
    for arguments in (("set", "downloadInterval=7200"), ("set", "downloadInterval=7200", "--reason", ""), ("set",)):
        suite.checks.check(suite.settings(*arguments).returncode != 0, f"a change without a reason: {arguments}")
    suite.checks.equal(suite.revision(), revision, "after changes without a reason")


def check_right(suite):
    """Each change is a revision that phones get; a revert is a newer one with the old content."""
    tree, original = suite.tree, suite.shown()
    before = suite.sequences()
    for number, values in enumerate(RIGHT, 1):
        done = suite.set(values)
        suite.checks.equal(done.returncode, 0, f"exit of {values}: {done.stderr}")
        tree.distribute()
        after = suite.sequences()
        suite.checks.check(len(set(after)) == 1 and after > before, f"sequences after change {number}: {after}")
        before = after
    suite.checks.equal(suite.revision(), len(RIGHT), "revisions")
    risk = suite.second().risk
    suite.checks.equal(
        [(each.attenuation.max, each.minutes.max) for each in risk.filters], [(79, 5)], "the filter that phones get")
    suite.checks.equal(list(suite.second().countries), ["DE", "FR"], "the countries that phones get")
    tags = [tree.get(path).header("ETag") for path in CONFIGURATIONS]
    tree.distribute()
    suite.checks.equal([tree.get(path).header("ETag") for path in CONFIGURATIONS], tags, "tags without a change")
    done = suite.settings("revert", "0", "--reason", "as before")
    suite.checks.equal(done.returncode, 0, f"exit of a revert: {done.stderr}")
    suite.checks.equal((suite.shown(), suite.revision()), (original, len(RIGHT) + 1), "after a revert")
    tree.distribute()
    after = suite.sequences()
    suite.checks.check(after > before, f"sequences after a revert: {after}")
    suite.checks.equal([tree.get(path).header("ETag") == tag for path, tag in zip(CONFIGURATIONS, tags)], [False] * 5,
                       "tags after a revert")
    differences = json.loads(suite.settings("diff", "1", "2", "--json").stdout)
    suite.checks.equal(
        [(each["path"], each["old"], each["new"]) for each in differences],
        [("downloadInterval", 3600, 86400), ("maxDetectionsPerDay", 1, 24)], "differences of two revisions")
    suite.checks.equal(suite.shown("--revision", "1")["maxDetectionsPerDay"], 1, "an older revision")
    history = json.loads(suite.settings("history", "--json").stdout)
    suite.checks.equal(
        [(each["revision"], each["author"], each["reason"]) for each in history][-1], (1, "anna", "a test"), "history")
    suite.checks.equal(suite.settings("revert", "99", "--reason", "nothing").returncode, 1, "exit of an unknown revision")
    if harness.EVERY:
        check_clock(suite, after)


def check_clock(suite, before):
    """Sequences go forward when the clock goes back, and statements are written again each hour."""
    tree = suite.tree
    tree.clock.advance(-1800)
    suite.set({"downloadInterval": 10800})
    tree.distribute()
    after = suite.sequences()
    suite.checks.check(after > before, f"sequences on a clock that went back: {before}, {after}")
    tree.clock.advance(7200)
    tree.distribute()
    created = [json.loads(tree.get(path + ".sig").body)["created"] for path in CONFIGURATIONS]
    suite.checks.check(all(abs(each - fake_clock.now()) < 3000 for each in created), f"times of statements: {created}")


def check_systems(suite):
    done = suite.tree.workplace.run("settings", "--system", "nothing", "show", "--data", suite.tree.workplace.data)
    suite.checks.equal(done.returncode, 64, "exit of an unknown system")
    suite.checks.check("coronawarn" in done.stderr and "immuni" in done.stderr, f"the systems are named: {done.stderr}")
    for names in (("--system=coronawarn",), ("--system", "corona-warn")):
        done = suite.tree.workplace.run("settings", *names, "show", "--data", suite.tree.workplace.data)
        suite.checks.equal(done.returncode, 0, f"exit of {names}")


def check_preset(suite):
    """The file with the values of 2022 is a right one, and changes what it names."""
    file = os.path.join(harness.ROOT, "docs", "corona-warn-2022.yaml")
    done = suite.tree.workplace.run("config", "--json", "--config", file)
    found = {row["name"]: row["value"] for row in json.loads(done.stdout) if row["value"] != row["default"]}
    suite.checks.equal(found, {"distribution.days": "10", "submission.min-level": "3"}, "the values of 2022")


def main():
    checks = harness.Checks("coronawarn_configuration")
    with harness.Workplace(sys.argv[1]) as workplace:
        clock = fake_clock.FakeClock(workplace.folder)
        workplace.avviso = clock.wrap(workplace.avviso)
        suite = Suite(checks, Tree(checks, workplace, clock, services=("distribution",)))
        for check in (check_first, check_second, check_wrong, check_right, check_systems, check_preset):
            check(suite)
            checks.say(f"{checks.passed} checks so far")
    checks.finish()


if __name__ == "__main__":
    main()
