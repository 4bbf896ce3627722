"""Drives the laboratory and the verification service of Corona-Warn over HTTP, through restarts and moved clocks, and checks
what their contract promises. Usage: coronawarn_verification.py AVVISO

Tier: test
Only here: the real server registers tests, answers phones and issues TANs and teleTANs as the contract says, a fake has the
  bytes on the wire of a genuine answer, and a key or token that a command revokes opens a running server no longer.
"""

import concurrent.futures
import hashlib
import http.client
import json
import sqlite3
import ssl
import sys
import uuid

import fake_clock
import harness
import wire
from coronawarn import (
    ANSWER_SIZE, DAY, WIRE_SIZE, Callers, Services, birth_date_hash, guid, nonce, once_more, teletan, token,
)

SERVICES = ("laboratory", "verification")
PUBLIC = ("registrationToken", "testresult", "tan")
# How many ask at once for what one of them gets.
PHONES = harness.extent(4, 30)
SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "VERIFICATION_TELETAN_PAUSE": "0s",
    "VERIFICATION_WRONG_TELETANS_PER_HOUR": "20", "VERIFICATION_HEALTH_AUTHORITIES": "h-1",
}


class Suite(Callers):
    """The server, its clock and its callers."""

    services_run, settings = SERVICES, SETTINGS

    def later(self, seconds):
        """Moves the clock, and starts the server again, so that its jobs run; waits until they have."""
        self.clock.advance(seconds)
        self.restart()
        ends = (b'"results-retained"', b'"registrations-cleaned"')
        self.server.wait_until(lambda: all(end in harness.read(self.server.log) for end in ends))

    def status(self, answer, expected, what):
        self.checks.equal(answer.status, expected, what)
        if answer.status >= 400 and answer.status != 409:
            self.checks.equal(answer.body, b"", f"{what}: body")
        return answer

    def new_teletan(self, key=None, kind=None):
        answer = self.status(self.services.new_teletan(key or self.hotline, kind), 201, "a new teleTAN")
        return json.loads(answer.body)["value"]

    def positive(self):
        """A test with a positive result."""
        identifier = guid()
        self.status(self.services.send(self.lab, [(identifier, 2)]), 204, "a positive result")
        return identifier

    def code(self, registration_token):
        return json.loads(self.services.result(registration_token).body).get("testResult")


def check_transport(suite):
    """Routes by listener, methods, media types and sizes."""
    post, status = suite.services.post, suite.status
    for path in PUBLIC:
        target = f"/version/v1/{path}"
        for method in ("GET", "PUT", "DELETE"):
            status(wire.request(suite.server.public, method, target), 405, f"{method} {path}")
        for media in (None, "text/plain", "application/x-protobuf"):
            status(post(target, {"key": "x"}, media=media), 415, f"{path} as {media}")
        for body in (b"", b"{", b"[]", b"null", b'{"key":null}', b"{}", b"\xff", b'{"key":"' + b"a" * 9980 + b'"}'):
            status(post(target, body), 400, f"{path} {body[:20]}")
        status(post(target, b" " * 10_000), 400, f"{path} of 10 000 bytes")
        for count in (10_001, 50_000):
            status(post(target, b" " * count, media="text/plain"), 406, f"{path} of {count} bytes")
        status(post(target, b" " * 300_000), 406, f"{path} of 300 000 bytes")
        chunked = chunked_post(suite.server.public, target)
        status(chunked, 406, f"{path} chunked")
    for path in ("tan/verify", "tan/teletan", "tan/reserve", "tan/confirm"):
        status(post(f"/version/v1/{path}", {}), 404, f"public {path}")
    for path in ("registrationToken", "tan"):
        status(post(f"/version/v1/{path}", {}, listener="internal"), 404, f"internal {path}")
    for path in ("/api/v1/lab/results", "/api/v1/app/result"):
        status(post(path, {}), 404, f"public {path}")
    for path in ("tan/verify", "tan/reserve", "tan/confirm", "testresult"):
        status(suite.services.internal(path, b" " * 10_001), 406, f"internal {path} of 10 001 bytes")
        status(suite.services.internal(path, {}), 400, f"internal {path} without members")


