#!/usr/bin/env python3
"""An outsider hears the whole air and asks the authority everything that needs no account, before and after a report. Nothing
may differ (attack T2 of docs/association.md). Usage: association_outsider.py AVVISO

Tier: test-all
Only here: nobody without an account tells from any answer on the wire whether a report arrived: the answers before and after
  it are the same.
"""

import os
import sys

import harness
import wire
from association_phone import BATCH, BATCHES, ROUTES, Phone, post, protocol, registration_body
from association_service import ALERTS, FULL, MARK, JSON, Suite, make_report

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")
# Fields that tell the time.
CLOCKS = {"date"}


class Outsider:
    """An adversary without an account who has heard every packet of the air."""

    def __init__(self, suite, heard):
        self.suite, self.heard = suite, heard
        # The same each time, so that only the authority can make a difference.
        self.invented = Phone.__new__(Phone)
        self.invented.secret, self.invented.registration = bytes(range(32)), bytes(range(16))
        self.invented.first_day, self.invented.server = suite.now // 86_400 - 10, suite.server

    def bodies(self):
        """Requests with what the air had, signed by nobody whom the authority knows."""
        invented, now = self.invented, self.suite.now
        yield "rights", invented.request(3, now, b"222222222222" + bytes(32 * BATCHES)), "a right"
        for purpose in range(8):
            yield "polls", invented.request(purpose, now, b""), f"a poll with purpose {purpose}"
        for number, events in enumerate(self.heard):
            yield "batches", invented.batch(bytes(16), events, now), f"the tickets of batch {number}"
            yield "batches", b"".join(event.record for event in events).ljust(BATCH, b"\0"), f"bare records of batch {number}"
        for name in ("rights", "polls", "batches", "registrations"):
            for size in (0, 1, 21, 32, 149, 1024):
                yield name, bytes(size), f"{size} zeros for {name}"
        yield "registrations", registration_body(bytes(32)), "a registration with a key of zeros"

    def look(self):
        """Everything that the public listener says: status, fields and body of each answer, by question."""
        public, found = self.suite.server.public, {}
        for name, path in ROUTES.items():
            for method in METHODS:
                found[f"{method} {name}"] = told(wire.request(public, method, path))
        for path in ("/", "/metrics", "/healthz", "/association", "/association/v1", "/association/v1/alerts"):
            found[f"GET {path}"] = told(wire.request(public, "GET", path))
        for name, body, what in self.bodies():
            found[what] = told(post(public, name, body))
        # The answer has a fresh number, so only its size is compared.
        found["a registration"] = told(post(public, "registrations", registration_body(protocol.public_key(os.urandom(32)))))[::2]
        return found


def told(answer):
    """Status, body, and fields with the size on the wire. The last bytes of an answer to a poll are random, unless it is
    the account's own phone that asks."""
    fields = sorted((name.lower(), value) for name, value in answer.headers if name.lower() not in CLOCKS)
    body = answer.body[:ALERTS] if len(answer.body) == ALERTS + MARK else answer.body
    return answer.status, body, (fields, answer.size)


def send_report(suite, reporter, report):
    """A whole report of `reporter`. Returns what the authority says to the reporter before and after."""
    code = suite.code()
    granted = reporter.ask(code, report, suite.now)
    for events in report:
        reporter.send(granted.body[2:18], events, suite.now)
    suite.settle()
    return granted, reporter.ask(code, report, suite.now)


def main():
    checks = harness.Checks("association_outsider")
    with harness.Workplace(sys.argv[1]) as workplace:
        suite = Suite(checks, workplace)
        suite.start()
        reporter, *others = [suite.phone("RP") for _ in range(3)]
        report = make_report(suite, reporter, others)
        outsider = Outsider(suite, report)
        before = outsider.look()
        checks.equal(suite.count("contact_edge"), 0, "what the outsider sends counts for nothing")
        granted, again = send_report(suite, reporter, report)
        checks.equal(suite.count("contact_edge"), FULL * 2 * len(others), "contacts of the report")
        # At its start, the server decides about the report.
        suite.server.stop()
        suite.start()
        suite.server.wait_until(lambda: suite.count("exposure_alert") == len(others))
        after = outsider.look()
        for question, answer in before.items():
            checks.equal(after[question], answer, f"before and after the report: {question}")
        checks.check(len(before) > 60, f"{len(before)} questions")
        # The control: whoever owns the account sees that the report arrived, in an answer of the same size.
        checks.check(granted.body != again.body and granted.size == again.size, "the reporter sees the difference")
        checks.equal(post(suite.server.public, "codes", b"{}", JSON).status, 404, "the outsider reaches no operator's route")
    checks.finish()


main()
