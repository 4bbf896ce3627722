#!/usr/bin/env python3
"""Drives the authority of authenticated association over HTTP, through kill -9 in the middle of a report, and checks what
docs/association.md promises. Usage: association_service.py AVVISO

`make test-all` adds a kill within a batch, replayed tickets, held reports with their page, a service for proofs, and servers
without an authority.

Tier: test
Only here: an independent phone registers, reports through kill -9 and gets alerts with genuine handles over HTTP, and all
  answers of a route have one size on the wire.
"""

import base64
import contextlib
import http.server
import json
import os
import sqlite3
import sys
import threading
import time

from cryptography.hazmat.primitives.asymmetric import ed25519

import harness
import wire
from association_phone import (
    BATCH, BATCHES, COUNTRY, DAY, INTERVAL, PLACE, REFUSED, ROUTES, STATE, Phone, post, protocol, registration_body, u16,
    u64,
)
from portal_browser import Browser, OWN_PASSWORD

JSON = "application/json"
TOKEN_LESS = {"CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms"}
LIMIT = 8
# Of an operator in an hour.
CODES = 4
# Batches of a report that have contacts here.
FULL = 8
# Bytes of the alerts in the answer to every poll; a mark of 16 follows.
ALERTS, MARK = 9606, 16


class Suite:
    """The authority on a clock that stands at noon, and its operator."""

    def __init__(self, checks, workplace, now=None, country=COUNTRY, state=STATE):
        self.checks, self.workplace = checks, workplace
        self.now = now or int(time.time()) // DAY * DAY + DAY // 2
        self.place = u16(country) + u16(state)
        private = os.urandom(32)
        self.authority = protocol.public_key(private)
        self.key = os.path.join(workplace.folder, "association.key")
        with open(os.open(self.key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
            file.write(base64.b64encode(private) + b"\n")
        self.settings = TOKEN_LESS | {
            "ASSOCIATION_MODE": "centralised", "ASSOCIATION_KEY": self.key, "ASSOCIATION_PROOF": "none",
            "ASSOCIATION_COUNTRY": str(country), "ASSOCIATION_STATE": str(state), "ASSOCIATION_REGISTRATIONS_PER_HOUR": str(LIMIT),
            "ASSOCIATION_CODES_PER_HOUR": str(CODES),
        }
        self.server = None

    def start(self, services=("association",), **settings):
        self.server = self.workplace.start(
            services, self.settings | settings, prefix=harness.standing_clock(self.now)).wait_ready()
        if settings.get("ASSOCIATION_REPORTS") != "private":
            self.forget_indexes()

    def command(self, *arguments):
        """A command of the operator, with the server's clock, data and settings."""
        return self.workplace.run(
            "association", *arguments, "--data", self.workplace.data, settings=self.settings,
            prefix=harness.standing_clock(self.now))

    def forget_indexes(self):
        """Phones of these tests register at noon and have met since the morning. The job at the start may have made the
        indexes of these hours without them, so they go, and uploads make their own."""
        newest = (self.now - 300) // INTERVAL - 1
        path = os.path.join(self.workplace.data, "association-index.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database:
            query = f"SELECT count(*) FROM client_id_index WHERE interval = {newest}"
            self.server.wait_until(lambda: database.execute(query).fetchone()[0] == 1)
            with database:
                database.execute(f"DELETE FROM client_id_index WHERE interval >= {self.now // DAY * DAY // INTERVAL}")

    def phone(self, area="RM01", proof=b""):
        return Phone(self.server, self.authority, area, proof, self.place)

    def same_phone(self, phone):
        """A phone whose server was started again."""
        phone.server = self.server
        return phone

    def day(self, offset=0):
        return time.strftime("%Y-%m-%d", time.gmtime(self.now + offset * DAY))

    def ask_code(self, first=-10, last=0, **more):
        body = json.dumps({"firstDay": self.day(first), "lastDay": self.day(last)} | more).encode()
        return post(self.server.internal, "codes", body, JSON)

    def code(self):
        return json.loads(self.ask_code().body)["code"]

    def rows(self, query):
        path = os.path.join(self.workplace.data, "association.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database:
            return database.execute(query).fetchall()

    def write(self, query, rows):
        path = os.path.join(self.workplace.data, "association.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database, database:
            database.executemany(query, rows)

    def settle(self):
        """Waits until no batch waits for its validation."""
        self.server.wait_until(lambda: self.count("waiting_batch") == 0)

    def count(self, table):
        return self.rows(f"SELECT count(*) FROM {table}")[0][0]

    def refused(self, reason):
        """The count of a reason why the validation refused something."""
        line = f'association_refused_records_total{{reason="{reason}"}}'
        text = self.server.metrics()
        return sum(int(float(one.split()[-1])) for one in text.splitlines() if one.startswith(line))

    def metric(self, name):
        text = self.server.metrics()
        return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} "))

    def equal(self, found, expected, what):
        return self.checks.equal(found, expected, what)


def check_transport(suite):
    """Methods, media types and sizes."""
    public, internal = suite.server.public, suite.server.internal
    for name in ("registrations", "rights", "batches", "polls"):
        for media in (None, JSON, "text/plain"):
            suite.equal(post(public, name, b"x", media).status, 415, f"{name} as {media}")
        suite.equal(wire.request(public, "GET", ROUTES[name]).status, 405, f"GET {name}")
        suite.equal(post(internal, name, b"x").status, 404, f"{name} on the internal listener")
        for body in (b"", b"\x01", bytes(100)):
            suite.equal(post(public, name, body).status, 400, f"{name} of {len(body)} bytes")
        suite.equal(post(public, name, bytes(200_001)).status, 413, f"{name} of 200 001 bytes")
    suite.equal(post(public, "registrations", bytes(200_000)).status, 400, "a registration of 200 000 bytes")
    for size in (BATCH - 1, BATCH + 1):
        suite.equal(post(public, "batches", bytes(size)).status, 400, f"a batch of {size} bytes")
    suite.equal(post(public, "batches", bytes(BATCH)).status, 400, "a batch of zeros")
    suite.equal(post(public, "codes", b"{}", JSON).status, 404, "codes on the public listener")
    suite.equal(post(internal, "codes", b"{}", "text/plain").status, 415, "codes as text")


def check_codes(suite):
    """Days are within the last 14, in their order, and not after today."""
    for first, last, status in (
        (-14, 0, 200), (-15, 0, 400), (-15, -14, 400), (-14, -14, 200), (0, 0, 200), (0, 1, 400), (1, 1, 400), (0, -1, 400),
    ):
        suite.equal(suite.ask_code(first, last).status, status, f"a code for the days {first} to {last}")
    for body in (b"", b"{", b"[]", b'{"firstDay":"2021-02-30","lastDay":"2021-03-01"}', b'{"firstDay":1,"lastDay":2}'):
        suite.equal(post(suite.server.internal, "codes", body, JSON).status, 400, f"a code for {body[:20]}")
    codes = [suite.code() for _ in range(20)]
    suite.checks.check(len(set(codes)) == 20 and all(len(code) == 12 for code in codes), f"codes: {codes[:2]}")


def check_code_command(suite):
    """The command issues codes beside the server, by the same days and limits, and the counts have both."""
    first = ("--first-day", suite.day(-10))
    made = json.loads(suite.command("code", *first, "--operator", "Anna.Rossi", "--json").stdout)
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(suite.now + 3 * DAY))
    suite.equal((len(made["code"]), made["validUntil"]), (12, end), "a code, and until when it is valid")
    suite.equal(suite.phone("CC").ask(made["code"], [[]], suite.now).body[1], 1, "a phone of the server can use it")
    shown = suite.command("code", *first, "--last-day", suite.day(-1), "--operator", "anna.rossi").stdout
    code, _, rest = shown.partition("  ")
    suite.equal(([len(part) for part in code.split(" ")], rest), ([4, 4, 4], f"valid until {end}\n"), "a code for a person")
    typed = suite.phone("CC").ask(code.replace(" ", ""), [[]], suite.now)
    suite.equal(typed.body[1], 1, "and a phone can use it")
    for since, last in ((-15, ()), (-1, ("--last-day", suite.day(1))), (1, ())):
        refused = suite.command("code", "--first-day", suite.day(since), *last, "--operator", "anna.rossi")
        allowed = f"avviso: the days must be from {suite.day(-14)} to {suite.day()}\n"
        suite.equal((refused.returncode, refused.stderr), (1, allowed), f"the days from {since} on")
    backwards = suite.command("code", "--first-day", suite.day(), "--last-day", suite.day(-1))
    suite.equal(backwards.returncode, 64, "days in the wrong order")
    suite.equal([suite.ask_code(operator="anna.rossi").status for _ in range(2)], [200] * 2, "the third and the fourth")
    answer = suite.ask_code(operator="anna.rossi")
    suite.equal((answer.status, answer.body, answer.header("Retry-After")), (429, b"", "3600"), "the fifth")
    refused = suite.command("code", *first, "--operator", "anna.rossi")
    again = time.strftime("again from %Y-%m-%dT%H:%M:%SZ on", time.gmtime(suite.now + 3600))
    suite.equal((refused.returncode, again in refused.stderr), (1, True), f"the fifth by the command: {refused.stderr}")
    for name in ("", "anna rossi", 7):
        suite.equal(suite.ask_code(operator=name).status, 400, f"a code for the operator {name}")
    counts = json.loads(suite.command("code-counts", "--json").stdout)
    unnamed = counts[0]
    names = [(one["day"], one["operator"]) for one in counts]
    suite.equal(names, [(suite.day(), None), (suite.day(), "anna.rossi")], "names of operators")
    suite.equal((counts[1]["codes"], unnamed["codes"] > 20), (4, True), "counts of codes")
    suite.equal(suite.command("code-counts").stdout.splitlines()[0].split(), ["day", "codes", "operator"], "the table")
    suite.checks.check(b"anna" not in suite.workplace.log_text(), "no log names an operator")
    suite.checks.check("anna" not in suite.server.metrics(), "and no metric")


def check_registrations(suite):
    """Layouts, refusals, and the limit of a district."""
    public = suite.server.public
    key = protocol.public_key(os.urandom(32))
    whole = registration_body(key)
    longest = registration_body(protocol.public_key(os.urandom(32)), area="ZZ", proof=bytes(16_384))
    suite.equal(post(public, "registrations", longest).status, 200, "a proof of 16 384 bytes")
    too_long = registration_body(key, proof=bytes(16_385))
    for body, what in (
        (whole[:-1], "cut short"), (whole + b"\0", "a byte too long"), (registration_body(key, version=2), "version 2"),
        (registration_body(key, area="rm01"), "small letters"), (registration_body(key, area=""), "no district"),
        (registration_body(key, area="R\0M"), "a zero within"), (registration_body(key, area="RM-1"), "a hyphen"),
        (too_long, "a proof of 16 385 bytes"),
    ):
        suite.equal(post(public, "registrations", body).status, 400, what)
    for body, what in (
        (registration_body(key, place=u16(250) + u16(9)), "another country"),
        (registration_body(key, place=u16(380) + u16(10)), "another state"), (registration_body(bytes(32)), "a key of zeros"),
        (registration_body(suite.authority), "the authority's own key"),
    ):
        answer = post(public, "registrations", body)
        suite.equal((answer.status, answer.body), (403, b""), what)
    phones = [suite.phone("Z9") for _ in range(LIMIT + 1)]
    suite.equal([phone.answer.status for phone in phones], [200] * LIMIT + [429], "registrations of a district")
    suite.equal(suite.phone("Z8").answer.status, 200, "another district is not full")
    suite.equal({len(phone.answer.body) for phone in phones[:-1]}, {21}, "sizes of answers")
    suite.equal({(p.version, p.first_day) for p in phones[:-1]}, {(1, suite.now // DAY)}, "version and first day")
    suite.equal(len({phone.registration for phone in phones[:-1]}), LIMIT, "numbers of accounts")
    suite.equal(len({phone.answer.size for phone in phones}), 1, "sizes on the wire")


def make_report(suite, reporter, others):
    """Two intervals with everybody in each of eight batches, and an empty batch, which stands for all others."""
    report = []
    for number in range(FULL):
        moments = [suite.now - 60 - (2 * number + half) * INTERVAL for half in (0, 1)]
        report.append([reporter.meet(other, moment, suite.now) for moment in moments for other in others])
    return report + [[]]


def check_uniform_answers(suite, reporter, granted, used, report):
    """Whatever is wrong, a request for a right gets an answer of one size without a right, and the size on the wire is the same."""
    stranger = suite.phone("UN")
    stranger.registration = os.urandom(16)
    wrong = suite.phone("UN")
    wrong.secret = os.urandom(32)
    other = suite.phone("UN")
    for asker, code, moment, what in (
        (stranger, suite.code(), None, "an unknown account"), (wrong, suite.code(), None, "a wrong signature"),
        (other, suite.code(), suite.now - 301, "a clock 301 s behind"), (other, suite.code(), suite.now + 301, "301 s ahead"),
        (other, used, None, "a used code"), (other, "222222222222", None, "a code that nobody issued"),
        (reporter, suite.code(), suite.now - DAY, "a request of yesterday"),
    ):
        answer = asker.ask(code, report, suite.now, moment)
        suite.equal((answer.status, answer.body, answer.size), (200, REFUSED, granted.size), what)
    for offset in (-300, 300):
        answer = other.ask(suite.code(), report, suite.now, suite.now + offset)
        suite.equal((answer.body[:2], answer.size), (b"\x01\x01", granted.size), f"a clock {offset} s off")
    suite.equal(other.ask(suite.code(), report, suite.now).body[1], 1, "a third report within 90 days")
    suite.equal(other.ask(suite.code(), report, suite.now).body, REFUSED, "a fourth report within 90 days")
    body = reporter.request(1, suite.now, suite.code().encode() + bytes(32 * BATCHES))
    suite.equal(post(suite.server.public, "rights", body).body, REFUSED, "a request with another purpose")


def check_worthless_batches(suite, reporter, right, report, accepted):
    """An upload that counts for nothing gets the answer of one that counts."""
    suite.settle()
    before = [suite.count(table) for table in ("contact_edge", "contact_ticket")]
    other = suite.phone("WB")
    genuine = reporter.batch(right, report[0], suite.now)
    forged = genuine[:-1] + bytes([genuine[-1] ^ 1])
    reasons = ("NO_ACCOUNT", "BAD_BATCH", "BAD_RIGHT")
    stranger = suite.phone("WB")
    stranger.registration = os.urandom(16)
    counted = [suite.refused(reason) for reason in reasons]
    for body, what in (
        (forged, "a forged MAC"), (other.batch(right, report[1], suite.now), "another account's right"),
        (stranger.batch(os.urandom(16), [], suite.now), "a decoy"),
        (reporter.batch(os.urandom(16), report[1], suite.now), "an unknown right"), (genuine, "a batch that came before"),
        (reporter.batch(right, report[1][:1], suite.now), "contacts that the right does not name"),
    ):
        answer = post(suite.server.public, "batches", body)
        suite.equal((answer.status, answer.body, answer.size), (202, b"", accepted.size), what)
    found = [suite.refused(reason) - before for reason, before in zip(reasons, counted)]
    suite.equal(found, [1, 1, 3], "a decoy, a forged MAC and a wrong right are counted apart")
    suite.equal(suite.count("waiting_batch"), 0, "none of them waits")
    suite.equal([suite.count(table) for table in ("contact_edge", "contact_ticket")], before, "and nothing is stored")


def check_report(suite):
    """A report of eight batches and empty ones, through kill -9 between and within them."""
    reporter, *others = phones = [suite.phone("RP") for _ in range(3)]
    suite.equal([phone.answer.status for phone in phones], [200] * 3, "registrations")
    report, code = make_report(suite, reporter, others), suite.code()
    granted = reporter.ask(code, report, suite.now)
    suite.equal((granted.status, len(granted.body), granted.body[:2], granted.body[18:]), (200, 18 + BATCHES, b"\x01\x01", bytes(BATCHES)), "right")
    right = granted.body[2:18]
    accepted = reporter.send(right, report[0], suite.now)
    suite.equal((accepted.status, accepted.body), (202, b""), "the first batch")
    check_uniform_answers(suite, reporter, granted, code, report)
    check_worthless_batches(suite, reporter, right, report, accepted)
    for number in (1, 2):
        suite.equal(reporter.send(right, report[number], suite.now).status, 202, f"batch {number}")
    suite.server.kill()
    suite.start()
    for phone in phones:
        suite.same_phone(phone)
    again = reporter.ask(code, report, suite.now)
    suite.equal(again.body, b"\x01\x01" + right + b"\x01\x01\x01" + bytes(BATCHES - 3), "the right after kill -9")
    suite.settle()
    suite.equal(suite.count("report_case"), 1, "a case since the first batch")
    suite.equal(suite.count("contact_edge"), 3 * 2 * len(others), "with the contacts that have arrived")
    if harness.EVERY:
        kill_within_batch(suite, reporter, right, report[3])
    arrived = reporter.ask(code, report, suite.now).body[18:]
    suite.checks.check(arrived[:3] == b"\x01" * 3 and arrived[4:] == bytes(BATCHES - 4), f"arrived after another: {arrived}")
    for number, events in enumerate(report):
        if not arrived[number]:
            suite.equal(reporter.send(right, events, suite.now).status, 202, f"batch {number}, resumed")
    suite.equal(reporter.ask(code, report, suite.now).body, b"\x01\x01" + right + b"\x01" * BATCHES, "a whole report")
    suite.settle()
    suite.equal(suite.count("contact_edge"), FULL * 2 * len(others), "contacts of a whole report")
    suite.equal(suite.count("contact_ticket"), FULL * 2 * len(others), "and their tickets")
    suite.equal(suite.rows(f"SELECT open_case, length(manifest), length(received) FROM report WHERE right = x'{right.hex()}'"),
                [(None, 32, 32)], "nothing joins it with its case, or tells how many batches it had")
    suite.equal(suite.rows("SELECT DISTINCT right FROM contact_ticket"), [(None,)], "tickets name no right")
    if harness.EVERY:
        check_replay(suite, reporter, report)


def kill_within_batch(suite, reporter, right, events):
    """Kills the server while it works on a batch."""
    body = reporter.batch(right, events, suite.now)

    def upload():
        with contextlib.suppress(OSError):
            post(reporter.server.public, "batches", body)

    sender = threading.Thread(target=upload)
    sender.start()
    time.sleep(0.01)
    suite.server.kill()
    sender.join()
    suite.start()
    suite.same_phone(reporter)


def check_replay(suite, reporter, report):
    """Tickets count once, also with another code."""
    code, before = suite.code(), suite.count("contact_edge")
    right = reporter.ask(code, report, suite.now).body[2:18]
    for events in report:
        suite.equal(reporter.send(right, events, suite.now).status, 202, "a batch of tickets that came before")
    suite.settle()
    suite.equal((suite.count("contact_edge"), suite.refused("REPLAY")), (before, 32), "replayed tickets count for nothing")


def check_polls(suite):
    """Every poll gets 9622 bytes and one size on the wire: with alerts, without, and refused."""
    phone, other, stranger, wrong = (suite.phone("PO") for _ in range(4))
    stranger.registration, wrong.secret = os.urandom(16), os.urandom(32)
    empty = b"\x01" + bytes(ALERTS - 1)
    nothing = phone.poll(suite.now)
    suite.equal((nothing.status, nothing.body[:-MARK], len(nothing.body)), (200, empty, 9622), "a poll without alerts")
    days = [suite.now // DAY - age for age in (0, 1, 14, 15)]
    handle = os.urandom(84)
    stored = bytes([84]) + handle
    rows = [(phone.registration, day, 2, stored, suite.now) for day in days]
    rows.append((phone.registration, suite.now // DAY - 2, 3, stored, suite.now + 1))
    suite.write("INSERT INTO exposure_alert (registration, day, band, handles, visible_at) VALUES (?, ?, ?, ?, ?)", rows)
    room = b"\x02\x01" + stored + bytes(7 * 85)
    expected = (b"\x01\x03" + b"".join(day.to_bytes(4, "big") + room for day in days[:3])).ljust(ALERTS, b"\0")
    suite.equal(phone.poll(suite.now).body[:-MARK], expected, "three alerts: neither the one that waits nor the one that is too old")
    same = phone.request(1, suite.now, b"")
    answers = [post(suite.server.public, "polls", same) for _ in range(2)]
    if harness.EVERY:
        suite.server.kill()
        suite.start()
        answers.append(post(suite.server.public, "polls", same))
    suite.equal([answer.body[:-MARK] for answer in answers], [expected] * len(answers), "the same poll again, whatever was between")
    suite.equal({answer.body[-MARK:] for answer in answers}, {phone.mark(same, expected)}, "the mark that only the phone knows")
    suite.equal({answer.size for answer in answers}, {nothing.size}, "the size on the wire with alerts")
    for one in (phone, other, stranger, wrong):
        suite.same_phone(one)
    marks = set()
    for answer, what in (
        (other.poll(suite.now), "another account"), (stranger.poll(suite.now), "an unknown account"),
        (wrong.poll(suite.now), "a wrong signature"), (phone.poll(suite.now, purpose=3), "another purpose"),
        (phone.poll(suite.now, body=b"\0"), "a poll with a body"), (phone.poll(suite.now - 301), "a clock 301 s behind"),
        (phone.poll(suite.now + 301), "301 s ahead"),
    ):
        suite.equal((answer.status, answer.body[:-MARK], answer.size), (200, empty, nothing.size), what)
        marks.add(answer.body[-MARK:])
    suite.equal(len(marks), 7, "marks that say nothing")
    suite.checks.check(bytes(MARK) not in marks, "none is zeros")
    refused = phone.request(1, suite.now - 301, b"")
    answer = post(suite.server.public, "polls", refused)
    suite.checks.check(answer.body[-MARK:] != phone.mark(refused, empty), "a refused poll has no genuine mark")
    for offset in (-300, 300):
        suite.equal(phone.poll(suite.now + offset).body[:-MARK], expected, f"a clock {offset} s off")


def check_attestations(suite):
    """The keys of the next day get signatures that others can check, four times a day, and every answer has 6146 bytes."""
    phone, wrong = suite.phone("AT"), suite.phone("AT")
    wrong.secret = os.urandom(32)
    keys = [os.urandom(32) for _ in range(96)]
    found = suite.workplace.run("association", "attestation-key", suite.key).stdout.strip()
    verifier = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(found))
    refused = b"\x01" + bytes(6145)
    for answer, what in (
        (wrong.attestations(suite.now, keys), "a wrong signature"), (phone.attestations(suite.now, keys[1:]), "95 keys"),
        (phone.attestations(suite.now, keys, purpose=1), "another purpose"),
        (phone.attestations(suite.now - 301, keys), "a clock 301 s behind"),
    ):
        suite.equal((answer.status, answer.body), (200, refused), what)
    answers = [phone.attestations(suite.now, keys) for _ in range(5)]
    suite.equal([answer.body[:2] for answer in answers], [b"\x01\x01"] * 4 + [b"\x01\x00"], "four are granted")
    suite.equal(len({answer.size for answer in answers}), 1, "one size on the wire")
    start = (suite.now // DAY + 1) * DAY
    for number in range(96):
        signature = answers[0].body[2 + 64 * number:66 + 64 * number]
        verifier.verify(signature, b"HAA2 id" + PLACE + u64(start + number * INTERVAL) + keys[number])


def check_end(suite):
    """An account ends by a request that nobody can tell from a poll."""
    phone, wrong = suite.phone("EN"), suite.phone("EN")
    wrong.registration = phone.registration
    poll = phone.poll(suite.now)
    for one, left in ((wrong, 1), (phone, 0), (phone, 0)):
        answer = one.poll(suite.now, purpose=4)
        suite.equal((answer.status, answer.body[:-MARK], answer.size), (200, poll.body[:-MARK], poll.size), "the answer to an end")
        suite.equal(suite.count(f"account WHERE registration = x'{phone.registration.hex()}'"), left, "accounts that are left")


def send_report(suite, reporter, report):
    """A whole report with a new code."""
    right = reporter.ask(suite.code(), report, suite.now).body[2:18]
    for events in report:
        suite.equal(reporter.send(right, events, suite.now).status, 202, "a batch of a whole report")
    suite.settle()


def start_later(suite, seconds, phones, **settings):
    """Starts the server again on a clock that is ahead. It decides about reports at its start."""
    suite.server.stop()
    suite.now += seconds
    suite.start(**settings)
    for phone in phones:
        suite.same_phone(phone)


def alerts_of(answer):
    """The day, the band and the handles of each alert in the answer to a poll."""
    found = []
    for number in range(answer.body[1]):
        alert = answer.body[2 + 686 * number:][:686]
        slots = (alert[6 + 85 * slot:][:85] for slot in range(alert[5]))
        found.append((int.from_bytes(alert[:4], "big"), alert[4], [slot[1:1 + slot[0]] for slot in slots]))
    return found


def stored_alerts(suite, area="AL"):
    query = "SELECT count(*) FROM exposure_alert JOIN account USING (registration) WHERE district = '" + area + "'"
    return suite.rows(query)[0][0]


def check_alerts(suite):
    """A whole report becomes alerts with genuine handles, for those who were near and for nobody else."""
    reporter, near, other, stranger = phones = [suite.phone("AL") for _ in range(4)]
    report = make_report(suite, reporter, [near, other])
    send_report(suite, reporter, report)
    suite.equal([alerts_of(phone.poll(suite.now)) for phone in phones], [[]] * 4, "no alert before the decision")
    start_later(suite, 0, phones)
    suite.server.wait_until(lambda: stored_alerts(suite) == 2)
    suite.equal(suite.rows("SELECT state, people FROM report_case WHERE district = 'AL'"), [(1, 2)], "the case")
    start_later(suite, 1800, phones)
    for place, phone in enumerate((near, other)):
        handles = {event.handle for events in report for event in events[place::2]}
        # 16 intervals with ten minutes each, all of them near.
        expected = [(suite.now // DAY, 3)]
        found = alerts_of(phone.poll(suite.now))
        suite.equal([alert[:2] for alert in found], expected, "an alert: 160 minutes nearby")
        suite.checks.check(found and len(found[0][2]) == 8 and set(found[0][2]) <= handles, "eight handles of its own")
    suite.equal([alerts_of(phone.poll(suite.now)) for phone in (reporter, stranger)], [[], []], "nobody else")
    if harness.EVERY:
        start_later(suite, 0, phones)
        suite.equal(stored_alerts(suite), 2, "another decision adds nothing")


CROWDS = {"ASSOCIATION_USUAL_PEOPLE": "1", "ASSOCIATION_REGISTRATIONS_PER_HOUR": "1000"}


def held(suite, *arguments):
    return suite.workplace.run(
        "association", "held", *arguments, "--json", "--data", suite.workplace.data, settings=suite.settings)


def check_held_reports(suite):
    """With a mean of one person, a report of ten is held until an operator decides, and one of nine is not."""
    suite.server.stop()
    suite.start(**CROWDS)
    crowd, reporters = [suite.phone("HE") for _ in range(10)], [suite.phone("HE") for _ in range(4)]
    suite.equal(json.loads(held(suite, "list").stdout), [], "nothing is held")
    for reporter, people in zip(reporters, (10, 10, 10, 9)):
        contacts = [reporter.meet(one, suite.now - 1000, suite.now) for one in crowd[:people]]
        send_report(suite, reporter, [contacts, []])
    start_later(suite, 0, crowd, **CROWDS)
    suite.server.wait_until(lambda: stored_alerts(suite, "HE") == 9)
    suite.server.wait_until(lambda: suite.metric("association_held_cases") == 3)
    suite.checks.check(b"reports-held-too-long" not in suite.workplace.log_text(), "no alarm yet")
    start_later(suite, 3 * 3600, crowd, **CROWDS)
    suite.server.wait_until(lambda: b"reports-held-too-long" in suite.workplace.log_text())
    suite.checks.check(suite.metric("association_oldest_held_case_seconds") >= 3 * 3600, "the age of the oldest")
    suite.equal([len(alerts_of(phone.poll(suite.now))) for phone in crowd], [1] * 9 + [0], "alerts of the other report")
    entries = json.loads(held(suite, "list").stdout)
    facts = [(one["district"], one["batches"], one["wouldWarn"], one["met"], one["contacts"]) for one in entries]
    suite.equal(facts, [("HE", 1, 10, 10, 10)] * 3, "what an operator sees")
    released, refused, last = (one["report"] for one in entries)
    suite.equal(json.loads(held(suite, "refuse", refused).stdout)["outcome"], "refused", "a refusal")
    suite.equal(stored_alerts(suite, "HE"), 9, "warns nobody")
    suite.equal(suite.rows(f"SELECT count(*) FROM contact_edge WHERE case_id = x'{refused}'"), [(0,)], "and deletes contacts")
    grown = held(suite, "release", released, "--batches", "2")
    suite.equal((grown.returncode, "and 2 batches" in grown.stderr), (1, True), "a release of other batches than it has")
    answer = json.loads(held(suite, "release", released, "--batches", "1").stdout)
    # The nine others were near two people now, for ten minutes each, which is a higher band.
    suite.equal((answer["outcome"], answer["alerts"]), ("released", 10), "a release warns everybody, nine of them again")
    suite.equal(stored_alerts(suite, "HE"), 10, "its alert")
    for word, report in (("release", released), ("refuse", released), ("release", refused), ("refuse", refused)):
        again = held(suite, word, report, *(("--batches", "1") if word == "release" else ()))
        suite.equal((again.returncode, "no held report" in again.stderr), (1, True), f"{word} a second time")
    suite.equal([one["report"] for one in json.loads(held(suite, "list").stdout)], [last], "the third waits for the page")
    check_page(suite, last)
    suite.equal(json.loads(held(suite, "list").stdout), [], "nothing is held any more")


def check_page(suite, report):
    """An epidemiologist refuses a report on the operators' page."""
    suite.server.stop()
    suite.start(("association", "portal"), **CROWDS)
    made = suite.workplace.run(
        "operator", "create", "elena", "--role", "epidemiologist", "--json", "--data", suite.workplace.data,
        settings=suite.settings)
    password, elena = json.loads(made.stdout)["password"], Browser(suite.server)
    suite.equal(elena.get("/portal/held-reports").status, 303, "a stranger is led to the form to sign in")
    elena.sign_in("elena", password)
    elena.change_password(password, OWN_PASSWORD)
    page = elena.get("/portal/held-reports").body.decode()
    suite.checks.check(report in page and page.count("<section>") == 1, "the page shows the report")
    turn = page.partition('name="turn" value="')[2].partition('"')[0]
    fields = {"decision": "refuse", "report": report, "batches": "1", "turn": turn}
    suite.equal(elena.post("/portal/held-reports", fields).status, 422, "without the box")
    suite.equal(elena.post("/portal/held-reports", fields | {"consent": "yes"}, form="0" * 64).status, 403, "a foreign form")
    suite.equal(len(json.loads(held(suite, "list").stdout)), 1, "nothing happened")
    answers = [elena.post("/portal/held-reports", fields | {"consent": "yes"}).status for _ in range(2)]
    suite.equal(answers, [200, 409], "once")
    suite.checks.check(report.encode() not in suite.workplace.log_text(), "no log names a report")


def check_restricted_digests(suite):
    """Nothing that phones sent in clear is at rest: neither codes nor keys."""
    data = b"".join(
        harness.read(os.path.join(suite.workplace.data, name)) for name in os.listdir(suite.workplace.data)
        if os.path.isfile(os.path.join(suite.workplace.data, name))
    )
    phone, code = suite.phone("AR"), suite.code()
    suite.checks.check(code.encode() not in data and suite.authority not in data, "codes and keys are not at rest")
    suite.checks.check(phone.registration not in suite.workplace.log_text(), "no log names an account")


# Proofs


class ProofService:
    """The deployment's own service, which answers as a test wants."""

    def __init__(self):
        self.answers, self.questions = [], []
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.questions.append((self.path, self.headers["Authorization"], json.loads(body)))
                status, answer = service.answers.pop(0)
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def subject(text):
    return 200, json.dumps({"subject": text}).encode()


def check_remote_proofs(suite):
    """A service of the deployment names persons. Registering again ends the old account."""
    service, token = ProofService(), "a-token-of-enough-bytes"
    suite.server.stop()
    suite.start(
        ASSOCIATION_PROOF="remote", ASSOCIATION_PROOF_URL=service.url, ASSOCIATION_PROOF_TOKEN=token,
        ASSOCIATION_REGISTRATIONS_PER_HOUR="1000",
    )
    service.answers = [subject("anna"), subject("berta"), subject("anna")]
    first, berta, second = (suite.phone("PR", proof) for proof in (b"one", b"two", b"three"))
    suite.equal([phone.answer.status for phone in (first, berta, second)], [200] * 3, "registrations with proofs")
    path, authorization, question = service.questions[0]
    suite.equal((path, authorization), ("/registration-proofs", f"Bearer {token}"), "how the service is asked")
    suite.equal(base64.b64decode(question["proof"]), b"one", "the proof as the phone sent it")
    suite.equal(len(base64.b64decode(question["key"])), 32, "and its key")
    report = make_report(suite, second, [berta])
    for phone, expected in ((first, 0), (berta, 1), (second, 1)):
        suite.equal(phone.ask(suite.code(), report, suite.now).body[1], expected, "only the newer account of a person remains")
    for answer, status in (
        ((403, b""), 403), ((500, b""), 503), ((401, b""), 503), ((200, b"{}"), 503), ((200, b"no JSON"), 503),
        (subject(""), 503), (subject("x" * 257), 503), (subject("x" * 256), 200), ((200, b" " * 5000), 503),
    ):
        service.answers = [answer]
        suite.equal(suite.phone("PR").answer.status, status, f"the service answers {answer[0]} {answer[1][:9]}")
    service.server.shutdown()
    service.server.server_close()
    suite.equal(suite.phone("PR").answer.status, 503, "the service is away")
    suite.checks.check(b"anna" not in suite.workplace.log_text(), "no log names a person")


# Modes


def check_decentralised(avviso, checks):
    """Without an authority there is no route and no file, alone and beside all other services."""
    for services, settings in ((["association"], {}), ((), {}), ((), {"ASSOCIATION_MODE": "decentralised"})):
        with harness.Workplace(avviso) as workplace, workplace.start(services, TOKEN_LESS | settings) as server:
            for name in ROUTES:
                for address in (server.public, server.internal):
                    checks.equal(post(address, name, b"{}", JSON).status, 404, f"decentralised {services}: {name}")
            checks.equal(workplace.run("migrate", "--data", workplace.data).returncode, 0, "migrate")
            names = os.listdir(workplace.data)
            checks.check(not [name for name in names if "association" in name], f"decentralised {services}: {names}")
            tables = [table for name in names if name.endswith(".sqlite") for table in schema(workplace, name)]
            own = {"account", "contact_edge", "contact_ticket", "report_case", "client_id_index", "report_code", "exposure_alert"}
            checks.check(not own & set(tables), f"decentralised {services}: {own & set(tables)}")


def schema(workplace, name):
    with contextlib.closing(sqlite3.connect(os.path.join(workplace.data, name), timeout=harness.PATIENCE)) as database:
        return [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def check_key_commands(suite):
    """The commands make keys that are kept, and print their public halves."""
    run, path = suite.workplace.run, os.path.join(suite.workplace.folder, "made.key")
    suite.equal(run("association", "public-key", suite.key).stdout.strip(), suite.authority.hex(), "the public half")
    made = run("association", "key", "--out", path)
    private = base64.b64decode(harness.read(path))
    suite.equal(made.stdout.strip(), protocol.public_key(private).hex(), "a new key and its public half")
    suite.equal(os.stat(path).st_mode & 0o777, 0o600, "nobody else can read it")
    suite.equal((run("association", "key", "--out", path).returncode, base64.b64decode(harness.read(path))), (1, private), "kept")


def main():
    checks = harness.Checks("association_service")
    with harness.Workplace(sys.argv[1]) as workplace:
        suite = Suite(checks, workplace)
        check_key_commands(suite)
        suite.start()
        for check in (
            check_transport, check_codes, check_code_command, check_registrations, check_report, check_alerts, check_polls,
            check_attestations, check_end, *harness.extent((), (check_held_reports,)), check_restricted_digests,
            *harness.extent((), (check_remote_proofs,)),
        ):
            before, began = checks.passed, time.monotonic()
            check(suite)
            checks.say(f"{check.__name__}: {checks.passed - before} checks, {time.monotonic() - began:.1f} s")
    if harness.EVERY:
        check_decentralised(sys.argv[1], checks)
    checks.finish()


if __name__ == "__main__":
    main()
