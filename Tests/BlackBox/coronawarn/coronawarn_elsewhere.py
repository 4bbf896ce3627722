"""Two machines of Corona-Warn: laboratories in one process and data folder, verification in another, with HTTP between them.
Usage: coronawarn_elsewhere.py AVVISO

Tier: test-all
Only here: verification in one process and laboratories in another answer phones as one machine does, over TLS too, and a fake
  makes the same requests between them.
"""

import concurrent.futures
import json
import os
import socket
import sqlite3
import ssl
import sys
import time

import harness
import relay
from coronawarn import WIRE_SIZE, Services, birth_date_hash, guid, nonce, once_more, token

# With this limit an attempt at the other machine takes two seconds at most.
SETTINGS = {
    "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "VERIFICATION_TELETAN_PAUSE": "0s", "VERIFICATION_TANS": "1", "LIMITS_HANDLING": "10s",
}
INTERNAL_TOKEN = "token-of-the-tests-1234"


class Phones(Services):
    """Phones that ask again while the answer is 503, as on a machine that is too slow for an attempt of two seconds."""

    def post(self, *arguments, **more):
        deadline = time.monotonic() + harness.PATIENCE
        while True:
            answer = super().post(*arguments, **more)
            if answer.status != 503 or time.monotonic() > deadline:
                return answer


class Suite:
    """Both machines, and the relay between them. Requests go to the machine that has their route."""

    def __init__(self, checks, results, home):
        self.checks, self.results, self.home = checks, results, home
        self.key = made(checks, results, "lab", "create", "lab-one")
        self.operator = made(checks, home, "operator", "token", "anna", "--role", "hotline")
        self.laboratory = None
        self.relay = relay.Relay(self.address)
        self.start_laboratory()
        self.server = home.start(
            ("verification",),
            SETTINGS | {
                "VERIFICATION_LABORATORY_URL": self.relay.url, "VERIFICATION_LABORATORY_TOKEN": INTERNAL_TOKEN,
            },
        ).wait_ready()
        self.phones, self.hasty = Phones(self.server), Services(self.server)

    def address(self):
        if self.laboratory is None:
            raise ConnectionRefusedError
        return self.laboratory.server.internal

    def start_laboratory(self):
        server = self.results.start(("laboratory",), {"INTERNAL_TOKEN": INTERNAL_TOKEN}).wait_ready()
        self.laboratory = Services(server)

    def stop_laboratory(self):
        self.laboratory.server.kill()
        self.laboratory = None

    def send(self, lines, path="lab", **more):
        self.checks.equal(self.laboratory.send(self.key, lines, path, **more).status, 204, "a laboratory's message")

    def rows(self):
        with sqlite3.connect(f"{self.results.data}/laboratory.sqlite") as database:
            return database.execute("SELECT count(*) FROM test_result").fetchone()[0]

    def told(self, registration_token):
        answer = self.phones.result(registration_token)
        self.checks.equal(answer.status, 200, "a result")
        return json.loads(answer.body)

    def passed(self, call):
        """The kinds of requests that `call` makes at the laboratory service: path and size."""
        before = len(self.relay.requests)
        call()
        return {(path, size) for path, size, _ in self.relay.requests[before:]}


def made(checks, home, *command):
    done = home.run(*command, "--data", home.data)
    checks.equal(done.returncode, 0, f"exit of {' '.join(command)}: {done.stderr}")
    return done.stdout.strip()


def check_results(suite):
    """Phones see each kind of result as they do when both services share a folder."""
    for path, sent, seen in (("lab", (1, 2, 3), 0), ("quicktest", (5, 6, 7, 8), 0), ("pocnat", (10, 11, 12, 13), 10)):
        for code in sent:
            identifier = guid()
            stored = identifier if path == "lab" else once_more(identifier)
            registered = suite.phones.registered(stored)
            suite.checks.equal(suite.told(registered)["testResult"], 0, "a test without a result")
            suite.send([(identifier, code, 1_600_000_000)], path, lab_id="A-1")
            told = suite.told(registered)
            found = (told["testResult"], told["sc"], told["labId"])
            suite.checks.equal(found, (code - seen, 1_600_000_000, "A-1"), f"{path} {code}")
            is_positive = code in (2, 7, 12)
            suite.checks.equal(suite.phones.tan(registered).status, 201 if is_positive else 400, f"a TAN for {code}")


