#!/usr/bin/env python3
"""Three phones with Corona-Warn's app, each behind a relay that keeps every byte, and the servers: sheets, a result, consent,
uploads, teleTANs and days of fakes. A judge that knows only the contract reads what the phones sent. One phone without a
test has the same secret as one with a test, so both must send the same in the background. Then the recorded bytes are sent
again, to these servers and to fresh ones. In the end traces with a planted fault must be found. Usage: coronawarn_replay.py
AVVISO

Tier: test-all
Only here: days of bytes that three phones sent show nobody who knows the contract alone which phone has a test, and the same
  bytes sent again change nothing at these servers or fresh ones.
"""

import collections
import contextlib
import dataclasses
import datetime
import os
import re
import shutil
import signal
import sqlite3
import sys
import time

import coronawarn_cast
import coronawarn_judge
import coronawarn_trace
import harness
import wire
from coronawarn import DAY
from coronawarn_judge import REGISTRATION, RESULT, TAN, UPLOAD, Judge, Owner

BIRTHDAY = "1995-06-07"
# Seconds. A slow machine may need them between two phones that are due at once; two sequences lie half an hour apart.
SAME_TIME = 900
# Hours from one meeting to the next. A simulated phone has a key of each day on which it met somebody.
BETWEEN_MEETINGS = (24, 24)
# The hour of day (UTC) at which the story begins, whenever the test does. Meetings and uploads then lie far from the ends of
# days and of intervals: what is due at the end of one comes in the next if the clock passes it within a meeting.
BEGIN = 9


class Person:
    """A phone, its relay, and what its owner did. The app is closed except in `using`."""

    def __init__(self, workplace, server, cast, trust, name, platform):
        self.recorder = coronawarn_trace.Recorder(lambda: server.public, cast)
        self.owner, self.name = Owner(secrets=[name, platform, BIRTHDAY, "07061995"]), name
        self.arguments = (workplace, coronawarn_trace.Behind(self.recorder), name, platform, trust)
        self.phone, self.born = None, 0

    def switch_on(self):
        self.phone = coronawarn_cast.Phone(*self.arguments)

    @contextlib.contextmanager
    def using(self):
        with self.recorder.in_use():
            self.phone.post("/phone", {"do": "open"})
            yield self.phone
            self.phone.post("/phone", {"do": "close"})

    def wait_for_last_sequence(self):
        """The one after an opening leaves before the clock passes over a meeting."""
        left, deadline = self.recorder.openings[-1][1], time.monotonic() + harness.PATIENCE
        while time.monotonic() < deadline:
            posts = [each for each in self.trace if each.is_exchange]
            if len(posts) % 3 == 0 and posts[-3].moment >= left - 1:
                break
            time.sleep(0.1)

    def scan(self, number, **more):
        with self.using() as phone:
            text = phone.flyers()[number]
            self.owner.codes.append((text, more.get("birthDate")))
            self.owner.secrets.append(text.split("?", 1)[1])
            phone.do("open", what="scan")
            phone.do("scan", what=text, **more)
            return phone.title_after("Your test is being registered")

    def enter_tele_tan(self):
        self.phone.post("/tester", {"do": "giveTeleTAN"})
        code = re.search(r"The TeleTAN is ([0-9A-Z ]+)", self.phone.page()).group(1)
        self.owner.tele_tans.append(code.replace(" ", ""))
        with self.using() as phone:
            phone.do("hotline", what="codeLost")
            phone.do("teleTAN", what=code)
            phone.do("confirmTeleTAN")
            return phone.title_after("Your test is being registered", "Help by telephone")

    def share(self, answer, days=None):
        """Consents, and answers about symptoms. `days` is for an exact onset."""
        now = coronawarn_trace.cast_time(self.recorder.cast)
        self.owner.answers.append((now, answer, days))
        more = {} if days is None else {"day": iso_date(now - days * DAY)}
        with self.using() as phone:
            return coronawarn_cast.share(phone, None if answer == "launch" else answer, **more)

    @property
    def trace(self):
        return self.recorder.trace

    def genuine(self, path, status=None):
        return [
            each for each in self.trace
            if each.path == path and not each.is_fake and status in (None, each.status)
        ]


