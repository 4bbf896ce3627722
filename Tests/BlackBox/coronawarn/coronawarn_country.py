"""The installation of a country with partners: laboratories send results to it, and a neighbour asks it for keys."""

import base64
import collections
import contextlib
import http.client
import os
import sqlite3
import ssl
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.serialization import load_pem_public_key

import harness
from coronawarn_authority import Authority, fingerprint
from coronawarn_installation import Installation
from coronawarn_laboratories import Laboratory, ResultBooks

# Named steps of an exchange; None is any moment.
STEPS = ["batch-chosen", "index-advanced", "batch-taken", None]
# How many messages, and how many answers to them, a kill of the laboratory service interrupts.
INTERRUPTED = 0.1


class Country(Installation):
    """The processes of a country, with the laboratories' and the neighbour's way in."""

    def __init__(self, checks, avviso, name, layout, min_keys, hour, beside=None):
        super().__init__(avviso, layout, min_keys, hour, beside)
        self.checks, self.name = checks, name
        # Ten servers that look at the time each millisecond would leave a small machine no time for anything else.
        self.settings |= {"FEDERATION_MIN_KEYS": str(min_keys), "COVER_TICK": "20ms"}
        self.authority = Authority(checks, name, self.places["laboratory"], self.settings)
        self.ports = {each: self.stack.enter_context(harness.held_port()) for each in ("laboratory", "federation")}
        if layout == "small-country":
            self.ports["federation"] = self.ports["laboratory"]
        self.authority.port = self.ports["federation"]
        self.books, self.laboratories, self.exchanges_killed = ResultBooks(), [], 0

    def of_layout(self, service):
        return {"PARTNER_ADDRESS": f"127.0.0.1:{self.ports[service]}"} if service in self.ports else {}

    def path(self, name):
        return self.authority.path(name)

    def meet(self, other, certified):
        """Lists the neighbour and the laboratories that show a certificate."""
        for name in certified:
            self.authority.ran("tls", "demo-ca", "--out", self.path(name))
        with open(self.path("roots.pem"), "wb") as file:
            for folder in (other.authority.tls, *map(self.path, certified)):
                file.write(harness.read(f"{folder}/root.pem"))
        lines = [f"laboratory {name} {fingerprint(self.path(f'{name}/client.pem'))}" for name in certified]
        self.authority.meet([other.authority], self.path("roots.pem"), lines)

    def certified(self, name, kind=Laboratory):
        """A laboratory that shows a certificate to the listener for partners."""
        credential = [
            "--server", f"https://localhost:{self.ports['laboratory']}", "--ca", f"{self.authority.tls}/root.pem",
            "--client-certificate", self.path(f"{name}/client.pem"), "--client-key", self.path(f"{name}/client-key.pem"),
        ]
        self.laboratories.append(kind(self.checks, self, name, credential, self.books))

    def keyed(self, name):
        """A laboratory that shows a key to the internal listener. It is the one whose key `Installation` makes."""
        path = self.path(f"{name}.key")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(self.laboratory_key)
        credential = ["--server", self.relays["laboratory"].url, "--key-file", path]
        self.laboratories.append(Laboratory(self.checks, self, name, credential, self.books))

    def interrupt_messages(self, random):
        """Kills the laboratory service now and then, when a message to the internal listener has come and when it has its
        answer, which is lost."""

        def watch(_, path):
            if path.endswith("/results") and random.random() < INTERRUPTED:
                self.kill_soon("laboratory", random)
                raise ConnectionError("nobody is left")

        self.relays["laboratory"].watch = watch

    def rows(self, service, name, sql, *values):
        with contextlib.closing(sqlite3.connect(self.database(service, name), timeout=harness.PATIENCE)) as database:
            with database:
                return database.execute(sql, values).fetchall()

    def results(self):
        return self.rows(
            "laboratory", "laboratory",
            "SELECT identifier, code, sample_collection, laboratory_id, owner, changed_in FROM test_result",
        )

    # The exchange

    def kill_exchange(self, random):
        """Begins an exchange, which is killed at a named step or at any moment."""
        step = random.choice(STEPS)
        settings = {"TEST_KILL_AT": step} if step else {}
        process = self.authority.start_exchange(**settings)
        if step is None:
            time.sleep(random.uniform(0, 0.6))
            process.kill()
        self.exchanges_killed += process.wait(harness.PATIENCE) == -9

    def exchange(self):
        """What the neighbour gave."""
        [received] = self.authority.exchange().values()
        self.checks.equal((received["refused"], received["problem"]), ([], None), f"{self.name}: an exchange")
        return received

    def offered(self, caller):
        """The keys of all batches that this country offers, with origin and visited countries, as `caller` gets them."""
        context = ssl.create_default_context()
        # The certificate is of the moved clock's day. The signature says who made a batch.
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.load_cert_chain(f"{caller.authority.tls}/client.pem", f"{caller.authority.tls}/client-key.pem")
        public_key, number, found = load_pem_public_key(harness.read(self.authority.public_key_file)), 0, []
        connection = http.client.HTTPSConnection("127.0.0.1", self.authority.port, context=context)
        with contextlib.closing(connection):
            while True:
                connection.request("GET", f"/federation/v1/batches/after/{number}")
                answer = connection.getresponse()
                body = answer.read()
                if answer.status == 204:
                    return found
                self.checks.equal(answer.status, 200, f"{self.name}: the batch after {number}")
                self.checks.check(is_signed(body, answer.getheader("batchSignature"), public_key), "a signed batch")
                self.checks.equal(int(answer.getheader("batchTag")), number + 1, "the number of a batch")
                number += 1
                found += keys_of_batch(body)


def is_signed(body, signature, public_key):
    raw = base64.b64decode(signature)
    numbers = [int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")]
    try:
        public_key.verify(utils.encode_dss_signature(*numbers), body, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def keys_of_batch(body):
    """Bytes, origin and visited countries of each key."""
    for field, value in fields(body):
        if field == 1:
            found = collections.defaultdict(list)
            for inner, content in fields(value):
                found[inner].append(content)
            yield found[1][0], found[6][0].decode(), {each.decode() for each in found[5]}


def fields(message):
    """The numbers and values of a protobuf message's fields, with numbers and bytes alone."""
    place = 0
    while place < len(message):
        tag, place = number_at(message, place)
        value, place = number_at(message, place)
        if tag & 7 == 2:
            value, place = message[place:place + value], place + value
        yield tag >> 3, value


def number_at(message, place):
    value = shift = 0
    while True:
        byte = message[place]
        value, shift, place = value | (byte & 0x7F) << shift, shift + 7, place + 1
        if byte < 0x80:
            return value, place