def check_birth_dates(suite):
    """Two results that differ, or of which one is missing, are refused."""
    for first, second, status in ((2, 2, 200), (1, 2, 403), (2, None, 403), (None, None, 200)):
        identifier, birth_date = guid(), birth_date_hash()
        registered = suite.phones.registered(identifier, birth_date=birth_date)
        suite.send([each for each in ((identifier, first), (birth_date, second)) if each[1]] or [(guid(), 1)])
        suite.checks.equal(suite.phones.result(registered).status, status, f"results {first} and {second}")
    identifier, birth_date = guid(), birth_date_hash()
    registered = suite.phones.registered(once_more(identifier), birth_date=birth_date)
    suite.send([(identifier, 10)], "pocnat")
    suite.checks.equal(suite.phones.result(registered).status, 403, "one of two pending results is sent")


def check_fakes(suite):
    """A fake makes the same requests between the machines, of the same size, and leaves no row."""
    identifier = guid()
    suite.send([(identifier, 2)])
    registered = suite.phones.registered(identifier)
    before = suite.rows()
    for name, ask in (("testresult", suite.phones.result), ("tan", suite.phones.tan)):
        genuine = suite.passed(lambda ask=ask: ask(registered))
        for fake in ("1", "-3"):
            found = suite.passed(lambda ask=ask, fake=fake: ask(token(), fake=fake))
            suite.checks.equal(found, genuine, f"requests of a fake to {name}")
        suite.checks.equal(len(genuine), 1, f"requests to {name}")
    teletan = json.loads(suite.phones.new_teletan(suite.operator).body)["value"]
    of_teletan = suite.phones.registered(teletan, kind="TELETAN")
    suite.checks.equal(suite.passed(lambda: suite.phones.result(of_teletan)), genuine, "requests for a teleTAN")
    suite.checks.equal(suite.rows(), before, "rows after fakes")


def check_waiting(suite):
    """Genuine and fake wait for the laboratory's answer alike, until it comes or their time is over."""
    identifier = guid()
    suite.send([(identifier, 2)])
    registered = suite.phones.registered(identifier)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        suite.relay.open.clear()
        began = time.monotonic()
        answers = [
            pool.submit(suite.hasty.result, registered), pool.submit(suite.hasty.result, token(), fake="1"),
        ]
        found = [answer.result() for answer in answers]
        suite.relay.open.set()
    suite.checks.equal([answer.status for answer in found], [503, 503], "a laboratory service that hangs")
    suite.checks.check(time.monotonic() - began >= 4, "two attempts of two seconds")
    suite.checks.equal(suite.phones.result(registered).status, 200, "the same question later")


def check_down(suite):
    """Without the laboratory service: 503 for genuine and fake, nothing changed, and everything back when it is."""
    identifier = guid()
    suite.send([(identifier, 2)])
    registered, padding = suite.phones.registered(identifier), nonce()
    suite.stop_laboratory()
    for ask in (suite.hasty.result, suite.hasty.tan):
        for value, fake in ((registered, None), (registered, "0"), (token(), "1")):
            answer = ask(value, fake=fake)
            suite.checks.equal((answer.status, answer.body, answer.size), (503, b"", WIRE_SIZE), f"{ask.__name__} {fake}")
    for _ in range(11):
        suite.checks.equal(suite.hasty.tan(registered, padding=padding).status, 503, "a TAN")
    suite.checks.equal(suite.phones.result(token()).status, 400, "a token that nobody has")
    later = suite.phones.register(guid(), padding=nonce())
    suite.checks.equal(later.status, 201, "a registration meanwhile")
    suite.checks.check(suite.server.is_healthy(), "verification is healthy")
    suite.checks.check(b"the service that keeps the data gives no answer" in suite.home.log_text(), "the log says why")
    suite.start_laboratory()
    suite.checks.equal(suite.phones.result(registered).status, 200, "the result afterwards")
    first, again = (suite.phones.tan(registered, padding=padding) for _ in range(2))
    suite.checks.equal((first.status, again.status), (201, 201), "the TAN afterwards")
    suite.checks.equal(first.body, again.body, "the same TAN")
    suite.checks.equal(suite.phones.verify(json.loads(first.body)["tan"]).status, 200, "the TAN is good")


