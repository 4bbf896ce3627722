"""Drives `avviso serve` through every endpoint: each limit on both sides, each error body, each header form.

Usage: contract.py AVVISO

`make test` tries the most telling values of an upload; `make test-all` tries each value, a race for one code, and the smallest
body.

Tier: test
Only here: an independent client finds status, body, size and headers of each endpoint of Immuni as the contract says, over real
  sockets, and reads in the published file exactly the keys that were accepted.
"""

import base64
import concurrent.futures
import json
import re
import sys
import time

import exportfile
import harness
import immuni
import wire
from immuni import JSON_TYPE, PADDED_SIZE, REMOVED

CHECK = "/v1/ingestion/check-otp"
UPLOAD = "/v1/ingestion/upload"
UNKNOWN = b'{"error_code":1000,"message":"An unknown error occurred."}'
NOT_COMPLIANT = b'{"error_code":1001,"message":"Request not compliant with the defined schema."}'
UNAUTHORISED = b'{"error_code":1101,"message":"Unauthorized OTP."}'
NO_CHUNK = b'{"error_code":1300,"message":"Batch not found."}'
NO_CHUNKS = b'{"error_code":1301,"message":"No batches found."}'
ALREADY = b'{"error_code":1400,"message":"OTP already authorized."}'
BODIES = {400: NOT_COMPLIANT, 401: UNAUTHORISED, 405: UNKNOWN, 409: ALREADY, 413: UNKNOWN}


def essential(cases, *names):
    """All cases in `make test-all`, and in `make test` those that are named."""
    chosen = [case for case in cases if case[0] in names]
    if len(chosen) != len(names):
        raise ValueError(f"not all are there: {names}")
    return harness.extent(chosen, cases)


