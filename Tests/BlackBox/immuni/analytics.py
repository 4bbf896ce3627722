"""Drives the Analytics Service of `avviso serve` from outside: each rule on both sides of its limit, tokens and their
counts, dummies; then kills it with signal 9 again and again while Epidemiological Info leaves the inbox, and accounts for
every entry. Usage: analytics.py AVVISO [--kills N] [--seed N]

Tier: test-all
Only here: over HTTP, what is counted of Operational Info is what the answers promised, and entries that leave the inbox arrive
  once, although the server is killed at each step and at random moments.
"""

import argparse
import base64
import concurrent.futures
import datetime
import hashlib
import json
import os
import random
import secrets
import signal
import sqlite3
import threading
import time

import harness
import immuni
import wire
from immuni import JSON_TYPE, PADDED_SIZE, REMOVED

TOKEN = "/v1/analytics/apple/token"
APPLE = "/v1/analytics/apple/operational-info"
GOOGLE = "/v1/analytics/google/operational-info"
NOT_COMPLIANT = b'{"error_code":1001,"message":"Request not compliant with the defined schema."}'
SETTINGS = {"ANALYTICS_INBOX_PERIOD": "1s", "OTP_LIFETIME": "1h"}
STEPS = ["info-written", "info-kept", "inbox-emptied"]
UPLOADERS = 6


def day(offset=0):
    """The day in UTC, `offset` days from now."""
    return (datetime.datetime.now(datetime.timezone.utc).date() + datetime.timedelta(days=offset)).isoformat()


def month(offset=0):
    """Months since January 1970 in UTC."""
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now.year - 1970) * 12 + now.month - 1 + offset


def new_token():
    return secrets.token_hex(64)


def salt(count=16):
    return base64.b64encode(secrets.token_bytes(count)).decode()


def present(members):
    return {name: value for name, value in members.items() if value is not REMOVED}


def info(**members):
    return present({
        "province": "RM", "exposure_permission": 1, "bluetooth_active": 1, "notification_permission": 1,
        "exposure_notification": 0, "last_risky_exposure_on": day(),
    } | members)


def attested(**members):
    return present(info() | {"salt": salt(), "signed_attestation": "a.b.c"} | members)


def query(workplace, name, text, values=()):
    """Rows of one of the databases, read while the server runs."""
    with sqlite3.connect(os.path.join(workplace.data, name), timeout=harness.PATIENCE) as database:
        rows = database.execute(text, values).fetchall()
    database.close()
    return rows


def counted(workplace, platform="ios"):
    return query(workplace, "analytics.sqlite", f"SELECT coalesce(sum(uploads), 0) FROM operational_info_{platform}")[0][0]


def authorise(workplace, authorised_in=None):
    """A new token, authorised as the end of its authorisation leaves it."""
    token = new_token()
    digest = hashlib.sha256(token.encode()).digest()
    values = (digest, month() if authorised_in is None else authorised_in)
    query(workplace, "analytics.sqlite", "INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?)", values)
    return token


