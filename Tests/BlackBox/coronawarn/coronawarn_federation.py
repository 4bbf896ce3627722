"""Drives the federation of Corona-Warn from outside: two installations of different countries exchange keys over mutual TLS
while both are killed at random, then a third country lies in every way. Usage: coronawarn_federation.py AVVISO [SEED]

Tier: test-all
Only here: two installations exchange keys over mutual TLS while both are killed, and a third one, which lies over the same
  connection, gets nothing in.
"""

import base64
import contextlib
import http.client
import http.server
import json
import os
import random
import sqlite3
import ssl
import sys
import threading
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils

import exportfile
import fake_clock
import harness
import wire
from coronawarn import DAY, Services, day_start, guid, key, lengthy, nonce, numeric, payload
from coronawarn_authority import Authority, write_public

SERVICES = ("laboratory", "verification", "submission", "distribution", "federation")
TREE = "/version/v1/diagnosis-keys/country"
ROUNDS = 4


class Country(Authority):
    """The installation of one country, all services in one process."""

    def __init__(self, checks, name, avviso, home):
        home.avviso = avviso
        super().__init__(checks, name, home, {
            "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "DISTRIBUTION_MIN_KEYS": "1",
            "FEDERATION_MIN_KEYS": "1", "VERIFICATION_TELETAN_PAUSE": "0s",
        })
        self.lab = self.ran("lab", "create", "lab-one", "--data", home.data).strip()
        self.server, self.services = None, None
        # By region, the keys that its packages must have.
        self.expected = {}

    def set_up(self, partners, port, roots):
        """`roots` is a file with the authorities of the partners' certificates."""
        self.port = port
        self.settings["PARTNER_ADDRESS"] = f"127.0.0.1:{port}"
        self.meet(partners, roots)

    def start(self):
        self.server = self.workplace.start(SERVICES, self.settings).wait_ready()
        self.services = Services(self.server)

    def upload(self, count, visited=(), consent=False, **more):
        """Uploads keys of yesterday, and returns their bytes."""
        identifier = guid()
        assert self.services.send(self.lab, [(identifier, 2)]).status == 204
        tan = self.services.issued(self.services.registered(identifier, padding=nonce()), padding=nonce())
        start, data = day_start(fake_clock.now()) - 144, [os.urandom(16) for _ in range(count)]
        body = payload([key(start, data=each, **more) for each in data], visited=visited, consent=consent)
        self.checks.equal(self.services.upload(body, tan).status, 200, f"{self.name}: an upload")
        self.expect([self.name, "EUR", *(visited if consent else ())], data)
        return data

    def expect(self, regions, data):
        for region in set(regions):
            self.expected.setdefault(region, []).extend(data)

    def distribute(self):
        place = self.workplace
        self.ran(
            "distribute", "--data", place.data, "--signing-key", place.signing_key, "--message-signing-key",
            place.message_key,
        )

    def published(self, region):
        """The keys of all hours of a region, as phones find them."""
        found = []
        for date in self.index(f"{TREE}/{region}/date") + [date_of(fake_clock.now())]:
            for hour in self.index(f"{TREE}/{region}/date/{date}/hour"):
                answer = wire.request(self.server.public, "GET", f"{TREE}/{region}/date/{date}/hour/{hour}")
                found += exportfile.key_bytes(exportfile.read_export(answer.body, self.workplace.public_key))
        return found

    def index(self, path):
        answer = wire.request(self.server.public, "GET", path)
        return json.loads(answer.body) if answer.status == 200 else []

    def check_published(self, regions):
        self.distribute()
        for region in regions:
            found, expected = sorted(self.published(region)), sorted(self.expected.get(region, []))
            self.checks.equal(len(found), len(set(found)), f"{self.name}: keys of {region} that come twice")
            self.checks.equal(len(found), len(expected), f"{self.name}: the number of keys of {region}")
            self.checks.check(found == expected, f"{self.name}: the keys of {region}")

    def rows(self, sql):
        with contextlib.closing(sqlite3.connect(f"{self.workplace.data}/corona-warn.sqlite")) as database:
            return database.execute(sql).fetchall()


def date_of(moment):
    return time.strftime("%Y-%m-%d", time.gmtime(moment))


# Two honest countries


