"""A day of Corona-Warn on a clock that is moved from outside, with kill -9 of every service at random moments, and of
`avviso distribute` at random moments and named steps. People send the same bytes until they get an answer, and hang up now
and then. In the end each key of each stored upload is in exactly one hourly package and in the package of its day, for each
country, and no sooner than it may be; a TAN stored one upload; and no lost answer cost a person anything.

At the end of each hour the packages are read by the independent reader. Usage:
coronawarn_day.py AVVISO [--cases N] [--from HOUR] [--kills N] [--seed N] [--layout shared|split]
Without --cases it plays an evening in both layouts, and then plants each mistake that the books must find.

Tier: test-all
Only here: an evening of people, in both layouts, leaves each key in one hour and one day while every service is killed at
  random; each planted fault is found.
"""

import argparse
import concurrent.futures
import json
import os
import sqlite3
import threading
import time

import fake_clock
import harness
import wire
from coronawarn import Services, birth_date_hash, day_start, guid, key, nonce, payload, token
from coronawarn_installation import Installation, generator_of
from coronawarn_ledger import HOUR, Key, Ledger
from coronawarn_reader import PackageReader, hour_now

REGIONS = ("DE", "EUR", "IT")
# What people do, and how many of a hundred.
KINDS = {"plain": 44, "teletan": 12, "second": 10, "cheat": 12, "late": 8, "negative": 6, "fake": 8}
# Of a hundred requests, after how many a caller hangs up and asks again.
HANG_UPS = 5
WORKERS = 6
# Requests that every person makes at least; a kill comes with one of them.
MIN_REQUESTS = 4
# Failures of ours, after which the same request is sent again.
PASSING = (500, 503)


class Hasty(wire.Connection):
    """A connection whose caller hangs up before the answer."""

    def read_answer(self, method, sent):
        raise ConnectionAbortedError("the caller hung up")


class Line(Services):
    """The routes of a process, as a person uses them who sends the same bytes until there is an answer."""

    def __init__(self, process, person):
        super().__init__(process)
        self.person = person

    def post(self, path, *arguments, **more):
        deadline = time.monotonic() + harness.PATIENCE
        while time.monotonic() < deadline:
            self.person.asks()
            try:
                answer = super().post(path, *arguments, **more)
                if answer.status not in PASSING:
                    return answer
            except (OSError, ValueError):
                pass
            time.sleep(0.02)
        raise TimeoutError(f"{path} had no answer for {harness.PATIENCE} s")

    def exchange(self, address, path, fields, body):
        if self.person.random.random() * 100 < HANG_UPS:
            leave(address, path, fields, body)
        return super().exchange(address, path, fields, body)


def leave(address, path, fields, body):
    """Sends a request, and hangs up."""
    with Hasty(address) as connection:
        connection.request("POST", path, fields, body)