def chunked_post(address, target):
    with wire.Connection(address) as connection:
        connection.socket.sendall(
            f"POST {target} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            "2\r\n{}\r\n0\r\n\r\n".encode()
        )
        return connection.read_answer("POST", 0)


def check_registration(suite):
    services, status = suite.services, suite.status
    first, birth_date = guid(), birth_date_hash()
    answer = status(services.register(first, birth_date=birth_date), 201, "a test with a birth date")
    found = json.loads(answer.body)
    suite.checks.equal(sorted(found), ["registrationToken", "responsePadding"], "members of a registration")
    parsed = uuid.UUID(found["registrationToken"])
    suite.checks.equal((parsed.version, str(parsed)), (4, found["registrationToken"]), "the token")
    for key, other in [
        (first, None), (first.upper(), None), (first, birth_date), (first, birth_date_hash()), (guid(), birth_date),
        (guid(), first), (guid(), birth_date.upper()),
    ]:
        status(services.register(key, birth_date=other), 400, "an identifier that was used")
    for key, kind, other in [
        (birth_date_hash(), "GUID", None), (guid()[:63], "GUID", None), (guid() + "0", "GUID", None), ("g" * 64, "GUID", None),
        (guid() + "\n", "GUID", None), (guid(), "guid", None), (guid(), None, None), (None, "GUID", None), ("", "GUID", None),
        (guid(), "TELETAN", None), (guid(), "GUID", guid()[:63]), (guid(), "GUID", "y" + guid()[1:]),
    ]:
        status(services.register(key, kind, other), 400, f"a registration with {kind}")
    status(services.register(guid(), birth_date=guid()), 201, "a birth-date hash without its mark")
    with concurrent.futures.ThreadPoolExecutor(PHONES) as pool:
        contested = guid()
        statuses = sorted(pool.map(lambda _: services.register(contested).status, range(PHONES)))
    suite.checks.equal(statuses, [201] + [400] * (PHONES - 1), "many phones at once")
    padding, again = nonce(), guid()
    tokens = {services.registered(again, padding=padding) for _ in range(3)}
    suite.checks.equal(len(tokens), 1, "tokens of one request with a nonce")
    status(services.register(again, padding=nonce()), 400, "another nonce")
    status(services.register(again), 400, "no nonce")
    suite.clock.advance(300)
    suite.checks.equal({services.registered(again, padding=padding)}, tokens, "the token before ten minutes are over")
    suite.clock.advance(301)
    status(services.register(again, padding=padding), 400, "the same request after ten minutes")


