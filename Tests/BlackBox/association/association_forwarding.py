#!/usr/bin/env python3
"""Drives two authorities of authenticated association that are partners: a report at one warns a phone of the other, over
mutual TLS, through kill -9 and a partner that is away. Usage: association_forwarding.py AVVISO

Tier: test-all
Only here: two authorities forward a report over mutual TLS between real processes, once, through kill -9 and while the
  partner is away.
"""

import http.client
import os
import ssl
import sys
import time

import harness
from association_phone import DAY, INTERVAL, Phone, protocol, u16, u64
from association_service import Suite, alerts_of, send_report
from coronawarn_authority import fingerprint

ROUTE = "/association/v1/forwarded-reports"
OCTETS = "application/octet-stream"
HERE, THERE = (380, 9), (250, 0)


class Authority(Suite):
    """One of the two, with a listener for partners."""

    def __init__(self, checks, workplace, name, now, place):
        super().__init__(checks, workplace, now, *place)
        self.name = name
        self.tls, self.partners, self.list = (os.path.join(workplace.folder, each) for each in ("tls", "away", "list"))
        checks.equal(workplace.run("tls", "demo-ca", "--out", self.tls).returncode, 0, f"{name}: certificates")

    def meet(self, other, port, their_port, their_place):
        self.settings |= {
            "PARTNER_ADDRESS": f"127.0.0.1:{port}", "PARTNER_TLS_CERTIFICATE": f"{self.tls}/server.pem",
            "PARTNER_TLS_KEY": f"{self.tls}/server-key.pem", "PARTNER_TLS_CLIENT_CA": f"{other.tls}/root.pem",
            "PARTNER_LIST": self.list, "ASSOCIATION_PARTNERS": self.partners,
            "ASSOCIATION_TLS_CERTIFICATE": f"{self.tls}/client.pem", "ASSOCIATION_TLS_KEY": f"{self.tls}/client-key.pem",
        }
        self.port = port
        with open(self.list, "w", encoding="ascii") as file:
            file.write(f"foreign-authority {other.name} {fingerprint(f'{other.tls}/client.pem')}\n")
        with open(self.partners, "w", encoding="ascii") as file:
            file.write("# name country state address roots\n")
            file.write(f"{other.name} {' '.join(map(str, their_place))} https://127.0.0.1:{their_port} {other.tls}/root.pem\n")

    def later(self, seconds, phones=()):
        """Starts again on a clock that is ahead. Decisions and deliveries are made at the start."""
        if self.server.process.poll() is None:
            self.server.stop()
        self.now += seconds
        self.start()
        for phone in phones:
            self.same_phone(phone)

    def outcome(self, name):
        line = f'association_forwarded_reports_total{{outcome="{name}"}}'
        text = self.server.metrics()
        return sum(int(float(each.split()[-1])) for each in text.splitlines() if each.startswith(line))

    def as_partner(self, caller, body, route=ROUTE, media=OCTETS, method="POST"):
        """The status of a request to the listener for partners, with the certificate of `caller`; None without one."""
        context = ssl.create_default_context(cafile=f"{self.tls}/root.pem")
        context.check_hostname = False
        if caller:
            context.load_cert_chain(f"{caller.tls}/client.pem", f"{caller.tls}/client-key.pem")
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=context, timeout=harness.PATIENCE)
        try:
            connection.request(method, route, body, {"Content-Type": media})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (ssl.SSLError, ConnectionError, http.client.RemoteDisconnected):
            return None
        finally:
            connection.close()


def report_of(suite, reporter, others):
    """A contact with everybody in each of eight batches, and an empty batch, which stands for all others."""
    return [
        [reporter.meet(other, suite.now - 60 - number * INTERVAL, suite.now) for other in others]
        for number in range(8)
    ] + [[]]


def forwarded(number, events, origin, destination, received):
    """The message of docs/association-protocol.md, from records of an upload."""
    contacts = b""
    for event in events:
        mine, observed = event.names
        scans = b"".join(b"\x3c" + u16(60) for _ in range(10))
        contact = (
            u64(event.time) + u64(received) + mine + observed + u16(len(event.ticket)) + event.ticket + event.authenticator
            + event.details_digest + bytes([len(event.handle)]) + event.handle + u16(10) + scans
        )
        contacts += protocol.u32(len(contact)) + contact
    head = b"HAAF\x01" + number + u16(origin[0]) + u16(origin[1]) + u16(destination[0]) + u16(destination[1])
    return head + u16(len(events)) + contacts


def check_warning(home, away):
    """A report at home warns a phone of the other authority, also if that one was away and the sender was killed."""
    day = home.now // DAY
    reporter, neighbour = home.phone("FW"), home.phone("FW")
    met, stranger = away.phone("FA"), away.phone("FA")
    report = report_of(home, reporter, [met, neighbour])
    send_report(home, reporter, report)
    home.equal(home.count("outgoing_contact"), 8, "contacts that wait for the decision")
    home.equal(home.rows("SELECT count(*) FROM outgoing_contact WHERE number IS NOT NULL"), [(0,)], "none is due")
    away.server.kill()
    home.later(0, (reporter, neighbour))
    home.server.wait_until(lambda: home.rows(
        "SELECT count(*), count(case_id), count(DISTINCT number) FROM outgoing_contact") == [(8, 0, 1)])
    home.server.kill()
    home.later(60)
    home.server.wait_until(lambda: home.outcome("failed") > 0)
    home.equal(home.count("outgoing_contact"), 8, "an authority that is away: they are tried again")
    away.later(60, (met, stranger))
    home.later(60, (reporter, neighbour))
    home.server.wait_until(lambda: home.count("outgoing_contact") == 0)
    home.server.wait_until(lambda: home.outcome("taken") == 1)
    away.settle()
    away.server.wait_until(lambda: away.count("incoming_report") == 0)
    away.equal(away.rows("SELECT count(*), count(DISTINCT issuer) FROM contact_edge"), [(8, 1)], "contacts there")
    away.equal(away.rows("SELECT district FROM report_case"), [(None,)], "nobody there knows the reporter's district")
    home.equal(home.rows("SELECT count(*), count(DISTINCT issuer) FROM contact_edge"), [(8, 1)], "contacts here")
    away.later(0, (met, stranger))
    away.server.wait_until(lambda: away.count("exposure_alert") == 1)
    away.later(1800, (met, stranger))
    found = alerts_of(met.poll(away.now))
    away.equal([alert[:2] for alert in found], [(day, 3)], "the alert of the neighbour's phone")
    handles = {events[0].handle for events in report if events}
    away.checks.check(found and set(found[0][2]) == handles, "eight handles of its own tickets")
    away.equal(alerts_of(stranger.poll(away.now)), [], "nobody else there")
    return reporter, met