class Contract:
    """The checks of one running server."""

    def __init__(self, checks, server):
        self.checks, self.server = checks, server
        self.public, self.internal = server.public, server.internal
        self.accepted_keys = []
        self.pool = concurrent.futures.ThreadPoolExecutor(16)

    def answer(self, found, status, what, body=None):
        """Expects a status with its body; an error says nothing more and is never cached."""
        if not self.checks.equal(found.status, status, f"{what}: status"):
            return
        if status == 204:
            self.checks.equal((found.body, found.header("Cache-Control")), (b"", "no-store"), f"{what}: empty, no-store")
        elif status >= 400:
            expected = body or BODIES[status]
            kind = (found.header("Content-Type") or "").lower().replace(" ", "")
            self.checks.equal((found.body, kind), (expected, "application/json;charset=utf-8"), f"{what}: error body")
            self.checks.check("public" not in (found.header("Cache-Control") or ""), f"{what}: an error was cacheable")

    def padded(self, found, status, what):
        """Like `answer`, on an endpoint that has dummies: every answer has one size."""
        self.answer(found, status, what)
        self.checks.equal(found.size, PADDED_SIZE, f"{what}: bytes on the wire")

    def authorised(self, started_on=None):
        otp = immuni.new_otp()
        found = immuni.authorise(self.internal, otp, started_on)
        if found.status != 204:
            raise RuntimeError(f"POST /v1/otp answered {found.status} {found.body!r}")
        return otp

    def all(self, cases, run):
        """Runs independent cases beside each other, since each answer waits for its release."""
        list(self.pool.map(lambda case: run(*case), cases))

    # MARK: Operations

    def operations(self):
        get = lambda address, target, method="GET": wire.request(address, method, target)
        self.checks.equal(get(self.internal, "/health").status, 200, "/health on the internal listener")
        metrics = get(self.internal, "/metrics")
        self.checks.equal(metrics.status, 200, "/metrics on the internal listener")
        self.checks.check(b"# TYPE" in metrics.body, "/metrics is Prometheus text")
        for target in ("/health", "/metrics", "/v1/otp", "/", "/v0/keys/index", "/v1/keys", "/v2/settings"):
            self.answer(get(self.public, target), 404, f"GET {target} on the public listener", UNKNOWN)
        found = wire.request(self.public, "POST", "/v1/otp", [JSON_TYPE], b"{}")
        self.answer(found, 404, "POST /v1/otp on the public listener", UNKNOWN)
        self.answer(get(self.internal, CHECK), 404, "ingestion on the internal listener", UNKNOWN)
        for target in ("/v1/settings?platform=ios&build=1", "/v1/keys/index", "/v1/keys/1"):
            for method in ("POST", "PUT", "DELETE", "PATCH"):
                self.answer(wire.request(self.public, method, target, body=b""), 405, f"{method} {target}")
        for target in (CHECK, UPLOAD):
            for method in ("GET", "HEAD", "PUT", "DELETE"):
                found = wire.request(self.public, method, target)
                if method == "HEAD":
                    self.checks.equal(found.status, 405, f"HEAD {target}")
                else:
                    self.answer(found, 405, f"{method} {target}")
        for method in ("GET", "PUT"):
            self.answer(wire.request(self.internal, method, "/v1/otp"), 405, f"{method} /v1/otp")

    # MARK: Settings

    def settings(self):
        good = ["platform=ios&build=1", "platform=android&build=2600000", "build=7&platform=ios",
                "platform=ios&build=2147483647"]
        for query in good:
            found = wire.request(self.public, "GET", f"/v1/settings?{query}")
            self.checks.equal(found.status, 200, f"settings {query}")
            self.checks.equal(found.header("Cache-Control"), "public, max-age=3600", f"settings {query}: cache")
            values = json.loads(found.body)
            for name in ("exposure_configuration", "teks_packet_size", "dummy_teks_request_probabilities", "countries",
                         "minimum_build_version", "exposure_info_minimum_risk_score", "faq_url", "tou_url", "pn_url"):
                self.checks.check(name in values, f"settings {query}: {name} is there")
            self.checks.check(b"immuni.italia" not in found.body, f"settings {query}: only example contact values")
        bad = ["", "platform=ios", "build=1", "platform=IOS&build=1", "platform=web&build=1", "platform=ios&build=0",
               "platform=ios&build=-1", "platform=ios&build=2147483648", "platform=ios&build=1.0", "platform=ios&build=",
               "platform=ios&build=%201", "platform=ios&build=+1", "platform=ios&build=one", "platform=&build=1",
               "platform=ios&build=1&build=1", "platform=ios&platform=ios&build=1", "platform=ios&build=1&lang=it",
               "platform=ios&build=99999999999999999999", "platform=ios&build=true"]
        for query in bad:
            self.answer(wire.request(self.public, "GET", f"/v1/settings?{query}"), 400, f"settings {query!r}")
        self.conditional("/v1/settings?platform=ios&build=1")

    def conditional(self, target):
        """HEAD, ETag, If-None-Match and 304 of one resource."""
        whole = wire.request(self.public, "GET", target)
        tag = whole.header("ETag") or ""
        self.checks.check(re.fullmatch(r'"[^"]+"', tag), f"{target}: a strong ETag, found {tag!r}")
        head = wire.request(self.public, "HEAD", target)
        self.checks.equal((head.status, head.header("Content-Length"), head.header("ETag"), head.header("Content-Type")),
                          (200, str(len(whole.body)), tag, whole.header("Content-Type")), f"HEAD {target}")
        for given in (tag, "*", f'"other", {tag}', f"W/{tag}"):
            found = wire.request(self.public, "GET", target, [("If-None-Match", given)])
            self.checks.equal((found.status, found.body, found.header("ETag")), (304, b"", tag),
                              f"{target}: If-None-Match {given}")
            # The seconds left may pass from one answer to the next; what matters is that a 304 renews the permission.
            self.checks.check((found.header("Cache-Control") or "").startswith("public, max-age="),
                              f"{target}: a 304 carries Cache-Control")
        found = wire.request(self.public, "HEAD", target, [("If-None-Match", tag)])
        self.checks.equal(found.status, 304, f"HEAD {target}: If-None-Match")
        for given in ('"other"', "W/\"other\"", tag.strip('"')):
            found = wire.request(self.public, "GET", target, [("If-None-Match", given)])
            self.checks.equal((found.status, found.body), (200, whole.body), f"{target}: If-None-Match {given}")

    # MARK: OTP

    def otp(self):
        post = lambda body, headers=(JSON_TYPE,): wire.request(self.internal, "POST", "/v1/otp", headers, body)
        whole = lambda **members: immuni.encode(
            {name: value for name, value in
             ({"otp": immuni.new_otp(), "symptoms_started_on": immuni.today(-3)} | members).items()
             if value is not REMOVED})
        for started_on in (immuni.today(), immuni.today(-1), immuni.today(-180)):
            self.answer(post(whole(symptoms_started_on=started_on)), 204, f"otp started {started_on}")
        bad = {
            "tomorrow": dict(symptoms_started_on=immuni.today(1)), "181 days": dict(symptoms_started_on=immuni.today(-181)),
            "short date": dict(symptoms_started_on="2020-1-2"), "no such day": dict(symptoms_started_on="2026-02-30"),
            "date and time": dict(symptoms_started_on=immuni.today() + "T00:00:00"),
            "null date": dict(symptoms_started_on=None), "no date": dict(symptoms_started_on=REMOVED),
            "number as date": dict(symptoms_started_on=20200102), "no otp": dict(otp=REMOVED), "null otp": dict(otp=None),
            "number as otp": dict(otp=1234567891), "empty otp": dict(otp=""), "wrong check digit": dict(otp="AEFHIJ1234"),
            "another wrong check digit": dict(otp="6IJ3E7A9QE"), "lower case": dict(otp="59fu36kr46"),
            "forbidden letter": dict(otp="NNNNNNNNNN"), "nine characters": dict(otp="59FU36KR4"),
            "eleven characters": dict(otp="59FU36KR46A"), "trailing newline": dict(otp="59FU36KR46\n"),
            "a hash": dict(otp=immuni.token("59FU36KR46")), "unknown member": dict(extra=1),
            "later workflow": dict(id_test_verification="0" * 36),
        }
        for what, members in bad.items():
            self.answer(post(whole(**members)), 400, f"otp with {what}")
        for body in (b"", b"{", b"[]", b"null", whole() + b"x", b'{"otp":1,}'):
            self.answer(post(body), 400, f"otp body {body[:9]!r}")
        self.answer(post(whole(), [("Content-Type", "text/plain")]), 400, "otp as text")
        self.answer(post(whole(), []), 400, "otp without content type")
        live = self.authorised()
        self.answer(immuni.authorise(self.internal, live), 409, "otp authorised twice")
        immuni.upload(self.public, live, immuni.upload_body([]))
        self.answer(immuni.authorise(self.internal, live), 409, "otp authorised again after its use")

    # MARK: check-otp

    def check_otp(self):
        otp = self.authorised()
        genuine = [("Authorization", f"Bearer {immuni.token(otp)}"), ("Immuni-Dummy-Data", "0"), JSON_TYPE]

        def case(what, status, body=b'{"padding":"aB9"}', **changed):
            headers = [(name, changed.get(name.replace("-", "_"), value)) for name, value in genuine]
            headers = [(name, value) for name, value in headers if value is not REMOVED]
            self.padded(wire.request(self.public, "POST", CHECK, headers, body), status, f"check-otp with {what}")

        padding = lambda count: b'{"padding":"%s"}' % (b"a" * count)
        filled = lambda count: padding(10) + b" " * (count - len(padding(10)))
        token = immuni.token(otp)
        self.all([
            ("a live token", 204), ("the same token again", 204), ("no padding", 204, b"{}"),
            ("empty padding", 204, padding(0)), ("padding of the whole alphabet", 204, b'{"padding":"azAZ09"}'),
            ("150 000 of padding", 204, padding(150_000)), ("150 001 of padding", 400, padding(150_001)),
            ("a body of 200 000 bytes", 204, filled(200_000)), ("a body of 200 001 bytes", 413, filled(200_001)),
            ("padding with a symbol", 400, b'{"padding":"a-b"}'), ("padding with a space", 400, b'{"padding":"a b"}'),
            ("padding with a newline", 400, b'{"padding":"a\\n"}'), ("padding null", 400, b'{"padding":null}'),
            ("a number as padding", 400, b'{"padding":12}'), ("an unknown member", 400, b'{"padding":"a","b":1}'),
            ("padding twice", 400, b'{"padding":"a","padding":"a"}'), ("an array", 400, b"[]"), ("no body", 400, b""),
            ("half a body", 400, b'{"padding":"a"'), ("two bodies", 400, b"{}{}"), ("a trailing comma", 400, b'{"padding":"a",}'),
            ("no JSON", 400, b"padding=a"), ("bytes that are not UTF-8", 400, b'{"padding":"\xff"}'),
        ], case)
        self.all([(f"token {what}", status, dict(Authorization=value)) for what, status, value in [
            ("unknown", 401, "Bearer " + "0" * 64), ("of the DUMMY word", 401, f"Bearer {immuni.token('DUMMY')}"),
            ("in upper case", 400, f"Bearer {token.upper()}"), ("of 63", 400, f"Bearer {token[:63]}"),
            ("of 65", 400, f"Bearer {token}0"), ("with a g", 400, f"Bearer {token[:63]}g"), ("missing", 400, REMOVED),
            ("without scheme", 400, token), ("of another scheme", 400, f"Basic {token}"), ("empty", 400, "Bearer "),
            ("and more", 400, f"Bearer {token} x"),
        ]], lambda what, status, changed: case(what, status, **changed))
        self.all([(f"dummy flag {value!r}", 400, dict(Immuni_Dummy_Data=value))
                  for value in ("2", "-1", "true", "01", "0.0", "boh", "", REMOVED)],
                 lambda what, status, changed: case(what, status, **changed))
        self.content_types(case)

    def content_types(self, case, body=None):
        good = ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8",
                "application/json;charset=utf-8", "application/json; charset=UTF-8", "Application/Json; Charset=utf-8"]
        bad = ["text/plain", "application/json; charset=latin-1", "application/jsonx", "application/json; boundary=x",
               "application/x-www-form-urlencoded", "", REMOVED]
        self.all([(f"content type {value!r}", status, value)
                  for values, status in ((good, 204), (bad, 400)) for value in values],
                 lambda what, status, value: case(what, status, Content_Type=value))

    # MARK: upload

    def upload_case(self, what, status, body, headers=None, otp=None, stored=True):
        """Uploads with a right of its own. A refusal leaves the right as it was; an acceptance consumes it."""
        otp = otp or self.authorised()
        sent = immuni.encode(body) if isinstance(body, dict) else body
        found = wire.request(self.public, "POST", UPLOAD, headers or immuni.upload_headers(otp), sent)
        self.padded(found, status, f"upload with {what}")
        if status == 204 and stored and isinstance(body, dict):
            self.accepted_keys += body["teks"]
        if status in (400, 413):
            self.padded(immuni.check_otp(self.public, otp), 204, f"upload with {what}: the right is untouched")
        elif status == 204:
            self.padded(immuni.check_otp(self.public, otp), 401, f"upload with {what}: the right is consumed")

    def upload_members(self):
        body, case = immuni.upload_body, self.upload_case
        with_summaries = lambda *summaries: body([], exposure_detection_summaries=list(summaries))
        good = [
            ("no keys", body([])), ("no padding", body(padding=REMOVED)), ("empty padding", body(padding="")),
            ("province EX", body([], province="EX")), ("a province outside the table", body([], province="XX")),
            ("no countries", body([], countries_of_interest=[])), ("null countries", body([], countries_of_interest=None)),
            ("27 countries", body([], countries_of_interest=["DE"] * 27)),
            ("150 000 of padding", body([], padding="x" * 150_000)),
            ("84 summaries", with_summaries(*[immuni.summary()] * 84)),
            ("600 infos in one summary", with_summaries(immuni.summary(exposure_info=[immuni.info()] * 600))),
            ("a summary without exposure_info", with_summaries(immuni.summary(exposure_info=REMOVED))),
        ]
        good = essential(good, "no padding", "27 countries", "84 summaries", "600 infos in one summary")
        bad = [
            ("no province", body(province=REMOVED)), ("province null", body(province=None)),
            ("province ROMA", body(province="ROMA")), ("province rm", body(province="rm")),
            ("province of three", body(province="FCA")), ("province of one", body(province="M")),
            ("province and newline", body(province="RM\n")), ("empty province", body(province="")),
            ("no keys member", body(teks=REMOVED)), ("null keys", body(teks=None)), ("keys as object", body(teks={})),
            ("no summaries", body(exposure_detection_summaries=REMOVED)),
            ("null summaries", body(exposure_detection_summaries=None)), ("unknown member", body(extra=1)),
            ("28 countries", body(countries_of_interest=["DE"] * 28)), ("country de", body(countries_of_interest=["de"])),
            ("country DEU", body(countries_of_interest=["DEU"])), ("150 001 of padding", body(padding="x" * 150_001)),
            ("padding with a symbol", body(padding="+")), ("85 summaries", with_summaries(*[immuni.summary()] * 85)),
            ("601 infos in one summary", with_summaries(immuni.summary(exposure_info=[immuni.info()] * 601))),
            ("601 infos in two summaries", with_summaries(
                immuni.summary(exposure_info=[immuni.info()] * 300), immuni.summary(exposure_info=[immuni.info()] * 301))),
            ("malformed JSON", b"{"), ("an empty body", b""), ("an array", b"[]"),
            ("province twice", b'{"province":"RM","province":"RM","teks":[],"exposure_detection_summaries":[]}'),
        ]
        bad = essential(
            bad, "no province", "no keys member", "unknown member", "28 countries", "85 summaries", "601 infos in two summaries",
            "malformed JSON",
        )
        self.all([(what, 204, value) for what, value in good] + [(what, 400, value) for what, value in bad], case)
        case("a body of 200 000 bytes", 204, immuni.encode(body([])).ljust(200_000))
        case("a body of 200 001 bytes", 413, immuni.encode(body([])).ljust(200_001))

    def upload_numbers(self):
        """Both sides of each number in a summary and an info; integers must be JSON integers."""
        ranges = {
            "summary": (immuni.summary, {"matched_key_count": (0, 65_535), "days_since_last_exposure": (0, 14),
                                         "maximum_risk_score": (0, 4096)}),
            "info": (immuni.info, {"duration": (0, 1800), "attenuation_value": (0, 255),
                                   "transmission_risk_level": (0, 8), "total_risk_score": (0, 4096)}),
        }
        cases = []
        for kind, (make, members) in ranges.items():
            for name, (lowest, highest) in members.items():
                good = harness.extent([highest], [lowest, highest])
                bad = harness.extent([highest + 1], [lowest - 1, highest + 1, "1", 1.9, True, None, REMOVED])
                cases += [(f"{kind} {name} {value!r}", 204, kind, make(**{name: value})) for value in good]
                cases += [(f"{kind} {name} {value!r}", 400, kind, make(**{name: value})) for value in bad]
            durations = harness.extent([[1800, 1800, 1800]], [[0, 0, 0], [1800, 1800, 1800], [1, 2, 3, 4]])
            wrong = harness.extent(
                [[0, 0, 1801]], [[1, 2], [1, 2, 3, 4, 5], [0, 0, 1801], [0, 0, -1], ["1", 2, 3], [], None, REMOVED]
            )
            past = harness.extent([immuni.today(-15)], [immuni.today(), immuni.today(-15)])
            other = harness.extent(
                [immuni.today(-16)], [immuni.today(1), immuni.today(-16), "2020-1-2", "yesterday", None, REMOVED]
            )
            cases += [(f"{kind} attenuations {value}", 204, kind, make(attenuation_durations=value)) for value in durations]
            cases += [(f"{kind} attenuations {value}", 400, kind, make(attenuation_durations=value)) for value in wrong]
            cases += [(f"{kind} date {value}", 204, kind, make(date=value)) for value in past]
            cases += [(f"{kind} date {value}", 400, kind, make(date=value)) for value in other]
            cases.append((f"{kind} with an unknown member", 400, kind, make(extra=0)))

        def run(what, status, kind, value):
            summaries = [value if kind == "summary" else immuni.summary(exposure_info=[value])]
            self.upload_case(what, status, immuni.upload_body([], exposure_detection_summaries=summaries))

        self.all(cases, run)

    def upload_keys(self):
        body, key, past = immuni.upload_body, immuni.new_key, immuni.past_keys
        start = immuni.midnight_interval(3)
        data = lambda count: base64.b64encode(bytes(range(count))).decode()
        half_days = [key(immuni.midnight_interval(17) + 72 * place, 72) for place in range(31)]
        twin = past(1)[0]["key_data"]
        now = int(time.time())
        in_future = lambda seconds: key((now + seconds) // immuni.INTERVAL, 1)
        good = [
            ("30 keys", half_days[:30]), ("a key without alignment", [key(start + 37, 100)]),
            ("a key without rolling_period", [key(start, rolling_period=REMOVED)]),
            ("a key with a risk level", [key(start, transmission_risk_level=3)]),
            ("rolling_period 1", [key(start, 1)]), ("rolling_period 144", [key(start, 144)]),
            ("a start of 0", [key(0)]), ("keys with a gap", [key(start), key(start - 5 * 144)]),
            ("keys that touch", [key(start), key(start - 144)]), ("keys out of order", [key(start - 144), key(start)]),
            ("a key of today", [key(immuni.midnight_interval(0), max(1, immuni.now_interval() % 144))]),
            ("a start within two hours", [in_future(6000)]), ("a very old key", [key(immuni.midnight_interval(40))]),
        ]
        good = essential(good, "30 keys", "a key without rolling_period", "keys that touch", "a start within two hours")
        bad = [
            ("31 keys", half_days), ("15 bytes", [key(start, key_data=data(15))]), ("17 bytes", [key(start, key_data=data(17))]),
            ("no bytes", [key(start, key_data="")]), ("100 bytes", [key(start, key_data=data(100))]),
            ("no padding in base64", [key(start, key_data=data(16).rstrip("="))]),
            ("a symbol in base64", [key(start, key_data="*" + data(16)[1:])]),
            ("base64 with a newline", [key(start, key_data=data(16) + "\n")]),
            ("base64 with loose end bits", [key(start, key_data=data(16)[:-3] + "x==")]),
            ("a number as key_data", [key(start, key_data=5)]), ("null key_data", [key(start, key_data=None)]),
            ("no key_data", [key(start, key_data=REMOVED)]), ("no start", [key(start, rolling_start_number=REMOVED)]),
            ("equal keys", [key(start, key_data=twin), key(start - 144, key_data=twin)]),
            ("rolling_period 0", [key(start, 0)]), ("rolling_period 145", [key(start, 145)]),
            ("rolling_period -1", [key(start, -1)]), ("rolling_period null", [key(start, None)]),
            ("rolling_period as text", [key(start, "144")]), ("rolling_period 1.0", [key(start, 1.0)]),
            ("a start of -1", [key(-1)]), ("a start of 2^32", [key(2**32)]), ("a start of 2^32-1", [key(2**32 - 1)]),
            ("a start of 2^63", [key(2**63)]), ("a start as text", [key(str(start))]), ("a start 1e3", None),
            ("windows that overlap by one", [key(start), key(start + 143)]), ("equal windows", [key(start), key(start)]),
            ("a start after two hours", [in_future(8400)]), ("a key with an unknown member", [key(start, extra=1)]),
            ("risk level 9", [key(start, transmission_risk_level=9)]), ("a key as text", ["key"]), ("a null key", [None]),
        ]
        bad = essential(
            bad, "31 keys", "15 bytes", "17 bytes", "equal keys", "rolling_period 145", "windows that overlap by one",
            "a start after two hours", "a key as text",
        )
        plain = lambda keys: [{n: v for n, v in k.items() if v is not REMOVED} if isinstance(k, dict) else k for k in keys]
        self.all([(what, 204, body(plain(keys))) for what, keys in good], self.upload_case)
        exponent = immuni.encode(body([key(1000)])).replace(b"1000,", b"1e3,")
        self.all([(what, 400, body(plain(keys)) if keys else exponent) for what, keys in bad], self.upload_case)

    def upload_headers(self):
        now = int(time.time())

        def case(what, status, **changed):
            otp = self.authorised()
            headers = [(n, changed.get(n.replace("-", "_"), v)) for n, v in immuni.upload_headers(otp)]
            headers = [(n, v) for n, v in headers if v is not REMOVED]
            self.upload_case(what, status, immuni.upload_body([]), headers, otp)

        week = 7 * 86400
        self.all([(f"client clock {value!r}", status, dict(Immuni_Client_Clock=value)) for status, values in (
            (204, [now, now - week + 300, now + week - 300]),
            (400, [now - week - 300, now + week + 300, REMOVED]),
            (400, harness.extent([], [0, -5, "", "soon", "1.5", f"{now}.0", "9" * 30])),
        ) for value in values], lambda what, status, changed: case(what, status, **changed))
        self.all([(f"dummy flag {value!r}", 400, dict(Immuni_Dummy_Data=value)) for value in ("2", "boh", "", REMOVED)],
                 lambda what, status, changed: case(what, status, **changed))
        if harness.EVERY:
            self.content_types(case)
        unknown = immuni.upload_headers(immuni.new_otp())
        found = wire.request(self.public, "POST", UPLOAD, unknown, immuni.encode(immuni.upload_body()))
        self.padded(found, 401, "upload with an unknown right")
        for what, value in (("missing", REMOVED), ("in upper case", "Bearer " + "A" * 64), ("short", "Bearer 00")):
            headers = [(n, value if n == "Authorization" else v) for n, v in unknown]
            headers = [(n, v) for n, v in headers if v is not REMOVED]
            found = wire.request(self.public, "POST", UPLOAD, headers, immuni.encode(immuni.upload_body()))
            self.padded(found, 400, f"upload with a token {what}")
        self.skew(now)

    def skew(self, now):
        """A phone whose clock runs ahead has keys that only seem to lie in the future."""
        ahead = immuni.upload_body([immuni.new_key((now + 3 * 3600) // immuni.INTERVAL, 1)])
        self.upload_case("a key three hours ahead, by a right clock", 400, ahead)
        otp = self.authorised()
        self.upload_case("a key three hours ahead, by a clock two hours ahead", 204, ahead,
                         immuni.upload_headers(otp, now + 7200), otp)

    def one_winner(self):
        """Thirty uploads at once with one right."""
        otp = self.authorised()
        bodies = [immuni.upload_body(immuni.past_keys(2, 4)) for _ in range(30)]
        with concurrent.futures.ThreadPoolExecutor(30) as pool:
            found = list(pool.map(lambda body: immuni.upload(self.public, otp, body), bodies))
        statuses = sorted(answer.status for answer in found)
        self.checks.equal(statuses, [204] + [401] * 29, "thirty uploads with one right")
        for answer in found:
            self.padded(answer, answer.status, "one of thirty uploads")
        winner = [answer.status for answer in found].index(204)
        self.accepted_keys += bodies[winner]["teks"]

    def dummies(self):
        """A dummy is accepted whatever it holds; the third, in `make test-all` the hundredth, is answered as the first."""
        for target in (CHECK, UPLOAD):
            def case(what, body, headers=None):
                found = immuni.dummy(self.public, target, body) if headers is None else wire.request(
                    self.public, "POST", target, headers, body)
                self.padded(found, 204, f"dummy {target} with {what}")

            flag = ("Immuni-Dummy-Data", "1")
            self.all([
                ("padding alone", b'{"padding":"00"}'), ("a genuine body", immuni.encode(immuni.upload_body())),
                ("no JSON", b"\xff\x00"), ("no body", b""), ("an unknown member", b'{"x":1}'),
                ("no token", b"{}", [flag, JSON_TYPE]),
                ("a malformed token", b"{}", [flag, JSON_TYPE, ("Authorization", "Bearer x")]),
            ] + [("padding alone, again", b'{"padding":"00"}')] * harness.extent(3, 100), case)
            found = immuni.dummy(self.public, target, b" " * 200_001)
            self.padded(found, 413, f"dummy {target} with 200 001 bytes")
        otp = self.authorised()
        headers = [(n, "1" if n == "Immuni-Dummy-Data" else v) for n, v in immuni.upload_headers(otp)]
        found = wire.request(self.public, "POST", UPLOAD, headers, immuni.encode(immuni.upload_body()))
        self.padded(found, 204, "a dummy with a live right")
        self.padded(immuni.check_otp(self.public, otp), 204, "a dummy with a live right leaves the right")

    def small_bodies(self, size):
        """With ingestion.min-body, what is smaller than a phone's request has one answer and does nothing."""
        def sent(target, flag, length, otp):
            body = immuni.upload_body() if target == UPLOAD else {}
            body["padding"] = ""
            body["padding"] = "0" * (length - len(immuni.encode(body)))
            headers = [(n, flag if n == "Immuni-Dummy-Data" else v) for n, v in immuni.upload_headers(otp)]
            return wire.request(self.public, "POST", target, headers, immuni.encode(body))

        for target in (CHECK, UPLOAD):
            refused = set()
            for flag in ("0", "1"):
                otp = self.authorised()
                small = sent(target, flag, size - 1, otp)
                self.padded(small, 400, f"{target}, flag {flag}, a byte too small")
                headers = sorted((name, value) for name, value in small.headers if name != "Date")
                refused.add((repr(headers), small.body))
                self.padded(sent(CHECK, "0", size, otp), 204, f"{target}, flag {flag}: the right lives on")
                self.padded(sent(target, flag, size, otp), 204, f"{target}, flag {flag}, large enough")
            self.checks.equal(len(refused), 1, f"{target}: answers to dummy and genuine")

    # MARK: Reporting

    def nothing_published(self):
        self.answer(wire.request(self.public, "GET", "/v1/keys/index"), 404, "index before any chunk", NO_CHUNKS)
        self.answer(wire.request(self.public, "GET", "/v1/keys/1"), 404, "chunk before any chunk", NO_CHUNK)

    def reporting(self, workplace):
        otp = self.authorised(immuni.today(-3))
        late, early = immuni.past_keys(1, 2), immuni.past_keys(1, 9)
        self.padded(immuni.upload(self.public, otp, immuni.upload_body(late + early)), 204, "upload with an onset")
        self.accepted_keys += late
        published = workplace.publish()
        self.checks.equal(published.returncode, 0, f"publish --now: {published.stderr}")
        oldest, newest = immuni.chunk_index(self.public)
        self.checks.equal((oldest, newest), (1, 1), "index after the first run")
        index = wire.request(self.public, "GET", "/v1/keys/index")
        self.checks.equal(index.header("Cache-Control"), "public, max-age=1800", "index: cache")
        chunk = wire.request(self.public, "GET", "/v1/keys/1?ignored=1")
        self.checks.equal((chunk.status, chunk.header("Content-Type")), (200, "application/zip"), "chunk")
        age = re.fullmatch(r"public, max-age=(\d+)", chunk.header("Cache-Control") or "")
        self.checks.check(age and 14 * 86400 - 600 <= int(age[1]) <= 1_296_000, "chunk: cached until it leaves the index")
        self.conditional("/v1/keys/index")
        self.conditional("/v1/keys/1")
        for text in ("0", "-1", "asd", "none", "12d", "1.0", "+1", "%201", "9223372036854775808", "9" * 40):
            self.answer(wire.request(self.public, "GET", f"/v1/keys/{text}"), 400, f"chunk {text}")
        for text in ("2", "4294967296", "9223372036854775807"):
            self.answer(wire.request(self.public, "GET", f"/v1/keys/{text}"), 404, f"chunk {text}", NO_CHUNK)
        self.published(exportfile.read_export(chunk.body, workplace.public_key))
        self.checks.equal(workplace.publish().returncode, 0, "publish --now with nothing to publish")
        self.checks.equal(immuni.chunk_index(self.public), (1, 1), "a run without keys makes no chunk")

    def published(self, export):
        """The chunk holds exactly the accepted keys whose time has come, at the highest level, as they were sent."""
        now = time.time()
        expected = {}
        for key in self.accepted_keys:
            start, period = key["rolling_start_number"], key.get("rolling_period", 144)
            end = (start + period) * immuni.INTERVAL
            if now - immuni.RETENTION < end <= now - immuni.EMBARGO:
                expected[base64.b64decode(key["key_data"])] = (start, period)
        keys = export["keys"]
        windows = [(key["rolling_start_interval_number"], key["rolling_period"]) for key in keys]
        found = dict(zip(exportfile.key_bytes(export), windows))
        self.checks.equal(len(found), len(expected), "keys in the chunk")
        self.checks.check(found == expected, "the chunk holds exactly the accepted keys whose time has come")
        self.checks.equal({key["transmission_risk_level"] for key in keys}, {8}, "transmission risk level")
        self.checks.equal((export["batch_num"], export["batch_size"]), (1, 1), "batch")


def main():
    checks = harness.Checks("contract")
    with harness.Workplace(sys.argv[1]) as workplace:
        # The command publishes, not a job whose hour comes by chance.
        with workplace.start(settings={"WORK": "requests"}) as server:
            contract = Contract(checks, server)
            contract.nothing_published()
            for step in (contract.operations, contract.settings, contract.otp, contract.check_otp, contract.dummies,
                         contract.upload_members, contract.upload_numbers, contract.upload_keys, contract.upload_headers,
                         *harness.extent((), (contract.one_winner,))):
                step()
                checks.say(f"{step.__name__}: {checks.passed} checks so far")
            contract.reporting(workplace)
            checks.equal(server.stop(), 0, "exit code after SIGTERM")
        if harness.EVERY:
            with workplace.start(settings={"INGESTION_MIN_BODY": "5000"}) as server:
                Contract(checks, server).small_bodies(5000)
    checks.finish()


main()
