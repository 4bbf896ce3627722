#!/usr/bin/env python3
"""Verifies the signature of settings or key index with nothing of Avviso's: the standard library and PyPI's cryptography.

    check_signatures.py URL --public-key PUBLIC.pem --max-age SECONDS [--seen SEQUENCE]

Fetches URL with GET, HEAD and If-None-Match, and checks each answer (RFC 9421, RFC 9530). Prints the sequence. Exits with
1 and a message where a signature is missing or does not hold. Written from docs/signatures.md alone.
"""

import argparse
import base64
import hashlib
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils

COVERED = '("content-digest" "@path";req "@query";req "avviso-sequence")'
INPUT = re.compile(
    r'avviso=(?P<params>\((?P<list>[^()]*)\);created=(?P<created>0|[1-9][0-9]{0,14})'
    r';keyid="(?P<keyid>[0-9a-f]{16})";alg="ecdsa-p256-sha256")'
)
DAY = 86400
CLOCK_TOLERANCE = 7200


class Refused(Exception):
    """Why an answer is not believed."""


def field(headers, name):
    values = [value for key, value in headers if key.lower() == name]
    if len(values) != 1:
        raise Refused(f"{name} is there {len(values)} times")
    return values[0]


def between(text, prefix, what):
    if not (text.startswith(prefix + ":") and text.endswith(":")):
        raise Refused(f"{what} has another form")
    return base64.b64decode(text[len(prefix) + 1:-1], validate=True)


def verify(headers, body, target, public_key, max_age, now):
    """Checks one answer to a request for `target`, and returns its sequence."""
    path, _, query = target.partition("?")
    digest, sequence = field(headers, "content-digest"), field(headers, "avviso-sequence")
    given = INPUT.fullmatch(field(headers, "signature-input"))
    if given is None or f"({given['list']})" != COVERED:
        raise Refused("signature-input has another form")
    der = public_key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    if given["keyid"] != hashlib.sha256(der).hexdigest()[:16]:
        raise Refused("another key signed")
    base = "\n".join((
        f'"content-digest": {digest}', f'"@path";req: {path}', f'"@query";req: ?{query}',
        f'"avviso-sequence": {sequence}', f'"@signature-params": {given["params"]}',
    ))
    raw = between(field(headers, "signature"), "avviso=", "signature")
    if len(raw) != 64:
        raise Refused("the signature is not r and s of 32 bytes each")
    signature = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    try:
        public_key.verify(signature, base.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise Refused("the signature does not match") from None
    if between(digest, "sha-256=", "content-digest") != hashlib.sha256(body).digest():
        raise Refused("the body does not match its digest")
    created = int(given["created"])
    if not created - CLOCK_TOLERANCE <= now <= created + max_age + DAY:
        raise Refused("the signature is too old or from the future")
    if not re.fullmatch("0|[1-9][0-9]{0,14}", sequence):
        raise Refused("avviso-sequence has another form")
    return int(sequence)


def fetch(url, method, headers=()):
    request = urllib.request.Request(url, method=method, headers=dict(headers))
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers.items(), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.items(), error.read()


def check(url, public_key, max_age, seen):
    parts = urllib.parse.urlsplit(url)
    target = parts.path + ("?" + parts.query if parts.query else "")
    status, headers, body = fetch(url, "GET")
    if status != 200:
        raise Refused(f"status {status}")
    sequence = verify(headers, body, target, public_key, max_age, time.time())
    if sequence < seen:
        raise Refused(f"sequence {sequence} is below {seen}")
    condition = {"If-None-Match": field(headers, "etag")}
    for method, more, expected in (("HEAD", {}, 200), ("GET", condition, 304), ("HEAD", condition, 304)):
        status, found, nothing = fetch(url, method, more)
        if status != expected or nothing:
            raise Refused(f"{method} {more} is answered {status} with {len(nothing)} bytes")
        verify(found, body, target, public_key, max_age, time.time())
        if field(found, "signature") != field(headers, "signature"):
            raise Refused(f"{method} {more} has a signature of its own")
    return sequence


def main():
    parser = argparse.ArgumentParser(description="Verify a signed document of Avviso.")
    parser.add_argument("url")
    parser.add_argument("--public-key", required=True)
    parser.add_argument("--max-age", type=int, required=True)
    parser.add_argument("--seen", type=int, default=0)
    arguments = parser.parse_args()
    with open(arguments.public_key, "rb") as file:
        public_key = serialization.load_pem_public_key(file.read())
    try:
        print(check(arguments.url, public_key, arguments.max_age, arguments.seen))
    except (Refused, ValueError, OSError) as error:
        sys.exit(f"check_signatures: {arguments.url}: {error}")


if __name__ == "__main__":
    main()