def exchange_under_fire(checks, clock, german, danish, generator):
    """Keys go both ways while servers and exchanges die at random moments."""
    pair = [(german, danish), (danish, german)]
    for number in range(ROUNDS):
        for home, away in pair:
            shared = home.upload(3, visited=[away.name], consent=True)
            # In the other country, the key is of use there, where it comes from, and in the union.
            away.expect([home.name, away.name, "EUR"], shared)
            home.upload(2, visited=[], consent=True)
            home.upload(2, visited=[away.name], consent=False)
        clock.advance(3600)
        runs = [country.start_exchange() for country in (german, danish) for _ in range(2)]
        victim = generator.choice([german, danish])
        # The moment decides what is under way. Whatever it is, nothing may be lost or come twice.
        time.sleep(generator.random())
        victim.server.kill()
        for run in runs:
            time.sleep(generator.random() / 10)
            run.kill()
            run.wait()
        victim.start()
        checks.say(f"round {number + 1}: killed {victim.name}, {checks.passed} checks so far")
    for home, _ in pair + pair:
        for country, received in home.exchange().items():
            checks.equal((received["refused"], received["problem"]), ([], None), f"{home.name}: the end for {country}")
    clock.advance(3600)
    for home, away in pair:
        home.check_published([home.name, away.name, "EUR"])
        again = home.exchange()[away.name]
        checks.equal((again["batches"], again["keys"]), (0, 0), f"{home.name}: after the end")
        own = home.rows("SELECT count(DISTINCT key_data) FROM diagnosis_key WHERE origin = '%s'" % home.name)
        checks.equal(own, [(ROUNDS * 7,)], f"{home.name}: its own keys")
        passed_on = home.rows(
            "SELECT count(*) FROM diagnosis_key JOIN publication_state ON diagnosis_key.sequence = publication_state.id"
            " WHERE publication_state.sequence LIKE 'federation-%%' AND origin != '%s'" % home.name
        )
        checks.equal(passed_on, [(0,)], f"{home.name}: foreign keys in batches")


# A third country that lies


class Liar:
    """A country whose server gives whatever the test puts into `offers`: by the last number, an answer."""

    def __init__(self, home, clients, avviso):
        self.name, self.workplace, self.offers = "FR", home, {}
        home.avviso = avviso
        self.tls = os.path.join(home.folder, "tls")
        home.run("tls", "demo-ca", "--out", self.tls)
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.public_key_file = os.path.join(home.folder, "public-batches.pem")
        write_public(self.private_key.public_key(), self.public_key_file)
        liar = self

        class Handler(http.server.BaseHTTPRequestHandler):
            """Answers one request."""

            def do_GET(self):  # pylint: disable=invalid-name
                offer = liar.offers.get(int(self.path.rsplit("/", 1)[1]))
                if callable(offer):
                    offer(self)
                    return
                status, headers, body = offer or (204, {}, b"")
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(f"{self.tls}/server.pem", f"{self.tls}/server-key.pem")
        context.load_verify_locations(clients)
        context.verify_mode = ssl.CERT_REQUIRED
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def signature(self, body):
        first, second = utils.decode_dss_signature(self.private_key.sign(body, ec.ECDSA(hashes.SHA256())))
        return first.to_bytes(32, "big") + second.to_bytes(32, "big")

    def batch(self, number, keys, origin="FR", destination="DE", tag=None, signature=None, key_origin=None, visited=("DE",)):
        body = b"".join(
            lengthy(1, federated(data, start, key_origin or origin, visited)) for data, start in keys
        )
        body += lengthy(100, origin.encode()) + lengthy(101, destination.encode()) + numeric(102, number)
        return self.answer(number if tag is None else tag, body, signature)

    def answer(self, tag, body, signature=None):
        signature = self.signature(body) if signature is None else signature
        headers = {"batchTag": str(tag), "batchSignature": base64.b64encode(signature).decode()}
        return 200, headers | {"Content-Type": "application/x-protobuf"}, body


def federated(data, start, origin, visited, report_type=1, onset=2):
    message = lengthy(1, data) + numeric(2, start) + numeric(3, 144) + numeric(4, 5)
    message += b"".join(lengthy(5, country.encode()) for country in visited)
    return message + lengthy(6, origin.encode()) + numeric(7, report_type) + numeric(8, onset * 2)


