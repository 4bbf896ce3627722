"""Phones of authenticated association for tests of the authority from outside, with the cryptography of
`Tests/Independent/association.py` and nothing of Avviso's. Written from docs/association.md.
"""

import os
import struct

import association as protocol
import wire
from association import u16, u64

OCTETS = "application/octet-stream"
DAY, INTERVAL = 86400, 900
COUNTRY, STATE = 380, 9
PLACE = u16(COUNTRY) + u16(STATE)
BATCH, BATCHES = 46_000, 43
REFUSED = bytes([1]) + bytes(17 + BATCHES)
ROUTES = {name: f"/association/v1/{name}" for name in ("registrations", "rights", "batches", "polls", "attestations", "codes")}


def district(text):
    return text.encode().ljust(4, b"\0")


def registration_body(key, place=PLACE, area="RM01", proof=b"", version=1):
    return bytes([version]) + key + place + district(area) + u16(len(proof)) + proof


def post(address, name, body, media=OCTETS, headers=()):
    fields = ([("Content-Type", media)] if media else []) + list(headers)
    return wire.request(address, "POST", ROUTES[name], fields, body)


class Phone:
    """A registered phone. `place` is its authority's, and `send` sends its registration."""

    def __init__(self, server, authority, area="RM01", proof=b"", place=PLACE, send=post):
        self.server, self.place = server, place
        private = os.urandom(32)
        public = protocol.public_key(private)
        self.answer = send(server.public, "registrations", registration_body(public, place=place, area=area, proof=proof))
        if self.answer.status != 200:
            return
        body = self.answer.body
        self.version, self.registration = body[0], body[1:17]
        (self.first_day,) = struct.unpack(">I", body[17:])
        self.secret = protocol.registration_secret(private, authority, self.registration, place, public, authority)

    def account(self, moment):
        return protocol.Account(self.secret, self.first_day, int(moment) // DAY)

    def client_id(self, moment):
        return self.account(moment).client_id(int(moment) // INTERVAL)

    def meet(self, other, moment, when_sent, sequence=0):
        """A record of a contact with `other` at `moment`, in the sealed profile, whose ticket is genuine."""
        moment = int(moment)
        start = moment - moment % INTERVAL
        mine, theirs = os.urandom(32), os.urandom(32)
        names = self.client_id(moment), other.client_id(moment)
        seen = struct.pack(">b4sB2x", -60, district("RM01"), 0)
        receiver = protocol.public_key(mine)
        pair = protocol.Pair(2, theirs, receiver, start)
        confounders = os.urandom(16), os.urandom(16)
        issue = protocol.Issue(
            pair, other.account(moment), os.urandom(32), receiver, names, start, other.place, confounders, seen)
        samples = b"".join(struct.pack(">Hb", second, -60) for second in range(0, 600, 60))
        details = protocol.tagged(0x80, samples) + protocol.tagged(0x83, issue.handle)
        if other.place != self.place:
            details += protocol.tagged(0x86, other.place)
        event = protocol.Event(2, moment, names, issue, details, int(when_sent), 0, sequence, os.urandom(16))
        event.ticket, event.handle = issue.ticket, issue.handle
        event.time, event.names, event.details_digest = moment, names, protocol.digest(details)
        return event

    def request(self, purpose, moment, body):
        return protocol.request(
            self.account(moment), self.registration, purpose, int(moment), os.urandom(16), body)

    def ask(self, code, report, moment, sent=None):
        """The answer to a request for the right to send `report`."""
        return post(self.server.public, "rights", self.right(code, report, moment if sent is None else sent))

    def right(self, code, report, moment):
        """A request for the right to send `report`. The batches that it does not give are empty."""
        digests = b"".join(map(batch_digest, report + [[]] * (BATCHES - len(report))))
        return self.request(3, moment, code.encode() + digests)

    def poll(self, moment, purpose=1, body=b""):
        return post(self.server.public, "polls", self.request(purpose, moment, body))

    def mark(self, request, content):
        """The last bytes of an answer to a poll, for a known account. The nonce is behind purpose, number and time."""
        (moment,) = struct.unpack(">Q", request[22:30])
        key = self.account(moment).upload_key
        return protocol.mac(key, b"HAA poll answer" + request[30:46] + content)[:16]

    def attestations(self, moment, keys, purpose=2):
        return post(self.server.public, "attestations", self.request(purpose, moment, b"".join(keys)))

    def batch(self, right, events, moment):
        records = [event.record for event in events]
        return protocol.batch(self.account(moment), self.registration, right, records, BATCH)

    def send(self, right, events, moment):
        return post(self.server.public, "batches", self.batch(right, events, moment))


def batch_digest(events):
    """The digest of a batch: its records without authenticators and padding."""
    return protocol.digest(b"HAA batch" + b"".join(protocol.u32(len(event.bound)) + event.bound for event in events))