def check_laboratories(suite):
    services, status = suite.services, suite.status
    for key in ("", "wrong", suite.hotline):
        status(services.send(key, [(guid(), 2)]), 401, "no laboratory's key")
    status(services.post("/api/v1/lab/results", {}, listener="internal"), 401, "no key")
    for path, codes, shift in (("lab", (1, 2, 3), 0), ("quicktest", (5, 6, 7, 8), 0), ("pocnat", (10, 11, 12, 13), 10)):
        for code in range(-1, 16):
            identifier = guid()
            expected = 204 if code in codes else 400
            answer = services.send(suite.lab, [(identifier, code, 1600000000 + code)], path, lab_id="A-1")
            suite.checks.equal(answer.status, expected, f"{path} {code}")
            stored = identifier if path == "lab" else once_more(identifier)
            told = json.loads(services.ask(stored).body)
            if expected == 204:
                suite.checks.equal(
                    told, {"testResult": code - shift, "sc": 1600000000 + code, "labId": "A-1"}, f"{path} {code} as told"
                )
            else:
                suite.checks.equal(told["testResult"], 0, f"{path} {code} is not stored")
    check_changes(suite)
    lines = [(guid(), 2), ("nothing", 2), (guid(), 9), (guid(), 1)]
    answer = services.send(suite.lab, lines)
    suite.checks.equal((answer.status, json.loads(answer.body)), (400, {"badLines": [2, 3]}), "a batch with bad lines")
    suite.checks.equal(json.loads(services.ask(lines[0][0]).body)["testResult"], 0, "a good line of a refused batch")
    status(services.send(suite.lab, [(guid(), 2)] * 1), 204, "one line")
    status(services.send(suite.lab, [(guid(), 1) for _ in range(1000)]), 204, "1000 lines")
    status(services.send(suite.lab, [(guid(), 1) for _ in range(1001)]), 400, "1001 lines")
    status(services.send(suite.lab, [], lab_id="x" * 64), 400, "no lines")
    status(services.send(suite.lab, [(guid(), 1)], lab_id="x" * 64), 204, "a name of 64 characters")
    status(services.send(suite.lab, [(guid(), 1)], lab_id="x" * 65), 400, "a name of 65 characters")
    status(services.send(suite.lab, [(birth_date_hash(), 1)]), 204, "a birth-date hash")
    for path, pending in (("quicktest", 5), ("pocnat", 10)):
        own = guid()
        suite.checks.equal(json.loads(services.ask(own, path, suite.lab).body)["testResult"], pending, f"{path} unknown")
        status(services.send(suite.lab, [(own, pending + 2)], path), 204, f"{path} after a question")
        suite.checks.equal(json.loads(services.ask(own, path, suite.lab).body)["testResult"], pending + 2, f"{path} own")
        status(services.ask(own, path, suite.other), 404, f"{path} of another laboratory")
        status(services.ask(own, path), 401, f"{path} without a key")


def check_partner(suite):
    """A laboratory with a certificate: the list of partners says its name, and its results are those of its key."""
    folders = {name: f"{suite.workplace.folder}/{name}" for name in ("ours", "theirs")}
    for folder in folders.values():
        suite.checks.equal(suite.workplace.run("tls", "demo-ca", "--out", folder).returncode, 0, "a demo authority")
    certificate = harness.read(f"{folders['theirs']}/client.pem").decode()
    fingerprint = hashlib.sha256(ssl.PEM_cert_to_DER_cert(certificate[:certificate.index("-----END") + 25])).hexdigest()
    listed = f"{suite.workplace.folder}/partners"
    with open(listed, "w", encoding="ascii") as file:
        file.write(f"laboratory lab-one {fingerprint}\n")
    suite.restart(
        PARTNER_ADDRESS="127.0.0.1:0", PARTNER_TLS_CERTIFICATE=f"{folders['ours']}/server.pem",
        PARTNER_TLS_KEY=f"{folders['ours']}/server-key.pem", PARTNER_TLS_CLIENT_CA=f"{folders['theirs']}/root.pem",
        PARTNER_LIST=listed,
    )
    context = ssl.create_default_context(cafile=f"{folders['ours']}/root.pem")
    context.load_cert_chain(f"{folders['theirs']}/client.pem", f"{folders['theirs']}/client-key.pem")

    def send(path, body, headers=()):
        connection = http.client.HTTPSConnection("localhost", suite.server.port("partner"), context=context)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"} | dict(headers))
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    identifier = guid()
    results = {"testResults": [{"id": identifier, "result": 1}]}
    suite.checks.equal(send("/api/v1/lab/results", results), 204, "a result by certificate")
    wrong = [("Authorization", f"Bearer {suite.other}")]
    suite.checks.equal(send("/api/v1/lab/results", results, wrong), 204, "a token beside a certificate does not count")
    suite.checks.equal(suite.services.send(suite.lab, [(identifier, 1)]).status, 204, "the same laboratory by its key")
    suite.checks.equal(suite.services.send(suite.other, [(identifier, 1)]).status, 409, "another laboratory")
    for path in ("/api/v1/app/result", "/version/v1/tan/verify", "/version/v1/registrationToken"):
        suite.checks.equal(send(path, {}), 404, f"{path} for a partner")
    suite.restart()


