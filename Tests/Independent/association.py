#!/usr/bin/env python3
"""Computes authenticated association with nothing of Avviso's: the standard library and PyPI's cryptography.

    association.py --check      fails unless Tests/Vectors/association.json has exactly these numbers
    association.py --write      writes that file
    association.py --compare F  compares with the numbers of others in F, where it has the same steps

Written from docs/association-protocol.md: every layout and label is here a second time, on purpose.
"""

import hashlib
import hmac
import json
import pathlib
import struct
import sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FILE = pathlib.Path(__file__).resolve().parent.parent / "Vectors" / "association.json"
ZERO = bytes(16)


# Primitives.

def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def digest(message):
    return hashlib.sha256(message).digest()


def expand(key, info, size=32):
    """HKDF-Expand (RFC 5869) for up to 32 bytes."""
    return mac(key, info + b"\x01")[:size]


def u16(number):
    return struct.pack(">H", number)


def u32(number):
    return struct.pack(">I", number)


def u64(number):
    return struct.pack(">Q", number)


def cbc(key, vector, blocks, encrypting):
    cipher = Cipher(algorithms.AES(key), modes.CBC(vector))
    worker = cipher.encryptor() if encrypting else cipher.decryptor()
    return worker.update(blocks) + worker.finalize()


def cs3(key, vector, plaintext):
    """CBC-CS3 (NIST SP 800-38A Addendum): swaps the last two blocks, always, and cuts the last one."""
    padded = plaintext + bytes(-len(plaintext) % 16)
    blocks = cbc(key, vector, padded, True)
    if len(blocks) == 16:
        return blocks
    return (blocks[:-32] + blocks[-16:] + blocks[-32:-16])[:len(plaintext)]


def kerberos_key(base, usage, purpose):
    return mac(base, u32(1) + u32(usage) + bytes([purpose, 0]) + u32(128))[:16]


def exact(base, usage, plaintext, vector=ZERO):
    """E of the document: the length stays."""
    return cs3(kerberos_key(base, usage, 0xAA), vector, plaintext)


def sealed(base, usage, confounder, plaintext):
    """S of the document: 32 bytes more (RFC 8009)."""
    ciphertext = exact(base, usage, confounder + plaintext)
    return ciphertext + mac(kerberos_key(base, usage, 0x55), ZERO + ciphertext)[:16]


def aead(key, content, data):
    return ChaCha20Poly1305(key).encrypt(bytes(12), content, data)


def agree(private, public):
    return x25519.X25519PrivateKey.from_private_bytes(private).exchange(x25519.X25519PublicKey.from_public_bytes(public))


def public_key(private):
    key = x25519.X25519PrivateKey.from_private_bytes(private).public_key()
    return key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)


# Keys.

def registration_secret(private, other, number, jurisdiction, phone, authority):
    extracted = mac(number, agree(private, other))
    return expand(extracted, b"HAA registration" + jurisdiction + phone + authority)


class Account:
    """The keys of a registered phone on one day."""

    def __init__(self, secret, first_day, day):
        self.first = expand(secret, b"HAA chain" + u32(first_day))
        self.chain = self.first
        for _ in range(day - first_day):
            self.chain = expand(self.chain, b"HAA next")
        self.client_id_key = expand(self.chain, b"HAA client-id")
        self.ticket_key = expand(self.chain, b"HAA cts")
        self.upload_key = expand(self.chain, b"HAA upload")

    def client_id(self, interval):
        return mac(self.client_id_key, u64(interval))


class Pair:
    """What an issuer and a receiver share in an interval, from the issuer's side."""

    def __init__(self, profile, private, peer, start):
        self.profile = profile
        own = public_key(private)
        self.extracted = mac(b"HAA%d" % profile, agree(private, peer))
        self.forth = own + peer + u64(start)
        self.back = peer + own + u64(start)

    def key(self, purpose, context):
        return expand(self.extracted, b"HAA%d " % self.profile + purpose + context, 16 if self.profile == 1 else 32)

    def seal(self, client_id, header, back=False):
        context = self.back if back else self.forth
        key = self.key(b"seal", context)
        return exact(key, 1026, client_id) if self.profile == 1 else aead(key, client_id, header + context)


