"""Checks the contract of Corona-Warn's laboratory, verification and submission services where it is a table or a limit: sizes
of bodies, codes of results, teleTANs, levels of keys, and life times to the second. The servers' clock stands still between
the steps. Usage: coronawarn_contract.py AVVISO

Tier: test
Only here: the real server's answers, read from the socket, follow the contract's tables: sizes, media types, headers and
  methods of each route, each result after each other one, and one limit of teleTANs for two processes.
"""

import concurrent.futures
import hashlib
import itertools
import json
import sqlite3
import string
import sys
import time

import fake_clock
import harness
import wire
from coronawarn import (
    DAY, TELETAN_ALPHABET, WIRE_SIZE, Callers, Services, birth_date_hash, day_start, guid, key, nonce, once_more, payload,
    teletan, token,
)

SERVICES = ("laboratory", "verification", "submission")
HOUR = 3600
SETTINGS = {
    "CLOCK_GUARD": "off", "COVER_FLOOR": "1ms", "COVER_TICK": "1ms", "SUBMISSION_MAX_KEYS": "100",
    "VERIFICATION_HEALTH_AUTHORITIES": "h-1",
}
UNPAUSED = {"VERIFICATION_TELETAN_PAUSE": "0s"}
JSON_ROUTES = {
    "public": ("registrationToken", "testresult", "tan"),
    "internal": ("tan/verify", "tan/reserve", "tan/confirm", "testresult"),
}
# Nine characters and the check character, from the published tests of the original server and app.
TELETANS = (
    "FE9A5MAK6C FE9A5MAK9H FE9A5MAKWG WPHSATMHD4 9N4UTTACE6 S3HHJJYJD3 W3M75DUD7C BBA3M8UVUC MNSHDZAEJ2 WS732AR8QB "
    "QWDZXCSRHE 234567893D ZBYKEVDBNB 234567892D ABCDEFGHJA KMNPQRSTU5 ZZZZZZZZZH 2222222223"
).split()
# The level of each code of days since the onset of symptoms; a code that is not here has level 1.
LEVELS_OF_ONSETS = """
-5:2 -4:4 -3:6 -2:7 -1..1:8 2:6 3:5 4:3 5..6:2 194:2 195:3 196:5 197:7 198..200:8 201:7 202:5 203:4 204:3 205:2 294:3 295:4
296:5 297..299:8 300..301:7 302:6 303:5 304:3 305..306:2 393:2 394:4 395:5 396:7 397..398:8 399:7 400:6 401:5 402:4 403:3
404:2 492:2 493:3 494:5 495:6 496..497:8 498..499:7 500:5 501:4 502:3 503..504:2 591:2 592:3 593:4 594:6 595:7 596:8 597..598:7
599:6 600..601:4 602:3 603:2 690:2 691:3 692:4 693:5 694:6 695..697:7 698:6 699:5 700:4 701:3 702..703:2 790:2 791:4 792:5
793:6 794..796:7 797:6 798:5 799:4 800..801:3 802..803:2 889:2 890:3 891:4 892:5 893:6 894..895:7 896:6 897..898:5 899:4 900:3
901..902:2 988:2 989:3 990:4 991:5 992..996:6 997:5 998:4 999..1000:3 1001..1002:2 1087:2 1088:3 1089:4 1090..1091:5
1092..1094:6 1095..1096:5 1097..1098:4 1099:3 1100..1102:2 1186:2 1187:3 1188..1189:4 1190:5 1191..1193:6 1194..1195:5
1196..1197:4 1198..1199:3 1200..1201:2 1286:2 1287:3 1288:4 1289..1295:5 1296:4 1297..1298:3 1299..1301:2 1386:3 1387:4
1388..1394:5 1395..1396:4 1397..1398:3 1399..1400:2 1486..1487:4 1488..1492:5 1493..1495:4 1496..1497:3 1498..1500:2
1586..1587:4 1588..1591:5 1592..1594:4 1595..1597:3 1598..1599:2 1686..1687:4 1688..1689:5 1690..1694:4 1695..1696:3
1697..1699:2 1786..1793:4 1794..1796:3 1797..1799:2 1992:2 1993:3 1994:5 1995:7 1996..1998:8 1999:6 2000:5 2997:2 2998:3
2999..3000:4 3992:2 3993:3 3994:4 3995:6 3996..3998:7 3999:6 4000:5
"""
# How packages show levels 1 to 8: the report type.
REPORT_TYPES = {1: 4, 2: 4, 3: 3, 4: 3, 5: 2, 6: 2, 7: 1, 8: 1}


