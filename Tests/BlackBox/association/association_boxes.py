#!/usr/bin/env python3
"""Drives an authority whose reports are private: phones upload boxes that only other phones can open, and the authority
publishes them each day. The phones have cryptography of their own, written from docs/association-protocol.md.
Usage: association_boxes.py AVVISO

Tier: test-all
Only here: an authority publishes boxes over HTTP that a phone with independent cryptography opens, and each phone opens only
  its own.
"""

import os
import sys
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

import harness
import wire
from association_phone import DAY, INTERVAL, PLACE, Phone, protocol, u16
from association_service import Suite, send_report

FILE, HEAD, BOX, COUNT = 284_753, 17, 540, 512
PRIVATE = {"ASSOCIATION_REPORTS": "private"}


class Box:
    """A record of profile 3 about a contact, and what its issuer needs to open it."""

    def __init__(self, reporter, other, moment):
        start = moment - moment % INTERVAL
        mine, theirs, self.local = os.urandom(32), os.urandom(32), os.urandom(32)
        names = reporter.client_id(moment), other.client_id(moment)
        receiver = protocol.public_key(mine)
        pair = protocol.Pair(2, theirs, receiver, start)
        issue = protocol.Issue(
            pair, other.account(moment), self.local, receiver, names, start, PLACE, (os.urandom(16), os.urandom(16)), bytes(8))
        samples = b"".join(second.to_bytes(2, "big") + b"\xc4" for second in range(0, 600, 60))
        self.handle, self.box, self.record = protocol.published_box(
            issue, start, moment, names[0], samples, os.urandom(16))
        # A box has no authenticator: nothing in it changes when it is sent again.
        self.bound = self.record
        self.key, self.name, self.ticket, self.moment = issue.granting_session, names[0], issue.handle, moment


def opened(key, box):
    """What a box has, by the cipher of RFC 8009 with a key of profile 3."""
    body, tag = box[:-16], box[-16:]
    if protocol.mac(protocol.kerberos_key(key, 1027, 0x55), bytes(16) + body)[:16] != tag:
        return b""
    # CBC-CS3: the last two blocks are exchanged, and the last one is cut.
    cipher, rest = protocol.kerberos_key(key, 1027, 0xAA), len(body) % 16 or 16
    before, last, cut = body[:-16 - rest], body[-16 - rest:-rest], body[-rest:]
    whole = cut + protocol.cbc(cipher, bytes(16), last, False)[rest:]
    return protocol.cbc(cipher, bytes(16), before + whole + last, False)[16:len(body)]


def fetch(suite, day, part=1):
    return wire.request(suite.server.public, "GET", f"/association/v1/boxes/{day}/{part}")


def records_of(suite, key, day, part, parts):
    """The boxes of a published part, by their handles."""
    answer = fetch(suite, day, part)
    suite.equal((answer.status, len(answer.body)), (200, FILE), f"part {part} of day {day}")
    content = answer.body[:-64]
    try:
        key.verify(answer.body[-64:], b"HAA3 boxes" + content)
        suite.checks.check(True, "its signature")
    except InvalidSignature:
        suite.checks.check(False, "its signature")
    head = b"HAAB\x01" + PLACE + day.to_bytes(4, "big") + u16(part) + u16(parts)
    suite.equal(content[:HEAD], head, "its head")
    records = [content[HEAD + number * (16 + BOX):][:16 + BOX] for number in range(COUNT)]
    suite.checks.check(records == sorted(records), "its boxes are in the order of their handles")
    return {record[:16]: record[16:] for record in records}


def restart(suite, seconds, kill=False):
    suite.server.kill() if kill else suite.server.stop()
    suite.now += seconds
    suite.start(**PRIVATE)


def published(suite, day):
    suite.server.wait_until(lambda: fetch(suite, day).status == 200)


def check_report(suite, key):
    """A report becomes boxes of the next day, through a kill, and only their issuers can open them."""
    today = suite.now // DAY
    published(suite, today)
    first = records_of(suite, key, today, 1, 1)
    reporter, met, other = (suite.phone("BX") for _ in range(3))
    report = [[Box(reporter, each, suite.now - 60 - number * INTERVAL) for each in (met, other)] for number in range(8)]
    send_report(suite, reporter, report + [[]])
    boxes = [box for events in report for box in events]
    suite.equal(suite.count("report_box WHERE right IS NULL AND day IS NULL"), 16, "boxes that wait")
    suite.equal((suite.count("contact_edge"), suite.count("contact_ticket")), (0, 0), "no contact is stored")
    suite.equal(fetch(suite, today + 1).status, 404, "tomorrow's boxes")
    suite.equal(records_of(suite, key, today, 1, 1), first, "today's boxes stay as they are")
    restart(suite, DAY, kill=True)
    published(suite, today + 1)
    found = records_of(suite, key, today + 1, 1, 1)
    suite.checks.check(not set(found) & set(first), "each day has boxes of its own")
    suite.checks.check(all(found.get(box.handle) == box.box for box in boxes), "the boxes of the report")
    for box in boxes:
        content = opened(box.key, found[box.handle])
        suite.equal(content[:40], box.moment.to_bytes(8, "big") + box.name, "time and name in a box")
        suite.equal(content[-84:], box.ticket, "the ticket's handle in a box")
    suite.server.wait_until(lambda: suite.count("report_box") == 0)
    suite.equal(suite.rows("SELECT people, state FROM report_case"), [(0, 1)], "a case that warns nobody")
    rest = b"".join(found.values())
    for box in boxes:
        suite.checks.check(box.name not in rest and box.ticket not in rest, "a file names nobody")
    return boxes