def attacks(liar, today):
    """Name, refusal, and the answer for a number."""
    yesterday = today - 144

    def one(start=yesterday):
        return [(os.urandom(16), start)]

    twice = one() * 2
    return [
        ("a wrong signature", "wrong-signature", lambda n: liar.batch(n, one(), signature=os.urandom(64))),
        ("no signature", "wrong-signature", lambda n: liar.batch(n, one(), signature=b"")),
        ("noise", "malformed", lambda n: liar.answer(n, b"\xff" * 1000)),
        ("keys of tomorrow", "future-keys", lambda n: liar.batch(n, one(today + 144))),
        ("another origin", "other-origin", lambda n: liar.batch(n, one(), origin="DK")),
        ("keys of another origin", "other-origin", lambda n: liar.batch(n, one(), key_origin="DK")),
        ("a batch for another country", "not-for-us", lambda n: liar.batch(n, one(), destination="DK", visited=("DK",))),
        ("keys that do not name us", "not-for-us", lambda n: liar.batch(n, one(), visited=("DK",))),
        ("an old batch again", "other-number", lambda n: liar.batch(1, one(), tag=n)),
        ("a key twice", "unsorted", lambda n: liar.batch(n, twice)),
        ("unsorted keys", "unsorted",
         lambda n: liar.batch(n, [(b"\x02" * 16, yesterday), (b"\x01" * 16, yesterday)])),
        ("too many keys", "malformed",
         lambda n: liar.batch(n, [(index.to_bytes(16, "big"), yesterday) for index in range(1, 4002)])),
        ("a key that begins at noon", "malformed", lambda n: liar.batch(n, one(yesterday + 72))),
    ]


def refuse_lies(checks, german, danish, liar):
    """Between two sound batches of the liar stands a lie; Denmark's keys come in the same run."""
    today, number = day_start(fake_clock.now()), 0
    for name, refusal, make in attacks(liar, today):
        sound = [os.urandom(16) for _ in range(2)]
        shared = danish.upload(1, visited=["DE"], consent=True) if number % 15 == 0 else []
        if shared:
            # Denmark makes its batch, and finds that Germany's server is down.
            danish.exchange(expects=1)
        liar.offers = {
            number: liar.batch(number + 1, [(sound[0], today - 144)]), number + 1: make(number + 2),
            number + 2: liar.batch(number + 3, [(sound[1], today - 144)]),
        }
        received = german.exchange(expects=1)
        checks.equal(received["FR"]["refused"], [{"number": number + 2, "reason": refusal}], name)
        checks.equal((received["FR"]["keys"], received["FR"]["problem"]), (2, None), f"{name}: the sound batches")
        checks.equal(received["DK"]["keys"], len(shared), f"{name}: the other country")
        german.expect(["DE", "EUR", "FR"], sound)
        german.expect(["DE", "EUR", "DK"], shared)
        number += 3
    return number


def refuse_floods(checks, german, liar, number):
    today = day_start(fake_clock.now())

    def stopped(offer, problem, what):
        liar.offers = {number: offer}
        checks.equal(german.exchange(expects=1)["FR"]["problem"], problem, what)

    stopped(liar.batch(number, [], tag=number), "repeated", "a number that does not rise")
    stopped((200, {}, b""), "repeated", "no number")
    stopped(liar.batch(1, [], tag=2 ** 40), "repeated", "a number beyond the limit")
    stopped((500, {}, b""), "status 500", "a failure")
    stopped((302, {"Location": "https://localhost/"}, b""), "status 302", "a redirect")
    stopped(liar.answer(number + 1, bytes(1_000_001)), "interrupted", "a body that is too large")

    def hang_up(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b"x")
        handler.close_connection = True

    stopped(hang_up, "interrupted", "half an answer")
    # A day has room for 4000 keys, and the liar has used some of them.
    german.add(liar, "--max-keys", "4000")
    keys = sorted(os.urandom(16) for _ in range(4000))
    stopped(liar.batch(number + 1, [(each, today - 144) for each in keys]), "over-limit", "more keys than a day may have")
    liar.offers = {}
    checks.equal(german.exchange()["FR"]["problem"], None, "the end of the flood")


def refuse_echoes(checks, german, liar, number):
    """Keys that are stored already stay as they are: one's own, and those of another country."""
    today = day_start(fake_clock.now())
    known = german.rows("SELECT key_data, origin FROM diagnosis_key GROUP BY key_data ORDER BY key_data")
    before = german.rows("SELECT * FROM diagnosis_key ORDER BY key_data, sequence")
    liar.offers = {number: liar.batch(number + 1, [(each, today - 144) for each, _ in known[:50]])}
    checks.equal(german.exchange()["FR"]["refused"], [], "an echo is no lie that shows")
    checks.equal(german.rows("SELECT * FROM diagnosis_key ORDER BY key_data, sequence"), before, "rows after an echo")
    return number + 1