class Person:
    """One case: what a person does, from the test to the upload."""

    def __init__(self, day, number):
        self.day, self.number, self.requests = day, number, 0
        self.random = generator_of(day.seed, "person", number)
        self.laboratory, self.verification, self.submission = (
            Line(day.place.processes[name], self) for name in ("laboratory", "verification", "submission")
        )

    def asks(self):
        """A kill that was planned for this request begins."""
        self.requests += 1
        for name in self.day.planned.pop((self.number, self.requests), ()):
            self.day.place.kill_soon(name, self.random)

    def live(self):
        kind = self.kind()
        try:
            getattr(self, kind)()
        except (AssertionError, TimeoutError) as error:
            self.day.checks.check(False, f"person {self.number} ({kind}): {error!r}")

    def kind(self):
        return self.random.choices(list(KINDS), list(KINDS.values()))[0]

    def expect(self, answer, status, what):
        self.day.checks.equal(answer.status, status, f"person {self.number}: {what}")
        return answer

    # Steps

    def tested(self, result=2):
        """The registration token of a test with a result."""
        identifier, birth_date = guid(), birth_date_hash() if self.random.random() < 0.2 else None
        lines = [(each, result) for each in (identifier, birth_date) if each]
        self.expect(self.laboratory.send(self.day.place.laboratory_key, lines), 204, "results")
        registered = self.registered(identifier, birth_date=birth_date)
        answer = self.expect(self.verification.result(registered), 200, "the result")
        self.day.checks.equal(json.loads(answer.body)["testResult"], result, "the result")
        return registered

    def registered(self, identifier, **more):
        """The only token of a test or a teleTAN."""
        padding = nonce()
        first = self.verification.registered(identifier, padding=padding, **more)
        if self.random.random() < 0.3:
            again = self.verification.registered(identifier, padding=padding, **more)
            self.day.checks.equal(again, first, "the token of the same request")
            self.expect(self.verification.register(identifier, padding=nonce(), **more), 400, "a second token")
        return first

    def tan(self, registered):
        padding = nonce()
        first = self.verification.issued(registered, padding=padding)
        if self.random.random() < 0.2:
            again = self.verification.issued(registered, padding=padding)
            self.day.checks.equal(again, first, "the TAN of the same request")
        return first

    def composed(self):
        """A body, and its entry in the books."""
        visits, consents = self.random.random() < 0.4, self.random.random() < 0.7
        body, entries = self.body(("IT",) if visits else (), consents)
        return body, self.day.ledger.add(entries, REGIONS if visits and consents else REGIONS[:2], self.day.hour)

    def body(self, visited, consents):
        """A body, and its keys."""
        today = day_start(fake_clock.now())
        spans = [(today - 144 * days, 144) for days in self.random.sample(range(1, 13), self.random.randint(1, 9))]
        spans += [(today, self.random.randint(1, 144))] if self.random.random() < 0.5 else []
        entries = [Key(os.urandom(16), (start + period) * 600) for start, period in spans]
        if self.random.random() < 0.15:
            spans.append((self.random.choice([today + 144, today - 15 * 144]), 144))
            entries.append(Key(os.urandom(16), 0, False))
        body = payload(
            [
                key(start, data=entry.data, level=self.random.randint(1, 8), period=period)
                for (start, period), entry in zip(spans, entries)
            ],
            visited=visited, consent=consents,
        )
        return body, entries

    def upload(self, tan):
        """Uploads keys, and shows that the TAN takes no others."""
        body, entry = self.composed()
        self.expect(self.submission.upload(body, tan), 200, "an upload")
        entry.acknowledge(self.day.hour)
        if self.random.random() < 0.3:
            self.expect(self.submission.upload(body, tan), 200, "the same upload again")
            other, beaten = self.composed()
            self.expect(self.submission.upload(other, tan), 403, "another upload with the same TAN")
            beaten.reject()

    # Kinds

    def plain(self):
        self.upload(self.tan(self.tested()))

    def teletan(self):
        answer = self.expect(self.verification.new_teletan(self.day.place.operator_token), 201, "a teleTAN")
        registered = self.registered(json.loads(answer.body)["value"], kind="TELETAN")
        self.expect(self.verification.result(registered), 200, "the result of a teleTAN")
        self.upload(self.tan(registered))

    def second(self):
        """The two uploads of the founding document."""
        registered = self.tested()
        for _ in range(2):
            self.upload(self.tan(registered))
        self.expect(self.verification.tan(registered), 400, "a third TAN")

    def cheat(self):
        """Two uploads at once with one TAN."""
        tan = self.tan(self.tested())
        both = [self.composed() for _ in range(2)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda each: self.submission.upload(each[0], tan).status, both))
        self.day.checks.equal(sorted(found), [200, 403], f"person {self.number}: two uploads with one TAN")
        for status, (_, entry) in zip(found, both):
            if status == 200:
                entry.acknowledge(self.day.hour)
            else:
                entry.reject()

    def late(self):
        """The answer to an upload is lost, and the phone comes again hours later."""
        tan = self.tan(self.tested())
        body, entry = self.composed()
        fields = [("Content-Type", "application/x-protobuf"), ("cwa-fake", "0"), ("cwa-authorization", tan)]
        try:
            leave(self.submission.server.public, "/version/v1/diagnosis-keys", fields, body)
        except OSError:
            pass

        def again():
            self.expect(self.submission.upload(body, tan), 200, "an upload hours later")
            entry.acknowledge(self.day.hour)

        self.day.put_off(again, self.random.randint(1, 3))

    def negative(self):
        self.expect(self.verification.tan(self.tested(1)), 400, "a TAN for a negative result")

    def fake(self):
        for answer, status in (
            (self.verification.register(guid(), fake="1"), 201), (self.verification.result(token(), fake="1"), 200),
            (self.verification.tan(token(), fake="1"), 201), (self.submission.upload(b"fake", fake="1"), 200),
        ):
            self.expect(answer, status, "a fake")