class Suite(Callers):
    """The server, its standing clock and its callers."""

    services_run, settings = SERVICES, SETTINGS

    def __init__(self, checks, workplace, clock):
        super().__init__(checks, workplace, clock)
        self.colleague = self.key("operator", "token", "carla", "--role", "hotline")

    def status(self, answer, expected, what):
        self.checks.equal(answer.status, expected, what)
        if answer.status >= 400 and answer.status != 409:
            self.checks.equal(answer.body, b"", f"{what}: body")
        return answer

    def sent(self, lines, expected=204, path="lab", by=None, **more):
        return self.status(self.services.send(by or self.lab, lines, path, **more), expected, f"results to {path}")

    def positive(self):
        identifier = guid()
        self.sent([(identifier, 2)])
        return identifier

    def tan(self):
        return self.services.issued(self.services.registered(self.positive()))

    def told(self, identifier):
        return json.loads(self.services.ask(identifier).body)

    def value(self, operator, kind=None):
        answer = self.status(self.services.new_teletan(operator, kind), 201, "a new teleTAN")
        return json.loads(answer.body)["value"]

    def cleanup(self):
        done = self.workplace.run("cleanup", "--data", self.workplace.data, settings=SETTINGS)
        self.checks.equal(done.returncode, 0, f"exit of cleanup: {done.stderr}")

    def rows(self, sql, *values):
        with sqlite3.connect(f"{self.workplace.data}/corona-warn.sqlite") as database:
            return database.execute(sql, values).fetchall()


# Requests


def check_sizes(suite):
    """A body of 10 000 bytes reaches the verification service, and a larger or chunked one nobody, whoever sends it."""
    status, post = suite.status, suite.services.post
    for listener, names in JSON_ROUTES.items():
        address = getattr(suite.server, listener)
        for name in names:
            path = f"/version/v1/{name}"
            status(post(path, b" " * 10_000, listener=listener), 400, f"10 000 bytes to {name}")
            for headers in ((), [("cwa-fake", "1")], [("cwa-fake", "x")]):
                status(post(path, b" " * 10_001, headers, listener), 406, f"10 001 bytes to {name}")
            status(chunked(address, path, "application/json"), 406, f"a chunked body to {name}")
    path = "/version/v1/tan/teletan"
    for headers in ((), [("Authorization", "Bearer wrong")], [("Authorization", f"Bearer {suite.hotline}")]):
        status(post(path, b" " * 10_001, headers, "internal"), 406, "10 001 bytes of an operator")
        status(chunked(suite.server.internal, path, "text/plain", headers), 406, "a chunked body of an operator")
    by_lab = [("Authorization", f"Bearer {suite.lab}")]
    good = json.dumps({"testResults": [{"id": guid(), "result": 1}]}).encode()
    for size, expected in ((200_000, 204), (200_001, 400)):
        status(post("/api/v1/lab/results", good + b" " * (size - len(good)), by_lab, "internal"), expected, f"{size} bytes")
    for size in (100_001, 200_001, 3_000_000):
        for fake in "0", "1":
            answer = status(suite.services.upload(b"0" * size, token(), fake=fake), 400, f"an upload of {size} bytes")
            suite.checks.check(answer.size >= WIRE_SIZE, "the size of its refusal")
    body = payload([key(day_start(suite.clock.moment) - 144)])
    answer = chunked(suite.server.public, "/version/v1/diagnosis-keys", "application/x-protobuf",
                     [("cwa-fake", "0"), ("cwa-authorization", suite.tan())], body)
    status(answer, 200, "a chunked upload")
    suite.restart(SUBMISSION_MAX_BODY="280")
    for size, expected in ((280, 200), (281, 400)):
        rest = size - len(body) - 3
        upload = body + payload([], padding=rest)
        suite.checks.equal(len(upload), size, "size")
        status(suite.services.upload(upload, suite.tan()), expected, f"{size} bytes where 280 are allowed")
    suite.restart()