class Issue:
    """A ticket, field by field."""

    def __init__(self, pair, account, local, peer, names, start, place, confounders=(b"", b""), seen=b""):
        """names: the ClientIDs of receiver and issuer. place: country and state. seen: what the issuer observed."""
        receiver, issuer = names
        granting_key, session = expand(local, b"HAA tgt", 16), expand(local, b"HAA sess")
        self.granting_session = mac(session, b"tgs" + peer + u64(start))[:16]
        self.server_session = mac(session, b"css" + peer + receiver + u64(start))[:16]
        times = u64(start) + u64(start + 900)
        label = b"HAA%d ticket" % pair.profile
        self.ticket_key = expand(account.ticket_key, label + u64(start) + receiver, 16)
        proven, granting = receiver + times + self.server_session, times + place + receiver
        wrap = pair.key(b"wrap", pair.forth)
        if pair.profile == 1:
            self.wrapped = exact(wrap, 3, self.granting_session)
            self.granting = exact(granting_key, 2, granting, self.wrapped)
            self.ticket = exact(self.ticket_key, 2, proven)
            self.last = exact(self.granting_session, 8, self.server_session)
            self.handle = self.wrapped + self.granting
        else:
            content = self.granting_session + self.server_session + issuer + times
            self.wrapped = aead(wrap, content, b"\x0e" + place + pair.forth)
            self.granting = sealed(granting_key, 2, confounders[0], granting)
            self.ticket = sealed(self.ticket_key, 2, confounders[1], proven + seen)
            self.last = b""
            self.handle = self.granting
        self.packet = self.wrapped + self.granting + self.ticket + self.last


def tagged(code, value):
    return bytes([code, len(value)]) + value


class Event:
    """A record of an upload."""

    def __init__(self, profile, time, names, issue, details, ctime, cusec, sequence, confounder):
        mine, observed = names
        head = b"HAA1 event" + u64(time) + mine + u16(len(issue.ticket)) + issue.ticket
        self.digest = digest(head + observed + digest(details))
        self.plaintext = mine + u64(ctime) + u32(cusec) + u32(sequence) + self.digest
        self.authenticator = sealed(issue.server_session, 11, confounder, self.plaintext)
        self.record = self.layout(profile, time, mine, issue.ticket, self.authenticator, observed, details)
        self.bound = self.layout(profile, time, mine, issue.ticket, bytes(112), observed, details)

    @staticmethod
    def layout(profile, time, mine, ticket, authenticator, observed, details):
        return (bytes([1, profile]) + u64(time) + mine + u16(len(ticket)) + ticket + u16(len(authenticator)) + authenticator
                + observed + u16(len(details)) + details)


def batch(account, registration, right, records, size):
    """A batch of exactly `size` bytes: the records, then one of padding."""
    left = size - 32 - 39 - sum(4 + len(record) for record in records)
    records = [*records, bytes([1, 0]) + bytes(left - 6)]
    body = b"".join(u32(len(record)) + record for record in records)
    message = b"HAAU\x01" + registration + right + u16(len(records)) + body
    return message + mac(account.upload_key, message)


def mailbox(issue, start, time, mine, details, confounder):
    key = issue.granting_session
    handle = mac(key, b"HAA mailbox" + u64(start))[:16]
    box = sealed(key, 1027, confounder, u64(time) + mine + details + issue.handle)
    return handle, box, b"\x01\x03" + handle + u16(len(box)) + box


def padded(details, size):
    """Details with entries of zeros up to a size."""
    left = size - len(details)
    while left:
        part = min(left, 257) - (left == 258)
        details, left = details + tagged(0x85, bytes(part - 2)), left - part
    return details


def published_box(issue, start, time, mine, samples, confounder):
    """A box of 540 bytes: the measurements alone, and padding."""
    details = padded(tagged(0x80, samples), 540 - 32 - 8 - 32 - len(issue.handle))
    return mailbox(issue, start, time, mine, details, confounder)


def filler(number):
    """A box that nobody can open. In a publication they are random."""
    return digest(b"filler" + u32(number))[:16] + (digest(b"filler box" + u32(number)) * 17)[:540]


def box_file(signer, place, day, part, parts, records):
    content = b"HAAB\x01" + place + u32(day) + u16(part) + u16(parts) + b"".join(sorted(records))
    return content + signer.sign(b"HAA3 boxes" + content)


def forwarded_contact(event, time, received, mine, observed, issue, details, scans):
    head = u64(time) + u64(received) + mine + observed + u16(len(issue.ticket)) + issue.ticket + event.authenticator
    tail = b"".join(bytes([attenuation]) + u16(seconds) for attenuation, seconds in scans)
    return head + digest(details) + bytes([len(issue.handle)]) + issue.handle + u16(len(scans)) + tail


def forwarded_report(number, origin, destination, contacts):
    body = b"".join(u32(len(contact)) + contact for contact in contacts)
    return b"HAAF\x01" + number + origin + destination + u16(len(contacts)) + body


