#!/usr/bin/env python3
"""A phone with Corona-Warn's app behind a relay that lies: redirects, bombs, cut and foreign files, old indexes, storms of 429.
The phone stays small, says nothing that is not true, keeps what it had, and goes on as soon as the servers answer again.
Usage: coronawarn_hostile.py AVVISO

Tier: test-all
Only here: the process of a phone stays small and truthful while its server lies or storms, and goes on by itself afterwards.
"""

import gzip
import io
import re
import sys
import zipfile

import coronawarn_cast
import coronawarn_trace
import harness
import wire

TREE = "/version/"
EXCHANGE = ("/registrationToken", "/testresult", "/tan", "/diagnosis-keys")
# Bytes by which the phone may grow: two of the largest answers that its transport takes, and some room.
GROWTH = 100 << 20
# Hours that have a whole UTC day, in which each phone has a sequence of requests, and the requests that the sequences of
# at most three days can have: a day has one to three sequences (`fakesPerDay` of the configuration) of three requests. The
# sequence under way when the app is closed is completed, and one more follows.
HOURS, MOST_ASKED = 48, 3 * (3 * 3 + 2)


class Liar(coronawarn_trace.Recorder):
    """Passes everything on, and has each answer changed by `lie`, a function of path and answer. In a storm nothing of the
    verification and submission services passes."""

    lie = staticmethod(lambda path, answer: answer)
    is_storm = False

    def passed(self, request):
        if self.is_storm and request.startswith(b"POST "):
            answer = message(429, b"", "Retry-After: 60")
            self.trace.append(coronawarn_trace.Exchange(coronawarn_trace.cast_time(self.cast), False, request, answer))
            return answer
        return self.lie(request.split(b" ")[1].decode(), super().passed(request))


def message(status, body=b"", *fields):
    lines = [f"HTTP/1.1 {status} X", *fields, f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def zipped(*entries):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return file.getvalue()


def lies(first):
    """Names and functions. `first` has the first answers by path: genuine ones, which are old by now."""
    bomb = zipped(("export.bin", bytes(64 << 20)), ("export.sig", b""))
    crowd = zipped(*((f"entry{number}", b"") for number in range(5000)))
    packed = gzip.compress(bytes(64 << 20))

    def files(change):
        return lambda path, answer: change(path, answer) if path.startswith(TREE) and not path.endswith(EXCHANGE) else answer

    def body(change):
        return files(lambda _, answer: message(200, change(coronawarn_trace.body_of(answer))))

    yield "redirects", files(lambda path, _: message(302, b"", f"Location: {path}?again"))
    yield "a zip bomb", body(lambda _: bomb)
    yield "a zip with 5000 entries", body(lambda _: crowd)
    yield "a compressed answer", files(lambda *_: message(200, packed, "Content-Encoding: gzip"))
    yield "more bytes than a package may have", body(lambda _: bytes((32 << 20) + 1))
    yield "half a file", body(lambda content: content[:len(content) // 2])
    yield "a file with a wrong bit", body(lambda content: content[:-1] + bytes([content[-1] ^ 1]) if content else content)
    yield "files of days ago", files(lambda path, answer: first.get(path, answer))
    yield "nothing but 429", lambda *_: message(429, b"", "Retry-After: 99999999999999999999")
    yield "nothing but 500", lambda *_: message(500)
    yield "no HTTP", lambda *_: b"\0" * 100 + b"\r\n\r\n"


def memory(phone):
    """The most memory that the phone has had, in bytes."""
    status = harness.read(f"/proc/{phone.process.pid}/status").decode()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1)) << 10


def sessions(recorder):
    return sum(each.path.endswith("app_config_android") for each in recorder.trace)


def check_lies(checks, phone, recorder, first):
    before = memory(phone)
    for name, lie in lies(first):
        asked = sessions(recorder)
        recorder.lie = lie
        phone.advance(4)
        checks.check(asked < sessions(recorder) <= asked + 30, f"{name}: the phone asks, and not without end")
        checks.equal(phone.title(), "Corona-Warn", f"{name}: the app is there")
        checks.check("Increased risk" not in phone.page(), f"{name}: no lie warns")
    grown = memory(phone) - before
    checks.check(grown < GROWTH, f"the phone grew by {grown >> 20} MiB")
    checks.say(f"the phone grew by {grown >> 20} MiB")


def check_storm(checks, phone, recorder):
    """A code is kept through a storm, and registered after it without another scan."""
    recorder.lie, recorder.is_storm = Liar.lie, True
    phone.post("/phone", {"do": "open"})
    phone.do("open", what="scan")
    phone.do("scan", what=phone.flyers()[0])
    storm = phone.title_after("Your test is being registered")
    checks.check(storm not in ("No result yet", "Help by telephone"), f"a storm is no refusal: {storm}")
    phone.post("/phone", {"do": "close"})
    asked = sum(each.is_exchange for each in recorder.trace)
    phone.advance(HOURS)
    asked = sum(each.is_exchange for each in recorder.trace) - asked
    checks.check(3 <= asked <= MOST_ASKED, f"a storm makes no storm of the phone: {asked} requests in {HOURS} hours")


def check_recovery(checks, phone, recorder):
    """Everything goes on without the owner."""
    recorder.is_storm, seen = False, len(recorder.trace)
    phone.advance(HOURS)
    later = recorder.trace[seen:]
    checks.check(any("/date/" in each.path and each.status == 200 for each in later), "the phone fetches indexes again")
    registered = [each.status for each in later if each.path.endswith(EXCHANGE[0]) and not each.is_fake]
    checks.equal(registered, [201], "the code that waited is registered by itself, once")


def main():
    checks = harness.Checks("coronawarn_hostile")
    with harness.Workplace(sys.argv[1]) as workplace:
        cast, settings, trust = coronawarn_cast.make_cast(workplace)
        with workplace.start((*coronawarn_cast.SERVICES, "--cast", cast), settings) as server:
            server.wait_until(lambda: wire.request(server.public, "GET", coronawarn_cast.CONFIGURATION).status == 200)
            recorder = Liar(lambda: server.public, cast)
            phone = coronawarn_cast.Phone(workplace, coronawarn_trace.Behind(recorder), "Anna", "android", trust)
            phone.settle_in()
            phone.advance(4)
            first = {each.path: each.answer for each in reversed(recorder.trace)}
            check_lies(checks, phone, recorder, first)
            check_storm(checks, phone, recorder)
            check_recovery(checks, phone, recorder)
    checks.finish()


main()