def chunked(address, target, media, headers=(), body=b"{}"):
    with wire.Connection(address) as connection:
        lines = [f"POST {target} HTTP/1.1", f"Host: {connection.host}", f"Content-Type: {media}",
                 *(f"{name}: {value}" for name, value in headers), "Transfer-Encoding: chunked"]
        head = "\r\n".join(lines).encode() + b"\r\n\r\n"
        connection.socket.sendall(head + b"%x\r\n" % len(body) + body + b"\r\n0\r\n\r\n")
        return connection.read_answer("POST", 0)


def check_requests(suite):
    """Media types, headers, paths and methods."""
    services, status = suite.services, suite.status
    for media, expected in (
        ("application/json", 201), ("application/json;charset=UTF-8", 201), ("Application/JSON; charset=utf-8", 201),
        ("application/jsonx", 415), ("application/vnd.cwa+json", 415), ("text/json", 415), ("*/*", 415), (None, 415),
    ):
        answer = services.post("/version/v1/registrationToken", {"key": guid(), "keyType": "GUID"}, media=media)
        status(answer, expected, f"a registration as {media}")
        suite.checks.equal(answer.size, WIRE_SIZE, f"the size of {answer.status}")
    body = payload([key(day_start(suite.clock.moment) - 144)])
    for media, expected in (
        ("APPLICATION/X-PROTOBUF", 200), ("application/x-protobuffer", 415),
        ("application/vnd.google.protobuf", 415), ("", 415),
    ):
        answer = status(services.upload(body, suite.tan(), media=media), expected, f"an upload as {media!r}")
        suite.checks.equal(answer.size, WIRE_SIZE, f"the size of {answer.status}")
    for listener, path in (
        ("public", "registrationToken/"), ("public", "RegistrationToken"), ("public", "diagnosis-keys/x"),
        ("public", "submission-on-behalf"), ("internal", "diagnosis-keys"), ("public", "tan/verify"),
        ("public", "tan/teletan"), ("internal", "registrationToken"), ("internal", "tan"),
    ):
        status(services.post(f"/version/v1/{path}", {}, listener=listener), 404, f"{listener} {path}")
    for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for listener, path in (
            ("public", "version/v1/tan"), ("public", "version/v1/diagnosis-keys"), ("internal", "version/v1/tan/verify"),
            ("internal", "version/v1/tan/teletan"), ("internal", "api/v1/lab/results"), ("internal", "api/v1/app/result"),
        ):
            answer = status(wire.request(getattr(suite.server, listener), method, f"/{path}"), 405, f"{method} {path}")
            suite.checks.equal(answer.header("Allow"), "POST", f"methods of {path}")
    for count in (0, 50, 150):
        headers = [(f"x-{number}", "1") for number in range(count)]
        status(services.post("/version/v1/registrationToken", {"key": guid(), "keyType": "GUID"}, headers), 201,
               f"{count} more headers")
    for size, expected in ((8000, 201), (40_000, 400)):
        headers = [("cwa-header-padding", "0" * size)]
        status(services.post("/version/v1/registrationToken", {"key": guid(), "keyType": "GUID"}, headers), expected,
               f"a header of {size} bytes")


# Results