def request(account, registration, purpose, time, nonce, body):
    message = b"HAAR\x01" + bytes([purpose]) + registration + u64(time) + nonce + u16(len(body)) + body
    return message + mac(account.upload_key, message)


# The vectors.

def drawn(name, size=32):
    """Bytes that look random and are always the same."""
    return hashlib.shake_256(b"avviso association " + name.encode()).digest(size)


def texts(content):
    if isinstance(content, bytes):
        return content.hex()
    if isinstance(content, dict):
        return {name: texts(value) for name, value in content.items()}
    return [texts(value) for value in content] if isinstance(content, list) else content


def vectors():
    country, state, time = 380, 9, 1_800_010_777
    interval = time // 900
    start, day, place = interval * 900, time // 86400, u16(380) + u16(9)
    authority = drawn("authority")
    people, accounts = {}, {}
    for name, first in (("a", day - 3), ("b", day)):
        private, number = drawn("registration " + name), drawn("number " + name, 16)
        phone = public_key(private)
        secret = registration_secret(private, public_key(authority), number, place, phone, public_key(authority))
        people[name] = account = Account(secret, first, day)
        accounts[name] = {
            "private_key": private, "registration": number, "secret": secret, "first_day": first,
            "first_chain_key": account.first, "client_id_key": account.client_id_key, "ticket_key": account.ticket_key,
            "upload_key": account.upload_key,
        }
    a, b = people["a"], people["b"]
    names = b.client_id(interval), a.client_id(interval)
    local, keys = drawn("local"), (drawn("identity a"), drawn("identity b"))
    publics = tuple(map(public_key, keys))
    signer = ed25519.Ed25519PrivateKey.from_private_bytes(drawn("attestation"))
    shared = {
        "country": country, "state": state, "time_received": time, "day": day, "interval": interval,
        "authority_private_key": authority, "accounts": accounts, "client_id_a": names[1], "client_id_b": names[0],
        "client_id_b_next": b.client_id(interval + 1), "local_secret": local, "identity_private_key_a": keys[0],
        "identity_private_key_b": keys[1], "identity_key_a": publics[0], "identity_key_b": publics[1],
        "attestation_private_key": drawn("attestation"),
        "attestation_a": signer.sign(b"HAA2 id" + place + u64(start) + publics[0]),
    }
    profiles = [profile_vector(profile, shared, people, names, local, keys, publics, place) for profile in (1, 2)]
    boxes = [profile["mailbox_handle"] + profile["published_box"] for profile in profiles]
    file = box_file(signer, place, day + 7, 2, 3, boxes + [filler(number) for number in range(510)])
    forwarded = forwarded_report(
        drawn("forwarded", 16), place, u16(250) + u16(0), [profile["forwarded_contact"] for profile in profiles])
    poll = request(b, accounts["b"]["registration"], 1, time, drawn("nonce", 16), b"")
    return texts({
        "schema": "association-vectors/1",
        "source": "Computed by Tests/Independent/association.py from docs/association-protocol.md. All keys are made up "
                  "from their names; never use them for anything else.",
        "shared": shared, "profiles": profiles, "poll_nonce": drawn("nonce", 16), "poll": poll,
        "box_file": {
            "day": day + 7, "part": 2, "parts": 3, "size": len(file), "digest": digest(file), "signature": file[-64:],
        },
        "forwarded_report": forwarded,
    })