class Day:
    """The hours of a run, and what is read at the end of each."""

    min_requests = MIN_REQUESTS

    def __init__(self, checks, place, seed, min_keys, regions=REGIONS):
        self.checks, self.place, self.seed = checks, place, seed
        self.ledger, self.min_keys = Ledger(regions, min_keys), min_keys
        self.random = generator_of(seed, "day")
        self.planned, self.deferred = {}, {}
        self.lock, self.number = threading.Lock(), 0
        self.midnight = place.midnight
        self.reader = None

    @property
    def hour(self):
        return hour_now()

    def move_to(self, hour):
        """Ten minutes after an hour of the first day, counted on, unless it is later."""
        self.place.clock.move_to(max(fake_clock.now(), self.midnight + hour * HOUR + 600))

    def begin(self, hour):
        self.move_to(hour)
        self.reader = PackageReader(
            self.checks, self.ledger, lambda: self.place.processes["distribution"].public,
            self.place.places["distribution"].public_key, self.random, self.hour - 1,
        )
        self.decide(hour)

    def decide(self, hour):
        """Makes and reads the packages that are due in an hour."""
        self.move_to(hour)
        self.place.distribute()
        self.place.clock.advance(2)  # Files are read once a second.
        self.reader.read()

    def put_off(self, call, hours):
        with self.lock:
            self.deferred.setdefault(self.hour + hours, []).append(call)

    def live(self, count, kills):
        """So many people, and so many kills while they ask."""
        self.number += count
        self.play([Person(self, self.number - 1 - each) for each in range(count)], kills)

    def play(self, people, kills):
        for _ in range(kills if people else 0):
            where = (self.random.choice(people).number, self.random.randint(1, self.min_requests))
            self.planned.setdefault(where, []).append(self.random.choice(sorted(self.place.processes)))
        due = [hour for hour in self.deferred if hour <= self.hour]
        calls = [call for hour in due for call in self.deferred.pop(hour)] + [person.live for person in people]
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for done in [pool.submit(call) for call in calls]:
                done.result()
        self.place.settle()
        self.checks.equal(self.planned, {}, "kills that did not happen")

    def close_hour(self, hour, kills=0):
        """The next hour begins, the packages of the last are made, and read."""
        self.move_to(hour + 1)
        for _ in range(kills):
            self.place.kill_distribution(self.random)
        self.decide(hour + 1)
        for fault in self.ledger.faults(is_over=False):
            self.checks.check(False, f"hour {hour}: {fault.kind} {fault.region} {fault.key.hex()}")

    def flush(self):
        """Uploads enough keys for every region, so that none waits any longer."""
        person = Person(self, "flush")
        today = day_start(fake_clock.now())
        for _ in range(0, self.min_keys, 100):
            entries = [Key(os.urandom(16), (today - 144) * 600) for _ in range(100)]
            body = payload([key(today - 288, data=entry.data) for entry in entries], visited=("IT",), consent=True)
            entry = self.ledger.add(entries, REGIONS, self.hour)
            person.expect(person.submission.upload(body, person.tan(person.tested())), 200, "the last upload")
            entry.acknowledge(self.hour)

    def end(self):
        """Two days later: all hours and both days are decided. Reads them, and returns what is wrong."""
        self.decide(48)
        # This run leaves no index to another process.
        self.place.distribute()
        self.reader.read_days()
        return self.ledger.faults(is_over=True)