def check_results(suite):
    """Every result after every other, for each kind: who may change what, and what the phone sees."""
    for path, first, sent in (("lab", 0, (1, 2, 3)), ("quicktest", 5, (5, 6, 7, 8)), ("pocnat", 10, (10, 11, 12, 13))):
        for old, new in itertools.product(sent, repeat=2):
            identifier = guid()
            suite.sent([(identifier, old, 1_600_000_001)], path=path, lab_id="A")
            is_allowed = old == new or old == first or (old == first + 3 and new in (first + 1, first + 2))
            answer = suite.services.send(suite.lab, [(identifier, new, 1_600_000_002)], path, lab_id="B")
            suite.checks.equal(answer.status, 204 if is_allowed else 409, f"{path} {old} to {new}")
            is_new = is_allowed and old != new
            shown = (new if is_allowed else old) - (10 if path == "pocnat" else 0)
            expected = {"testResult": shown, "sc": 1_600_000_001 + is_new, "labId": "B" if is_new else "A"}
            found = suite.told(identifier if path == "lab" else once_more(identifier))
            suite.checks.equal(found, expected, f"{path} {old} to {new} as told")
            other = suite.services.send(suite.other, [(guid(), first + 1), (identifier, new)], path)
            suite.checks.equal((other.status, json.loads(other.body)), (409, {"badLines": [2]}), "another laboratory")
    check_questions(suite)
    check_lines(suite)


def check_questions(suite):
    """A row that a question made belongs to the first laboratory that sends."""
    services = suite.services
    for path, code, asked in (("lab", 1, None), ("quicktest", 6, 5), ("pocnat", 11, 10)):
        for question in ("app", path):
            if question == "lab":
                continue
            identifier = guid()
            stored = identifier if path == "lab" else once_more(identifier)
            found = suite.told(stored) if question == "app" else json.loads(services.ask(identifier, path, suite.other).body)
            suite.checks.equal(found, {"testResult": 0 if question == "app" else asked, "sc": suite.clock.moment}, "a question")
            suite.sent([(identifier, code)], path=path)
            answer = services.send(suite.other, [(identifier, code)], path)
            suite.checks.equal(answer.status, 409, f"the second laboratory after a question to {question}")
            suite.checks.equal(suite.told(stored)["testResult"], code % 10 if path == "pocnat" else code, "the result")
    for path, code in (("quicktest", 5), ("pocnat", 10)):
        identifier = guid()
        for sample in (1_600_000_000, 1_700_000_000, None):
            found = json.loads(services.ask(identifier, path, suite.lab, sc=sample).body)
            suite.checks.equal(found, {"testResult": code, "sc": 1_600_000_000}, f"a question to {path} with a time")
        for wrong in (-1, 10**10, "1600000000", 1.5):
            suite.status(services.ask(guid(), path, suite.lab, sc=wrong), 400, f"a question at the time {wrong!r}")
    upper = guid().upper()
    suite.sent([(upper, 2)])
    suite.checks.equal(suite.told(upper.lower())["testResult"], 2, "an identifier in capitals")
    for wrong in ("", "x", guid()[:63], guid() + "0", "g" * 64, guid()[:63] + "x", guid() + "\n"):
        suite.status(services.ask(wrong), 400, "a question without an identifier")
    for body in (b"", b"{}", b'{"id":null}', b'{"id":5}', b"[]"):
        suite.status(services.post("/api/v1/app/result", body, listener="internal"), 400, "a malformed question")


def check_lines(suite):
    """A bad line refuses its message, and the answer has numbers and no identifier."""
    by_lab = [("Authorization", f"Bearer {suite.lab}")]
    bad = (
        {"id": guid()}, {"result": 1}, {"id": None, "result": 1}, {"id": guid(), "result": "1"}, {"id": guid(), "result": 1.5},
        {"id": guid(), "result": 0}, {"id": guid(), "result": 4}, {"id": guid()[:63], "result": 1}, {"id": guid(), "result": -1},
        {"id": guid(), "result": 1, "sc": -1}, {"id": guid(), "result": 1, "sc": "1600000000"}, "text", 5, None, [],
    )
    for wrong in bad:
        good = guid()
        results = [{"id": good, "result": 1}, wrong, {"id": guid(), "result": 1}, wrong]
        answer = suite.services.post("/api/v1/lab/results", {"testResults": results}, by_lab, "internal")
        expected = (400, {"badLines": [2, 4]})
        suite.checks.equal((answer.status, json.loads(answer.body or b"{}")), expected, f"a message with {wrong}")
        suite.checks.equal(suite.told(good)["testResult"], 0, "the good line")
    for body in (b"", b"{", b"[]", b"{}", b'{"testResults":null}', b'{"testResults":{}}', b'{"testResults":[]}'):
        answer = suite.services.post("/api/v1/lab/results", body, by_lab, "internal")
        suite.status(answer, 400, f"the message {body}")
    repeated = guid()
    answer = suite.services.send(suite.lab, [(repeated, 1), (guid(), 1), (repeated, 1)])
    suite.checks.equal((answer.status, json.loads(answer.body)), (400, {"badLines": [3]}), "one test twice")