def profile_vector(profile, shared, people, names, local, keys, publics, place):
    start, time = shared["interval"] * 900, shared["time_received"]
    codes = {1: (8, 9, 10), 2: (12, 13, 14)}[profile]
    pair = Pair(profile, keys[0], publics[1], start)
    header = bytes([codes[1]]) + place
    confounders = (drawn("tgt", 16), drawn("cts", 16))
    seen = struct.pack(">b4sB2x", -67, b"RM01", 0)
    issue = Issue(pair, people["a"], local, publics[1], names, start, place, confounders, seen)
    samples = b"".join(struct.pack(">Hb", second, rssi) for second, rssi in ((0, -61), (300, -58), (600, -63)))
    details = (tagged(0x20, u32(time)) + tagged(0x21, u32(time + 600)) + tagged(0x80, samples) + tagged(0x40, b"\xc1")
               + tagged(0x83, issue.handle))
    uploaded, sequence = time + 5 * 86400, 1
    event = Event(profile, time, names, issue, details, uploaded, 42, sequence, drawn("authenticator", 16))
    handle, box, record = mailbox(issue, start, time, names[0], details, drawn("box", 16))
    published = published_box(issue, start, time, names[0], samples, drawn("published box", 16))
    received, scans = uploaded + 3, [(61, 300), (58, 300), (63, 300)]
    forwarded = forwarded_contact(event, time, received, *names, issue, details, scans)
    registration, right = shared["accounts"]["b"]["registration"], drawn("right", 16)
    identity = publics[0] + (shared["attestation_a"] if profile == 2 else b"")
    return {
        "profile": profile,
        "identity_packet_a": bytes([codes[0]]) + place + identity,
        "seal_packet_a_to_b": header + pair.seal(names[1], header),
        "seal_packet_b_to_a": header + pair.seal(names[0], header, back=True),
        "granting_confounder": confounders[0], "ticket_confounder": confounders[1],
        "observed_rssi": -67, "observed_district": "RM01",
        "granting_session_key": issue.granting_session, "server_session_key": issue.server_session,
        "ticket_packet": bytes([codes[2]]) + place + issue.packet, "ticket": issue.ticket, "handle": issue.handle,
        "details": details, "ctime": uploaded, "cusec": 42, "sequence": sequence,
        "authenticator_confounder": drawn("authenticator", 16), "event_digest": event.digest,
        "authenticator": event.authenticator, "record": event.record,
        "mailbox_handle": handle, "mailbox_confounder": drawn("box", 16), "mailbox_box": box, "mailbox_record": record,
        "published_confounder": drawn("published box", 16), "published_box": published[1],
        "forwarded_received": received, "forwarded_contact": forwarded,
        "right": right, "batch_size": 2048,
        "batch": batch(people["b"], registration, right, [event.record, record], 2048),
        "batch_digest": digest(b"HAA batch" + u32(len(event.bound)) + event.bound + u32(len(record)) + record),
    }


# The numbers of others.

def compare(path):
    """Computes the steps of the groups haa1 and haa2 of a file of vectors, and says which numbers differ."""
    groups = {group["id"]: group for group in json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["groups"]}
    facts = groups["haa1-exact-lengths"]["parameters"]
    one = {step["step"].split(" (")[0]: step for step in groups["haa1-exact-lengths"]["vectors"]}
    two = {step["step"].split(" (")[0]: step for step in groups["haa2-sealed"]["vectors"]}
    given = {name: bytes.fromhex(value) for step in one.values() for name, value in step.items()
             if isinstance(value, str) and name != "step"}
    start, place = facts["validity_start"], u16(facts["country"]) + u16(facts["state"])
    server, accounts = given["server_public"], {}
    for name in "ab":
        private, number = given[f"{name}_registration_private"], given[f"{name}_registration_id"]
        secret = registration_secret(private, server, number, place, public_key(private), server)
        accounts[name] = Account(secret, one["registration"][f"{name}_chain_day0"], facts["day"])
        yield secret, given[f"{name}_registration_secret"]
        yield accounts[name].client_id(facts["interval"]), given[f"client_id_{name}"]
    names = given["client_id_b"], given["client_id_a"]
    peer, private = given["identity_packet_b"], given["a_ephemeral_private"]
    first, second = Pair(1, private, peer, start), Pair(2, private, peer, start)
    yield first.seal(names[1], b""), given["seal_a_to_b"]
    yield first.seal(names[0], b"", back=True), given["seal_b_to_a"]
    issue = Issue(first, accounts["a"], given["local_secret"], peer, names, start, place)
    yield issue.packet, given["ticket_packet"]
    upload = one["upload"]
    event = Event(1, facts["timestamp_received"], names, issue, given["risk_details"], upload["ctime"], upload["cusec"],
                  upload["seq"], given["confounder"])
    yield event.record, given["contact_event"]
    ticket = {name: bytes.fromhex(value) for name, value in two["ticket packet"].items() if name != "step"}
    yield second.seal(names[0], b"\x0d" + place, back=True), bytes.fromhex(two["seal"]["seal_b_to_a"])
    issue = Issue(second, accounts["a"], given["local_secret"], peer, names, start, place,
                  (ticket["tgt_confounder"], ticket["cts_confounder"]), ticket["cts_plaintext"][64:])
    yield issue.packet, ticket["ticket_packet"]


def main():
    computed = json.dumps(vectors(), indent=1) + "\n"
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(computed, encoding="utf-8")
    elif sys.argv[1:] == ["--check"]:
        if FILE.read_text(encoding="utf-8") != computed:
            sys.exit(f"association: {FILE.name} has other numbers than this computation")
        print(f"association: {len(computed)} characters of {FILE.name} were computed again")
    elif len(sys.argv) == 3 and sys.argv[1] == "--compare":
        pairs = list(compare(sys.argv[2]))
        wrong = sum(ours != theirs for ours, theirs in pairs)
        print(f"association: {len(pairs)} numbers compared, {wrong} differ")
        sys.exit(wrong != 0)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