def check_changes(suite):
    services = suite.services
    allowed = {(3, 1), (3, 2), (3, 3), (1, 1), (2, 2)}
    for first in (1, 2, 3):
        for second in (1, 2, 3):
            identifier = guid()
            services.send(suite.lab, [(identifier, first)])
            is_allowed = (first, second) in allowed
            answer = services.send(suite.lab, [(guid(), 1), (identifier, second)])
            suite.checks.equal(answer.status, 204 if is_allowed else 409, f"{first} to {second}")
            if not is_allowed:
                suite.checks.equal(json.loads(answer.body), {"badLines": [2]}, "the line of a conflict")
            found = json.loads(services.ask(identifier).body)["testResult"]
            suite.checks.equal(found, second if is_allowed else first, f"the result after {first} to {second}")
    asked = guid()
    services.ask(asked)
    suite.status(services.send(suite.lab, [(asked, 1)]), 204, "a test that was asked for")
    for code in (1, 2):
        suite.checks.equal(services.send(suite.other, [(asked, code)]).status, 409, "another laboratory's message")


def check_results(suite):
    services, status = suite.services, suite.status
    identifier = guid()
    registration = services.registered(identifier)
    suite.checks.equal(suite.code(registration), 0, "a test that no laboratory knows")
    status(services.tan(registration), 400, "a TAN for a pending result")
    services.send(suite.lab, [(identifier, 2, 1600000000)], lab_id="L" * 64)
    answer = status(services.result(registration), 200, "a positive result")
    found = json.loads(answer.body)
    padding = found.pop("responsePadding")
    suite.checks.equal(found, {"testResult": 2, "sc": 1600000000, "labId": "L" * 64}, "the result")
    suite.checks.equal(len(padding), 45, "padding of the largest answer")
    suite.checks.equal(answer.size, WIRE_SIZE, "size on the wire")
    inside = json.loads(services.internal("testresult", {"registrationToken": registration}).body)
    suite.checks.equal(inside["testId"], identifier, "the identifier, inside")
    for wrong in (token(), "", "nothing", registration.upper() + " ", "1ea6ce8a-9740-11ea-bb37-0242ac130002"):
        status(services.result(wrong), 400, "no token")
        status(services.tan(wrong), 400, "no token for a TAN")
    status(services.internal("testresult", {"registrationToken": token()}), 404, "an unknown token, inside")
    first, second = guid(), birth_date_hash()
    registration = services.registered(first, birth_date=second)
    suite.checks.equal(suite.code(registration), 0, "two results that are missing")
    services.send(suite.lab, [(first, 2)])
    for answer in (services.result(registration), services.tan(registration),
                   services.internal("testresult", {"registrationToken": registration})):
        status(answer, 403, "one result that is missing")
    services.send(suite.lab, [(second, 3)])
    status(services.result(registration), 403, "two results that differ")
    services.send(suite.lab, [(second, 2)])
    suite.checks.equal(suite.code(registration), 2, "two results that agree")
    status(services.tan(registration), 201, "a TAN for two results that agree")
    for path, code, is_positive in (("quicktest", 7, True), ("quicktest", 6, False), ("pocnat", 12, True), ("lab", 1, False)):
        identifier = guid()
        services.send(suite.lab, [(identifier, code)], path)
        registration = services.registered(identifier if path == "lab" else once_more(identifier))
        status(services.tan(registration), 201 if is_positive else 400, f"a TAN for {path} {code}")