def check_kinds(suite):
    """Each kind of test from the laboratory to the stored keys."""
    services = suite.services
    for path, code, shown in (("lab", 2, 2), ("quicktest", 7, 7), ("pocnat", 12, 2)):
        identifier = guid()
        registration = services.registered(identifier if path == "lab" else once_more(identifier))
        suite.status(services.tan(registration), 400, "a TAN before the result")
        suite.sent([(identifier, code)], path=path)
        found = json.loads(services.result(registration).body)
        suite.checks.equal(found["testResult"], shown, f"{path} on the phone")
        inside = json.loads(services.internal("testresult", {"registrationToken": registration}).body)
        suite.checks.check(inside.pop("responsePadding", None), f"padding of {path} for another service")
        expected = {name: value for name, value in found.items() if name != "responsePadding"}
        stored = identifier if path == "lab" else once_more(identifier)
        suite.checks.equal(inside, expected | {"testId": stored}, f"{path} for another service")
        for _ in range(2):
            answer = services.upload(payload([key(day_start(suite.clock.moment) - 144)]), services.issued(registration))
            suite.status(answer, 200, f"an upload after {path}")
        suite.status(services.tan(registration), 400, "a TAN after two uploads")
    registration = services.registered(suite.positive())
    old, new = services.issued(registration), services.issued(registration)
    body = payload([key(day_start(suite.clock.moment) - 144)])
    suite.status(services.upload(body, old), 403, "an upload with a replaced TAN")
    suite.status(services.upload(body, new), 200, "an upload with the TAN that replaced it")
    suite.status(services.upload(body + payload([]), new), 403, "the same keys with other filler")


# TeleTANs


def check_teletan_forms(suite):
    """The alphabet, the check character and the published examples. Malformed ones are not counted as guesses. `make test`
    sends one malformed one of ten."""
    services, status = suite.services, suite.status
    suite.restart(VERIFICATION_WRONG_TELETANS_PER_HOUR="20")
    characters = sorted(set(string.printable) - set(TELETAN_ALPHABET)) + ["Ä", "\u0000", "٣"]
    malformed = [character + "34567893D" for character in characters]
    malformed += ["23456789" + character + "D" for character in "01ILOil"]
    malformed += [value[:9] + check for value in TELETANS[:2] for check in TELETAN_ALPHABET if check != value[9]]
    malformed += [value.lower() for value in TELETANS if not value.isdigit()] + [value[:9] for value in TELETANS]
    malformed += [value + value[9] for value in TELETANS[:5]] + ["FE9-A5M-AK6C", " FE9A5MAK6C", "FE9A5MAK6C ", ""]
    for value in malformed[::harness.extent(10, 1)]:
        status(services.register(value, "TELETAN"), 400, f"the teleTAN {value!r}")
    unknown = TELETANS + [teletan(), teletan()]
    for value in unknown:
        suite.checks.equal(value, teletan(value[:9]), "an example")
        status(services.register(value, "TELETAN"), 400, f"the unknown teleTAN {value}")
    status(services.register(teletan(), "TELETAN"), 429, "a teleTAN after twenty wrong ones")
    suite.clock.advance(2 * HOUR)
    suite.restart()