class Rules:
    """The checks of one running server."""

    def __init__(self, checks, workplace, server):
        self.checks, self.workplace, self.server = checks, workplace, server
        self.pool = concurrent.futures.ThreadPoolExecutor(16)

    def post(self, target, body, headers):
        sent = immuni.encode(body) if isinstance(body, (dict, list)) else body
        headers = [(name, value) for name, value in headers if value is not REMOVED]
        return wire.request(self.server.public, "POST", target, headers, sent)

    def answer(self, found, status, what):
        """Every answer has one size and its time; a refusal says nothing more, and nothing is cached."""
        self.checks.equal(found.status, status, f"{what}: status")
        self.checks.equal(found.size, PADDED_SIZE, f"{what}: bytes on the wire")
        self.checks.check(found.seconds > 0.14, f"{what}: answered after {found.seconds:.3f} s")
        if status == 400:
            self.checks.equal(found.body, NOT_COMPLIANT, f"{what}: body")
        elif status < 300:
            self.checks.equal((found.body, found.header("Cache-Control")), (b"", "no-store"), f"{what}: empty, no-store")

    def all(self, run, cases):
        """Runs independent cases beside each other, since each answer waits for its release."""
        list(self.pool.map(lambda case: run(*case), cases))

    # MARK: Tokens

    def tokens(self):
        token = new_token()
        whole = {"analytics_token": token, "device_token": "QUJD"}

        def case(what, status, body, kind=JSON_TYPE):
            self.answer(self.post(TOKEN, body, [kind] if kind else []), status, f"token with {what}")

        for name, longest in (("device_token", 10_000), ("app_attest", 43_700)):
            rest = {"analytics_token": token}
            self.all(case, [(f"{name} of {count}", status, rest | {name: "A" * count})
                            for count, status in ((4, 202), (longest, 202), (longest + 4, 400), (0, 400), (3, 400))])
            self.all(case, [(f"{name} {value!r}", 400, rest | {name: value})
                            for value in ("*", "QUJD\n", "QUI", "QUJ=", "QU-_", None, 5, [])])
        self.all(case, [
            ("a device token", 202, whole), ("the same again", 202, whole), ("no proof", 400, {"analytics_token": token}),
            ("both proofs", 202, whole | {"app_attest": "QUJD"}), ("no token", 400, {"device_token": "QUJD"}),
            ("an unknown member", 400, whole | {"extra": 1}), ("no body", 400, b""), ("half a body", 400, b'{"a'),
            ("an array", 400, []), ("a repeated member", 400, immuni.encode(whole)[:-1] + b',"device_token":"QUJD"}'),
            ("text as type", 400, whole, ("Content-Type", "text/plain")), ("no type", 400, whole, None),
        ] + [(f"token {what}", 400, whole | {"analytics_token": value}) for what, value in (
            ("of 127", token[:-1]), ("of 129", token + "0"), ("in upper case", token.upper()),
            ("with a g", "g" + token[1:]), ("with a newline", token + "\n"), ("null", None), ("as number", 5))])
        for method in ("GET", "PUT", "DELETE"):
            for target in (TOKEN, APPLE, GOOGLE):
                found = wire.request(self.server.public, method, target)
                self.checks.equal(found.status, 405, f"{method} {target}")
        found = wire.request(self.server.internal, "POST", TOKEN, [JSON_TYPE], immuni.encode(whole))
        self.checks.equal(found.status, 404, "analytics on the internal listener")

    # MARK: Fields

    def fields(self):
        """The members that both platforms send."""
        token = new_token()
        apple = lambda members: self.post(APPLE, info(**members), self.headers(token))
        google = lambda members: self.post(GOOGLE, attested(**members), self.headers())

        def case(what, status, members):
            self.answer(apple(members), status, f"iOS with {what}")
            self.answer(google(members), status, f"Android with {what}")

        cases = [("everything", 204, {}), ("an unknown member", 400, {"extra": 1}), ("build 1", 204, {"build": 1}),
                 ("build 2^31-1", 204, {"build": 2**31 - 1}), ("build 2^31", 400, {"build": 2**31}),
                 ("build 0", 400, {"build": 0}), ("build as text", 400, {"build": "1"}), ("null build", 400, {"build": None}),
                 ("province EX", 204, {"province": "EX"}), ("province XX", 204, {"province": "XX"})]
        cases += [(f"province {value!r}", 400, {"province": value})
                  for value in ("rm", "R", "ROM", "RM\n", "", None, 5, REMOVED)]
        for name in ("exposure_permission", "bluetooth_active", "notification_permission", "exposure_notification"):
            cases += [(f"{name} {value!r}", 204, {name: value}) for value in (0, 1)]
            cases += [(f"{name} {value!r}", 400, {name: value})
                      for value in (-1, 2, True, "1", 1.0, None, "", {}, [], REMOVED)]
        exposed = lambda date: {"exposure_notification": 1, "last_risky_exposure_on": date}
        # Near midnight the server may be a day ahead of this clock.
        cases += [(f"an exposure on {offset}", status, exposed(day(offset)))
                  for offset, status in ((-179, 204), (-182, 400), (0, 204), (1, 204), (3, 400))]
        cases += [(f"an exposure {what}", 400, exposed(value))
                  for what, value in (("1970", "1970-01-01"), ("short", "2020-1-2"), ("null", None), ("text", "ZZZ"))]
        cases += [(f"a placeholder {value}", status, {"last_risky_exposure_on": value})
                  for value, status in (("1970-01-01", 204), ("2999-12-31", 204), ("2026-02-30", 400), ("", 400),
                                        ("2020-1-2", 400), (None, 400), (REMOVED, 400))]
        self.all(case, cases)

    def headers(self, token=None, flag="0", kind=JSON_TYPE):
        authorization = [("Authorization", f"Bearer {token}")] if token else []
        return authorization + [("Immuni-Dummy-Data", flag)] + ([kind] if kind else [])

    def apple_headers(self):
        token = new_token()
        flag = ("Immuni-Dummy-Data", "0")

        def case(what, status, *headers):
            self.answer(self.post(APPLE, info(), headers), status, f"iOS with {what}")

        self.all(case, [(f"token {what}", status, ("Authorization", value), flag, JSON_TYPE) for what, status, value in (
            ("unknown", 204, f"Bearer {token}"), ("of another case of Bearer", 204, f"bearer {token}"),
            ("in upper case", 400, f"Bearer {token.upper()}"), ("of 127", 400, f"Bearer {token[:-1]}"),
            ("of 129", 400, f"Bearer {token}0"), ("of another scheme", 400, f"Basic {token}"), ("bare", 400, token),
            ("missing", 400, REMOVED), ("of an OTP's length", 400, f"Bearer {token[:64]}"))])
        own = ("Authorization", f"Bearer {token}")
        self.all(case, [(f"flag {value!r}", 400, own, ("Immuni-Dummy-Data", value), JSON_TYPE)
                        for value in ("2", "-1", "true", "01", "", REMOVED)])
        self.all(case, [(f"type {value!r}", 400, own, flag, ("Content-Type", value)) for value in ("text/plain", REMOVED)])

    def google_proof(self):
        def case(what, status, members):
            self.answer(self.post(GOOGLE, attested(**members), self.headers()), status, f"Android with {what}")

        self.all(case, [(f"a salt of {count}", 204 if count == 16 else 400, {"salt": salt(count)})
                        for count in (0, 12, 15, 16, 17, 18, 24)])
        self.all(case, [(f"salt {value!r}", 400, {"salt": value}) for value in ("A" * 23, "*" * 24, None, 5, REMOVED)])
        self.all(case, [(f"{kind} of {count}", 204 if count <= 10_000 else 400,
                         {"attestation_kind": kind, "signed_attestation": "x" * count})
                        for kind in ("safety-net", "play-integrity") for count in (0, 10_000, 10_001)])
        chain = lambda text: {"attestation_kind": "key-attestation", "signed_attestation": text}
        self.all(case, [("no attestation", 400, {"signed_attestation": REMOVED}), ("null", 400, {"signed_attestation": None}),
                        ("one certificate", 204, chain("QUJD")), ("three", 204, chain("QUJD,QUI=,QQ==")),
                        ("43 700 characters of them", 204, chain("A" * 43_700)), ("43 704", 400, chain("A" * 43_704)),
                        ("an empty chain", 400, chain("")), ("an empty certificate", 400, chain("QUJD,")),
                        ("no base 64", 400, chain("QU-_"))])
        self.all(case, [(f"kind {value!r}", 400, {"attestation_kind": value}) for value in ("", "app-attest", None, 1)])
        self.checks.equal(counted(self.workplace, "android"), 0, "uploads whose attestation nobody accepts")

    # MARK: Counting

    def counting(self):
        """Two with and two without exposure for each token, however many come at once, in its two months."""
        before = counted(self.workplace)
        token = authorise(self.workplace)

        def case(what, token, members):
            self.answer(self.post(APPLE, info(**members), self.headers(token)), 204, f"iOS {what}")

        exposed = {"exposure_notification": 1, "last_risky_exposure_on": day(-3)}
        self.all(case, [("beside others", token, exposed if number % 2 else {}) for number in range(24)])
        self.checks.equal(counted(self.workplace), before + 4, "uploads counted of 24 at once")
        self.all(case, [("again", token, {}), ("again", token, exposed)])
        self.checks.equal(counted(self.workplace), before + 4, "uploads counted after the token was used up")
        rows = query(self.workplace, "analytics.sqlite", """
            SELECT last_risky_exposure_on, uploads FROM operational_info_ios ORDER BY uploads, last_risky_exposure_on""")
        then = (datetime.date.fromisoformat(exposed["last_risky_exposure_on"]) - datetime.date(1970, 1, 1)).days
        self.checks.equal(rows, [(-1, 2), (then, 2)], "a placeholder date is not kept, an exposure's is")
        for offset, counts in ((-2, 0), (-1, 1), (0, 1), (1, 0)):
            before = counted(self.workplace)
            case(f"authorised {offset} months from now", authorise(self.workplace, month(offset)), {})
            self.checks.equal(counted(self.workplace), before + counts, f"a token authorised {offset} months from now")

    def dummies(self):
        """A dummy is accepted whatever it holds, and leaves token and salt as they were."""
        before = counted(self.workplace)
        token = authorise(self.workplace)
        bodies = [("a genuine body", None), ("padding", b'{"padding":"00"}'), ("no JSON", b"\xff\x00"), ("no body", b""),
                  ("an unknown member", b'{"x":1}'), ("a province alone", b'{"province":"RM"}'), ("much", b"{" * 199_999)]

        def case(what, target, body, headers):
            body = (attested() if target == GOOGLE else info()) if body is None else body
            self.answer(self.post(target, body, headers), 204, f"dummy {target} with {what}")

        for target in (APPLE, GOOGLE):
            self.all(case, [(what, target, body, self.headers(token, "1")) for what, body in bodies] + [
                ("no type", target, None, self.headers(token, "1", None)), ("no token", target, None, self.headers(None, "1")),
                ("a malformed token", target, None, self.headers("x", "1")),
            ] + [("the same again", target, None, self.headers(token, "1"))] * 40)
        self.checks.equal(counted(self.workplace), before, "dummies counted")
        self.post(APPLE, info(), self.headers(token))
        self.checks.equal(counted(self.workplace), before + 1, "the token of the dummies still counts")

    def refusals_count_nothing(self):
        before = counted(self.workplace)
        token = authorise(self.workplace)
        self.all(lambda members: self.answer(self.post(APPLE, info(**members), self.headers(token)), 400, "a refusal"),
                 [({"province": "rm"},), ({"extra": 1},), ({"build": 0},)])
        self.checks.equal(counted(self.workplace), before, "refusals counted")