def check_tans(suite):
    services, status = suite.services, suite.status
    registration = services.registered(suite.positive())
    first, second = services.issued(registration), services.issued(registration)
    status(services.verify(first), 404, "a replaced TAN")
    answer = status(services.verify(second), 200, "a TAN")
    suite.checks.equal((answer.body, answer.header("X-CWA-TELETAN-TYPE")), (b"", None), "the answer for a test's TAN")
    status(services.verify(second), 404, "a used TAN")
    third = services.issued(registration)
    with concurrent.futures.ThreadPoolExecutor(PHONES) as pool:
        statuses = sorted(pool.map(lambda _: services.verify(third).status, range(PHONES)))
    suite.checks.equal(statuses, [200] + [404] * (PHONES - 1), "many uploads at once")
    status(services.tan(registration), 400, "a third TAN")
    registration = services.registered(suite.positive())
    for number in range(1, 12):
        status(services.tan(registration), 201 if number <= 10 else 400, f"issue {number}")
    status(services.verify("nothing"), 400, "no TAN")
    status(services.verify(token()), 404, "an unknown TAN")
    registration, padding = services.registered(suite.positive()), nonce()
    same = {services.issued(registration, padding=padding) for _ in range(3)}
    suite.checks.equal(len(same), 1, "TANs of one request with a nonce")
    status(services.verify(same.pop()), 200, "a derived TAN")
    suite.clock.advance(601)
    status(services.tan(registration, padding=padding), 400, "the same request after ten minutes")
    check_reservations(suite)
    registration = services.registered(suite.positive())
    early, late = services.issued(registration), services.issued(services.registered(suite.positive()))
    suite.clock.advance(DAY - 300)
    status(services.verify(early), 200, "a TAN before its end")
    suite.clock.advance(301)
    status(services.verify(late), 404, "a TAN after its end")


def check_reservations(suite):
    services, status = suite.services, suite.status
    registration = services.registered(suite.positive())
    tan, fingerprint = services.issued(registration), guid()
    reserve = lambda value, mark: services.internal("tan/reserve", {"tan": value, "fingerprint": mark})  # noqa: E731
    names = {status(reserve(tan, fingerprint), 200, "a reservation").body for _ in range(3)}
    suite.checks.equal(len(names), 1, "reservations of one upload")
    name = json.loads(names.pop())
    status(reserve(tan, guid()), 403, "another upload")
    status(services.verify(tan), 404, "a reserved TAN")
    suite.restart()
    for _ in range(2):
        status(services.internal("tan/confirm", name), 200, "a confirmation")
    suite.checks.equal(json.loads(reserve(tan, fingerprint).body), name, "the same upload again")
    status(reserve(tan, guid()), 404, "another upload with the used TAN")
    status(services.internal("tan/confirm", {"reservation": "0" * 32}), 404, "an unknown reservation")
    for body in ({"tan": tan, "fingerprint": "00"}, {"tan": tan}, {"fingerprint": fingerprint}):
        status(services.internal("tan/reserve", body), 400, "a malformed reservation")


def check_teletans(suite):
    services, status = suite.services, suite.status
    status(services.new_teletan(None), 400, "no token")
    for key in ("wrong", suite.lab):
        status(services.new_teletan(key), 401, "no operator's token")
    status(services.new_teletan(suite.hotline, "OTHER"), 400, "an unknown kind")
    status(services.new_teletan(suite.hotline, "EVENT"), 401, "an event for the hotline")
    for kind in (None, "TEST"):
        status(services.new_teletan(suite.event, kind), 401, "a test for the events' operator")
    for key, kind, told in ((suite.hotline, None, "TEST"), (suite.hotline, "TEST", "TEST"), (suite.event, "EVENT", "EVENT")):
        value = suite.new_teletan(key, kind)
        suite.checks.equal(value, teletan(value[:9]), "the check character")
        registration = services.registered(value, kind="TELETAN")
        status(services.register(value, "TELETAN"), 400, "a used teleTAN")
        found = json.loads(services.result(registration).body)
        suite.checks.equal(found["testResult"], 2, "the result of a teleTAN")
        suite.checks.check(abs(found["sc"] - fake_clock.now()) < harness.PATIENCE, "its time is that of the registration")
        status(services.internal("testresult", {"registrationToken": registration}), 403, "a teleTAN's result, inside")
        tan = services.issued(registration)
        if told == "EVENT":
            body = {"tan": tan, "fingerprint": guid()}
            status(services.internal("tan/reserve", body), 403, "a reservation for an event")
        answer = status(services.verify(tan), 200, "a teleTAN's TAN")
        suite.checks.equal(answer.header("X-CWA-TELETAN-TYPE"), told, "its kind")
    for wrong in ("", "234567893", "234567893C", "234567893d", "0234567893", "I34567893D", "234567893D\n"):
        status(services.register(wrong, "TELETAN"), 400, "a malformed teleTAN")
    old, event = suite.new_teletan(), suite.new_teletan(suite.event, "EVENT")
    last = suite.new_teletan()
    suite.clock.advance(3400)
    status(services.register(last, "TELETAN"), 201, "a teleTAN before its end")
    suite.clock.advance(201)
    status(services.register(old, "TELETAN"), 400, "a teleTAN after its end")
    suite.clock.advance(2 * DAY - 3900)
    status(services.register(event, "TELETAN"), 201, "an event's teleTAN before its end")
    contested = suite.new_teletan()
    with concurrent.futures.ThreadPoolExecutor(15) as pool:
        statuses = sorted(pool.map(lambda _: services.register(contested, "TELETAN").status, range(15)))
    suite.checks.equal(statuses[0], 201, "one of fifteen phones gets the teleTAN")
    suite.checks.check(201 not in statuses[1:], "no other phone gets it")
    suite.clock.advance(3700)