def check_hourly_limit(suite):
    """A thousand teleTANs an hour, from all processes together; `make test` sets the limit to forty."""
    limit = harness.extent(40, 1000)
    settings = UNPAUSED | harness.extent({"VERIFICATION_TELETANS_PER_HOUR": str(limit)}, {})
    suite.restart(**settings)
    with suite.workplace.start(SERVICES, SETTINGS | settings) as second:
        both = (suite.services, Services(second))
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            operators = itertools.cycle((suite.hotline, suite.colleague))
            jobs = [(both[number % 2], next(operators)) for number in range(limit + 10)]
            answers = list(pool.map(lambda job: job[0].new_teletan(job[1]), jobs))
        statuses = [answer.status for answer in answers]
        suite.checks.equal((statuses.count(201), statuses.count(429)), (limit, 10), f"of {limit + 10} teleTANs")
        values = [json.loads(answer.body)["value"] for answer in answers if answer.status == 201]
        suite.checks.equal(len(set(values)), limit, "different teleTANs")
        suite.checks.equal([value for value in values if value != teletan(value[:9])], [], "wrong check characters")
        suite.checks.equal({len(value) for value in values}, {10}, "lengths")
        # So few as in `make test` do not have every character at each place.
        for place in range(harness.extent(0, 9)):
            suite.checks.equal({value[place] for value in values}, set(TELETAN_ALPHABET), f"characters at {place}")
        for answer in answers:
            if answer.status == 429:
                suite.checks.equal(answer.header("Retry-After"), str(HOUR), "when to come again")
        suite.clock.advance(HOUR - 1)
        for services in both:
            suite.status(services.new_teletan(suite.hotline), 429, "a second before the hour is over")
        suite.clock.advance(1)
        suite.status(both[1].new_teletan(suite.hotline), 201, "after the hour")
        suite.status(both[1].new_teletan(suite.event, "EVENT"), 201, "an event after the hour")
    suite.clock.advance(HOUR)
    suite.restart()


def check_pause(suite):
    """Thirty seconds between two teleTANs of an operator, in all processes; refusals do not begin them."""
    services, status = suite.services, suite.status
    status(services.new_teletan(suite.hotline, "OTHER"), 400, "an unknown kind")
    status(services.new_teletan(suite.hotline, "EVENT"), 401, "another role's kind")
    suite.value(suite.hotline)
    with suite.workplace.start(SERVICES, SETTINGS) as second:
        for seconds, expected in ((0, 429), (29, 429), (1, 201), (0, 429)):
            suite.clock.advance(seconds)
            status(Services(second).new_teletan(suite.hotline), expected, f"{seconds} seconds later")
        status(services.new_teletan(suite.colleague), 201, "another operator")
        answer = status(services.new_teletan(suite.hotline), 429, "the first process")
        suite.checks.equal(answer.header("Retry-After"), "30", "when to come again")
    suite.clock.advance(HOUR)


# Life times


def check_life_times(suite):
    """Every life, a second before its end and at it."""
    services, status, clock = suite.services, suite.status, suite.clock
    suite.restart(**UNPAUSED)
    for kind, life in (("TEST", HOUR), ("EVENT", 2 * DAY)):
        operator = suite.event if kind == "EVENT" else suite.hotline
        early, late = suite.value(operator, kind), suite.value(operator, kind)
        clock.advance(life - 1)
        status(services.register(early, "TELETAN"), 201, f"a teleTAN ({kind}) before its end")
        clock.advance(1)
        status(services.register(late, "TELETAN"), 400, f"a teleTAN ({kind}) at its end")
    identifier, padding = guid(), nonce()
    first = services.registered(identifier, padding=padding)
    suite.sent([(identifier, 2)])
    tan_padding = nonce()
    tan = services.issued(first, padding=tan_padding + "more")
    clock.advance(599)
    suite.checks.equal(services.registered(identifier.upper(), padding=padding + "x"), first, "the token again")
    suite.checks.equal(services.issued(first, padding=tan_padding), tan, "the TAN again")
    clock.advance(1)
    status(services.register(identifier, padding=padding), 400, "the token after ten minutes")
    status(services.tan(first, padding=tan_padding), 400, "the TAN after ten minutes")
    clock.advance(DAY - 601)
    late = services.issued(services.registered(suite.positive()))
    body = payload([key(day_start(clock.moment) - 144)])
    status(services.upload(body, tan), 200, "an upload before the end of its TAN")
    clock.advance(DAY - 1)
    status(services.verify(late), 200, "a TAN before its end")
    late = suite.tan()
    clock.advance(DAY)
    status(services.verify(late), 404, "a TAN at its end")
    status(services.upload(body, tan), 403, "the same upload long after its TAN")