def check_callers(checks, german, danish, liar):
    """Who may ask for batches."""

    def ask(tls, path="/federation/v1/batches/after/0"):
        context = ssl.create_default_context(cafile=f"{german.tls}/root.pem")
        context.load_cert_chain(f"{tls}/client.pem", f"{tls}/client-key.pem")
        connection = http.client.HTTPSConnection("127.0.0.1", german.port, context=context)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.getheader("batchTag")
        except OSError:
            return None
        finally:
            connection.close()

    status, body, tag = ask(danish.tls)
    checks.equal((status, tag), (200, "1"), "a partner's first batch")
    # Field 5 of a key, a text of two bytes. Two letters alone come by chance in random keys.
    checks.check(b"\x2a\x02DK" in body and b"\x2a\x02FR" not in body, "the batch is for the partner alone")
    checks.equal(ask(liar.tls)[0], 204, "another partner gets nothing that does not name it")
    checks.equal(ask(german.tls), None, "a certificate that is not listed")
    for path in ("/federation/v1/batches/after/-1", "/federation/v1/batches/after/x", "/federation/v1/batches"):
        checks.equal(ask(danish.tls, path)[0], 404, path)
    for address in (german.server.public, german.server.internal):
        checks.equal(wire.request(address, "GET", "/federation/v1/batches/after/0").status, 404, "on another listener")
    german.federation("pause", "DK")
    checks.equal(ask(danish.tls)[0], 403, "a paused partner")
    checks.check("DK" not in german.exchange(), "nothing is taken from a paused partner")
    checks.equal(danish.exchange(expects=1)["DE"]["problem"], "status 403", "what the paused one finds")
    german.federation("resume", "DK")
    checks.equal(ask(danish.tls)[0], 200, "a partner after the pause")
    checks.equal(danish.exchange()["DE"]["problem"], None, "the exchange after the pause")


def check_looks(checks, german):
    """The commands that show the exchange, and the metrics."""
    states = json.loads(german.federation("list", "--json"))
    checks.equal([each["country"] for each in states], ["DK", "FR"], "the partners")
    records = json.loads(german.federation("batches", "--json"))
    checks.check({"malformed", "future-keys", None} <= {each["refusal"] for each in records}, "records of batches")
    german.federation("rewind", "DK", "0")
    checks.equal(german.exchange()["DK"]["refused"], [], "all batches again")
    metrics = german.server.metrics()
    checks.check('federation_paused{country="DK"}' in metrics, "metrics of the federation")
    log = german.workplace.log_text()
    checks.check(b"federation-exchanged" in log and b"panic" not in log, "the log")


def main():
    checks = harness.Checks("coronawarn_federation")
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
    checks.say(f"seed {seed}")
    with harness.Workplace(sys.argv[1]) as first, harness.Workplace(sys.argv[1]) as second, \
            harness.Workplace(sys.argv[1]) as third, harness.held_port() as german_port, \
            harness.held_port() as danish_port:
        clock = fake_clock.FakeClock(first.folder)
        avviso = clock.wrap(first.avviso)
        german, danish = Country(checks, "DE", avviso, first), Country(checks, "DK", avviso, second)
        liar = Liar(third, f"{german.tls}/root.pem", avviso)
        # Certificates are of now. Ten minutes after an hour of the next morning, nothing is old.
        clock.move_to((int(time.time()) // DAY + 1) * DAY + 8 * 3600 + 600)
        both = os.path.join(first.folder, "roots.pem")
        with open(both, "wb") as file:
            file.write(harness.read(f"{danish.tls}/root.pem") + harness.read(f"{liar.tls}/root.pem"))
        german.set_up([danish, liar], german_port, both)
        danish.set_up([german], danish_port, f"{german.tls}/root.pem")
        german.add(danish)
        danish.add(german)
        german.add(liar)
        for country in (german, danish):
            country.start()
        exchange_under_fire(checks, clock, german, danish, random.Random(seed))
        check_callers(checks, german, danish, liar)
        # Germany's own job would take batches before the command that the checks look at.
        german.server.stop()
        number = refuse_lies(checks, german, danish, liar)
        refuse_floods(checks, german, liar, number)
        refuse_echoes(checks, german, liar, number)
        german.start()
        clock.advance(3600)
        german.check_published(["DE", "DK", "FR", "EUR"])
        check_looks(checks, german)
    checks.finish()


if __name__ == "__main__":
    main()