def check_partners(home, away, reporter, met):
    """Who may deliver, and how."""
    moment = away.now - 60
    event = reporter.meet(met, moment, away.now)
    number = os.urandom(16)
    body = forwarded(number, [event], HERE, THERE, away.now)
    for caller, what in ((None, "nobody"), (away, "a certificate of the other root")):
        away.equal(away.as_partner(caller, body), None, f"a report of {what}")
    for changed, status, what in (
        (body[:-1], 400, "cut short"), (body + b"\0", 400, "a byte too long"), (b"", 400, "no report"),
        (forwarded(number, [event], THERE, THERE, away.now), 403, "another origin"),
        (forwarded(number, [event], HERE, HERE, away.now), 403, "another destination"),
        (forwarded(number, [], HERE, THERE, away.now), 400, "no contact"), (bytes((4 << 20) + 1), 413, "more than 4 MiB"),
    ):
        away.equal(away.as_partner(home, changed), (status, b""), what)
    away.equal(away.as_partner(home, body, media="text/plain"), (415, b""), "as text")
    away.equal(away.as_partner(home, None, method="GET"), (405, b""), "GET")
    away.equal(away.as_partner(home, body, route="/association/v1/polls"), (404, b""), "another route")
    away.equal((away.count("incoming_report"), away.count("report_case")), (0, 1), "nothing was stored")
    for _ in range(2):
        away.equal(away.as_partner(home, body), (202, b""), "a report")
        away.server.wait_until(lambda: away.count("incoming_report") == 0)
        away.equal((away.count("report_case"), away.count("contact_edge")), (2, 9), "it counts once")
    for received, what in ((away.now + 301, "a receipt in the future"), (away.now - 10 * DAY - 1, "a receipt of long ago")):
        before = away.refused("OUTSIDE_WINDOW")
        late = forwarded(os.urandom(16), [reporter.meet(met, moment, received)], HERE, THERE, received)
        away.equal(away.as_partner(home, late), (202, b""), what)
        away.server.wait_until(lambda: away.refused("OUTSIDE_WINDOW") == before + 1)
    again = forwarded(os.urandom(16), [event], HERE, THERE, away.now)
    away.equal(away.as_partner(home, again), (202, b""), "the ticket under another number")
    away.server.wait_until(lambda: away.refused("REPLAY") == 1)
    away.equal(away.count("report_case"), 2, "a report of known tickets is no case")


def check_strangers(home, away):
    """A report about a phone of an authority without an agreement, and messages of the commands."""
    reporter = home.phone("ST")
    elsewhere = Phone(home.server, home.authority, "ST", b"", home.place)
    elsewhere.place = u16(56) + u16(0)
    before = home.refused("NO_PARTNER")
    send_report(home, reporter, report_of(home, reporter, [elsewhere]))
    home.equal(home.refused("NO_PARTNER"), before + 8, "no agreement")
    home.equal(home.count("outgoing_contact"), 0, "nothing waits")
    for text, expected in (
        ("name 250", "line 1 of"), ("a 250 0 http://a.example", "line 1 of"), ("a 0 0 https://a.example", "line 1 of"),
        ("a 250 0 https://a.example\nb 250 0 https://b.example", "line 2 of"),
        ("a 380 9 https://a.example", "this authority's own"), ("a 250 0 https://a.example missing.pem", "missing.pem"),
    ):
        path = os.path.join(home.workplace.folder, "wrong")
        with open(path, "w", encoding="ascii") as file:
            file.write(text + "\n")
        done = home.workplace.run(
            "serve", "association", "--public", "127.0.0.1:0", "--internal", "127.0.0.1:0", "--data", home.workplace.data,
            settings=home.settings | {"ASSOCIATION_PARTNERS": path, "PARTNER_ADDRESS": "127.0.0.1:0"},
        )
        home.checks.check(done.returncode != 0 and expected in done.stderr, f"{text!r}: {done.stderr.strip()[:200]}")


def main():
    checks = harness.Checks("association_forwarding")
    # At noon or later: contacts of the last hours are of today, and certificates made just now are valid.
    now = int(time.time()) + 60
    now = max(now, now // DAY * DAY + DAY // 2)
    with harness.Workplace(sys.argv[1]) as first, harness.Workplace(sys.argv[1]) as second, \
            harness.held_port() as home_port, harness.held_port() as away_port:
        home, away = Authority(checks, first, "home", now, HERE), Authority(checks, second, "away", now, THERE)
        home.meet(away, home_port, away_port, THERE)
        away.meet(home, away_port, home_port, HERE)
        home.start()
        away.start()
        reporter, met = check_warning(home, away)
        check_partners(home, away, reporter, met)
        check_strangers(home, away)
    checks.finish()


if __name__ == "__main__":
    main()