def play(checks, arguments, layout, cases, first, kills, min_keys, night=range(24, 28)):
    """A day from the hour `first` on, with so many people and kills of processes, and the hours of the night after it."""
    began = time.monotonic()
    with Installation(arguments.avviso, layout, min_keys, first) as place:
        day = Day(checks, place, f"{arguments.seed}:{layout}", min_keys)
        day.begin(first)
        hours = 24 - first
        for number, hour in enumerate(range(first, 24)):
            share = [total * (number + 1) // hours - total * number // hours for total in (cases, kills)]
            day.live(*share)
            day.close_hour(hour, kills=1 + share[1] // 5)
            if cases > 200:
                checks.say(f"{layout}: hour {hour} is over, {place.kills} kills, {time.monotonic() - began:.0f} s")
        for hour in night:
            day.move_to(hour)
            day.live(0, 0)
            day.close_hour(hour)
        day.flush()
        for fault in day.end():
            checks.check(False, f"{fault.kind} {fault.region} {fault.key.hex()}")
        uploads, keys = day.ledger.counts()
        checks.check(uploads > cases * 0.4, f"{uploads} uploads of {cases} people mean something")
        checks.check(place.kills >= kills, f"{place.kills} kills")
        checks.check(not day.deferred, "nobody is put off")
        with_keys = sum(1 for keys_of_hour in day.ledger.hours.values() if keys_of_hour)
        checks.say(
            f"{layout}: {cases} people, {uploads} uploads, {keys} keys in {with_keys} hourly packages with keys, "
            f"{place.kills} kills, {time.monotonic() - began:.0f} s"
        )


# Planted mistakes


class Planter:
    """Makes the mistakes in the database that the books must find."""

    def __init__(self, place):
        self.path = place.database("submission", "corona-warn")

    def change(self, sql, *values):
        with sqlite3.connect(self.path, timeout=harness.PATIENCE) as database:
            done = database.execute(sql, values)
            if done.rowcount != 1:
                raise RuntimeError(f"{done.rowcount} rows changed: {sql}")

    def change_key(self, sql, data, *values):
        of_hours = "key_data = ? AND sequence = (SELECT id FROM publication_state WHERE sequence = 'de-hour')"
        self.change(f"{sql} WHERE {of_hours}", *values, data)

    def tan(self):
        """The only row of a TAN."""
        with sqlite3.connect(self.path, timeout=harness.PATIENCE) as database:
            return database.execute("SELECT digest, token, tele_tan, expires_at, reservation FROM tan").fetchone()


def check_planted(checks, arguments):
    """The books find a key that is lost, one that comes twice, one that comes early, and a TAN that is used twice."""
    with Installation(arguments.avviso, "one", 1, hour=20) as place:
        day, planter = Day(checks, place, f"{arguments.seed}:planted", 1), Planter(place)
        day.begin(20)
        person, today = Person(day, "planter"), day_start(fake_clock.now())

        def upload(start, tan=None):
            tan = tan or person.tan(person.tested())
            entry = day.ledger.add([Key(os.urandom(16), (start + 144) * 600)], REGIONS[:2], day.hour)
            status = person.submission.upload(payload([key(start, data=entry.keys[0].data)]), tan).status
            checks.equal(status, 200, "an upload with a planted mistake")
            entry.acknowledge(day.hour)
            return entry.keys[0].data

        lost, twice, early = upload(today - 288), upload(today - 288), upload(today)
        planter.change_key("DELETE FROM diagnosis_key", lost)
        planter.change_key("UPDATE diagnosis_key SET releasable_at = ?", early, day.hour * HOUR)
        tan = person.tan(person.tested())
        row = planter.tan()
        upload(today - 288, tan)
        planter.change("INSERT INTO tan VALUES (?, ?, ?, ?, ?)", *row)
        again = upload(today - 288, tan)
        day.ledger.uploads[-1].reject()
        day.decide(21)
        planter.change_key("UPDATE diagnosis_key SET chunk = NULL, releasable_at = ?", twice, day.hour * HOUR)
        day.decide(28)
        found = {(fault.kind, fault.key) for fault in day.end() if fault.kind != "day"}
        checks.equal(
            found, {("lost", lost), ("twice", twice), ("early", early), ("tan", again)}, "what the books find"
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("avviso")
    parser.add_argument("--cases", type=int)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--layout", choices=["shared", "split"], action="append")
    arguments = parser.parse_args()
    checks = harness.Checks("coronawarn_day")
    checks.say(f"seed {arguments.seed}")
    for layout in arguments.layout or ["shared", "split"]:
        if arguments.cases:
            play(checks, arguments, layout, arguments.cases, arguments.first, arguments.kills, min_keys=140)
        else:
            play(checks, arguments, layout, cases=16, first=22, kills=5, min_keys=5, night=[27])
    check_planted(checks, arguments)
    checks.finish()


if __name__ == "__main__":
    main()