def check_short_nonces(suite):
    """Only a whole nonce makes a request repeatable."""
    services = suite.services
    good = nonce()
    for padding in (good[:45], "n2" + good[2:], good[:45] + "=", good[:45] + "+", " " + good, good[3:], "N" + good[1:]):
        identifier = guid()
        services.registered(identifier, padding=padding)
        suite.status(services.register(identifier, padding=padding), 400, f"a repetition with {len(padding)} characters")
    identifier, birth_date = guid(), birth_date_hash()
    first = services.registered(identifier, birth_date=birth_date, padding=good)
    suite.checks.equal(services.registered(identifier, birth_date=birth_date, padding=good), first, "with a birth date")
    suite.status(services.register(identifier, padding=good), 400, "without the birth date")
    suite.status(services.register(identifier, birth_date=birth_date_hash(), padding=good), 400, "another birth date")
    code, padding = suite.value(suite.hotline), nonce()
    with concurrent.futures.ThreadPoolExecutor(15) as pool:
        tokens = set(pool.map(lambda _: services.registered(code, kind="TELETAN", padding=padding), range(15)))
        suite.checks.equal(len(tokens), 1, "tokens of a teleTAN with a nonce, asked for at once")
        registration, padding = tokens.pop(), nonce()
        tans = set(pool.map(lambda _: services.issued(registration, padding=padding), range(15)))
        suite.checks.equal(len(tans), 1, "TANs of one request, asked for at once")
    suite.status(services.register(code, "TELETAN", padding=nonce()), 400, "the teleTAN with another nonce")