def check_limits(suite):
    services, status = suite.services, suite.status
    live = suite.new_teletan()
    for number in range(20):
        status(services.register(teletan(), "TELETAN"), 400, f"wrong teleTAN {number + 1}")
    for value in (teletan(), live):
        answer = status(services.register(value, "TELETAN"), 429, "a teleTAN after the limit")
        suite.checks.check(0 < int(answer.header("Retry-After")) <= 3660, "when to come again")
        suite.checks.equal(answer.size, WIRE_SIZE, "the size of the answer")
    status(services.register(guid()), 201, "a test after the limit")
    status(services.register("234567893C", "TELETAN"), 400, "a wrong check character after the limit")
    suite.restart()
    status(services.register(live, "TELETAN"), 429, "after a restart")
    suite.clock.advance(3661)
    status(services.register(live, "TELETAN"), 201, "the live teleTAN after an hour")
    text = suite.workplace.log_text()
    suite.checks.check(b'"many-wrong-teletans"' in text and b'"wrong-teletans-held"' in text, "the log tells of both")
    suite.clock.advance(3700)
    limits = {"VERIFICATION_TELETAN_PAUSE": "5m", "VERIFICATION_TELETANS_PER_HOUR": "2"}
    suite.restart(**limits)
    suite.new_teletan()
    answer = status(services.new_teletan(suite.hotline), 429, "another teleTAN at once")
    suite.checks.check(0 < int(answer.header("Retry-After")) <= 300, "the pause")
    suite.restart(**limits)
    status(services.new_teletan(suite.hotline), 429, "after a restart")
    status(services.new_teletan(suite.event, "EVENT"), 201, "another operator")
    suite.clock.advance(301)
    answer = status(services.new_teletan(suite.hotline), 429, "a third teleTAN in an hour")
    suite.checks.check(2000 < int(answer.header("Retry-After")) <= 3600, "the hour")
    suite.clock.advance(3600)
    status(services.new_teletan(suite.hotline), 201, "after an hour")
    suite.restart()