def check_forms(suite):
    """Contacts are refused here, and boxes of another size."""
    reporter, met = suite.phone("BF"), suite.phone("BF")
    before, waiting = suite.refused("OTHER_FORM"), suite.count("report_box")
    contact = reporter.meet(met, suite.now - 60, suite.now)
    short = Box(reporter, met, suite.now - 60)
    short.record = short.bound = b"\x01\x03" + short.handle + u16(BOX - 1) + short.box[1:]
    long = Box(reporter, met, suite.now - 60)
    long.record = long.bound = b"\x01\x03" + long.handle + u16(BOX + 1) + long.box + b"\0"
    good = Box(reporter, met, suite.now - 60)
    send_report(suite, reporter, [[contact, short, long, good], []])
    suite.equal(suite.refused("OTHER_FORM"), before + 3, "records of another form")
    suite.equal(suite.count("report_box"), waiting + 1, "the box of the right size")
    suite.equal(suite.count("contact_ticket"), 0, "no ticket is stored")


def check_requests(suite):
    """Paths, methods and caches."""
    day = suite.now // DAY
    for path in ("0", "01", "65536", "-1", "x", "1/1", "%31%31"):
        suite.equal(fetch(suite, day, path).status, 404, f"part {path}")
    for name in ("x", "-1", f"0{day}", "4294967296", "..%2f.."):
        suite.equal(fetch(suite, name).status, 404, f"day {name}")
    answer = fetch(suite, day)
    suite.equal(answer.header("Cache-Control"), "public, max-age=86400", "caches may keep a part for a day")
    suite.equal(wire.request(suite.server.public, "POST", f"/association/v1/boxes/{day}/1").status, 405, "POST")
    suite.equal(wire.request(suite.server.internal, "GET", f"/association/v1/boxes/{day}/1").status, 404, "internal")


def check_many(suite, key):
    """More boxes than a part has room for, and more than a batch may have."""
    reporter, met = suite.phone("BM"), suite.phone("BM")
    waiting = suite.count("report_box")
    sample = Box(reporter, met, suite.now - 60)
    boxes = []
    for _ in range(10 * 61):
        record = b"\x01\x03" + os.urandom(16) + u16(BOX) + os.urandom(BOX)
        box = object.__new__(Box)
        box.record = box.bound = record
        boxes.append(box)
    before = suite.refused("TOO_MANY")
    send_report(suite, reporter, [boxes[number * 61:][:61] for number in range(10)] + [[]])
    suite.equal(suite.refused("TOO_MANY"), before + 10, "the 61st box of each batch")
    suite.equal(suite.count("report_box"), waiting + 600, "boxes that wait")
    restart(suite, DAY)
    day, parts = suite.now // DAY, (waiting + 600 + COUNT - 1) // COUNT
    published(suite, day)
    suite.server.wait_until(lambda: fetch(suite, day, parts).status == 200)
    found = {}
    for part in range(1, parts + 1):
        found |= records_of(suite, key, day, part, parts)
    suite.equal(len(found), parts * COUNT, "all boxes of the day")
    taken = sum(found.get(box.record[2:18]) == box.record[20:] for box in boxes)
    suite.equal(taken, 600, "those of the report")
    suite.equal(fetch(suite, day, parts + 1).status, 404, "a part beyond the last")
    suite.checks.check(sample.handle not in found, "a box that nobody sent")


def check_ages(suite):
    """After 14 days the boxes of a day are gone."""
    day = suite.now // DAY
    restart(suite, 14 * DAY)
    published(suite, suite.now // DAY)
    suite.equal(fetch(suite, day).status, 200, "after 14 days")
    restart(suite, DAY)
    published(suite, suite.now // DAY)
    suite.server.wait_until(lambda: fetch(suite, day).status == 404)
    suite.equal(fetch(suite, day).status, 404, "after 15 days")


def check_validated(suite):
    """An authority that validates contacts takes no boxes and publishes none."""
    suite.server.stop()
    suite.start()
    suite.equal(fetch(suite, suite.now // DAY).status, 404, "no such route")
    reporter, met = suite.phone("BV"), suite.phone("BV")
    before = suite.refused("OTHER_FORM")
    send_report(suite, reporter, [[Box(reporter, met, suite.now - 60)], []])
    suite.equal(suite.refused("OTHER_FORM"), before + 1, "a box is refused")
    suite.equal(suite.count("report_box"), 0, "and not stored")


def main():
    checks = harness.Checks("association_boxes")
    with harness.Workplace(sys.argv[1]) as workplace:
        suite = Suite(checks, workplace)
        done = workplace.run("association", "attestation-key", suite.key)
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(done.stdout.split()[-1]))
        suite.start(**PRIVATE)
        for check, arguments in (
            (check_report, (key,)), (check_forms, ()), (check_requests, ()), (check_many, (key,)), (check_ages, ()),
            (check_validated, ()),
        ):
            before, began = checks.passed, time.monotonic()
            check(suite, *arguments)
            checks.say(f"{check.__name__}: {checks.passed - before} checks, {time.monotonic() - began:.1f} s")
    checks.finish()


if __name__ == "__main__":
    main()