def check_lost_answer(suite):
    """An answer that is lost between the machines is asked for again."""
    identifier = guid()
    suite.send([(identifier, 2)])
    registered, lost = suite.phones.registered(identifier), []

    def lose(moment, _):
        if moment == "answered" and not lost:
            lost.append(moment)
            raise ConnectionError("lost")

    suite.relay.watch = lose
    before = len(suite.relay.requests)
    suite.checks.equal(suite.phones.result(registered).status, 200, "a lost answer")
    suite.checks.check(lost and len(suite.relay.requests) - before >= 2, "the question is asked again")
    suite.relay.watch = lambda moment, path: None


def check_at_rest(suite):
    """Neither machine has what belongs to the other."""
    for home, missing in ((suite.home, "laboratory.sqlite"), (suite.results, "corona-warn.sqlite")):
        suite.checks.check(not os.path.exists(f"{home.data}/{missing}"), f"{missing} is on the wrong machine")


def check_wrong_token(suite):
    """A token that the laboratory service does not know is a failure of ours, and phones are told to come again."""
    with harness.Workplace(sys.argv[1]) as place:
        server = place.start(("verification",), SETTINGS | {"VERIFICATION_LABORATORY_URL": suite.relay.url}).wait_ready()
        phones = Services(server)
        suite.checks.equal(phones.result(phones.registered(guid())).status, 503, "without the token")
        suite.checks.check(b"laboratory: status 401" in place.log_text(), "the log names the status")
        server.stop()


def check_tls(checks, avviso):
    """Over TLS only the authorities of the setting are trusted."""
    with harness.Workplace(avviso) as results, harness.Workplace(avviso) as home:
        right, wrong = (os.path.join(results.folder, name) for name in ("right", "wrong"))
        for folder in (right, wrong):
            checks.equal(results.run("tls", "demo-ca", "--out", folder).returncode, 0, "exit of demo-ca")
        laboratory = results.start(("laboratory",), {
            "INTERNAL_TOKEN": INTERNAL_TOKEN, "INTERNAL_TLS_CERTIFICATE": f"{right}/server.pem",
            "INTERNAL_TLS_KEY": f"{right}/server-key.pem",
        })
        context = ssl.create_default_context(cafile=f"{right}/root.pem")
        with socket.create_connection(laboratory.internal, timeout=harness.PATIENCE) as plain:
            context.wrap_socket(plain, server_hostname="localhost").close()
        for folder, status in ((right, 200), (wrong, 503), (None, 503)):
            trust = {"VERIFICATION_LABORATORY_TRUST_ROOT": f"{folder}/root.pem"} if folder else {}
            with home.start(("verification",), SETTINGS | trust | {
                "VERIFICATION_LABORATORY_URL": "https://localhost:%d" % laboratory.internal[1],
                "VERIFICATION_LABORATORY_TOKEN": INTERNAL_TOKEN,
            }) as server:
                phones = Phones(server) if status == 200 else Services(server)
                checks.equal(phones.result(phones.registered(guid())).status, status, f"over TLS, trusting {folder}")


def main():
    checks = harness.Checks("coronawarn_elsewhere")
    with harness.Workplace(sys.argv[1]) as results, harness.Workplace(sys.argv[1]) as home:
        suite = Suite(checks, results, home)
        with suite.relay:
            for check in (
                check_results, check_birth_dates, check_fakes, check_lost_answer, check_down, check_waiting, check_at_rest,
                check_wrong_token,
            ):
                before = checks.passed
                check(suite)
                checks.say(f"{check.__name__}: {checks.passed - before} checks")
    check_tls(checks, sys.argv[1])
    checks.finish()


if __name__ == "__main__":
    main()