def check_fakes(suite):
    services, status = suite.services, suite.status
    negative = guid()
    services.send(suite.lab, [(negative, 1)])
    registration = services.registered(negative)
    for value in ("", "x", "1.5", "0x1", "true", str(2**40)):
        status(services.register(guid(), fake=value), 400, f"cwa-fake {value!r}")
    status(services.tan(registration, fake=0), 400, "a genuine request for a TAN")
    identifier = guid()
    pairs = [
        ("registration", services.register(guid()), services.register(identifier, fake=1)),
        ("result", services.result(registration), services.result(token(), fake=1)),
        ("TAN", services.tan(services.registered(suite.positive())), services.tan(registration, fake=1)),
    ]
    for what, genuine, fake in pairs:
        names = [[name for name, _ in answer.headers] for answer in (genuine, fake)]
        suite.checks.equal(
            (fake.status, names[1], fake.size, len(fake.body)),
            (genuine.status, names[0], genuine.size, len(genuine.body)), f"a fake {what}",
        )
        suite.checks.equal((fake.size, len(fake.body)), (WIRE_SIZE, ANSWER_SIZE), f"the size of a {what}")
    found = json.loads(pairs[1][2].body)
    suite.checks.equal(found["testResult"], 2, "a fake result")
    status(services.register(identifier), 201, "a test that a fake named")
    fake_token = json.loads(pairs[0][2].body)["registrationToken"]
    status(services.result(fake_token), 400, "a fake token")
    status(services.verify(json.loads(pairs[2][2].body)["tan"]), 404, "a fake TAN")
    status(services.register(teletan(), "TELETAN", fake=1), 201, "a fake with a teleTAN")
    status(services.register("nothing", fake=1), 400, "a malformed fake")


def check_retention(suite):
    """Life times of results, tokens and tests, with a clean-up on each side of each boundary."""
    services, status = suite.services, suite.status
    positive, rapid, unknown, late = suite.positive(), guid(), guid(), guid()
    services.send(suite.lab, [(rapid, 8)], "quicktest")
    registration = services.registered(positive)
    services.registered(unknown)
    services.registered(late)
    suite.later(21 * DAY - 600)
    suite.checks.equal(suite.code(registration), 2, "a result before 21 days")
    suite.later(7200)
    suite.checks.equal(json.loads(services.ask(positive).body)["testResult"], 4, "a result after 21 days")
    suite.checks.equal(json.loads(services.ask(once_more(rapid)).body)["testResult"], 9, "a rapid result after 21 days")
    status(services.result(registration), 400, "a token after 21 days")
    suite.checks.equal(services.send(suite.lab, [(positive, 2)]).status, 409, "a change of a redeemed result")
    services.send(suite.lab, [(late, 2)])
    for identifier in (positive, unknown, late):
        status(services.register(identifier), 400, "a test after the end of its token")
    suite.later(39 * DAY - 3 * 7200)
    for identifier in (positive, unknown, late):
        status(services.register(identifier), 400, "a test before 60 days")
    suite.checks.equal(json.loads(services.ask(positive).body)["testResult"], 4, "a result before 60 days")
    suite.later(4 * 7200)
    suite.checks.equal(json.loads(services.ask(positive).body)["testResult"], 0, "a result after 60 days")
    status(services.register(unknown), 201, "a test after 60 days")
    status(services.register(late), 400, "a test whose result came late")
    suite.later(22 * DAY)
    # A run of one job may come before the other's.
    suite.later(60)
    status(suite.services.register(late), 201, "this test after its result is deleted")


def check_at_rest(suite):
    """Nothing that opens anything lies in the files."""
    services = suite.services
    identifier, birth_date = suite.positive(), birth_date_hash()
    services.send(suite.lab, [(birth_date, 2)])
    registration = services.registered(identifier, birth_date=birth_date, padding=nonce())
    tan, live = services.issued(registration, padding=nonce()), suite.new_teletan()
    suite.server.stop()
    secrets = {"token": registration, "TAN": tan, "teleTAN": live, "key": suite.lab, "operator's token": suite.hotline}
    for name in ("laboratory.sqlite", "corona-warn.sqlite"):
        path = f"{suite.workplace.data}/{name}"
        content = b"".join(harness.read(path + part) for part in ("", "-wal") if exists(path + part))
        for what, secret in secrets.items():
            suite.checks.check(secret.encode() not in content, f"{name} holds a {what}")
        tables = sqlite3.connect(path).execute("SELECT sql FROM sqlite_master WHERE type = 'table'").fetchall()
        suite.checks.check(len(tables) > 2, f"{name} has tables")
    for what, secret in secrets.items():
        suite.checks.check(secret.encode() not in suite.workplace.log_text(), f"the log holds a {what}")
    suite.checks.check(identifier.encode() not in suite.workplace.log_text(), "the log holds an identifier")