def check_boundaries(suite):
    """Tokens, results and registered tests at each boundary of the clean-up, and the keys of laboratories."""
    services, status, clock = suite.services, suite.status, suite.clock
    clock.move_to(clock.moment // HOUR * HOUR + HOUR)
    began, asked = clock.moment, guid()
    tests = {path: guid() for path in ("lab", "quicktest", "pocnat")}
    for (path, identifier), code in zip(tests.items(), (2, 7, 12)):
        suite.sent([(identifier, code)], path=path)
    stored = [tests["lab"], once_more(tests["quicktest"]), once_more(tests["pocnat"])]
    tokens = [services.registered(identifier) for identifier in stored + [asked]]
    suite.told(asked)

    def results():
        return [suite.told(identifier)["testResult"] for identifier in stored + [asked]]

    def again():
        return [services.register(identifier, birth_date=None).status for identifier in stored + [asked]]

    for moment, codes, statuses in (
        (began + 21 * DAY - 1, [2, 7, 2, 0], [200] * 4), (began + 21 * DAY, [4, 9, 4, 0], [400] * 4),
    ):
        clock.move_to(moment)
        suite.cleanup()
        suite.checks.equal(results(), codes, f"results after {moment - began} s")
        suite.checks.equal([services.result(each).status for each in tokens], statuses, f"tokens after {moment - began} s")
        suite.checks.equal(again(), [400] * 4, f"registrations after {moment - began} s")
    for path, code in (("lab", 2), ("quicktest", 7), ("pocnat", 12)):
        suite.sent([(tests[path], code)], 409, path)
    clock.move_to(began + 60 * DAY - 1)
    suite.cleanup()
    suite.checks.equal((results(), again()), ([4, 9, 4, 0], [400] * 4), "a second before the end")
    clock.move_to(began + 60 * DAY)
    suite.cleanup()
    suite.checks.equal((results(), again()), ([0] * 4, [201] * 4), "after sixty days")
    suite.sent([(guid(), 1)])
    clock.move_to(suite.made + 90 * DAY - 1)
    suite.sent([(guid(), 1)])
    suite.value(suite.colleague)
    clock.advance(1)
    suite.sent([(guid(), 1)], 401)
    status(services.new_teletan(suite.colleague), 401, "an operator's token at its end")


# Keys


def level_of(onset):
    for entry in LEVELS_OF_ONSETS.split():
        codes, level = entry.rsplit(":", 1)
        first, _, last = codes.partition("..")
        if int(first) <= onset <= int(last or first):
            return int(level)
    return 1


def check_levels(suite):
    """The level of every code, and how packages show every level."""
    # Those of `make test` have every level.
    codes, today = list(harness.extent(range(-15, 85), range(-15, 4001))), day_start(suite.clock.moment)
    sent = {}
    for start in range(0, len(codes), 100):
        keys = []
        for code in codes[start:start + 100]:
            data = hashlib.sha256(f"onset {code}".encode()).digest()[:16]
            sent[data] = level_of(code)
            keys.append(key(today - 144, data=data, level=None, onset=code))
        suite.status(suite.services.upload(payload(keys), suite.tan()), 200, f"codes from {codes[start]}")
    keys = []
    for level, onset in itertools.product(range(1, 9), (None, 0, 3986, -15)):
        data = hashlib.sha256(f"level {level} {onset}".encode()).digest()[:16]
        sent[data] = level
        keys.append(key(today - 144, data=data, level=level, onset=onset))
    suite.status(suite.services.upload(payload(keys), suite.tan()), 200, "levels with and without codes")
    rows = suite.rows("SELECT key_data, transmission_risk_level, report_type, days_since_onset FROM diagnosis_key")
    found = {data: rest for data, *rest in rows}
    for data, level in sent.items():
        expected = [level, REPORT_TYPES[level], 1 if level % 2 else 2]
        suite.checks.equal(found.get(data), expected, f"a key of level {level}")


def check_repeated_keys(suite):
    """A key is stored once, whatever else is said about it later."""
    today, data = day_start(suite.clock.moment), guid()[:16].encode()
    for level, kind in ((3, 0), (8, 0), (5, 1)):
        body = payload([key(today - 144, data=data, level=level), key(today - 144, data=data, level=level)], kind=kind)
        suite.status(suite.services.upload(body, suite.tan()), 200, "a key that came before")
    rows = suite.rows("SELECT transmission_risk_level FROM diagnosis_key WHERE key_data = ?", data)
    suite.checks.equal(rows, [(3,), (3,)], "the rows of a key, for the country and the union")


def check_companions(suite):
    """With a multiplier each key gets companions that differ in their bytes alone."""
    suite.restart(SUBMISSION_KEY_MULTIPLIER="10")
    before = {row[0] for row in suite.rows("SELECT key_data FROM diagnosis_key")}
    today = day_start(suite.clock.moment)
    keys = [key(today - 144, level=5, period=100), key(today - 288, level=7)]
    suite.status(suite.services.upload(payload(keys), suite.tan()), 200, "an upload with companions")
    columns = "rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset, releasable_at"
    rows = suite.rows(f"SELECT key_data, {columns} FROM diagnosis_key")
    kinds = [tuple(rest) for data, *rest in rows if data not in before]
    # Each in the country and in the union.
    suite.checks.equal(sorted(kinds.count(kind) for kind in set(kinds)), [20, 20], "equal rows of two keys")
    suite.restart()


def main():
    checks = harness.Checks("coronawarn_contract")
    with harness.Workplace(sys.argv[1]) as workplace:
        # Noon of tomorrow.
        clock = fake_clock.StandingClock(workplace.folder, (int(time.time()) // DAY + 1) * DAY + 12 * HOUR)
        workplace.avviso = clock.wrap(workplace.avviso)
        suite = Suite(checks, workplace, clock)
        suite.made = clock.moment
        only_in_every = (check_life_times, check_companions)
        for check in (
            check_sizes, check_requests, check_results, check_kinds, check_teletan_forms, check_hourly_limit, check_pause,
            check_short_nonces, check_life_times, check_levels, check_repeated_keys, check_companions, check_boundaries,
        ):
            if check in only_in_every and not harness.EVERY:
                continue
            before, began = checks.passed, time.monotonic()
            check(suite)
            checks.say(f"{check.__name__}: {checks.passed - before} checks, {time.monotonic() - began:.1f} s")
    checks.finish()


if __name__ == "__main__":
    main()