# MARK: The way out of the inbox


class Entry:
    """One upload with an entry that nobody else has. `committed` is None until it is known."""

    def __init__(self, number):
        self.otp = immuni.new_otp()
        self.body = immuni.upload_body([], exposure_detection_summaries=[
            immuni.summary(matched_key_count=number % 65_536, maximum_risk_score=number // 65_536)])
        self.mark = (number % 65_536, number // 65_536)
        self.committed = None


class Ledger:
    """What the phones know."""

    def __init__(self):
        self.entries, self.lock = [], threading.Lock()

    def new(self):
        with self.lock:
            self.entries.append(Entry(len(self.entries)))
            return self.entries[-1]

    def unknown(self):
        return [entry for entry in self.entries if entry.committed is None]

    def wait_for_more(self, count=8):
        """Until so many more entries were acknowledged."""
        committed = lambda: sum(entry.committed is True for entry in list(self.entries))
        enough = committed() + count
        while committed() < enough:
            time.sleep(0.01)


class Uploader(threading.Thread):
    """Authorises and uploads until the server is gone."""

    def __init__(self, server, ledger, checks):
        super().__init__(daemon=True)
        self.server, self.ledger, self.checks = server, ledger, checks

    def run(self):
        while True:
            entry = self.ledger.new()
            try:
                if immuni.authorise(self.server.internal, entry.otp).status != 204:
                    return
                status = immuni.upload(self.server.public, entry.otp, entry.body).status
            except (OSError, ValueError):
                return
            if status == 204:
                entry.committed = True
            elif status != 503:
                self.checks.check(False, f"an upload was answered {status}")


class Killer:
    """Ends the lives of servers that move entries."""

    def __init__(self, workplace, ledger, checks, generator):
        self.workplace, self.ledger, self.checks, self.random = workplace, ledger, checks, generator

    def uploading(self, server):
        threads = [Uploader(server, self.ledger, self.checks) for _ in range(UPLOADERS)]
        for thread in threads:
            thread.start()
        return threads

    def at_step(self, step):
        """The server that takes the uploads also moves them, and dies at the n-th time of `step`."""
        server = self.workplace.start(settings=SETTINGS | {"TEST_KILL_AT": f"{step}:{self.random.randint(1, 3)}"})
        threads = []
        try:
            threads = self.uploading(server.wait_ready())
        except RuntimeError:
            # The first entries are moved at the start, before anybody can ask whether it is ready.
            pass
        self.checks.equal(server.process.wait(harness.PATIENCE), -signal.SIGKILL, f"the server died at {step}")
        self.join(threads)

    def two_at_random(self):
        """Two processes move entries at once beside a third that takes uploads; all die at some moment."""
        with self.workplace.start(["otp", "ingestion"], settings=SETTINGS) as server:
            threads = self.uploading(server)
            movers = [self.workplace.start(["analytics"], settings=SETTINGS) for _ in range(2)]
            self.ledger.wait_for_more()
            for mover in movers:
                time.sleep(self.random.uniform(0.3, 1.5))
                mover.kill()
            server.kill()
            self.join(threads)

    def join(self, threads):
        for thread in threads:
            thread.join(harness.PATIENCE)
            self.checks.check(not thread.is_alive(), "an uploader hangs")

    def look(self):
        """After the kill: what became of the unanswered uploads. A right that was used is neither live nor granted again."""
        with self.workplace.start(["otp", "ingestion"], settings=SETTINGS) as server:
            for entry in self.ledger.unknown():
                is_live = immuni.check_otp(server.public, entry.otp).status == 204
                granted = immuni.authorise(server.internal, entry.otp).status
                self.checks.check(granted in (204, 409), f"a right was answered {granted} after the kill")
                entry.committed = not is_live and granted == 409


def marks(workplace):
    """What the Analytics Service has, each entry by the numbers in it, and how many are still in the inbox."""
    rows = query(workplace, "analytics.sqlite", "SELECT info FROM epidemiological_info")
    found = [(summary["matched_key_count"], summary["maximum_risk_score"]) for (text,) in rows for summary in json.loads(text)]
    left = query(workplace, "exposures.sqlite", "SELECT count(*) FROM analytics_inbox")[0][0]
    return sorted(found), left


def inbox(workplace, checks, kills, generator):
    ledger = Ledger()
    killer = Killer(workplace, ledger, checks, generator)
    for kill in range(kills):
        step = [*STEPS, None][kill % 4]
        if step:
            killer.at_step(step)
        else:
            killer.two_at_random()
        killer.look()
        checks.say(f"kill {kill + 1} of {kills} ({step or 'two at random'}): {len(ledger.entries)} uploads so far")
    with workplace.start(settings=SETTINGS):
        deadline = time.monotonic() + harness.PATIENCE
        while marks(workplace)[1] and time.monotonic() < deadline:
            time.sleep(0.2)
    found, left = marks(workplace)
    committed = sorted(entry.mark for entry in ledger.entries if entry.committed)
    checks.equal(left, 0, "entries left in the inbox")
    checks.check(found == committed, f"of {len(committed)} entries {len(found)} arrived, each once")
    checks.check(len(committed) > kills, "enough was uploaded to mean something")
    checks.say(f"{len(ledger.entries)} uploads, {len(committed)} committed, {len(found)} entries")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    checks, generator = harness.Checks("analytics"), random.Random(arguments.seed)
    checks.say(f"seed {arguments.seed}")
    with harness.Workplace(arguments.avviso) as workplace:
        with workplace.start() as server:
            rules = Rules(checks, workplace, server)
            for step in (rules.counting, rules.tokens, rules.fields, rules.apple_headers, rules.google_proof,
                         rules.dummies, rules.refusals_count_nothing):
                step()
                checks.say(f"{step.__name__}: {checks.passed} checks so far")
    with harness.Workplace(arguments.avviso) as workplace:
        inbox(workplace, checks, arguments.kills, generator)
    checks.finish()


main()