def iso_date(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%d")


# The story


def meet_people(workplace, server, cast, trust):
    """Anna, her twin, and Bruno. The twin's phone is a copy of Anna's from before her test."""
    people = [
        Person(workplace, server, cast, trust, name, platform)
        for name, platform in (("Anna", "ios"), ("Zoe", "ios"), ("Bruno", "android"))
    ]
    anna, twin, bruno = people
    for person in (anna, bruno):
        person.switch_on()
        with person.recorder.in_use():
            person.phone.settle_in()
            person.phone.post("/phone", {"do": "close"})
    # The last sequence of the opening leaves before the phone is switched off.
    anna.phone.advance(1)
    anna.phone.stop(signal.SIGTERM)
    twin.born = coronawarn_trace.cast_time(cast)
    shutil.copytree(os.path.join(cast, "phone-Anna"), os.path.join(cast, "phone-Zoe"))
    for person in (anna, twin):
        person.switch_on()
    return people


def play_sheet(checks, anna):
    """A sheet: days without a result, a positive one, the first upload, and that of the next day."""
    checks.equal(anna.scan(0), "No result yet", "a sheet is registered")
    anna.phone.post("/tester", {"do": "deliver", "flyer": "1", "result": "positive"})
    anna.phone.advance(48)
    with anna.using() as phone:
        checks.equal(phone.title(), "A result is available", "a question in the background brings the result")
        phone.do("openResult")
    anna.wait_for_last_sequence()
    anna.phone.post("/tester", {"do": "meet", "whom": "Bruno", "metres": "1", "minutes": "20"})
    checks.equal(anna.share("day", 3), "Thank you", "the keys are sent")
    anna.phone.advance(24)
    anna.phone.advance(12)
    # The app has the key of this day now. It sends it in its next sequence, which may come late on the day after.
    for _ in range(3):
        if len(anna.genuine(UPLOAD, 200)) < 2:
            anna.phone.advance(12)
    checks.equal(len(anna.genuine(UPLOAD, 200)), 2, "uploads of Anna: the second came in the background")
    checks.equal(anna.genuine(UPLOAD)[-1].is_foreground, False, "by itself")
    checks.equal(anna.scan(1, birthDate=BIRTHDAY), "No result yet", "another sheet, with a birth date")


def play_tele_tans(checks, bruno, configure):
    """A teleTAN for each answer about symptoms, and one where nobody is asked."""
    for answer in ("noAnswer", "none", "unknown", "thisWeek", "lastWeek", "longAgo"):
        checks.equal(bruno.enter_tele_tan(), "Your result is positive", f"the teleTAN for {answer}")
        checks.equal(bruno.share(answer), "Thank you", f"keys with {answer}")
        bruno.phone.advance(1)
    configure("asksForSymptoms=false")
    # Anna may have sent her last keys just before the first teleTAN. Her TAN must be over in the end; it lives for a day.
    bruno.phone.advance(24)
    checks.equal(bruno.enter_tele_tan(), "Your result is positive", "the last teleTAN")
    checks.equal(bruno.share("launch"), "Thank you", "keys without a question")
    bruno.phone.advance(4)


# What is judged


def check_traffic(checks, people):
    for person in people:
        for fault in Judge(person.trace, person.owner, person.recorder.openings).faults():
            checks.check(False, f"{person.name}, {fault}")
        posts = [each for each in person.trace if each.is_exchange]
        fakes = sum(each.is_fake for each in posts)
        checks.check(len(posts) >= 15, f"requests of {person.name}: {len(posts)}")
        checks.say(f"{person.name}: {len(person.trace)} requests, {len(posts) - fakes} genuine, {fakes} fake")
    anna, twin, _ = people
    openings = [*anna.recorder.openings, *twin.recorder.openings]
    found = coronawarn_judge.differences(since(twin, anna.trace), twin.trace, openings, SAME_TIME)
    checks.equal(found, [], "Anna beside her twin")
    checks.check(any(not each.is_fake for each in anna.trace if not each.is_foreground), "she has something to send")
    checks.check(all(each.is_fake for each in twin.trace if each.is_exchange), "and the twin has nothing")


def since(twin, trace):
    """What a phone sent since its twin was made."""
    return [each for each in trace if each.moment >= twin.born]


def check_days(checks, person, interval):
    """One to three sequences on each day in the background, and one download in each interval."""
    starts = [moment for moment, _ in coronawarn_judge.background(person.trace, person.recorder.openings)]
    check_each(checks, starts, DAY, 3, f"days with sequences of {person.name}")
    check_each(checks, downloads(person.trace)[1:], interval, 1, f"intervals with a download of {person.name}")


def downloads(trace):
    """The times of downloads. They go on with an index behind the configuration; the fetch of an opening does not."""
    files = [each for each in trace if not each.is_exchange and not each.path.endswith(".sig")]
    return [
        each.moment for each, following in zip(files, [*files[1:], None])
        if is_configuration(each) and not (following and is_configuration(following))
    ]


def is_configuration(exchange):
    return exchange.path.endswith(("config_ios", "config_android"))


def check_each(checks, moments, length, most, what):
    """One to `most` moments in each interval. A moment at the start of an interval can belong to the one before, if that has
    none: what is due in the last second of an interval does not happen in that second."""
    counts = collections.Counter()
    for moment in sorted(moments):
        place = int(moment // length)
        is_late = counts and moment % length < SAME_TIME and place - 1 not in counts
        counts[place - 1 if is_late else place] += 1
    every = [counts[place] for place in range(min(counts), max(counts) + 1)]
    checks.check(all(1 <= count <= most for count in every), f"{what}: {every}")


# The same bytes again


def send_again(address, exchange):
    """The status for recorded bytes, and the size of the answer."""
    with wire.Connection(address) as connection:
        connection.socket.sendall(exchange.request)
        answer = connection.read_answer("POST", 0)
    return answer.status, answer.size


def check_same_servers(checks, workplace, server, people):
    """Days later tokens and TANs are used or over. What was stored stays as it is."""
    before = stored_keys(workplace)
    expected = {
        bytes(key[1]) for person in people for each in person.genuine(UPLOAD, 200)
        for key in coronawarn_trace.submitted_keys(each.body)
    }
    checks.equal(set(before), expected, "every key that was sent is stored, and no other")
    checks.equal(set(before.values()), {1}, "each of them once")
    anna, _, bruno = people
    for person in (anna, bruno):
        for each in person.genuine(REGISTRATION)[:1]:
            checks.equal(send_again(server.public, each)[0], 400, f"{person.name}'s used registration")
    checks.equal(send_again(server.public, anna.genuine(RESULT)[0])[0], 200, "Anna's first question")
    checks.equal(send_again(server.public, anna.genuine(TAN)[0])[0], 400, "a TAN more than an upload and the next day need")
    for each in anna.genuine(UPLOAD):
        checks.equal(send_again(server.public, each)[0], 403, "Anna's uploads, whose TANs are over")
    last = bruno.genuine(UPLOAD)[-1]
    checks.equal(send_again(server.public, last)[0], 200, "Bruno's last upload, whose answer may have been lost")
    checks.equal(send_again(server.public, last)[0], 200, "as often as he likes")
    check_fakes(checks, server, people)
    checks.equal(stored_keys(workplace), before, "nothing is stored twice")


def check_fakes(checks, server, people):
    """A fake gets the answer that it got before."""
    for path in (REGISTRATION, RESULT, TAN, UPLOAD):
        fakes = [each for person in people for each in person.trace if each.path == path and each.is_fake]
        for each in fakes[:3]:
            found = send_again(server.public, each)
            checks.equal(found, (each.status, len(each.answer)), f"a fake to {path} again")


def stored_keys(workplace):
    """By key, the number of its rows in the hours of its country."""
    database = os.path.join(workplace.data, "corona-warn.sqlite")
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        query = (
            "SELECT key_data, COUNT(*) FROM diagnosis_key WHERE sequence = "
            "(SELECT id FROM publication_state WHERE sequence = 'de-hour') GROUP BY key_data"
        )
        return {bytes(key): count for key, count in connection.execute(query)}


def check_fresh_servers(checks, avviso, people):
    """Servers that know nothing of these phones take codes, and no token, TAN or teleTAN."""
    anna, _, bruno = people
    services, settings = coronawarn_cast.SERVICES, coronawarn_cast.SETTINGS
    with harness.Workplace(avviso) as workplace, workplace.start(services, settings) as server:
        for person, status in ((anna, 201), (bruno, 400)):
            found, _ = send_again(server.public, person.genuine(REGISTRATION)[0])
            checks.equal(found, status, f"{person.name}'s registration")
        for path, status in ((RESULT, 400), (TAN, 400), (UPLOAD, 403)):
            for each in [*anna.genuine(path), *bruno.genuine(path)]:
                checks.equal(send_again(server.public, each)[0], status, f"{path} without its registration")
        check_fakes(checks, server, people)
        checks.equal(stored_keys(workplace), {}, "no key is stored")


# Planted faults


def check_planted(checks, people):
    """The judge finds each fault that is planted in a trace without one."""
    anna, twin, _ = people
    for what, words, trace in planted_faults(anna):
        faults = Judge(trace, anna.owner, anna.recorder.openings).faults()
        checks.check(any(words in fault for fault in faults), f"the judge finds {what}: {faults[:3]}")
    openings = [*anna.recorder.openings, *twin.recorder.openings]
    first = coronawarn_judge.background(twin.trace, openings)[0][0]
    extra = [*twin.trace, *[each for each in twin.trace if each.is_exchange and each.moment >= first][:3]]
    late = [dataclasses.replace(each, moment=each.moment + 2 * SAME_TIME) for each in twin.trace]
    for what, trace in (("sequence more", extra), ("wait", late)):
        found = coronawarn_judge.differences(trace, twin.trace, [], SAME_TIME)
        checks.check(found, f"a {what} in the background is noticed")


def planted_faults(anna):
    """Triples: what is planted, a part of the judgement, and the trace."""

    def with_one(chosen, altered):
        return [altered if each is chosen else each for each in anna.trace]

    question, upload = anna.genuine(RESULT)[0], anna.genuine(UPLOAD)[0]
    fake = next(each for each in anna.trace if each.is_exchange and each.is_fake and each.path == UPLOAD)
    level = next(key for key in coronawarn_trace.submitted_keys(upload.body))
    shown = bytes([2 << 3, level[2]]) + bytes([3 << 3])
    other = bytes([2 << 3, level[2] % 8 + 1]) + bytes([3 << 3])
    token = question.asked()["registrationToken"]
    yield "a flag", "cwa-fake", with_one(question, question.altered(b"cwa-fake: 0", b"cwa-fake: 2"))
    yield "a longer header", "forms of headers", with_one(question, question.altered(b"padding: 0", b"padding: 00"))
    yield "a header more", "header fields", with_one(question, question.altered(b"\r\n\r\n", b"\r\nCookie: a\r\n\r\n"))
    yield "an upper case token", "no UUID", with_one(question, question.altered(token.encode(), token.upper().encode()))
    yield "a stranger's token", "none of the server's", with_one(
        question, question.altered(token[:8].encode(), b"00000000")
    )
    changed = dataclasses.replace(upload, request=upload.request.replace(shown, other, 1))
    yield "another level", "a key of age", with_one(upload, changed)
    said = question.altered(b'"requestPadding":"', b'"requestPadding":"symptom')
    yield "a symptom", "it says", with_one(question, said)
    yield "a longer body", "bytes", with_one(fake, dataclasses.replace(fake, request=fake.request + b"\0"))
    yield "a fake that is missing", "not in threes", [each for each in anna.trace if each is not fake]
    yield "a fake that comes twice", "another showed", [*anna.trace, fake]
    moved = fake.altered(b"/version/v1/diagnosis-keys", b"/version/v1/diagnosis-kez")
    yield "another route", "no route", with_one(fake, moved)
    opened, left = anna.recorder.openings[-1]
    more = [dataclasses.replace(each, moment=opened) for each in anna.trace if each.is_exchange][:3]
    count = int(left - opened) // coronawarn_judge.PLANNED_PAUSE + 4
    yield "sequences beside the plan of an opening", "sequences, not 1 to", [*anna.trace, *more * count]


def main():
    checks = harness.Checks("coronawarn_replay")
    interval = 14400
    with harness.Workplace(sys.argv[1]) as workplace:
        cast, settings, trust = coronawarn_cast.make_cast(workplace)
        coronawarn_cast.begin_at(cast, BEGIN)

        def configure(change):
            arguments = ("settings", "--system", "coronawarn", "set", change, "--reason", "a test", "--data", workplace.data)
            done = workplace.run(*arguments)
            checks.equal(done.returncode, 0, f"{change}: {done.stderr}")

        workplace.run("migrate", "--data", workplace.data)
        configure(f"downloadInterval={interval}")
        with workplace.start((*coronawarn_cast.SERVICES, "--cast", cast), settings) as server:
            server.wait_until(lambda: wire.request(server.public, "GET", coronawarn_cast.CONFIGURATION).status == 200)
            people = meet_people(workplace, server, cast, trust)
            for hours in BETWEEN_MEETINGS:
                people[0].phone.post("/tester", {"do": "meet", "whom": "Bruno", "metres": "1", "minutes": "20"})
                people[0].phone.advance(hours)
            play_sheet(checks, people[0])
            play_tele_tans(checks, people[2], configure)
            check_traffic(checks, people)
            for person in people:
                check_days(checks, person, interval)
            check_same_servers(checks, workplace, server, people)
        check_fresh_servers(checks, sys.argv[1], people)
        check_planted(checks, people)
    checks.finish()


main()