def exists(path):
    try:
        return bool(harness.read(path)) or True
    except FileNotFoundError:
        return False


def check_apart(suite):
    """Each service in a process of its own, on one data folder."""
    suite.server.stop()
    laboratory, verification = (Services(suite.workplace.start([name], SETTINGS).wait_ready()) for name in SERVICES)
    identifier = guid()
    suite.status(laboratory.send(suite.lab, [(identifier, 2)]), 204, "a result to the process of the laboratory service")
    suite.status(verification.send(suite.lab, [(guid(), 2)]), 404, "a result to the process of the other service")
    suite.status(laboratory.register(guid()), 404, "a registration in the process of the laboratory service")
    registration = verification.registered(identifier)
    found = json.loads(verification.result(registration).body)
    suite.checks.equal(found["testResult"], 2, "a result from the other process")
    suite.status(verification.verify(verification.issued(registration)), 200, "a TAN for it")
    for services in (laboratory, verification):
        suite.checks.equal(services.server.stop(), 0, "exit of a service alone")
    suite.start()


def check_commands(suite):
    run, data = suite.workplace.run, ("--data", suite.workplace.data)
    suite.checks.equal(run("lab", "create", "lab-one", *data).returncode, 1, "exit of a second key")
    listed = json.loads(run("lab", "list", "--json", *data).stdout)
    found = [(lab["name"], lab["revoked"]) for lab in listed]
    suite.checks.equal(found, [("lab-one", False), ("lab-two", False)], "laboratories")
    suite.checks.equal(run("lab", "revoke", "nobody", *data).returncode, 1, "exit of an unknown laboratory")
    suite.checks.equal(run("lab", "revoke", "lab-two", *data).returncode, 0, "exit of a revocation")
    suite.status(suite.services.send(suite.other, [(guid(), 1)]), 401, "a revoked key")
    for wrong in (("lab", "create", "a b"), ("operator", "token", "x"), ("operator", "token", "x", "--role", "boss"),
                  ("lab", "create", "x", "--days", "0")):
        suite.checks.equal(run(*wrong, *data).returncode, 64, f"exit of {' '.join(wrong)}")
    suite.checks.equal(run("lab", "list", "--data", suite.workplace.data + "-other").returncode, 1, "exit without a database")
    suite.checks.equal(run("operator", "token", "berta", "--revoke", *data).returncode, 0, "exit of a token's end")
    suite.status(suite.services.new_teletan(suite.event, "EVENT"), 401, "a revoked token")
    event = ("operator", "token", "carla", "--role", "hotline-event", "--data", suite.workplace.data)
    for more, settings in (((), {}), (("--health-authority", "h-1"), {}), ((), SETTINGS), (("--health-authority", "h-2"), SETTINGS)):
        done = suite.workplace.run(*event, *more, settings=settings)
        suite.checks.equal(done.returncode, 1, f"a token for events without a listed authority: {more} {done.stderr}")
        suite.checks.check("does not list" in done.stderr, f"the reason: {done.stderr}")


def main():
    checks = harness.Checks("coronawarn_verification")
    with harness.Workplace(sys.argv[1]) as workplace:
        clock = fake_clock.FakeClock(workplace.folder)
        workplace.avviso = clock.wrap(workplace.avviso)
        suite = Suite(checks, workplace, clock)
        every = (
            check_transport, check_partner, check_registration, check_laboratories, check_results, check_tans,
            check_teletans, check_limits, check_fakes, check_apart, check_commands, check_retention, check_at_rest,
        )
        # coronawarn_apart.py and Swift tests have what is not among these.
        short = (
            check_partner, check_registration, check_laboratories, check_results, check_tans, check_teletans, check_limits,
            check_fakes, check_commands, check_at_rest,
        )
        for check in harness.extent(short, every):
            before = checks.passed
            check(suite)
            checks.say(f"{check.__name__}: {checks.passed - before} checks")
    checks.finish()


if __name__ == "__main__":
    main()
