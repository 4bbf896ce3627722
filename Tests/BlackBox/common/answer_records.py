"""Answers to genuine and fake requests as somebody at the connection sees them: each TLS record with its size and time. A
recording goes through a whole story, so that each genuine request has what it needs from the answers before."""

import concurrent.futures
import contextlib
import copy
import hashlib
import json
import os
import random
import secrets
import select
import sqlite3
import subprocess
import threading
import time

import numpy

import association_phone
import coronawarn
import harness
import immuni
import separation
from tls_client import TLSConnection, trusting

TICK = 0.05
LANES = 48
LOAD = 6
HEADER = 5
# Records whose sizes are scalars of their own; an answer has one or two.
RECORDS = 4
NAMES = ["records", "bytes", *(f"size of record {place + 1}" for place in range(RECORDS)), "seconds to the first record",
         "seconds to the last", "moment within a tick", "answers before on the connection", "connection closed"]
SECONDS = slice(NAMES.index("seconds to the first record"), NAMES.index("seconds to the last") + 1)
MOMENT = NAMES.index("moment within a tick")
# Scalars of an answer that do not depend on how fast the machine is.
UNTIMED = [place for place in range(len(NAMES)) if place not in range(SECONDS.start, SECONDS.stop) and place != MOMENT]
# The condition in which fakes skip the commit: only a server without a grid shows it.
SKIPPING = "slow disk, no grid"
WITHOUT_GRID = {"COVER_FLOOR": "1ms", "COVER_TICK": "1ms"}
# Any number of phones of one district registers and reports at once.
AUTHORITY = {f"ASSOCIATION_{name}_PER_HOUR": "1000000" for name in ("REGISTRATIONS", "ALL_REGISTRATIONS")}
# Reports of an account within ninety days.
REPORTS = 3
# Batches at once. With more than 4096 that wait, everybody is told to come again.
ROUND = 1000
# Bytes of the phones' requests.
PACKET, QUESTION, KEYS = 110_000, 250, 1024


class RecordedConnection(TLSConnection):
    """Notes the size of each record that comes, and the moment at which its last byte was there."""

    def __init__(self, address, context):
        self.records, self.partial = [], b""
        super().__init__(address, context)
        self.answered = 0

    def note(self, data):
        super().note(data)
        self.partial += data
        while len(self.partial) >= HEADER:
            size = HEADER + int.from_bytes(self.partial[3:HEADER], "big")
            if len(self.partial) < size:
                return
            self.records.append((size, time.perf_counter()))
            self.partial = self.partial[size:]

    def ask(self, path, headers, body):
        """(the answer, its scalars)"""
        self.records = []
        began = time.perf_counter()
        answer = self.request("POST", path, headers, body)
        sizes = [size for size, _ in self.records[:RECORDS]] + [0] * (RECORDS - len(self.records))
        first, last = self.records[0][1], self.records[-1][1]
        moment = (time.time() - (time.perf_counter() - first)) % TICK
        row = [len(self.records), sum(size for size, _ in self.records), *sizes, first - began, last - began, moment,
               self.answered]
        self.answered += 1
        return answer, row

    def has_ended(self):
        """Whether the server closed it, or said something unasked."""
        return bool(select.select([self.raw], [], [], 0)[0])


class Lanes:
    """Phones that ask at the same time, each on a connection of its own."""

    def __init__(self, server, context, count=LANES):
        self.server, self.context, self.count = server, context, count

    def ask(self, count, genuine, fake, expected):
        """Sends the requests that `genuine` and `fake` make of a number, in an order and at moments of chance; returns the
        scalars of fakes and of genuine ones, and the answers to these by number. `expected` is the status of a genuine answer
        and that of a fake one."""
        draw = random.Random(count)
        asked = [(place, is_genuine) for place in range(count) for is_genuine in (False, True)]
        draw.shuffle(asked)
        rows, answers, faults = ([], []), [None] * count, []

        def lane(number):
            moments = random.Random(number)
            try:
                connection = RecordedConnection(self.server.public, self.context)
                for place, is_genuine in asked[number::self.count]:
                    request = (genuine if is_genuine else fake)(place)
                    answer, row = connection.ask(*request)
                    # The next moment has nothing to do with this answer, which left on a tick.
                    time.sleep(moments.uniform(0, TICK))
                    is_over = connection.has_ended()
                    if answer.status != expected[not is_genuine]:
                        raise RuntimeError(f"{request[0]}, genuine {is_genuine}: {answer.status} {answer.body}")
                    rows[is_genuine].append((number, row + [is_over]))
                    if is_genuine:
                        answers[place] = answer
                    if is_over:
                        connection.close()
                        connection = RecordedConnection(self.server.public, self.context)
                connection.close()
            except Exception as error:  # whatever it is, it ends the run
                faults.append(error)
        threads = [threading.Thread(target=lane, args=(number,)) for number in range(self.count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if faults:
            raise faults[0]
        groups = [zip(*found) for found in rows]
        return *(separation.Recordings(numpy.array(rows, dtype=float), numpy.array(lanes)) for lanes, rows in groups), answers


class Story:
    """A release server behind TLS, and the requests of phones."""

    def __init__(self, workplace, settings, prefix):
        folder = os.path.join(workplace.folder, "authority")
        made = workplace.run("tls", "demo-ca", "--out", folder)
        assert made.returncode == 0, made.stderr
        self.laboratory = workplace.run("lab", "create", "laboratory", "--data", workplace.data).stdout.strip()
        authority = workplace.association()
        self.authority = bytes.fromhex(workplace.run("association", "public-key", authority["ASSOCIATION_KEY"]).stdout.split()[-1])
        tls = {"PUBLIC_TLS_CERTIFICATE": f"{folder}/server.pem", "PUBLIC_TLS_KEY": f"{folder}/server-key.pem",
               "OTP_LIFETIME": "1h"}
        self.data = workplace.data
        self.server = workplace.start(settings=tls | authority | AUTHORITY | settings, prefix=prefix).wait_ready()
        self.context = trusting(folder)
        self.lanes = Lanes(self.server, self.context)

    def immuni(self, count):
        """A validation and an upload."""
        def headers(otp, is_dummy):
            return [(name, is_dummy if name == "Immuni-Dummy-Data" else value) for name, value in immuni.upload_headers(otp)]

        def keys():
            bare = immuni.upload_body(immuni.past_keys(14, 1), padding="")
            return immuni.encode(bare | {"padding": "0" * (PACKET - len(immuni.encode(bare)))})
        otps = immuni.grant(self.server, count)
        padding = b'{"padding":"%s"}' % (b"0" * (PACKET - 14))
        for name, body in (("check-otp", lambda: padding), ("upload", keys)):
            path = f"/v1/ingestion/{name}"
            yield name, *self.lanes.ask(count, lambda place: (path, headers(otps[place], 0), body()),
                                        lambda _: (path, headers(immuni.new_otp(), 1), padding), (204, 204))[:2]

    def coronawarn(self, count):
        """A registration, a question, a TAN and an upload."""
        def question(name, is_fake, **members):
            bare = len(json.dumps(members | {"requestPadding": ""}))
            body = members | {"requestPadding": coronawarn.nonce().ljust(QUESTION - bare, "0")}
            return f"/version/v1/{name}", [immuni.JSON_TYPE, *coronawarn.fake_header(is_fake)], json.dumps(body).encode()

        def upload(keys, is_fake, tan):
            def body(padding):
                return coronawarn.payload(keys, ["DE"], "DE", True, padding=padding)
            headers = [("Content-Type", "application/x-protobuf"), ("cwa-authorization", tan), *coronawarn.fake_header(is_fake)]
            return "/version/v1/diagnosis-keys", headers, body(KEYS // 2 + KEYS - len(body(KEYS // 2)))
        tests, services = [coronawarn.guid() for _ in range(count)], coronawarn.Services(self.server)
        for start in range(0, count, 100):
            sent = services.send(self.laboratory, [(test, 2) for test in tests[start:start + 100]])
            assert sent.status == 204, sent.status
        name = "registrationToken"
        *groups, answers = self.lanes.ask(count, lambda place: question(name, 0, key=tests[place], keyType="GUID"),
                                          lambda _: question(name, 1, key=coronawarn.guid(), keyType="GUID"), (201, 201))
        yield name, *groups
        tokens = [json.loads(answer.body)["registrationToken"] for answer in answers]
        for name, status in (("testresult", 200), ("tan", 201)):
            *groups, answers = self.lanes.ask(count, lambda place: question(name, 0, registrationToken=tokens[place]),
                                              lambda _: question(name, 1, registrationToken=coronawarn.token()), (status, status))
            yield name, *groups
        tans = [json.loads(answer.body)["tan"] for answer in answers]
        today = coronawarn.day_start(time.time())
        yield "diagnosis-keys", *self.lanes.ask(
            count, lambda place: upload([coronawarn.key(today - 144 * day) for day in range(1, 14)], 0, tans[place]),
            lambda _: upload([], 1, coronawarn.token()), (200, 200))[:2]

    def analytics(self, count):
        """Operational Info of iPhones, each with a token of its own that was authorised before."""
        tokens, now = [secrets.token_hex(64) for _ in range(count)], time.gmtime()
        month = (now.tm_year - 1970) * 12 + now.tm_mon - 1
        path = os.path.join(self.data, "analytics.sqlite")
        with contextlib.closing(sqlite3.connect(path, timeout=harness.PATIENCE)) as database, database:
            database.executemany("INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?)",
                                 ((hashlib.sha256(token.encode()).digest(), month) for token in tokens))
        body = json.dumps({
            "province": "RM", "exposure_permission": 1, "bluetooth_active": 1, "notification_permission": 1,
            "exposure_notification": 0, "last_risky_exposure_on": time.strftime("%Y-%m-%d", now),
        }).encode()

        def report(token, is_dummy):
            headers = [("Authorization", f"Bearer {token}"), ("Immuni-Dummy-Data", is_dummy), immuni.JSON_TYPE]
            return "/v1/analytics/apple/operational-info", headers, body
        yield "operational-info", *self.lanes.ask(count, lambda place: report(tokens[place], 0),
                                                  lambda _: report(secrets.token_hex(64), 1), (204, 204))[:2]

    def association(self, count):
        """A right, and a batch with a contact. The validation, on which no answer waits, refuses the contact later: its phones
        are new. So it may have been of any day, and signed long before."""
        routes, headers = association_phone.ROUTES, [("Content-Type", association_phone.OCTETS)]
        place = association_phone.u16(association_phone.COUNTRY) + association_phone.u16(0)

        def register(_):
            with TLSConnection(self.server.public, self.context) as connection:
                def send(_, name, body):
                    return connection.request("POST", routes[name], headers, body)
                return association_phone.Phone(self.server, self.authority, place=place, send=send)
        phones = at_once(register, range(count // REPORTS + 2))
        stranger, met = copy.copy(phones[0]), int(time.time()) - association_phone.DAY
        stranger.registration, stranger.secret = os.urandom(16), os.urandom(32)
        today = time.strftime("%Y-%m-%d", time.gmtime())
        window = json.dumps({"firstDay": time.strftime("%Y-%m-%d", time.gmtime(met - 9 * association_phone.DAY)), "lastDay": today})

        def code(_):
            asked = association_phone.post(self.server.internal, "codes", window.encode(), "application/json")
            return json.loads(asked.body)["code"]

        def contact(phone):
            return [phone.meet(phones[-1], met, time.time())]
        owners = [phones[number // REPORTS] for number in range(count)]
        codes, reports = at_once(code, owners), [contact(phone) for phone in owners]
        *groups, answers = self.lanes.ask(
            count, lambda number: (routes["rights"], headers, owners[number].right(codes[number], [reports[number]], time.time())),
            lambda _: (routes["rights"], headers, stranger.right(codes[0], [[]], time.time())), (200, 200))
        yield "rights", *groups
        refused = sum(answer.body[:2] != b"\x01\x01" for answer in answers)
        if refused:
            raise RuntimeError(f"{refused} of {count} rights were refused")

        def batch(phone, right, report):
            return routes["batches"], headers, phone.batch(right, report, time.time())
        parts = []
        for start in range(0, count, ROUND):
            parts.append(self.lanes.ask(
                min(ROUND, count - start),
                lambda place, start=start: batch(
                    owners[start + place], answers[start + place].body[2:18], reports[start + place]),
                lambda _: batch(stranger, os.urandom(16), []), (202, 202))[:2])
            self.server.wait_until(lambda: "\nassociation_waiting_batches 0\n" in self.server.metrics())
        yield "batches", *(separation.Recordings(numpy.concatenate([group.rows for group in groups]),
                                                 numpy.concatenate([group.phones for group in groups]))
                           for groups in zip(*parts))

    def without_commit(self, count):
        """A registration, and in place of its fake a request that the server refuses before its store, of which the times are
        kept: those of a fake that skips the commit."""
        headers = [immuni.JSON_TYPE, *coronawarn.fake_header(0)]

        def registration(key):
            return "/version/v1/registrationToken", headers, json.dumps({"key": key, "keyType": "GUID"}).encode()
        fakes, genuine, _ = self.lanes.ask(count, lambda _: registration(coronawarn.guid()), lambda _: registration(""),
                                           (201, 400))
        fakes.rows[:, :SECONDS.start] = genuine.rows[0, :SECONDS.start]
        yield "registrationToken", fakes, genuine

    @contextlib.contextmanager
    def load(self):
        """Clients that download and validate without pause."""
        over = threading.Event()

        def client():
            with TLSConnection(self.server.public, self.context) as connection:
                while not over.is_set():
                    connection.request("GET", "/v1/settings?platform=ios&build=1")
                    immuni.dummy(self.server.public, "/v1/ingestion/check-otp", b'{"padding":"00"}', connection)
        threads = [threading.Thread(target=client) for _ in range(LOAD)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join()


def at_once(work, inputs):
    """What `work` makes of each input, LANES at a time."""
    with concurrent.futures.ThreadPoolExecutor(LANES) as lanes:
        return list(lanes.map(work, inputs))


def slow_disk(folder):
    """What to start a server with, so that each fsync takes some hundredths of a second more."""
    library = os.path.join(folder, "slow-sync.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, os.path.join(harness.ROOT, "scripts", "slow-sync.c")], check=True)
    return ["env", f"LD_PRELOAD={library}"]


def record(avviso, condition, count):
    """(endpoint, fakes, genuine) for each endpoint."""
    with harness.Workplace(avviso) as workplace:
        prefix = slow_disk(workplace.folder) if "slow disk" in condition else ()
        story = Story(workplace, WITHOUT_GRID if condition == SKIPPING else {}, prefix)
        with story.load() if condition == "load" else contextlib.nullcontext():
            systems = (story.immuni, story.analytics, story.coronawarn, story.association)
            for system in (story.without_commit,) if condition == SKIPPING else systems:
                for endpoint, *groups in system(count):
                    yield f"{system.__name__.replace('_', ' ')} {endpoint}", *groups
        story.server.stop()


def one_byte_more(answers):
    """The same answers with a byte more."""
    rows = answers.rows.copy()
    rows[:, NAMES.index("bytes")] += 1
    return separation.Recordings(rows, answers.phones)


def normal_timer(answers):
    """The same answers, each after a time of Normal(150, 20) ms in place of a tick."""
    draw = numpy.random.default_rng(1)
    rows = answers.rows.copy()
    rows[:, SECONDS] = draw.normal(0.150, 0.020, (len(rows), 1))
    rows[:, MOMENT] = draw.uniform(0, TICK, len(rows))
    return separation.Recordings(rows, answers.phones)
